package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// names holds what a side may call by name. A place is a point of the table (34.5,12.0, kept as 34.5/12), a way measured from
// where the unit stands (forward 4, left 2, bearing 45 6, north 3), a way toward something (toward the mill, toward G-PAK 6),
// or the name of an objective or a feature.
type names struct {
	table.Lexicon
	size   Size
	known  *Game
	seat   table.Seat
	called []named // what places are called, folded
}

// named is one name of a place.
type named struct{ folded, place string }

func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := &names{Lexicon: table.Lexicon{Parties: k.seats()}, size: k.doc.Scenario.Table, known: k, seat: s}
	for i := range k.Units {
		switch u := &k.Units[i]; {
		case u.Out != "":
		case u.Side == s:
			n.Units = append(n.Units, u.ID)
		default:
			n.Foes = append(n.Foes, u.ID)
		}
	}
	call := func(place string, names ...string) {
		for _, name := range append(names, place) {
			if f := plain(name); f != "" {
				n.called = append(n.called, named{f, place})
			}
		}
	}
	for _, r := range n.codes() {
		call(r.Code)
	}
	for _, o := range k.Objectives {
		call(o.ID, o.Name.All()...)
	}
	for _, f := range k.Features {
		call(f.ID, f.Name.All()...)
	}
	for _, w := range kindOf { // "the wood", if there is only one
		alone := k.Features[:0:0]
		for _, f := range k.Features {
			if f.Kind == w.kind {
				alone = append(alone, f)
			}
		}
		if len(alone) == 1 {
			t, _ := k.doc.Ground(w.kind)
			call(alone[0].ID, append(w.name.All(), t.Name.All()...)...)
		}
	}
	return n
}

// Directions returns the compass directions: there is no grid.
func (n *names) Directions() []string { return compass }

var compass = []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}

// Place returns the canonical form of a place.
func (n *names) Place(s string) (string, bool) {
	if c, ok := pointName(s, n.size); ok {
		return c, true
	}
	if c, ok := n.model(s); ok {
		return c, true
	}
	if c, ok := n.relative(s); ok {
		return c, true
	}
	return n.named(s)
}

// model returns the place of the unit that is called by its full id. S-1 is read as a unit before it is read as an inch to the south.
func (n *names) model(s string) (string, bool) {
	if !strings.Contains(s, "-") {
		return "", false
	}
	for _, id := range append(slices.Clone(n.Foes), n.Units...) {
		if u := n.known.unit(id); strings.EqualFold(s, id) && u != nil && !u.Off {
			return pointText(u.At), true
		}
	}
	return "", false
}

// Names returns what units may be called besides their ids: the id without the code of its side.
func (n *names) Names(id string) []string {
	if _, short, ok := strings.Cut(id, "-"); ok && short != "" {
		u := n.known.unit(id)
		if _, err := strconv.Atoi(short); err != nil && u != nil && u.Side == n.seat {
			return []string{short}
		}
	}
	return nil
}

// Places lists the names of the table for suggestions.
func (n *names) Places() []string {
	var out []string
	for _, o := range n.known.Objectives {
		out = append(append(out, o.ID), o.Name.All()...)
	}
	for _, f := range n.known.Features {
		out = append(append(out, f.ID), f.Name.All()...)
	}
	for _, r := range n.codes() {
		out = append(out, r.Code)
	}
	return out
}

func (n *names) codes() []Spot {
	if c := n.known.camp(n.seat); c != nil {
		return c.Registered
	}
	return nil
}

// named finds a pre-registered fire, an objective or a feature by its id or name.
func (n *names) named(s string) (string, bool) {
	want := plain(s)
	for _, c := range n.called {
		if c.folded == want {
			return c.place, true
		}
	}
	return "", false
}

// plain folds a name and drops its article: "the mill", "mill", "le moulin".
func plain(s string) string {
	f := orders.Fold(strings.ReplaceAll(s, "_", " "))
	for _, article := range []string{"the ", "le ", "la ", "les ", "l'", "l "} {
		f = strings.TrimPrefix(f, article)
	}
	return strings.Join(strings.Fields(f), " ")
}

// pointName reads 34.5,12.0 and 34.5/12; with French decimals 34,5/12,0.
func pointName(s string, size Size) (string, bool) {
	a, b, ok := strings.Cut(s, "/")
	if !ok {
		if a, b, ok = strings.Cut(s, ","); !ok || strings.Contains(b, ",") {
			return "", false
		}
	}
	x, ok1 := tenths(a)
	y, ok2 := tenths(b)
	if !ok1 || !ok2 || x > size.Width || y > size.Height {
		return "", false
	}
	return pointText(Point{x, y}), true
}

// pointText writes the canonical form of a point: 34.5/12.
func pointText(p Point) string { return short(p.X) + "/" + short(p.Y) }

func short(t int) string { return strings.TrimSuffix(inchText(t), ".0") }

// tenths reads inches with at most one decimal.
func tenths(s string) (int, bool) {
	s = strings.TrimSuffix(strings.TrimSpace(s), "\"")
	whole, part, _ := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	if part == "" {
		part = "0"
	}
	a, err := strconv.Atoi(whole)
	b, err2 := strconv.Atoi(part)
	if err != nil || err2 != nil || len(part) > 1 || len(whole) > 4 || a < 0 || b < 0 || strings.HasPrefix(whole, "+") {
		return 0, false
	}
	return 10*a + b, true
}

// way is a direction measured from the unit.
type way struct {
	name    string
	degrees int
	north   bool
	fr      string   // how it is given in French
	words   []string // as players write it, folded
}

// ways are the directions measured from the unit, in degrees from its facing or from north.
var ways = []way{
	{"forward", 0, false, "avant", []string{"forward", "ahead", "avant", "en avant", "avancer"}},
	{"right", 90, false, "droite", []string{"right", "droite", "a droite"}},
	{"back", 180, false, "arrière", []string{"back", "backward", "arriere", "en arriere"}},
	{"left", 270, false, "gauche", []string{"left", "gauche", "a gauche"}},
	{"N", 0, true, "nord", []string{"n", "north", "nord"}},
	{"NE", 45, true, "nord est", []string{"ne", "north east", "northeast", "nord est"}},
	{"E", 90, true, "est", []string{"e", "east", "est"}},
	{"SE", 135, true, "sud est", []string{"se", "south east", "southeast", "sud est"}},
	{"S", 180, true, "sud", []string{"s", "south", "sud"}},
	{"SW", 225, true, "sud ouest", []string{"sw", "south west", "southwest", "sud ouest", "so"}},
	{"W", 270, true, "ouest", []string{"w", "west", "ouest", "o"}},
	{"NW", 315, true, "nord ouest", []string{"nw", "north west", "northwest", "nord ouest", "no"}},
}

// SayPlace gives a way measured from the unit in French: "avant 4", "vers O1", "cap 45 6".
func (n *names) SayPlace(place string, l orders.Lang) string {
	name, rest, _ := strings.Cut(place, "/")
	if l != "fr" {
		return place
	}
	with := func(word string) string { return strings.TrimSpace(word + " " + strings.ReplaceAll(rest, "/", " ")) }
	if name == "toward" {
		return with("vers")
	}
	if deg, ok := strings.CutSuffix(name, "°"); ok && rest != "" {
		return with("cap " + deg)
	}
	for _, w := range ways {
		if w.name == name {
			return with(w.fr)
		}
	}
	return place
}

// relative reads ways from the unit: "forward 4", "bearing 45 6", "45° 6", "toward the mill 6", "north".
func (n *names) relative(s string) (string, bool) {
	f := strings.Join(strings.Fields(strings.NewReplacer("/", " ", "-", " ", "°", "° ").Replace(orders.Fold(s))), " ")
	f = distanceLast(f)
	if name, dist, ok := wayName(f); ok {
		return name + dist, true
	}
	for _, w := range []string{"toward ", "towards ", "vers ", "en direction de ", "en direction du "} {
		if rest, ok := strings.CutPrefix(f, w); ok {
			return n.toward(rest)
		}
	}
	for _, w := range []string{"bearing ", "cap ", "au cap "} {
		f, _ = strings.CutPrefix(f, w)
	}
	deg, dist, _ := strings.Cut(f, " ")
	d, err := strconv.Atoi(strings.TrimSuffix(deg, "°"))
	bearing := strings.HasSuffix(deg, "°") || f != strings.Join(strings.Fields(orders.Fold(s)), " ")
	if err != nil || d < 0 || d > 360 || !bearing {
		return "", false
	}
	if dist == "" {
		return strconv.Itoa(d%360) + "°", strings.HasSuffix(deg, "°")
	}
	if t, ok := tenths(dist); ok {
		return strconv.Itoa(d%360) + "°/" + short(t), true
	}
	return "", false
}

// distanceLast turns "6 inches toward the mill" into "toward the mill 6", and "4 to the left" into "left 4".
func distanceLast(f string) string {
	words := strings.Fields(f)
	if len(words) < 2 {
		return f
	}
	if _, ok := tenths(words[0]); !ok {
		return f
	}
	rest := words[1:]
	for _, noise := range []string{"in", "inch", "inches", "pouce", "pouces", "to", "the", "a", "en"} {
		if len(rest) > 1 && rest[0] == noise {
			rest = rest[1:]
		}
	}
	if !isWay(rest[0]) && !slices.Contains([]string{"toward", "towards", "vers"}, rest[0]) {
		return f
	}
	return strings.Join(append(rest, words[0]), " ")
}

// isWay reports whether a word is, or begins, a direction measured from the unit.
func isWay(word string) bool {
	return slices.ContainsFunc(ways, func(w way) bool { return slices.Contains(w.words, word) })
}

// wayName reads a direction with or without a distance.
func wayName(f string) (name, dist string, ok bool) {
	for _, w := range ways {
		for _, word := range w.words {
			rest, found := strings.CutPrefix(f, word)
			if !found {
				continue
			}
			if rest == "" {
				return w.name, "", true
			}
			if t, ok := tenths(strings.TrimPrefix(rest, " ")); ok && rest[0] == ' ' {
				return w.name, "/" + short(t), true
			}
		}
	}
	return "", "", false
}

// toward reads what follows "toward": a name or a unit, and a distance.
func (n *names) toward(rest string) (string, bool) {
	what, dist := rest, ""
	if i := strings.LastIndex(rest, " "); i > 0 {
		if t, ok := tenths(rest[i+1:]); ok {
			if _, named := n.target(rest); !named {
				what, dist = rest[:i], "/"+short(t)
			}
		}
	}
	if id, ok := n.target(what); ok {
		return "toward/" + strings.ReplaceAll(id, "-", "_") + dist, true
	}
	return "", false
}

// target finds a unit or a named place to go toward.
func (n *names) target(what string) (string, bool) {
	want := plain(strings.ReplaceAll(what, "-", " "))
	for _, id := range append(slices.Clone(n.Foes), n.Units...) {
		if plain(strings.ReplaceAll(id, "-", " ")) == want {
			return id, true
		}
	}
	return n.named(what)
}

// spot resolves a canonical place for a unit: the place itself, or the end of a way from the unit's place. A way without a
// distance ends after most tenths, or at what it leads toward.
func (g *Game) spot(u *Unit, from Point, facing int, place string, most int) (Point, bool) {
	if p, ok := g.fixed(u.Side, place); ok {
		return p, true
	}
	name, rest, _ := strings.Cut(place, "/")
	if name == "toward" {
		what, dist, _ := strings.Cut(rest, "/")
		to, ok := g.aim(u.Side, strings.ReplaceAll(what, "_", "-"))
		if !ok {
			to, ok = g.aim(u.Side, what)
		}
		d := min(span(from, to), most)
		if t, has := tenths(dist); has {
			d = t
		}
		return ahead(from, bearing(from, to), d), ok
	}
	d, has := tenths(rest)
	if !has {
		d = most
	}
	if deg, ok := strings.CutSuffix(name, "°"); ok {
		n, err := strconv.Atoi(deg)
		return ahead(from, n, d), err == nil
	}
	for _, w := range ways {
		if w.name == name {
			n := w.degrees
			if !w.north {
				n += facing
			}
			return ahead(from, norm(n), d), true
		}
	}
	return Point{}, false
}

// fixed resolves a point, an objective, a feature or a code name.
func (g *Game) fixed(s table.Seat, place string) (Point, bool) {
	if a, b, ok := strings.Cut(place, "/"); ok {
		x, ok1 := tenths(a)
		y, ok2 := tenths(b)
		if ok1 && ok2 {
			return Point{x, y}, true
		}
	}
	return g.landmark(s, place)
}

// landmark returns the place of a name; for a feature it is the middle.
func (g *Game) landmark(s table.Seat, name string) (Point, bool) {
	if c := g.camp(s); c != nil {
		for _, r := range c.Registered {
			if r.Code == name {
				return r.At, true
			}
		}
	}
	for _, o := range g.Objectives {
		if o.ID == name {
			return place(o.At), true
		}
	}
	if a := g.area(name); a != nil {
		return a.middle(), true
	}
	return Point{}, false
}

// aim returns the place of a unit or of a name.
func (g *Game) aim(s table.Seat, name string) (Point, bool) {
	if u := g.unit(name); u != nil && u.Out == "" {
		return u.At, true
	}
	return g.landmark(s, name)
}

// look resolves a facing: a bearing, a direction, or toward a place.
func (g *Game) look(u *Unit, from Point, facing int, place string) (int, bool) {
	if p, ok := g.fixed(u.Side, place); ok {
		return bearing(from, p), true
	}
	if p, ok := g.aim(u.Side, strings.ReplaceAll(place, "_", "-")); ok {
		return bearing(from, p), true
	}
	p, ok := g.spot(u, from, facing, place, 100)
	return bearing(from, p), ok
}
