package mail

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"fieldpost/mail/message"
)

// Cursor says how far a mailbox was read. It is only a hint: a rescan finds what it misses.
type Cursor struct {
	UIDValidity uint32
	UIDNext     uint32 // the first UID not yet handled
}

// Cursors keeps cursors for an intake. Losing them only costs time.
type Cursors interface {
	LoadCursor(ctx context.Context, mailbox string) (Cursor, error) // zero Cursor if there is none
	SaveCursor(ctx context.Context, mailbox string, c Cursor) error
}

// IMAPConfig says where an IMAPIntake reads.
type IMAPConfig struct {
	Server  Server
	Mailbox string         // "INBOX" if empty
	Move    string         // mailbox that handled mails are moved to; they stay if empty
	Poll    time.Duration  // at least this often besides IDLE; 1 minute if 0
	Limits  message.Limits // a mail larger than Limits.Bytes is handed on cut to one byte more
	Batch   int            // mails fetched at once; 50 if 0
	Clock   Clock          // the machine's if nil
	Log     *slog.Logger   // slog.Default if nil; never sees the text of mails
	Debug   io.Writer      // gets the wire, passwords included; nil for none

	Condition *Condition // told how each connection of Run went; nil for none
}

// IMAPIntake reads mails from an IMAP mailbox. A mail is marked \Seen (and moved) only after the handler took it; one that the handler
// did not take is offered again at the next round, and the cursor stays before it.
type IMAPIntake struct {
	config  IMAPConfig
	cursors Cursors
	cursor  Cursor
	loaded  bool
}

// NewIMAPIntake makes an intake; cursors may be nil.
func NewIMAPIntake(config IMAPConfig, cursors Cursors) *IMAPIntake {
	config.Limits = config.Limits.OrDefault()
	if config.Mailbox == "" {
		config.Mailbox = "INBOX"
	}
	if config.Poll <= 0 {
		config.Poll = time.Minute
	}
	if config.Batch <= 0 {
		config.Batch = 50
	}
	if config.Clock == nil {
		config.Clock = machineClock{}
	}
	if config.Log == nil {
		config.Log = slog.Default()
	}
	return &IMAPIntake{config: config, cursors: cursors}
}

// Run reads until ctx ends, connecting again after faults with growing pauses (1 second to 5 minutes). It returns nil when ctx ended
// and an error only for settings that can never work.
func (in *IMAPIntake) Run(ctx context.Context, h Handler) error {
	if err := in.config.Server.check(); err != nil {
		return err
	}
	pause := time.Second
	for ctx.Err() == nil {
		well, err := in.watch(ctx, h)
		if ctx.Err() != nil {
			return nil
		}
		if well {
			pause = time.Second // what went wrong before is over
		}
		in.config.Condition.Failed(ctx, err, in.config.Clock.Now())
		in.config.Log.Warn("mailbox lost, trying again", "mailbox", in.config.Mailbox, "in", pause, "error", err)
		select {
		case <-ctx.Done():
		case <-in.config.Clock.After(pause):
		}
		pause = min(2*pause, 5*time.Minute)
	}
	return nil
}

// Sweep connects, hands over all mails that the cursor has not passed, and disconnects. It returns how many were taken.
func (in *IMAPIntake) Sweep(ctx context.Context, h Handler) (int, error) {
	s, err := in.connect(ctx)
	if err != nil {
		return 0, err
	}
	defer s.close()
	return s.sweep(ctx, h)
}

// Probe connects, logs in, looks for the mailbox and disconnects. No mail is touched.
func (in *IMAPIntake) Probe(ctx context.Context) error {
	s, err := in.connect(ctx)
	if err == nil {
		s.close()
	}
	return err
}

// Rescan is Sweep over all mails that came since a day, whatever the cursor says.
func (in *IMAPIntake) Rescan(ctx context.Context, since time.Time, h Handler) (int, error) {
	s, err := in.connect(ctx)
	if err != nil {
		return 0, err
	}
	defer s.close()
	found, err := s.client.UIDSearch(&imap.SearchCriteria{Since: since}, nil).Wait()
	if err != nil {
		return 0, err
	}
	uids := found.AllUIDs()
	slices.Sort(uids)
	taken, _, err := s.hand(ctx, uids, h)
	return taken, err
}

// imapSession is one connection with its mailbox selected.
type imapSession struct {
	in       *IMAPIntake
	client   *imapclient.Client
	news     chan struct{} // something came; filled by the library's reader, which must never wait and never send a command
	validity uint32
	next     uint32 // the UID that the next mail was to get when the mailbox was selected; 0 if the server did not say
	loaded   bool   // the cursor fits this mailbox
	stop     func() bool
}

// connect logs in and selects the mailbox. The connection is cut when ctx ends.
func (in *IMAPIntake) connect(ctx context.Context) (*imapSession, error) {
	server := in.config.Server
	if err := server.check(); err != nil {
		return nil, err
	}
	s := &imapSession{in: in, news: make(chan struct{}, 1)}
	options := &imapclient.Options{
		DebugWriter: in.config.Debug,
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{
			Mailbox: func(data *imapclient.UnilateralDataMailbox) {
				if data.NumMessages != nil {
					select {
					case s.news <- struct{}{}:
					default:
					}
				}
			},
		},
		TLSConfig: server.tlsConfig(),
	}
	conn, err := server.dial(ctx)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	if server.TLS == TLSStart {
		if s.client, err = imapclient.NewStartTLS(conn, options); err != nil {
			stop()
			return nil, err
		}
	} else {
		s.client = imapclient.New(conn, options)
	}
	s.stop = stop
	if err := s.open(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *imapSession) open(ctx context.Context) error {
	server := s.in.config.Server
	if err := s.client.WaitGreeting(); err != nil {
		return err
	}
	login, err := server.login(ctx)
	if err != nil {
		return err
	}
	switch {
	case login == nil:
	case server.Auth == "" || server.Auth == "login" || server.Auth == "plain" && !s.client.Caps().Has(imap.AuthCap("PLAIN")):
		err = s.client.Login(server.Username, server.Password).Wait()
	default:
		err = s.client.Authenticate(login)
	}
	if err != nil {
		return fmt.Errorf("mail: login at %s: %w", server.Addr, err)
	}
	if move := s.in.config.Move; move != "" {
		s.client.Create(move, nil).Wait() // it usually exists
	}
	selected, err := s.client.Select(s.in.config.Mailbox, nil).Wait()
	if err != nil {
		return fmt.Errorf("mail: mailbox %q: %w", s.in.config.Mailbox, err)
	}
	s.validity, s.next = selected.UIDValidity, uint32(selected.UIDNext)
	return nil
}

// load gets the cursor, once a session. A cursor of another UIDVALIDITY is worthless, and so is one beyond the UID that the next mail will
// get: then the host has restored an older mailbox and reuses UIDs.
func (s *imapSession) load(ctx context.Context) error {
	in := s.in
	if s.loaded {
		return nil
	}
	s.loaded = true
	if !in.loaded && in.cursors != nil {
		c, err := in.cursors.LoadCursor(ctx, in.config.Mailbox)
		if err != nil {
			return err
		}
		in.cursor = c
	}
	in.loaded = true
	if in.cursor.UIDValidity != s.validity || in.cursor.UIDNext == 0 || s.next != 0 && s.next < in.cursor.UIDNext {
		in.cursor = Cursor{UIDValidity: s.validity, UIDNext: 1}
	}
	return nil
}

func (s *imapSession) close() {
	s.stop()
	s.client.Close()
}

// watch sweeps whenever the server announces mail, and every Poll. It reports whether a whole round went well before the fault that ended it, or
// the connection lasted for some time.
func (in *IMAPIntake) watch(ctx context.Context, h Handler) (well bool, err error) {
	s, err := in.connect(ctx)
	if err != nil {
		return false, err
	}
	defer s.close()
	begun := in.config.Clock.Now()
	defer func() { well = well || in.config.Clock.Now().Sub(begun) >= goodSession }()
	canIdle := s.client.Caps().Has(imap.CapIdle) || s.client.Caps().Has(imap.CapIMAP4rev2)
	for {
		select {
		case <-s.news: // what came until now is found by the sweep
		default:
		}
		if _, err := s.sweep(ctx, h); err != nil {
			return well, err
		}
		in.config.Condition.Worked()
		if err := s.wait(ctx, canIdle); err != nil {
			return well, err
		}
		well = true
	}
}

// goodSession is how long a connection has to last, so that what went wrong before is over.
const goodSession = time.Minute

// wait returns when there may be mail.
func (s *imapSession) wait(ctx context.Context, canIdle bool) error {
	timer := s.in.config.Clock.After(s.in.config.Poll)
	if canIdle {
		idle, err := s.client.Idle()
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-s.news:
		case <-timer:
		case <-s.client.Closed():
		}
		if err := idle.Close(); err != nil {
			return err
		}
		return idle.Wait()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.news:
	case <-timer:
	case <-s.client.Closed():
	}
	return s.client.Noop().Wait()
}

// sweep hands over the mails after the cursor, batch by batch.
func (s *imapSession) sweep(ctx context.Context, h Handler) (int, error) {
	in := s.in
	if err := s.load(ctx); err != nil {
		return 0, err
	}
	all := imap.UIDSet{imap.UIDRange{Start: imap.UID(in.cursor.UIDNext), Stop: 0}}
	found, err := s.client.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{all}}, nil).Wait()
	if err != nil {
		return 0, err
	}
	uids := found.AllUIDs()
	slices.Sort(uids)
	uids = slices.DeleteFunc(uids, func(uid imap.UID) bool { return uint32(uid) < in.cursor.UIDNext }) // n:* always gives the last one
	taken, stopped, err := s.hand(ctx, uids, h)
	next := in.cursor.UIDNext
	if stopped > 0 {
		next = uint32(stopped)
	} else if err == nil && len(uids) > 0 {
		next = uint32(uids[len(uids)-1]) + 1
	}
	if next != in.cursor.UIDNext {
		in.cursor.UIDNext = next
		if in.cursors != nil {
			if saving := in.cursors.SaveCursor(ctx, in.config.Mailbox, in.cursor); err == nil {
				err = saving
			}
		}
	}
	return taken, err
}

// hand fetches mails and hands them over. stopped is the first UID that was not taken, 0 if all were.
func (s *imapSession) hand(ctx context.Context, uids []imap.UID, h Handler) (taken int, stopped imap.UID, err error) {
	for len(uids) > 0 {
		n := min(len(uids), s.in.config.Batch)
		batch := uids[:n]
		uids = uids[n:]
		done, failed, err := s.batch(ctx, batch, h)
		taken += len(done)
		if stopped == 0 || failed != 0 && failed < stopped {
			stopped = failed
		}
		if len(done) > 0 {
			if finishing := s.finish(done); err == nil {
				err = finishing
			}
		}
		if err != nil {
			if stopped == 0 {
				stopped = batch[0]
			}
			return taken, stopped, err
		}
	}
	return taken, stopped, nil
}

// batch fetches some mails, cut at the limit, and hands them over one by one as they come. They never use more memory than one mail does,
// because the next one is read only when the handler has returned. A mail that the server did not send counts as not taken: if it is still
// there the next time, it is asked for again.
func (s *imapSession) batch(ctx context.Context, uids []imap.UID, h Handler) (done []imap.UID, failed imap.UID, err error) {
	section := &imap.FetchItemBodySection{Peek: true, Partial: &imap.SectionPartial{Size: int64(s.in.config.Limits.Bytes) + 1}}
	fetch := s.client.Fetch(imap.UIDSetNum(uids...), &imap.FetchOptions{
		UID: true, RFC822Size: true, InternalDate: true, BodySection: []*imap.FetchItemBodySection{section},
	})
	defer fetch.Close()
	missing := slices.Clone(uids)
	for {
		data := fetch.Next()
		if data == nil {
			if len(missing) > 0 && (failed == 0 || missing[0] < failed) {
				failed = missing[0]
			}
			return done, failed, fetch.Close()
		}
		mail, err := data.Collect()
		if err != nil {
			return done, failed, err
		}
		if ctx.Err() != nil {
			return done, failed, ctx.Err()
		}
		if len(mail.BodySection) == 0 || mail.UID == 0 {
			continue // an unasked-for FETCH of flags
		}
		missing = slices.DeleteFunc(missing, func(uid imap.UID) bool { return uid == mail.UID })
		env := Envelope{Via: "imap", Received: mail.InternalDate.UTC(), Size: mail.RFC822Size}
		if err := guarded(ctx, h, mail.BodySection[0].Bytes, env); err != nil {
			if ctx.Err() == nil { // else it is offered again after the stop
				s.in.config.Log.Error("mail not taken", "via", "imap", "uid", uint32(mail.UID), "bytes", mail.RFC822Size, "error", err)
			}
			if failed == 0 || mail.UID < failed {
				failed = mail.UID
			}
			continue
		}
		done = append(done, mail.UID)
	}
}

// finish marks mails as taken and moves them away. If it fails nothing is lost: the same mails come again and are recognized.
func (s *imapSession) finish(done []imap.UID) error {
	set := imap.UIDSetNum(done...)
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagSeen}}
	if err := s.client.Store(set, flags, nil).Close(); err != nil {
		return err
	}
	if s.in.config.Move == "" {
		return nil
	}
	_, err := s.client.Move(set, s.in.config.Move).Wait()
	return err
}

// searchEvery is how often Retrieve looks.
const searchEvery = 2 * time.Second

// Retrieve waits for a mail with a Message-ID, takes it out of the mailbox and returns its bytes. The mail is deleted. It is for mails that we
// sent ourselves to see what becomes of them on their way.
func (in *IMAPIntake) Retrieve(ctx context.Context, messageID string) ([]byte, error) {
	s, err := in.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer s.close()
	for {
		found, err := s.client.UIDSearch(&imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Message-ID", Value: messageID}}}, nil).Wait()
		if err != nil {
			return nil, err
		}
		if uids := found.AllUIDs(); len(uids) > 0 {
			return s.remove(uids[0])
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-in.config.Clock.After(searchEvery):
		}
		if err := s.client.Noop().Wait(); err != nil {
			return nil, err
		}
	}
}

// remove fetches a mail and deletes it.
func (s *imapSession) remove(uid imap.UID) ([]byte, error) {
	set := imap.UIDSetNum(uid)
	mails, err := s.client.Fetch(set, &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{{Peek: true}}}).Collect()
	if err != nil {
		return nil, err
	}
	if len(mails) == 0 || len(mails[0].BodySection) == 0 {
		return nil, message.Fault(message.CodeConfig, "the server does not show the mail that it found")
	}
	flags := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := s.client.Store(set, flags, nil).Close(); err != nil {
		return nil, err
	}
	if s.client.Caps().Has(imap.CapUIDPlus) || s.client.Caps().Has(imap.CapIMAP4rev2) {
		err = s.client.UIDExpunge(set).Close()
	}
	return mails[0].BodySection[0].Bytes, err
}

// JunkMailbox returns the name of the mailbox that a server marks as that of suspected spam (RFC 6154), or one that is called so, or "" if
// there is none.
func JunkMailbox(ctx context.Context, server Server) (string, error) {
	in := NewIMAPIntake(IMAPConfig{Server: server}, nil)
	s, err := in.connect(ctx)
	if err != nil {
		return "", err
	}
	defer s.close()
	list, err := s.client.List("", "*", nil).Collect()
	if err != nil {
		return "", err
	}
	named := ""
	for _, box := range list {
		if slices.Contains(box.Attrs, imap.MailboxAttrJunk) {
			return box.Mailbox, nil
		}
		_, last, found := cutLast(box.Mailbox, string(box.Delim))
		if !found {
			last = box.Mailbox
		}
		switch strings.ToLower(last) {
		case "junk", "spam", "junk e-mail", "bulk mail", "courrier indésirable", "indésirables", "pourriel":
			named = box.Mailbox
		}
	}
	return named, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	at := strings.LastIndex(s, sep)
	if at < 0 || sep == "" || sep == "\x00" {
		return "", s, false
	}
	return s[:at], s[at+len(sep):], true
}
