package audit

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var tag = regexp.MustCompile(`<[^>]*>`)

func pageOf(name string, level int) Page {
	return Page{Title: name, Verdict: name, Level: level, Facts: []string{name}, Close: []string{name}, Chart: []byte("<svg><text>drawn</text></svg>"),
		Steps: []StepPage{{Title: name, Done: name, Findings: []FindingPage{{0, name}, {level, name}}, Lines: []string{name, name}}, {Title: name, Done: name}}}
}

func TestNamesCannotLeaveThePage(t *testing.T) {
	want := tag.FindAllString(pageOf("Morán", 3).HTML("en"), -1)
	if len(want) < 30 {
		t.Fatalf("only %d tags", len(want))
	}
	for _, name := range []string{"<script>alert(1)</script>", `"><img src=x>`, "</pre></body>", "</title><base href=x>", "&lt;b&gt;", "{{.Title}}"} {
		page := pageOf(name, 3).HTML("en")
		if got := tag.FindAllString(page, -1); !slices.Equal(got, want) {
			t.Errorf("%s changes the page: %q", name, got)
		}
		if strings.Contains(name, "<") && strings.Contains(page, name) {
			t.Errorf("%s came through", name)
		}
	}
}

func TestPageShowsEverything(t *testing.T) {
	page := pageOf("Ana & Bruno", 1).HTML("fr")
	for want, n := range map[string]int{`lang="fr"`: 1, "Ana &amp; Bruno": 13, "<svg><text>drawn</text></svg>": 1, colours[1]: 2, colours[0]: 1, "ZgotmplZ": 0} {
		if got := strings.Count(page, want); got != n {
			t.Errorf("%q stands %d times, want %d:\n%s", want, got, n, page)
		}
	}
}
