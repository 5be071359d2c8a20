package somme

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"iter"
	"slices"
	"strings"
)

func (g *Game) askLead(s seat, hex string, units []string) table.Question[*Game, string] {
	id := "SO-D19"
	if s == g.Phasing {
		id = "SO-D18"
	}
	return among(id, "leads", s, hex, "SO-12.2.3a", units, table.A("hex", hex))
}

func (g *Game) askLoss(s seat, hex string, units []string) table.Question[*Game, string] {
	return among("SO-D24", "losses", s, hex, "SO-12.2.8j", units, table.A("hex", hex))
}

func (g *Game) askShaken(s seat, hex string, units []string) table.Question[*Game, string] {
	return among("SO-D24", "shaken", s, hex+" shaken", "SO-12.2.8k", units, table.A("hex", hex))
}

func (g *Game) askConfused(s seat, hex string, units []string) table.Question[*Game, string] {
	return among("SO-D25", "confuse", s, hex, "SO-12.2.6r", units, table.A("hex", hex))
}

func (g *Game) askRecoil(s seat, hex string, units []string) table.Question[*Game, string] {
	return among("SO-D25", "recoil", s, hex+" recoil", "SO-12.2.6s", units, table.A("hex", hex))
}

func (g *Game) askMarker(s seat, hex string, hexes []string) table.Question[*Game, string] {
	return among("SO-D23", "unmark", s, hex, "SO-12.2.6j", hexes, table.A("hex", hex))
}

func (g *Game) askPath(s seat, id string, steps []string) table.Question[*Game, string] {
	q := among("SO-D26", "withdraw", s, id, "SO-12.3b", steps, table.A("unit", id))
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		toward := orders.Value(l.Args, "toward")
		if toward == "" {
			return "", table.Pass
		}
		best := steps[0]
		for _, s := range steps {
			if k.distance(s, toward) < k.distance(best, toward) {
				best = s
			}
		}
		return best, table.Use
	}
	return q
}

// askStoss: a Stosstruppe in place of the lead's loss (SO-12.2.8i), by default where the lead would flip or fall.
func (g *Game) askStoss(hex, lead string) table.Question[*Game, bool] {
	return table.Question[*Game, bool]{Decision: "SO-D24", Seat: german, About: hex + " stoss", Rule: "SO-15.3d", Verb: "stoss", Args: []table.FactArg{table.A("unit", lead)},
		Policy: func(_ *Game, l table.Line) (bool, table.Policy) {
			how := orders.Value(l.Args, "how")
			return how == "first", pass(how != "")
		},
		Options: func(*Game) iter.Seq2[string, bool] {
			return func(yield func(string, bool) bool) { _ = yield("give", true) && yield("keep", false) }
		},
		Default: func(*Game) bool { return false },
	}
}

// askRetreat: DEC-20.
func (g *Game) askRetreat(b *battle, most, perHex int) table.Question[*Game, int] {
	damage, hex := b.theirs, b.hex
	enough := min(most, (damage+perHex-1)/max(perHex, 1))
	usual := func(k *Game) int {
		if damage < perHex || k.town(hex) || slices.ContainsFunc(k.Holds, func(h Hold) bool { return h.Hex == hex }) {
			return 0
		}
		return enough
	}
	return number("SO-D20", "retreat", b.def, hex, "SO-12.2.6f", most, usual, func(k *Game, l table.Line) (int, table.Policy) {
		if h := orders.Value(l.Args, "hex"); h != "" && h != hex {
			return 0, table.Pass
		}
		switch how := orders.Value(l.Args, "how"); how {
		case "never":
			return 0, table.Use
		case "always":
			return most, table.Use
		case "enough":
			if damage < orders.Int(l.Args, "min", 1) {
				return 0, table.Use
			}
			return enough, table.Use
		}
		return min(most, orders.Int(l.Args, "n", most)), pass(orders.Has(l.Args, "n"))
	}, table.A("hex", hex), table.A("damage", damage))
}

// askCounter: DEC-17.
func (g *Game) askCounter(b *battle) table.Question[*Game, int] {
	return number("SO-D17", "counter", b.by, b.hex, "SO-12.2.2c", len(b.guns), func(*Game) int { return 0 }, func(_ *Game, l table.Line) (int, table.Policy) {
		return min(len(b.guns), orders.Int(l.Args, "n", 0)), pass(orders.Has(l.Args, "n"))
	}, table.A("hex", b.hex))
}

// askDefence: DEC-16. The answer is "guns|counter-battery".
func (g *Game) askDefence(b *battle) table.Question[*Game, string] {
	named, hex, def := len(b.guns), b.hex, b.def
	all := g.inReach(def, b)
	choose := func(k *Game, keep, when, put int) string {
		use := all[:max(0, len(all)-keep)]
		var cb []string
		for _, id := range use {
			if k.kind(k.unit(id)) == "corps_artillery" && named >= when && len(cb) < put {
				cb = append(cb, id)
			}
		}
		return strings.Join(use, ",") + "|" + strings.Join(cb, ",")
	}
	return table.Question[*Game, string]{Decision: "SO-D16", Seat: def, About: hex, Rule: "SO-12.2.2b", Verb: "artillery", Args: []table.FactArg{table.A("hex", hex), table.A("guns", b.guns)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if orders.Value(l.Args, "how") == "none" {
				return "|", table.Use
			}
			return choose(k, orders.Int(l.Args, "keep", 0), orders.Int(l.Args, "when", 2), orders.Int(l.Args, "cb", 1)), table.Use
		},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				for _, o := range []struct {
					text      string
					when, put int
					none      bool
				}{{text: "all", when: 99}, {text: "all, one in counter-battery", put: 1}, {text: "all, two in counter-battery", put: 2}, {text: "none", none: true}} {
					v := "|"
					if !o.none {
						v = choose(k, 0, o.when, o.put)
					}
					if !yield(o.text, v) {
						return
					}
				}
			}
		},
		Default: func(k *Game) string { return choose(k, 0, 2, 1) },
	}
}

// askReaction: DEC-21. The answer is "unit hex hex ...", or "" for nobody.
func (g *Game) askReaction(b *battle, can []string) table.Question[*Game, string] {
	hex, def := b.hex, b.def
	var options []string
	for _, id := range can {
		options = append(options, id+" "+hex)
	}
	usual := func(k *Game) string {
		for _, id := range can {
			if k.crowd(def, hex)+k.points(k.unit(id)) <= k.limit("stacking") && k.has(def, hex, k.fights) {
				return id + " " + hex
			}
		}
		return ""
	}
	q := among("SO-D21", "reaction", def, hex, "SO-12.2.6f", append(options, ""), table.A("hex", hex))
	q.Default = usual
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		switch orders.Value(l.Args, "how") {
		case "never":
			return "", table.Use
		case "always":
			return usual(k), table.Use
		}
		for _, id := range k.named(def, orders.List(l.Args, "units")) {
			if slices.Contains(can, id) {
				return id + " " + hex, table.Use
			}
		}
		return "", table.Pass
	}
	q.Options = func(*Game) iter.Seq2[string, string] {
		return func(yield func(string, string) bool) {
			for _, o := range options {
				if !yield(o, o) {
					return
				}
			}
			yield("nobody", "")
		}
	}
	return q
}

// askAdvance: DEC-22. The answer is "unit hex hex; unit hex", or "".
func (g *Game) askAdvance(b *battle, can []string, reach int) table.Question[*Game, string] {
	hex, by, lead := b.hex, b.by, b.lead
	usual := func(k *Game) string {
		var out []string
		room := k.limit("stacking") - k.crowd(by, hex)
		at := ""
		if lead != "" {
			at = k.unit(lead).Hex
		}
		for _, id := range can {
			u := k.unit(id)
			if (u.Hex == at || id == lead) && k.points(u) <= room {
				out, room = append(out, id+" "+hex), room-k.points(u)
			}
		}
		return strings.Join(out, "; ")
	}
	return table.Question[*Game, string]{Decision: "SO-D22", Seat: by, About: hex + " advance", Rule: "SO-12.4", Verb: "advance", Args: []table.FactArg{table.A("hex", hex), table.A("hexes", reach)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if orders.Value(l.Args, "how") == "none" {
				return "", table.Use
			}
			var out []string
			path := orders.Path(l.Args, "path")
			for _, id := range k.named(by, orders.List(l.Args, "units")) {
				if slices.Contains(can, id) {
					out = append(out, id+" "+strings.Join(append([]string{hex}, without(path, hex)...), " "))
				}
			}
			return strings.Join(out, "; "), pass(len(out) > 0)
		},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				if !yield("the lead's stack", usual(k)) {
					return
				}
				for _, id := range can {
					if !yield(id+" "+hex, id+" "+hex) {
						return
					}
				}
				yield("nobody", "")
			}
		},
		Default: usual,
	}
}

// askExploit: DEC-22. The answer is one of the groups, or "".
func (g *Game) askExploit(b *battle, groups []string) table.Question[*Game, string] {
	q := among("SO-D22", "exploit", b.by, b.hex+" exploit", "SO-14.0a", groups, table.A("hex", b.hex))
	by := b.by
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		if orders.Value(l.Args, "how") == "none" {
			return "", table.Use
		}
		want := k.named(by, orders.List(l.Args, "units"))
		for _, group := range groups {
			if slices.ContainsFunc(fields(group), func(id string) bool { return slices.Contains(want, id) }) {
				return group, table.Use
			}
		}
		return "", table.Pass
	}
	return q
}

// askMisdirect: DEC-38. The answer is "unit hex", or "".
func (g *Game) askMisdirect(b *battle, options []string) table.Question[*Game, string] {
	q := among("SO-D38", "misdirect", b.by, b.hex, "SO-12.2.6q", append([]string{""}, options...), table.A("hex", b.hex))
	q.Options = func(*Game) iter.Seq2[string, string] {
		return func(yield func(string, string) bool) {
			if !yield("nobody", "") {
				return
			}
			for _, o := range options {
				if !yield(o, o) {
					return
				}
			}
		}
	}
	q.Policy = func(_ *Game, l table.Line) (string, table.Policy) {
		want := orders.Value(l.Args, "unit") + " " + orders.Value(l.Args, "hex")
		return want, pass(slices.Contains(options, want))
	}
	return q
}
