package letter

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"fieldpost/adjudicator/columns"
)

// pageWidth is how many columns a line of a letter has.
const pageWidth = 78

// block is one piece of a letter.
type block struct {
	kind     blockKind
	text     string     // para, heading, small, banner
	lines    []string   // fixed, written
	rows     []happened // happenings and numbered lines
	outcomes []happened // what the text has instead of long happenings; nil: them
	heads    []string   // table
	cells    [][]string
	alarm    bool
	fold     string // what HTML shows of the rows or the table until they are opened; "": all
	brief    bool   // the text for a fixed-width font has this line alone, in one paragraph with others like it
	aside    bool   // the text has nothing of it
	beside   string // what the text has behind a heading
	line     string // what the text has behind a heading in place of the table below it; "": that table
	packed   bool   // the text has several rows of the table in a line, where that is shorter
	cid      string // picture
	url      string // link
}

type blockKind int

const (
	para       blockKind = iota + 1 // text, wrapped
	heading                         // a section
	banner                          // the first line: whether something must be done
	small                           // fine print
	fixed                           // lines as they are, in a fixed-width font
	written                         // lines as somebody wrote them, each of which may be wrapped
	happenings                      // what happened: left, right, rule
	items                           // numbered lines with remarks
	grid                            // table
	picture                         // the map, HTML only
	link                            // an address to open, with what is there
)

// happened is one line of happenings or of a numbered list.
type happened struct {
	mark  string // number, or ""
	left  string
	plain string // left without its arithmetic, which HTML folds under it; "": nothing to fold
	right string
	rule  string
	head  bool   // a step or an activation that the next lines belong to
	level int    // how far below its head a happening stands, 0 to 2
	again int    // how many more times it happened
	kind  string // of the fact that the line begins with
	step  string // the step of a turn in which that happened
	runs  bool   // the text has the one line below it behind it
	spare bool   // its rule is left out where it would take a line more
	end   bool   // the sentence in which an activation ends, or its head with that sentence behind it
}

type doc struct {
	subject  string
	blocks   []block
	inline   []Part
	attached []Part
	reply    string
	game     string
}

func (d *doc) put(b block) { d.blocks = append(d.blocks, b) }
func (d *doc) para(s string) {
	if s != "" {
		d.put(block{kind: para, text: s})
	}
}
func (d *doc) heading(s string)         { d.put(block{kind: heading, text: s}) }
func (d *doc) banner(s string, al bool) { d.put(block{kind: banner, text: s, alarm: al}) }
func (d *doc) small(s string)           { d.put(block{kind: small, text: s}) }
func (d *doc) fixed(lines ...string)    { d.put(block{kind: fixed, lines: lines}) }
func (d *doc) items(rows []happened) {
	if len(rows) > 0 {
		d.put(block{kind: items, rows: rows})
	}
}

// text writes the letter for a fixed-width font.
func (d *doc) text() string {
	var b strings.Builder
	before := block{}
	for i, k := range fine(d.blocks) {
		if i > 0 && k.kind != picture && !before.goesOnTo(k) {
			b.WriteByte('\n')
		}
		before = k
		switch k.kind {
		case para, banner, small:
			b.WriteString(columns.Wrap(quiet(k.text), pageWidth, "", ""))
		case link:
			b.WriteString(columns.Wrap(quiet(k.text)+":", pageWidth, "", "") + k.url + "\n") // an address that is broken opens nothing
		case heading:
			text := strings.ToUpper(k.text)
			if k.line != "" {
				text += quiet(k.line) + "."
			}
			if k.beside != "" {
				text += " (" + strings.TrimRight(k.beside, ".") + ")"
			}
			b.WriteString(columns.Wrap(text, pageWidth, "", "  "))
		case fixed:
			for _, l := range k.lines {
				b.WriteString(strings.TrimRight(l, " ") + "\n")
			}
		case written:
			for _, l := range k.lines {
				b.WriteString(rewrapped(quiet(l)))
			}
		case happenings:
			rows := k.rows
			if k.outcomes != nil {
				rows = k.outcomes
			}
			b.WriteString(newsText(rows))
		case items:
			for _, r := range k.rows {
				b.WriteString(r.item())
			}
		case grid:
			b.WriteString(k.table())
		}
	}
	return emptyLines.ReplaceAllString(b.String(), "\n\n")
}

// emptyLines matches the end of a paragraph and more than one empty line.
var emptyLines = regexp.MustCompile(`\n{3,}`)

// goesOnTo reports whether the next piece stands below this one without an empty line: what belongs to a heading, and a row of tables that are told
// in a line or counted.
func (k block) goesOnTo(next block) bool {
	if k.line != "" {
		return next.line != "" || next.brief
	}
	return k.kind == heading
}

// fine makes one paragraph of fine print that stands together, and one of what is only counted.
func fine(blocks []block) []block {
	var out []block
	for _, k := range blocks {
		if k.aside {
			continue
		}
		if k.brief {
			k = block{kind: para, text: cmp.Or(k.fold, k.text), brief: true}
		}
		if n := len(out) - 1; k.brief && n >= 0 && out[n].brief {
			out[n].text += " " + k.text
			continue
		}
		if n := len(out) - 1; k.kind == small && n >= 0 && out[n].kind == small {
			if !strings.HasSuffix(out[n].text, ".") {
				out[n].text += "."
			}
			out[n].text += " " + k.text
			continue
		}
		out = append(out, k)
	}
	return out
}

// shortLine is how wide a happening may be to share its paragraph with others.
const shortLine = pageWidth

// packed makes paragraphs of short facts of an activation that stand at the same depth, of those of a step that belong to no activation, of what it
// could not do with what it did, of orders that came to nothing by themselves, and of an activation with the first line below it where its words
// say so. The rule of what begins a paragraph stands behind it, the first time that it is cited; that of its end stands at the margin.
func packed(rows []happened) []happened {
	var out []happened
	cited := map[string]bool{}
	short, runs := false, false // the last line so far is of short ones; the next one stands behind it
	undone := false             // the last line so far ends in an order that was not carried out
	for _, r := range rows {
		brief := r.kind != "" && r.right == "" && columns.Width(r.left) <= shortLine
		n := len(out) - 1
		switch {
		case n >= 0 && r.right == "" && out[n].right == "" && (runs && r.level > 0 || r.kind == refusedFact && (r.level > 0 || undone) || !r.head && !out[n].head && !r.end && !out[n].end && (r.level > 0 || r.step == out[n].step) && r.level == out[n].level && short && brief && (r.rule != "" || out[n].rule == "")):
			left := ended(out[n].left)
			if rule := out[n].rule; rule != "" && rule != r.rule && r.rule != "" && !cited[rule] {
				left += " (" + rule + ")"
				cited[rule] = true
			}
			out[n].left, out[n].rule = left+" "+ended(r.left), cmp.Or(r.rule, out[n].rule)
			short, runs = short && brief, false
		default:
			if r.kind != "" && r.right == "" && !r.head {
				r.left = ended(r.left)
			}
			out = append(out, r)
			short, runs = brief, r.runs
		}
		undone = r.kind == refusedFact
	}
	return out
}

// refusedFact is the kind of the fact that an order could not be carried out.
const refusedFact = "table.refused"

// ended returns a text that ends as a sentence does: a bracket is the end only of one that stands within it.
func ended(text string) string {
	text = strings.TrimRight(text, " ")
	if last := strings.TrimSuffix(text, ")"); last == "" || strings.ContainsAny(last[len(last)-1:], ".:;!?") {
		return text
	}
	return text + "."
}

// rewrapped breaks a line that is too long for the page. It keeps the blanks that it begins with.
func rewrapped(line string) string {
	rest := strings.TrimLeft(line, " ")
	indent := line[:min(len(line)-len(rest), pageWidth/2)]
	return columns.Wrap(rest, pageWidth, indent, indent)
}

// text writes a happening: dots between left and right, the rule at the margin. A rule that has been cited in the letter already is not worth a
// line.
func (h happened) text(cited map[string]bool) string {
	again := cited[h.rule] || h.spare
	cited[h.rule] = true
	if h.head {
		return ruledOff(quiet(h.left), "", "  ", h.rule, again)
	}
	indent := strings.Repeat("  ", h.level)
	hang := indent + "  "
	room := pageWidth - 10
	if h.right == "" {
		return ruledOff(quiet(h.left), indent, hang, h.rule, again)
	}
	left, right := quiet(h.left), quiet(h.right)
	need := columns.Width(left) + columns.Width(right) + 6
	s := ""
	if need > room {
		lines := columns.Lines(left, room-columns.Width(right)-6, indent, hang)
		if columns.Width(right) > 34 { // too long for one line with anything else
			return withRule(columns.Wrap(left, room, indent, hang)+columns.Wrap(right, room, hang, hang), h.rule)
		}
		s = strings.Join(lines[:len(lines)-1], "\n")
		if s != "" {
			s += "\n"
		}
		left = lines[len(lines)-1]
	} else {
		left = indent + left
	}
	dots := room - columns.Width(left) - max(columns.Width(right), 26) - 2
	if dots < 2 {
		dots = max(2, room-columns.Width(left)-columns.Width(right)-2)
	}
	s += left + " " + strings.Repeat(".", dots) + " " + right + "\n"
	return withRule(s, h.rule)
}

// ruledOff wraps a text over the whole page, with a rule at the right margin of its last line. Where the rule finds no room beside it, the lines are
// made narrower; a rule that may be left out is left out if that takes a line more.
func ruledOff(text, first, next, rule string, leave bool) string {
	lines := columns.Lines(text, pageWidth, first, next)
	if rule != "" && columns.Width(lines[len(lines)-1])+columns.Width(rule)+2 > pageWidth {
		narrow := columns.Lines(text, pageWidth-columns.Width(rule)-2, first, next)
		if leave && len(narrow) > len(lines) {
			return strings.Join(lines, "\n") + "\n"
		}
		lines = narrow
	}
	return withRule(strings.Join(lines, "\n")+"\n", rule)
}

// withRule puts a rule at the right margin of the last line, or below it.
func withRule(s, rule string) string {
	if rule == "" {
		return s
	}
	s = strings.TrimRight(s, "\n")
	last := s[strings.LastIndexByte(s, '\n')+1:]
	gap := pageWidth - columns.Width(last) - columns.Width(rule)
	if gap < 2 {
		return s + "\n" + columns.Right(rule, pageWidth) + "\n"
	}
	return s + strings.Repeat(" ", gap) + rule + "\n"
}

// item writes a numbered line with its remark.
func (h happened) item() string {
	mark := h.mark
	mark = columns.Right(mark, 3) + "  "
	pad := columns.Right("", columns.Width(mark))
	s := columns.Wrap(quiet(h.left), pageWidth, mark, pad+"  ")
	if h.right != "" {
		s += columns.Wrap(quiet(h.right), pageWidth, pad+"  ", pad+"  ")
	}
	return withRule(s, h.rule)
}

// textTable aligns columns. If the page is too narrow, the widest columns are narrowed and their contents continue in the next line:
// nothing is cut.
func textTable(heads []string, rows [][]string) string {
	all := rows
	if len(heads) > 0 {
		all = append([][]string{heads}, rows...)
	}
	width, numeric := columnsOf(all, rows)
	var b strings.Builder
	for _, r := range all {
		b.WriteString(tableRow(r, width, numeric))
	}
	return b.String()
}

// table writes a table in columns, or packed if that is allowed and shorter.
func (k block) table() string {
	text := textTable(k.heads, k.cells)
	if !k.packed {
		return text
	}
	if packed := packedTable(k.heads, k.cells); strings.Count(packed, "\n") < strings.Count(text, "\n") {
		return packed
	}
	return text
}

// slot is how far apart the rows of a packed table begin in a line.
const slot = 20

// packedTable writes as many rows of a table beside each other as a line holds, below its heads. What is empty in them is left out.
func packedTable(heads []string, rows [][]string) string {
	cells := func(r []string) string {
		return quiet(strings.Join(slices.DeleteFunc(slices.Clone(r), func(c string) bool { return c == "" }), " "))
	}
	out := []string{cells(heads), ""}
	for _, r := range rows {
		row, last := cells(r), len(out)-1
		at := 0
		if out[last] != "" {
			at = (columns.Width(out[last])+1)/slot*slot + slot
		}
		switch {
		case at > 0 && at+columns.Width(row) <= pageWidth:
			out[last] = columns.Left(out[last], at) + row
		case at > 0:
			out = append(out, columns.Lines(row, pageWidth, "", "  ")...)
		default:
			out = append(out[:last], columns.Lines(row, pageWidth, "", "  ")...)
		}
	}
	return strings.Join(out, "\n") + "\n"
}

// columnsOf returns how wide each column is on a page of that many columns, and which hold only numbers.
func columnsOf(all, rows [][]string) (width []int, numeric []bool) {
	n := 0
	for _, r := range all {
		n = max(n, len(r))
	}
	width, numeric = make([]int, n), make([]bool, n)
	for i := range numeric {
		numeric[i] = len(rows) > 0
	}
	for _, r := range all {
		for i, c := range r {
			width[i] = max(width[i], columns.Width(c))
		}
	}
	for _, r := range rows {
		for i, c := range r {
			numeric[i] = numeric[i] && isNumber(c)
		}
	}
	least := wordsOf(all, n)
	for sumOf(width) > pageWidth {
		widest := -1
		for i := range width { // no word is broken while another column can give way
			if width[i] > least[i] && (widest < 0 || width[i] > width[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			widest = slices.Index(width, slices.Max(width))
		}
		width[widest]--
	}
	return width, numeric
}

// wordsOf returns how wide each of n columns must be for no word in it to be broken: the lines after the first are indented by a blank.
func wordsOf(rows [][]string, n int) []int {
	least := make([]int, n)
	for _, r := range rows {
		for i, c := range r {
			for j, word := range strings.Fields(c) {
				least[i] = max(least[i], columns.Width(word)+min(j, 1))
			}
		}
	}
	return least
}

// tableRow writes the cells of a row beside each other, over as many lines as the longest needs.
func tableRow(r []string, width []int, numeric []bool) string {
	cells := make([][]string, len(r))
	height := 1
	for i, c := range r {
		cells[i] = folded(quiet(c), width[i])
		height = max(height, len(cells[i]))
	}
	var b strings.Builder
	for l := range height {
		line := ""
		for i, c := range cells {
			s := ""
			if l < len(c) {
				s = c[l]
			}
			gap := strings.Repeat(" ", max(0, width[i]-columns.Width(s)))
			if i > 0 {
				line += "  "
			}
			if numeric[i] {
				line += gap + s
			} else {
				line += s + gap
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// folded breaks a cell into lines of at most width columns, at blanks where it can; the lines after the first are indented by
// a blank.
func folded(s string, width int) []string {
	width = max(width, 2)
	in := strings.Repeat(" ", min(width-2, 1)) // two columns hold an East Asian character and nothing before it
	var out []string
	for _, line := range columns.Lines(s, width, "", " ") {
		for {
			head, tail := columns.Split(line, width)
			out = append(out, head)
			if tail == "" {
				break
			}
			line = in + tail
		}
	}
	return out
}

func sumOf(width []int) int {
	t := 2 * (len(width) - 1)
	for _, w := range width {
		t += w
	}
	return t
}

func isNumber(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && r != '-' && r != '+' && r != '/' {
			return false
		}
	}
	return s != ""
}
