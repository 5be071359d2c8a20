package modernbattles

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// general writes the orders of the sensible bot.
type general struct {
	*table.Draft[*Game]
	manner
}

// sensibleBot attacks objectives that it does not hold and keeps those that it does. Units at an objective stay there. Other
// squads and tanks move from cover to cover toward the nearest objective that is not held and fire at any enemy near.
// Supports stay where they are if they are dug in or see the enemy. Shells fall on enemies that are seen.
func sensibleBot(d *table.Draft[*Game]) { general{d, manner{}}.command() }

// command writes the lines of all phases of the mail.
func (c general) command() {
	for _, phase := range c.Phases {
		switch phase {
		case "terrain":
			for _, text := range c.Proposals(phase, "feature") {
				if c.Pick(3) > 0 {
					c.Write("%s", text)
				}
			}
		case "army":
			c.buy()
		case "charges":
			c.storm()
		case "movement":
			for _, id := range c.Known.idle(c.Seat, func(*Unit) bool { return true }) {
				c.march(c.Known.unit(id))
			}
		case "shooting":
			c.shell()
		}
	}
}

// sections is how many squads the bot's army has before anything else: one can attack while the other holds what is won.
const sections = 2

// buy musters an army that can take ground, which the usual army cannot (MB-B28): squads first, then up to two tanks that each
// cost no more than half of what is left, and what else there is for the rest, the headquarters and the dearest first.
func (c general) buy() {
	k := c.Known
	camp := k.camp(c.Seat)
	if camp == nil || camp.Budget == 0 {
		return
	}
	list := camp.List
	if list == "" {
		list = k.doc.Lists[0].ID
	}
	var squads, others []UnitType
	for _, e := range k.doc.Units {
		switch {
		case e.List != list || e.Kind == "battery":
		case e.Kind == "squad":
			squads = append(squads, e)
		default:
			others = append(others, e)
		}
	}
	first := func(e UnitType) int { return max(slices.Index([]string{"vehicle", "hq"}, e.Kind), -1) }
	slices.SortStableFunc(others, func(a, b UnitType) int {
		return cmp.Or(first(b)-first(a), k.doc.price(b, nil)-k.doc.price(a, nil))
	})
	if len(squads) == 0 {
		return // the usual army will do
	}
	var army []item
	add := func(e UnitType) bool { return k.adds(c.Seat, &army, e) }
	for range sections {
		add(squads[0])
	}
	spent, _ := k.judgeArmy(c.Seat, army)
	most, tanks := (camp.Budget-spent)/2, 0
	for _, e := range others {
		switch {
		case e.Kind != "vehicle":
			add(e)
		case tanks < 2 && k.doc.price(e, nil) <= most && add(e):
			tanks++
		}
	}
	for range 10 { // as the usual army has at most
		add(squads[0])
	}
	c.Write("%s", armyLine(army))
}

// storm charges enemies that are pinned or much weaker.
func (c general) storm() {
	var gone []string
	for _, text := range c.Proposals("charges", "charge") {
		f := strings.Fields(text)
		u, e := c.Known.unit(f[1]), c.Known.unit(bare(f[len(f)-1]))
		if u == nil || e == nil || slices.Contains(gone, u.ID) || e.vehicle() {
			continue
		}
		if e.State == "suppressed" || (2-c.bold)*e.alive() <= u.alive() {
			if c.Write("%s", text) {
				gone = append(gone, u.ID)
			}
		}
	}
}

// goal returns the nearest objective that the side does not hold, or false if it holds them all.
func (c general) goal(u *Unit) (Objective, bool) {
	held := c.Known.heldBy(c.Seat)
	best, found, far := Objective{}, false, 0
	for _, o := range c.Known.Objectives {
		if d := span(u.At, place(o.At)); c.minds(o.ID) && !slices.Contains(held, o.ID) && (!found || d < far) {
			best, found, far = o, true, d
		}
	}
	return best, found
}

// guards reports whether a unit stays where it is because it holds an objective or denies it to the enemy (MB-B24). Every
// unit stays while an enemy that counts is as near; otherwise only the four with the lowest ids among those that count stay, and no headquarters,
// which goes where its men go.
func (c general) guards(u *Unit) bool {
	k := c.Known
	near := k.constants().VictoryNear.Value
	for _, o := range k.Objectives {
		p := point(place(o.At))
		if k.gap(u, p) > near {
			continue
		}
		if k.counts(k.other(c.Seat), p.Centre) {
			return !c.rash
		}
		post := k.of(c.Seat, func(v *Unit) bool {
			return k.fit(v) && v.State == "" && v.Kind != "crew" && v.Kind != "hq" && !v.Piece.Alone && k.gap(v, p) <= near
		})
		if i := slices.Index(post, u.ID); i >= 0 && i < 4+c.guard {
			return true
		}
	}
	return false
}

// march moves one unit.
func (c general) march(u *Unit) {
	k := c.Known
	if u.Kind == "crew" {
		c.Write("man %s", u.ID)
		return
	}
	e, d := k.nearestEnemy(u)
	sees := e != nil && k.sees(u, e)
	if u.vehicle() && e != nil {
		if e.foot() && d < 120 && u.Tank.Hatches == "open" {
			c.Write("hatches %s closed", u.ID)
		}
	}
	o, attack := c.goal(u)
	switch {
	case !attack || c.guards(u) || c.still:
		return
	case u.Kind == "sniper" || u.piece() && u.Piece.Prepared || u.piece() && k.coverNow(u).Level > 0: // dug in where it was placed
		return
	case u.piece() || u.Kind == "observer" || u.Kind == "team":
		if !c.all && (sees && d <= 300 || k.Number == 1 && c.Pick(2) == 0) {
			return
		}
	case !c.rash && sees && d <= 180+120*c.wary && k.coverNow(u).Level > 0 && c.Pick(3) > 0:
		return
	}
	if b := k.building(place(o.At)); b != nil && u.enters() && c.First("enter "+u.ID+" into "+b.id, "enter "+u.ID+" into "+b.id+" double") {
		return
	}
	to := "toward/" + o.ID
	if e == nil || d > 300 && !sees || c.rash {
		if c.Write("move %s to %s double", u.ID, to) {
			return
		}
	}
	for _, way := range []string{to, "forward", "left/4", "right/4"} {
		if c.Write("move %s to %s", u.ID, way) {
			return
		}
	}
}

// shell directs mortars and batteries at enemies that are seen; it never fires smoke.
func (c general) shell() {
	var done []string
	for _, text := range c.Proposals("shooting", "indirect") {
		if f := strings.Fields(text); !slices.Contains(done, f[1]) && !strings.Contains(text, "smoke") && c.Write("%s", text) {
			done = append(done, f[1])
		}
	}
}
