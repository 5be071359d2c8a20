package desk_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/chart"
	"fieldpost/projections/desk"
)

// played plays a game with bots and lays all letters of one seat on a desk. It returns those that tell what happened.
func played(t *testing.T, rulebook string, rounds int) (*desk.Desk, []desk.Opened) {
	t.Helper()
	h, letters := begun(t, rulebook)
	d := desk.New()
	var opened []desk.Opened
	seat := ""
	for range rounds {
		for _, l := range letters {
			if seat != "" && l.Issued.Seat != seat {
				continue
			}
			o := d.Open("report.eml", h.BytesOf(l))[0]
			if o.ID == "" {
				continue
			}
			seat = l.Issued.Seat
			if !slices.ContainsFunc(opened, func(x desk.Opened) bool { return x.ID == o.ID }) {
				opened = append(opened, o)
			}
		}
		letters = nil
		for s, text := range officetest.InOrder(h.BotMails("game")) {
			letters = append(letters, h.Mail(string(s), "orders", text)...)
		}
	}
	return d, opened
}

// TestALetterIsPlayedStepByStep plays the letters of a seat in every rulebook: every sentence is told once and in order, there are moves or shots, a
// step leaves whoever moved where his way ends, and the last scene shows the counters that the letter shows.
func TestALetterIsPlayedStepByStep(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			if !*whole && e.Name() != "duel" {
				t.Skip("a quick run plays one game")
			}
			t.Parallel()
			d, letters := played(t, e.Name(), 5)
			ways, arrived := 0, 0
			for _, o := range letters {
				view, err := d.Show(o.ID, "")
				if err != nil {
					t.Fatal(err)
				}
				from := time.Now()
				steps, err := d.Play(o.ID, "")
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s: %d sentences, %d steps in %v", o.ID, len(view.Told), len(steps), time.Since(from))
				var says []desk.Told
				for _, s := range steps {
					says = append(says, s.Says...)
					ways += len(s.Ways)
					if len(s.Says) == 0 {
						t.Error("a step says nothing")
					}
				}
				if !slices.Equal(says, view.Told) {
					t.Errorf("the steps tell other sentences than the letter, or in another order")
				}
				for n := -1; n < len(steps); n += max(1, len(steps)/4) {
					scene, err := d.Scene(o.ID, "", n)
					if err != nil || !strings.HasPrefix(scene.Map, "<svg") {
						t.Fatalf("scene %d: %.40q %v", n, scene.Map, err)
					}
					if n >= 0 {
						arrived += went(t, view, steps[n], scene)
					}
				}
				last, err := d.Scene(o.ID, "", len(steps)-1)
				if err != nil {
					t.Fatal(err)
				}
				for _, u := range view.Spots.Units {
					if !slices.ContainsFunc(last.Units, func(s chart.Spot) bool {
						return s.Place == u.Place && s.Name == u.Name
					}) {
						t.Errorf("%s stands at %s, but not in the last scene", u.Name, u.Place)
					}
				}
			}
			t.Logf("%d ways, %d arrived", ways, arrived)
			if ways == 0 {
				t.Errorf("%d letters tell of no move and no shot", len(letters))
			}
		})
	}
}

// went counts those who moved in a step and stand in its scene; each must stand where his last way ends.
func went(t *testing.T, view desk.View, step desk.Step, scene desk.Scene) (n int) {
	t.Helper()
	ends := map[string][2]float64{}
	for _, w := range step.Ways {
		if w.Unit != "" && w.Kind != "fire" && w.Kind != "barrage" {
			ends[w.Unit] = w.At[len(w.At)-1]
		}
	}
	for unit, end := range ends {
		i := slices.IndexFunc(scene.Units, func(s chart.Spot) bool { return s.Name == unit })
		if i < 0 || len(view.Spots.Places) == 0 {
			continue
		}
		n++
		if place, _ := view.Spots.Place(end[0], end[1]); place != scene.Units[i].Place {
			t.Errorf("%s went to %s and stands at %s: %v", unit, place, scene.Units[i].Place, step.Says)
		}
	}
	return n
}
