package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/mail/office"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
)

// run carries out a command line as a shell would, and gives its exit code and what it printed.
func run(t *testing.T, args ...string) (code int, out, trouble string) {
	t.Helper()
	var o, e bytes.Buffer
	code = Main{Args: args, Out: &o, Err: &e}.Run(t.Context())
	return code, o.String(), e.String()
}

// playedExport is a game of some turns with a secret order, exported whole.
func playedExport(t *testing.T) (*hall, []byte) {
	t.Helper()
	h := newHall(t)
	writeScript(t, h, 2)
	h.Mail("ann", "orders", "ORDERS hill turn 3\nG1: when turn 6 then move C7 C6 C5\nEND")
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	return h, data
}

// opened reads an export.
func opened(t testing.TB, data []byte) *archive.Exported {
	t.Helper()
	x, err := archive.ReadExport(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestForgedExportsAreRefused changes one thing in an export. Not one of them is accepted.
func TestForgedExportsAreRefused(t *testing.T) {
	t.Parallel()
	_, data := playedExport(t)
	file := filepath.Join(t.TempDir(), "game.fieldpost")
	check := func(name string, forged []byte) {
		t.Helper()
		if err := os.WriteFile(file, forged, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"audit", "replay"} {
			want := exitFraud
			if command == "audit" {
				want = audit.Unproven // a damaged file proves nothing against anybody
			}
			if command == "audit" && !bytes.HasPrefix(forged, []byte("fieldpost export ")) {
				want = exitNoAudit // it is no export any more, and proves nothing against anybody
			}
			if code, out, trouble := run(t, command, file); code != want || len(out)+len(trouble) == 0 {
				t.Errorf("%s: %s exits with %d\n%s%s", name, command, code, out, trouble)
			}
		}
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"audit", "replay"} {
		if code, out, trouble := run(t, command, file); code != exitFine {
			t.Fatalf("the true export: %s exits with %d\n%s%s", command, code, out, trouble)
		}
	}
	for at := 0; at < len(data); at += max(1, len(data)/min(60, *tampered/3)) {
		forged := bytes.Clone(data)
		forged[at] ^= 1
		check("one bit at "+itoa(at), forged)
	}
	for _, cut := range []int{0, 1, len(data) / 3, len(data) / 2, len(data) - 1} {
		check("cut at "+itoa(cut), data[:cut])
	}
	check("something behind it", append(bytes.Clone(data), 0))
	check("twice", append(bytes.Clone(data), data...))
}

// forgeries change the story and chain it anew, so that no byte of the file is out of place.
var forgeries = []struct {
	name   string
	change func(t *testing.T, e *events.Event, secrets *[]events.Secret) bool // true when it has changed something
}{
	{"a die value", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		if !ok || len(b.Rolls) == 0 {
			return false
		}
		b.Rolls = slices.Clone(b.Rolls)
		b.Rolls[0].Values = slices.Clone(b.Rolls[0].Values)
		b.Rolls[0].Values[0] = b.Rolls[0].Values[0]%b.Rolls[0].Sides + 1
		e.Body = b
		return true
	}},
	{"a proof", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		if !ok || len(b.Rolls) == 0 {
			return false
		}
		b.Rolls = slices.Clone(b.Rolls)
		b.Rolls[0].Proof = bytes.Clone(b.Rolls[0].Proof)
		b.Rolls[0].Proof[40] ^= 1
		e.Body = b
		return true
	}},
	{"the proof of another roll", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		if !ok || len(b.Rolls) < 2 {
			return false
		}
		b.Rolls = slices.Clone(b.Rolls)
		b.Rolls[0].Proof, b.Rolls[0].Values, b.Rolls[0].Sides = b.Rolls[1].Proof, b.Rolls[1].Values, b.Rolls[1].Sides
		e.Body = b
		return true
	}},
	{"a roll left out", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		if !ok || len(b.Rolls) == 0 {
			return false
		}
		b.Rolls = b.Rolls[1:]
		e.Body = b
		return true
	}},
	{"a roll twice", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		if !ok || len(b.Rolls) == 0 {
			return false
		}
		b.Rolls = append(slices.Clone(b.Rolls), b.Rolls[0])
		e.Body = b
		return true
	}},
	{"an order unheard", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Sealed)
		if !ok || len(b.Seats) == 0 || len(b.Seats[0].Lines) == 0 {
			return false
		}
		b.Seats = slices.Clone(b.Seats)
		b.Seats[0].Lines = b.Seats[0].Lines[1:]
		e.Body = b
		return true
	}},
	{"another dice key", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.GameAnnounced)
		if !ok {
			return false
		}
		b.Dice.PublicKey[3] ^= 1
		e.Body = b
		return true
	}},
	{"another anchor", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.SeatTaken)
		if !ok {
			return false
		}
		b.Anchor[0] ^= 1
		e.Body = b
		return true
	}},
	{"another next window", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		if !ok || b.Window == 0 {
			return false
		}
		b.Next.Number++
		e.Body = b
		return true
	}},
	{"a winner", func(t *testing.T, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		if !ok || b.Window == 0 {
			return false
		}
		b.Ending, b.Winner = "bb.more-objectives", "republic"
		e.Body = b
		return true
	}},
	{"a secret that does not open its commitment", func(t *testing.T, e *events.Event, secrets *[]events.Secret) bool {
		if _, ok := e.Body.(events.OrdersReceived); !ok || len(*secrets) == 0 {
			return false
		}
		s := (*secrets)[0]
		s.Plain = bytes.Clone(s.Plain)
		s.Plain[len(s.Plain)-1] ^= 1
		*secrets = []events.Secret{s}
		return true
	}},
}

func TestForgedStoriesAreRefused(t *testing.T) {
	t.Parallel()
	_, data := playedExport(t)
	for _, f := range forgeries {
		t.Run(f.name, func(t *testing.T) {
			x := opened(t, data)
			done := false
			defer func() {
				if !done {
					t.Error("there was nothing to forge")
				}
			}()
			game, blob, records := resealed(t, x, func(_ int, e *events.Event, secrets *[]events.Secret) {
				if !done {
					done = f.change(t, e, secrets)
				}
			})
			if records == nil {
				return // the chain itself did not take it
			}
			v := adjudicator.Audit(game, (&archive.Exported{Records: records}).All(), blob, adjudicator.Game)
			if v.Sound() {
				t.Errorf("accepted: %+v", v)
			}
		})
	}
}

// resealed chains changed events anew, as a forger would who holds the log but not the dice key; nil when the event
// cannot even be written with such a secret.
func resealed(t *testing.T, x *archive.Exported, change func(int, *events.Event, *[]events.Secret)) (game string, blob func(events.Hash) ([]byte, error), records []events.Record) {
	var head events.Head
	for i, r := range x.Records {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		secrets := slices.Clone(r.Secrets)
		change(i, &e, &secrets)
		forged, err := events.Next(head, events.Event{Game: e.Game, Time: e.Time, Actor: e.Actor, Body: e.Body}, secrets...)
		if err != nil {
			return "", nil, nil
		}
		head = events.Head{Seq: head.Seq + 1, Hash: events.LeafHash(forged.Bytes)}
		records = append(records, forged)
	}
	return x.Game, x.Blob, records
}

// TestEventsOutOfPlace deletes, doubles and swaps events without mending the chain.
func TestEventsOutOfPlace(t *testing.T) {
	t.Parallel()
	_, data := playedExport(t)
	x := opened(t, data)
	for i := range x.Records {
		without := slices.Delete(slices.Clone(x.Records), i, i+1)
		doubled := slices.Insert(slices.Clone(x.Records), i, x.Records[i])
		swapped := slices.Clone(x.Records)
		if i > 0 {
			swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
		}
		for name, records := range map[string][]events.Record{"deleted": without, "doubled": doubled, "swapped": swapped} {
			if name == "swapped" && i == 0 || name == "deleted" && i == len(x.Records)-1 {
				continue // a log that is shorter is what it was a moment ago
			}
			if v := adjudicator.Audit(x.Game, (&archive.Exported{Records: records}).All(), x.Blob, adjudicator.Game); v.Sound() {
				t.Errorf("event %d %s: accepted", i+1, name)
			}
		}
	}
}

// TestRedactedExport: what a seat gets verifies, and holds nothing of what the other seat hides.
func TestRedactedExport(t *testing.T) {
	t.Parallel()
	h, whole := playedExport(t)
	if !bytes.Contains(whole, []byte("when turn 6 then move")) || !bytes.Contains(whole, []byte("ann@example.org")) {
		t.Fatal("the whole export does not hold the secret either")
	}
	for seat, other := range map[string]string{"italian_ctv": "ann@example.org", "republic": "bo@example.org"} {
		data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill", Redacted: seat})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "seat.fieldpost")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, trouble := run(t, "audit", file)
		if code != exitFine || !strings.Contains(out, "were left out") {
			t.Errorf("%s: exit %d\n%s%s", seat, code, out, trouble)
		}
		if bytes.Contains(data, []byte(other)) {
			t.Errorf("%s reads the address %s", seat, other)
		}
		if has := bytes.Contains(data, []byte("when turn 6 then move")); has != (seat == "republic") {
			t.Errorf("%s: the order of the republic is there: %v", seat, has)
		}
		if code, told, ok := python(t, data); ok && (code != exitFine || told["hidden"] != true) {
			t.Errorf("%s: the second verifier says %d: %v", seat, code, told)
		}
		showsNoNumbers(t, h, data, seat)
		forged := bytes.Clone(data)
		forged[len(forged)/2] ^= 1
		if err := os.WriteFile(file, forged, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, _ := run(t, "audit", file); code != audit.Unproven {
			t.Errorf("%s: a changed byte exits with %d", seat, code)
		}
	}
}

// showsNoNumbers: the export for a seat holds no seal of another seat's numbers. What it shows instead stands under the host's signature: when
// somebody else has written there, the export is unproven in both verifiers, and when the host has, it is his lie.
func showsNoNumbers(t *testing.T, h *hall, data []byte, seat string) {
	t.Helper()
	veiled := 0
	for _, r := range opened(t, data).Records {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if s, ok := e.Body.(events.Sealed); ok {
			veiled++
			for _, x := range s.Seats {
				if x.Seat != seat && len(x.Lines)+len(x.Answers)+len(x.Standing) > 0 || x.Seat != seat && x.Silent {
					t.Errorf("%s sees of %s: %+v", seat, x.Seat, x)
				}
			}
		}
	}
	if veiled == 0 {
		t.Errorf("%s: nothing was sealed", seat)
	}
	key, err := h.Keys.Log("hill")
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []struct {
		name string
		sign func(size int64, root events.Hash) []byte
		want int
	}{
		{"nobody", func(int64, events.Hash) []byte { return nil }, audit.Unproven},
		{"a stranger", checkpoint.NewKey(h.origin(t), [32]byte{5}).SignShown, audit.Unproven},
		{"the host", key.SignShown, audit.Fraud},
	} {
		lie := otherSeal(t, data, by.sign)
		if v := judged(t, lie); v.Exit() != by.want {
			t.Errorf("%s: another seal signed by %s: exit %d, want %d: %+v", seat, by.name, v.Exit(), by.want, v.Findings)
		}
		if exit, told, ok := python(t, lie); ok && exit != by.want {
			t.Errorf("%s: another seal signed by %s: the second verifier says %d, want %d: %v", seat, by.name, exit, by.want, told)
		}
	}
}

// origin returns the name of the log of the game hill.
func (h *hall) origin(t *testing.T) (name string) {
	t.Helper()
	h.Look("hill", func(m *adjudicator.Match) { name = m.Fair.Terms.Origin })
	return name
}

// otherSeal lets the first seal of a seat's export be of another window, and signs what the export then shows.
func otherSeal(t *testing.T, data []byte, sign func(size int64, root events.Hash) []byte) []byte {
	t.Helper()
	parts, lied := partsOf(t, data), false
	var shown []events.Hash
	for i, p := range parts {
		switch p.kind {
		case 'R':
			r, err := events.DecodeRecord(p.content)
			if err != nil {
				t.Fatal(err)
			}
			shown = append(shown, events.LeafHash(r.Bytes))
		case 'V':
			r, err := events.DecodeVeiled(p.content)
			if err != nil {
				t.Fatal(err)
			}
			e, err := events.Decode(r.Bytes)
			if err != nil {
				t.Fatal(err)
			}
			if s, ok := e.Body.(events.Sealed); ok && !lied {
				s.Window, lied = s.Window+40, true
				e.Body = s
				if r.Bytes, err = events.Encode(e); err != nil {
					t.Fatal(err)
				}
				if parts[i].content, err = events.EncodeVeiled(r); err != nil {
					t.Fatal(err)
				}
			}
			shown = append(shown, events.LeafHash(r.Bytes))
		}
	}
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.kind == 'S' })
	if signature := sign(int64(len(shown)), events.Root(shown)); signature != nil {
		parts = slices.Insert(parts, len(parts)-1, part{'S', signature})
	}
	return joined(parts)
}
