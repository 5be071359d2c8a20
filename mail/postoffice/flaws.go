package postoffice

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"fieldpost/events/durable"
)

// Letters knows what was written to users elsewhere, such as in the log of games.
type Letters interface {
	Letter(digest [sha256.Size]byte) ([]byte, error) // the letter of a SHA-256 digest, without what was put above it on its way
	Written() (map[string][sha256.Size]byte, error)  // the digests of all letters, by message ID without brackets
}

// Flaw is damage that was found in a mailbox.
type Flaw struct {
	User, Mailbox string
	Kind          FlawKind
	Mended        bool // it is as it was
	UID           uint32
	At            time.Time // of arrival
	Subject       string
}

// FlawKind is what is wrong.
type FlawKind string

// Kinds of flaws.
const (
	Altered  FlawKind = "altered"  // a mail's bytes are others
	Missing  FlawKind = "missing"  // a mail's file is gone
	Register FlawKind = "register" // what tells which mails there were is damaged: what is missing cannot all be known
)

// keeper looks after the mails of an office.
type keeper struct {
	letters Letters // may be nil

	mutex   sync.Mutex
	flaws   []found
	known   map[string]bool // flaws by mail, so that each is reported once
	written map[string][sha256.Size]byte
}

type found struct {
	Flaw
	in *mailbox
}

// report notes a flaw.
func (k *keeper) report(m *mailbox, f Flaw) {
	f.User, f.Mailbox = filepath.Base(filepath.Dir(m.dir)), m.state.Name
	k.mutex.Lock()
	defer k.mutex.Unlock()
	name := filepath.Join(m.dir, string(f.Kind), time.Duration(f.UID).String())
	if !f.Mended {
		if k.known[name] {
			return
		}
		if k.known == nil {
			k.known = map[string]bool{}
		}
		k.known[name] = true
	}
	k.flaws = append(k.flaws, found{f, m})
}

// again returns a mail as its entry describes it, if the letters have it.
func (k *keeper) again(e entry) []byte {
	if k.letters == nil {
		return nil
	}
	letter, err := k.letters.Letter(e.Letter)
	if err != nil {
		return nil
	}
	raw := append([]byte(e.Trace), letter...)
	if sha256.Sum256(raw) != e.Digest {
		return nil
	}
	return raw
}

// byMessageID returns the digest of a letter that bears a mail's message ID.
func (k *keeper) byMessageID(raw []byte) (d [sha256.Size]byte, ok bool, err error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if k.letters == nil {
		return d, false, nil
	}
	if k.written == nil {
		if k.written, err = k.letters.Written(); err != nil {
			return d, false, err
		}
	}
	m, err := mail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		return d, false, nil // whatever it is, it is no letter of ours any more
	}
	d, ok = k.written[strings.Trim(m.Header.Get("Message-ID"), "<> ")]
	return d, ok, nil
}

// settle compares the register of a mailbox that is being opened with its files: a mail whose removal was begun is removed, one whose file is
// missing is written again.
func (k *keeper) settle(m *mailbox) error {
	var err error
	var damaged bool
	if m.entries, m.lines, damaged, err = readRegister(m.dir); err != nil {
		return err
	}
	if damaged && m.state.Registered {
		k.report(m, Flaw{Kind: Register})
	}
	files := map[imap.UID]bool{}
	var doomed []*stored
	for _, msg := range m.messages {
		files[msg.uid] = true
		if e := m.entries[msg.uid]; e.Gone && e.At == msg.at.UnixMilli() {
			doomed = append(doomed, msg)
		}
	}
	for _, msg := range doomed {
		if err := os.Remove(filepath.Join(m.dir, "cur", msg.file)); err != nil {
			return err
		}
		m.messages = slices.DeleteFunc(m.messages, func(x *stored) bool { return x == msg })
	}
	for uid, e := range m.entries {
		m.uidNext = max(m.uidNext, uid+1)
		if e.Gone || files[uid] {
			continue
		}
		flaw := Flaw{Kind: Missing, UID: uint32(uid), At: time.UnixMilli(e.At).UTC(), Subject: e.Subject}
		if raw := k.again(e); raw != nil {
			msg := &stored{uid: uid, at: flaw.At, size: e.Size}
			msg.file = msg.fileName()
			if err := durable.Replace(filepath.Join(m.dir, "cur", msg.file), raw); err != nil {
				return err
			}
			m.messages, flaw.Mended = append(m.messages, msg), true
		}
		k.report(m, flaw)
	}
	slices.SortFunc(m.messages, func(a, b *stored) int { return int(a.uid) - int(b.uid) })
	if m.lines > 100+2*len(m.messages) && !damaged {
		return m.tidy()
	}
	return nil
}

// look compares a mail that was read with its entry, mends it if it can, and returns it as it should be.
func (k *keeper) look(m *mailbox, msg *stored, raw []byte) ([]byte, error) {
	m.mutex.Lock()
	e, known := m.entries[msg.uid]
	m.mutex.Unlock()
	if !known {
		return k.adopt(m, msg, raw)
	}
	if sha256.Sum256(raw) == e.Digest {
		return raw, nil
	}
	flaw := Flaw{Kind: Altered, UID: uint32(msg.uid), At: msg.at, Subject: e.Subject}
	if good := k.again(e); good != nil {
		if err := m.rewrite(msg, good); err != nil {
			return raw, err
		}
		raw, flaw.Mended = good, true
	}
	k.report(m, flaw)
	return raw, nil
}

// adopt enters a mail that the register does not have. A letter that the log has with other bytes is damaged.
func (k *keeper) adopt(m *mailbox, msg *stored, raw []byte) ([]byte, error) {
	want, ours, err := k.byMessageID(raw)
	if err != nil {
		return raw, err
	}
	e := entryOf(msg.uid, msg.at, raw)
	if ours && want != e.Letter {
		flaw := Flaw{Kind: Altered, UID: uint32(msg.uid), At: msg.at, Subject: e.Subject}
		if letter, err := k.letters.Letter(want); err == nil {
			raw, flaw.Mended = append([]byte(e.Trace), letter...), true
			if err := m.rewrite(msg, raw); err != nil {
				return raw, err
			}
			e = entryOf(msg.uid, msg.at, raw)
		}
		k.report(m, flaw)
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.gone || !slices.Contains(m.messages, msg) {
		return raw, nil
	}
	return raw, m.enter(false, e)
}

// rewrite puts a mail's right bytes in place of its file's.
func (m *mailbox) rewrite(msg *stored, raw []byte) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.gone || !slices.Contains(m.messages, msg) {
		return nil
	}
	msg.size = int64(len(raw))
	return durable.Replace(filepath.Join(m.dir, "cur", msg.file), raw)
}

// Sweep reads all mails of all users, and mends what it can. Reports gives what it found.
func (o *Office) Sweep(ctx context.Context) error {
	users, err := os.ReadDir(filepath.Join(o.config.Dir, "users"))
	if err != nil {
		return err
	}
	for _, u := range users {
		if !u.IsDir() || !accountName.MatchString(u.Name()) {
			continue
		}
		a, err := o.account(u.Name())
		if err != nil {
			return err
		}
		for _, name := range a.names() {
			m, err := a.find(name)
			if err != nil {
				continue // removed meanwhile
			}
			if err := o.sweep(ctx, m); err != nil {
				return err
			}
		}
	}
	o.keeper.mutex.Lock()
	defer o.keeper.mutex.Unlock()
	o.keeper.written = nil
	return nil
}

func (o *Office) sweep(ctx context.Context, m *mailbox) error {
	m.mutex.Lock()
	messages := slices.Clone(m.messages)
	m.mutex.Unlock()
	for _, msg := range messages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := o.keeper.fetch(m, msg); err != nil {
			return err
		}
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.gone || m.state.Registered {
		return nil
	}
	state := m.state
	state.Registered = true
	err := m.enter(true) // an empty one is one, too
	if err == nil {
		err = saveState(m.dir, state)
	}
	if err == nil {
		m.state = state
	}
	return err
}

// fetch reads a mail. It is nil if the mail was removed meanwhile, or is lost.
func (k *keeper) fetch(m *mailbox, msg *stored) ([]byte, error) {
	for {
		m.mutex.Lock()
		file, e, there := msg.file, m.entries[msg.uid], !m.gone && slices.Contains(m.messages, msg)
		m.mutex.Unlock()
		if !there {
			return nil, nil
		}
		raw, err := m.read(file)
		if err == nil {
			return k.look(m, msg, raw)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		m.mutex.Lock()
		renamed := msg.file != file || !slices.Contains(m.messages, msg)
		m.mutex.Unlock()
		if renamed {
			continue
		}
		flaw := Flaw{Kind: Missing, UID: uint32(msg.uid), At: msg.at, Subject: e.Subject}
		if raw = k.again(e); raw != nil {
			err, flaw.Mended = m.rewrite(msg, raw), true
		} else {
			err = nil
		}
		k.report(m, flaw)
		return raw, err
	}
}

// Reports hands over what was found since it last succeeded, if anything. What could not be mended is not reported again, in this life of the office or another,
// once tell has succeeded.
func (o *Office) Reports(tell func([]Flaw) error) error {
	k := &o.keeper
	k.mutex.Lock()
	list := k.flaws
	k.flaws = nil
	k.mutex.Unlock()
	if len(list) == 0 {
		return nil
	}
	var flaws []Flaw
	for _, f := range list {
		flaws = append(flaws, f.Flaw)
	}
	if err := tell(flaws); err != nil {
		k.mutex.Lock()
		defer k.mutex.Unlock()
		k.flaws = append(list, k.flaws...)
		return err
	}
	var errs []error
	for _, f := range list {
		errs = append(errs, f.in.accept(f.Flaw))
	}
	return errors.Join(errs...)
}

// accept notes that the reader of a mailbox knows of a flaw.
func (m *mailbox) accept(f Flaw) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	e, known := m.entries[imap.UID(f.UID)]
	if m.gone {
		return nil
	}
	switch i := slices.IndexFunc(m.messages, func(msg *stored) bool { return msg.uid == imap.UID(f.UID) }); {
	case f.Kind == Register:
		return m.tidy()
	case f.Mended || !known:
		return nil
	case f.Kind == Missing:
		e.Gone = true
		return m.enter(true, e)
	case i >= 0:
		raw, err := m.read(m.messages[i].file)
		if err != nil {
			return err
		}
		return m.enter(true, entryOf(e.UID, f.At, raw))
	}
	return nil
}

// Examine looks at the mailboxes of an office that is not at work, and changes nothing. Mended says that a start of the office will mend it.
func Examine(dir string, letters Letters) (flaws []Flaw, mails int, err error) {
	boxes, err := filepath.Glob(filepath.Join(dir, "users", "*", "=*"))
	if err != nil {
		return nil, 0, err
	}
	k := keeper{letters: letters}
	for _, box := range boxes {
		m := &mailbox{dir: box}
		if err := readState(box, &m.state); err != nil || m.state.UIDValidity == 0 {
			continue // the next start makes it anew, and says so
		}
		var damaged bool
		if m.entries, _, damaged, err = readRegister(box); err != nil {
			return nil, 0, err
		}
		if damaged && m.state.Registered {
			k.report(m, Flaw{Kind: Register})
		}
		files, err := os.ReadDir(filepath.Join(box, "cur"))
		if err != nil {
			return nil, 0, err
		}
		there := map[imap.UID]bool{}
		for _, file := range files {
			msg, err := parseFile(file.Name())
			if err != nil {
				continue
			}
			raw, err := m.read(msg.file)
			if err != nil {
				return nil, 0, err
			}
			there[msg.uid], mails = true, mails+1
			if e, known := m.entries[msg.uid]; known && !e.Gone && sha256.Sum256(raw) != e.Digest {
				k.report(m, Flaw{Kind: Altered, UID: uint32(msg.uid), At: msg.at, Subject: e.Subject, Mended: k.again(e) != nil})
			}
		}
		for uid, e := range m.entries {
			if !e.Gone && !there[uid] {
				k.report(m, Flaw{Kind: Missing, UID: uint32(uid), At: time.UnixMilli(e.At).UTC(), Subject: e.Subject, Mended: k.again(e) != nil})
			}
		}
	}
	for _, f := range k.flaws {
		flaws = append(flaws, f.Flaw)
	}
	return flaws, mails, nil
}
