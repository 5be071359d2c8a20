package main

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/mail/reading"
	"fieldpost/projections/audit"
)

var (
	cutLetters = flag.Int("cut-letters", 20, "how many mailboxes with lying letters are made")
	accidents  = flag.Int("accidents", 10, "how many honest accidents are made")
)

// row is one kind of evidence of the table in package audit's comment, as far as an export alone can show it.
type row struct {
	name string
	make func(t *testing.T, g *playedGame) []byte
	want int
	code string
}

// noted replaces the checkpoint of an export; nil leaves it out.
func noted(t *testing.T, data []byte, note []byte) []byte {
	parts := partsOf(t, data)
	i := slices.IndexFunc(parts, func(p part) bool { return p.kind == 'C' })
	if note == nil {
		return joined(slices.Delete(parts, i, i+1))
	}
	parts[i].content = note
	return joined(parts)
}

// loaded is an export in which a die is another, chained anew and signed by the host.
func loaded(t *testing.T, g *playedGame) []byte {
	f := newForger(t, g)
	change(f, 2, func(b *events.Adjudicated) {
		b.Rolls[0].Values = []int64{b.Rolls[0].Values[0]%b.Rolls[0].Sides + 1}
	})
	return f.export()
}

// keyless is an export of a game without a key, as games were before checkpoints were signed: terms of its mail stand where those
// with the log key stood. A false die is in it, or none.
func keyless(t *testing.T, g *playedGame, lie bool) []byte {
	f := newForger(t, g)
	f.events[f.at("TermsSet", 1)].Body = events.PostTermsSet{Proof: "standard", Press: "open"}
	if lie {
		change(f, 2, func(b *events.Adjudicated) {
			b.Rolls[0].Values = []int64{b.Rolls[0].Values[0]%b.Rolls[0].Sides + 1}
		})
	}
	return noted(t, f.export(), nil)
}

// signedBy signs an export with another key.
func signedBy(t *testing.T, g *playedGame, data []byte) []byte {
	x := opened(t, data)
	f := newForger(t, g)
	key := checkpoint.NewKey(f.events[1].Body.(events.TermsSet).Origin, [32]byte{7})
	return noted(t, data, []byte(key.Sign(int64(len(x.Records)), x.Root).Note()))
}

var rows = []row{
	{"as it was written", func(_ *testing.T, g *playedGame) []byte { return g.data }, audit.Fine, ""},
	{"a false die that the host has signed", loaded, audit.Fraud, "export.fault"},
	{"a false die that nobody has signed", func(t *testing.T, g *playedGame) []byte { return noted(t, loaded(t, g), nil) }, audit.Unproven, "export.fault-unsigned"},
	{"a false die that a stranger has signed", func(t *testing.T, g *playedGame) []byte { return signedBy(t, g, loaded(t, g)) }, audit.Unproven, "export.fault-unsigned"},
	{"a game without a key", func(t *testing.T, g *playedGame) []byte { return keyless(t, g, false) }, audit.Fine, ""},
	{"a false die where the game has no key", func(t *testing.T, g *playedGame) []byte { return keyless(t, g, true) }, audit.Fraud, "export.fault"},
	{"cut off", func(_ *testing.T, g *playedGame) []byte { return g.data[:len(g.data)*2/3] }, audit.Unproven, "export.broken"},
	{"a bit changed", func(_ *testing.T, g *playedGame) []byte {
		x := bytes.Clone(g.data)
		x[len(x)/2] ^= 1
		return x
	}, audit.Unproven, "export.broken"},
	{"signed with a key that was made anew", func(t *testing.T, g *playedGame) []byte { return signedBy(t, g, g.data) }, audit.Unproven, "export.signature"},
	{"with the signature of an earlier day", func(t *testing.T, g *playedGame) []byte {
		x := opened(t, g.data)
		n := len(x.Records) - 2
		var leaves []events.Hash
		for _, r := range x.Records[:n] {
			leaves = append(leaves, events.LeafHash(r.Bytes))
		}
		return noted(t, g.data, []byte(g.log.Sign(int64(n), events.Root(leaves)).Note()))
	}, audit.Unproven, "export.checkpoint"},
	{"without a signature", func(t *testing.T, g *playedGame) []byte { return noted(t, g.data, nil) }, audit.Unproven, "export-unsigned"},
	{"without its scenario", func(t *testing.T, g *playedGame) []byte {
		return joined(slices.DeleteFunc(partsOf(t, g.data), func(p part) bool { return p.kind == 'B' }))
	}, audit.Unproven, "document-lost"},
	{"with an event that a newer program wrote", func(t *testing.T, g *playedGame) []byte {
		parts := partsOf(t, g.data)
		for i := len(parts) - 1; ; i-- {
			if parts[i].kind == 'R' {
				parts[i].content = slices.Clone(parts[i].content)
				parts[i].content[1]++ // the version
				return joined(parts)
			}
		}
	}, audit.Unproven, "newer-log"},
}

// TestVerdictsOfExports goes through the table of verdicts, in both verifiers.
func TestVerdictsOfExports(t *testing.T) {
	t.Parallel()
	g := honest(t, "D1")
	for _, r := range rows {
		data := r.make(t, g)
		v := judged(t, data)
		if v.Exit() != r.want || r.code != "" && !slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == r.code }) {
			t.Errorf("%s: exit %d, want %d (%s): %+v", r.name, v.Exit(), r.want, r.code, v.Findings)
		}
		if exit, told, ok := python(t, data); ok && exit != r.want {
			t.Errorf("%s: the second verifier says %d, want %d: %v", r.name, exit, r.want, told)
		}
	}
}

// TestVerdictsOfPapers: a paper of an honest letter stands against an export in which the host has another event, which he has signed, or which nobody
// has; and a secret that came with a letter opens nothing.
func TestVerdictsOfPapers(t *testing.T) {
	t.Parallel()
	g := honest(t, "D1")
	f := newForger(t, g)
	f.events[f.at("OrdersReceived", 1)].Time++
	other := f.export()
	has := func(v audit.Verdict, code string, level int) bool {
		return slices.ContainsFunc(v.Findings, func(x audit.Finding) bool { return x.Code == code && x.Level == level })
	}
	if v := audited(evidenceIn(t, other), g.box["republic"]); v.Exit() != audit.Fraud || !has(v, "paper-not-in-export", audit.Fraud) || !has(v, "two-histories", audit.Fraud) {
		t.Errorf("a signed export: exit %d: %+v", v.Exit(), v.Findings)
	}
	if v := audited(evidenceIn(t, noted(t, other, nil)), g.box["republic"]); v.Exit() != audit.Unproven || !has(v, "paper-not-in-export", audit.Unproven) {
		t.Errorf("an unsigned export: exit %d: %+v", v.Exit(), v.Findings)
	}
	box := g.box["republic"]
	box.Letters = slices.Clone(box.Letters)
	spoilt := false
	for i, l := range box.Letters {
		for j, p := range l.Papers {
			if spoilt || len(p.Secrets) == 0 {
				continue
			}
			spoilt = true
			box.Letters[i].Papers = slices.Clone(l.Papers)
			box.Letters[i].Papers[j].Secrets = slices.Clone(p.Secrets)
			plain := slices.Clone(p.Secrets[0].Plain)
			plain[len(plain)-1]++
			box.Letters[i].Papers[j].Secrets[0].Plain = plain
		}
	}
	if v := audited(evidenceIn(t, g.data), box); !spoilt || v.Exit() != audit.Unproven || !has(v, "secret-opens-nothing", audit.Unproven) {
		t.Errorf("a secret that opens nothing: exit %d: %+v", v.Exit(), v.Findings)
	}
}

// TestOrdersLeftOutOfAClosedGame: a host leaves the orders out of the export of an ended game, so that its rules cannot be asked, and names
// another winner. He signs it, and no proof of dice or seals is wrong; yet it is not verified.
func TestOrdersLeftOutOfAClosedGame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	h.Turn("hill")
	if _, err := h.Office.CloseGame(t.Context(), office.GameRequest{Game: "hill", Reason: "the club house is closed"}); err != nil {
		t.Fatal(err)
	}
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	g := h.kept(data)
	if v := judged(t, data); v.Exit() >= audit.Unproven || !v.Closed {
		t.Fatalf("the whole game: exit %d: %+v", v.Exit(), v.Findings)
	}
	f := newForger(t, g)
	i := f.at("OrdersReceived", 1)
	f.secrets[i] = nil
	change(f, 1, func(b *events.GameClosed) { b.Winner = "republic" })
	forged := f.export()
	if v := judged(t, forged); v.Exit() != audit.Unproven || !slices.ContainsFunc(v.Findings, func(x audit.Finding) bool { return x.Code == "closed-unplayed" }) {
		t.Errorf("exit %d: %+v", v.Exit(), v.Findings)
	}
	if exit, told, ok := python(t, forged); ok && exit != audit.Unproven {
		t.Errorf("the second verifier says %d: %v", exit, told)
	}
}

// ways are what a lying host may do to a letter's checkpoint, so that no program finds it.
var ways = []func(raw []byte) []byte{
	func(raw []byte) []byte { // cut out of the mail
		parts := bytes.SplitAfter(raw, []byte("\r\n--"))
		return bytes.Join(slices.DeleteFunc(parts, func(p []byte) bool { return bytes.Contains(p, []byte(".checkpoint")) }), nil)
	},
	func(raw []byte) []byte { // garbled
		i := bytes.Index(raw, []byte(".checkpoint"))
		j := i + bytes.Index(raw[i:], []byte("\r\n\r\n")) + 4
		out := bytes.Clone(raw)
		copy(out[j:j+12], "AAAAAAAAAAAA")
		return out
	},
	func(raw []byte) []byte { // given a name of which nobody thinks
		return bytes.ReplaceAll(raw, []byte(".checkpoint"), []byte(".check-point"))
	},
	func(raw []byte) []byte { // and the letter another name
		return bytes.Replace(bytes.ReplaceAll(raw, []byte(".checkpoint"), []byte(".check-point")), []byte("Message-ID: <fieldpost."), []byte("Message-ID: <other."), 1)
	},
}

// lied changes the words of a letter and takes its checkpoint away; ok is false if it has none.
func lied(raw []byte, way int) (out []byte, ok bool) {
	if !bytes.Contains(raw, []byte(".checkpoint")) {
		return nil, false
	}
	i := bytes.Index(raw, []byte("text/plain"))
	j := i + bytes.Index(raw[i:], []byte("\r\n\r\n")) + 4
	out = slices.Concat(raw[:j], []byte("You lost the fight for the palace.\r\n"), raw[j:])
	return ways[way](out), true
}

// TestLyingLetters: a letter that tells another story is not taken for true because its checkpoint is gone, with the export or without it.
func TestLyingLetters(t *testing.T) {
	t.Parallel()
	h, data := fairExport(t, "D1", 2)
	x := evidenceIn(t, data)
	var all []message.Kept
	h.Look("hill", func(m *adjudicator.Match) {
		for _, l := range m.Letters {
			if l.Issued.Seat == "republic" {
				all = append(all, message.Kept{Name: itoa(int(l.Seq)), Raw: h.BytesOf(l)})
			}
		}
	})
	honestBox := reading.Open(h.Office.Phrases.Language, "republic", all, "hill").Evidence("hill")
	for _, x := range []*audit.Export{nil, x} {
		if v := audited(x, honestBox); v.Exit() != audit.Fine {
			t.Fatalf("the true letters: exit %d: %+v", v.Exit(), v.Findings)
		}
	}
	made, chance := 0, rand.New(rand.NewPCG(5, 6))
	for range officetest.Shorter(*cutLetters, 20) {
		i, way := 1+chance.IntN(len(all)-2), chance.IntN(len(ways)) // the welcome holds the key, and of the last the log alone knows
		raw, ok := lied(all[i].Raw, way)
		if !ok {
			continue
		}
		made++
		mails := slices.Clone(all)
		mails[i].Raw = raw
		box := reading.Open(h.Office.Phrases.Language, "republic", mails, "hill").Evidence("hill")
		for _, x := range []*audit.Export{nil, x} {
			if v := audited(x, box); v.Exit() != audit.Unproven {
				t.Errorf("letter %s, way %d, export %v: exit %d: %+v", all[i].Name, way, x != nil, v.Exit(), v.Findings)
			}
		}
	}
	if made == 0 {
		t.Error("no letter was changed")
	}
	last := slices.Clone(all)
	last[len(last)-1].Raw, _ = lied(last[len(last)-1].Raw, 0)
	if v := audited(nil, reading.Open(h.Office.Phrases.Language, "republic", last, "hill").Evidence("hill")); v.Exit() != audit.Unproven || !found(v, "letter-bare") {
		t.Errorf("the last letter: exit %d: %+v", v.Exit(), v.Findings)
	}
	gone := slices.Delete(slices.Clone(all), len(all)-2, len(all)-1)
	if v := audited(x, reading.Open(h.Office.Phrases.Language, "republic", gone, "hill").Evidence("hill")); v.Exit() != audit.Unproven || !found(v, "letter-missing") {
		t.Errorf("a letter that is not there: exit %d: %+v", v.Exit(), v.Findings)
	}
}

// TestAccidentsAreNoFraud: papers damaged at random, lost letters, lost keys and old exports. Whatever an honest host and his players suffer,
// nobody is called a fraud for it.
func TestAccidentsAreNoFraud(t *testing.T) {
	t.Parallel()
	h, data := fairExport(t, "D2", 2)
	g := h.kept(data)
	var all []message.Kept
	for i, raw := range g.letters {
		all = append(all, message.Kept{Name: itoa(i + 1), Raw: raw})
	}
	chance := rand.New(rand.NewPCG(7, 8))
	spoil := func(b []byte) []byte {
		b = bytes.Clone(b)
		switch chance.IntN(3) {
		case 0:
			b[chance.IntN(len(b))] ^= 1 << chance.IntN(8)
		case 1:
			at := chance.IntN(len(b))
			copy(b[at:min(at+512, len(b))], make([]byte, 512))
		default:
			b = b[:chance.IntN(len(b))]
		}
		return b
	}
	for n := range officetest.Shorter(*accidents, 8) {
		mails, export, name := slices.Clone(all), data, ""
		switch n % 6 {
		case 0:
			i := chance.IntN(len(mails))
			name, mails[i].Raw = "a damaged letter", spoil(mails[i].Raw)
		case 1:
			i := chance.IntN(len(mails))
			name, mails = "a lost letter", slices.Delete(mails, i, i+1)
		case 2:
			name, export = "a damaged export", spoil(data)
			if !bytes.HasPrefix(export, []byte("fieldpost export 1\n")) {
				continue // it is none any more
			}
		case 3:
			name, export = "an export signed with a new key", signedBy(t, g, data)
		case 4:
			name, export = "an export without a signature", noted(t, data, nil)
		default:
			keep := 1 + chance.IntN(len(mails)-1)
			chance.Shuffle(len(mails), func(i, j int) { mails[i], mails[j] = mails[j], mails[i] })
			name, mails = "half a mailbox", mails[:keep]
		}
		box := reading.Open(h.Office.Phrases.Language, "republic", mails, "hill").Evidence("hill")
		for _, ev := range []audit.Evidence{{Mailboxes: []audit.Mailbox{box}}, {Export: evidenceIn(t, export)}, {Mailboxes: []audit.Mailbox{box}, Export: evidenceIn(t, export)}} {
			if v := audit.Run(ev, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify}); v.Exit() == audit.Fraud {
				t.Errorf("%d: %s, %d mailboxes, export %v: %+v", n, name, len(ev.Mailboxes), ev.Export != nil, v.Findings)
			}
		}
	}
}
