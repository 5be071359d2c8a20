package book

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"fieldpost/adjudicator/table"
)

var (
	//go:embed book.html.tmpl
	pageHTML string
	//go:embed book.css
	pageCSS string
	//go:embed book.js
	pageJS string
)

var pageTemplate = template.Must(template.New("book").Funcs(template.FuncMap{
	"say":     func(string, ...any) string { return "" }, // given for each book
	"picture": picture,
	"lines":   func(list []string) string { return strings.Join(list, "\n") },
	"indent":  func(level int) int { return 18 * level },
}).Parse(pageHTML))

// picture makes an address of an SVG that holds the picture itself.
func picture(svg []byte) template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
}

// WriteHTML writes the page.
func (b *Book) WriteHTML(out io.Writer) error {
	t, err := pageTemplate.Clone()
	if err != nil {
		return err
	}
	t.Funcs(template.FuncMap{"say": func(key string, args ...any) string {
		var list []table.FactArg
		for i := 0; i+1 < len(args); i += 2 {
			list = append(list, table.A(fmt.Sprint(args[i]), args[i+1]))
		}
		return b.words.Say("book."+key, list...)
	}})
	style := pageCSS
	for i, g := range b.grounds {
		style += fmt.Sprintf(".g%d{background-image:url(%s)}\n", i, picture(g))
	}
	return t.Execute(out, struct {
		*Book
		Style  template.CSS
		Script template.JS
		Allow  string // the script by its hash
	}{b, template.CSS(style), template.JS(pageJS), "'sha256-" + hashOf(pageJS) + "'"})
}

// hashOf returns the hash by which a policy names a script.
func hashOf(script string) string {
	sum := sha256.Sum256([]byte(script))
	return base64.StdEncoding.EncodeToString(sum[:])
}
