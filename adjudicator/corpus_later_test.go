package adjudicator_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/projections/archive"
)

// Later programs: the sources of one rulebook are changed as the years will change them, this test is built with them (go test -overlay),
// and that program is given the games of this one.

// rulebookSource is the Go source of a rulebook with its types.
type rulebookSource struct {
	files map[string][]byte // by path
	trees map[string]*ast.File
	info  *types.Info
	check *checker
	edits map[string][]edit
}

// edit puts a text in the place of some bytes of a file.
type edit struct {
	from, to int
	text     string
}

// sourceOf reads the package of a rulebook.
func sourceOf(t *testing.T, engine table.Engine) *rulebookSource {
	t.Helper()
	path := reflect.TypeOf(engine.Document()).Elem().PkgPath()
	all, err := list(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &rulebookSource{files: map[string][]byte{}, trees: map[string]*ast.File{}, check: newChecker(all), edits: map[string][]edit{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	at := slices.IndexFunc(all, func(p listed) bool { return p.ImportPath == path })
	if at < 0 {
		t.Fatalf("the package of %s is not found", engine.Name())
	}
	var parsed []*ast.File
	for _, name := range all[at].GoFiles {
		file := filepath.Join(all[at].Dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(s.check.fset, file, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		s.files[file], s.trees[file], parsed = text, f, append(parsed, f)
	}
	if _, err := (&types.Config{Importer: s.check}).Check(path, s.check.fset, parsed, s.info); err != nil {
		t.Fatal(err)
	}
	return s
}

// replace notes an edit of a node.
func (s *rulebookSource) replace(from, to ast.Node, text string) {
	a, b := s.check.fset.Position(from.Pos()), s.check.fset.Position(to.End())
	s.edits[a.Filename] = append(s.edits[a.Filename], edit{a.Offset, b.Offset, text})
}

func (s *rulebookSource) text(n ast.Node) string {
	a, b := s.check.fset.Position(n.Pos()), s.check.fset.Position(n.End())
	return string(s.files[a.Filename][a.Offset:b.Offset])
}

// overlay writes the edited files and gives the file that the go command takes them by.
func (s *rulebookSource) overlay(t *testing.T) string {
	t.Helper()
	dir, to := t.TempDir(), map[string]string{}
	for file, edits := range s.edits {
		slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(b.from, a.from) })
		text := bytes.Clone(s.files[file])
		for _, e := range edits {
			text = slices.Concat(text[:e.from], []byte(e.text), text[e.to:])
		}
		to[file] = filepath.Join(dir, filepath.Base(file))
		if err := os.WriteFile(to[file], text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := json.Marshal(map[string]any{"Replace": to})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), b, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "overlay.json")
}

// byLater runs a test of this package as built from edited sources.
func byLater(t *testing.T, overlay, run string, args ...string) (told string, err error) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"test", "-overlay", overlay, "-vet=off", "-count=1", "-run", run, ".", "-args", "-later-inside"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil && !strings.Contains(string(out), "--- FAIL") {
		t.Fatalf("the later program is not built: %v\n%s", err, out)
	}
	return string(out), err
}

var laterInside = flag.Bool("later-inside", false, "this is the later program that a test has built")

// keyed gives the struct types of the package whose fields have keys, with their declarations, but for those that are somewhere
// written without the names of their fields, or converted to one another.
func (s *rulebookSource) keyed() []*ast.StructType {
	unnamed := map[types.Type]bool{}
	for _, f := range s.trees {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if len(n.Elts) == 0 {
					return true
				}
				if _, named := n.Elts[0].(*ast.KeyValueExpr); !named {
					unnamed[s.info.Types[n].Type.Underlying()] = true
				}
			case *ast.CallExpr:
				if to := s.info.Types[n.Fun]; to.IsType() && len(n.Args) == 1 {
					unnamed[to.Type.Underlying()], unnamed[s.info.Types[n.Args[0]].Type.Underlying()] = true, true
				}
			}
			return true
		})
	}
	var out []*ast.StructType
	for _, f := range s.trees {
		ast.Inspect(f, func(n ast.Node) bool {
			st, ok := n.(*ast.StructType)
			if ok && !unnamed[s.info.Types[st].Type] && slices.ContainsFunc(st.Fields.List, hasKey) {
				out = append(out, st)
			}
			return true
		})
	}
	return out
}

func hasKey(f *ast.Field) bool {
	return f.Tag != nil && strings.Contains(f.Tag.Value, `key:"`) && len(f.Names) == 1
}

// grow changes every keyed struct as years of work will: a field more in front, one renamed, and the others in the opposite order.
func (s *rulebookSource) grow() (structs, renamed int) {
	for _, st := range s.keyed() {
		var fields []string
		for _, f := range slices.Backward(st.Fields.List) {
			fields = append(fields, s.text(f))
		}
		at := slices.IndexFunc(st.Fields.List, hasKey)
		old := st.Fields.List[at].Names[0]
		name := "Renamed" + old.Name
		for id, use := range s.info.Uses {
			if use == s.info.Defs[old] {
				s.replace(id, id, name)
				renamed++
			}
		}
		last := len(fields) - 1 - at
		fields[last] = name + strings.TrimPrefix(fields[last], old.Name)
		more := fmt.Sprintf("Later%d string `key:\"later_%d\"`", structs, structs)
		s.replace(st, st, "struct {\n\t"+more+"\n\t"+strings.Join(fields, "\n\t")+"\n}")
		structs++
	}
	return structs, renamed
}

// rekey changes a key of the position itself that no position is without, which no program may ever do.
func (s *rulebookSource) rekey() (found bool) {
	for _, f := range s.trees {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || spec.Name.Name != "Game" {
				return true
			}
			for _, x := range spec.Type.(*ast.StructType).Fields.List {
				if hasKey(x) && x.Names[0].Name == "Rhythm" {
					s.replace(x.Tag, x.Tag, strings.Replace(x.Tag.Value, `key:"`, `key:"x`, 1))
					found = true
				}
			}
			return false
		})
	}
	return found
}

// laterRulebooks are those that the tests of later programs take: all of them, where there is time to build their programs.
func laterRulebooks(t *testing.T) []table.Engine {
	t.Helper()
	if *laterInside {
		t.Skip("this is the later program")
	}
	if !*corpusAudit {
		t.Skip("a program is built for each rulebook: -corpus-audit does that")
	}
	return adjudicator.Games()
}

// TestOldGamesAreVerifiedByALaterProgram builds a program whose positions have a field more, one renamed and the others in another order, in
// every struct: it makes every old game again to the byte. One that changes a key does not.
func TestOldGamesAreVerifiedByALaterProgram(t *testing.T) {
	for i, engine := range laterRulebooks(t) {
		t.Run(engine.Name(), func(t *testing.T) {
			s := sourceOf(t, engine)
			if structs, renamed := s.grow(); structs == 0 || renamed == 0 {
				t.Fatalf("%d structs have keys, %d uses of renamed fields: nothing was changed", structs, renamed)
			}
			run := "TestCorpus$/^" + engine.Name() + "$"
			if told, err := byLater(t, s.overlay(t), run); err != nil {
				t.Errorf("the later program does not come to the same:\n%s", told)
			}
			if i > 0 { // a changed key is found by the kernel, whatever the rulebook
				return
			}
			s = sourceOf(t, engine)
			if !s.rekey() {
				t.Fatal("the position of this game has no rhythm whose key could be changed")
			}
			if told, err := byLater(t, s.overlay(t), run); err == nil {
				t.Errorf("a program with another key finds nothing:\n%s", told)
			}
		})
	}
}

// mended is what the rules of the next revision say at the beginning of each step.
const mended = "table.mended"

// mend raises the revision of the rules, and lets every step begin with a fact that no older revision tells.
func (s *rulebookSource) mend(revision int) (steps int) {
	play := map[string]bool{}
	for _, f := range s.trees {
		ast.Inspect(f, func(n ast.Node) bool {
			kv, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, ok := kv.Key.(*ast.Ident)
			if sel, method := kv.Value.(*ast.SelectorExpr); ok && method && key.Name == "Play" {
				play[sel.Sel.Name] = true
			}
			if ok && key.Name == "Revision" {
				if lit, number := kv.Value.(*ast.BasicLit); number {
					s.replace(lit, lit, strconv.Itoa(revision))
				}
			}
			return true
		})
	}
	for _, f := range s.trees {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || !play[fn.Name.Name] {
				continue
			}
			for _, p := range fn.Type.Params.List {
				if s.text(p.Type) == "*table.Table" && len(p.Names) == 1 {
					at := s.check.fset.Position(fn.Body.Lbrace)
					s.edits[at.Filename] = append(s.edits[at.Filename], edit{at.Offset + 1, at.Offset + 1,
						fmt.Sprintf("\n\tif %s.Since(%d) {\n\t\t%s.Report(\"X-1\", %q)\n\t}\n", p.Names[0].Name, revision, p.Names[0].Name, mended)})
					steps++
				}
			}
		}
	}
	return steps
}

var (
	resume   = flag.String("resume", "", "export of a game that is to be played on")
	resumed  = flag.String("resumed", "", "file that it is then written to")
	revision = flag.Int64("resume-revision", 0, "revision that the game master turns to on the way; 0 for none")
)

// TestAGameIsFinishedByALaterProgram is how a rule is mended while games run: this program begins a game, a program of the next revision
// finishes it, by the rules that it was begun with or, once the game master has said so to all, by the new ones. Each of the two programs
// replays and audits what the other played; the old one says of the new rules that it does not have them.
func TestAGameIsFinishedByALaterProgram(t *testing.T) {
	for _, engine := range laterRulebooks(t) {
		t.Run(engine.Name(), func(t *testing.T) {
			s := sourceOf(t, engine)
			next := engine.Revision() + 1
			if s.mend(next) == 0 {
				t.Fatal("no step was mended")
			}
			overlay, begun := s.overlay(t), begin(t, engine, 4)
			if told, err := byLater(t, overlay, "TestCorpus$/^"+engine.Name()+"$"); err != nil {
				t.Errorf("the later program verifies other old games:\n%s", told)
			}
			for _, turned := range []int{0, next} {
				out := filepath.Join(t.TempDir(), "resumed")
				if told, err := byLater(t, overlay, "TestResume", "-resume", begun, "-resumed", out, "-resume-revision", strconv.Itoa(turned)); err != nil {
					t.Fatalf("the later program does not finish the game:\n%s", told)
				}
				f, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				x, err := archive.ReadExport(bytes.NewReader(f))
				if err != nil {
					t.Fatal(err)
				}
				v := auditOf(x)
				if v.Fault != nil || v.Closed == nil || v.Played != (turned == 0) || v.Newer != (turned > 0) || v.Revision != max(int64(turned), int64(engine.Revision())) {
					t.Errorf("turned to revision %d: this program says: fault %v, closed %v, played %v, newer %v, revision %d", turned, v.Fault, v.Closed, v.Played, v.Newer, v.Revision)
				}
			}
		})
	}
}

// begin plays the first windows of a game and exports it.
func begin(t *testing.T, engine table.Engine, windows int) string {
	t.Helper()
	p := pairings(t, engine)[0]
	x := opened(t, p.kept(t)[0])
	first, err := announced(x)
	if err != nil {
		t.Fatal(err)
	}
	bots := engine.BotNames()
	o := p.by(t, 1, bots[0], windows, x.Blobs[first.Document])
	if o.m.Ending != nil {
		t.Fatalf("%s is over after %d windows", p, windows)
	}
	return o.export(filepath.Join(t.TempDir(), "begun"))
}

// export writes the game to a file.
func (o *office) export(file string) string {
	o.t.Helper()
	var b bytes.Buffer
	err := archive.Export(o.t.Context(), &b, o.g.store, o.g.game, "", nil)
	if err == nil {
		err = os.WriteFile(file, b.Bytes(), 0o644)
	}
	if err != nil {
		o.t.Fatal(err)
	}
	return file
}

// TestResume plays a game on that another program has begun; the test above runs it, as a later program.
func TestResume(t *testing.T) {
	if *resume == "" {
		t.Skip("no game is named with -resume")
	}
	o := resumedOffice(t)
	mendedTold := func() bool {
		return slices.ContainsFunc(o.m.Last.Facts, func(f table.Fact) bool { return f.Kind == mended })
	}
	o.window()
	if mendedTold() {
		t.Error("a game follows rules that it was not begun with")
	}
	if *revision > 0 {
		for o.m.Open != nil && len(o.m.Open.Questions) > 0 { // a game master may turn to other rules then too, but they wait for orders
			o.window()
		}
		o.append("master", events.RulesChanged{Revision: *revision, Reason: "a rule was misread"})
		for _, p := range o.m.Players {
			if !slices.ContainsFunc(o.m.Owed, func(w adjudicator.Owed) bool {
				return w.Seat == p.Seat && w.Letter == "amended" && w.Seq == o.m.Head.Seq
			}) {
				t.Errorf("%s is not told that the rules change", p.Seat)
			}
		}
	}
	told := false
	for windows := 0; o.m.Ending == nil && windows < 4; windows++ {
		o.window()
		told = told || mendedTold()
	}
	if told != (*revision > 0) {
		t.Errorf("the game turned to revision %d, and the new rule was followed: %v", *revision, told)
	}
	if o.m.Ending == nil {
		o.append("master", events.GameClosed{Cause: "surrender", Winner: o.m.Announced.Seats[0]})
	} else {
		o.append("fieldpost", events.GameClosed{Cause: "over", Ending: o.m.Ending.Why, Winner: cmp.Or(string(o.m.Ending.Winner), "draw")})
	}
	f, err := os.ReadFile(o.export(*resumed))
	if err != nil {
		t.Fatal(err)
	}
	x, err := archive.ReadExport(bytes.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	if v := auditOf(x); !v.Sound() || !v.Played || v.Foreign > 0 {
		t.Errorf("this program says of what it has played: fault %v, played %v", v.Fault, v.Played)
	}
}

// resumedOffice takes over the game that -resume names, after an audit.
func resumedOffice(t *testing.T) *office {
	t.Helper()
	f, err := os.ReadFile(*resume)
	if err != nil {
		t.Fatal(err)
	}
	x, err := archive.ReadExport(bytes.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	if v := auditOf(x); !v.Sound() || !v.Played || v.Foreign > 0 {
		t.Fatalf("this program says of what another has begun: fault %v, played %v", v.Fault, v.Played)
	}
	g := &remade{game: x.Game, store: memlog.New()}
	for _, r := range x.Records {
		if err := g.store.Append(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	for _, b := range x.Blobs {
		if _, err := g.store.Put(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	o := &office{t: t, g: g, s: serviceOf(g.store), picks: dice.NewPractice(7), number: 5000}
	if o.m, err = o.s.Load(t.Context(), x.Game); err != nil {
		t.Fatal(err)
	}
	o.now, o.bot = o.m.Last.Time, o.m.Engine.BotNames()[0]
	return o
}
