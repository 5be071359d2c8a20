package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// petainSplit is the lowest roll at which all others move before the French (SO-S2.7); at the highest face of the die
// they must declare two combats.
const (
	petainSplit  = 5
	petainPledge = 6
)

// reluctance rolls for Pétain's reluctance before an Allied movement phase, from the second turn of the scenario on
// (SO-S2.7, SO-CAM.7). Doullens ends it.
func (g *Game) reluctance(t *table.Table) {
	g.Petain = Petain{}
	campaign := g.rule("petain_campaign")
	if g.Phasing != allied || g.Number < 2 || !g.rule("petain") && !campaign || g.Campaign.Named == "foch" || g.Campaign.Named == "petain" {
		return
	}
	die := t.Roll(allied, "petain", 1, 6)
	g.Petain.Die = die.Total()
	what := "nothing"
	switch {
	case die.Total() == petainPledge:
		what = "pledge"
	case die.Total() == petainSplit:
		what = "split"
	case campaign && die.Total() == 3 && (g.Number == 2 || g.Number == 3 && g.Sequence == 1):
		g.Petain.Guns, what = true, "guns"
	case campaign && die.Total() == 4:
		what = "delay"
	}
	rule := "SO-S2.7"
	if campaign {
		rule = "SO-CAM.7"
	}
	t.Report(rule, "petain", table.A("die", die), table.A("what", "petain."+what), table.A("side", allied))
}

// isFrench reports whether a line moves French units.
func (g *Game) isFrench(l table.Line) bool {
	if l.Verb != "move" && l.Verb != "arrive" {
		return false
	}
	return slices.ContainsFunc(g.unitsOf(allied, l.Args, "units"), func(id string) bool { return g.nation(g.unit(id)) == "french" })
}

// frenchPart is the second part of an Allied movement phase after a roll of 5 or 6: the French move if at most three
// Disengagement markers were placed, or if two combats were pledged (SO-S2.7, RUL-43).
func (g *Game) frenchPart(t *table.Table, french, late []table.Line) {
	why := g.mayFrenchAct(late)
	if why == nil {
		g.Petain.Free = true
	}
	if len(french) > 0 || why != nil {
		t.Report("SO-S2.7", "petain-check", table.A("die", g.Petain.Die), table.A("markers", g.markersIn(late)), table.A("combats", g.Petain.Pledged), table.A("free", why == nil))
	}
	for _, l := range french {
		if why != nil {
			t.Refuse(allied, l, why)
			continue
		}
		if no := t.Allowed(allied, l); no != nil {
			t.Refuse(allied, l, no)
			continue
		}
		g.moveLine(t, l)
	}
}

func (g *Game) mayFrenchAct(late []table.Line) *table.Refusal {
	n := g.limits().PetainDisengagements.Value
	switch {
	case g.Petain.Die == petainSplit && g.markersIn(late) > n:
		return refuse("petain-markers", "SO-S2.7", table.A("n", n))
	case g.Petain.Die == petainPledge && len(g.Petain.Pledged) < g.limits().PetainAttacks.Value:
		return refuse("petain-pledge", "SO-S2.7", table.A("n", g.limits().PetainAttacks.Value))
	}
	return nil
}

// markersIn counts the stacks that the lines will mark for disengagement.
func (g *Game) markersIn(late []table.Line) int {
	var stacks []string
	for _, l := range late {
		if l.Verb != "disengage" {
			continue
		}
		for _, id := range g.unitsOf(allied, l.Args, "units") {
			if u := g.unit(id); g.mayDisengage(u) == nil && !slices.Contains(stacks, u.Hex) {
				stacks = append(stacks, u.Hex)
			}
		}
	}
	return len(stacks)
}

// mayFrenchMove refuses a move of the French before they may move (SO-S2.7).
func (g *Game) mayFrenchMove(u *Formation) *table.Refusal {
	if g.Petain.Die >= petainSplit && !g.Petain.Free && g.nation(u) == "french" {
		return refuse("petain-waits", "SO-S2.7", table.A("unit", u.ID))
	}
	return nil
}

func mayOrderPledge(k *Game, s table.Seat, l table.Line) *table.Refusal {
	units := k.unitsOf(s, l.Args, "units")
	if len(units) == 0 || slices.ContainsFunc(units, func(id string) bool { return k.nation(k.unit(id)) != "british" || !k.fights(k.unit(id)) }) {
		return refuse("pledge-british", "SO-S2.7", table.A("hex", orders.Value(l.Args, "hex")))
	}
	return nil
}

// pledgeLine declares a combat of British units in the movement phase: at least 1/1 by factors and ground, before shifts
// and bombardment. It must be fought with those units in the next combat phase (RUL-66).
func (g *Game) pledgeLine(t *table.Table, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	units := g.unitsOf(g.Phasing, l.Args, "units")
	if g.Petain.Die != petainPledge {
		return refuse("no-pledge", "SO-S2.7", table.A("hex", hex))
	}
	if why := g.mayPledge(hex, units); why != nil {
		return why
	}
	b := &battle{hex: hex, by: g.Phasing, def: other(g.Phasing), units: units, defs: g.of(other(g.Phasing), hex, g.fights)}
	attack, defence := g.force(b), g.resistance(b)
	start := columnOf(attack.terms.Total()*defence.scale, defence.terms.Total()*attack.scale)
	if start < columnEven {
		return refuse("pledge-odds", "SO-S2.7", table.A("hex", hex), table.A("column", columnName(start)))
	}
	if slices.ContainsFunc(g.Petain.Pledged, func(p string) bool { return p == hex }) {
		return refuse("fought-already", "SO-12.1c", table.A("hex", hex))
	}
	g.Petain.Pledged = append(g.Petain.Pledged, hex)
	g.Petain.Units = append(g.Petain.Units, units...)
	for _, id := range units {
		g.unit(id).Pledged = hex
	}
	t.Report("SO-S2.7", "pledged", table.A("hex", hex), table.A("units", units), table.A("column", columnName(start)))
	return nil
}

// columnEven is the index of 1/1.
const columnEven = 1

// delayFirst settles, before any unit arrives, which French division comes a sequence later (SO-CAM.7): the one that the
// Allied player names, otherwise the last of the list.
func (g *Game) delayFirst(t *table.Table) {
	for _, l := range t.Pending(g.Phasing, "move") {
		if l.Verb != "delay" || !t.Holds(g.Phasing, l) {
			continue
		}
		t.Done(g.Phasing, l)
		if why := g.delayLine(t, l); why != nil {
			t.Refuse(g.Phasing, l, why)
		}
	}
	if g.delaying() {
		due := g.frenchDue()
		g.delay(t, due[len(due)-1])
	}
}

// delayLine names the French division that comes later.
func (g *Game) delayLine(t *table.Table, l table.Line) *table.Refusal {
	if !g.delaying() {
		return refuse("no-delay", "SO-CAM.7", table.A("units", orders.List(l.Args, "units")))
	}
	for _, id := range g.unitsOf(g.Phasing, l.Args, "units") {
		if slices.Contains(g.frenchDue(), g.bodyOf(id)) {
			g.delay(t, g.bodyOf(id))
			return nil
		}
	}
	return refuse("not-due", "SO-CAM.7", table.A("unit", orders.Value(l.Args, "units")))
}

func (g *Game) delaying() bool {
	return g.rule("petain_campaign") && g.Petain.Die == 4 && !g.Petain.Done && len(g.frenchDue()) > 0
}

// frenchDue returns the French divisions due in this sequence.
func (g *Game) frenchDue() []string {
	var out []string
	for u := range table.All(g.Units) {
		a, ok := g.due(u)
		if !ok || g.when(u, a) != g.Number*10+g.Sequence || slices.Contains(g.Campaign.Delayed, u.ID) || g.nation(u) != "french" || !g.fights(u) {
			continue
		}
		out = table.With(out, g.bodyOf(u.ID))
	}
	return out
}

func (g *Game) delay(t *table.Table, body string) {
	g.Petain.Done = true
	for i := range g.Units {
		if u := &g.Units[i]; g.bodyOf(u.ID) == body && u.Box == waiting {
			g.Campaign.Delayed = append(g.Campaign.Delayed, u.ID)
		}
	}
	t.Report("SO-CAM.7", "delayed", table.A("unit", body), table.A("side", allied))
}

// frenchEnd refuses hexes where French units may not end a move: hexes far from one another while their front must hold
// together (an event, and Pétain as Generalissimo), and hexes north of the Somme (SO-CAM.12c, GAP-11).
func (g *Game) frenchEnd(u *Formation, hex string) *table.Refusal {
	if u.Side != allied || g.nation(u) != "french" || !g.cohesive() || !g.fights(u) && g.Campaign.Named != "petain" { // the event speaks of combat units, the appointment of all troops
		return nil
	}
	if g.north(hex) && (!g.north(u.Hex) || digits(hex[2:]) <= digits(u.Hex[2:])) { // those already there go back south
		return refuse("french-north", "SO-CAM.12c", table.A("unit", u.ID), table.A("to", hex))
	}
	if !g.fights(u) || g.Campaign.Named == "petain" && g.north(u.Hex) { // a unit that must go back south goes by itself
		return nil
	}
	n := g.event("cohesion").Amount
	if !g.any(func(o *Formation) bool {
		return o.ID != u.ID && o.Side == allied && o.Hex != "" && g.fights(o) && g.nation(o) == "french" && g.distance(o.Hex, hex) <= n
	}) {
		return refuse("french-apart", "GAP-11", table.A("unit", u.ID), table.A("to", hex), table.A("n", n))
	}
	return nil
}

// cohesive reports whether the French must keep their front together now.
func (g *Game) cohesive() bool {
	return g.played("cohesion") || g.Campaign.Named == "petain"
}

// north reports whether a hex lies north of the Somme (SO-CAM.12c): beyond the river as far east as Péronne, where it
// turns, and beyond Péronne's row further east.
func (g *Game) north(hex string) bool {
	if len(hex) != 4 {
		return false
	}
	line := g.net.somme[min(digits(hex[:2]), len(g.net.somme)-1)]
	return line > 0 && digits(hex[2:]) < line
}

// south marks the hexes of the map that are not north of the Somme.
func (g *Game) south() []bool {
	out := make([]bool, len(g.net.cells))
	for i, h := range g.net.hexes {
		out[i] = g.net.stands[i] && !g.north(h)
	}
	return out
}

// digits reads two digits.
func digits(s string) int { return int(s[0]-'0')*10 + int(s[1]-'0') }

// mayPledge judges a declared combat like an attack (SO-12.1).
func (g *Game) mayPledge(hex string, units []string) *table.Refusal {
	if why := g.mayBeAttacked(g.Phasing, hex); why != nil {
		return why
	}
	for _, id := range units {
		if why := g.mayJoin(g.unit(id), hex, false); why != nil {
			return why
		}
	}
	return g.mayCooperate(g.Phasing, units)
}

// fightPledged fights the combats that were declared in the movement phase but have not been ordered since (RUL-66).
func (g *Game) fightPledged(t *table.Table) {
	for _, hex := range slices.Clone(g.Petain.Pledged) {
		units := g.of(g.Phasing, "", func(u *Formation) bool { return u.Pledged == hex && u.Fights == 0 })
		l := table.Line{Verb: "attack", Args: []table.Arg{{Name: "hex", Value: hex}, {Name: "with", Value: strings.Join(units, ",")}}}
		if _, why := g.whoAttacks(g.Phasing, l, false); len(units) > 0 && why == nil {
			g.battle(t.At(hex), l, false)
		}
	}
	for i := range g.Units {
		g.Units[i].Pledged = ""
	}
}
