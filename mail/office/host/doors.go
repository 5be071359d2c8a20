package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"fieldpost/mail"
)

// doors are the ways by which other mail servers hand in mail: straight by SMTP, and by LMTP on this machine.
type doors struct {
	config Config
	log    *slog.Logger
	now    func() time.Time
	accept func(address string) bool
	take   mail.Handler
	run    func(name string, run func() error)

	direct, local net.Addr       // where they listen, nil for none
	close         []func() error // ends them; in reverse order
}

// open opens those that the configuration names.
func (d *doors) open() error {
	if d.config.Inbound != "" {
		if err := d.openDirect(); err != nil {
			return err
		}
	}
	if d.config.LMTP != "" {
		return d.openLMTP()
	}
	return nil
}

// openDirect takes mail for our addresses straight from other hosts.
func (d *doors) openDirect() error {
	l, err := net.Listen("tcp", d.config.Inbound)
	if err != nil {
		return err
	}
	d.direct = l.Addr()
	d.receive("direct intake", l, mail.ReceiverConfig{})
	return nil
}

// openLMTP takes mail from the mail server of this machine, which has looked at where it comes from.
func (d *doors) openLMTP() error {
	network := "tcp"
	if strings.HasPrefix(d.config.LMTP, "/") {
		network = "unix"
		if err := os.Remove(d.config.LMTP); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	} else if !loopback(d.config.LMTP) {
		return fmt.Errorf("lmtp: %q is not an address of this machine: mail delivered there is believed", d.config.LMTP)
	}
	l, err := net.Listen(network, d.config.LMTP)
	if err != nil {
		return err
	}
	d.local = l.Addr()
	d.receive("lmtp intake", l, mail.ReceiverConfig{LMTP: true})
	return nil
}

// closeDoor is how long a door waits for the mail that is coming in.
const closeDoor = 2 * time.Second

func (d *doors) receive(name string, l net.Listener, c mail.ReceiverConfig) {
	_, c.Domain, _ = strings.Cut(d.config.Address, "@")
	c.Now, c.Log, c.Accept = d.now, d.log, d.accept
	receiver := mail.NewReceiver(c, d.take)
	d.close = append(d.close, func() error {
		ctx, cancel := context.WithTimeout(context.Background(), closeDoor)
		defer cancel()
		return receiver.Close(ctx)
	})
	d.run(name, func() error { return receiver.Serve(l) })
}
