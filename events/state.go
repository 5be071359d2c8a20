package events

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"sync"

	"github.com/vmihailenco/msgpack/v5"
)

// EncodeState writes a value for a cache, such as a snapshot, in the format of events. It takes what events take, and integers of any width
// and pointers to structs as well. Fields that are not exported, or that are tagged json:"-", are left out. The bytes follow the fields of
// Go types, and change with them: keep StateLayout beside them, and never hash them or send them to anyone.
func EncodeState[T any](v *T) ([]byte, error) {
	s := stateOf[T]()
	return marshal(func(enc *msgpack.Encoder) error { return s.write(enc, reflect.ValueOf(v).Elem()) })
}

// DecodeState reads what EncodeState wrote of a type with the same StateLayout. The value shares nothing with b.
func DecodeState[T any](b []byte, v *T) error {
	s := stateOf[T]()
	if err := scan(b, s); err != nil {
		return err
	}
	u := unpacker{scanner: scanner{b: b}, names: map[string]string{}}
	u.unpack(s, reflect.ValueOf(v).Elem())
	return nil
}

// StateLayout identifies what EncodeState writes of a type: it is another one as soon as a field comes, goes or changes.
func StateLayout[T any]() Hash { return sha256.Sum256(stateOf[T]().outline(nil)) }

// states are the shapes of values for caches, by their types.
var states sync.Map

func stateOf[T any]() *shape {
	t := reflect.TypeFor[T]()
	if s, ok := states.Load(t); ok {
		return s.(*shape)
	}
	s, _ := states.LoadOrStore(t, shapes{state: true}.of(t))
	return s.(*shape)
}

// outline appends a description of a shape with the names of all fields.
func (s *shape) outline(b []byte) []byte {
	b = fmt.Appendf(b, "%d %d(", s.form, s.size)
	if s.elem != nil {
		b = s.elem.outline(b)
	}
	for i, f := range s.fields {
		b = f.outline(append(append(b, s.names[i]...), ' '))
	}
	return append(b, ')')
}

// write encodes an addressable value.
func (s *shape) write(enc *msgpack.Encoder, v reflect.Value) error {
	switch s.form {
	case formInt:
		return enc.EncodeInt(v.Int())
	case formBool:
		return enc.EncodeBool(v.Bool())
	case formText:
		return enc.EncodeString(v.String())
	case formBytes, formFixed:
		return enc.EncodeBytes(v.Bytes())
	case formMaybe:
		if v.IsNil() {
			return enc.EncodeNil()
		}
		return s.elem.write(enc, v.Elem())
	case formList:
		err := enc.EncodeArrayLen(v.Len())
		for i := 0; err == nil && i < v.Len(); i++ {
			err = s.elem.write(enc, v.Index(i))
		}
		return err
	}
	err := enc.EncodeArrayLen(len(s.fields))
	for i := 0; err == nil && i < len(s.fields); i++ {
		err = s.fields[i].write(enc, v.Field(s.at[i]))
	}
	return err
}
