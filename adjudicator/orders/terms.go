package orders

import (
	"slices"
	"strconv"
	"strings"
)

// What stands here is for a Lexicon that reads more than names (Multilingual): the words for it, in all languages of a grammar.

// term is a word of the rulebook that stands in no verb, or a direction.
type term struct {
	name string
	said Words // as each language writes it, best first
}

// compassPoints are the directions in the log.
var compassPoints = []Spelling{{"N", []string{"N"}}, {"NE", []string{"NE"}}, {"E", []string{"E"}}, {"SE", []string{"SE"}},
	{"S", []string{"S"}}, {"SW", []string{"SW"}}, {"W", []string{"W"}}, {"NW", []string{"NW"}}}

// learn takes in what a tongue has for a Lexicon.
func (s *Speech) learn(t *Tongue) {
	for _, n := range t.Numbers {
		for _, word := range n.Words {
			s.counts[Fold(word)], _ = strconv.Atoi(n.Name)
		}
	}
	for _, a := range t.Articles {
		a = Fold(a)
		if bare, tied := strings.CutSuffix(a, "'"); tied { // l'église, and l église as some keyboards write it
			s.before = append(s.before, a, bare+" ")
		} else {
			s.before = append(s.before, a+" ")
		}
	}
}

// collect makes the terms of a language and the directions ready for reading.
func (g *Grammar) collect(terms []Choice) {
	for _, c := range terms {
		g.terms.addAll(len(g.said), c.Name, c.Aliases)
		g.said = append(g.said, term{c.Name, c.Aliases})
	}
	for _, d := range compassPoints {
		t := term{name: d.Name}
		for i := range g.tongues {
			said := g.tongues[i].direction(d.Name)
			for _, other := range g.tongues[i].Directions {
				if other.Name != d.Name {
					continue
				}
				g.terms.add(len(g.said), other.Words...)
				for _, word := range other.Words { // the first that is no abbreviation
					if len(said) <= len("NW") && len(word) > len("NW") {
						said = word
					}
				}
			}
			t.said = append(t.said, Text{Lang: g.tongues[i].Language, Text: strings.ReplaceAll(said, "-", " ")})
		}
		g.said = append(g.said, t)
	}
}

// CutTerm returns the term or the direction with whose word in any language a text begins, and the rest of the text, folded. Of several
// words the longest counts.
func (g *Grammar) CutTerm(text string) (name, rest string, ok bool) {
	words := strings.Fields(phrase(Fold(text)))
	for n := min(len(words), g.terms.atoms); n > 0; n-- {
		if i, ok := g.terms.exact[strings.Join(words[:n], " ")]; ok {
			return g.said[i].name, strings.Join(words[n:], " "), true
		}
	}
	return "", text, false
}

// SayTerm returns how a language writes a term or a direction.
func (g *Grammar) SayTerm(name string, l Lang) string {
	for _, t := range g.said {
		if t.name == name {
			return spoken(l, name, t.said)
		}
	}
	return name
}

// Count reads how many of a thing there are: 2, 2x or two.
func (s *Speech) Count(word string) (n int, ok bool) {
	word = Fold(word)
	if n, ok := s.counts[word]; ok {
		return n, true
	}
	n, err := strconv.Atoi(strings.TrimSuffix(word, "x"))
	return n, err == nil
}

// WithoutArticle returns a folded text without the article before it.
func (s *Speech) WithoutArticle(folded string) string {
	for _, a := range s.before {
		folded = strings.TrimPrefix(folded, a)
	}
	return folded
}

// IsAnd reports whether a word joins two things of a list.
func (s *Speech) IsAnd(word string) bool { return s.has(&s.andWords, word) }

// SayAnd returns the word with which a language joins the last two things of a list.
func (s *Speech) SayAnd(l Lang) string { return s.in(l).And[0] }

// IsArticle reports whether a word only says that what follows is known: the, my.
func (s *Speech) IsArticle(word string) bool { return s.has(&s.articles, word) }

// WithoutPleas returns the words of a text without those at its ends that only make it polite: please, thanks.
func (s *Speech) WithoutPleas(words []string) []string {
	polite := func(word string, lists ...*vocabulary) bool {
		word = strings.TrimRight(word, ".,!")
		return slices.ContainsFunc(lists, func(v *vocabulary) bool { return s.has(v, word) })
	}
	for len(words) > 1 && polite(words[len(words)-1], &s.pleas, &s.courtesy) {
		words = words[:len(words)-1]
	}
	for len(words) > 1 && polite(words[0], &s.pleas) {
		words = words[1:]
	}
	return words
}

// WithoutBody returns the words of a text without those before it that name a body of men and what joins it to its kind: "squads of".
func (s *Speech) WithoutBody(words []string) []string {
	if len(words) > 1 && s.has(&s.bodies, words[0]+" "+words[1]) || len(words) > 2 && s.has(&s.bodies, words[0]) && s.has(&s.from, words[1]) {
		return words[2:]
	}
	return words
}

// IsFiller reports whether a word says nothing where it stands before a place: at, to, the.
func (s *Speech) IsFiller(word string) bool {
	return s.has(&s.towards, word) || s.has(&s.articles, word)
}

func (s *Speech) has(v *vocabulary, word string) bool {
	_, ok := v.exact[phrase(Fold(word))]
	return ok
}
