package orders

import (
	"strconv"
	"strings"
)

// Canonical returns the text of a line that, parsed again, gives the same line. It is the line's Text where it has one; else every argument
// is written with its name, which is longer to read and needs no Language: "move unit=18 Div path=2114-2115". A program that changes a line
// empties its Text.
func Canonical(l Line) string {
	if l.Text != "" {
		return l.Text
	}
	return write(&l, nil)
}

// text writes a line as players read it: arguments by place and prefix, in English.
func (g *Grammar) text(l *Line) string { return write(l, g) }

// Text writes a line that was put together, not read: its values may be anything, so the text may have to be read before it is believed.
func (g *Grammar) Text(l Line) string { return g.text(&l) }

// Spoken returns a line as a player of a language would write it: verbs, words and conditions by their first names there. Parsed again, it
// gives the same line. If it would not, for example because two things share a name in that language, Spoken returns the line's canonical
// text.
func (p *Parser) Spoken(l Line, lang Lang) string {
	hand := newPen(p.g, lang)
	hand.places, _ = p.scene.lex.(Sayer)
	if lang == English && hand.places == nil {
		return Canonical(l)
	}
	hand.texts, _ = p.scene.lex.(Composer)
	text := hand.line(&l)
	again := p.Parse(text, max(1, int(l.Number)))
	if len(again.Faults) == 0 && len(again.Lines) == 1 && (Canonical(bare(again.Lines[0])) == Canonical(bare(l)) || p.g.Text(again.Lines[0]) == p.g.Text(l)) {
		return text // or what its writer left unnamed, the target of a shot, is named now
	}
	return Canonical(l)
}

// bare returns a line without the fields that its text does not hold, so that only its meaning is compared.
func bare(l Line) Line {
	l.Text = ""
	return l
}

func write(l *Line, g *Grammar) string { return newPen(g, English).line(l) }

// pen writes lines in a language.
type pen struct {
	g      *Grammar // nil: every argument is written with its name
	lang   Lang
	tongue *Tongue
	places Sayer    // nil: places are written as they are kept
	texts  Composer // nil: texts too
}

func newPen(g *Grammar, lang Lang) *pen {
	w := &pen{g: g, lang: lang, tongue: &canonical}
	if g != nil && lang != English {
		w.tongue = g.in(lang)
	}
	return w
}

func (w *pen) line(l *Line) string {
	var b strings.Builder
	if l.Standing {
		b.WriteString(w.tongue.Standing[0] + " ")
	}
	if l.Guard != "" {
		b.WriteString(w.guard(l))
	}
	v := w.g.verbOf(l.Verb)
	if v != nil && v.Implicit && len(l.Args) == 1 && len(l.Clauses) > 0 {
		b.WriteString(l.Args[0].Value)
	} else {
		b.WriteString(w.clause(v, l.Verb, l.Args))
	}
	for i, c := range l.Clauses {
		if i == 0 {
			b.WriteString(w.tongue.Colon)
		} else {
			b.WriteString(w.tongue.Semicolon)
		}
		b.WriteString(w.clause(v.clause(c.Verb), c.Verb, c.Args))
	}
	for i, c := range l.Otherwise {
		if i == 0 {
			b.WriteString(" | " + w.tongue.Otherwise[0] + w.tongue.Colon)
		} else {
			b.WriteString(w.tongue.Semicolon)
		}
		b.WriteString(w.clause(w.g.clauseOf(v, c.Verb), c.Verb, c.Args))
	}
	return b.String()
}

// guard writes the condition that a line waits for.
func (w *pen) guard(l *Line) string {
	var b strings.Builder
	if l.Guard == "if" {
		b.WriteString(w.tongue.If[0] + " ")
	} else {
		b.WriteString(w.tongue.When[0] + " ")
	}
	for i, all := range l.When {
		if i > 0 {
			b.WriteString(" " + w.tongue.Or[0] + " ")
		}
		for j, t := range all {
			if j > 0 {
				b.WriteString(" " + w.tongue.And[0] + " ")
			}
			if t.Not {
				b.WriteString(w.tongue.Not[0] + " ")
			}
			b.WriteString(w.term(t))
		}
	}
	return b.String() + " " + w.tongue.Then[0] + " "
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

// clause writes a verb with its arguments: by place and prefix if the declaration is known and the result is unambiguous, else by name.
// Text comes last because it takes all that follows.
func (w *pen) clause(v *verb, name string, args []Arg) string {
	var b, last strings.Builder
	if v != nil {
		name = spoken(w.lang, name, v.Aliases)
	}
	b.WriteString(name)
	for _, a := range args {
		to := &b
		if p := v.param(a.Name); p != nil && p.Kind == KindText {
			to = &last
		}
		to.WriteString(" " + w.argument(v, a, args))
	}
	return b.String() + last.String()
}

// argument writes one of the arguments of a verb.
func (w *pen) argument(v *verb, a Arg, args []Arg) string {
	p := v.param(a.Name)
	value := w.value(p, a.Value)
	switch {
	case p == nil:
		return a.Name + "=" + value
	case v.unclear(p, args):
		if q := v.otherwise(a.Name, args); q != nil {
			return q.introduction(w.lang) + " " + value
		}
		return a.Name + "=" + value
	case w.places != nil && (p.Kind == KindPlace || p.Kind == KindPath) && !p.Optional && w.places.Way(a.Value):
		return value
	case p.prefix.entries > 0:
		return p.introduction(w.lang) + " " + value
	}
	return value
}

// otherwise returns the argument that is another way to write one, if it is introduced by a word and not given itself.
func (v *verb) otherwise(name string, args []Arg) *param {
	for i := range v.params {
		if q := &v.params[i]; q.Same == name && q.prefix.entries > 0 && !written(args, q.Name) {
			return q
		}
	}
	return nil
}

// Parts returns each argument of a line as a player of a language would write it, with the word that introduces it: those of its
// verb and then those of its clauses, in the order of the line.
func (g *Grammar) Parts(l Line, lang Lang) []string {
	w := newPen(g, lang)
	var out []string
	v := g.verbOf(l.Verb)
	for _, a := range l.Args {
		out = append(out, w.argument(v, a, l.Args))
	}
	for _, c := range l.Clauses {
		sub := g.clauseOf(v, c.Verb)
		for _, a := range c.Args {
			out = append(out, w.argument(sub, a, c.Args))
		}
	}
	return out
}

// value writes the value of an argument: words and settings by their names in the language.
func (w *pen) value(p *param, value string) string {
	if p != nil && w.places != nil && (p.Kind == KindPlace || p.Kind == KindPath) {
		points := strings.Split(value, "-")
		for i := range points {
			points[i] = w.places.SayPlace(points[i], w.lang)
		}
		return strings.Join(points, "-")
	}
	if p != nil && w.texts != nil && p.Kind == KindText {
		return w.texts.SayText(p.Name, value, w.lang)
	}
	if p != nil && p.Kind == KindDir {
		return w.tongue.direction(value)
	}
	if p == nil || p.Kind != KindWord && p.Kind != KindPair {
		return value
	}
	items := strings.Split(value, ",")
	if w.lang == English {
		return series(items)
	}
	for i, item := range items {
		for _, c := range p.Words {
			if p.Kind == KindWord {
				if c.Name == item {
					items[i] = spoken(w.lang, c.Name, c.Aliases)
				}
				continue
			}
			rest, ok := strings.CutPrefix(item, c.Name)
			if !ok || rest == "" || !strings.ContainsRune("=<>!", rune(rest[0])) {
				continue
			}
			set := strings.TrimLeft(rest, "=<>!")
			for _, x := range c.Values {
				if x.Name == set {
					rest = strings.TrimSuffix(rest, set) + spoken(w.lang, x.Name, x.Aliases)
				}
			}
			items[i] = spoken(w.lang, c.Name, c.Aliases) + rest
		}
	}
	return series(items)
}

// series writes a list: a number stands before what it counts ("4 rifle,lmg").
func series(items []string) string {
	var b strings.Builder
	for i, item := range items {
		if i > 0 && number(items[i-1]) {
			b.WriteByte(' ')
		} else if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(item)
	}
	return b.String()
}

func number(item string) bool {
	_, err := strconv.Atoi(item)
	return err == nil
}

// introduction returns the word of a language that introduces an argument.
func (p *Param) introduction(l Lang) string { return spoken(l, p.Prefix, p.Prefixes) }

// Claims reports for each argument of a line, in the order of Parts, whether it only states how things stand.
func (g *Grammar) Claims(l Line) []bool {
	var out []bool
	claims := func(v *verb, args []Arg) {
		for _, a := range args {
			p := v.param(a.Name)
			out = append(out, p != nil && p.Claim)
		}
	}
	v := g.verbOf(l.Verb)
	claims(v, l.Args)
	for _, c := range l.Clauses {
		claims(g.clauseOf(v, c.Verb), c.Args)
	}
	return out
}

// clauseOf returns the declaration of a clause: one of its verb's own, else a verb of the language.
func (g *Grammar) clauseOf(v *verb, name string) *verb {
	if sub := v.clause(name); sub != nil {
		return sub
	}
	return g.verbOf(name)
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

// unclear reports whether an argument without a prefix could be taken for one before it that is left out, or for the rest
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
		wrote := written(args, q.Name)
		if (!wrote && q.prefix.entries == 0 || wrote && q.many()) && alike(q, p) {
			return true
		}
		if wrote && q.Kind == KindDir && p.Kind == KindDir { // "N E" is read as one direction
			return true
		}
	}
	return false
}

// alike reports whether one value could be of either argument.
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

// family returns a set of bits: kinds that share a bit may hold the same text. Hexes are numbers on many maps, G1 is both a unit and a
// place on some, and "south" is a side and a direction. Games choose their words so that they are not names.
func (k Kind) family() int {
	switch k {
	case KindOwn, KindEnemy, KindUnit, KindTarget, KindPlace, KindPath, KindNumber:
		return 1
	case KindSide, KindDir:
		return 2
	}
	return 0
}
