package modernbattles

import "fieldpost/adjudicator/table"

// combatDecisions are the decisions that fire and close combat put to a player.
var combatDecisions = table.Decisions(
	"MB-D6", "MB-D8", "MB-D12", "MB-D13", "MB-D15", "MB-D16", "MB-D17", "MB-D18", "MB-D19", "MB-D20", "MB-D21", "MB-D22", "MB-D23", "MB-D24", "MB-D25", "MB-D27")
