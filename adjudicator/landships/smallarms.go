package landships

import "fieldpost/adjudicator/table"

// strike is a small arms hit on a hex: every soft target tests (LS-8.63a), with the cavalry's, armoured cars' and trucks'
// own consequences (LS-8.66c, 8.67). It tells whether somebody was eliminated or driven off (LS-5.11o).
func (g *Game) strike(t *table.Table, hex string, by table.Seat, mods ...term) bool { return false }
