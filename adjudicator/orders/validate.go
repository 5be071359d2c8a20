package orders

import (
	"slices"
	"strings"
)

// anywhere is a lexicon for checking examples: nothing is in play, but see scene.lenient.
type anywhere struct{}

func (anywhere) Own() []string               { return nil }
func (anywhere) Enemies() []string           { return nil }
func (anywhere) Sides() []string             { return nil }
func (anywhere) Place(string) (string, bool) { return "", false }
func (anywhere) Places() []string            { return nil }
func (anywhere) Directions() []string        { return nil }

// Validate finds the contradictions of a language: names that two things have, arguments that cannot be told apart, words that no line
// could hold, examples that do not parse even if every name with a digit or a capital is in play. It returns nothing for a correct
// language.
func (lang Language) Validate() []string {
	c := &check{speech: lang.speech()}
	c.verbs("", lang.Verbs, true)
	var patterns []string
	for _, cond := range lang.Conditions {
		c.params("condition "+cond.Name, cond.Args)
		for i, text := range append([]string{cond.Name}, allWords(cond.Aliases)...) {
			if i > 0 && text == cond.Name {
				continue
			}
			shape := Fold(text)
			for i, p := range cond.Args {
				shape = strings.ReplaceAll(shape, "{"+Fold(p.Name)+"}", "{"+itoa(int(cond.Args[i].Kind))+"}")
			}
			if strings.Contains(shape, "{") && strings.Count(shape, "{") != len(pattern(text, paramsOf(cond.Args)))-len(wordsIn(text)) {
				c.say("condition ", cond.Name, ": \"", text, "\" has a place for no argument")
			}
			if shape != "" && slices.Contains(patterns, shape) && text == cond.Name {
				c.say("condition ", cond.Name, ": another condition reads the same")
			}
			patterns = append(patterns, shape)
		}
	}
	c.unique("terms", len(lang.Terms), func(i int) (string, Words) { return lang.Terms[i].Name, lang.Terms[i].Aliases })
	g := NewGrammar(lang)
	for _, v := range lang.Verbs {
		c.examples(g, v, v)
	}
	return c.flaws
}

func paramsOf(list []Param) []param {
	g := Grammar{prefixes: map[string]bool{}, reserved: map[string]bool{}}
	return g.params(list)
}

func wordsIn(text string) []piece {
	var out []piece
	for _, p := range pattern(text, nil) {
		if p.slot < 0 {
			out = append(out, p)
		}
	}
	return out
}

func allWords(list Words) []string {
	var out []string
	for _, w := range list {
		out = append(out, w.Text)
	}
	return out
}

type check struct {
	speech *Speech
	flaws  []string
}

func (c *check) say(parts ...string) { c.flaws = append(c.flaws, strings.Join(parts, "")) }

// unique finds names that two entries of a vocabulary have.
func (c *check) unique(where string, n int, name func(i int) (string, Words)) {
	owner := map[string]int{}
	for i := range n {
		own, aliases := name(i)
		if Fold(own) == "" || strings.ContainsAny(own, ",;:|=<>\"") {
			c.say(where, ": \"", own, "\" cannot be a name")
		}
		for _, w := range append([]string{own}, allWords(aliases)...) {
			k := phrase(Fold(w))
			if old, ok := owner[k]; ok && old != i {
				first, _ := name(old)
				c.say(where, ": \"", w, "\" means both ", first, " and ", own)
				continue
			}
			owner[k] = i
		}
	}
}

func (c *check) verbs(where string, verbs []Verb, top bool) {
	c.unique(where+" verbs", len(verbs), func(i int) (string, Words) { return verbs[i].Name, verbs[i].Aliases })
	for _, v := range verbs {
		at := strings.TrimSpace(where + " " + v.Name)
		if v.Only && !v.Standing {
			c.say(at, ": Only without Standing")
		}
		if v.Implicit && (len(v.Args) == 0 || len(v.Clauses) == 0 || v.Args[0].Prefix != "") {
			c.say(at, ": an implicit verb needs a first argument without a prefix, and clauses")
		}
		if !top && (v.Standing || v.Implicit || len(v.Clauses) > 0) {
			c.say(at, ": a clause can be neither standing nor implicit nor have clauses")
		}
		for _, w := range append([]string{v.Name}, allWords(v.Aliases)...) {
			for _, reserved := range []*vocabulary{&c.speech.ifWords, &c.speech.whenWords, &c.speech.standingWords, &c.speech.otherwiseWords, &c.speech.thenWords} {
				if _, taken := reserved.exact[phrase(Fold(w))]; taken {
					c.say(at, ": \"", w, "\" is a word of the grammar")
				}
			}
		}
		c.params(at, v.Args)
		c.verbs(at, v.Clauses, false)
	}
}

func (c *check) params(where string, list []Param) {
	ps := paramsOf(list)
	c.unique(where+" arguments", len(list), func(i int) (string, Words) { return list[i].Name, nil })
	for i := range ps {
		p := &ps[i]
		if p.Kind < KindOwn || p.Kind > KindPair {
			c.say(where, " ", p.Name, ": no kind")
		}
		if p.Kind == KindWord && len(p.Words) == 0 {
			c.say(where, " ", p.Name, ": no words")
		}
		if p.Kind == KindText && i < len(ps)-1 && p.prefix.entries == 0 {
			c.say(where, " ", p.Name, ": text takes all that follows, and must come last")
		}
		c.unique(where+" "+p.Name+" words", len(p.Words), func(i int) (string, Words) { return p.Words[i].Name, p.Words[i].Aliases })
		for _, w := range p.Words {
			c.unique(where+" "+p.Name+" "+w.Name, len(w.Values), func(i int) (string, Words) { return w.Values[i].Name, w.Values[i].Aliases })
			for j := range list {
				if p.Kind == KindPair && Fold(w.Name) == Fold(list[j].Name) && j != i {
					c.say(where, " ", p.Name, ": the setting ", w.Name, " is an argument too")
				}
			}
		}
		for j := range i {
			q := &ps[j]
			for _, k := range p.prefix.keys {
				if _, taken := q.prefix.exact[k.text]; taken {
					c.say(where, ": \"", k.text, "\" introduces both ", q.Name, " and ", p.Name)
				}
			}
			if p.prefix.entries == 0 && q.prefix.entries == 0 && (q.Optional || q.many()) && alike(q, p) && p.Kind != KindText && j == i-1 {
				c.say(where, ": ", q.Name, " and ", p.Name, " cannot be told apart")
			}
		}
	}
}

// examples reads the examples of a verb that occurs in lines of the verb top.
func (c *check) examples(g *Grammar, v, top Verb) {
	for _, text := range allWords(v.Example) {
		s := newScene(anywhere{}, g)
		s.lenient = true
		for _, f := range g.parse(s, text, 1).Faults {
			c.say("example of ", v.Name, ": \"", text, "\": ", f.Code, " at ", itoa(int(f.Column)))
		}
	}
	for _, sub := range v.Clauses {
		c.examples(g, sub, top)
	}
}
