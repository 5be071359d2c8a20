package adjudicator

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// amended reads what is no order by itself as a change of the line that it is numbered like: after "3 G1: fire E5", "3 at E6" is "G1: fire E6", and
// whatever else that line says stands; "3 hold" is "G1: hold". typed is what the player wrote without the number.
func (r *reader) amended(typed string, number int64, of OrderMail) (parsed orders.Parsed, ok bool) {
	was, ok := r.amends(number, of)
	who := r.actors(was)
	if !ok || was.Standing || was.Guard != "" || len(was.Clauses) > 1 || len(was.Otherwise) > 0 {
		return parsed, false
	}
	bare := was
	bare.Text, bare.Args, bare.Clauses = "", who, nil
	for _, c := range was.Clauses {
		bare.Clauses = append(bare.Clauses, events.Clause{Verb: c.Verb})
	}
	if now, ok := r.doneBy(who, r.grammar.Text(bare)+" "+typed, number); ok && sameDeed(was, now) {
		if details(now) == len(who) {
			return parsed, false // "3 good luck, lads" changes nothing
		}
		if parsed = r.strictly(r.grammar.Text(merged(was, now)), number); len(parsed.Faults) > 0 && details(was)-len(who) <= 1 { // "to C9" is no path, as "C8" is: it stands for all that was said
			parsed = r.strictly(orders.Canonical(now), number)
		}
	} else if now, ok := r.doneBy(who, namesOf(who)+" "+typed, number); ok && len(who) > 0 {
		parsed = r.strictly(orders.Canonical(now), number)
	}
	if len(parsed.Lines) != 1 || len(parsed.Faults) > 0 {
		return parsed, false
	}
	parsed.Typed[0] = typed
	return parsed, true
}

// doneBy reads a text that orders one thing of some units and of nobody else.
func (r *reader) doneBy(who []table.Arg, text string, number int64) (l table.Line, ok bool) {
	parsed := r.grammar.Parse(r.lex, r.allowed, text, int(number))
	if len(parsed.Lines) != 1 || len(parsed.Faults) > 0 {
		return l, false
	}
	return parsed.Lines[0], namesOf(r.actors(parsed.Lines[0])) == namesOf(who)
}

// strictly reads a line as the grammar has it.
func (r *reader) strictly(text string, number int64) orders.Parsed {
	return orders.Parse(r.language, r.lex, text, int(number))
}

// sameDeed reports whether two lines order the same, whoever does it and however.
func sameDeed(a, b table.Line) bool {
	return a.Verb == b.Verb && slices.EqualFunc(a.Clauses, b.Clauses, func(x, y events.Clause) bool { return x.Verb == y.Verb })
}

// details returns how many arguments a line has, those of its one clause among them.
func details(l table.Line) int {
	n := len(l.Args)
	for _, c := range l.Clauses {
		n += len(c.Args)
	}
	return n
}

// merged returns a line with the arguments that another one, which orders the same, has otherwise or besides.
func merged(was, now table.Line) table.Line {
	was.Text, was.Args, was.Clauses = "", besides(was.Args, now.Args), slices.Clone(was.Clauses)
	for i := range was.Clauses {
		was.Clauses[i].Args = besides(was.Clauses[i].Args, now.Clauses[i].Args)
	}
	return was
}

// besides returns arguments with others in the places of those of the same name, or behind them.
func besides(was, now []table.Arg) []table.Arg {
	out := slices.Clone(was)
	for _, a := range now {
		if i := slices.IndexFunc(out, func(b table.Arg) bool { return b.Name == a.Name }); i >= 0 {
			out[i] = a
		} else {
			out = append(out, a)
		}
	}
	return out
}

// namesOf returns the names of units that arguments hold.
func namesOf(args []table.Arg) string {
	var names []string
	for _, a := range args {
		names = append(names, a.Value)
	}
	return strings.Join(names, ",")
}

// amends returns the line that one with a number changes: the one on the desk, or what an earlier one that was not understood can only mean.
func (r *reader) amends(number int64, of OrderMail) (l table.Line, ok bool) {
	desk := r.m.Desk(r.seat)
	if l, ok = desk.LineByID(desk.Numbered(of.Seq, number)); ok {
		return l, true
	}
	if !slices.Contains(desk.unmended, number) {
		return l, false
	}
	for o := range r.m.OrderMails(r.seat) { // what he typed last may not have been understood at all
		for _, f := range o.Orders.Faults {
			if readings := meantBy(f); f.Number == number && len(readings) == 1 {
				parsed := orders.Parse(r.language, r.lex, readings[0], int(number))
				return append(parsed.Lines, l)[0], len(parsed.Lines) == 1
			}
		}
		if len(o.Orders.Phases) > 0 { // the numbers of older mails are others
			return l, false
		}
	}
	return l, false
}

// actors returns the arguments of a line that say which of the player's units do it.
func (r *reader) actors(l table.Line) (out []table.Arg) {
	i := slices.IndexFunc(r.language.Verbs, func(v orders.Verb) bool { return v.Name == l.Verb })
	if i < 0 {
		return nil
	}
	for _, a := range l.Args {
		if slices.ContainsFunc(r.language.Verbs[i].Args, func(p orders.Param) bool { return p.Name == a.Name && p.Kind == orders.KindOwn && p.Prefix == "" }) {
			out = append(out, a)
		}
	}
	return out
}
