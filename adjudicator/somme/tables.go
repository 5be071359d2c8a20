package somme

import "fieldpost/adjudicator/table"

// Modifiers are the values added to dice of bombardment, mastery, disengagement and others.
type Modifiers struct {
	BombardBruchmuller    Modifier `json:"bombard-bruchmuller"`     // SO-15.2.2i
	BombardTrench         Modifier `json:"bombard-trench"`          // SO-15.2.2i
	BombardTown           Modifier `json:"bombard-town"`            // SO-15.2.2i
	BombardPetain         Modifier `json:"bombard-petain"`          // SO-15.2.2i
	DefenceTrench         Modifier `json:"defence-trench"`          // SO-12.2.6b
	DefenceRedoubt        Modifier `json:"defence-redoubt"`         // SO-12.2.6b
	DefenceElite          Modifier `json:"defence-elite"`           // SO-12.2.6b
	DefenceOwnAir         Modifier `json:"defence-own-air"`         // SO-12.2.6b
	DefenceEnemyAir       Modifier `json:"defence-enemy-air"`       // SO-12.2.6b
	DefenceDisorganised   Modifier `json:"defence-disorganised"`    // SO-12.2.6b
	DefenceBruchmuller    Modifier `json:"defence-bruchmuller"`     // SO-12.2.6b
	DefenceFoch           Modifier `json:"defence-foch"`            // SO-12.2.6b
	DefenceMixed          Modifier `json:"defence-mixed"`           // SO-12.2.6b
	DefenceHaig           Modifier `json:"defence-haig"`            // SO-C.3d
	AttackStoss           Modifier `json:"attack-stoss"`            // SO-12.2.6c
	AttackElite           Modifier `json:"attack-elite"`            // SO-12.2.6c
	AttackOwnAir          Modifier `json:"attack-own-air"`          // SO-12.2.6c
	AttackEnemyAir        Modifier `json:"attack-enemy-air"`        // SO-12.2.6c
	AttackMixed           Modifier `json:"attack-mixed"`            // SO-12.2.6c
	AttackFoch            Modifier `json:"attack-foch"`             // SO-12.2.6c
	AttackPetain          Modifier `json:"attack-petain"`           // SO-12.2.6c
	AttackMorale3         Modifier `json:"attack-morale-3"`         // SO-12.2.6c
	AttackMorale2         Modifier `json:"attack-morale-2"`         // SO-12.2.6c
	AttackCanadianCavalry Modifier `json:"attack-canadian-cavalry"` // SO-C.3d
	DisengageMorale2      Modifier `json:"disengage-morale-2"`      // SO-13.0c
	DisengageMorale3      Modifier `json:"disengage-morale-3"`      // SO-13.0c
	DisengageMorale5      Modifier `json:"disengage-morale-5"`      // SO-13.0c
	DisengageMorale6      Modifier `json:"disengage-morale-6"`      // SO-13.0c
	DisengageMobile       Modifier `json:"disengage-mobile"`        // SO-13.0c
	DisengageTrench       Modifier `json:"disengage-trench"`        // SO-13.0c
	DisengageTown         Modifier `json:"disengage-town"`          // SO-13.0c
	DisengageSurrounded   Modifier `json:"disengage-surrounded"`    // SO-13.0c
	DisengageDisorganised Modifier `json:"disengage-disorganised"`  // SO-13.0c
	FootbridgeEnemy       Modifier `json:"footbridge-enemy"`        // SO-11.2.4.1b
	FootbridgeFriend      Modifier `json:"footbridge-friend"`       // SO-11.2.4.1b
	FootbridgeRiviere     Modifier `json:"footbridge-riviere"`      // SO-11.2.4.1b
	BridgeZOC             Modifier `json:"bridge-zoc"`              // SO-11.2.5f
	GunsRail              Modifier `json:"guns-rail"`               // SO-S2.8
	GunsRoad              Modifier `json:"guns-road"`               // SO-S2.8
	GunsTerrain           Modifier `json:"guns-terrain"`            // SO-S2.8
	GunsMorale            Modifier `json:"guns-morale"`             // SO-S2.8
	GunsMovement          Modifier `json:"guns-movement"`           // SO-S2.8
	AirTurn1              Modifier `json:"air-turn-1"`              // SO-17.1b
	AirTurn4              Modifier `json:"air-turn-4"`              // SO-17.1b
	AirBaron              Modifier `json:"air-baron"`               // SO-17.1b
	ReplaceGerman5        Modifier `json:"replace-german-5"`        // SO-G.a
	ReplaceAllied4        Modifier `json:"replace-allied-4"`        // SO-G.a
	FogDamage             Modifier `json:"fog-damage"`              // SO-10b
	FochDamage            Modifier `json:"foch-damage"`             // SO-12.2.5c
}

// Limits are the plain numbers of the rules: stacking, radii, markers.
type Limits struct {
	Stacking             Limit `json:"stacking"`              // SO-4a
	StackFull            Limit `json:"stack-full"`            // SO-4a
	StackReduced         Limit `json:"stack-reduced"`         // SO-4a
	StackRegiment        Limit `json:"stack-regiment"`        // SO-4a
	SourceRadius         Limit `json:"source-radius"`         // SO-9.1g
	BridgeEnemy          Limit `json:"bridge-enemy"`          // SO-11.2.5b
	FootbridgeNear       Limit `json:"footbridge-near"`       // SO-11.2.4.1b
	FootbridgeTries      Limit `json:"footbridge-tries"`      // SO-11.2.4.1e
	FootbridgeGerman     Limit `json:"footbridge-german"`     // SO-11.2.4.1e
	FootbridgeAllied     Limit `json:"footbridge-allied"`     // SO-11.2.4.2a
	ReserveGerman        Limit `json:"reserve-german"`        // SO-11.2.8b
	ReserveAllied        Limit `json:"reserve-allied"`        // SO-11.2.8b
	LeadMorale           Limit `json:"lead-morale"`           // SO-12.2.3b
	CancelLosses         Limit `json:"cancel-losses"`         // SO-12.2.3c
	EliteMorale          Limit `json:"elite-morale"`          // SO-3i
	ReactionRange        Limit `json:"reaction-range"`        // SO-12.2.6f
	MarkerRange          Limit `json:"marker-range"`          // SO-12.2.6j
	OffensiveCombats     Limit `json:"offensive-combats"`     // SO-15.2.2c
	CBArmyWorth          Limit `json:"cb-army-worth"`         // SO-12.2.2c
	AirRange             Limit `json:"air-range"`             // SO-17.1f
	AirPerHex            Limit `json:"air-per-hex"`           // SO-17.1e
	HutierStoss          Limit `json:"hutier-stoss"`          // SO-HUT.b
	HutierReserve        Limit `json:"hutier-reserve"`        // SO-HUT.e
	HQArrivals           Limit `json:"hq-arrivals"`           // SO-S2.2
	PetainDisengagements Limit `json:"petain-disengagements"` // SO-S2.7
	PetainAttacks        Limit `json:"petain-attacks"`        // SO-S2.7
	MeadowRolls          Limit `json:"meadow-rolls"`          // SO-CAM.6
	AmiensRail           Limit `json:"amiens-rail"`           // SO-S2.13
	Hand                 Limit `json:"hand"`                  // SO-C.3c
	StossPoints          Limit `json:"stoss-points"`          // SO-P.3a
	ReserveHQ            Limit `json:"reserve-hq"`            // SO-D.3b
	ReserveClear         Limit `json:"reserve-clear"`         // SO-D.3b
}

// Costs are the damage points that losses take.
type Costs struct {
	Regiment         Cost `json:"regiment"`          // SO-12.2.8a
	Division         Cost `json:"division"`          // SO-12.2.8b
	AmericanRegiment Cost `json:"american_regiment"` // SO-12.2.8c
	AmericanDivision Cost `json:"american_division"` // SO-12.2.8c
	Disorganise      Cost `json:"disorganise"`       // SO-12.2.8d
	Stosstruppen     Cost `json:"stosstruppen"`      // SO-12.2.8f
	GermanTank       Cost `json:"german_tank"`       // RUL-49
}

// Chances are the simple die rolls.
type Chances struct {
	Footbridge Chance `json:"footbridge"`  // SO-11.2.4.1a
	Bridge     Chance `json:"bridge"`      // SO-11.2.5c
	AirReturn  Chance `json:"air-return"`  // SO-17.1g
	GunsArrive Chance `json:"guns-arrive"` // SO-S2.8
}

// Enter holds the costs of hexes (SO-11.1.1b), of a hex entered along a road, and what shell holes and interdiction add.
type Enter struct {
	Clear        Price `json:"clear"`
	Wood         Price `json:"wood"`
	Village      Price `json:"village"`
	Town         Price `json:"town"`
	Meadow       Price `json:"meadow"`       // SO-CAM.6
	Flooded      Price `json:"flooded"`      // SO-CAM.6
	Sea          Price `json:"sea"`          // SO-2.1c
	ShellHoles   Price `json:"shell_holes"`  // SO-11.1.1b
	Road         Price `json:"road"`         // SO-11.1.3a
	Interdiction Price `json:"interdiction"` // SO-17.2a
}

// Cross holds the costs of hexsides.
type Cross struct {
	Riviere          Price `json:"riviere"`            // SO-11.1.1b
	Canal            Price `json:"canal"`              // RUL-26
	CrestUp          Price `json:"crest_up"`           // SO-11.3.1.2b
	CrestDown        Price `json:"crest_down"`         // GAP-2
	RailBridgeFleuve Price `json:"rail_bridge_fleuve"` // SO-11.1.4b
	FootbridgeFleuve Price `json:"footbridge_fleuve"`  // SO-11.2.4.1f
}

// Shifts move the column of the odds.
type Shifts struct {
	DefenderWood    Shift `json:"defender_wood"`    // SO-12.2.4e
	DefenderVillage Shift `json:"defender_village"` // SO-12.2.4f
	BehindRiviere   Shift `json:"behind_riviere"`   // SO-12.2.4j
	Fort            Shift `json:"fort"`             // SO-12.2.4l
	FloodedMeadow   Shift `json:"flooded_meadow"`   // SO-CAM.6
	Stoss           Shift `json:"stoss"`            // SO-12.2.4m
	Unsupplied      Shift `json:"unsupplied"`       // SO-12.2.4o
	Foch            Shift `json:"foch"`             // SO-12.2.4p
	Concentric      Shift `json:"concentric"`       // SO-12.2.4r
	CanadianCavalry Shift `json:"canadian_cavalry"` // SO-C.3d
}

// Factors multiply the factors of units.
type Factors struct {
	DefenderTown   Factor `json:"defender_town"`   // SO-12.2.4g
	DefenderTrench Factor `json:"defender_trench"` // SO-12.2.4h
	BelowCrest     Factor `json:"below_crest"`     // SO-12.2.4i
	BehindFleuve   Factor `json:"behind_fleuve"`   // SO-12.2.4k
}

func (g *Game) modifiers() *Modifiers { return &g.doc.Tables.Modifiers }
func (g *Game) limits() *Limits       { return &g.doc.Tables.Limits }
func (g *Game) costs() *Costs         { return &g.doc.Tables.Costs }
func (g *Game) chances() *Chances     { return &g.doc.Tables.Chances }

// reserveLimit returns how many reserve markers a side has (SO-11.2.8b).
func (g *Game) reserveLimit(s table.Seat) int {
	if s == german {
		return g.limits().ReserveGerman.Value
	}
	return g.limits().ReserveAllied.Value
}
