package table

import (
	"iter"
	"slices"
)

// All yields a pointer to each part of a position's list, in its order. The list itself must not change meanwhile.
func All[T any](list []T) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for i := range list {
			if !yield(&list[i]) {
				return
			}
		}
	}
}

// Find returns the first entry of a document's list for which is returns true.
func Find[T any](list []T, is func(*T) bool) (entry T, ok bool) {
	if e := First(list, is); e != nil {
		return *e, true
	}
	return entry, false
}

// Entry returns a pointer to the first entry of a document's list for which is returns true, or to an empty one. Nobody may change it.
func Entry[T any](list []T, is func(*T) bool) *T {
	if e := First(list, is); e != nil {
		return e
	}
	return new(T)
}

// First returns a pointer to the first part of a position's list for which is returns true, or nil if there is none.
func First[T any](list []T, is func(*T) bool) *T {
	for i := range list {
		if is(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// Any reports whether is returns true for some part of a position's list. Unlike slices.ContainsFunc it copies none.
func Any[T any](list []T, is func(*T) bool) bool { return First(list, is) != nil }

// Those returns pointers to the parts of a position's list for which is returns true, in its order.
func Those[T any](list []T, is func(*T) bool) (out []*T) {
	for i := range list {
		if is(&list[i]) {
			out = append(out, &list[i])
		}
	}
	return out
}

// Keep returns the values of a list for which is returns true, in its order, as a list of its own; nil if there is none.
func Keep[T any](list []T, is func(T) bool) (out []T) {
	for _, v := range list {
		if is(v) {
			out = append(out, v)
		}
	}
	return out
}

// Pick returns what value says of the parts of a position's list, in its order, without those of which it says false.
func Pick[T, V any](list []T, value func(*T) (V, bool)) (out []V) {
	for i := range list {
		if v, ok := value(&list[i]); ok {
			out = append(out, v)
		}
	}
	return out
}

// Once returns the same as Pick, but no value a second time: such as the hexes of counters.
func Once[T any, V comparable](list []T, value func(*T) (V, bool)) (out []V) {
	for i := range list {
		if v, ok := value(&list[i]); ok {
			out = With(out, v)
		}
	}
	return out
}

// Count returns for how many values of a list is returns true.
func Count[T any](list []T, is func(T) bool) (n int) {
	for _, v := range list {
		if is(v) {
			n++
		}
	}
	return n
}

// With returns a list with those of some values appended that are not in it yet, each once.
func With[T comparable](list []T, values ...T) []T {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// Index finds the entries of a document's list by their names. Survey makes it.
type Index[T any] struct {
	entries map[string]*T
	none    *T
}

// NewIndex makes an index of a list. If two entries have the same name, the first counts.
func NewIndex[T any](list []T, name func(*T) string) Index[T] {
	x := Index[T]{entries: make(map[string]*T, len(list)), none: new(T)}
	for i := len(list) - 1; i >= 0; i-- {
		x.entries[name(&list[i])] = &list[i]
	}
	return x
}

// Of returns an entry, or the zero value if there is none of that name. The caller must not change it.
func (x Index[T]) Of(name string) *T {
	entry, _ := x.Find(name)
	return entry
}

// Find is Of, and reports whether there is one.
func (x Index[T]) Find(name string) (entry *T, ok bool) {
	if entry, ok = x.entries[name]; ok {
		return entry, true
	}
	return x.none, false
}

// bearer is a part of a position that goes by a name, such as a counter: its pointer tells the name under which facts, orders and
// other parts mention it.
type bearer[T any] interface {
	*T
	Called() string
}

// NamesOf returns the names of the parts of a position's list for which is returns true, in its order.
func NamesOf[T any, P bearer[T]](list []T, is func(P) bool) (names []string) {
	for i := range list {
		if p := P(&list[i]); is(p) {
			names = append(names, p.Called())
		}
	}
	return names
}
