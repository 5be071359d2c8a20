package events

import (
	"fmt"
	"reflect"
	"sync"
	"unicode/utf8"
)

// maxDepth is how deep lists may be nested: Orders need seven.
const maxDepth = 16

// shape is what a type looks like on the wire. A nil shape takes any canonical value.
type shape struct {
	form   form
	size   int      // of a fixed
	elem   *shape   // of a list
	fields []*shape // of a tuple
	names  []string
	at     []int // which field of the Go struct each is
	text   bool  // it is or holds text
}

type form uint8

const (
	formAny   form = iota
	formInt        // an integer
	formBool       // true or false
	formText       // UTF-8 text
	formBytes      // bytes, nil when empty
	formFixed      // exactly size bytes: a hash, an anchor
	formList       // any number of one shape, nil when empty
	formTuple      // a struct: as many elements as it has fields
	formMaybe      // a struct or nil
)

func (f form) String() string {
	return [...]string{"anything", "an integer", "true or false", "text", "bytes", "bytes of fixed length", "a list", "a struct", "a struct or nothing"}[f]
}

// shapeOf derives the shape from a Go type. It panics on a type that the format does not allow (maps, floats,
// interfaces, unsigned or short integers), which every test run would see at once: shapes are made at start.
func shapeOf[T any]() *shape {
	t := reflect.TypeFor[T]()
	if s, ok := bodies.Load(t); ok {
		return s.(*shape)
	}
	s, _ := bodies.LoadOrStore(t, shapes{}.of(t))
	return s.(*shape)
}

// bodies are the shapes of events and their parts, by their types.
var bodies sync.Map

// shapes derives shapes from Go types: those of events, or those of values for caches (EncodeState).
type shapes struct{ state bool }

func (x shapes) of(t reflect.Type) *shape {
	switch {
	case t.Kind() == reflect.Int64 || x.state && t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		return &shape{form: formInt}
	case t.Kind() == reflect.Bool:
		return &shape{form: formBool}
	case t.Kind() == reflect.String:
		return &shape{form: formText, text: true}
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return &shape{form: formBytes}
	case t.Kind() == reflect.Array && t.Elem().Kind() == reflect.Uint8:
		return &shape{form: formFixed, size: t.Len()}
	case t.Kind() == reflect.Slice:
		elem := x.of(t.Elem())
		return &shape{form: formList, elem: elem, text: elem.text}
	case x.state && t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct:
		elem := x.of(t.Elem())
		return &shape{form: formMaybe, elem: elem, text: elem.text}
	case t.Kind() == reflect.Struct && t.NumField() > 0:
		s := &shape{form: formTuple}
		for i := range t.NumField() {
			f := t.Field(i)
			if x.leavesOut(f) {
				continue
			}
			field := x.of(f.Type)
			s.fields, s.text = append(s.fields, field), s.text || field.text
			s.names = append(s.names, t.Name()+"."+f.Name)
			s.at = append(s.at, i)
		}
		return s
	}
	panic("events: the format has no place for " + t.String())
}

func (x shapes) leavesOut(f reflect.StructField) bool {
	if x.state {
		return !f.IsExported() || f.Tag.Get("json") == "-"
	}
	return f.Tag.Get("msgpack") == "-"
}

// scan checks that b is exactly one canonical value of the shape before anything is allocated for it.
func scan(b []byte, s *shape) error {
	sc := scanner{b: b}
	if err := sc.value(s, "", maxDepth); err != nil {
		return err
	}
	if sc.at != len(b) {
		return sc.fail("%d bytes follow the value", len(b)-sc.at)
	}
	return nil
}

type scanner struct {
	b  []byte
	at int
}

func (sc *scanner) fail(format string, args ...any) error {
	return &CodecError{Code: CodeMalformed, At: sc.at, Detail: fmt.Sprintf(format, args...)}
}

// token is the head of a value: what form it has, and its length or count.
type token struct {
	form form // formAny for nil
	n    int
}

// value scans one value of shape s; name is the field that holds it.
func (sc *scanner) value(s *shape, name string, depth int) error {
	start := sc.at
	t, err := sc.token()
	if err != nil {
		return err
	}
	if s != nil && s.form == formMaybe {
		if t.form == formAny {
			return nil
		}
		s = s.elem
	}
	if s != nil && !s.takes(t) {
		sc.at = start
		return sc.fail("%s should be %s", name, s.describe())
	}
	switch t.form {
	case formText:
		if !utf8.Valid(sc.b[sc.at : sc.at+t.n]) {
			return sc.fail("text is not valid UTF-8")
		}
		sc.at += t.n
	case formBytes:
		sc.at += t.n
	case formList:
		if depth == 0 {
			return sc.fail("nested deeper than %d", maxDepth)
		}
		for i := range t.n {
			elem, elemName := (*shape)(nil), name
			switch {
			case s == nil:
			case s.form == formTuple:
				elem, elemName = s.fields[i], s.names[i]
			default:
				elem = s.elem
			}
			if err := sc.value(elem, elemName, depth-1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *shape) takes(t token) bool {
	switch s.form {
	case formFixed:
		return t.form == formBytes && t.n == s.size
	case formTuple:
		return t.form == formList && t.n == len(s.fields)
	case formBytes, formList:
		return t.form == s.form || t.form == formAny
	case formAny:
		return true
	}
	return t.form == s.form
}

func (s *shape) describe() string {
	switch s.form {
	case formFixed:
		return fmt.Sprintf("%d bytes", s.size)
	case formTuple:
		return fmt.Sprintf("a list of %d", len(s.fields))
	}
	return s.form.String()
}

// token reads one head. Lengths are in their shortest form and fit into what is left; a list's count does too,
// as each of its elements takes at least one byte.
func (sc *scanner) token() (token, error) {
	if sc.at >= len(sc.b) {
		return token{}, sc.fail("cut off")
	}
	c := sc.b[sc.at]
	sc.at++
	switch {
	case c <= 0x7f || c >= 0xe0:
		return token{form: formInt}, nil
	case c >= 0x90 && c <= 0x9f:
		return sc.sized(formList, int(c&0x0f))
	case c >= 0xa0 && c <= 0xbf:
		return sc.sized(formText, int(c&0x1f))
	}
	switch c {
	case 0xc0:
		return token{form: formAny}, nil
	case 0xc2, 0xc3:
		return token{form: formBool}, nil
	case 0xcc, 0xcd, 0xce, 0xcf:
		return sc.unsigned(1 << (c - 0xcc))
	case 0xd0, 0xd1, 0xd2, 0xd3:
		return sc.negative(1 << (c - 0xd0))
	case 0xc4, 0xc5, 0xc6:
		return sc.long(formBytes, 1<<(c-0xc4), 1)
	case 0xd9, 0xda, 0xdb:
		return sc.long(formText, 1<<(c-0xd9), 32)
	case 0xdc, 0xdd:
		return sc.long(formList, 2<<(c-0xdc), 16)
	}
	sc.at--
	return token{}, sc.fail("byte %#02x has no place in the format", c)
}

// number reads n bytes, most significant first.
func (sc *scanner) number(n int) (uint64, error) {
	if len(sc.b)-sc.at < n {
		return 0, sc.fail("cut off")
	}
	var v uint64
	for range n {
		v = v<<8 | uint64(sc.b[sc.at])
		sc.at++
	}
	return v, nil
}

// unsigned reads a positive integer of n bytes: too large for fewer, and not above the largest int64.
func (sc *scanner) unsigned(n int) (token, error) {
	v, err := sc.number(n)
	switch {
	case err != nil:
		return token{}, err
	case n == 1 && v < 128, n > 1 && v>>(4*n) == 0:
		return token{}, sc.fail("integer %d is not in its shortest form", v)
	case v>>63 != 0:
		return token{}, sc.fail("integer %d is too large", v)
	}
	return token{form: formInt}, nil
}

// negative reads a negative integer of n bytes, too low for fewer.
func (sc *scanner) negative(n int) (token, error) {
	u, err := sc.number(n)
	if err != nil {
		return token{}, err
	}
	v := int64(u<<(64-8*n)) >> (64 - 8*n)
	if n == 1 && v >= -32 || n > 1 && v >= -1<<(4*n-1) {
		return token{}, sc.fail("integer %d is not in its shortest form", v)
	}
	return token{form: formInt}, nil
}

// long reads a length of n bytes; the shortest form of that width starts at least (for width 1, or 2 when a list).
func (sc *scanner) long(f form, n, least int) (token, error) {
	v, err := sc.number(n)
	if err != nil {
		return token{}, err
	}
	if n > 1 && !(f == formList && n == 2) {
		least = 1 << (4 * n)
	}
	if v < uint64(least) {
		return token{}, sc.fail("length %d is not in its shortest form", v)
	}
	if v > uint64(len(sc.b)-sc.at) {
		return token{}, sc.fail("length %d is more than what is left", v)
	}
	return token{form: f, n: int(v)}, nil
}

func (sc *scanner) sized(f form, n int) (token, error) {
	if f == formList && n == 0 {
		return token{}, sc.fail("an empty list is written as nil")
	}
	if n > len(sc.b)-sc.at {
		return token{}, sc.fail("length %d is more than what is left", n)
	}
	return token{form: f, n: n}, nil
}

// nilEmpties rewrites what the encoder wrote into the canonical form, in place: an empty list and empty bytes
// become nil, whether the Go value was nil or not.
func nilEmpties(b []byte) []byte {
	sc := scanner{b: b}
	out := b[:0]
	for sc.at < len(b) {
		start := sc.at
		if c := b[start]; c == 0x90 {
			out, sc.at = append(out, 0xc0), start+1
			continue
		} else if c == 0xc4 && b[start+1] == 0 {
			out, sc.at = append(out, 0xc0), start+2
			continue
		}
		t, err := sc.token()
		if err != nil {
			return nil // the encoder wrote something outside the format; the caller refuses empty bytes
		}
		if t.form == formText || t.form == formBytes {
			sc.at += t.n
		}
		out = append(out, b[start:sc.at]...)
	}
	return out
}
