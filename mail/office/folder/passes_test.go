package folder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// ends tells how often the program can end in a pass of one window before the game is left alone.
func ends(t *testing.T, dir string, lasts time.Duration) int {
	t.Helper()
	for n := range 100 {
		p, err := NewPasses(dir, func(string) {}) // a new process
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Begin("hill", 7); err != nil {
			if !strings.Contains(err.Error(), filepath.Join(dir, "hill")) {
				t.Errorf("the message does not name the file to remove: %v", err)
			}
			return n
		}
		time.Sleep(lasts) // in the bubble's time
		for _, dog := range p.dogs["hill"] {
			dog.Stop() // the process ends here
		}
	}
	t.Fatal("a pass that always ends the program is tried for ever")
	return 0
}

func TestMarkerBlamesSlowPassesMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if n := ends(t, t.TempDir(), 10*time.Millisecond); n != 6 {
			t.Errorf("killed in its first moments a pass is tried %d times, want 6", n)
		}
		if n := ends(t, t.TempDir(), 10*time.Second); n != 2 {
			t.Errorf("a slow pass is tried %d times, want 2", n)
		}
	})
}

func TestMarkerForgetsAPassThatEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		bitten := make(chan string, 1)
		p, err := NewPasses(dir, func(game string) { bitten <- game })
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			if err := p.Begin("hill", 7); err != nil {
				t.Fatal(err)
			}
			p.End("hill")
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("%d markers are left", len(left))
		}
		if err := os.WriteFile(filepath.Join(dir, "hill"), []byte("6 99\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := p.Begin("hill", 7); err != nil {
			t.Errorf("an older window is blamed on a newer one: %v", err)
		}
		if game := <-bitten; game != "hill" { // the bubble's clock runs on until the watchdog bites
			t.Errorf("the watchdog bites %s", game)
		}
	})
}
