package landships

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// prospects returns what the units of a side can do in a phase, from what it knows. In the rhythm of one mail a turn, only the barrage is so
// near that anything can be said of it: before the other phases the enemy fires.
func prospects(k *Game, s table.Seat, phase string) (out []table.Prospect) {
	switch {
	case phase == "setup":
		out = k.postings(s)
	case s != k.Phasing && phase != "4.3" && phase != "4.5":
	case phase == "4.1":
		out = k.barrages(s)
	case phase == "4.2":
		out = append(k.entries(s, (*Piece).vehicle), k.drives(s)...)
	case phase == "4.2c":
		out = append(k.entries(s, (*Piece).cavalry), k.charges(s)...)
	case phase == "4.3":
		out = k.shotsOf(s, phase)
	case phase == "4.4":
		out = append(k.entries(s, (*Piece).foot), k.walks(s, false)...)
	case phase == "4.5":
		out = append(k.volleys(s, phase), k.rakings(s, phase)...)
	case phase == "4.7":
		out = k.missions(s)
	case k.Rhythm == oneMail:
	case phase == "4.8":
		out = k.assaults(s)
	case phase == "4.9":
		out = slices.Concat(k.shotsOf(s, phase), k.volleys(s, phase), k.rakings(s, phase))
	case phase == "4.10":
		out = k.walks(s, true)
	}
	return out
}

// chance is a likelihood in lowest terms, rounded only where the exact fraction is too long to be told.
func chance(result string, num, den int64, told func(table.Fact) bool) table.Likelihood {
	const longest = 250_000
	for a, b := num, den; b > 0; {
		if a, b = b, a%b; b == 0 && a > 1 {
			num, den = num/a, den/a
		}
	}
	if den > longest {
		num, den = (num*longest+den/2)/den, longest
	}
	return table.Likelihood{Result: result, Num: num, Den: den, Told: told}
}

// truth returns an argument of a fact that is true or false.
func truth(f table.Fact, name string) bool {
	return slices.ContainsFunc(f.Args, func(a table.FactArg) bool { return a.Name == name && a.Value == true })
}

// tells reports whether a fact belongs to a phase of the present turn: trials go on until the player is asked again.
func (g *Game) tells(f table.Fact, phase, kind string) bool {
	return f.Kind == kind && f.Step == phase && f.Turn == g.Number
}

// aimed is something that several units can do together, at one place.
type aimed struct {
	units []string
	p     table.Prospect
}

// allot gives each common line to that of its units which has been given the fewest, so that every unit finds one. A line that shares units with a
// better one says which it is given instead of: each of them acts once.
func allot(list []aimed) []table.Prospect {
	slices.SortStableFunc(list, func(a, b aimed) int { return cmp.Compare(b.p.Worth, a.p.Worth) })
	given := map[string]int{} // only looked up, never ranged over
	var out []table.Prospect
	for i, x := range list {
		if j := slices.IndexFunc(list[:i], func(o aimed) bool {
			return slices.ContainsFunc(o.units, func(id string) bool { return slices.Contains(x.units, id) })
		}); j >= 0 {
			x.p.Says.Args = append(slices.Clone(x.p.Says.Args), table.A("instead", list[j].p.Target))
		}
		x.p.Unit = slices.MinFunc(x.units, func(a, b string) int { return given[a] - given[b] })
		given[x.p.Unit]++
		out = append(out, x.p)
	}
	return out
}

// shelters names everything in a hex that covers foot from small arms, as words' keys: "clear" if there is nothing.
func (g *Game) shelters(hex string) []string {
	out := []string{"terrain." + g.ground(hex).ID}
	for _, m := range g.cover(hex, onFoot) {
		if strings.HasPrefix(m.Name, "terrain.") && !slices.Contains(out, m.Name) {
			out = append(out, m.Name)
		}
	}
	if len(out) > 1 && out[0] == "terrain.clear" {
		return out[1:]
	}
	return out
}

// covered is what a hex subtracts from the chances of small arms at foot in it.
func (g *Game) covered(hex string) int {
	n := 0
	for _, m := range g.cover(hex, onFoot) {
		n += m.Value
	}
	return n
}

// targets returns the hexes that a side wants: those that bring it points and that it does not hold, and those that bring the enemy points and
// that he holds.
func (g *Game) targets(s table.Seat) []string {
	var out []string
	for _, p := range g.doc.Scenario.Victory.Points {
		for _, hex := range p.Hexes {
			mine := p.Side == string(s)
			if p.For == "control" && (mine && !g.controls(s, hex) || !mine && g.controls(g.other(s), hex)) && !slices.Contains(out, hex) {
				out = append(out, hex)
			}
		}
	}
	return out
}

// nearest returns the hex of a list that is nearest to another, the lowest number first; "" if there is none.
func (g *Game) nearest(from string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return slices.MinFunc(list, func(a, b string) int {
		return cmp.Or(g.distance(from, a)-g.distance(from, b), strings.Compare(a, b))
	})
}

// exposed counts the enemy groups that could fire small arms at a unit if it stood in a hex.
func (g *Game) exposed(u *Piece, hex string) int {
	at := *u
	at.Hex = hex
	return len(g.of(g.other(u.Side), "", func(e *Piece) bool {
		far := g.distance(e.Hex, hex)
		return e.group() && !e.Mounted && !e.Pinned && far <= e.WR && far <= g.spotting(&at, e.Hex).Total() && g.line(e.Side, e.Hex, hex) == nil
	}))
}
