package somme

import "fieldpost/adjudicator/table"

// rollWeather is SO-10 at the start of each operational sequence: as the scenario says, or 2d6 rolled by the initiative
// player.
func (g *Game) rollWeather(t *table.Table) {
	for _, f := range g.doc.Scenario.Weather {
		if f.Turn == g.Number && f.Sequence == g.Sequence {
			g.Weather = f.Weather
			t.Report("SO-10", "weather-given", table.A("weather", "weather."+f.Weather), table.A("sequence", g.Sequence))
			return
		}
	}
	dice := t.Roll(g.Initiative, "weather", 2, 6)
	for _, row := range g.doc.Tables.Weather {
		if dice.Total() < row.From || dice.Total() > row.To {
			continue
		}
		g.Weather = row.March
		if g.month() == "april" {
			g.Weather = row.April
		}
	}
	t.Report("SO-10a", "weather", table.A("dice", dice), table.A("weather", "weather."+g.Weather), table.A("month", "month."+g.month()), table.A("sequence", g.Sequence))
	if g.Weather == "bad" {
		if g.BadRolls++; g.rule("meadows") && g.BadRolls == g.limits().MeadowRolls.Value {
			t.Report("SO-CAM.6", "meadows-flooded", table.A("rolls", g.BadRolls))
		}
	}
}

// foggy reports whether fog applies now: only in the initiative player's phases (SO-10b).
func (g *Game) foggy() bool { return g.Weather == "fog" && g.Phasing == g.Initiative }

// flyable reports whether aircraft may move in this movement phase (SO-10b, SO-10c).
func (g *Game) flyable() bool { return g.Aviation && g.Weather != "bad" && !g.foggy() }

// flooded reports whether meadows are under water (SO-CAM.6).
func (g *Game) flooded() bool { return g.rule("meadows") && g.BadRolls >= g.limits().MeadowRolls.Value }
