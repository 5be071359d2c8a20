package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// derived are the keys that the state has in addition to those of the position.
type derived struct {
	Points     []points      `key:"points"`     // as they would count if the game ended now
	Controlled []controlled  `key:"controlled"` // hexes that count for victory
	Units      []derivedUnit `key:"units" part:"yes"`
}

type points struct {
	Side   table.Seat `key:"side"`
	Points int        `key:"points"`
}

type controlled struct {
	Hex string     `key:"hex"`
	By  table.Seat `key:"by"` // "" for nobody
}

type derivedUnit struct {
	Values    []int    `key:"values"`    // fire strength, range, morale of foot
	Breakdown string   `key:"breakdown"` // "none" for a vehicle that runs
	Carries   []string `key:"carries"`
	Locked    bool     `key:"locked"` // in a melee
}

// none is the breakdown of a vehicle that runs.
const none = "none"

func derive(k *Game) any {
	d := &derived{}
	for i := range k.Units {
		d.Units = append(d.Units, k.derivedUnit(&k.Units[i]))
	}
	for _, c := range k.Camps {
		d.Points = append(d.Points, points{c.Seat, k.score(c.Seat)})
	}
	for _, hex := range k.goals() {
		d.Controlled = append(d.Controlled, controlled{hex, k.holder(hex)})
	}
	return d
}

func (k *Game) derivedUnit(u *Piece) derivedUnit {
	d := derivedUnit{Breakdown: u.Breakdown, Locked: u.group() && u.Hex != "" && k.locked(u.Hex)}
	if u.group() || u.Class == "CREW" || u.Class == "FO" {
		d.Values = []int{u.FS, u.WR, u.MR}
	}
	if u.vehicle() && u.Breakdown == "" {
		d.Breakdown = none
	}
	for i := range k.Units {
		if w := &k.Units[i]; w.Carrier == u.ID && w.Out == "" {
			d.Carries = append(d.Carries, w.ID)
		}
	}
	return d
}

// goals returns the hexes whose control counts for victory, in order.
func (k *Game) goals() []string {
	var out []string
	for _, p := range k.doc.Scenario.Victory.Points {
		if p.For == "control" {
			out = append(out, p.Hexes...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// holder returns the side that controls a hex, or "" if there is none.
func (k *Game) holder(hex string) table.Seat {
	c, _ := table.Find(k.Camps, func(c *Camp) bool { return k.controls(c.Seat, hex) })
	return c.Seat
}

// score returns how many victory points a side would have if the game ended now.
func (k *Game) score(s table.Seat) int {
	total := 0
	for _, p := range k.doc.Scenario.Victory.Points {
		if p.Side == string(s) {
			total += k.earned(p) * p.VP
		}
	}
	return total
}
