package postoffice

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-imap/v2"

	"fieldpost/events/durable"
)

// account is one user's mailboxes: a folder with one folder for each.
type account struct {
	dir    string
	now    func() time.Time
	keeper *keeper

	mutex     sync.Mutex
	state     accountState
	mailboxes map[string]*mailbox
}

type accountState struct{ UIDValidity uint32 } // the last one given: a mailbox made again under its old name gets another

const (
	inbox      = "INBOX"
	delimiter  = '/'
	longestBox = 100
)

var (
	errNoMailbox    = &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeNonExistent, Text: "No such mailbox"}
	errTryCreate    = &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeTryCreate, Text: "No such mailbox"}
	errExists       = &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeAlreadyExists, Text: "Mailbox already exists"}
	errBadName      = &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeCannot, Text: "That name cannot be used"}
	errTooManyFlags = &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeLimit, Text: "Too many keywords on one mail"}
)

// openAccount reads an account, making it with its usual mailboxes if it is new. A damaged state file is mended: what it said is a name that its
// folder has too, and numbers that can be given anew.
func openAccount(dir string, now func() time.Time, log *slog.Logger, k *keeper) (*account, error) {
	a := &account{dir: dir, now: now, keeper: k, mailboxes: map[string]*mailbox{}}
	if err := durable.MakeDir(dir); err != nil {
		return nil, err
	}
	if err := readState(dir, &a.state); errors.Is(err, errDamagedState) {
		log.Error("the state of an account is damaged; it is made anew from its mailboxes", "account", filepath.Base(dir))
		if err := keepDamaged(dir, now()); err != nil {
			return nil, err
		}
		a.state = accountState{}
	} else if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		folder := filepath.Join(dir, entry.Name())
		if _, err := os.Stat(filepath.Join(folder, stateFile)); err != nil {
			continue
		}
		m, err := openMailbox(folder, k)
		if errors.Is(err, errDamagedState) {
			log.Error("the state of a mailbox is damaged; it is made anew, and mail programs read the mailbox again", "account", filepath.Base(dir), "mailbox", entry.Name())
			m, err = a.mend(folder)
		}
		if err != nil {
			return nil, fmt.Errorf("postoffice: mailbox %q: %w", entry.Name(), err)
		}
		a.mailboxes[m.state.Name] = m
		a.state.UIDValidity = max(a.state.UIDValidity, m.state.UIDValidity)
	}
	missing := []string{"Sent", "Drafts", "Trash", "Junk", inbox}
	if a.mailboxes[inbox] != nil { // INBOX is made last: a user may have removed the others since
		missing = nil
	}
	for _, name := range missing {
		if a.mailboxes[name] == nil {
			if err := a.create(name); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// specialUse says what the mailboxes of a new account are for (RFC 6154).
var specialUse = map[string]imap.MailboxAttr{
	"Sent": imap.MailboxAttrSent, "Drafts": imap.MailboxAttrDrafts, "Trash": imap.MailboxAttrTrash, "Junk": imap.MailboxAttrJunk,
}

// canonicalName gives INBOX its spelling.
func canonicalName(name string) string {
	if strings.EqualFold(name, inbox) {
		return inbox
	}
	return strings.TrimRight(name, string(delimiter))
}

func (a *account) find(name string) (*mailbox, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if m := a.mailboxes[canonicalName(name)]; m != nil {
		return m, nil
	}
	return nil, errNoMailbox
}

// names lists the mailboxes in order.
func (a *account) names() []string {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	var names []string
	for name := range a.mailboxes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// create makes a mailbox; the caller need not hold the mutex.
func (a *account) create(name string) error {
	name = canonicalName(name)
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if name == "" || len(name) > longestBox || strings.ContainsAny(name, "\x00\r\n") {
		return errBadName
	}
	if a.mailboxes[name] != nil {
		return errExists
	}
	validity, err := a.validity()
	if err != nil {
		return err
	}
	m, err := createMailbox(a.folder(name), name, validity, a.keeper)
	if err != nil {
		return err
	}
	a.mailboxes[name] = m
	return nil
}

// validity gives a UIDVALIDITY that no mailbox of the account has had.
func (a *account) validity() (uint32, error) {
	state := accountState{UIDValidity: max(a.state.UIDValidity+1, uint32(a.now().Unix()))}
	if err := saveState(a.dir, state); err != nil {
		return 0, err
	}
	a.state = state
	return state.UIDValidity, nil
}

// mend opens a mailbox whose state file is damaged. Its UIDVALIDITY is a new one, since the UIDs that it had given are not all known.
func (a *account) mend(folder string) (*mailbox, error) {
	name, err := url.QueryUnescape(strings.TrimPrefix(filepath.Base(folder), "="))
	if err != nil {
		return nil, err
	}
	if err := keepDamaged(folder, a.now()); err != nil {
		return nil, err
	}
	validity, err := a.validity()
	if err != nil {
		return nil, err
	}
	return createMailbox(folder, name, validity, a.keeper)
}

// folder returns a mailbox's place.
func (a *account) folder(name string) string { return filepath.Join(a.dir, folderName(name)) }

// folderName returns the name of a mailbox's folder; "=" keeps it apart from state.json.
func folderName(name string) string {
	return "=" + strings.ReplaceAll(url.QueryEscape(name), ".", "%2E")
}

func (a *account) delete(name string) error {
	name = canonicalName(name)
	a.mutex.Lock()
	defer a.mutex.Unlock()
	m := a.mailboxes[name]
	if m == nil {
		return errNoMailbox
	}
	if name == inbox {
		return errBadName
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	// first what makes the folder a mailbox, so that a crash leaves none or all of it
	if err := durable.Remove(filepath.Join(m.dir, stateFile)); err != nil {
		return err
	}
	m.gone = true
	delete(a.mailboxes, name)
	return os.RemoveAll(m.dir)
}

// rename moves a mailbox and those below it; INBOX stays.
func (a *account) rename(from, to string) error {
	from, to = canonicalName(from), canonicalName(to)
	a.mutex.Lock()
	defer a.mutex.Unlock()
	switch {
	case a.mailboxes[from] == nil:
		return errNoMailbox
	case from == inbox || to == "" || len(to) > longestBox || strings.ContainsAny(to, "\x00\r\n") || strings.HasPrefix(to, from+"/"):
		return errBadName
	case a.mailboxes[to] != nil:
		return errExists
	}
	var moved []string
	for name := range a.mailboxes {
		if name == from || strings.HasPrefix(name, from+"/") {
			moved = append(moved, name)
		}
	}
	slices.Sort(moved)
	for _, name := range moved {
		if a.mailboxes[to+strings.TrimPrefix(name, from)] != nil {
			return errExists
		}
	}
	for _, name := range moved {
		if err := a.renameOne(name, to+strings.TrimPrefix(name, from)); err != nil {
			return err
		}
	}
	return nil
}

func (a *account) renameOne(from, to string) error {
	m := a.mailboxes[from]
	m.mutex.Lock()
	defer m.mutex.Unlock()
	state := m.state
	state.Name = to
	dir := a.folder(to)
	os.RemoveAll(dir) // what a crash in delete left
	if err := saveState(m.dir, state); err != nil {
		return err
	}
	if err := durable.Rename(m.dir, dir); err != nil {
		return err
	}
	m.state, m.dir = state, dir
	delete(a.mailboxes, from)
	a.mailboxes[to] = m
	return nil
}

func (a *account) subscribe(name string, subscribed bool) error {
	m, err := a.find(name)
	if err != nil {
		return err
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	state := m.state
	state.Subscribed = subscribed
	if err := saveState(m.dir, state); err != nil {
		return err
	}
	m.state = state
	return nil
}
