package scenarios

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"

	"fieldpost/adjudicator/language"
)

// limits are what a tag check says about a value; words that concern more than the value itself are listed at relations.
type limits struct {
	required                   bool
	rows                       bool
	min, max                   int
	hasMin, hasMax             bool
	notBelow, notAbove, sameAs string // other keys
	oneof                      []string
	ids                        []string
	has                        []string
	hasKey                     string
	ref                        []string
	codes                      string
	place, chain               bool
	touching, beside           string
	letters                    string
	like                       *regexp.Regexp
	such                       string // examples of what it is like
	each                       []int  // from, to
	eachTo                     string // a key in place of to
	unique                     bool
	uniqueKey                  string
	rising, falling, next      string
	spans, hasFirst, closed    bool
	first, until               int
	last                       string
	grid                       bool
	gridOf                     string
	needed, only               []condition
	goes                       *condition
	goesWith                   string // the value that goes with it
	entry                      bool   // of a list, whose tag it is
	with                       string // an entry that a mapping by names must have
	entries                    *limits
}

// parsed keeps tags read once: they are those of the program's structs.
var parsed sync.Map

// limitsOf reads a tag: "required,min=1,max=6,oneof=a|b,ids=a|b". Of a list min and max count the entries, of a text the letters; ids are
// those that the entries of a list may have. A struct of rows is written as a list whose entries have the keys of its fields as ids: a
// chart of which the rules read each row by name, so that all must be there and no other. "with=en" at the name of a mapping by names is an
// entry that it must have. A wrong tag is a fault in the program.
func limitsOf(tag string) *limits {
	if l, ok := parsed.Load(tag); ok {
		return l.(*limits)
	}
	l := &limits{}
	for part := range strings.SplitSeq(tag, ",") {
		if err := l.take(part); err != nil {
			panic("scenarios: tag check:" + strconv.Quote(tag) + ": " + err.Error())
		}
	}
	l.entries = l.ofEntries()
	parsed.Store(tag, l)
	return l
}

// ofEntries returns what a tag says about the entries of its list, and about the entries of those.
func (l *limits) ofEntries() *limits {
	e := &limits{ref: l.ref, codes: l.codes, place: l.place, touching: l.touching, chain: l.chain, oneof: l.oneof, letters: l.letters, like: l.like, such: l.such, notAbove: l.eachTo, entry: true}
	if l.each != nil {
		e.hasMin, e.min, e.hasMax, e.max = true, l.each[0], len(l.each) > 1, l.each[len(l.each)-1]
	}
	inner := *e
	inner.entries = &inner
	e.entries = &inner
	return e
}

// refs are the lists of a tag ref.
var refs = regexp.MustCompile(`[^|\[]+(\[[^]]*\])?`)

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
	case "chain":
		l.chain = true
	case "touching":
		l.touching = value
	case "beside":
		l.beside = value
	case "with":
		l.with = value
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
		if err != nil {
			l.sameAs = value
			return nil
		}
		l.hasMin, l.hasMax, l.min, l.max = true, true, n, n
	case "oneof":
		l.oneof = strings.Split(value, "|")
	case "ids":
		l.ids = strings.Split(value, "|")
	case "has":
		key, names, ok := strings.Cut(value, ":")
		if !ok {
			key, names = "id", value
		}
		l.hasKey, l.has = key, strings.Split(names, "|")
	case "ref":
		l.ref = refs.FindAllString(value, -1)
	case "codes":
		l.codes = value
	case "letters":
		l.letters = value
	case "needed":
		l.needed = append(l.needed, newCondition(value))
	case "only":
		l.only = append(l.only, newCondition(value))
	default:
		return l.order(name, value, given)
	}
	return nil
}

// order reads the words about the order of a list, or of several numbers.
func (l *limits) order(name, value string, given bool) (err error) {
	switch name {
	case "like":
		var expression string
		l.such, expression, _ = strings.Cut(value, "~")
		l.like, err = regexp.Compile("^(?:" + expression + ")$")
	case "each":
		from, to, _ := strings.Cut(value, "..")
		low, errLow := strconv.Atoi(from)
		high, errHigh := strconv.Atoi(to)
		if l.each = []int{low, high}; errHigh != nil {
			l.each, l.eachTo = l.each[:1], to
		}
		return errLow
	case "unique":
		l.unique, l.uniqueKey = true, value
	case "rising":
		l.rising = value
	case "falling":
		l.falling = value
	case "next":
		var first string
		if l.next, first, l.hasFirst = strings.Cut(value, ":"); l.hasFirst {
			l.first, err = strconv.Atoi(first)
		}
	case "spans":
		from, to, closed := strings.Cut(value, "..")
		if l.spans, l.hasFirst, l.closed = true, given, closed; given {
			l.first, err = strconv.Atoi(from)
		}
		if closed && err == nil {
			l.until, err = strconv.Atoi(to)
		}
	case "last":
		l.last = value
	case "grid":
		l.grid, l.gridOf = true, value
	case "goes":
		with, text, _ := strings.Cut(value, "/")
		c := newCondition(text)
		l.goesWith, l.goes = with, &c
	default:
		return fmt.Errorf("unknown word %q", name)
	}
	return err
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

// span describes the range of a number.
func (l *limits) span() string {
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
		if in, ok := inlineOf(v.Type()); ok {
			d.required(v.FieldByIndex(in.index), path, scenario, false)
		}
		for _, f := range fieldsOf(v.Type()) {
			at := join(path, f.key)
			_, there := d.places[at]
			if !there && (rows || f.limits.required) {
				d.missing(path, f.key, scenario)
			}
			if there {
				d.required(v.FieldByIndex(f.index), at, scenario, f.limits.rows)
			}
		}
	case reflect.Slice:
		if e := v.Type().Elem(); isNamed(e) {
			if with := limitsOf(e.Field(0).Tag.Get("check")).with; with != "" {
				if _, there := d.places[join(path, with)]; !there {
					d.missing(path, with, scenario)
				}
			}
			for i := range v.Len() {
				if e.NumField() > 2 { // otherwise it is the value itself, which is there
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

// missing notes a required key that is not there.
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
func titleOf(s *source) language.Words {
	var title language.Words
	pairs, _ := entries(below(s, "scenario", "title"))
	for _, p := range pairs {
		if text, ok := p.Value.(*ast.StringNode); ok {
			title = append(title, language.Text{Lang: language.Lang(p.Key.GetToken().Value), Text: text.Value})
		}
	}
	return title
}

// shows reports whether a scenario is its game's show piece: what a demo plays if none is named.
func shows(s *source) bool {
	show, ok := below(s, "scenario", "show").(*ast.BoolNode)
	return ok && show.Value
}

// below returns the node under some keys of a file, or nil if there is none.
func below(s *source, keys ...string) ast.Node {
	at, p := parse(s)
	if p != nil {
		return nil
	}
	for _, key := range keys {
		at = within(at, key)
	}
	return at
}
