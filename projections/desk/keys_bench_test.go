package desk_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/projections/desk"
)

// BenchmarkKeys types an order of every rulebook below others, key by key: an operation is the answer to one key.
func BenchmarkKeys(b *testing.B) {
	for _, e := range adjudicator.Games() {
		b.Run(e.Name(), func(b *testing.B) {
			h, letters := begun(b, e.Name())
			d, _, view, raw := shown(b, h, letters, true)
			rows := strings.Split(strings.TrimRight(chosen(b, d, view.ID, view), "\n"), "\n")
			line, n := rows[1], 0
			for b.Loop() {
				if n++; n > len(line) { // a new desk remembers nothing
					b.StopTimer()
					d, n = desk.New(), 1
					d.Open("report.eml", raw)
					if _, err := d.Check(view.ID, "", strings.Join(rows, "\n"), nil); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
				if _, err := d.Glance(view.ID, "", strings.Join(append(slices.Clone(rows[:len(rows)-1]), line[:n], rows[len(rows)-1]), "\n")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
