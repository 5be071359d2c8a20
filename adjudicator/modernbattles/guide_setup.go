package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// groundProspects returns the usual objective, and features that find room together (MB-S2).
func (k *Game) groundProspects(s table.Seat) (out []table.Prospect) {
	worth := 10
	for _, line := range featureIdeas(k, s, "terrain") {
		kind := strings.Fields(line)[1]
		out = append(out, table.Prospect{Line: line, Worth: worth, Says: table.Say("effect."+kind, "MB-1a")})
		worth--
	}
	for _, line := range objectiveIdeas(k, s, "terrain") {
		out = append(out, table.Prospect{Line: line, Worth: 20, Says: table.Say("guide.objective", "MB-B24")})
	}
	return out
}

// armyProspects returns the usual army of each list that the side may take, with what it costs (MB-B28).
func (k *Game) armyProspects(s table.Seat) (out []table.Prospect) {
	c := k.camp(s)
	if c == nil {
		return nil
	}
	out = k.registerProspects(c)
	if c.Budget == 0 {
		return out
	}
	for _, l := range k.doc.Lists {
		if c.List != "" && c.List != l.ID {
			continue
		}
		army := k.usualArmy(s, l.ID)
		if len(army) == 0 {
			continue
		}
		cost := 0
		for _, it := range army {
			cost += it.count * it.entry.Points
		}
		out = append(out, table.Prospect{Line: armyLine(army), Says: table.Say("guide.army", "MB-B28", table.A("points", cost), table.A("of", c.Budget))})
	}
	return out
}

// registerProspects returns the places that are registered if no order names others, and says what that is good for (MB-33a).
func (k *Game) registerProspects(c *Camp) (out []table.Prospect) {
	later := *c
	later.Registered = slices.Clone(c.Registered)
	for i, o := range k.Objectives {
		if len(later.Registered) >= c.May {
			break
		}
		at, code := place(o.At), k.freeCode(&later)
		later.Registered = append(later.Registered, Spot{Code: code, At: at})
		out = append(out, table.Prospect{Line: "register at " + pointText(at) + " as " + code, Worth: 10 - i, Says: table.Say("guide.register", "MB-33a", table.A("most", c.May))})
	}
	return out
}

// armyLine is the order for an army.
func armyLine(army []item) string {
	var parts []string
	for _, it := range army {
		parts = append(parts, strconv.Itoa(it.count)+" "+it.entry.Name.In(orders.English))
	}
	return "army " + strings.Join(parts, ", ")
}

// deployProspects returns a place with room for each unit, beside those before it, and says where the side may set up (MB-D4): where the units
// stand if no line places them.
func (k *Game) deployProspects(s table.Seat) (out []table.Prospect) {
	box, later := boxOf(k.zoneOf(s)), k.Clone()
	for _, line := range deployIdeas(k, s, "deployment") {
		l := strings.Fields(line)
		if u := later.unit(l[1]); u != nil && u.Off {
			p := later.usualPlace(u)
			later.tries(u, p, later.ahead(s))
			line = "deploy " + u.ID + " at " + pointText(p) + " facing " + strconv.Itoa(later.ahead(s))
		}
		p := table.Prospect{Unit: l[1], Line: line, Says: table.Say("guide.deploy", "MB-D4", table.A("from", spotText(Point{box[0], box[1]})), table.A("to", spotText(Point{box[2], box[3]})))}
		if u := k.unit(l[1]); u != nil && !u.Off {
			p.Says = table.Say("guide.redeploy", "MB-D4", p.Says.Args...)
		}
		out = append(out, p)
	}
	return out
}

// outlineParam says whether ground has the outline of a rectangle or one that nature might have given it.
var outlineParam = orders.Param{Name: "outline", Kind: orders.KindWord, Words: words("natural"), Optional: true}

// weathered returns an outline within a rectangle: its corners are cut off, each by another part of the sides that meet in it. How much depends on
// where it lies alone.
func weathered(hull []Point) []Point {
	cuts := [][2]int{{22, 34}, {38, 24}, {26, 40}, {36, 28}, {30, 22}}
	from := (hull[0].X + 3*hull[0].Y) / 10
	var out []Point
	for i, p := range hull {
		c := cuts[((from+i)%len(cuts)+len(cuts))%len(cuts)]
		before, after := hull[(i+len(hull)-1)%len(hull)], hull[(i+1)%len(hull)]
		out = append(out, partWay(p, before, c[0]), partWay(p, after, c[1]))
	}
	return out
}

// partWay returns the point so many hundredths of the way from one point to another.
func partWay(a, b Point, hundredths int) Point {
	return Point{a.X + rounded((b.X-a.X)*hundredths, 100), a.Y + rounded((b.Y-a.Y)*hundredths, 100)}
}
