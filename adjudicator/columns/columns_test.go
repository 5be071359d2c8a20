package columns_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/adjudicator/columns"
)

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"":                 0,
		"hill 2217":        9,
		"élan":             4,
		"e\u0301lan":       4, // the accent combines
		"東京":               4,
		"한국":               4,
		"ｆｕｌｌ":             8,
		"ﾊﾝ":               2, // half width
		"a\u200db":         2, // a joiner
		"שָׁלוֹם":          4,
		"12\u00a0%":        4,
		"… — «»":           6,
		"bad \xff":         5,
		"tab\tand\x1b[0m.": 10,
	} {
		if got := columns.Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text        string
		limit       int
		first, next string
		want        []string
	}{
		{"Fire: the wall is held.", 12, "- ", "  ", []string{"- Fire: the", "  wall is", "  held."}},
		{"", 10, "> ", "", []string{">"}},
		{"unbreakablewords go over", 10, "", " ", []string{"unbreakablewords", " go over"}},
		{"a\tb\r\nc\nd", 20, "", "", []string{"a b c d"}},
		{"le tir : 12 % de 4", 10, "", "", []string{"le tir :", "12 % de 4"}},
		{"il dit « oui » .5", 9, "", "", []string{"il dit", "« oui »", ".5"}},
		{"12\u00a0000 obus", 6, "", "", []string{"12\u00a0000", "obus"}},
		{"東京 大阪 京都", 9, "", "", []string{"東京 大阪", "京都"}},
		{"e\u0301te\u0301 e\u0301te\u0301", 7, "", "", []string{"e\u0301te\u0301 e\u0301te\u0301"}},
	} {
		got := columns.Lines(c.text, c.limit, c.first, c.next)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
		if whole := columns.Wrap(c.text, c.limit, c.first, c.next); whole != strings.Join(got, "\n")+"\n" {
			t.Errorf("%q: Wrap gives %q", c.text, whole)
		}
	}
}

func TestFields(t *testing.T) {
	if got := columns.Left("東京", 6) + "|" + columns.Right("é", 3) + "|" + columns.Left("long", 2); got != "東京  |  é|long" {
		t.Errorf("got %q", got)
	}
	for _, c := range []struct {
		s          string
		n          int
		head, tail string
	}{
		{"abcdef", 4, "abcd", "ef"}, {"abc", 3, "abc", ""}, {"東京都", 5, "東京", "都"}, {"東京", 1, "東", "京"}, {"", 3, "", ""},
		{"e\u0301e\u0301", 1, "e\u0301", "e\u0301"},
	} {
		if head, tail := columns.Split(c.s, c.n); head != c.head || tail != c.tail {
			t.Errorf("Split(%q, %d) = %q, %q", c.s, c.n, head, tail)
		}
	}
	if got := columns.Cut("barrage", 5) + columns.Cut("five!", 5) + columns.Cut("東京都", 5); got != "barr…five!東京…" {
		t.Errorf("got %q", got)
	}
}
