package tabletest

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/table"
)

// someSeen is at how many windows of a game a quick run reads back what the seats know.
const someSeen = 2

// listless makes an empty list of one that is not there: position.Form does not tell them apart, and no letter does.
var listless = strings.NewReplacer(":null", ":[]")

// seen asserts that the bytes of what a seat knows, alone, give everything that the seat is sent from the true position, and the same hash.
func (p *played) seen(t *testing.T) {
	step := 1
	if !*whole {
		step = max(1, len(p.seals)/someSeen)
	}
	compared := 0
	p.boundaries(step, func(g table.Game, w table.Window) {
		for _, s := range w.Seats {
			known := g.Knows(s)
			bytes := known.Bytes()
			back, err := p.cfg.Engine.Seen(p.cfg.Setup, s, w, bytes)
			if err != nil {
				t.Fatalf("window %d: what %s knows cannot be read back: %v", w.Number, s, err)
			}
			if back.Knows(s).Hash() != known.Hash() || !slices.Equal(back.Knows(s).Bytes(), bytes) {
				t.Fatalf("window %d: read back, %s knows something else", w.Number, s)
			}
			if got, want := listless.Replace(sent(t, p.cfg.Engine, back, w, s)), listless.Replace(sent(t, p.cfg.Engine, g, w, s)); got != want {
				t.Fatalf("window %d: read back, %s is sent something else:\n%s", w.Number, s, firstDifference(got, want))
			}
			compared++
		}
	})
	if compared == 0 {
		t.Error("no seat was asked for orders in this game: the law asserts nothing")
	}
}

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, min(i, len(s))-200):min(len(s), i+200)] }
	return cut(a) + "\n---\n" + cut(b)
}
