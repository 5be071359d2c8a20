package message

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Quotable is a text that a mail may quote: a letter that its sender got from us, or a mail of his own that came before. It is ready to be
// looked up in and never changes.
type Quotable struct {
	id       string    // its message id, if it has one
	passages []passage // the plain text and the HTML of a letter are two passages
	own      bool      // it is a mail of the sender's own
	names    []string  // keys of the subject and of the names in its header: what mail programs write above a quotation
}

// passage is one text of a Quotable: the keys of its lines, one after the other.
type passage struct {
	text   string
	lines  []passageLine
	starts map[string][]int // lines by the first bytes of their keys
	labels map[string]int   // open lines of the order form in it, by what stands up to the colon
}

// passageLine is one line that is not empty.
type passageLine struct {
	from, to int  // in the text
	prose    bool // no one orders anything with such a line
	label    bool // an open line of a form, "G1:"
	form     int  // which form it is part of, from 1; 0 for none
}

// What one text may hold to be looked up in; what goes beyond that is not known.
const (
	mostQuotable      = 512 << 10 // bytes
	mostQuotableLines = 8000
)

// quotableLimits are the limits of reading a text that may be quoted: letters of ours bring maps.
var quotableLimits = Limits{Bytes: 16 << 20, HeaderBytes: 1 << 20, HeaderFields: 5000, Text: 2 << 20, Line: 64 << 10}

// NewQuotable reads a letter that a mail may quote. Of alternatives it knows all, because mail programs quote the one that they show.
func NewQuotable(raw []byte) *Quotable { return newQuotable(raw, false) }

// NewQuotableMail reads a mail of the sender's own that a mail may quote. What introduces a quotation in it is not part of its text: what its
// sender wrote above that and what he quoted below it are two passages.
func NewQuotableMail(raw []byte) *Quotable { return newQuotable(raw, true) }

func newQuotable(raw []byte, own bool) *Quotable {
	limits := quotableLimits.OrDefault()
	head, body := SplitHeader(skipMbox(raw[:min(len(raw), limits.Bytes)]))
	fields, _ := ParseFields(head[:min(len(head), limits.HeaderBytes)], limits.HeaderFields)
	in := &Incoming{}
	in.headers(fields)
	q := &Quotable{id: in.MessageID, own: own}
	q.name(in.Subject)
	for _, name := range []string{"from", "to"} {
		for _, box := range parseAddresses(fields.Get(name)) {
			q.name(box.Name)
		}
	}
	r := &reading{in: in, limits: limits, every: true}
	_ = r.entity(fields, body, place{}) // whatever could be read is known
	from := 0
	for _, to := range append(r.ends, len(r.body)) {
		if to > from {
			var lines []string
			for _, l := range r.body[from:to] {
				if own && introduces(l.text) {
					q.add(lines)
					lines = nil
					continue
				}
				lines = append(lines, l.text)
			}
			q.add(lines)
		}
		from = max(from, to)
	}
	return q
}

// QuotableText makes a text of one passage known by its lines.
func QuotableText(lines []string) *Quotable {
	q := &Quotable{}
	q.add(lines)
	return q
}

func (q *Quotable) name(s string) {
	if key := quoteKey(s); len(key) >= 3 {
		q.names = append(q.names, key)
	}
}

func (q *Quotable) add(lines []string) {
	p := passage{starts: map[string][]int{}, labels: map[string]int{}}
	var text strings.Builder
	form, forms := 0, 0
	for _, line := range lines {
		key := quoteKey(line)
		if key == "" {
			continue
		}
		if text.Len()+len(key) > mostQuotable || len(p.lines) >= mostQuotableLines {
			break
		}
		kind := kindOf(line)
		if kind == sureHeader {
			forms++
			form = forms
		}
		l := passageLine{prose: prose(line), form: form, label: form > 0 && unfilled(plainText(line))}
		if p.parted(&text, key) {
			text.WriteByte(' ')
		}
		l.from = text.Len()
		text.WriteString(key)
		l.to = text.Len()
		at := len(p.lines)
		if start := head(key, startKey); len(p.starts[start]) < mostStarts {
			p.starts[start] = append(p.starts[start], at)
		}
		if label, _, ok := strings.Cut(key, ":"); l.label && ok {
			p.labels[label] = at
		}
		p.lines = append(p.lines, l)
		if kind == endOfBlock {
			form = 0
		}
	}
	if p.text = text.String(); len(p.lines) > 0 {
		q.passages = append(q.passages, p)
	}
}

// How lines are found: by so many first bytes of their keys, of so many lines that begin alike.
const (
	startKey   = 6
	mostStarts = 32
)

// parted reports whether two words meet where a key is put after a text.
func (p *passage) parted(text *strings.Builder, key string) bool {
	before, _ := utf8.DecodeLastRuneInString(text.String()[max(0, text.Len()-utf8.UTFMax):])
	after, _ := utf8.DecodeRuneInString(key)
	return text.Len() > 0 && inWord(before) && inWord(after)
}

// lineOf returns the line that holds a position of the text.
func (p *passage) lineOf(at int) int {
	i, found := slices.BinarySearchFunc(p.lines, at, func(l passageLine, at int) int { return l.from - at })
	if !found {
		i--
	}
	return i
}

// match reports whether the text goes on with a key at a position, and returns where it ends. An open line of a form ends a match: what
// follows it is filled in.
func (p *passage) match(at int, key string) (from, to int, ok bool) {
	if at < len(p.text) && p.text[at] == ' ' {
		at++
	}
	if at >= len(p.text) || !strings.HasPrefix(p.text[at:], key) {
		return 0, 0, false
	}
	to = at + len(key)
	for i := p.lineOf(at); i < len(p.lines) && p.lines[i].to < to; i++ {
		if p.lines[i].label {
			return 0, 0, false
		}
	}
	return at, to, true
}

// candidates calls f with each line at which a key may begin, until f returns false.
func (p *passage) candidates(key string, f func(line int) bool) {
	for n := min(len(key), startKey); n > 0; n-- {
		for _, at := range p.starts[key[:n]] {
			if n < startKey && p.lines[at].to-p.lines[at].from != n {
				continue
			}
			if !f(at) {
				return
			}
		}
	}
}

// quoteKey reduces a line to what is left of it however a mail program quotes it: plain quotes and dashes, a space only where two words
// meet, no bullets, no emphasis, no addresses of links. A line of which nothing is left has the key "".
func quoteKey(text string) string {
	var b strings.Builder
	ascii := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	if !ascii {
		text = strings.ReplaceAll(width.Fold.String(text), "…", "...")
	}
	space, last, skip := false, rune(0), 0
	for i, r := range text {
		switch {
		case i < skip:
			continue
		case unicode.IsSpace(r), strings.ContainsRune("*_•·●▪◦", r):
			space = true
			continue
		case r == '<' || r == '[':
			if n := link(text[i:]); n > 0 {
				skip, space = i+n, true
				continue
			}
		}
		if !ascii {
			r = plainRune(r)
		}
		if b.Len() == 0 && (r == '-' || r == '=' || r == '>') {
			continue // a bullet, a ruler, a mark that was indented
		}
		if space && inWord(last) && inWord(r) {
			b.WriteByte(' ')
		}
		space, last = false, r
		b.WriteRune(r)
	}
	return b.String()
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// link returns the length of the address that a mail program writes behind a link, "<mailto:orders@example.org>" or "[https://...]", or 0.
func link(text string) int {
	text = head(text, 300)
	end := strings.IndexAny(text[1:], "<>[] \t")
	if end < 0 || text[end+1] != '>' && text[end+1] != ']' {
		return 0
	}
	scheme, rest, ok := strings.Cut(text[1:end+1], ":")
	if !ok || rest == "" || len(scheme) < 3 || strings.IndexFunc(scheme, func(r rune) bool { return r < 'a' || r > 'z' }) >= 0 {
		return 0
	}
	return end + 2
}

// prose reports whether a line is a sentence or a heading rather than an order: several words without a number or a colon.
func prose(line string) bool {
	return len(strings.Fields(line)) >= 4 && !strings.ContainsAny(line, "0123456789:;|#") && kindOf(line) == otherLine
}

// Holds reports whether a line is one of the text's, or several of them.
func (q *Quotable) Holds(line string) (held bool) {
	key := quoteKey(line)
	for k := range q.passages {
		p := &q.passages[k]
		p.candidates(key, func(at int) bool {
			_, to, ok := p.match(p.lines[at].from, key)
			held = held || ok && p.lines[p.lineOf(to-1)].to == to
			return !held
		})
	}
	return held
}

// mentions reports whether a line holds the subject or a name of the text's header.
func (q *Quotable) mentions(key string) bool {
	return slices.ContainsFunc(q.names, func(name string) bool { return strings.Contains(key, name) })
}
