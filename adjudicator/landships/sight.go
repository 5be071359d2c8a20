package landships

import "fieldpost/adjudicator/table"

// obstacle is what blocks a line of sight: where, what ("smoke", "friends", "tank", "barrage", "terrain", "side") and the rule.
type obstacle struct {
	Place string
	What  string
	Rule  string
}

// line tells whether side s has a line of sight from one hex to another (LS-8.23); nil: it is clear.
func (g *Game) line(s table.Seat, from, to string) *obstacle { panic("B") }

// spotting is the range at which a counter is seen where it stands (LS-8.21b, M-09), with the terms that made it.
func (g *Game) spotting(target *Piece, by string) table.Sum { panic("B") }

// sees tells whether a counter at its hex may attack a target in another: spotted (LS-8.21a, or by its fire LS-8.22) with a
// clear line; nil, or the refusal that says why not.
func (g *Game) sees(u, target *Piece) *table.Refusal { panic("B") }
