package archive_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/events/logtest"
	"fieldpost/events/memlog"
	"fieldpost/projections/archive"
)

func openArchive(t testing.TB, dir string) *archive.Archive {
	t.Helper()
	a, err := archive.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() }) // some tests close it themselves
	return a
}

// filled gives a log of three games and an archive that holds all of it.
func filled(t testing.TB, store events.Store, dir string, n int) *archive.Archive {
	t.Helper()
	a := openArchive(t, dir)
	for i := range 3 {
		game := fmt.Sprintf("game-%d", i)
		logtest.Extend(t, store, game, n)
		if _, err := archive.CatchUp(t.Context(), store, a, game); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func reopen(t *testing.T, a *archive.Archive, dir string) *archive.Archive {
	t.Helper()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return openArchive(t, dir)
}

func records(t testing.TB, log events.Log, game string) (all []events.Record) {
	t.Helper()
	for r, err := range log.Read(context.Background(), game, 1) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func codes(found []archive.Finding) string {
	var all []string
	for _, f := range found {
		all = append(all, fmt.Sprintf("%s@%s:%d", f.Code, f.Game, f.Seq))
	}
	return strings.Join(all, " ")
}

func TestArchiveKeepsAll(t *testing.T) {
	dir, log := t.TempDir(), memlog.New()
	a := filled(t, log, dir, 20)
	digest, err := a.Put(t.Context(), []byte("a letter"))
	if err != nil {
		t.Fatal(err)
	}
	a = reopen(t, a, dir)
	for _, game := range []string{"game-0", "game-1", "game-2"} {
		want := records(t, log, game)
		var got []events.Record
		for r, err := range a.Records(game) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		if len(got) != 20 || !slices.EqualFunc(got, want, func(a, b events.Record) bool {
			return bytes.Equal(a.Bytes, b.Bytes) && len(a.Secrets) == len(b.Secrets)
		}) {
			t.Errorf("%s: other records", game)
		}
		if err := a.Write(want[4]); err != nil {
			t.Errorf("the same again: %v", err)
		}
	}
	other := logtest.Record(t, "game-0", events.Head{Seq: 20, Hash: events.LeafHash(nil)})
	if err := a.Write(other); !errors.Is(err, events.ErrConflict) {
		t.Errorf("another history: got %v", err)
	}
	if data, err := a.Get(t.Context(), digest); err != nil || string(data) != "a letter" {
		t.Errorf("got %q, %v", data, err)
	}
	if _, err := archive.Open(dir); err == nil || !strings.Contains(err.Error(), "already running") {
		t.Errorf("a second program: got %v", err)
	}
	if found := archive.Check(t.Context(), log, a); len(found) != 0 {
		t.Errorf("got %s", codes(found))
	}
}

// Every cut of the file, at each byte, heals from the log; and what the log has lost as well is told.
func TestEveryCutHealsFromTheLog(t *testing.T) {
	dir, log := t.TempDir(), memlog.New()
	a := filled(t, log, dir, 4)
	path := filepath.Join(dir, "games", "game-1.fpa")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := range len(whole) {
		if err := os.WriteFile(path, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		a = reopen(t, a, dir)
		for _, f := range archive.Check(t.Context(), log, a) {
			if f.Stops || f.Game != "game-1" {
				t.Fatalf("cut at %d: %+v", size, f)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, whole) {
			t.Fatalf("cut at %d: not healed (%v)", size, err)
		}
	}
}

// Every flipped bit of the file is found or healed, and the log brings the file back.
func TestEveryFlippedBitOfTheArchiveIsFound(t *testing.T) {
	dir, log := t.TempDir(), memlog.New()
	a := filled(t, log, dir, 4)
	path := filepath.Join(dir, "games", "game-1.fpa")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for bit := 0; bit < len(whole)*8; bit += 5 {
		bad := bytes.Clone(whole)
		bad[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		a = reopen(t, a, dir)
		found := archive.Check(t.Context(), log, a)
		if len(found) == 0 || slices.ContainsFunc(found, func(f archive.Finding) bool {
			return f.Game != "game-1" || !strings.Contains(f.Text, "game-1") && !strings.Contains(f.Text, "Game game-1")
		}) {
			t.Fatalf("bit %d: got %s", bit, codes(found))
		}
		if found[0].Code == archive.ArchiveDamaged {
			if _, err := archive.Repair(t.Context(), a, nil); !errors.Is(err, events.ErrDamaged) {
				t.Fatalf("bit %d: a damaged archive was to be restored from: %v", bit, err)
			}
			if err := archive.Rewrite(t.Context(), log, a, "game-1"); err != nil {
				t.Fatalf("bit %d: %v", bit, err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, whole) {
			t.Fatalf("bit %d: not healed (%v)", bit, err)
		}
	}
}

// partial gives a log that holds n events of each game, then goes on with others if fork is set.
func partial(t *testing.T, from events.Store, n int, fork bool) events.Store {
	t.Helper()
	log := memlog.New()
	for _, game := range []string{"game-0", "game-1", "game-2"} {
		all := records(t, from, game)
		for _, r := range all[:n] {
			if err := log.Append(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if fork {
			head, err := log.Head(t.Context(), game)
			if err != nil {
				t.Fatal(err)
			}
			r, err := events.Next(head, events.Event{Game: game, Actor: "clock", Body: events.Rewound{Reason: "another history"}})
			if err == nil {
				err = log.Append(t.Context(), r)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return log
}

func TestALogThatLostItsEndOrTellsAnotherStory(t *testing.T) {
	log := memlog.New()
	a := filled(t, log, t.TempDir(), 10)
	for name, c := range map[string]struct {
		log  events.Store
		want string
	}{
		"empty":                     {memlog.New(), "log.regression@game-0:1 log.regression@game-1:1 log.regression@game-2:1"},
		"an older backup":           {partial(t, log, 7, false), "log.regression@game-0:8 log.regression@game-1:8 log.regression@game-2:8"},
		"an older backup, gone on":  {partial(t, log, 7, true), "log.different@game-0:8 log.different@game-1:8 log.different@game-2:8"},
		"the log is merely further": {partial(t, log, 10, true), "archive.behind@game-0:11 archive.behind@game-1:11 archive.behind@game-2:11"},
	} {
		dir := t.TempDir()
		other := filled(t, partial(t, log, 0, false), dir, 0)
		for _, game := range a.Games() {
			for r, err := range a.Records(game) {
				if err == nil {
					err = other.Write(r)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := codes(archive.Check(t.Context(), c.log, other)); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

var damages = flag.Int("damages", 3, "damage each file of the stream at so many places; at each the store is opened anew, which takes its time")

// Damage to the files of the server, of any kind and anywhere, is harmless, healed or found; and the archive brings
// every byte back.
func TestDamageToTheServersFilesIsNeverSilent(t *testing.T) {
	base := t.TempDir()
	clean := filepath.Join(base, "clean")
	store, err := jetstream.Open(t.Context(), jetstream.Options{Dir: clean})
	if err != nil {
		t.Fatal(err)
	}
	a := filled(t, store, filepath.Join(base, "archive"), 40)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	var blocks []string
	err = filepath.WalkDir(filepath.Join(clean, "nats"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.Contains(path, filepath.Join("LOG", "msgs")) {
			blocks = append(blocks, strings.TrimPrefix(path, clean))
		}
		return err
	})
	if err != nil || len(blocks) == 0 {
		t.Fatalf("no files of the stream: %v", err)
	}
	outcomes := map[string]int{}
	for _, block := range blocks {
		whole, err := os.ReadFile(clean + block)
		if err != nil {
			t.Fatal(err)
		}
		for n := range *damages {
			for _, cut := range []bool{false, true} {
				dir := filepath.Join(base, fmt.Sprintf("try-%d", len(outcomes)+n*2))
				if err := os.CopyFS(dir, os.DirFS(clean)); err != nil {
					t.Fatal(err)
				}
				at := len(whole) * (2*n + 1) / (2 * *damages)
				bad := bytes.Clone(whole)
				bad[at] ^= 1 << (n % 8)
				if cut {
					bad = bad[:at]
				}
				if err := os.WriteFile(dir+block, bad, 0o600); err != nil {
					t.Fatal(err)
				}
				outcomes[judge(t, dir, a, fmt.Sprintf("%s, byte %d, cut %v", block, at, cut))]++
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	t.Logf("outcomes: %v", outcomes)
	if outcomes["found"] == 0 {
		t.Error("no damage was ever found: the test tests nothing")
	}
}

// judge opens a damaged store and tells what came of it; where it was found, it repairs and compares.
func judge(t *testing.T, dir string, a *archive.Archive, what string) string {
	t.Helper()
	ctx := t.Context()
	outcome := "harmless"
	store, err := jetstream.Open(ctx, jetstream.Options{Dir: dir})
	if err != nil {
		outcome = "refused"
	} else {
		found := archive.Compare(ctx, store, a) // what a start sees
		for _, f := range found {
			if !f.Stops || f.Text == "" {
				t.Fatalf("%s: %+v", what, f)
			}
			outcome = "found"
		}
		if later := archive.Check(ctx, store, a); outcome == "harmless" && len(later) > 0 {
			outcome = "found later"
		}
		if outcome == "harmless" {
			for _, game := range a.Games() {
				if head, err := events.Walk(game, store.Read(ctx, game, 1)); err != nil || head != a.Head(game) {
					t.Fatalf("%s: silently lost: %+v, %v", what, head, err)
				}
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if outcome == "harmless" {
		return outcome
	}
	var aside string
	repaired, err := archive.Repair(ctx, a, func() (events.Store, error) {
		if aside, err = jetstream.MoveAside(dir); err != nil {
			return nil, err
		}
		return jetstream.Open(ctx, jetstream.Options{Dir: dir})
	})
	if err != nil {
		t.Fatalf("%s: repair: %v", what, err)
	}
	if found := archive.Check(ctx, repaired, a); len(found) != 0 {
		t.Fatalf("%s: after the repair: %s", what, codes(found))
	}
	if err := errors.Join(repaired.Close(), os.RemoveAll(aside)); err != nil {
		t.Fatal(err)
	}
	return outcome
}

func TestExportIsWholeWithAndWithoutSecrets(t *testing.T) {
	log := memlog.New()
	digest, err := log.Put(t.Context(), []byte("the scenario"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := events.Next(events.Head{}, events.Event{Game: "hill-7", Actor: "master", Body: events.GameAnnounced{Document: digest}})
	if err == nil {
		err = log.Append(t.Context(), first)
	}
	if err != nil {
		t.Fatal(err)
	}
	logtest.Extend(t, log, "hill-7", 20)
	head, err := log.Head(t.Context(), "hill-7")
	if err != nil {
		t.Fatal(err)
	}
	for name, seat := range map[string]string{"whole": "", "redacted": "north"} {
		var file bytes.Buffer
		if err := archive.Export(t.Context(), &file, log, "hill-7", seat, nil); err != nil {
			t.Fatal(err)
		}
		x, err := archive.ReadExport(bytes.NewReader(file.Bytes()))
		if err != nil || x.Game != "hill-7" || x.Head != head || len(x.Records) != 21 || string(x.Blobs[digest]) != "the scenario" {
			t.Fatalf("%s: got %+v, %v", name, x, err)
		}
		if secrets := len(x.Records[2].Secrets); (secrets == 0) != (seat != "") {
			t.Errorf("%s: event 3 has %d secrets", name, secrets)
		}
		for at := range file.Len() {
			if _, err := archive.ReadExport(bytes.NewReader(file.Bytes()[:at])); err == nil {
				t.Fatalf("%s: accepted when cut at %d", name, at)
			}
			bad := bytes.Clone(file.Bytes())
			bad[at] ^= 1 << (at % 8)
			if _, err := archive.ReadExport(bytes.NewReader(bad)); err == nil {
				t.Fatalf("%s: accepted with a bit of byte %d flipped", name, at)
			}
		}
		if _, err := archive.ReadExport(bytes.NewReader(append(file.Bytes(), 0))); err == nil {
			t.Errorf("%s: accepted with a byte more", name)
		}
	}
}
