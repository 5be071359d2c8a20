package table

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"fieldpost/events"
)

func hashOf(b []byte) events.Hash { return sha256.Sum256(b) }

// save is a boundary: everything that play from here on needs, besides what never changes.
type save[G State[G]] struct {
	pos     G
	book    book
	place   int // index in the sequence
	steps   int // how many have been played since the opening
	windows int // number of the last window whose seal was consumed
	ending  *Ending
}

// game is a Game: a boundary, or how things stood in the middle of a step.
type game[G State[G], D any] struct {
	e      *engine[G, D]
	setup  Setup
	rhythm Rhythm
	at     save[G]
	seen   Seat        // whose knowledge the position is; "" for the truth
	rest   func() bool // of trials; may be nil
	clerks *clerks     // who read for bots in the trials of a sand table; nil elsewhere
}

// mail returns what the order mail for a phase covers. A phase in no mail has one of its own.
func (r Rhythm) mail(phase string) Mail {
	for _, m := range r.Mails {
		if slices.Contains(m.Phases, phase) {
			return m
		}
	}
	return Mail{Phases: []string{phase}}
}

// window returns the order window that opens before the next step, or nil if it begins without a mail. Who orders is decided from public
// knowledge, since everyone sees who is asked.
func (g *game[G, D]) window() *Window {
	step := g.e.rules.Sequence[g.at.place]
	if step.Who == nil || g.at.ending != nil || g.at.book.all(step.Name) {
		return nil
	}
	var seats []Seat
	for _, s := range step.Who(g.at.pos.Known("")) {
		if !g.at.book.of(s).has(step.Name) && !slices.Contains(seats, s) {
			seats = append(seats, s)
		}
	}
	if len(seats) == 0 {
		return nil
	}
	w := &Window{Number: g.at.windows + 1, Turn: g.Turn(), Step: step.Name, Seats: seats}
	mail := g.rhythm.mail(step.Name)
	for _, p := range mail.Phases {
		if mail.Turn || g.e.placeOf(p) >= g.at.place {
			w.Phases = append(w.Phases, p)
		}
	}
	return w
}

// Play implements Game.Play.
func (g *game[G, D]) Play(w World, full int, until func(At) bool) Result {
	if full <= 0 {
		full = DefaultFuel
	}
	p := &player[G, D]{world: w, until: until, fuel: &fuel{left: full, full: full}, res: Result{Boundary: g, Views: g}, now: g}
	if c, ok := w.(Checker); ok {
		p.checks = c.Checks()
	}
	p.witness, _ = w.(Witness)
	_, looks := w.(Onlooker)
	p.unseen = !looks
	for p.next() {
	}
	p.res.Boundary = p.now
	return p.res
}

// player is one call of Play.
type player[G State[G], D any] struct {
	world    World
	witness  Witness
	until    func(At) bool
	fuel     *fuel
	checks   bool
	now      *game[G, D] // the last boundary reached
	res      Result
	tags     []result
	outcomes []outcome
	alone    bool // no one will look at a boundary again once play has left it
	owns     bool // the position of now is this player's own
	unseen   bool // nobody is shown a boundary but the one at which Play ends
	left     []G  // then the position of one that play has left
}

// clone copies the position of a boundary for the step that follows it.
func (p *player[G, D]) clone(pos G) G {
	r, ok := any(pos).(Recycler[G])
	if !ok || len(p.left) == 0 {
		return pos.Clone()
	}
	old := p.left[0]
	p.left = nil
	return r.CloneInto(old)
}

// leave keeps the position of a boundary, for its memory.
func (p *player[G, D]) leave(pos G) {
	if p.unseen && p.owns {
		p.left = []G{pos}
	}
}

// next plays one step. It returns false when play stops.
func (p *player[G, D]) next() bool {
	g := p.now
	p.res.Views, p.res.Seals = g, 0
	if g.at.ending != nil {
		p.res.Ending = g.at.ending
		return false
	}
	step := g.e.rules.Sequence[g.at.place]
	r := &run{
		world: p.world, witness: p.witness, fuel: p.fuel, step: step.Name, number: g.at.steps + 1, windows: g.at.windows,
		revision: g.setup.Revision, rhythm: g.rhythm.Name, used: map[string]int{}, facts: p.res.Facts, before: len(p.res.Facts),
	}
	var win *Window
	stop := false
	if h := Guard(r.prefix()+"/who", func() {
		win = g.window()
		stop = p.until != nil && p.until(At{Turn: g.Turn(), Step: step.Name, Window: win})
		if !stop && win != nil {
			if o, ok := p.world.(Onlooker); ok {
				o.See(*win, g)
			}
		}
	}); h != nil {
		return p.halt(h)
	}
	if stop {
		return false
	}
	var book *book
	if sole := g.at.book; p.owns && p.alone {
		book = &sole
	} else {
		book = sole.clone()
	}
	if win != nil {
		var seal Seal
		var ok bool
		if h := Guard(r.prefix()+"/seal", func() { seal, ok = p.world.Sealed(*win) }); h != nil {
			return p.halt(h)
		}
		if !ok {
			p.res.Open = win
			if p.alone { // nobody asks for its bytes
				return false
			}
			if h := Guard(r.prefix()+"/bytes", func() { g.Hash() }); h != nil {
				return p.halt(h)
			}
			return false
		}
		h := fits(seal, *win)
		if h == nil {
			h = book.consume(*win, g.rhythm.mail(step.Name), seal, g.e.phaseOf)
		}
		if h != nil {
			h.Key = r.prefix()
			return p.halt(h)
		}
		r.windows++
		r.refuel()
		p.res.Seals = 1
	}
	return p.play(g, r, book, step)
}

// play runs one step whose orders are sealed, and moves to the boundary after it.
func (p *player[G, D]) play(g *game[G, D], r *run, book *book, step Step[G]) bool {
	mid := &game[G, D]{e: g.e, setup: g.setup, rhythm: g.rhythm, at: g.at, clerks: g.clerks}
	mid.at.steps++
	r.book = book
	r.host = &table[G, D]{game: mid, run: r}
	var place int
	h := r.attempt(func() {
		if mid.at.pos = g.at.pos; !p.owns || !p.alone {
			mid.at.pos = p.clone(g.at.pos)
		}
		r.tick()
		then := step.Play(mid.at.pos, &Table{run: r})
		place = mid.follow(r, then)
	})
	r.tellListener()
	mid.at.book, mid.at.windows, mid.at.place = *book, r.windows, place
	p.res.Facts = r.facts
	p.res.Rolls = append(p.res.Rolls, r.rolls...)
	p.tags = append(p.tags, r.tags...)
	p.outcomes = append(p.outcomes, r.outcomes...)
	p.res.Seals += r.consumed
	if h == nil && r.open == nil && p.checks {
		h = r.untold()
	}
	if h != nil {
		return p.halt(h)
	}
	if r.open != nil {
		mid.at.place = g.at.place
		p.res.Open, p.res.Views = r.open, mid
		return false
	}
	p.leave(g.at.pos)
	p.now, p.owns = mid, true
	return true
}

func (p *player[G, D]) halt(h *Halt) bool {
	p.res.Halt = h
	return false
}

// follow does what a step said at its end, and returns the place of the next one.
func (g *game[G, D]) follow(r *run, then Then) int {
	next := g.at.place + 1
	over := false
	switch then.kind {
	case thenNext:
		over = next == len(g.e.rules.Sequence)
	case thenAgain:
		next = g.at.place
	case thenNextTurn:
		over = true
	case thenTo:
		if next = g.e.placeOf(then.to); next < 0 {
			panic(fmt.Sprintf("table: there is no step %q to go to", then.to))
		}
	case thenOver:
		next = g.at.place
		g.at.ending = &then.ending
	}
	r.passedOver(over)
	r.book.played(r.step)
	if over {
		next = 0
		t := &Table{run: r}
		for _, s := range r.book.seats {
			for _, e := range s.lines {
				if !e.done && !e.spoke && e.part == 0 {
					t.aside(s.seat, *e.Line, "", FactNeverCameUp)
				}
			}
		}
		r.book.clearTurn()
	}
	return next
}

// table is the host of one step.
type table[G State[G], D any] struct {
	game *game[G, D]
	run  *run
}

func (t *table[G, D]) known(s Seat) any { return t.game.at.pos.Known(s) }

func (t *table[G, D]) hash(known any) events.Hash { return hashOf(t.game.e.encode(known.(G))) }

func (t *table[G, D]) check(known any, s Seat, l Line) *Refusal {
	return t.game.e.check(known.(G), s, l)
}

// vain returns what Rules.Vain finds, by the rule of the verb unless it names another.
func (t *table[G, D]) vain(s Seat, l Line, before []Line) *Refusal {
	e := t.game.e
	if e.rules.Vain == nil || l.Verb == AskVerb {
		return nil
	}
	r := e.rules.Vain(t.game.at.pos, s, l, before)
	if r != nil && r.Rule == "" {
		r.Rule = e.verb(l.Verb).Rule
	}
	return r
}

func (t *table[G, D]) condition(name string) (func(known any, s Seat, args []Arg) bool, bool) {
	c := t.game.e.condition(name)
	if c == nil {
		panic(fmt.Sprintf("table: there is no condition %q", name))
	}
	if c.Holds == nil {
		return nil, true
	}
	return func(known any, s Seat, args []Arg) bool { return c.Holds(known.(G), s, args) }, false
}

func (t *table[G, D]) unused(l Line, used []bool) []string { return t.game.e.unused(l, used) }

func (t *table[G, D]) isClause(verb, clause string) bool { return t.game.e.isClause(verb, clause) }

func (t *table[G, D]) decision(id string) Decision {
	for _, d := range t.game.e.rules.Decisions {
		if d.ID == id {
			return d
		}
	}
	panic(fmt.Sprintf("table: %q is no row of the table of decisions", id))
}

func (t *table[G, D]) turn() int { return t.game.Turn() }

// views shows how things stand in the middle of the step.
func (t *table[G, D]) views() Views {
	mid := *t.game
	mid.at.book, mid.at.windows = *t.run.book.clone(), t.run.windows
	return &mid
}

// tagOf returns a condition's words with its arguments in their places: "granted {place}" of 0714 is "granted 0714".
func tagOf(term Term) string {
	tag := term.Name
	for _, a := range term.Args {
		if place := "{" + a.Name + "}"; strings.Contains(tag, place) {
			tag = strings.ReplaceAll(tag, place, a.Value)
		} else {
			tag += " " + a.Value
		}
	}
	return tag
}

// encode returns the canonical bytes of a position.
func (e *engine[G, D]) encode(pos G) []byte { return e.form.Append(nil, pos) }
