package modernbattles

import "fieldpost/adjudicator/table"

// unspotted tells why a unit may not fire at a target under the option of MB-35; nil: it may.
func (g *Game) unspotted(u, e *Unit) *table.Refusal { return nil }

func (g *Game) mayGo(*table.Table, *Unit, []Point) bool { return true }
