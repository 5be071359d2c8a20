package modernbattles

import "fieldpost/adjudicator/table"

// combatDecisions are the rows of the table of decisions that fire and close combat put.
var combatDecisions = []table.Decision{
	{ID: "MB-D6", Title: tr("charged: hold or flee", "chargé : tenir ou fuir"), Default: tr("hold", "tenir")},
	{ID: "MB-D8", Title: tr("the hatches of a tank", "les trappes d'un char"), Default: tr("open with no enemy on foot within 12 inches", "ouvertes s'il n'y a pas d'ennemi à pied à 12 pouces ou moins")},
	{ID: "MB-D12", Title: tr("the target of weapons without an order", "la cible des armes sans ordre"), Default: tr("the nearest visible enemy that can be hurt", "l'ennemi visible le plus proche qui peut être touché")},
	{ID: "MB-D13", Title: tr("poor shots: half the shots, to hit on a 6", "mauvais tireurs : moitié moins de tirs, touchant sur 6"), Default: tr("yes, whenever the score is 7", "oui, chaque fois qu'il faut 7")},
	{ID: "MB-D15", Title: tr("the worst score for weapons of a single use", "le pire score pour les armes à usage unique"), Default: tr("4, at vehicles", "4, contre les véhicules")},
	{ID: "MB-D16", Title: tr("a mortar or battery without an order", "un mortier ou une batterie sans ordre"), Default: tr("the last aim point if an enemy is within 3 inches of it, else none", "le dernier point visé si un ennemi est à 3 pouces ou moins, sinon rien")},
	{ID: "MB-D17", Title: tr("the test of correction", "le test de réglage"), Default: tr("always", "toujours")},
	{ID: "MB-D18", Title: tr("the man that a sniper hits", "l'homme que vise un tireur embusqué"), Default: tr("officer, radio operator, crew, machine gunner", "officier, opérateur radio, servant, mitrailleur")},
	{ID: "MB-D19", Title: tr("who is lost among equals", "qui est perdu parmi des égaux"), Default: tr("plain rifles first", "les simples fusils d'abord")},
	{ID: "MB-D20", Title: tr("a panic test failed on purpose", "un test de panique manqué exprès"), Default: tr("never", "jamais")},
	{ID: "MB-D21", Title: tr("a combat lost in cover: flee or be suppressed", "un combat perdu à couvert : fuir ou être secouée"), Default: tr("suppressed", "secouée")},
	{ID: "MB-D22", Title: tr("what men fight with", "avec quoi combattent les hommes"), Default: tr("chargers: submachine gun, bayonet, grenade; others: grenades; anti-tank grenades at vehicles", "chargeurs : mitraillette, baïonnette, grenade ; les autres : grenades ; grenades antichars contre les véhicules")},
	{ID: "MB-D23", Title: tr("pursue or stay", "poursuivre ou rester"), Default: tr("pursue if no other enemy is within 12 inches", "poursuivre si aucun autre ennemi n'est à 12 pouces ou moins")},
	{ID: "MB-D24", Title: tr("a crew on foot: back to what it left", "un équipage à pied : retour à ce qu'il a quitté"), Default: tr("back, with no enemy within 12 inches", "retour, s'il n'y a pas d'ennemi à 12 pouces ou moins")},
	{ID: "MB-D25", Title: tr("encirclement: a second try with the leader's initiative", "encerclement : un second essai avec l'initiative du chef"), Default: tr("yes where the move leads to cover or an objective", "oui si le mouvement mène à un couvert ou un objectif")},
	{ID: "MB-D27", Title: tr("a flag: a failed panic test again", "un drapeau : relancer un test de panique manqué"), Default: tr("yes", "oui")},
}
