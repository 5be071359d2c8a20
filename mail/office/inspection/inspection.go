package inspection

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office"
	"fieldpost/mail/office/library"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// Inspection gathers what a rulebook lacks.
type Inspection struct {
	engine table.Engine
	source string
	dirs   []fs.FS

	books []*words.Book

	Loaded, Played int      // scenarios, and games
	Lacks          []string // a sentence each
}

// Inspect looks at everything. The source tree is needed for what is not in the program: try files and the list of keys.
func Inspect(engine table.Engine, source string, dirs ...fs.FS) *Inspection {
	i := &Inspection{engine: engine, source: source, dirs: dirs}
	i.language()
	i.words()
	i.scenarios()
	i.files()
	return i
}

// lack notes something, once.
func (i *Inspection) lack(format string, args ...any) {
	if l := fmt.Sprintf(format, args...); !slices.Contains(i.Lacks, l) {
		i.Lacks = append(i.Lacks, l)
	}
}

// language checks what the rulebook itself says about orders, decisions and rhythms.
func (i *Inspection) language() {
	e := i.engine
	if e.Prefix() == "" {
		i.lack("prefix: the ids of its rules have none")
	}
	if len(e.Rhythms()) == 0 {
		i.lack("rhythms: there are none, not even a mail for each phase")
	}
	if len(e.BotNames()) < 2 {
		i.lack("bots: there is only %s; a demo is played by lot", strings.Join(e.BotNames(), ", "))
	}
	if len(e.Language().Verbs) == 0 {
		i.lack("orders: nothing can be ordered")
	}
	language, err := words.Language(e, i.dirs...)
	if problems, ok := errors.AsType[scenarios.Problems](err); ok {
		for _, p := range problems {
			i.lack("orders: %s", p.Error())
		}
	} else if err != nil {
		i.lack("orders: %v", err)
	}
	languages := scenarios.Languages(e.Name(), i.dirs...)
	for _, v := range language.Verbs {
		if len(v.Example) < len(languages) {
			i.lack("orders: %q has no example in each of %s", v.Name, strings.Join(languages, ", "))
		}
		if v.Rule == "" {
			i.lack("orders: %q names no rule", v.Name)
		}
	}
	for _, d := range language.Decisions {
		if len(d.Default) < len(languages) {
			i.lack("decisions: %s has no default in each of %s", d.Name, strings.Join(languages, ", "))
		}
	}
}

// words checks the words of phases and decisions, and compares the languages.
func (i *Inspection) words() {
	for _, lang := range scenarios.Languages(i.engine.Name(), i.dirs...) {
		book, err := words.Of(i.engine.Name(), lang, i.dirs...)
		if err != nil {
			i.lack("words: %v", err)
			return
		}
		i.books = append(i.books, book)
		i.said(book, "questions and standing orders", ids(i.engine.Decisions())...)
		for _, v := range i.engine.Language().Verbs {
			for _, p := range v.Phases {
				i.said(book, "letters", "phase."+p)
			}
		}
	}
	for _, book := range i.books[1:] {
		for _, fault := range words.Check(i.books[0], book) {
			i.lack("words: %s", fault)
		}
	}
}

func ids(list []table.Decision) (out []string) {
	for _, d := range list {
		if d.Ask {
			out = append(out, d.ID)
		}
	}
	return out
}

// said notes keys that a book has no words for.
func (i *Inspection) said(book *words.Book, where string, keys ...string) {
	for _, k := range keys {
		if k != "" && !book.Has(k) {
			i.lack("words: %s has no %q, for %s", book.Lang(), k, where)
		}
	}
}

// scenarios loads all of them and has bots play each in every rhythm.
func (i *Inspection) scenarios() {
	list, err := scenarios.List(i.engine.Name(), i.dirs...)
	if err != nil || len(list) == 0 {
		i.lack("scenarios: there are none (%v)", err)
	}
	for _, s := range list {
		r, err := library.Resolve(i.engine, func(doc any) (*scenarios.Resolved, error) {
			return scenarios.Load(i.engine.Name(), s.Name, doc, i.dirs...)
		})
		if err != nil {
			i.lack("scenario %s: %v", s.Name, err)
			continue
		}
		scenario, err := i.engine.Scenario(r.Document)
		if err != nil {
			i.lack("scenario %s: %v", s.Name, err)
			continue
		}
		i.Loaded++
		for n, rhythm := range i.engine.Rhythms() {
			i.play(s.Name, table.Setup{Scenario: scenario, Revision: i.engine.Revision(), Rhythm: rhythm.Name}, uint64(n+1))
		}
	}
	if len(list) > 0 && i.blind() {
		i.lack("scenarios: the check finds nothing wrong with an empty document")
	}
}

// blind reports whether the rulebook accepts an empty document, by its check and by the tags of its document.
func (i *Inspection) blind() (takes bool) {
	h := table.Guard("check", func() {
		empty := i.engine.Document()
		takes = len(i.engine.Check(empty)) == 0 && len(scenarios.Check(empty)) == 0
	})
	if h != nil {
		i.lack("scenarios: the check breaks on an empty document: %s", h.Detail)
	}
	return takes && h == nil
}

// play has bots play a game, and looks at the map, the tables and the facts.
func (i *Inspection) play(name string, setup table.Setup, seed uint64) {
	g, err := i.engine.Open(setup)
	if err != nil {
		i.lack("scenario %s: %v", name, err)
		return
	}
	bots := i.engine.BotNames()
	world := &look{SelfPlay: table.NewSelfPlay(seed, bots[int(seed)%len(bots)], setup.Scenario.Seats()), at: i}
	res := g.Play(world, 0, nil)
	i.Played++
	switch {
	case res.Halt != nil:
		i.lack("scenario %s, rhythm %s: the game stops: %v", name, setup.Rhythm, res.Halt)
	case res.Ending == nil:
		i.lack("scenario %s, rhythm %s: the game does not end", name, setup.Rhythm)
	case world.lines == 0:
		i.lack("orders: no line was written in a game of %s: do the rules propose any (Order.Options)?", name)
	}
	for _, m := range world.Mistakes {
		i.lack("bots: %s", m)
	}
	for _, book := range i.books {
		if res.Ending != nil {
			i.said(book, "the end of a game", res.Ending.Why)
		}
		for _, f := range res.Facts {
			if text := book.Fact(f); strings.ContainsAny(text, "{}") || text == f.Kind {
				i.lack("words: %s tells the fact %q by %q", book.Lang(), f.Kind, text)
			}
		}
	}
}

// look sees the first window of a game as its players do.
type look struct {
	*table.SelfPlay
	at    *Inspection
	lines int
	seen  bool
}

// See makes it an Onlooker.
func (l *look) See(w table.Window, now table.Views) {
	l.SelfPlay.See(w, now)
	for _, s := range w.Seats {
		for _, phase := range w.Phases {
			for range now.Knows(s).Options(phase) {
				l.lines++
				break
			}
		}
		if !l.seen {
			l.at.shown(now.Knows(s))
		}
	}
	l.seen = l.seen || len(w.Seats) > 0
}

// shown looks at the words of a map and of the tables beside it.
func (i *Inspection) shown(v table.View) {
	sheet := v.Sheet(nil)
	if sheet.Grid == nil && sheet.Free == nil {
		i.lack("map: the sheet has neither a grid nor a free table")
	}
	if turn, of, ok := strings.Cut(sheet.Title, "/"); !ok || turn == "" || of == "" {
		i.lack("map: its title is %q, where letters expect turn and length as in 3/7", sheet.Title)
	}
	rosters := v.Rosters()
	if len(rosters) == 0 {
		i.lack("tables: letters have no tables of units")
	}
	for _, book := range i.books {
		for _, t := range sheet.Terrain {
			i.said(book, "the legend of the map", t.Name)
		}
		for _, t := range rosters {
			i.said(book, "the tables of letters", append([]string{t.Title}, t.Heads...)...)
		}
	}
}

// files looks for what belongs beside the rules.
func (i *Inspection) files() {
	name := i.engine.Name()
	if _, err := fs.Stat(scenarios.Embedded(), name+"/schema.json"); err != nil {
		i.lack("schema: there is no scenarios/%s/schema.json; go test ./scenarios -run TestSchemaIsPublished -update writes it", name)
	}
	rules, err := office.Rules(i.engine, i.dirs...)
	if err != nil || len(rules) == 0 {
		i.lack("rules: there is no scenarios/%s/rules.yaml that can be read (%v)", name, err)
	}
	for _, r := range rules {
		if r.Text.In(orders.English) == "" {
			i.lack("rules: %s is not said in English", r.ID)
		}
	}
	dir := filepath.Join(i.source, "adjudicator", path.Base(reflect.TypeOf(i.engine.Document()).Elem().PkgPath()))
	if _, err := os.Stat(dir); err != nil {
		return // no source tree is at hand
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "testdata", "try", "*.yaml")); len(files) == 0 {
		i.lack("tests: there is no try file in %s", filepath.Join(dir, "testdata", "try"))
	}
	if _, err := os.Stat(filepath.Join(dir, "testdata", "keys.txt")); err != nil {
		i.lack("tests: the keys of positions are not written down: go test ./adjudicator -run TestKeys -new-keys")
	}
}
