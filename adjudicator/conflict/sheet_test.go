package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
)

func tableOf(tables []board.Table, title string) (board.Table, bool) {
	i := slices.IndexFunc(tables, func(t board.Table) bool { return t.Title == title })
	if i < 0 {
		return board.Table{}, false
	}
	return tables[i], true
}

// The map shows what lies open on the table: levels, works, objectives and the score sheet; hidden units, their types and
// hidden mines are on their owner's map alone, as are his cards and artillery.
func TestSheetAndRosters(t *testing.T) {
	g, err := conflict.Engine.Open(setup(t, "hill-205", "pulse", "cards=yes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		seat          table.Seat
		hidden, mines int
		smg, m38      bool
	}{{"german", 0, 0, false, false}, {"soviet", 3, 2, true, true}, {"", 0, 0, false, false}} {
		view := g.Knows(c.seat)
		sh := view.Sheet(nil)
		levels := 0
		for _, cell := range sh.Cells {
			if cell.Level > 0 && cell.Note == "" {
				t.Errorf("%s: %s has a level and no note of it", c.seat, cell.Place)
			}
			levels = max(levels, cell.Level)
		}
		if levels != 2 {
			t.Errorf("%s sees a hill of %d levels", c.seat, levels)
		}
		count := func(look string) int {
			n := 0
			for _, w := range sh.Works {
				if w.Look == look {
					n++
				}
			}
			return n
		}
		if count("bunker") != 1 || count("trench") != 2 || count("wire") != 2 || count("mines") != c.mines {
			t.Errorf("%s sees the works %v", c.seat, sh.Works)
		}
		hidden := 0
		for _, u := range sh.Counters {
			if slices.Contains(u.Badges, "badge.hidden") {
				hidden++
			}
		}
		if hidden != c.hidden {
			t.Errorf("%s sees %d hidden units", c.seat, hidden)
		}
		if i := slices.IndexFunc(sh.Tracks, func(x board.Track) bool { return x.Name == "track.cap" && x.Side == 1 }); i < 0 || sh.Tracks[i].At != 6 || sh.Tracks[i].To != 6 {
			t.Errorf("%s: the CAP track of the Soviets: %v", c.seat, sh.Tracks)
		}
		smg, m38 := false, false
		for _, r := range view.Rosters() {
			for _, row := range r.Rows {
				text := strings.Join(row, " ")
				smg = smg || strings.Contains(text, "unit.smg")
				m38 = m38 || strings.Contains(text, "weapon.m38")
			}
		}
		if smg != c.smg || m38 != c.m38 {
			t.Errorf("%s reads of the hidden SMG squad: %v; of the Soviet artillery: %v", c.seat, smg, m38)
		}
		score, ok := tableOf(view.Rosters(), "roster.score")
		if !ok || score.Rows[1][6] != "3" {
			t.Errorf("%s: the score sheet does not count the hidden units: %v", c.seat, score.Rows)
		}
	}
}

// The counters on the map bear what is printed on them, whatever hit counter lies on top: FP against red and blue DR, front DR, AP of an attack
// and of an open hex (CH-5.0a, CH-7.0b, CH-7.1c, CH-7.3a).
func TestCountersBearTheirValues(t *testing.T) {
	g, err := conflict.Engine.Open(setup(t, "couriers-satchel", "pulse"))
	if err != nil {
		t.Fatal(err)
	}
	for _, hit := range []string{"", "F_SUPPRESSED"} {
		set, err := g.Set([]byte(`{"units":[{"unit":"soviet.R1","hit":"` + hit + `"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		counters := set.Knows("soviet").Sheet(nil).Counters
		i := slices.IndexFunc(counters, func(c board.Counter) bool { return c.ID == "soviet.R1" })
		if i < 0 {
			t.Fatal("soviet.R1 is not on the map")
		}
		c := counters[i]
		if want := []board.Figure{{Text: "3", Ink: "red"}, {Text: "0", Ink: "blue"}}; !slices.Equal(c.Left, want) {
			t.Errorf("hit %q: at the left %v, want %v", hit, c.Left, want)
		}
		if want := []board.Figure{{Text: "12"}, {Text: "4·1"}}; !slices.Equal(c.Right, want) {
			t.Errorf("hit %q: at the right %v, want %v", hit, c.Right, want)
		}
	}
}

// A form proposes only what its reader can write: mines to who has some, weapon cards not yet given, artillery on what an
// observer sees.
func TestFormsProposeWhatIsOfUse(t *testing.T) {
	g, err := conflict.Engine.Open(setup(t, "hill-205", "pulse", "cards=yes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		seat table.Seat
		verb string
		want string
	}{{"german", "mine", ""}, {"soviet", "mine", "mine D06 E04"}, {"german", "assign", "assign grenades R1"}, {"soviet", "place", "place MG at G06 facing SW"}} {
		text, proposes := g.Knows(c.seat).Example(c.verb, []string{"set-up"})
		if !proposes || text != c.want {
			t.Errorf("%s, %s: %q", c.seat, c.verb, text)
		}
	}
}
