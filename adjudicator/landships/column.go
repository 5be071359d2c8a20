package landships

import "strconv"

// column returns the column of the small arms table for a total fire strength, and whether an attack is possible at
// all (LS-8.63a, M-01).
func (g *Game) column(fs int) (FireColumn, bool) {
	for _, c := range g.doc.Tables.SmallArms {
		if fs >= c.From && (c.To == 0 || fs <= c.To) {
			return c, !c.None && fs > 0
		}
	}
	return FireColumn{}, false
}

// name returns the heading under which a column is printed: "5-8", "30+".
func (c FireColumn) name() string {
	switch {
	case c.To == 0:
		return strconv.Itoa(c.From) + "+"
	case c.To == c.From:
		return strconv.Itoa(c.From)
	}
	return strconv.Itoa(c.From) + "-" + strconv.Itoa(c.To)
}
