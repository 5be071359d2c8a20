package brushbrothers

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// vehicleConditions are what lines may wait for of vehicles and of those whom they carry.
var vehicleConditions = []condition{
	{Condition: orders.Condition{Name: "{unit} immobilised", Aliases: also("{unit} immobilized", "{unit} immobilisé"), Args: unitParam, Rule: "BB-11.5", Help: tr("a vehicle is immobilised", "un véhicule est immobilisé")}, Holds: unitIs(func(u *Group) bool { return u.Immobile })},
	{Condition: orders.Condition{Name: "{unit} stunned", Aliases: also("", "{unit} sonné"), Args: unitParam, Rule: "BB-11.5", Help: tr("the crew of a vehicle is stunned", "l'équipage d'un véhicule est sonné")}, Holds: unitIs(func(u *Group) bool { return u.Stunned })},
	{Condition: orders.Condition{Name: "{unit} aboard", Aliases: also("{unit} carried", "{unit} à bord"), Args: unitParam, Rule: "BB-13.2", Help: tr("a GC is carried or towed by a vehicle", "un GC est transporté ou tracté par un véhicule")}, Holds: unitIs(func(u *Group) bool { return u.Aboard != "" })},
	{Condition: orders.Condition{Name: "enemy vehicle at {place}", Aliases: also("", "véhicule ennemi en {place}"), Args: placeParam, Rule: "BB-9.2", Help: tr("an enemy vehicle is seen in a sector", "un véhicule ennemi est vu dans le secteur")}, Holds: placeIs((*Group).vehicle)},
	{Condition: orders.Condition{Name: "support called", Aliases: also("", "appui obtenu"), Rule: "BB-A2.4g", Help: tr("a support of yours strikes when the next turn begins", "un de vos appuis frappera au début du prochain tour")}, Holds: func(k *Game, s table.Seat, _ []table.Arg) bool {
		for _, x := range k.Strikes {
			if x.Side == s {
				return true
			}
		}
		return false
	}},
}
