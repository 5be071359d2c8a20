package table

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"

	"fieldpost/adjudicator/dice"
)

// rehearsalFuel limits one trial: nothing a player writes may stall the program.
const rehearsalFuel = 200_000

// trial is a World for one rehearsal: practice dice, the draft for the window it begins with, and after it silence from everyone.
type trial struct {
	seat   Seat
	begin  Window
	sealed []SeatSeal
	throw  func(sides int) int // 0 to sides-1
}

func (w *trial) Roll(_ string, n, sides int) ([]int, error) {
	values := make([]int, n)
	for i := range values {
		values[i] = w.throw(sides) + 1
	}
	return values, nil
}

func (w *trial) Draw(_ string, pile []string) (int, error) { return w.throw(len(pile)), nil }

func (w *trial) Sealed(open Window) (Seal, bool) {
	if open.Number == w.begin.Number {
		return Seal{Window: open.Number, Seats: w.sealed}, true
	}
	if len(open.Questions) == 0 && slices.Contains(open.Seats, w.seat) {
		return Seal{}, false // the seat's next order window: the rehearsal is over
	}
	seal := Seal{Window: open.Number}
	for _, s := range open.Seats {
		if s != w.seat {
			seal.Seats = append(seal.Seats, SeatSeal{Seat: s, Silent: true})
		}
	}
	return seal, true
}

// rehearsal returns the boundary as a seat knows it, or nil if no order window waits for the seat there.
func (g *game[G, D]) rehearsal(w Window, s Seat) (*game[G, D], Window) {
	var open *Window
	if h := Guard("rehearsal", func() { open = g.window() }); h != nil || open == nil {
		return nil, w
	}
	if open.Number != w.Number || len(w.Questions) > 0 || !slices.Contains(open.Seats, s) {
		return nil, w
	}
	c := *g
	if h := Guard("rehearsal", func() {
		c.at.pos, c.seen = g.known(s), ""
		c.at.book = g.at.book.known(s)
		if c.window() == nil {
			c.at.place = -1
		}
	}); h != nil || c.at.place < 0 {
		return nil, w
	}
	return &c, *open
}

// Resting implements Game.Resting.
func (g *game[G, D]) Resting(rest func() bool) Game {
	c := *g
	c.rest = rest
	return &c
}

// rested reports whether trials may go on.
func (g *game[G, D]) rested() bool { return g.rest == nil || g.rest() }

// trials plays one seal repeatedly on what a seat knows, with different dice each time. Whatever comes before the first die is the same in
// all trials and is played once.
type trials[G State[G], D any] struct {
	from  *game[G, D]
	begin Window
	seal  SeatSeal
	fork  *player[G, D] // where the first die was about to be thrown: the last boundary before it
	fixed bool          // the first trial threw no die: all others are like it
}

// run plays on until the seat's next order window, or until stop.
func (t *trials[G, D]) run(throw func(sides int) int, stop func(p *player[G, D]) bool) *player[G, D] {
	thrown := false
	w := &trial{seat: t.seal.Seat, begin: t.begin, sealed: []SeatSeal{t.seal}, throw: func(sides int) int {
		thrown = true
		return throw(sides)
	}}
	if t.fork != nil {
		p := t.fork.forked(w)
		for p.next() && !stop(p) {
		}
		return p
	}
	p := &player[G, D]{world: w, fuel: &fuel{rehearsalFuel, rehearsalFuel, t.from.rest}, res: Result{Boundary: t.from, Views: t.from}, now: t.from}
	for {
		if !thrown {
			t.fork = p.forked(nil)
		}
		more := p.next()
		p.alone = thrown
		if !more || stop(p) {
			t.fixed = !thrown
			return p
		}
	}
}

// forked returns the same player at the same boundary in another world. It plays in positions of its own.
func (p *player[G, D]) forked(w World) *player[G, D] {
	c := *p
	left := *p.fuel
	c.world, c.fuel, c.alone, c.owns = w, &left, true, false
	c.res.Facts, c.res.Rolls = slices.Clip(p.res.Facts), slices.Clip(p.res.Rolls)
	c.tags, c.outcomes = slices.Clip(p.tags), slices.Clip(p.outcomes)
	return &c
}

// settled reports whether nothing more can become of some lines of a seat in this run: each is done or not on its page any more.
func (p *player[G, D]) settled(s Seat, lines []Line, some []int) bool {
	page := p.now.at.book.find(s)
	return !slices.ContainsFunc(some, func(i int) bool {
		return slices.ContainsFunc(page.lines, func(e entry) bool { return e.ID == lines[i].ID && !e.done })
	})
}

// Rehearse implements Game.Rehearse. The dice of a trial depend only on its number.
func (g *game[G, D]) Rehearse(w Window, s Seat, lines, standing []Line, n int, more func(told []Fact) bool) Rehearsal {
	lines = named(lines)
	out := make([]Verdict, len(lines))
	var known View
	if h := Guard("rehearsal", func() { known = g.Knows(s) }); h != nil {
		known = nil
	}
	for i, l := range lines {
		out[i].Line = l
		if known != nil {
			out[i].Refusal = known.Allowed(l)
		}
	}
	from, open := g.rehearsal(w, s)
	if from == nil {
		return Rehearsal{Verdicts: out}
	}
	var tried []int // the lines for the phases of the window
	for i, l := range lines {
		if !l.Standing && slices.Contains(open.Phases, cmp.Or(l.Phase, g.e.phaseOf(l.Verb, open.Phases))) {
			tried = append(tried, i)
		}
	}
	t := &trials[G, D]{from: from, begin: open, seal: SeatSeal{Seat: s, Lines: lines, Standing: named(standing)}}
	tallies := make([]tally, len(lines))
	var facts [][]Fact
	watched, whole := tried, more == nil || more(nil) // the lines that a trial is for, and whether it is for its facts too
	for len(facts) < n && (whole || len(watched) > 0) {
		p := t.run(dice.NewPractice(uint64(len(facts))+1).Pick, func(p *player[G, D]) bool { return !whole && p.settled(s, lines, watched) })
		if !g.rested() {
			return Rehearsal{Verdicts: out}
		}
		told := Readable(p.res.Facts, s)
		alike := 1
		if t.fixed {
			alike = n
		}
		for range alike {
			facts = append(facts, told)
			for _, i := range watched {
				tallies[i].count(p.outcomes, s, lines[i].ID)
			}
		}
		if whole = whole && (more == nil || more(told)); !whole {
			watched = slices.DeleteFunc(slices.Clone(watched), func(i int) bool { return !tallies[i].open(out[i].Refusal) })
		}
	}
	for _, i := range tried {
		v, t := &out[i], &tallies[i]
		v.Of, v.Carried, v.Otherwise, v.Never = t.of, t.carried, t.otherwise, t.never
		v.Partly, v.Reasons = t.partly, t.reasons()
		v.Part = t.part(v.Refusal)
		if v.Carried+v.Otherwise > 0 {
			v.Refusal = nil
		}
		if o := g.e.order(lines[i].Verb); o != nil && o.Sure && v.Carried+v.Otherwise+v.Never == 0 && len(v.Reasons) > 0 {
			v.Refusal = &v.Reasons[0]
		}
	}
	return Rehearsal{Verdicts: out, Facts: facts}
}

// named gives an id to each line that has none, so that its progress can be tracked.
func named(lines []Line) []Line {
	lines = slices.Clone(lines)
	for i := range lines {
		if lines[i].ID == "" {
			lines[i].ID = "draft." + strconv.Itoa(i+1)
		}
	}
	return lines
}

// tally counts the outcomes of one line over the trials.
type tally struct {
	of                        int // trials
	carried, otherwise, never int
	partly                    int // trials in which it was carried out, but something of it was refused
	clean                     int // trials in which nothing of it was refused
	why                       []counted
}

type counted struct {
	refusal Refusal
	times   int
	trials  int // in which it was raised, once or more often
	last    int // of these
}

// end returns the outcome of a line in one run.
func end(outcomes []outcome, s Seat, id string) (kind string, why []*Refusal) {
	var done, part, other, refused bool
	for _, o := range outcomes {
		if o.seat != s || o.id != id {
			continue
		}
		switch o.kind {
		case outPart:
			done, part = true, true
		case outDone:
			done = true
		case outOther:
			other = true
		case outDropped, outRefused:
			refused = true
		}
		if o.why != nil {
			why = append(why, o.why)
		}
	}
	switch {
	case refused && !part:
		return FactRefused, why
	case done && other:
		return FactOtherwise, why
	case done:
		return "table.carried", why
	}
	return "table.never", why
}

func (t *tally) count(outcomes []outcome, s Seat, id string) {
	kind, why := end(outcomes, s, id)
	t.of++
	switch kind {
	case "table.carried":
		t.carried++
		if len(why) > 0 {
			t.partly++
		}
	case FactOtherwise:
		t.otherwise++
	case "table.never":
		t.never++
	}
	if len(why) == 0 {
		t.clean++
	}
	for _, r := range why {
		i := slices.IndexFunc(t.why, func(c counted) bool { return sameRefusal(c.refusal, *r) })
		if i < 0 {
			i = len(t.why)
			t.why = append(t.why, counted{refusal: *r})
		}
		w := &t.why[i]
		w.times++
		if w.last != t.of {
			w.trials, w.last = w.trials+1, t.of
		}
	}
}

func sameRefusal(a, b Refusal) bool {
	x, y := &writer{}, &writer{}
	x.refusal(a)
	y.refusal(b)
	return slices.Equal(x.b, y.b)
}

func (w *writer) refusal(r Refusal) {
	w.strings(r.Code, r.Rule)
	for _, a := range r.Args {
		w.string(a.Name)
		w.value(a.Value)
	}
	w.list(r.Legal)
}

// open reports whether another trial may change what is reported about a line with this objection: that it is not allowed, or only done in
// part. What is not open any more never is again.
func (t *tally) open(objection *Refusal) bool {
	switch {
	case t.carried+t.otherwise == 0:
		return objection != nil || t.clean == 0
	case objection != nil:
		return t.clean == 0
	}
	return t.clean == 0 && slices.ContainsFunc(t.why, func(c counted) bool { return c.trials == t.of })
}

// part returns what kept a line from being carried out in full in all trials, if it was one thing: the objection to it as things stand, else
// one raised in all of them.
func (t *tally) part(objection *Refusal) *Refusal {
	switch {
	case t.clean > 0 || len(t.why) == 0:
		return nil
	case objection != nil:
		return objection
	case t.why[0].trials == t.of || t.carried+t.otherwise == 0:
		return &t.why[0].refusal
	}
	return nil
}

func (t *tally) reasons() []Refusal {
	slices.SortStableFunc(t.why, func(a, b counted) int { return cmp.Compare(b.times, a.times) })
	var out []Refusal
	for _, c := range t.why {
		out = append(out, c.refusal)
	}
	return out
}

// Odds implements Game.Odds. It plays the line once for every way in which the dice can fall if there are at most limit of them; otherwise
// it counts limit trials with practice dice. A run ends at the first boundary where the line is done.
func (g *game[G, D]) Odds(w Window, s Seat, l Line, limit int) ([]Chance, bool) {
	from, open := g.rehearsal(w, s)
	if from == nil || limit < 1 {
		return nil, false
	}
	l = named([]Line{l})[0]
	t := &trials[G, D]{from: from, begin: open, seal: SeatSeal{Seat: s, Lines: []Line{l}, Standing: g.at.book.of(s).standing}}
	leaf := func(throw func(int) int) []string {
		if !g.rested() {
			return nil
		}
		p := t.run(throw, func(p *player[G, D]) bool {
			sb := p.now.at.book.find(s)
			i := slices.IndexFunc(sb.lines, func(e entry) bool { return e.ID == l.ID })
			return i < 0 || sb.lines[i].done
		})
		kind, _ := end(p.outcomes, s, l.ID)
		results := []string{kind}
		for _, r := range p.tags {
			if reads(r.audience, s) && !slices.Contains(results, r.tag) {
				results = append(results, r.tag)
			}
		}
		return results
	}
	var c chances
	if c.enumerate(leaf, limit) {
		if out, ok := c.fractions(); ok {
			return out, true
		}
	}
	c = chances{}
	for number := range limit {
		c.add(leaf(dice.NewPractice(uint64(number)+1).Pick), big.NewRat(1, int64(limit)))
	}
	out, _ := c.fractions()
	return out, false
}

// chances adds up the probabilities of results.
type chances struct {
	names []string
	sums  []*big.Rat
}

func (c *chances) add(results []string, p *big.Rat) {
	for _, r := range results {
		i := slices.Index(c.names, r)
		if i < 0 {
			i = len(c.names)
			c.names, c.sums = append(c.names, r), append(c.sums, new(big.Rat))
		}
		c.sums[i].Add(c.sums[i], p)
	}
}

// enumerate goes through every way in which the dice can fall, the last die thrown changing fastest. It reports false when
// there are more than limit of them.
func (c *chances) enumerate(leaf func(throw func(sides int) int) []string, limit int) bool {
	var sides, fallen []int
	for range limit {
		at := 0
		results := leaf(func(n int) int {
			if at == len(fallen) {
				sides, fallen = append(sides, n), append(fallen, 0)
			}
			at++
			return fallen[at-1]
		})
		p := big.NewRat(1, 1)
		for _, n := range sides {
			p.Mul(p, big.NewRat(1, int64(n)))
		}
		c.add(results, p)
		last := len(fallen) - 1
		for last >= 0 && fallen[last] == sides[last]-1 {
			last--
		}
		if last < 0 {
			return true
		}
		sides, fallen = sides[:last+1], fallen[:last+1]
		fallen[last]++
	}
	return false
}

// fractions returns the chances, the likeliest first, or false if one does not fit.
func (c *chances) fractions() ([]Chance, bool) {
	order := make([]int, len(c.names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(c.sums[b].Cmp(c.sums[a]), cmp.Compare(c.names[a], c.names[b]))
	})
	var out []Chance
	for _, i := range order {
		if !c.sums[i].Num().IsInt64() || !c.sums[i].Denom().IsInt64() {
			return nil, false
		}
		out = append(out, Chance{Result: c.names[i], Num: c.sums[i].Num().Int64(), Den: c.sums[i].Denom().Int64()})
	}
	return out, true
}
