package events

import "reflect"

// unpack reads bytes that scan has passed with the shape of v, a settable value, into v. A value has only one canonical form and scan
// admits no other, so what is read here encodes to the same bytes again, and nothing can fail. All texts are parts of one copy of the bytes.
func unpack(b []byte, s *shape, v reflect.Value) {
	u := unpacker{scanner: scanner{b: b}}
	if s.text {
		u.text = string(b)
	}
	u.unpack(s, v)
}

// unpacker is a scanner that makes values of what it scans. The texts of an event are parts of one copy of its bytes; those of a cache, which
// is large and says the same names again and again, are each kept once.
type unpacker struct {
	scanner
	text  string
	names map[string]string // nil for an event
}

// longestName is how long a text may be to be looked for among the names.
const longestName = 64

// words takes a text.
func (sc *unpacker) words() string {
	run := sc.run()
	if sc.names == nil {
		return sc.text[sc.at-len(run) : sc.at]
	}
	if len(run) > longestName {
		return string(run)
	}
	name, ok := sc.names[string(run)]
	if !ok {
		name = string(run)
		sc.names[name] = name
	}
	return name
}

func (sc *unpacker) unpack(s *shape, v reflect.Value) {
	switch s.form {
	case formInt:
		v.SetInt(sc.integer())
	case formBool:
		v.SetBool(sc.b[sc.at] == 0xc3)
		sc.at++
	case formText:
		v.SetString(sc.words())
	case formBytes:
		if run := sc.run(); run != nil {
			v.SetBytes(append([]byte(nil), run...))
		}
	case formFixed:
		copy(v.Bytes(), sc.run())
	case formList:
		t, _ := sc.token()
		if t.n == 0 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), t.n, t.n))
		for i := range t.n {
			sc.unpack(s.elem, v.Index(i))
		}
	case formMaybe:
		if sc.b[sc.at] == 0xc0 {
			sc.at++
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		sc.unpack(s.elem, v.Elem())
	case formTuple:
		sc.token()
		for i, f := range s.fields {
			sc.unpack(f, v.Field(s.at[i]))
		}
	}
}

// run takes text or bytes, or returns nil if there are none.
func (sc *scanner) run() []byte {
	t, _ := sc.token()
	if t.form == formAny {
		return nil
	}
	sc.at += t.n
	return sc.b[sc.at-t.n : sc.at]
}

// integer takes an integer that scan has passed.
func (sc *scanner) integer() int64 {
	c := sc.b[sc.at]
	sc.at++
	switch {
	case c <= 0x7f:
		return int64(c)
	case c >= 0xe0:
		return int64(int8(c))
	case c >= 0xd0:
		n := 1 << (c - 0xd0)
		u, _ := sc.number(n)
		return int64(u<<(64-8*n)) >> (64 - 8*n)
	}
	u, _ := sc.number(1 << (c - 0xcc))
	return int64(u)
}
