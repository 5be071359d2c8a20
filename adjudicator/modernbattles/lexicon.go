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
	words  *orders.Grammar // for ways and lists
	called []named         // what places are called, folded; made when the first is looked for
}

// terms are the words of ways and of army lists.
var terms = words("forward", "right", "back", "left", "toward", "bearing", "inch", "with")

// canonicalWords are the words for them in the log.
var canonicalWords = orders.NewGrammar(orders.Language{Terms: terms})

// named is one name of a place.
type named struct{ folded, place string }

func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := &names{Lexicon: table.Lexicon{Parties: k.seats()}, size: k.doc.Scenario.Table, known: k, seat: s, words: canonicalWords}
	n.About = func(unit string) (place string, kinds []string) {
		if u := k.unit(unit); u != nil {
			return pointText(u.At), k.described(u)
		}
		return "", nil
	}
	for i := range k.Units {
		switch u := &k.Units[i]; {
		case u.Out != "":
			n.Lost = append(n.Lost, u.ID)
		case u.Side == s:
			n.Units = append(n.Units, u.ID)
		default:
			n.Foes = append(n.Foes, u.ID)
		}
	}
	return n
}

// Within reports whether a unit stands in the area that a name of a place is.
func (n *names) Within(unit, place string) bool {
	u, a := n.known.unit(unit), n.known.area(place)
	return u != nil && a != nil && !u.Off && a.holds(u.At)
}

// Inside reports whether a place is a building.
func (n *names) Inside(place string) bool {
	a := n.known.area(place)
	return a != nil && a.kind.ID == "building"
}

// described returns what a unit may be called by: its entry of the army list in all languages, what kind it is, and for a vehicle with
// armour and a gun that it is a tank.
func (g *Game) described(u *Unit) []string {
	kinds := []string{u.Type, u.Kind}
	entry, ok := g.doc.Unit(u.Type)
	if !ok {
		return kinds
	}
	v, vehicle := g.doc.Vehicle(entry.Vehicle)
	switch {
	case !vehicle:
		kinds = append(kinds, entry.Name.All()...)
	case v.MainGun != "" && v.Front > 0: // an armoured half-track, « un semi-chenillé blindé », is no tank
		kinds = append(append(append(kinds, entry.Name.All()...), v.Name.All()...), "armour")
	}
	return kinds
}

// Hear returns the lexicon in the languages of a grammar.
func (n *names) Hear(words *orders.Grammar) orders.Lexicon {
	heard := *n
	heard.words, heard.called = words, nil
	return &heard
}

// gazetteer lists what places are called.
func (n *names) gazetteer() []named {
	k := n.known
	var out []named
	call := func(place string, names ...string) {
		for _, name := range append(names, place) {
			if f := n.plain(name); f != "" {
				out = append(out, named{f, place})
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
	for _, w := range k.doc.Laid.Features { // "the wood", if there is only one
		alone := table.Keep(k.Features, func(f Feature) bool { return f.Kind == w.Terrain })
		if len(alone) == 1 {
			t, _ := k.doc.Ground(w.Terrain)
			call(alone[0].ID, append(w.Name.All(), t.Name.All()...)...)
		}
	}
	return out
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
	if slices.ContainsFunc(n.Units, func(id string) bool { return strings.EqualFold(id, s) }) {
		return "", false // nor is one's own unit S-1 an inch to the south
	}
	if c, ok := n.relative(s); ok {
		return c, true
	}
	return n.named(s)
}

// model returns the place of the enemy that is called by his full id. One's own unit is no place: "S-MG to O2 and S-MO to O2" is no way over
// S-MO.
func (n *names) model(s string) (string, bool) {
	if !strings.Contains(s, "-") {
		return "", false
	}
	for _, id := range n.Foes {
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
	if n.called == nil {
		n.called = n.gazetteer()
	}
	want := n.plain(s)
	for _, c := range n.called {
		if c.folded == want {
			return c.place, true
		}
	}
	return "", false
}

// plain folds a name and drops its article: "the mill", "mill", "le moulin".
func (n *names) plain(s string) string {
	return strings.Join(strings.Fields(n.words.WithoutArticle(orders.Fold(strings.ReplaceAll(s, "_", " ")))), " ")
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

// placeText writes a point as letters do: 34.5,12.
func placeText(p Point) string { return short(p.X) + "," + short(p.Y) }

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
	north   bool // from north, not from the unit's facing
}

// ways are the directions measured from the unit, by their canonical names.
var ways = []way{
	{"forward", 0, false}, {"right", 90, false}, {"back", 180, false}, {"left", 270, false},
	{"N", 0, true}, {"NE", 45, true}, {"E", 90, true}, {"SE", 135, true}, {"S", 180, true}, {"SW", 225, true}, {"W", 270, true}, {"NW", 315, true},
}

func isWay(name string) bool {
	return slices.ContainsFunc(ways, func(w way) bool { return w.name == name })
}

// SayPlace gives a way measured from the unit in a language: "forward/4" is "avant 4", "toward/O1" "en direction de O1" and "45°/6" "cap 45 6".
func (n *names) SayPlace(place string, l orders.Lang) string {
	name, rest, _ := strings.Cut(place, "/")
	said := strings.ReplaceAll(rest, "/", " ")
	deg, degrees := strings.CutSuffix(name, "°")
	switch {
	case name == "toward" || isWay(name):
		if what, dist, _ := strings.Cut(rest, "/"); n.known.unit(strings.ReplaceAll(what, "_", "-")) != nil { // G_1 stands for G-1, as dashes part the points of a way
			said = strings.TrimSpace(strings.ReplaceAll(what, "_", "-") + " " + dist)
		}
	case degrees && rest != "":
		name, said = "bearing", deg+" "+said
	default:
		return place
	}
	return strings.TrimSpace(n.words.SayTerm(name, l) + " " + said)
}

// Way reports whether a place is a way measured from the unit.
func (n *names) Way(place string) bool {
	name, _, _ := strings.Cut(place, "/")
	return name == "toward" || isWay(name) || strings.HasSuffix(name, "°")
}

// parted sets the numbers and words of a place apart.
var parted = strings.NewReplacer("/", " ", "-", " ", "°", "° ")

// relative reads ways from the unit: "forward 4", "bearing 45 6", "45° 6", "toward the mill 6", "north". "S-12" is none: it looks like a unit.
func (n *names) relative(s string) (string, bool) {
	if at := strings.IndexByte(s, '-'); at > 0 && at <= len("NW") && !strings.ContainsRune(s, ' ') {
		return "", false
	}
	f := strings.Join(strings.Fields(parted.Replace(orders.Fold(s))), " ")
	name, rest, ok := n.words.CutTerm(n.distanceLast(f))
	switch {
	case ok && isWay(name) && rest == "":
		return name, true
	case ok && isWay(name):
		t, ok := n.inches(rest)
		return name + "/" + short(t), ok
	case ok && name == "toward":
		if way, dist, ok := n.words.CutTerm(n.words.WithoutArticle(rest)); ok && isWay(way) { // "toward the north 4", not "toward the east wood"
			if place, ok := n.relative(strings.TrimSpace(way + " " + dist)); ok {
				return place, true
			}
		}
		return n.toward(rest)
	case ok && name != "bearing":
		return "", false
	}
	deg, dist, _ := strings.Cut(rest, " ")
	d, err := strconv.Atoi(strings.TrimSuffix(deg, "°"))
	sign := strings.HasSuffix(deg, "°")
	if err != nil || d < 0 || d > 360 || !ok && !sign {
		return "", false
	}
	if dist == "" {
		return strconv.Itoa(d%360) + "°", sign
	}
	if t, ok := tenths(dist); ok {
		return strconv.Itoa(d%360) + "°/" + short(t), true
	}
	return "", false
}

// inches reads a distance: 4, 2.5, "two inches".
func (n *names) inches(s string) (int, bool) {
	dist, unit, more := strings.Cut(s, " ")
	if name, rest, ok := n.words.CutTerm(unit); more && (!ok || name != "inch" || rest != "") {
		return 0, false
	}
	if many, ok := n.words.Count(dist); ok && many > 0 {
		return 10 * many, true
	}
	return tenths(dist)
}

// distanceLast turns "6 inches toward the mill" into "toward the mill 6", and "4 to the left" into "left 4".
func (n *names) distanceLast(f string) string {
	dist, rest, _ := strings.Cut(f, " ")
	if dist = strings.TrimSuffix(dist, "\""); dist == "" {
		return f
	}
	if n, ok := n.words.Count(dist); ok && n > 0 { // "two inches north"
		dist = strconv.Itoa(n)
	} else if _, ok := tenths(dist); !ok {
		return f
	}
	for rest != "" {
		name, behind, ok := n.words.CutTerm(rest)
		switch {
		case ok && (name == "toward" || isWay(name)):
			return rest + " " + dist
		case ok && name == "inch":
			rest = behind
			continue
		}
		word, behind, _ := strings.Cut(rest, " ")
		if !n.words.IsFiller(word) {
			break
		}
		rest = behind
	}
	return f
}

// toward reads what follows "toward": a name or a unit, and a distance.
func (n *names) toward(rest string) (string, bool) {
	if i := strings.LastIndex(rest, " "); i > 0 { // "the mill, 4 inches"
		if name, behind, ok := n.words.CutTerm(rest[i+1:]); ok && name == "inch" && behind == "" {
			rest = rest[:i]
		}
	}
	what, dist := rest, ""
	if i := strings.LastIndex(rest, " "); i > 0 {
		if t, ok := tenths(rest[i+1:]); ok {
			if _, named := n.target(rest); !named {
				what, dist = strings.TrimRight(rest[:i], ", "), "/"+short(t)
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
	want := n.plain(strings.ReplaceAll(what, "-", " "))
	for _, id := range n.Foes {
		if n.plain(strings.ReplaceAll(id, "-", " ")) == want {
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
