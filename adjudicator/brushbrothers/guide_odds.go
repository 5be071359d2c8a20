package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// odds is a chance in billionths: exact to nine digits, however many dice are in it.
type odds int64

// sure is the chance of what always happens.
const sure odds = 1_000_000_000

// sixths returns the chance of n sides of a die.
func sixths(n int) odds { return sure * odds(min(max(n, 0), 6)) / 6 }

// and returns the chance that two things both happen, neither of which depends on the other.
func (o odds) and(p odds) odds { return (o*p + sure/2) / sure }

// not returns the chance that it does not happen.
func (o odds) not() odds { return sure - o }

// every returns the chance that it happens n times in a row.
func (o odds) every(n int) odds {
	all := sure
	for range n {
		all = all.and(o)
	}
	return all
}

// fine is the denominator of the chances that players are told.
const fine = 100_000

// likely makes a chance for a player: that of a fact of an action of a GC. Only what cannot fail is told as certain.
func likely(result string, p odds, u *Group, action string, told func(table.Fact) bool) table.Likelihood {
	n := int64(min(p, sure)) * fine / int64(sure)
	if p < sure {
		n = min(n, fine-1)
	}
	during := u.ID + "/" + action
	return table.Likelihood{Result: result, Num: n, Den: fine, Told: func(f table.Fact) bool {
		return strings.HasPrefix(f.At, during) && told(f)
	}}
}

// is makes a condition for facts of a kind that tell of a unit.
func is(unit string, kinds ...string) func(table.Fact) bool {
	return func(f table.Fact) bool { return f.Text("unit") == unit && slices.Contains(kinds, f.Kind) }
}

// yes reports whether an argument of a fact is true.
func yes(f table.Fact, name string) bool {
	return slices.ContainsFunc(f.Args, func(a table.FactArg) bool { return a.Name == name && a.Value == true })
}

// hits returns the chances of 0, 1 ... n hits of n dice that hit with a chance p.
func hits(n int, p odds) []odds {
	row := []odds{sure}
	for range n {
		next := make([]odds, len(row)+1)
		for k, q := range row {
			next[k] += q.and(p.not())
			next[k+1] += q.and(p)
		}
		row = next
	}
	return row
}

// more returns the chances that the first of two throws has more hits than the second, and fewer.
func more(a, b []odds) (wins, loses odds) {
	for i, p := range a {
		for j, q := range b {
			switch {
			case i > j:
				wins += p.and(q)
			case i < j:
				loses += p.and(q)
			}
		}
	}
	return wins, loses
}

// added returns the chances of the sum of two throws' hits.
func added(a, b []odds) []odds {
	out := make([]odds, len(a)+len(b)-1)
	for i, p := range a {
		for j, q := range b {
			out[i+j] += p.and(q)
		}
	}
	return out
}

// activates returns the chance that a GC passes its activation test as things stand (BB-3.1).
func (k *Game) activates(u *Group) odds {
	if yes, _ := k.encouraged(u); yes && u.has("disciplined") {
		return sure
	}
	return sixths(7 - k.activationNeed(u))
}

// pierces returns the chance that a hit of a batch takes effect: that it is not saved (BB-4.9), that it does something to armour (BB-11.5)
// or to a vehicle without any (BB-11.6).
func (k *Game) pierces(u, target *Group, b batch) odds {
	c := k.doc.Tables
	switch {
	case !target.vehicle():
		return sixths(6 - min(k.saveSum(u.name(), target.name(), u.Sector, b).Total(), c.SaveFails-1))
	case !k.row(target).Armoured:
		return sixths(c.Vehicles.Soft.Immobile)
	}
	return sixths(7 - c.Vehicles.Stunned - k.armourSum(target, u.Sector, b).Total())
}

// spares returns the chance that some fires of one base, in a row, do nothing to a target. Re-rolls are by the default of BB-D13 and BB-D14. It
// counts on nothing being changed by a fire that did nothing, so that only registration goes on from one fire to the next (BB-7.2).
func (k *Game) spares(u, target *Group, a arm, fires int) odds {
	b := batch{indirect: a.indirect, at: a.weapon.ATOnly, value: a.weapon.AT}
	hit, through := sixths(7-a.need.Total()), k.pierces(u, target, b)
	one := sure // a single fire of all its dice
	switch a.weapon.Reroll {
	case "global":
		one = 0
		again := hit.and(through).not().every(a.weapon.Dice)
		for n, p := range hits(a.weapon.Dice, hit) {
			if n < a.weapon.Dice && n*6 < a.weapon.Dice*(7-a.need.Total()) {
				one += p.and(again)
			} else {
				one += p.and(through.not().every(n))
			}
		}
	case "partial":
		hit = hit.not().and(hit.not()).not()
		one = hit.and(through).not().every(a.weapon.Dice)
	default:
		one = hit.and(through).not().every(a.weapon.Dice)
	}
	if !a.indirect {
		return one.every(fires)
	}
	r := u.base(a.base).Ranging
	if r.Target != target.name() {
		r = Ranging{}
	}
	return k.ranges(u.Quality, r.Attempts, r.On && r.Place == target.Sector, one, fires)
}

// ranges returns the chance that some indirect fires in a row do nothing: each is registered first, until the mortar is on target.
func (k *Game) ranges(quality string, attempts int, on bool, one odds, fires int) odds {
	if on || fires == 0 {
		return one.every(fires)
	}
	chart := k.doc.Tables.Registration
	p := sixths(7 - chart.Needed.Of(quality) + chart.Repeat*attempts)
	return p.and(one).and(one.every(fires-1)) + p.not().and(k.ranges(quality, attempts+1, false, one, fires-1))
}

// wrecks returns the chance that dice which hit with a chance each destroy a vehicle (BB-11.5, BB-11.6): at once, or by stopping it twice.
func (k *Game) wrecks(u, target *Group, dice []die) odds {
	c := k.doc.Tables.Vehicles
	runs, stuck, gone := sure, odds(0), odds(0)
	if target.Immobile {
		runs, stuck = 0, sure
	}
	for _, d := range dice {
		kill, stop := sixths(c.Soft.Destroyed), sixths(c.Soft.Immobile-c.Soft.Destroyed)
		if k.row(target).Armoured {
			total := k.armourSum(target, u.Sector, d.batch).Total()
			kill = sixths(7 - c.Destroyed - total)
			stop = sixths(7-c.Immobile-total) - kill
		}
		kill, stop = kill.and(d.hit), stop.and(d.hit)
		gone += runs.and(kill) + stuck.and(kill+stop)
		runs, stuck = runs.and((kill + stop).not()), stuck.and((kill+stop).not())+runs.and(stop)
	}
	return gone
}

// die is one die thrown at a vehicle.
type die struct {
	hit   odds
	batch batch
}
