package landships_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/landships"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// told reads the arguments of a fact.
type told struct{ table.Fact }

func (f told) arg(name string) any {
	for _, a := range f.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

func (f told) sum(name string) table.Sum { s, _ := f.arg(name).(table.Sum); return s }
func (f told) num(name string) int       { n, _ := f.arg(name).(int); return n }
func (f told) yes(name string) bool      { b, _ := f.arg(name).(bool); return b }
func (f told) text(name string) string   { s, _ := f.arg(name).(string); return s }

// within reads a span as it is told: "4-6", "1", "≤2".
func within(n int, span string) bool {
	if high, ok := strings.CutPrefix(span, "≤"); ok {
		limit, _ := strconv.Atoi(high)
		return n <= limit
	}
	low, high, ok := strings.Cut(span, "-")
	if !ok {
		high = low
	}
	from, _ := strconv.Atoi(low)
	to, _ := strconv.Atoi(high)
	return n >= from && n <= to
}

// outcome tells what a fact must have come to by the numbers that it tells; ok is false for other kinds.
func outcome(f told, d landships.Document) (want, have, ok bool) {
	switch f.Kind {
	case "communication":
		return within(f.sum("die").Total(), f.text("needed")), f.yes("ok"), true
	case "fire-order":
		return f.sum("die").Total() <= f.num("needed"), f.yes("granted"), true
	case "scatter":
		return within(f.sum("die").Total(), f.text("needed")), f.yes("strays"), true
	case "morale":
		return f.sum("die").Total() <= f.sum("rating").Total(), f.yes("holds"), true
	case "air-combat", "ground-fire", "strafe":
		return f.sum("die").Total() <= f.num("needed"), f.yes("hit"), true
	case "weapon-shelled", "vehicle-shelled", "weapon-bombed":
		return within(f.sum("die").Total(), f.text("needed")), f.yes("destroyed"), true
	case "horses":
		return within(f.sum("die").Total(), f.text("needed")), f.yes("lost"), true
	case "flak":
		hits := 0
		for _, n := range f.sum("dice").Dice() {
			if within(n, f.text("needed")) {
				hits++
			}
		}
		return hits == f.num("hits"), true, true
	case "barrage":
		for _, c := range d.Tables.Barrage {
			if head := strconv.Itoa(c.Strength); head == strings.TrimSuffix(f.text("column"), "+") {
				plus := c.Results[max(0, min(f.sum("die").Total(), len(c.Results)-1))]
				return plus >= 0, f.text("result") != "-", true
			}
		}
		return true, false, true
	case "bomb":
		for _, c := range d.Tables.Bombing {
			if head := strconv.Itoa(c.From); head == strings.TrimSuffix(strings.Split(f.text("column"), "-")[0], "+") {
				return c.Results[max(0, min(f.sum("die").Total()-1, len(c.Results)-1))] == f.text("result"), true, true
			}
		}
		return true, false, true
	}
	return false, false, false
}

// TestWhatIsToldAddsUp: in self-played games every barrage, morale test and air attack tells enough to be checked against
// the charts, and agrees with them; retreats go from hex to hex.
func TestWhatIsToldAddsUp(t *testing.T) {
	seen := map[string]int{}
	for n := range 8 {
		name := []string{"sombre-crossing", "bocquet-trench"}[n%2]
		s := setup(t, name, rhythms[n%3], everything(t, name)[:n%4*4]...)
		r, err := scenarios.Load("landships", name, landships.Engine.Document())
		if err != nil {
			t.Fatal(err)
		}
		var d landships.Document
		if err := json.Unmarshal(r.Document, &d); err != nil {
			t.Fatal(err)
		}
		g, err := landships.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		for _, x := range g.Play(table.NewSelfPlay(uint64(300+n), []string{"random", "sensible"}[n/2%2], seats), 0, nil).Facts {
			f := told{x}
			if want, have, ok := outcome(f, d); ok {
				seen[f.Kind]++
				if want != have {
					t.Errorf("%s: %v", f.Kind, f.Args)
				}
			}
			if path, _ := f.arg("path").([]string); f.Kind == "retreat" && (len(path) < 2 || path[0] != f.text("from") || path[len(path)-1] != f.text("to") || slices.Contains(path[1:], path[0])) {
				t.Errorf("retreat: %v", f.Args)
			}
		}
	}
	for _, kind := range []string{"communication", "fire-order", "scatter", "morale", "barrage", "air-combat", "flak", "bomb"} {
		if seen[kind] == 0 {
			t.Errorf("no %s was ever told", kind)
		}
	}
}
