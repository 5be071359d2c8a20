package modernbattles

import (
	"encoding/json"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

var bots []table.Bot[*Game]

func CheckDocument(any) []table.Flaw { return nil }

func set(g *Game, set []byte) (*Game, error)            { return g, json.Unmarshal(set, g) }
func sheet(*Game, table.Seat, []table.Fact) board.Sheet { return board.Sheet{} }
func rosters(*Game, table.Seat) []board.Table           { return nil }
func describe(g *Game) any                              { return g }
func (g *Game) initiative(t *table.Table, u *Unit, purpose, rule string) (table.Sum, bool) {
	s := t.Roll(u.Side, purpose, 1, 6)
	return s, s.Natural() <= u.Profile.Initiative && s.Natural() < 6
}
