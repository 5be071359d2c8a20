package board

import (
	"cmp"
	"slices"
)

// Within gives the places at a distance of at most n, the place itself among them: nearest first, those equally near
// in the order of Places.
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

// Ring gives the places at a distance of exactly n, in the order of Places.
func Ring(g Grid, place string, n int) []string {
	all := Within(g, place, n)
	for i, p := range all {
		if g.Distance(place, p) == n {
			return all[i:]
		}
	}
	return nil
}

// Row gives the places from one in a direction to the end of the board, the place itself not among them.
func Row(g Grid, place, direction string) []string {
	var row []string
	for next, ok := g.Neighbour(place, direction); ok; next, ok = g.Neighbour(next, direction) {
		row = append(row, next)
	}
	return row
}

// Straight tells in which direction b lies if a straight row of places joins a to it.
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

// Opposite is the direction that points back; "" for a direction that the grid has not.
func Opposite(g Grid, direction string) string {
	return Turn(g, direction, len(g.Directions())/2)
}

// Turn is the direction n steps clockwise of another (counter-clockwise for n below 0); "" for a direction that the
// grid has not.
func Turn(g Grid, direction string, n int) string {
	all := g.Directions()
	i := slices.Index(all, direction)
	if i < 0 {
		return ""
	}
	if g.Shape() == PointyHex { // its directions are listed counter-clockwise
		n = -n
	}
	return all[((i+n)%len(all)+len(all))%len(all)]
}

// order gives numbers that sort places as Places does: by row, then by column.
func order(g Grid, place string) (column, row int) {
	x, y := g.Centre(place)
	if g.Shape() == PointyHex {
		return x, y
	}
	return x, (y + 1) >> 1 // two units a row; a shifted flat hex lies one unit lower
}
