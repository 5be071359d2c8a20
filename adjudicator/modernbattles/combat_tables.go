package modernbattles

import "fieldpost/adjudicator/table"

// Constants are the plain numbers of the rules; lengths are in tenths of an inch.
type Constants struct {
	ExtremeTimes        Constant `json:"extreme-times"`         // MB-6.3b
	WorstScore          Constant `json:"worst-score"`           // MB-6.3a
	BestScore           Constant `json:"best-score"`            // MB-B9.3
	PoorBS              Constant `json:"poor-bs"`               // MB-6.4a
	OnceScore           Constant `json:"once-score"`            // MB-D15
	AimNear             Constant `json:"aim-near"`              // MB-D16
	ArcHalf             Constant `json:"arc-half"`              // MB-17a
	RearFrom            Constant `json:"rear-from"`             // MB-B18a
	SlowTurret          Constant `json:"slow-turret"`           // MB-17.2c
	AmbushRadius        Constant `json:"ambush-radius"`         // MB-8c
	PanicPercent        Constant `json:"panic-percent"`         // MB-10b
	PanicFriends        Constant `json:"panic-friends"`         // MB-B15b
	PanicFriendSize     Constant `json:"panic-friend-size"`     // MB-B15b
	RallyDistance       Constant `json:"rally-distance"`        // MB-10h
	LookOutDistance     Constant `json:"look-out-distance"`     // MB-B17b
	LookOutSize         Constant `json:"look-out-size"`         // MB-B17b
	LeaderLd            Constant `json:"leader-ld"`             // MB-B25
	OfficerLd           Constant `json:"officer-ld"`            // MB-B25
	OfficerAttacks      Constant `json:"officer-attacks"`       // MB-B25
	HatchSafe           Constant `json:"hatch-safe"`            // MB-D8
	GroupMost           Constant `json:"group-most"`            // MB-B18f
	GroupDistance       Constant `json:"group-distance"`        // MB-B18f
	PursueSafe          Constant `json:"pursue-safe"`           // MB-D23
	ReoccupySafe        Constant `json:"reoccupy-safe"`         // MB-D24
	LeaderInitiative    Constant `json:"leader-initiative"`     // MB-B25
	OfficerDistance     Constant `json:"officer-distance"`      // MB-B17a
	GrenadeReach        Constant `json:"grenade-reach"`         // MB-13d
	SmgTimes            Constant `json:"smg-times"`             // MB-13f
	MeleeStrength       Constant `json:"melee-strength"`        // MB-B13c
	MeleeWsHigher       Constant `json:"melee-ws-higher"`       // MB-B13
	MeleeWsEqual        Constant `json:"melee-ws-equal"`        // MB-B13
	MeleeWsFarLower     Constant `json:"melee-ws-far-lower"`    // MB-B13
	CrewDefence         Constant `json:"crew-defence"`          // MB-B13e
	CrewDefenceStrength Constant `json:"crew-defence-strength"` // MB-B13e
	CrewWs              Constant `json:"crew-ws"`               // MB-B13e
	CrewToughness       Constant `json:"crew-toughness"`        // MB-B27
	GunToughness        Constant `json:"gun-toughness"`         // MB-27a
	GunWounds           Constant `json:"gun-wounds"`            // MB-B10a
	SplintersHE         Constant `json:"splinters-he"`          // MB-27d
	SplintersHeat       Constant `json:"splinters-heat"`        // MB-27d
	CrewPercent         Constant `json:"crew-percent"`          // MB-24b
	ExplosionLight      Constant `json:"explosion-light"`       // MB-24g
	ExplosionHeavy      Constant `json:"explosion-heavy"`       // MB-24g
	SmokeRadius         Constant `json:"smoke-radius"`          // MB-B19
	SmokeCalibre        Constant `json:"smoke-calibre"`         // MB-B19
	SniperCover         Constant `json:"sniper-cover"`          // MB-B20
	MineStrength        Constant `json:"mine-strength"`         // MB-B21
	MineArmour          Constant `json:"mine-armour"`           // MB-B21
	StrafingLength      Constant `json:"strafing-length"`       // MB-B22
	StrafingWidth       Constant `json:"strafing-width"`        // MB-B22
	StrafingShots       Constant `json:"strafing-shots"`        // MB-B22
	StrafingStrength    Constant `json:"strafing-strength"`     // MB-B22
	BombStrength        Constant `json:"bomb-strength"`         // MB-B22
	BombBS              Constant `json:"bomb-bs"`               // MB-B22
	CrewOut             Constant `json:"crew-out"`              // MB-B23
	CrewFull            Constant `json:"crew-full"`             // MB-B7l
	CrewFullHeavy       Constant `json:"crew-full-heavy"`       // MB-B7l
	SpottedMoved        Constant `json:"spotted-moved"`         // MB-35e
	SpottedStill        Constant `json:"spotted-still"`         // MB-35e
	SpottedLarge        Constant `json:"spotted-large"`         // MB-35e
	VictoryObjective    Constant `json:"victory-objective"`     // MB-B24
	VictoryPoints       Constant `json:"victory-points"`        // MB-B24
	VictoryMargin       Constant `json:"victory-margin"`        // MB-B24
	VictoryNear         Constant `json:"victory-near"`          // MB-B24
	HaulLight           Constant `json:"haul-light"`            // MB-B7l
	HaulMedium          Constant `json:"haul-medium"`           // MB-B7l
	HaulHeavy           Constant `json:"haul-heavy"`            // MB-B7l
	ColumnDistance      Constant `json:"column-distance"`       // MB-B3d
	BuildingCost        Constant `json:"building-cost"`         // MB-B7i
	ClimbCost           Constant `json:"climb-cost"`            // MB-B7b
	BoardDistance       Constant `json:"board-distance"`        // MB-B7j
	HitchDistance       Constant `json:"hitch-distance"`        // MB-B7k
	PutAside            Constant `json:"put-aside"`             // MB-B7e
}

// Modifiers are added to chances, dice and values.
type Modifiers struct {
	Large         Modifier `json:"large"`          // MB-6.1a
	Grouped       Modifier `json:"grouped"`        // MB-6.1a
	SameTarget    Modifier `json:"same-target"`    // MB-6.1b
	Moving        Modifier `json:"moving"`         // MB-6.1c
	Long          Modifier `json:"long"`           // MB-6.1d
	Extreme       Modifier `json:"extreme"`        // MB-6.1e
	LightCover    Modifier `json:"light-cover"`    // MB-6.1f
	HeavyCover    Modifier `json:"heavy-cover"`    // MB-6.1g
	Indirect      Modifier `json:"indirect"`       // MB-28a
	Corrected     Modifier `json:"corrected"`      // MB-29a
	SplinterLight Modifier `json:"splinter-light"` // MB-B11b
	SplinterHeavy Modifier `json:"splinter-heavy"` // MB-B11b
	DefendedLight Modifier `json:"defended-light"` // MB-14a
	DefendedHeavy Modifier `json:"defended-heavy"` // MB-14a
	TankCrew      Modifier `json:"tank-crew"`      // MB-25b
	Rear          Modifier `json:"rear"`           // MB-23b
	Flank         Modifier `json:"flank"`          // MB-23b
	NoHelmets     Modifier `json:"no-helmets"`     // MB-7b
	Flag          Modifier `json:"flag"`           // MB-15c
}

// Dice are the simple dice.
type Dice struct {
	Splinters      Die `json:"splinters"`       // MB-B11b
	SmokeClears    Die `json:"smoke-clears"`    // MB-B19
	FireInferno    Die `json:"fire-inferno"`    // MB-24e
	FireOut        Die `json:"fire-out"`        // MB-24e
	InfernoSurvive Die `json:"inferno-survive"` // MB-24f
	InfernoExplode Die `json:"inferno-explode"` // MB-24f
	InfernoOut     Die `json:"inferno-out"`     // MB-24f
	Explosion      Die `json:"explosion"`       // MB-24g
	ATGrenadeSlip  Die `json:"at-grenade-slip"` // MB-25c
	ATGrenadeHit   Die `json:"at-grenade-hit"`  // MB-25c
	Cargo          Die `json:"cargo"`           // MB-34a
	Tow            Die `json:"tow"`             // MB-R36
	MineFigure     Die `json:"mine-figure"`     // MB-B21
	MineVehicle    Die `json:"mine-vehicle"`    // MB-B21
	Strafing       Die `json:"strafing"`        // MB-B22
}

func (g *Game) constants() *Constants { return &g.doc.Combat.Constants }
func (g *Game) modifiers() *Modifiers { return &g.doc.Combat.Modifiers }
func (g *Game) dice() *Dice           { return &g.doc.Combat.Dice }

// harder adds a modifier to the score to be thrown: the rulebook's -1 raises it by one.
func harder(need table.Sum, m Modifier) table.Sum {
	return need.Plus("modifier."+m.ID, -m.Value, m.Rule)
}

// helped adds a modifier to a die or a value.
func helped(sum table.Sum, m Modifier) table.Sum {
	return sum.Plus("modifier."+m.ID, m.Value, m.Rule)
}

// comes reports whether a simple die succeeds. A result above the highest face counts as that face if the die succeeds on it:
// a modified 7 is still a success.
func (d Die) comes(n int) bool { return n >= d.Low && (n <= d.High || d.High == d.Sides) }

// entry looks up the number of a span in a chart.
func entry(chart []Entry, n int) int {
	value := 0
	for _, e := range chart {
		if e.From <= n {
			value = e.Value
		}
	}
	return value
}

// never is a score that no die can throw.
const never = 7

// woundScore returns what a hit of a strength needs against a toughness, at most what a die can throw (MB-B10).
func (g *Game) woundScore(strength, toughness int) int {
	return entry(g.doc.Combat.Wounds, toughness-strength)
}

// saveScore returns what the owner needs to save armour from a strength (MB-21). A 1 is an automatic save; never means no save.
func (g *Game) saveScore(strength, armour int) int {
	if strength <= 0 {
		return 1
	}
	rows := g.doc.Combat.Saves
	for i := range rows {
		if rows[i].Strength == strength || i == len(rows)-1 {
			if armour < len(rows[i].Needs) {
				return rows[i].Needs[armour]
			}
			return rows[i].Needs[len(rows[i].Needs)-1]
		}
	}
	return never
}

// template returns the radius of a blast in tenths of an inch, and the figures in a building that it covers (MB-B11).
func (g *Game) template(id string) Template {
	t, _ := table.Find(g.doc.Combat.Templates, func(t *Template) bool { return t.ID == id })
	return t
}

// result returns the key of the word for an outcome.
func result(yes bool, good, bad string) string {
	if yes {
		return "result." + good
	}
	return "result." + bad
}

// part returns a fraction of a strength, a half or a quarter by its divisor, rounded up and never below 1 (MB-R32).
func part(strength, by int) int { return max(1, (strength+by-1)/by) }

// inches converts inches to tenths of an inch.
func inches(n int) int { return 10 * n }
