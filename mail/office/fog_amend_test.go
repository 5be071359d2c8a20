package office_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/mail/reading"
)

// TestCorrectionsStayHidden: the game master moves a hidden unit by hand. Everybody is told that he corrected something and why; what it was
// is in no letter, no paper and no seat's export, and the whole export shows it.
func TestCorrectionsStayHidden(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.FairGame(t, "hill", "D1")
	g.Rulebook, g.Scenario, g.Options = "conflict-of-heroes", "hill-205", nil
	h.Seated(g)
	const set = `{"units":[{"unit":"soviet.H2","at":"D08"}]}`
	if _, err := h.Office.AmendGame(t.Context(), office.AmendRequest{Game: "hill", What: adjudicator.DeedState, Set: set, Reason: "the mail of Monday was lost"}); err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	for _, l := range lettersOf(h, "hill") {
		read := h.reads(l)
		for _, f := range message.Files(h.BytesOf(l)) {
			var p reading.Papers
			if !strings.HasSuffix(f.Name, "-papers.json") {
				continue
			}
			if err := json.Unmarshal(f.Data, &p); err != nil {
				t.Fatal(err)
			}
			for _, e := range p.Events {
				read = append(read, e.Event...)
				for _, s := range e.Secrets {
					read = append(read, s.Plain...)
				}
			}
		}
		if bytes.Contains(read, []byte(set)) {
			t.Errorf("the %s to %s shows what was corrected", l.Issued.Letter, l.Issued.Seat)
		}
		if bytes.Contains(read, []byte("the mail of Monday was lost")) {
			told[l.Issued.Seat]++
		}
	}
	for _, seat := range append(h.Seats("hill"), "") {
		data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill", Redacted: string(seat)})
		if err != nil {
			t.Fatal(err)
		}
		if shows := bytes.Contains(data, []byte(set)); shows != (seat == "") {
			t.Errorf("the export for %q shows the correction: %v", seat, shows)
		}
		if seat != "" && told[string(seat)] == 0 {
			t.Errorf("%s was not told of it: %v", seat, told)
		}
	}
}
