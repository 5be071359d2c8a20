// Package negative changes package variables.
package negative

type tally struct{ shots []int }

var (
	count  int
	seen   = map[string]bool{}
	totals tally
	last   = &tally{}
	chart  = []int{1, 2, 3}
)

func fire(unit string) int {
	count++                                // want package state
	seen[unit] = true                      // want package state
	totals.shots = append(totals.shots, 1) // want package state
	last.shots[0] = 2                      // want package state
	*last = totals                         // want package state
	delete(seen, unit)                     // want package state
	clear(seen)                            // want package state
	copy(chart, []int{4})                  // want package state
	for _, count = range chart {           // want package state
	}
	(chart)[1], seen["x"] = 0, false // want package state
	count := chart[0]
	count++
	return count
}
