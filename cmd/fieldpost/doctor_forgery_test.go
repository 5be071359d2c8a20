package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"strings"
	"testing"

	"fieldpost/mail"
	"fieldpost/mail/postoffice"
)

// TestTheDoctorForgesAVerdict: a mail host that leaves forged Authentication-Results in mails from outside is found out; one that takes them
// off, or that refuses such a mail, is not blamed.
func TestTheDoctorForgesAVerdict(t *testing.T) {
	t.Parallel()
	host, err := postoffice.Open(postoffice.Config{Dir: t.TempDir(), Domains: []string{"example.org"}, Anybody: "secret"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	for name, c := range map[string]struct {
		door func(raw []byte) ([]byte, error)
		code int
		says string
	}{
		"leaves them in": {func(raw []byte) ([]byte, error) { return raw, nil }, exitFailed, "leaves Authentication-Results of mx.example.org in mails from outside"},
		"takes them off": {func(raw []byte) ([]byte, error) {
			var kept [][]byte
			for line := range bytes.Lines(raw) {
				if !bytes.HasPrefix(line, []byte("Authentication-Results:")) {
					kept = append(kept, line)
				}
			}
			return append([]byte("Authentication-Results: mx.example.org; dmarc=none\r\n"), bytes.Join(kept, nil)...), nil
		}, exitFine, "takes it off mails from outside"},
		"refuses the mail": {func([]byte) ([]byte, error) {
			return nil, &mail.Failure{Permanent: true, Code: 550, Enhanced: "5.7.1", Detail: "not from there"}
		}, exitFine, "was not seen"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			door := mail.NewReceiver(mail.ReceiverConfig{Domain: "mx.example.org", Accept: func(string) bool { return true }},
				func(ctx context.Context, raw []byte, env mail.Envelope) error {
					raw, err := c.door(raw)
					if err != nil {
						return err
					}
					return host.Deliver(ctx, env.From, env.To[0], raw)
				})
			go door.Serve(l)
			defer door.Close(context.WithoutCancel(t.Context()))
			in := install(t)
			text := "data: " + in.dir + "\naddress: games@example.org\nverdicts: [mx.example.org]\n" +
				"imap: {server: '" + host.IMAPAddr() + "', tls: none, user: games, password: secret}\nsmtp: {server: '" + host.SMTPAddr() + "', tls: none}\n"
			if err := os.WriteFile(in.config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			code, out, trouble := run(t, "doctor", "--config", in.config, "--mx", l.Addr().String())
			if code != c.code || !strings.Contains(out, "forged verdict: "+l.Addr().String()) || !strings.Contains(out, c.says) {
				t.Errorf("exit %d:\n%s%s", code, out, trouble)
			}
		})
	}
}
