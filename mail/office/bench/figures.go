package bench

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/events/durable"
	"fieldpost/mail/office/reader"
)

// goal is what a figure should reach.
type goal struct {
	key   string // of the figures, or what the keys of several begin with up to a point
	by    counts
	least bool // more is better
	bound float64
	unit  string // of the bound, for readers
	from  int    // the smallest size at which it can be judged; 0: any
	what  string // of that size
}

// counts says what counts in a figure.
type counts int

const (
	byValue counts = iota
	byRatio
	byDifference // of value and baseline
)

// goals are all goals: the help prints them, and a run is marked by them.
var goals = []goal{
	{key: "append.late", by: byRatio, bound: 3, unit: "times the median fsync: the slowest append of a hundred"},
	{key: "append.several", by: byRatio, least: true, bound: 1.5, unit: "of the rate of one game's appends: eight games at once (a stretch)"},
	{key: "rebuild.read", by: byRatio, least: true, bound: 0.9, unit: "of the rate of a consumer that only counts"},
	{key: "rebuild.one", by: byRatio, bound: 1.0 / 40, unit: "of the time of a filtered read", from: 1_000_000, what: "events"},
	{key: "mails", by: byRatio, least: true, bound: 0.4, unit: "of the rate of bare fsyncs (1.0 is the stretch)"},
	{key: "burst.half", bound: 1, unit: "s: half of the receipts have left", from: 200, what: "games"},
	{key: "burst.late", bound: 5, unit: "s: 99 of 100 have left", from: 200, what: "games"},
	{key: "check.ordinary", by: byDifference, bound: 0.2, unit: "s later than without"},
	{key: "check.long", by: byDifference, bound: 0.2, unit: "s later than without, at 200 lines"},
	{key: "receipt", bound: 15, unit: "ms of the processor"},
	{key: "receipt.largest", bound: 50, unit: "ms of the processor, in the largest game"},
	{key: "turn.disk", bound: 400, unit: "KB of log and archive for a window of two players"},
	{key: "turn.disk.somme-1918", bound: 2000, unit: "KB of log and archive for a window of two players"},
	{key: "turn.disk.largest", bound: 2000, unit: "KB of log and archive for a window of two players"},
	{key: "map.png", by: byRatio, bound: 0.1, unit: "of the time of the same map drawn anew in full colour, with image/png"},
	{key: "map.png-size", by: byRatio, bound: 1.0 / 3, unit: "of its bytes"},
	{key: "map.svg", bound: 1, unit: "ms"},
	{key: "map.svg-size", bound: 15, unit: "KB, gzipped"},
	{key: "parked.start", bound: 3, unit: "s until mail is taken in", from: 10_000, what: "games"},
	{key: "parked.memory", bound: 150, unit: "MB of the whole process", from: 10_000, what: "games"},
	{key: "rules", by: byRatio, least: true, bound: 5, unit: "times boardgame.io's reducer (12,200 moves/s where a signature took 24.6 us)"},
	{key: "audit", bound: 0.5, unit: "ms a window: half a second for a game of 1,000"},
}

// String describes a goal to readers.
func (g goal) String() string {
	text := "at most "
	if g.least {
		text = "at least "
	}
	text += short(g.bound) + " " + g.unit
	if g.from > 0 {
		text += fmt.Sprintf(", with %d %s", g.from, g.what)
	}
	return text
}

// brief returns only the bound, for a figure in that unit.
func (g goal) brief(unit string) string {
	sign, text := "<= ", short(g.bound)
	if g.least {
		sign = ">= "
	}
	switch {
	case g.by == byRatio && !g.least && g.bound < 1:
		text = "1/" + short(1/g.bound)
	case g.by == byValue:
		text += " " + unit
	case g.by == byDifference:
		text += " " + unit + " more"
	}
	if g.from > 0 {
		text += fmt.Sprintf(" with %d %s", g.from, g.what)
	}
	return sign + text
}

// goalOf finds the goal of a figure: that of its own key, or that of the longest beginning of it.
func goalOf(key string) (goal, bool) {
	for {
		if i := slices.IndexFunc(goals, func(g goal) bool { return g.key == key }); i >= 0 {
			return goals[i], true
		}
		i := strings.LastIndexByte(key, '.')
		if i < 0 {
			return goal{}, false
		}
		key = key[:i]
	}
}

// figure is one thing measured.
type figure struct {
	Key      string  `json:"key"`
	Value    float64 `json:"value"`
	Unit     string  `json:"unit"`
	Baseline float64 `json:"baseline"` // in the same unit unless Beside says another; 1 where a value stands for itself
	Beside   string  `json:"beside"`   // what the baseline is
	Ratio    float64 `json:"ratio"`    // of value to baseline
	Size     int     `json:"size"`     // how many games, events, lines or windows were measured, where that matters
	Least    bool    `json:"more_is_better"`
	Met      string  `json:"goal"` // "met", "missed", "not judged" at that size, "" without a goal
}

// report is what one run found, and on what.
type report struct {
	Go      string   `json:"go"`
	System  string   `json:"system"`
	Cores   int      `json:"cores"`
	Figures []figure `json:"figures"`
}

func newReport() report {
	return report{Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU()}
}

// add completes a figure and keeps it.
func (r *report) add(f figure) figure {
	if f.Baseline == 0 {
		f.Baseline = 1
	}
	f.Ratio = f.Value / f.Baseline
	if g, ok := goalOf(f.Key); ok {
		f.Least = g.least
		reached := f.Value
		switch g.by {
		case byRatio:
			reached = f.Ratio
		case byDifference:
			reached = f.Value - f.Baseline
		}
		f.Met = "missed"
		if reached == g.bound || g.least == (reached > g.bound) {
			f.Met = "met"
		}
		if f.Size < g.from {
			f.Met = "not judged"
		}
	}
	r.Figures = append(r.Figures, f)
	return f
}

const heading = "figure                         size    value           baseline                                  ratio   goal"

// String is the figure's line.
func (f figure) String() string {
	beside, ratio := "", ""
	if f.Beside != "" {
		beside, ratio = short(f.Baseline)+" "+f.Beside, short(f.Ratio)
	}
	size := ""
	if f.Size > 0 {
		size = strconv.Itoa(f.Size)
	}
	line := fmt.Sprintf("%-27s %7s %8s %-9s %-38s %8s", f.Key, size, short(f.Value), f.Unit, beside, ratio)
	if g, ok := goalOf(f.Key); ok {
		line += "   " + f.Met + ": " + g.brief(f.Unit)
	}
	return strings.TrimRight(line, " ")
}

// short writes a number with three significant digits.
func short(x float64) string {
	switch {
	case x >= 100 || x == float64(int64(x)):
		return fmt.Sprintf("%.0f", x)
	case x >= 0.001 || x <= -0.001:
		return fmt.Sprintf("%.3g", x)
	}
	return fmt.Sprintf("%.2g", x)
}

func (r report) write(file string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return durable.Replace(file, append(data, '\n'))
}

func readReport(file string) (r report, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("%s: %w", file, err)
	}
	if len(r.Figures) == 0 {
		return r, fmt.Errorf("%s holds no figures: `fieldpost bench --json` writes them", file)
	}
	return r, nil
}

// worse is by how much a ratio may get worse before it counts: measuring the same thing twice gives differences of that size.
const worse = 1.2

// compare reports what got worse since an earlier run, as an error.
func (r report) compare(out io.Writer, before report) error {
	compared, lost := 0, 0
	for _, f := range r.Figures {
		i := slices.IndexFunc(before.Figures, func(old figure) bool { return old.Key == f.Key && old.Size == f.Size })
		if i < 0 {
			continue
		}
		compared++
		was, is := before.Figures[i].Ratio, f.Ratio
		if f.Least {
			was, is = is, was
		}
		if is > was*worse {
			lost++
			fmt.Fprintf(out, "worse: %s: the ratio is %s, it was %s\n", f.Key, short(f.Ratio), short(before.Figures[i].Ratio))
		}
	}
	switch {
	case compared == 0:
		return errors.New("nothing can be compared: the two runs have no figure of the same size in common")
	case lost > 0:
		return fmt.Errorf("%d of %d figures got worse by more than 20%%", lost, compared)
	}
	fmt.Fprintf(out, "compared with before: none of %d figures got worse by more than 20%%\n", compared)
	return nil
}

// signature is the processor time of one signature now, the baseline of figures that have no other. Best of several: noise only adds.
func signature() time.Duration {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	text := make([]byte, 300)
	best := time.Hour
	for range 10 {
		begun := reader.ProcessorTime()
		for range 50 {
			ed25519.Sign(key, text)
		}
		best = min(best, (reader.ProcessorTime()-begun)/50)
	}
	return best
}

// timed is a figure of a time, in a unit, beside a signature.
func timed(key string, took time.Duration, unit time.Duration, size int) figure {
	names := map[time.Duration]string{time.Second: "s", time.Millisecond: "ms", time.Microsecond: "us"}
	return figure{
		Key: key, Value: float64(took) / float64(unit), Unit: names[unit], Size: size,
		Baseline: float64(signature()) / float64(unit), Beside: names[unit] + " a signature",
	}
}

// median sorts and returns the middle and the 99th of a hundred.
func median(times []time.Duration) (p50, p99 time.Duration) {
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*99/100]
}
