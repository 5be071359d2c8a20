package office_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/mail/reading"
	"fieldpost/projections/archive"
	"fieldpost/scenarios"

	gocmp "github.com/google/go-cmp/cmp"
)

var everyRulebook = flag.Bool("every-rulebook", false, "hold the law of hidden things against all rulebooks, not only the quickest")

// interferences are the deeds of a game master that can be done while another's orders lie hidden.
var interferences = []struct {
	name string
	do   func(h *hall, other string) error
}{
	{"extend", func(h *hall, _ string) error {
		_, err := h.Office.ExtendGame(h.T.Context(), office.GameRequest{Game: "hill", Hours: 24, Reason: "a storm"})
		return err
	}},
	{"terms", func(h *hall, _ string) error {
		_, err := h.Office.SetMailTerms(h.T.Context(), office.TermsRequest{Game: "hill", Terms: office.MailTerms{Missed: 5}})
		return err
	}},
	{"absence", func(h *hall, other string) error {
		_, err := h.Office.SetAbsence(h.T.Context(), office.SeatRequest{Game: "hill", Seat: other, From: "2027-01-01", Until: "2027-01-05"})
		return err
	}},
	{"log key", func(h *hall, _ string) error {
		return h.interferes(office.AmendRequest{What: adjudicator.DeedLogKey})
	}},
	{"rules", func(h *hall, _ string) error {
		revision := 0
		h.Look("hill", func(m *adjudicator.Match) { revision = m.Setup.Revision })
		return h.interferes(office.AmendRequest{What: adjudicator.DeedRules, Revision: int64(revision)})
	}},
	{"address", func(h *hall, other string) error {
		_, err := h.Office.ChangeAddress(h.T.Context(), office.AddressRequest{Game: "hill", Seat: other, Address: "new@example.org", Reason: "he has moved"})
		return err
	}},
	{"void", func(h *hall, other string) error {
		last := int64(0)
		h.Look("hill", func(m *adjudicator.Match) {
			if mail, ok := m.LastOrderMail(table.Seat(other)); ok {
				last = mail.Seq
			}
		})
		return h.interferes(office.AmendRequest{What: adjudicator.DeedVoid, Orders: last})
	}},
	{"resend", func(h *hall, other string) error {
		h.Deliver()
		last := int64(0)
		for _, l := range lettersOf(h, "hill") {
			if l.Issued.Seat == other {
				last = l.Seq
			}
		}
		_, err := h.Office.ResendLetter(h.T.Context(), office.ResendRequest{Game: "hill", Number: last})
		return err
	}},
	{"vacate", func(h *hall, other string) error {
		_, err := h.Office.VacateSeat(h.T.Context(), office.SeatRequest{Game: "hill", Seat: other, Reason: "he is away"})
		return err
	}},
	{"replace", func(h *hall, other string) error {
		return h.interferes(office.AmendRequest{What: adjudicator.DeedReplace, Player: office.SeatedPlayer{Seat: other, Name: "Zoe", Address: "zoe@example.org"}})
	}},
}

func (h *hall) interferes(r office.AmendRequest) error {
	r.Game, r.Reason = "hill", "because the test says so"
	_, err := h.Office.AmendGame(h.T.Context(), r)
	return err
}

// corrections move something that the other side cannot see, here or there.
var corrections = map[string][2]string{
	"conflict-of-heroes soviet": {`{"units":[{"unit":"soviet.H2","at":"D08"}]}`, `{"units":[{"unit":"soviet.H2","at":"E08"}]}`},
}

// TestDeedsShowNothingHidden holds a law against every rulebook: one player's orders lie on his desk, or fewer of them do, and the game master
// does everything that he may. Each letter to another player, with its files and its papers, and each export made for him, is the same in
// both games up to hashes that he cannot open.
func TestDeedsShowNothingHidden(t *testing.T) {
	t.Parallel()
	for _, engine := range adjudicator.Games() {
		if name := engine.Name(); !*everyRulebook && name != "duel" && name != "conflict-of-heroes" {
			continue
		}
		t.Run(engine.Name(), func(t *testing.T) {
			t.Parallel()
			more, fewer := deedsSeen(t, engine.Name(), false), deedsSeen(t, engine.Name(), true)
			if len(more) < len(interferences) {
				t.Errorf("only %d letters and exports were compared", len(more))
			}
			alike(t, more, fewer)
		})
	}
}

// alike holds what is read in one game against the other.
func alike(t *testing.T, more, fewer []string) {
	t.Helper()
	for i := range max(len(more), len(fewer)) {
		if i >= len(more) || i >= len(fewer) || more[i] != fewer[i] {
			t.Fatalf("what the other has hidden changes what is read %d:\n%s", i, gocmp.Diff(lines(more, i), lines(fewer, i)))
		}
	}
}

func lines(all []string, i int) []string {
	if i >= len(all) {
		return nil
	}
	return strings.Split(all[i], "\n")
}

// deedsSeen plays such a game and returns all that the player who has ordered nothing could read.
func deedsSeen(t *testing.T, rulebook string, fewer bool) (seen []string) {
	h := newHall(t)
	g := officetest.FairGame(t, "hill", "D1")
	g.Rulebook, g.Scenario, g.Rhythm, g.Options = rulebook, scenarios.ShowPiece(rulebook), "", nil
	if rulebook == "conflict-of-heroes" {
		g.Scenario = "hill-205" // with hidden squads and mines
	}
	g.Schedule = events.Schedule{Zone: "UTC", Period: 4 * 1440, CoolOff: 900}
	h.Seated(g)
	other, watcher := "", ""
	mails, seats := h.BotMails("hill"), h.Seats("hill")
	for range 6 { // windows of a set-up may hold nothing to order
		if slices.ContainsFunc(seats, func(s table.Seat) bool { return strings.Count(mails[s], "\n") >= 3 }) {
			break
		}
		for _, s := range seats { // in the same order in both games
			if mails[s] != "" {
				h.Send(officetest.Player(s), "[hill] orders", mails[s])
			}
		}
		h.Wait(20*time.Minute, "hill")
		mails = h.BotMails("hill")
	}
	slices.Reverse(seats) // the defender hides most
	for _, s := range seats {
		text := strings.Split(mails[s], "\n")
		switch {
		case other == "" && len(text) > 3:
			other = string(s)
			if fewer {
				mails[s] = strings.Join(slices.Delete(text, len(text)-2, len(text)-1), "\n")
			}
		case watcher == "":
			watcher = string(s)
		}
	}
	if other == "" || watcher == "" {
		t.Fatalf("nobody hides anything: %v", mails)
	}
	if sets, ok := corrections[rulebook+" "+other]; ok {
		set := sets[0]
		if fewer {
			set = sets[1]
		}
		if err := h.interferes(office.AmendRequest{What: adjudicator.DeedState, Set: set}); err != nil {
			t.Fatal(err)
		}
	}
	h.Send(officetest.Player(table.Seat(other)), "[hill] orders", mails[table.Seat(other)])
	for _, x := range interferences {
		if err := x.do(h, other); err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		seen = append(seen, h.watched(x.name, watcher))
	}
	return append(seen, h.lettersSeen(watcher)...)
}

// watched lets the watcher ask how the game stands after a deed, and returns what his export shows then, and how long it is.
func (h *hall) watched(deed, watcher string) string {
	h.T.Helper()
	h.Send(officetest.Player(table.Seat(watcher)), "[hill] status", "STATUS hill\nMAP")
	data, err := h.Office.ExportGame(h.T.Context(), office.GameRequest{Game: "hill", Redacted: watcher})
	if err != nil {
		h.T.Fatal(err)
	}
	return fmt.Sprintf("%s: %d bytes\n%s", deed, len(data), exportSeen(h.T, data))
}

// lettersSeen returns what the watcher's letters show, one after the other.
func (h *hall) lettersSeen(watcher string) (seen []string) {
	h.T.Helper()
	for _, l := range lettersOf(h, "hill") {
		if l.Issued.Seat == watcher {
			seen = append(seen, h.letterSeen(l))
		}
	}
	return seen
}

// hash is what nobody can open without its secret, and the short form of one by which letters after a restore are called.
var hash = regexp.MustCompile(`\b[0-9a-f]{64}\b|\brestored-[0-9a-f]{12}\b`)

// letterSeen writes out all that can be read of a letter, with hashes and signatures over what cannot be read left out.
func (h *hall) letterSeen(l adjudicator.Letter) string {
	h.T.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%s about %d\n%s\n", l.Issued.Letter, l.Issued.About, officetest.Masked(h.Text(l)))
	for _, f := range message.Files(h.BytesOf(l)) {
		fmt.Fprintf(&b, "file %s\n", f.Name)
		switch {
		case strings.HasSuffix(f.Name, ".checkpoint"), strings.HasSuffix(f.Name, ".tlog-proof"):
			fmt.Fprintf(&b, "lines %d\n", bytes.Count(f.Data, []byte("\n")))
		case strings.HasSuffix(f.Name, "-papers.json"):
			var p reading.Papers
			if err := json.Unmarshal(f.Data, &p); err != nil {
				h.T.Fatal(err)
			}
			for _, e := range p.Events {
				b.WriteString(eventSeen(h.T, events.Record{Bytes: e.Event}))
				for _, s := range e.Secrets {
					fmt.Fprintf(&b, "  secret %x\n", s.Plain)
				}
			}
		case strings.HasSuffix(f.Name, ".json"):
			b.WriteString(jsonSeen(h.T, f.Data) + "\n")
		default:
			fmt.Fprintf(&b, "%s\n", f.Data)
		}
	}
	return b.String()
}

// jsonSeen leaves hashes of the log out of a report for machines. That of what its reader knows stays: he could compare it.
func jsonSeen(t testing.TB, data []byte) string {
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	var walk func(key string, v any) any
	walk = func(key string, v any) any {
		switch v := v.(type) {
		case map[string]any:
			for k := range v {
				v[k] = walk(k, v[k])
			}
		case []any:
			for i := range v {
				v[i] = walk(key, v[i])
			}
		case string:
			if key != "known" {
				return officetest.Masked(hash.ReplaceAllString(v, "HASH"))
			}
		}
		return v
	}
	out, err := json.MarshalIndent(walk("", doc), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// eventSeen writes out an event with the hashes left out.
func eventSeen(t testing.TB, r events.Record) string {
	e, err := events.Decode(r.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "event %d %s %s, %d bytes: %s\n", e.Seq, e.Actor, e.Body.Kind(), len(r.Bytes), hash.ReplaceAllString(fmt.Sprintf("%+v", e.Body), "HASH"))
	for _, s := range r.Secrets {
		fmt.Fprintf(&b, "  secret of %s %x\n", s.Seat, s.Plain)
	}
	return b.String()
}

func exportSeen(t testing.TB, data []byte) string {
	x, err := archive.ReadExport(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range x.Records {
		b.WriteString(eventSeen(t, r))
	}
	return b.String()
}
