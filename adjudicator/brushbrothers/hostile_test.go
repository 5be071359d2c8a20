package brushbrothers_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
)

// TestHostileOrders plays orders of somebody who means harm at the windows of self-played games: bases and sectors named twice,
// ways that go back or far away, units of the other side, every word in every place. -hostile-lines plays more of them.
func TestHostileOrders(t *testing.T) {
	for i, c := range []struct{ scenario, rhythm, bot string }{
		{"bench", "token", "random"}, {"ibarra-tanks", "token", "sensible"}, {"bridge-road", "run", "random"}, {"crossroads", "plan", "random"}, {"maca-bano", "token", "random"}, {"clasico", "plan", "sensible"},
	} {
		t.Run(c.scenario+" "+c.rhythm, func(t *testing.T) {
			if testing.Short() && i > 1 {
				t.Skip("two scenarios are enough for a first look")
			}
			t.Parallel()
			s := setup(t, c.scenario, c.rhythm)
			l := lawOf(t, s)
			tabletest.HostileOrders(t, tabletest.Hostile{Engine: brushbrothers.Engine, Setup: s, Bot: c.bot, Lines: 24, Idle: idle,
				Sound: func(before, after table.Game) error { return l.sound(seenOf(t, before), seenOf(t, after)) }, Told: told})
		})
	}
}

// idle are arguments that may make no difference in play of bots, each with its reason.
var idle = map[string]string{
	"newnco.order":        "a base that leads is seldom lost: see BB-5.5c-order",
	"victim.order":        "the opponent seldom chooses: see BB-5.5b-owner",
	"claim.what":          "bots fire at the priority target: see BB-4.7c-dispute",
	"contest.how":         "the same, of the other side",
	"contest.name":        "the same",
	"activate.fire.claim": "the same; told by claim-idle where the fire comes off",
	"turnover.how":        "a token is seldom taken within three windows: see BB-D31-no",
	"take.how":            "bots seldom win an assault: see BB-D21-standing",
	"alight.toward":       "a vehicle with passengers is seldom hit: see BB-D28-asked",
	"alight.units":        "the same",
	"aside.toward":        "tracks seldom run at men: see BB-D25-stay",
	"aside.how":           "the same",
	"aside.units":         "the same",
}

// law is what the positions of a scenario are measured by.
type law struct {
	rhythm   string
	machines map[string]rowOf
}

type rowOf struct {
	ID, Size string
	Carries  int
}

func lawOf(t *testing.T, s table.Setup) law {
	t.Helper()
	var doc struct{ Vehicles []rowOf }
	if err := json.Unmarshal(s.Scenario.Document(), &doc); err != nil || len(doc.Vehicles) == 0 {
		t.Fatal("no vehicles are in the document", err)
	}
	l := law{s.Rhythm, map[string]rowOf{}}
	for _, v := range doc.Vehicles {
		l.machines[v.ID] = v
	}
	return l
}

// position is what the law reads of a described game.
type position struct {
	Turn       int
	Groups     []unit
	Objectives []seenGoal
	Cup        []string
	Smoke      []struct {
		Place string
		Left  int
	}
	Sides []struct {
		Side     string
		Supports []string
	}
}

type unit struct {
	seenGroup
	Kind, Parent           string
	Boost                  []int
	Activated, Immobilised bool
	Mounted                bool
	Traits                 []string
	Stands                 []struct {
		ID     int
		Weapon string
		NCO    bool
	}
}

func seenOf(t *testing.T, g table.Game) position { return tabletest.Look[position](t, g.Describe()) }

// side is the seat that a unit belongs to.
func (u unit) side() string { s, _, _ := strings.Cut(u.Unit, "."); return s }

// sound tells what is wrong with a position to which an order led: what the rules can never bring about, by itself and
// beside the one before.
func (l law) sound(before, after position) error {
	if err := l.stands(after); err != nil {
		return err
	}
	if len(before.Groups) == 0 || before.Turn == 0 {
		return nil
	}
	return l.follows(before, after)
}

// stands looks at one position: places, room, bases, passengers, boosts, smoke.
func (l law) stands(p position) error {
	room, holder, bases := map[string]int{}, map[string]string{}, map[string]string{}
	for i, u := range p.Groups {
		if slices.ContainsFunc(p.Groups[:i], func(o unit) bool { return o.Unit == u.Unit }) {
			return fmt.Errorf("%s is there twice", u.Unit)
		}
		leads := 0
		for _, b := range u.Stands {
			if b.NCO {
				leads++
			}
			family := u.Unit
			if u.Parent != "" {
				family = u.side() + "." + u.Parent
			}
			key := fmt.Sprint(family, " ", b.ID)
			if other, twice := bases[key]; twice {
				return fmt.Errorf("base %d of %s is in %s and in %s", b.ID, family, other, u.Unit)
			}
			bases[key] = u.Unit
		}
		if len(u.Stands) < 1 || len(u.Stands) > 6 || leads != 1 {
			return fmt.Errorf("%s has %d bases and %d NCOs (BB-1.3)", u.Unit, len(u.Stands), leads)
		}
		if len(u.Boost) == 2 && max(u.Boost[0], u.Boost[1]) > 2 {
			return fmt.Errorf("%s is boosted by %v (BB-A1.4b)", u.Unit, u.Boost)
		}
		if u.Sector == "" {
			continue
		}
		if h := holder[u.Sector]; h != "" && h != u.side() {
			return fmt.Errorf("both sides stand at %s (BB-R68)", u.Sector)
		}
		holder[u.Sector] = u.side()
		if u.Aboard == "" {
			room[u.Sector] += cmp.Or(map[string]int{"S": 1, "M": 2, "L": 3}[l.machines[u.Vehicle].Size], len(u.Stands))
		} else if err := l.rides(p, u); err != nil {
			return err
		}
	}
	for place, n := range room {
		if n > 6 {
			return fmt.Errorf("%d bases at %s (BB-1.4a)", n, place)
		}
	}
	for _, s := range p.Smoke {
		if s.Left < 1 || s.Left > 3 {
			return fmt.Errorf("smoke at %s for %d turns (BB-7.4c)", s.Place, s.Left)
		}
	}
	return nil
}

// rides looks at somebody who is carried: his vehicle is there and has the seats (BB-13.1).
func (l law) rides(p position, u unit) error {
	seats := 0
	for _, o := range p.Groups {
		if o.side() == u.side() && o.Aboard == u.Aboard && o.Kind != "gun" {
			seats += len(o.Stands)
		}
	}
	for _, v := range p.Groups {
		if v.Unit == u.side()+"."+u.Aboard && v.Vehicle != "" {
			if v.Sector != u.Sector {
				return fmt.Errorf("%s is aboard %s at %s and not with it at %s", u.Unit, v.Unit, u.Sector, v.Sector)
			}
			if most := l.machines[v.Vehicle].Carries; seats > most {
				return fmt.Errorf("%s carries %d of %d bases (BB-13.1)", v.Unit, seats, most)
			}
			return nil
		}
	}
	return fmt.Errorf("%s is aboard %s, which is not there", u.Unit, u.Aboard)
}

// follows looks at two positions: nothing comes out of nothing, what is for good stays, nobody goes farther than he may.
func (l law) follows(before, after position) error {
	count := func(p position) map[string]int {
		n := map[string]int{}
		for _, u := range p.Groups {
			for _, b := range u.Stands {
				n[u.side()+" "+b.Weapon]++
			}
		}
		return n
	}
	had := count(before)
	for what, n := range count(after) {
		if n > had[what] {
			return fmt.Errorf("%s: %d bases have become %d", what, had[what], n)
		}
	}
	for i, s := range after.Sides {
		if supports(s.Supports) > supports(before.Sides[i].Supports) {
			return fmt.Errorf("%s has supports %v and had %v", s.Side, s.Supports, before.Sides[i].Supports)
		}
	}
	for i, o := range after.Objectives {
		if o.Place != before.Objectives[i].Place || o.Decoy != before.Objectives[i].Decoy {
			return fmt.Errorf("objective %s has changed from %v to %v", o.ID, before.Objectives[i], o)
		}
	}
	for _, u := range after.Groups {
		i := slices.IndexFunc(before.Groups, func(o unit) bool { return o.Unit == u.Unit })
		if i < 0 {
			if u.Parent == "" {
				return fmt.Errorf("%s comes out of nothing", u.Unit)
			}
			continue
		}
		if err := l.changed(before, after, before.Groups[i], u); err != nil {
			return err
		}
	}
	return nil
}

// supports counts supports in hand: "2 field_artillery".
func supports(list []string) int {
	n := 0
	for _, s := range list {
		var k int
		fmt.Sscan(s, &k)
		n += k
	}
	return n
}

// changed looks at one unit before and after.
func (l law) changed(before, after position, was, is unit) error {
	switch {
	case was.Quality != is.Quality || !slices.Equal(was.Traits, is.Traits) || was.Vehicle != is.Vehicle:
		return fmt.Errorf("%s has become another", is.Unit)
	case was.Immobilised && (!is.Immobilised || was.Sector != is.Sector):
		return fmt.Errorf("%s was immobilised and is at %s (BB-11.5)", is.Unit, is.Sector)
	case before.Turn == after.Turn && was.Activated && !is.Activated:
		return fmt.Errorf("%s may act twice in turn %d (BB-2.3)", is.Unit, after.Turn)
	case before.Turn == after.Turn && l.rhythm == "token":
		// three points and the fourth of the bold; a retreat, a second one, a step aside
		most := 4 + 2 + 2 + 1
		if is.Vehicle != "" || is.Mounted || was.Mounted || was.Aboard != "" || is.Aboard != "" {
			most += 12
		}
		if n := steps(was.Sector, is.Sector); n > most {
			return fmt.Errorf("%s went from %s to %s", is.Unit, was.Sector, is.Sector)
		}
	}
	return nil
}

// steps is the least that lies between two sectors on either board.
func steps(a, b string) int {
	var x, y [2]int
	for i, s := range []string{a, b} {
		if s == "" {
			return 0
		}
		x[i] = int(s[0])
		fmt.Sscan(s[1:], &y[i])
	}
	return max(abs(x[0]-x[1])-abs(y[0]-y[1])/2, abs(y[0]-y[1]))
}

func abs(n int) int { return max(n, -n) }
