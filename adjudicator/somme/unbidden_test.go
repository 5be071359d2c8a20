package somme_test

import (
	"testing"

	"fieldpost/adjudicator/table"
)

// forward plays a side that always has "standing advance all" besides what its bot orders.
type forward struct {
	*table.SelfPlay
	side table.Seat
}

func (f forward) Sealed(w table.Window) (table.Seal, bool) {
	seal, ok := f.SelfPlay.Sealed(w)
	for i := range seal.Seats {
		if seal.Seats[i].Seat == f.side {
			seal.Seats[i].Standing = append(seal.Seats[i].Standing, table.Line{ID: "9.1", Number: 1, Verb: "advance", Standing: true, Text: "standing advance all", Args: []table.Arg{{Name: "how", Value: "all"}}})
		}
	}
	return seal, ok
}

// TestWhatFollowsTheDiceOfItselfIsMarked: an advance that no line of its side chose is marked as what the units do of themselves, for that side; of a
// side whose standing order chose it, it is not.
func TestWhatFollowsTheDiceOfItselfIsMarked(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		live := table.NewSelfPlay(1, "sensible", []table.Seat{"german", "allied"})
		w := forward{SelfPlay: live}
		if ordered {
			w.side = "german"
		}
		advances := 0
		for _, f := range open(t, "hutier-strikes").Play(w, 0, nil).Facts {
			if f.Kind != "advanced" || f.Text("side") != "german" {
				continue
			}
			advances++
			if want := map[bool]table.Seat{false: "german"}[ordered]; f.Unbidden != want {
				t.Errorf("ordered %t: %v is marked %q", ordered, f, f.Unbidden)
			}
		}
		if advances == 0 {
			t.Errorf("ordered %t: nobody advanced", ordered)
		}
	}
}
