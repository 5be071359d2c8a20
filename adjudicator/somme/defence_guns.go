package somme

import (
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// splitGuns reads an answer about guns: in "B-CA1,B-CA2|B-CA3" those before the bar bombard, those after it fire
// counter-battery.
func splitGuns(answer string) (guns, cb []string) {
	a, b, _ := strings.Cut(answer, "|")
	return fields(a), fields(b)
}

// battery is what a defender's order says about his artillery.
type battery struct {
	what    string   // all, corps or none
	named   []string // only these; nil for all in reach
	keep    int      // how many are kept back
	cb      int      // how many of the corps artilleries fire counter-battery
	counter []string // these are used first; the others only as far as cb goes
	when    int      // applies if the attacker names at least so many
}

// askDefence asks SO-D16, after the attacker has named his artillery: which artilleries take part in a defence, and which
// of them fire counter-battery. By default all corps artilleries in range take part, one of them in counter-battery if
// the attacker named two or more.
func (g *Game) askDefence(b *battle) ask {
	against, hex := len(b.guns), b.hex
	all := g.inReach(b.def, b)
	pick := func(k *Game, d battery) string { return k.battery(all, against, d) }
	return ask{Decision: "SO-D16", Seat: b.def, About: hex, Rule: "SO-12.2.2b", Verb: "artillery", Args: []table.FactArg{table.A("hex", hex), table.A("guns", b.guns)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if elsewhere(l, hex) {
				return "", table.Pass
			}
			return pick(k, batteryOf(l)), table.Use
		},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				var seen []string
				for _, d := range []battery{{what: "corps", cb: 1, when: 2}, {what: "corps"}, {what: "all"}, {what: "all", cb: 1}, {what: "all", cb: 2}, {what: "all", cb: 9}, {what: "none"}} {
					v := pick(k, d)
					if !slices.Contains(seen, v) && !yield(v, v) {
						return
					}
					seen = append(seen, v)
				}
			}
		},
		Read: func(k *Game, text string) (string, *table.Refusal) {
			guns, cb := splitGuns(strings.ReplaceAll(text, " ", ""))
			offensive := 0
			for i, id := range slices.Concat(guns, cb) {
				switch {
				case !slices.Contains(all, id) || i >= len(guns) && k.kind(k.unit(id)) != "corps_artillery" || slices.Contains(slices.Concat(guns, cb)[:i], id):
					return "", refuse("no-artillery", "SO-15.2.2b", table.A("unit", id), table.A("hex", hex))
				case k.unit(id).Mode == offensiveMode:
					offensive++
				}
				if offensive > 1 {
					return "", refuse("one-offensive-gun", "SO-12.2.2a", table.A("unit", id), table.A("hex", hex))
				}
			}
			return joined(guns) + "|" + joined(cb), nil
		},
		Default: func(k *Game) string { return pick(k, battery{what: "corps", cb: 1, when: 2}) },
	}
}

// batteryOf reads a standing order on the artillery of a defence. Named artilleries all take part and bombard unless the
// order says more; one named for counter-battery takes part in addition.
// named for counter-battery takes part besides.
func batteryOf(l table.Line) battery {
	d := battery{what: orders.Value(l.Args, "how"), named: orders.List(l.Args, "units"), counter: orders.List(l.Args, "counter"), keep: orders.Int(l.Args, "keep", 0), cb: 1, when: 2}
	switch {
	case len(d.counter) > 0:
		d.cb, d.when = len(d.counter), 0
	case len(d.named) > 0:
		d.cb, d.when = 0, 0
	}
	if d.what == "" {
		d.what = "corps"
		if len(d.named) > 0 {
			d.what = "all"
		}
	}
	d.cb, d.when = orders.Int(l.Args, "cb", d.cb), orders.Int(l.Args, "when", d.when)
	return d
}

// battery picks from the artilleries in reach: at most one army artillery in offensive mode (SO-12.2.2a), and only corps
// artillery for counter-battery (SO-15.2.2e).
func (k *Game) battery(all []string, against int, d battery) string {
	isIn := func(list []string, id string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return w == id || k.unit(id).Hex == w })
	}
	corps := func(id string) bool { return k.kind(k.unit(id)) == "corps_artillery" }
	var use, first, cb []string
	offensive := false
	for _, id := range all {
		switch {
		case d.what == "none" || d.what != "all" && !corps(id):
		case corps(id) && isIn(d.counter, id):
			first = append(first, id)
		case d.named != nil && !isIn(d.named, id) || offensive && k.unit(id).Mode == offensiveMode:
		default:
			use, offensive = append(use, id), offensive || k.unit(id).Mode == offensiveMode
		}
	}
	use = use[:max(0, len(use)-max(0, d.keep))]
	for _, id := range slices.Concat(first, use) {
		switch {
		case corps(id) && against >= d.when && len(cb) < d.cb:
			cb, use = append(cb, id), without(use, id)
		case slices.Contains(first, id):
			use = append(use, id)
		}
	}
	return joined(use) + "|" + joined(cb)
}
