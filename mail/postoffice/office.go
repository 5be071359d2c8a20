// Package postoffice is a small mail server for one machine: SMTP and IMAP on localhost with mailboxes on disk. It lets a newcomer play
// with any mail program and nothing else installed, and gives the tests a real mail server.
//
// It delivers inside only: to local users and to Fieldpost's own addresses, each with plus-addressing (alice+x@ is alice@).
// Nothing is ever passed on to another host. A mail that was answered 250 is on the disk, synced, and survives a crash.
//
//	office, err := postoffice.Open(postoffice.Config{Dir: dir, Domains: []string{"fieldpost.localhost"},
//		Users: []postoffice.User{{"alice", "secret"}}, Orders: []string{"orders"}, Handler: office.Receive})
//	fmt.Println(office.SMTPAddr(), office.IMAPAddr()) // point Thunderbird, neomutt or curl there
//
// Mails to temperror@ and permerror@ are refused with 451 and 550, to show what then happens.
package postoffice

import (
	"context"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"fieldpost/events/durable"
	"fieldpost/mail"
	"fieldpost/mail/message"
)

// Config says what an office serves.
type Config struct {
	Dir     string           // mailboxes live here; one office a folder
	SMTP    string           // listening address; "127.0.0.1:0" if empty
	IMAP    string           // listening address; "127.0.0.1:0" if empty
	Domains []string         // local domains, the first is ours by name; "localhost" if empty
	Users   []User           // accounts
	Anybody string           // if not "", every local name is an account with this password, made when first used
	Orders  []string         // local parts that are Fieldpost's own: "orders", "bounce"; with plus-addressing
	Letters Letters          // give letters again that the disk has damaged; may be nil
	Handler mail.Handler     // takes mails to Orders; if nil they go to the mailbox of that name, which must be a user
	Limits  message.Limits   // of one mail
	Now     func() time.Time // time.Now if nil
	Log     *slog.Logger     // slog.Default if nil; never sees the text of mails
}

// User is one account: its mails go to Name@ every local domain, and Name+anything@.
type User struct{ Name, Password string }

// Office is a running post office.
type Office struct {
	config   Config
	lock     *durable.Lock
	smtp     net.Listener
	imap     net.Listener
	receiver *mail.Receiver
	server   *imapserver.Server
	serving  sync.WaitGroup
	closing  sync.Once

	passwords passwords
	keeper    keeper

	mutex    sync.Mutex
	accounts map[string]*account
}

var accountName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// Open starts an office; a second one on the same folder is refused with a durable.LockedError.
func Open(config Config) (*Office, error) {
	config = config.withDefaults()
	for _, u := range config.Users {
		if !accountName.MatchString(strings.ToLower(u.Name)) {
			return nil, fmt.Errorf("postoffice: %q cannot be an account", u.Name)
		}
	}
	if err := durable.MakeDir(filepath.Join(config.Dir, "users")); err != nil {
		return nil, err
	}
	o := &Office{config: config, accounts: map[string]*account{}, passwords: passwords{dir: config.Dir}, keeper: keeper{letters: config.Letters}}
	var err error
	if o.lock, err = durable.Acquire(config.Dir); err != nil {
		return nil, err
	}
	if err := o.open(); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

func (c Config) withDefaults() Config {
	if c.SMTP == "" {
		c.SMTP = "127.0.0.1:0"
	}
	if c.IMAP == "" {
		c.IMAP = "127.0.0.1:0"
	}
	if len(c.Domains) == 0 {
		c.Domains = []string{"localhost"}
	}
	if c.Limits.Bytes <= 0 {
		c.Limits.Bytes = message.DefaultLimits.Bytes
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

func (o *Office) open() error {
	var err error
	for _, u := range o.config.Users {
		if _, err = o.account(strings.ToLower(u.Name)); err != nil {
			return err
		}
	}
	if o.smtp, err = net.Listen("tcp", o.config.SMTP); err != nil {
		return err
	}
	if o.imap, err = net.Listen("tcp", o.config.IMAP); err != nil {
		return err
	}
	o.receiver = mail.NewReceiver(mail.ReceiverConfig{
		Domain: o.config.Domains[0], Accept: o.accept, Check: magic, Limits: o.config.Limits, Now: o.config.Now, Log: o.config.Log,
		Login: func(username, password string) bool { return o.password(username, password) },
	}, o.receive)
	o.server = imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &session{office: o}, nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {}, imap.CapNamespace: {}, imap.CapUIDPlus: {}, imap.CapESearch: {},
			imap.CapSearchRes: {}, imap.CapListExtended: {}, imap.CapListStatus: {}, imap.CapMove: {}, imap.CapStatusSize: {},
			imap.CapSpecialUse: {}, imap.CapIdle: {}, imap.CapUnselect: {}, imap.CapLiteralPlus: {}, imap.CapBinary: {},
		},
		InsecureAuth: true, // this machine only, or anyone the operator lets in by Config.IMAP
		Logger:       imapLog{o.config.Log},
	})
	o.serving.Go(func() { o.receiver.Serve(o.smtp) })
	o.serving.Go(func() { o.server.Serve(o.imap) })
	return nil
}

// imapLog sends the library's complaints to the operator's log without what a client sent.
type imapLog struct{ log *slog.Logger }

// Printf logs the format.
func (l imapLog) Printf(format string, _ ...interface{}) {
	l.log.Debug("imap: " + strings.TrimSpace(format))
}

// SMTPAddr returns the address on which the office takes mail, with the port that was chosen.
func (o *Office) SMTPAddr() string { return o.smtp.Addr().String() }

// IMAPAddr returns the address on which the office shows mail.
func (o *Office) IMAPAddr() string { return o.imap.Addr().String() }

// Close stops both servers. Mails under way get a moment to end; one that was not answered 250 by then comes again.
func (o *Office) Close() error {
	o.closing.Do(func() {
		if o.receiver != nil {
			ctx, cancel := context.WithTimeout(context.Background(), closeGrace)
			defer cancel()
			o.receiver.Close(ctx)
		}
		for _, l := range []net.Listener{o.smtp, o.imap} {
			if l != nil {
				l.Close()
			}
		}
		o.serving.Wait() // before the server is closed, which waits for what Serve may only be about to add
		if o.server != nil {
			o.server.Close()
		}
		o.lock.Release()
	})
	return nil
}

// closeGrace is how long Close waits for connections to end.
const closeGrace = 100 * time.Millisecond

// local returns the name before the plus of an address in one of our domains, in lower case.
func (o *Office) local(address string) (string, bool) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 || !slices.ContainsFunc(o.config.Domains, func(d string) bool { return strings.EqualFold(d, address[at+1:]) }) {
		return "", false
	}
	name, _, _ := strings.Cut(strings.ToLower(address[:at]), "+")
	return name, true
}

// magic refuses mails to temperror@ and permerror@.
func magic(_, to string) *mail.Failure {
	switch name, _, _ := strings.Cut(strings.ToLower(to), "@"); name {
	case "temperror":
		return &mail.Failure{Code: 451, Enhanced: "4.2.0", Detail: "Mail to this address always fails, and may be tried again: its name asks for that"}
	case "permerror":
		return &mail.Failure{Permanent: true, Code: 550, Enhanced: "5.1.1", Detail: "Mail to this address always fails for good: its name asks for that"}
	}
	return nil
}

// accept reports whether an address is one that the office delivers to.
func (o *Office) accept(address string) bool {
	name, ours := o.local(address)
	if !ours {
		return false
	}
	return name == "temperror" || name == "permerror" || o.isOrders(name) || o.isUser(name)
}

func (o *Office) isOrders(name string) bool {
	return slices.ContainsFunc(o.config.Orders, func(s string) bool { return strings.EqualFold(s, name) })
}

func (o *Office) isUser(name string) bool {
	if o.config.Anybody != "" && accountName.MatchString(name) {
		return true
	}
	return slices.ContainsFunc(o.config.Users, func(u User) bool { return strings.EqualFold(u.Name, name) })
}

// account opens an account, making it if it is new.
func (o *Office) account(name string) (*account, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if a := o.accounts[name]; a != nil {
		return a, nil
	}
	a, err := openAccount(filepath.Join(o.config.Dir, "users", name), o.config.Now, o.config.Log, &o.keeper)
	if err != nil {
		return nil, err
	}
	o.accounts[name] = a
	return a, nil
}

// password reports whether a name (with or without a local domain) and a password belong together.
func (o *Office) password(username, password string) bool {
	name := o.userName(username)
	if opens, owned := o.passwords.opens(name, password); owned {
		return opens && o.isUser(name) && !o.isOrders(name)
	}
	want := o.config.Anybody
	known := want != "" && accountName.MatchString(name) && !o.isOrders(name)
	for _, u := range o.config.Users {
		if strings.EqualFold(u.Name, name) {
			want, known = u.Password, true
		}
	}
	return subtle.ConstantTimeCompare([]byte(want), []byte(password)) == 1 && known
}

func (o *Office) userName(username string) string {
	if name, ours := o.local(username); ours {
		return name
	}
	return strings.ToLower(username)
}

func (o *Office) login(username, password string) (*account, error) {
	if !o.password(username, password) {
		return nil, imapserver.ErrAuthFailed
	}
	return o.account(o.userName(username))
}

// receive delivers a mail that came by SMTP: to the handler first, because only that may fail for reasons of its own.
func (o *Office) receive(ctx context.Context, raw []byte, env mail.Envelope) error {
	if f := o.impostor(raw, env); f != nil {
		return f
	}
	var orders []string
	users := map[string]string{}
	for _, to := range env.To {
		name, _ := o.local(to)
		if o.isOrders(name) && o.config.Handler != nil {
			orders = append(orders, to)
		} else if _, twice := users[name]; !twice {
			users[name] = to
		}
	}
	if len(orders) > 0 {
		forOrders := env
		forOrders.To = orders
		if err := o.config.Handler(ctx, raw, forOrders); err != nil {
			return err
		}
	}
	for _, to := range env.To {
		name, _ := o.local(to)
		if users[name] != to {
			continue
		}
		if err := o.store(name, to, env, raw); err != nil {
			return err
		}
	}
	return nil
}

// impostor refuses a mail in the name of a user who has a password of his own, unless its sender logged in with that.
func (o *Office) impostor(raw []byte, env mail.Envelope) error {
	if !o.passwords.any() {
		return nil
	}
	names := []string{env.From}
	if in, err := message.Read(raw, o.config.Limits); err == nil {
		names = append(names, in.From.Address)
	}
	for _, address := range names {
		name, ours := o.local(address)
		if ours && o.isUser(name) && !o.isOrders(name) && o.passwords.has(name) && o.userName(env.Login) != name {
			return &mail.Failure{Permanent: true, Code: 530, Enhanced: "5.7.0", Detail: name + " has a password of his own: log in with it to write in his name"}
		}
	}
	return nil
}

// store puts a mail into a user's INBOX with the trace fields of a final delivery (RFC 5321 section 4.4).
func (o *Office) store(name, to string, env mail.Envelope, raw []byte) error {
	a, err := o.account(name)
	if err != nil {
		return err
	}
	m, err := a.find(inbox)
	if err != nil {
		return err
	}
	trace := fmt.Sprintf("Return-Path: <%s>\r\nDelivered-To: %s\r\nReceived: by %s (Fieldpost post office); %s\r\n",
		env.From, to, o.config.Domains[0], env.Received.UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700"))
	_, err = m.add(append([]byte(trace), raw...), nil, env.Received)
	return err
}

// Deliver takes a mail as if it had come by SMTP: to a user's INBOX, or to the handler for one of Fieldpost's own addresses.
func (o *Office) Deliver(ctx context.Context, from, to string, raw []byte) error {
	if f := magic(from, to); f != nil {
		return f
	}
	if !o.accept(to) {
		return &mail.Failure{Permanent: true, Code: 550, Enhanced: "5.7.1", Detail: "no such address here"}
	}
	return o.receive(ctx, raw, mail.Envelope{
		Via: "local", From: from, Null: from == "", To: []string{to}, Received: o.config.Now().UTC(), Size: int64(len(raw)),
	})
}
