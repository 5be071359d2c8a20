package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Stream gives the unbiased numbers that follow from one output of the function.
type Stream struct {
	mac      hash.Hash
	next     uint32 // block
	block    [sha256.Size]byte
	left     int // bytes of block not yet taken
	rejected int
}

// NewStream returns a stream that begins at the first byte.
func NewStream(beta [64]byte) *Stream {
	return &Stream{mac: hmac.New(sha256.New, beta[:])}
}

func (s *Stream) byte() uint64 {
	if s.left == 0 {
		s.mac.Reset()
		s.mac.Write(binary.BigEndian.AppendUint32([]byte("pbem-expand-v1"), s.next))
		s.mac.Sum(s.block[:0])
		s.next++
		s.left = len(s.block)
	}
	b := s.block[len(s.block)-s.left]
	s.left--
	return uint64(b)
}

// Uniform returns 0 to n-1, each as likely as any other. n lies between 1 and MaxSides.
func (s *Stream) Uniform(n int) int {
	if n < 1 || n > MaxSides {
		panic("dice: uniform outside 1 to MaxSides")
	}
	width, span := 1, uint64(1)<<8
	if n > 1<<16 {
		width, span = 4, 1<<32
	} else if n > 1<<8 {
		width, span = 2, 1<<16
	}
	for {
		var v uint64
		for range width {
			v = v<<8 | s.byte()
		}
		if v < limit(span, uint64(n)) {
			return int(v % uint64(n))
		}
		s.rejected++
	}
}

// limit returns the greatest multiple of n that does not exceed span. Values from there on would favour small results.
func limit(span, n uint64) uint64 { return span - span%n }

// Dice throws n dice.
func (s *Stream) Dice(n, sides int) []int {
	values := make([]int, n)
	for i := range values {
		values[i] = s.Uniform(sides) + 1
	}
	return values
}

// Shuffle returns 0 to n-1 in a random order (Fisher and Yates, from the end).
func (s *Stream) Shuffle(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := s.Uniform(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	return order
}
