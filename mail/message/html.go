package message

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlLines reduces HTML to lines as a reader sees them: block elements and <br> end lines, <blockquote> is quoting, what is not shown
// (script, style, head) is left out; what is struck through, or made so that no one sees it, becomes lines of its own. It reads tokens, not
// a tree, so the cost is linear and broken HTML does no harm.
func htmlLines(source string) []rawLine {
	w := &htmlWalk{z: html.NewTokenizer(strings.NewReader(source))}
	for {
		switch w.z.Next() {
		case html.ErrorToken:
			w.end()
			return w.lines
		case html.TextToken:
			switch {
			case w.skip == 0 && w.struck != 0:
				w.gone.Write(w.z.Text())
			case w.skip == 0:
				w.text(string(w.z.Text()))
			case w.secret:
				w.unseen.Write(w.z.Text())
			}
		case html.StartTagToken:
			w.start(false)
		case html.SelfClosingTagToken:
			w.start(true)
		case html.EndTagToken:
			name, _ := w.z.TagName()
			w.close(atom.Lookup(name))
		}
	}
}

// htmlWalk is the state of htmlLines.
type htmlWalk struct {
	z     *html.Tokenizer
	lines []rawLine
	line  strings.Builder
	space bool // a space is due before the next text
	depth int  // of blockquotes
	pre   int

	skip   atom.Atom // what is being left out, with everything in it; 0 for nothing
	nested int       // elements of that name inside
	secret bool      // it is left out because it is not shown
	unseen strings.Builder

	struck  atom.Atom // the element that strikes text through; 0 for none
	strikes int       // elements of that name inside
	gone    strings.Builder
}

func (w *htmlWalk) start(selfClosing bool) {
	name, more := w.z.TagName()
	tag := atom.Lookup(name)
	hidden, strikes := false, tag == atom.S || tag == atom.Strike || tag == atom.Del
	for more {
		var key, value []byte
		key, value, more = w.z.TagAttr()
		if string(key) == "style" {
			style := strings.ToLower(strings.Join(strings.Fields(string(value)), ""))
			hidden = hidden || hides(style)
			strikes = strikes || strings.Contains(style, "line-through")
		}
		hidden = hidden || string(key) == "hidden"
	}
	if w.skip == atom.Head && tag == atom.Body {
		w.skip = 0
	}
	if w.skip != 0 {
		if tag == w.skip && !selfClosing {
			w.nested++
		}
		w.unseen.WriteByte(' ')
		return
	}
	switch tag {
	case atom.Br:
		w.end()
		return
	case atom.Hr:
		w.block()
		w.lines = append(w.lines, rawLine{depth: w.depth})
		return
	case atom.Img, atom.Input, atom.Meta, atom.Link, atom.Base, atom.Col, atom.Wbr:
		return
	}
	if !selfClosing && (leftOut(tag) || hidden && tag != 0 && tag != atom.Body && tag != atom.Html) {
		w.skip, w.nested, w.secret = tag, 0, !leftOut(tag)
		return
	}
	if tag == w.struck && tag != 0 && !selfClosing {
		w.strikes++
	} else if strikes && w.struck == 0 && tag != 0 && !selfClosing {
		w.struck, w.strikes = tag, 0
	}
	switch tag {
	case atom.Blockquote:
		w.block()
		w.depth++
	case atom.Pre:
		w.block()
		w.pre++
	case atom.Td, atom.Th:
		w.space = w.line.Len() > 0
	case atom.P:
		w.block()
	default:
		if isBlock(tag) {
			w.block()
		}
	}
}

func (w *htmlWalk) close(tag atom.Atom) {
	if w.skip != 0 {
		if tag == w.skip {
			if w.nested == 0 {
				w.skip = 0
			} else {
				w.nested--
			}
		} else if tag == atom.Body || tag == atom.Html {
			w.skip = 0
		}
		if w.skip == 0 {
			w.apart(&w.unseen, Hidden)
		}
		return
	}
	if tag == w.struck && tag != 0 {
		if w.strikes--; w.strikes < 0 {
			w.struck = 0
		}
	}
	switch tag {
	case atom.Blockquote:
		w.block()
		if w.depth > 0 {
			w.depth--
		}
	case atom.Pre:
		w.block()
		if w.pre > 0 {
			w.pre--
		}
	case atom.P:
		w.block()
		w.lines = append(w.lines, rawLine{depth: w.depth})
	default:
		if isBlock(tag) {
			w.block()
		}
	}
}

// text adds text: with white space as it is inside <pre>, else collapsed.
func (w *htmlWalk) text(s string) {
	if w.pre > 0 {
		first := true
		for _, part := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
			if !first {
				w.end()
			}
			first = false
			w.line.WriteString(part)
		}
		return
	}
	for len(s) > 0 {
		at := strings.IndexAny(s, " \t\r\n\f")
		if at == 0 {
			w.space = true
			s = s[1:]
			continue
		}
		word := s
		if at > 0 {
			word, s = s[:at], s[at:]
		} else {
			s = ""
		}
		if w.space && w.line.Len() > 0 {
			w.line.WriteByte(' ')
		}
		w.space = false
		w.line.WriteString(word)
	}
}

// apart makes a line of its own of text that does not count. What was quoted is not the writer's, whatever he made of it.
func (w *htmlWalk) apart(text *strings.Builder, sort Provenance) {
	if s := CleanLine(strings.Join(strings.Fields(text.String()), " ")); s != "" && w.depth == 0 {
		w.lines = append(w.lines, rawLine{text: s, sort: sort})
	}
	text.Reset()
}

// block ends the line if there is anything in it.
func (w *htmlWalk) block() {
	if w.line.Len() > 0 || w.gone.Len() > 0 {
		w.end()
	}
	w.space = false
}

// end ends the line, even an empty one. Text quoted with signs inside HTML counts as quoted too.
func (w *htmlWalk) end() {
	struck := w.gone.Len() > 0
	w.apart(&w.gone, Struck)
	if struck && strings.TrimSpace(w.line.String()) == "" {
		w.line.Reset()
		return
	}
	depth, rest := unquote(w.line.String())
	w.lines = append(w.lines, rawLine{text: CleanLine(rest), depth: w.depth + depth})
	w.line.Reset()
	w.space = false
}

func leftOut(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Head, atom.Title, atom.Template, atom.Noscript, atom.Svg, atom.Math, atom.Object,
		atom.Select, atom.Textarea, atom.Iframe, atom.Audio, atom.Video:
		return true
	}
	return false
}

// tiny is a size of letters that no one reads.
var tiny = regexp.MustCompile(`(^|;)font-size:([0-3](\.\d+)?(px|pt)|0?\.[0-2]\d*r?em|0|[0-9](\.\d+)?%)(;|!|$)`)

// hides reports whether a style, in small letters and without spaces, makes its element invisible.
func hides(style string) bool {
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") || strings.Contains(style, "mso-hide:all") ||
		strings.Contains(style, "font-size") && tiny.MatchString(style)
}

func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.Div, atom.Table, atom.Tr, atom.Li, atom.Ul, atom.Ol, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Body, atom.Html, atom.Dl, atom.Dt, atom.Dd, atom.Article, atom.Section, atom.Header, atom.Footer, atom.Aside,
		atom.Main, atom.Nav, atom.Address, atom.Center, atom.Fieldset, atom.Form, atom.Figure, atom.Caption, atom.Tbody, atom.Thead:
		return true
	}
	return false
}
