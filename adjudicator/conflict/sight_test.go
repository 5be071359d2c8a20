package conflict

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"fieldpost/adjudicator/position"

	"pgregory.net/rapid"

	"fieldpost/scenarios"
)

// A commit's tests say the same whenever they are run; -rapid.seed=0 draws its cases anew.
func init() { _ = flag.Set("rapid.seed", "1") }

// open is the position before the first step of a shipped scenario.
func opened(t testing.TB, name string) *Game {
	t.Helper()
	d := new(Document)
	if _, err := scenarios.Load("conflict-of-heroes", name, d); err != nil {
		t.Fatal(err)
	}
	d.survey()
	return setUp(d, nil)
}

// TestSightIsMutual is CH-6.0c, whatever ground and smoke lie between; and units never matter to it (CH-6.0f).
func TestSightIsMutual(t *testing.T) {
	base := opened(t, "hill-205")
	codes := ".fwFbs"
	rapid.Check(t, func(t *rapid.T) {
		g := base.Clone()
		place := rapid.SampledFrom(g.net.Places())
		for range rapid.IntRange(0, 12).Draw(t, "changes") {
			hex := place.Draw(t, "hex")
			var low, high bool
			g.Map, low = g.net.Recode(g.Map, hex, codes[rapid.IntRange(0, len(codes)-1).Draw(t, "code")])
			g.Levels, high = g.net.Recode(g.Levels, hex, byte('0'+rapid.IntRange(0, 3).Draw(t, "level")))
			if !low || !high {
				t.Fatalf("%s has no ground or no level", hex)
			}
			if rapid.Bool().Draw(t, "smoke") {
				g.Smoke = append(g.Smoke, Cloud{Hex: hex, DM: rapid.IntRange(1, 2).Draw(t, "dm")})
			}
		}
		a, b := place.Draw(t, "a"), place.Draw(t, "b")
		there, back := g.los(a, b), g.los(b, a)
		if there != back {
			t.Fatalf("%s sees %s: %v; %s sees %s: %v", a, b, there, b, a, back)
		}
		if g.distance(a, b) <= 1 && !there.clear {
			t.Fatalf("%s does not see its neighbour %s", a, b)
		}
		g.Units = nil
		if g.los(a, b) != there {
			t.Fatalf("units change the line from %s to %s", a, b)
		}
	})
}

// TestKnownIsStable: what is known of what is known is the same, and the bytes of a position bring it back.
func TestKnownIsStable(t *testing.T) {
	form, err := position.Of(new(Game))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"couriers-satchel", "strelka-crossroads", "hill-205", "hill-205-four"} {
		g := opened(t, name)
		for _, s := range append(g.seats(), "") {
			k := g.Known(s)
			once, twice := string(form.Append(nil, k)), string(form.Append(nil, k.Known(s)))
			if once != twice {
				t.Errorf("%s: %q knows something else of what it knows:\n%s\n%s", name, s, once, twice)
			}
			back := new(Game)
			if err := form.Read([]byte(once), back); err != nil || string(form.Append(nil, back)) != once {
				t.Errorf("%s: the bytes of what %q knows do not bring it back: %v", name, s, err)
			}
		}
	}
}

// TestEveryExampleIsPlayed: each worked example of the rulebook has a try file.
func TestEveryExampleIsPlayed(t *testing.T) {
	for n := 1; n <= 87; n++ {
		found := false
		files, err := filepath.Glob(filepath.Join("testdata", "try", "ex-*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			found = found || covers(filepath.Base(f), n)
		}
		if !found {
			t.Errorf("no try file plays example %d", n)
		}
	}
	if _, err := os.Stat(filepath.Join("testdata", "try")); err != nil {
		t.Fatal(err)
	}
}

// covers reports whether a file such as ex-19-20-flank.yaml is of an example: its numbers are one or a span.
func covers(name string, n int) bool {
	var numbers []int
	at := len("ex-")
	for at < len(name) {
		v, digits := 0, 0
		for at < len(name) && name[at] >= '0' && name[at] <= '9' {
			v, digits, at = v*10+int(name[at]-'0'), digits+1, at+1
		}
		if digits != 2 {
			break
		}
		numbers = append(numbers, v)
		at++
	}
	if len(numbers) == 1 {
		return numbers[0] == n
	}
	return len(numbers) >= 2 && n >= numbers[0] && n <= numbers[1]
}

// TestLanguage: the verbs and conditions contradict each other nowhere, and every example parses in both languages.
func TestLanguage(t *testing.T) {
	for _, flaw := range Engine.Language().Validate() {
		t.Error(flaw)
	}
}
