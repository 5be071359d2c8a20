package orders

import (
	"slices"
	"strings"
	"unicode"
)

// A line that the grammar refuses may be one of the grammar with a single slip of a finger: a letter wrong, missing, too many or out of order, a
// blank missing, too many or at the wrong place. Its repairs are all lines of the grammar that are one slip away from it. They are what is
// asked; and nothing else is read into a line of which a repair says something else.
//
// A slip makes what nobody knows of one word, or of two neighbours if it is about the blank between them. So only what stands there is
// changed, and a change is tried only if what it makes is known.

// repair is a line of the grammar that one slip turns into what was typed.
type repair struct {
	lines   []Line
	text    string
	cost    int // of the slip: usual ones cost less
	allowed bool
	blanks  bool // only a blank was wrong
	from    int  // first of the normalised characters that were changed
	to      int
	by      string // what stands in their place
}

// The costs of slips.
const (
	slipUsual = 1 + iota // letters out of order, or typed twice; a blank missing or at the wrong place
	slipBeside
	slipAny
)

// Limits of the search for repairs.
const (
	longestRepaired = 160 // characters of the line
	mostRepairs     = 250 // lines of which it is tried whether they are of the grammar
	mostJudged      = 60  // of them that the rules are asked about
)

// keysBeside are the characters beside each one on a keyboard.
var keysBeside = func() map[rune]string {
	out := map[rune]string{}
	rows := []string{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"}
	at := func(row, k int) string {
		if row < 0 || row >= len(rows) || k < 0 || k >= len(rows[row]) {
			return ""
		}
		return rows[row][k : k+1]
	}
	for n, row := range rows {
		for k, c := range row {
			out[c] = at(n, k-1) + at(n, k+1) + at(n-1, k) + at(n-1, k+1) + at(n+1, k-1) + at(n+1, k)
		}
	}
	return out
}()

// beside reports whether two keys are neighbours.
func beside(a, b rune) bool {
	return strings.ContainsRune(keysBeside[unicode.ToLower(a)], unicode.ToLower(b))
}

// slipAlphabet is what a finger can hit; letters are those of the word where it does.
const slipAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789 -,:./="

// repairs returns the repairs of the line from atom i on, best first: those that the rules allow, then by how usual their slip is.
func (r *reader) repairs(i int) []repair {
	if i >= len(r.atoms) || *r.guesses < 0 || *r.work <= 0 {
		return nil
	}
	from, to := r.atoms[i].from, len(r.runes)
	for to > from && r.runes[to-1] == ' ' {
		to--
	}
	if to-from > longestRepaired {
		return nil
	}
	s := mending{e: everyday{reader: r, words: &r.g.forms}, line: r.runes[from:to], shift: from}
	_, _, s.doubted = r.doubtful(i)
	s.search()
	if r.judge != nil {
		slices.SortStableFunc(s.found, func(a, b repair) int { return a.cost - b.cost })
		for k := range s.found[:min(len(s.found), mostJudged)] {
			s.found[k].allowed = s.e.allowed(reading{lines: s.found[k].lines})
		}
	}
	slices.SortStableFunc(s.found, func(a, b repair) int {
		if a.allowed != b.allowed {
			if a.allowed {
				return -1
			}
			return 1
		}
		return a.cost - b.cost
	})
	return s.found
}

// mending is the search for the repairs of one line.
type mending struct {
	e     everyday
	line  []rune
	shift int // of the line in what was typed
	tried int
	found []repair

	doubted bool // a word leaves the line in doubt
}

// chunk is a run of characters of a line without a blank.
type chunk struct {
	from, to int
	known    bool
}

func (m *mending) search() {
	var chunks []chunk
	var strange []int
	for i := 0; i < len(m.line); {
		if m.line[i] == ' ' {
			i++
			continue
		}
		j := i
		for j < len(m.line) && m.line[j] != ' ' {
			j++
		}
		whole := j == i+1 || m.line[i] != '-' && m.line[j-1] != '-' || signed(m.line[i:j])
		c := chunk{from: i, to: j, known: whole && m.known(m.line[i:j])}
		if !c.known {
			strange = append(strange, len(chunks))
		}
		chunks, i = append(chunks, c), j
	}
	switch n := len(strange); {
	case n == 0 && m.doubted: // every word is known, and one of them speaks against the order
	case n == 0:
		for k := range chunks {
			if m.governs(chunks[k]) {
				continue
			}
			m.border(chunks, k)
			m.meant(chunks[k])
			if w := m.line[chunks[k].from:chunks[k].to]; len(w) < shortest || hasDigit(string(w)) || slices.Contains(w, '-') { // longer words are seldom turned into others
				m.within(chunks[k])
			}
		}
	case n == 1:
		k := strange[0]
		m.border(chunks, k-1)
		m.border(chunks, k)
		m.within(chunks[k])
	case n == 2 && strange[1] == strange[0]+1:
		m.border(chunks, strange[0])
	}
}

// negates reports whether a folded word is "not" or "or" in the grammar.
func (g *Grammar) negates(word string) bool {
	_, not := g.notWords.exact[word]
	_, or := g.orWords.exact[word]
	return not || or
}

// leads reports whether a word stands before places and targets.
func (s *Speech) leads(word string) bool { _, ok := s.towards.exact[word]; return ok }

// governs reports whether a word that is written without a slip says when an order is given, or that it is not: it is never changed.
func (m *mending) governs(c chunk) bool {
	word := fold(m.line[c.from:c.to])
	for _, v := range []*vocabulary{&m.e.g.ifWords, &m.e.g.whenWords, &m.e.g.notWords, &m.e.g.otherwiseWords, &m.e.g.standingWords} {
		if _, ok := v.exact[word]; ok {
			return true
		}
	}
	return false
}

// meant tries the verbs that one slip turns into a word which an argument may be: "wire R2 at PZ1".
func (m *mending) meant(c chunk) {
	if plain, word := lowered(m.line[c.from:c.to]); plain {
		for _, verb := range m.e.words.alike[word] {
			m.put(c.from, c.to, verb, slipAny, false)
		}
	}
}

// within tries all slips in one run of characters.
func (m *mending) within(c chunk) {
	w := m.line[c.from:c.to]
	for k := range w {
		at := c.from + k
		cost := slipAny
		switch {
		case k > 0 && w[k-1] == w[k]:
			cost = slipUsual
		case k > 0 && beside(w[k-1], w[k]) || k+1 < len(w) && beside(w[k], w[k+1]):
			cost = slipBeside
		}
		if k == 0 || w[k-1] != w[k] || cost == slipUsual {
			m.change(c, at, at+1, "", cost)
		}
		if k+1 < len(w) && w[k] != w[k+1] {
			m.change(c, at, at+2, string([]rune{w[k+1], w[k]}), slipUsual)
		}
	}
	for _, small := range slipAlphabet {
		for k := range len(w) + 1 {
			at, a := c.from+k, small
			if next := w[min(k, len(w)-1)]; unicode.IsUpper(next) || k > 0 && unicode.IsUpper(w[k-1]) && !unicode.IsLower(next) {
				a = unicode.ToUpper(a)
			}
			if k < len(w) && w[k] != a {
				cost := slipAny
				if beside(w[k], a) {
					cost = slipBeside
				}
				m.change(c, at, at+1, string(a), cost)
			}
			cost := slipAny
			switch {
			case a == ' ':
				cost = slipUsual
			case k == len(w) || k > 0 && w[k-1] == a || w[k] == a:
				cost = slipBeside
			}
			m.change(c, at, at, string(a), cost)
		}
	}
}

// border tries the slips about the blank behind the chunk at k.
func (m *mending) border(chunks []chunk, k int) {
	if k < 0 || k+1 >= len(chunks) {
		return
	}
	a, b := chunks[k], chunks[k+1]
	left, right := m.line[a.from:a.to], m.line[b.from:b.to]
	whole := slices.Concat(left, right)
	if m.known(whole) {
		m.put(a.to, b.from, "", slipUsual, true)
	}
	figure := func(i int) bool { return whole[i] >= '0' && whole[i] <= '9' }
	for _, cut := range []int{len(left) - 1, len(left) + 1} {
		switch {
		case cut <= 0 || cut >= len(whole): // "D 9" is no other word, but "t o" is
			continue
		case figure(cut-1) && figure(cut): // of "G 1000" the figures are one number
			continue
		case !m.known(whole[:cut]) || !m.known(whole[cut:]):
			continue
		}
		m.put(a.from, b.to, string(whole[:cut])+" "+string(whole[cut:]), slipUsual, true)
	}
	for _, c := range "-,:" { // "D7 D8" for "D7-D8" is in the grammar, "G2 move" is not everywhere
		m.put(a.to, b.from, string(c), slipAny, false)
	}
}

// change tries a slip in a run of characters, if what it makes is known.
func (m *mending) change(c chunk, from, to int, by string, cost int) {
	m.e.rested(1)
	made := slices.Concat(m.line[c.from:from], []rune(by), m.line[to:c.to])
	if _, article := m.e.g.articles.exact[fold(made)]; article && slices.ContainsFunc(m.line[c.from:c.to], unicode.IsUpper) {
		return // "El" is no "le"
	}
	if m.known(made) {
		if !slices.ContainsFunc(made, unicode.IsUpper) && (m.e.g.prefixes[string(made)] || m.e.g.leads(string(made))) {
			cost = slipUsual // "ho" is rather "to" than a way
		}
		m.put(from, to, by, cost, strings.TrimSpace(by) == "" && from == to)
	}
}

// put keeps a changed line if the grammar reads it.
func (m *mending) put(from, to int, by string, cost int, blanks bool) {
	if m.tried++; m.tried > mostRepairs || *m.e.work <= 0 {
		return
	}
	*m.e.work--
	m.e.rested(restEvery)
	text := strings.TrimSpace(string(m.line[:from]) + by + string(m.line[to:]))
	lines := m.e.strictly(text)
	if len(lines) == 0 {
		return
	}
	found := readingOf(lines)
	if blanks && slices.ContainsFunc(lines, func(l Line) bool { v := m.e.g.verbOf(l.Verb); return v != nil && v.speech() }) {
		blanks = false // a letter that goes over to a text of the player's own is in nobody's way: "notd Er" may be "note Er"
	}
	if k := slices.IndexFunc(m.found, func(other repair) bool { return other.text == found.text }); k >= 0 {
		if cost < m.found[k].cost {
			m.found[k].cost, m.found[k].blanks, m.found[k].from, m.found[k].to, m.found[k].by = cost, blanks, from+m.shift, to+m.shift, by
		}
		return
	}
	m.found = append(m.found, repair{lines: lines, text: found.text, cost: cost, blanks: blanks, from: from + m.shift, to: to + m.shift, by: by})
}

// longestCount is of how many figures a number may be that counts something: longer ones are places, or nothing.
const longestCount = 3

// signed reports whether a text is a number below zero, with or without a mark behind it, and no dash that leads to what follows it.
func signed(text []rune) bool {
	number := strings.TrimRight(string(text[1:]), ";,.|")
	return text[0] == '-' && len(number) <= longestCount && digits(number)
}

// known reports whether everything in a text is a word of the grammar, a name in play, a place or a number.
func (m *mending) known(text []rune) bool {
	if plain, word := lowered(text); plain { // by far most
		if m.e.g.written[word] || m.e.inPlay(word) || digits(word) && len(word) <= longestCount {
			return true
		}
		_, ok := m.e.scene.place(string(text), true)
		return ok
	}
	t := read(string(text))
	if len(t.atoms) == 0 {
		return len(text) == 0
	}
	if _, ok := m.e.scene.place(t.raw(0, len(t.atoms)), true); ok {
		return true
	}
	for i, a := range t.atoms {
		said := func(word string) bool { return m.e.g.written[word] || m.e.inPlay(word) }
		if !a.word || said(a.key) || !slices.ContainsFunc(strings.Fields(a.key), func(word string) bool { return !said(word) }) { // "field_artillery"
			continue
		}
		if digits(a.key) && len(a.key) <= longestCount {
			continue
		}
		if _, ok := m.e.scene.place(t.raw(i, i+1), true); !ok {
			return false
		}
	}
	return true
}

// lowered returns a text in small letters, if it is a single word of nothing but letters and figures of the keyboard.
func lowered(text []rune) (plain bool, word string) {
	var b [longestRepaired]byte
	if len(text) == 0 || len(text) > len(b) {
		return false, ""
	}
	for i, r := range text {
		switch {
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		case r < '0' || r > '9' && r < 'a' || r > 'z':
			return false, ""
		}
		b[i] = byte(r)
	}
	return true, string(b[:len(text)])
}

// plainWords reports whether a text is one word or more of nothing but letters and figures of the keyboard.
func plainWords(text string) bool {
	for i := range len(text) {
		if c := text[i]; c != ' ' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// inPlay reports whether a word is one of the names of units, sides and directions.
func (s *scene) inPlay(word string) bool {
	if s.named == nil {
		s.named = map[string]bool{}
		for _, n := range []*names{&s.own, s.enemy(), s.seats(), s.compass()} {
			for _, c := range n.calls {
				if plainWords(c.text) { // by far most
					for word := range strings.SplitSeq(c.key, " ") {
						s.named[word] = true
					}
					continue
				}
				for _, a := range read(c.text).atoms {
					s.named[a.key] = true
				}
			}
		}
	}
	return s.named[word]
}

// writes collects every word of the grammar: of verbs, arguments and conditions, and those between them.
func (g *Grammar) writes() map[string]bool {
	out := map[string]bool{}
	put := func(words string) {
		for _, a := range read(words).atoms {
			out[a.key] = true
		}
	}
	add := func(v *vocabulary) {
		for _, k := range v.keys {
			put(k.text)
		}
	}
	params := func(list []param) {
		for k := range list {
			put(Fold(list[k].Name))
			add(&list[k].prefix)
			add(&list[k].words)
			for n := range list[k].values {
				add(&list[k].values[n])
			}
		}
	}
	add(&g.names)
	for k := range g.verbs {
		params(g.verbs[k].params)
		add(&g.verbs[k].names)
		for n := range g.verbs[k].subs {
			params(g.verbs[k].subs[n].params)
		}
	}
	for k := range g.conditions {
		params(g.conditions[k].params)
		for _, pattern := range g.conditions[k].patterns {
			for _, piece := range pattern {
				put(piece.word)
			}
		}
	}
	add(&g.terms)
	for _, v := range []*vocabulary{&g.ifWords, &g.whenWords, &g.thenWords, &g.andWords, &g.orWords, &g.notWords, &g.standingWords, &g.otherwiseWords,
		&g.fillers, &g.articles, &g.towards, &g.nouns, &g.from, &g.onward, &g.with, &g.through, &g.counted} {
		add(v)
	}
	return out
}

// repaired reads a line that is not understood by its repairs. It returns the one that can be meant: the line that was corrected in one word, or
// a line of which a blank or a letter of a word was wrong, if no other repair says something else. Else the repairs become the suggestions of
// the line's fault.
func (r *reader) repaired(i int, corrected []Line) []Line {
	if r.strict {
		return nil
	}
	f := &r.faults[0]
	if f.Code == SeveralFault || f.Code == "orders.number-twice" {
		return nil
	}
	doubtful := f.Code == "orders.doubtful" && len(r.spans) == 1
	if doubtful && (len(f.Suggestions) > 0 || !r.g.written[Fold(f.Args[0].Value)] || r.g.negates(Fold(f.Args[0].Value))) {
		return nil
	}
	if f.Code == "orders.needs-unit" { // "1: rally" may be G1's, and not the first line's
		i = r.bullets(0)
	}
	if r.hasty {
		r.unsought = true
		return nil
	}
	found := r.repairs(i)
	if doubtful { // what leaves the line in doubt is no slip, but it may be a word of the order that was meant
		doubt := r.spans[0]
		found = slices.DeleteFunc(found, func(p repair) bool { return p.from < doubt[1] && p.to > doubt[0] })
		corrected = nil
	}
	var texts []string
	for _, p := range found[:min(len(found), mostSuggestions)] {
		texts = append(texts, p.text)
	}
	switch {
	case len(found) == 0:
		return corrected
	case len(found) == 1 && (corrected != nil && readingOf(corrected).text == texts[0] || found[0].blanks):
		return found[0].lines
	}
	if line, ok := Correction(*f); ok && len(r.faults) == 1 && len(found) == 1 {
		try := everyday{reader: r, words: &r.g.forms}
		if lines := try.strictly(line); len(lines) > 0 && readingOf(lines).text == texts[0] {
			return nil // it says so
		}
	}
	if words := r.instead(found); words != nil {
		f.Suggestions = words
		return nil
	}
	r.offer(found[0], texts)
	return nil
}

// instead returns what should stand in place of the words of the line's only fault, which has suggestions, if all repairs change nothing else.
func (r *reader) instead(found []repair) (words []string) {
	if len(r.faults) != 1 || len(r.faults[0].Suggestions) == 0 || r.spans[0] == [2]int{} {
		return nil
	}
	if !found[0].allowed && len(found) > 1 { // the rules do not say which is likelier
		return r.faults[0].Suggestions
	}
	span := r.spans[0]
	for _, p := range found[:min(len(found), mostSuggestions)] {
		if p.from < span[0] || p.to > span[1] {
			return nil
		}
		word := string(r.runes[span[0]:p.from]) + p.by + string(r.runes[p.to:span[1]])
		if strings.TrimSpace(word) == "" {
			return nil
		}
		if way, ok, _ := r.compass().find(Fold(word)); ok {
			word = way
		}
		words = append(words, word)
	}
	return words
}

// offer makes repairs the suggestions of the line's fault, at the word that was mistyped.
func (r *reader) offer(best repair, texts []string) {
	at, next := len(r.atoms)-1, len(r.atoms)
	for k, a := range r.atoms {
		if a.to >= best.from && (k+1 == len(r.atoms) || r.atoms[k+1].from > best.from) {
			at, next = k, k+1
			break
		}
	}
	code := r.faults[0].Code
	if column := r.faults[0].Column; len(r.faults) > 1 || column != r.column(at) {
		code = "orders.trailing"
	}
	r.faults, r.spans = nil, nil
	r.wrong(code, at, next, texts)
	if len(texts) == 1 {
		r.faults[0].Args = append(r.faults[0].Args, arg("correction", texts[0]))
	}
}
