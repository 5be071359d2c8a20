package orders

import "strings"

// Canonical gives the text of a line which, parsed again, gives the same line. It is the line's Text where it has one;
// else every argument is written with its name, which is longer to read and needs no Language: "move unit=18 Div
// path=2114-2115". A program that changes a line empties its Text.
func Canonical(l Line) string {
	if l.Text != "" {
		return l.Text
	}
	return write(&l, nil)
}

// Text gives a line as players read it: arguments by place and prefix, in English.
func (g *Grammar) text(l *Line) string { return write(l, g) }

func write(l *Line, g *Grammar) string {
	var b strings.Builder
	if l.Standing {
		b.WriteString("standing ")
	}
	if l.Guard != "" {
		b.WriteString(l.Guard + " ")
		for i, all := range l.When {
			if i > 0 {
				b.WriteString(" or ")
			}
			for j, t := range all {
				if j > 0 {
					b.WriteString(" and ")
				}
				if t.Not {
					b.WriteString("not ")
				}
				b.WriteString(g.term(t))
			}
		}
		b.WriteString(" then ")
	}
	v := g.verbOf(l.Verb)
	if v != nil && v.Implicit && len(l.Args) == 1 && len(l.Clauses) > 0 {
		b.WriteString(l.Args[0].Value)
	} else {
		b.WriteString(clauseText(v, l.Verb, l.Args))
	}
	for i, c := range l.Clauses {
		if i == 0 {
			b.WriteString(": ")
		} else {
			b.WriteString("; ")
		}
		b.WriteString(clauseText(v.clause(c.Verb), c.Verb, c.Args))
	}
	for i, c := range l.Otherwise {
		if i == 0 {
			b.WriteString(" | otherwise: ")
		} else {
			b.WriteString("; ")
		}
		sub := v.clause(c.Verb)
		if sub == nil {
			sub = g.verbOf(c.Verb)
		}
		b.WriteString(clauseText(sub, c.Verb, c.Args))
	}
	return b.String()
}

func (g *Grammar) verbOf(name string) *verb {
	if g == nil {
		return nil
	}
	return find(g.verbs, name)
}

func (v *verb) clause(name string) *verb {
	if v == nil {
		return nil
	}
	return find(v.subs, name)
}

func find(verbs []verb, name string) *verb {
	for i := range verbs {
		if verbs[i].Name == name {
			return &verbs[i]
		}
	}
	return nil
}

// clauseText writes a verb with its arguments: by place and prefix where the declaration is known and nothing else could
// be read from it, else by name. Text comes last: it takes all that follows.
func clauseText(v *verb, name string, args []Arg) string {
	var b, last strings.Builder
	b.WriteString(name)
	for _, a := range args {
		to := &b
		p := v.param(a.Name)
		if p != nil && p.Kind == KindText {
			to = &last
		}
		switch {
		case p == nil || v.unclear(p, args):
			to.WriteString(" " + a.Name + "=" + a.Value)
		case p.prefix.entries > 0:
			to.WriteString(" " + introduction(p) + " " + a.Value)
		default:
			to.WriteString(" " + a.Value)
		}
	}
	return b.String() + last.String()
}

// introduction is the first English word that introduces an argument.
func introduction(p *param) string {
	for _, w := range p.Prefix {
		if w.EN != "" {
			return w.EN
		}
	}
	return p.Prefix[0].FR
}

func (v *verb) param(name string) *param {
	if v == nil {
		return nil
	}
	for i := range v.params {
		if v.params[i].Name == name {
			return &v.params[i]
		}
	}
	return nil
}

// unclear tells whether an argument without a prefix could be taken for one before it that is left out, or for the rest
// of a list before it.
func (v *verb) unclear(p *param, args []Arg) bool {
	if p.prefix.entries > 0 {
		return false
	}
	for i := range v.params {
		q := &v.params[i]
		if q.Name == p.Name {
			return false
		}
		written := Has(args, q.Name)
		if (!written && q.prefix.entries == 0 || written && q.many()) && alike(q, p) {
			return true
		}
	}
	return false
}

// alike tells whether one value could be of either argument.
func alike(a, b *param) bool {
	if a.Kind == KindText || b.Kind == KindText {
		return true
	}
	if a.Kind == KindPair || b.Kind == KindPair {
		return a.Kind == b.Kind
	}
	if a.Kind == KindWord && b.Kind == KindWord {
		for _, k := range b.words.keys {
			if _, ok := a.words.exact[k.text]; ok || len(a.words.abbreviated(k.text)) == 1 {
				return true
			}
		}
		return false
	}
	return a.Kind.family()&b.Kind.family() != 0
}

// family is a set of bits: kinds that share one may hold the same text. Hexes are numbers on many maps, and G1 is a
// unit and a place on some; "south" is a side and a direction; words are chosen by the game so as not to be names.
func (k Kind) family() int {
	switch k {
	case KindOwn, KindEnemy, KindUnit, KindTarget, KindPlace, KindPath, KindNumber:
		return 1
	case KindSide, KindDir:
		return 2
	}
	return 0
}
