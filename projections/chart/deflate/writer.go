package deflate

import "encoding/binary"

// writer gathers the steps of a block and writes them when it is full.
type writer struct {
	out   []byte
	steps []step
	bits  uint64
	held  uint // bits that are not written yet

	literalCount  [literals]uint32
	distanceCount [distances]uint32
}

func (w *writer) literal(b byte) {
	w.literalCount[b]++
	w.step(step(b))
}

func (w *writer) repeat(length, distance int) {
	w.literalCount[257+int(lengthSymbol[length-3])]++
	s, _, _ := distanceSymbol(distance)
	w.distanceCount[s]++
	w.step(repetition(length, distance))
}

func (w *writer) step(s step) {
	w.steps = append(w.steps, s)
	if len(w.steps) == blockSize {
		w.block(false)
	}
}

// put writes up to 32 bits, the lowest first.
func (w *writer) put(b uint64, n uint) {
	w.bits |= b << w.held
	w.held += n
	if w.held >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.bits))
		w.bits >>= 32
		w.held -= 32
	}
}

// end writes what is left and ends the stream.
func (w *writer) end() {
	w.block(true)
	w.flush()
}

// pause writes what is left and an empty stored block (RFC 1951, 3.2.4), after which the stream goes on with a whole byte.
func (w *writer) pause() {
	w.block(false)
	w.put(0, 3)
	w.flush()
	w.out = append(w.out, 0, 0, 0xff, 0xff)
}

// flush writes the bits that are held, filled up to a byte.
func (w *writer) flush() {
	for ; w.held > 0; w.held -= min(w.held, 8) {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
}

const blockEnd = 256

// block writes the steps so far with codes of their own.
func (w *writer) block(last bool) {
	w.literalCount[blockEnd] = 1
	lit, dist := codesFor(w.literalCount[:], 15), codesFor(w.distanceCount[:], 15)
	final := uint64(0)
	if last {
		final = 1
	}
	w.put(final|2<<1, 3)
	w.tables(lit, dist)
	for _, s := range w.steps {
		if s&repeats == 0 {
			c := lit[s]
			w.put(uint64(c.bits), uint(c.size))
			continue
		}
		k := lengthSymbol[s.length()-3]
		c := lit[257+int(k)]
		w.put(uint64(c.bits)|uint64(uint16(s.length())-lengthBase[k])<<c.size, uint(c.size+lengthExtra[k]))
		symbol, extra, value := distanceSymbol(s.distance())
		c = dist[symbol]
		w.put(uint64(c.bits)|uint64(value)<<c.size, uint(c.size)+uint(extra))
	}
	w.put(uint64(lit[blockEnd].bits), uint(lit[blockEnd].size))
	w.steps = w.steps[:0]
	clear(w.literalCount[:])
	clear(w.distanceCount[:])
}

// tables writes the sizes of the codes of a block (RFC 1951, 3.2.7).
func (w *writer) tables(lit, dist []code) {
	lit, dist = used(lit, 257), used(dist, 1)
	var sizes []uint8
	for _, c := range lit {
		sizes = append(sizes, c.size)
	}
	for _, c := range dist {
		sizes = append(sizes, c.size)
	}
	type run struct {
		symbol, extra uint8
		value         int
	}
	var runs []run
	var counts [19]uint32
	add := func(r run) {
		runs = append(runs, r)
		counts[r.symbol]++
	}
	for i := 0; i < len(sizes); {
		n := 1
		for i+n < len(sizes) && sizes[i+n] == sizes[i] {
			n++
		}
		left := n
		if sizes[i] != 0 {
			add(run{symbol: sizes[i]})
			for left--; left >= 3; left -= min(left, 6) {
				add(run{16, 2, min(left, 6) - 3})
			}
		} else {
			for ; left >= 11; left -= min(left, 138) {
				add(run{18, 7, min(left, 138) - 11})
			}
			if left >= 3 {
				add(run{17, 3, left - 3})
				left = 0
			}
		}
		for ; left > 0; left-- {
			add(run{symbol: sizes[i]})
		}
		i += n
	}
	codes := codesFor(counts[:], 7)
	many := len(codeOrder)
	for many > 4 && codes[codeOrder[many-1]].size == 0 {
		many--
	}
	w.put(uint64(len(lit)-257)|uint64(len(dist)-1)<<5|uint64(many-4)<<10, 14)
	for _, s := range codeOrder[:many] {
		w.put(uint64(codes[s].size), 3)
	}
	for _, r := range runs {
		c := codes[r.symbol]
		w.put(uint64(c.bits)|uint64(r.value)<<c.size, uint(c.size+r.extra))
	}
}

// used leaves out unused codes at the end, down to a least number.
func used(codes []code, least int) []code {
	for len(codes) > least && codes[len(codes)-1].size == 0 {
		codes = codes[:len(codes)-1]
	}
	return codes
}
