package jetstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// External says how to reach a NATS server or cluster of one's own. Only URL is needed.
type External struct {
	URL      string        // nats:// or tls://, several separated by commas
	Account  Account       // as whom
	System   *Account      // a user of the system account of the same cluster, so that Doctor sees how it syncs; nil for none
	CA       string        // PEM file of the authorities that the servers' certificates are from; "" for the machine's own list
	Replicas int           // copies of a log made here: 3 where the cluster has three nodes; 1 if 0
	Timeout  time.Duration // of one exchange with the server; DefaultTimeout if 0
	Look     bool          // nothing is made that is not there yet: ErrNoLog without a log
	Log      *slog.Logger  // is told of connections that end and begin again; nil for none
}

// Account is a user of a NATS server. What is empty is not used; user and password may stand in the URL too.
type Account struct {
	User, Password   string
	Credentials      string // file with a JWT and its seed
	NKey             string // file with the seed of an nkey
	Certificate, Key string // PEM files of a client certificate
}

// ErrNoLog means that there is no log where one was looked for.
var ErrNoLog = errors.New("there is no log yet")

// A connection must notice soon that a node has stopped answering without closing it, and try the next: the client's own settings take
// minutes for that.
const (
	pingEvery     = time.Second
	pingsOut      = 2
	reconnectWait = 200 * time.Millisecond
	dialing       = 2 * time.Second
)

// Connect opens the log on a server of one's own. Several processes may share it: each append is compared with the
// game's end by the server. No error and no message of the log shows what stands before the @ of a URL.
func Connect(ctx context.Context, x External) (*Store, error) {
	s := &Store{timeout: x.Timeout}
	if s.timeout == 0 {
		s.timeout = DefaultTimeout
	}
	var err error
	if s.nc, err = x.dial("fieldpost", x.Account, false); err != nil {
		return nil, err
	}
	if x.System != nil {
		if s.system, err = x.dial("fieldpost doctor", *x.System, true); err != nil {
			s.nc.Close()
			return nil, fmt.Errorf("the system account: %w", err)
		}
	}
	if err := s.attach(ctx, max(x.Replicas, 1), attaching{look: x.Look}); err != nil {
		_ = s.Close() // the first error is the one to tell
		if errors.Is(err, nats.ErrNoResponders) {
			err = fmt.Errorf("jetstream: nobody answers for the log: JetStream is off there, or its nodes have no leader: %w", err)
		}
		return nil, err
	}
	return s, nil
}

// dial connects as an account. Another account than the first does not go by what stands in the URL.
func (x External) dial(name string, a Account, other bool) (*nats.Conn, error) {
	servers, shown, err := x.servers(other)
	if err != nil {
		return nil, err
	}
	options := []nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.Timeout(dialing), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsOut),
		nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait, reconnectWait)}
	if x.Log != nil {
		options = append(options,
			nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
				if err != nil {
					x.Log.Warn("the connection to the NATS server has ended; another is being made", "error", err)
				}
			}),
			nats.ReconnectHandler(func(nc *nats.Conn) {
				x.Log.Warn("connected to a NATS server again", "server", nc.ConnectedUrlRedacted())
			}),
			nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { x.Log.Warn("nats", "error", err) }))
	}
	if x.CA != "" {
		options = append(options, nats.RootCAs(x.CA))
	}
	if (a.Certificate == "") != (a.Key == "") {
		return nil, errors.New("nats: a client certificate needs both files: certificate and key")
	}
	if a.Certificate != "" {
		options = append(options, nats.ClientCert(a.Certificate, a.Key))
	}
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.NKey != "" {
		seed, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("nats: nkey %s: %w", a.NKey, err)
		}
		options = append(options, seed)
	}
	if a.User != "" {
		options = append(options, nats.UserInfo(a.User, a.Password))
	}
	nc, err := nats.Connect(servers, options...)
	if err != nil {
		return nil, fmt.Errorf("jetstream: no NATS server at %s: %w", shown, err)
	}
	return nc, nil
}

// servers returns the URLs, without the users in them if bare is set, and the same as they may be shown. An error does not repeat a URL that
// cannot be read: nobody can tell what in it is a password.
func (x External) servers(bare bool) (servers, shown string, err error) {
	var list, safe []string
	for n, text := range strings.Split(x.URL, ",") {
		text = strings.TrimSpace(text)
		if !strings.Contains(text, "://") {
			text = "nats://" + text
		}
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || strings.Contains(u.Path, "@") {
			return "", "", fmt.Errorf("nats: url: server %d of the list does not read as nats://HOST:PORT or tls://HOST:PORT (special characters of a password must be written as %%XX, and are better kept in a file)", n+1)
		}
		plain := *u
		plain.User = nil
		safe = append(safe, plain.String())
		if bare {
			u = &plain
		}
		list = append(list, u.String())
	}
	return strings.Join(list, ","), strings.Join(safe, ","), nil
}
