package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail"
	"fieldpost/projections/chart"
)

var update = flag.Bool("update", false, "write the golden files anew")

// hallPainter paints for all halls: what a painter keeps of maps is 40 MiB, and a hall lives as long as its test.
var hallPainter = chart.NewPainter(4)

// hallStart is when the clock of every hall stands at first: a Monday.
var hallStart = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// keeping is a log in memory that outlives the stations that work on it.
type keeping struct{ *memlog.Log }

func (keeping) Close() error { return nil }

// hall is a station whose clock, keys and secret are the test's own: the same mails give the same bytes for ever.
type hall struct {
	t     *testing.T
	st    *Station
	now   time.Time
	dir   string
	store events.Store
	log   *bytes.Buffer
	mails int

	copies map[string][][]byte // what each player has sent
	seed   uint64              // other seeds make other dice and other players
}

// newHall opens a station on a log in memory.
func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{t: t, now: hallStart, dir: t.TempDir(), store: keeping{memlog.New()}, log: new(bytes.Buffer)}
	fixedKey(t, h.dir, "mail.key", []byte("thirty-two bytes of a known key."))
	h.open()
	t.Cleanup(h.close)
	return h
}

// close ends the hall before its test does: then nothing of it is kept.
func (h *hall) close() {
	if h.st != nil {
		h.st.Close()
	}
	h.st, h.store, h.copies = nil, nil, nil
}

// fixedKey writes a key that every run has alike.
func fixedKey(t *testing.T, dir, name string, key []byte) {
	t.Helper()
	keys := filepath.Join(dir, "keys")
	if err := os.MkdirAll(keys, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(keys, name), key, 0o600); err != nil {
		t.Fatal(err)
	}
}

// open starts a station on the hall's log: at first, and after a crash.
func (h *hall) open() {
	h.t.Helper()
	config := DefaultConfig()
	config.Data = h.dir
	st, err := newStation(config, slog.New(slog.NewTextHandler(h.log, nil)))
	if err != nil {
		h.t.Fatal(err)
	}
	st.Now = func() time.Time { return h.now }
	st.painter = hallPainter
	st.Witnesses = []mail.Witness{village{}}
	if err := st.attach(h.t.Context(), h.store); err != nil {
		h.t.Fatal(err)
	}
	h.st = st
}

// village is where everybody's mail comes from himself: the witness of tests that are about something else.
type village struct{}

// Testify vouches.
func (village) Testify(_ context.Context, m mail.Mail, _ mail.Claim, e *mail.Evidence) error {
	e.Domain, e.Dated = mail.Pass, true
	return nil
}

// again closes the station and opens it on what the log holds.
func (h *hall) again() {
	h.t.Helper()
	if err := h.st.Close(); err != nil {
		h.t.Fatal(err)
	}
	h.open()
}

// newGame opens a game with a known dice key.
func (h *hall) newGame(g NewGame) {
	h.t.Helper()
	if g.Rulebook == "" {
		g.Rulebook = "brush-brothers"
	}
	if g.Scenario == "" {
		g.Scenario = "ibarra-palace"
	}
	known := []byte("thirty-two bytes of known dice..")
	if h.seed > 0 {
		other := sha256.Sum256(binary.BigEndian.AppendUint64(known, h.seed))
		known = other[:]
	}
	fixedKey(h.t, h.dir, g.ID+".dice", []byte(hex.EncodeToString(known)))
	fixedKey(h.t, h.dir, g.ID+".log", []byte(hex.EncodeToString([]byte("thirty-two bytes of a log's key."))+" fieldpost.local/g/"+g.ID+"\n"))
	if _, err := h.st.newGame(h.t.Context(), g); err != nil {
		h.t.Fatal(err)
	}
}

// mail hands in a plain mail of NAME@example.org.
func (h *hall) mail(from, subject, text string) []adjudicator.Letter {
	h.t.Helper()
	return h.raw(h.plain(from, subject, text))
}

// plain is the mail that most programs would write.
func (h *hall) plain(from, subject, text string) []byte {
	h.mails++
	return fmt.Appendf(nil, "From: %s <%s@example.org>\r\nTo: orders@fieldpost.local\r\nSubject: %s\r\nMessage-ID: <%d.%s@example.org>\r\nDate: %s\r\n\r\n%s\r\n",
		strings.ToUpper(from[:1])+from[1:], from, subject, h.mails, from, h.now.Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
}

// raw hands in a mail's bytes and gives the letters that they caused.
func (h *hall) raw(raw []byte) []adjudicator.Letter {
	h.t.Helper()
	letters, err := h.take(raw, mail.Envelope{Via: "smtp", Received: h.now})
	if err != nil {
		h.t.Fatalf("the mail was not taken: %v\n%.300s", err, raw)
	}
	return letters
}

func (h *hall) take(raw []byte, env mail.Envelope) ([]adjudicator.Letter, error) {
	h.t.Helper()
	return h.during(func() error { return h.st.Receive(h.t.Context(), raw, env) })
}

// during gives the letters of all games that were issued while something was done.
func (h *hall) during(do func() error) ([]adjudicator.Letter, error) {
	h.t.Helper()
	before := make(map[string]bool)
	for _, l := range h.issued() {
		before[l.Issued.MessageID] = true
	}
	err := do()
	return slices.DeleteFunc(h.issued(), func(l adjudicator.Letter) bool { return before[l.Issued.MessageID] }), err
}

// issued lists the letters of all games and of the office, oldest first within each.
func (h *hall) issued() []adjudicator.Letter {
	h.t.Helper()
	var all []adjudicator.Letter
	games, err := h.store.Games(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, g := range games {
		h.look(g, func(m *adjudicator.Match) { all = append(all, m.Letters...) })
	}
	return all
}

// look reads a game as the station knows it.
func (h *hall) look(game string, see func(m *adjudicator.Match)) {
	h.t.Helper()
	err := h.st.with(h.t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		see(m)
		return m, nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// tend lets the clock look at a game.
func (h *hall) tend(game string) []adjudicator.Letter {
	h.t.Helper()
	letters, err := h.during(func() error {
		return h.st.with(h.t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) { return h.st.tend(context.Background(), m) })
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return letters
}

// wait moves the clock on and lets it look at a game.
func (h *hall) wait(d time.Duration, game string) []adjudicator.Letter {
	h.t.Helper()
	h.now = h.now.Add(d)
	return h.tend(game)
}

// bytesOf gives a letter as it leaves.
func (h *hall) bytesOf(l adjudicator.Letter) []byte {
	h.t.Helper()
	data, err := h.store.Get(h.t.Context(), l.Issued.Digest)
	if err != nil {
		h.t.Fatal(err)
	}
	return data
}

// text is what a player reads of a letter.
func (h *hall) text(l adjudicator.Letter) string {
	h.t.Helper()
	in, err := mail.Read(h.bytesOf(l), mail.Limits{})
	if err != nil && mail.ErrorCode(err) != mail.CodeNoText {
		h.t.Fatal(err)
	}
	var b strings.Builder
	for _, line := range in.Lines {
		if line.Part == 0 { // not what is attached
			b.WriteString(line.Text + "\n")
		}
	}
	return b.String()
}

// kinds names letters shortly: "receipt republic, report italian_ctv".
func kinds(letters []adjudicator.Letter) string {
	var s []string
	for _, l := range letters {
		s = append(s, strings.TrimSpace(l.Issued.Letter+" "+l.Issued.Seat))
	}
	return strings.Join(s, ", ")
}

// palace is a quick game of two: its set-up is the scenario's, so that turn 1 is open at once.
func palace(id string) NewGame {
	return NewGame{ID: id, Options: []events.Option{{Name: "setup", Value: "scenario"}}, Schedule: events.Schedule{Zone: "UTC"}}
}

// playing opens a quick game in which Ann has the republic and Bo the Italians.
func (h *hall) playing(g NewGame) {
	h.t.Helper()
	h.newGame(g)
	h.mail("ann", "join", "JOIN "+g.ID+" republic as Ann")
	h.mail("bo", "join", "JOIN "+g.ID+" italian_ctv as Bo")
	h.look(g.ID, func(m *adjudicator.Match) {
		if m.Now == nil || m.Open == nil {
			h.t.Fatalf("%s is not open: %v", g.ID, m.Halt)
		}
	})
}

// player is who writes for a seat.
func player(s table.Seat) string {
	switch s {
	case "republic", "central", "german", "german_1", "south":
		return "ann"
	case "german_2":
		return "cid"
	case "soviet_2":
		return "dan"
	}
	return "bo"
}

// ordersOf is the text of a correspondent's mail for the open window.
func ordersOf(t testing.TB, p *correspondent, m *adjudicator.Match) string {
	t.Helper()
	lines, err := p.orders(m)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

// botMails writes a mail for every seat that the open window waits for.
func (h *hall) botMails(game string) map[table.Seat]string {
	mails := make(map[table.Seat]string)
	h.look(game, func(m *adjudicator.Match) {
		if m.Halt != nil {
			h.t.Fatal(m.Halt)
		}
		if m.Open == nil {
			return
		}
		for i, s := range m.Open.Seats {
			turn := uint64(m.Open.Number) + h.seed<<20
			step := uint64(i)
			p := &correspondent{game: game, seat: s, bot: "sensible", pick: func(n int) int {
				step++
				return int((turn*2654435761 + step*40503) % uint64(n))
			}}
			mails[s] = ordersOf(h.t, p, m)
		}
	})
	return mails
}
