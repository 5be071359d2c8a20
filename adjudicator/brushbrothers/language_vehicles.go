package brushbrothers

import "fieldpost/adjudicator/orders"

// facing is the direction that a vehicle or a gun shows afterwards (BB-R34).
var facing = orders.Param{Name: "facing", Kind: orders.KindDir, Prefix: append(also("face", "face"), also("facing", "vers")...), Optional: true, Help: tr("the final facing", "l'orientation finale")}

// supportWords are the immediate supports of BB-A2.4.
var supportWords = words("assault_aircraft/aviation d'assaut", "strafing/straffing", "heavy_artillery/artillerie lourde", "field_artillery/artillerie de campagne")

// vehicleVerbs are the actions that vehicles, guns and supports bring (BB-3.4f to 3.4h, BB-3.5d, BB-10.8).
var vehicleVerbs = []orders.Verb{
	{Name: "turn", Aliases: also("face", "orienter"), Rule: "BB-10.8", Help: tr("turn a vehicle or a gun", "orienter un véhicule ou un canon"), Example: tr("TK: turn NE", "TK: orienter NE"),
		Args: []orders.Param{{Name: "facing", Kind: orders.KindDir, Help: tr("the new facing", "la nouvelle orientation")}}},
	{Name: "embark", Aliases: append(also("board", "embarquer"), also("hitch", "atteler")...), Rule: "BB-3.4f", Help: tr("get on a vehicle; a gun is hitched to it", "embarquer dans un véhicule ; un canon y est attelé"), Example: tr("G1: embark TR", "G1: embarquer TR"),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Help: tr("the vehicle", "le véhicule")}}},
	{Name: "disembark", Aliases: append(also("alight", "débarquer"), also("unhitch", "dételer")...), Rule: "BB-3.4f", Help: tr("get off a vehicle, into its sector or the next", "débarquer, dans le secteur du véhicule ou à côté"), Example: tr("G1: disembark D5", "G1: débarquer D5"),
		Args: []orders.Param{{Name: "place", Kind: orders.KindPlace, Optional: true, Help: tr("where", "où")}}},
	{Name: "mount", Aliases: also("", "enfourcher"), Rule: "BB-13", Help: tr("mount horses or bicycles; dismount gets off them", "monter à cheval ou à vélo ; démonter en descend"), Example: tr("G1: mount", "G1: enfourcher")},
	{Name: "grenades", Aliases: append(also("grenade", "grenade"), also("mines", "mines")...), Rule: "BB-3.5d", Help: tr("attack a vehicle at 1 UD with grenades or mines; ends the activation", "attaquer un véhicule à 1 UD à la grenade ou à la mine ; clôture l'activation"), Example: tr("G1: grenades north.TK", "G1: grenades north.TK"),
		Args: []orders.Param{{Name: "target", Kind: orders.KindTarget, Help: tr("the vehicle or its sector", "le véhicule ou son secteur")}, withBases}},
	{Name: "support", Aliases: also("call", "appui"), Rule: "BB-3.4h", Help: tr("chief: ask for supports, an action an attempt", "chef : demander des appuis, une action par tentative"), Example: tr("CH: support heavy_artillery at E9", "CH: appui artillerie lourde en E9"),
		Args: []orders.Param{{Name: "types", Kind: orders.KindWord, Repeated: true, Words: supportWords, Help: tr("supports of one type", "appuis d'un même type")},
			{Name: "places", Kind: orders.KindPlace, Prefix: also("at", "en"), Optional: true, Repeated: true, Help: tr("points of impact of artillery", "points d'impact de l'artillerie")},
			{Name: "from", Kind: orders.KindPlace, Prefix: also("from", "de"), Optional: true, Help: tr("where aircraft enter", "entrée des avions")},
			{Name: "to", Kind: orders.KindPlace, Prefix: also("to", "à"), Optional: true, Help: tr("where they leave, on another edge", "sortie, sur un autre bord")},
			{Name: "tries", Kind: orders.KindNumber, Prefix: also("tries", "essais"), Optional: true, Help: tr("attempts at most", "nombre maximal de tentatives")}}},
}

// vehicleStanding answer what vehicles bring up in the enemy's activations.
var vehicleStanding = []orders.Verb{
	{Name: "aside", Aliases: also("", "écart"), Standing: true, Only: true, Rule: "BB-11.10", Help: tr("whether and where to step aside before tracked vehicles", "s'écarter ou non devant les véhicules chenillés, et vers où"), Example: tr("standing aside toward D2", "consigne écart vers D2"),
		Args: []orders.Param{ofUnits, {Name: "how", Kind: orders.KindWord, Optional: true, Words: words("always/toujours", "never/jamais"), Help: tr("always or never", "toujours ou jamais")},
			{Name: "toward", Kind: orders.KindPlace, Prefix: also("toward", "vers"), Optional: true, Help: tr("a sector", "un secteur")}}},
	{Name: "alight", Aliases: also("", "débarquement"), Standing: true, Only: true, Rule: "BB-13.3", Help: tr("where to get off a vehicle that is hit", "où débarquer d'un véhicule touché"), Example: tr("standing alight toward D2", "consigne débarquement vers D2"),
		Args: []orders.Param{ofUnits, {Name: "toward", Kind: orders.KindPlace, Prefix: also("toward", "vers"), Help: tr("a sector", "un secteur")}}},
}
