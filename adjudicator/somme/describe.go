package somme

import (
	"fieldpost/adjudicator/table"
)

// described is a position for machine reports and for try. Its keys are those of "set:".
type described struct {
	Turn        int               `json:"turn"`
	Sequence    int               `json:"sequence"`
	Sequences   int               `json:"sequences"`
	Initiative  table.Seat        `json:"initiative"`
	Phasing     table.Seat        `json:"phasing"`
	Phase       string            `json:"phase"`
	Weather     string            `json:"weather"`
	BadRolls    int               `json:"bad_rolls"`
	Aviation    bool              `json:"aviation"`
	Units       []describedUnit   `json:"units"`
	Offensive   *OffensiveSetting `json:"offensive,omitempty"`
	Broken      []string          `json:"broken"`
	Footbridges []BridgeSetting   `json:"footbridges"`
	Redoubts    []string          `json:"redoubts"`
	Holds       []HoldSetting     `json:"holds"`
	Doctrine    []NationRule      `json:"doctrine"`
	Hutier      string            `json:"hutier"`
	StossTrack  int               `json:"stoss_track"`
	Fought      []string          `json:"fought,omitempty"`
	Outcomes    []OutcomeSetting  `json:"outcomes,omitempty"`
	Captured    []MarkerSetting   `json:"captured,omitempty"`
	Optional    bool              `json:"optional,omitempty"`
	Petain      *PetainSetting    `json:"petain,omitempty"`
	Campaign    *CampaignSetting  `json:"campaign,omitempty"`
	Front       [][2]string       `json:"front"` // hexsides along which the front runs, the German hex first
}

// describedUnit is a counter with what stands on the face that it shows.
type describedUnit struct {
	Unit     string     `json:"unit"`
	Name     string     `json:"name"`
	Side     table.Seat `json:"side"`
	Nation   string     `json:"nation"`
	Kind     string     `json:"kind"`
	Division string     `json:"division,omitempty"`

	At  string `json:"at"`
	Box string `json:"box,omitempty"`

	Attack    int `json:"attack,omitempty"`
	Defence   int `json:"defence,omitempty"`
	Movement  int `json:"movement,omitempty"`
	Morale    int `json:"morale,omitempty"`
	Potential int `json:"potential,omitempty"`
	Radius    int `json:"radius,omitempty"`
	Left      int `json:"left,omitempty"` // steps

	Lost       int    `json:"lost,omitempty"`
	DG         string `json:"dg,omitempty"`
	Unsupplied bool   `json:"unsupplied,omitempty"`
	InRadius   bool   `json:"in_radius,omitempty"` // of supply, as it would be traced now
	Zone       bool   `json:"zone,omitempty"`      // in an enemy zone of control
	Disengage  bool   `json:"disengage,omitempty"`
	Reserve    bool   `json:"reserve,omitempty"`
	Exploit    bool   `json:"exploit,omitempty"`
	Pinned     bool   `json:"pinned,omitempty"`
	Gunless    bool   `json:"gunless,omitempty"`
	Mode       string `json:"mode,omitempty"`
	With       string `json:"with,omitempty"`
	Moved      bool   `json:"moved,omitempty"`
	Spent      int    `json:"spent,omitempty"`
	Fights     int    `json:"fights,omitempty"`
	Mission    string `json:"mission,omitempty"`
	Off        bool   `json:"off,omitempty"`
}

// describe is the position for try and machine reports.
func describe(k *Game) any {
	d := described{Turn: k.Number, Sequence: k.Sequence, Sequences: k.Sequences, Initiative: k.Initiative, Phasing: k.Phasing, Phase: k.Phase, Weather: k.Weather, BadRolls: k.BadRolls, Aviation: k.Aviation,
		Units: []describedUnit{}, Broken: filled(k.Broken), Footbridges: []BridgeSetting{}, Redoubts: filled(k.Redoubts), Holds: []HoldSetting{}, Doctrine: filled(k.Doctrines),
		Hutier: k.Hutier, StossTrack: k.StossTrack, Fought: k.Fought, Captured: markersOf(k.Captured), Optional: k.Optional, Front: [][2]string{}}
	if k.Attack.Side != "" {
		d.Offensive = &OffensiveSetting{Side: string(k.Attack.Side), Guns: []GunSetting{}, Bruchmuller: k.Attack.Bruchmuller, Event: k.Attack.Event}
		for _, gun := range k.Attack.Guns {
			d.Offensive.Guns = append(d.Offensive.Guns, GunSetting(gun))
		}
	}
	for _, b := range k.Footbridges {
		d.Footbridges = append(d.Footbridges, BridgeSetting{Hex: b.Hex, To: b.To, Owner: string(b.Owner)})
	}
	for _, h := range k.Holds {
		d.Holds = append(d.Holds, HoldSetting{Hex: h.Hex, Side: string(h.Side)})
	}
	for _, o := range k.Outcomes {
		d.Outcomes = append(d.Outcomes, OutcomeSetting{Hex: o.Hex, By: string(o.By), Attack: o.Attack, Defence: o.Defence, Retreat: o.Retreat, Beaten: o.Beaten})
	}
	if p := k.Petain; p.Die > 0 {
		d.Petain = &PetainSetting{Die: p.Die, Pledged: filled(p.Pledged), Units: filled(p.Units), Free: p.Free, Guns: p.Guns, Done: p.Done}
	}
	if k.doc.Scenario.Advanced {
		d.Campaign = k.campaignOf()
	}
	fed := [2][]bool{k.supplied(german, false), k.supplied(allied, false)}
	for i := range k.Units {
		d.Units = append(d.Units, k.described(&k.Units[i], fed))
	}
	for _, e := range k.fronts() {
		d.Front = append(d.Front, [2]string{e.A, e.B})
	}
	return d
}

// filled is never null in JSON.
func filled[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// described is one counter.
func (k *Game) described(u *Formation, fed [2][]bool) describedUnit {
	p := k.card(u)
	d := describedUnit{Unit: u.ID, Name: p.Name, Side: u.Side, Nation: p.Nation, Kind: p.Kind, Division: p.Division, At: u.Hex, Box: u.Box,
		Movement: k.movementOf(u), Potential: p.Potential, Radius: p.Radius, Lost: u.Lost, DG: u.DG, Unsupplied: u.Unsupplied, Disengage: u.Disengage, Reserve: u.Reserve, Exploit: u.Exploit,
		Pinned: u.Pinned, Gunless: u.Gunless, Mode: u.Mode, With: u.With, Moved: u.Moved, Spent: u.Spent, Fights: u.Fights, Mission: u.Mission, Off: u.Off}
	if k.fights(u) {
		d.Attack, d.Defence, d.Morale, d.Left = k.attackOf(u), k.defenceOf(u), k.morale(u), max(0, k.steps(u))
	}
	if u.Hex != "" && !k.flies(u) {
		side := 0
		if u.Side == allied {
			side = 1
		}
		d.InRadius, d.Zone = k.marked(fed[side], u.Hex), k.zoc(u.Side, u.Hex, true)
	}
	return d
}
