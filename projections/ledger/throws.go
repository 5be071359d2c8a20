package ledger

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Thrown is one roll with what the fact that reports it says about need and outcome.
type Thrown struct {
	Seat   table.Seat // whose dice they are; "" if no one's
	Key    string
	Kind   string // of the fact; "" if none reports it
	Turn   int
	Draw   bool
	Sides  int
	Values []int

	total   int // with the modifiers of the fact's sum
	need    int
	outcome int
	bad     bool // a higher outcome is worse for the roller
	told    bool // has need and outcome
}

// The names of the parts of a fact, whatever its game: what was needed, and the outcome. A high outcome is good for the roller, except for
// those in bad.
var (
	needs    = []string{"need", "needed", "needs", "number", "sum"}
	outcomes = []string{"through", "success", "rallied", "granted", "destroyed", "ok", "hits", "hit"}
	bad      = []string{"through"}
)

// Throws joins the rolls of one pass with the facts that report them. by and facts may be nil.
func Throws(rolls []events.Roll, by []table.Seat, facts []table.Fact) []Thrown {
	var all []Thrown
	for i, r := range rolls {
		t := Thrown{Key: r.Key, Draw: r.Draw, Sides: int(r.Sides)}
		for _, v := range r.Values {
			t.Values = append(t.Values, int(v))
			t.total += int(v)
		}
		if i < len(by) {
			t.Seat = by[i]
		}
		if at, arg, ok := tellerOf(facts, r.Key); ok {
			t.tell(facts, at, arg)
		}
		all = append(all, t)
	}
	return all
}

// tellerOf finds the fact that reports a roll: one of its parts is the sum that began with it, and the name of that part distinguishes a
// first throw from a repeated one. Draws, and rolls of which only the result is reported, have the nearest fact.
func tellerOf(facts []table.Fact, key string) (at int, part string, ok bool) {
	for i, f := range facts {
		for _, a := range f.Args {
			if s, ok := a.Value.(table.Sum); ok && s.Roll() == key {
				return i, a.Name, true
			}
		}
	}
	at = nearest(facts, key)
	return at, "", at >= 0
}

// tell reads need and outcome from a fact, and from the one after it that shows its arithmetic: the same kind with "-sum" at its end.
func (t *Thrown) tell(facts []table.Fact, at int, part string) {
	f := facts[at]
	t.Kind, t.Turn = f.Kind+"/"+part, f.Turn
	args := slices.Clone(f.Args)
	if next := at + 1; next < len(facts) && facts[next].Kind == f.Kind+"-sum" && facts[next].At == f.At {
		args = append(args, facts[next].Args...)
	}
	for _, a := range args {
		if s, ok := a.Value.(table.Sum); ok && s.Roll() == t.Key {
			t.total = s.Total() // the last one has every modifier
		}
	}
	if part == "" || t.Draw {
		return
	}
	need, needed := first(args, needs)
	outcome, came := first(args, outcomes)
	if needed && came {
		t.need, _ = numberOf(need.Value)
		t.outcome, _ = numberOf(outcome.Value)
		t.bad, t.told = slices.Contains(bad, outcome.Name), true
	}
}

// first finds the part with the first of some names that holds a number.
func first(args []table.FactArg, names []string) (table.FactArg, bool) {
	for _, name := range names {
		for _, a := range args {
			if _, ok := numberOf(a.Value); ok && a.Name == name {
				return a, true
			}
		}
	}
	return table.FactArg{}, false
}

// numberOf reads a number out of a fact's part.
func numberOf(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case table.Sum:
		if len(v.Dice()) == 0 {
			return v.Total(), true
		}
	}
	return 0, false
}

// reading is how a kind of fact turns dice and need into its outcome.
type reading int

const (
	unread   reading = iota
	atLeast          // the total is at least the need: 1, else 0
	atMost           // the total is at most the need
	eachHigh         // how many dice are at least the need
	eachLow          // how many dice are at most the need
	eachOver         // how many dice are above the need
)

// again marks facts that report two throws, the second of which replaced the first: "to-hit-again" beside "to-hit".
const again = "-again/"

// read returns the reading of a throw and its outcome. The first of two throws is reported without its own outcome; it has the reading of
// its kind without a second throw. Leaving it out would count only the throws that were good enough.
func (t Thrown) read(found map[string]reading) (r reading, outcome int) {
	if r = found[t.Kind]; r != unread {
		return r, t.outcome
	}
	if r = found[strings.Replace(t.Kind, again, "/", 1)]; r == unread {
		return unread, 0
	}
	return r, r.of(t.Values, t.total-sum(t.Values), t.need)
}

// of returns the outcome of dice by a reading; extra is what modifiers add to their total.
func (r reading) of(values []int, extra, need int) int {
	total, n := extra, 0
	for _, v := range values {
		total += v
		if r == eachHigh && v >= need || r == eachLow && v <= need || r == eachOver && v > need {
			n++
		}
	}
	if r == atLeast && total >= need || r == atMost && total <= need {
		return 1
	}
	return n
}

// readings finds for each kind of fact the one reading under which every outcome of the game comes out as reported. A kind that has none,
// or too few rolls to decide, stays unread: nothing is said about its odds.
func readings(all []Thrown) map[string]reading {
	byKind := map[string][]Thrown{}
	for _, t := range all {
		if t.told {
			byKind[t.Kind] = append(byKind[t.Kind], t)
		}
	}
	found := map[string]reading{}
	for kind, list := range byKind {
		fits := 0
		for _, r := range []reading{atLeast, atMost, eachHigh, eachLow, eachOver} {
			ok, differs := true, false
			for _, t := range list {
				ok = ok && r.of(t.Values, t.total-sum(t.Values), t.need) == t.outcome
				differs = differs || t.outcome != list[0].outcome || t.need != list[0].need
			}
			if ok && (differs || len(list) >= 6) {
				if fits++; fits == 1 || r == eachHigh && len(list[0].Values) == 1 {
					found[kind] = r
				}
			}
		}
	}
	return found
}

func sum(values []int) int {
	n := 0
	for _, v := range values {
		n += v
	}
	return n
}

// chances returns the probability of each outcome of a roll, from outcome 0 up, or nil where there are too many dice.
func (t Thrown) chances(r reading) []float64 {
	extra := t.total - sum(t.Values)
	n := len(t.Values)
	if t.Sides < 1 || n < 1 || n > 64 {
		return nil
	}
	if r == atLeast || r == atMost {
		p := 0.0
		for total, c := range totals(n, t.Sides) {
			if r == atLeast && total+extra >= t.need || r == atMost && total+extra <= t.need {
				p += c
			}
		}
		return []float64{1 - p, p}
	}
	hit := 0
	for v := 1; v <= t.Sides; v++ {
		hit += r.of([]int{v}, 0, t.need)
	}
	p := float64(hit) / float64(t.Sides)
	out := make([]float64, n+1)
	for k := range out {
		out[k] = binomial(n, k) * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
	}
	return out
}

// totals returns the probability of each total of n dice.
func totals(n, sides int) []float64 {
	ways := []float64{1}
	for range n {
		next := make([]float64, len(ways)+sides)
		for total, w := range ways {
			for v := 1; v <= sides; v++ {
				next[total+v] += w / float64(sides)
			}
		}
		ways = next
	}
	return ways
}

func binomial(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return math.Round(math.Exp(lg(n) - lg(k) - lg(n-k)))
}

// odds says what the chances were: "50%" for a check, "1.5 of 3" for how many dice were to be expected.
func (t Thrown) odds(r reading) string {
	c := t.chances(r)
	switch {
	case r == unread || c == nil:
		return ""
	case r == atLeast || r == atMost || len(t.Values) == 1:
		return fmt.Sprintf("%.0f%%", 100*c[1])
	}
	mean := 0.0
	for k, p := range c {
		mean += float64(k) * p
	}
	return fmt.Sprintf("%.1f/%d", mean, len(t.Values))
}
