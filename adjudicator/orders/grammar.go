package orders

import (
	"slices"
	"strings"
)

// Grammar is a Language made ready for reading. It never changes, so one may serve all games and goroutines.
type Grammar struct {
	*Speech
	verbs      []verb
	names      vocabulary // of verbs
	conditions []condition
	prefixes   map[string]bool // all words that introduce an argument somewhere
	qualifying vocabulary      // those of them that begin like a condition: "if it needs 8"
	reserved   map[string]bool // first words of clause verbs and choices too: never separators
	terms      vocabulary      // of the Language, then the directions
	said       []term
	forms      everydayWords
	written    map[string]bool // every word of the grammar
}

type verb struct {
	*Verb
	params []param
	subs   []verb
	names  vocabulary // of subs
	whole  []param    // of a verb below an implicit one: the unit of that, and then its own
}

type param struct {
	*Param
	prefix vocabulary
	suffix vocabulary
	words  vocabulary
	values []vocabulary // of each setting of a KindPair
	once   bool         // nobody stands in its list twice: in everyday words it is not certain then who was meant
}

type condition struct {
	*Condition
	params   []param
	patterns [][]piece // the name first
}

// piece is one word of a condition, or the place of an argument.
type piece struct {
	word string
	slot int // index of the argument; -1 for a word
}

// vocabulary finds entries by folded words.
type vocabulary struct {
	keys    []key
	exact   map[string]int
	first   map[string]int // first words of all keys: how many atoms the longest has that begins with one
	atoms   int            // of the longest key
	entries int

	plural  map[string]int  // entries by keys with the ending of a plural; only of words that an argument may be
	plurals map[string]bool // what those begin with
}

type key struct {
	text    string // folded
	spelled string // as its language spells it
	entry   int
}

func (v *vocabulary) add(entry int, words ...string) {
	for _, w := range words {
		k := phrase(Fold(w))
		if k == "" {
			continue
		}
		if v.exact == nil {
			v.exact, v.first = map[string]int{}, map[string]int{}
		}
		if _, taken := v.exact[k]; taken {
			continue
		}
		v.exact[k] = entry
		head, _, _ := strings.Cut(k, " ")
		v.first[head] = max(v.first[head], marks(k))
		v.keys = append(v.keys, key{k, w, entry})
		v.atoms = max(v.atoms, marks(k))
	}
	v.entries = max(v.entries, entry+1)
}

// pluralize makes the index of all keys with the endings of a plural. Earlier endings come first, at the end of a key before those of its first word.
func (v *vocabulary) pluralize(endings []string) {
	v.plural, v.plurals = map[string]int{}, map[string]bool{}
	put := func(words string, entry int) {
		if _, taken := v.plural[words]; !taken {
			v.plural[words] = entry
			if atoms := read(words).atoms; len(atoms) > 0 {
				v.plurals[firstWord(atoms[0].key)] = true
			}
		}
	}
	for _, ending := range endings {
		for _, k := range v.keys {
			put(k.text+ending, v.exact[k.text])
		}
		for _, k := range v.keys {
			if first, rest, several := strings.Cut(k.text, " "); several { // « artilleries de campagne »
				put(first+ending+" "+rest, v.exact[k.text])
			}
		}
	}
}

func (v *vocabulary) addAll(entry int, name string, aliases Words) {
	v.add(entry, name)
	for _, a := range aliases {
		v.add(entry, a.Text)
	}
}

// shortest is the least number of letters to which a word may be shortened.
const shortest = 3

// abbreviated returns the entries that a shortened word may stand for, in order: "heavy" is short for "heavy artillery", but "whatever" is not for
// "whatever has priority".
func (v *vocabulary) abbreviated(word string) []int {
	if len(word) < shortest {
		return nil
	}
	var out []int
	for _, k := range v.keys {
		if rest, begun := strings.CutPrefix(k.text, word); begun && (rest == "" || rest[0] != ' ' || strings.Count(rest, " ") == 1) && (len(out) == 0 || !contains(out, k.entry)) {
			out = append(out, k.entry)
		}
	}
	return out
}

// clips reports whether a word is cut short of one of an entry, and not only the first of several.
func (v *vocabulary) clips(word string, entry int) bool {
	return slices.ContainsFunc(v.keys, func(k key) bool {
		rest, begun := strings.CutPrefix(k.text, word)
		return begun && k.entry == entry && !strings.HasPrefix(rest, " ")
	})
}

func contains(list []int, n int) bool {
	for _, m := range list {
		if m == n {
			return true
		}
	}
	return false
}

// Ready returns the language with its Grammar, so that NewGrammar and all reading and writing in the language need not make it anew, which
// costs as much as reading a short mail. The language must not be changed afterwards.
func (lang Language) Ready() Language {
	lang.ready = NewGrammar(lang)
	return lang
}

// NewGrammar makes a language ready for reading.
func NewGrammar(lang Language) *Grammar {
	if lang.ready != nil {
		return lang.ready
	}
	g := &Grammar{Speech: lang.speech(), prefixes: map[string]bool{}, reserved: map[string]bool{}}
	g.verbs = g.compile(lang.Verbs)
	for i := range g.verbs {
		g.names.addAll(i, g.verbs[i].Name, g.verbs[i].Aliases)
	}
	for i := range lang.Conditions {
		c := condition{Condition: &lang.Conditions[i], params: g.params(lang.Conditions[i].Args)}
		c.patterns = append(c.patterns, pattern(c.Name, c.params))
		for _, a := range c.Aliases {
			if a.Text == c.Name {
				continue
			}
			c.patterns = append(c.patterns, pattern(a.Text, c.params))
		}
		g.conditions = append(g.conditions, c)
	}
	g.collect(lang.Terms)
	g.forms = g.everydayForms()
	g.written = g.writes()
	return g
}

func (g *Grammar) compile(verbs []Verb) []verb {
	out := make([]verb, len(verbs))
	for i := range verbs {
		v := verb{Verb: &verbs[i], params: g.params(verbs[i].Args), subs: g.compile(verbs[i].Clauses)}
		for j := range v.subs {
			v.names.addAll(j, v.subs[j].Name, v.subs[j].Aliases)
			if v.Implicit {
				v.subs[j].whole = slices.Concat(v.params[:min(len(v.params), 1)], v.subs[j].params)
			}
		}
		for _, k := range v.names.keys {
			g.reserved[k.text] = true
		}
		out[i] = v
	}
	return out
}

// guards returns the words that begin a condition; a grammar that only checks a language has none.
func (g *Grammar) guards() []*vocabulary {
	if g.Speech == nil {
		return nil
	}
	return []*vocabulary{&g.ifWords, &g.whenWords}
}

func (g *Grammar) params(list []Param) []param {
	out := make([]param, len(list))
	for i := range list {
		p := param{Param: &list[i]}
		if p.Prefix != "" {
			p.prefix.addAll(0, p.Prefix, p.Prefixes)
		}
		for _, a := range p.Suffixes {
			p.suffix.add(0, a.Text)
		}
		for _, k := range p.prefix.keys {
			g.prefixes[k.text] = true
			for _, v := range g.guards() {
				if _, guards := v.exact[firstWord(k.text)]; guards && marks(k.text) > 1 {
					g.qualifying.add(0, k.text)
				}
			}
		}
		for j, c := range p.Words {
			p.words.addAll(j, c.Name, c.Aliases)
			var values vocabulary
			for n, val := range c.Values {
				values.addAll(n, val.Name, val.Aliases)
			}
			p.values = append(p.values, values)
		}
		if g.Speech != nil {
			p.words.pluralize(g.plurals)
		}
		for _, k := range p.words.keys {
			g.reserved[k.text] = true
		}
		out[i] = p
	}
	return out
}

// pattern reads the words of a condition: "{unit} crushed".
func pattern(text string, params []param) []piece {
	var out []piece
	for _, w := range strings.Fields(strings.ReplaceAll(strings.ReplaceAll(text, "{", " {"), "}", "} ")) {
		if strings.HasPrefix(w, "{") && strings.HasSuffix(w, "}") {
			for i, p := range params {
				if p.Name == w[1:len(w)-1] {
					out = append(out, piece{slot: i})
				}
			}
			continue
		}
		for _, k := range strings.Fields(phrase(Fold(w))) {
			out = append(out, piece{word: k, slot: -1})
		}
	}
	return out
}

// Parser reads many texts for one player at one moment: the names in play are looked up once. It is not for several
// goroutines.
type Parser struct {
	g     *Grammar
	scene *scene
}

// Parser makes a Parser for what a player knows.
func (g *Grammar) Parser(lex Lexicon) *Parser { return &Parser{g, newScene(lex, g)} }

// Parse reads order lines like the function Parse.
func (p *Parser) Parse(text string, first int) Parsed { return p.g.parse(p.scene, text, first) }

// Judged lets judge choose between the readings of a line in everyday words, and returns the parser.
func (p *Parser) Judged(judge Judge) *Parser {
	p.scene.judge = judge
	return p
}

// Curt makes the parser say only whether the grammar has a line, and returns the parser: no everyday words are read and no slip is looked for in
// a line that it has not. It is for programs that order, whose lines are the grammar's or worth nothing.
func (p *Parser) Curt() *Parser {
	p.scene.curt = true
	return p
}

// Resting lets rest be called now and then while a text is read, and returns the parser. A rest that panics ends the reading at once; the parser
// reads on as if nothing had been, once its caller has recovered.
func (p *Parser) Resting(rest func()) *Parser {
	p.scene.rest = rest
	return p
}

// restEvery is how many values are tried between two calls of Resting's rest.
const restEvery = 4

// rested lets the reader rest if it has tried enough values since it last did, n with this one.
func (r *reader) rested(n int) {
	s := r.scene
	if s.rest == nil {
		return
	}
	if s.sinceRest += n; s.sinceRest >= restEvery {
		s.sinceRest = 0
		s.rest()
	}
}

// Glance is Parse in a hurry, for text that is still being typed: it does not look for slips of the pen in lines that are not understood, nor for
// everyday words in lines with nothing wrong but their end, which takes most of the time of reading such a line. It reports whether Parse would
// say the same: false if it left something out.
func (p *Parser) Glance(text string, first int) (parsed Parsed, whole bool) {
	p.scene.hasty, p.scene.unsought = true, false
	defer func() { p.scene.hasty = false }()
	parsed = p.g.parse(p.scene, text, first)
	return parsed, !p.scene.unsought
}
