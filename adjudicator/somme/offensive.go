package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var offensiveOrders = []order{
	{Verb: orders.Verb{Name: "declare", Rule: "SO-8a", Phases: []string{"offensive", "reply"},
		Args: []orders.Param{as(unitsArg, "guns", ""), opt(as(unitArg, "bruchmuller", "bruchmuller")),
			{Name: "event", Kind: orders.KindWord, Prefix: "by", Optional: true, Words: words(offensiveNames...)}}},
		Check: mayOrderDeclaration, Options: declarationIdeas, Sure: true},
	{Verb: orders.Verb{Name: "place", Rule: "SO-D.3b", Phases: []string{"offensive", "reply"}, Args: []orders.Param{unitsArg, atArg}}, Check: mayOrderPlacing, Sure: true},
}

// offensiveNames are the events that are offensives.
var offensiveNames = []string{"michael_1", "michael_2", "mars", "valkyrie", "offensive", "offensive_foch"}

// offers returns the offensives that a side may declare now: those that the scenario grants this turn (in the campaign
// with their event in hand), and the offensives among its other events (SO-8a, SO-D.1a).
func (g *Game) offers(s seat) []Offensive {
	var out []Offensive
	if g.Attack.Side != "" {
		return nil
	}
	out = append(out, table.Keep(g.doc.Scenario.Offensives, func(o Offensive) bool {
		return table.Seat(o.Side) == s && o.Turn == g.Number && (o.Event == "" || g.holds(s, o.Event))
	})...)
	if g.doc.Scenario.Advanced {
		for _, e := range g.doc.Events {
			if table.Seat(e.Side) == s && e.Guns > 0 && g.holds(s, e.ID) {
				o := Offensive{Turn: g.Number, Side: e.Side, Guns: e.Guns, Nation: e.Nation, Modifiers: e.Modifiers, Event: e.ID, Initiative: true}
				if s == allied {
					o.Tanks = e.Units
				}
				out = append(out, o)
			}
		}
	}
	if len(out) > 0 && s != g.Initiative && g.Reaction && !g.any(func(u *Formation) bool { return u.Side == s && u.Off && u.Hex != "" }) {
		return nil // SO-D.1a: no HQ is ready
	}
	return slices.DeleteFunc(out, func(o Offensive) bool { return len(g.gunsFor(o)) == 0 })
}

// gunsFor returns the army artilleries that may go into offensive mode: those of the nation named, on the map or in the
// Strategic Reserve, but not for two turns running while Ludendorff hesitates (SO-CAM.5).
func (g *Game) gunsFor(o Offensive) []string {
	var out []string
	for u := range table.All(g.Units) {
		if u.Side != table.Seat(o.Side) || g.kind(u) != "army_artillery" || u.Hex == "" && u.Box != inReserve {
			continue
		}
		if o.Nation != "" && g.nation(u) != o.Nation || u.Used && g.rule("ludendorff") && u.Side == german && !slices.Contains(g.Campaign.Gone, "strategic_choice") {
			continue
		}
		out = append(out, u.ID)
	}
	return out
}

// firstDeclarer returns the initiative player if he has something to decide, secondDeclarer the other player if no
// offensive was declared (SO-D.5b, RUL-51).
func (g *Game) firstDeclarer() []table.Seat { return table.Only(g.decides(g.Initiative), g.Initiative) }
func (g *Game) secondDeclarer() []table.Seat {
	return table.Only(g.Attack.Side == "" && g.decides(other(g.Initiative)), other(g.Initiative))
}

// decides reports whether a declaration leaves a choice: whether to declare, with which guns, and what to place from the
// reserve. It reads only what both sides know. The question alone would show that a hand holds an offensive, so in the
// campaign both sides are always asked.
func (g *Game) decides(s seat) bool {
	if g.doc.Scenario.Advanced {
		return true
	}
	offers := g.offers(s)
	return slices.ContainsFunc(offers, func(o Offensive) bool {
		return !o.Mandatory || len(offers) > 1 || len(g.gunsFor(o)) > o.Guns || len(o.Tanks) > 0
	})
}

// declares reports whether a declaration ever leaves a choice in this scenario, replies whether the other side can declare.
func (g *Game) declares() bool {
	return g.advanced() || slices.ContainsFunc(g.doc.Scenario.Offensives, func(o Offensive) bool {
		return !o.Mandatory || len(o.Tanks) > 0 || len(g.gunsFor(o)) > o.Guns
	})
}

func (g *Game) replies() bool {
	return g.advanced() || slices.ContainsFunc(g.doc.Scenario.Offensives, func(o Offensive) bool { return o.Side != g.doc.Scenario.Sides[0].ID })
}

// advanced reports whether the rules of the campaign hold, with hands of events (SO-A).
func (g *Game) advanced() bool { return g.doc.Scenario.Advanced }

func (g *Game) firstOffensive(t *table.Table) table.Then {
	g.declareFor(t, g.Initiative, "offensive")
	return table.Next
}

func (g *Game) secondOffensive(t *table.Table) table.Then {
	if s := other(g.Initiative); g.Attack.Side == "" {
		g.declareFor(t, s, "reply")
	} else {
		for _, l := range t.Pending(s, "reply") {
			t.Done(s, l)
			t.Refuse(s, l, refuse("declared-already", "SO-D.5b"))
		}
	}
	return table.Next
}

// declareFor carries out a side's lines of the phase of offensives (SO-8, SO-D): events that belong here, the
// declaration, and what is placed with it. A mandatory offensive happens without a line.
func (g *Game) declareFor(t *table.Table, s seat, phase string) {
	for l := range t.Orders(s, phase) {
		switch l.Verb {
		case "play":
			if why := g.playLine(t, s, l); why != nil {
				t.Refuse(s, l, why)
			}
		case "declare":
			if why := g.declare(t, s, l); why != nil {
				t.Refuse(s, l, why)
			}
		case "place":
			if why := g.place(t, s, l); why != nil {
				t.Refuse(s, l, why)
			}
		}
	}
	if g.Attack.Side == "" {
		for _, o := range g.offers(s) {
			if o.Mandatory {
				g.launch(t, o, g.usualGuns(o), g.usualBruchmuller(o, g.usualGuns(o)))
				break
			}
		}
	}
	if g.Attack.Side == s {
		g.placeTanks(t)
	}
}

// usualGuns returns the printed artillery, then the lowest ids.
func (g *Game) usualGuns(o Offensive) []string {
	list := g.gunsFor(o)
	slices.Sort(list)
	slices.SortStableFunc(list, func(a, b string) int {
		rank := func(id string) int {
			if o.MustBe != "" && g.unit(id).Hex == o.MustBe {
				return 0
			}
			return 1
		}
		return rank(a) - rank(b)
	})
	return list[:min(o.Guns, len(list))]
}

// usualBruchmuller returns the first of the guns that may bear his counter.
func (g *Game) usualBruchmuller(o Offensive, guns []string) string {
	if !o.Bruchmuller || o.Event != "" && !g.holds(table.Seat(o.Side), "bruchmuller") {
		return ""
	}
	for i := len(guns) - 1; i >= 0; i-- {
		if g.mayBear(guns[i]) == nil {
			return guns[i]
		}
	}
	return ""
}

// mayBear refuses an artillery that may not bear Bruchmüller's counter: it must be in the radius of v. Hutier's HQ, and
// within eight hexes of it if the scenario says so (SO-S1.6, SO-S2.3, SO-HUT.d, RUL-41).
func (g *Game) mayBear(gun string) *table.Refusal {
	u, h := g.unit(gun), g.unit(g.Hutier)
	if h == nil || h.Hex == "" || u.Hex == "" {
		return refuse("bruchmuller-hq", "SO-HUT.d", table.A("unit", gun))
	}
	marks := make([]bool, len(g.net.cells))
	g.radius(german, g.survey(german), h.Hex, g.printed(h.ID).Radius, marks, &tracks{at: make([]int, len(marks))})
	if !g.marked(marks, u.Hex) || g.rule("bruchmuller_hutier") && g.distance(u.Hex, h.Hex) > g.limits().HutierStoss.Value {
		return refuse("bruchmuller-hq", "SO-HUT.d", table.A("unit", gun))
	}
	return nil
}

func mayOrderDeclaration(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "guns") {
		if k.kind(k.unit(id)) != "army_artillery" {
			return refuse("no-army-artillery", "SO-8b", table.A("unit", id))
		}
	}
	return nil
}

// declare carries out a declaration.
func (g *Game) declare(t *table.Table, s seat, l table.Line) *table.Refusal {
	if g.Attack.Side != "" {
		return refuse("declared-already", "SO-D.5b")
	}
	guns, event := g.unitsOf(s, l.Args, "guns"), orders.Value(l.Args, "event")
	offers := g.offers(s)
	if event != "" {
		offers = slices.DeleteFunc(offers, func(o Offensive) bool { return o.Event != event })
	}
	if len(offers) == 0 {
		return refuse("no-offensive", "SO-8a", table.A("side", s))
	}
	o := offers[0]
	may := g.gunsFor(o)
	if len(guns) != min(o.Guns, len(may)) {
		return refuse("number-of-guns", "SO-D.2a", table.A("n", min(o.Guns, len(may))))
	}
	for _, id := range guns {
		if !slices.Contains(may, id) {
			return refuse("not-that-gun", "SO-D.3a", table.A("unit", id))
		}
	}
	if g.lacksPrinted(o, guns, may) {
		return refuse("printed-gun", "SO-S2.3", table.A("hex", o.MustBe))
	}
	bear := orders.Value(l.Args, "bruchmuller")
	if bear == "" {
		bear = g.usualBruchmuller(o, guns)
	} else if why := g.mayDeclareBruchmuller(o, guns, bear); why != nil {
		return why
	}
	g.launch(t, o, guns, bear)
	return nil
}

// lacksPrinted reports whether the gun of the hex that a scenario prints could bear an offensive and is not among those chosen (SO-S2.3).
func (g *Game) lacksPrinted(o Offensive, guns, may []string) bool {
	printed := func(id string) bool { return g.unit(id).Hex == o.MustBe }
	return o.MustBe != "" && !slices.ContainsFunc(guns, printed) && slices.ContainsFunc(may, printed)
}

func (g *Game) mayDeclareBruchmuller(o Offensive, guns []string, bear string) *table.Refusal {
	if !slices.Contains(guns, bear) || !o.Bruchmuller && !(g.doc.Scenario.Advanced && g.holds(german, "bruchmuller")) {
		return refuse("no-bruchmuller", "SO-15.2.2g", table.A("unit", bear))
	}
	return g.mayBear(bear)
}

// launch declares an offensive: three sequences, the guns in offensive mode, the initiative (SO-8b, SO-D.5).
func (g *Game) launch(t *table.Table, o Offensive, guns []string, bear string) {
	s := table.Seat(o.Side)
	g.Attack = Declared{Side: s, Bruchmuller: bear, Event: o.Event}
	g.Sequences = 3
	for _, id := range guns {
		m := o.Modifiers
		if o.MustBe != "" && g.unit(id).Hex == o.MustBe {
			m = o.MustBeGives
		}
		g.Attack.Guns = append(g.Attack.Guns, Gun{Unit: id, Modifiers: slices.Clone(m)})
		g.unit(id).Mode = offensiveMode
	}
	g.Optional = g.Optional || s == allied && !o.Mandatory
	t.Report("SO-8b", "offensive", table.A("side", s), table.A("guns", guns), table.A("event", o.Event), table.A("bruchmuller", bear), table.A("modifiers", g.modifiersText()))
	if g.Initiative != s {
		g.Initiative, g.Phasing = s, s
		t.Report("SO-D.5c", "initiative", table.A("side", s))
	}
	if o.Event != "" {
		g.spend(t, s, o.Event)
		if bear != "" {
			g.spend(t, s, "bruchmuller")
		}
		if s == german {
			g.fillReserve(t, slices.Concat(g.event(o.Event).Units, g.released(o.Event)))
		}
	}
	for _, id := range o.Tanks {
		if u := g.unit(id); u != nil && u.Hex == "" && u.Box != destroyed {
			u.Box = inReserve
		}
	}
}

// released returns the corps artilleries that a reinforcement took off the map; Offensive Valkyrie brings them back
// (SO-CAM.1).
func (g *Game) released(event string) []string {
	return table.NamesOf(g.Units, func(u *Formation) bool {
		return event == "valkyrie" && u.Side == german && u.Box == off && g.kind(u) == "corps_artillery"
	})
}

// modifiersText returns the modifiers of each gun: "G-AA18 3 2 1".
func (g *Game) modifiersText() []string {
	var out []string
	for _, gun := range g.Attack.Guns {
		text := gun.Unit
		for _, m := range gun.Modifiers {
			text += " +" + string(rune('0'+m))
		}
		out = append(out, text)
	}
	return out
}

// fillReserve puts units into the Strategic Reserve (SO-D.4a).
func (g *Game) fillReserve(t *table.Table, ids []string) {
	var in []string
	for _, id := range ids {
		if u := g.unit(id); u != nil && u.Hex == "" && (u.Box == waiting || u.Box == off) {
			u.Box = inReserve
			in = append(in, id)
		}
	}
	if len(in) > 0 {
		t.Report("SO-D.4a", "reserve-filled", table.A("units", in), table.A("side", german))
	}
}

func mayOrderPlacing(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range k.unitsOf(s, l.Args, "units") {
		if u := k.unit(id); u.Hex != "" || u.Box == destroyed {
			return refuse("not-in-reserve", "SO-D.3b", table.A("unit", id))
		}
	}
	return nil
}

// place puts units of the Strategic Reserve on the map with an offensive (SO-D.3b, SO-D.3c), or tanks at a French HQ (SO-S3.3).
func (g *Game) place(t *table.Table, s seat, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	if g.Attack.Side != s {
		return refuse("no-offensive", "SO-D.3b", table.A("side", s))
	}
	var last *table.Refusal
	for _, id := range g.unitsOf(s, l.Args, "units") {
		u := g.unit(id)
		if why := g.mayPlace(u, hex); why != nil {
			last = why
			continue
		}
		g.putOn(t, u, hex, "SO-D.3b")
	}
	return last
}

func (g *Game) mayPlace(u *Formation, hex string) *table.Refusal {
	say := []table.FactArg{table.A("unit", u.ID), table.A("hex", hex)}
	switch {
	case u.Hex != "" || u.Box != inReserve:
		return refuse("not-in-reserve", "SO-D.3b", say...)
	case g.crowd(u.Side, hex)+g.points(u) > g.limits().Stacking.Value:
		return refuse("no-room", "SO-D.3b", append(say, table.A("n", g.limits().Stacking.Value))...)
	case g.foreign(u, hex):
		return refuse("two-nations", "SO-COOP.a", table.A("unit", u.ID), table.A("to", hex))
	case g.tank(u):
		if !slices.Contains(g.besideHeadquarters(u, false), hex) || !g.entryOpen(g.survey(u.Side), u, hex) {
			return refuse("tank-hq", "SO-S3.3", say...)
		}
		return nil
	case !g.isBehind(u.Side, hex) || !g.marked(g.supplied(u.Side, true), hex):
		return refuse("reserve-where", "SO-D.3b", say...)
	case g.Reaction && u.Side != g.Initiative && !g.readyNear(u.Side, hex):
		return refuse("reserve-where", "SO-D.3b", say...)
	case u.Mode == offensiveMode && !g.railLine(u.Side, hex, true):
		return refuse("reserve-rail", "SO-D.3c", say...)
	}
	return nil
}

// readyNear reports whether an HQ that prepares an offensive stands within five hexes (SO-D.3b).
func (g *Game) readyNear(s seat, hex string) bool {
	return g.within(s, hex, g.limits().ReserveHQ.Value, func(u *Formation) bool { return u.Off })
}

// putOn moves a counter from a box onto the map.
func (g *Game) putOn(t *table.Table, u *Formation, hex, rule string) {
	u.Hex, u.Box, u.From = hex, "", hex
	if g.stoss(u) {
		u.With = g.hostFor(u)
	}
	t.Report(rule, "placed", table.A("unit", u.ID), table.A("side", u.Side), table.A("hex", hex))
	g.seize(t, u.ID)
}

// placeTanks puts the tanks that come with an offensive and were not placed at a French HQ on a hex where they stack.
func (g *Game) placeTanks(t *table.Table) {
	for u := range table.All(g.Units) {
		if u.Side != g.Attack.Side || u.Box != inReserve || !g.tank(u) {
			continue
		}
		for _, hex := range g.besideHeadquarters(u, false) {
			if g.mayPlace(u, hex) == nil {
				g.putOn(t, u, hex, "SO-S3.3")
				break
			}
		}
	}
}

// declarationIdeas proposes an offensive with each possible set of guns that are next to each other in the list.
func declarationIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, o := range k.offers(s) {
		out = append(out, k.declarations(o)...)
	}
	return out
}

// declarations returns the lines that declare an offensive, each with other guns that may bear it.
func (k *Game) declarations(o Offensive) (out []string) {
	list := k.gunsFor(o)
	n := min(o.Guns, len(list))
	for i := 0; i+n <= len(list); i++ {
		if k.lacksPrinted(o, list[i:i+n], list) {
			continue
		}
		text := "declare " + strings.Join(list[i:i+n], ", ")
		if o.Event != "" {
			text += " by " + o.Event
		}
		out = append(out, text)
	}
	return out
}
