package postoffice

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"

	"fieldpost/events/durable"
)

// mailbox is one folder of mails on disk:
//
//	state.json                          name, UIDVALIDITY, a floor for UIDNEXT, subscribed
//	cur/0000000007.1795290127000.Seen   one mail: UID, time of arrival in Unix milliseconds, flags
//	register                            what came and went, with digests
//
// A flag changes by renaming the file, so that a mail and all that is known of it are always one file.
type mailbox struct {
	dir     string
	tracker *imapserver.MailboxTracker

	mutex    sync.Mutex
	state    mailboxState
	messages []*stored // by UID
	uidNext  imap.UID
	entries  map[imap.UID]entry // of the register
	lines    int                // of it
	gone     bool               // deleted
}

type mailboxState struct {
	Name        string
	UIDValidity uint32
	UIDNext     uint32 // UIDs below it were given, even if no mail that is still there shows it
	Subscribed  bool
	Registered  bool `json:",omitempty"` // it has a register of all its mails
}

// stored is one mail. file and flags change under the mailbox's mutex.
type stored struct {
	uid   imap.UID
	at    time.Time
	size  int64
	file  string // below cur
	flags []imap.Flag
}

const stateFile = "state.json"

// openMailbox reads a mailbox from its folder.
func openMailbox(dir string, k *keeper) (*mailbox, error) {
	m := &mailbox{dir: dir, uidNext: 1}
	if err := readState(dir, &m.state); err != nil {
		return nil, err
	}
	if folderName(m.state.Name) != filepath.Base(dir) || m.state.UIDValidity == 0 {
		return nil, errDamagedState
	}
	entries, err := os.ReadDir(filepath.Join(dir, "cur"))
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		msg, err := parseFile(entry.Name())
		if err != nil {
			continue // not one of ours
		}
		info, err := entry.Info()
		if err != nil {
			return nil, err
		}
		msg.size = info.Size()
		m.messages = append(m.messages, msg)
	}
	slices.SortFunc(m.messages, func(a, b *stored) int { return int(a.uid) - int(b.uid) })
	if n := len(m.messages); n > 0 {
		m.uidNext = m.messages[n-1].uid + 1
	}
	m.uidNext = max(m.uidNext, imap.UID(m.state.UIDNext))
	if err := k.settle(m); err != nil {
		return nil, err
	}
	m.tracker = imapserver.NewMailboxTracker(uint32(len(m.messages)))
	return m, nil
}

// createMailbox makes the folder of a new mailbox.
func createMailbox(dir, name string, validity uint32, k *keeper) (*mailbox, error) {
	if err := durable.MakeDir(filepath.Join(dir, "cur")); err != nil {
		return nil, err
	}
	if err := saveState(dir, mailboxState{Name: name, UIDValidity: validity, UIDNext: 1, Subscribed: true}); err != nil {
		return nil, err
	}
	return openMailbox(dir, k)
}

// fileName returns the name of a mail's file.
func (msg *stored) fileName() string {
	flags := make([]string, len(msg.flags))
	for i, f := range msg.flags {
		flags[i] = url.QueryEscape(strings.TrimPrefix(string(f), `\`))
		if !strings.HasPrefix(string(f), `\`) {
			flags[i] = "_" + flags[i]
		}
	}
	return fmt.Sprintf("%010d.%d.%s", msg.uid, msg.at.UnixMilli(), strings.Join(flags, ","))
}

// parseFile reads what fileName wrote.
func parseFile(name string) (*stored, error) {
	uidText, rest, _ := strings.Cut(name, ".")
	timeText, flags, ok := strings.Cut(rest, ".")
	uid, err := strconv.ParseUint(uidText, 10, 32)
	if err != nil || !ok || uid == 0 {
		return nil, fmt.Errorf("postoffice: %q is no mail's file", name)
	}
	ms, err := strconv.ParseInt(timeText, 10, 64)
	if err != nil {
		return nil, err
	}
	msg := &stored{uid: imap.UID(uid), at: time.UnixMilli(ms).UTC(), file: name}
	for _, f := range strings.Split(flags, ",") {
		text, err := url.QueryUnescape(strings.TrimPrefix(f, "_"))
		if err != nil || text == "" {
			continue
		}
		if !strings.HasPrefix(f, "_") {
			text = `\` + text
		}
		msg.flags = append(msg.flags, imap.Flag(text))
	}
	return msg, nil
}

// add stores a mail; when it returns, the mail is on disk for good.
func (m *mailbox) add(raw []byte, flags []imap.Flag, at time.Time) (*imap.AppendData, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.gone {
		return nil, errNoMailbox
	}
	msg := &stored{uid: m.uidNext, at: at.UTC(), size: int64(len(raw)), flags: withFlags(nil, flags)}
	msg.file = msg.fileName()
	if len(msg.file) > longestName {
		return nil, errTooManyFlags
	}
	if err := durable.Replace(filepath.Join(m.dir, "cur", msg.file), raw); err != nil {
		return nil, err
	}
	if err := m.enter(false, entryOf(msg.uid, msg.at, raw)); err != nil {
		return nil, errors.Join(err, os.Remove(filepath.Join(m.dir, "cur", msg.file)))
	}
	m.uidNext++
	m.messages = append(m.messages, msg)
	m.tracker.QueueNumMessages(uint32(len(m.messages)))
	return &imap.AppendData{UIDValidity: m.state.UIDValidity, UID: msg.uid}, nil
}

// longestName is what file systems allow.
const longestName = 250

// read returns a mail's bytes.
func (m *mailbox) read(file string) ([]byte, error) {
	return os.ReadFile(filepath.Join(m.dir, "cur", file))
}

// setFlags changes a mail's flags on disk; the caller holds the mutex.
func (m *mailbox) setFlags(msg *stored, flags []imap.Flag) error {
	changed := *msg
	changed.flags = flags
	changed.file = changed.fileName()
	if changed.file == msg.file {
		return nil
	}
	if len(changed.file) > longestName {
		return errTooManyFlags
	}
	cur := filepath.Join(m.dir, "cur")
	if err := durable.Rename(filepath.Join(cur, msg.file), filepath.Join(cur, changed.file)); err != nil {
		return err
	}
	msg.flags, msg.file = changed.flags, changed.file
	return nil
}

// remove removes mails; the caller holds the mutex. It returns their sequence numbers in descending order.
func (m *mailbox) remove(doomed map[*stored]bool) ([]uint32, error) {
	if len(doomed) == 0 {
		return nil, nil
	}
	if m.state.UIDNext != uint32(m.uidNext) { // otherwise a restart could give a UID twice
		state := m.state
		state.UIDNext = uint32(m.uidNext)
		if err := saveState(m.dir, state); err != nil {
			return nil, err
		}
		m.state = state
	}
	var ends []entry
	for msg := range doomed {
		ends = append(ends, entry{UID: msg.uid, At: msg.at.UnixMilli(), Gone: true})
	}
	if err := m.enter(true, ends...); err != nil {
		return nil, err
	}
	var removed []uint32
	for i := len(m.messages) - 1; i >= 0; i-- {
		msg := m.messages[i]
		if !doomed[msg] {
			continue
		}
		if err := os.Remove(filepath.Join(m.dir, "cur", msg.file)); err != nil && !os.IsNotExist(err) {
			return removed, err
		}
		m.messages = slices.Delete(m.messages, i, i+1)
		m.tracker.QueueExpunge(uint32(i) + 1)
		removed = append(removed, uint32(i)+1)
	}
	return removed, durable.SyncDir(filepath.Join(m.dir, "cur"))
}

// standardFlags gives the flags of RFC 9051 their own spelling.
var standardFlags = []imap.Flag{imap.FlagSeen, imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagDraft}

// withFlags adds flags to a sorted set; \Recent cannot be set.
func withFlags(set, add []imap.Flag) []imap.Flag {
	out := slices.Clone(set)
	for _, f := range add {
		if strings.EqualFold(string(f), `\Recent`) || f == "" || hasFlag(out, f) {
			continue
		}
		for _, known := range standardFlags {
			if strings.EqualFold(string(known), string(f)) {
				f = known
			}
		}
		out = append(out, f)
	}
	slices.Sort(out)
	return out
}

// withoutFlags removes flags from a set.
func withoutFlags(set, drop []imap.Flag) []imap.Flag {
	return slices.DeleteFunc(slices.Clone(set), func(f imap.Flag) bool { return hasFlag(drop, f) })
}

func hasFlag(set []imap.Flag, flag imap.Flag) bool {
	return slices.ContainsFunc(set, func(f imap.Flag) bool { return strings.EqualFold(string(f), string(flag)) })
}

// status answers STATUS.
func (m *mailbox) status(options *imap.StatusOptions) *imap.StatusData {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	data := &imap.StatusData{Mailbox: m.state.Name}
	count := func(pick func(*stored) bool) *uint32 {
		var n uint32
		for _, msg := range m.messages {
			if pick(msg) {
				n++
			}
		}
		return &n
	}
	if options.NumMessages {
		data.NumMessages = count(func(*stored) bool { return true })
	}
	if options.NumRecent {
		data.NumRecent = new(uint32)
	}
	if options.UIDNext {
		data.UIDNext = m.uidNext
	}
	if options.UIDValidity {
		data.UIDValidity = m.state.UIDValidity
	}
	if options.NumUnseen {
		data.NumUnseen = count(func(msg *stored) bool { return !hasFlag(msg.flags, imap.FlagSeen) })
	}
	if options.NumDeleted {
		data.NumDeleted = count(func(msg *stored) bool { return hasFlag(msg.flags, imap.FlagDeleted) })
	}
	if options.Size {
		var size int64
		for _, msg := range m.messages {
			size += msg.size
		}
		data.Size = &size
	}
	return data
}

// selected answers SELECT.
func (m *mailbox) selected() *imap.SelectData {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	flags := slices.Clone(standardFlags)
	data := &imap.SelectData{NumMessages: uint32(len(m.messages)), UIDNext: m.uidNext, UIDValidity: m.state.UIDValidity}
	for i, msg := range m.messages {
		flags = withFlags(flags, msg.flags)
		if data.FirstUnseenSeqNum == 0 && !hasFlag(msg.flags, imap.FlagSeen) {
			data.FirstUnseenSeqNum = uint32(i) + 1
		}
	}
	data.Flags = flags
	data.PermanentFlags = append(slices.Clone(flags), imap.FlagWildcard)
	return data
}
