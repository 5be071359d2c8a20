package orders

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the expected results of the corpus anew")

var escaped = regexp.MustCompile(`\\x[0-9a-f]{2}|\\u[0-9a-f]{4}`)

// unescape gives the bytes that \x92 and the characters that \u00a0 stand for in the corpus.
func unescape(s string) string {
	return escaped.ReplaceAllStringFunc(s, func(m string) string {
		n, _ := strconv.ParseUint(m[2:], 16, 32)
		if m[1] == 'x' {
			return string([]byte{byte(n)})
		}
		return string(rune(n))
	})
}

// outcome is a parsed text as the corpus writes it.
func outcome(p Parsed) []string {
	var out []string
	for _, l := range p.Lines {
		out = append(out, fmt.Sprintf("= %d %s", l.Number, l.Text))
	}
	for _, f := range p.Faults {
		line := fmt.Sprintf("! %d %s @%d", f.Number, f.Code, f.Column)
		if len(f.Suggestions) > 0 {
			line += " " + strings.Join(f.Suggestions, ", ")
		}
		out = append(out, line)
		if c, ok := Correction(f); ok {
			out = append(out, "+ "+c)
		}
	}
	for _, u := range p.Unfilled {
		out = append(out, "~ "+u)
	}
	return out
}

// TestCorpus reads testdata/corpus: cases parted by blank lines, each with order text behind "> " and below it
//
//	= 1 canonical text           a line that was understood, with its number
//	! 1 code @column words       a fault, with its suggestions
//	+ corrected line             that the fault above offers
//	~ line                       of a form, left empty
//
// Anybody can add a case: write the "> " lines and what should come of them. verb-first.txt is read with the language of that name, where orders
// begin with their verb; the others with that of the skirmish.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	cases := 0
	for _, file := range files {
		g := NewGrammar(skirmish())
		if filepath.Base(file) == "verb-first.txt" {
			g = NewGrammar(verbFirst())
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var written []string
		for n, block := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
			var text, want, head []string
			for _, line := range strings.Split(block, "\n") {
				switch {
				case strings.HasPrefix(line, "> "):
					text = append(text, unescape(line[2:]))
				case strings.HasPrefix(line, "# "):
					head = append(head, line)
				default:
					want = append(want, line)
				}
			}
			got := []string(nil)
			if len(text) > 0 {
				cases++
				got = outcome(g.Parse(field{}, nil, strings.Join(text, "\n"), 1))
			}
			if *update {
				var in []string
				for _, line := range strings.Split(block, "\n") {
					if strings.HasPrefix(line, "> ") {
						in = append(in, line)
					}
				}
				written = append(written, strings.Join(append(append(head, in...), got...), "\n"))
				continue
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s, case %d: %s\n%s", file, n+1, strings.Join(text, "\n"), d)
			}
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(written, "\n\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if cases < 120 {
		t.Errorf("%d cases; the corpus should hold 120 at least", cases)
	}
}
