package table

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/dice"
)

// SelfPlay is a World in which bots play all seats. They answer order windows with order lines, which go through the parser and Check like
// a player's. Questions get one of the listed options or the default. Dice are practice dice. Only the seed decides the game.
type SelfPlay struct {
	Bots []SeatBot // a seat that is not named is silent
	Dice *dice.Practice
	Seen []Window // the windows answered, in order
	// Given lists the seals given, in order: the record of the game.
	Given []Seal
	// Mistakes lists the bots' lines that the parser or Check did not accept: "south: move A1: bb.too-far".
	Mistakes []string

	now   Views
	desks []SeatSeal
}

// SeatBot puts a bot on a seat; a bot without a name sends nothing. If Think is not nil, it writes the orders instead, for the order window
// that opens at a boundary; the seat's view of that boundary is all that it may look at.
type SeatBot struct {
	Seat  Seat
	Bot   string
	Think func(at Game, open Window, s Seat) ([]string, error)
}

// NewSelfPlay puts the same bot on every seat.
func NewSelfPlay(seed uint64, bot string, seats []Seat) *SelfPlay {
	w := &SelfPlay{Dice: dice.NewPractice(seed)}
	for _, s := range seats {
		w.Bots = append(w.Bots, SeatBot{Seat: s, Bot: bot})
	}
	return w
}

// Checks makes the kernel refuse untold rolls.
func (w *SelfPlay) Checks() bool { return true }

// See shows the bots how things stand.
func (w *SelfPlay) See(_ Window, now Views) { w.now = now }

// Roll throws practice dice.
func (w *SelfPlay) Roll(_ string, n, sides int) ([]int, error) {
	values := make([]int, n)
	for i := range values {
		values[i] = w.Dice.Pick(sides) + 1
	}
	return values, nil
}

// Draw draws by practice dice.
func (w *SelfPlay) Draw(_ string, pile []string) (int, error) { return w.Dice.Pick(len(pile)), nil }

// Sealed asks the bots.
func (w *SelfPlay) Sealed(open Window) (Seal, bool) {
	seal := Seal{Window: open.Number}
	for _, b := range w.Bots {
		i := slices.IndexFunc(w.desks, func(d SeatSeal) bool { return d.Seat == b.Seat })
		if i < 0 {
			i = len(w.desks)
			w.desks = append(w.desks, SeatSeal{Seat: b.Seat})
		}
		d := &w.desks[i]
		d.Lines, d.Answers, d.Silent = nil, nil, true
		switch {
		case !slices.Contains(open.Seats, b.Seat):
		case len(open.Questions) > 0:
			w.answer(open, d)
		default:
			w.order(open, d, b)
		}
		seal.Seats = append(seal.Seats, SeatSeal{
			Seat: d.Seat, Lines: d.Lines, Standing: slices.Clone(d.Standing), Answers: d.Answers, Silent: d.Silent,
		})
	}
	w.Seen, w.Given = append(w.Seen, open), append(w.Given, seal)
	return seal, true
}

func (w *SelfPlay) answer(open Window, d *SeatSeal) {
	for _, q := range open.Questions {
		if q.Seat != d.Seat || len(q.Options) == 0 {
			continue
		}
		if n := w.Dice.Pick(len(q.Options) + 1); n < len(q.Options) {
			d.Answers = append(d.Answers, Answer{ID: fmt.Sprintf("%d%s.a", open.Number, d.Seat), Question: q.Key, Text: q.Options[n]})
			d.Silent = false
		}
	}
}

// order asks a bot for the lines of a seat.
func (w *SelfPlay) order(open Window, d *SeatSeal, b SeatBot) {
	v := w.now.Knows(d.Seat)
	var texts []string
	var err error
	switch at, boundary := w.now.(Game); {
	case b.Think != nil && boundary:
		texts, err = b.Think(at, open, d.Seat)
	case b.Bot != "":
		texts, err = v.Bot(b.Bot, open.Phases, w.Dice.Pick)
	}
	if err != nil {
		panic(err) // the kernel makes a Halt of it
	}
	w.Mistakes = append(w.Mistakes, file(v, v.Read, open, d, texts)...)
}

// file puts the lines of a bot on a desk and returns those that are refused, with the reason. A bot that sends nothing goes on with what is
// left of its program.
func file(v View, read func(text string) (Line, bool), open Window, d *SeatSeal, texts []string) (mistakes []string) {
	var verbs []string
	for i, text := range texts {
		l, ok := read(text)
		if !ok {
			mistakes = append(mistakes, fmt.Sprintf("%s: %s: not understood", d.Seat, text))
			continue
		}
		if r := v.Allowed(l); r != nil {
			mistakes = append(mistakes, fmt.Sprintf("%s: %s: %s", d.Seat, text, r.Code))
			continue
		}
		l.ID = fmt.Sprintf("%d%s.%d", open.Number, d.Seat, i+1)
		d.Silent = false
		if !l.Standing {
			d.Lines = append(d.Lines, l)
			continue
		}
		if !slices.Contains(verbs, l.Verb) {
			verbs = append(verbs, l.Verb)
			d.Standing = slices.DeleteFunc(slices.Clone(d.Standing), func(o Line) bool { return o.Verb == l.Verb })
		}
		d.Standing = append(d.Standing, l)
	}
	if len(d.Lines) == 0 {
		d.Lines = v.Program()
	}
	return mistakes
}
