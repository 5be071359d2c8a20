package words

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// template is a compiled text.
type template []piece

// piece is plain text (arg is "") or a place for an argument.
type piece struct {
	text    string
	arg     string
	form    string
	kind    int
	yes, no template
}

// How a place chooses between two texts.
const (
	byNumber = iota + 1
	byTruth
)

// names lists the arguments that a template uses, sorted, each once.
func (t template) names() []string {
	var names []string
	for _, p := range t {
		if p.arg != "" {
			names = append(names, p.arg)
			names = append(names, p.yes.names()...)
			names = append(names, p.no.names()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// compile reads a template. The message of an error names the column in it.
func compile(text string) (template, error) {
	c := &compiler{text: text}
	t, err := c.run("", 0)
	if err == nil && c.at < len(text) {
		err = fmt.Errorf("column %d: a } without its {", c.at+1)
	}
	return t, err
}

type compiler struct {
	text string
	at   int
}

// run reads up to one of the bytes in stop, or a closing brace, or the end.
func (c *compiler) run(stop string, depth int) (template, error) {
	if depth > deepest {
		return nil, fmt.Errorf("column %d: nested too deep", c.at+1)
	}
	var t template
	for c.at < len(c.text) {
		i := strings.IndexAny(c.text[c.at:], "{}"+stop)
		if i < 0 {
			i = len(c.text) - c.at
		}
		if i > 0 {
			t = append(t, piece{text: c.text[c.at : c.at+i]})
			c.at += i
			continue
		}
		if c.text[c.at] != '{' {
			return t, nil
		}
		p, err := c.place(depth)
		if err != nil {
			return nil, err
		}
		t = append(t, p)
	}
	return t, nil
}

// place reads what stands in braces.
func (c *compiler) place(depth int) (piece, error) {
	open := c.at + 1
	c.at++
	end := strings.IndexAny(c.text[c.at:], "{}|?:")
	if end <= 0 {
		return piece{}, fmt.Errorf("column %d: no argument is named after the {", open)
	}
	p := piece{arg: c.text[c.at : c.at+end]}
	if strings.ContainsAny(p.arg, " \t\n") {
		return piece{}, fmt.Errorf("column %d: the name of an argument has no blanks", open)
	}
	c.at += end
	var err error
	switch c.text[c.at] {
	case ':':
		n := strings.IndexAny(c.text[c.at:], "{}|?")
		if n < 2 || c.text[c.at+n] != '}' {
			return piece{}, fmt.Errorf("column %d: a form must stand between : and }, and here does not", c.at+1)
		}
		p.form = c.text[c.at+1 : c.at+n]
		if !slices.Contains([]string{"word", "and", "measure", "total", "dice", "terms", "named", "reasons"}, p.form) && !strings.HasSuffix(p.form, ".") {
			return piece{}, fmt.Errorf("column %d: no form is called %q", c.at+2, p.form)
		}
		c.at += n
	case '|', '?':
		p.kind = byNumber
		if c.text[c.at] == '?' {
			p.kind = byTruth
		}
		c.at++
		if p.yes, err = c.run("|", depth+1); err != nil {
			return piece{}, err
		}
		if c.at < len(c.text) && c.text[c.at] == '|' {
			c.at++
			if p.no, err = c.run("", depth+1); err != nil {
				return piece{}, err
			}
		} else if p.kind == byNumber {
			return piece{}, fmt.Errorf("column %d: a choice by number has two texts: {n|one|many}", open)
		}
	}
	if c.at >= len(c.text) || c.text[c.at] != '}' {
		return piece{}, fmt.Errorf("column %d: the } is missing", open)
	}
	c.at++
	return p, nil
}

// pair is one line of a file.
type pair struct {
	key, text string
	line      int
}

// read parses a flat YAML file.
func read(file []byte) ([]pair, error) {
	if !utf8.Valid(file) {
		return nil, errors.New("not UTF-8 text")
	}
	var pairs []pair
	seen := map[string]int{}
	n := 0
	for line := range strings.Lines(string(file)) {
		n++
		line = strings.TrimRight(line, "\r\n\t ")
		if line == "" || line[0] == '#' || line == "---" {
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		for ok && value != "" && value[0] != ' ' { // a colon inside the key
			var more string
			more, value, ok = strings.Cut(value, ":")
			key += ":" + more
		}
		key = strings.Trim(key, `"'`)
		if !ok || key == "" || strings.ContainsAny(key, " \t") {
			return nil, fmt.Errorf("line %d: not of the form key: \"text\"", n)
		}
		text, err := scalar(strings.TrimLeft(value, " \t"))
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n, key, err)
		}
		if first, twice := seen[key]; twice {
			return nil, fmt.Errorf("line %d: %s is said already in line %d", n, key, first)
		}
		seen[key] = n
		pairs = append(pairs, pair{key, text, n})
	}
	return pairs, nil
}

// scalar reads a quoted or plain value of one line.
func scalar(s string) (string, error) {
	rest := ""
	var out strings.Builder
	switch {
	case strings.HasPrefix(s, `"`):
		i := 1
		for ; i < len(s) && s[i] != '"'; i++ {
			if s[i] != '\\' {
				out.WriteByte(s[i])
				continue
			}
			if i++; i == len(s) {
				break
			}
			switch s[i] {
			case 'n':
				out.WriteByte('\n')
			case '"', '\\':
				out.WriteByte(s[i])
			default:
				return "", fmt.Errorf(`\%c is not known: only \" \\ and \n are`, s[i])
			}
		}
		if i >= len(s) {
			return "", errors.New("the closing quote is missing")
		}
		rest = s[i+1:]
	case strings.HasPrefix(s, "'"):
		i := 1
		for ; i < len(s); i++ {
			if s[i] != '\'' {
				out.WriteByte(s[i])
			} else if i+1 < len(s) && s[i+1] == '\'' {
				out.WriteByte('\'')
				i++
			} else {
				break
			}
		}
		if i >= len(s) {
			return "", errors.New("the closing quote is missing")
		}
		rest = s[i+1:]
	default:
		plain, _, _ := strings.Cut(s, " #")
		if plain == "" || strings.ContainsAny(plain[:1], "{[&*!|>%@`#") || strings.Contains(plain, ": ") {
			return "", errors.New("put the text in quotes")
		}
		return strings.TrimRight(plain, " "), nil
	}
	if rest = strings.TrimSpace(rest); rest != "" && rest[0] != '#' {
		return "", fmt.Errorf("%q follows the closing quote", rest)
	}
	return out.String(), nil
}
