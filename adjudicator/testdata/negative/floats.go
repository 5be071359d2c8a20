// Package negative computes with floats.
package negative

import "strconv"

type odds struct {
	chance float64 // want float
}

type share float32 // want float

const third = 1 / 3.0 // want float

var wave complex128 // want float

func half(n int) int {
	return int(0.5 * // want float
		float64(n)) // want float
}

func parse(s string) bool {
	_, err := strconv.ParseFloat(s, 64) // want float
	return err == nil
}

func generic[T ~float64 | ~int](a T) T { return a } // want float

var fine = 7 / 2
