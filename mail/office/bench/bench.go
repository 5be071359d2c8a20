package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/spelling"
	"fieldpost/mail/office/library"
)

// Options say what is measured, and how much of it.
type Options struct {
	Only    []string // measures; all if empty
	Game    string   // the rulebook, where all are measured otherwise
	Games   int      // that are played at the same time, and that are in the log; at least 2
	Parked  int      // games at rest in the installation that is started; at least 1
	Turns   int      // order windows of each rulebook that are played for a figure; at least 1
	JSON    string   // file for the figures; none if empty
	Against string   // file of figures to compare with; none if empty
	Dir     string   // folder on the disk to measure; a temporary one if empty
	Profile string   // file for a profile of the processor's time; none if empty
}

// UsageError means that the options make no sense.
type UsageError struct{ error }

// Unwrap returns the error.
func (u UsageError) Unwrap() error { return u.error }

// measure is one thing that can be measured by itself.
type measure struct {
	name  string
	about string
	run   func(b *bench, ctx context.Context) error
}

// measures are all measures, in the order in which they run. The games at rest come first: their memory is that of the process.
var measures = []measure{
	{"parked", "the second start of an installation of games at rest, and the memory of the whole process", (*bench).parked},
	{"append", "an event that is safe on the disk, of one game and of several at once", (*bench).appends},
	{"rebuild", "the whole log, read and decoded, and one game out of it", (*bench).rebuild},
	{"mails", "order mails over 8 connections, from DATA to 250, and until their orders are in the log", (*bench).mails},
	{"burst", "all mails of many games at once, from each mail to its receipt", (*bench).burst},
	{"check", "how long another game's receipt is kept waiting by a CHECK", (*bench).checks},
	{"receipt", "the processor time of an order mail and its receipt", (*bench).receipts},
	{"turn", "the letters of a turn, from the seal to the last one issued, and the disk space of a window", (*bench).letters},
	{"map", "maps of 30x30 hexes with 200 counters", (*bench).maps},
	{"rules", "recorded games played again by the rules alone", (*bench).rules},
	{"audit", "the audit of a long game, with rules", (*bench).audit},
}

// Help says what is measured, what for, and how to read it.
func Help() string {
	var t strings.Builder
	t.WriteString(`Everything is measured beside a baseline, in the same run and on the same machine: only the ratio of the two can be compared between machines,
and --against compares only the ratio. Where nothing else is given, the baseline is the processor time of one Ed25519 signature. A machine
that is busy with other things gives figures that mean little.

What can be measured (--only takes these names):
`)
	for _, m := range measures {
		fmt.Fprintf(&t, "  %-8s %s\n", m.name, m.about)
	}
	t.WriteString("\nThe goals. Some apply only from a certain size; smaller runs are not judged by them.\n")
	for _, g := range goals {
		fmt.Fprintf(&t, "  %-20s %s\n", g.key, g)
	}
	t.WriteString(`
Examples:
  fieldpost bench --only append,map
  fieldpost bench --only burst --games 200
  fieldpost bench --only parked --parked 10000
  fieldpost bench --json before.json
  fieldpost bench --against before.json`)
	return t.String()
}

// bench is one run.
type bench struct {
	Options
	scenarios string    // folder of the user's own scenarios; "" for none
	out, told io.Writer // figures, and how far the work has come
	dir       string
	report    report
	sources   map[string]*club // games that bots have begun, to be copied, by rulebook
	cost      map[string]cost  // of the games that were played for receipts and letters, by their keys
}

// Run measures what was named, prints a line for each figure, and compares: it is an error if a ratio got worse by more than 20 %. A folder of
// scenarios of the user's own may be "". How far the work has come is told beside.
func Run(ctx context.Context, b Options, scenarios string, out, told io.Writer) (err error) {
	chosen, err := b.chosen()
	if err != nil {
		return UsageError{err}
	}
	if b.Games < 2 || b.Parked < 1 || b.Turns < 1 {
		return UsageError{errors.New("at least 2 games, 1 parked game and 1 turn are needed")}
	}
	var before report
	if b.Against != "" {
		if before, err = readReport(b.Against); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp(b.Dir, "fieldpost-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	run := &bench{Options: b, scenarios: scenarios, out: out, told: told, dir: dir, report: newReport(), sources: make(map[string]*club), cost: make(map[string]cost)}
	defer func() { err = errors.Join(err, run.closeSources()) }()
	if b.Profile != "" {
		stop, err := profile(b.Profile)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
	}
	fmt.Fprintln(out, heading)
	for _, m := range chosen {
		run.say("%s: %s", m.name, m.about)
		if err := m.run(run, ctx); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	if b.JSON != "" {
		if err := run.report.write(b.JSON); err != nil {
			return err
		}
	}
	if b.Against == "" {
		return nil
	}
	return run.report.compare(out, before)
}

// profile writes a profile of the processor's time to a file until it is stopped.
func profile(file string) (stop func() error, err error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}

// chosen are the measures named by --only.
func (b Options) chosen() (list []measure, err error) {
	if b.Game != "" {
		if _, err := library.Game(b.Game); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, m := range measures {
		names = append(names, m.name)
	}
	for _, name := range b.Only {
		if !slices.Contains(names, name) {
			near, ok := spelling.Nearest(name, names)
			if ok {
				return nil, fmt.Errorf("nothing called %q is measured; did you mean %s?", name, near)
			}
			return nil, fmt.Errorf("nothing called %q is measured; there are: %s", name, strings.Join(names, ", "))
		}
	}
	for _, m := range measures {
		if len(b.Only) == 0 || slices.Contains(b.Only, m.name) {
			list = append(list, m)
		}
	}
	return list, nil
}

// rulebooks are those to be measured.
func (b *bench) rulebooks() []string {
	if b.Game != "" {
		return []string{b.Game}
	}
	return library.Games()
}

// rulebook is the one to be measured where one is enough.
func (b *bench) rulebook() string {
	if b.Game != "" {
		return b.Game
	}
	return adjudicator.Games()[0].Name()
}

// say prints how far the work has come.
func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.told, format+"\n", args...) }

// folder is where something is measured.
func (b *bench) folder(name string) string { return filepath.Join(b.dir, name) }

// add keeps a figure and prints it.
func (b *bench) add(f figure) {
	f = b.report.add(f)
	fmt.Fprintln(b.out, f)
}
