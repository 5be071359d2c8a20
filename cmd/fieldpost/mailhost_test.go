package main

import (
	"bytes"
	"cmp"
	"errors"
	"log"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"fieldpost/mail"
)

// mailhost is somebody else's IMAP server, in memory, with accounts whose mailboxes can be made to do all that mailboxes do between two looks:
// other UIDs, mails moved about, copied and thrown away, backups put back. Every command of a client passes a step before and one behind its
// effect, at which the connection may break.
//
// Two kinds are known, as hosts differ in how a mail is moved: IMAP4rev2 has MOVE, IMAP4rev1 has COPY, STORE and EXPUNGE only.
type mailhost struct {
	listener net.Listener
	server   *imapserver.Server
	step     func(name string) error // nil: nothing ever breaks

	mutex    sync.Mutex
	accounts map[string]map[string]*hostBox
	validity uint32 // the last one given
	skips    int    // so many mails a FETCH forgets to send, as busy servers do
}

// hostBox is one mailbox.
type hostBox struct {
	validity, next uint32
	mails          []hostMail // by UID
}

type hostMail struct {
	uid     uint32
	raw     []byte
	at      time.Time
	seen    bool
	deleted bool
}

// The mailboxes of every account.
const (
	hostInbox = "INBOX"
	hostJunk  = "Junk"
	hostDone  = "Done" // where the intake puts what it has taken
	hostAside = "Private"
)

// newMailhost starts a server with accounts.
func newMailhost(t testing.TB, rev2 bool, accounts ...string) *mailhost {
	t.Helper()
	h := &mailhost{accounts: map[string]map[string]*hostBox{}, validity: 1000}
	for _, a := range accounts {
		h.accounts[a] = map[string]*hostBox{}
		for _, name := range []string{hostInbox, hostJunk, hostDone, hostAside} {
			h.validity++
			h.accounts[a][name] = &hostBox{validity: h.validity, next: 1}
		}
	}
	caps := imap.CapSet{imap.CapIMAP4rev1: {}}
	if rev2 {
		caps[imap.CapIMAP4rev2] = struct{}{}
	}
	h.server = imapserver.New(&imapserver.Options{
		InsecureAuth: true, Caps: caps, Logger: log.New(bytes.NewBuffer(nil), "", 0),
		NewSession: func(c *imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			s := &hostSession{host: h, conn: c}
			if rev2 {
				return movingSession{s}, nil, nil
			}
			return s, nil, nil
		},
	})
	var err error
	if h.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	go h.server.Serve(h.listener)
	return h
}

func (h *mailhost) close() { h.server.Close() }

// login is how an intake reaches an account.
func (h *mailhost) login(account string) mail.Server {
	return mail.Server{Addr: h.listener.Addr().String(), TLS: mail.TLSNone, Username: account, Password: "secret"}
}

// do changes a mailbox as its owner or its host does.
func (h *mailhost) do(account, box string, change func(b *hostBox)) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	change(h.accounts[account][box])
}

// add puts a mail into the mailbox under a new UID.
func (b *hostBox) add(m hostMail) {
	m.uid = b.next
	b.next++
	b.mails = append(b.mails, m)
}

// take takes out the mail that stands at a place.
func (b *hostBox) take(i int) hostMail {
	m := b.mails[i]
	b.mails = slices.Delete(b.mails, i, i+1)
	return m
}

// renumbered gives all mails other UIDs, as a host does that has lost its index.
func (h *mailhost) renumbered(account, box string, first uint32) {
	h.do(account, box, func(b *hostBox) {
		h.validity++
		b.validity, b.next = h.validity, first
		for i := range b.mails {
			b.mails[i].uid = b.next
			b.next++
		}
	})
}

// hostSession is one connection.
type hostSession struct {
	host    *mailhost
	conn    *imapserver.Conn
	account string
	box     *hostBox
	opened  uint32 // UIDVALIDITY when the mailbox was selected
}

var errBroken = errors.New("the connection broke")

// pass takes a step; a connection that breaks at it is closed without a word.
func (s *hostSession) pass(name string) error {
	if s.host.step == nil {
		return nil
	}
	err := s.host.step(name)
	if err != nil {
		s.conn.NetConn().Close()
	}
	return err
}

// command takes the step before an effect, has the effect, and takes the step behind it. A mailbox that was numbered anew is closed: no
// connection may go on with the old UIDs.
func (s *hostSession) command(name string, effect func() error) error {
	if err := s.pass(name); err != nil {
		return err
	}
	s.host.mutex.Lock()
	err := error(nil)
	if s.box != nil && s.box.validity != s.opened {
		err = errBroken
	} else {
		err = effect()
	}
	s.host.mutex.Unlock()
	if errors.Is(err, errBroken) {
		s.conn.NetConn().Close()
	}
	return cmp.Or(err, s.pass(name+" done"))
}

func (s *hostSession) Close() error { return nil }
func (s *hostSession) Login(user, _ string) error {
	s.account = user
	return s.pass("login")
}

func (s *hostSession) Select(name string, _ *imap.SelectOptions) (data *imap.SelectData, err error) {
	s.box = nil
	err = s.command("select", func() error {
		b := s.host.accounts[s.account][name]
		if b == nil {
			return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeNonExistent, Text: "No such mailbox"}
		}
		s.box, s.opened = b, b.validity
		data = &imap.SelectData{NumMessages: uint32(len(b.mails)), UIDNext: imap.UID(b.next), UIDValidity: b.validity}
		return nil
	})
	return data, err
}

func (s *hostSession) Create(string, *imap.CreateOptions) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeAlreadyExists, Text: "Mailbox already exists"}
}
func (s *hostSession) Delete(string) error                              { return errors.ErrUnsupported }
func (s *hostSession) Rename(string, string, *imap.RenameOptions) error { return errors.ErrUnsupported }
func (s *hostSession) Subscribe(string) error                           { return nil }
func (s *hostSession) Unsubscribe(string) error                         { return nil }
func (s *hostSession) Status(string, *imap.StatusOptions) (*imap.StatusData, error) {
	return nil, errors.ErrUnsupported
}
func (s *hostSession) Append(string, imap.LiteralReader, *imap.AppendOptions) (*imap.AppendData, error) {
	return nil, errors.ErrUnsupported
}
func (s *hostSession) Namespace() (*imap.NamespaceData, error)   { return nil, errors.ErrUnsupported }
func (s *hostSession) Poll(*imapserver.UpdateWriter, bool) error { return nil }
func (s *hostSession) Idle(_ *imapserver.UpdateWriter, stop <-chan struct{}) error {
	<-stop
	return nil
}
func (s *hostSession) Unselect() error {
	s.box = nil
	return nil
}

func (s *hostSession) List(w *imapserver.ListWriter, _ string, _ []string, _ *imap.ListOptions) error {
	for _, name := range []string{hostInbox, hostJunk, hostDone, hostAside} {
		data := &imap.ListData{Mailbox: name, Delim: '/'}
		if name == hostJunk {
			data.Attrs = []imap.MailboxAttr{imap.MailboxAttrJunk}
		}
		if err := w.WriteList(data); err != nil {
			return err
		}
	}
	return nil
}

// among gives the places of the mails of a set.
func (b *hostBox) among(set imap.NumSet) (places []int) {
	uids, _ := set.(imap.UIDSet)
	for i, m := range b.mails {
		if uids.Contains(imap.UID(m.uid)) {
			places = append(places, i)
		}
	}
	return places
}

// Search knows what an intake looks for: UIDs from one on (the last mail always among them, as RFC 9051 has it), and days.
func (s *hostSession) Search(_ imapserver.NumKind, c *imap.SearchCriteria, _ *imap.SearchOptions) (data *imap.SearchData, err error) {
	err = s.command("search", func() error {
		var found imap.UIDSet
		for i, m := range s.box.mails {
			in := len(c.UID) == 0
			for _, set := range c.UID {
				for _, r := range set {
					in = in || uint32(r.Start) <= m.uid && (r.Stop == 0 || m.uid <= uint32(r.Stop)) || r.Stop == 0 && i == len(s.box.mails)-1
				}
			}
			if in && !m.at.Before(c.Since) {
				found.AddNum(imap.UID(m.uid))
			}
		}
		data = &imap.SearchData{All: found, Count: uint32(len(s.box.mails))}
		return nil
	})
	return data, err
}

func (s *hostSession) Fetch(w *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	type sent struct {
		place int
		mail  hostMail
	}
	var mails []sent
	if err := s.command("fetch", func() error {
		for _, i := range s.box.among(set) {
			if s.host.skips > 0 {
				s.host.skips--
				continue
			}
			mails = append(mails, sent{i, s.box.mails[i]})
		}
		return nil
	}); err != nil {
		return err
	}
	for _, m := range mails {
		if err := s.pass("fetch one"); err != nil {
			return err
		}
		r := w.CreateMessage(uint32(m.place) + 1)
		r.WriteUID(imap.UID(m.mail.uid))
		r.WriteInternalDate(m.mail.at)
		r.WriteRFC822Size(int64(len(m.mail.raw)))
		for _, section := range options.BodySection {
			data := imapserver.ExtractBodySection(bytes.NewReader(m.mail.raw), section)
			body := r.WriteBodySection(section, int64(len(data)))
			if _, err := body.Write(data); err != nil {
				return err
			}
			if err := body.Close(); err != nil {
				return err
			}
		}
		if err := r.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (s *hostSession) Store(_ *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, _ *imap.StoreOptions) error {
	return s.command("store", func() error {
		for _, i := range s.box.among(set) {
			s.box.mails[i].seen = s.box.mails[i].seen || slices.Contains(flags.Flags, imap.FlagSeen)
			s.box.mails[i].deleted = s.box.mails[i].deleted || slices.Contains(flags.Flags, imap.FlagDeleted)
		}
		return nil
	})
}

// copied copies mails into another mailbox.
func (s *hostSession) copied(set imap.NumSet, name string) *imap.CopyData {
	to := s.host.accounts[s.account][name]
	data := &imap.CopyData{UIDValidity: to.validity}
	for _, i := range s.box.among(set) {
		m := s.box.mails[i]
		data.SourceUIDs.AddNum(imap.UID(m.uid))
		data.DestUIDs.AddNum(imap.UID(to.next))
		to.add(m)
	}
	return data
}

func (s *hostSession) Copy(set imap.NumSet, name string) (data *imap.CopyData, err error) {
	err = s.command("copy", func() error {
		data = s.copied(set, name)
		return nil
	})
	return data, err
}

func (s *hostSession) Expunge(_ *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	return s.command("expunge", func() error {
		s.box.mails = slices.DeleteFunc(s.box.mails, func(m hostMail) bool {
			return m.deleted && (uids == nil || uids.Contains(imap.UID(m.uid)))
		})
		return nil
	})
}

// movingSession is a connection of a host that knows MOVE.
type movingSession struct{ *hostSession }

// Move copies mails and removes them; a host that goes down between the two leaves them in both places.
func (s movingSession) Move(w *imapserver.MoveWriter, set imap.NumSet, name string) error {
	var data *imap.CopyData
	if err := s.command("move", func() error {
		data = s.copied(set, name)
		return nil
	}); err != nil {
		return err
	}
	if err := w.WriteCopyData(data); err != nil {
		return err
	}
	return s.command("move away", func() error {
		s.box.mails = slices.DeleteFunc(s.box.mails, func(m hostMail) bool { return data.SourceUIDs.Contains(imap.UID(m.uid)) })
		return nil
	})
}
