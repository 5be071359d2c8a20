package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/mail/message"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/reading"
	"fieldpost/projections/audit"
)

// forger is a dishonest host: he has every key and writes whatever log he likes.
type forger struct {
	t       *testing.T
	events  []events.Event
	secrets [][]events.Secret
	log     checkpoint.Key
	dice    dice.Key
	blobs   []part
}

// playedGame is an honest game of a profile, its export, and what each player holds.
type playedGame struct {
	data    []byte
	log     checkpoint.Key
	dice    dice.Key
	letters [][]byte // of republic
	box     map[string]audit.Mailbox
}

var (
	playedMu    sync.Mutex
	playedGames = map[string]*playedGame{}
)

// honest plays three turns of a profile; every test that asks for it gets the same game.
func honest(t *testing.T, profile string) *playedGame {
	t.Helper()
	playedMu.Lock()
	defer playedMu.Unlock()
	if g := playedGames[profile]; g != nil {
		return g
	}
	h, data := fairExport(t, profile, 3)
	playedGames[profile] = h.kept(data)
	return playedGames[profile]
}

// kept is what host and players hold of a game.
func (h *hall) kept(data []byte) *playedGame {
	h.T.Helper()
	g := &playedGame{data: data, box: map[string]audit.Mailbox{}}
	var err error
	if g.log, err = h.Keys.Log("hill"); err != nil {
		h.T.Fatal(err)
	}
	if g.dice, err = h.Keys.Key("hill"); err != nil {
		h.T.Fatal(err)
	}
	h.Look("hill", func(m *adjudicator.Match) {
		for _, l := range m.Letters {
			if l.Issued.Seat == "republic" {
				g.letters = append(g.letters, h.BytesOf(l))
			}
		}
	})
	for _, seat := range h.Seats("hill") {
		g.box[string(seat)] = h.mailbox(string(seat))
	}
	return g
}

// mailbox is what the player of a seat holds: his letters as his host took them in five seconds later, and what he sent.
func (h *hall) mailbox(seat string) audit.Mailbox {
	h.T.Helper()
	var mails []message.Kept
	h.Look("hill", func(m *adjudicator.Match) {
		for _, l := range m.Letters {
			if l.Issued.Seat != seat {
				continue
			}
			at := time.UnixMilli(l.Time).Add(5 * time.Second).UTC()
			top := fmt.Sprintf("Return-Path: <bounce@fieldpost.local>\r\nReceived: from fieldpost.local by mx.example.org;\r\n\t%s\r\n", at.Format(time.RFC1123Z))
			mails = append(mails, message.Kept{Name: fmt.Sprintf("letter %d", l.Seq), Raw: append([]byte(top), h.BytesOf(l)...)})
		}
	})
	for i, raw := range h.Sent(officetest.Player(table.Seat(seat))) {
		mails = append(mails, message.Kept{Name: fmt.Sprintf("sent %d", i+1), Raw: raw})
	}
	return reading.Open(h.Office.Phrases.Language, "mailbox of "+seat, mails, "hill").Evidence("hill")
}

func newForger(t *testing.T, g *playedGame) *forger {
	t.Helper()
	f := &forger{t: t, log: g.log, dice: g.dice}
	for _, p := range partsOf(t, g.data) {
		switch p.kind {
		case 'R':
			r, err := events.DecodeRecord(p.content)
			if err != nil {
				t.Fatal(err)
			}
			e, err := events.Decode(r.Bytes)
			if err != nil {
				t.Fatal(err)
			}
			f.events, f.secrets = append(f.events, e), append(f.secrets, r.Secrets)
		case 'B':
			f.blobs = append(f.blobs, p)
		}
	}
	return f
}

// export chains the log anew and signs it.
func (f *forger) export() []byte {
	f.t.Helper()
	var parts []part
	var head events.Head
	var leaves []events.Hash
	for i, e := range f.events {
		r, err := events.Next(head, e, f.secrets[i]...)
		if err != nil {
			f.t.Fatal(err)
		}
		content, err := events.EncodeRecord(r)
		if err != nil {
			f.t.Fatal(err)
		}
		if head, err = r.Head(); err != nil {
			f.t.Fatal(err)
		}
		parts, leaves = append(parts, part{'R', content}), append(leaves, head.Hash)
	}
	parts = append(parts, f.blobs...)
	parts = append(parts, part{'C', []byte(f.log.Sign(head.Seq, events.Root(leaves)).Note())}, part{'E', nil})
	return joined(ended(f.t, parts))
}

// at finds the n-th event (from 1) of a kind.
func (f *forger) at(kind events.Kind, n int) int {
	f.t.Helper()
	for i, e := range f.events {
		if e.Body.Kind() == kind {
			if n--; n == 0 {
				return i
			}
		}
	}
	f.t.Fatalf("there is no such %s", kind)
	return -1
}

func (f *forger) remove(i int) {
	f.events, f.secrets = slices.Delete(f.events, i, i+1), slices.Delete(f.secrets, i, i+1)
}

// insert puts an event before the i-th.
func (f *forger) insert(i int, actor string, b events.Body) {
	at := f.events[len(f.events)-1].Time
	if i < len(f.events) {
		at = f.events[i].Time
	}
	f.events = slices.Insert(f.events, i, events.Event{Game: "hill", Time: at, Actor: actor, Body: b})
	f.secrets = slices.Insert(f.secrets, i, nil)
}

func change[B events.Body](f *forger, n int, edit func(b *B)) {
	f.t.Helper()
	var zero B
	i := f.at(zero.Kind(), n)
	b := f.events[i].Body.(B)
	edit(&b)
	f.events[i].Body = b
}

// rolled gives a pass other dice with true proofs: those of another input.
func (f *forger) rolled(n int, input func(in *dice.Input)) {
	f.t.Helper()
	i := f.at("Adjudicated", n)
	fair := adjudicator.NewFairness("hill")
	for _, e := range f.events[:i] {
		if err := fair.Apply(e, events.Hash{}); err != nil {
			f.t.Fatal(err)
		}
	}
	in, ok := fair.Input()
	if !ok {
		f.t.Fatal("no dice there")
	}
	input(&in)
	vrf := dice.NewVRF(f.dice, in)
	b := f.events[i].Body.(events.Adjudicated)
	b.Rolls = slices.Clone(b.Rolls)
	for k, r := range b.Rolls {
		var values []int
		var err error
		if r.Draw {
			var v int
			v, r.Proof, err = vrf.Draw(r.Key, int(r.Sides))
			values = []int{v}
		} else {
			values, r.Proof, err = vrf.Roll(r.Key, len(r.Values), int(r.Sides))
		}
		if err != nil {
			f.t.Fatal(err)
		}
		r.Values = nil
		for _, v := range values {
			r.Values = append(r.Values, int64(v))
		}
		b.Rolls[k] = r
	}
	f.events[i].Body = b
}

// attack is one thing that a dishonest host may try.
type attack struct {
	name    string
	profile string
	with    bool // a player's mailbox lies beside the export
	do      func(f *forger)
	want    int
	code    string // one finding that must be there; "" for none
}

// attacks are those of a host who holds every key. What the proofs of a log alone must find stands without a mailbox; what
// only a player's own mail can show stands with one; and what a profile does not promise is accepted, and said to be so.
var attacks = []attack{
	// Re-rolls and chosen dice.
	{"a die is changed", "D1", false, func(f *forger) {
		change(f, 2, func(b *events.Adjudicated) {
			b.Rolls[0].Values = []int64{b.Rolls[0].Values[0]%b.Rolls[0].Sides + 1}
		})
	}, audit.Fraud, "export.fault"},
	{"the dice of another epoch", "D1", false, func(f *forger) { f.rolled(2, func(in *dice.Input) { in.Epoch = 1 }) }, audit.Fraud, "export.fault"},
	{"the dice of another window", "D1", false, func(f *forger) { f.rolled(2, func(in *dice.Input) { in.Window += 7 }) }, audit.Fraud, "export.fault"},
	{"the dice of another salt", "D1", false, func(f *forger) { f.rolled(2, func(in *dice.Input) { in.Salt[0]++ }) }, audit.Fraud, "export.fault"},
	{"the dice of another round", "D3", false, func(f *forger) { f.rolled(2, func(in *dice.Input) { in.Round++ }) }, audit.Fraud, "export.fault"},
	{"the dice of other codes", "D2", false, func(f *forger) { f.rolled(2, func(in *dice.Input) { in.EntRoot[0]++ }) }, audit.Fraud, "export.fault"},
	{"a pass is made twice", "D1", false, func(f *forger) {
		i := f.at("Adjudicated", 2)
		f.events, f.secrets = slices.Insert(f.events, i+1, f.events[i]), slices.Insert(f.secrets, i+1, f.secrets[i])
	}, audit.Fraud, "export.fault"},
	{"a pass without a seal", "D1", false, func(f *forger) { f.remove(f.at("Sealed", 2)) }, audit.Fraud, "export.fault"},
	{"a window is sealed twice", "D1", false, func(f *forger) {
		i := f.at("Sealed", 2)
		f.insert(i+1, "fieldpost", f.events[i].Body)
	}, audit.Fraud, "export.fault"},
	{"a roll that the rules did not ask for", "D1", false, func(f *forger) {
		change(f, 2, func(b *events.Adjudicated) { b.Rolls = append(b.Rolls, b.Rolls[0]) })
	}, audit.Fraud, "export.fault"},
	{"a roll is left out", "D1", false, func(f *forger) { change(f, 2, func(b *events.Adjudicated) { b.Rolls = b.Rolls[1:] }) }, audit.Fraud, "export.fault"},
	// Keys.
	{"a dice key ground after the anchors came", "D1", false, func(f *forger) {
		change(f, 1, func(b *events.GameAnnounced) { b.Dice.PublicKey = events.Hash(dice.Key{9}.Public()) })
	}, audit.Fraud, "export.fault"},
	{"another anchor of a player", "D1", false, func(f *forger) { change(f, 1, func(b *events.SeatTaken) { b.Anchor[0]++ }) }, audit.Fraud, "export.fault"},
	{"a key changed without consent", "D1", false, func(f *forger) {
		f.insert(f.at("Sealed", 2), "master", events.KeyRotated{PublicKey: events.Hash(dice.Key{9}.Public()), Window: 3, Reason: "lost"})
	}, audit.Fraud, "export.fault"},
	{"a key changed inside a seal", "D3", false, func(f *forger) {
		f.insert(f.at("BeaconObserved", 2), "master", events.KeyRotated{PublicKey: events.Hash(dice.Key{9}.Public()), Window: 3, Reason: "lost"})
	}, audit.Fraud, "export.fault"},
	{"the log key is the dice key", "D1", false, func(f *forger) {
		change(f, 1, func(b *events.GameAnnounced) { b.Dice.PublicKey = f.log.Public() })
	}, audit.Fraud, "export.fault"},
	// Rewinds and consent.
	{"a rewind without consent", "D1", false, func(f *forger) {
		f.insert(f.at("Sealed", 2), "master", events.Rewound{Window: 1, Epoch: 1, Reason: "bad dice"})
	}, audit.Fraud, "export.fault"},
	{"a rewind with the consent of one", "D1", false, func(f *forger) {
		i := f.at("Sealed", 2)
		f.insert(i, "master", events.AmendmentProposed{What: "rewind", Window: 1, Reason: "bad dice"})
		f.insert(i+1, "seat:republic", events.ConsentGiven{Seat: "republic", Proposal: int64(i + 1)})
		f.insert(i+2, "master", events.Rewound{Window: 1, Epoch: 1, Reason: "bad dice"})
	}, audit.Fraud, "export.fault"},
	{"the master consents for a player", "D1", false, func(f *forger) {
		i := f.at("Sealed", 2)
		f.insert(i, "master", events.AmendmentProposed{What: "rewind", Window: 1, Reason: "bad dice"})
		f.insert(i+1, "master", events.ConsentGiven{Seat: "republic", Proposal: int64(i + 1)})
	}, audit.Fraud, "export.fault"},
	{"an epoch is skipped", "D1", false, func(f *forger) {
		i := f.at("Sealed", 2)
		f.insert(i, "master", events.AmendmentProposed{What: "rewind", Window: 1, Reason: "bad dice"})
		f.insert(i+1, "seat:republic", events.ConsentGiven{Seat: "republic", Proposal: int64(i + 1)})
		f.insert(i+2, "seat:italian_ctv", events.ConsentGiven{Seat: "italian_ctv", Proposal: int64(i + 1)})
		f.insert(i+3, "master", events.Rewound{Window: 1, Epoch: 2, Reason: "bad dice"})
	}, audit.Fraud, "export.fault"},
	// The beacon.
	{"a round of his own choice", "D3", false, func(f *forger) { change(f, 2, func(b *events.RoundFixed) { b.Round += 5 }) }, audit.Fraud, "export.fault"},
	{"an instant of his own choice", "D3", false, func(f *forger) {
		change(f, 2, func(b *events.RoundFixed) { b.From -= 3000; b.Round-- })
	}, audit.Fraud, "export.fault"},
	{"another round once one is known", "D3", false, func(f *forger) {
		i := f.at("BeaconObserved", 2)
		f.insert(i+1, "clock", events.RoundFixed{Window: 1, Attempt: 2, From: f.events[i].Time, Round: 1 << 20})
	}, audit.Fraud, "export.fault"},
	{"a round with a false signature", "D3", false, func(f *forger) {
		change(f, 2, func(b *events.BeaconObserved) { b.Signature = bytes.Clone(b.Signature); b.Signature[9] ^= 1 })
	}, audit.Fraud, "export.fault"},
	{"the signature of another round", "D3", false, func(f *forger) {
		other := f.events[f.at("BeaconObserved", 1)].Body.(events.BeaconObserved)
		change(f, 2, func(b *events.BeaconObserved) { b.Signature = other.Signature })
	}, audit.Fraud, "export.fault"},
	{"a round before it exists", "D3", false, func(f *forger) { f.events[f.at("BeaconObserved", 2)].Time -= 600_000 }, audit.Fraud, "export.fault"},
	{"dice without the round", "D3", false, func(f *forger) { f.remove(f.at("BeaconObserved", 2)) }, audit.Fraud, "export.fault"},
	{"no beacon, after an hour", "D3", false, func(f *forger) {
		i := f.at("BeaconObserved", 2)
		b := f.events[i].Body.(events.BeaconObserved)
		f.events[i].Body = events.BeaconUnavailable{Window: b.Window, Round: b.Round, Fallback: "wait"}
	}, audit.Fraud, "export.fault"},
	{"a chain of his own", "D3", false, func(f *forger) {
		f.insert(f.at("Sealed", 1), "master", events.BeaconChanged{Beacon: f.events[1].Body.(events.TermsSet).Beacon, Reason: "better"})
	}, audit.Fraud, "export.fault"},
	{"a seal dated back before its round", "D3", true, func(f *forger) {}, audit.Unproven, "timing-late"},
	{"a seal that nobody was told of", "D3", false, func(f *forger) {}, audit.Unproven, "timing"},
	// Codes.
	{"a code withheld before its time is over", "D2", false, func(f *forger) {
		f.remove(f.at("CodeRevealed", 4))
		change(f, 2, func(b *events.EntropyFixed) { f.absent(b, 4) })
	}, audit.Fraud, "export.fault"},
	{"a false code", "D2", false, func(f *forger) { change(f, 3, func(b *events.CodeRevealed) { b.Value[0]++ }) }, audit.Fraud, "export.fault"},
	{"codes other than those that came", "D2", false, func(f *forger) { change(f, 2, func(b *events.EntropyFixed) { b.Seats[0].Value[0]++ }) }, audit.Fraud, "export.fault"},
	{"codes closed before they are asked for", "D2", false, func(f *forger) { f.remove(f.at("CodesAsked", 2)) }, audit.Fraud, "export.fault"},
	{"a code used for two seals", "D2", false, func(f *forger) {
		first := f.events[f.at("CodeRevealed", 1)].Body.(events.CodeRevealed)
		change(f, 3, func(b *events.CodeRevealed) { b.Value = first.Value })
	}, audit.Fraud, "export.fault"},
	// Late and lost orders.
	{"late orders when the dice are known", "D1", false, func(f *forger) {
		f.insert(f.at("Adjudicated", 2), "master", events.LateAccepted{Seat: "republic", Orders: 9, Reason: "kind"})
	}, audit.Fraud, "export.fault"},
	{"late orders after the round", "D3", false, func(f *forger) {
		f.insert(f.at("Adjudicated", 2), "master", events.LateAccepted{Seat: "republic", Orders: 9, Reason: "kind"})
	}, audit.Fraud, "export.fault"},
	{"orders left out of the seal", "D1", false, func(f *forger) { change(f, 2, func(b *events.Sealed) { b.Seats[0].Lines = nil }) }, audit.Fraud, "export.fault"},
	{"an order mail dropped", "D1", true, func(f *forger) { f.remove(f.at("OrdersReceived", 2)) }, audit.Fraud, ""},
	{"an order mail in a player's name", "D1", true, func(f *forger) {
		n := 1
		for f.events[f.at("OrdersReceived", n)].Body.(events.OrdersReceived).Seat != "republic" {
			n++
		}
		b := f.events[f.at("OrdersReceived", n)].Body.(events.OrdersReceived)
		b.Mail[0]++
		f.insert(len(f.events), "seat:"+b.Seat, b)
	}, audit.Unproven, "not-sent"},
	{"late orders of the operator", "D3", false, func(f *forger) {
		f.insert(3, "master", events.OperatorSeated{Seat: "republic"})
		i := f.at("BeaconObserved", 2)
		f.insert(i, "master", events.LateAccepted{Seat: "republic", Orders: int64(i), Reason: "kind"})
	}, audit.Fraud, "export.fault"},
	{"the operator sits down when play has begun", "D1", false, func(f *forger) {
		f.insert(f.at("Sealed", 2), "master", events.OperatorSeated{Seat: "republic"})
	}, audit.Fraud, "export.fault"},
	{"the operator orders when he can read the others' orders", "D1", false, func(f *forger) {
		f.insert(3, "master", events.OperatorSeated{Seat: f.second(1)})
	}, audit.Fraud, "export.fault"},
	// Rewriting what was told.
	{"the time of an event", "D1", true, func(f *forger) { f.events[len(f.events)/2].Time++ }, audit.Fraud, "export-differs"},
	{"a reason changed afterwards", "D1", true, func(f *forger) { change(f, 1, func(b *events.SeatTaken) { b.Name = "Nobody" }) }, audit.Fraud, "export-differs"},
	{"a letter that was never sent so", "D1", true, func(f *forger) { change(f, 3, func(b *events.ReportIssued) { b.Digest[0]++ }) }, audit.Fraud, "export-differs"},
	{"another log key", "D1", true, func(f *forger) {
		f.log = checkpoint.NewKey(f.events[1].Body.(events.TermsSet).Origin, [32]byte{9})
		change(f, 1, func(b *events.TermsSet) { b.LogKey = f.log.Public() })
	}, audit.Unproven, "two-keys"},
	// What a profile does not promise.
	{"the host knew the dice ahead", "D1", false, func(f *forger) {}, audit.Fine, ""},
	{"the host played by his own seed", "D0", false, func(f *forger) {}, audit.Fine, ""},
}

// second is the seat that ordered second in a window.
func (f *forger) second(window int64) string {
	f.t.Helper()
	first := ""
	for _, e := range f.events {
		b, ok := e.Body.(events.OrdersReceived)
		switch {
		case !ok || b.Window != window:
		case first == "":
			first = b.Seat
		case b.Seat != first:
			return b.Seat
		}
	}
	f.t.Fatalf("nobody ordered second in window %d", window)
	return ""
}

// absent makes the n-th code an absent one.
func (f *forger) absent(b *events.EntropyFixed, n int) {
	var parts []dice.SeatCode
	for i, s := range b.Seats {
		if s.Seat == "italian_ctv" {
			b.Seats[i].Status = dice.Absent
			before := f.events[f.at("CodeRevealed", 2)].Body.(events.CodeRevealed)
			b.Seats[i].Value = before.Value
		}
		parts = append(parts, dice.SeatCode{Seat: b.Seats[i].Seat, Status: byte(b.Seats[i].Status), Value: b.Seats[i].Value})
	}
	b.Root, _ = dice.CodeRoot(parts)
}

// TestOperatorAttacks: each of them is caught, or is exactly what the profile says.
func TestOperatorAttacks(t *testing.T) {
	t.Parallel()
	if len(attacks) < 40 {
		t.Errorf("only %d attacks", len(attacks))
	}
	for _, a := range attacks {
		t.Run(a.profile+" "+a.name, func(t *testing.T) {
			g := honest(t, a.profile)
			f := newForger(t, g)
			a.do(f)
			file := filepath.Join(t.TempDir(), "x.fieldpost")
			if err := os.WriteFile(file, f.export(), 0o600); err != nil {
				t.Fatal(err)
			}
			x, err := readExport(file)
			if err != nil {
				t.Fatal(err)
			}
			ev := audit.Evidence{Export: x}
			if a.with {
				box := g.box["republic"]
				if a.code == "timing-late" { // his host took every letter in an hour later than they say
					box.Letters = slices.Clone(box.Letters)
					for i := range box.Letters {
						box.Letters[i].Received += 3600_000
					}
				}
				ev.Mailboxes = []audit.Mailbox{box}
			}
			v := audit.Run(ev, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
			if v.Exit() != a.want || a.code != "" && !slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == a.code }) {
				t.Errorf("the audit ends with %d, want %d (%s): %+v", v.Exit(), a.want, a.code, v.Findings)
			}
		})
	}
}

// TestHonestGamesAreNotSuspected: with his mailbox, or with both, or with none, no honest game of any profile is doubted.
func TestHonestGamesAreNotSuspected(t *testing.T) {
	t.Parallel()
	for _, profile := range adjudicator.Profiles() {
		t.Run(profile, func(t *testing.T) {
			g := honest(t, profile)
			x := judged(t, g.data)
			if profile != "D3" && profile != "D4" && x.Exit() != audit.Fine {
				t.Errorf("export alone: %+v", x.Findings)
			}
			file := filepath.Join(t.TempDir(), "x.fieldpost")
			if err := os.WriteFile(file, g.data, 0o600); err != nil {
				t.Fatal(err)
			}
			export, err := readExport(file)
			if err != nil {
				t.Fatal(err)
			}
			one, two := g.box["republic"], g.box["italian_ctv"]
			for name, ev := range map[string]audit.Evidence{
				"his mail alone": {Mailboxes: []audit.Mailbox{one}}, "both mailboxes": {Mailboxes: []audit.Mailbox{one, two}},
				"his mail and the export": {Mailboxes: []audit.Mailbox{one}, Export: export}, "everything": {Mailboxes: []audit.Mailbox{one, two}, Export: export},
			} {
				v := audit.Run(ev, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
				if v.Exit() != audit.Fine || v.Rolls == 0 || v.Receipts == 0 {
					t.Errorf("%s: exit %d, %d rolls, %d receipts: %+v", name, v.Exit(), v.Rolls, v.Receipts, v.Findings)
				}
				if (profile == "D3" || profile == "D4") && v.Steps[4].Count < 3 {
					t.Errorf("%s: %d rounds were checked", name, v.Steps[4].Count)
				}
			}
		})
	}
}

func last(b audit.Mailbox) (size int64) {
	for _, l := range b.Letters {
		if l.Advance != nil {
			size = max(size, l.Advance.Size)
		}
	}
	return size
}

// told makes the letters of a mailbox tell the forger's history; false if none of them covers the fork.
func (f *forger) told(box audit.Mailbox, fork int) (audit.Mailbox, bool) {
	f.t.Helper()
	var tree events.Tree
	var raw [][]byte
	var head events.Head
	for i, e := range f.events {
		r, err := events.Next(head, e, f.secrets[i]...)
		if err != nil {
			f.t.Fatal(err)
		}
		if head, err = r.Head(); err != nil {
			f.t.Fatal(err)
		}
		tree.Add(head.Hash)
		raw = append(raw, r.Bytes)
	}
	covers := false
	box.Letters = slices.Clone(box.Letters)
	for i, l := range box.Letters {
		if l.Advance == nil {
			continue
		}
		size := int(l.Advance.Size)
		covers = covers || size >= fork
		signed := f.log.Sign(l.Advance.Size, tree.Root(size))
		box.Letters[i].Advance = &checkpoint.Advance{Old: l.Advance.Old, Proof: tree.Consistency(int(l.Advance.Old), size), Signed: signed}
		box.Letters[i].Leaves = nil
		for k := range l.Leaves {
			box.Letters[i].Leaves = append(box.Letters[i].Leaves, tree.Leaf(int(l.From)-1+k))
		}
		box.Letters[i].Papers = slices.Clone(l.Papers)
		for k, p := range l.Papers {
			proof := checkpoint.Proof{Index: p.Seq - 1, Path: tree.Inclusion(int(p.Seq-1), size), Signed: signed}
			p.Event, p.Proof = raw[p.Seq-1], &proof
			box.Letters[i].Papers[k] = p
		}
	}
	return box, covers
}

// TestAuditCommand: the whole way from files to exit code, pages and proof.
func TestAuditCommand(t *testing.T) {
	g := honest(t, "D1")
	dir := t.TempDir()
	var mbox bytes.Buffer
	for _, l := range g.letters {
		mbox.WriteString("From orders@fieldpost.local Mon Nov 23 12:00:00 2026\n")
		for line := range bytes.Lines(l) {
			line = bytes.ReplaceAll(line, []byte("\r\n"), []byte("\n"))
			if bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")) {
				mbox.WriteByte('>')
			}
			mbox.Write(line)
		}
		mbox.WriteString("\n")
	}
	box, log, out := filepath.Join(dir, "mine.mbox"), filepath.Join(dir, "hill.fieldpost"), filepath.Join(dir, "audit")
	for path, data := range map[string][]byte{box: mbox.Bytes(), log: g.data} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code, page, trouble := run(t, "audit", "--mbox", box, "--log", log, "--out", out)
	if code != 0 || !strings.Contains(page, "Verified") {
		t.Errorf("exit %d\n%s%s", code, page, trouble)
	}
	for _, name := range []string{"verdict.json", "page.en.txt", "page.en.html", "page.fr.txt", "page.fr.html"} {
		if data, err := os.ReadFile(filepath.Join(out, name)); err != nil || len(data) < 200 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if code, page, _ := run(t, "--lang", "fr", "audit", "--mbox", box); code != 0 || !strings.Contains(page, "Vérifié") {
		t.Errorf("exit %d\n%s", code, page)
	}
	if code, page, _ := run(t, "audit", "--json", log); code != 0 || !strings.Contains(page, `"schema": "fieldpost/verdict/1"`) {
		t.Errorf("exit %d\n%s", code, page)
	}
	if code, _, _ := run(t, "audit", filepath.Join(dir, "missing")); code != exitNoAudit {
		t.Errorf("a missing file: exit %d", code)
	}
	if code, _, _ := run(t, "audit"); code != exitNoAudit {
		t.Errorf("nothing to audit: exit %d", code)
	}
}
