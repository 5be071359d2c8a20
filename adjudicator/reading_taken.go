package adjudicator

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// A receipt offers whole lines: what a line that was not understood may mean, and what would be allowed in the place of one that is not. Whoever
// means one of them need not write it: "1 yes" takes the only line that is offered for line 1, "3 b" the second of those for line 3.

// offersTried is how often a draft is tried to find out what would be allowed in the place of one of its lines.
const offersTried = 12

// offer is the lines that receipts offer for one with a number.
type offer struct {
	number int64
	lines  []string
}

// offers returns what receipts offer the seat in answer to an order mail. What was not understood is in the log with what it may mean, so that
// nothing but what the player was shown is taken.
func (r *reader) offers(of OrderMail) []offer {
	if r.offered != nil {
		return r.offered
	}
	out := r.permitted(of)
	for _, number := range r.m.Desk(r.seat).unmended {
		lines := r.readings(number)
		if i := slices.IndexFunc(out, func(o offer) bool { return o.number == number }); i >= 0 {
			out[i].lines = slices.Concat(lines, out[i].lines)
		} else if len(lines) > 0 {
			out = append(out, offer{number, lines})
		}
	}
	r.offered = out
	return out
}

// readings returns what the line with a number that waits to be corrected may mean, as it was typed last; none if two parts of it do.
func (r *reader) readings(number int64) []string {
	for o := range r.m.OrderMails(r.seat) {
		faults := slices.DeleteFunc(slices.Clone(o.Orders.Faults), func(f events.Fault) bool { return f.Number != number || f.Code == FaultyAnswer })
		if len(faults) == 1 {
			return meantBy(faults[0])
		}
		if len(faults) > 1 {
			return nil
		}
	}
	return nil
}

// meantBy returns the whole lines that a fault shows.
func meantBy(f events.Fault) []string {
	if line, ok := orders.Correction(f); ok {
		return []string{line}
	}
	if orders.Lines(f) {
		return f.Suggestions
	}
	return nil
}

// permitted returns what would be allowed in the place of lines on the desk that are not, where that is one whole line.
func (r *reader) permitted(of OrderMail) []offer {
	out := []offer{}
	desk, stage := r.m.Desk(r.seat), r.m.Stage(r.seat)
	if stage == nil {
		return out
	}
	now := slices.DeleteFunc(desk.Draft(), func(l table.Line) bool { return !slices.Contains(r.m.Open.Phases, l.Phase) })
	for _, v := range stage.Rehearse(now, desk.Standing(), offersTried, nil).Verdicts {
		if v.Refusal == nil || desk.Numbered(of.Seq, v.Line.Number) != v.Line.ID {
			continue
		}
		lines := v.Refusal.Legal
		if len(lines) == 0 {
			lines = r.m.Now.Knows(r.seat).Instead(v.Line, desk.Draft())
		}
		if len(lines) == 1 && r.parses(lines[0]) { // and not a place alone
			out = append(out, offer{v.Line.Number, lines})
		}
	}
	return out
}

// offerFor returns the lines that a reply about one with a number may take, and whether it is about one of the player's at all. In the place of a line
// that may be done there is that line itself: whoever agrees with it says that all is meant as it is.
func (r *reader) offerFor(number int64, of OrderMail) (lines []string, known bool) {
	offers := r.offers(of)
	if i := slices.IndexFunc(offers, func(o offer) bool { return o.number == number }); i >= 0 {
		return offers[i].lines, true
	}
	desk := r.m.Desk(r.seat)
	if slices.Contains(desk.unmended, number) {
		return nil, true
	}
	if l, lies := desk.LineByID(desk.Numbered(of.Seq, number)); lies {
		return []string{orders.Canonical(l)}, true
	}
	return nil, false
}

// takings reads a line that takes what is offered for lines of the player's own, and nothing else. Without a number it is about the only line for
// which something is offered.
func (r *reader) takings(text string, of OrderMail) (list []orders.Taking, ok bool) {
	if list, ok = r.language.Speech.Takings(text); !ok {
		return nil, false
	}
	for i, t := range list {
		if offers := r.offers(of); t.Number == 0 && len(offers) == 1 {
			list[i].Number = int(offers[0].number)
		}
		if _, known := r.offerFor(int64(list[i].Number), of); !known {
			return nil, false
		}
	}
	return list, true
}

// NothingOffered is the code of a reply that takes what is not offered.
const NothingOffered = "orders.nothing-offered"

// take reads a line that takes what letters offer, and reports whether it is one.
func (r *reader) take(text string, of OrderMail) bool {
	list, ok := r.takings(text, of)
	if !ok {
		return false
	}
	r.out.Took = true
	for _, t := range list {
		if r.uses(t.Number) {
			continue // it was said before
		}
		lines, _ := r.offerFor(int64(t.Number), of)
		f := events.Fault{Number: int64(t.Number), Typed: text}
		if number, rest := cutNumber(text); number == t.Number && len(list) == 1 {
			f.Typed = rest
		}
		switch {
		case len(lines) == 0:
			f.Code, f.Args = NothingOffered, []events.Option{{Name: "number", Value: strconv.Itoa(t.Number)}}
			r.out.Orders.Faults = append(r.out.Orders.Faults, f)
		case t.Option > len(lines) || t.Option == 0 && len(lines) > 1:
			f.Code, f.Args, f.Suggestions = orders.SeveralFault, []events.Option{{Name: "word", Value: f.Typed}}, lines
			r.out.Orders.Faults = append(r.out.Orders.Faults, f)
		default:
			r.replace(orders.Parse(r.language, r.lex, lines[max(0, t.Option-1)], t.Number), t.Number, of, text)
		}
	}
	return true
}

// unlettered returns a line that was copied with the letter before it, "b) deploy T2 at 38/6", without that.
func (r *reader) unlettered(line string) string {
	if len(line) > 2 && line[0] >= 'a' && line[0] <= 'z' && line[1] == ')' && r.parses(strings.TrimSpace(line[2:])) {
		return strings.TrimSpace(line[2:])
	}
	return line
}
