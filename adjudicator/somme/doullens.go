package somme

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/table"
)

// failed stands in place of a general while the conference of Doullens has named nobody.
const failed = "failed"

// generals may be named Generalissimo.
var generals = []string{"foch", "joffre", "petain"}

// confer is the conference of Doullens (SO-CAM.11): markers of the first level still on the map are removed; five
// captured ones are drawn and shown; the general with the most portraits is named. With fewer than five captured markers
// Foch is named.
func (g *Game) confer(t *table.Table) {
	var gone []string
	g.Campaign.Backs = slices.DeleteFunc(g.Campaign.Backs, func(c Captured) bool {
		if c.Level == 1 {
			gone = append(gone, c.Hex)
		}
		return c.Level == 1
	})
	if len(gone) > 0 {
		t.Report("SO-CAM.11b", "markers-removed", table.A("hexes", gone))
	}
	pool := table.Pick(g.Captured, func(c *Captured) (string, bool) { return c.Hex, !c.Drawn })
	n := g.event("doullens").Amount
	if len(pool) < n {
		t.Report("SO-CAM.11c", "doullens-few", table.A("n", len(pool)))
		g.appoint(t, "foch")
		return
	}
	votes := make([]int, len(generals))
	var shown, hexes []string
	for range n {
		hex := ""
		hex, pool = t.Draw(allied, "doullens", pool)
		hexes = append(hexes, hex)
		for i := range g.Captured {
			if c := &g.Captured[i]; c.Hex == hex {
				c.Drawn = true
				b := g.back(c.Back)
				if j := slices.Index(generals, b.Portrait); j >= 0 {
					votes[j]++
				}
				shown = append(shown, markerText(hex, b))
			}
		}
	}
	best, tied := 0, false
	for i := range votes[1:] {
		switch {
		case votes[i+1] > votes[best]:
			best, tied = i+1, false
		case votes[i+1] == votes[best]:
			tied = true
		}
	}
	t.Report("SO-CAM.11c", "doullens-drawn", table.A("hexes", hexes), table.A("markers", shown), table.A("foch", votes[0]), table.A("joffre", votes[1]), table.A("petain", votes[2]))
	if tied {
		g.Campaign.Named = failed
		t.Report("SO-CAM.11d", "doullens-fails", table.A("side", allied))
		return
	}
	g.appoint(t, generals[best])
}

// portraits are the names of the generals in both languages, in the order of generals.
var portraits = []string{"Foch", "Joffre", "Pétain"}

// markerText describes a marker whose back is seen, with its hex, its points and its portrait: "3329 = 2 Pétain".
func markerText(hex string, b Back) string {
	text := hex + " = " + strconv.Itoa(b.Points)
	if i := slices.Index(generals, b.Portrait); i >= 0 {
		text += " " + portraits[i]
	}
	return text
}

// appoint names the Generalissimo and applies the consequences (SO-CAM.12).
func (g *Game) appoint(t *table.Table, general string) {
	c := &g.Campaign
	c.Named = general
	t.Report("SO-CAM.12", "generalissimo", table.A("general", "general."+general), table.A("side", allied))
	forget := func(events ...string) {
		for _, e := range events {
			for slices.Contains(g.hand(allied), e) {
				c.Hands = withoutEvent(c.Hands, allied, e)
			}
			for slices.Contains(g.pool(allied), e) {
				c.Pools = withoutEvent(c.Pools, allied, e)
			}
			c.Played = slices.DeleteFunc(c.Played, func(x string) bool { return x == e })
			c.Gone = append(c.Gone, e)
		}
	}
	switch general {
	case "foch": // SO-CAM.12a
		forget("cohesion")
		c.Pools = withEvent(withEvent(c.Pools, allied, "cooperation"), allied, "offensive_foch")
	case "joffre": // SO-CAM.12b
		forget("cohesion", "offensive_foch")
		c.Pools = withEvent(c.Pools, allied, "cooperation")
	case "petain": // SO-CAM.12c
		forget("cooperation", "offensive", "offensive_foch")
		for i := range g.Doctrines {
			if g.Doctrines[i].Nation == "french" {
				g.Doctrines[i].Doctrine = "petain"
			}
		}
		c.Played = append(c.Played, "cohesion")
	}
}

// conferAgain repeats a conference that failed, in the administrative sequence of each turn, until it names a general
// (SO-CAM.11d).
func (g *Game) conferAgain(t *table.Table) {
	if g.Campaign.Named == failed {
		g.confer(t)
	}
}
