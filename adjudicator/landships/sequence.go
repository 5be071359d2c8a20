package landships

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// sequence is the sequence of play (LS-4), with the rulebook's numbers. P is the player whose turn it is, N the other.
// Vehicles go before cavalry (LS-4.2a). Vehicles that are to close assault are in the enemy's hex by then (LS-4.2b).
// Charge fright follows the cavalry's moves (LS-4.2e). The set-up is skipped once the game is under way. The step
// "flights" shows P's aircraft to N before he orders his small arms, as far as P lets them be seen so early.
var sequence = []table.Step[*Game]{
	{Name: "setup", Who: (*Game).deployers, Play: (*Game).deployment, Opening: true},
	{Name: "turn", Play: (*Game).beginPlayerTurn},
	{Name: "4.1", Who: (*Game).gunners, Play: ordered("4.1", (*Game).barragePhase)},
	{Name: "4.2", Who: (*Game).drivers, In: fields(motor...), Play: ordered("4.2", (*Game).vehiclePhase)},
	{Name: "4.2c", Who: (*Game).riders, In: fields("CAV", "CAVMG"), Play: (*Game).cavalryPhase},
	{Name: "4.3", Who: (*Game).antiTankGunners, In: fields(motor...), Play: (*Game).antiTankPhase},
	{Name: "4.4", Who: (*Game).marchers, Play: ordered("4.4", (*Game).firstMarch)},
	{Name: "flights", Play: (*Game).showFlights},
	{Name: "4.5", Who: (*Game).riflemen, Play: (*Game).smallArmsPhase},
	{Name: "4.6", Play: (*Game).recoverPassive},
	{Name: "4.7", Who: (*Game).pilots, In: fields("AIR"), Play: ordered("4.7", (*Game).placeAircraft)},
	{Name: "4.7b", Who: (*Game).interceptors, In: fields("AIR"), Play: (*Game).airPhase},
	{Name: "4.8", Who: (*Game).stormers, Play: ordered("4.8", (*Game).closeAssaultPhase)},
	{Name: "4.9", Who: (*Game).firers, Play: ordered("4.9", (*Game).offensivePhase)},
	{Name: "4.10", Who: (*Game).secondMarchers, Play: ordered("4.10", (*Game).secondMarch)},
	{Name: "4.11", Play: (*Game).endPlayerTurn},
}

// motor are the classes that the vehicle phase is for.
var motor = []string{"TNK", "AC", "TRK"}

// fields reports whether a scenario has units of some classes, on the map or to come.
func fields(classes ...string) func(*Game) bool {
	return func(g *Game) bool {
		return slices.ContainsFunc(g.doc.Scenario.Units, func(u Unit) bool { return slices.Contains(classes, u.Class) })
	}
}

// The rhythms, by name.
const (
	faithful = "faithful-5"
	doctrine = "doctrine-2"
	oneMail  = "one-mail"
)

// defensive are the steps of N for which a mail comes in the faithful rhythm only, or if N has asked for it (interrupt).
var defensive = []string{"4.3", "4.5", "4.7b"}

// rhythms are the three modes of play: the same rules and the same dice, with fewer or more mails.
var rhythms = []table.Rhythm{
	{Name: faithful,
		Mails: []table.Mail{{Phases: []string{"setup"}}, {Phases: []string{"4.1", "4.2", "4.2c"}}, {Phases: []string{"4.3"}}, {Phases: []string{"4.4", "4.7"}}, {Phases: []string{"4.5", "4.7b"}}, {Phases: []string{"4.8", "4.9", "4.10"}}}},
	{Name: doctrine,
		Mails:   []table.Mail{{Phases: []string{"setup"}}, {Phases: []string{"4.1", "4.2", "4.2c", "4.4", "4.7"}}, {Phases: []string{"4.8", "4.9", "4.10"}}},
		Settled: defensive},
	{Name: oneMail,
		Mails:   []table.Mail{{Phases: []string{"setup"}}, {Phases: []string{"4.1", "4.2", "4.2c", "4.4", "4.7", "4.8", "4.9", "4.10"}}},
		Settled: defensive},
}

// asked reports whether N is asked for orders in a defensive phase: always in the faithful rhythm; in the others if
// the side asked for it and its condition is met.
func (g *Game) asked(phase string) bool {
	n := g.passive()
	return g.Rhythm == faithful || slices.ContainsFunc(g.Interrupts, func(i Interrupt) bool {
		return i.Side == n && i.Phase == phase && g.near(n, i.Within, func(u *Piece) bool { return u.group() || u.vehicle() }) > i.More
	})
}

// near counts the enemies of a side that satisfy is and stand within a number of hexes of any of its counters.
func (g *Game) near(s table.Seat, hexes int, is func(*Piece) bool) int {
	return len(g.of(g.other(s), "", func(e *Piece) bool {
		return is(e) && g.has(s, "", func(u *Piece) bool { return g.distance(u.Hex, e.Hex) <= hexes })
	}))
}

// Who orders in each phase. A phase in which nothing can be ordered is skipped (LS-4.0c), which never changes a
// result.

func (g *Game) gunners() []table.Seat        { return g.phasing(g.mayBarrage()) }
func (g *Game) drivers() []table.Seat        { return g.phasing(g.mayDrive()) }
func (g *Game) riders() []table.Seat         { return g.phasing(g.mayRide()) }
func (g *Game) marchers() []table.Seat       { return g.phasing(g.mayMarch(false)) }
func (g *Game) pilots() []table.Seat         { return g.phasing(g.mayFly(g.Phasing)) }
func (g *Game) stormers() []table.Seat       { return g.phasing(g.mayStorm()) }
func (g *Game) firers() []table.Seat         { return g.phasing(g.mayFire(g.Phasing, "4.9")) }
func (g *Game) secondMarchers() []table.Seat { return g.phasing(g.mayMarch(true)) }

func (g *Game) antiTankGunners() []table.Seat {
	return g.waiting(g.asked("4.3") && g.mayFire(g.passive(), "4.3"))
}

func (g *Game) riflemen() []table.Seat {
	return g.waiting(g.asked("4.5") && g.mayFire(g.passive(), "4.5"))
}

func (g *Game) interceptors() []table.Seat {
	return g.waiting(g.Rhythm == faithful && g.mayIntercept(g.passive()))
}

func (g *Game) phasing(may bool) []table.Seat {
	return table.Only(may && g.Number != 0, g.Phasing)
}

func (g *Game) waiting(may bool) []table.Seat {
	return table.Only(may && g.Number != 0, g.passive())
}

// beginPlayerTurn is LS-4.0b: the first player's player-turn, then the second's, in which he is P (LS-4.12a), and so
// on. Everything that lasted for one player-turn ends.
func (g *Game) beginPlayerTurn(t *table.Table) table.Then {
	if g.Number > 0 && g.Half == 1 {
		g.Half = 2
	} else {
		g.Number, g.Half = g.Number+1, 1
	}
	g.Phasing = g.Camps[g.Half-1].Seat
	g.clearPlayerTurn()
	t.Report("LS-4.0b", "player-turn", g.opening()...)
	return table.Next
}

// opening returns what is reported when a player-turn begins. It includes the current points unless a breakdown's
// nature may be secret (LS-6.16j), because the points would betray it.
func (g *Game) opening() []table.FactArg {
	args := []table.FactArg{table.A("turn", g.Number), table.A("of", g.Length), table.A("side", g.Phasing), table.A("counted", !g.in("LS-6.16j"))}
	if g.in("LS-6.16j") {
		return args
	}
	for _, s := range g.seats() {
		args = append(args, table.A(string(s), g.score(s)))
	}
	return args
}

// clearPlayerTurn resets whatever counted only within a player-turn.
func (g *Game) clearPlayerTurn() {
	for u := range table.All(g.Units) {
		u.Fired, u.Pivoted, u.Shelled = nil, "", false
		u.AA, u.Aborted = 0, false
		if g.Half == 1 { // a truck's move counts for the whole game turn (LS-8.55e)
			u.Moved = false
		}
		if u.Side == g.Phasing {
			u.Moved, u.Hexes, u.Charge = false, 0, 0
		}
	}
	for i := range g.Camps {
		g.Camps[i].Spent = 0
	}
	g.Marches, g.Fought, g.Fright, g.Called = nil, nil, nil, nil
	g.Impacts = slices.DeleteFunc(g.Impacts, func(i Impact) bool { return i.Plane == "" })
}

// ordered plays a phase of P after handling the lines that may stand in any mail: giving up, and the wish to be asked
// in a defensive phase.
func ordered(phase string, play func(*Game, *table.Table) table.Then) func(*Game, *table.Table) table.Then {
	return func(g *Game, t *table.Table) table.Then {
		p := g.Phasing
		t.Sift()
		for _, l := range t.Pending(p, phase) {
			if l.Verb != "surrender" && l.Verb != "interrupt" || !t.Holds(p, l) {
				continue
			}
			t.Done(p, l)
			if r := t.Allowed(p, l); r != nil {
				t.Refuse(p, l, r)
				continue
			}
			if l.Verb == "surrender" {
				g.camp(p).GaveUp = true
				t.Report("LS-4.0b", "surrender", table.A("side", p))
				return table.Over(table.Ending{Winner: g.other(p), Rule: "LS-4.0b", Why: "ls.surrender"})
			}
			g.wishes(p, l)
		}
		return play(g, t)
	}
}

// endPlayerTurn is LS-4.11: P's pins come off, repairs are tried, N's gas and smoke are removed. After the second
// player-turn of the last game turn the points are counted.
func (g *Game) endPlayerTurn(t *table.Table) table.Then {
	g.recoverPhasing(t)
	g.repairs(t)
	g.clearClouds(t)
	g.forgetResistance()
	if g.Half == 2 && g.Number >= g.Length {
		return table.Over(g.verdict(t))
	}
	return table.NextTurn
}
