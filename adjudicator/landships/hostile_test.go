package landships_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
)

// state is what the invariants read of a position.
type state struct {
	Turn, Half int
	Phasing    string
	Optional   []string
	Units      []counter
	Camps      []struct {
		Seat                                 string
		OBA, Spent, Smoke, Gas, HE, Shrapnel int
	}
	Wire, Melees []string
}

type counter struct {
	Unit, Side, Nation, Class, Type, At, Aboard, Carrier, Out, Facing, Breakdown, State, Speed string
	Waiting, Pinned, Mounted, Horses, Grenades, Storm, Posted, Control                         bool
	Uses, Spent, Hexes, Wheels                                                                 int
	Values                                                                                     []int
	Fired                                                                                      []string
}

func (u counter) is(classes string) bool { return slices.Contains(strings.Fields(classes), u.Class) }

func stateOf(g table.Game) (state, error) {
	var s state
	b, err := json.Marshal(g.Describe())
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	return s, err
}

// sound tells what is wrong with a position that orders led to, whatever the orders were.
func sound(doc landships.Document) func(before, after table.Game) error {
	return func(before, after table.Game) error {
		was, err := stateOf(before)
		if err != nil {
			return err
		}
		is, err := stateOf(after)
		if err != nil {
			return err
		}
		var wrong []error
		for i, u := range is.Units {
			wrong = append(wrong, placed(u, is), conserved(was.Units[i], u, was.Turn > 0), affordable(u, doc), once(u, is))
		}
		return errors.Join(append(wrong, crowded(was, is), stocked(was, is))...)
	}
}

// placed: a counter is in one place, out of the game in none; what is carried or aboard has somebody who may have it
// (LS-13.11a, LS-7.15b, LS-14.11a).
func placed(u counter, s state) error {
	places := 0
	for _, p := range []string{u.At, u.Aboard, u.Carrier} {
		if p != "" {
			places++
		}
	}
	with := func(id string) counter {
		i := slices.IndexFunc(s.Units, func(o counter) bool { return o.Unit == id })
		if i < 0 {
			return counter{Out: "nowhere"}
		}
		return s.Units[i]
	}
	flames := 0
	for _, o := range s.Units {
		if o.Carrier == u.Unit && o.Class == "FLT" && o.Out == "" {
			flames++
		}
	}
	switch {
	case u.Out != "" && u.At != "":
		return fmt.Errorf("%s is %s and at %s", u.Unit, u.Out, u.At)
	case u.Out == "" && places > 1:
		return fmt.Errorf("%s is in two places: %q, aboard %q, carried by %q", u.Unit, u.At, u.Aboard, u.Carrier)
	case u.Out == "" && places == 0 && !u.Waiting && u.Class != "AIR":
		return fmt.Errorf("%s is nowhere", u.Unit)
	case u.Out == "" && u.Carrier != "" && (with(u.Carrier).Out != "" || !with(u.Carrier).is("INF MG CAV CAVMG")):
		return fmt.Errorf("%s is carried by %s", u.Unit, u.Carrier)
	case u.Out == "" && u.Aboard != "" && (with(u.Aboard).Out != "" || !with(u.Aboard).is("TNK AC TRK")):
		return fmt.Errorf("%s is aboard %s", u.Unit, u.Aboard)
	case flames > 3:
		return fmt.Errorf("%s carries %d flamethrowers", u.Unit, flames)
	case u.Out == "" && u.is("TNK AC TRK") && u.At != "" && u.Facing == "":
		return fmt.Errorf("%s faces nowhere", u.Unit)
	case u.is("CAV CAVMG") && u.Mounted && !u.Horses && u.Out == "":
		return fmt.Errorf("%s rides without horses", u.Unit)
	}
	return nil
}

// conserved: who is out stays out, values do not change (LS-2.2b), uses run down (LS-11.1c, LS-13.13e), and once play has begun nobody
// is given grenades or becomes Stosstruppe.
func conserved(was, is counter, begun bool) error {
	switch {
	case was.Unit != is.Unit || was.Class != is.Class || was.Type != is.Type || !slices.Equal(was.Values, is.Values):
		return fmt.Errorf("%s became %s", was.Unit, is.Unit)
	case was.Out != "" && is.Out == "":
		return fmt.Errorf("%s is back", is.Unit)
	case is.Uses > was.Uses || is.Uses < 0:
		return fmt.Errorf("%s has %d uses, and had %d", is.Unit, is.Uses, was.Uses)
	case begun && (is.Grenades && !was.Grenades || is.Storm && !was.Storm):
		return fmt.Errorf("%s was given what it had not", is.Unit)
	case was.Breakdown == "permanent" && is.Out == "" && is.Breakdown != "permanent":
		return fmt.Errorf("%s runs again", is.Unit)
	case was.Wheels > is.Wheels, was.Horses && !is.Horses && is.Mounted:
		return fmt.Errorf("%s has what it had lost", is.Unit)
	}
	return nil
}

// affordable: nobody spends more MP in a phase than he has (LS-6.11b, LS-6.32a, LS-7.1a), nor enters more hexes than that.
func affordable(u counter, doc landships.Document) error {
	most := 2 // halves of foot
	switch {
	case u.is("TNK AC TRK"):
		for _, v := range doc.Vehicles {
			if v.ID == u.Type {
				most = max(v.Cross, v.Road)
			}
		}
	case u.is("CAV CAVMG"):
		most = 20
		if u.Speed == "trot" {
			most = 10
		}
	}
	if u.Spent > most || u.is("TNK AC TRK") && u.Hexes > most {
		return fmt.Errorf("%s spent %d of %d MP and entered %d hexes", u.Unit, u.Spent, most, u.Hexes)
	}
	return nil
}

// once: nothing fires twice in a phase (LS-8.4a), but a platoon that shares its fire (LS-16.14b); nobody works two guns, and
// who works one does not fire besides (LS-13.24c).
func once(u counter, s state) error {
	fired := slices.Clone(u.Fired)
	slices.Sort(fired)
	shares := u.is("MG CAVMG") && slices.Contains(s.Optional, "LS-16.14b")
	for i := 1; i < len(fired); i++ {
		a, _, _ := strings.Cut(fired[i-1], "/")
		b, _, _ := strings.Cut(fired[i], "/")
		if fired[i] == fired[i-1] && !shares || a == b && !u.is("TNK AC TRK") && !shares && a != "4.8" {
			return fmt.Errorf("%s fired %v", u.Unit, u.Fired)
		}
	}
	return nil
}

// crowded: eight groups of a side in a hex that is no melee (LS-3.12a), groups of both sides in melees alone (LS-7.12a), four
// running vehicles (LS-3.12b) unless one of them was mended where it stood.
func crowded(was, is state) error {
	type crowd struct {
		groups   map[string]int
		vehicles int
		mended   bool
	}
	hexes := map[string]*crowd{}
	for i, u := range is.Units {
		if u.At == "" || u.Out != "" {
			continue
		}
		c := hexes[u.At]
		if c == nil {
			c = &crowd{groups: map[string]int{}}
			hexes[u.At] = c
		}
		if u.is("INF MG CAV CAVMG") {
			c.groups[u.Side]++
		}
		if u.is("TNK AC TRK") && (u.Breakdown == "none" || u.Breakdown == "") {
			c.vehicles++
			c.mended = c.mended || was.Units[i].Breakdown == "temporary"
		}
	}
	var wrong []error
	for hex, c := range hexes {
		melee := slices.Contains(is.Melees, hex)
		for side, n := range c.groups {
			if n > 8 && !melee {
				wrong = append(wrong, fmt.Errorf("%d groups of %s at %s", n, side, hex))
			}
		}
		if len(c.groups) > 1 != melee && !melee {
			wrong = append(wrong, fmt.Errorf("groups of both sides at %s, and no melee", hex))
		}
		if c.vehicles > 4 && !c.mended {
			wrong = append(wrong, fmt.Errorf("%d vehicles at %s", c.vehicles, hex))
		}
	}
	return errors.Join(wrong...)
}

// stocked: pieces and ammunition are what the scenario gave, less what was used; wire is not laid in play (LS-7.15c).
func stocked(was, is state) error {
	var wrong []error
	for i, c := range is.Camps {
		b := was.Camps[i]
		for _, n := range [][2]int{{b.Smoke, c.Smoke}, {b.Gas, c.Gas}, {b.HE, c.HE}, {b.Shrapnel, c.Shrapnel}} {
			if n[1] > n[0] || n[1] < 0 && n[0] != n[1] {
				wrong = append(wrong, fmt.Errorf("the ammunition of %s went from %+v to %+v", c.Seat, b, c))
			}
		}
		if c.OBA != b.OBA || c.Spent > c.OBA || c.Spent < 0 {
			wrong = append(wrong, fmt.Errorf("the pieces of %s went from %+v to %+v", c.Seat, b, c))
		}
	}
	for _, hex := range is.Wire {
		if was.Turn > 0 && !slices.Contains(was.Wire, hex) {
			wrong = append(wrong, fmt.Errorf("there is wire at %s", hex))
		}
	}
	return errors.Join(wrong...)
}

// ways follows the counters through what is told: nobody moves twice in a phase, every way is one of neighbours, begins where
// the counter was last seen, and shots of a weapon and attacks on a hex are no more than the rules let (ledger).
type ways struct {
	at   map[string]string
	gone map[string]bool // who moved in the step of a player-turn
	half int
}

// enter books a fact and tells what cannot be, "" nothing.
func (w *ways) enter(f told) string {
	unit := f.text("unit")
	path, _ := f.arg("path").([]string)
	switch f.Kind {
	case "player-turn":
		w.half++
	case "marches", "drives", "drives-halted", "turns", "turns-halted", "reverses", "reverses-halted", "trots", "charges", "runs-for-cover", "goes-back":
		key := fmt.Sprintf("%d %s %s", w.half, f.Step, unit)
		if w.gone[key] {
			return unit + " moves twice in " + f.Step
		}
		w.gone[key] = true
		return w.goes(unit, path)
	case "retreat":
		return w.goes(unit, path)
	case "no-room": // back where it came from, two hexes away it may be
		w.at[unit] = f.text("to")
	case "gun-hauled": // with its crew, whose march is looked at; along a road that is two hexes for its MP (LS-7.11b)
		if w.at[f.text("crew")] != f.text("to") || apart(f.text("from"), f.text("to")) > 2 {
			return unit + " leaves its crew"
		}
		w.at[unit] = f.text("to")
	case "makes-room", "leader-walks":
		return w.goes(unit, []string{f.text("from"), f.text("to")})
	case "assault-advance":
		from, _ := f.arg("from").([]string)
		for _, h := range from {
			if h != f.text("hex") && apart(h, f.text("hex")) != 1 {
				return "an assault from " + h + " on " + f.text("hex")
			}
		}
		ids, _ := f.arg("units").([]string)
		for i, id := range ids {
			if slices.Contains(ids[:i], id) {
				return id + " assaults twice"
			}
			w.at[id] = f.text("hex")
		}
	case "boards", "alights", "crew-out", "mans-tank", "exits", "weapon-laid", "deploys", "arrives":
		delete(w.at, unit)
	}
	return ""
}

// goes takes a counter along a way.
func (w *ways) goes(unit string, path []string) string {
	if len(path) == 0 {
		return unit + " goes nowhere"
	}
	if last, ok := w.at[unit]; ok && last != path[0] {
		return unit + " was at " + last + " and sets out from " + path[0]
	}
	for i := 1; i < len(path); i++ {
		if apart(path[i-1], path[i]) > 1 {
			return fmt.Sprintf("%s jumps: %v", unit, path)
		}
	}
	w.at[unit] = path[len(path)-1]
	return ""
}

// apart is the distance of two hexes: flat tops, even columns half a hex further south.
func apart(a, b string) int {
	axial := func(hex string) (q, r int) {
		var c, row int
		_, _ = fmt.Sscanf(hex, "%2d%2d", &c, &row)
		return c - 1, row - 1 - (c-1)/2
	}
	abs := func(n int) int { return max(n, -n) }
	q1, r1 := axial(a)
	q2, r2 := axial(b)
	return max(abs(q1-q2), abs(r1-r2), abs(q1+r1-q2-r2))
}

// lawful tells what is wrong with what was told.
func lawful(facts []table.Fact) error {
	l, w := ledger{times: map[string]int{}}, ways{at: map[string]string{}, gone: map[string]bool{}}
	for _, x := range facts {
		f := told{x}
		for _, wrong := range []string{l.enter(f), w.enter(f)} {
			if wrong != "" {
				return fmt.Errorf("turn %d, %s: %s (%s %v)", f.Turn, f.Step, wrong, f.Kind, f.Args)
			}
		}
	}
	return nil
}

// TestWaysAreWatched: what the ledger of moves must not let pass.
func TestWaysAreWatched(t *testing.T) {
	march := func(path ...string) table.Fact {
		return table.Fact{Kind: "marches", Step: "4.4", Args: []table.FactArg{table.A("unit", "B-1"), table.A("path", path)}}
	}
	for _, c := range []struct {
		facts []table.Fact
		wrong string
	}{
		{[]table.Fact{march("0505", "0605")}, ""},
		{[]table.Fact{march("0505", "0606")}, "jumps"},
		{[]table.Fact{march("0505", "0506"), march("0506", "0507")}, "twice"},
		{[]table.Fact{march("0505", "0506"), {Kind: "player-turn"}, march("0505", "0506")}, "was at 0506"},
		{[]table.Fact{{Kind: "assault-advance", Args: []table.FactArg{table.A("units", []string{"B-1"}), table.A("from", []string{"0505"}), table.A("hex", "0705")}}}, "assault from"},
	} {
		err := lawful(c.facts)
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%v: %v; expected %q", c.facts, err, c.wrong)
		}
	}
}

// TestHostileOrders: lines by somebody who means the rules harm neither stop a game nor bring about what cannot be; -hostile-lines
// for more of them.
func TestHostileOrders(t *testing.T) {
	for _, c := range []struct {
		name, rhythm string
		all          bool
	}{{"bocquet-trench", "faithful-5", false}, {"flesquette-ridge", "doctrine-2", true}, {"cachette-switch", "faithful-5", true}, {"sombre-crossing", "one-mail", true}, {"sombre-crossing", "faithful-5", false}} {
		t.Run(c.name+" "+c.rhythm, func(t *testing.T) {
			t.Parallel()
			var options []events.Option
			if c.all {
				options = everything(t, c.name)
			}
			s := setup(t, c.name, c.rhythm, options...)
			var doc landships.Document
			if err := json.Unmarshal(s.Scenario.Document(), &doc); err != nil {
				t.Fatal(err)
			}
			tabletest.HostileOrders(t, tabletest.Hostile{Engine: landships.Engine, Setup: s, Bot: "random", Lines: 48, Sound: sound(doc), Told: lawful})
		})
	}
}
