package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/projections/audit"
)

// slack is how long the letters of a game could have been on their way, and still have come before the round that their seal names: the least of
// all its seals. Letters come five seconds after they were issued.
func slack(t *testing.T, data []byte) time.Duration {
	t.Helper()
	chain := officetest.TestChain(t).Chain()
	least := 1000 * time.Hour
	observed := map[int64]bool{}
	fixed := map[int64]events.Event{}
	for _, r := range opened(t, data).Records {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		switch b := e.Body.(type) {
		case events.RoundFixed:
			fixed[b.Round] = e
		case events.BeaconObserved:
			observed[b.Round] = true
			at := time.Unix(dice.RoundTime(b.Round, chain.Genesis, chain.Period), 0)
			least = min(least, at.Sub(time.UnixMilli(fixed[b.Round].Time).Add(5*time.Second)))
		}
	}
	if len(observed) < 3 {
		t.Fatalf("%d rounds", len(observed))
	}
	return least
}

// later is a mailbox whose letters came so much later.
func later(box audit.Mailbox, by time.Duration) audit.Mailbox {
	box.Letters = slices.Clone(box.Letters)
	for i := range box.Letters {
		box.Letters[i].Received += by.Milliseconds()
	}
	return box
}

// TestSealTiming (V2): letters about seals that came later than they say, by a second to a day, prove nothing once they came after the round, and
// all they should until then. One player whose letters came in time proves it for the others. Run it with -thorough for 600 cases.
func TestSealTiming(t *testing.T) {
	t.Parallel()
	cases, rhythms := 0, []string{"plan"}
	if *thorough {
		rhythms = append(rhythms, "run", "token")
	}
	for _, profile := range []string{"D3", "D4"} {
		for _, rhythm := range rhythms {
			h := newHall(t)
			g := officetest.FairGame(t, "hill", profile)
			g.Rhythm = rhythm
			h.Seated(g)
			for range 2 {
				h.Turn("hill")
			}
			data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
			if err != nil {
				t.Fatal(err)
			}
			played, limit := h.kept(data), slack(t, data)
			if limit < 9*time.Minute || limit > 11*time.Minute {
				t.Fatalf("%s, %s: %s", profile, rhythm, limit)
			}
			file := filepath.Join(t.TempDir(), "x.fieldpost")
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			export, err := readExport(file)
			if err != nil {
				t.Fatal(err)
			}
			delays := []time.Duration{time.Second, limit - time.Second, limit, limit + time.Second, time.Hour, 24 * time.Hour}
			for d := 2 * time.Second; *thorough && d < 24*time.Hour; d = d*8/5 + 700*time.Millisecond {
				delays = append(delays, d.Truncate(time.Second))
			}
			for _, late := range delays {
				want := audit.Fine
				if late >= limit {
					want = audit.Unproven
				}
				one, two := later(played.box["republic"], late), played.box["italian_ctv"]
				for name, c := range map[string]struct {
					evidence audit.Evidence
					want     int
				}{
					"alone":               {audit.Evidence{Mailboxes: []audit.Mailbox{one}}, want},
					"with the export":     {audit.Evidence{Mailboxes: []audit.Mailbox{one}, Export: export}, want},
					"both late":           {audit.Evidence{Mailboxes: []audit.Mailbox{one, later(two, late)}}, want},
					"the other's in time": {audit.Evidence{Mailboxes: []audit.Mailbox{one, two}}, audit.Fine},
				} {
					cases++
					v := audit.Run(c.evidence, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, NoRules: true})
					doubted := slices.ContainsFunc(v.Findings, func(f audit.Finding) bool { return f.Code == "timing-late" })
					if v.Exit() != c.want || doubted != (c.want == audit.Unproven) {
						t.Errorf("%s: exit %d, want %d: %+v", fmt.Sprint(profile, " ", rhythm, " ", name, ", late by ", late), v.Exit(), c.want, v.Findings)
					}
				}
			}
			h.Close()
		}
	}
	if cases < 2*len(rhythms)*6*4 {
		t.Errorf("%d cases", cases)
	}
	t.Logf("%d cases", cases)
}
