package somme_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// A letter lists units by hex, with what is special about each: losses, markers, and the Stosstruppe that can be lost in its place.
func TestUnitsAreListedByHex(t *testing.T) {
	g, err := open(t, "operation-michael").Set([]byte(`{"phase": "move", "remove": ["german", "allied"], "redoubts": [], "units": [
		{"unit": "G-HQ18", "at": "2833"}, {"unit": "B-HQ5", "at": "2036"}, {"unit": "B-24", "at": "2434"},
		{"unit": "G-4Ga", "at": "2533", "lost": 1}, {"unit": "G-4Gb", "at": "2533", "dg": "disorganised"}, {"unit": "G-4Gc", "at": "2533"}, {"unit": "G-ST1", "at": "2533", "with": "G-4Gc"},
		{"unit": "G-5Ga", "at": "2333"}, {"unit": "G-5Gb", "at": "2333"}, {"unit": "G-5Gc", "at": "2333"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range g.Knows("german").Rosters() {
		if r.Title == "roster.own" {
			for _, row := range r.Rows {
				rows = append(rows, strings.Join(row, " | "))
			}
		}
	}
	for _, want := range []string{
		"2333 | G-5G | 15-15 | ",
		"2533 | G-4Ga (1/2), G-4Gb (state.disorganised), G-4Gc+G-ST1 | 13-13 | ",
	} {
		if !slices.Contains(rows, want) {
			t.Errorf("%q is not in\n%s", want, strings.Join(rows, "\n"))
		}
	}
}

// In a phase of combats a letter need not tell of own units that are far from the enemy and have no guns that reach him; in a phase of movement all of them
// can act. A way that a unit takes of itself is offered by its end.
func TestUnitsFarFromTheEnemyAreIdleInCombats(t *testing.T) {
	for phase, want := range map[string][]string{"combat": {"2836"}, "move": nil} {
		g, err := open(t, "operation-michael").Set([]byte(`{"phase": "` + phase + `", "phasing": "german", "remove": ["german", "allied"], "redoubts": [], "units": [
			{"unit": "G-HQ18", "at": "2434"}, {"unit": "B-HQ5", "at": "2036"}, {"unit": "B-24", "at": "2333"}, {"unit": "G-45R", "at": "2434"}, {"unit": "G-34", "at": "2836"}, {"unit": "G-AA18", "at": "2635"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range g.Knows("german").Rosters() {
			if r.Title == "roster.own" && !slices.Equal(r.Far, want) {
				t.Errorf("%s: far are %q, want %q", phase, r.Far, want)
			}
		}
		for _, p := range g.Knows("german").Prospects([]string{phase}) {
			if strings.HasPrefix(p.Line, "move G-34 to ") && strings.Contains(p.Line, "-28") {
				t.Errorf("its whole way is written: %s", p.Line)
			}
		}
	}
}

// Units of a hex that can go the same way are offered one move, in which there is room for all of them.
func TestUnitsOfAHexAreOfferedOneMove(t *testing.T) {
	g, err := open(t, "operation-michael").Set([]byte(`{"phase": "move", "phasing": "german", "remove": ["german", "allied"], "redoubts": [], "units": [
		{"unit": "G-HQ18", "at": "2833"}, {"unit": "B-HQ5", "at": "2036"}, {"unit": "B-24", "at": "2036"}, {"unit": "G-45R", "at": "2533"}, {"unit": "G-34", "at": "2533"},
		{"unit": "G-5Ga", "at": "2333"}, {"unit": "G-5Gb", "at": "2333"}, {"unit": "G-5Gc", "at": "2333"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, p := range g.Knows("german").Prospects([]string{"move"}) {
		units, _, _ := strings.Cut(p.Line, " to ")
		lines = append(lines, units)
	}
	if want := []string{"move G-45R", "move G-34", "move G-5Ga, G-5Gb, G-5Gc"}; !slices.Equal(slices.Sorted(slices.Values(lines)), slices.Sorted(slices.Values(want))) {
		t.Errorf("offered: %q, want %q", lines, want)
	}
}

// Who takes every move that is offered has nowhere more units than a hex may hold (SO-4a), so that nothing is lost by overstacking, and none of them is
// refused, as it would be to the last of a stack in the enemy's zone (SO-11.2.2a).
func TestAllMovesOfferedFindRoom(t *testing.T) {
	var w table.Window
	g := open(t, "hutier-strikes").Play(table.NewSelfPlay(3, "sensible", []table.Seat{"german", "allied"}), 0, func(at table.At) bool {
		if at.Window != nil {
			w = *at.Window
		}
		return at.Window != nil && slices.Contains(w.Phases, "move")
	}).Boundary
	var lines []table.Line
	v := g.Knows("german")
	for _, p := range v.Prospects([]string{"move"}) {
		l, ok := v.Read(p.Line)
		if !ok {
			t.Errorf("%q is not understood", p.Line)
		}
		lines = append(lines, l)
	}
	moved := 0
	for _, facts := range g.Rehearse(w, "german", lines, nil, 1, nil).Facts {
		for _, f := range facts {
			switch f.Kind {
			case "moved":
				moved++
			case "table.refused":
				t.Errorf("%s: %v", f.Text("text"), f.Args)
			case "overstacked":
				t.Errorf("%s is lost at %s", f.Text("unit"), f.Text("hex"))
			}
		}
	}
	if moved < 5 {
		t.Errorf("%d units moved by %d lines", moved, len(lines))
	}
}

// Who takes every attack that is offered orders nobody twice (SO-12.1e).
func TestUnitsAreOfferedOneAttack(t *testing.T) {
	var w table.Window
	g := open(t, "hutier-strikes").Play(table.NewSelfPlay(3, "sensible", []table.Seat{"german", "allied"}), 0, func(at table.At) bool {
		if at.Window != nil {
			w = *at.Window
		}
		return at.Window != nil && slices.Contains(w.Phases, "combat")
	}).Boundary
	v := g.Knows("german")
	var all []string
	for _, p := range v.Prospects([]string{"combat"}) {
		l, ok := v.Read(p.Line)
		if !ok {
			t.Errorf("%q is not understood", p.Line)
		}
		for _, id := range orders.List(l.Args, "with") {
			if slices.Contains(all, id) {
				t.Errorf("%s is offered another attack: %s", id, p.Line)
			}
			all = append(all, id)
		}
	}
	if len(all) < 10 {
		t.Errorf("only %q are offered an attack", all)
	}
}

// Every name that a letter prints of an own unit can be written in an order.
func TestPrintedNamesCanBeOrdered(t *testing.T) {
	for _, name := range []string{"hutier-strikes", "operation-michael", "bloody-spring", "final-push"} {
		g, scene := open(t, name), 0
		for _, s := range []table.Seat{"german", "allied"} {
			v := g.Knows(s)
			for _, r := range v.Rosters() {
				if r.Title != "roster.own" {
					continue
				}
				for _, row := range r.Rows {
					for _, unit := range strings.Split(row[1], ", ") {
						unit, _, _ = strings.Cut(unit, " (")
						unit, _, _ = strings.Cut(unit, "+")
						if strings.HasPrefix(unit, "state.") || strings.HasSuffix(unit, ")") {
							continue
						}
						scene++
						l, ok := v.Read("standing losses " + unit)
						if got := orders.List(l.Args, "units"); !ok || !slices.Equal(got, []string{unit}) {
							t.Errorf("%s, %s: %q is read as %q", name, s, unit, got)
						}
					}
				}
			}
		}
		if scene == 0 {
			t.Errorf("%s: no unit is printed", name)
		}
	}
}

// The enemies that are neither near an own unit nor beside a place that the side holds are marked as far off.
func TestEnemiesFarOffAreMarked(t *testing.T) {
	g, err := open(t, "operation-michael").Set([]byte(`{"phase": "move", "remove": ["german", "allied"], "redoubts": [], "units": [
		{"unit": "B-24", "at": "2434"}, {"unit": "B-HQ5", "at": "2036"},
		{"unit": "G-45R", "at": "2533"}, {"unit": "G-34", "at": "2634"}, {"unit": "G-5Ga", "at": "2734"}, {"unit": "G-HQ18", "at": "2833"}, {"unit": "G-CA1", "at": "2934"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for _, r := range g.Knows("allied").Rosters() {
		switch r.Title {
		case "roster.enemy":
			tables++
			if want := []string{"2734", "2833"}; !slices.Equal(r.Far, want) {
				t.Errorf("far off: %q, want %q of %q", r.Far, want, r.Rows)
			}
		default:
			if len(r.Far) > 0 {
				t.Errorf("%s has rows far off: %q", r.Title, r.Far)
			}
		}
	}
	if tables != 1 {
		t.Errorf("%d tables of the enemy", tables)
	}
}

// Aircraft of a side that are at the same place with the same mission share a line.
func TestEqualAircraftShareALine(t *testing.T) {
	for _, r := range open(t, "operation-michael").Knows("allied").Rosters() {
		if r.Title != "roster.air" {
			continue
		}
		var told []string
		for _, row := range r.Rows {
			if like := strings.Join(row[1:], " "); slices.Contains(told, like) {
				t.Errorf("%q is told twice in %q", like, r.Rows)
			} else {
				told = append(told, like)
			}
		}
		if !slices.ContainsFunc(r.Rows, func(row []string) bool { return strings.Contains(row[0], ", ") }) {
			t.Errorf("no aircraft share a line: %q", r.Rows)
		}
		return
	}
	t.Error("no table of aircraft")
}
