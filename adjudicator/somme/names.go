package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// names is what a seat may call by name: its counters, divisions whose regiments are in play, hexes in which it has
// counters (the stack), and all towns and villages of the map.
type names struct {
	own, enemies, sides []string
	net                 *net
	labels              []Name
}

func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := names{net: k.net, labels: k.doc.Map.Names, sides: []string{string(german), string(allied)}}
	var divisions, hexes []string
	for i := range k.Units {
		u := &k.Units[i]
		if u.Box == destroyed && !k.fights(u) && !k.artillery(u) {
			continue
		}
		p := k.card(u)
		list := &n.enemies
		if u.Side == s {
			list = &n.own
			if u.Hex != "" && !slices.Contains(hexes, u.Hex) && !k.flies(u) {
				hexes = append(hexes, u.Hex)
			}
			if p.Division != "" && !slices.Contains(divisions, p.Division) {
				divisions = append(divisions, p.Division)
			}
		}
		*list = append(*list, u.ID)
	}
	slices.Sort(hexes)
	divisions = slices.DeleteFunc(divisions, func(d string) bool { return slices.Contains(n.own, d) }) // A-4 is a brigade alone of its division
	n.own = append(append(n.own, divisions...), hexes...)
	return n
}

// bodies are how the letters of a formation's number are said: "50 Res" for 50R.
var bodies = []struct {
	letters string
	say     []string
}{
	{"", []string{"Div", "DI"}}, {"R", []string{"Res", "Reserve", "DR"}}, {"G", []string{"Guard", "Garde"}}, {"GR", []string{"Guard Res"}}, {"B", []string{"Bav", "Bavarian", "Bavaroise"}},
	{"BR", []string{"Bav Res"}}, {"L", []string{"Landwehr"}}, {"C", []string{"Cav", "DC"}}, {"N", []string{"Naval"}},
}

// further names of a counter: without the letter of its nation, its printed name, "28 Div", "50 Res".
func further(id, name string) []string {
	_, short, _ := strings.Cut(id, "-")
	out := []string{short, short + " Div"}
	if name != "" {
		out = append(out, name)
	}
	number := strings.TrimRight(short, "ABCDEFGHIJKLMNOPQRSTUVWXYZabc")
	for _, b := range bodies {
		if number == "" || short[len(number):] != b.letters {
			continue
		}
		for _, say := range b.say {
			out = append(out, number+" "+say)
		}
	}
	return slices.Compact(out)
}

func (n names) Own() []string            { return n.own }
func (n names) Enemies() []string        { return n.enemies }
func (n names) Sides() []string          { return n.sides }
func (n names) Directions() []string     { return n.net.grid.Directions() }
func (n names) Names(id string) []string { return n.net.further[id] }
func (n names) Place(s string) (string, bool) {
	if _, ok := n.net.places.at(s); ok {
		return s, true
	}
	if len(s) == 5 && s[2] == '.' { // 44.17, as the rulebook writes some
		if _, ok := n.net.places.at(s[:2] + s[3:]); ok {
			return s[:2] + s[3:], true
		}
	}
	hex, ok := n.net.called[orders.Fold(s)]
	return hex, ok
}

func (n names) Places() []string {
	out := slices.Clone(n.net.hexes)
	for _, l := range n.labels {
		out = append(out, strings.Split(l.Text, " / ")...)
	}
	return out
}

// named turns what a player wrote into counters of his in play: an id, a division ("G-28" for its regiments), or a hex
// for all the combat units in it.
func (g *Game) named(s table.Seat, list []string) []string {
	var out []string
	for _, w := range list {
		for i := range g.Units {
			u := &g.Units[i]
			if u.Side == s && (u.ID == w || g.card(u).Division == w && u.Box != destroyed || u.Hex == w && g.fights(u)) && !slices.Contains(out, u.ID) {
				out = append(out, u.ID)
			}
		}
	}
	return out
}

// unitsOf reads the units of a line.
func (g *Game) unitsOf(s table.Seat, args []table.Arg, name string) []string {
	return g.named(s, orders.List(args, name))
}
