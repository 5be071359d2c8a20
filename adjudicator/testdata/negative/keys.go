// Package negative keeps a position without keys.
package negative

import "fieldpost/adjudicator/table"

type game struct {
	Turn   int           `key:"turn"`
	Phase  string        // want key
	Again  int           `key:"turn"` // want key
	Units  []unit        `key:"units"`
	Places [2]place      `key:"places"`
	Seats  []*table.Seat `key:"seats"`
	header
	charts []row // worked out anew
}

type header struct {
	Name  string `key:"name"`
	About string // want key
}

type unit struct {
	ID    string `key:"id"`
	Steps int    // want key
}

type place struct {
	Hex  string `key:"hex"`
	Mark bool   // want key
}

type row struct{ Value int }

type document struct{ Title string }

func (g *game) Clone() *game           { return g }
func (g *game) Known(table.Seat) *game { return g }

var rules = table.Rules[*game, document]{Name: "negative"}
