package adjudicator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/position"
)

// The determinism check reads every file under adjudicator that is not a test, with its types, and finds what could
// make two machines play the same log differently, or let a rule answer from what a seat cannot know.

const (
	root   = "fieldpost/adjudicator"
	kernel = root + "/table"
)

// allowed are the packages of the standard library that compute the same everywhere. Not among them: time, os, net, math/rand,
// crypto/rand, sync, reflect, unsafe, runtime, and maps, whose functions run through maps in no order.
var allowed = strings.Fields(`
	bufio bytes cmp container/heap crypto/hmac crypto/sha256 crypto/sha512 crypto/subtle embed encoding/base32
	encoding/base64 encoding/binary encoding/hex encoding/json errors fmt hash hash/crc32 hash/fnv io iter math
	math/big math/bits regexp slices sort strconv strings unicode unicode/utf8`)

// granted are imports that only some packages may have.
var granted = map[string][]string{
	"context":                 {root},               // the service appends to a log, which may take time
	"runtime/debug":           {kernel},             // the stack of a fault
	"reflect":                 {root + "/position"}, // the fields of a type, in an order of its own
	"filippo.io/edwards25519": {root + "/dice"},

	"fieldpost/events/checkpoint": {root},              // one log key vouches for the next: a signature is good or not, everywhere
	"golang.org/x/text/width":     {root + "/columns"}, // what an East Asian character takes on a screen
}

// outside are the modules that events may bring along, and the tables of golang.org/x/text with what these need.
var outside = []string{"filippo.io/edwards25519", "golang.org/x/text/width", "golang.org/x/text/transform", "github.com/vmihailenco/msgpack/v5", "github.com/vmihailenco/tagparser/v2"}

// finding is one sin, at file:line.
type finding struct {
	file string // base name
	line int
	sin  string
	text string
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s: %s", f.file, f.line, f.sin, f.text) }

// listed is what go list tells of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports, Deps  []string
	Standard                bool
}

// list asks the go command for packages and all that they need, needed ones first.
func list(patterns ...string) ([]listed, error) {
	args := append([]string{"list", "-e", "-deps", "-export", "-json=ImportPath,Dir,Export,GoFiles,Imports,Deps,Standard"}, patterns...)
	cmd := exec.Command("go", args...)
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, &told)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// checker holds what is known of types: packages of this tree from their source, all others from what the compiler left.
type checker struct {
	fset     *token.FileSet
	own      map[string]*types.Package
	compiled types.Importer
}

func newChecker(all []listed) *checker {
	export := map[string]string{}
	for _, p := range all {
		export[p.ImportPath] = p.Export
	}
	c := &checker{fset: token.NewFileSet(), own: map[string]*types.Package{}}
	c.compiled = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		if export[path] == "" {
			return nil, fmt.Errorf("%s does not compile", path)
		}
		return os.Open(export[path])
	})
	return c
}

// Import makes the checker a types.Importer.
func (c *checker) Import(path string) (*types.Package, error) {
	if p, ok := c.own[path]; ok {
		return p, nil
	}
	return c.compiled.Import(path)
}

// check reads one package and gives its findings. What does not compile can be checked in part only: then there is an
// error as well.
func (c *checker) check(path string, files []string) ([]finding, error) {
	var parsed []*ast.File
	for _, name := range files {
		f, err := parser.ParseFile(c.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	var wrong []error
	conf := types.Config{Importer: c, Error: func(err error) { wrong = append(wrong, err) }}
	p, _ := conf.Check(path, c.fset, parsed, info) // the errors are those given to Error
	c.own[path] = p
	r := &reader{checker: c, path: path, info: info}
	for _, f := range parsed {
		r.file(f)
	}
	return r.found, errors.Join(wrong...)
}

// reader walks one package.
type reader struct {
	*checker
	path  string
	info  *types.Info
	found []finding
}

func (r *reader) sin(n ast.Node, sin, format string, args ...any) {
	at := r.fset.Position(n.Pos())
	f := finding{filepath.Base(at.Filename), at.Line, sin, fmt.Sprintf(format, args...)}
	if !slices.ContainsFunc(r.found, func(g finding) bool { return g.file == f.file && g.line == f.line && g.sin == sin }) {
		r.found = append(r.found, f)
	}
}

func (r *reader) file(f *ast.File) {
	for _, spec := range f.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || !mayImport(r.path, path) {
			r.sin(spec, "import", "%s is not allowed here", spec.Path.Value)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if n != nil {
			r.node(n)
		}
		return true
	})
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			r.leaks(fn)
		}
	}
}

func mayImport(from, path string) bool {
	if path == "fieldpost/events" || path == root || strings.HasPrefix(path, root+"/") {
		return true
	}
	return slices.Contains(allowed, path) || slices.Contains(granted[path], from)
}

func (r *reader) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.GoStmt:
		r.sin(n, "go", "a goroutine")
	case *ast.SelectStmt:
		r.sin(n, "channel", "select")
	case *ast.SendStmt:
		r.sin(n, "channel", "a send")
	case *ast.ChanType:
		r.sin(n, "channel", "a channel type")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			r.sin(n, "channel", "a receive")
		}
	case *ast.RangeStmt:
		r.ranges(n)
		r.assigned(n.Key, n.Value)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			r.assigned(n.Lhs...)
		}
	case *ast.IncDecStmt:
		r.assigned(n.X)
	case *ast.CallExpr:
		r.call(n)
	case *ast.CompositeLit:
		if t := kernelType(r.info.TypeOf(n), "Rules"); t != nil && t.TypeArgs().Len() > 0 {
			r.keys(t.TypeArgs().At(0), nil)
		}
	}
	if e, ok := n.(ast.Expr); ok {
		if t := r.info.TypeOf(e); t != nil && isFloat(t) {
			r.sin(n, "float", "type %s", t)
		}
	}
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

func (r *reader) ranges(n *ast.RangeStmt) {
	t := r.info.TypeOf(n.X)
	if t == nil {
		return
	}
	if ranged(t, func(u types.Type) bool { _, ok := u.(*types.Map); return ok }) {
		r.sin(n, "map range", "the order of %s differs each time", t)
	}
	if ranged(t, func(u types.Type) bool { _, ok := u.(*types.Chan); return ok }) {
		r.sin(n, "channel", "range over %s", t)
	}
}

// ranged reports whether a type, or any type that a type parameter may stand for, is of a kind.
func ranged(t types.Type, kind func(types.Type) bool) bool {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		t = p.Constraint()
	}
	u := t.Underlying()
	i, ok := u.(*types.Interface)
	if !ok {
		return kind(u)
	}
	for e := range i.EmbeddedTypes() {
		if union, ok := e.(*types.Union); ok {
			for term := range union.Terms() {
				if kind(term.Type().Underlying()) {
					return true
				}
			}
		} else if ranged(e, kind) {
			return true
		}
	}
	return false
}

func (r *reader) call(n *ast.CallExpr) {
	id, ok := ast.Unparen(n.Fun).(*ast.Ident)
	if !ok {
		return
	}
	if _, ok := r.info.Uses[id].(*types.Builtin); !ok {
		return
	}
	switch id.Name {
	case "recover":
		if r.path != kernel {
			r.sin(n, "recover", "only the kernel may recover")
		}
	case "delete", "clear", "copy":
		r.assigned(n.Args[0])
	}
}

// assigned finds package variables among what is changed.
func (r *reader) assigned(to ...ast.Expr) {
	for _, e := range to {
		if v := r.variable(e); v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
			r.sin(e, "package state", "%s changes during play", v.Name())
		}
	}
}

// variable is the one whose memory an expression lies in, or is reached from: v, v.f, v[i], *v, p.v.
func (r *reader) variable(e ast.Expr) *types.Var {
	switch e := e.(type) {
	case *ast.Ident:
		v, _ := r.info.ObjectOf(e).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if r.info.Selections[e] == nil { // package.Variable
			return r.variable(e.Sel)
		}
		return r.variable(e.X)
	case *ast.IndexExpr:
		return r.variable(e.X)
	case *ast.SliceExpr:
		return r.variable(e.X)
	case *ast.StarExpr:
		return r.variable(e.X)
	case *ast.ParenExpr:
		return r.variable(e.X)
	}
	return nil
}

// leaks finds questions, orders and conditions whose functions use the receiver of the method that makes them: the
// truth, where they may answer only from what the seat knows.
func (r *reader) leaks(fn *ast.FuncDecl) {
	if fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 {
		return
	}
	truth := map[types.Object]bool{r.info.Defs[fn.Recv.List[0].Names[0]]: true}
	delete(truth, nil) // the receiver is "_"
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) { // another name for the receiver
			for i, e := range a.Rhs {
				if id, ok := ast.Unparen(e).(*ast.Ident); ok && truth[r.info.Uses[id]] {
					if other, ok := a.Lhs[i].(*ast.Ident); ok {
						truth[r.info.ObjectOf(other)] = true
					}
				}
			}
		}
		if c, ok := n.(*ast.CompositeLit); ok && answersFromKnown(r.info.TypeOf(c)) {
			for _, e := range c.Elts {
				r.answer(e, truth)
			}
		}
		return true
	})
}

func (r *reader) answer(e ast.Expr, truth map[types.Object]bool) {
	if kv, ok := e.(*ast.KeyValueExpr); ok {
		e = kv.Value
	}
	t := r.info.TypeOf(e)
	if t == nil {
		return
	}
	if _, ok := t.Underlying().(*types.Signature); !ok {
		return // evaluated here and now, by the rule itself
	}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && truth[r.info.Uses[id]] {
			r.sin(n, "leak", "%s is the truth; answer from what is known", id.Name)
		}
		return true
	})
}

// keys finds fields of a position without a key, and those with the key of another: what is hashed is written by keys.
func (r *reader) keys(t types.Type, above []types.Type) {
	if i, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, "ReadJSON"); i != nil {
		return // it writes itself
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		r.keys(u.Elem(), above)
	case *types.Slice:
		r.keys(u.Elem(), above)
	case *types.Array:
		r.keys(u.Elem(), above)
	case *types.Struct:
		if !slices.Contains(above, t) {
			r.fields(u, append(slices.Clip(above), t), map[string]bool{})
		}
	}
}

// fields finds those of a struct, and of the structs that are embedded or inline in it.
func (r *reader) fields(s *types.Struct, above []types.Type, taken map[string]bool) {
	for i := range s.NumFields() {
		f := s.Field(i)
		key, more, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get(position.Tag), ",")
		if in, ok := f.Type().Underlying().(*types.Struct); ok && (f.Embedded() || more == "inline") {
			r.fields(in, above, taken)
			continue
		}
		if !f.Exported() {
			continue
		}
		at := &ast.Ident{NamePos: f.Pos()}
		switch {
		case key == "":
			r.sin(at, "key", "the field %s of a position has no key", f.Name())
		case key != "-" && taken[key]:
			r.sin(at, "key", "the field %s has the key %q of another", f.Name(), key)
		}
		taken[key] = true
		r.keys(f.Type(), above)
	}
}

// answersFromKnown reports whether the functions of a type get what a seat knows.
func answersFromKnown(t types.Type) bool {
	return kernelType(t, "Question", "Order", "Condition") != nil
}

// kernelType returns a type of the kernel with one of these names, or the one that a pointer leads to; nil for any other.
func kernelType(t types.Type, names ...string) *types.Named {
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != kernel || !slices.Contains(names, n.Obj().Name()) {
		return nil
	}
	return n
}
