package scenarios

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"
)

// limits are what a tag check says of a value; those that speak of more than the value itself are listed at relations.
type limits struct {
	required           bool
	rows               bool
	min, max           int
	hasMin, hasMax     bool
	notBelow, notAbove string // other keys
	oneof              []string
	ids                []string
	ref                []string
	place              bool
	letters            string
	each               []int // from, to
	unique             bool
	uniqueKey          string
	rising, falling    string
	spans, hasFirst    bool
	first              int
	entry              bool // of a list, whose tag it is
}

// parsed keeps tags read once: they are those of the program's structs.
var parsed sync.Map

// limitsOf reads a tag: "required,min=1,max=6,oneof=a|b,ids=a|b". Of a list min and max count the entries, of a text the
// letters; ids are those that the entries of a list may have. A struct of rows is written as a list whose entries have the
// keys of its fields as ids: a chart of which the rules read each row by name, so that all must be there and no other. A
// wrong tag is a fault of the program.
func limitsOf(tag string) limits {
	if l, ok := parsed.Load(tag); ok {
		return l.(limits)
	}
	var l limits
	for part := range strings.SplitSeq(tag, ",") {
		if err := l.take(part); err != nil {
			panic("scenarios: tag check:" + strconv.Quote(tag) + ": " + err.Error())
		}
	}
	parsed.Store(tag, l)
	return l
}

// take reads one word of a tag.
func (l *limits) take(part string) error {
	name, value, given := strings.Cut(part, "=")
	n, err := strconv.Atoi(value)
	switch name {
	case "":
		return nil
	case "required":
		l.required = true
	case "rows":
		l.rows = true
	case "place":
		l.place = true
	case "min":
		if err != nil {
			l.notBelow = value
		} else {
			l.hasMin, l.min = true, n
		}
	case "max":
		if err != nil {
			l.notAbove = value
		} else {
			l.hasMax, l.max = true, n
		}
	case "len":
		l.hasMin, l.hasMax, l.min, l.max = true, true, n, n
		return err
	case "oneof":
		l.oneof = strings.Split(value, "|")
	case "ids":
		l.ids = strings.Split(value, "|")
	case "ref":
		l.ref = strings.Split(value, "|")
	case "letters":
		l.letters = value
	case "each":
		from, to, _ := strings.Cut(value, "..")
		low, errLow := strconv.Atoi(from)
		high, errHigh := strconv.Atoi(to)
		l.each = []int{low, high}
		return errors.Join(errLow, errHigh)
	case "unique":
		l.unique, l.uniqueKey = true, value
	case "rising":
		l.rising = value
	case "falling":
		l.falling = value
	case "spans":
		l.spans, l.hasFirst, l.first = true, given, n
	default:
		return fmt.Errorf("unknown word %q", name)
	}
	return nil
}

// check tests a decoded value against its tag.
func (d *decoder) check(n ast.Node, v reflect.Value, tag, path string) {
	l := limitsOf(tag)
	switch v.Kind() {
	case reflect.Int:
		i := int(v.Int())
		if l.hasMin && i < l.min || l.hasMax && i > l.max {
			d.fault(n, "E_VALUE", path, "%s is %d; it may be %s", path, i, l.span())
		}
	case reflect.String:
		if s := v.String(); s != "" && l.oneof != nil && !slices.Contains(l.oneof, s) {
			d.fault(n, "E_VALUE", path, "%s cannot be %q; it may be %s%s", path, shorten(s), strings.Join(l.oneof, ", "), suggest(s, l.oneof))
		}
	}
	if l.required && (v.Kind() == reflect.String || v.Kind() == reflect.Slice) && v.Len() == 0 {
		d.fault(n, "E_REQUIRED", path, "%s is empty", path)
	}
}

// span says the range of a number.
func (l limits) span() string {
	switch {
	case l.hasMin && l.hasMax && l.min == l.max:
		return strconv.Itoa(l.min)
	case l.hasMin && l.hasMax:
		return fmt.Sprintf("%d to %d", l.min, l.max)
	case l.hasMin:
		return fmt.Sprintf("%d or more", l.min)
	}
	return fmt.Sprintf("%d or less", l.max)
}

// required walks the finished struct for keys that no file has; rows: all of its own are asked for.
func (d *decoder) required(v reflect.Value, path string, scenario *source, rows bool) {
	switch v.Kind() {
	case reflect.Struct:
		for _, f := range fieldsOf(v.Type()) {
			at := join(path, f.key)
			_, there := d.places[at]
			if !there && (rows || limitsOf(f.check).required) {
				d.missing(path, f.key, scenario)
			}
			if there {
				d.required(v.FieldByIndex(f.index), at, scenario, limitsOf(f.check).rows)
			}
		}
	case reflect.Slice:
		if e := v.Type().Elem(); isNamed(e) {
			for i := range v.Len() {
				if e.NumField() > 2 { // else it is the value itself, which is there
					d.required(v.Index(i), join(path, v.Index(i).Field(0).String()), scenario, false)
				}
			}
			return
		}
		for i := range v.Len() {
			d.required(v.Index(i), fmt.Sprintf("%s[%d]", path, i), scenario, false)
		}
	}
}

// flaw notes a problem at a path, or where the nearest above it was written.
func (d *decoder) flaw(code, path, format string, args ...any) {
	if len(d.problems) >= maxProblems {
		return
	}
	at := path
	for _, ok := d.places[at]; !ok && at != ""; _, ok = d.places[at] {
		at = above(at)
	}
	p := d.places[at]
	if p.src == nil {
		p.src = d.src
	}
	d.problems = append(d.problems, p.src.problem(p.line, p.column, code, path, fmt.Sprintf(format, args...)))
}

// missing notes a key that is required and not there.
func (d *decoder) missing(path, key string, scenario *source) {
	if len(d.problems) >= maxProblems {
		return
	}
	p, ok := d.places[path]
	if path == "" || !ok {
		p = place{src: scenario, line: 0, column: 0}
	}
	d.problems = append(d.problems, p.src.problem(p.line, p.column, "E_REQUIRED", join(path, key), fmt.Sprintf("%s has no %s", orFile(path), key)))
}

// titleOf finds scenario.title of a file without knowing more of it.
func titleOf(s *source) Title {
	return Title{EN: said(s, "scenario", "title", "en"), FR: said(s, "scenario", "title", "fr")}
}

// shows reports whether a scenario is its game's show piece: what a demo plays where none is named.
func shows(s *source) bool { return said(s, "scenario", "show") == "true" }

// said is the plain value that stands below some keys of a file; "" where there is none.
func said(s *source, keys ...string) string {
	at, p := parse(s)
	if at == nil || p != nil {
		return ""
	}
	for _, key := range keys {
		pairs, _ := entries(at)
		i := slices.IndexFunc(pairs, func(p *ast.MappingValueNode) bool { return p.Key.GetToken().Value == key })
		if i < 0 {
			return ""
		}
		at = pairs[i].Value
	}
	switch v := at.(type) {
	case *ast.StringNode:
		return v.Value
	case *ast.BoolNode:
		return strconv.FormatBool(v.Value)
	}
	return ""
}
