package orders

import (
	"slices"
	"strings"
)

// Gist returns the folded words of a text that say something: without thanks, articles, "at" and the like, with ordinal numbers in digits. It is not
// plain if it denies, doubts, leaves something out, asks or depends on something.
func (g *Grammar) Gist(text string) (words []string, plain bool) {
	if len(text) > MostLine {
		return nil, false
	}
	r := reader{typed: read(text), g: g}
	end := len(r.atoms)
	for i := 0; i < end; {
		if !r.atoms[i].word {
			if r.is(i, "?") {
				return nil, false
			}
			i++
			continue
		}
		for _, v := range []*vocabulary{&g.doubts, &g.wavering, &g.notWords, &g.ifWords, &g.whenWords, &g.orWords, &g.otherwiseWords, &g.sparing} {
			if _, _, ok := r.full(v, i, end); ok {
				return nil, false
			}
		}
		if n, next, ok := r.full(&g.ranks, i, end); ok { // "the third rifle" is called "3 rifle"
			words, i = append(words, itoa(n)), next
			continue
		}
		idle := i
		for _, v := range []*vocabulary{&g.courtesy, &g.pleas, &g.requests, &g.articles, &g.answerWords, &g.towards} {
			if _, next, ok := r.full(v, i, end); ok {
				idle = max(idle, next)
			}
		}
		if idle > i {
			i = idle
			continue
		}
		words = append(words, strings.FieldsFunc(r.atoms[i].key, func(c rune) bool { return c == '.' || c == '-' || c == '\'' })...)
		i++
	}
	return words, true
}

// Option is how an option of a question is said: its name, or its decision, a dot and its name, and its words in each language. Where they have
// "{rest}", it is the first word of options, and that stands for what follows. A kind of OptionKinds and a name are the words of what bears a
// number: "2 rifle".
type Option struct {
	Name  string
	Words []string
}

// OptionKinds begin the keys of the words for what is numbered in a unit.
var OptionKinds = []string{"weapon.", "role."}

// OptionWords returns all that an option of a decision may be called, beginning with its own name.
func (l *Language) OptionWords(decision, option string) []string {
	first, rest, _ := strings.Cut(option, " ")
	out := []string{option}
	for _, o := range l.Options {
		switch o.Name {
		case decision + "." + option, option:
			out = append(out, o.Words...)
		case first:
			for _, w := range o.Words {
				out = append(out, strings.ReplaceAll(w, "{rest}", rest))
			}
		}
		if rest != "" && slices.ContainsFunc(OptionKinds, func(kind string) bool { return o.Name == kind+rest }) {
			for _, w := range o.Words {
				out = append(out, first+" "+w, w)
			}
		}
	}
	if rest != "" && digits(first) {
		out = append(out, rest)
	}
	return out
}
