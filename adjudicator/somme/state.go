package somme

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// Game is a position of Somme 1918. All of it is open except the players' hands of events and the backs of objective
// markers. It is a plain value except for pointers to what never changes: the document and what is worked out from it.
type Game struct {
	doc *Document
	net *net

	Rhythm   string `key:"rhythm"`
	Aviation bool   `key:"aviation"`            // section 17 is in play
	Reaction bool   `key:"reaction_offensives"` // offensives may be prepared by the reaction player (SO-F)

	Number     int        `key:"turn"`                         // current turn; 0 during the set-up
	Sequence   int        `key:"sequence"`                     // its operational sequence, from 1
	Sequences  int        `key:"sequences"`                    // number of sequences of this turn: 1, or 3 with an offensive (SO-7)
	Initiative table.Seat `key:"initiative" ref:"seats"`       // first player of each sequence (SO-3b)
	Phasing    table.Seat `key:"phasing" ref:"seats"`          // whose phase it is (SO-3c)
	Phase      string     `key:"phase"`                        // step that comes next or is being played
	Weather    string     `key:"weather" oneof:"fair|fog|bad"` // weather of this sequence: fair, fog or bad
	BadRolls   int        `key:"bad_rolls"`                    // bad weather rolled so far (SO-CAM.6)

	Units       []Formation  `key:"units"`
	Outcomes    []Outcome    `key:"outcomes"`  // combats of this player's phases, in order
	Attack      Declared     `key:"offensive"` // the offensive of this turn; without Side there is none
	Broken      []string     `key:"broken"`    // destroyed bridges: sides "A/B", the lower number first (SO-11.2.5)
	Footbridges []Footbridge `key:"footbridges"`
	Tries       int          `key:"tries"`          // German footbridge attempts in this sequence (SO-11.2.4.1e)
	AlliedTries int          `key:"allied_tries"`   // Allied footbridges laid in it (SO-11.2.4.2a)
	Came        []string     `key:"came"`           // divisions and artilleries that came in at an HQ in this sequence (SO-S2.2)
	Redoubts    []string     `key:"redoubts"`       // SO-S1.11
	Holds       []Hold       `key:"holds" id:"hex"` // who controls the hexes that matter for victory (RUL-38)
	Doctrines   []NationRule `key:"doctrine"`
	Hutier      string       `key:"hutier"`      // HQ that General v. Hutier is with; "" if he is out of the game
	StossTrack  int          `key:"stoss_track"` // SO-CAM.10: from 0, v. Hutier's mastery, to 3, infiltration
	Engaged     []string     `key:"engaged"`     // units of both sides in the combat being fought
	Fought      []string     `key:"fought"`      // hexes attacked in this phase (SO-12.1c)
	Captured    []Captured   `key:"captured"`    // objective markers or crosses taken, in order
	Ended       table.Seat   `key:"ended"`       // the side that has won at once (SO-S2.12, SO-P.2)
	GaveUp      table.Seat   `key:"gave_up"`     // the side that has given up
	Relief      string       `key:"relief"`      // hex whose units may leave it because it was relieved a moment ago (SO-11.2.2b)
	Opening     string       `key:"opening"`     // step at which a position set by hand begins
	Optional    bool         `key:"optional"`    // the Allied player declared an optional offensive (SO-S2.14, SO-S3.8)
	Petain      Petain       `key:"petain"`      // his reluctance in the current movement phase
	Campaign    Campaign     `key:"campaign"`
	Patched     Patched      `key:"patched"` // changes by hand to the map and to counters
}

// Formation is a counter with its state.
type Formation struct {
	card *card // what is printed on it; not part of the position

	ID   string     `key:"unit"`
	Side table.Seat `key:"side"`
	Hex  string     `key:"at"`                                                           // "" if off the map
	Box  string     `key:"box" oneof:"waiting|destroyed|reserve|available|missions|off"` // where it is off the map: waiting, destroyed, reserve, available, missions, off
	Lost int        `key:"lost"`                                                         // steps lost (SO-6)
	DG   string     `key:"dg" oneof:"disorganised|reorganising"`                         // "", disorganised, reorganising (SO-12.5)

	Unsupplied bool `key:"unsupplied"`
	Disengage  bool `key:"disengage"` // marker of SO-11.2.7a
	Reserve    bool `key:"reserve"`   // SO-11.2.8a
	Exploit    bool `key:"exploit"`   // SO-14.0a
	Pinned     bool `key:"pinned"`    // SO-12.2.6u
	Gunless    bool `key:"gunless"`   // without artillery (SO-S2.8)

	Mode    string `key:"mode" oneof:"offensive|counter_battery"` // army artillery: offensive; corps artillery: counter_battery; otherwise ""
	Used    bool   `key:"used"`                                   // army artillery: in offensive mode last turn (SO-CAM.5)
	With    string `key:"with"`                                   // Stosstruppen: their regiment (SO-11.3.2a)
	Moved   bool   `key:"moved"`                                  // it has moved in this movement phase
	Spent   int    `key:"spent"`                                  // MP spent in it
	From    string `key:"from"`                                   // hex where it stood when the phase began; "" if it was not on the map
	Halted  bool   `key:"halted"`                                 // it entered an enemy ZOC, crossed a fleuve or relieved a unit: no further step
	Freed   bool   `key:"freed"`                                  // it was relieved and may leave the ZOC (SO-11.2.2a)
	Arrived bool   `key:"arrived"`                                // it arrived in this movement phase
	Fights  int    `key:"fights"`                                 // its combats in this phase (SO-12.1e), artillery included (SO-15.2.2c)
	Mission string `key:"mission"`                                // aircraft: interdiction, observation or bombing
	Speaks  bool   `key:"speaks"`                                 // its morale counts for the disengagement of its stack (SO-D28)
	Pledged string `key:"pledged"`                                // hex that it must attack in the next combat phase (RUL-66)
	Off     bool   `key:"off"`                                    // HQ on its "offensive possible" face (SO-F)
}

// Called returns the id of a counter, under which players and facts mention it.
func (u *Formation) Called() string { return u.ID }

// Outcome is how a combat in the current player's phases went. Conditions read it, and so does what follows the dice.
type Outcome struct {
	Hex     string     `key:"hex"`
	By      table.Seat `key:"by" ref:"seats"`
	Attack  string     `key:"attack"`  // mastery of the attacker: total, partial, none, erroneous; "" if not tested
	Defence string     `key:"defence"` // of the defender
	Retreat int        `key:"retreat"` // hexes that the defenders went back
	Beaten  bool       `key:"beaten"`  // no defender is left in the hex
}

// Declared is the offensive of a turn (SO-8b).
type Declared struct {
	Side        table.Seat `key:"side" ref:"seats"`
	Guns        []Gun      `key:"guns"`
	Bruchmuller string     `key:"bruchmuller"` // artillery that bears the counter
	Event       string     `key:"event"`
}

// Gun is an army artillery in offensive mode with its modifiers for sequences 1 to 3.
type Gun struct {
	Unit      string `key:"unit"`
	Modifiers []int  `key:"modifiers"`
}

// Footbridge lies in a hex, its arrow on the side towards another (SO-11.2.4).
type Footbridge struct {
	Hex   string     `key:"hex" ref:"place"`
	To    string     `key:"to" ref:"place"`
	Owner table.Seat `key:"owner" ref:"seats"`
}

// Hold is a hex with the side that controls it.
type Hold struct {
	Hex  string     `key:"hex" ref:"place"`
	Side table.Seat `key:"side" ref:"seats"`
}

// Captured is an objective marker in the German's box, or a hex with iron crosses.
type Captured struct {
	Hex   string `key:"hex" ref:"place"`
	Level int    `key:"level"`
	Back  int    `key:"back"`  // index into the document's backs, from 1; 0 if backs are not in play or not known
	Drawn bool   `key:"drawn"` // shown at a conference of Doullens (SO-CAM.11c)
}

// Petain is what the Allied player's roll allows the French in a movement phase (SO-S2.7).
type Petain struct {
	Die     int      `key:"die"`
	Pledged []string `key:"pledged"` // hexes that must be attacked (RUL-66)
	Units   []string `key:"units"`   // the units that must attack them
	Free    bool     `key:"free"`    // the French may move
	Guns    bool     `key:"guns"`    // French reinforcements of this sequence bring their artillery (SO-CAM.7)
	Done    bool     `key:"done"`    // the division that comes later has been named
}

// Campaign holds what only the advanced rules need.
type Campaign struct {
	Hands   []Hand     `key:"hands"`
	Pools   []Hand     `key:"pools"`
	Played  []string   `key:"played"`                                        // events played this turn
	Gone    []string   `key:"gone"`                                          // events out of the game, with those in Thrown
	Thrown  []Hand     `key:"thrown"`                                        // those that their players threw away, unseen by the other side (SO-C.3b)
	Backs   []Captured `key:"backs"`                                         // markers on the map with their backs, unseen
	Named   string     `key:"named" oneof:"foch|petain|joffre|failed"`       // general of Doullens: foch, petain, joffre; "failed"; "" if not held
	Lifted  []string   `key:"lifted" oneof:"stack|attack|artillery|air|all"` // restrictions of cooperation that are lifted
	Ready   []Hand     `key:"ready"`                                         // events that wait for their trigger, unseen by the other side
	Penalty []Count    `key:"penalty"`                                       // victory points lost by HQs turned back (SO-F.c)
	Gains   []Hand     `key:"gains"`                                         // replacements of this turn not yet taken (SO-G)
	Delayed []string   `key:"delayed"`                                       // French divisions that come a sequence later (SO-CAM.7)
	Early   []string   `key:"early"`                                         // units that come a sequence earlier by rail (an event)
	Charges int        `key:"charges"`                                       // bridges that are blown without a die (an event)
	Bound   []Bound    `key:"bound"`
}

// Bound is an event that is tied to the combat in a hex.
type Bound struct {
	Event string `key:"event"`
	Hex   string `key:"hex"`
}

// Count is a number for one side.
type Count struct {
	Side table.Seat `key:"side"`
	N    int        `key:"n"`
}

// Hand holds a player's events.
type Hand struct {
	Side   table.Seat `key:"side"`
	Events []string   `key:"events"`
}

// Clone returns a copy that shares nothing that can change.
func (g *Game) Clone() *Game { return g.CloneInto(&Game{}) }

// CloneInto is Clone with the counters in the memory of another position.
func (g *Game) CloneInto(old *Game) *Game {
	c := *g
	c.Units = append(old.Units[:0], g.Units...)
	c.Broken, c.Footbridges = slices.Clone(g.Broken), slices.Clone(g.Footbridges)
	c.Redoubts, c.Holds, c.Doctrines = slices.Clone(g.Redoubts), slices.Clone(g.Holds), slices.Clone(g.Doctrines)
	c.Outcomes, c.Engaged = slices.Clone(g.Outcomes), slices.Clone(g.Engaged)
	c.Fought, c.Captured, c.Petain.Pledged, c.Petain.Units, c.Came = slices.Clone(g.Fought), slices.Clone(g.Captured), slices.Clone(g.Petain.Pledged), slices.Clone(g.Petain.Units), slices.Clone(g.Came)
	c.Attack.Guns = slices.Clone(g.Attack.Guns)
	for i := range c.Attack.Guns {
		c.Attack.Guns[i].Modifiers = slices.Clone(c.Attack.Guns[i].Modifiers)
	}
	k := &c.Campaign
	k.Hands, k.Pools = cloneHands(k.Hands), cloneHands(k.Pools)
	k.Played, k.Gone, k.Backs = slices.Clone(k.Played), slices.Clone(k.Gone), slices.Clone(k.Backs)
	k.Bound, k.Penalty = slices.Clone(k.Bound), slices.Clone(k.Penalty)
	k.Ready, k.Gains, k.Thrown = cloneHands(k.Ready), cloneHands(k.Gains), cloneHands(k.Thrown)
	k.Lifted, k.Delayed, k.Early = slices.Clone(k.Lifted), slices.Clone(k.Delayed), slices.Clone(k.Early)
	return &c
}

func cloneHands(h []Hand) []Hand {
	h = slices.Clone(h)
	for i := range h {
		h[i].Events = slices.Clone(h[i].Events)
	}
	return h
}

// attach attaches a document to a position and works out what follows from both.
func attach(g *Game, d *Document) {
	g.doc, g.net = d, d.net
	g.redraw(g.Patched)
	g.link()
}

// The sides.
const (
	german table.Seat = "german"
	allied table.Seat = "allied"
)

func other(s table.Seat) table.Seat {
	if s == german {
		return allied
	}
	return german
}

// unit returns a counter by id, or nil.
func (g *Game) unit(id string) *Formation {
	if i, ok := g.net.ranks[id]; ok && i < len(g.Units) && g.Units[i].ID == id {
		return &g.Units[i]
	}
	return table.First(g.Units, func(u *Formation) bool { return u.ID == id })
}

// printed returns the values of a counter, to be read only.
func (g *Game) printed(id string) *Unit { return &g.net.units[g.net.index(id)] }

// of returns the ids of a side's counters at a hex ("" for anywhere on the map) that satisfy is.
func (g *Game) of(s table.Seat, hex string, is func(*Formation) bool) []string {
	return table.NamesOf(g.Units, func(u *Formation) bool { return u.Side == s && u.Hex != "" && (hex == "" || u.Hex == hex) && is(u) })
}

// has reports whether a side has a counter in a hex that satisfies is.
func (g *Game) has(s table.Seat, hex string, is func(*Formation) bool) bool {
	if hex == "" {
		return false
	}
	return table.Any(g.Units, func(u *Formation) bool { return u.Hex == hex && u.Side == s && is(u) })
}

// any reports whether some counter satisfies is.
func (g *Game) any(is func(*Formation) bool) bool {
	return table.Any(g.Units, is)
}

// card is what is printed on a counter, with its kind worked out (SO-3d).
type card struct {
	*Unit
	fights, division, regiment, tank, artillery bool
}

func newCard(u *Unit) card {
	c := card{Unit: u}
	switch u.Kind {
	case "division", "cavalry_division", "dismounted_cavalry_division":
		c.fights, c.division = true, true
	case "regiment", "brigade": // the same for every rule (SO-2.2.1a)
		c.fights, c.regiment = true, true
	case "tank", "german_tank":
		c.fights, c.tank = true, true
	case "army_artillery", "corps_artillery":
		c.artillery = true
	}
	return c
}

// link ties each counter to its card, so that kinds need not be looked up by name.
func (g *Game) link() {
	for i := range g.Units {
		g.Units[i].card = &g.net.cards[g.net.index(g.Units[i].ID)]
	}
}

// card returns what is printed on a counter.
func (g *Game) card(u *Formation) *card {
	if u.card != nil {
		return u.card
	}
	return &g.net.cards[g.net.index(u.ID)]
}

// The kinds of counters (SO-3d): fights reports a combat unit, regiment a regiment or brigade.

func (g *Game) kind(u *Formation) string    { return g.card(u).Kind }
func (g *Game) fights(u *Formation) bool    { return g.card(u).fights }
func (g *Game) division(u *Formation) bool  { return g.card(u).division }
func (g *Game) regiment(u *Formation) bool  { return g.card(u).regiment }
func (g *Game) tank(u *Formation) bool      { return g.card(u).tank }
func (g *Game) artillery(u *Formation) bool { return g.card(u).artillery }
func (g *Game) stoss(u *Formation) bool     { return g.kind(u) == "stosstruppen" }
func (g *Game) flies(u *Formation) bool     { return g.kind(u) == "air" }
func (g *Game) hq(u *Formation) bool        { return g.kind(u) == "hq" }

// ground reports whether a counter stands on the map: all do except aircraft.
func (g *Game) ground(u *Formation) bool { return !g.flies(u) }

// support reports whether a counter is a ground support that stands on its own: artillery and HQs, but not Stosstruppen,
// which follow their regiment.
func (g *Game) support(u *Formation) bool { return g.artillery(u) || g.hq(u) }

// whole reports whether a unit is at full strength (SO-12.4b).
func (u *Formation) whole() bool { return u.Lost == 0 }

// elite reports whether a unit is a regiment or brigade of morale 5 or 6 (SO-3i).
func (g *Game) elite(u *Formation) bool {
	return g.regiment(u) && g.morale(u) >= g.limits().EliteMorale.Value
}

// morale returns a counter's morale, lower without artillery (RUL-65); for a tank defending alone, its coordination
// (SO-15.4.1e).
func (g *Game) morale(u *Formation) int {
	p := g.card(u)
	m := p.Morale
	if g.tank(u) {
		m = p.Coordination
	}
	if u.Gunless {
		m += g.modifiers().GunsMorale.Value
	}
	return m
}

// attackOf and defenceOf return the factors of the visible face, halved and rounded up without artillery (SO-S2.8).
func (g *Game) attackOf(u *Formation) int  { return g.factor(u, g.card(u).Attack, 0) }
func (g *Game) defenceOf(u *Formation) int { return g.factor(u, g.card(u).Defence, 1) }

// movementOf returns the current movement of a unit, more without artillery (SO-S2.8).
func (g *Game) movementOf(u *Formation) int {
	if u.Gunless {
		return g.card(u).Movement + g.modifiers().GunsMovement.Value
	}
	return g.card(u).Movement
}

func (g *Game) factor(u *Formation, full, face int) int {
	v := full
	if p := g.card(u); u.Lost > 0 && len(p.Reduced) == 2 {
		v = p.Reduced[face]
	}
	if u.Gunless {
		v = (v + 1) / 2
	}
	return v
}

// steps returns the steps left of a unit.
func (g *Game) steps(u *Formation) int { return g.card(u).Steps - u.Lost }

// nation returns the nation of a counter; Canadians, Australians and New Zealanders count as British (SO-COOP.f, RUL-58).
func (g *Game) nation(u *Formation) string {
	switch n := g.card(u).Nation; n {
	case "canadian", "australian", "new_zealand":
		return "british"
	default:
		return n
	}
}

// doctrine returns the doctrine of a counter's nation: foch, petain or evolving; "" for Germans.
func (g *Game) doctrine(u *Formation) string {
	d, _ := table.Find(g.Doctrines, func(d *NationRule) bool { return d.Nation == g.nation(u) })
	return d.Doctrine
}

// rule reports whether a special rule of the scenario is in force.
func (g *Game) rule(name string) bool { return slices.Contains(g.doc.Scenario.Rules, name) }

// month returns the month of the turn (RUL-9).
func (g *Game) month() string {
	t, _ := table.Find(g.doc.Scenario.Turns, func(t *Turn) bool { return t.Number == g.Number })
	return t.Month
}
