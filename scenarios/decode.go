package scenarios

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// parse makes the tree of a file. Features that our files never need and that make parsers work too hard (anchors, tags, explicit keys,
// deep nesting) are refused on the tokens, before a tree is made.
func parse(s *source) (ast.Node, *Problem) {
	tokens := lexer.Tokenize(string(s.text))
	depth, entries, line := 0, 0, 0
	for _, t := range tokens {
		var refused string
		switch t.Type {
		case token.AnchorType, token.AliasType, token.MergeKeyType:
			refused = "anchors, aliases and merge keys are not allowed: write the value out"
		case token.TagType:
			refused = "tags are not allowed"
		case token.MappingKeyType:
			refused = `keys with "?" are not allowed`
		case token.DirectiveType:
			refused = "directives are not allowed"
		case token.MappingStartType, token.SequenceStartType:
			depth++
		case token.MappingEndType, token.SequenceEndType:
			depth--
		case token.SequenceEntryType:
			if t.Position.Line != line {
				entries, line = 0, t.Position.Line
			}
			entries++
		}
		if depth > maxDepth || entries > maxDepth || t.Position.Column > 4000 && t.Type == token.SequenceEntryType {
			return nil, s.problem(t.Position.Line, t.Position.Column, "E_LIMIT", "", fmt.Sprintf("nested more than %d levels deep", maxDepth))
		}
		if refused != "" {
			return nil, s.problem(t.Position.Line, t.Position.Column, "E_YAML", "", refused)
		}
	}
	if p := tooIndented(s); p != nil {
		return nil, p
	}
	f, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, syntax(s, err)
	}
	if len(f.Docs) > 1 && f.Docs[1].Body != nil {
		t := f.Docs[1].Body.GetToken()
		return nil, s.problem(t.Position.Line, t.Position.Column, "E_YAML", "", "only one document in a file")
	}
	if len(f.Docs) == 0 || f.Docs[0].Body == nil {
		return nil, nil
	}
	return f.Docs[0].Body, nil
}

// tooIndented limits the nesting of block style, whose levels the tokens do not show: each level needs a line that is
// indented farther.
func tooIndented(s *source) *Problem {
	var open []int
	for i, l := range strings.Split(string(s.text), "\n") {
		indent := len(l) - len(strings.TrimLeft(l, " -"))
		if strings.TrimSpace(l) == "" {
			continue
		}
		for len(open) > 0 && open[len(open)-1] >= indent {
			open = open[:len(open)-1]
		}
		if open = append(open, indent); len(open) > 2*maxDepth {
			return s.problem(i+1, indent+1, "E_LIMIT", "", fmt.Sprintf("nested more than %d levels deep", 2*maxDepth))
		}
	}
	return nil
}

// syntax turns the parser's error into ours.
func syntax(s *source, err error) *Problem {
	var ye yaml.Error
	if errors.As(err, &ye) && ye.GetToken() != nil {
		pos := ye.GetToken().Position
		return s.problem(pos.Line, pos.Column, "E_YAML", "", ye.GetMessage())
	}
	return s.problem(0, 0, "E_YAML", "", err.Error())
}

// decoder lays files over a struct.
type decoder struct {
	game     string
	layer    int  // folder: inside one nothing may be said twice
	whole    bool // the key game belongs to the struct
	src      *source
	places   map[string]place
	layers   map[string]int // layer of each plain value and list by path
	problems Problems
}

// fault notes a problem at a node.
func (d *decoder) fault(n ast.Node, code, path, format string, args ...any) {
	if len(d.problems) >= maxProblems {
		return
	}
	line, column := position(n)
	d.problems = append(d.problems, d.src.problem(line, column, code, path, fmt.Sprintf(format, args...)))
}

// position returns where a node begins; a mapping begins at its first key.
func position(n ast.Node) (line, column int) {
	if pairs, ok := entries(n); ok && len(pairs) > 0 {
		n = pairs[0].Key
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		return t.Position.Line, t.Position.Column
	}
	return 0, 0
}

// file decodes one file over the struct.
func (d *decoder) file(s *source, into reflect.Value) {
	if d.layers == nil {
		d.layers = map[string]int{}
	}
	d.src = s
	n, p := parse(s)
	if p != nil {
		if len(d.problems) < maxProblems {
			d.problems = append(d.problems, p)
		}
		return
	}
	if n = within(n, s.inside); n != nil {
		d.value(n, into, "")
	}
}

// within finds the value of a key of the top level; the whole for no key.
func within(n ast.Node, key string) ast.Node {
	if n == nil || key == "" {
		return n
	}
	pairs, _ := entries(n)
	for _, p := range pairs {
		if p.Key.GetToken().Value == key {
			return p.Value
		}
	}
	return nil
}

// entries returns the pairs of a mapping; a single pair is a node of a different kind.
func entries(n ast.Node) ([]*ast.MappingValueNode, bool) {
	switch m := n.(type) {
	case *ast.MappingNode:
		return m.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{m}, true
	}
	return nil, false
}

// value decodes a node over a value.
func (d *decoder) value(n ast.Node, v reflect.Value, path string) {
	line, column := position(n)
	d.places[path] = place{d.src, line, column}
	if v.Type() == rawType {
		if d.once(n, path) {
			v.SetBytes(d.json(nil, n, path))
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v, path)
	case reflect.Slice:
		d.list(n, v, path)
	default:
		if d.once(n, path) {
			d.plain(n, v, path)
		}
	}
}

// once refuses what this folder has already said.
func (d *decoder) once(n ast.Node, path string) bool {
	if l, ok := d.layers[path]; ok && l == d.layer {
		d.fault(n, "E_TWICE", path, "%s is said twice", path)
		return false
	}
	d.layers[path] = d.layer
	return true
}

// structure decodes a mapping over a struct.
func (d *decoder) structure(n ast.Node, v reflect.Value, path string) {
	pairs, ok := entries(n)
	if !ok {
		d.fault(n, "E_TYPE", path, "%s is a mapping of keys, not %s", orFile(path), kindOf(n))
		return
	}
	fields := fieldsOf(v.Type())
	for _, p := range pairs {
		key := p.Key.GetToken().Value
		if path == "" && key == "game" && !d.whole {
			if g, ok := p.Value.(*ast.StringNode); !ok || g.Value != d.game {
				d.fault(p.Value, "E_VALUE", "game", "this file is for another game; here it is %q", d.game)
			}
			continue
		}
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
		if in, ok := inlineOf(v.Type()); ok && i < 0 {
			d.entry(p, v.FieldByIndex(in.index), path)
			continue
		}
		if i < 0 {
			d.fault(p.Key, "E_KEY", join(path, key), "unknown key %q in %s%s", key, orFile(path), suggest(key, keysOf(fields)))
			continue
		}
		before := len(d.problems)
		if fields[i].limits.rows {
			d.rows(p.Value, v.FieldByIndex(fields[i].index), join(path, key))
			continue
		}
		d.value(p.Value, v.FieldByIndex(fields[i].index), join(path, key))
		if len(d.problems) == before {
			d.check(p.Value, v.FieldByIndex(fields[i].index), fields[i].check, join(path, key))
		}
	}
}

// rows decodes a list over a struct whose fields are its entries by id.
func (d *decoder) rows(n ast.Node, v reflect.Value, path string) {
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		d.fault(n, "E_TYPE", path, "%s is a list, not %s", path, kindOf(n))
		return
	}
	line, column := position(n)
	d.places[path] = place{d.src, line, column}
	fields := fieldsOf(v.Type())
	for _, e := range seq.Values {
		id := idOf(e)
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == id })
		switch {
		case id == "":
			d.fault(e, "E_REQUIRED", path, "an entry of %s has no id", path)
		case i < 0:
			d.fault(e, "E_KEY", join(path, id), "%s has no row %q%s", path, id, suggest(id, keysOf(fields)))
		default:
			d.value(e, v.FieldByIndex(fields[i].index), join(path, id))
		}
	}
}

// field is a key of a struct.
type field struct {
	key    string
	check  string  // the tag
	limits *limits // what it says
	index  []int
	in     reflect.StructField
	of     reflect.Type // the struct that it stands in
}

// known keeps the keys of structs: they are those of the program.
var known sync.Map

// fieldsOf returns the keys of a struct in the order of its fields; those of an embedded struct stand among them.
func fieldsOf(t reflect.Type) []field {
	if fields, ok := known.Load(t); ok {
		return fields.([]field)
	}
	var out []field
	for i := range t.NumField() {
		f := t.Field(i)
		key, more, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && key == "" {
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				out = append(out, inner)
			}
			continue
		}
		if key == "-" || more == "inline" || !f.IsExported() { // no key of a file
			continue
		}
		if key == "" {
			key = strings.ToLower(f.Name)
		}
		tag := f.Tag.Get("check")
		out = append(out, field{key: key, check: tag, limits: limitsOf(tag), index: f.Index, in: f, of: t})
	}
	known.Store(t, out)
	return out
}

// inlineOf returns the field of a struct, a mapping by names, that takes in the keys of no other field.
func inlineOf(t reflect.Type) (field, bool) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("json") == ",inline" {
			return field{index: f.Index, in: f, of: t}, true
		}
	}
	return field{}, false
}

// keysOf returns the keys of some fields.
func keysOf(fields []field) []string {
	var keys []string
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	return keys
}

// idField finds the field of a struct whose key is id.
func idField(t reflect.Type) (field, bool) {
	if t.Kind() == reflect.Struct {
		for _, f := range fieldsOf(t) {
			if f.key == "id" {
				return f, true
			}
		}
	}
	return field{}, false
}

// list decodes a sequence: it merges by id if the entries have one, and otherwise replaces what was there. Entries identified by a name are
// written as a mapping.
func (d *decoder) list(n ast.Node, v reflect.Value, path string) {
	if isNamed(v.Type().Elem()) {
		d.named(n, v, path)
		return
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok {
		d.fault(n, "E_TYPE", path, "%s is a list, not %s", path, kindOf(n))
		return
	}
	if len(seq.Values) > maxEntries {
		d.fault(n, "E_LIMIT", path, "%s has %d entries; at most %d are read", path, len(seq.Values), maxEntries)
		return
	}
	elem := v.Type().Elem()
	id, named := idField(elem)
	if !named {
		if !d.once(n, path) {
			return
		}
		if v.Len() > 0 {
			d.forget(path)
		}
		v.Set(reflect.MakeSlice(v.Type(), len(seq.Values), len(seq.Values)))
		for i, e := range seq.Values {
			d.value(e, v.Index(i), fmt.Sprintf("%s[%d]", path, i))
		}
		return
	}
	for _, e := range seq.Values {
		at := v.Len()
		if name := idOf(e); name != "" {
			for i := range v.Len() {
				if v.Index(i).FieldByIndex(id.index).String() == name {
					at = i
				}
			}
		}
		if at == v.Len() {
			v.Set(reflect.Append(v, reflect.Zero(elem)))
		}
		d.value(e, v.Index(at), fmt.Sprintf("%s[%d]", path, at))
	}
}

// isNamed reports whether entries of a list are written as a mapping: structs whose first field stands for its key.
func isNamed(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.NumField() > 1 && t.Field(0).Tag.Get("json") == "-"
}

// named decodes a mapping into a list of structs by their names, in the order written. The value of a struct that has but one more
// field is the value of that field.
func (d *decoder) named(n ast.Node, v reflect.Value, path string) {
	pairs, ok := entries(n)
	if !ok {
		d.fault(n, "E_TYPE", path, "%s is a mapping by names, not %s", path, kindOf(n))
		return
	}
	for _, p := range pairs {
		d.entry(p, v, path)
	}
}

// entry decodes one entry of a mapping by names.
func (d *decoder) entry(p *ast.MappingValueNode, v reflect.Value, path string) {
	elem, name := v.Type().Elem(), p.Key.GetToken().Value
	at := 0
	for at < v.Len() && v.Index(at).Field(0).String() != name {
		at++
	}
	if at == v.Len() {
		v.Set(reflect.Append(v, reflect.Zero(elem)))
		v.Index(at).Field(0).SetString(name)
	}
	entry, below := v.Index(at), join(path, name)
	if elem.NumField() > 2 {
		d.value(p.Value, entry, below)
		return
	}
	d.value(p.Value, entry.Field(1), below)
	d.check(p.Value, entry.Field(1), elem.Field(1).Tag.Get("check"), below)
}

// forget lets a later folder write a replaced list anew.
func (d *decoder) forget(path string) {
	below := func(p string) bool { return strings.HasPrefix(p, path+"[") }
	maps.DeleteFunc(d.layers, func(p string, _ int) bool { return below(p) })
	maps.DeleteFunc(d.places, func(p string, _ place) bool { return below(p) })
}

// idOf returns the id of an entry of a list.
func idOf(n ast.Node) string {
	pairs, _ := entries(n)
	for _, p := range pairs {
		if s, ok := p.Value.(*ast.StringNode); ok && p.Key.GetToken().Value == "id" {
			return s.Value
		}
	}
	return ""
}

// whole is a number as people write it.
var whole = regexp.MustCompile(`^[+-]?[0-9]{1,18}$`)

// plain decodes a string, a number or a truth value.
func (d *decoder) plain(n ast.Node, v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.String:
		switch s := n.(type) {
		case *ast.StringNode:
			v.SetString(s.Value)
		case *ast.LiteralNode:
			v.SetString(strings.TrimRight(s.Value.Value, "\n"))
		case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
			d.fault(n, "E_TYPE", path, "%s is text: put %s in quotes", path, n.GetToken().Value)
		default:
			d.fault(n, "E_TYPE", path, "%s is text, not %s", path, kindOf(n))
		}
	case reflect.Int:
		t := n.GetToken().Value
		if _, ok := n.(*ast.IntegerNode); !ok || !whole.MatchString(t) {
			d.fault(n, "E_TYPE", path, "%s is a whole number, not %s", path, kindOf(n))
			return
		}
		i, err := strconv.ParseInt(t, 10, 64)
		if err != nil || i > math.MaxInt32 || i < math.MinInt32 {
			d.fault(n, "E_VALUE", path, "%s is out of range", path)
			return
		}
		v.SetInt(i)
	case reflect.Bool:
		b, ok := n.(*ast.BoolNode)
		if !ok {
			d.fault(n, "E_TYPE", path, "%s is true or false, not %s", path, kindOf(n))
			return
		}
		v.SetBool(b.Value)
	default:
		d.fault(n, "E_TYPE", path, "%s cannot be written in a file", path)
	}
}

// kindOf names what a node is, for messages.
func kindOf(n ast.Node) string {
	switch s := n.(type) {
	case *ast.StringNode:
		return fmt.Sprintf("the text %q", shorten(s.Value))
	case *ast.LiteralNode:
		return "a block of text"
	case *ast.IntegerNode, *ast.FloatNode:
		return "the number " + shorten(n.GetToken().Value)
	case *ast.BoolNode:
		return n.GetToken().Value
	case *ast.NullNode:
		return "nothing"
	case *ast.SequenceNode:
		return "a list"
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	}
	return "this"
}

// shorten keeps quoted values from crowding out the message.
func shorten(s string) string {
	if r := []rune(s); len(r) > 30 {
		return string(r[:30]) + "..."
	}
	return s
}

// join appends a key to a path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// orFile names the top level.
func orFile(path string) string {
	if path == "" {
		return "the file"
	}
	return path
}
