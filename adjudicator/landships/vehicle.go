package landships

import (
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var (
	vehicleVerbs      []orders.Verb // drive, trot, charge, mount, dismount, enter
	vehicleOrders     []table.Order[*Game]
	marchVerbs        []orders.Verb // move, second, board, leave, ...
	marchOrders       []table.Order[*Game]
	movementDecisions []table.Decision
)

func (g *Game) mayDrive() bool            { return false } // P has a vehicle or cavalry that could move, or arrivals
func (g *Game) mayMarch(second bool) bool { return false } // P has foot that could move

func (g *Game) vehiclePhase(t *table.Table) table.Then { return table.Next } // 4.2
func (g *Game) firstMarch(t *table.Table) table.Then   { return table.Next } // 4.4
func (g *Game) secondMarch(t *table.Table) table.Then  { return table.Next } // 4.10
func (g *Game) repairs(t *table.Table)                 {} // 4.11: LS-6.16g, wheels, bailed-out crews of P that rally

// immobile tells why a vehicle cannot move or turn: a words' key, "" if it can.
func (g *Game) immobile(u *Piece) string { return "" }

// breakDown rolls the type of a breakdown and marks it (LS-6.16d).
func (g *Game) breakDown(t *table.Table, id, rule string) {}

// destroyVehicle takes a vehicle off the map; its tank leader and German crew are lost with it (LS-14.11d).
func (g *Game) destroyVehicle(t *table.Table, id, rule string) {}

// wheelHit is LS-8.67b after the die: a first hit stops the car for repair, a second for good (LS-8.67d).
func (g *Game) wheelHit(t *table.Table, id string) {}

// mineAttack is the attack of a minefield on one counter that enters (LS-6.24a, LS-7.14a, M-21); true: it goes on.
func (g *Game) mineAttack(t *table.Table, id string) bool { return true }

// overstacked tells how many groups of a side a hex holds too many (LS-3.12a), for retreats (LS-3.14a).
func (g *Game) overstacked(s table.Seat, hex string) int { return 0 }

// panicCrew is LS-15.11d and 15.12 once a German tank's crew has failed its test: turn, second die and what follows.
func (g *Game) panicCrew(t *table.Table, id string) {}

// enterHex does what happens whenever a counter comes into a hex, by any movement: wire (LS-6.21a), gas (LS-5.56i), lone
// enemies overrun (LS-14.14a, LS-5.6c), abandoned weapons (LS-13.11c), guns found alone (LS-13.24, A-44).
func (g *Game) enterHex(t *table.Table, id, hex string) {}
