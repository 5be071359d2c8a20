// Command alike shows that the rules in a page do what they do on a server. It plays every try file and audits kept games, and prints a line for each: its
// name and the hash of everything that came of it. The parser, the refusals, the facts, the position and the letters' words are in the hash of a try file, of
// every eighth, say, the map of every seat too, the verdict and its page in that of an export. Its test has the lines printed by the program as it is built for
// the page, and compares them.
//
//	alike adjudicator 3 8 1/2 landships     # the first of two parts of every third try file; or without a game: those of all; 1 draws the maps of every file
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/chart"
	"fieldpost/projections/desk"
	"fieldpost/scenarios/trial"
)

func main() {
	s := share{}
	if len(os.Args) > 4 {
		s.files, _ = strconv.Atoi(os.Args[2])
		s.maps, _ = strconv.Atoi(os.Args[3])
		_, _ = fmt.Sscanf(os.Args[4], "%d/%d", &s.part, &s.of)
		s.game = strings.Join(os.Args[5:], "")
	}
	if s.files < 1 || s.maps < 1 || s.part < 1 || s.part > s.of {
		fmt.Fprintln(os.Stderr, "usage: alike FOLDER FILES MAPS PART/OF [GAME]")
		os.Exit(2)
	}
	if err := s.lines(os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// share is what a program plays: the first, second ... of so many parts of everything.
type share struct {
	files    int // of how many try files one is played
	maps     int // of how many try files played the maps of one are drawn: they take most of the time, and those of neighbours are much alike
	part, of int
	game     string // "" for all games
}

// lines prints the lines of a share.
func (s share) lines(out io.Writer, dir string) error {
	tries, err := filepath.Glob(filepath.Join(dir, "*", "testdata", "try", "*.yaml"))
	if err != nil {
		return err
	}
	seen := 0
	mine := func() bool { seen++; return (seen-s.part)%s.of == 0 }
	for n, f := range tries {
		if n%s.files > 0 {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		if s.game != "" && !bytes.Contains(bytes.ReplaceAll(text, []byte{'"'}, nil), []byte("game: "+s.game+"\n")) {
			continue
		}
		if !mine() {
			continue
		}
		if err := line(out, dir, f, tried(f, text, n/s.files%s.maps == 0)); err != nil {
			return err
		}
	}
	exports, err := kept(dir, s.game)
	if err != nil {
		return err
	}
	for _, f := range exports {
		if !mine() {
			continue
		}
		data, err := unzipped(f)
		if err != nil {
			return err
		}
		if err := line(out, dir, f, audited(f, data)); err != nil {
			return err
		}
	}
	return nil
}

// line prints the line of a file.
func line(out io.Writer, dir, file string, came []byte) error {
	name, err := filepath.Rel(dir, file)
	if err == nil {
		_, err = fmt.Fprintf(out, "%s %x %d\n", filepath.ToSlash(name), sha256.Sum256(came), len(came))
	}
	return err
}

// tried returns everything that comes of a try file.
func tried(name string, text []byte, maps bool) []byte {
	var all bytes.Buffer
	bench := trial.Bench{Game: adjudicator.Game, Stopped: func(v table.Views, facts []table.Fact) {
		if !maps {
			return
		}
		for _, s := range append([]string{""}, v.Knows("").Lexicon().Sides()...) { // the public and all seats
			sheet := v.Knows(table.Seat(s)).Sheet(facts)
			all.Write(chart.Draw(sheet, chart.Style{}).SVG())
			all.WriteString(chart.Speak(sheet, chart.Style{}, 0))
		}
	}}
	r, err := bench.Run(filepath.Base(name), text)
	return append(all.Bytes(), shown(r, err)...)
}

// audited returns everything that an audit in the page says of an export.
func audited(name string, data []byte) []byte {
	d := desk.New()
	opened := d.Open(filepath.Base(name), data)
	verdict, err := d.Audit("", "en")
	return append(shown(opened, nil), shown(verdict, err)...)
}

// shown is a value as JSON, with the error beside it.
func shown(value any, err error) []byte {
	b, wrong := json.Marshal(value)
	return fmt.Appendf(b, "\n%v %v\n", err, wrong)
}

// mostKept is how many games of a rulebook are audited.
const mostKept = 1

// kept lists exports of finished games, the smallest of each rulebook first, and those that are bad in some way.
func kept(dir, game string) ([]string, error) {
	var out []string
	for _, e := range adjudicator.Games() {
		if game != "" && game != e.Name() {
			continue
		}
		files, err := filepath.Glob(filepath.Join(dir, "testdata", "games", e.Name(), "*.gz"))
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(files, func(a, b string) int { return int(size(a) - size(b)) })
		out = append(out, files[:min(len(files), mostKept)]...)
	}
	bad, err := filepath.Glob(filepath.Join(dir, "testdata", "bad", "*.gz"))
	return append(out, bad...), err
}

func size(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

func unzipped(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
