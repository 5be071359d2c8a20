package table

import (
	"fmt"
	"iter"
	"slices"
)

// Question is one decision. Every function is given what the seat knows. V is an id or a number, never a pointer.
type Question[G, V any] struct {
	Decision string // its row in Rules.Decisions
	Seat     Seat
	About    string // distinguishes it from others at the same place
	Rule     string
	Args     []FactArg                                // for the words of the question
	Covert   bool                                     // never asked by mail, whatever its row says
	Verb     string                                   // order lines and standing orders of this verb may answer it
	Policy   func(known G, l Line) (V, Policy)        // how a line answers it; may be nil
	Options  func(known G) iter.Seq2[string, V]       // canonical text and value; may be nil
	Read     func(known G, text string) (V, *Refusal) // for answers too many to list; may be nil
	Default  func(known G) V
	Blind    bool // Default does not look at what is known, which then need not be made for it
	Literal  bool // nor does Policy: the words of a line are the answer
}

// Policy is how a line answers a question.
type Policy int8

// The policies.
const (
	Pass  Policy = iota // nothing: ask the next line
	Use                 // take this value
	AskMe               // ask the player
)

// UseIf returns Use if a line says something about the case, else Pass.
func UseIf(says bool) Policy {
	if says {
		return Use
	}
	return Pass
}

// Listed is how many options a question shows; more may be written.
const Listed = 24

// Pending is a question that was asked.
type Pending[V any] struct {
	run   *run
	value V
	usual bool  // no one said anything: the value is the default
	post  *post // nil when it was settled at once
}

// post is a question that waits for an answer.
type post struct {
	asked  Asked
	answer func(text string) *Refusal // takes an answer
	none   func()                     // no one answered: the default
	ready  bool
	read   bool
}

// Put settles a question (order line, standing order, default) or posts it to be asked. The first of these that answers wins: the seat's
// order lines of q.Verb that are in force and not done; then its armed standing orders of that verb, in the order written and if their
// guards are true; then, unless the decision is covert, the player himself if a line said AskMe, if he wished it ("standing ask BB-D17") or
// if the decision is always asked; then the default. If there is only one legal option and nothing else can be written, no one is asked.
func Put[G State[G], V any](t *Table, q Question[G, V]) *Pending[V] {
	r := t.run
	r.tick()
	d := r.host.decision(q.Decision)
	name := q.Decision
	if q.About != "" {
		name += " " + q.About
	}
	key := r.prefix() + t.name(name)
	n := r.notion(q.Seat)
	p := &Pending[V]{run: r}
	said := Pass
	if q.Policy != nil && q.Verb != "" {
		p.value, said = consult(t, q, n)
	}
	if said == Use {
		r.settled(q.Seat, key, p.value)
		return p
	}
	if q.Covert || d.Covert || said != AskMe && !d.Ask && !r.wishes(q.Seat, q.Decision) {
		var known G
		if !q.Blind {
			known = n.get().(G)
		}
		p.value, p.usual = q.Default(known), true
		r.settled(q.Seat, key, p.value)
		return p
	}
	ask(p, q, key, n.get().(G))
	return p
}

// consult asks the lines of a seat, in order, for an answer to a question.
func consult[G State[G], V any](t *Table, q Question[G, V], n *notion) (V, Policy) {
	sb := t.run.book.of(q.Seat)
	says := func(l Line) (V, Policy) {
		var known G
		if !q.Literal {
			known = n.get().(G)
		}
		return q.Policy(known, l)
	}
	for i := range sb.lines {
		e := &sb.lines[i]
		if e.done || !sb.has(e.Phase) {
			continue
		}
		if l := e.reading(t.run.host.isClause); l.Verb == q.Verb && t.run.holds(n, l) {
			used := slices.Clone(e.marks(l)) // a look that ends in Pass does not count as a use
			if v, said := says(marked(l, used)); said != Pass {
				e.spoke, e.used = true, used
				t.run.outcome(q.Seat, e.ID, outPart, nil)
				return v, said
			}
		}
	}
	for i := range sb.standing {
		l := sb.standing[i]
		if l.Verb != q.Verb || !sb.armed(l.ID) || !t.run.holds(n, l) {
			continue
		}
		used := make([]bool, arguments(l))
		if v, said := says(marked(l, used)); said != Pass {
			t.run.spoke(q.Seat, l, used)
			return v, said
		}
	}
	var none V
	return none, Pass
}

// ask posts a question, unless its options leave nothing to ask.
func ask[G State[G], V any](p *Pending[V], q Question[G, V], key string, known G) {
	r := p.run
	var texts []string
	more := q.Read != nil
	if q.Options != nil {
		for text, v := range q.Options(known) {
			if len(texts) == Listed {
				more = true
				break
			}
			if len(texts) == 0 {
				p.value = v
			}
			texts = append(texts, text)
		}
	}
	if q.Read == nil && len(texts) == 1 {
		r.settled(q.Seat, key, p.value)
		return
	}
	preset := q.Default(known)
	p.value = preset
	if q.Read == nil && len(texts) == 0 {
		r.settled(q.Seat, key, p.value)
		return
	}
	find := func(fits func(string, V) bool) (string, V, bool) {
		if q.Options != nil {
			for text, v := range q.Options(known) {
				if fits(text, v) {
					return text, v, true
				}
			}
		}
		return "", preset, false
	}
	usual, _, _ := find(func(_ string, v V) bool { return same(v, preset) })
	p.post = &post{
		asked: Asked{Key: key, Seat: q.Seat, Decision: q.Decision, Rule: q.Rule, Args: slices.Clone(q.Args), Options: texts, More: more, Default: usual},
		none:  func() { p.usual = true; r.settled(q.Seat, key, preset) },
		answer: func(text string) *Refusal {
			if _, v, ok := find(func(t string, _ V) bool { return t == text }); ok {
				p.value = v
				return nil
			}
			if q.Read == nil {
				return &Refusal{Code: "table.not-an-option", Rule: q.Rule, Args: []FactArg{A("text", text)}, Legal: texts}
			}
			v, refusal := q.Read(known, text)
			if refusal == nil {
				p.value = v
			}
			return refusal
		},
	}
	r.posted = append(r.posted, p.post)
}

// same compares two values of a question. Values that Go cannot compare are never the same.
func same[V any](a, b V) (equal bool) {
	defer func() {
		if recover() != nil {
			equal = false
		}
	}()
	return any(a) == any(b)
}

// Get returns the answer. The first Get waits once for everything posted, with one mail for each seat.
func (a *Pending[V]) Get() V {
	a.run.tick()
	if a.post != nil {
		a.post.read = true
		if !a.post.ready {
			a.run.waitForAnswers()
		}
	}
	return a.value
}

// Decide is Put and Get.
func Decide[G State[G], V any](t *Table, q Question[G, V]) V { return Put(t, q).Get() }

// DecideOn is Decide, and returns what to report through what comes of the answer: where it is the default, as what the seat's units do of
// themselves (Table.Unbidden).
func DecideOn[G State[G], V any](t *Table, q Question[G, V]) (V, *Table) {
	p := Put(t, q)
	if v := p.Get(); !p.usual {
		return v, t
	}
	return p.value, t.Unbidden(q.Seat)
}

// wishes reports whether a seat wants to be asked a kind of question: "standing ask BB-D17,BB-D18".
func (r *run) wishes(s Seat, decision string) bool {
	sb := r.book.of(s)
	for _, l := range sb.standing {
		if l.Verb == AskVerb && sb.armed(l.ID) && slices.Contains(askedFor(l), decision) && r.holds(r.notion(s), l) {
			return true
		}
	}
	return false
}

// waitForAnswers asks the world for the seal of everything posted and not yet answered.
func (r *run) waitForAnswers() {
	w := Window{Number: r.windows + 1, Turn: r.host.turn(), Step: r.step}
	var open []*post
	for _, p := range r.posted {
		if !p.ready {
			open = append(open, p)
			w.Questions = append(w.Questions, p.asked)
			if !slices.Contains(w.Seats, p.asked.Seat) {
				w.Seats = append(w.Seats, p.asked.Seat)
			}
		}
	}
	if o, ok := r.world.(Onlooker); ok {
		o.See(w, r.host.views())
	}
	seal, ok := r.world.Sealed(w)
	if !ok {
		r.open, r.dead = &w, true
		panic(parked{})
	}
	if h := fits(seal, w); h != nil {
		r.halt(h.Code, w.Questions[0].Key, h.Detail)
	}
	if h := r.book.consume(w, Mail{}, seal, nil); h != nil {
		r.halt(h.Code, w.Questions[0].Key, h.Detail)
	}
	r.windows++
	r.consumed++
	r.refuel()
	for _, ss := range seal.Seats {
		for _, a := range ss.Answers {
			i := slices.IndexFunc(open, func(p *post) bool { return p.asked.Key == a.Question && p.asked.Seat == ss.Seat })
			if i < 0 {
				r.halt(CodeAnswer, a.Question, fmt.Sprintf("%s answers a question that is not put to it", ss.Seat))
			}
			if refusal := open[i].answer(a.Text); refusal != nil {
				r.halt(CodeAnswer, a.Question, fmt.Sprintf("%q cannot be the answer of %s: %s (%s)", a.Text, ss.Seat, refusal.Code, refusal.Rule))
			}
			open[i].ready = true
		}
	}
	for _, p := range open {
		if !p.ready {
			p.none()
			p.ready = true
		}
	}
}

// fits checks that a seal belongs to the open window.
func fits(seal Seal, w Window) *Halt {
	if seal.Window == w.Number {
		return nil
	}
	return &Halt{Code: CodeWindow, Detail: fmt.Sprintf("window %d is open, the seal is of window %d", w.Number, seal.Window)}
}
