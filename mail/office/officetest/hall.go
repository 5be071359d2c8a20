// Package officetest lets tests play by mail with their own office. A Hall has a log in memory, a clock that stands until it is moved,
// known keys, and players called Ann and Bo whose mails are believed. The same mails always give the same bytes.
package officetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/memlog"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/projections/archive"
	"fieldpost/projections/chart"
	"fieldpost/scenarios"
)

// painter paints for all halls: a painter keeps 40 MiB of maps, and a hall lives as long as its test.
var painter = chart.NewPainter(16)

// phrases are read once for all halls.
var phrases = sync.OnceValues(func() (*office.Phrases, error) { return office.LoadPhrases([]fs.FS{}...) })

// Start is when the clock of every hall stands at first: a Monday.
var Start = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// Keeping is a log in memory that outlives the offices that work on it.
type Keeping struct{ *memlog.Log }

// Close leaves it open.
func (Keeping) Close() error { return nil }

// Hall is an office whose clock, keys and secret belong to the test.
type Hall struct {
	T       testing.TB
	Office  *office.Office
	Wire    func(*office.Office) // called whenever the office opens; may be nil
	Now     time.Time
	Keys    *Keys
	Store   events.Store
	Archive *archive.Archive
	Log     *bytes.Buffer
	Mails   int    // handed in so far
	Seed    uint64 // other seeds make other dice and other players

	dir      string
	pulse    *pulse
	register Register
	copies   map[string][][]byte // what each player has sent
}

// New opens an office on a log in memory.
func New(t testing.TB) *Hall {
	t.Helper()
	h := &Hall{T: t, Now: Start, dir: t.TempDir(), Keys: NewKeys(), Store: Keeping{memlog.New()}, Log: new(bytes.Buffer), pulse: new(pulse)}
	h.open()
	t.Cleanup(h.Close)
	return h
}

// Close ends the hall before its test ends, so that nothing of it is kept.
func (h *Hall) Close() {
	if h.Archive != nil {
		_ = h.Archive.Close() // it belongs to a test and is removed with its folder
	}
	h.Office, h.Archive, h.Store, h.copies = nil, nil, nil, nil
}

// open starts an office on the hall's log: at first, and after a crash.
func (h *Hall) open() {
	h.T.Helper()
	words, err := phrases()
	if err != nil {
		h.T.Fatal(err)
	}
	if h.Archive, err = archive.Open(filepath.Join(h.dir, "archive")); err != nil {
		h.T.Fatal(err)
	}
	st := office.New(office.Settings{Address: "orders@fieldpost.local", Language: "en", Proof: string(mail.Casual)}, []byte("thirty-two bytes of a known key."), words,
		slog.New(slog.NewTextHandler(h.Log, nil)))
	st.Service = &adjudicator.Service{Store: h.Store, Archive: h.Archive, Keys: h.Keys, Engines: adjudicator.Game, Beacon: beacon.Verify, Shelf: shelf}
	st.Keys, st.Documents, st.Pulse, st.Register, st.Painter = h.Keys, document, h.pulse, &h.register, painter
	st.Now = func() time.Time { return h.Now }
	st.Witnesses = []mail.Witness{Village{}}
	h.Office = st
	if h.Wire != nil {
		h.Wire(st)
	}
}

// What scenarios are made of is the same in all halls, as in one server.
var (
	shelf     = new(office.Shelf)
	documents sync.Map // by rulebook and scenario
)

// document resolves a scenario of the program.
func document(engine table.Engine, scenario string) ([]byte, error) {
	read := sync.OnceValues(func() ([]byte, error) {
		r, err := scenarios.Load(engine.Name(), scenario, engine.Document())
		if err != nil {
			return nil, err
		}
		return r.Document, nil
	})
	once, _ := documents.LoadOrStore(engine.Name()+"/"+scenario, read)
	return once.(func() ([]byte, error))()
}

// pulse is a sign of life in memory, with the outages.
type pulse struct {
	at   time.Time
	away []office.Outage
}

// Last returns it.
func (p *pulse) Last() (time.Time, bool) { return p.at, !p.at.IsZero() }

// Note keeps it.
func (p *pulse) Note(at time.Time) error {
	p.at = at
	return nil
}

// Outages returns them.
func (p *pulse) Outages() ([]office.Outage, error) { return slices.Clone(p.away), nil }

// Away adds one.
func (p *pulse) Away(o office.Outage) error {
	if n := len(p.away); n > 0 && p.away[n-1].Since == o.Since {
		p.away = p.away[:n-1]
	}
	p.away = append(p.away, o)
	return nil
}

// String says where it is.
func (p *pulse) String() string { return "the test's memory" }

// Register is an office's register in memory.
type Register struct {
	mu   sync.Mutex
	kept map[string]office.Card
}

// Cards returns what was kept.
func (r *Register) Cards() ([]office.Card, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.kept)), nil
}

// Keep keeps a card.
func (r *Register) Keep(c office.Card) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil {
		r.kept = make(map[string]office.Card)
	}
	r.kept[c.Game] = c
	return nil
}

// Village is a witness who vouches for everyone, for tests that are about something else.
type Village struct{}

// Testify vouches.
func (Village) Testify(_ context.Context, _ mail.Mail, _ mail.Claim, e *mail.Evidence) error {
	e.Domain, e.Dated = mail.Pass, true
	return nil
}

// Again closes the office and reopens it on what the log holds.
func (h *Hall) Again() {
	h.T.Helper()
	if err := h.Archive.Close(); err != nil {
		h.T.Fatal(err)
	}
	h.open()
}

// Announce opens a game with a known dice key; of Brush Brothers if it names no rulebook.
func (h *Hall) Announce(g office.NewGame) {
	h.T.Helper()
	if g.Rulebook == "" {
		g.Rulebook = "brush-brothers"
	}
	if g.Scenario == "" {
		g.Scenario = "ibarra-palace"
	}
	if h.Seed > 0 {
		h.Keys.Dice[g.ID] = sha256.Sum256(binary.BigEndian.AppendUint64([]byte(knownDice), h.Seed))
	}
	if _, err := h.Office.NewGame(h.T.Context(), g); err != nil {
		h.T.Fatal(err)
	}
}

// Mail hands in a plain mail of NAME@example.org.
func (h *Hall) Mail(from, subject, text string) []adjudicator.Letter {
	h.T.Helper()
	return h.Raw(h.Plain(from, subject, text))
}

// Plain returns a mail as most programs would write it.
func (h *Hall) Plain(from, subject, text string) []byte {
	h.Mails++
	return fmt.Appendf(nil, "From: %s <%s@example.org>\r\nTo: orders@fieldpost.local\r\nSubject: %s\r\nMessage-ID: <%d.%s@example.org>\r\nDate: %s\r\n\r\n%s\r\n",
		strings.ToUpper(from[:1])+from[1:], from, subject, h.Mails, from, h.Now.Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
}

// Raw hands in a mail's bytes and returns the letters that they caused.
func (h *Hall) Raw(raw []byte) []adjudicator.Letter {
	h.T.Helper()
	letters, err := h.Take(raw, mail.Envelope{Via: "smtp", Received: h.Now})
	if err != nil {
		h.T.Fatalf("the mail was not taken: %v\n%.300s", err, raw)
	}
	return letters
}

// Take hands in a mail as an intake does. An error means that it was not accepted.
func (h *Hall) Take(raw []byte, env mail.Envelope) ([]adjudicator.Letter, error) {
	h.T.Helper()
	return h.During(func() error { return h.Office.Receive(h.T.Context(), raw, env) })
}

// During returns the letters of all games that were issued while something was done.
func (h *Hall) During(do func() error) ([]adjudicator.Letter, error) {
	h.T.Helper()
	before := make(map[string]bool)
	for _, l := range h.AllIssued() {
		before[l.Issued.MessageID] = true
	}
	err := do()
	return slices.DeleteFunc(h.AllIssued(), func(l adjudicator.Letter) bool { return before[l.Issued.MessageID] }), err
}

// AllIssued lists the letters of all games and of the office, oldest first within each.
func (h *Hall) AllIssued() []adjudicator.Letter {
	h.T.Helper()
	var all []adjudicator.Letter
	games, err := h.Store.Games(h.T.Context())
	if err != nil {
		h.T.Fatal(err)
	}
	for _, g := range games {
		h.Look(g, func(m *adjudicator.Match) { all = append(all, m.Letters...) })
	}
	return all
}

// Look reads a game as the office knows it.
func (h *Hall) Look(game string, see func(m *adjudicator.Match)) {
	h.T.Helper()
	err := h.Office.With(h.T.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		see(m)
		return m, nil
	})
	if err != nil {
		h.T.Fatal(err)
	}
}

// Tend lets the clock look at a game.
func (h *Hall) Tend(game string) []adjudicator.Letter {
	h.T.Helper()
	letters, err := h.During(func() error { return h.tend(game) })
	if err != nil {
		h.T.Fatal(err)
	}
	return letters
}

// Wait moves the clock on and lets it look at a game.
func (h *Hall) Wait(d time.Duration, game string) []adjudicator.Letter {
	h.T.Helper()
	h.Now = h.Now.Add(d)
	return h.Tend(game)
}

// Outage lets time pass while the office does not run.
func (h *Hall) Outage(gone time.Duration) error {
	h.pulse.at = h.Now
	h.Now = h.Now.Add(gone)
	return h.Office.Awake()
}

func (h *Hall) tend(game string) error {
	ctx := h.T.Context()
	if _, err := h.Office.Round(ctx); err != nil {
		return err
	}
	var left int64
	err := h.Office.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		before := m.Head.Seq
		m, err := h.Office.Tend(ctx, m)
		left = m.Head.Seq - before
		return m, err
	})
	if left > 0 {
		h.T.Errorf("the clock went round and left %d events of %s undone", left, game)
	}
	return err
}

// SealNow closes the open window of a game before its time.
func (h *Hall) SealNow(game string) error {
	ctx := h.T.Context()
	err := h.Office.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		return h.Office.Service.Seal(ctx, m, h.Now.UnixMilli(), "master", m.Open.Number)
	})
	if err == nil {
		err = h.tend(game)
	}
	return err
}

// BytesOf returns a letter as it leaves.
func (h *Hall) BytesOf(l adjudicator.Letter) []byte {
	h.T.Helper()
	data, err := h.Store.Get(h.T.Context(), l.Issued.Digest)
	if err != nil {
		h.T.Fatal(err)
	}
	return data
}

// Text returns what a Player reads of a letter.
func (h *Hall) Text(l adjudicator.Letter) string {
	h.T.Helper()
	in, err := message.Read(h.BytesOf(l), message.Limits{})
	if err != nil && message.ErrorCode(err) != message.CodeNoText {
		h.T.Fatal(err)
	}
	var b strings.Builder
	for _, line := range in.Lines {
		if line.Part == 0 { // not what is attached
			b.WriteString(line.Text + "\n")
		}
	}
	return b.String()
}

// Kinds returns a short list of letters: "receipt republic, report italian_ctv".
func Kinds(letters []adjudicator.Letter) string {
	var s []string
	for _, l := range letters {
		s = append(s, strings.TrimSpace(l.Issued.Letter+" "+l.Issued.Seat))
	}
	return strings.Join(s, ", ")
}

// Palace returns a quick game of two: its set-up is the scenario's, so that turn 1 is open at once.
func Palace(id string) office.NewGame {
	return office.NewGame{ID: id, Options: []events.Option{{Name: "setup", Value: "scenario"}}, Schedule: events.Schedule{Zone: "UTC"}}
}

// Playing opens a quick game in which Ann has the republic and Bo the Italians.
func (h *Hall) Playing(g office.NewGame) {
	h.T.Helper()
	h.Announce(g)
	h.Mail("ann", "join", "JOIN "+g.ID+" republic as Ann")
	h.Mail("bo", "join", "JOIN "+g.ID+" italian_ctv as Bo")
	h.Look(g.ID, func(m *adjudicator.Match) {
		if m.Now == nil || m.Open == nil {
			h.T.Fatalf("%s is not open: %v", g.ID, m.Halt)
		}
	})
}

// Player returns who writes for a seat.
func Player(s table.Seat) string {
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

// BotMails writes a mail for every seat that the open window waits for.
func (h *Hall) BotMails(game string) map[table.Seat]string {
	mails := make(map[table.Seat]string)
	h.Look(game, func(m *adjudicator.Match) {
		if m.Halt != nil {
			h.T.Fatal(m.Halt)
		}
		if m.Open == nil {
			return
		}
		for i, s := range m.Open.Seats {
			turn := uint64(m.Open.Number) + h.Seed<<20
			step := uint64(i)
			bots := m.Engine.BotNames()
			text, err := m.BotMail(s, bots[len(bots)-1], func(n int) int {
				step++
				return int((turn*2654435761 + step*40503) % uint64(n))
			})
			if err != nil {
				h.T.Fatal(err)
			}
			mails[s] = strings.Join(text, "\n")
		}
	})
	return mails
}

// InOrder ranges over mails seat by seat in the order of the seats' names: who writes last gets his receipt with the report, so that a test
// which lets the map decide plays another game each time.
func InOrder(mails map[table.Seat]string) iter.Seq2[table.Seat, string] {
	return func(yield func(table.Seat, string) bool) {
		for _, s := range slices.Sorted(maps.Keys(mails)) {
			if !yield(s, mails[s]) {
				return
			}
		}
	}
}
