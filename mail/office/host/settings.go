package host

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/office"
)

// Config says what an installation is made of: it is the configuration file of a server. Every field has a default; an empty file is a good one.
//
//	data: /var/lib/fieldpost
//	address: orders@example.org
//	imap: {server: imap.example.org:993, tls: tls, user: orders, password_file: /etc/fieldpost/imap}
//	smtp: {server: smtp.example.org:465, tls: tls, user: orders, password_file: /etc/fieldpost/smtp}
type Config struct {
	Data      string        `yaml:"data"`      // folder of everything that is kept; "fieldpost-data"
	Scenarios string        `yaml:"scenarios"` // folder of your own scenarios
	Language  string        `yaml:"language"`  // of letters to unknown people: en (the default) or another that has words
	Address   string        `yaml:"address"`   // where players write; orders@fieldpost.local
	NATS      NATSConfig    `yaml:"nats"`      // an outside log instead of the embedded one
	IMAP      *MailAccount  `yaml:"imap"`      // outside account to read; none: the embedded post office
	SMTP      *MailAccount  `yaml:"smtp"`      // outside account to send by; none: the embedded post office
	Listen    Listen        `yaml:"listen"`    // addresses of the embedded servers
	Desk      *DeskDoor     `yaml:"desk"`      // nil: the page is not served
	Archive   string        `yaml:"archive"`   // folder of the archive, best on another disk; DATA/archive
	Inbound   string        `yaml:"inbound"`   // listening address of a direct SMTP intake, in addition to the others
	LMTP      string        `yaml:"lmtp"`      // listening address (host:port of this machine, or the path of a socket) on which a mail server delivers by LMTP
	Accounts  []MailAccount `yaml:"accounts"`  // more IMAP accounts to read
	Proof     string        `yaml:"proof"`     // how mails prove their sender in games that do not say: casual, standard, strict
	Verdicts  []string      `yaml:"verdicts"`  // authserv-ids of mail servers whose Authentication-Results are believed
	Master    string        `yaml:"master"`    // the game master's address, for messages to him and warnings
	DKIM      *DKIMConfig   `yaml:"dkim"`      // signs our letters
	Beacon    BeaconConfig  `yaml:"beacon"`    // where rounds of the public beacon come from
	Rates     office.Rates  `yaml:"rates"`     // how many mails an hour are processed
	Linger    time.Duration `yaml:"linger"`    // how long a report waits for more news if its reader has nothing to do; at most a minute
	Solo      *int          `yaml:"solo"`      // how many games against machines an address may open a day by NEW GAME; 0 for none
	Thinking  time.Duration `yaml:"thinking"`  // how long the machine "strong" thinks about a window: "20s"
	Debug     string        `yaml:"debug"`     // listening address, only on this machine, for profiles of the running program; none if empty

	// Commands reads the lines of the game master's mails as the command line would; none are carried out if it is nil.
	Commands func(in *Installation) office.Commands `yaml:"-"`
}

// DKIMConfig names the key that signs our letters; the server prints at its start the DNS record that publishes it.
type DKIMConfig struct {
	Domain   string `yaml:"domain"`   // that of the address if empty
	Selector string `yaml:"selector"` // "fieldpost" if empty
	KeyFile  string `yaml:"key_file"` // PEM, RSA or Ed25519
}

// MailAccount is an account on an outside server.
type MailAccount struct {
	Server       string `yaml:"server"` // host:port
	TLS          string `yaml:"tls"`    // tls (default), starttls, none (loopback only)
	User         string `yaml:"user"`
	Password     string `yaml:"password"`
	PasswordFile string `yaml:"password_file"`
	Auth         string `yaml:"auth"` // plain (default), login, oauthbearer, xoauth2: then the password is the access token
	Mailbox      string `yaml:"mailbox"`
	Move         string `yaml:"move"` // mailbox for mails that were taken in
	Junk         string `yaml:"junk"` // mailbox of suspected spam, looked into each hour; "-" for none; found by its mark if empty
}

// Listen are addresses of the embedded servers; port 0 picks a free one.
type Listen struct {
	SMTP string `yaml:"smtp"` // 127.0.0.1:2525
	IMAP string `yaml:"imap"` // 127.0.0.1:2143
	HTTP string `yaml:"http"` // metrics and health; none if empty
}

// DeskDoor is where players open reports alive in their browsers.
type DeskDoor struct {
	URL  string `yaml:"url"`  // https://play.example.org/desk: how players reach /desk of listen.http
	Page string `yaml:"page"` // file that "fieldpost desk" wrote; if empty the page that came with the program, or one built now
}

// Defaults plays on one machine with nothing else installed.
func Defaults() Config {
	return Config{
		Data: "fieldpost-data", Language: "en", Address: "orders@fieldpost.local",
		Listen: Listen{SMTP: "127.0.0.1:2525", IMAP: "127.0.0.1:2143"}, Linger: 30 * time.Second,
	}
}

// Check reports what makes no sense in a configuration.
func (c Config) Check() error {
	if !strings.Contains(c.Address, "@") {
		return fmt.Errorf("address: %q is not a mail address", c.Address)
	}
	if !slices.Contains(office.Languages, c.Language) {
		return fmt.Errorf("language: %q is not one of %s", c.Language, strings.Join(office.Languages, ", "))
	}
	if c.Proof != "" && !mail.Policy(c.Proof).Known() {
		return fmt.Errorf("proof: %q is not one of casual, standard, strict", c.Proof)
	}
	if c.Master != "" && !strings.Contains(c.Master, "@") {
		return fmt.Errorf("master: %q is not a mail address", c.Master)
	}
	if c.Desk != nil && c.Listen.HTTP == "" {
		return errors.New("desk: it is served at listen.http, which is not set")
	}
	if c.Desk != nil {
		if u, err := url.Parse(c.Desk.URL); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.Fragment != "" || u.RawQuery != "" {
			return fmt.Errorf("desk: url: %q is not the address of a page, such as https://play.example.org/desk", c.Desk.URL)
		}
	}
	if c.SMTP == nil && len(c.Accounts) > 0 {
		return errors.New("accounts: letters need an account to send by: smtp")
	}
	if (c.IMAP == nil) != (c.SMTP == nil) && c.Inbound == "" && c.LMTP == "" {
		return errors.New("imap and smtp go together: one account to read, one to send by")
	}
	return nil
}

// proof returns how mails prove their sender where a game does not say: on one machine with nothing but the embedded post office it is
// casual, on real mail standard.
func (c Config) proof() string {
	switch {
	case c.Proof != "":
		return c.Proof
	case c.IMAP == nil && c.Inbound == "" && c.LMTP == "":
		return string(mail.Casual)
	}
	return string(mail.Standard)
}

// solo returns how many games against machines an address may open a day if the configuration does not say: some on one machine with nothing
// but the embedded post office on it, none on real mail.
func (c Config) solo() int {
	switch {
	case c.Solo != nil:
		return max(0, *c.Solo)
	case c.IMAP == nil && c.Inbound == "" && c.LMTP == "" && loopback(c.Listen.SMTP):
		return 10
	}
	return 0
}

// signer reads the key that signs our letters, or nil for none.
func (c Config) signer() (*mail.Signer, error) {
	if c.DKIM == nil {
		return nil, nil
	}
	data, err := os.ReadFile(c.DKIM.KeyFile)
	if err != nil {
		return nil, fmt.Errorf("dkim: %w", err)
	}
	key, err := mail.ParseSigningKey(data)
	if err != nil {
		return nil, fmt.Errorf("dkim: %s: %w", c.DKIM.KeyFile, err)
	}
	_, domain, _ := strings.Cut(c.Address, "@")
	return &mail.Signer{Domain: cmp.Or(c.DKIM.Domain, domain), Selector: cmp.Or(c.DKIM.Selector, "fieldpost"), Key: key}, nil
}

// password reads the account's secret from its file, if it names one.
func (a *MailAccount) password() (string, error) {
	if a.PasswordFile == "" {
		return a.Password, nil
	}
	b, err := os.ReadFile(a.PasswordFile)
	return strings.TrimSpace(string(b)), err
}
