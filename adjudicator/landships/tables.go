package landships

// Constants are the plain numbers of the rules: hexes, movement points, fire strengths, counts.
type Constants struct {
	StackGroups    Constant `json:"stack-groups"`    // LS-3.12a
	StackVehicles  Constant `json:"stack-vehicles"`  // LS-3.12b
	Observe        Constant `json:"observe"`         // LS-5.11b
	ObserveAir     Constant `json:"observe-air"`     // LS-5.12c
	ShrapnelGroups Constant `json:"shrapnel-groups"` // LS-5.32b
	SmokeRadius    Constant `json:"smoke-radius"`    // LS-5.33d
	GasRadius      Constant `json:"gas-radius"`      // LS-5.34c
	WireStrength   Constant `json:"wire-strength"`   // LS-5.55a
	TurnCost       Constant `json:"turn-cost"`       // LS-6.13a
	HardTurnCost   Constant `json:"hard-turn-cost"`  // LS-6.14a
	WhippetShare   Constant `json:"whippet-share"`   // LS-6.14d
	ReverseHexes   Constant `json:"reverse-hexes"`   // LS-6.15b
	MineFS         Constant `json:"mine-fs"`         // LS-7.14a
	CavalryToggle  Constant `json:"cavalry-toggle"`  // LS-6.31a
	ChargeFar      Constant `json:"charge-far"`      // LS-6.34a
	ChargeBlock    Constant `json:"charge-block"`    // LS-6.35a
	FootMA         Constant `json:"foot-ma"`         // LS-2.21e
	FootRoad       Constant `json:"foot-road"`       // LS-7.11b
	WireMR         Constant `json:"wire-mr"`         // LS-7.13a
	FlameCarried   Constant `json:"flame-carried"`   // LS-7.15b
	CrewMR         Constant `json:"crew-mr"`         // LS-2.22a
	FOMR           Constant `json:"fo-mr"`           // LS-2.23c
	BigGunMM       Constant `json:"big-gun-mm"`      // LS-2.42b
	BigGunFS       Constant `json:"big-gun-fs"`      // LS-2.42b
	SmallGunFS     Constant `json:"small-gun-fs"`    // LS-2.42b
	VehicleMGFS    Constant `json:"vehicle-mg-fs"`   // LS-2.42d
	VehicleRange   Constant `json:"vehicle-range"`   // LS-2.42e
	AutoSpot       Constant `json:"auto-spot"`       // LS-8.22a
	ATClose        Constant `json:"at-close"`        // LS-8.58a
	Retreat        Constant `json:"retreat"`         // LS-9.11b
	AircraftUses   Constant `json:"aircraft-uses"`   // LS-11.1c
	AirFighterFS   Constant `json:"air-fighter-fs"`  // LS-11.12b
	AirOtherFS     Constant `json:"air-other-fs"`    // LS-11.12b
	AADice         Constant `json:"aa-dice"`         // LS-11.21c
	AAAbort        Constant `json:"aa-abort"`        // LS-11.21d
	AADestroy      Constant `json:"aa-destroy"`      // LS-11.21d
	EngageMR       Constant `json:"engage-mr"`       // LS-12.2a
	FlameFS        Constant `json:"flame-fs"`        // LS-13.13f
	RestartClear   Constant `json:"restart-clear"`   // LS-15.12e
	TrainingDouble Constant `json:"training-double"` // LS-16.11a
	TrainingYear   Constant `json:"training-year"`   // LS-16.11c
	TrainingLeast  Constant `json:"training-least"`  // LS-16.11c
	RegularsFS     Constant `json:"regulars-fs"`     // LS-16.11d
	RegularsMR     Constant `json:"regulars-mr"`     // LS-16.11d
	MR1918         Constant `json:"mr-1918"`         // LS-16.12a
	StormFS        Constant `json:"storm-fs"`        // LS-16.15b
	StormWR        Constant `json:"storm-wr"`        // LS-16.15d
	HeightRange    Constant `json:"height-range"`    // LS-16.23b
	LeaderRange    Constant `json:"leader-range"`    // LS-16.31b
	PlatoonSpacing Constant `json:"platoon-spacing"` // LS-16.32a
	FighterStrafe  Constant `json:"fighter-strafe"`  // LS-16.41a
}

// Modifiers are the values added to die rolls.
type Modifiers struct {
	ObserverAircraft     Modifier `json:"observer-aircraft"`      // LS-5.12f
	Shrapnel             Modifier `json:"shrapnel"`               // LS-5.32c
	BarrageCavalry       Modifier `json:"barrage-cavalry"`        // LS-5.52a
	GasMorale            Modifier `json:"gas-morale"`             // LS-5.56e
	LeaderBreakdown      Modifier `json:"leader-breakdown"`       // LS-6.16h
	WoodsBreakdown       Modifier `json:"woods-breakdown"`        // LS-6.15d
	RoughBreakdown       Modifier `json:"rough-breakdown"`        // LS-6.23a
	ChargeNear           Modifier `json:"charge-near"`            // LS-6.34a
	ChargeTrench         Modifier `json:"charge-trench"`          // LS-6.34b
	FrightTrench         Modifier `json:"fright-trench"`          // LS-4.2c
	FrightSameHex        Modifier `json:"fright-same-hex"`        // LS-4.2c
	AcquisitionFirst     Modifier `json:"acquisition-first"`      // LS-8.56a
	AcquisitionSecond    Modifier `json:"acquisition-second"`     // LS-8.56a
	PivotAT              Modifier `json:"pivot-at"`               // LS-8.32c
	PivotFire            Modifier `json:"pivot-fire"`             // LS-8.32f
	ATClose              Modifier `json:"at-close"`               // LS-8.58a
	ArtVCar              Modifier `json:"art-v-car"`              // LS-8.59a
	Untrained            Modifier `json:"untrained"`              // LS-13.24c
	Leader               Modifier `json:"leader"`                 // LS-14.11c
	Floor                Modifier `json:"floor"`                  // LS-15.12g
	MGPlatoon            Modifier `json:"mg-platoon"`             // LS-8.65a
	VehicleMGs           Modifier `json:"vehicle-mgs"`            // LS-8.65a
	MGMorale             Modifier `json:"mg-morale"`              // LS-8.65b
	CavalryDefensive     Modifier `json:"cavalry-defensive"`      // LS-8.66b
	OutOfControl         Modifier `json:"out-of-control"`         // LS-6.14e
	FlameMorale          Modifier `json:"flame-morale"`           // LS-13.13f
	StraferGroundFire    Modifier `json:"strafer-ground-fire"`    // LS-11.22b
	StraferAA            Modifier `json:"strafer-aa"`             // LS-11.21d
	BomberAA             Modifier `json:"bomber-aa"`              // LS-11.21d
	AirBonus             Modifier `json:"air-bonus"`              // LS-11.12d
	AssaultTank          Modifier `json:"assault-tank"`           // LS-12.31b
	AssaultMGAttacker    Modifier `json:"assault-mg-attacker"`    // LS-12.32a
	AssaultMGDefender    Modifier `json:"assault-mg-defender"`    // LS-12.32a
	AssaultFlameAttacker Modifier `json:"assault-flame-attacker"` // LS-12.32b
	AssaultFlameDefender Modifier `json:"assault-flame-defender"` // LS-12.32b
	AssaultPinned        Modifier `json:"assault-pinned"`         // LS-12.33c
	GermanCrewBroken     Modifier `json:"german-crew-broken"`     // LS-15.12i
	Grenades             Modifier `json:"grenades"`               // LS-16.13b
	Storm                Modifier `json:"storm"`                  // LS-16.15c
	StormClear           Modifier `json:"storm-clear"`            // LS-16.15e
	ImprovedTrench       Modifier `json:"improved-trench"`        // LS-16.24a
	ImprovedStrongpoint  Modifier `json:"improved-strongpoint"`   // LS-16.24a
}

// Rolls are the simple rolls (appendix B of the rules list).
type Rolls struct {
	Communication      Roll `json:"communication"`       // LS-5.11i
	ScatterDrumfire    Roll `json:"scatter-drumfire"`    // LS-5.41b
	ScatterHurricane   Roll `json:"scatter-hurricane"`   // LS-5.41d
	ScatterSmoke       Roll `json:"scatter-smoke"`       // LS-5.41c
	HEWeapon           Roll `json:"he-weapon"`           // LS-5.53a
	HEVehicle          Roll `json:"he-vehicle"`          // LS-5.54a
	Horses             Roll `json:"horses"`              // LS-5.52b
	WireCut            Roll `json:"wire-cut"`            // LS-5.55a
	WireConfirm        Roll `json:"wire-confirm"`        // LS-5.55b
	WhippetControl     Roll `json:"whippet-control"`     // LS-6.14d
	BreakdownTemporary Roll `json:"breakdown-temporary"` // LS-6.16d
	Repair             Roll `json:"repair"`              // LS-6.16g
	MinesDestroyed     Roll `json:"mines-destroyed"`     // LS-6.24a
	MinesBreakdown     Roll `json:"mines-breakdown"`     // LS-6.24a
	NaturalHit         Roll `json:"natural-hit"`         // LS-8.53d
	Wheel              Roll `json:"wheel"`               // LS-8.67b
	AAHit              Roll `json:"aa-hit"`              // LS-11.21c
	BombWeapon         Roll `json:"bomb-weapon"`         // LS-11.32c
	ATRHit             Roll `json:"atr-hit"`             // LS-13.12c
	ATRBreakdown       Roll `json:"atr-breakdown"`       // LS-13.12c
	FlameVehicle       Roll `json:"flame-vehicle"`       // LS-13.13g
	MGWeakTank         Roll `json:"mg-weak-tank"`        // LS-13.14a
	MGWeakBreakdown    Roll `json:"mg-weak-breakdown"`   // LS-13.14a
	GermanBail         Roll `json:"german-bail"`         // LS-15.12a
	GermanFloor        Roll `json:"german-floor"`        // LS-15.12f
	GermanRally        Roll `json:"german-rally"`        // LS-15.12c
	GrenadesSpent      Roll `json:"grenades-spent"`      // LS-16.13d
}

func (g *Game) constants() *Constants { return &g.doc.Tables.Constants }
func (g *Game) modifiers() *Modifiers { return &g.doc.Tables.Modifiers }
func (g *Game) rolls() *Rolls         { return &g.doc.Tables.Rolls }

// number reads a chart that gives a number for each span: it takes the entry with the greatest From that does not
// exceed n. Below the first entry there is no number.
func number(chart []Number, n int) (value int, ok bool) {
	for _, e := range chart {
		if e.From <= n {
			value, ok = e.Value, true
		}
	}
	return value, ok
}

// nationValue returns the value for a nation, or the value for all others (LS-16.11a).
func nationValue(list []NationValue, nation string) int {
	value := 0
	for _, v := range list {
		if v.Nation == nation {
			return v.Value
		}
		if v.Nation == others {
			value = v.Value
		}
	}
	return value
}

// others stands for the nations that a list does not name.
const others = "others"
