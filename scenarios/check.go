package scenarios

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// limits are what a tag check says of a value.
type limits struct {
	required       bool
	min, max       int
	hasMin, hasMax bool
	oneof          []string
	ids            []string
}

// limitsOf reads a tag: "required,min=1,max=6,oneof=a|b,ids=a|b". Of a list min and max count the entries, and ids are those
// that its entries may have. A wrong tag is a fault of the program.
func limitsOf(tag string) limits {
	var l limits
	for part := range strings.SplitSeq(tag, ",") {
		name, value, _ := strings.Cut(part, "=")
		var err error
		switch name {
		case "":
		case "required":
			l.required = true
		case "min":
			l.hasMin = true
			l.min, err = strconv.Atoi(value)
		case "max":
			l.hasMax = true
			l.max, err = strconv.Atoi(value)
		case "oneof":
			l.oneof = strings.Split(value, "|")
		case "ids":
			l.ids = strings.Split(value, "|")
		default:
			err = fmt.Errorf("unknown word %q", name)
		}
		if err != nil {
			panic("scenarios: tag check:" + strconv.Quote(tag) + ": " + err.Error())
		}
	}
	return l
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
	case l.hasMin && l.hasMax:
		return fmt.Sprintf("%d to %d", l.min, l.max)
	case l.hasMin:
		return fmt.Sprintf("%d or more", l.min)
	}
	return fmt.Sprintf("%d or less", l.max)
}

// required walks the finished struct for keys that no file has.
func (d *decoder) required(v reflect.Value, path string, scenario *source) {
	switch v.Kind() {
	case reflect.Struct:
		for _, f := range fieldsOf(v.Type()) {
			at := join(path, f.key)
			_, there := d.places[at]
			if !there && limitsOf(f.check).required {
				d.missing(path, f.key, scenario)
			}
			if there {
				d.entries(v.FieldByIndex(f.index), f.check, at)
				d.required(v.FieldByIndex(f.index), at, scenario)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.required(v.Index(i), fmt.Sprintf("%s[%d]", path, i), scenario)
		}
	}
}

// entries holds a finished list against its tag.
func (d *decoder) entries(v reflect.Value, tag, path string) {
	l := limitsOf(tag)
	if v.Kind() != reflect.Slice {
		return
	}
	if n := v.Len(); l.hasMin && n < l.min || l.hasMax && n > l.max {
		d.flaw("E_VALUE", path, "%s has %d entries; it may have %s", path, n, l.span())
	}
	id, _ := idField(v.Type().Elem())
	for i := 0; l.ids != nil && i < v.Len(); i++ {
		if s := v.Index(i).FieldByIndex(id.index).String(); !slices.Contains(l.ids, s) {
			at := fmt.Sprintf("%s[%d].id", path, i)
			d.flaw("E_VALUE", at, "%s cannot be %q; it may be %s%s", at, shorten(s), strings.Join(l.ids, ", "), suggest(s, l.ids))
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
