package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"fieldpost/adjudicator"
	"fieldpost/scenarios/trial"
)

// TryCmd is `fieldpost try FILE...`.
type TryCmd struct {
	Files []string `arg:"" name:"file" help:"Try files (YAML; see scenarios/README.md). - reads the standard input."`
	Quiet bool     `short:"q" help:"Print only what fails, for files that are tests."`
}

// Run plays each file and prints its result as JSON. A file whose expectations are not met, or that runs into trouble,
// fails the command.
func (t *TryCmd) Run(c *Console) error {
	dirs, err := c.Dirs()
	if err != nil {
		return err
	}
	bench := trial.Bench{Game: adjudicator.Game, Dirs: dirs, Lang: c.lang()}
	failed := 0
	for _, name := range t.Files {
		text, err := readFile(name)
		if err != nil {
			return err
		}
		r, err := bench.Run(name, text)
		if err != nil {
			return err
		}
		if !t.Quiet {
			e := json.NewEncoder(c.Out)
			e.SetIndent("", "  ")
			e.SetEscapeHTML(false)
			if err := e.Encode(r); err != nil {
				return fmt.Errorf("print the result of %s: %w", name, err)
			}
		}
		if !r.Failed() {
			continue
		}
		failed++
		if r.Error != nil {
			fmt.Fprintf(c.Err, "%s: %s %s: %s\n", name, r.Error.Code, r.Error.Key, r.Error.Detail)
		}
		for _, m := range r.Mismatch {
			fmt.Fprintf(c.Err, "%s: %s\n", name, m)
		}
	}
	if failed > 0 {
		return withCode{exitFailed, fmt.Errorf("%d of %d files failed", failed, len(t.Files))}
	}
	return nil
}

// readFile reads a file or, for -, the standard input.
func readFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(os.Stdin, 4<<20))
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s", name)
	}
	return text, err
}
