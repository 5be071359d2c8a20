package main

import (
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
	"fieldpost/projections/audit"
)

// everyDeed is what a game master may do, with the level at which the audit tells it.
var everyDeed = []struct {
	kind     string
	profiles []string
	level    int
	do       func(h *hall) error
}{
	{adjudicator.DeedState, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		return h.amend(office.AmendRequest{What: adjudicator.DeedState, Set: `{"turn": 1}`})
	}},
	{adjudicator.DeedVoid, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		h.Send("ann", "[hill] orders", "ORDERS hill turn 2\nG1: watch\nEND")
		return h.amend(office.AmendRequest{What: adjudicator.DeedVoid, Orders: h.lastOrders("republic")})
	}},
	{adjudicator.DeedLate, []string{"D2", "D3", "D4"}, audit.Amended, func(h *hall) error {
		mails := h.BotMails("hill")
		h.Send("ann", "[hill] orders", mails["republic"])
		if err := h.sealNow(); err != nil {
			return err
		}
		h.Send("bo", "[hill] orders", mails["italian_ctv"])
		err := h.amend(office.AmendRequest{What: adjudicator.DeedLate, Orders: h.lastOrders("italian_ctv")})
		h.FinishSeal("hill")
		return err
	}},
	{adjudicator.DeedRewind, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		err := h.amend(office.AmendRequest{What: adjudicator.DeedRewind, Window: 1})
		h.Send("ann", "[hill] yes", "AGREE")
		h.Send("bo", "[hill] oui", "ACCORD")
		return err
	}},
	{adjudicator.DeedReplace, []string{"D0", "D1", "D3"}, audit.Amended, func(h *hall) error {
		return h.amend(office.AmendRequest{What: adjudicator.DeedReplace, Player: office.SeatedPlayer{Seat: "italian_ctv", Address: "carl@example.org", Name: "Carl"}})
	}},
	{adjudicator.DeedRules, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		return h.amend(office.AmendRequest{What: adjudicator.DeedRules, Revision: 1})
	}},
	{adjudicator.DeedLogKey, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		return h.amend(office.AmendRequest{What: adjudicator.DeedLogKey})
	}},
	{adjudicator.DeedKey, []string{"D3", "D4"}, audit.Amended, func(h *hall) error {
		return h.amend(office.AmendRequest{What: adjudicator.DeedKey})
	}},
	{adjudicator.DeedKey, []string{"D1", "D2"}, audit.Unproven, func(h *hall) error {
		err := h.amend(office.AmendRequest{What: adjudicator.DeedKey})
		h.Send("ann", "[hill] yes", "AGREE")
		h.Send("bo", "[hill] yes", "AGREE")
		if err == nil {
			err = h.amend(office.AmendRequest{What: adjudicator.DeedKey})
		}
		return err
	}},
	{adjudicator.DeedDeadline, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		_, err := h.Office.ExtendGame(h.T.Context(), office.GameRequest{Game: "hill", Hours: 24, Reason: deedReason})
		return err
	}},
	{adjudicator.DeedVacated, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		_, err := h.Office.VacateSeat(h.T.Context(), office.SeatRequest{Game: "hill", Seat: "italian_ctv", Reason: deedReason})
		h.Mail("carl", "join", "JOIN hill italian_ctv as Carl\nCODE "+officetest.Sheets["cid"][0].String())
		return err
	}},
	{adjudicator.DeedTerms, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		_, err := h.Office.SetMailTerms(h.T.Context(), office.TermsRequest{Game: "hill", Terms: office.MailTerms{Missed: 5}})
		return err
	}},
	{adjudicator.DeedAbsence, []string{"D1", "D2", "D3"}, audit.Amended, func(h *hall) error {
		_, err := h.Office.SetAbsence(h.T.Context(), office.SeatRequest{Game: "hill", Seat: "italian_ctv", From: "2027-01-01", Until: "2027-01-05"})
		return err
	}},
	{adjudicator.DeedBeacon, []string{"D3", "D4"}, audit.Amended, func(h *hall) error {
		chain := officetest.OtherChain(h.T).Chain()
		err := h.amend(office.AmendRequest{What: adjudicator.DeedBeacon, Chain: &chain})
		h.Send("ann", "[hill] yes", "AGREE")
		h.Send("bo", "[hill] yes", "AGREE")
		return err
	}},
}

// unreasoned are deeds for which no reason is asked.
var unreasoned = []string{adjudicator.DeedTerms, adjudicator.DeedAbsence}

// toldElsewhere are deeds that have letters of their own.
var toldElsewhere = []string{adjudicator.DeedDeadline, adjudicator.DeedVacated, adjudicator.DeedTerms, adjudicator.DeedAbsence}

// Every kind of deed is mailed to both players with its reason, and printed by the audit, in both office.Languages, for ever.
func TestEveryDeedIsShown(t *testing.T) {
	t.Parallel()
	type deed struct {
		kind, profile string
		level         int
		do            func(h *hall) error
	}
	var all []deed
	for _, c := range everyDeed {
		profiles := c.profiles
		if !*thorough {
			profiles = profiles[:1]
		}
		for _, p := range profiles {
			all = append(all, deed{c.kind, p, c.level, c.do})
		}
	}
	for _, c := range all {
		t.Run(c.kind+" "+c.profile, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			g := officetest.FairGame(t, "hill", c.profile)
			g.Schedule = events.Schedule{Zone: "UTC", Period: 4 * 1440}
			h.Seated(g)
			h.Turn("hill")
			if err := c.do(h); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(toldElsewhere, c.kind) {
				for _, seat := range []string{"republic", "italian_ctv"} {
					if !slices.ContainsFunc(h.AllIssued(), func(l adjudicator.Letter) bool {
						return l.Issued.Seat == seat && l.Issued.Letter == "amended" && strings.Contains(strings.Join(strings.Fields(h.Text(l)), " "), deedReason)
					}) {
						t.Errorf("%s was not told", seat)
					}
				}
			}
			if c.kind != adjudicator.DeedReplace && c.kind != adjudicator.DeedRewind && c.kind != adjudicator.DeedVacated {
				h.Turn("hill")
				h.Turn("hill") // it stays visible, and play goes on
			}
			data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "x.fieldpost")
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			box := h.mailbox("republic")
			x, err := readExport(file)
			if err != nil {
				t.Fatal(err)
			}
			v := audit.Run(audit.Evidence{Export: x, Mailboxes: []audit.Mailbox{box}}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
			if v.Exit() != c.level {
				t.Errorf("exit %d, want %d: %+v", v.Exit(), c.level, v.Findings)
			}
			phrases, err := office.LoadPhrases()
			if err != nil {
				t.Fatal(err)
			}
			for _, lang := range office.Languages {
				page := audit.Describe(v, v, phrases.Book(lang, "brush-brothers"), nil, nil).Text()
				if flat := strings.Join(strings.Fields(page), " "); !strings.Contains(flat, deedReason) && !slices.Contains(unreasoned, c.kind) {
					t.Errorf("the page in %s does not show it:\n%s", lang, page)
				}
			}
			if !slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == "deed."+c.kind }) {
				t.Errorf("the audit does not list it: %+v", v.Findings)
			}
			if exit, told, ok := python(t, data); ok && (exit != 0 || told["deeds"] == float64(0)) {
				t.Errorf("the second verifier: %d %v", exit, told)
			}
		})
	}
}

const deedReason = "because the test says so"

func (h *hall) amend(r office.AmendRequest) error {
	r.Game, r.Reason = "hill", deedReason
	_, err := h.Office.AmendGame(h.T.Context(), r)
	return err
}

func (h *hall) lastOrders(seat string) (seq int64) {
	h.Look("hill", func(m *adjudicator.Match) {
		for _, p := range m.Players {
			if string(p.Seat) == seat {
				last, _ := m.LastOrderMail(p.Seat)
				seq = last.Seq
			}
		}
	})
	return seq
}

func (h *hall) sealNow() error {
	return h.Office.With(h.T.Context(), "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, err := h.Office.Service.Seal(h.T.Context(), m, h.Now.UnixMilli(), "master", m.Open.Number)
		if err == nil {
			m, err = h.Office.Tend(h.T.Context(), m)
		}
		return m, err
	})
}

// A beacon that fails: play waits, or goes on as the terms say, never earlier than a week after the round was due.
func TestABeaconThatFails(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ profile, fallback string }{{"D3", "wait"}, {"D3", "consent"}, {"D4", "codes"}} {
		t.Run(c.profile+" "+c.fallback, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			g := officetest.FairGame(t, "hill", c.profile)
			g.Dice.Fallback = c.fallback
			h.Seated(g)
			for s, text := range officetest.InOrder(h.BotMails("hill")) {
				if number := h.CodeBefore("hill"); number > 0 {
					text = "CODE " + officetest.Sheets[officetest.Player(s)][number].String() + "\n\n" + text
				}
				h.Send(officetest.Player(s), "[hill] orders", text)
			}
			h.Deliver()
			h.Wait(6*24*time.Hour, "hill")
			need := func() (n adjudicator.Need) {
				h.Look("hill", func(m *adjudicator.Match) { n = m.Fair.Needs() })
				return n
			}
			if need() != adjudicator.NeedsBeacon {
				t.Fatalf("after six days it needs %q", need())
			}
			if c.fallback == "consent" {
				if err := h.amend(office.AmendRequest{What: adjudicator.DeedNoBeacon}); err != nil {
					t.Fatal(err)
				}
				h.Send("ann", "[hill] yes", "AGREE")
			}
			h.Wait(2*24*time.Hour, "hill")
			switch c.fallback {
			case "wait":
				if need() != adjudicator.NeedsBeacon {
					t.Fatalf("it needs %q", need())
				}
				h.FinishSeal("hill") // somebody finds the round after all
			case "consent":
				if need() != adjudicator.NeedsBeacon {
					t.Fatal("one player was enough")
				}
				h.Send("bo", "[hill] yes", "AGREE")
			case "codes":
				h.FinishSeal("hill")
			}
			h.Look("hill", func(m *adjudicator.Match) {
				if m.Open == nil || m.Open.Number != 2 {
					t.Fatalf("%+v, it needs %q", m.Open, m.Fair.Needs())
				}
			})
			data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
			if err != nil {
				t.Fatal(err)
			}
			if v := judged(t, data); !v.Sound() || c.fallback != "wait" && !slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == "deed."+adjudicator.DeedNoBeacon }) {
				t.Errorf("%+v", v.Findings)
			}
			if exit, told, ok := python(t, data); ok && exit != 0 {
				t.Errorf("the second verifier: %v", told)
			}
		})
	}
}

// A server that stops between a seal and its dice goes on where it was: the same code number, the same round.
func TestRestartsBetweenSealAndDice(t *testing.T) {
	t.Parallel()
	for _, profile := range []string{"D2", "D4"} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.Seated(officetest.FairGame(t, "hill", profile))
			h.Turn("hill")
			for s, text := range officetest.InOrder(h.BotMails("hill")) {
				if number := h.CodeBefore("hill"); number > 0 {
					text = "CODE " + officetest.Sheets[officetest.Player(s)][number].String() + "\n\n" + text
				}
				h.Send(officetest.Player(s), "[hill] orders", text)
			}
			var before adjudicator.Waiting
			h.Look("hill", func(m *adjudicator.Match) { before = *m.Fair.Wait })
			h.Again()
			h.Tend("hill")
			h.Look("hill", func(m *adjudicator.Match) {
				w := m.Fair.Wait
				if w == nil || w.Seq != before.Seq || w.AskedSeq != before.AskedSeq || w.RoundSeq != before.RoundSeq {
					t.Errorf("before %+v, after %+v", before, w)
				}
			})
			h.FinishSeal("hill")
			h.Look("hill", func(m *adjudicator.Match) {
				if m.Open == nil || m.Open.Number != 3 {
					t.Errorf("%+v", m.Open)
				}
			})
		})
	}
}
