package orders

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Value returns the canonical text of an argument, or "" where the player did not write it. Like the functions below, it marks the argument
// as used if such marks are kept.
func Value(args []Arg, name string) string {
	a, _ := look(args, name)
	return a.Value
}

// Has reports whether the player wrote the argument.
func Has(args []Arg, name string) bool {
	_, ok := look(args, name)
	return ok
}

// look finds an argument that is going to be used.
func look(args []Arg, name string) (Arg, bool) {
	for _, a := range args {
		if a.Name == name {
			if a.Used != nil {
				*a.Used = true
			}
			return a, true
		}
	}
	return Arg{}, false
}

// written reports whether the player wrote the argument, without using it.
func written(args []Arg, name string) bool {
	return slices.ContainsFunc(args, func(a Arg) bool { return a.Name == name })
}

// Int returns a KindNumber argument, or def where the player did not write it.
func Int(args []Arg, name string, def int) int {
	if v := Value(args, name); v != "" {
		if n, err := strconv.Atoi(v); err == nil {
			return n
		}
	}
	return def
}

// Path returns the places of a KindPath argument in order, or nil where the player did not write it.
func Path(args []Arg, name string) []string {
	if v := Value(args, name); v != "" {
		return strings.Split(v, "-")
	}
	return nil
}

// List returns the values of a Repeated argument in order, or nil where the player did not write it.
func List(args []Arg, name string) []string {
	if v := Value(args, name); v != "" {
		return strings.Split(v, ",")
	}
	return nil
}

// Among reports whether a word is one of the values of a Repeated argument, as Value returns them.
func Among(values, word string) bool {
	for v := range strings.SplitSeq(values, ",") {
		if v == word {
			return true
		}
	}
	return false
}

// Pair is one setting: Value is "fire" for "entry=fire" and ">=3" for "bases>=3".
type Pair struct{ Name, Value string }

// Pairs returns the settings of a KindPair argument in order.
func Pairs(args []Arg, name string) []Pair {
	var out []Pair
	for p := range pairs(args, name) {
		out = append(out, p)
	}
	return out
}

func pairs(args []Arg, name string) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for s := range strings.SplitSeq(Value(args, name), ",") {
			if i := strings.IndexAny(s, "=<>!"); i > 0 && !yield(Pair{s[:i], strings.TrimPrefix(s[i:], "=")}) {
				return
			}
		}
	}
}

// Setting returns the value of one setting of a KindPair argument, or "" where the player did not write it.
func Setting(args []Arg, name, setting string) string {
	for p := range pairs(args, name) {
		if p.Name == setting {
			return p.Value
		}
	}
	return ""
}

func itoa(n int) string { return strconv.Itoa(n) }
