package tabletest

import (
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
)

// How many worlds of a window are looked at, how many trials a plan has that is compared, and in how many positions of a game plans are
// compared, in whole and in a quick run: each takes as long as a move of the machine.
const (
	someWorlds   = 3
	fewTrials    = 4
	somePondered = 16
	fewPondered  = 1
)

// pondering returns in how many positions of a game plans are compared.
func pondering() int {
	if *whole {
		return somePondered
	}
	return fewPondered
}

// worlds asserts of the worlds in which a seat tries plans that it cannot tell them from the truth, and that they can be played to the
// end, or as far as a trial goes.
func (p *played) worlds(t *testing.T) {
	if !p.cfg.Engine.Foresight() {
		t.Skip("no machine tries plans in this game")
	}
	looked, tried, manners, other := 0, 0, 0, 0
	p.boundaries(spread(len(p.seals)), func(g table.Game, w table.Window) {
		for _, s := range w.Seats {
			sand := g.SandTable(w, s, opponent.Player(p.cfg.Engine))
			if sand == nil {
				continue
			}
			manners += len(sand.Manners())
			other += p.manners(t, sand)
			for i := range someWorlds {
				looked++
				world, err := sand.World(i)
				if err != nil {
					t.Fatalf("window %d, %s, world %d: %v", w.Number, s, i, err)
				}
				if world.Knows(s).Hash() != g.Knows(s).Hash() {
					t.Errorf("window %d: %s can tell world %d from the truth", w.Number, s, i)
				}
			}
			far := p.cfg.Engine.Horizon()
			if far > 0 && tried > 0 && !*whole {
				continue // in a large game a trial takes long
			}
			tried++
			if o := sand.Try(table.Course{}, 0, 0); o.Broken || o.Ending == nil && far == 0 {
				t.Errorf("window %d, %s: world 0 cannot be played as far as its trials go: %+v", w.Number, s, o)
			} else if o.Stands < 0 || o.Stands > 1000 {
				t.Errorf("window %d, %s: %d thousandths of a victory", w.Number, s, o.Stands)
			}
		}
	})
	if looked == 0 {
		t.Error("no window had a sand table: the law asserts nothing")
	}
	if *whole && manners > 0 && other == 0 { // a quick run looks at few windows
		t.Error("in no window a manner ordered anything else than the bot usually does")
	}
}

// manners asserts that what the bot writes in its other manners could be sent by a player, and returns in how many of them it writes something else
// than it usually does with the same lot.
func (p *played) manners(t *testing.T, sand table.SandTable) (other int) {
	t.Helper()
	v, open := sand.View(), sand.Window()
	usual, err := v.Bot(sand.Bot(), open.Phases, dice.NewPractice(p.seed).Pick)
	if err != nil {
		t.Error(err)
	}
	for _, m := range sand.Manners() {
		lines, err := v.Bot(m, open.Phases, dice.NewPractice(p.seed).Pick)
		if err != nil {
			t.Errorf("window %d, manner %q: %v", open.Number, m, err)
		}
		if !slices.Equal(lines, usual) {
			other++
		}
		for _, text := range lines {
			if l, ok := v.Read(text); !ok {
				t.Errorf("window %d, manner %q: %q is not understood", open.Number, m, text)
			} else if r := v.Allowed(l); r != nil {
				t.Errorf("window %d, manner %q: %q is not allowed: %s", open.Number, m, text, r.Code)
			}
		}
	}
	return other
}

// pondered asserts that what a seat cannot know changes no plan of the machine that tries them.
func (p *played) pondered(t *testing.T, o other) {
	t.Helper()
	if !p.cfg.Engine.Foresight() || len(o.window.Questions) > 0 || !slices.Contains(o.window.Seats, o.seat) {
		return
	}
	var plans [2]opponent.Plan
	for i, g := range []table.Game{o.game, o.varied} {
		var err error
		e := opponent.Effort{Seed: p.seed, Trials: fewTrials}
		if p.cfg.Engine.Horizon() > 0 {
			e.Trials, e.Drafts = 2, 2 // in a large game a trial takes long
		}
		if plans[i], err = opponent.Plans(g, o.window, o.seat, e, nil); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(plans[0], plans[1]) {
		t.Errorf("window %d: what %s cannot know changes what the machine plans:\n%+v\n%+v", o.window.Number, o.seat, plans[0], plans[1])
	}
}
