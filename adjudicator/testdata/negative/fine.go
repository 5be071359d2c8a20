// Package negative has nothing that must be found, only its neighbours.
package negative

import (
	"cmp"
	"slices"
)

type unit struct {
	id    string
	steps int
}

var chart = map[string]int{"wood": 1} // a table that nobody changes

func order(units []unit) []unit {
	units = slices.Clone(units)
	index := map[string]int{}
	for i, u := range units {
		index[u.id] = i
	}
	delete(index, "gone")
	slices.SortStableFunc(units, func(a, b unit) int { return cmp.Compare(a.steps*7/2, b.steps) })
	chart := chart["wood"] << 2
	chart++
	return units[:min(len(units), chart+index["a"])]
}
