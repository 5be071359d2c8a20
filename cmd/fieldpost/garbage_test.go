package main

import "testing"

// TestGarbageHasRoom: a small program waits for its garbage, a large one collects as Go does.
func TestGarbageHasRoom(t *testing.T) {
	for _, c := range []struct {
		live uint64 // MB
		want int
	}{{0, 1600}, {4, 1600}, {10, 600}, {16, 400}, {40, 100}, {64, 100}, {1000, 100}} {
		if got := percentOf(c.live<<20, roomForGarbage); got != c.want {
			t.Errorf("%d MB alive: GOGC=%d, want %d", c.live, got, c.want)
		}
	}
}
