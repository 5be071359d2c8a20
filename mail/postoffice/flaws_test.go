package postoffice

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// kept are letters that are in the log of games, too.
type kept map[string][]byte // by message ID

func (k kept) Letter(digest [sha256.Size]byte) ([]byte, error) {
	for _, l := range k {
		if sha256.Sum256(l) == digest {
			return l, nil
		}
	}
	return nil, errors.New("there is no such letter")
}

func (k kept) Written() (map[string][sha256.Size]byte, error) {
	all := map[string][sha256.Size]byte{}
	for id, l := range k {
		all[id] = sha256.Sum256(l)
	}
	return all, nil
}

func letterText(id, subject string) []byte {
	return fmt.Appendf(nil, "From: orders@localhost\r\nMessage-ID: <%s>\r\nSubject: %s\r\n\r\nTurn 3 begins.\r\n", id, subject)
}

// damagedBox is a mailbox with a letter that the log has and a mail of a friend.
type damagedBox struct {
	t       *testing.T
	dir     string
	letters kept
	good    map[string][]byte // files as they were, by name
}

func newDamagedBox(t *testing.T) *damagedBox {
	b := &damagedBox{t: t, dir: t.TempDir(), letters: kept{"turn3@localhost": letterText("turn3@localhost", "Turn 3")}, good: map[string][]byte{}}
	o := b.open()
	for _, raw := range [][]byte{b.letters["turn3@localhost"], letterText("tea@localhost", "Tea on Sunday"), letterText("gone@localhost", "to be removed")} {
		if err := o.Deliver(t.Context(), "orders@localhost", "ann@localhost", raw); err != nil {
			t.Fatal(err)
		}
	}
	m := b.inbox(o)
	m.mutex.Lock()
	if _, err := m.remove(map[*stored]bool{m.messages[2]: true}); err != nil {
		t.Fatal(err)
	}
	m.mutex.Unlock()
	if flaws := b.swept(o); len(flaws) > 0 {
		t.Fatalf("nothing is damaged, and this is found: %v", flaws)
	}
	o.Close()
	for _, f := range b.files() {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b.good[f] = data
	}
	return b
}

func (b *damagedBox) open() *Office {
	b.t.Helper()
	o, err := Open(Config{Dir: b.dir, Anybody: "secret", Letters: b.letters, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { o.Close() })
	return o
}

func (b *damagedBox) inbox(o *Office) *mailbox {
	b.t.Helper()
	a, err := o.account("ann")
	if err != nil {
		b.t.Fatal(err)
	}
	m, err := a.find(inbox)
	if err != nil {
		b.t.Fatal(err)
	}
	return m
}

// swept lists what an office finds.
func (b *damagedBox) swept(o *Office) (flaws []Flaw) {
	b.t.Helper()
	if err := o.Sweep(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	if err := o.Reports(func(list []Flaw) error { flaws = list; return nil }); err != nil {
		b.t.Fatal(err)
	}
	return flaws
}

func (b *damagedBox) files() []string {
	b.t.Helper()
	names, err := filepath.Glob(filepath.Join(b.dir, "users", "ann", "=INBOX", "cur", "*"))
	if err != nil {
		b.t.Fatal(err)
	}
	return names
}

// TestDamagedMailsAreNoticed: a mail file that was altered, cut, or lost is noticed. A letter of a game is given again as it was, to the byte; what nobody else
// has is reported once, with what it was, in this life of the office or the next. An examination says the same before, and changes nothing.
func TestDamagedMailsAreNoticed(t *testing.T) {
	t.Parallel()
	flip := func(t *testing.T, path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)-5] ^= 0x10
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cut := func(t *testing.T, path string) {
		if err := os.Truncate(path, 40); err != nil {
			t.Fatal(err)
		}
	}
	lose := func(t *testing.T, path string) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		damage func(t *testing.T, path string)
		kind   FlawKind
	}{"a bit flipped": {flip, Altered}, "cut off": {cut, Altered}, "lost": {lose, Missing}} {
		for _, running := range []bool{false, true} { // the office starts on the damage, or it is done while it runs
			t.Run(fmt.Sprintf("%s, running %t", name, running), func(t *testing.T) {
				t.Parallel()
				b := newDamagedBox(t)
				var o *Office
				if running {
					o = b.open()
					b.inbox(o)
				}
				files := b.files()
				if len(files) != 2 {
					t.Fatalf("there are %d mails, want 2", len(files))
				}
				for _, f := range files {
					c.damage(t, f)
				}
				if !running {
					flaws, _, err := Examine(b.dir, b.letters)
					b.judge(flaws, c.kind, err)
					o = b.open()
				}
				b.judge(b.swept(o), c.kind, nil)
				if data, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(data, b.good[files[0]]) {
					t.Errorf("the letter is not as it was: %v\n%s", err, data)
				}
				if again := b.swept(o); len(again) > 0 {
					t.Errorf("it is reported again: %v", again)
				}
				o.Close()
				o = b.open()
				if again := b.swept(o); len(again) > 0 {
					t.Errorf("after a restart it is reported again: %v", again)
				}
			})
		}
	}
}

// judge expects the letter mended and the friend's mail lost.
func (b *damagedBox) judge(flaws []Flaw, kind FlawKind, err error) {
	b.t.Helper()
	mended := map[string]bool{}
	for _, f := range flaws {
		if f.Kind != kind || f.User != "ann" || f.Mailbox != inbox {
			b.t.Errorf("found %+v, want %s", f, kind)
		}
		mended[f.Subject] = f.Mended
	}
	if lost, ok := mended["Tea on Sunday"]; err != nil || len(flaws) != 2 || !mended["Turn 3"] || lost || !ok {
		b.t.Errorf("found %+v, %v", flaws, err)
	}
}

// TestALostRegisterIsMadeAnew: without its register a mailbox is as it was, its reader can go on, and damage to a letter is seen by what the log says of it. A mail
// that was removed does not come back.
func TestALostRegisterIsMadeAnew(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(path string) error{
		"lost":    os.Remove,
		"altered": func(path string) error { return os.WriteFile(path, []byte("{\"UID\":1} 00000000\nand more\n"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newDamagedBox(t)
			files := b.files()
			data := bytes.Replace(b.good[files[0]], []byte("begins"), []byte("bugins"), 1)
			if err := errors.Join(damage(filepath.Join(filepath.Dir(filepath.Dir(files[0])), registerFile)), os.WriteFile(files[0], data, 0o600)); err != nil {
				t.Fatal(err)
			}
			o := b.open()
			kinds := map[FlawKind]bool{}
			for _, f := range b.swept(o) {
				kinds[f.Kind] = f.Mended
			}
			if mended, ok := kinds[Altered]; !ok || !mended || len(kinds) != 2 {
				t.Errorf("found, and mended: %v", kinds)
			}
			for _, f := range files {
				if data, err := os.ReadFile(f); err != nil || !bytes.Equal(data, b.good[f]) {
					t.Errorf("%s is not as it was: %v", f, err)
				}
			}
			o.Close()
			o = b.open()
			if again := b.swept(o); len(again) > 0 || len(b.files()) != 2 {
				t.Errorf("after a restart there are %d mails, and this is found: %v", len(b.files()), again)
			}
		})
	}
}
