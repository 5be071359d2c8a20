package table

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
)

// RandomBot is the bot that the kernel gives to every rulebook: it writes lines picked at random from everything that the rules propose.
const RandomBot = "random"

// Draft is the order mail that a bot writes for one seat. It holds what the seat knows, and accepts only lines that a player could send:
// those that the parser understands completely and that Check allows.
type Draft[G any] struct {
	Known  G
	Seat   Seat
	Phases []string        // what the mail covers
	Pick   func(n int) int // 0 to n-1 at random: the only randomness that a bot has
	Lines  []string        // written so far

	desk     desk
	standing []StandingLine
}

// desk is the part that a draft needs of the view it is written from.
type desk interface {
	Read(text string) (Line, bool)
	judge(l Line) *Refusal
	proposals(phase, verb string) iter.Seq[string]
	policies() []orders.Verb
}

// NewDraft is an empty draft from what a seat knows. It panics if the engine plays another kind of position.
func NewDraft[G State[G]](e Engine, known G, s Seat, phases []string, pick func(n int) int) *Draft[G] {
	return e.(interface {
		draft(known G, s Seat, phases []string, pick func(n int) int) *Draft[G]
	}).draft(known, s, phases, pick)
}

func (e *engine[G, D]) draft(known G, s Seat, phases []string, pick func(n int) int) *Draft[G] {
	return &Draft[G]{Known: known, Seat: s, Phases: phases, Pick: pick, desk: &view[G, D]{e: e, seat: s, known: known}}
}

// Standing returns the seat's standing orders of a verb that are in force.
func (d *Draft[G]) Standing(verb string) []Line {
	return Pick(d.standing, func(s *StandingLine) (Line, bool) { return s.Line, s.Armed && s.Line.Verb == verb })
}

// Write adds a line if it is understood and allowed, and reports whether it was.
func (d *Draft[G]) Write(format string, args ...any) bool {
	text := fmt.Sprintf(format, args...)
	l, ok := d.desk.Read(text)
	if !ok || d.desk.judge(l) != nil {
		return false
	}
	d.Lines = append(d.Lines, text)
	return true
}

// First adds the first of some lines that is understood and allowed, and reports whether there was one.
func (d *Draft[G]) First(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return d.Write("%s", text) })
}

// Proposals lists what the rules propose to a player for a phase: lines of one verb, or of all verbs if verb is "". Some of them
// may not be allowed.
func (d *Draft[G]) Proposals(phase, verb string) []string {
	return slices.Collect(d.desk.proposals(phase, verb))
}

// Some adds up to n of the proposals of a phase, picked at random.
func (d *Draft[G]) Some(phase, verb string, n int) {
	all := d.Proposals(phase, verb)
	for ; n > 0 && len(all) > 0; n-- {
		i := d.Pick(len(all))
		d.Write("%s", all[i])
		all = slices.Delete(all, i, i+1)
	}
}

// mostRandom is the most lines that the random bot tries for a phase.
const mostRandom = 16

// Random writes the draft of the random bot: some lines for each phase, and now and then a standing order.
func (d *Draft[G]) Random() {
	for _, phase := range d.Phases {
		d.Some(phase, "", 1+d.Pick(mostRandom))
	}
	if verbs := d.desk.policies(); len(verbs) > 0 && d.Pick(3) == 0 {
		if l, ok := d.policy(verbs[d.Pick(len(verbs))]); ok {
			d.Write("%s", orders.Canonical(l))
		}
	}
}

// policy makes up a standing order of a verb. It returns false if that takes more than words and numbers.
func (d *Draft[G]) policy(v orders.Verb) (Line, bool) {
	l := Line{Verb: v.Name, Standing: true}
	for _, p := range v.Args {
		if p.Optional && d.Pick(2) == 0 {
			continue
		}
		value := d.setting(p)
		if value == "" && !p.Optional {
			return Line{}, false
		}
		if value != "" {
			l.Args = append(l.Args, Arg{Name: p.Name, Value: value})
		}
	}
	return l, true
}

// setting returns a random value for an argument that takes a word, a number or name=value, or "" for any other.
func (d *Draft[G]) setting(p orders.Param) string {
	if p.Kind == orders.KindNumber {
		return d.number()
	}
	if p.Kind != orders.KindWord && p.Kind != orders.KindPair || len(p.Words) == 0 {
		return ""
	}
	c := p.Words[d.Pick(len(p.Words))]
	switch {
	case p.Kind == orders.KindWord:
		return c.Name
	case len(c.Values) > 0:
		return c.Name + "=" + c.Values[d.Pick(len(c.Values))].Name
	}
	return c.Name + "=" + d.number()
}

func (d *Draft[G]) number() string { return strconv.Itoa(1 + d.Pick(9)) }

// Lines is a line for each of some words, such as units; format has a %s for the word.
func Lines(format string, words []string) (out []string) {
	for _, word := range words {
		out = append(out, fmt.Sprintf(format, word))
	}
	return out
}

// Pairs proposes a line for each of some words with each of the words that go with it: format has a %s for each of the two.
func Pairs(format string, words []string, with func(word string) []string) (out []string) {
	for _, word := range words {
		for _, other := range with(word) {
			out = append(out, fmt.Sprintf(format, word, other))
		}
	}
	return out
}
