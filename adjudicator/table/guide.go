package table

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
)

// Guide is what a rulebook tells a player who does not own it: what wins, what his weapons do, what his units can do now. Everything is computed
// from the data and by the procedures that adjudicate, and from known alone. A nil function has nothing to tell.
//
// Its texts are the game's words. Beside them, words under these keys are the guide's, for every rulebook:
//
//	guide.step.STEP      one line of the sequence of play: what happens in a step, and what an order mail decides in it
//	guide.idle.VERB      what units do in a turn for which the order VERB was not given
//	guide.habit.VERB     what the standing order VERB is good for
type Guide[G any] struct {
	// Briefing tells a side its task, how the game is won and scored, its own characteristics and special rules.
	Briefing func(known G, s Seat) []Chapter
	// Card is the reference card: weapons and counters of both sides as far as the rules let s see them, the effects of the terrain on this map,
	// costs, modifiers, charts, and a key to the counters. It does not change during play but with what s learns.
	Card func(known G, s Seat) []Chapter
	// Prospects returns what units can do in a phase, for each unit the most useful first. The kernel passes on those whose lines are allowed.
	Prospects func(known G, s Seat, phase string) []Prospect
	// Sight says whether there is a line of sight between two places, and why not. From and to are places or units as the lexicon reads them.
	Sight func(known G, s Seat, from, to string) []Remark
	// Reach tells where a unit of the seat can go now, and at what cost.
	Reach func(known G, s Seat, unit string) []Chapter
	// Field lists the places into which a unit of the seat can fire from where it stands and as it faces now, enemy there or not: its field of
	// fire.
	Field func(known G, s Seat, unit string) []Covered
	// Score tells in a sentence or two how the game would end if it ended now: it closes the short account at the head of each report.
	Score func(known G, s Seat) []Remark
	// Stage names the part of the turn that is being played, where a turn has parts in which the same phases come again: "sequence 2 of 3". It
	// stands in the subject and the head of each report.
	Stage func(known G, s Seat) []Remark
	// Habits are the few standing orders by which this game is played well, as ready lines: "standing hit stand". A form proposes those of a
	// verb of which none is in force.
	Habits func(known G, s Seat) []string
	// Lasting are the orders of earlier mails that hold until another takes their place although they are no standing orders, as lines:
	// "interrupt 4.5 within 6". Letters list them with these.
	Lasting func(known G, s Seat) []string
	// Instead returns lines that could stand in place of one of the seat's that is refused, the nearest first: the next free place for a unit
	// that finds no room where it is to go. Draft are all its lines.
	Instead func(known G, s Seat, l Line, draft []Line) []string
}

// Chapter is a part of a paper for a player: a briefing, a card, an answer.
type Chapter struct {
	Title  string // words' key
	Says   []Remark
	Tables []board.Table // after what it says; a table without title has that of the chapter
	Apart  bool          // rules to be looked up: a first report has them on its card, the answer to BRIEFING in its text
}

// Remark is a sentence for a player, in the words of the game. Unlike a fact it does not say what happened.
type Remark struct {
	Key  string // words' key; "" for the words of the rule itself, as RULE answers it
	Rule string // may be empty
	Args []FactArg
}

// Covered is a place in a unit's field of fire.
type Covered struct {
	Place string // as the lexicon reads it; on a free table a point, in inches: "12.5/30"
	Text  string // what a shot there would need, as it stands on the map: "4+", "3/6"
	Says  Remark // distance, cover, score or strength
}

// Say makes a Remark.
func Say(key, rule string, args ...FactArg) Remark { return Remark{Key: key, Rule: rule, Args: args} }

// Cite makes a Remark that is a rule in the game's own words.
func Cite(rule string) Remark { return Remark{Rule: rule} }

// Prospect is something that a unit can do now: a ready order line, with what a player wants to know before he gives it.
type Prospect struct {
	Unit   string       // as its owner orders it; "" for the side itself, such as a card of its hand
	Target string       // enemy unit or place aimed at, as the lexicon reads it; "" for none
	Line   string       // order line, canonical
	Says   Remark       // distance, cover, score needed, cost, effect
	Chance []Likelihood // of what may come of it, the most important first
	Worth  int          // of two of the same unit, the one that is worth more comes first
	Joint  bool         // a deed of many units, such as an attack: such lines come first, and stand in the order of their worth alone
	Then   []string     `json:"-"` // verbs of lines that it makes possible behind it in the same mail, such as those of a unit that comes onto the map
}

// Likelihood is the exact chance of a result of an order, as things stand for its player, once its turn comes.
type Likelihood struct {
	Result   string // words' key: "odds.hit"
	Num, Den int64
	Told     func(Fact) bool `json:"-"` // reports whether a fact tells of the result: by it the laws hold the chance against trials
}

// Prospects implements View.Prospects.
func (v *view[G, D]) Prospects(phases []string) []Prospect {
	find := v.e.rules.Guide.Prospects
	if find == nil {
		return nil
	}
	own := v.Lexicon().Own()
	var out []Prospect
	for _, phase := range phases {
		if !v.MayOrder(phase) {
			continue
		}
		for _, p := range find(v.known, v.seat, phase) {
			if slices.ContainsFunc(out, func(q Prospect) bool { return q.Line == p.Line }) {
				continue
			}
			if l, ok := v.Read(p.Line); ok && v.Allowed(l) == nil {
				out = append(out, p)
			}
		}
	}
	joint := func(p Prospect) int {
		if p.Joint {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b Prospect) int {
		if a.Joint && b.Joint {
			return cmp.Compare(b.Worth, a.Worth)
		}
		return cmp.Or(cmp.Compare(joint(a), joint(b)), cmp.Compare(slices.Index(own, a.Unit), slices.Index(own, b.Unit)), cmp.Compare(b.Worth, a.Worth))
	})
	return out
}

// Orders implements View.Orders.
func (v *view[G, D]) Orders(step string) bool {
	i := v.e.placeOf(step)
	return i >= 0 && v.e.rules.Sequence[i].Who != nil && slices.Contains(v.e.rules.Sequence[i].Who(v.known), v.seat) && v.MayOrder(step)
}

func (v *view[G, D]) Briefing() []Chapter { return v.tell(v.e.rules.Guide.Briefing) }

func (v *view[G, D]) Card() []Chapter { return v.tell(v.e.rules.Guide.Card) }

func (v *view[G, D]) tell(paper func(known G, s Seat) []Chapter) []Chapter {
	if paper == nil {
		return nil
	}
	return paper(v.known, v.seat)
}

func (v *view[G, D]) Sight(from, to string) []Remark {
	if v.e.rules.Guide.Sight == nil {
		return nil
	}
	return v.e.rules.Guide.Sight(v.known, v.seat, from, to)
}

func (v *view[G, D]) Reach(unit string) []Chapter {
	if v.e.rules.Guide.Reach == nil {
		return nil
	}
	return v.e.rules.Guide.Reach(v.known, v.seat, unit)
}

// Field implements View.Field.
func (v *view[G, D]) Field(unit string) []Covered {
	if v.e.rules.Guide.Field == nil {
		return nil
	}
	return v.e.rules.Guide.Field(v.known, v.seat, unit)
}

func (v *view[G, D]) Score() []Remark {
	if v.e.rules.Guide.Score == nil {
		return nil
	}
	return v.e.rules.Guide.Score(v.known, v.seat)
}

// Stage implements View.Stage.
func (v *view[G, D]) Stage() []Remark {
	if v.e.rules.Guide.Stage == nil {
		return nil
	}
	return v.e.rules.Guide.Stage(v.known, v.seat)
}

// Instead implements View.Instead.
func (v *view[G, D]) Instead(l Line, draft []Line) (out []string) {
	if v.e.rules.Guide.Instead == nil {
		return nil
	}
	for _, text := range v.e.rules.Guide.Instead(v.known, v.seat, l, draft) {
		if read, ok := v.Read(text); ok && v.Allowed(read) == nil {
			out = append(out, text)
		}
	}
	return out
}

// Lasting implements View.Lasting.
func (v *view[G, D]) Lasting() []Line {
	if v.e.rules.Guide.Lasting == nil {
		return nil
	}
	var out []Line
	for _, text := range v.e.rules.Guide.Lasting(v.known, v.seat) {
		if l, ok := v.Read(text); ok {
			out = append(out, l)
		}
	}
	return out
}

// Habits returns the ready standing orders that can be given now, but none of a verb that the seat has a standing order of.
func (v *view[G, D]) Habits() []Line {
	if v.e.rules.Guide.Habits == nil {
		return nil
	}
	var out []Line
	for _, text := range v.e.rules.Guide.Habits(v.known, v.seat) {
		l, ok := v.Read(text)
		if ok && v.Allowed(l) == nil && !slices.ContainsFunc(v.Standing(), func(s StandingLine) bool { return s.Line.Verb == l.Verb }) {
			out = append(out, l)
		}
	}
	return out
}

// Due reports whether a seat is to order in a step after those of an open window: it would be asked if the step came now, or the step shares its
// mail with one for which it would. Of such a mail all steps are due: what the seat can do in each is not certain yet.
func (r Rhythm) Due(view View, open Window, step string) bool {
	return view.Orders(step) || view.Holds(step) && slices.ContainsFunc(r.Mails, func(m Mail) bool {
		return slices.Contains(m.Phases, step) && !slices.ContainsFunc(open.Phases, func(p string) bool { return slices.Contains(m.Phases, p) }) && slices.ContainsFunc(m.Phases, view.Orders)
	})
}

// RhythmOf returns a rhythm of a rulebook by its name, its first if there is none.
func RhythmOf(e Engine, name string) Rhythm {
	all := e.Rhythms()
	return all[max(0, slices.IndexFunc(all, func(r Rhythm) bool { return r.Name == name }))]
}
