package main

import (
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"testing"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/mail/office"
	"fieldpost/mail/office/library"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/events/beacon"
	"fieldpost/projections/audit"
)

var (
	campaign     = flag.Int("campaign", 0, "how many turns the campaign of TestCampaignAudit has; 0 leaves it out")
	campaignFile = flag.String("campaign-file", "", "where its export is kept")
)

// endless is the document of a scenario with so many turns.
func endless(t *testing.T, turns int) []byte {
	t.Helper()
	engine, err := game("brush-brothers")
	if err != nil {
		t.Fatal(err)
	}
	document, err := library.Document(engine, "ibarra-palace", "")
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	scenario := doc["scenario"].(map[string]any)
	scenario["turns"] = turns
	var options []any
	for _, o := range scenario["options"].([]any) {
		if o.(map[string]any)["id"] != "turns" {
			options = append(options, o)
		}
	}
	scenario["options"] = options
	if document, err = json.Marshal(doc); err != nil {
		t.Fatal(err)
	}
	return document
}

// TestCampaignAudit plays a campaign of many turns by mail and audits its export at several lengths: the figures are for the
// release notes. Run it with -campaign 500.
func TestCampaignAudit(t *testing.T) {
	if *campaign == 0 {
		t.Skip("no -campaign")
	}
	h := newHall(t)
	h.Office.Documents = func(table.Engine, string) ([]byte, error) { return endless(t, *campaign+1), nil }
	h.Announce(officetest.FairGame(t, "hill", "D1"))
	h.Mail("ann", "join", "JOIN hill republic as Ann")
	h.Mail("bo", "join", "JOIN hill italian_ctv as Bo")
	for turn := 1; turn <= *campaign; turn++ {
		over := false
		h.Look("hill", func(m *adjudicator.Match) { over = m.Open == nil })
		if over {
			t.Logf("the campaign was over after %d turns", turn-1)
			h.weigh(turn - 1)
			return
		}
		h.Turn("hill")
		if turn == *campaign || turn == *campaign/2 || turn == *campaign/4 || turn == *campaign/8 {
			h.weigh(turn)
		}
	}
}

// weigh measures the audit of the export as it stands.
func (h *hall) weigh(turn int) {
	h.T.Helper()
	data, err := h.Office.ExportGame(h.T.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		h.T.Fatal(err)
	}
	if *campaignFile != "" {
		if err := os.WriteFile(*campaignFile, data, 0o644); err != nil {
			h.T.Fatal(err)
		}
	}
	for _, rules := range []bool{false, true} {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		x := opened(h.T, data)
		v := audit.Run(audit.Evidence{Export: &audit.Export{Game: x.Game, Records: x.Records, Blob: x.Blob}},
			audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify, NoRules: !rules})
		took := time.Since(start)
		runtime.ReadMemStats(&after)
		h.T.Logf("turn %d: export %d KiB, %d events, %d rolls; rules %v: %.2f s, %d MiB allocated, %d MiB from the system; exit %d", turn, len(data)>>10, v.Events, v.Rolls,
			rules, took.Seconds(), (after.TotalAlloc-before.TotalAlloc)>>20, after.Sys>>20, v.Exit())
		if !v.Sound() {
			h.T.Errorf("%+v", v.Findings)
		}
	}
}
