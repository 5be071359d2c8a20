package desk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/adjudicator"
	"fieldpost/projections/desk"
)

// TestAKeyIsAnsweredWhileOrdersAreRead stops the reading of an order with a slip of the pen, and the try of orders, at every place where they can
// be stopped, and asks for a glance there: it says what it says at rest, and what was stopped is read afterwards as if nothing had happened.
func TestAKeyIsAnsweredWhileOrdersAreRead(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			if !*whole && e.Name() != "duel" {
				t.Skip("a quick run opens one game")
			}
			h, letters := begun(t, e.Name())
			d, _, view, raw := shown(t, h, letters, true)
			text := chosen(t, d, view.ID, view)
			rows := strings.Split(text, "\n")
			slip := strings.Replace(text, rows[1], rows[1][:len(rows[1])-1]+"q", 1)
			key := strings.Replace(text, rows[1], rows[1][:len(rows[1])/2], 1)
			fresh := func() *desk.Desk {
				d := desk.New()
				d.Open("report.eml", raw)
				return d
			}
			glance, err := fresh().Glance(view.ID, "", key)
			if err != nil {
				t.Fatal(err)
			}
			for name, read := range map[string]func(d *desk.Desk, pause func() bool) ([]desk.Row, error){
				"check": func(d *desk.Desk, pause func() bool) ([]desk.Row, error) {
					return d.Check(view.ID, "", slip, pause)
				},
				"try": func(d *desk.Desk, pause func() bool) ([]desk.Row, error) {
					return d.Try(view.ID, "", slip, pause)
				},
			} {
				want, err := read(fresh(), nil)
				if err != nil {
					t.Fatal(err)
				}
				pauses := 0
				if got, err := read(fresh(), func() bool { pauses++; return true }); err != nil || cmp.Diff(want, got) != "" {
					t.Errorf("%s with pauses: %v %s", name, err, cmp.Diff(want, got))
				}
				if pauses < 3 {
					t.Errorf("%s has %d pauses", name, pauses)
				}
				d := fresh()
				for stop := 1; stop <= pauses; stop = stop*3/2 + 1 {
					n := 0
					_, err := read(d, func() bool {
						n++
						if n != stop {
							return n < stop
						}
						if got, err := d.Glance(view.ID, "", key); err != nil || cmp.Diff(glance, got) != "" {
							t.Errorf("in the middle of a %s a glance says %s (%v)", name, cmp.Diff(glance, got), err)
						}
						return false
					})
					if n > stop {
						t.Errorf("%s, stopped at %d of %d, goes on and asks %d times more", name, stop, pauses, n-stop)
					}
					if n >= stop && !errors.Is(err, desk.ErrStopped) {
						t.Errorf("%s, stopped at %d of %d, says %v", name, stop, pauses, err)
					}
				}
				if got, err := read(d, nil); err != nil || cmp.Diff(want, got) != "" {
					t.Errorf("%s after having been stopped: %v %s", name, err, cmp.Diff(want, got))
				}
				t.Logf("%s: %d pauses", name, pauses)
			}
		})
	}
}
