package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// names is what a seat may call by name: its counters, divisions with regiments in play, hexes in which it has counters
// (meaning the stack), and all towns and villages of the map.
type names struct {
	table.Lexicon
	net    *net
	labels []Name
	where  func(name string) (hex string)

	following []string // units that others have with them
}

func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := &names{Lexicon: table.Lexicon{Plain: true, Grid: k.net.grid.Grid, Parties: []table.Seat{german, allied}}, net: k.net, labels: k.doc.Map.Names}
	var divisions, hexes []string
	for u := range table.All(k.Units) {
		if u.Box == destroyed && !k.fights(u) && !k.artillery(u) {
			n.Lost = append(n.Lost, u.ID)
			continue
		}
		p := k.card(u)
		list := &n.Foes
		if u.Side == s {
			list = &n.Units
			if u.Hex != "" && !slices.Contains(hexes, u.Hex) && !k.flies(u) {
				hexes = append(hexes, u.Hex)
			}
			if p.Division != "" && !slices.Contains(divisions, p.Division) {
				divisions = append(divisions, p.Division)
			}
		}
		*list = append(*list, u.ID)
		if u.With != "" {
			n.following = append(n.following, u.ID)
		}
	}
	n.About = func(unit string) (place string, kinds []string) {
		if u := k.unit(unit); u != nil {
			if u.ID == k.Hutier {
				return u.Hex, []string{k.card(u).Kind, hutierName}
			}
			return u.Hex, []string{k.card(u).Kind}
		}
		return "", nil
	}
	n.where = func(name string) string { return k.whereAll(s, name) }
	slices.Sort(hexes)
	divisions = slices.DeleteFunc(divisions, func(d string) bool { return slices.Contains(n.Units, d) }) // A-4 is the only brigade of its division
	n.Units = append(append(n.Units, divisions...), hexes...)
	return n
}

// hutierName calls the headquarters that v. Hutier is with by its general.
const hutierName = "Hutier"

// bodies say what the letters in a formation's number stand for: "50 Res" for 50R.
var bodies = []struct {
	letters string
	say     []string
}{
	{"", []string{"Div", "DI"}}, {"R", []string{"Res", "Reserve", "DR"}}, {"G", []string{"Guard", "Garde"}}, {"GR", []string{"Guard Res"}}, {"B", []string{"Bav", "Bavarian", "Bavaroise"}},
	{"BR", []string{"Bav Res"}}, {"L", []string{"Landwehr"}}, {"C", []string{"Cav", "DC"}}, {"N", []string{"Naval"}},
}

// ordinals returns the ordinal of a number in figures, in English and in French: 1st, 1re.
func ordinals(number string) []string {
	last, teen := number[len(number)-1], len(number) > 1 && number[len(number)-2] == '1'
	switch {
	case number == "1":
		return []string{"1st", "1re", "1ère"}
	case teen:
	case last == '1':
		return []string{number + "st", number + "e"}
	case last == '2':
		return []string{number + "nd", number + "e"}
	case last == '3':
		return []string{number + "rd", number + "e"}
	}
	return []string{number + "th", number + "e"}
}

// further returns other names of a counter: the one without the letter of its nation, its printed name, "28 Div", "50
// Res".
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
			for _, ordinal := range ordinals(number) {
				out = append(out, ordinal+" "+say)
			}
		}
	}
	if of, staff := strings.CutPrefix(short, "HQ"); staff { // QG in the rulebook
		out = append(out, "QG"+of, "QG "+of, "HQ "+of, id[:len(id)-len(short)]+"QG"+of)
	}
	return slices.Compact(out)
}

// Where returns the hex in which the regiments of a division stand, or the units that a hex stands for, or "".
func (n *names) Where(name string) string { return n.where(name) }

// Follows reports whether a unit is of Stosstruppen that a regiment has with it (SO-11.3.2a).
func (n *names) Follows(id string) bool { return slices.Contains(n.following, id) }

// Names returns the other names of a counter or a division.
func (n *names) Names(id string) []string { return n.net.further[id] }

// Place reads a hex, with or without a dot as in the rulebook, or a name of the map.
func (n *names) Place(s string) (string, bool) {
	if _, ok := n.net.grid.Number(s); ok {
		return s, true
	}
	if len(s) == 5 && s[2] == '.' { // 44.17, as the rulebook sometimes writes
		if _, ok := n.net.grid.Number(s[:2] + s[3:]); ok {
			return s[:2] + s[3:], true
		}
	}
	hex, ok := n.net.called[orders.Fold(s)]
	return hex, ok
}

// Places returns the hexes and all names.
func (n *names) Places() []string {
	out := slices.Clone(n.net.hexes)
	for _, l := range n.labels {
		out = append(out, strings.Split(l.Text, " / ")...)
	}
	return out
}

// named turns what a player wrote into his counters in play: an id, a division ("G-28" for its regiments), or a hex for
// all the combat units in it.
func (g *Game) named(s table.Seat, list []string) []string {
	var out []string
	for _, w := range list {
		if !g.net.names(w) {
			if u := g.unit(w); u != nil && u.Side == s {
				out = table.With(out, u.ID)
			}
			continue
		}
		for u := range table.All(g.Units) {
			if u.Side == s && (u.ID == w || g.card(u).Division == w && u.Box != destroyed || u.Hex == w && g.fights(u)) && !slices.Contains(out, u.ID) {
				out = append(out, u.ID)
			}
		}
	}
	return out
}

// names reports whether a word can stand for several counters: a division or a hex, or nothing, where those off the map are.
func (n *net) names(word string) bool {
	_, hex := n.grid.Number(word)
	return hex || word == "" || n.divisions[word]
}

// whereAll returns the hex in which all units stand that a division's name or a hex stands for, or "".
func (g *Game) whereAll(s table.Seat, name string) (hex string) {
	for i, id := range g.named(s, []string{name}) {
		if at := g.unit(id).Hex; i == 0 {
			hex = at
		} else if at != hex {
			return ""
		}
	}
	return hex
}

// unitsOf reads the units of a line.
func (g *Game) unitsOf(s table.Seat, args []table.Arg, name string) []string {
	return g.named(s, orders.List(args, name))
}
