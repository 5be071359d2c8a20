package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// described is a position for machine reports and for try. Its keys are those of "set:".
type described struct {
	Turn     int      `json:"turn"`
	Half     int      `json:"half"`
	Length   int      `json:"length"`
	Phasing  string   `json:"phasing"`
	Rhythm   string   `json:"rhythm"`
	Optional []string `json:"optional"`

	Units  []describedUnit `json:"units"`
	Camps  []describedCamp `json:"camps"`
	Points []describedVP   `json:"points"` // as they would count now

	Wire         []string     `json:"wire"`
	Strongpoints []string     `json:"strongpoints,omitempty"`
	Smoke        []CloudAt    `json:"smoke"`
	Gas          []CloudAt    `json:"gas"`
	Impacts      []Shells     `json:"impacts"`
	Shelled      []string     `json:"shelled,omitempty"`
	Resisted     []CountAt    `json:"resisted"`
	Plans        []PlanAt     `json:"plans,omitempty"`
	Marches      []MarchAt    `json:"marches,omitempty"`
	Interrupts   []askedAt    `json:"interrupts,omitempty"`
	Melees       []string     `json:"melees"`
	Fought       []string     `json:"fought,omitempty"`
	Missed       []MissAt     `json:"missed,omitempty"`
	Fright       []string     `json:"fright,omitempty"`
	Called       []string     `json:"called,omitempty"`
	Came         []string     `json:"came,omitempty"`
	Controlled   []controlled `json:"controlled"` // hexes that count for victory
}

type askedAt = InterruptAt

type describedCamp struct {
	Seat     table.Seat `json:"seat"`
	OBA      int        `json:"oba"`
	Spent    int        `json:"spent"`
	Smoke    int        `json:"smoke"`
	Gas      int        `json:"gas"`
	HE       int        `json:"he"`
	Shrapnel int        `json:"shrapnel"`
	Observed []string   `json:"observed,omitempty"`
	GaveUp   bool       `json:"gave_up,omitempty"`
}

type describedVP struct {
	Side   string `json:"side"`
	Points int    `json:"points"`
}

type controlled struct {
	Hex string `json:"hex"`
	By  string `json:"by"` // "" nobody
}

type describedUnit struct {
	Unit   string     `json:"unit"`
	Side   table.Seat `json:"side"`
	Nation string     `json:"nation"`
	Class  string     `json:"class"`
	Type   string     `json:"type,omitempty"`
	Owner  table.Seat `json:"owner,omitempty"`
	Values []int      `json:"values,omitempty"` // fire strength, range, morale

	At      string `json:"at"`
	Facing  string `json:"facing,omitempty"`
	Aboard  string `json:"aboard,omitempty"`
	Carrier string `json:"carrier,omitempty"`
	Crew    string `json:"crew,omitempty"`
	Entry   string `json:"entry_edge,omitempty"`
	Out     string `json:"out,omitempty"`
	Waiting bool   `json:"waiting,omitempty"`

	Pinned  bool   `json:"pinned"`
	Gassed  bool   `json:"gassed"`
	Mounted bool   `json:"mounted"`
	Horses  bool   `json:"horses,omitempty"`
	Charge  string `json:"charge,omitempty"`
	Entered string `json:"entered,omitempty"`

	Breakdown string `json:"breakdown,omitempty"` // of vehicles: none, temporary, permanent
	Wheels    int    `json:"wheels,omitempty"`
	Shot      int    `json:"shot,omitempty"`
	Lame      bool   `json:"lame,omitempty"`
	Repair    int    `json:"repair,omitempty"`
	Attended  bool   `json:"attended,omitempty"`
	Control   bool   `json:"out_of_control,omitempty"`
	Moved     bool   `json:"moved,omitempty"`
	Spent     int    `json:"spent,omitempty"`
	Speed     string `json:"speed,omitempty"`
	Stays     bool   `json:"stays,omitempty"`
	Hexes     int    `json:"hexes,omitempty"`
	State     string `json:"state,omitempty"`
	Floor     int    `json:"floor,omitempty"`
	Shaken    bool   `json:"shaken,omitempty"`
	Rallied   bool   `json:"rallied,omitempty"`
	Freed     int    `json:"freed,omitempty"`

	Uses    int    `json:"uses,omitempty"`
	Mission string `json:"mission,omitempty"`
	Role    string `json:"role,omitempty"`
	Shown   bool   `json:"shown,omitempty"`
	Posted  bool   `json:"posted,omitempty"`
	AA      int    `json:"aa,omitempty"`
	Aborted bool   `json:"aborted,omitempty"`

	Grenades bool     `json:"grenades,omitempty"`
	Storm    bool     `json:"storm,omitempty"`
	Seen     int      `json:"seen,omitempty"`
	Fired    []string `json:"fired,omitempty"`
	Shelled  bool     `json:"shelled,omitempty"`
	Pivoted  string   `json:"pivoted,omitempty"`
	Carries  []string `json:"carries,omitempty"`
	Locked   bool     `json:"locked,omitempty"` // in a melee
}

// none is what a vehicle's breakdown is called while it has none.
const none = "none"

func describe(k *Game) any {
	d := described{Turn: k.Number, Half: k.Half, Length: k.Length, Phasing: string(k.Phasing), Rhythm: k.Rhythm, Optional: list(k.Optional),
		Units: []describedUnit{}, Wire: list(k.Wire), Strongpoints: k.Strongpoints, Smoke: clouds(k.Smoke), Gas: clouds(k.Gas), Impacts: []Shells{}, Shelled: k.Shelled,
		Resisted: []CountAt{}, Melees: list(k.Melees), Fought: k.Fought, Fright: k.Fright, Called: k.Called, Came: k.Came, Controlled: []controlled{}}
	for i := range k.Units {
		d.Units = append(d.Units, k.described(&k.Units[i]))
	}
	for _, c := range k.Camps {
		d.Camps = append(d.Camps, describedCamp(c))
		d.Points = append(d.Points, describedVP{string(c.Seat), k.score(c.Seat)})
	}
	for _, i := range k.Impacts {
		d.Impacts = append(d.Impacts, Shells{i.Place, string(i.Owner), i.Plane})
	}
	for _, r := range k.Resisted {
		d.Resisted = append(d.Resisted, CountAt{r.Place, string(r.By), r.Count, r.Turn, r.Wiped})
	}
	for _, p := range k.Plans {
		d.Plans = append(d.Plans, PlanAt{string(p.Owner), p.Turn, p.Place, p.Pieces, p.Type, p.Ammo, p.Done})
	}
	for _, m := range k.Marches {
		d.Marches = append(d.Marches, MarchAt(m))
	}
	for _, i := range k.Interrupts {
		d.Interrupts = append(d.Interrupts, askedAt{string(i.Side), i.Phase, i.More, i.Within})
	}
	for _, m := range k.Missed {
		d.Missed = append(d.Missed, MissAt{m.Weapon, m.Target, m.Place})
	}
	for _, hex := range k.goals() {
		d.Controlled = append(d.Controlled, controlled{hex, string(k.holder(hex))})
	}
	return d
}

// list is never null in JSON.
func list(l []string) []string {
	if l == nil {
		return []string{}
	}
	return l
}

func clouds(from []Cloud) []CloudAt {
	out := []CloudAt{}
	for _, c := range from {
		out = append(out, CloudAt{c.Place, string(c.Owner)})
	}
	return out
}

// described is one counter.
func (k *Game) described(u *Piece) describedUnit {
	d := describedUnit{Unit: u.ID, Side: u.Side, Nation: u.Nation, Class: u.Class, Type: u.Type, Owner: u.Owner,
		At: u.Hex, Facing: k.directionName(u.Facing), Aboard: u.Aboard, Carrier: u.Carrier, Crew: u.Crew, Entry: u.Entry, Out: u.Out, Waiting: u.Waiting,
		Pinned: u.Pinned, Gassed: u.Gassed, Mounted: u.Mounted, Horses: u.Horses, Charge: k.directionName(u.Charge), Entered: k.directionName(u.Entered),
		Breakdown: u.Breakdown, Wheels: u.Wheels, Shot: u.Shot, Lame: u.Lame, Repair: u.Repair, Attended: u.Attended, Control: u.Control, Moved: u.Moved, Spent: u.Spent, Speed: u.Speed, Stays: u.Stays, Hexes: u.Hexes,
		State: u.State, Floor: u.Floor, Shaken: u.Shaken, Rallied: u.Rallied, Freed: u.Freed,
		Uses: u.Uses, Mission: u.Mission, Role: u.Role, Shown: u.Shown, Posted: u.Posted, AA: u.AA, Aborted: u.Aborted, Grenades: u.Grenades, Storm: u.Storm,
		Seen: u.Seen, Fired: u.Fired, Shelled: u.Shelled, Pivoted: u.Pivoted, Locked: u.group() && u.Hex != "" && k.locked(u.Hex)}
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

// goals are the hexes whose control counts for victory, in order.
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

// holder is the side that controls a hex, "" for none.
func (k *Game) holder(hex string) table.Seat {
	for _, c := range k.Camps {
		if k.controls(c.Seat, hex) {
			return c.Seat
		}
	}
	return ""
}

// score is how many victory points a side would have if the game ended now.
func (k *Game) score(s table.Seat) int {
	total := 0
	for _, p := range k.doc.Scenario.Victory.Points {
		if p.Side == string(s) {
			total += k.earned(p) * p.VP
		}
	}
	return total
}
