package folder

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fieldpost/mail/office"
)

// TestTheRegisterOutlivesACut: the last card of each game counts after a start, also where the line written last was cut off.
func TestTheRegisterOutlivesACut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "register")
	r := NewRegister(path)
	if cards, err := r.Cards(); len(cards) > 0 || err != nil {
		t.Fatal(cards, err)
	}
	for _, c := range []office.Card{{Game: "hill", Halted: false}, {Game: "palace"}, {Game: "hill", Halted: true}} {
		if err := r.Keep(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"Game":"palace","Hal`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	cards, err := NewRegister(path).Cards()
	if err != nil || len(cards) != 2 {
		t.Fatal(cards, err)
	}
	for _, c := range cards {
		if c.Halted != (c.Game == "hill") {
			t.Errorf("%+v", c)
		}
	}
}

// TestThePulseKeepsOutages: an outage that begins when the last one did takes its place; a file of outages that cannot be read is an error.
func TestThePulseKeepsOutages(t *testing.T) {
	p := Pulse(filepath.Join(t.TempDir(), "alive"))
	if _, ok := p.Last(); ok {
		t.Error("a sign of life before the first start")
	}
	at := time.UnixMilli(1_800_000_000_123)
	if err := p.Note(at); err != nil {
		t.Fatal(err)
	}
	if last, ok := p.Last(); !ok || !last.Equal(at) {
		t.Errorf("%v %v", last, ok)
	}
	for _, o := range []office.Outage{{Since: 1, Until: 2}, {Since: 5, Until: 6}, {Since: 5, Until: 9}} {
		if err := p.Away(o); err != nil {
			t.Fatal(err)
		}
	}
	list, err := p.Outages()
	if err != nil || len(list) != 2 || list[1].Until != 9 {
		t.Errorf("%+v %v", list, err)
	}
	if err := os.WriteFile(string(p)+".outages", []byte("[{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Outages(); err == nil {
		t.Error("a torn file of outages passes for none")
	}
}
