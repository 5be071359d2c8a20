package orders

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/columns"
)

// Say returns the sentence of a words' key such as "orders.kind.path" in the reader's language. Help and forms take their headings and the
// names of kinds of argument from it, so the program itself contains no sentences.
type Say func(key string) string

// helpWidth is how much fixed-width text a telephone shows without breaking lines.
const helpWidth = 60

// wrap writes text in lines of at most helpWidth columns. Each line begins with indent, and those after the first with hang as well.
func wrap(b *strings.Builder, indent, hang, text string) {
	if text != "" {
		b.WriteString(columns.Wrap(text, helpWidth, indent, indent+hang))
	}
}

// spoken returns a verb's or word's name in a language: its first word there, else its name, which is its English word.
func spoken(l Lang, name string, aliases Words) string {
	for _, a := range aliases {
		if a.Lang == l && l != English {
			return a.Text
		}
	}
	return name
}

// SpokenChoices returns the words of one argument of the language, named as Param.Words names them, in the words of a reader. It returns
// false if no argument has exactly these words.
func (l Language) SpokenChoices(names []string, lang Lang) ([]string, bool) {
	for _, v := range l.Verbs {
		for _, x := range append([]Verb{v}, v.Clauses...) {
			for _, p := range x.Args {
				if found := spokenChoices(p.Words, names, lang); found != nil {
					return found, true
				}
				for _, c := range p.Words {
					if found := spokenChoices(c.Values, names, lang); found != nil {
						return found, true
					}
				}
			}
		}
	}
	return nil, false
}

// spokenChoices returns the words of the choices if they have these names, else nil.
func spokenChoices(list []Choice, names []string, lang Lang) []string {
	if len(list) == 0 || !slices.EqualFunc(list, names, func(c Choice, name string) bool { return c.Name == name }) {
		return nil
	}
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = spoken(lang, c.Name, c.Aliases)
	}
	return out
}

// SpokenSetting returns the name and a value of a setting, as Param.Words names them, in the words of a reader; what no order has comes back as it is.
func (l Language) SpokenSetting(name, value string, lang Lang) (string, string) {
	for _, v := range l.Verbs {
		for _, x := range append([]Verb{v}, v.Clauses...) {
			for _, p := range x.Args {
				n := slices.IndexFunc(p.Words, func(c Choice) bool { return c.Name == name })
				if p.Kind != KindPair || n < 0 {
					continue
				}
				for _, c := range p.Words[n].Values {
					if c.Name == value {
						value = c.Spoken(lang)
						break
					}
				}
				return p.Words[n].Spoken(lang), value
			}
		}
	}
	return name, value
}

// Named finds a verb of the language by any of its names.
func (l Language) Named(name string) (Verb, bool) {
	name = Fold(strings.TrimSpace(name))
	for _, v := range l.Verbs {
		if name == Fold(v.Name) || slices.ContainsFunc(v.Aliases, func(t Text) bool { return Fold(t.Text) == name }) {
			return v, true
		}
	}
	return Verb{}, false
}

// Spoken returns the verb's name in a language.
func (v *Verb) Spoken(l Lang) string { return spoken(l, v.Name, v.Aliases) }

// Spoken returns the word in a language.
func (c *Choice) Spoken(l Lang) string { return spoken(l, c.Name, c.Aliases) }

// Key returns the words' key of a kind of argument.
func (k Kind) Key() string { return k.word() }

// Introduction returns the word that introduces an argument in a language, or "".
func (p *Param) Introduction(l Lang) string { return p.introduction(l) }

// Usage returns how a verb is written, in a language: "fire [priority|auto] [<target>] [with <all|lmg>...]".
func Usage(v Verb, l Lang, say Say) string {
	parts := []string{spoken(l, v.Name, v.Aliases)}
	if v.Implicit && len(v.Args) > 0 {
		parts = nil
	}
	for i := range v.Args {
		parts = append(parts, v.Args[i].usage(l, say))
	}
	text := strings.Join(parts, " ")
	if v.Implicit && len(v.Args) > 0 {
		text += ": ..."
	}
	return text
}

// mostWords is how many words of an argument a usage lists. If there are more, it gives their name ("words.NAME" in the words of the game,
// or else the argument's own), and HELP with the verb lists them.
const mostWords = 5

// usage returns how an argument is written.
func (p *Param) usage(l Lang, say Say) string {
	text := "<" + p.Name + ">"
	switch {
	case p.Kind == KindWord && len(p.Words) > mostWords:
		if say != nil {
			if key := "words." + p.Name; say(key) != key {
				text = "<" + say(key) + ">"
			}
		}
	case p.Kind == KindWord || p.Kind == KindPair && len(p.Words) > 0:
		var words []string
		for _, c := range p.Words {
			w := spoken(l, c.Name, c.Aliases)
			if p.Kind == KindPair {
				w += "=" + c.usage(l)
			}
			words = append(words, w)
		}
		between := "|"
		if p.Kind == KindPair {
			between = " "
		}
		text = strings.Join(words, between)
		if p.Kind == KindWord && len(words) > 1 && (p.Prefix != "" || strings.Contains(text, " ")) {
			text = "<" + text + ">"
		}
	case say != nil:
		text = "<" + say(p.Kind.word()) + ">"
	}
	if p.Prefix != "" {
		text = p.introduction(l) + " " + text
	}
	if p.Repeated || p.Kind == KindPair {
		text += "..."
	}
	if p.Optional {
		text = "[" + text + "]"
	}
	return text
}

func (c *Choice) usage(l Lang) string {
	var words []string
	for _, v := range c.Values {
		words = append(words, spoken(l, v.Name, v.Aliases))
	}
	switch {
	case len(words) == 0:
		return "n"
	case len(words) > mostWords:
		return strings.Join(words[:mostWords-2], "/") + "/..."
	}
	return strings.Join(words, "/")
}

// Help returns the help letter of a game's order language, for a screen of 60 characters.
func Help(lang Language, l Lang, say Say) string {
	var b strings.Builder
	heading := func(key string) {
		if say == nil {
			b.WriteString("\n")
			return
		}
		b.WriteString("\n")
		wrap(&b, "", "", say(key))
	}
	var once, standing []Verb
	for _, v := range lang.Verbs {
		if !v.Only {
			once = append(once, v)
		}
		if v.Standing {
			standing = append(standing, v)
		}
	}
	for _, v := range once {
		helpVerb(&b, v, l, say, "")
	}
	if len(standing) > 0 {
		heading("orders.help.standing")
		for _, v := range standing {
			helpVerb(&b, v, l, say, "  ")
		}
	}
	if len(lang.Conditions) > 0 {
		heading("orders.help.conditions")
		helpConditions(&b, lang, l, say)
	}
	if say != nil {
		heading("orders.help.otherwise")
		heading("orders.help.mending")
	}
	return strings.TrimLeft(b.String(), "\n")
}

// helpConditions explains what may stand after "if" and "when".
func helpConditions(b *strings.Builder, lang Language, l Lang, say Say) {
	for _, c := range lang.Conditions {
		wrap(b, "  ", "    ", conditionUsage(c, l, say))
		wrap(b, "    ", "", c.Help.In(l))
	}
}

func conditionUsage(c Condition, l Lang, say Say) string {
	text := spoken(l, c.Name, c.Aliases)
	for i := range c.Args {
		bare := c.Args[i]
		bare.Prefix, bare.Optional = "", false
		place := "{" + c.Args[i].Name + "}"
		if strings.Contains(text, place) {
			text = strings.ReplaceAll(text, place, bare.usage(l, say))
		} else {
			text += " " + c.Args[i].usage(l, say)
		}
	}
	return text
}

func helpVerb(b *strings.Builder, v Verb, l Lang, say Say, indent string) {
	usage := Usage(v, l, say)
	if v.Rule != "" {
		usage += "  " + v.Rule
	}
	wrap(b, indent, "    ", usage)
	wrap(b, indent+"  ", "", v.Help.In(l))
	if e := v.Example.In(l); e != "" {
		wrap(b, indent+"  > ", "  ", e)
	}
	for _, c := range v.Clauses {
		helpVerb(b, c, l, say, indent+"  ")
	}
}

// withoutOwn takes those clauses out of a verb that are orders by themselves, of the same arguments, and returns their names.
func withoutOwn(v Verb, lang Language, l Lang) (Verb, []string) {
	var names []string
	alone := func(c Verb) bool {
		return slices.ContainsFunc(lang.Verbs, func(o Verb) bool {
			return o.Name == c.Name && slices.EqualFunc(o.Args, c.Args, func(a, b Param) bool { return a.Name == b.Name && a.Kind == b.Kind })
		})
	}
	for _, c := range v.Clauses {
		if alone(c) {
			names = append(names, spoken(l, c.Name, c.Aliases))
		}
	}
	v.Clauses = slices.DeleteFunc(slices.Clone(v.Clauses), alone)
	return v, names
}

// takesOnly reports whether a clause takes no argument that a verb does not.
func (v *verb) takesOnly(o *Verb) bool {
	return !slices.ContainsFunc(v.Args, func(p Param) bool {
		return !slices.ContainsFunc(o.Args, func(q Param) bool { return p.Name == q.Name && p.Kind == q.Kind })
	})
}

// likewise says of a clause what its verb's help has said already: where it stands, and what it does not take.
func (v *verb) likewise(after, as *verb, l Lang, say Say) string {
	text := say("orders.help.after") + " " + spoken(l, after.Name, after.Aliases)
	var not []string
	for _, p := range as.Args {
		if !slices.ContainsFunc(v.Args, func(q Param) bool { return p.Name == q.Name }) {
			not = append(not, p.usage(l, say))
		}
	}
	if len(not) > 0 {
		text += "; " + say("orders.help.without") + " " + strings.Join(not, ", ")
	}
	return text
}

// HelpVerb returns everything about one verb, its clauses included; clauses that are verbs of their own are only named. After "if" or "when" it
// explains the conditions. ok is false if there is nothing of that name.
func HelpVerb(lang Language, name string, l Lang, say Say) (text string, ok bool) {
	g := NewGrammar(lang)
	r := g.header(name)
	r.g = g
	var b strings.Builder
	about := func(v *verb) {
		short, own := withoutOwn(*v.Verb, lang, l)
		helpVerb(&b, short, l, say, "")
		if len(own) > 0 && say != nil {
			wrap(&b, "  ", "    ", say("orders.help.own")+" "+strings.Join(own, ", "))
		}
		if v.Standing && len(lang.Conditions) > 0 && say != nil {
			wrap(&b, "  ", "    ", say("orders.help.if"))
		}
		for _, p := range v.Args {
			if p.Help.In(l) != "" {
				wrap(&b, "  ", "    ", p.usage(l, say)+" - "+p.Help.In(l))
			}
			if p.Kind == KindWord && len(p.Words) > mostWords {
				var words []string
				for _, c := range p.Words {
					words = append(words, spoken(l, c.Name, c.Aliases))
				}
				wrap(&b, "    ", "  ", strings.Join(words, ", "))
			}
		}
		var names []string
		for _, a := range v.Aliases {
			if a.Lang == l && !slices.Contains(names, a.Text) && a.Text != spoken(l, v.Name, v.Aliases) {
				names = append(names, a.Text)
			}
		}
		if len(names) > 0 && say != nil {
			wrap(&b, "  ", "    ", say("orders.help.also")+" "+strings.Join(names, ", "))
		}
	}
	n, _, found := r.word(&g.names, 0, len(r.atoms))
	if found {
		about(&g.verbs[n])
	}
	for i := range g.verbs { // one verb's name may be another's in the other language: "charge" and "chargé"
		if (!found || i != n) && slices.ContainsFunc(g.verbs[i].aliases(), func(a string) bool { return Fold(a) == Fold(name) }) {
			about(&g.verbs[i])
		}
	}
	for i := range g.verbs {
		if m, _, is := r.word(&g.verbs[i].names, 0, len(r.atoms)); is {
			if sub := &g.verbs[i].subs[m]; found && say != nil && sub.takesOnly(g.verbs[n].Verb) {
				wrap(&b, "  ", "    ", sub.likewise(&g.verbs[i], &g.verbs[n], l, say))
			} else {
				about(sub)
			}
		}
	}
	if guard, end := r.guardWord(0, len(r.atoms)); guard != "" && end >= len(r.atoms) && len(lang.Conditions) > 0 {
		if say != nil {
			wrap(&b, "", "", say("orders.help.conditions"))
		}
		helpConditions(&b, lang, l, say)
	}
	return b.String(), b.Len() > 0
}

// aliases returns all that a verb may be called.
func (v *verb) aliases() []string {
	out := []string{v.Name}
	for _, a := range v.Aliases {
		out = append(out, a.Text)
	}
	return out
}

// within reports whether a verb belongs to one of the phases.
func (v *Verb) within(phases []string) bool {
	if len(phases) == 0 || len(v.Phases) == 0 {
		return true
	}
	return slices.ContainsFunc(v.Phases, func(p string) bool { return slices.Contains(phases, p) })
}

// Reference returns the order language as a chapter of documentation, in Markdown.
func Reference(lang Language, l Lang, say Say) string {
	var b strings.Builder
	var write func(v Verb, depth int)
	write = func(v Verb, depth int) {
		b.WriteString("\n" + strings.Repeat("#", depth) + " `" + Usage(v, l, say) + "`\n\n" + v.Help.In(l))
		if v.Rule != "" {
			b.WriteString(" (" + v.Rule + ")")
		}
		b.WriteString("\n")
		if e := v.Example.In(l); e != "" {
			b.WriteString("\n    " + e + "\n")
		}
		if len(v.Args) > 0 {
			b.WriteString("\n")
		}
		for _, p := range v.Args {
			b.WriteString("- `" + p.usage(l, say) + "`")
			if h := p.Help.In(l); h != "" {
				b.WriteString(" " + h)
			}
			b.WriteString("\n")
		}
		for _, c := range v.Clauses {
			write(c, depth+1)
		}
	}
	for _, v := range lang.Verbs {
		write(v, 3)
	}
	if len(lang.Conditions) > 0 {
		b.WriteString("\n")
	}
	for _, c := range lang.Conditions {
		b.WriteString("- `" + conditionUsage(c, l, say) + "` " + c.Help.In(l) + "\n")
	}
	return strings.TrimLeft(b.String(), "\n")
}
