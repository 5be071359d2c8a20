package board

import (
	"cmp"
	"slices"
)

// Within returns the places at a distance of at most n, including the place itself: nearest first, and those equally near in the order of
// Places.
func Within(g Grid, place string, n int) []string {
	if !g.Has(place) || n < 0 {
		return nil
	}
	type found struct {
		place                 string
		distance, column, row int
	}
	all := []found{{place: place}}
	seen := map[string]bool{place: true}
	for i := 0; i < len(all); i++ { // every place but the first has a neighbour that is nearer, so the flood reaches all
		for _, next := range g.Neighbours(all[i].place) {
			if seen[next] {
				continue
			}
			seen[next] = true
			if d := g.Distance(place, next); d <= n {
				column, row := order(g, next)
				all = append(all, found{next, d, column, row})
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	places := make([]string, len(all))
	for i, f := range all {
		places[i] = f.place
	}
	return places
}

// Straight returns the direction of b from a, and reports whether a straight row of places joins them.
func Straight(g Grid, a, b string) (direction string, ok bool) {
	if a == b || !g.Has(a) || !g.Has(b) {
		return "", false
	}
	f, to := formOf(g), bearing(g, a, b)
	for i, step := range f.steps {
		if step.sameWay(to) {
			return f.names[i], true
		}
	}
	return "", false
}

// order returns numbers that sort places as Places does: by row, then by column.
func order(g Grid, place string) (column, row int) {
	x, y := g.Centre(place)
	if g.Shape() == PointyHex {
		return x, y
	}
	return x, (y + 1) >> 1 // two units a row; a shifted flat hex lies one unit lower
}
