package host

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"fieldpost/events/jetstream"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/keyring"
)

// NATSConfig names an outside NATS server or cluster.
//
//	nats: {url: "tls://n1.example.org:4222,tls://n2.example.org:4222,tls://n3.example.org:4222", replicas: 3, ca: /etc/fieldpost/ca.pem,
//	       credentials: /etc/fieldpost/nats.creds, system: {user: sys, password_file: /etc/fieldpost/sys}}
type NATSConfig struct {
	URL         string `yaml:"url"` // several separated by commas
	Replicas    int    `yaml:"replicas"`
	CA          string `yaml:"ca"` // PEM file of the authorities of the servers' certificates; the machine's own list if empty
	NATSAccount `yaml:",inline"`
	// PassphraseFile holds the passphrase with which the servers of an installation hand each other its keys through the cluster; none are handed
	// over if it is empty.
	PassphraseFile string       `yaml:"passphrase_file"`
	System         *NATSAccount `yaml:"system"` // a user of the system account: the doctor then sees how the servers sync
}

// NATSAccount is a user there; what is empty is not used.
type NATSAccount struct {
	User         string `yaml:"user"`
	Password     string `yaml:"password"`
	PasswordFile string `yaml:"password_file"`
	Credentials  string `yaml:"credentials"` // file with a JWT and its seed
	NKey         string `yaml:"nkey"`        // file with the seed of an nkey
	Certificate  string `yaml:"certificate"` // PEM files of a client certificate
	Key          string `yaml:"key"`
}

// Account reads what the files of a user hold.
func (a NATSAccount) Account() (jetstream.Account, error) {
	password := a.Password
	if a.PasswordFile != "" {
		data, err := os.ReadFile(a.PasswordFile)
		if err != nil {
			return jetstream.Account{}, fmt.Errorf("nats: %w", err)
		}
		password = strings.TrimSpace(string(data))
	}
	return jetstream.Account{User: a.User, Password: password, Credentials: a.Credentials, NKey: a.NKey, Certificate: a.Certificate, Key: a.Key}, nil
}

// external says how the outside log is reached.
func (n NATSConfig) external(log *slog.Logger) (jetstream.External, error) {
	x := jetstream.External{URL: n.URL, CA: n.CA, Replicas: n.Replicas, Log: log}
	var err error
	if x.Account, err = n.Account(); err != nil || n.System == nil {
		return x, err
	}
	system, err := n.System.Account()
	x.System = &system
	return x, err
}

// Connect opens the outside log. If look is set, nothing is made there.
func (n NATSConfig) Connect(ctx context.Context, log *slog.Logger, look bool) (*jetstream.Store, error) {
	x, err := n.external(log)
	if err != nil {
		return nil, err
	}
	x.Look = look
	if !look {
		x.System = nil // it is for the doctor alone
	}
	return jetstream.Connect(ctx, x)
}

// Cluster says how a server comes to what it shares with others.
func (c Config) Cluster(log *slog.Logger) cluster.Settings {
	s := cluster.Settings{
		Data: c.Data, ArchiveDir: c.ArchiveDir(), Keys: c.Keys(), Log: log,
		Connect:   func(ctx context.Context) (*jetstream.Store, error) { return c.NATS.Connect(ctx, log, false) },
		Forgotten: func() error { return c.DropRegister() },
	}
	if c.NATS.PassphraseFile != "" {
		s.Passphrase = func() (string, error) { return keyring.ReadPassphrase(c.NATS.PassphraseFile) }
	}
	return s
}
