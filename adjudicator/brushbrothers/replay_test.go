package brushbrothers_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

var (
	keepGames    = flag.String("keep-games", "", "folder into which finished games are written")
	keepRevision = flag.Int("keep-revision", brushbrothers.Engine.Revision(), "revision with which they are played")
)

// finished is a game that was played to its end, with all that it followed from.
type finished struct {
	Setup     table.Setup
	Seals     []table.Seal
	Rolls     []table.Roll
	Hash      string // of the last position
	Facts     string // digest of all facts
	Standings string // who won
}

// TestFinishedGamesReplay plays finished games again from their own scenario, orders and dice, by the revision that they
// were played with: they must come out to the byte as they did. The files were written when the games were played; a new
// one is added for a new revision. As long as no revision is released a mend of the rules writes anew those that it changes,
// with the flags -keep-games and -keep-revision.
func TestFinishedGamesReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/replay/*.json.gz")
	if err != nil || len(files) == 0 {
		t.Fatal("no finished game is kept", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			packed, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			z, err := gzip.NewReader(bytes.NewReader(packed))
			if err != nil {
				t.Fatal(err)
			}
			var f finished
			if err := json.NewDecoder(z).Decode(&f); err != nil {
				t.Fatal(err)
			}
			g, err := brushbrothers.Engine.Open(f.Setup)
			if err != nil {
				t.Fatal(err)
			}
			r := g.Play(&table.Recorded{Seals: f.Seals, Rolls: f.Rolls}, 0, nil)
			if r.Halt != nil {
				t.Fatalf("%s %s %s", r.Halt.Code, r.Halt.Key, r.Halt.Detail)
			}
			if facts := text(table.Digest(r.Facts)); facts != f.Facts {
				t.Errorf("its facts differ: %s, were %s", facts, f.Facts)
			}
			if hash := text(r.Views.Hash()); hash != f.Hash {
				t.Errorf("its last position differs: %s, was %s", hash, f.Hash)
			}
			if r.Ending == nil || string(r.Ending.Winner) != f.Standings {
				t.Errorf("it ended with %v; %q had won", r.Ending, f.Standings)
			}
		})
	}
}

func text(h events.Hash) string {
	b, _ := json.Marshal(h)
	return string(b)
}

// TestKeepFinishedGame writes one game of each of the named scenarios; it runs only where a folder is named.
func TestKeepFinishedGame(t *testing.T) {
	folder := *keepGames
	if folder == "" {
		t.Skip("no folder is named with -keep-games")
	}
	for i, name := range shipped {
		s := setup(t, name, []string{"plan", "run", "token"}[i%3])
		s.Revision = *keepRevision
		g, err := brushbrothers.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats, _ := brushbrothers.Engine.Seats(s.Document)
		w := table.NewSelfPlay(uint64(i+5), []string{"random", "sensible"}[i%2], seats)
		r := g.Play(w, 0, nil)
		if r.Halt != nil || r.Ending == nil {
			t.Fatal(name, r.Halt)
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		f := finished{Setup: s, Seals: w.Given, Rolls: r.Rolls, Hash: text(r.Views.Hash()), Facts: text(table.Digest(r.Facts)), Standings: string(r.Ending.Winner)}
		if err := json.NewEncoder(z).Encode(f); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%s-r%d.json.gz", name, s.Rhythm, s.Revision)), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
