package modernbattles

import (
	"os"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/chart"
)

// TestLook paints the table for the eye, into the folder that MB_LOOK names.
func TestLook(t *testing.T) {
	dir := os.Getenv("MB_LOOK")
	if dir == "" {
		t.Skip("no folder to paint into")
	}
	g, scene := open(t, "mill-crossroads")
	seats := scene.Seats()
	style := chart.Style{Heading: "The mill crossroads", Eyes: "as seen by the Americans", Seats: []string{"Americans", "Germans"}}
	draw := func(name string, v table.Views, facts []table.Fact) {
		png, err := chart.NewPainter(1).PNG(chart.Draw(v.Knows("us").Sheet(facts), style))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/"+name+".png", png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	draw("start", g, nil)
	var before int
	res := g.Play(table.NewSelfPlay(5, "sensible", seats), 0, func(a table.At) bool { before++; return a.Turn == 5 && a.Step == "start" })
	var last []table.Fact
	for _, f := range res.Facts {
		if f.Turn >= 4 {
			last = append(last, f)
		}
	}
	draw("turn4", res.Views, last)
}
