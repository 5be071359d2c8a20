package somme_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/somme"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
)

var hostileLarge = flag.Bool("hostile-large", false, "play hostile orders in the large scenarios too")

// TestHostileOrders plays lines that nobody would write in good faith against the law of the kernel's tests and what can never be
// otherwise in this game; -hostile-lines plays more of them, -hostile-large those of the large scenarios.
func TestHostileOrders(t *testing.T) {
	for i, c := range []struct{ scenario, rhythm, bot string }{
		{"hutier-strikes", "phases", "sensible"}, {"hutier-strikes", "merged", "plain"}, {"final-push", "phases", "plain"}, {"operation-michael", "merged", "sensible"}, {"bloody-spring", "phases", "plain"},
	} {
		t.Run(c.scenario+" "+c.rhythm, func(t *testing.T) {
			if testing.Short() && i > 0 || i > 2 && !*hostileLarge {
				t.Skip("the other scenarios take a while")
			}
			t.Parallel()
			tabletest.HostileOrders(t, tabletest.Hostile{Engine: somme.Engine, Setup: setup(t, c.scenario, c.rhythm), Bot: c.bot, Lines: 36, Sound: sound(i < 4, i < 4 && c.scenario != "final-push"), Told: told, Idle: idle})
		})
	}
}

// idle are arguments that may change nothing in such play.
var idle = map[string]string{}

// standing is what the invariants read of a position.
type standing struct {
	Turn        int
	Units       []counter
	Footbridges []struct{ Owner string }
	Redoubts    []string
	Offensive   struct{ Guns []any }
}

type counter struct {
	Unit, Side, Nation, Kind, At, Box, With string
	Lost, Left, Fights                      int
	Reserve                                 bool
}

func (c counter) combat() bool { return points(c.Kind, 0) > 0 || c.Kind == "german_tank" }

// sound tells what no order may bring about: counters that appear, vanish or stand in two places, steps that come back, more in a hex
// than may be there, two sides or two Allied nations in one, Stosstruppen without a regiment of their own, units that fight twice.
// final: nothing that is destroyed comes back (there are replacements in the campaign alone); apart: the Allied nations do not stack.
func sound(final, apart bool) func(before, after table.Game) error {
	return func(before, after table.Game) error {
		var was, is standing
		decode(before, &was)
		decode(after, &is)
		if len(was.Units) != len(is.Units) {
			return fmt.Errorf("%d counters have become %d", len(was.Units), len(is.Units))
		}
		for i, u := range is.Units {
			switch o := was.Units[i]; {
			case o.Unit != u.Unit || o.Side != u.Side:
				return fmt.Errorf("%s has become %s", o.Unit, u.Unit)
			case (u.At == "") == (u.Box == "") && u.Kind != "air":
				return fmt.Errorf("%s is at %q and in box %q", u.Unit, u.At, u.Box)
			case final && u.Lost < o.Lost:
				return fmt.Errorf("%s has got steps back: %d lost, then %d", u.Unit, o.Lost, u.Lost)
			case final && o.Box == "destroyed" && u.Box != "destroyed":
				return fmt.Errorf("%s has come back to %s%s", u.Unit, u.At, u.Box)
			case u.At != "" && points(u.Kind, 0) > 0 && u.Left < 1:
				return fmt.Errorf("%s stands at %s without a step", u.Unit, u.At)
			case u.combat() && u.Fights > 1 || u.Fights > 4:
				return fmt.Errorf("%s has fought %d times", u.Unit, u.Fights)
			case u.Reserve && u.Lost > 0:
				return fmt.Errorf("%s is in reserve with %d steps lost", u.Unit, u.Lost)
			}
		}
		if err := hexes(is.Units, apart); err != nil {
			return err
		}
		for _, side := range []string{"german", "allied"} {
			n := 0
			for _, f := range is.Footbridges {
				if f.Owner == side {
					n++
				}
			}
			if n > 2 {
				return fmt.Errorf("%d footbridges of %s", n, side)
			}
		}
		if len(is.Redoubts) > 5 || len(is.Offensive.Guns) > 2 {
			return fmt.Errorf("%d redoubts, %d guns in offensive mode", len(is.Redoubts), len(is.Offensive.Guns))
		}
		return nil
	}
}

// hexes looks at what stands together: nations as long as they do not cooperate (SO-COOP.a).
func hexes(units []counter, apart bool) error {
	side, nation, stack, storm := map[string]string{}, map[string]string{}, map[string]int{}, map[string]string{}
	for _, u := range units {
		if u.At == "" || u.Kind == "air" {
			continue
		}
		if s := side[u.At]; s != "" && s != u.Side {
			return fmt.Errorf("both sides at %s", u.At)
		}
		side[u.At] = u.Side
		if stack[u.At] += points(u.Kind, u.Lost); stack[u.At] > 4 {
			return fmt.Errorf("%d stacking points at %s", stack[u.At], u.At)
		}
		if u.Kind == "stosstruppen" {
			i := slices.IndexFunc(units, func(o counter) bool { return o.Unit == u.With })
			if i < 0 || units[i].At != u.At || storm[u.With] != "" {
				return fmt.Errorf("%s at %s is with %q, and so is %q", u.Unit, u.At, u.With, storm[u.With])
			}
			storm[u.With] = u.Unit
		}
		if u.combat() && u.Side == "allied" && apart {
			mine := "british"
			if u.Nation == "french" {
				mine = u.Nation
			}
			if o := nation[u.At]; o != "" && o != mine {
				return fmt.Errorf("%s and %s at %s", o, mine, u.At)
			}
			nation[u.At] = mine
		}
	}
	return nil
}

// told tells what no order may bring about on the way: ways that jump, moves beyond the allowance, units that attack, hexes that are
// attacked, dice that are thrown for one thing more often than the rules have it.
func told(facts []table.Fact) error {
	seen := map[string]int{}
	phase := 0
	for _, f := range facts {
		switch f.Kind {
		case "phases":
			phase++
		case "weather", "weather-given":
			phase++
			for k := range seen {
				if strings.HasPrefix(k, "sequence ") {
					delete(seen, k)
				}
			}
		}
		if err := path(f); err != nil {
			return err
		}
		for _, once := range onceA(f) {
			key := fmt.Sprint(phase, " ", f.Step, " ", once.what)
			if once.sequence {
				key = "sequence " + once.what
			}
			if seen[key]++; seen[key] > once.most {
				return fmt.Errorf("%s: %s", f.Step, once.what)
			}
		}
	}
	return nil
}

// limited is something that may happen so often in a player's phase, or in a sequence.
type limited struct {
	what     string
	most     int
	sequence bool
}

// onceA lists what a fact tells that may happen so often.
func onceA(f table.Fact) []limited {
	arg := func(name string) string { return fmt.Sprint(value(f, name)) }
	list := func(name string) []string { l, _ := value(f, name).([]string); return l }
	var out []limited
	switch f.Kind {
	case "attack":
		out = append(out, limited{what: "attack on " + arg("hex"), most: 1})
		for _, id := range list("units") {
			out = append(out, limited{what: id + " attacks", most: 1})
		}
	case "artillery":
		for _, id := range slices.Concat(list("guns"), list("cb"), list("defence"), list("counter")) {
			out = append(out, limited{what: id + " fires", most: 4})
		}
	case "disengage":
		for _, id := range list("units") {
			out = append(out, limited{what: id + " disengages", most: 1})
		}
	case "bridge-destroyed", "bridge-rebuilt":
		ends := []string{arg("hex"), arg("to")}
		slices.Sort(ends)
		out = append(out, limited{what: f.Kind + " die for " + strings.Join(ends, "/"), most: 1})
	case "footbridge-try":
		out = append(out, limited{what: "footbridge of " + arg("side"), most: 3, sequence: true})
	case "gun-moved", "arrived", "released", "reacts":
		if f.Kind != "reacts" {
			out = append(out, limited{what: arg("unit") + " " + f.Kind, most: 1})
		}
	case "mission":
		out = append(out, limited{what: arg("unit") + " flies", most: 1, sequence: true}, limited{what: "missions of " + arg("side") + " over " + arg("hex"), most: 2, sequence: true})
	case "exploitation-marker":
		out = append(out, limited{what: "marker in the combat of " + f.At, most: 2})
	}
	return out
}

// path looks at a way that is told: from hex to hex, and within the allowance, or a single hex (SO-11.1.2a).
func path(f table.Fact) error {
	way, _ := value(f, "path").([]string)
	if f.Kind == "gun-moved" && len(way) > 3 || f.Kind == "advanced" && len(way) > 4 {
		return fmt.Errorf("%s by %v", f.Kind, way)
	}
	if !slices.Contains([]string{"moved", "gun-moved", "advanced", "retreated", "goes-on", "misdirected"}, f.Kind) {
		return nil
	}
	for i := range way[1:] {
		if !beside(way[i], way[i+1]) {
			return fmt.Errorf("%v %s from %s to %s", value(f, "unit"), f.Kind, way[i], way[i+1])
		}
	}
	cost, priced := value(f, "cost").(table.Sum)
	allowance, _ := value(f, "allowance").(table.Sum)
	if f.Kind == "moved" && priced && len(way) > 2 && cost.Total() > allowance.Total() {
		return fmt.Errorf("%v spends %s of %s by %v", value(f, "unit"), cost, allowance, way)
	}
	return nil
}

// beside reports whether two hexes of the map touch: even columns lie half a hex further south.
func beside(a, b string) bool {
	var ac, ar, bc, br int
	if _, err := fmt.Sscanf(a+" "+b, "%2d%2d %2d%2d", &ac, &ar, &bc, &br); err != nil {
		return false
	}
	switch d := br - ar; {
	case ac == bc:
		return d == 1 || d == -1
	case ac-bc != 1 && bc-ac != 1:
		return false
	case ac%2 == 0:
		return d == 0 || d == 1
	default:
		return d == 0 || d == -1
	}
}

func value(f table.Fact, name string) any {
	for _, a := range f.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// decode reads what a position describes.
func decode(g table.Game, into *standing) {
	b, err := json.Marshal(g.Describe())
	if err == nil {
		err = json.Unmarshal(b, into)
	}
	if err != nil {
		panic(err)
	}
}
