package lzma

import "math"

// prob is the chance of a 0, in 2048ths.
type prob uint16

const (
	probBits = 11
	half     = 1 << (probBits - 1)
	speed    = 5 // of adapting
)

// lengths are the models of a length.
type lengths struct {
	choice, choice2 prob
	low             [lenLow]prob
	mid             [lenMid]prob
	high            [lenHigh]prob
}

// models are all chances, which both sides adapt alike.
type models struct {
	isMatch, isRep, isRep0, isRep1, isRep2, isRep0Long [states]prob
	literals                                           [0x300 << literalContext]prob
	slot                                               [lenStates][slots]prob
	special                                            [1 + fullDistances - endModel]prob
	align                                              [1 << alignBits]prob
	match, rep                                         lengths
}

func newModels() *models {
	m := &models{}
	for _, list := range [][]prob{m.isMatch[:], m.isRep[:], m.isRep0[:], m.isRep1[:], m.isRep2[:], m.isRep0Long[:], m.literals[:], m.special[:], m.align[:]} {
		fill(list)
	}
	for i := range m.slot {
		fill(m.slot[i][:])
	}
	m.match.reset()
	m.rep.reset()
	return m
}

func fill(list []prob) {
	for i := range list {
		list[i] = half
	}
}

func (l *lengths) reset() {
	l.choice, l.choice2 = half, half
	for _, list := range [][]prob{l.low[:], l.mid[:], l.high[:]} {
		fill(list)
	}
}

// literal returns the models of a literal after a byte.
func (m *models) literal(last byte) []prob {
	at := 0x300 * int(last>>(8-literalContext))
	return m.literals[at : at+0x300]
}

// coder is the range coder.
type coder struct {
	out   []byte
	low   uint64
	width uint32
	cache byte
	held  int // bytes that a carry may still change
}

func newCoder() *coder { return &coder{width: math.MaxUint32, held: 1} }

func (c *coder) shift() {
	if c.low < 0xff000000 || c.low > math.MaxUint32 {
		carry := byte(c.low >> 32)
		for ; c.held > 0; c.held-- {
			c.out = append(c.out, c.cache+carry)
			c.cache = 0xff
		}
		c.cache = byte(c.low >> 24)
	}
	c.held++
	c.low = c.low << 8 & math.MaxUint32
}

func (c *coder) bit(p *prob, bit int) {
	bound := c.width >> probBits * uint32(*p)
	if bit == 0 {
		c.width = bound
		*p += (1<<probBits - *p) >> speed
	} else {
		c.low += uint64(bound)
		c.width -= bound
		*p -= *p >> speed
	}
	for c.width < 1<<24 {
		c.width <<= 8
		c.shift()
	}
}

// direct writes bits of equal chance.
func (c *coder) direct(v uint32, bits int) {
	for bits--; bits >= 0; bits-- {
		c.width >>= 1
		if v>>bits&1 == 1 {
			c.low += uint64(c.width)
		}
		for c.width < 1<<24 {
			c.width <<= 8
			c.shift()
		}
	}
}

// tree writes bits from the highest down.
func (c *coder) tree(list []prob, v, bits int) {
	node := 1
	for bits--; bits >= 0; bits-- {
		b := v >> bits & 1
		c.bit(&list[node], b)
		node = node<<1 | b
	}
}

// reverse writes bits from the lowest up.
func (c *coder) reverse(list []prob, v, bits int) {
	node := 1
	for range bits {
		c.bit(&list[node], v&1)
		node = node<<1 | v&1
		v >>= 1
	}
}

func (c *coder) length(l *lengths, n int) {
	switch n -= shortest; {
	case n < lenLow:
		c.bit(&l.choice, 0)
		c.tree(l.low[:], n, 3)
	case n < lenLow+lenMid:
		c.bit(&l.choice, 1)
		c.bit(&l.choice2, 0)
		c.tree(l.mid[:], n-lenLow, 3)
	default:
		c.bit(&l.choice, 1)
		c.bit(&l.choice2, 1)
		c.tree(l.high[:], n-lenLow-lenMid, 8)
	}
}

func (c *coder) finish() []byte {
	for range 5 {
		c.shift()
	}
	return c.out
}
