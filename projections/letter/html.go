package letter

import (
	_ "embed"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"sync"
)

//go:embed letter.html.tmpl
var letterHTML string

// letterTemplate is made when the first letter is dressed in HTML. Where none is, in the page of the desk, the linker leaves out templates, and with
// them all methods that nobody calls by name.
var letterTemplate struct {
	once sync.Once
	made *template.Template
}

// htmlLetter is what the template writes.
type htmlLetter struct {
	Lang, Subject string
	Blocks        []htmlBlock
}

type htmlBlock struct {
	Kind  string // para, small, alarm, calm, heading, fixed, written, happenings, items, grid, picture
	Text  string
	Lines []string
	Rows  []htmlRow
	Heads []htmlCell
	Cells [][]htmlCell
	CID   string
	URL   string
	Fold  string // what is shown of it until it is opened; "": all
}

// htmlRow is one line of happenings or of a numbered list. Where there is an address to reply to, its rule is a link that
// asks for the rule by mail.
type htmlRow struct {
	Mark, Left, Right, Rule string
	Plain                   string // Left without its arithmetic
	Reply, Game             string
	Head                    bool
	Indent                  int // pixels
}

type htmlCell struct {
	Text     string
	Number   bool
	Unbroken bool // a name or three figures, not a sentence
}

// unbroken is how long a cell may be for narrow screens not to break it: "G-HQ18", "8-11-4".
const unbroken = 8

// boldest is how long a line may be that stands in bold above what belongs to it. A line with nothing below it is told like any other.
const boldest = 120

// html writes the letter as one table.
func (d *doc) html(v *voice) string {
	l := htmlLetter{Lang: v.lang, Subject: quiet(d.subject)}
	for _, k := range d.blocks {
		l.Blocks = append(l.Blocks, d.htmlBlock(k))
	}
	letterTemplate.once.Do(func() { letterTemplate.made = template.Must(template.New("letter").Parse(letterHTML)) })
	var b strings.Builder
	if err := letterTemplate.made.Execute(&b, l); err != nil {
		panic("letter: " + err.Error()) // the template and its data are ours
	}
	// The template writes "+" as an entity, for readers that guess UTF-7. A letter names its charset, is full of modifiers, and
	// long ones are cut off by size.
	return strings.ReplaceAll(b.String(), "&#43;", "+")
}

func (d *doc) htmlBlock(k block) htmlBlock {
	b := htmlBlock{Text: quiet(k.text), Fold: quiet(k.fold)}
	switch k.kind {
	case para:
		b.Kind = "para"
	case small:
		b.Kind = "small"
	case banner:
		b.Kind = "calm"
		if k.alarm {
			b.Kind = "alarm"
		}
	case heading:
		b.Kind = "heading"
	case fixed:
		b.Kind, b.Text = "fixed", strings.Join(k.lines, "\n")
	case written:
		b.Kind, b.Lines = "written", quietly(k.lines)
	case happenings:
		b.Kind, b.Rows = "happenings", d.htmlRows(k.rows)
	case items:
		b.Kind, b.Rows = "items", d.htmlRows(k.rows)
	case grid:
		b.Kind, b.Cells = "grid", htmlCells(k.cells)
		for i, text := range k.heads {
			b.Heads = append(b.Heads, htmlCell{Text: quiet(text), Number: counts(k.cells, i)})
		}
	case link:
		b.Kind, b.URL = "link", k.url
	case picture:
		b.Kind, b.CID = "picture", k.cid
	}
	return b
}

func (d *doc) htmlRows(rows []happened) []htmlRow {
	out := make([]htmlRow, len(rows))
	for i, r := range rows {
		out[i] = htmlRow{Mark: quiet(r.mark), Left: quiet(r.left), Plain: quiet(r.plain), Right: quiet(r.right), Rule: quiet(r.rule),
			Reply: url.PathEscape(d.reply), Game: d.game, Head: r.head && len(r.left) <= boldest && i+1 < len(rows) && rows[i+1].level > 0, Indent: 16 * r.level}
	}
	return out
}

// counts reports whether a column holds numbers, and dashes or nothing where there is none: it is aligned at the right, with its head.
func counts(rows [][]string, column int) bool {
	found := false
	for _, r := range rows {
		switch {
		case column >= len(r) || r[column] == "" || r[column] == "–":
		case !isNumber(r[column]):
			return false
		default:
			found = true
		}
	}
	return found
}

// empty reports whether a column holds nothing.
func empty(rows [][]string, column int) bool {
	return !slices.ContainsFunc(rows, func(r []string) bool { return column < len(r) && r[column] != "" && r[column] != "–" })
}

func htmlCells(rows [][]string) [][]htmlCell {
	out := make([][]htmlCell, len(rows))
	for i, r := range rows {
		for j, c := range r {
			out[i] = append(out[i], htmlCell{Text: quiet(c), Number: counts(rows, j), Unbroken: len(c) <= unbroken && strings.ContainsAny(c, "- ")})
		}
	}
	return out
}

func quietly(texts []string) []string {
	out := make([]string, len(texts))
	for i, s := range texts {
		out[i] = quiet(s)
	}
	return out
}
