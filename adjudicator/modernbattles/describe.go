package modernbattles

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// described is a position for machine reports and for try. Its keys are those of "set:"; lengths are in tenths of an inch but
// places as players write them.
type described struct {
	Turn     int             `json:"turn"`
	Half     int             `json:"half"`
	Length   int             `json:"length"`
	Phasing  string          `json:"phasing"`
	Optional []string        `json:"optional"`
	Units    []describedUnit `json:"units"`
	Camps    []describedCamp `json:"camps"`
	Features []string        `json:"features"`
	Smokes   []describedSpot `json:"smokes"`
	Markers  []describedSpot `json:"markers"`
	Charges  []ChargeSetting `json:"charges"`
	Mines    []string        `json:"mines,omitempty"`
	Wires    [][]string      `json:"wires"`
}

type describedCamp struct {
	Seat       table.Seat      `json:"seat"`
	Held       []string        `json:"held"`
	Lost       int             `json:"lost"` // points of own units that count as lost
	Registered []describedSpot `json:"registered,omitempty"`
	Budget     int             `json:"budget,omitempty"`
	List       string          `json:"list,omitempty"`
}

type describedSpot struct {
	Name string `json:"name"`
	At   string `json:"at"`
}

type describedUnit struct {
	Unit      string   `json:"unit"`
	Side      string   `json:"side"`
	Type      string   `json:"type"`
	Kind      string   `json:"kind"`
	At        string   `json:"at,omitempty"`
	Facing    int      `json:"facing"`
	Formation string   `json:"formation,omitempty"`
	Inside    string   `json:"inside,omitempty"`
	Storey    int      `json:"storey"`
	Aboard    string   `json:"aboard,omitempty"`
	Rider     bool     `json:"rider"`
	Towed     string   `json:"towed,omitempty"`
	State     string   `json:"state"`
	Out       string   `json:"out"`
	Off       bool     `json:"off"`
	Hidden    bool     `json:"hidden"`
	Men       int      `json:"men"`
	Initial   int      `json:"initial"`
	Places    []string `json:"places,omitempty"` // of the living figures, in the order of their numbers
	Numbers   []int    `json:"numbers,omitempty"`
	Weapons   []string `json:"weapons,omitempty"`
	Kit       []string `json:"kit,omitempty"`
	Moved     string   `json:"moved"`
	Turned    bool     `json:"turned"`
	Fired     bool     `json:"fired"`
	ShotAt    bool     `json:"shot_at"`
	Charged   bool     `json:"charged"`
	Covered   bool     `json:"covered"`
	Crewing   string   `json:"crewing,omitempty"`
	Points    int      `json:"points"`

	Move       int   `json:"move"` // inches
	WS         int   `json:"ws"`
	BS         int   `json:"bs"`
	Strength   int   `json:"strength"`
	Toughness  int   `json:"toughness"`
	Initiative int   `json:"initiative"`
	Attacks    int   `json:"attacks"`
	Leadership int   `json:"leadership"`
	Armour     []int `json:"armour,omitempty"` // front, side, rear, top

	Hatches     string       `json:"hatches,omitempty"`
	Turret      int          `json:"turret"`
	Bogged      string       `json:"bogged,omitempty"`
	Immobilised bool         `json:"immobilised"`
	Fire        bool         `json:"fire"`
	Inferno     bool         `json:"inferno"`
	Wreck       bool         `json:"wreck"`
	Empty       bool         `json:"empty"`
	Idle        int          `json:"idle"`
	Back        bool         `json:"back"`
	Group       string       `json:"group,omitempty"`
	Prepared    bool         `json:"prepared"`
	Arms        []ArmSetting `json:"arms,omitempty"`
	Wounds      int          `json:"wounds"`
	Alone       bool         `json:"alone"`
	Last        string       `json:"last,omitempty"`
	Salvos      int          `json:"salvos"`
	Aims        []string     `json:"aims,omitempty"`
}

func describe(g *Game) any {
	d := described{Turn: g.Number, Half: g.Half, Length: g.Length, Phasing: string(g.Phasing), Optional: slices.Clone(g.Optional), Features: []string{}, Smokes: []describedSpot{}, Markers: []describedSpot{}, Charges: []ChargeSetting{}, Wires: g.Wires}
	for i := range g.Units {
		d.Units = append(d.Units, g.describeUnit(&g.Units[i]))
	}
	for _, c := range g.Camps {
		x := describedCamp{Seat: c.Seat, Held: g.heldBy(c.Seat), Budget: c.Budget, List: c.List}
		for _, r := range c.Registered {
			x.Registered = append(x.Registered, describedSpot{r.Code, spotText(r.At)})
		}
		for i := range g.Units {
			if u := &g.Units[i]; u.Side == c.Seat && g.broken(u) {
				x.Lost += u.Points
			}
		}
		d.Camps = append(d.Camps, x)
	}
	for _, f := range g.Features {
		d.Features = append(d.Features, f.ID)
	}
	for _, s := range g.Smokes {
		d.Smokes = append(d.Smokes, describedSpot{string(s.Side), spotText(s.At)})
	}
	for _, m := range g.Markers {
		d.Markers = append(d.Markers, describedSpot{m.Unit, spotText(m.At)})
	}
	for _, c := range g.Charges {
		d.Charges = append(d.Charges, ChargeSetting{Unit: c.Unit, Target: c.Target, Fled: c.Fled, Cover: []string{"", "light", "heavy"}[c.Cover.Level]})
	}
	for _, m := range g.Mines {
		if m.Shown {
			d.Mines = append(d.Mines, m.ID)
		}
	}
	return d
}

func (g *Game) describeUnit(u *Unit) describedUnit {
	k := &u.Tank
	d := describedUnit{
		Unit: u.ID, Side: string(u.Side), Type: u.Type, Kind: u.Kind, Facing: u.Facing, Formation: u.Formation, Inside: u.Inside, Storey: u.Storey, Aboard: u.Aboard, Rider: u.Rider, Towed: u.Towed,
		State: u.State, Out: u.Out, Off: u.Off, Hidden: u.Hidden, Men: u.alive(), Initial: u.Initial, Kit: u.Kit, Moved: u.Did.Gait, Turned: u.Did.Turned, Fired: u.Did.Fired, ShotAt: u.ShotAt, Charged: u.Did.Charged,
		Covered: u.Covered, Crewing: u.Crewing, Points: u.Points, Hatches: k.Hatches, Turret: k.Turret, Bogged: k.Bogged, Immobilised: k.Immobilised, Fire: k.Fire, Inferno: k.Inferno, Wreck: k.Wreck, Empty: k.Empty,
		Idle: k.Idle, Back: k.Back, Group: k.Group, Prepared: k.Prepared || u.Piece.Prepared, Wounds: u.Piece.Wounds, Alone: u.Piece.Alone, Last: u.Piece.Last, Salvos: u.Ammo.Salvos,
	}
	p := u.Profile
	d.Move, d.WS, d.BS, d.Strength, d.Toughness, d.Initiative, d.Attacks, d.Leadership = p.Move, p.WS, p.BS, p.Strength, p.Toughness, p.Initiative, p.Attacks, p.Leadership
	if u.vehicle() {
		for _, zone := range zones {
			d.Armour = append(d.Armour, g.armour(u, zone))
		}
	}
	if g.on(u) {
		d.At = spotText(u.At)
	}
	for _, i := range u.living() {
		f := &u.Figures[i]
		d.Numbers = append(d.Numbers, f.N)
		d.Weapons = append(d.Weapons, f.Weapon)
		if g.on(u) && !u.single() && u.Inside == "" {
			d.Places = append(d.Places, spotText(f.At))
		}
	}
	for _, a := range k.Arms {
		d.Arms = append(d.Arms, ArmSetting{Weapon: a.Weapon, Mount: a.Mount, Lost: a.Lost, Last: a.Last, Used: a.Used})
	}
	for _, a := range u.Ammo.Aims {
		d.Aims = append(d.Aims, spotText(a.At))
	}
	return d
}
