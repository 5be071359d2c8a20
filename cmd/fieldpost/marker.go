package main

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
)

// passMarker remembers in small synced files which game was at which window when a pass began. A pass that kills the
// process (a stack overflow, an endless loop, no memory) is found there at the next start; found twice, its game is
// left alone and the others go on.
type passMarker struct {
	dir     string
	timeout time.Duration
	abort   func(game string) // what the watchdog does

	mu   sync.Mutex
	dogs map[string]*time.Timer
}

// watchdog is how long one pass may take before the process ends itself.
const watchdog = time.Minute

// tooOften is how many ends of the program in one pass are blamed on its game: one may be a power cut.
const tooOften = 2

func newPassMarker(dir string, abort func(string)) (*passMarker, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return &passMarker{dir: dir, timeout: watchdog, abort: abort, dogs: make(map[string]*time.Timer)}, nil
}

func (p *passMarker) path(game string) string { return filepath.Join(p.dir, game) }

// Begin notes that a pass begins. It fails when the same pass has begun twice before without an end.
func (p *passMarker) Begin(game string, window int) error {
	tries := 0
	if data, err := os.ReadFile(p.path(game)); err == nil {
		w, n, _ := strings.Cut(strings.TrimSpace(string(data)), " ")
		if w == strconv.Itoa(window) {
			tries, _ = strconv.Atoi(n)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if tries >= tooOften {
		return fmt.Errorf("window %d of %s ended the program %d times; the game is stopped, the others go on (remove %s to try again)", window, game, tries, p.path(game))
	}
	if err := writeSynced(p.path(game), fmt.Sprintf("%d %d\n", window, tries+1)); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dogs[game] = time.AfterFunc(p.timeout, func() { p.abort(game) })
	return nil
}

// End notes that it came to an end, whatever the end was.
func (p *passMarker) End(game string) {
	p.mu.Lock()
	if dog := p.dogs[game]; dog != nil {
		dog.Stop()
		delete(p.dogs, game)
	}
	p.mu.Unlock()
	os.Remove(p.path(game))
}

func writeSynced(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}
