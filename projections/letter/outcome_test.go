package letter

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/table"
)

// A unit that is eliminated while it goes back is told of once in the sentence in which a combat ends.
func TestACombatTellsOfEachUnitOnce(t *testing.T) {
	for lang, want := range map[string]string{
		"en": "2434 is taken; gone back: B-24; eliminated: B-36.",
		"fr": "2434 est pris ; en recul : B-24 ; éliminée : B-36.",
	} {
		book := spoken(t, "somme-1918", lang)
		told := func(kind string, args ...table.FactArg) table.Fact {
			return table.Fact{Turn: 1, Step: "combat", At: "combat/2434", Kind: kind, Args: args}
		}
		letter := Render(Report{Number: 4, Facts: []table.Fact{
			told("attack", table.A("hex", "2434"), table.A("side", "german"), table.A("units", []string{"G-45R"}), table.A("from", []string{"2533"})),
			told("retreated", table.A("units", []string{"B-24", "B-36"}), table.A("side", "allied"), table.A("path", []string{"2434", "2334"}), table.A("hexes", 1)),
			told("eliminated", table.A("unit", "B-36"), table.A("hex", "2334"), table.A("why", "retreat")),
			told("advanced", table.A("unit", "G-45R"), table.A("side", "german"), table.A("path", []string{"2533", "2434"})),
		}}, book, lang, time.UTC)
		if !strings.Contains(strings.Join(strings.Fields(letter.Text), " "), want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
}

// A hex whose defenders are all gone, and into which nobody went, is not called held.
func TestAHexThatIsClearedIsNotSaidToHold(t *testing.T) {
	for gone, want := range map[string]string{"B-24": "2434 is cleared but not entered; eliminated: B-24.", "B-36": "2434 is not taken; eliminated: B-36."} {
		letter := Render(Report{Number: 4, Facts: []table.Fact{
			{Turn: 1, Step: "combat", At: "combat/2434", Kind: "attack", Args: []table.FactArg{table.A("hex", "2434"), table.A("units", []string{"G-45R"}), table.A("defenders", []string{"B-24"})}},
			{Turn: 1, Step: "combat", At: "combat/2434", Kind: "eliminated", Args: []table.FactArg{table.A("unit", gone), table.A("hex", "2434")}},
		}}, spoken(t, "somme-1918", "en"), "en", time.UTC)
		if !strings.Contains(strings.Join(strings.Fields(letter.Text), " "), want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
}

// Places that fall in two attacks are told in one line, behind the first: it says how that ended, and that it was taken.
func TestWhatIsCountedEndsNoAttack(t *testing.T) {
	var facts []table.Fact
	for n, hex := range []string{"4326", "4423"} {
		told := func(kind string, args ...table.FactArg) {
			facts = append(facts, table.Fact{Turn: 1, Step: "combat", At: hex, Kind: kind, Args: append(args, table.A("hex", hex), table.A("side", "german"))})
		}
		told("attack", table.A("units", []string{"G-1"}), table.A("defenders", []string{"B-24"}))
		for m := range 24 { // long enough to be told in brief
			told("leads", table.A("attacker", "G-"+strconv.Itoa(m)), table.A("morale", m), table.A("defender", "B-24"), table.A("against", 4))
		}
		told("retreated", table.A("units", []string{"B-24"}), table.A("path", []string{hex, "4127"}), table.A("hexes", 1))
		told("captured", table.A("unit", "G-"+strconv.Itoa(n+1)))
		told("advanced", table.A("unit", "G-1"), table.A("path", []string{"4425", hex}))
	}
	letter := Render(Report{Head: Head{Game: "g"}, Number: 4, Facts: facts}, spoken(t, "somme-1918", "en"), "en", time.UTC)
	text := strings.Join(strings.Fields(letter.Text), " ")
	for _, want := range []string{"So, 4326 is taken", "So, 4423 is taken", "4326 and 4423 fall to the Germans"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
}

// News that would not fit on a screen count the marches of a phase, tell of a single one where it ends, and of an attack how it came out. The ways and
// the odds are attached.
func TestLongNewsAreTold(t *testing.T) {
	book := spoken(t, "somme-1918", "en")
	var facts []table.Fact
	for n := range 60 {
		facts = append(facts, table.Fact{Turn: 1, Step: "move", At: "G-" + strconv.Itoa(n+100), Kind: "moved", Rule: "SO-11.1.1a", Args: []table.FactArg{table.A("unit", "G-"+strconv.Itoa(n+100)), table.A("side", "german"),
			table.A("path", []string{"5224", "5124", "5024", strconv.Itoa(4900 + n)}), table.A("as", "move.march"), table.A("cost", table.Base("ground", 3, "")), table.A("allowance", 4)}})
	}
	told := func(kind string, args ...table.FactArg) {
		facts = append(facts, table.Fact{Turn: 1, Step: "combat", At: "combat/2434", Kind: kind, Args: args})
	}
	facts = append(facts, table.Fact{Turn: 1, Step: "move", At: "G-228", Kind: "moved", Args: []table.FactArg{table.A("unit", "G-228"), table.A("path", []string{"4522", "4523"}), table.A("as", "move.reserve"),
		table.A("cost", table.Base("ground", 3, "")), table.A("allowance", 4)}})
	told("attack", table.A("hex", "2434"), table.A("side", "german"), table.A("units", []string{"G-1", "G-2", "G-3", "G-4", "G-5"}), table.A("defenders", []string{"B-24", "B-30"}), table.A("from", []string{"2533"}))
	told("leads", table.A("hex", "2434"), table.A("attacker", "G-45R"), table.A("morale", 5), table.A("defender", "B-24"), table.A("against", 4))
	told("retreated", table.A("units", []string{"B-24"}), table.A("side", "allied"), table.A("path", []string{"2434", "2334"}), table.A("hexes", 1))
	letter := Render(Report{Head: Head{Game: "g"}, Number: 4, Facts: facts}, book, "en", time.UTC)
	text := strings.Join(strings.Fields(letter.Text), " ")
	for _, want := range []string{"60 units make forced marches", "G-228 moves out of reserve to 4523.", "Attack on 2434 by G-1, G-2, G-3 and 2 more against B-24 and B-30.", "So, 2434 is not taken; gone back: B-24.", "g-news-4.txt"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
	for _, far := range []string{"5124", "G-101", "leads against"} {
		if strings.Contains(text, far) {
			t.Errorf("%q is in\n%s", far, letter.Text)
		}
		if !slices.ContainsFunc(letter.Attached, func(p Part) bool {
			return p.Name == "g-news-4.txt" && strings.Contains(string(p.Data), far)
		}) {
			t.Errorf("%q is not attached", far)
		}
	}
}

// Long news of Brush Brothers tell each activation in a paragraph by what came of it, one that came to nothing beside the one before it, and what a unit
// did of itself as such. The dice stand in the account that is attached.
func TestLongActivationsAreParagraphs(t *testing.T) {
	book := spoken(t, "brush-brothers", "en")
	die := func(n int) table.Sum { return table.Base("die", n, "") }
	var facts []table.Fact
	tell := func(step, at, kind, rule string, args ...table.FactArg) {
		facts = append(facts, table.Fact{Turn: 2, Step: step, At: at, Kind: kind, Rule: rule, Args: args})
	}
	activate := func(side, unit string, ok bool) {
		tell("draw", "", "token", "BB-2.2", table.A("side", side), table.A("left", 3))
		tell("activate", unit, "activation", "BB-3.1", table.A("unit", side+"."+unit), table.A("success", ok), table.A("die", die(4)))
	}
	shot := func(at string) {
		tell("activate", at, "fire", "BB-4.4", table.A("unit", "north.G1"), table.A("target", "south.G2"), table.A("from", "C3"), table.A("at", "C6"), table.A("distance", 3), table.A("priority", true))
		tell("activate", at, "to-hit", "BB-4.6", table.A("unit", "north.G1"), table.A("target", "south.G2"), table.A("weapon", "lmg"), table.A("bases", 1), table.A("need", table.Base("long-range", 6, "")), table.A("dice", die(6)), table.A("hits", 1))
		tell("activate", at, "save", "BB-4.9a", table.A("unit", "south.G2"), table.A("hits", 1), table.A("dice", die(5)), table.A("through", 1))
		tell("activate", at+"/step/1", "stress", "BB-5.2", table.A("unit", "south.G2"), table.A("was", "none"), table.A("marker", "pinned"))
	}
	for range 12 {
		activate("north", "G1", true)
		shot("G1/fire/G1")
		shot("G1/default/fire/G1")
		activate("south", "G2", false)
		activate("north", "G2", false)
	}
	letter := Render(Report{Head: Head{Game: "g", Side: "north"}, Number: 4, Own: []string{"north.G1"}, Facts: facts}, book, "en", time.UTC)
	text := strings.Join(strings.Fields(letter.Text), " ")
	for _, want := range []string{"G1 is activated. It fires from C3 at south.G2 (C6): LMG one hit. 1 not saved. Now pinned. G1 fires from C3 at south.G2 (C6) (default", "south.G2 fails its test. G2 fails its test. BB-3.1", "g-news-4.txt"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, letter.Text)
		}
	}
	for _, far := range []string{"Token (", "saves with", "BB-2.2"} {
		if strings.Contains(letter.Text, far) {
			t.Errorf("%q is in\n%s", far, letter.Text)
		}
		if !slices.ContainsFunc(letter.Attached, func(p Part) bool { return p.Name == "g-news-4.txt" && strings.Contains(string(p.Data), far) }) {
			t.Errorf("%q is not attached", far)
		}
	}
}

// All who fire at a hex are named once in long news, before what comes of it, and what is fired at another hex stays with that.
func TestFirersStandBeforeWhatTheyHit(t *testing.T) {
	v := (&voice{book: spoken(t, "landships", "en"), lang: "en"}).inBrief()
	var facts []table.Fact
	fire := func(hex, result string, units ...string) {
		for _, u := range units {
			facts = append(facts, table.Fact{Turn: 1, Step: "4.5", At: hex, Kind: "firer", Rule: "LS-8.62a", Args: []table.FactArg{table.A("unit", u), table.A("weapon", "weapon.rifles"), table.A("from", "0802"), table.A("hex", hex), table.A("strength", 4)}})
		}
		facts = append(facts, table.Fact{Turn: 1, Step: "4.5", At: hex, Kind: "small-arms", Rule: "LS-8.63a", Args: []table.FactArg{table.A("hex", hex), table.A("strength", 4*len(units)), table.A("needed", 2), table.A("roll", 3), table.A("result", result), table.A("kind", "target.foot"), table.A("column", "5-8")}})
	}
	fire("0403", "result.hit", "G-1", "G-1", "G-2")
	fire("0404", "result.missed", "G-3")
	fire("0405", "result.missed", "G-4", "G-5")
	text := newsText(v.told(v.gathered(facts)))
	for _, want := range []string{"Fire at 0403: G-1 and G-2 = 12, needs 2 or less, got 3: hit.", "Fire at 0404: G-3 = 4, needs", "Fire at 0405: G-4 and G-5 = 8, needs"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
