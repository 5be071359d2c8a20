package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/projections/audit"
)

// appended writes an event behind a game's log and archive with no questions asked, as a faulty program would.
func (h *hall) appended(game, actor string, body events.Body) {
	h.T.Helper()
	head, err := h.Store.Head(h.T.Context(), game)
	if err != nil {
		h.T.Fatal(err)
	}
	r, err := events.Next(head, events.Event{Game: game, Time: h.Now.UnixMilli(), Actor: actor, Body: body})
	if err == nil {
		err = h.Store.Append(h.T.Context(), r)
	}
	if err == nil {
		err = h.Archive.Write(r)
	}
	if err != nil {
		h.T.Fatal(err)
	}
}

// broken is a game of two that stands still: the seal of its first turn names standing orders that no mail holds.
func broken(t *testing.T, profile string) *hall {
	t.Helper()
	h := newHall(t)
	g := officetest.FairGame(t, "hill", profile)
	g.Schedule.Period, g.Schedule.CoolOff = 60, 1<<30
	h.Seated(g)
	h.Send("ann", "[hill] orders", "ORDERS hill turn 1\nstanding ask BB-D17\nstanding retreat: toward A8\nG1: hold\nEND")
	var seal events.Sealed
	h.Look("hill", func(m *adjudicator.Match) { seal = m.NewSeal("deadline") })
	for i := range seal.Seats {
		if s := &seal.Seats[i]; s.Seat == "republic" {
			s.Standing = []string{s.Standing[0], "0.0"}
		}
	}
	h.Now = h.Now.Add(2 * time.Hour)
	h.appended("hill", "fieldpost", seal)
	return h
}

func (h *hall) halt(game string) (code string) {
	h.T.Helper()
	h.Look(game, func(m *adjudicator.Match) {
		if m.Halt != nil {
			code = m.Halt.Code
		}
	})
	return code
}

// masterSays hands in a command of the game master's, and then his word for it.
func (h *hall) masterSays(command string) error {
	h.T.Helper()
	h.Office.Settings.Master = "master@example.org"
	letters := h.Mail("master", "a command", command)
	if len(letters) != 1 || letters[0].Issued.Letter != "confirm" {
		return fmt.Errorf("%s was answered by %q", command, officetest.Kinds(letters))
	}
	in, err := message.Read(h.BytesOf(letters[0]), message.Limits{})
	if err != nil {
		return err
	}
	word := strings.Replace(string(h.Plain("master", "Re: "+in.Subject, "yes")), "To: orders@fieldpost.local", "To: "+in.ReplyTo.Address, 1)
	h.Raw([]byte(word))
	return nil
}

// A game that a seal has stopped which names what no mail holds is found so by every restart. The game master closes the window again: what
// the mails held is played, everybody is told, and log, mailboxes and replay agree.
func TestASealThatNamesNothingIsMadeAgain(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"D1", "D2", "D3"} {
		t.Run(profile, func(t *testing.T) {
			h := broken(t, profile)
			if code := h.halt("hill"); code != "E_EVENT" {
				t.Fatalf("the game stands still by %q", code)
			}
			h.Again()
			h.Tend("hill")
			if code := h.halt("hill"); code != "E_EVENT" {
				t.Fatalf("after a restart the game stands still by %q", code)
			}
			late := h.Plain("bo", "[hill] orders", "ORDERS hill turn 1\nG1: watch\nEND")
			if err := h.Office.Receive(t.Context(), late, mail.Envelope{Via: "smtp", Received: h.Now}); err == nil {
				t.Error("orders were taken by a game that stands still; their host must keep them")
			}
			letters, err := h.During(func() error {
				if profile == "D1" {
					return h.masterSays("MASTER amend reseal hill --reason \"" + deedReason + "\"")
				}
				return h.amend(office.AmendRequest{What: adjudicator.DeedReseal})
			})
			if err != nil {
				t.Fatal(err)
			}
			told := 0
			for _, l := range letters {
				if l.Issued.Letter == "amended" && strings.Contains(strings.Join(strings.Fields(h.Text(l)), " "), "with what everybody's mails had brought by then") {
					told++
				}
			}
			if told != 2 {
				t.Errorf("%d players were told: %s", told, officetest.Kinds(letters))
			}
			h.FinishSeal("hill")
			h.Look("hill", func(m *adjudicator.Match) {
				if m.Halt != nil || m.Last.Window != 1 {
					t.Fatalf("the turn was not played: %v; turn %d, window %d after %d, it needs %q", m.Halt, m.Now.Turn(), m.Open.Number, m.Last.Window, m.Fair.Needs())
				}
				if n := len(m.Now.Knows("republic").Standing()); n != 2 {
					t.Errorf("%d standing orders were in force", n)
				}
			})
			h.asTheLogSays("hill")
			if err := h.amend(office.AmendRequest{What: adjudicator.DeedReseal}); err == nil {
				t.Error("a seal that was opened is made again")
			}
			h.Raw(late) // its host offers it again
			h.Turn("hill")
			data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "x.fieldpost")
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			x, err := readExport(file)
			if err != nil {
				t.Fatal(err)
			}
			v := audit.Run(audit.Evidence{Export: x, Mailboxes: []audit.Mailbox{h.mailbox("republic")}}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
			if v.Exit() != audit.Amended || !slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == "deed.reseal" }) {
				t.Errorf("the audit says %d: %+v", v.Exit(), v.Findings)
			}
			if exit, told, ok := python(t, data); ok && (exit != 0 || told["deeds"] == float64(0)) {
				t.Errorf("the second verifier: %d %v", exit, told)
			}
		})
	}
}
