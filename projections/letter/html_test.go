package letter

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// hostile are names that try to leave the place where a letter puts them.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `</td></tr></table><h1>Lost</h1>`,
	`javascript:alert(1)`, `&amp;&#60;b&#62;`, `x&body=SURRENDER#`, `a?cc=spy@example.org`, `</title><base href=//evil>`, `--><!-- comment`, `{{.Subject}}`, `+1, then +2`,
	`</pre></style><style>*{display:none}`,
}

// allKinds is a letter that has a name in every place that a name can have.
func allKinds(name string) *doc {
	rows := []happened{{mark: name, left: name, right: name, rule: name}, {left: name, head: true}, {left: name, rule: name, level: 2}}
	d := &doc{subject: name, reply: "orders+" + name + "@example.org", game: name}
	for _, k := range []blockKind{para, heading, banner, small} {
		d.put(block{kind: k, text: name})
	}
	d.put(block{kind: banner, text: name, alarm: true})
	d.fixed(name, name)
	d.put(block{kind: happenings, rows: rows})
	d.put(block{kind: items, rows: rows})
	d.put(block{kind: grid, heads: []string{name}, cells: [][]string{{name, "8-11-4"}}})
	d.put(block{kind: picture, text: name, cid: name})
	return d
}

// structure gives the elements of a page with the names of their attributes, its links, and its text.
func structure(t *testing.T, page string) (elements, links []string, text string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(page))
	var said strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return elements, links, said.String()
		case html.TextToken:
			said.WriteString(z.Token().Data)
		default:
			k := z.Token()
			e := k.Type.String() + " " + k.Data
			for _, a := range k.Attr {
				e += " " + a.Key
				switch a.Key {
				case "href":
					links = append(links, a.Val)
				case "alt", "src":
				default:
					e += "=" + a.Val
				}
			}
			elements = append(elements, e)
		}
	}
}

func TestNamesCannotLeaveTheirPlace(t *testing.T) {
	v := &voice{lang: "en"}
	want, _, _ := structure(t, allKinds("Morán").html(v))
	places := strings.Count(allKinds("Morán").html(v), "Morán")
	if len(want) < 60 || places < 15 {
		t.Fatalf("the letter has only %d elements and %d names", len(want), places)
	}
	for _, name := range hostile {
		got, links, text := structure(t, allKinds(name).html(v))
		if !slices.Equal(got, want) {
			t.Errorf("%s changes the page:\n%q", name, got)
		}
		if strings.Count(text, name) < 15 {
			t.Errorf("%s is not shown as it is: %s", name, text)
		}
		if len(links) != 4 {
			t.Errorf("%s: %d links, want 4", name, len(links))
		}
		for _, l := range links {
			u, err := url.Parse(l)
			if err != nil || u.Scheme != "mailto" || u.Fragment != "" {
				t.Errorf("%s: link %s, %v", name, l, err)
				continue
			}
			if q := u.Query(); len(q) != 2 || q.Get("subject") != "["+name+"] RULE "+name || q.Get("body") != "RULE "+name {
				t.Errorf("%s: link %s asks %q", name, l, q)
			}
		}
	}
}

// What the template escapes beyond need is undone; what must be escaped is not.
func TestPlusIsWrittenAsItIs(t *testing.T) {
	d := &doc{}
	d.para("5+ &#43; <+>")
	if page := d.html(&voice{lang: "en"}); !regexp.MustCompile(`>5\+ &amp;#43; &lt;\+&gt;</p>`).MatchString(page) {
		t.Error(page)
	}
}
