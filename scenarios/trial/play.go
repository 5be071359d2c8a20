package trial

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/account"
	"fieldpost/scenarios/words"
)

// play is one trial in progress. Play is always run from the last position set, with all seals since, so that facts and
// rolls need no piecing together; rolls already given are given again by their keys.
type play struct {
	file   File
	engine table.Engine
	book   *words.Book
	setup  table.Setup

	script   *dice.Script
	given    map[string][]int // dice by key
	drawn    map[string]int
	seats    []table.Seat
	seals    []table.Seal
	desks    []*desk
	written  map[string]*text // the text of each line, by its id
	asks     []Ask
	answered []bool // of file.Answers
	readers  map[table.Seat]*account.Reader
	from     table.Game
	now      table.Result
	facts    []table.Fact // before the position was set
	rolls    []table.Roll
	faults   []Fault
	late     []Refusal // of lines that no window took
	passed   []pass    // places gone through since from
	places   int
	trouble  *Trouble
	spoken   []Spoken
	language orders.Language // with the words of all languages
	grammar  *orders.Grammar // of it
}

// prepare opens the game and lays out dice and desks.
func (p *play) prepare() error {
	draws, err := pieces(p.file.Draws)
	if err != nil {
		return err
	}
	p.script = dice.NewScript(p.file.Dice, draws)
	p.given, p.drawn = map[string][]int{}, map[string]int{}
	p.answered = make([]bool, len(p.file.Answers))
	p.written, p.readers = map[string]*text{}, map[table.Seat]*account.Reader{}
	if err := p.layDesks(); err != nil {
		return err
	}
	p.from, err = p.engine.Open(p.setup)
	return err
}

// Roll returns the next scripted dice, or those given before under the same key.
func (p *play) Roll(key string, n, sides int) ([]int, error) {
	if v, ok := p.given[key]; ok && len(v) == n {
		return v, nil
	}
	v, _, err := p.script.Roll(key, n, sides)
	if err != nil {
		return nil, table.Fault(table.CodeRollMissing, key, err.Error())
	}
	p.given[key] = v
	return v, nil
}

// Draw returns the next scripted draw: a piece by name or by its place in the pile.
func (p *play) Draw(key string, pile []string) (int, error) {
	if i, ok := p.drawn[key]; ok && i < len(pile) {
		return i, nil
	}
	i, err := p.script.Pick(key, pile)
	if err != nil {
		return 0, table.Fault(table.CodeRollMissing, key, err.Error()+"; the pile is "+strings.Join(pile, ", "))
	}
	p.drawn[key] = i
	return i, nil
}

// Spoke notes which arguments of a standing order the rules used.
func (p *play) Spoke(_ table.Seat, l table.Line, used []bool) {
	claims, at := p.grammar.Claims(l), 0
	note := func(verb string, args []table.Arg) {
		for _, a := range args {
			p.spoken = append(p.spoken, Spoken{Argument: verb + "." + a.Name, Used: used[at] || claims[at]})
			at++
		}
	}
	note(l.Verb, l.Args)
	for _, c := range l.Clauses {
		note(l.Verb+"."+c.Verb, c.Args)
	}
}

// Sealed returns the seal of a window that has been answered.
func (p *play) Sealed(w table.Window) (table.Seal, bool) {
	for _, s := range p.seals {
		if s.Window == w.Number {
			return s, true
		}
	}
	return table.Seal{}, false
}

// most limits the windows of a trial: no game has so many.
const most = 2000

// run plays to the place where the position is set, sets it, and plays on.
func (p *play) run() error {
	if len(p.file.Set) > 0 {
		if p.file.At != "" {
			if err := p.onward(p.file.At); err != nil || p.trouble != nil {
				return err
			}
			p.facts, p.rolls = p.now.Facts, p.now.Rolls
			p.from = p.now.Boundary
			p.seals = p.seals[len(p.seals)-min(p.now.Seals, len(p.seals)):]
		}
		g, err := p.from.Set(p.file.Set)
		if err != nil {
			return fmt.Errorf("set: %w", err)
		}
		p.from = g
		if err := p.standFromHere(); err != nil {
			return err
		}
	}
	if err := p.onward(p.file.Until); err != nil || p.trouble != nil {
		return err
	}
	p.unasked()
	return nil
}

// onward plays until a place, handing in orders and answers where play waits for them.
func (p *play) onward(until string) error {
	stop, err := p.placeOf(until)
	if err != nil {
		return err
	}
	for range most {
		p.now = p.from.Play(p, 0, p.watched(stop))
		if h := p.now.Halt; h != nil {
			p.trouble = &Trouble{Code: h.Code, Key: h.Key, Detail: h.Detail}
			return nil
		}
		w := p.now.Open
		if w == nil {
			return nil
		}
		if len(w.Questions) > 0 {
			if !p.answer(*w) {
				return nil
			}
			continue
		}
		if !p.handIn(*w, until) {
			return nil
		}
	}
	return errors.New("play does not come to its end: name a place with until")
}

// placeOf reads until and at: "turn 2", "step 4.2", "turn 2 step 4.2"; "" and "end" are no place.
func (p *play) placeOf(s string) (func(table.At) bool, error) {
	if s == "" || s == "end" {
		return nil, nil
	}
	turn, step := 0, ""
	f := strings.Fields(s)
	for len(f) >= 2 {
		switch f[0] {
		case "turn":
			n, err := strconv.Atoi(f[1])
			if err != nil {
				return nil, fmt.Errorf("%q: a number follows turn", s)
			}
			turn, f = n, f[2:]
		case "step":
			step, f = strings.Join(f[1:], " "), nil
		default:
			return nil, fmt.Errorf("%q is no place%s: write end, turn N, step NAME or turn N step NAME", s, meant(f[0], []string{"end", "turn", "step"}))
		}
	}
	if len(f) > 0 {
		return nil, fmt.Errorf("%q is no place%s: write end, turn N, step NAME or turn N step NAME", s, meant(f[0], []string{"end", "turn", "step"}))
	}
	if step != "" {
		if err := p.isStep(strconv.Quote(s), step); err != nil {
			return nil, err
		}
	}
	return func(a table.At) bool {
		return a.Turn >= turn && (step == "" || a.Step == step)
	}, nil
}

// answer seals a question window from the answers of the file; false where one is missing.
func (p *play) answer(w table.Window) bool {
	seal := table.Seal{Window: w.Number}
	ask := p.asked(w)
	for _, d := range p.desks {
		p.stand(d, p.now.Views.Knows(d.seat))
		s := table.SeatSeal{Seat: d.seat, Standing: d.standing}
		for k, q := range w.Questions {
			if q.Seat != d.seat {
				continue
			}
			i := p.reply(q)
			if i < 0 {
				return false
			}
			p.answered[i] = true
			ask.Questions[k].Answer = p.file.Answers[i].Answer
			s.Answers = append(s.Answers, events.Answer{Question: q.Key, Text: p.file.Answers[i].Answer})
		}
		seal.Seats = append(seal.Seats, s)
	}
	p.seals, p.asks = append(p.seals, seal), append(p.asks, ask)
	return true
}

// reply finds the first unused answer that fits a question, or -1 if there is none.
func (p *play) reply(q table.Asked) int {
	for i, a := range p.file.Answers {
		if !p.answered[i] && (a.Seat == "" || a.Seat == string(q.Seat)) && (a.Question == q.Decision || strings.Contains(q.Key, a.Question)) {
			return i
		}
	}
	return -1
}

// handIn seals an order window. It returns false if no one whom the window waits for has anything left and there is no place to reach.
func (p *play) handIn(w table.Window, until string) bool {
	seal := table.Seal{Window: w.Number}
	ask := p.asked(w)
	busy := false
	for _, d := range p.desks {
		silent := true
		view := p.now.Views.Knows(d.seat)
		waits := slices.Contains(w.Seats, d.seat)
		p.stand(d, view) // standing orders come with the first seal, no matter whom it waits for
		var given []Given
		if waits {
			x := d.next(w)
			if x != nil {
				p.read(d, x, view, w)
				given = append(given, Given{In: x.name, First: x.first(p.language.Speech)})
			}
			if x != nil || d.quiet {
				silent, busy, d.quiet = false, true, false
			}
		}
		lines := slices.DeleteFunc(view.Program(), func(l table.Line) bool { return !slices.Contains(w.Phases, l.Phase) })
		for _, l := range lines {
			busy = busy || !l.Standing
		}
		var later []table.Line
		for _, l := range d.draft {
			if waits && p.speaksTo(w, l) {
				lines, silent, busy = append(lines, l), false, true
			} else {
				later = append(later, l)
			}
		}
		d.draft = later
		if waits {
			ask.Texts[string(d.seat)] = p.sources(given, lines)
		}
		seal.Seats = append(seal.Seats, table.SeatSeal{Seat: d.seat, Lines: lines, Standing: d.standing, Silent: silent})
	}
	if !busy && until == "" && !p.expected() {
		return false
	}
	p.seals, p.asks = append(p.seals, seal), append(p.asks, ask)
	return true
}

// speaksTo reports whether a line is for a window: by its phase, or by its verb where that serves several.
func (p *play) speaksTo(w table.Window, l table.Line) bool {
	if l.Phase != "" {
		return slices.Contains(w.Phases, l.Phase)
	}
	return slices.ContainsFunc(p.engine.Language().Verbs, func(v orders.Verb) bool {
		return v.Name == l.Verb && !v.Only && slices.ContainsFunc(v.Phases, func(ph string) bool { return slices.Contains(w.Phases, ph) })
	})
}

// expected reports whether anyone has orders that no window has asked for yet.
func (p *play) expected() bool {
	return slices.ContainsFunc(p.desks, func(d *desk) bool {
		return len(d.draft) > 0 || slices.ContainsFunc(d.texts, func(x *text) bool { return !x.read })
	})
}

// reader returns a seat as it reads how things stand now.
func (p *play) reader(s table.Seat) *account.Reader {
	r := p.readers[s]
	if r == nil || r.Now != p.now.Views {
		r = &account.Reader{
			Engine: p.engine, Seat: s, Seats: p.seats, Lang: p.book.Lang(), Book: p.book, Language: p.language, Scenario: p.setup.Scenario, Now: p.now.Views,
		}
		p.readers[s] = r
	}
	return r
}
