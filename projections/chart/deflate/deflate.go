// Package deflate compresses data that is mostly the same as before, such as a picture of a board on which only the counters move.
//
// Study searches thoroughly for repetitions in the data that stays, and keeps them as a Plan. Append compresses data by a plan: each step
// is tried at its place and used if it still holds. Only where the data has changed are repetitions searched for anew, and quickly. The
// result is a zlib stream (RFC 1950, RFC 1951) that any reader accepts, as small as the long search makes it and in a tenth of the time. A
// plan is only a hint: whatever the data is, it is restored exactly.
//
// Example: the rows of a bare board, and then of the board with counters on it.
//
//	plan := deflate.Study(bare)
//	stream := deflate.Append(nil, rows, plan, width)
package deflate

import (
	"encoding/binary"
	"hash/adler32"
	"math/bits"
	"sync"
)

const (
	window    = 1 << 15 // how far back a repetition may lie
	shortest  = 4       // bytes of a repetition
	near      = 1 << 11 // how far back the shortest may lie to be worth its distance where costs are not counted
	longest   = 258
	blockSize = 1 << 12 // steps that share their codes
)

// step is a literal byte, or a repetition: its length less 3 in bits 16 to 23, its distance less 1 in the 15 below, and this mark.
type step uint32

const repeats step = 1 << 31

func repetition(length, distance int) step {
	return repeats | step(length-3)<<16 | step(distance-1)
}

func (s step) length() int {
	if s&repeats == 0 {
		return 1
	}
	return int(s>>16&0xff) + 3
}

func (s step) distance() int { return int(s&(window-1)) + 1 }

// Plan is how data was compressed that later data is like.
type Plan []step

// alike returns how many bytes from two places on are the same, up to most.
func alike(data []byte, a, b, most int) int {
	n := 0
	for ; n+8 <= most; n += 8 {
		x := binary.LittleEndian.Uint64(data[a+n:]) ^ binary.LittleEndian.Uint64(data[b+n:])
		if x != 0 {
			return n + bits.TrailingZeros64(x)>>3
		}
	}
	for n < most && data[a+n] == data[b+n] {
		n++
	}
	return n
}

const hashBits = 15

func hash(data []byte, at int) uint32 {
	return binary.LittleEndian.Uint32(data[at:]) * 0x9e3779b1 >> (32 - hashBits)
}

// Append compresses data by a plan, which may be of other data or nil, and appends the stream. Where the plan does not hold, the data one
// stride back (in a picture, the row above) is looked at first. Parts of long data are compressed side by side; the stream is the same however
// many processors there are.
func Append(dst, data []byte, plan Plan, stride int) []byte {
	parts := make([]*writer, min(mostParts, max(1, len(data)/leastPart)))
	var busy sync.WaitGroup
	for i := range parts {
		from, to := len(data)*i/len(parts), len(data)*(i+1)/len(parts)
		parts[i] = &writer{out: make([]byte, 0, (to-from)/4)}
		busy.Go(func() { parts[i].part(data, from, to, plan, stride) })
	}
	sum := adler32.Checksum(data)
	busy.Wait()
	dst = append(dst, 0x78, 0x9c)
	for _, w := range parts {
		dst = append(dst, w.out...)
	}
	return binary.BigEndian.AppendUint32(dst, sum)
}

// Long data is compressed in up to so many parts, none of them shorter than this.
const (
	mostParts = 4
	leastPart = 1 << 18
)

// part compresses the data between two places, with all before them as what may be repeated.
func (w *writer) part(data []byte, from, to int, plan Plan, stride int) {
	f := newFinder(data[:to])
	for p := max(0, from-window); p < from; p++ {
		f.enter(p)
	}
	w.rows(f, from, plan, stride)
	if to < len(data) {
		w.pause()
	} else {
		w.end()
	}
}

// looks is how many earlier places are tried where the plan does not hold.
const looks = 4

// rows walks data and plan side by side, from a place on.
func (w *writer) rows(f *finder, from int, plan Plan, stride int) {
	data := f.data
	next, begins := 0, 0 // the step of the plan that covers p, and where it begins
	clean := from == 0   // the last step was the plan's
	best := func(p int) (length, distance int) {
		if p >= stride && stride <= window {
			if n := alike(data, p, p-stride, min(longest, len(data)-p)); n >= shortest+1 {
				length, distance = n, stride
			}
		}
		f.find(p, looks, func(l, d int) {
			if l > length && (l > shortest || d <= near) {
				length, distance = l, d
			}
		})
		return length, distance
	}
	for p := from; p < len(data); {
		for next < len(plan) && begins+plan[next].length() <= p {
			begins += plan[next].length()
			next++
		}
		most := min(longest, len(data)-p)
		length, distance := 0, 0
		if next < len(plan) {
			s, left := plan[next], plan[next].length()-(p-begins)
			if s&repeats != 0 {
				distance = s.distance()
				length = alike(data, p, p-distance, min(left, most))
				if length == left && (clean || length >= 32) {
					w.repeat(length, distance)
					p, clean = p+length, true
					continue
				}
			} else if clean && byte(s) == data[p] {
				w.literal(data[p])
				p++
				continue
			}
		}
		clean = false
		if l, d := best(p); l > length {
			length, distance = l, d
		}
		f.enter(p)
		if length >= shortest && length < 32 { // the byte after may begin a longer one
			if l, d := best(p + 1); l > length+1 {
				w.literal(data[p])
				p++
				f.enter(p)
				length, distance = l, d
			}
		}
		if length < shortest {
			w.literal(data[p])
			clean = next < len(plan) && plan[next]&repeats == 0 && byte(plan[next]) == data[p]
			p++
			continue
		}
		w.repeat(length, distance)
		for k := 1; k < length; k++ {
			f.enter(p + k)
		}
		p += length
	}
}
