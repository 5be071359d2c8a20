// Package negative answers questions from the truth.
package negative

import (
	"iter"

	"fieldpost/adjudicator/table"
)

type game struct{ Units []string }

func (g *game) Clone() *game               { return g }
func (g *game) Known(table.Seat) *game     { return g }
func (g *game) best() string               { return g.Units[0] }
func (g *game) picker() func(*game) string { return func(k *game) string { return k.best() } }

func (g *game) choose(unit string) table.Question[*game, string] {
	mine := g
	return table.Question[*game, string]{
		About: g.Units[0], // the rule itself may look
		Policy: func(k *game, l table.Line) (string, table.Policy) {
			return g.best(), table.Use // want leak
		},
		Options: func(k *game) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) { yield(mine.best(), unit) } // want leak
		},
		Default: func(k *game) string { return k.best() + unit },
	}
}

func (g *game) bound() *table.Question[*game, string] {
	return &table.Question[*game, string]{
		Default: g.picker(), // want leak
	}
}

func (g *game) tables() ([]table.Order[*game], table.Condition[*game]) {
	return []table.Order[*game]{{
			Check: func(known *game, s table.Seat, l table.Line) *table.Refusal {
				_ = g.Units // want leak
				return nil
			},
		}}, table.Condition[*game]{
			Holds: func(known *game, s table.Seat, args []table.Arg) bool { return len(known.Units) > 0 },
		}
}
