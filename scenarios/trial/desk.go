package trial

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// standingText is the name of a seat's text of standing orders.
const standingText = "standing"

// text is one text of the file.
type text struct {
	name  string // "orders[0]", "standing"
	phase string // for which phase alone, "" for any
	turn  int    // for which turn alone, 0 for any
	body  string
	read  bool
}

// keyed reports whether the file says for which ask the text is.
func (x *text) keyed() bool { return x.phase != "" || x.turn != 0 }

// fits reports whether a text may answer a window.
func (x *text) fits(w table.Window) bool {
	return (x.phase == "" || x.phase == w.Step || slices.Contains(w.Phases, x.phase)) && (x.turn == 0 || x.turn == w.Turn)
}

// first returns the first order line of a text as it was typed.
func (x *text) first(speech *orders.Speech) string {
	for line := range strings.Lines(block(speech, x.body)) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// desk is what one seat has written and not yet handed in.
type desk struct {
	seat     table.Seat
	texts    []*text
	wishes   *text        // the text of its standing orders, nil if there is none
	quiet    bool         // its standing orders were not yet its answer where it was asked
	standing []table.Line // in force
	draft    []table.Line
	number   int // of texts read
}

// next returns the text that answers a window: the first that names it, else the first that is for any window.
func (d *desk) next(w table.Window) *text {
	for _, keyed := range []bool{true, false} {
		for _, x := range d.texts {
			if !x.read && x.keyed() == keyed && x.fits(w) {
				return x
			}
		}
	}
	return nil
}

// layDesks lays the texts of the file on the desks of the seats.
func (p *play) layDesks() error {
	seats := p.setup.Scenario.Seats()
	p.seats = seats
	written, err := bySeat(p.file.Orders, "orders", seats)
	if err != nil {
		return err
	}
	wishes, err := bySeat(p.file.Standing, standingText, seats)
	if err != nil {
		return err
	}
	for _, s := range seats {
		d := &desk{seat: s}
		if d.texts, err = p.orderTexts(written[s], "orders."+string(s)); err != nil {
			return err
		}
		if d.wishes, err = standingOf(wishes[s], string(s)); err != nil {
			return err
		}
		d.quiet = d.wishes != nil
		p.desks = append(p.desks, d)
	}
	for _, s := range p.file.Letters {
		if !slices.Contains(seats, table.Seat(s)) {
			return fmt.Errorf("letters: no seat is called %q%s; there are: %s", s, meant(s, names(seats)), strings.Join(names(seats), ", "))
		}
	}
	for _, a := range p.file.Answers {
		if a.Seat != "" && !slices.Contains(seats, table.Seat(a.Seat)) {
			return fmt.Errorf("answers: no seat is called %q%s; there are: %s", a.Seat, meant(a.Seat, names(seats)), strings.Join(names(seats), ", "))
		}
	}
	return nil
}

// bySeat reads a mapping of seats.
func bySeat(raw scenarios.Raw, key string, seats []table.Seat) (map[table.Seat]json.RawMessage, error) {
	out := map[table.Seat]json.RawMessage{}
	if len(raw) == 0 {
		return out, nil
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("%s is a mapping of seats to order texts", key)
	}
	for seat, v := range all {
		if !slices.Contains(seats, table.Seat(seat)) {
			return nil, fmt.Errorf("%s: no seat is called %q%s; there are: %s", key, seat, meant(seat, names(seats)), strings.Join(names(seats), ", "))
		}
		out[table.Seat(seat)] = v
	}
	return out, nil
}

// orderTexts reads the texts of one seat: one, or a list, each a text or a mapping of phase, turn and text.
func (p *play) orderTexts(raw json.RawMessage, key string) ([]*text, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	var out []*text
	for i, v := range list {
		x := &text{name: fmt.Sprintf("orders[%d]", i)}
		if json.Unmarshal(v, &x.body) != nil {
			if err := p.keyedText(x, v, fmt.Sprintf("%s[%d]", key, i)); err != nil {
				return nil, err
			}
		}
		out = append(out, x)
	}
	return out, nil
}

// keyedText reads a text that says for which ask it is.
func (p *play) keyedText(x *text, raw json.RawMessage, key string) error {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return fmt.Errorf("%s is a text, or a mapping of phase, turn and text", key)
	}
	for _, k := range sorted(m) {
		var err error
		switch k {
		case "phase":
			err = json.Unmarshal(m[k], &x.phase)
		case "turn":
			err = json.Unmarshal(m[k], &x.turn)
		case "text":
			err = json.Unmarshal(m[k], &x.body)
		default:
			return fmt.Errorf("%s: unknown key %q%s; there are: phase, turn, text", key, k, meant(k, []string{"phase", "turn", "text"}))
		}
		if err != nil {
			return fmt.Errorf("%s.%s: a phase and a text are texts, a turn is a number", key, k)
		}
	}
	if m["text"] == nil {
		return fmt.Errorf("%s has no text", key)
	}
	if x.phase != "" {
		return p.isStep(key+".phase", x.phase)
	}
	return nil
}

// isStep refuses a name that is not a step of the game.
func (p *play) isStep(where, name string) error {
	steps := p.engine.Steps()
	if slices.Contains(steps, name) {
		return nil
	}
	return fmt.Errorf("%s: the game has no step %q%s; there are: %s", where, name, meant(name, steps), strings.Join(steps, ", "))
}

// standingOf reads the standing orders of one seat: a text, or a list of texts.
func standingOf(raw json.RawMessage, seat string) (*text, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var one string
	var many []string
	if json.Unmarshal(raw, &one) != nil {
		if json.Unmarshal(raw, &many) != nil {
			return nil, fmt.Errorf("standing.%s is a text or a list of texts", seat)
		}
		one = strings.Join(many, "\n")
	}
	if strings.TrimSpace(one) == "" {
		return nil, nil
	}
	return &text{name: standingText, body: one}, nil
}

// read takes a text as its seat would send it in the window w, or before any: standing orders replace those of their verb, order lines
// those that are still there for the same phases.
func (p *play) read(d *desk, x *text, view table.View, w table.Window) {
	x.read = true
	d.number++
	parsed := p.parse(x, view)
	p.faults = append(p.faults, p.understood(d, x, parsed)...)
	same := func(l table.Line) bool {
		return slices.ContainsFunc(parsed.Lines, func(n table.Line) bool { return !n.Standing && p.phaseOf(n, w) == p.phaseOf(l, w) })
	}
	for _, l := range d.draft {
		if same(l) {
			p.refuse(d.seat, l, &table.Refusal{Code: "try.replaced", Args: []table.FactArg{table.A("by", x.name)}})
		}
	}
	d.draft = slices.DeleteFunc(d.draft, same)
	d.standing = slices.DeleteFunc(slices.Clone(d.standing), func(l table.Line) bool {
		return slices.ContainsFunc(parsed.Lines, func(n table.Line) bool { return n.Standing && n.Verb == l.Verb })
	})
	for _, l := range parsed.Lines {
		l.ID = fmt.Sprintf("%s-%d.%d", d.seat, d.number, l.Number)
		p.written[l.ID] = x
		if l.Standing {
			d.standing = append(d.standing, l)
		} else {
			d.draft = append(d.draft, l)
		}
	}
}

// parse understands a text as its seat sees the game. Lines are counted within their own text.
func (p *play) parse(x *text, view table.View) orders.Parsed {
	body := x.body
	if x.name != standingText {
		body = block(p.language.Speech, body)
	}
	judge := func(l table.Line) orders.Verdict {
		if view.Allowed(l) != nil {
			return orders.Refused
		}
		return orders.Allowed
	}
	return p.grammar.Parse(view.Lexicon(), judge, body, 1)
}

// understood reports what was not understood.
func (p *play) understood(d *desk, x *text, parsed orders.Parsed) []Fault {
	var out []Fault
	for _, f := range p.reader(d.seat).Faults(parsed.Faults) {
		out = append(out, p.fault(d.seat, x, f))
	}
	return out
}

// phaseOf returns the phase to which a line belongs while a window is open: one of the window's, else its verb's first.
func (p *play) phaseOf(l table.Line, w table.Window) string {
	if l.Phase != "" {
		return l.Phase
	}
	i := slices.IndexFunc(p.engine.Language().Verbs, func(v orders.Verb) bool { return v.Name == l.Verb })
	if i < 0 || len(p.engine.Language().Verbs[i].Phases) == 0 {
		return ""
	}
	phases := p.engine.Language().Verbs[i].Phases
	for _, ph := range phases {
		if slices.Contains(w.Phases, ph) {
			return ph
		}
	}
	return phases[0]
}

// stand reads those standing orders of a seat that have not been read yet.
func (p *play) stand(d *desk, view table.View) {
	if d.wishes != nil && !d.wishes.read {
		p.read(d, d.wishes, view, table.Window{})
	}
}

// standFromHere puts all standing orders in force in a position that was set: in the game the seals before it would have brought them.
func (p *play) standFromHere() error {
	var seats []table.SeatSeal
	for _, d := range p.desks {
		if d.wishes != nil && !d.wishes.read {
			p.stand(d, p.from.Knows(d.seat))
			seats = append(seats, table.SeatSeal{Seat: d.seat, Standing: d.standing})
		}
	}
	if len(seats) == 0 {
		return nil
	}
	stood, err := p.from.Stand(seats)
	if err != nil {
		return err
	}
	p.from = stood
	return nil
}

// block returns the text between ORDERS and END, or the whole text if there is no such frame.
func block(speech *orders.Speech, mail string) string {
	var inside []string
	framed := false
	for line := range strings.Lines(mail) {
		if _, ok, _ := speech.ParseHeader(strings.TrimSpace(line)); ok && !framed {
			framed, inside = true, nil
			continue
		}
		if framed && speech.IsEnd(line) {
			break
		}
		inside = append(inside, line)
	}
	return strings.Join(inside, "")
}
