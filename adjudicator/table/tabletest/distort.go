package tabletest

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// distort changes one argument of a line: doubled, reversed, far away, of the other side, inserted or left out. name says which.
func (h *hostile) distort(lex orders.Lexicon, l table.Line) (out table.Line, name string, ok bool) {
	i := slices.IndexFunc(h.Engine.Language().Verbs, func(v orders.Verb) bool { return v.Name == l.Verb })
	if i < 0 {
		return l, "", false
	}
	v := &h.Engine.Language().Verbs[i]
	name = v.Name
	if n := len(l.Clauses); n > 0 && (len(v.Args) == 0 || h.pick(2) == 0) {
		l.Clauses = slices.Clone(l.Clauses)
		k := h.pick(n)
		j := slices.IndexFunc(v.Clauses, func(c orders.Verb) bool { return c.Name == l.Clauses[k].Verb })
		if j < 0 {
			return l, "", false
		}
		if h.pick(8) == 0 { // the same action twice
			l.Clauses = slices.Insert(l.Clauses, k, l.Clauses[k])
			return l, name + "." + v.Clauses[j].Name, true
		}
		args, arg, ok := h.distorted(lex, &v.Clauses[j], l.Clauses[k].Args)
		l.Clauses[k].Args = args
		return l, name + "." + v.Clauses[j].Name + "." + arg, ok
	}
	args, arg, ok := h.distorted(lex, v, l.Args)
	l.Args = args
	return l, name + "." + arg, ok
}

// distorted changes one of the arguments of a verb.
func (h *hostile) distorted(lex orders.Lexicon, v *orders.Verb, args []table.Arg) (out []table.Arg, name string, ok bool) {
	if len(v.Args) == 0 {
		return args, "", false
	}
	p := &v.Args[h.pick(len(v.Args))]
	out = slices.Clone(args)
	i := slices.IndexFunc(out, func(a table.Arg) bool { return a.Name == p.Name })
	if i < 0 { // inserted, in its place among the others
		value := h.value(lex, p)
		place := func(name string) int {
			return slices.IndexFunc(v.Args, func(q orders.Param) bool { return q.Name == name })
		}
		at := 0
		for at < len(out) && place(out[at].Name) < place(p.Name) {
			at++
		}
		return slices.Insert(out, at, table.Arg{Name: p.Name, Value: value}), p.Name, value != ""
	}
	if p.Optional && h.pick(4) == 0 {
		return slices.Delete(out, i, i+1), p.Name, true
	}
	was := out[i].Value
	switch h.pick(4) {
	case 0: // doubled
		if by := joint(p); by != "" {
			items := strings.Split(was, by)
			out[i].Value = strings.Join(append(items, items[h.pick(len(items))]), by)
		}
	case 1: // reversed
		if by := joint(p); by != "" {
			items := strings.Split(was, by)
			slices.Reverse(items)
			out[i].Value = strings.Join(items, by)
		}
	case 2: // one more
		if by, value := joint(p), h.value(lex, p); by != "" && value != "" {
			out[i].Value = was + by + value
		}
	}
	if out[i].Value == was {
		out[i].Value = h.value(lex, p)
	}
	return out, p.Name, out[i].Value != "" && out[i].Value != was
}

// joint returns what stands between the values of an argument that may have several.
func joint(p *orders.Param) string {
	switch {
	case p.Kind == orders.KindPath:
		return "-"
	case p.Repeated || p.Kind == orders.KindPair:
		return ","
	}
	return ""
}

// numbers are what someone might write to see what happens.
var numbers = []int{0, 1, 2, 3, 4, 6, 9, 12, 99, -1}

// value returns any value of an argument, near or far, own or foreign, or "" if there is none.
func (h *hostile) value(lex orders.Lexicon, p *orders.Param) string {
	var from []string
	switch p.Kind {
	case orders.KindOwn, orders.KindUnit:
		from = append(slices.Clone(lex.Own()), lex.Enemies()...)
	case orders.KindEnemy:
		from = slices.Clone(lex.Enemies())
	case orders.KindTarget:
		from = append(slices.Clone(lex.Enemies()), lex.Places()...)
	case orders.KindPlace:
		from = lex.Places()
	case orders.KindPath:
		places := lex.Places()
		if len(places) == 0 {
			return ""
		}
		way := []string{places[h.pick(len(places))]}
		for h.pick(2) == 0 {
			way = append(way, places[h.pick(len(places))])
		}
		return strings.Join(way, "-")
	case orders.KindNumber:
		return strconv.Itoa(numbers[h.pick(len(numbers))])
	case orders.KindSide:
		from = lex.Sides()
	case orders.KindDir:
		from = lex.Directions()
	case orders.KindWord:
		for _, c := range p.Words {
			from = append(from, c.Name)
		}
	case orders.KindPair:
		return h.setting(p)
	}
	if len(from) == 0 {
		return ""
	}
	return from[h.pick(len(from))]
}

// setting returns any setting of an argument of pairs.
func (h *hostile) setting(p *orders.Param) string {
	if len(p.Words) == 0 {
		return ""
	}
	c := p.Words[h.pick(len(p.Words))]
	if len(c.Values) == 0 {
		return c.Name + "=" + strconv.Itoa(numbers[h.pick(len(numbers))])
	}
	return c.Name + "=" + c.Values[h.pick(len(c.Values))].Name
}
