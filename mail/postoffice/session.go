package postoffice

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message/textproto"
)

// session is one IMAP connection.
type session struct {
	office  *Office
	account *account

	box      *mailbox // selected, or nil
	tracker  *imapserver.SessionTracker
	idling   sync.Mutex // guards tracker against the end of a connection that idles
	readOnly bool
	saved    imap.UIDSet // result of SEARCH SAVE
}

var (
	_ imapserver.SessionIMAP4rev2   = (*session)(nil)
	_ imapserver.SessionAppendLimit = (*session)(nil)
)

var errReadOnly = &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeNoPerm, Text: "Mailbox is open for reading only"}

// Close ends the connection.
func (s *session) Close() error { return s.Unselect() }

// Login opens the account if name and password are right. The name may carry a local domain.
func (s *session) Login(username, password string) error {
	a, err := s.office.login(username, password)
	if err != nil {
		return err
	}
	s.account = a
	return nil
}

// AppendLimit returns the largest mail that APPEND takes.
func (s *session) AppendLimit() uint32 { return uint32(s.office.config.Limits.Bytes) }

// Namespace says that all mailboxes are the user's own.
func (s *session) Namespace() (*imap.NamespaceData, error) {
	return &imap.NamespaceData{Personal: []imap.NamespaceDescriptor{{Delim: delimiter}}}, nil
}

// Create makes a mailbox.
func (s *session) Create(name string, _ *imap.CreateOptions) error { return s.account.create(name) }

// Delete removes a mailbox with its mails.
func (s *session) Delete(name string) error { return s.account.delete(name) }

// Rename renames a mailbox and those below it.
func (s *session) Rename(from, to string, _ *imap.RenameOptions) error {
	return s.account.rename(from, to)
}

// Subscribe marks a mailbox as one that mail programs should show.
func (s *session) Subscribe(name string) error { return s.account.subscribe(name, true) }

// Unsubscribe takes that mark away.
func (s *session) Unsubscribe(name string) error { return s.account.subscribe(name, false) }

// Status describes a mailbox without opening it.
func (s *session) Status(name string, options *imap.StatusOptions) (*imap.StatusData, error) {
	m, err := s.account.find(name)
	if err != nil {
		return nil, err
	}
	return m.status(options), nil
}

// List lists mailboxes.
func (s *session) List(w *imapserver.ListWriter, ref string, patterns []string, options *imap.ListOptions) error {
	if len(patterns) == 0 {
		return w.WriteList(&imap.ListData{Attrs: []imap.MailboxAttr{imap.MailboxAttrNoSelect}, Delim: delimiter})
	}
	for _, name := range s.account.names() {
		if !slices.ContainsFunc(patterns, func(p string) bool { return imapserver.MatchList(name, delimiter, ref, p) }) {
			continue
		}
		m, err := s.account.find(name)
		if err != nil {
			continue // deleted meanwhile
		}
		m.mutex.Lock()
		subscribed := m.state.Subscribed
		m.mutex.Unlock()
		use, special := specialUse[name]
		if options.SelectSubscribed && !subscribed || options.SelectSpecialUse && !special {
			continue
		}
		data := &imap.ListData{Mailbox: name, Delim: delimiter}
		if subscribed {
			data.Attrs = append(data.Attrs, imap.MailboxAttrSubscribed)
		}
		if special {
			data.Attrs = append(data.Attrs, use)
		}
		if options.ReturnStatus != nil {
			data.Status = m.status(options.ReturnStatus)
		}
		if err := w.WriteList(data); err != nil {
			return err
		}
	}
	return nil
}

// Append puts a mail into a mailbox.
func (s *session) Append(name string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	m, err := s.account.find(name)
	limit := int64(s.office.config.Limits.Bytes)
	if err != nil || r.Size() > limit {
		io.Copy(io.Discard, r)
		if err != nil {
			return nil, errTryCreate
		}
		return nil, &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeTooBig, Text: "That mail is too big"}
	}
	raw, err := io.ReadAll(io.LimitReader(r, limit))
	if err != nil {
		return nil, err
	}
	at := options.Time
	if at.IsZero() {
		at = s.office.config.Now()
	}
	return m.add(raw, options.Flags, at)
}

// Select opens a mailbox.
func (s *session) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	m, err := s.account.find(name)
	if err != nil {
		return nil, err
	}
	if err := s.Unselect(); err != nil {
		return nil, err
	}
	s.box, s.readOnly = m, options.ReadOnly
	m.mutex.Lock()
	s.track(m.tracker.NewSession())
	m.mutex.Unlock()
	return m.selected(), nil
}

// Unselect closes the mailbox without expunging.
func (s *session) Unselect() error {
	if s.tracker != nil {
		s.tracker.Close()
	}
	s.track(nil)
	s.box, s.saved = nil, nil
	return nil
}

// track sets the tracker whose changes are watched; nil for none.
func (s *session) track(t *imapserver.SessionTracker) {
	s.idling.Lock()
	defer s.idling.Unlock()
	s.tracker = t
}

// Poll writes what has changed since the last time.
func (s *session) Poll(w *imapserver.UpdateWriter, allowExpunge bool) error {
	if s.tracker == nil {
		return nil
	}
	return s.tracker.Poll(w, allowExpunge)
}

// Idle writes what changes until stop. It runs beside the connection's own goroutine, which may end meanwhile.
func (s *session) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	s.idling.Lock()
	tracker := s.tracker
	s.idling.Unlock()
	if tracker == nil {
		<-stop
		return nil
	}
	if err := tracker.Poll(w, true); err != nil {
		return err
	}
	return tracker.Idle(w, stop)
}

// picked is a message of a set as the client numbers it, with the file that it had then.
type picked struct {
	*stored
	seq  uint32
	file string
	list []imap.Flag
}

// pick returns the messages of a set; the caller holds the mailbox's mutex.
func (s *session) pick(set imap.NumSet) []picked {
	set = s.static(set)
	var found []picked
	for i, msg := range s.box.messages {
		seq := s.tracker.EncodeSeqNum(uint32(i) + 1)
		in := false
		switch set := set.(type) {
		case imap.SeqSet:
			in = seq != 0 && set.Contains(seq)
		case imap.UIDSet:
			in = set.Contains(msg.uid)
		}
		if in && seq != 0 {
			found = append(found, picked{msg, seq, msg.file, msg.flags})
		}
	}
	return found
}

// static replaces "*" by the highest number and "$" by the saved search; it never changes the set that it was given.
func (s *session) static(set imap.NumSet) imap.NumSet {
	switch set := set.(type) {
	case imap.SeqSet:
		out := slices.Clone(set)
		for i := range out {
			fixRange(&out[i].Start, &out[i].Stop, uint32(len(s.box.messages)))
		}
		return out
	case imap.UIDSet:
		if imap.IsSearchRes(set) {
			return s.saved
		}
		out := slices.Clone(set)
		highest := imap.UID(0)
		if n := len(s.box.messages); n > 0 {
			highest = s.box.messages[n-1].uid
		}
		for i := range out {
			fixRange(&out[i].Start, &out[i].Stop, highest)
		}
		return out
	}
	return set
}

func fixRange[N uint32 | imap.UID](start, stop *N, highest N) {
	dynamic := *start == 0 || *stop == 0
	if *start == 0 {
		*start = highest
	}
	if *stop == 0 {
		*stop = highest
	}
	if dynamic && *start > *stop {
		*start, *stop = *stop, *start
	}
}

// Fetch sends mails. Nothing is locked while a slow client reads.
func (s *session) Fetch(w *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	seen := !s.readOnly && (slices.ContainsFunc(options.BodySection, func(b *imap.FetchItemBodySection) bool { return !b.Peek }) ||
		slices.ContainsFunc(options.BinarySection, func(b *imap.FetchItemBinarySection) bool { return !b.Peek }))
	m := s.box
	m.mutex.Lock()
	messages := s.pick(set)
	if seen {
		for i, p := range messages {
			if hasFlag(p.flags, imap.FlagSeen) {
				continue
			}
			if err := m.setFlags(p.stored, withFlags(p.flags, []imap.Flag{imap.FlagSeen})); err != nil {
				m.mutex.Unlock()
				return err
			}
			messages[i].file, messages[i].list = p.stored.file, p.stored.flags
			s.changed(p.stored)
		}
	}
	m.mutex.Unlock()
	for _, p := range messages {
		var raw []byte
		if options.Envelope || options.BodyStructure != nil || len(options.BodySection)+len(options.BinarySection)+len(options.BinarySectionSize) > 0 {
			var err error
			if raw, err = s.bytes(p); err != nil {
				continue // another connection removed it
			}
		}
		if err := p.write(w.CreateMessage(p.seq), raw, options); err != nil {
			return err
		}
	}
	return nil
}

// bytes reads a mail that may have got other flags, and so another file, since it was picked.
func (s *session) bytes(p picked) ([]byte, error) {
	raw, err := s.office.keeper.fetch(s.box, p.stored)
	if err == nil && raw == nil {
		err = errors.New("postoffice: the mail was removed, or is lost")
	}
	return raw, err
}

// changed tells all connections of a mail's flags, this one too; the caller holds the mutex.
func (s *session) changed(msg *stored) {
	if i, ok := slices.BinarySearchFunc(s.box.messages, msg.uid, func(m *stored, uid imap.UID) int { return int(m.uid) - int(uid) }); ok {
		s.box.tracker.QueueMessageFlags(uint32(i)+1, msg.uid, msg.flags, nil)
	}
}

func (p picked) write(w *imapserver.FetchResponseWriter, raw []byte, options *imap.FetchOptions) error {
	w.WriteUID(p.uid)
	if options.Flags {
		w.WriteFlags(p.list)
	}
	if options.InternalDate {
		w.WriteInternalDate(p.at)
	}
	if options.RFC822Size {
		w.WriteRFC822Size(p.size)
	}
	if options.Envelope {
		header, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(raw)))
		if err != nil {
			header = textproto.Header{}
		}
		w.WriteEnvelope(imapserver.ExtractEnvelope(header))
	}
	if options.BodyStructure != nil {
		w.WriteBodyStructure(bodyStructure(raw))
	}
	for _, section := range options.BodySection {
		data := imapserver.ExtractBodySection(bytes.NewReader(raw), section)
		if err := literal(w.WriteBodySection(section, int64(len(data))), data); err != nil {
			return err
		}
	}
	for _, section := range options.BinarySection {
		data := imapserver.ExtractBinarySection(bytes.NewReader(raw), section)
		if err := literal(w.WriteBinarySection(section, int64(len(data))), data); err != nil {
			return err
		}
	}
	for _, section := range options.BinarySectionSize {
		w.WriteBinarySectionSize(section, imapserver.ExtractBinarySectionSize(bytes.NewReader(raw), section))
	}
	return w.Close()
}

func literal(w io.WriteCloser, data []byte) error {
	_, err := w.Write(data)
	if closing := w.Close(); err == nil {
		err = closing
	}
	return err
}

// bodyStructure extracts the structure of a mail. Mails with parts nested so deeply that the library would take minutes are shown as
// one text.
func bodyStructure(raw []byte) imap.BodyStructure {
	if bytes.Count(bytes.ToLower(raw), []byte("boundary=")) > 100 {
		return &imap.BodyStructureSinglePart{Type: "text", Subtype: "plain", Encoding: "8bit", Size: uint32(len(raw)),
			Text: &imap.BodyStructureText{NumLines: int64(bytes.Count(raw, []byte("\n")))}}
	}
	return imapserver.ExtractBodyStructure(bytes.NewReader(raw))
}

// Store changes flags.
func (s *session) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, _ *imap.StoreOptions) error {
	if s.readOnly {
		return errReadOnly
	}
	m := s.box
	m.mutex.Lock()
	messages := s.pick(set)
	for i, p := range messages {
		var next []imap.Flag
		switch flags.Op {
		case imap.StoreFlagsSet:
			next = withFlags(nil, flags.Flags)
		case imap.StoreFlagsAdd:
			next = withFlags(p.flags, flags.Flags)
		case imap.StoreFlagsDel:
			next = withoutFlags(p.flags, flags.Flags)
		}
		if err := m.setFlags(p.stored, next); err != nil {
			m.mutex.Unlock()
			return err
		}
		messages[i].list = p.stored.flags
		m.tracker.QueueMessageFlags(s.tracker.DecodeSeqNum(p.seq), p.uid, p.stored.flags, s.tracker)
	}
	m.mutex.Unlock()
	if flags.Silent {
		return nil
	}
	for _, p := range messages {
		if err := p.write(w.CreateMessage(p.seq), nil, &imap.FetchOptions{Flags: true}); err != nil {
			return err
		}
	}
	return nil
}

// Copy copies mails into another mailbox of the account.
func (s *session) Copy(set imap.NumSet, name string) (*imap.CopyData, error) {
	data, _, err := s.copy(set, name)
	return data, err
}

func (s *session) copy(set imap.NumSet, name string) (*imap.CopyData, []picked, error) {
	dest, err := s.account.find(name)
	if err != nil {
		return nil, nil, errTryCreate
	}
	s.box.mutex.Lock()
	messages := s.pick(set)
	s.box.mutex.Unlock()
	data := &imap.CopyData{}
	var copied []picked
	for _, p := range messages {
		raw, err := s.bytes(p)
		if err != nil {
			continue // removed meanwhile
		}
		added, err := dest.add(raw, p.list, p.at)
		if err != nil {
			return nil, nil, err
		}
		data.UIDValidity = added.UIDValidity
		data.SourceUIDs.AddNum(p.uid)
		data.DestUIDs.AddNum(added.UID)
		copied = append(copied, p)
	}
	return data, copied, nil
}

// Move copies mails and removes them here; after a crash between the two a mail is in both places, never in none.
func (s *session) Move(w *imapserver.MoveWriter, set imap.NumSet, name string) error {
	if s.readOnly {
		return errReadOnly
	}
	if dest, err := s.account.find(name); err == nil && dest == s.box {
		return errBadName
	}
	data, copied, err := s.copy(set, name)
	if err != nil {
		return err
	}
	if err := w.WriteCopyData(data); err != nil {
		return err
	}
	doomed := map[*stored]bool{}
	for _, p := range copied {
		doomed[p.stored] = true
	}
	s.box.mutex.Lock()
	defer s.box.mutex.Unlock()
	_, err = s.box.remove(doomed) // every connection, this one too, is told by its tracker
	return err
}

// Expunge removes the mails that are marked \Deleted.
func (s *session) Expunge(_ *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	if s.readOnly {
		return errReadOnly
	}
	m := s.box
	m.mutex.Lock()
	defer m.mutex.Unlock()
	var only imap.UIDSet
	if uids != nil {
		only, _ = s.static(*uids).(imap.UIDSet)
	}
	doomed := map[*stored]bool{}
	for _, msg := range m.messages {
		if hasFlag(msg.flags, imap.FlagDeleted) && (uids == nil || only.Contains(msg.uid)) {
			doomed[msg] = true
		}
	}
	_, err := m.remove(doomed)
	return err
}

// dayOf drops time and zone as RFC 9051 section 6.4.4 asks for.
func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

func containsFold(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}
