package table

import (
	"iter"
	"strconv"
)

// OneOf offers some texts as answers to a question; each is its own value.
func OneOf[G any](texts ...string) func(known G) iter.Seq2[string, string] {
	return Each(func(G) []string { return texts })
}

// Each offers texts that follow from what the seat knows, such as units or places, each its own value, and after them texts that mean none
// of these, such as "hold".
func Each[G any](list func(known G) []string, none ...string) func(known G) iter.Seq2[string, string] {
	return func(k G) iter.Seq2[string, string] {
		return func(yield func(string, string) bool) {
			for _, text := range list(k) {
				if !yield(text, text) {
					return
				}
			}
			for _, text := range none {
				if !yield(text, "") {
					return
				}
			}
		}
	}
}

// Either offers two answers, of which the first is true.
func Either[G any](yes, no string) func(known G) iter.Seq2[string, bool] {
	return func(G) iter.Seq2[string, bool] {
		return func(yield func(string, bool) bool) { _ = yield(yes, true) && yield(no, false) }
	}
}

// UpTo offers the numbers from 0 to most.
func UpTo[G any](most func(known G) int) func(known G) iter.Seq2[string, int] {
	return func(k G) iter.Seq2[string, int] {
		return func(yield func(string, int) bool) {
			for n := range most(k) + 1 {
				if !yield(strconv.Itoa(n), n) {
					return
				}
			}
		}
	}
}
