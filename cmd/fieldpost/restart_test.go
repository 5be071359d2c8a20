package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail"

	gocmp "github.com/google/go-cmp/cmp"
)

// script is a game's mails, minute by minute: the same for every run.
type script struct {
	at  time.Time
	raw []byte
}

// writeScript plays some turns without trouble and keeps the mails.
func writeScript(t *testing.T, h *hall, turns int) []script {
	t.Helper()
	var mails []script
	send := func(from, text string) {
		raw := h.Plain(from, "orders", text)
		mails = append(mails, script{h.Now, raw})
		h.Raw(raw)
		h.Now = h.Now.Add(time.Minute)
	}
	h.Announce(officetest.Palace("hill"))
	send("ann", "JOIN hill republic as Ann")
	send("bo", "REJOINDRE hill italian_ctv as Bo")
	send("ann", "ORDERS hill turn 1\nstanding retreat: toward D8\nG1: mvoe C7\nEND")
	send("bo", "PRESS\nGood luck.\nEND")
	for range turns {
		mails := h.BotMails("hill")
		for _, s := range []table.Seat{"republic", "italian_ctv"} {
			if mails[s] != "" {
				send(officetest.Player(s), mails[s])
			}
		}
		send("ann", "STATUS")
		send("bo", "CHECK")
	}
	return mails
}

// letters gives every letter of a hall as it leaves, by what it is about.
func (h *hall) letters(game string) []string {
	var all []string
	h.Look(game, func(m *adjudicator.Match) {
		for _, l := range m.Letters {
			all = append(all, fmt.Sprintf("%s %s\n%s", l.Issued.Letter, l.Issued.Seat, h.BytesOf(l)))
		}
	})
	return all
}

// records gives the exact bytes of a game's log.
func (h *hall) records(game string) []string {
	var all []string
	for r, err := range h.Store.Read(h.T.Context(), game, 1) {
		if err != nil {
			h.T.Fatal(err)
		}
		all = append(all, string(r.Bytes))
	}
	return all
}

// TestRestartAfterEveryEvent crashes the office after every single append, opens it again and hands in the mail again,
// as a mail host would that got no 250. Log and letters come out the same, byte for byte.
func TestRestartAfterEveryEvent(t *testing.T) {
	t.Parallel()
	calm := newHall(t)
	mails := writeScript(t, calm, 2)
	want, wantLetters := calm.records("hill"), calm.letters("hill")

	h := newHall(t)
	crash := errors.New("the process ends here")
	log := h.Store.(officetest.Keeping).Log
	h.Announce(officetest.Palace("hill"))
	crashes := 0
	for _, m := range mails {
		h.Now = m.at
		for try := 0; ; try++ {
			if try > 100 {
				t.Fatal("the mail is never taken")
			}
			appends := log.Appends()
			ctx, cancel := context.WithCancelCause(t.Context())
			log.Inject(func(n int64, _ events.Record) memlog.Fault {
				if n > appends+1 { // the second append of this life never comes
					cancel(crash)
					return memlog.Refused
				}
				return memlog.None
			})
			err := h.Office.Receive(ctx, m.raw, mail.Envelope{Via: "smtp", Received: h.Now})
			if err == nil { // the clock comes by
				err = h.Office.With(ctx, "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) { return h.Office.Tend(ctx, m) })
			}
			log.Inject(nil)
			cancel(nil)
			if err == nil && log.Appends() == appends {
				break
			}
			crashes++
			h.Again()
		}
	}
	if crashes < len(want)-5 {
		t.Errorf("only %d crashes for %d events", crashes, len(want))
	}
	t.Logf("%d crashes, %d events", crashes, len(want))
	got := h.records("hill")
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d:\n%s", len(got), len(want), gocmp.Diff(kindsOf(t, want), kindsOf(t, got)))
	}
	gotLetters := h.letters("hill")
	for i := range wantLetters {
		if i >= len(gotLetters) || !sameLetter(wantLetters[i], gotLetters[i]) {
			t.Fatalf("letter %d differs:\n%s", i, gocmp.Diff(strings.Split(wantLetters[i], "\n"), strings.Split(gotLetters[i], "\n")))
		}
	}
}

// sameLetter compares all of a letter but its place in a thread: after a restart the id of a mail that was no order is
// not known any more.
func sameLetter(a, b string) bool {
	return withoutThread(a) == withoutThread(b)
}

func withoutThread(letter string) string {
	var kept []string
	for line := range strings.Lines(letter) {
		if !strings.HasPrefix(line, "In-Reply-To:") && !strings.HasPrefix(line, "References:") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// kindsOf names the events of a log.
func kindsOf(t *testing.T, records []string) (kinds []string) {
	t.Helper()
	for _, r := range records {
		e, err := events.Decode([]byte(r))
		if err != nil {
			t.Fatal(err)
		}
		kind := fmt.Sprint(e.Body.Kind())
		if b, ok := e.Body.(events.ReportIssued); ok {
			kind += " " + b.Letter + " " + b.Seat
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

// TestSnapshotIsFullReplay opens a game of four turns, with all its letters, from its snapshot and from its whole log.
func TestSnapshotIsFullReplay(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	writeScript(t, h, 4)
	if _, _, err := h.Store.LoadSnapshot(t.Context(), "hill", "match"); err != nil {
		t.Fatalf("no snapshot was kept: %v", err)
	}
	fast, err := h.Office.Service.Load(t.Context(), "hill")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := h.Office.Service.LoadWhole(t.Context(), "hill")
	if err != nil {
		t.Fatal(err)
	}
	a, b := told(fast), told(whole)
	if a != b {
		t.Errorf("a snapshot loads another game than the whole log:\n%s", gocmp.Diff(strings.Split(b, "\n"), strings.Split(a, "\n")))
	}
	// and the next turn is played alike
	mails := h.BotMails("hill")
	h.Again()
	for _, s := range []table.Seat{"republic", "italian_ctv"} {
		h.Mail(officetest.Player(s), "orders", mails[s])
	}
	verdict := adjudicator.Audit("hill", h.Store.Read(t.Context(), "hill", 1), func(d events.Hash) ([]byte, error) { return h.Store.Get(t.Context(), d) }, adjudicator.Game)
	if !verdict.Sound() {
		t.Error(verdict.Fault)
	}
}

// told is all that a match shows of its state.
func told(m *adjudicator.Match) string {
	var b strings.Builder
	fmt.Fprintf(&b, "head %v, now %s, turn %d, open %+v, due %v, opened at %d\n", m.Head, m.Now.Hash(), m.Now.Turn(), *m.Open, m.Due, m.OpenedAt())
	for _, p := range m.Players {
		fmt.Fprintf(&b, "%+v\n%s\n", p, m.Now.Knows(p.Seat).Hash())
		d := m.Desk(p.Seat)
		fmt.Fprintf(&b, "sent %v at %d\ndraft %+v\nstanding %+v\nanswers %+v\n", d.Sent, d.Last, d.Draft(), d.Standing(), d.Answers())
	}
	for _, l := range m.Letters {
		fmt.Fprintf(&b, "%+v\n", l)
	}
	for _, p := range m.Everything() {
		fmt.Fprintf(&b, "%d %d %+v %v\n", p.Seq, p.Window, p.Rolls, p.By)
	}
	fmt.Fprintf(&b, "press %+v, proofs %+v, held %+v, refusals %+v, deeds %+v, root %s\n", m.Press, m.Proofs, m.Held, m.Refusals, m.Fair.Deeds, m.Fair.Tree.Root(m.Fair.Tree.Size()))
	fmt.Fprintf(&b, "owed %+v, last %d %d %d %d\n", m.Owed, m.Last.Seq, m.Last.Window, m.Last.Turn, m.Last.Time)
	return b.String()
}

// TestUnknownOutcomes loses the acknowledgement of every third append: what was stored is found, nothing is there twice.
func TestUnknownOutcomes(t *testing.T) {
	t.Parallel()
	calm := newHall(t)
	mails := writeScript(t, calm, 2)
	h := newHall(t)
	h.Store.(officetest.Keeping).Log.Inject(func(n int64, _ events.Record) memlog.Fault {
		return []memlog.Fault{memlog.None, memlog.Unknown, memlog.Refused}[n%3]
	})
	h.Announce(officetest.Palace("hill"))
	for _, m := range mails {
		h.Now = m.at
		h.Raw(m.raw)
	}
	got, want := h.records("hill"), calm.records("hill")
	if !slices.Equal(got, want) {
		t.Errorf("another log: %s", gocmp.Diff(kindsOf(t, want), kindsOf(t, got)))
	}
	for i, l := range h.letters("hill") {
		if !bytes.Equal([]byte(l), []byte(calm.letters("hill")[i])) {
			t.Errorf("letter %d differs", i)
		}
	}
}
