package orders

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/spelling"
	"fieldpost/events"
)

// Fault is a line that was not understood: number, column, code, words for the message and suggestions. Its args always hold "word", the
// words that were not understood, if there are any. "correction" is the whole corrected line, if exactly one change corrects it.
type Fault = events.Fault

// Limits of an order mail; anything beyond them is a fault.
const (
	MostText  = 64 << 10 // bytes of all lines
	MostLine  = 8 << 10  // bytes of one line
	MostLines = 2000
)

// mostWork is how many values are tried in search of one mail's meaning; a mail of 200 plain lines needs some 3,000. It prevents a
// deliberately ambiguous text from holding up the others.
const mostWork = 200_000

// Parsed is what was understood of the text between ORDERS and END.
type Parsed struct {
	Lines    []Line
	Typed    []string // for each line: what was typed, if it was read otherwise than as it stands in the grammar; else ""
	Given    []bool   // for each line: the player wrote its number himself, so it replaces the line of that number
	Faults   []Fault
	Unfilled []string // lines of a blank form that were left empty: "move 18 Div:"
	Needless []Rest   // lines that say of units what they do without an order
}

// Rest is a line that says of units what they do without an order: "the others stay where they are", "T-F1 keeps its place".
type Rest struct {
	Typed string
	Units []string // those that it names; nil for all others
}

// Parse reads order lines as the grammar has them, each by itself: a bad one never spoils the others. first is the number of the first line.
// It is for text of which it is not yet known whether it is meant as orders: nothing is read into it.
func Parse(lang Language, lex Lexicon, text string, first int) Parsed {
	g := NewGrammar(lang)
	s := newScene(lex, g)
	s.strict = true
	return g.parse(s, text, first)
}

// Parse reads the lines of orders: as the grammar has them, else in everyday words. judge chooses between the readings of a line in everyday
// words; it may be nil.
func (g *Grammar) Parse(lex Lexicon, judge Judge, text string, first int) Parsed {
	s := newScene(lex, g)
	s.judge = judge
	return g.parse(s, text, first)
}

// means are what may still be tried in search of a mail's meaning.
type means struct {
	guesses int
	work    int
	spare   int // on lines in everyday words
	left    int // and on what they are without some of their words
}

func wholeMeans() *means { return &means{mostGuessed, mostWork, mostWork, mostWork} }

// Sitting reads lines one by one, of which it is not yet known which are orders, with the means of one mail for all of them: however many there
// are, and however intricate, no more is tried than for one text.
type Sitting struct {
	g     *Grammar
	scene *scene
	means *means
}

// Sit begins to read single lines. judge is as for Parse.
func (g *Grammar) Sit(lex Lexicon, judge Judge) *Sitting {
	s := newScene(lex, g)
	s.judge = judge
	return &Sitting{g, s, wholeMeans()}
}

// Parse reads one line like Grammar.Parse.
func (s *Sitting) Parse(line string) Parsed { return s.g.parseWith(s.means, s.scene, line, 1) }

// mail is one order text while it is read.
type mail struct {
	*means
	g       *Grammar
	scene   *scene
	next    int64
	taken   map[int64]bool // numbers of lines
	given   map[int64]bool // those that stand before a line, read or not
	highest int64          // of them
	others  []others
	resting []resting
	out     Parsed
}

func (g *Grammar) parse(s *scene, text string, first int) Parsed {
	return g.parseWith(wholeMeans(), s, text, first)
}

func (g *Grammar) parseWith(of *means, s *scene, text string, first int) Parsed {
	m := mail{means: of, g: g, scene: s, next: int64(first), taken: map[int64]bool{}, given: map[int64]bool{}}
	if len(text) > MostText {
		m.refuse(m.next, "", "orders.text-too-long", MostText)
		text = text[:strings.LastIndexByte(text[:MostText], '\n')+1]
	}
	m.numbers(text)
	lines := 0
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line = strings.TrimRight(line, " \t\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if lines++; lines > MostLines {
			m.refuse(m.next, "", "orders.too-many-lines", MostLines)
			break
		}
		if len(line) > MostLine {
			m.refuse(m.next, string(decode(line[:60]))+"...", "orders.too-long", MostLine)
			m.next++
			continue
		}
		if m.work <= 0 {
			m.refuse(m.next, "", "orders.too-intricate", mostWork)
			break
		}
		m.line(line)
	}
	m.quiet()
	m.remaining()
	return m.out
}

// numbers notes the numbers that lines begin with.
func (m *mail) numbers(text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, " \t")
		end := strings.IndexFunc(line, func(c rune) bool { return c < '0' || c > '9' })
		if n, err := strconv.Atoi(line[:max(end, 0)]); err == nil && n <= MostLines && strings.ContainsRune(" .):]", rune(line[end])) {
			m.given[int64(n)], m.highest = true, max(m.highest, int64(n))
		}
	}
}

func (m *mail) refuse(number int64, typed, code string, limit int) {
	m.out.Faults = append(m.out.Faults, Fault{Number: number, Typed: typed, Code: code, Args: []option{arg("limit", itoa(limit))}})
}

// unended reports whether all that is wrong with the line is how it ends: so it is with an order that is still being typed.
func (r *reader) unended() bool {
	return len(r.spans) == 1 && r.spans[0][1] >= r.atoms[len(r.atoms)-1].to
}

// gaping reports whether the line has two blanks behind a word that introduces something: what stood between them is gone, as the number is of
// "barrage 0808 with  shrapnel".
func (r *reader) gaping(i int) bool {
	for j := i + 1; j < len(r.atoms); j++ {
		if r.atoms[j].from < r.atoms[j-1].to+2 {
			continue
		}
		key := r.atoms[j-1].key
		for _, v := range []*vocabulary{&r.g.with, &r.g.towards, &r.g.aim, &r.g.from, &r.g.through} {
			if _, ok := v.exact[key]; ok || r.g.prefixes[key] {
				return true
			}
		}
	}
	return false
}

// ask reports that a line can be read in several ways, which are its suggestions.
func (r *reader) ask(i int, found []reading) {
	var texts []string
	for _, f := range found[:min(len(found), mostReadings)] {
		texts = append(texts, f.text)
	}
	r.faults, r.spans = nil, nil
	r.wrong(SeveralFault, i, len(r.atoms), texts)
}

// mistimed reports whether a reading turns units at a time when none turns in place, or is for a time that will not come: who faces another way in
// the set-up is to be placed so, and nobody is set up in the midst of the game.
func (r *reader) mistimed(found reading) bool {
	if r.judge == nil {
		return false
	}
	e := everyday{reader: r, words: &r.g.forms}
	turns := slices.Contains(e.words.facing, e.words.nameOf(e.deedOf(found))) && !e.timely(found)
	return turns || e.past(found)
}

// doubt reports the word that makes an unread line uncertain, in place of what else is wrong with the line. Where the word says no more
// than that, the order without it is a ready line.
func (r *reader) doubt(i int) {
	if slices.ContainsFunc(r.atoms, func(a atom) bool { return a.key == "|" }) {
		return
	}
	j, next, ok := r.doubtful(i)
	if !ok {
		if j, next, ok = r.denied(i); ok {
			r.faults, r.spans = nil, nil
			r.wrong("orders.doubtful", j, next, nil)
		}
		return
	}
	ready := r.undoubted(i)
	r.faults, r.spans = nil, nil
	r.wrong("orders.doubtful", j, next, ready)
	if len(ready) > 0 {
		r.spans[0] = [2]int{r.atoms[i].from, r.atoms[len(r.atoms)-1].to}
	}
}

// denied finds the first word from i on that denies something, though it is part of a deed's words: « le mortier ne bouge pas en D5 » is not read,
// and that word is what is wrong with it.
func (r *reader) denied(i int) (j, next int, ok bool) {
	for j := i; j < len(r.atoms); j++ {
		e := everyday{reader: r, words: &r.g.forms}
		if next, ok := r.keyword(&r.g.doubts, j, len(r.atoms)); ok && e.still(j, len(r.atoms)) > next {
			return j, next, true
		}
	}
	return 0, 0, false
}

// confirm asks whether a line in everyday words means an order that stands alone, such as to surrender, and reports whether it may: such an
// order is only taken as the grammar has it.
func (r *reader) confirm(i int) bool {
	if _, _, doubtful := r.doubtful(i); doubtful || len(r.atoms)-i > mostEveryday {
		return false
	}
	e := everyday{reader: r, words: &r.g.forms, steps: mostFillings}
	name := ""
	for j := i; j < len(r.atoms); {
		to, means := j, ""
		for k := min(j+e.words.atoms*2, len(r.atoms)); k > j && means == ""; k-- {
			to, means = k, e.words.alone[phrase(r.g.unelided(r.key(j, k)))]
		}
		switch {
		case means != "" && (name == "" || name == means):
			name, j = means, to
		default:
			next, ok := e.empty(j, len(r.atoms))
			if !ok {
				return false
			}
			j = next
		}
	}
	if name == "" {
		return false
	}
	r.faults, r.spans = nil, nil
	r.wrong("orders.doubtful", i, len(r.atoms), []string{name})
	return true
}

// undoubted returns what the line orders without the words and marks that make it uncertain. It returns nothing if the line says more against
// the order than that its writer is not certain.
func (r *reader) undoubted(i int) (ready []string) {
	var words []string
	for j, from := i, i; j <= len(r.atoms); j++ {
		next := j + 1
		if j < len(r.atoms) {
			to, ok := r.wavers(j)
			if !ok && !r.is(j, "?") {
				continue
			}
			if ok {
				next = to
			}
		}
		words = append(words, r.raw(from, j))
		j, from = next-1, next
	}
	rest := reader{typed: read(strings.Trim(strings.Join(words, " "), " ,.:")), scene: r.scene, g: r.g, thorough: true, quiet: true, guesses: r.guesses, work: r.work, spare: r.spare, nr: r.nr}
	for text, ok := rest.remarked(0); ok && len(rest.atoms) > 0; text, ok = rest.remarked(0) {
		rest = *rest.rewritten(text)
	}
	if len(rest.atoms) == 0 {
		return nil
	}
	if _, _, more := rest.doubtful(0); more {
		return nil
	}
	e := everyday{reader: &rest, words: &r.g.forms}
	if lines := e.strictly(rest.raw(0, len(rest.atoms))); lines != nil {
		return []string{readingOf(lines).text}
	}
	for _, found := range rest.inEverydayWords(0) {
		if len(ready) < mostReadings {
			ready = append(ready, found.text)
		}
	}
	return ready
}

// wavers reads a word that makes an order uncertain, and no more: "perhaps", "if possible", "would you" where nobody says please.
func (r *reader) wavers(j int) (next int, ok bool) {
	if next, ok = r.keyword(&r.g.requests, j, len(r.atoms)); !ok {
		return r.keyword(&r.g.wavering, j, len(r.atoms))
	}
	for k := range r.atoms {
		if _, plea := r.keyword(&r.g.pleas, k, len(r.atoms)); plea && !r.asks() {
			return j, false
		}
	}
	return next, true
}

// unsure reports whether a word or a mark from i on makes the line uncertain that is no part of other words. What denies something is not asked
// after here: a standing order may say what is never done.
func (r *reader) unsure(i int) bool {
	for j := i; j < len(r.atoms); j++ {
		if to := r.phrased(j); to > j+1 {
			j = to - 1
			continue
		}
		if _, ok := r.wavers(j); ok || r.is(j, "?") {
			return true
		}
	}
	return false
}

// asks reports whether the line ends with a question mark.
func (r *reader) asks() bool { return r.is(len(r.atoms)-1, "?") }

// doubtful finds the first word from i on that makes a line uncertain. What is part of a deed's words, or of a value's, is no doubt: "stay where you are".
func (r *reader) doubtful(i int) (j, next int, ok bool) {
	said := i
	for j := i; j < len(r.atoms); j++ {
		if r.is(j, "?") {
			return j, j + 1, true
		}
		if to := r.phrased(j); to > j+1 {
			said = max(said, to)
		}
		if to, fails := r.keyword(&r.g.otherwiseWords, j, len(r.atoms)); fails {
			said = max(said, to)
		}
		if j < said {
			if to, ok := r.wavers(j); ok && to > said { // "fires at, will you, D7" is no fire at will
				return j, to, true
			}
			continue
		}
		if to, ok := r.wavers(j); ok {
			if polite, _ := r.keyword(&r.g.courtesy, j, len(r.atoms)); polite <= to { // "might as well" is no "might"
				return j, to, true
			}
		}
		if to, request := r.keyword(&r.g.requests, j, len(r.atoms)); request {
			said = max(said, to)
		}
		if to, polite := r.keyword(&r.g.courtesy, j, len(r.atoms)); polite && to > j+1 { // "I would like"
			said = max(said, to)
		}
		if j < said {
			continue
		}
		if _, _, way := r.unit(r.compass(), j, j+1); way && r.raw(j, j+1) == strings.ToUpper(r.raw(j, j+1)) {
			continue // « vers le NO »
		}
		if next, ok := r.keyword(&r.g.doubts, j, len(r.atoms)); ok && !r.trails(i, j) {
			return j, next, true
		}
	}
	return 0, 0, false
}

// trails reports whether the word at j belongs to the rest of a deed's words, which began before it: "keep michael_1 for later".
func (r *reader) trails(i, j int) bool {
	e := everyday{reader: r, words: &r.g.forms}
	for k := i; k < j; k++ {
		for _, a := range e.words.own.apart[r.atoms[k].key] {
			for from := max(k+1, j-2); from <= j && marks(a.particle) > 1; from++ {
				if to := e.standsAt(a.particle, from, len(r.atoms)); to > j {
					return true
				}
			}
		}
	}
	return false
}

// verbFirst turns a line that begins with a unit into one that begins with its verb, for a language whose orders do: "B-1: move 0304" is
// "move B-1 0304". It returns "" for any other line. shift is by how many columns the rest of the line was further right.
func (r *reader) verbFirst(i int) (turned string, shift int64) {
	units := param{Param: &Param{Kind: KindOwn, Repeated: true}}
	_, ends := r.list(&units, nil, i, len(r.atoms))
	if len(ends) == 0 || r.impliesUnit() {
		return "", 0
	}
	stop := ends[len(ends)-1]
	at := r.gap(stop, len(r.atoms))
	n, next, ok := r.full(&r.g.names, at, len(r.atoms))
	if !ok || len(r.g.verbs[n].params) == 0 || r.g.verbs[n].params[0].Kind != KindOwn {
		return "", 0
	}
	e := everyday{reader: r, words: &r.g.forms}
	if to, _ := e.longest(at, len(r.atoms)); to > next && !r.g.prefixes[r.key(next, to)] {
		return "", 0 // "return fire" is not "return", nor is "stay put" a "stay" with something behind it
	}
	turned = r.raw(at, next) + " " + r.raw(i, stop) + " "
	if next >= len(r.atoms) {
		return turned, 0
	}
	shift = r.column(next) - int64(utf8.RuneCountInString(turned)) - 1
	return turned + string(r.runes[r.atoms[next].from:]), shift
}

// severally splits several orders for one unit, each to be read as a separate line: "US-1: move 20,10; fire at G-1" is "US-1: move 20,10"
// and "US-1: fire at G-1". It returns nil for any other line: if orders do not begin with their verb, if the first verb has clauses of its
// own, or if a part does not begin with a verb that is given to a unit.
func (r *reader) severally(i int) []string {
	units := param{Param: &Param{Kind: KindOwn, Repeated: true}}
	_, ends := r.list(&units, nil, i, len(r.atoms))
	if len(ends) == 0 || r.impliesUnit() {
		return nil
	}
	stop := ends[len(ends)-1]
	begins := func(j int) bool {
		n, _, ok := r.full(&r.g.names, j, len(r.atoms))
		if !ok {
			return false
		}
		v := &r.g.verbs[n]
		return len(v.params) > 0 && v.params[0].Kind == KindOwn && len(v.subs) == 0 && !v.Only && !v.speech()
	}
	from := r.gap(stop, len(r.atoms))
	if !begins(from) {
		return nil
	}
	who := r.raw(i, stop) + ": "
	var parts []string
	for j := from; j < len(r.atoms); j++ {
		if !r.is(j, ";") && !r.and(j) {
			continue
		}
		next := r.separators(j, len(r.atoms))
		if next >= len(r.atoms) || !begins(next) {
			if r.is(j, ";") && next < len(r.atoms) {
				return nil
			}
			continue
		}
		parts = append(parts, who+r.raw(from, j))
		from, j = next, next
	}
	if len(parts) == 0 {
		return nil
	}
	return append(parts, who+r.raw(from, len(r.atoms)))
}

// unfilled reports whether the line is one of a blank form into which nothing was written.
func (r *reader) unfilled() bool {
	if !r.open || slices.ContainsFunc(r.atoms, func(a atom) bool { return strings.Contains(";|:", a.key) }) {
		return false
	}
	for _, f := range r.faults {
		if f.Code != "orders.missing-argument" && f.Code != "orders.missing-clause" {
			return false
		}
	}
	return len(r.faults) > 0
}

// correct writes the whole corrected line into its fault, if there is only one fault and only one suggestion corrects it.
func (r *reader) correct() {
	if len(r.faults) != 1 || r.spans[0] == [2]int{} || *r.guesses < 0 {
		return
	}
	f := &r.faults[0]
	found := ""
	for _, s := range f.Suggestions {
		span := r.spans[0]
		before := string(r.runes[:span[0]])
		if strings.HasPrefix(s, ";") {
			before = strings.TrimRight(before, " ")
		}
		text := strings.TrimSpace(before + s + string(r.runes[span[1]:]))
		try := reader{typed: read(text), scene: r.scene, g: r.g, thorough: true, quiet: true, guesses: r.guesses, work: r.work, nr: r.nr}
		i := try.bullets(0)
		_, i = try.ordinal(i)
		if i >= len(try.atoms) || len(try.lines(i)) == 0 {
			continue
		}
		if found != "" {
			return
		}
		found = text
	}
	if found != "" {
		f.Args = append(f.Args, arg("correction", found))
	}
}

// shortestSlip is the length of the shortest word in which one wrong letter is taken for a slip: of shorter words too many are alike.
const shortestSlip = 4

// slip reads a line whose only fault is a word with one letter wrong, missing, too many or out of order, if only one word can be meant. It
// returns nil for any other line. A name with a digit is never mended: G1 is not G2; nor is a word that says something else here.
func (r *reader) slip() []Line {
	if len(r.faults) != 1 || len(r.faults[0].Suggestions) != 1 {
		return nil
	}
	f := &r.faults[0]
	text, ok := Correction(*f)
	if !ok || f.Code == "orders.doubtful" || len(f.Args) == 0 || f.Args[0].Name != "word" {
		return nil
	}
	word, meant := Fold(f.Args[0].Value), Fold(f.Suggestions[0])
	if len([]rune(word)) < shortestSlip || hasDigit(word) || hasDigit(meant) || strings.HasPrefix(meant, ";") ||
		spelling.Distance([]rune(word), []rune(meant)) > spelling.Edit || r.g.says(word) {
		return nil
	}
	if r.astray(r.spans[0], []rune(word), []rune(meant)) {
		return nil
	}
	e := everyday{reader: r}
	try := read(text)
	again := reader{typed: try, scene: r.scene, g: r.g}
	i := again.bullets(0)
	_, i = again.ordinal(i)
	return e.strictly(again.raw(i, len(try.atoms)))
}

// astray reports whether the letter that a word lacks or has too many may belong to what stands beside it: to a sign, as in "lossesx=3",
// which may be "losses>=3" as well as "losses=3", or to a direction, as in "faceN E".
func (r *reader) astray(span [2]int, word, meant []rune) bool {
	sign := func(c rune) bool { return strings.ContainsRune("=<>!,", c) }
	but := func(w []rune, i int) string { return string(slices.Delete(slices.Clone(w), i, i+1)) }
	before, after := r.runes[:span[0]], r.runes[span[1]:]
	ends := but(word, len(word)-1) == string(meant)
	if n := slices.IndexFunc(r.atoms, func(a atom) bool { return a.from >= span[1] }); ends && n >= 0 {
		if _, way, _ := r.compass().find(string(word[len(word)-1:]) + r.atoms[n].key); way {
			return true
		}
	}
	return len(after) > 0 && sign(after[0]) && (ends || but(meant, len(meant)-1) == string(word)) ||
		len(before) > 0 && sign(before[len(before)-1]) && (but(word, 0) == string(meant) || but(meant, 0) == string(word))
}

// says reports whether a folded word says something in the grammar: it is then never a slip.
func (g *Grammar) says(word string) bool {
	if g.prefixes[word] || g.reserved[word] || len(g.forms.own.whole[word]) > 0 || len(g.forms.wide.whole[word]) > 0 {
		return true
	}
	for _, v := range []*vocabulary{&g.doubts, &g.wavering, &g.requests, &g.pleas, &g.lasting, &g.courtesy, &g.articles, &g.nouns, &g.towards, &g.counted, &g.notWords, &g.orWords} {
		if _, ok := v.exact[word]; ok {
			return true
		}
	}
	return false
}

// SeveralFault is the code of a line that can be read in several ways: its suggestions are the order lines that it may be.
const SeveralFault = "orders.several-readings"

// Lines reports whether the suggestions of a fault are whole order lines of which one may be meant.
func Lines(f Fault) bool { return f.Code == SeveralFault || f.Code == LikelyFault }

// Correction returns the whole corrected line, if exactly one change makes it understood.
func Correction(f Fault) (line string, ok bool) {
	for _, a := range f.Args {
		if a.Name == "correction" {
			return a.Value, true
		}
	}
	return "", false
}
