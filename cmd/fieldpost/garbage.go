package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// roomForGarbage is how much garbage may lie about before it is collected, in bytes. Go collects when the heap has doubled: a program whose
// positions, charts and letters are 15 MB does it after every 15 MB of steps that were tried and thrown away, several times for one CHECK or one plan
// of the machine.
const roomForGarbage = 64 << 20

// letGarbageLie makes the collector wait until there is garbage of room bytes, or as much as what is alive if that is more. A program that was started
// with GOGC does as that says.
func letGarbageLie(room uint64) {
	if os.Getenv("GOGC") != "" {
		return
	}
	type witness struct{ last int }
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var collected func(*witness)
	collected = func(w *witness) { // is called after each collection, because nothing else refers to the witness
		metrics.Read(live)
		if percent := percentOf(live[0].Value.Uint64(), room); percent != w.last {
			w.last = percent
			debug.SetGCPercent(percent)
		}
		runtime.SetFinalizer(w, collected)
	}
	collected(new(witness))
}

// percentOf is what GOGC must be for garbage of room bytes beside live ones: 100, Go's own, or more, in steps of 100 so that it seldom changes.
func percentOf(live, room uint64) int {
	const smallest = 4 << 20 // Go's own least heap
	return max(1, int(room/max(live, smallest))) * 100
}
