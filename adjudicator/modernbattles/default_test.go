package modernbattles

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
)

// TestDefaultFireHasItsPlace: what units fire without an order is told apart from what was ordered, so that letters can label it; and so is a
// pre-registered fire that nobody named.
func TestDefaultFireHasItsPlace(t *testing.T) {
	g, scene := open(t, "mill-crossroads")
	res := g.Play(silent{table.NewSelfPlay(1, "", scene.Seats())}, 0, nil)
	if res.Halt != nil {
		t.Fatal(res.Halt)
	}
	fires, marked, registered := 0, 0, 0
	for _, f := range res.Facts {
		switch {
		case f.Step == "shooting" && f.Kind == "shots":
			fires++
			if strings.HasPrefix(f.At, f.Text("unit")+"/default/") {
				marked++
			}
		case f.Kind == "registered" && f.Holds("usual"):
			registered++
		}
	}
	if fires == 0 || marked != fires {
		t.Errorf("%d of %d fires without orders are marked", marked, fires)
	}
	if registered == 0 {
		t.Error("no fire was registered by default")
	}
}
