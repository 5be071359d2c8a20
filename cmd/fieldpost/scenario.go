package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office/library"
	"fieldpost/projections/account"
	"fieldpost/projections/chart"
	"fieldpost/scenarios"
)

// ScenarioCmd is `fieldpost scenario`.
type ScenarioCmd struct {
	List   ScenarioListCmd   `cmd:"" help:"List the scenarios of a game, or of all."`
	Show   ScenarioShowCmd   `cmd:"" help:"Print a scenario with all its tables, resolved, as JSON."`
	Check  ScenarioCheckCmd  `cmd:"" help:"Check scenarios: every mistake with file, line and column."`
	Map    ScenarioMapCmd    `cmd:"" help:"Draw the map of a scenario."`
	Schema ScenarioSchemaCmd `cmd:"" help:"Print the JSON Schema of a game's files, for editors."`
}

// ScenarioListCmd is `fieldpost scenario list [GAME]`.
type ScenarioListCmd struct {
	Game string `arg:"" optional:"" help:"Game; all games if left out."`
}

// Run prints a line for each scenario.
func (l *ScenarioListCmd) Run(c *Console) error {
	dirs, err := c.Dirs()
	if err != nil {
		return err
	}
	games := library.Games()
	if l.Game != "" {
		e, err := game(l.Game)
		if err != nil {
			return err
		}
		games = []string{e.Name()}
	}
	book, err := c.Book("")
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, g := range games {
		list, err := scenarios.List(g, dirs...)
		if err != nil {
			return err
		}
		for _, e := range list {
			own := ""
			if e.Own {
				own = "\t" + book.Say("console.scenario.own")
			}
			fmt.Fprintf(w, "%s\t%s\t%s%s\n", g, e.Name, e.Title.In(orders.Lang(c.lang())), own)
		}
	}
	return w.Flush()
}

// scenarioOf loads a scenario by game and name, or from a file, and finds all its flaws.
func scenarioOf(c *Console, gameName, name string) (table.Engine, *scenarios.Resolved, error) {
	dirs, err := c.Dirs()
	if err != nil {
		return nil, nil, err
	}
	isFile := strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
	if gameName == "" && isFile {
		gameName = filepath.Base(filepath.Dir(absolute(name)))
	}
	if gameName == "" {
		gameName = gameOf(name, dirs...)
	}
	engine, err := game(gameName)
	if err != nil {
		return nil, nil, fmt.Errorf("%w (name it with --game)", err)
	}
	r, err := library.Resolve(engine, func(doc any) (*scenarios.Resolved, error) {
		if !isFile {
			return scenarios.Load(gameName, name, doc, dirs...)
		}
		text, err := readFile(name)
		if err != nil {
			return nil, err
		}
		return scenarios.LoadText(gameName, name, text, doc, dirs...)
	})
	return engine, r, err
}

// gameOf finds the one game that has a scenario of a name, or "" where there is none or several.
func gameOf(name string, dirs ...fs.FS) string {
	found := ""
	for _, g := range library.Games() {
		list, err := scenarios.List(g, dirs...)
		if err != nil || !slices.ContainsFunc(list, func(e scenarios.Entry) bool { return e.Name == name }) {
			continue
		}
		if found != "" {
			return ""
		}
		found = g
	}
	return found
}

// printJSON indents a JSON text.
func printJSON(w io.Writer, text []byte) error {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(w)
	return err
}

// absolute returns a path from the root, or unchanged if that is impossible.
func absolute(name string) string {
	if a, err := filepath.Abs(name); err == nil {
		return a
	}
	return name
}

// ScenarioShowCmd is `fieldpost scenario show NAME`.
type ScenarioShowCmd struct {
	Name string `arg:"" help:"Scenario, or a file."`
	Game string `help:"Game; not needed where the name or the file's folder says which."`
}

// Run prints the resolved document.
func (s *ScenarioShowCmd) Run(c *Console) error {
	_, r, err := scenarioOf(c, s.Game, s.Name)
	if err != nil {
		return err
	}
	return printJSON(c.Out, r.Document)
}

// ScenarioCheckCmd is `fieldpost scenario check NAME...`.
type ScenarioCheckCmd struct {
	Names []string `arg:"" name:"name" help:"Scenarios, or files."`
	Game  string   `help:"Game; not needed where the name or the file's folder says which."`
}

// Run prints what is wrong, or that nothing is.
func (s *ScenarioCheckCmd) Run(c *Console) error {
	book, err := c.Book("")
	if err != nil {
		return err
	}
	bad := 0
	for _, name := range s.Names {
		if _, _, err := scenarioOf(c, s.Game, name); err != nil {
			bad++
			fmt.Fprintln(c.Out, err)
			continue
		}
		fmt.Fprintf(c.Out, "%s: %s\n", name, book.Say("console.scenario.sound"))
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d scenarios have mistakes", bad, len(s.Names))
	}
	return nil
}

// ScenarioMapCmd is `fieldpost scenario map NAME`.
type ScenarioMapCmd struct {
	Name string `arg:"" help:"Scenario, or a file."`
	Game string `help:"Game; not needed where the name or the file's folder says which."`
	Out  string `short:"o" placeholder:"FILE" help:"Write to FILE.svg or FILE.png; without it the map is printed as text."`
}

// Run draws the map as it is before the first step, with what is public.
func (s *ScenarioMapCmd) Run(c *Console) error {
	engine, r, err := scenarioOf(c, s.Game, s.Name)
	if err != nil {
		return err
	}
	scenario, err := engine.Scenario(r.Document)
	if err != nil {
		return err
	}
	setup := table.Setup{Scenario: scenario, Revision: engine.Revision()}
	if rhythms := engine.Rhythms(); len(rhythms) > 0 {
		setup.Rhythm = rhythms[0].Name
	}
	g, err := engine.Open(setup)
	if err != nil {
		return fmt.Errorf("open %s: %w", s.Name, err)
	}
	book, err := c.Book(engine.Name())
	if err != nil {
		return err
	}
	names := account.NamesIn(scenario)
	style := chart.Style{Heading: cmp.Or(names.Title.In(orders.Lang(c.lang())), s.Name), Words: func(key string) string { return book.Say(key) }}
	for _, seat := range scenario.Seats() {
		style.Seats = append(style.Seats, names.Side(book, c.Lang, seat))
	}
	sheet := g.Knows("").Sheet(nil)
	sheet.Title = account.TurnLine(book, sheet.Title, 0)
	if sheet.Free != nil {
		sheet.Free.Speak(orders.Lang(c.lang()))
	}
	return drawSheet(c, sheet, style, s.Out)
}

// drawSheet writes a map as SVG or PNG, by the ending of the file's name; without a file it prints it as text.
func drawSheet(c *Console, sheet board.Sheet, style chart.Style, file string) error {
	switch ending := strings.ToLower(filepath.Ext(file)); {
	case file == "":
		_, err := io.WriteString(c.Out, chart.Speak(sheet, style, 100))
		return err
	case ending == ".svg":
		return os.WriteFile(file, chart.Draw(sheet, style).SVG(), 0o644)
	case ending == ".png":
		png, err := chart.NewPainter(1).PNG(chart.Draw(sheet, style))
		if err != nil {
			return fmt.Errorf("draw %s: %w", file, err)
		}
		return os.WriteFile(file, png, 0o644)
	}
	return withCode{exitUsage, fmt.Errorf("%s: a map is written to a file that ends in .svg or .png", file)}
}

// ScenarioSchemaCmd is `fieldpost scenario schema GAME`.
type ScenarioSchemaCmd struct {
	Game string `arg:"" help:"Game."`
	Set  bool   `help:"The schema of \"set:\" in try files and corrections, in place of the scenario's."`
}

// Run prints the schema.
func (s *ScenarioSchemaCmd) Run(c *Console) error {
	if s.Set {
		e, err := game(s.Game)
		if err != nil {
			return err
		}
		b, err := e.SettingSchema()
		if err == nil {
			_, err = c.Out.Write(b)
		}
		return err
	}
	b, err := scenarios.SchemaOf(s.Game)
	if err != nil {
		return err
	}
	_, err = c.Out.Write(b)
	return err
}
