package modernbattles

import "fieldpost/adjudicator/table"

// combatDecisions are the decisions that fire and close combat put to a player.
var combatDecisions = []table.Decision{
	{ID: "MB-D6"},
	{ID: "MB-D8"},
	{ID: "MB-D12"},
	{ID: "MB-D13"},
	{ID: "MB-D15"},
	{ID: "MB-D16"},
	{ID: "MB-D17"},
	{ID: "MB-D18"},
	{ID: "MB-D19"},
	{ID: "MB-D20"},
	{ID: "MB-D21"},
	{ID: "MB-D22"},
	{ID: "MB-D23"},
	{ID: "MB-D24"},
	{ID: "MB-D25"},
	{ID: "MB-D27"},
}
