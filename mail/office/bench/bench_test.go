package bench

import (
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/mail/office/library"
	"fieldpost/mail/office/reader"
)

// TestBenchMeasuresEverything: every measure runs, at its smallest, and gives all its figures, each with a ratio; a run is not worse than itself, and
// one that has become worse is found.
func TestBenchMeasuresEverything(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "bench.json")
	var out, said strings.Builder
	options := Options{Game: "duel", Games: 2, Parked: 2, Turns: 1, JSON: kept, Dir: dir}
	if err := Run(t.Context(), options, "", &out, &said); err != nil {
		t.Fatalf("%v\n%s%s", err, out.String(), said.String())
	}
	r, err := readReport(kept)
	if err != nil || r.Go == "" || r.Cores < 1 || r.System == "" {
		t.Fatalf("%+v, %v", r, err)
	}
	var got []string
	for _, f := range r.Figures {
		got = append(got, f.Key)
		if f.Unit == "" || f.Value < 0 || f.Baseline <= 0 || f.Ratio != f.Value/f.Baseline {
			t.Errorf("%+v", f)
		}
		if _, ok := goalOf(f.Key); ok == (f.Met == "") {
			t.Errorf("%s is marked %q", f.Key, f.Met)
		}
		if !strings.Contains(out.String(), f.Key) {
			t.Errorf("%s is not printed", f.Key)
		}
	}
	want := []string{
		"append.late", "append.one", "append.several", "audit", "burst.half", "burst.late", "check.long", "check.ordinary", "effect.duel", "mails.duel", "map.png", "map.png-size", "map.svg",
		"map.svg-size", "parked.memory", "parked.start", "rebuild.one", "rebuild.read", "receipt.duel", "rules.duel", "turn.disk.duel", "turn.time.duel",
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("figures: %v, want %v", got, want)
	}
	for _, g := range goals { // each goal is one of something that is measured
		if !slices.ContainsFunc(want, func(key string) bool {
			return strings.HasPrefix(key, strings.TrimSuffix(strings.TrimSuffix(g.key, ".somme-1918"), ".largest"))
		}) {
			t.Errorf("nothing is measured for the goal of %s", g.key)
		}
	}
}

// TestBenchFindsWhatGotWorse: ratios alone are compared, each in its own direction, and only those of the same size.
func TestBenchFindsWhatGotWorse(t *testing.T) {
	before := newReport()
	before.add(figure{Key: "append.one", Value: 100, Unit: "/s", Baseline: 200, Least: true})
	before.add(figure{Key: "map.png", Value: 10, Unit: "ms", Baseline: 100})
	before.add(figure{Key: "burst.half", Value: 1, Unit: "s", Baseline: 0.001, Size: 200})
	for _, c := range []struct {
		name string
		now  []figure
		want string // in what is printed
		ok   bool
	}{
		{"the same on a slower machine", []figure{{Key: "append.one", Value: 10, Baseline: 20, Least: true}, {Key: "map.png", Value: 100, Baseline: 1000}}, "none of 2", true},
		{"within the noise", []figure{{Key: "map.png", Value: 11.9, Baseline: 100}}, "none of 1", true},
		{"better", []figure{{Key: "append.one", Value: 200, Baseline: 200, Least: true}, {Key: "map.png", Value: 1, Baseline: 100}}, "none of 2", true},
		{"more is better", []figure{{Key: "append.one", Value: 79, Baseline: 200, Least: true}}, "worse: append.one: the ratio is 0.395, it was 0.5", false},
		{"less is better", []figure{{Key: "map.png", Value: 13, Baseline: 100}}, "worse: map.png: the ratio is 0.13, it was 0.1", false},
		{"another size", []figure{{Key: "burst.half", Value: 9, Baseline: 0.001, Size: 20}}, "", false},
	} {
		now := newReport()
		for _, f := range c.now {
			now.add(f)
		}
		var out strings.Builder
		if err := now.compare(&out, before); (err == nil) != c.ok || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: %v, %q", c.name, err, out.String())
		}
	}
}

// TestHelpNamesEverything: what can be measured, and every goal.
func TestHelpNamesEverything(t *testing.T) {
	for _, m := range measures {
		if !strings.Contains(Help(), m.name) {
			t.Errorf("the help does not name %s", m.name)
		}
	}
	for _, g := range goals {
		if !strings.Contains(Help(), g.key) {
			t.Errorf("the help does not tell the goal of %s", g.key)
		}
	}
}

// BenchmarkReceipt is an order mail of a bot in each rulebook's show piece, from the post office to its receipt, trials and letter and all.
// Each mail replaces the one before it, so none is tried on a longer draft than a player's.
func BenchmarkReceipt(b *testing.B) {
	for _, name := range library.Games() {
		b.Run(name, func(b *testing.B) {
			ctx := b.Context()
			run := &bench{out: io.Discard, told: io.Discard, dir: b.TempDir(), sources: make(map[string]*club)}
			k, list, err := run.source(ctx, name)
			if err != nil {
				b.Fatal(err)
			}
			list = slices.DeleteFunc(list, func(d draft) bool { return d.orders() == 0 })
			b.ReportAllocs()
			spent := reader.ProcessorTime()
			for i := 0; b.Loop(); i++ {
				d := list[i%len(list)]
				if err := k.hand(ctx, k.mail(benchGame, player(d.seat), d.text(benchGame))); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((reader.ProcessorTime()-spent).Microseconds())/1000/float64(b.N), "cpu-ms/op")
			if err := k.answered(ctx, benchGame, list[0].seat, "receipt"); err != nil {
				b.Fatal(err)
			}
			if err := run.closeSources(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
