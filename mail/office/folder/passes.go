package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"fieldpost/events/durable"
)

// Passes remembers in small synced files which game was at which window when a pass began. A pass that kills the process (a stack
// overflow, an endless loop, no memory) is found there at the next start. Once a game has been blamed enough, it is left alone and the
// others go on. A pass takes a fraction of a second: a process that ends in the first moments of a pass may have been killed by chance. One
// that ends after seconds hardly was, so its game is blamed more.
type Passes struct {
	dir     string
	timeout time.Duration
	slow    time.Duration     // from here on a pass is suspicious
	abort   func(game string) // what the watchdog does

	mu   sync.Mutex
	dogs map[string][]*time.Timer
}

// watchdog is how long one pass may take before the process ends itself.
const watchdog = time.Minute

// slowPass is how long a pass may take before it is hardly chance that the program ends in it.
const slowPass = 2 * time.Second

// What an end of the program adds to the blame of the pass that it was in, and how much of it stops the game: two ends in
// a slow pass, or six in the first moments of one (three of those in a row do happen where a server is killed all the time).
const (
	blameChance = 1
	blameSlow   = 3
	blameEnough = 6
)

// NewPasses keeps the marks of passes in a folder. abort is called when a pass does not end within a minute.
func NewPasses(dir string, abort func(string)) (*Passes, error) {
	if err := durable.MakeDir(dir); err != nil {
		return nil, err
	}
	return &Passes{dir: dir, timeout: watchdog, slow: slowPass, abort: abort, dogs: make(map[string][]*time.Timer)}, nil
}

func (p *Passes) path(game string) string { return filepath.Join(p.dir, game) }

// Begin notes that a pass begins. It fails when the program has ended too often in this very pass.
func (p *Passes) Begin(game string, window int) error {
	blame := 0
	if data, err := os.ReadFile(p.path(game)); err == nil {
		w, n, _ := strings.Cut(strings.TrimSpace(string(data)), " ")
		if w == strconv.Itoa(window) {
			blame, _ = strconv.Atoi(n)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if blame >= blameEnough {
		return fmt.Errorf("the program ended again and again while it adjudicated window %d of %s; the game is stopped, the others go on (to try again remove %s and restart)", window, game, p.path(game))
	}
	note := func(more int) error {
		return durable.Replace(p.path(game), fmt.Appendf(nil, "%d %d\n", window, blame+more))
	}
	if err := note(blameChance); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dogs[game] = []*time.Timer{
		time.AfterFunc(p.timeout, func() { p.abort(game) }),
		time.AfterFunc(p.slow, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.dogs[game] != nil {
				_ = note(blameSlow) // the lighter blame stands
			}
		}),
	}
	return nil
}

// End notes that it came to an end, whatever the end was.
func (p *Passes) End(game string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, dog := range p.dogs[game] {
		dog.Stop()
	}
	delete(p.dogs, game)
	os.Remove(p.path(game))
}
