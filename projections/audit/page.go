package audit

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/table"
	"fieldpost/events/fingerprint"
)

// Words makes sentences: scenarios/words.Book.
type Words interface {
	Say(key string, args ...table.FactArg) string
	Has(key string) bool
}

// stepName are the steps' keys below "audit.step.".
var stepName = []string{"keys", "log", "receipts", "dice", "beacon", "letters", "deeds", "statistics"}

// Page is a verdict in plain words.
type Page struct {
	Title   string
	Verdict string   // one sentence
	Level   int      // the exit code
	Facts   []string // what was looked at
	Steps   []StepPage
	Close   []string // what the numbers can and cannot show
	Chart   []byte   // the dice drawn, as SVG; nil for none
}

// StepPage is one step in words.
type StepPage struct {
	Title    string
	Done     string
	Findings []FindingPage
	Lines    []string // fixed width, such as a table of dice
}

// FindingPage is one finding in words.
type FindingPage struct {
	Level int
	Text  string
}

// side returns a seat as the reader reads it.
func side(book Words, seat string) string {
	if key := "side." + seat; book.Has(key) {
		return book.Say(key)
	}
	return seat
}

// readable puts the seats and the authors among the arguments of a finding into the reader's words.
func readable(book Words, args []table.FactArg) []table.FactArg {
	args = slices.Clone(args)
	for i, a := range args {
		switch x := a.Value.(type) {
		case []string:
			list := slices.Clone(x)
			for k := range list {
				list[k] = side(book, list[k])
			}
			args[i].Value = list
		case string:
			switch seat, seated := strings.CutPrefix(x, "seat:"); {
			case a.Name == "seat":
				args[i].Value = side(book, x)
			case a.Name == "by" && seated:
				args[i].Value = side(book, seat)
			case a.Name == "by" && book.Has("audit.by."+x):
				args[i].Value = book.Say("audit.by." + x)
			}
		}
	}
	return args
}

// verdict returns the sentence that a verdict comes to.
func verdict(v Verdict, book Words) string {
	switch {
	case v.Exit() == Fine && !v.Played:
		return book.Say("audit.verdict.partly")
	case v.Exit() == Unproven && slices.ContainsFunc(v.Findings, func(f Finding) bool { return f.Code == "export.broken" }):
		return book.Say("audit.verdict.broken")
	}
	return book.Say(fmt.Sprintf("audit.verdict.%d", v.Exit()), table.A("deeds", v.Deeds))
}

// Describe puts a verdict into words. whole is the verdict on everything that the audit was given: a page about one mailbox says so if the
// others change the verdict. statistics are lines of step 8, close what is to be said below them.
func Describe(v, whole Verdict, book Words, statistics, close []string) Page {
	p := Page{Title: book.Say("audit.title", table.A("game", v.Game)), Level: v.Exit(), Close: close, Verdict: verdict(v, book)}
	if whole.Exit() != v.Exit() {
		p.Level = max(p.Level, whole.Exit())
		p.Verdict = book.Say("audit.alone", table.A("alone", verdict(v, book)), table.A("together", verdict(whole, book)))
		for step := 1; step <= 8 && whole.Exit() > v.Exit(); step++ {
			for _, f := range findings(whole, step, book) {
				if f.Level == whole.Exit() {
					p.Facts = append(p.Facts, f.Text)
				}
			}
		}
	}
	p.Facts = append(p.Facts, book.Say("audit.looked", table.A("events", int(v.Events)), table.A("rolls", v.Rolls), table.A("dice", v.Dice),
		table.A("letters", v.Letters), table.A("receipts", v.Receipts)))
	for _, b := range v.Boxes {
		p.Facts = append(p.Facts, book.Say("audit.box", table.A("name", b.Name), table.A("side", side(book, b.Seat)), table.A("letters", b.Letters), table.A("sent", b.Sent)))
	}
	if !v.Root.IsZero() {
		p.Facts = append(p.Facts, book.Say("audit.fingerprint", table.A("fingerprint", fingerprint.Of(v.Root))))
	}
	if v.Profile != "" {
		p.Facts = append(p.Facts, book.Say("audit.profile."+v.Profile))
	}
	if v.Hidden {
		p.Facts = append(p.Facts, book.Say("audit.hidden"))
	}
	p.Facts = append(p.Facts, book.Say("audit.limits"))
	for i, s := range v.Steps {
		step := StepPage{
			Title: fmt.Sprintf("%d. %s", s.Number, book.Say("audit.step."+stepName[i])),
			Done:  book.Say("audit.step."+stepName[i]+"."+s.Done, table.A("n", s.Count)),
		}
		if stepName[i] == "receipts" && v.Reread > 0 {
			step.Done += " " + book.Say("audit.reread", table.A("n", v.Reread))
		}
		step.Findings = findings(v, s.Number, book)
		if s.Number == 8 {
			step.Lines = statistics
			if len(statistics) > 0 {
				step.Done = book.Say("audit.step.statistics.full")
			}
		}
		p.Steps = append(p.Steps, step)
	}
	return p
}

// mostAlike is how many findings of one kind a page shows in full; the machine-readable verdict has all of them.
const mostAlike = 5

// findings returns those of one step in words. The game master's deeds are all listed.
func findings(v Verdict, step int, book Words) []FindingPage {
	var told []FindingPage
	count := map[string]int{}
	for _, f := range v.Findings {
		if f.Step != step {
			continue
		}
		if count[f.Code]++; count[f.Code] <= mostAlike || step == 7 {
			told = append(told, FindingPage{Level: f.Level, Text: book.Say("audit.found."+f.Code, readable(book, f.Args)...)})
		}
	}
	for i, f := range v.Findings { // in their order
		first := !slices.ContainsFunc(v.Findings[:i], func(x Finding) bool { return x.Code == f.Code })
		if n := count[f.Code] - mostAlike; f.Step == step && step != 7 && first && n > 0 {
			told = append(told, FindingPage{Level: f.Level, Text: book.Say("audit.more", table.A("n", n))})
		}
	}
	return told
}

// marks stand before findings by level.
var marks = []string{"-", "!", "?", "X"}

const pageWidth = 78

// Text writes the page for a fixed-width font.
func (p Page) Text() string {
	var b strings.Builder
	b.WriteString(p.Title + "\n" + strings.Repeat("=", columns.Width(p.Title)) + "\n\n")
	b.WriteString(columns.Wrap(p.Verdict, pageWidth, "", "") + "\n")
	for _, f := range p.Facts {
		b.WriteString(columns.Wrap(f, pageWidth, "", ""))
	}
	for _, s := range p.Steps {
		b.WriteString("\n" + s.Title + "\n" + columns.Wrap(s.Done, pageWidth, "   ", "   "))
		for _, f := range s.Findings {
			b.WriteString(columns.Wrap(f.Text, pageWidth, "   "+marks[f.Level]+" ", "     "))
		}
		for _, l := range s.Lines {
			b.WriteString(strings.TrimRight("   "+l, " ") + "\n")
		}
	}
	if len(p.Close) > 0 {
		b.WriteString("\n")
	}
	for _, c := range p.Close {
		b.WriteString(columns.Wrap(c, pageWidth, "", ""))
	}
	return b.String()
}

// colours of the levels, on white.
var colours = []string{"#1b6e3c", "#8a5a00", "#8a5a00", "#a11616"}

//go:embed page.html.tmpl
var pageHTML string

// pageTemplate is made for the first page. Where none is written as a file, in the page of the desk, the linker leaves out templates, and with them
// all methods that nobody calls by name.
var pageTemplate struct {
	once sync.Once
	made *template.Template
}

// HTML writes the page as one file that shows anywhere. lang is the page's language, such as "en".
func (p Page) HTML(lang string) string {
	var b strings.Builder
	pageTemplate.once.Do(func() {
		pageTemplate.made = template.Must(template.New("page").Funcs(template.FuncMap{
			"colour": func(level int) string { return colours[level] },
			"lines":  func(lines []string) string { return strings.Join(lines, "\n") },
		}).Parse(pageHTML))
	})
	err := pageTemplate.made.Execute(&b, struct {
		Page
		Lang    string
		Drawing template.HTML // our own SVG, which escapes what it writes
	}{p, lang, template.HTML(p.Chart)})
	if err != nil {
		panic("audit: " + err.Error()) // the template and its data are ours
	}
	return b.String()
}

// Machine is the verdict for programs.
type Machine struct {
	Schema string `json:"schema"` // "fieldpost/verdict/1"
	Exit   int    `json:"exit"`
	Sound  bool   `json:"sound"`
	Root   string `json:"root,omitempty"` // of the tree, hexadecimal
	Verdict
}

// JSON writes the verdict for programs.
func JSON(v Verdict) ([]byte, error) {
	m := Machine{Schema: "fieldpost/verdict/1", Exit: v.Exit(), Sound: v.Sound(), Verdict: v}
	if !v.Root.IsZero() {
		m.Root = v.Root.String()
	}
	return json.MarshalIndent(m, "", "  ")
}
