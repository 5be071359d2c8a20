package ledger

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
)

// Statistics is what numbers can say of the dice of a game.
type Statistics struct {
	Dice  int // single dice, draws left out
	Faces []Faces
	Luck  []Luck
	Tests []Test // with their p adjusted by Holm
}

// Faces counts the faces of one kind of die of one seat; Seat "" is everyone together.
type Faces struct {
	Seat  table.Seat
	Sides int
	Count []int // from face 1
}

// Luck is how the outcomes of a seat's rolls compare with their odds.
type Luck struct {
	Seat   table.Seat
	Rolls  int     // whose need and outcome the report tells
	Z      float64 // 0 is what was to be expected; half of all seats lie within 0.67, 95 of 100 within 2
	Series []float64
	Bound  []float64 // in step with Series: 95 of 100 fair games lie between it and its negative at that roll
}

// Test is one question put to the dice.
type Test struct {
	Name  string // words' key below "audit.test."
	Seat  table.Seat
	Sides int
	N     int
	P     float64 // of dice this odd or odder when all is fair
	Holm  float64 // the same, adjusted for the number of tests
}

// mostSides is the largest die whose faces are counted.
const mostSides = 100

// Count makes the statistics of the rolls of a game, in their order.
func Count(all []Thrown) Statistics {
	var s Statistics
	type sequence struct {
		seat  table.Seat
		sides int
		faces []int
	}
	var lists []*sequence
	note := func(seat table.Seat, sides int, values []int) {
		for _, l := range lists {
			if l.seat == seat && l.sides == sides {
				l.faces = append(l.faces, values...)
				return
			}
		}
		lists = append(lists, &sequence{seat, sides, slices.Clone(values)})
	}
	for _, t := range all {
		if t.Draw || t.Sides < 2 || t.Sides > mostSides {
			continue
		}
		s.Dice += len(t.Values)
		note("", t.Sides, t.Values)
		if t.Seat != "" {
			note(t.Seat, t.Sides, t.Values)
		}
	}
	slices.SortStableFunc(lists, func(a, b *sequence) int { return strings.Compare(string(a.seat), string(b.seat)) })
	for _, l := range lists {
		f := Faces{Seat: l.seat, Sides: l.sides, Count: make([]int, l.sides)}
		for _, v := range l.faces {
			if v >= 1 && v <= l.sides {
				f.Count[v-1]++
			}
		}
		s.Faces = append(s.Faces, f)
		if len(l.faces) < 20 {
			continue
		}
		s.Tests = append(s.Tests, Test{Name: "faces", Seat: l.seat, Sides: l.sides, N: len(l.faces), P: Even(f.Count)})
		if l.seat == "" {
			s.Tests = append(s.Tests,
				Test{Name: "runs", Sides: l.sides, N: len(l.faces), P: Runs(l.faces, l.sides)})
			if len(l.faces)/2 >= fewestPairs(l.sides) {
				s.Tests = append(s.Tests, Test{Name: "pairs", Sides: l.sides, N: len(l.faces), P: Pairs(l.faces, l.sides)})
			}
		}
	}
	s.seats()
	s.luck(all)
	holm(s.Tests)
	return s
}

// seats asks whether the seats' dice differ from one another.
func (s *Statistics) seats() {
	for _, f := range s.Faces {
		if f.Seat != "" {
			continue
		}
		var rows [][]int
		for _, g := range s.Faces {
			if g.Seat != "" && g.Sides == f.Sides && sum(g.Count) >= 20 {
				rows = append(rows, g.Count)
			}
		}
		if len(rows) >= 2 {
			s.Tests = append(s.Tests, Test{Name: "seats", Sides: f.Sides, N: sum(f.Count), P: Alike(rows)})
		}
	}
}

// luck measures, for each seat, the sum over its rolls of u - 1/2, u the share of outcomes below the one that came with half
// of those equal to it, divided by its standard deviation.
func (s *Statistics) luck(all []Thrown) {
	read := readings(all)
	var variance []float64
	for _, t := range all {
		r, outcome := t.read(read)
		c := t.chances(r)
		if !t.told || r == unread || c == nil || t.Seat == "" || outcome < 0 || outcome >= len(c) {
			continue
		}
		i := slices.IndexFunc(s.Luck, func(l Luck) bool { return l.Seat == t.Seat })
		if i < 0 {
			i = len(s.Luck)
			s.Luck, variance = append(s.Luck, Luck{Seat: t.Seat}), append(variance, 0)
		}
		u, below, square := 0.0, 0.0, 0.0
		for k, p := range c {
			mid := below + p/2
			if k == outcome {
				u = mid
			}
			square += p * (mid - 0.5) * (mid - 0.5)
			below += p
		}
		if t.bad {
			u = 1 - u
		}
		variance[i] += square
		l := &s.Luck[i]
		l.Rolls++
		l.Z += u - 0.5
		l.Series = append(l.Series, l.Z)
		l.Bound = append(l.Bound, normal95*math.Sqrt(variance[i]))
	}
	for i := range s.Luck {
		if variance[i] > 0 {
			s.Luck[i].Z /= math.Sqrt(variance[i])
		}
	}
	slices.SortFunc(s.Luck, func(a, b Luck) int { return strings.Compare(string(a.Seat), string(b.Seat)) })
}

// normal95 is how many standard deviations hold 95 of 100 normal values.
const normal95 = 1.96

// holm adjusts the p of several tests, so that a fair game is suspected once in a hundred games, not once in a hundred tests.
func holm(tests []Test) {
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case tests[a].P < tests[b].P:
			return -1
		case tests[a].P > tests[b].P:
			return 1
		}
		return a - b
	})
	least := 0.0
	for rank, i := range order {
		least = max(least, math.Min(1, tests[i].P*float64(len(tests)-rank)))
		tests[i].Holm = least
	}
}

// Even returns the p of the chi-square test that all faces are equally likely; where fewer than five of a face are to be expected, it is
// found by throwing as many fair dice 4,000 times.
func Even(count []int) float64 {
	n := sum(count)
	if n == 0 {
		return 1
	}
	e := float64(n) / float64(len(count))
	x := 0.0
	for _, c := range count {
		x += (float64(c) - e) * (float64(c) - e) / e
	}
	if e >= 5 {
		return chiSquare(x, len(count)-1)
	}
	const tries = 4000
	chance, above := dice.NewPractice(uint64(n)*1000003+uint64(len(count))), 0
	for range tries {
		drawn := make([]int, len(count))
		for range n {
			drawn[chance.Pick(len(count))]++
		}
		y := 0.0
		for _, c := range drawn {
			y += (float64(c) - e) * (float64(c) - e) / e
		}
		if y >= x-1e-9 {
			above++
		}
	}
	return float64(above+1) / (tries + 1)
}

// Runs returns the p of the test of Wald and Wolfowitz: whether high and low dice alternate as chance has it. Faces in the very middle of a
// die with an odd number of sides are left out.
func Runs(faces []int, sides int) float64 {
	high, low, runs := 0.0, 0.0, 0.0
	last := 0
	for _, v := range faces {
		side := 0
		switch {
		case 2*v > sides+1:
			side, high = 1, high+1
		case 2*v < sides+1:
			side, low = -1, low+1
		default:
			continue
		}
		if side != last {
			runs, last = runs+1, side
		}
	}
	n := high + low
	if high < 2 || low < 2 {
		return 1
	}
	mean := 2*high*low/n + 1
	variance := 2 * high * low * (2*high*low - n) / (n * n * (n - 1))
	return math.Erfc(math.Abs(runs-mean) / math.Sqrt(variance) / math.Sqrt2)
}

// Pairs returns the p of the chi-square test that each face follows each other equally often, on pairs that do not overlap; 1 where there
// are too few.
func Pairs(faces []int, sides int) float64 {
	count := make([]int, sides*sides)
	n := 0
	for i := 0; i+1 < len(faces); i += 2 {
		if faces[i] < 1 || faces[i] > sides || faces[i+1] < 1 || faces[i+1] > sides {
			continue
		}
		count[(faces[i]-1)*sides+faces[i+1]-1]++
		n++
	}
	if n < fewestPairs(sides) {
		return 1
	}
	return Even(count)
}

// fewestPairs returns how many pairs are needed to expect five of each.
func fewestPairs(sides int) int { return 5 * sides * sides }

// Alike returns the p of the chi-square test that several rows of counts come from the same die.
func Alike(rows [][]int) float64 {
	total := 0.0
	column := make([]float64, len(rows[0]))
	for _, r := range rows {
		for i, c := range r {
			column[i] += float64(c)
			total += float64(c)
		}
	}
	x, columns := 0.0, 0
	for i := range column {
		if column[i] == 0 {
			continue
		}
		columns++
		for _, r := range rows {
			e := column[i] * float64(sum(r)) / total
			x += (float64(r[i]) - e) * (float64(r[i]) - e) / e
		}
	}
	return chiSquare(x, (len(rows)-1)*(columns-1))
}

// chiSquare returns the chance that a chi-square variable of k degrees of freedom is at least x: the regularised upper incomplete gamma
// function at k/2 and x/2.
func chiSquare(x float64, k int) float64 {
	if k < 1 || x <= 0 {
		return 1
	}
	a, z := float64(k)/2, x/2
	lg, _ := math.Lgamma(a)
	scale := math.Exp(-z + a*math.Log(z) - lg)
	if z < a+1 { // series for the lower part
		term, total := 1/a, 1/a
		for n := 1; n < 10_000 && math.Abs(term) > math.Abs(total)*1e-15; n++ {
			term *= z / (a + float64(n))
			total += term
		}
		return math.Max(0, math.Min(1, 1-total*scale))
	}
	const tiny = 1e-300
	b := z + 1 - a // continued fraction by Lentz
	c, d := 1/tiny, 1/b
	h := d
	for n := 1; n < 10_000; n++ {
		an := -float64(n) * (float64(n) - a)
		b += 2
		if d = an*d + b; math.Abs(d) < tiny {
			d = tiny
		}
		if c = b + an/c; math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		h *= d * c
		if math.Abs(d*c-1) < 1e-15 {
			break
		}
	}
	return math.Max(0, math.Min(1, scale*h))
}

// Numbers writes statistics as lines of at most 74 columns.
func Numbers(s Statistics, book Words) []string {
	name := func(seat table.Seat) string {
		if seat == "" {
			return book.Say("audit.everybody")
		}
		if key := "side." + string(seat); book.Say(key) != key {
			return book.Say(key)
		}
		return string(seat)
	}
	var lines []string
	sides := 0
	for _, f := range s.Faces {
		if f.Sides <= 12 && f.Sides != sides {
			sides = f.Sides
			line := fmt.Sprintf("%-18s d%-3d", columns.Cut(book.Say("audit.faces"), 18), sides)
			for v := 1; v <= sides; v++ {
				line += fmt.Sprintf(" %5d", v)
			}
			lines = append(lines, line)
		}
		if f.Sides > 12 {
			lines = append(lines, fmt.Sprintf("%-18s d%-4d %s", columns.Cut(name(f.Seat), 18), f.Sides, book.Say("audit.dice", table.A("n", sum(f.Count)))))
			continue
		}
		line := fmt.Sprintf("%-18s d%-3d", columns.Cut(name(f.Seat), 18), f.Sides)
		for _, c := range f.Count {
			line += fmt.Sprintf(" %5d", c)
		}
		lines = append(lines, line)
	}
	for _, t := range s.Tests {
		lines = append(lines, fmt.Sprintf("%-18s d%-3d %-30s p = %.3f  (%.3f)", columns.Cut(name(t.Seat), 18), t.Sides, columns.Cut(book.Say("audit.test."+t.Name), 30), t.P, t.Holm))
	}
	for _, l := range s.Luck {
		lines = append(lines, fmt.Sprintf("%-18s %s", columns.Cut(name(l.Seat), 18), book.Say("audit.luck", table.A("z", fmt.Sprintf("%+.2f", l.Z)), table.A("n", l.Rolls))))
	}
	return lines
}

// Honest says what these numbers can show and what they cannot.
func Honest(s Statistics, book Words) []string {
	least := 1.0
	for _, t := range s.Tests {
		least = math.Min(least, t.Holm)
	}
	says := []string{book.Say("audit.honest.even")}
	if least < 0.01 {
		says = []string{book.Say("audit.honest.odd")}
	}
	if len(s.Luck) > 0 {
		says = append(says, book.Say("audit.honest.luck"))
	}
	return append(says, book.Say("audit.honest.power", table.A("n", s.Dice)))
}
