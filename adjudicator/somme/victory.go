package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// atOnce ends the game before its last turn: Amiens captured (SO-S2.12), or Arras and Amiens both held by German combat
// units in supply at the end of an Allied sequence (SO-P.2).
func (g *Game) atOnce(t *table.Table) (table.Then, bool) {
	if g.GaveUp != "" {
		return table.Over(table.Ending{Winner: other(g.GaveUp), Rule: "SO-16a", Why: "ending.surrender"}), true
	}
	switch g.doc.Scenario.Victory.Kind {
	case "points":
		if g.holdsAmiens() {
			t.Report("SO-S2.12", "amiens-captured", table.A("side", german))
			return table.Over(table.Ending{Winner: german, Rule: "SO-S2.12", Why: "ending.amiens"}), true
		}
	case "campaign":
		if g.Phasing == allied && g.holdsAmiens() && g.lined(amiens, amiensEast) && g.lined(arras) {
			t.Report("SO-P.2", "arras-and-amiens", table.A("side", german))
			return table.Over(table.Ending{Winner: german, Rule: "SO-P.2", Why: "ending.arras-amiens"}), true
		}
	}
	return table.Then{}, false
}

// holdsAmiens reports whether the German player controls both hexes of Amiens (RUL-62).
func (g *Game) holdsAmiens() bool {
	return g.holder(amiens) == german && g.holder(amiensEast) == german
}

// lined reports whether a German combat unit with a supply line stands in one of some hexes.
func (g *Game) lined(hexes ...string) bool {
	o := g.survey(german)
	return slices.ContainsFunc(hexes, func(h string) bool {
		return g.has(german, h, g.fights) && g.line(o, h, g.sources(german))
	})
}

// verdict determines victory at the end of the last turn (SO-16a) by the scenario's own rule.
func (g *Game) verdict(t *table.Table) table.Ending {
	switch g.doc.Scenario.Victory.Kind {
	case "bridges":
		return g.bridgeVerdict(t)
	case "points":
		return g.pointsVerdict(t)
	case "crosses":
		return g.crossesVerdict(t)
	}
	return g.campaignVerdict(t)
}

// level returns the outcome of a total and reports it with the arithmetic.
func (g *Game) level(t *table.Table, rule string, total table.Sum) table.Ending {
	if l := g.levelFor(total.Total()); len(l.Name) > 0 {
		t.Report(rule, "verdict", append([]table.FactArg{table.A("points", total), table.A("side", l.Winner)}, table.Said("name", l.Name)...)...)
		return table.Ending{Winner: table.Seat(l.Winner), Rule: rule, Why: "ending.points"}
	}
	return table.Ending{Rule: rule, Why: "ending.points"}
}

// levelFor returns the scenario's level for a total, or an empty one if the total is below them all.
func (g *Game) levelFor(total int) Level {
	l, _ := table.Find(g.doc.Scenario.Victory.Levels, func(l *Level) bool { return total >= l.From })
	return l
}

// bridgeVerdict is SO-S1.12.
func (g *Game) bridgeVerdict(t *table.Table) table.Ending {
	return g.level(t, "SO-S1.12", g.sitesHeld())
}

// sitesHeld returns the bridge sites over the Canal du Nord, destroyed or not, both of whose hexes the German player holds (RUL-38).
func (g *Game) sitesHeld() table.Sum {
	total := table.Base("bridges", 0, "SO-S1.12")
	for _, b := range g.doc.Scenario.Victory.Bridges {
		x, y, _ := strings.Cut(b, "/")
		if g.holder(x) == german && g.holder(y) == german {
			total = total.Plus(strings.ReplaceAll(b, "/", "-"), 1, "SO-S1.12")
		}
	}
	return total
}

// pointsVerdict is SO-S2.13 and SO-S2.14: Arras and the railway of Amiens, otherwise points for the places held.
func (g *Game) pointsVerdict(t *table.Table) table.Ending {
	a := g.has(german, arras, g.ground)
	b := g.nearRailway()
	switch {
	case a && b:
		t.Report("SO-S2.13", "arras-and-railway", table.A("side", german), table.A("level", "level.strategic"))
		return table.Ending{Winner: german, Rule: "SO-S2.13", Why: "ending.strategic"}
	case a || b:
		t.Report("SO-S2.13", "arras-or-railway", table.A("side", german), table.A("level", "level.operational"))
		return table.Ending{Winner: german, Rule: "SO-S2.13", Why: "ending.operational"}
	}
	return g.level(t, "SO-S2.14", g.placesTotal())
}

// placesTotal returns the points for the places held, and for an offensive of the Allied player's own.
func (g *Game) placesTotal() table.Sum {
	total := g.placesHeld()
	if g.Optional {
		total = total.Plus("allied-offensive", 2, "SO-S2.14")
	}
	return total
}

// placesHeld returns the points for what the German player holds.
func (g *Game) placesHeld() table.Sum {
	total := table.Base("places", 0, "SO-S2.14")
	for _, h := range g.doc.Scenario.Victory.Hexes {
		if g.holder(h) == german {
			total = total.Plus(h, 1, "SO-S2.14")
		}
	}
	return total
}

// railwayEnd is where the stretch of the Amiens railway that counts begins (SO-S2.13).
const railwayEnd = "1326"

// nearRailway reports whether a supplied German unit stands within three hexes of the railway from 1326 to Amiens.
func (g *Game) nearRailway() bool {
	for _, w := range g.doc.Map.Rails {
		i, j := slices.Index(w.Hexes, railwayEnd), slices.Index(w.Hexes, amiens)
		if i < 0 || j < 0 {
			continue
		}
		for _, h := range w.Hexes[min(i, j) : max(i, j)+1] {
			if g.within(german, h, g.limits().AmiensRail.Value, func(u *Formation) bool { return g.ground(u) && !u.Unsupplied }) {
				return true
			}
		}
	}
	return false
}

// crossesVerdict is SO-S3.8: the Allied player needs a lead of two if he declared his offensive.
func (g *Game) crossesVerdict(t *table.Table) table.Ending {
	ours, theirs := g.crosses(german), g.crosses(allied)
	t.Report("SO-S3.8", "crosses", table.A("german", ours), table.A("allied", theirs))
	lead := table.Base("german", ours.Total(), "SO-S3.8").Plus("allied", -theirs.Total(), "SO-S3.8")
	if g.Optional && lead.Total() == -1 {
		lead = lead.Plus("allied-offensive", 1, "SO-S3.8")
	}
	return g.level(t, "SO-S3.8", lead)
}

// crosses returns the iron crosses of the hexes that a side holds and the other side held at the start (SO-S3.8).
func (g *Game) crosses(s seat) table.Sum {
	sum := table.Base("crosses", 0, "SO-S3.8")
	for _, m := range g.doc.Scenario.Markers {
		for _, h := range m.Hexes {
			if g.holder(h) == s && g.startedWith(h) == other(s) {
				sum = sum.Plus(h, m.Level, "SO-S3.8")
			}
		}
	}
	return sum
}

// startedWith returns the side that controlled a hex at the start of the scenario.
func (g *Game) startedWith(hex string) seat {
	for _, c := range g.doc.Scenario.Control {
		if slices.Contains(c.Hexes, hex) {
			return table.Seat(c.Side)
		}
	}
	return ""
}

// campaignVerdict is SO-P.3.
func (g *Game) campaignVerdict(t *table.Table) table.Ending {
	t.Report("SO-P.1c", "markers-shown", table.A("markers", g.markersText()), table.A("stosstruppen", len(g.of(german, "", g.stoss))))
	return g.level(t, "SO-P.3b", g.campaignTotal())
}

// campaignTotal returns the German player's points (SO-P.3a).
func (g *Game) campaignTotal() table.Sum {
	total := table.Base("markers", 0, "SO-P.3a")
	for _, c := range g.Captured {
		total = total.Plus(c.Hex, g.back(c.Back).Points, "SO-P.3a")
	}
	stoss := len(g.of(german, "", g.stoss))
	add := func(name string, n int, when bool) {
		if when {
			total = total.Plus(name, n, "SO-P.3a")
		}
	}
	add("stosstruppen", 5, stoss >= g.limits().StossPoints.Value)
	add("arras", 10, g.holder(arras) == german)
	add("amiens", 20, g.holdsAmiens())
	add("joffre", 3, g.Campaign.Named == "joffre")
	add("petain", 15, g.Campaign.Named == "petain")
	add("no-generalissimo", 5, g.Campaign.Named == "" || g.Campaign.Named == failed)
	add("foch", -5, g.Campaign.Named == "foch")
	for _, p := range []seat{german, allied} { // SO-F.c: against the player who turned HQs back
		if n := g.penaltyOf(p); n > 0 {
			sign := 1
			if p == german {
				sign = -1
			}
			total = total.Plus("headquarters-"+string(p), sign*n, "SO-F.c")
		}
	}
	return total
}

// back returns the back of a marker, or an empty one if it is not known.
func (g *Game) back(n int) Back {
	if n < 1 || n > len(g.doc.Tables.ObjectiveBacks) {
		return Back{}
	}
	return g.doc.Tables.ObjectiveBacks[n-1]
}

// markersText returns the captured markers as text.
func (g *Game) markersText() []string {
	var out []string
	for _, c := range g.Captured {
		out = append(out, markerText(c.Hex, g.back(c.Back)))
	}
	return out
}
