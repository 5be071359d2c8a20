package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// amended reads what is no order by itself as a change of the line that it is numbered like: after "3 fire G1 at E5", "3 at E6" is
// "fire G1 at E6", and whatever else that line says stands. typed is what the player wrote without the number.
func (r *reader) amended(typed string, number int64, of OrderMail) (parsed orders.Parsed, ok bool) {
	was, ok := r.amends(number, of)
	if !ok || was.Standing || was.Guard != "" || len(was.Clauses)+len(was.Otherwise) > 0 {
		return parsed, false
	}
	bare := was
	bare.Text, bare.Args = "", r.actors(was)
	parsed = r.grammar.Parse(r.lex, r.allowed, r.grammar.Text(bare)+" "+typed, int(number))
	if len(parsed.Lines) != 1 || len(parsed.Faults) > 0 || parsed.Lines[0].Verb != was.Verb {
		return parsed, false
	}
	now := parsed.Lines[0]
	if !slices.EqualFunc(r.actors(now), bare.Args, func(a, b table.Arg) bool { return a == b }) {
		return parsed, false // others do it
	}
	whole := now
	whole.Text, whole.Args = "", slices.Clone(was.Args)
	for _, a := range now.Args {
		if i := slices.IndexFunc(whole.Args, func(b table.Arg) bool { return b.Name == a.Name }); i >= 0 {
			whole.Args[i] = a
		} else {
			whole.Args = append(whole.Args, a)
		}
	}
	again := orders.Parse(r.language, r.lex, r.grammar.Text(whole), int(number))
	if len(again.Lines) != 1 || len(again.Faults) > 0 {
		return parsed, false
	}
	again.Typed[0] = typed
	return again, true
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
