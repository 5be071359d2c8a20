// Package lzma packs bytes in the format of the LZMA SDK ("LZMA1"), so that the page of the desk is a third smaller than with gzip, the best
// that browsers unpack by themselves; the page brings a decoder of a hundred lines (unpack.js, beside this package).
//
// What is written has no header and no end mark: the literal context is 3 bits, the bits of the position are not used (lc 3, lp 0, pb 0), and
// whoever unpacks it must know how many bytes it was. `xz --format=raw --lzma1=lc=3,lp=0,pb=0` reads it too.
//
// The parser is the optimal one of the SDK: for some thousand bytes at a time it looks for the cheapest way through all matches that were found, by
// the prices of the bits as the models stand.
package lzma

// Sizes of the format.
const (
	literalContext = 3 // high bits of the last byte that choose the model of a literal
	states         = 12
	shortest       = 2
	longest        = 273
	reps           = 4 // distances that are remembered
	lenLow         = 8
	lenMid         = 8
	lenHigh        = 256
	lenStates      = 4 // lengths that have a model of distances of their own
	slots          = 64
	firstModel     = 4  // slots below have no further bits
	endModel       = 14 // slots from here on have bits of equal chance, and four that are aligned
	fullDistances  = 1 << (endModel / 2)
	alignBits      = 4
)

// State numbers: 0 to 6 follow a literal, 7 to 11 something repeated.
func afterLiteral(s uint8) uint8 {
	switch {
	case s < 4:
		return 0
	case s < 10:
		return s - 3
	}
	return s - 6
}

func afterMatch(s uint8) uint8 { return after(s, 7, 10) }

func afterRep(s uint8) uint8 { return after(s, 8, 11) }

func afterShort(s uint8) uint8 { return after(s, 9, 11) }

func after(s, literal, repeated uint8) uint8 {
	if s < 7 {
		return literal
	}
	return repeated
}

// lenState returns which model of slots a length has.
func lenState(n int) int { return min(n-shortest, lenStates-1) }

// slotOf returns the slot of a distance (less one): its highest bit and the one below.
func slotOf(d uint32) int {
	if d < 4 {
		return int(d)
	}
	high := 31
	for d>>high == 0 {
		high--
	}
	return high<<1 | int(d>>(high-1)&1)
}
