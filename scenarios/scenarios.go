// Package scenarios holds the data of every game: maps, units, tables, army lists, set-ups and words, embedded in the
// program, and loads them.
//
// A game has one folder here, named as the game. In it lie
//
//	scenario-NAME.yaml   a scenario: what one game is about
//	words.LANG.yaml      what players read (package scenarios/words)
//	orders.LANG.yaml     the words of its order language (orders.Wording); those of the grammar itself lie beside the folders
//	rules.yaml           one sentence for each rule (command rules)
//	anything else.yaml   data: tables, weapons, terrain, lists; shared by all scenarios of the game
//
// The loader knows nothing of any game. It decodes the data files and one scenario file, one over the other, into the
// struct that the game's engine gives (table.Engine.Document); the JSON of that struct is the resolved document, which
// a game pins by its digest, so that every chart is pinned with it.
//
// One over the other means: mappings are merged key by key; lists whose entries have an id are merged by id; other lists and plain values
// are replaced. Inside one folder nothing may be said twice. Users' folders (--scenarios DIR) override the embedded ones and have the same
// form: DIR/brush-brothers/forces.yaml, DIR/brush-brothers/scenario-mine.yaml.
//
// Worked example. With weapons.yaml and scenario-duel.yaml being
//
//	weapons: [{id: rifle, range: 6, dice: 1}]
//
//	scenario: {id: duel}
//	weapons: [{id: rifle, range: 4}]
//
// the document has {"scenario":{"id":"duel"},"weapons":[{"id":"rifle","range":4,"dice":1}]}.
//
// Files are strict YAML: an unknown key, a value of a wrong type, a key said twice, an anchor or a tag is an error with file, line, column
// and the marked line; as many errors as possible are reported at once (type Problems). Struct tags named check say what else the loader
// tests: required, min=N, max=N, oneof=A|B. A list of structs whose first field is no key (json:"-") is written as a mapping by that field;
// under json:",inline" its keys stand among those of the struct that it is in. So are names and sentences written: {en: hill, fr: colline};
// only English must be there.
package scenarios

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"sort"
	"strings"

	"fieldpost/adjudicator/language"
)

// Embedded returns the files of this folder.
func Embedded() fs.FS { return embedded }

// Entry is one scenario that can be played.
type Entry struct {
	Name  string // what commands call it: "clasico"
	Title language.Words
	Own   bool // from a user's folder
	Show  bool // a demo plays it if none is named
}

// Resolved is a scenario with all its data.
type Resolved struct {
	Game     string
	Name     string
	Document []byte // canonical JSON of the struct that it was decoded into
	places   map[string]place
}

// place is where a path of the document was written.
type place struct {
	src          *source
	line, column int
}

// Problem builds an error about a path of the document (such as "scenario.sides[0].force") with the line where it was
// written; the nearest path above serves where the path itself was not written.
func (r *Resolved) Problem(at, message string) *Problem {
	for p := at; ; p = above(p) {
		if pl, ok := r.places[p]; ok {
			return pl.src.problem(pl.line, pl.column, "E_SCENARIO", at, message)
		}
		if p == "" {
			return &Problem{Code: "E_SCENARIO", Path: at, Message: message}
		}
	}
}

// above cuts the last step off a path.
func above(p string) string {
	i := strings.LastIndexAny(p, ".[")
	if i < 0 {
		return ""
	}
	return p[:i]
}

// Games lists the folders that hold scenarios.
func Games(dirs ...fs.FS) []string {
	var games []string
	for _, f := range layers(dirs) {
		entries, err := fs.ReadDir(f, ".")
		if err != nil {
			continue
		}
		for _, e := range entries {
			if m, _ := fs.Glob(f, path.Join(e.Name(), "scenario-*.yaml")); e.IsDir() && len(m) > 0 && !slices.Contains(games, e.Name()) {
				games = append(games, e.Name())
			}
		}
	}
	sort.Strings(games)
	return games
}

// ShowPiece returns the scenario that a demo plays if none is named: the one marked to be shown, else the first that is not a bench.
// Scenarios whose names begin with "bench" are clear fields for try files.
func ShowPiece(game string) string {
	list, err := List(game)
	if err != nil {
		return ""
	}
	if i := slices.IndexFunc(list, func(s Entry) bool { return s.Show }); i >= 0 {
		return list[i].Name
	}
	for _, s := range list {
		if !strings.HasPrefix(s.Name, "bench") {
			return s.Name
		}
	}
	return ""
}

// List returns the scenarios of a game by name, users' folders included.
func List(game string, dirs ...fs.FS) ([]Entry, error) {
	var list []Entry
	for i, f := range layers(dirs) {
		files, err := fs.Glob(f, path.Join(game, "scenario-*.yaml"))
		if err != nil {
			return nil, fmt.Errorf("scenarios of %q: %w", game, err)
		}
		for _, file := range files {
			e := Entry{Name: nameOf(file), Own: i > 0}
			if src, err := read(f, file); err == nil {
				e.Title, e.Show = titleOf(src), shows(src)
			}
			if at := slices.IndexFunc(list, func(o Entry) bool { return o.Name == e.Name }); at >= 0 {
				list[at] = e
			} else {
				list = append(list, e)
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no scenarios for a game called %q; there are: %s", game, strings.Join(Games(dirs...), ", "))
	}
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// nameOf returns a scenario's name by its file.
func nameOf(file string) string {
	return strings.TrimSuffix(strings.TrimPrefix(path.Base(file), "scenario-"), ".yaml")
}

// layers returns the folders from the lowest to the highest.
func layers(dirs []fs.FS) []fs.FS { return append([]fs.FS{embedded}, dirs...) }

// Load decodes a scenario with the data of its game into the pointer to a struct given. Later dirs override earlier ones, and all override
// the embedded files. The error is a Problems if files are at fault.
func Load(game, name string, into any, dirs ...fs.FS) (*Resolved, error) {
	src, err := find(game, name, dirs)
	if err != nil {
		return nil, err
	}
	return resolve(game, name, []*source{src}, into, layers(dirs))
}

// find reads the file of a scenario: that of the last folder that has it.
func find(game, name string, dirs []fs.FS) (*source, error) {
	all := layers(dirs)
	file := path.Join(game, "scenario-"+name+".yaml")
	for i := len(all) - 1; i >= 0 && fs.ValidPath(file) && !strings.Contains(name, "/"); i-- {
		src, err := read(all[i], file)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return src, err
		}
	}
	list, err := List(game, dirs...)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	hint := suggest(name, names)
	for _, other := range Games(dirs...) {
		if found, err := List(other, dirs...); err == nil && slices.ContainsFunc(found, func(e Entry) bool { return e.Name == name }) && other != game {
			hint = "; it is one of " + other + " (--game " + other + ")"
		}
	}
	return nil, fmt.Errorf("%s has no scenario %q%s; there are: %s", game, name, hint, strings.Join(names, ", "))
}

// LoadText is Load for a scenario that is in no folder, such as a file being edited. file is its name in errors.
func LoadText(game, file string, text []byte, into any, dirs ...fs.FS) (*Resolved, error) {
	src, err := newSource(file, text)
	if err != nil {
		return nil, err
	}
	return resolve(game, nameOf(file), []*source{src}, into, layers(dirs))
}

// LoadInside is Load for a scenario written inside another file, under a key of its top level. With a name it lies over
// the scenario of that name: what the file says changes it.
func LoadInside(game, name, file, key string, text []byte, into any, dirs ...fs.FS) (*Resolved, error) {
	src, err := newSource(file, text)
	if err != nil {
		return nil, err
	}
	src.inside = key
	sources := []*source{src}
	if name != "" {
		base, err := find(game, name, dirs)
		if err != nil {
			return nil, err
		}
		sources = []*source{base, src}
	} else {
		name = key
	}
	return resolve(game, name, sources, into, layers(dirs))
}

// resolve lays the data files of every folder and then the scenario over one another.
func resolve(game, name string, scenario []*source, into any, all []fs.FS) (*Resolved, error) {
	root := reflect.ValueOf(into)
	if root.Kind() != reflect.Pointer || root.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("scenarios: cannot decode into %T", into)
	}
	d := &decoder{game: game, places: map[string]place{}}
	for _, f := range all {
		files, err := dataFiles(f, game)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			src, err := read(f, file)
			if err != nil {
				return nil, err
			}
			d.file(src, root.Elem())
		}
		d.layer++
	}
	for _, src := range scenario {
		d.file(src, root.Elem())
		d.layer++
	}
	if d.required(root.Elem(), "", scenario[0], false); len(d.problems) == 0 {
		relate(root.Elem(), func(path, message string) { d.flaw("E_VALUE", path, "%s", message) })
	}
	if len(d.problems) > 0 {
		return nil, d.problems
	}
	fill(root.Elem())
	doc, err := json.Marshal(into)
	if err != nil {
		return nil, fmt.Errorf("scenario %s: %w", name, err)
	}
	return &Resolved{Game: game, Name: name, Document: doc, places: d.places}, nil
}

// Decode reads one file into the pointer to a struct given, as strictly as scenarios are read. Fields of type Raw take
// whatever stands there.
func Decode(file string, text []byte, into any) error {
	src, err := newSource(file, text)
	if err != nil {
		return err
	}
	d := &decoder{places: map[string]place{}, whole: true}
	root := reflect.ValueOf(into).Elem()
	d.file(src, root)
	d.required(root, "", src, false)
	if len(d.problems) > 0 {
		return d.problems
	}
	return nil
}

// dataFiles returns the files of a game's folder that all its scenarios share.
func dataFiles(f fs.FS, game string) ([]string, error) {
	files, err := fs.Glob(f, path.Join(game, "*.yaml"))
	if err != nil {
		return nil, fmt.Errorf("data of %q: %w", game, err)
	}
	return slices.DeleteFunc(files, func(file string) bool {
		b := path.Base(file)
		return strings.HasPrefix(b, "scenario-") || strings.HasPrefix(b, "words.") || strings.HasPrefix(b, "orders.") || b == "rules.yaml"
	}), nil
}

// fill replaces missing lists by empty ones, so that equal documents have equal bytes.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		if v.IsNil() && v.CanSet() { // otherwise it is not a key of a file
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
		for i := range v.Len() {
			fill(v.Index(i))
		}
	}
}

// WordFiles returns the files with the words of a language: the common ones, then the game's, then those of users'
// folders in the same order; a later file may say a key again. Package scenarios/words reads them.
func WordFiles(game, lang string, dirs ...fs.FS) ([][]byte, error) {
	var texts [][]byte
	for _, f := range layers(dirs) {
		for _, pattern := range []string{"words.*yaml", path.Join(game, "words.*yaml")} {
			files, err := fs.Glob(f, pattern)
			if err != nil {
				return nil, fmt.Errorf("words of %q: %w", game, err)
			}
			for _, file := range files {
				if !strings.HasSuffix(file, "."+lang+".yaml") {
					continue
				}
				src, err := read(f, file)
				if err != nil {
					return nil, err
				}
				texts = append(texts, src.text)
			}
		}
	}
	return texts, nil
}

// SchemaOf returns the published JSON Schema of a game's files.
func SchemaOf(game string) ([]byte, error) {
	b, err := embedded.ReadFile(path.Join(game, "schema.json"))
	if err != nil {
		return nil, fmt.Errorf("no schema for %q: %w", game, err)
	}
	return b, nil
}
