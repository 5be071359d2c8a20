package scenarios

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/spelling"
)

// Problem is one mistake in a file.
type Problem struct {
	Code    string // stable: E_YAML, E_KEY, E_TYPE, E_VALUE, E_REQUIRED, E_TWICE, E_LIMIT, E_SCENARIO
	File    string
	Line    int // from 1; 0 for the file as a whole
	Column  int // from 1, in characters
	Path    string
	Message string
	Excerpt string // the line with a mark under the column
}

// Error returns file, line, column and sentence, and the marked line below.
func (p *Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
		}
		b.WriteString(": ")
	}
	b.WriteString(p.Message)
	if p.Excerpt != "" {
		b.WriteString("\n" + p.Excerpt)
	}
	return b.String()
}

// Problems are all mistakes found in the files of a scenario.
type Problems []*Problem

// Error returns them, one to a line.
func (ps Problems) Error() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.Error()
	}
	return strings.Join(texts, "\n")
}

// source is a file with its lines, for excerpts.
type source struct {
	name   string
	text   []byte
	inside string // the only top-level key that counts; "" for the whole file
}

// The limits of a file. The largest file shipped has a hundredth of them.
const (
	maxSize     = 1 << 20 // bytes
	maxDepth    = 24      // levels of nesting
	maxEntries  = 4000    // of a list
	maxProblems = 40      // reported at once
)

// read reads a file, up to the limit.
func read(f fs.FS, name string) (*source, error) {
	text, err := fs.ReadFile(f, name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return newSource(name, text)
}

// newSource refuses what is too large or not text before anything else reads it.
func newSource(name string, text []byte) (*source, error) {
	s := &source{name: name, text: text}
	if len(text) > maxSize {
		return nil, Problems{s.problem(0, 0, "E_LIMIT", "", fmt.Sprintf("the file has %d bytes; at most %d are read", len(text), maxSize))}
	}
	if !utf8.Valid(text) {
		return nil, Problems{s.problem(0, 0, "E_YAML", "", "the file is not UTF-8 text")}
	}
	return s, nil
}

// problem makes a Problem with its excerpt.
func (s *source) problem(line, column int, code, path, message string) *Problem {
	return &Problem{Code: code, File: s.name, Line: line, Column: column, Path: path, Message: message, Excerpt: s.excerpt(line, column)}
}

// excerpt returns a line, cut to the width of a mail, with a mark under the column.
func (s *source) excerpt(line, column int) string {
	if line < 1 {
		return ""
	}
	rest := string(s.text)
	for range line - 1 {
		_, after, ok := strings.Cut(rest, "\n")
		if !ok {
			return ""
		}
		rest = after
	}
	text, _, _ := strings.Cut(rest, "\n")
	runes := []rune(strings.TrimRight(strings.ReplaceAll(text, "\t", " "), "\r "))
	at := min(max(column-1, 0), len(runes))
	const width = 90
	from := 0
	if at > width*2/3 {
		from = at - width*2/3
	}
	to := min(from+width, len(runes))
	head := fmt.Sprintf("%5d | ", line)
	return head + string(runes[from:to]) + "\n" + strings.Repeat(" ", len(head)-2) + "| " + strings.Repeat(" ", at-from) + "^"
}

// suggest ends a sentence with the nearest of the names, where one is near.
func suggest(typed string, names []string) string {
	if name, ok := spelling.Nearest(typed, names); ok {
		return fmt.Sprintf(": did you mean %q?", name)
	}
	return ""
}
