package adjudicator_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/projections/archive"
	"fieldpost/scenarios"
)

// The corpus is a finished game for every scenario and rhythm of every rulebook, as `fieldpost game export` writes it,
// compressed: testdata/games/RULEBOOK/SCENARIO.RHYTHM.r1l1000.gz, with the revision and the layout of the program that played it.
//
//	go test ./adjudicator -run TestCorpus                            every game comes out as it did, to the byte
//	go test ./adjudicator -run TestCorpus -corpus-audit              and every proof of every die is verified
//	go test ./adjudicator -run TestCorpus/landships -new-corpus      writes the games of one rulebook anew
//
// A game is written anew from its own mails and its own key, so that its dice are the same. If a roll, a fact, a window or the
// ending differs then the rules have changed, and the file is left alone unless -new-results is given too; so a change of
// what is hashed (a document, the keys of positions) can be told from a change of results. Once a revision and a layout are released
// their games are never written anew: a change raises one of the two, and the games of the old pair stay and must be verified.
var (
	newCorpus   = flag.Bool("new-corpus", false, "write the finished games of this revision and layout anew; refused where rolls or facts differ")
	newResults  = flag.Bool("new-results", false, "with -new-corpus: let bots play anew the games whose results differ")
	corpusAudit = flag.Bool("corpus-audit", false, "verify every proof of the finished games, not only those of one game a rulebook, and have them made again by programs of later years")
	corpusDir   = flag.String("corpus", filepath.Join("testdata", "games"), "folder of the finished games")
)

// pairing is a scenario in a rhythm: of each at least one game is kept.
type pairing struct {
	engine           table.Engine
	scenario, rhythm string
}

func (p pairing) String() string { return p.scenario + "." + p.rhythm }

// file is where the game is kept that this program writes.
func (p pairing) file() string {
	return filepath.Join(*corpusDir, p.engine.Name(), fmt.Sprintf("%s.r%dl%d.gz", p, p.engine.Revision(), p.engine.Layout()))
}

// pairings lists those of a rulebook.
func pairings(t testing.TB, engine table.Engine) []pairing {
	t.Helper()
	list, err := scenarios.List(engine.Name())
	if err != nil || len(list) == 0 {
		t.Fatalf("%s has no scenario: %v", engine.Name(), err)
	}
	var all []pairing
	for _, s := range list {
		rhythms := engine.Rhythms()
		if len(rhythms) == 0 {
			rhythms = []table.Rhythm{{}}
		}
		for _, r := range rhythms {
			all = append(all, pairing{engine, s.Name, r.Name})
		}
	}
	return all
}

// kept finds the games of a pairing that are in the corpus, of whatever revision and layout.
func (p pairing) kept(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(*corpusDir, p.engine.Name(), p.String()+".r*l*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// opened reads a game of the corpus.
func opened(t testing.TB, file string) *archive.Exported {
	t.Helper()
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	x, err := archive.ReadExport(z)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestCorpus holds this program against every finished game: made again from its mails, seals and key it comes out to the byte,
// and an audit by strangers, who have no key, finds nothing. A game that another layout hashed cannot be compared to the byte; of it
// rolls and facts are, by the audit.
func TestCorpus(t *testing.T) {
	if len(adjudicator.Games()) == 0 {
		t.Fatal("there is no rulebook")
	}
	for _, engine := range adjudicator.Games() {
		t.Run(engine.Name(), func(t *testing.T) { testCorpusOf(t, engine) })
	}
}

func testCorpusOf(t *testing.T, engine table.Engine) {
	known, over := map[string]bool{}, map[string]bool{}
	all := pairings(t, engine)
	for i, p := range all {
		if *newCorpus {
			p.write(t, i)
		}
		files := p.kept(t)
		if len(files) == 0 {
			t.Errorf("no finished game of %s is kept; write one with -new-corpus", p)
		}
		for _, file := range files {
			x := opened(t, file)
			known[file] = true
			over[p.scenario] = over[p.scenario] || closed(t, x).Cause == "over"
			t.Run(filepath.Base(file), func(t *testing.T) {
				t.Parallel()
				verify(t, x, *corpusAudit || i == 0)
			})
		}
	}
	for i, p := range all {
		if !over[p.scenario] && (i == 0 || all[i-1].scenario != p.scenario) {
			t.Errorf("no kept game of %s was played to the end that its rules give it", p.scenario)
		}
	}
	lying, err := filepath.Glob(filepath.Join(*corpusDir, engine.Name(), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range lying {
		if !known[file] {
			t.Errorf("%s is a game of no scenario and rhythm of %s", file, engine.Name())
		}
	}
}

// closed gives the last event of a game.
func closed(t testing.TB, x *archive.Exported) events.GameClosed {
	t.Helper()
	e, err := events.Decode(x.Records[len(x.Records)-1].Bytes)
	b, ok := e.Body.(events.GameClosed)
	if err != nil || !ok {
		t.Fatalf("%s is not finished: its last event is %s (%v)", x.Game, e.Body.Kind(), err)
	}
	return b
}

// verify holds this program against one game.
func verify(t *testing.T, x *archive.Exported, audited bool) {
	t.Helper()
	first, err := announced(x)
	if err != nil {
		t.Fatal(err)
	}
	engine, ok := adjudicator.Game(first.Rulebook)
	if !ok {
		t.Fatalf("there is no rulebook %q", first.Rulebook)
	}
	ours := int(first.Layout) == engine.Layout()
	if ours {
		made, err := again(t.Context(), x, first, x.Blobs[first.Document])
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range made.records {
			if !bytes.Equal(r.Bytes, x.Records[i].Bytes) || !slices.EqualFunc(r.Secrets, x.Records[i].Secrets, func(a, b events.Secret) bool {
				return a.Seat == b.Seat && a.Salt == b.Salt && bytes.Equal(a.Plain, b.Plain)
			}) {
				t.Fatalf("event %d is another: %s", i+1, whatDiffers(x.Records[i], r))
			}
		}
	}
	if ours && !audited {
		return
	}
	v := auditOf(x)
	if !v.Sound() || !v.Played || v.Newer || v.Hidden || v.Lost {
		t.Fatalf("the audit finds %+v", v)
	}
	if v.Closed == nil || (v.Match.Ending == nil) != (v.Closed.Cause == "surrender") || v.Orders == 0 || v.Rolls == 0 {
		t.Errorf("this is no finished game: ending %v, closed %v, %d mails with orders, %d rolls", v.Match.Ending, v.Closed, v.Orders, v.Rolls)
	}
	if ours != (v.Foreign == 0) {
		t.Errorf("%d passes of a game of layout %d are of another layout; this program's is %d", v.Foreign, first.Layout, engine.Layout())
	}
}

// auditOf audits a game as whoever has nothing but its export.
func auditOf(x *archive.Exported) adjudicator.Verdict {
	return adjudicator.Audit(x.Game, func(yield func(events.Record, error) bool) {
		for _, r := range x.Records {
			if !yield(r, nil) {
				return
			}
		}
	}, blobs(x), adjudicator.Game)
}

// blobs finds what an export holds beside its events.
func blobs(x *archive.Exported) func(events.Hash) ([]byte, error) {
	return func(h events.Hash) ([]byte, error) {
		if b, ok := x.Blobs[h]; ok {
			return b, nil
		}
		return nil, events.ErrNotFound
	}
}

// announced gives the first event of a game.
func announced(x *archive.Exported) (events.GameAnnounced, error) {
	e, err := events.Decode(x.Records[0].Bytes)
	if err != nil {
		return events.GameAnnounced{}, err
	}
	a, ok := e.Body.(events.GameAnnounced)
	if !ok {
		return a, fmt.Errorf("a game begins with %s", e.Body.Kind())
	}
	return a, nil
}

// whatDiffers says of two records of one event what a reader should look at.
func whatDiffers(old, made events.Record) string {
	was, err1 := events.Decode(old.Bytes)
	is, err2 := events.Decode(made.Bytes)
	if err1 != nil || err2 != nil {
		return fmt.Sprint(cmp.Or(err1, err2))
	}
	a, ok := was.Body.(events.Adjudicated)
	b, also := is.Body.(events.Adjudicated)
	if !ok || !also {
		return fmt.Sprintf("%s %+v, was %s %+v", is.Body.Kind(), is.Body, was.Body.Kind(), was.Body)
	}
	if why := resultDiffers(a, old, b, made); why != "" {
		return why
	}
	return fmt.Sprintf("the digests of window %d: rolls, facts and the next window are the same, the bytes of a position are not; if that is meant, raise the layout, or, "+
		"before a release, write the games anew with -new-corpus", a.Window)
}

// resultDiffers tells the first result of a pass that differs: a roll, the facts, what comes next.
func resultDiffers(a events.Adjudicated, old events.Record, b events.Adjudicated, made events.Record) string {
	was, err1 := results(a, old)
	is, err2 := results(b, made)
	if err1 != nil || err2 != nil {
		return fmt.Sprint(cmp.Or(err1, err2))
	}
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(is):
			return fmt.Sprintf("window %d: %s no longer follows", a.Window, was[i])
		case i >= len(was):
			return fmt.Sprintf("window %d: %s follows, which did not", a.Window, is[i])
		case was[i] != is[i]:
			return fmt.Sprintf("window %d: %s, was %s", a.Window, is[i], was[i])
		}
	}
	return ""
}

// results writes down what came of a pass, one thing a line.
func results(b events.Adjudicated, r events.Record) ([]string, error) {
	var out []string
	rolls := slices.Clone(b.Rolls)
	for _, h := range b.Hidden {
		own, ok, err := events.Open[events.Rolls](r, h.Hash)
		if err != nil || !ok {
			return nil, fmt.Errorf("the rolls of %q cannot be opened: %w", h.Seat, err)
		}
		for _, roll := range own.Rolls {
			out = append(out, fmt.Sprintf("%s may read of roll %s", h.Seat, roll.Key))
			rolls = append(rolls, roll)
		}
	}
	for _, roll := range rolls {
		out = append(out, fmt.Sprintf("roll %s of %d sides: %v, proof %x", roll.Key, roll.Sides, roll.Values, roll.Proof))
	}
	facts, ok, err := events.Open[events.Digest](r, b.Facts)
	if err != nil || !ok {
		return nil, fmt.Errorf("the digest of the facts cannot be opened: %w", err)
	}
	return append(out, fmt.Sprintf("facts %s", facts.Hash), fmt.Sprintf("next %+v", b.Next), fmt.Sprintf("ending %q for %q", b.Ending, b.Winner)), nil
}

// write keeps a game of a pairing: an old one made again, or one that bots play now.
func (p pairing) write(t *testing.T, n int) {
	t.Helper()
	r, err := scenarios.Load(p.engine.Name(), p.scenario, p.engine.Document())
	if err != nil {
		t.Fatal(err)
	}
	file := p.file()
	_, err = os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		p.keep(t, file, p.played(t, n, r.Document))
		return
	}
	x := opened(t, file)
	first, err := announced(x)
	if err != nil {
		t.Fatal(err)
	}
	first.Layout, first.Revision = int64(p.engine.Layout()), int64(p.engine.Revision())
	made, err := sameGame(t.Context(), x, first, x.Blobs[first.Document])
	if err != nil { // its document may be of a form that this program no longer reads
		made, err = sameGame(t.Context(), x, first, r.Document)
	}
	switch {
	case err == nil:
		p.keep(t, file, made)
	case *newResults:
		t.Logf("%s: %v; bots play it anew", file, err)
		p.keep(t, file, p.played(t, n, r.Document))
	default:
		t.Errorf("%s is left as it is, since its results would change: %v; -new-results lets bots play it anew", file, err)
	}
}

// keep writes a game to its file, if it is another than what lies there.
func (p pairing) keep(t *testing.T, file string, g *remade) {
	t.Helper()
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		err = archive.Export(t.Context(), z, g.store, g.game, "", nil)
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, packed.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// remade is a game that this program has made, in a store of its own.
type remade struct {
	game    string
	store   *memlog.Log
	records []events.Record
}

// sameResults holds the passes of a game made again against the old ones.
func (g *remade) sameResults(x *archive.Exported) error {
	for i, r := range g.records {
		is, err := events.Decode(r.Bytes)
		if err != nil {
			return err
		}
		b, ok := is.Body.(events.Adjudicated)
		if !ok {
			continue
		}
		was, err := events.Decode(x.Records[i].Bytes)
		if err != nil {
			return err
		}
		if why := resultDiffers(was.Body.(events.Adjudicated), x.Records[i], b, r); why != "" {
			return fmt.Errorf("event %d: %s", i+1, why)
		}
	}
	return nil
}

// sameGame makes a game again and holds its results against the old ones.
func sameGame(ctx context.Context, x *archive.Exported, first events.GameAnnounced, document []byte) (*remade, error) {
	made, err := again(ctx, x, first, document)
	if err == nil {
		err = made.sameResults(x)
	}
	return made, err
}

// again makes a game from everything in its log but what followed from it: mails, seals and whatever else came from outside are
// appended as they were, and this program says what follows. first is what it is announced by.
func again(ctx context.Context, x *archive.Exported, first events.GameAnnounced, document []byte) (*remade, error) {
	g := &remade{game: x.Game, store: memlog.New()}
	s := serviceOf(g.store)
	var m *adjudicator.Match
	for i, r := range x.Records {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return nil, err
		}
		switch e.Body.(type) {
		case events.GameAnnounced:
			m, err = s.Announce(ctx, x.Game, e.Time, first, document)
		case events.Adjudicated:
			m, err = s.Adjudicate(ctx, m, e.Time)
		default:
			m, _, err = s.Append(ctx, m, e.Time, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
				return e.Actor, e.Body, r.Secrets, nil
			})
		}
		if err != nil {
			return nil, fmt.Errorf("event %d (%s): %w", i+1, e.Body.Kind(), err)
		}
		if m.Head.Seq != int64(i+1) {
			return nil, fmt.Errorf("event %d (%s) does not follow: %v", i+1, e.Body.Kind(), m.Halt)
		}
	}
	return g, g.read(ctx)
}

// read takes the records out of the store.
func (g *remade) read(ctx context.Context) error {
	for r, err := range g.store.Read(ctx, g.game, 1) {
		if err != nil {
			return err
		}
		g.records = append(g.records, r)
	}
	return nil
}

// TestCorpusTellsResultsFromBytes shows that a game is never written anew quietly with other results: a die, a fact, a window that
// differs is told, and a digest of a position alone is not taken for one.
func TestCorpusTellsResultsFromBytes(t *testing.T) {
	engine := adjudicator.Games()[0]
	x := opened(t, pairings(t, engine)[0].kept(t)[0])
	at := slices.IndexFunc(x.Records, func(r events.Record) bool {
		e, err := events.Decode(r.Bytes)
		b, ok := e.Body.(events.Adjudicated)
		return err == nil && ok && len(b.Rolls) > 0
	})
	if at < 0 {
		t.Fatal("nothing is rolled in this game")
	}
	old := x.Records[at]
	e, err := events.Decode(old.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	was := e.Body.(events.Adjudicated)
	for name, c := range map[string]struct {
		change func(b *events.Adjudicated)
		want   string
	}{
		"a die":            {func(b *events.Adjudicated) { b.Rolls[0].Values[0]++ }, "roll "},
		"a roll left out":  {func(b *events.Adjudicated) { b.Rolls = b.Rolls[1:] }, "was roll "},
		"the next window":  {func(b *events.Adjudicated) { b.Next.Step += "x" }, "next "},
		"an ending":        {func(b *events.Adjudicated) { b.Ending = "x" }, "ending "},
		"a position alone": {func(b *events.Adjudicated) { b.State[0]++ }, ""},
	} {
		b := was
		b.Rolls = slices.Clone(b.Rolls)
		b.Rolls[0].Values = slices.Clone(b.Rolls[0].Values)
		c.change(&b)
		if got := resultDiffers(was, old, b, old); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}
