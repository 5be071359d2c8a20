package office_test

import (
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// correcting is one thing that a rulebook hides from a watcher, which the game master corrects by hand to one value or to another.
type correcting struct {
	name, rulebook, scenario string
	watcher                  string // who may not see it
	options                  []events.Option
	after                    int       // so many windows, in which nobody orders anything
	before                   string    // a correction that both games have in common, or ""
	sets                     [2]string // the corrections, of which the watcher must read the same
	plays                    bool      // the next window is played: what is hidden has no part in it
	open                     string    // a correction of something that he may see: he reads something else, or the test would notice nothing
}

// corrected lists what each rulebook hides (Known of its position). All six hide something:
//
//	duel                scouts that nobody has seen
//	brush-brothers      groups in ambush and their number, the quality and traits of all, which objective is the decoy
//	landships           missions of aircraft, written barrages, whether a breakdown is permanent; all counters lie open
//	conflict-of-heroes  hidden units and mines, hands
//	somme-1918          hands, events laid ready and thrown away; all counters lie open
//	modern-battles      hidden units and their number, mines, registered fires
var corrected = []correcting{
	{
		name: "an unseen scout", rulebook: "duel", scenario: "old-mill", watcher: "south",
		sets: [2]string{`{"men":[{"man":"N2","at":"B4"}]}`, `{"men":[{"man":"N2","at":"E4"}]}`},
		open: `{"men":[{"man":"N2","at":"D4"}]}`, plays: true,
	},
	{
		name: "a group in ambush", rulebook: "brush-brothers", scenario: "ibarra-palace", watcher: "republic",
		sets: [2]string{`{"units":[{"unit":"italian_ctv.G1","at":"A8","ambush":true}]}`, `{"units":[{"unit":"italian_ctv.G1","at":"I8","ambush":true,"watch":true}]}`},
		open: `{"units":[{"unit":"italian_ctv.G1","at":"A8","ambush":false}]}`,
	},
	{
		name: "a group in ambush or none", rulebook: "brush-brothers", scenario: "ibarra-palace", watcher: "republic",
		before: `{"units":[{"unit":"italian_ctv.G1","at":"A8","ambush":true,"activated":true}]}`,
		sets:   [2]string{`{"units":[{"unit":"italian_ctv.G1","at":"A7"}]}`, `{"remove":["italian_ctv.G1"]}`},
		open:   `{"remove":["italian_ctv.G2"]}`,
	},
	{
		name: "what troops are worth", rulebook: "brush-brothers", scenario: "ibarra-palace", watcher: "republic",
		sets: [2]string{`{"units":[{"unit":"italian_ctv.G2","quality":"veteran","reco":true}]}`, `{"units":[{"unit":"italian_ctv.G2","quality":"green"}]}`},
		open: `{"units":[{"unit":"italian_ctv.G2","watch":true}]}`,
	},
	{
		name: "the decoy", rulebook: "brush-brothers", scenario: "ibarra-palace", watcher: "republic",
		sets: [2]string{`{"objectives":[{"id":"J1","place":"C5","decoy":true},{"id":"J2","place":"E4"}]}`, `{"objectives":[{"id":"J1","place":"C5"},{"id":"J2","place":"E4","decoy":true}]}`},
		open: `{"objectives":[{"id":"J1","place":"C5"},{"id":"J2","place":"E5"}]}`,
	},
	{
		name: "what an aircraft is to do", rulebook: "landships", scenario: "bench", watcher: "allied",
		before: `{"turn":1,"phase":"4.4"}`,
		sets:   [2]string{`{"units":[{"unit":"HAL-1","mission":"bombing"}]}`, `{"units":[{"unit":"HAL-1","mission":"observation"}]}`},
		plays:  true, open: `{"units":[{"unit":"HAL-1","out":"destroyed"}]}`,
	},
	{
		name: "a written barrage or none", rulebook: "landships", scenario: "bench", watcher: "allied", options: []events.Option{{Name: "LS-16.22", Value: "yes"}},
		before: `{"turn":1,"phase":"4.4"}`,
		sets:   [2]string{`{"plans":[{"owner":"central","turn":6,"hex":"0705","pieces":2,"type":"drumfire","ammo":"smoke"}]}`, `{"plans":[]}`},
		plays:  true, open: `{"smoke":[{"hex":"0705"}]}`,
	},
	{
		name: "how badly a tank has broken down", rulebook: "landships", scenario: "bench", watcher: "allied", options: []events.Option{{Name: "LS-6.16j", Value: "yes"}},
		before: `{"turn":1,"phase":"4.4"}`,
		sets:   [2]string{`{"units":[{"unit":"A7V-1","breakdown":"temporary"}]}`, `{"units":[{"unit":"A7V-1","breakdown":"permanent"}]}`},
		plays:  true, open: `{"units":[{"unit":"A7V-1","breakdown":"none"}]}`,
	},
	{
		name: "a hidden squad", rulebook: "conflict-of-heroes", scenario: "hill-205", watcher: "german",
		sets:  [2]string{`{"units":[{"unit":"soviet.H2","at":"D08"}]}`, `{"units":[{"unit":"soviet.H2","at":"E08"}]}`},
		plays: true, open: `{"units":[{"unit":"soviet.H2","at":"D08","hidden":false}]}`,
	},
	{
		name: "cards in hand", rulebook: "conflict-of-heroes", scenario: "hill-205", watcher: "german",
		sets: [2]string{`{"deck":["04","40","41"],"seats":[{"seat":"soviet","hand":["02","03"]}]}`, `{"deck":["02","03","04"],"seats":[{"seat":"soviet","hand":["40","41"]}]}`},
		open: `{"deck":["40","41"],"seats":[{"seat":"soviet","hand":["02","03","04"]}]}`,
	},
	{
		name: "events in hand", rulebook: "somme-1918", scenario: "bloody-spring", watcher: "allied",
		before: `{"turn":1,"phase":"offensive","campaign":{"hands":{"german":["mars","valkyrie"],"allied":[]},"pools":{"german":["looting"],"allied":[]}}}`,
		sets: [2]string{
			`{"campaign":{"hands":{"german":["mars","looting"],"allied":[]},"pools":{"german":["valkyrie"],"allied":[]}}}`,
			`{"campaign":{"hands":{"german":["valkyrie"],"allied":[]},"ready":{"german":["ammunition"]},"pools":{"german":["mars"],"allied":[]}}}`,
		},
		plays: true, open: `{"campaign":{"hands":{"german":["mars"],"allied":[]},"pools":{"german":["looting"],"allied":[]}}}`,
	},
	{
		name: "a hidden unit or none", rulebook: "modern-battles", scenario: "mill-crossroads", watcher: "us",
		after: 2,
		sets: [2]string{
			`{"units":[{"unit":"G-9","side":"german","type":"ge_grenadiers","at":"12,38","men":5,"formation":"grouped","facing":180,"hidden":true}]}`,
			`{"units":[{"unit":"G-MO","facing":180}]}`,
		},
		open: `{"units":[{"unit":"G-9","side":"german","type":"ge_grenadiers","at":"12,38","men":5,"formation":"grouped","facing":180}]}`,
	},
	{
		name: "mines or none", rulebook: "modern-battles", scenario: "mill-crossroads", watcher: "us",
		after: 2,
		sets:  [2]string{`{"mines":[{"id":"M1","side":"german","polygon":[[10,440],[60,440],[60,470],[10,470]]}]}`, `{"mines":[]}`},
		open:  `{"mines":[{"id":"M1","side":"german","polygon":[[10,440],[60,440],[60,470],[10,470]],"shown":true}]}`,
	},
	{
		name: "registered fires", rulebook: "modern-battles", scenario: "mill-crossroads", watcher: "us",
		after: 2,
		sets:  [2]string{`{"camps":[{"seat":"german","registered":[{"code":"BRIDGE","at":"36,10"}]}]}`, `{"camps":[{"seat":"german","registered":[]}]}`},
		open:  `{"units":[{"unit":"G-MO","at":"20,44"}]}`,
	},
}

// TestDeedsThatCorrectHiddenThings: what is corrected by hand and cannot be seen changes nothing that can be read: no letter with its
// files and papers, no answer to a question, no export for a seat, and where what is hidden has no part in the next window, no report of it.
func TestDeedsThatCorrectHiddenThings(t *testing.T) {
	t.Parallel()
	for _, c := range corrected {
		if !*everyRulebook && c.rulebook != "duel" && c.rulebook != "brush-brothers" {
			continue
		}
		t.Run(c.rulebook+" "+c.name, func(t *testing.T) {
			t.Parallel()
			here, there := correctedSeen(t, c, c.sets[0]), correctedSeen(t, c, c.sets[1])
			t.Logf("%d letters and exports are alike", len(here))
			alike(t, here, there)
			open := correctedSeen(t, c, c.open)
			same := len(open) == len(here)
			for i := range min(len(open), len(here)) {
				same = same && open[i] == here[i]
			}
			if same {
				t.Error("a correction of something open changes nothing either: the test sees nothing")
			}
		})
	}
}

// correctedSeen plays a game in which a correction is made, and returns all that its watcher reads.
func correctedSeen(t *testing.T, c correcting, set string) (seen []string) {
	t.Helper()
	h := newHall(t)
	defer h.Close()
	g := officetest.FairGame(t, "hill", "D1")
	if c.rulebook != "brush-brothers" {
		g.Options = nil
	}
	g.Rulebook, g.Scenario, g.Options = c.rulebook, c.scenario, append(g.Options, c.options...)
	g.Schedule = events.Schedule{Zone: "UTC", Period: 4 * 1440, CoolOff: 900}
	h.Seated(g)
	plays := func() {
		if err := h.SealNow("hill"); err != nil {
			t.Fatal(err)
		}
		h.FinishSeal("hill")
	}
	for range c.after {
		plays()
	}
	for _, text := range []string{c.before, set} {
		if text == "" {
			continue
		}
		if err := h.interferes(office.AmendRequest{What: adjudicator.DeedState, Set: text}); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		seen = append(seen, h.watched("corrected", c.watcher))
	}
	if got := h.Send(officetest.Player(table.Seat(c.watcher)), "[hill] questions", "OPTIONS hill\nTARGETS\nREACH"); len(got) == 0 {
		t.Fatal("nobody answers")
	}
	if c.plays {
		plays()
		seen = append(seen, h.watched("played", c.watcher))
	}
	return append(seen, h.lettersSeen(c.watcher)...)
}
