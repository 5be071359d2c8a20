package somme

import (
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// askRetreat asks SO-D20, how far. By default the defender goes as far as takes the damage away, from three points on,
// but not out of towns and hexes that matter for victory, nor into enemy ZOC.
func (g *Game) askRetreat(b *battle, most int, band Band) table.Question[*Game, int] {
	damage, hex, per, defs := b.theirs.Total(), b.hex, band.PerHex, g.alive(b.defs)
	enough := min(most, (damage+per-1)/max(per, 1))
	safe := func(k *Game, n int) int {
		behind := k.rear(b.def)
		for ; n > 0; n-- {
			clean := func(id string) bool {
				ways := behind.ways(id, withdrawal{hexes: n, aside: true})
				return len(ways) > 0 && !slices.ContainsFunc(ways[0], behind.hot)
			}
			if !slices.ContainsFunc(defs, func(id string) bool { return !clean(id) }) {
				break
			}
		}
		return n
	}
	usual := func(k *Game) int {
		if damage < per || k.town(hex) || slices.ContainsFunc(k.Holds, func(h Hold) bool { return h.Hex == hex }) {
			return 0
		}
		return safe(k, enough)
	}
	return number("SO-D20", "retreat", b.def, hex, band.Rule, most, usual, func(k *Game, l table.Line) (int, table.Policy) {
		if !k.speaksOf(l, hex, defs) {
			return 0, table.Pass
		}
		n, how := min(most, max(0, orders.Int(l.Args, "n", most))), orders.Value(l.Args, "how")
		switch {
		case how == "never":
			return 0, table.Use
		case damage < orders.Int(l.Args, "min", 0):
			return 0, table.Use
		case how == "enough" || how == "" && orders.Has(l.Args, "min") && !orders.Has(l.Args, "n"):
			return safe(k, min(n, enough)), table.Use
		}
		return n, table.UseIf(how == "always" || orders.Has(l.Args, "n"))
	}, table.A("hex", hex), table.A("n", damage))
}

// askWay asks for the way of a retreat that no line gives (SO-D20, SO-D26). The way for R3 is the opponent's choice
// (SO-D27), by default the worst for its owner among those that the priorities leave equal. The answer is "2116-2015" for
// all, or "G-28a 2116-2015; G-28b 2115".
func (g *Game) askWay(w withdrawal, units []string, ways [][]string) ask {
	s := g.unit(units[0]).Side
	first, hex := ways[0], g.unit(units[0]).Hex
	if w.opponent {
		behind := g.rear(s)
		best := behind.rank(ways[0], w.aside)
		for _, p := range ways {
			if r := behind.rank(p, w.aside); r[0] == best[0] && r[1] == best[1] {
				first = p
			}
		}
		s = other(s)
	}
	texts := make([]string, len(ways))
	for i, p := range ways {
		texts[i] = strings.Join(p, "-")
	}
	return ask{Decision: w.decision, Seat: s, About: hex + " way", Rule: "SO-12.3b", Args: []table.FactArg{table.A("hex", hex), table.A("units", units), table.A("n", w.hexes)},
		Options: table.OneOf[*Game](texts...),
		Read: func(_ *Game, text string) (string, *table.Refusal) {
			var said []string
			for _, p := range readParties(text, units) {
				if !slices.Contains(texts, strings.Join(p.path, "-")) {
					return "", refuse("no-way-back", "SO-12.3d", table.A("text", text))
				}
				said = append(said, p.units...)
			}
			if slices.Sort(said); !slices.Equal(said, slices.Sorted(slices.Values(units))) {
				return "", refuse("no-way-back", "SO-12.3c", table.A("text", text))
			}
			return text, nil
		},
		Blind: true, Default: func(*Game) string { return strings.Join(first, "-") },
	}
}

// askGoOn asks whether a retreat goes on from an overstacked hex (SO-12.3f); by default it does.
func (g *Game) askGoOn(s seat, hex string, units []string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "SO-D26", Seat: s, About: hex + " on", Rule: "SO-12.3f", Verb: "crowd", Args: []table.FactArg{table.A("hex", hex), table.A("units", units)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			return orders.Value(l.Args, "how") == "on", table.UseIf(orders.Has(l.Args, "how"))
		},
		Options: table.Either[*Game]("on", "stay"),
		Blind:   true, Default: func(*Game) bool { return true },
	}
}

// askReaction asks SO-D21. The answer is "unit hex hex ...", or "" for nobody. By default the nearest unit goes into the
// attacked hex if it can reach it, defenders are in it and it stacks there.
func (g *Game) askReaction(b *battle, can []string) ask {
	hex, def := b.hex, b.def
	goes := func(k *Game, id, to string) bool {
		u := k.unit(id)
		return k.canReact(id, to) && !k.foreign(u, to) && (to != hex || k.has(def, hex, k.fights))
	}
	fits := func(k *Game, id string) bool {
		return k.crowd(def, hex)+k.points(k.unit(id)) <= k.limits().Stacking.Value && goes(k, id, hex)
	}
	nearest := func(k *Game, can []string) string {
		for _, id := range can {
			if fits(k, id) {
				return id + " " + hex
			}
		}
		return ""
	}
	usual := func(k *Game) string { return nearest(k, can) }
	return ask{Decision: "SO-D21", Seat: def, About: hex, Rule: "SO-12.2.6f", Verb: "reaction", Args: []table.FactArg{table.A("hex", hex)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			units := k.named(def, orders.List(l.Args, "units"))
			isNamed := func(id string) bool { return slices.Contains(units, id) }
			switch how := orders.Value(l.Args, "how"); {
			case elsewhere(l, hex):
				return "", table.Pass
			case len(can) <= orders.Int(l.Args, "keep", 0):
				return "", table.Use
			case how == "never" && len(units) > 0: // these never: the nearest of the others
				return nearest(k, slices.DeleteFunc(slices.Clone(can), isNamed)), table.UseIf(slices.ContainsFunc(can, isNamed))
			case how == "never":
				return "", table.Use
			case how == "nearest" && len(units) > 0:
				v := nearest(k, slices.DeleteFunc(slices.Clone(can), func(id string) bool { return !isNamed(id) }))
				return v, table.UseIf(v != "")
			case how == "nearest":
				return usual(k), table.Use
			}
			path := wayOf(l.Args)
			if len(path) == 0 {
				path = []string{hex}
			}
			for _, id := range units {
				if slices.Contains(can, id) && goes(k, id, path[len(path)-1]) {
					return id + " " + strings.Join(path, " "), table.Use
				}
			}
			return "", table.Pass
		},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				for _, id := range can {
					for _, to := range append([]string{hex}, k.around(k.unit(id).Hex)...) {
						if v := id + " " + to; goes(k, id, to) && !yield(v, v) {
							return
						}
					}
				}
				yield("nobody", "")
			}
		},
		Read: func(k *Game, text string) (string, *table.Refusal) {
			w := strings.Fields(text)
			if len(w) < 2 || !slices.Contains(can, w[0]) || slices.ContainsFunc(w[1:], func(h string) bool { return !k.net.open(h) }) || !goes(k, w[0], w[len(w)-1]) {
				return "", refuse("no-reaction", "SO-12.2.6f", table.A("text", text))
			}
			return strings.Join(w, " "), nil
		},
		Default: usual,
	}
}

// askSteady asks SO-D28: whose morale counts in a disengagement.
func (g *Game) askSteady(s seat, hex string, units []string) ask {
	return prefer("SO-D28", "leads", s, hex, hex, "SO-13.0b", units)
}

// askLength asks SO-D26: how far with r2 or r3 if no line says it. The default is two hexes for either, but for r3 only
// if that needs no hex in enemy ZOC.
func (g *Game) askLength(s seat, hex string, stack []string, most int) table.Question[*Game, int] {
	usual := func(k *Game) int {
		behind := k.rear(s)
		ways := behind.ways(stack[0], withdrawal{hexes: 2})
		if most > 2 && (len(ways) == 0 || slices.ContainsFunc(ways[0], behind.hot)) {
			return 1
		}
		return 2
	}
	q := number("SO-D26", "", s, hex+" length", "SO-13.0d", most, usual, nil, table.A("hex", hex))
	all := q.Options
	q.Options = func(k *Game) iter.Seq2[string, int] {
		return func(yield func(string, int) bool) {
			for text, n := range all(k) {
				if n > 0 && !yield(text, n) {
					return
				}
			}
		}
	}
	return q
}
