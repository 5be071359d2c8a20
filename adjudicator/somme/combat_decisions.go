package somme

import (
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

type ask = table.Question[*Game, string]

// prefer asks for one of some values. The default is the first one that a line of the verb names, by itself, its division
// or its hex; otherwise the first value. A line may apply to one hex only.
func prefer(id, verb string, s seat, about, hex, rule string, values []string, args ...table.FactArg) ask {
	q := among(id, verb, s, about, rule, values, append([]table.FactArg{table.A("hex", hex)}, args...)...)
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		if elsewhere(l, hex) {
			return "", table.Pass
		}
		for _, v := range preferred(k, l, values) {
			return v, table.Use
		}
		return "", table.Pass
	}
	return q
}

// elsewhere reports whether a line applies to a hex other than the one asked about.
func elsewhere(l table.Line, hex string) bool {
	at := orders.Value(l.Args, "hex")
	return at != "" && at != hex
}

// preferred returns those of some values that a line names, in the line's order.
func preferred(k *Game, l table.Line, values []string) []string {
	var out []string
	for _, w := range orders.List(l.Args, "units") {
		for _, v := range values {
			if !slices.Contains(out, v) && (v == w || slices.ContainsFunc(fields(v), func(id string) bool { return id == w || k.belongs(id, w) })) {
				out = append(out, v)
			}
		}
	}
	return out
}

// askLead asks SO-D18 and SO-D19: the lead.
func (g *Game) askLead(id string, s seat, hex string, units []string) ask {
	return prefer(id, "leads", s, hex, hex, "SO-12.2.3a", units)
}

// askSufferer asks which unit takes one loss (SO-D24, SO-D25).
func (g *Game) askSufferer(s seat, hex string, units []string) ask {
	return prefer("SO-D24", "losses", s, hex+" one", hex, "RUL-30", units)
}

// askStar asks which Stosstruppe is lost (SO-D24).
func (g *Game) askStar(hex string, stoss []string) ask {
	return prefer("SO-D24", "losses", german, hex+" stoss", hex, "SO-12.2.8l", stoss)
}

// askSacrifice asks about a Stosstruppe in place of the lead's loss (SO-12.2.8i); by default it is given if a lead at
// full strength would flip (SO-D24).
func (g *Game) askSacrifice(hex, lead string) table.Question[*Game, bool] {
	usual := func(k *Game) bool { return k.unit(lead).whole() }
	return table.Question[*Game, bool]{Decision: "SO-D24", Seat: german, About: hex + " lead", Rule: "SO-12.2.8i", Verb: "sacrifice", Args: []table.FactArg{table.A("hex", hex), table.A("unit", lead)},
		Policy: func(k *Game, l table.Line) (bool, table.Policy) {
			if elsewhere(l, hex) {
				return false, table.Pass
			}
			switch orders.Value(l.Args, "how") {
			case "always":
				return true, table.Use
			case "never":
				return false, table.Use
			}
			return usual(k), table.Use
		},
		Options: table.Either[*Game]("stosstruppe", "lead"),
		Default: usual,
	}
}

// askLosses asks who takes the losses that the points cause (SO-D24). The answer is the units in order, joined with
// commas.
func (g *Game) askLosses(s seat, hex string, payers []payer, points int) ask {
	usual := joined(allot(payers, points, nil))
	ids := make([]string, len(payers))
	for i, p := range payers {
		ids[i] = p.id
	}
	return ask{Decision: "SO-D24", Seat: s, About: hex + " losses", Rule: "SO-12.2.8j", Verb: "losses", Args: []table.FactArg{table.A("hex", hex), table.A("n", points)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if elsewhere(l, hex) {
				return "", table.Pass
			}
			list := preferred(k, l, ids)
			return joined(allot(payers, points, list)), table.UseIf(len(list) > 0)
		},
		Options: func(*Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				if !yield(usual, usual) {
					return
				}
				for _, picks := range allotments(payers, points, table.Listed) {
					if a := joined(picks); a != usual && !yield(a, a) {
						return
					}
				}
			}
		},
		Read: func(_ *Game, text string) (string, *table.Refusal) {
			want := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
			picks := exactly(payers, points, want)
			if picks == nil {
				return "", refuse("losses-wrong", "SO-12.2.8j", table.A("text", text))
			}
			return joined(picks), nil
		},
		Blind: true, Default: func(*Game) string { return usual },
	}
}

// exactly returns want if its losses, taken in order, spend the points as they must be spent, and nil if they do not.
func exactly(payers []payer, points int, want []string) []string {
	for _, id := range want {
		i := slices.IndexFunc(payable(payers, points), func(p payer) bool { return p.id == id })
		if i < 0 {
			return nil
		}
		points -= payable(payers, points)[i].cost
		payers = charged(payers, id)
	}
	if slices.ContainsFunc(payable(payers, points), func(p payer) bool { return !p.free }) {
		return nil
	}
	return want
}

// askShaken asks which units the remaining points disorganise (SO-D24): n of them, joined with commas.
func (g *Game) askShaken(s seat, hex string, units []string, n int) ask {
	usual := joined(units[:n])
	return ask{Decision: "SO-D24", Seat: s, About: hex + " shaken", Rule: "SO-12.2.8k", Verb: "shaken", Args: []table.FactArg{table.A("hex", hex), table.A("n", n)},
		Policy: func(k *Game, l table.Line) (string, table.Policy) {
			if elsewhere(l, hex) {
				return "", table.Pass
			}
			list := preferred(k, l, units)
			for _, id := range units {
				if len(list) < n && !slices.Contains(list, id) {
					list = append(list, id)
				}
			}
			return joined(list[:n]), table.UseIf(len(preferred(k, l, units)) > 0)
		},
		Options: func(*Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				for _, c := range choices(units, n) {
					if !yield(joined(c), joined(c)) {
						return
					}
				}
			}
		},
		Blind: true, Default: func(*Game) string { return usual },
	}
}

// choices returns the ways to take n of some units, in order, up to the number that a question can list.
func choices(units []string, n int) [][]string {
	var out [][]string
	var walk func(from int, picks []string)
	walk = func(from int, picks []string) {
		if len(picks) == n {
			out = append(out, slices.Clone(picks))
			return
		}
		for i := from; i < len(units) && len(out) < table.Listed; i++ {
			walk(i+1, append(slices.Clip(picks), units[i]))
		}
	}
	walk(0, nil)
	return out
}

// askConfused asks which attacker is disorganised, chosen by the defender. askRecoil asks which goes back, chosen by its
// owner (SO-D25).
func (g *Game) askConfused(s seat, hex string, units []string) ask {
	return prefer("SO-D25", "confuse", s, hex+" confuse", hex, "SO-12.2.6r", units)
}

func (g *Game) askRecoil(s seat, hex string, units []string) ask {
	return prefer("SO-D25", "recoil", s, hex+" recoil", hex, "SO-12.2.6s", units)
}

// askMarker asks which marker is removed (SO-D23); the defender need not remove one.
func (g *Game) askMarker(s seat, hex string, marks []string) ask {
	q := prefer("SO-D23", "unmark", s, hex, hex, "SO-12.2.6j", marks)
	named := q.Policy
	q.Policy = func(k *Game, l table.Line) (string, table.Policy) {
		if orders.Value(l.Args, "how") != "never" {
			return named(k, l)
		}
		spared := preferred(k, l, marks)
		switch {
		case elsewhere(l, hex):
			return "", table.Pass
		case !orders.Has(l.Args, "units"):
			return "", table.Use
		case len(spared) == 0:
			return "", table.Pass
		}
		for _, m := range marks { // never those: the strongest of the others
			if !slices.Contains(spared, m) {
				return m, table.Use
			}
		}
		return "", table.Use
	}
	q.Options = table.Each(func(*Game) []string { return marks }, "nobody")
	return q
}

// askMisdirect asks SO-D38. The answer is "unit hex", or "" for none.
func (g *Game) askMisdirect(s seat, hex string, options []string) ask {
	return ask{Decision: "SO-D38", Seat: s, About: hex, Rule: "SO-12.2.6q", Verb: "misdirect", Args: []table.FactArg{table.A("hex", hex)},
		Policy: func(_ *Game, l table.Line) (string, table.Policy) {
			for _, id := range orders.List(l.Args, "units") {
				if want := id + " " + orders.Value(l.Args, "to"); slices.Contains(options, want) {
					return want, table.Use
				}
			}
			return "", table.Pass
		},
		Options: table.Each(func(*Game) []string { return options }, "nobody"),
		Blind:   true, Default: func(*Game) string { return "" },
	}
}

// askCounter asks SO-D17, after the defender has named his artillery.
func (g *Game) askCounter(b *battle) table.Question[*Game, int] {
	hex, most := b.hex, g.mayCounter(b.guns, len(b.dcb))
	return number("SO-D17", "counter", b.by, hex, "SO-12.2.2c", most, func(*Game) int { return 0 }, func(_ *Game, l table.Line) (int, table.Policy) {
		return min(most, orders.Int(l.Args, "n", 0)), table.UseIf(orders.Has(l.Args, "n") && !elsewhere(l, hex))
	}, table.A("hex", hex), table.A("counter", b.dcb))
}

// askAdvance asks SO-D22 if no line covers it (linesOf). The answer is "unit hex hex; unit hex", or "" for nobody. By
// default the lead's stack goes into the attacked hex as far as it stacks.
// attacked hex as far as it stacks.
func (g *Game) askAdvance(b *battle, can []string, reach int) ask {
	hex, by, at := b.hex, b.by, g.unit(b.lead).Hex
	into := func(k *Game, units []string) string {
		var out []string
		room := k.limits().Stacking.Value - k.crowd(by, hex)
		for _, id := range units {
			if n := k.points(k.unit(id)); n <= room {
				out, room = append(out, id+" "+hex), room-n
			}
		}
		return strings.Join(out, "; ")
	}
	stack := slices.DeleteFunc(slices.Clone(can), func(id string) bool { return g.unit(id).Hex != at })
	return ask{Decision: "SO-D22", Seat: by, About: hex + " advance", Rule: "SO-12.4", Args: []table.FactArg{table.A("hex", hex), table.A("n", reach)},
		Options: func(k *Game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				seen := []string{""}
				for _, v := range []string{into(k, stack), into(k, can)} {
					if !slices.Contains(seen, v) && !yield(v, v) {
						return
					}
					seen = append(seen, v)
				}
				for _, id := range can {
					if v := id + " " + hex; !slices.Contains(seen, v) && !yield(v, v) {
						return
					}
				}
				yield("nobody", "")
			}
		},
		Read: func(k *Game, text string) (string, *table.Refusal) {
			for _, part := range strings.Split(text, ";") {
				w := strings.Fields(part)
				if len(w) < 2 || !slices.Contains(can, w[0]) || w[1] != hex || len(w)-1 > reach || slices.ContainsFunc(w[1:], func(h string) bool { return !k.net.open(h) }) {
					return "", refuse("no-advance", "SO-12.4f", table.A("text", text))
				}
			}
			return text, nil
		},
		Default: func(k *Game) string { return into(k, stack) },
	}
}

// askExploit asks SO-D22 for one marker, if no line covers it: the units under the marker joined with commas, or "" for
// none. The default is the lead's stack.
func (g *Game) askExploit(b *battle, groups []string) ask {
	hex, usual := b.hex, ""
	if at := g.unit(b.lead).Hex; at != "" && g.unit(fields(groups[0])[0]).Hex == at {
		usual = groups[0]
	}
	q := among("SO-D22", "", b.by, hex+" exploit", "SO-14.0a", groups, table.A("hex", hex))
	q.Options = table.Each(func(*Game) []string { return groups }, "nobody")
	q.Default = func(*Game) string { return usual }
	return q
}
