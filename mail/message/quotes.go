package message

import (
	"regexp"
	"slices"
	"strings"
)

// Recognize finds the lines of a mail that stand in texts its sender may quote, whatever mark or header his mail program gave them, and
// tells quoted lines from his own anew by what it found. It changes nothing if there is no such line.
//
// The rule is in the package comment. The cost grows no faster than the mail and the texts together.
func (in *Incoming) Recognize(known ...*Quotable) {
	if len(known) == 0 {
		return
	}
	lines := slices.Clone(in.Lines)
	for from := 0; from < len(lines); {
		to := from
		for to < len(lines) && lines[to].Part == lines[from].Part {
			to++
		}
		if part := lines[from:to]; !slices.ContainsFunc(part, func(l Line) bool { return l.From == Forwarded }) {
			copy(part, recognize(part, known, slices.Concat(in.InReplyTo, in.References)))
		}
		from = to
	}
	in.Lines = lines
}

// recognize gives the lines of one part anew what they are.
func recognize(lines []Line, known []*Quotable, named []string) []Line {
	m := &matching{lines: lines, known: known, keys: make([]string, len(lines)), heads: make([]bool, len(lines)), found: make([]finding, len(lines)), strange: make([]int, len(lines)+1)}
	for i, l := range lines {
		m.keys[i] = quoteKey(l.Text)
		m.heads[i] = m.headerLike(i)
	}
	for i := range lines {
		m.line(i)
		m.count(i)
	}
	if len(m.runs) == 0 {
		return lines
	}
	for _, r := range m.runs {
		r.complete(m)
	}
	for i := range lines {
		m.count(i)
	}
	m.judge(named)
	raw := make([]rawLine, len(lines))
	for i, l := range lines {
		raw[i] = rawLine{text: l.Text, depth: l.Depth, sort: m.found[i].sort}
		if l.Presumed {
			raw[i].depth--
		}
		if l.From == Struck || l.From == Hidden {
			raw[i].sort = l.From
		}
	}
	out := classify(raw, lines[0].Part, false)
	for i, f := range m.found {
		out[i].Rest = f.rest && f.sort == Quoted
		if out[i].From == Doubtful {
			out[i].Doubt = f.doubt
		}
	}
	return out
}

// matching is the state of recognize.
type matching struct {
	lines []Line
	known []*Quotable
	keys  []string
	heads []bool // lines that look like the header of a quotation
	found []finding
	runs  []*run
	open  []*run // the runs that may go on, the newest last

	strange []int             // how many lines before each one stand in no known text
	blocks  [][2]int          // with their lines, what stands between an ORDERS and an END
	block   []int             // of each line, the block that it is in, from 1; 0 for none
	since   []int             // of each line that a header alone makes quoted, the first such line above it
	quoted  map[*passage]bool // passages of which much is quoted: a piece of them with a sentence in it is quoted too
	orders  bool              // the mail orders something in lines that stand in no known text
}

// finding is what was found out about one line.
type finding struct {
	run    *run // nil for a line that stands in no known text
	sort   Provenance
	doubt  Doubt
	cut    bool // it is the beginning of a known line, and the mail ends there
	own    bool // it begins or ends orders of the sender's own
	rest   bool // it goes on with the line before it
	filled bool // it is an open line of a form, filled in
}

// run is a number of lines that stand in one known text in the order in which they stand there.
type run struct {
	of            *Quotable
	passage       *passage
	next          int // where in the text it goes on
	last          int // line of the mail that was last added
	pieces        []piece
	covered       []int // lines of the text that came back whole
	prose         int   // of them
	quoted, typed bool  // what it was judged to be
}

// piece is one line of the mail and the part of the text that it repeats.
type piece struct{ line, from, to int }

// judge decides of each run whether it is quoted, and says so of its lines. named are the message ids that the mail answers.
func (m *matching) judge(named []string) {
	for _, r := range m.runs {
		r.quoted = !r.of.own && r.whole()
	}
	m.copies()
	m.quoted = map[*passage]bool{}
	for _, r := range m.runs {
		if r.quoted {
			m.quoted[r.passage] = true
			m.say(r, Quoted)
		}
	}
	m.survey()
	for _, r := range m.runs {
		if !r.quoted && len(r.pieces) > 0 {
			m.doubtful(r)
		}
	}
	for _, r := range m.runs {
		if r.quoted && !(r.of.id != "" && slices.Contains(named, r.of.id)) && 10*len(r.covered) < 7*len(r.passage.lines) {
			m.differing(r)
		}
	}
	quoted := false
	for i := range m.lines {
		f := &m.found[i]
		switch {
		case f.cut && f.run == nil && quoted:
			f.sort, f.doubt = Doubtful, DoubtCut
		case m.keys[i] == "" && m.lines[i].Text != "" && quoted && f.sort == Typed:
			f.sort = Quoted // a ruler within the quotation
		case m.keys[i] != "":
			quoted = f.sort == Quoted
		}
	}
}

// survey notes the blocks of the mail, what its headers alone make quoted, and whether it orders anything in words of its own.
func (m *matching) survey() {
	m.block, m.since = make([]int, len(m.lines)), make([]int, len(m.lines))
	from := -1
	for i, l := range m.lines {
		kind := kindOf(l.Text)
		switch {
		case kind == sureHeader || kind == maybeHeader:
			from = i
		case kind == endOfBlock && from >= 0:
			m.blocks = append(m.blocks, [2]int{from, i})
			m.inBlock(from, i)
			from = -1
		}
		switch {
		case !l.Presumed || m.found[i].sort == Quoted:
			m.since[i] = -1
		case i > 0 && m.lines[i-1].Presumed:
			m.since[i] = m.since[i-1]
		default:
			m.since[i] = i
		}
		if m.found[i].run == nil && !m.heads[i] && (l.From == Typed || l.Presumed && m.since[i] < 0) {
			m.orders = m.orders || kind == sureHeader || kind == otherLine && strings.Contains(m.keys[i], ":")
		}
	}
}

// inBlock notes the lines of a block. Where nothing of a known text stands between its ORDERS and its END, those two are not quoted either,
// although our forms have them too. Where those two are not quoted, what is between them is not either, although a line of ours says the same
// and what follows it in our letter follows the END here: else a block would be left that orders nothing.
func (m *matching) inBlock(from, to int) {
	frame, framed := m.found[from].run, m.found[from].run == m.found[to].run && m.found[from].sort == Typed && m.found[to].sort == Typed
	back, own := false, false
	for k := from; k <= to; k++ { // each line once: a block begins below the last one's end
		m.block[k] = len(m.blocks)
		if k == from || k == to {
			continue
		}
		if f := &m.found[k]; framed && f.sort == Quoted && f.run != frame {
			*f = finding{run: frame, own: frame == nil}
			if frame != nil {
				frame.share(k)
			}
		}
		back = back || m.found[k].sort == Quoted
		own = own || m.keys[k] != "" && m.found[k].run == nil
	}
	if own && !back {
		m.found[from], m.found[to] = finding{own: true}, finding{own: true}
	}
}

// share gives a run a line that stands between two of its lines, so that it is judged with them.
func (r *run) share(line int) {
	at, _ := slices.BinarySearchFunc(r.pieces, line, func(p piece, line int) int { return p.line - line })
	if at > 0 {
		r.pieces = slices.Insert(r.pieces, at, piece{line, r.pieces[at-1].from, r.pieces[at-1].to})
	}
}

// differing makes doubtful what stands where a quoted text has other lines: it may be written there, or be of another letter of ours that is
// much alike. The mail does not say that it answers the text, nor is most of the text in it. What is between an ORDERS and an END of its own
// is not in doubt, nor a form that is filled in.
func (m *matching) differing(r *run) {
	for k, p := range r.pieces {
		end, skipped := len(m.lines), len(r.passage.text)
		if k+1 < len(r.pieces) {
			end, skipped = r.pieces[k+1].line, r.pieces[k+1].from
		}
		if !m.foreign(p.line, end) || !r.passage.skips(p.to, skipped) {
			continue
		}
		for i := p.line + 1; i < end; i++ {
			if b := m.block[i]; b > 0 && m.found[m.blocks[b-1][0]].sort == Typed {
				continue
			}
			if f := &m.found[i]; m.keys[i] != "" && f.run == nil && f.sort == Typed && !f.filled {
				f.sort, f.doubt = Doubtful, DoubtBetween
			}
		}
	}
}

// skips reports whether a line that is not an open line of a form stands between two places of the text.
func (p *passage) skips(from, to int) bool {
	if from+1 >= to {
		return false
	}
	for i := p.lineOf(from); i < len(p.lines) && p.lines[i].from < to; i++ {
		if p.lines[i].from >= from && !p.lines[i].label {
			return true
		}
	}
	return false
}

// copies finds the small runs that are in a larger one too: the larger one is the quotation, the other one its reader's own.
func (m *matching) copies() {
	largest := map[*passage]*run{}
	for _, r := range m.runs {
		if best := largest[r.passage]; r.quoted && (best == nil || len(r.covered) > len(best.covered)) {
			largest[r.passage] = r
		}
	}
	for _, r := range m.runs {
		best := largest[r.passage]
		if best == nil || best == r || 2*len(r.covered) > len(best.covered) {
			continue
		}
		held := !slices.ContainsFunc(r.covered, func(l int) bool { _, ok := slices.BinarySearch(best.covered, l); return !ok })
		if held && (!r.quoted || len(r.covered) <= 6) {
			r.quoted, r.typed = false, true
		}
	}
}

// say gives the lines of a run their provenance, and those above it that introduce a quotation theirs.
func (m *matching) say(r *run, sort Provenance) {
	for _, p := range r.pieces {
		if f := &m.found[p.line]; !f.own {
			f.sort, f.rest = sort, p.from > r.passage.lines[r.passage.lineOf(p.from)].from
		}
	}
	if sort == Quoted {
		m.introduced(r.pieces[0].line)
	}
}

// whole reports whether so much of a text is in a run, a sentence or a heading with it, that nobody types it again.
func (r *run) whole() bool { return len(r.covered) >= 3 && r.prose >= 1 || r.prose >= 2 }

// doubtful judges a run that is too small, or too much like orders, to be known as a quotation by itself.
func (m *matching) doubtful(r *run) {
	if r.of.own {
		r.pieces = slices.DeleteFunc(r.pieces, func(p piece) bool { return m.rewrites(m.block[p.line]) })
		if len(r.pieces) == 0 {
			return
		}
	}
	switch first := r.pieces[0].line; {
	case m.underHeader(first) && len(r.covered) >= 3 && (!r.of.own || m.headed(first)), !r.typed && r.prose > 0 && m.quoted[r.passage]:
		r.quoted = true
		m.say(r, Quoted)
	case r.typed && !m.underHeader(first) || m.ownBlock(r):
	case m.underHeader(first), m.belowQuote(r, first):
		m.doubt(r, DoubtCopied)
		m.introduced(first)
	case len(r.covered) >= 3 && m.orders, r.of.own && r.whole() && m.says(first):
		m.doubt(r, DoubtBeside)
	}
}

// isMarked reports whether the mail itself marks a line as quoted.
func (m *matching) isMarked(i int) bool { return m.lines[i].Depth > 0 && !m.lines[i].Presumed }

// rewrites reports whether a block is orders that its sender gives again with something changed: a line of it stands in no known text, and
// nothing makes the others part of a quotation. A quotation that the mail marks ends with its marks.
func (m *matching) rewrites(b int) bool {
	if b == 0 {
		return false
	}
	from, to := m.blocks[b-1][0], m.blocks[b-1][1]
	if !m.foreign(from-1, to+1) || m.isMarked(from) {
		return false
	}
	for i := from; i <= to; i++ {
		r := m.found[i].run
		if r == nil {
			continue
		}
		at := slices.IndexFunc(r.pieces, func(p piece) bool { return !m.isMarked(p.line) })
		if at < 0 {
			continue
		}
		first := r.pieces[at].line
		if up := m.above(first); !r.of.own || m.underHeader(first) || m.belowQuote(r, first) && !m.isMarked(up) {
			return false
		}
	}
	return true
}

// says reports whether anything above a line is the sender's own, and new.
func (m *matching) says(before int) bool {
	for i := range before {
		if m.keys[i] != "" && m.found[i].run == nil && !m.heads[i] && m.found[i].sort == Typed && m.lines[i].From == Typed {
			return true
		}
	}
	return false
}

// doubt says of the lines of a run that they are doubtful, and why.
func (m *matching) doubt(r *run, why Doubt) {
	m.say(r, Doubtful)
	for _, p := range r.pieces {
		if m.found[p.line].doubt = why; m.isMarked(p.line) {
			m.found[p.line].sort = Quoted
		}
	}
}

// above returns the nearest line above i of which anything is left.
func (m *matching) above(i int) int {
	for i--; i >= 0 && m.keys[i] == ""; i-- {
	}
	return i
}

// underHeader reports whether what stands right above a line introduces a quotation, or a header that we know stands above it with nothing
// of a known quotation in between.
func (m *matching) underHeader(i int) bool { return m.since[i] >= 0 || m.headed(i) }

// headed reports whether what stands right above a line introduces a quotation.
func (m *matching) headed(i int) bool {
	for up, n := m.above(i), 0; up >= 0 && n < longestHeader; up, n = m.above(up), n+1 {
		if r := m.found[up].run; r != nil && !(r.of.own && m.heads[up]) { // of his own mail it may have introduced a quotation there too
			return false
		}
		if m.heads[up] || m.lines[up].From == Attribution {
			return true
		}
		if !headField.MatchString(m.lines[up].Text) {
			return false
		}
	}
	return false
}

// belowQuote reports whether a known quotation of the text that a run repeats, or what may be one, ends right above the run. Where a quotation of another text
// begins, something introduces it; but the text itself may quote the other one, right above what the run repeats.
func (m *matching) belowQuote(r *run, first int) bool {
	up := m.above(first)
	if up < 0 || m.found[up].sort != Quoted && m.found[up].sort != Doubtful || m.found[up].run == nil {
		return false
	}
	return m.found[up].run.of == r.of || r.passage.follows(r.pieces[0].from, m.keys[up])
}

// follows reports whether the line at a place of the text stands right below one that ends as key does.
func (p *passage) follows(at int, key string) bool {
	i := p.lineOf(at)
	return i > 0 && p.lines[i].from == at && p.endsAs(i-1, key)
}

// ownBlock reports whether a run stands between an ORDERS and an END with lines that stand in no known text: its author writes it.
func (m *matching) ownBlock(r *run) bool {
	b := m.block[r.pieces[0].line]
	if b == 0 {
		return false
	}
	from, to := m.blocks[b-1][0], m.blocks[b-1][1]
	return r.pieces[len(r.pieces)-1].line <= to && m.foreign(from-1, to+1)
}

var (
	headAddress = regexp.MustCompile(`\S@\S+\.\S`)
	headTime    = regexp.MustCompile(`(^|[^\d.:-])\d{1,2}[:.h]\d{2}($|[^\d-])`)
	headDate    = regexp.MustCompile(`(^|\D)(\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{4}年\d{1,2}月)(\D|$)`)
	headField   = regexp.MustCompile(`^\W{0,3}[\pL][\pL .'’()-]{0,30}\s?[:：]`)
)

// headerLike reports whether a line may be one of those that mail programs write above a quotation: it holds an address, a time, a date, or
// the subject or a name of a text that is quoted.
func (m *matching) headerLike(i int) bool {
	text := m.lines[i].Text
	if text == "" || len(text) > longestMark || m.lines[i].From == Attribution {
		return m.lines[i].From == Attribution
	}
	if headAddress.MatchString(text) || headTime.MatchString(text) || headDate.MatchString(text) {
		return true
	}
	return headField.MatchString(text) && slices.ContainsFunc(m.known, func(q *Quotable) bool { return q.mentions(m.keys[i]) })
}

// introduces reports whether a line can be nothing but part of what introduces a quotation, whatever is quoted: it holds an address, or a
// time before a colon.
func introduces(text string) bool {
	return len(text) <= longestMark && (headAddress.MatchString(text) || headTime.MatchString(text) && strings.HasSuffix(strings.TrimSpace(text), ":"))
}

// longestHeader is how many lines introduce a quotation at most.
const longestHeader = 12

// introduced marks the lines above a quotation that introduce it: up to the topmost that looks so, as far as every line between is a field of
// a header or looks so too, and the ruler above it.
func (m *matching) introduced(first int) {
	top, blank := -1, 0
	i := first - 1
	for ; i >= 0 && i >= first-longestHeader; i-- {
		if m.keys[i] == "" {
			if blank++; m.lines[i].Text == "" && (blank > 3 || blank > 1 && top >= 0) {
				break
			}
			continue
		}
		if m.found[i].run != nil || m.lines[i].Depth > 0 && !m.lines[i].Presumed {
			break
		}
		if m.heads[i] {
			top = i
		} else if !headField.MatchString(m.lines[i].Text) {
			break
		}
	}
	if top < 0 {
		return
	}
	for i = top - 1; i >= 0 && (m.keys[i] == "" || separates(m.lines[i].Text)) && m.found[i].run == nil; i-- {
		if m.lines[i].Text != "" {
			top = i
		}
	}
	for i = top; i < first; i++ {
		if m.found[i].run == nil && m.lines[i].Text != "" {
			m.found[i].sort = Attribution
		}
	}
}

// separates reports whether a line is a ruler, with or without words in it: "-----Oprindelig meddelelse-----".
func separates(text string) bool {
	return len(text) >= 5 && (strings.HasPrefix(text, "---") || strings.HasPrefix(text, "___") || strings.HasPrefix(text, "===") || strings.HasPrefix(text, "***"))
}
