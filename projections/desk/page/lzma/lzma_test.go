package lzma

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestWhatIsPackedIsUnpacked packs nothing, texts, noise and all between, and unpacks it by the specification of the format.
func TestWhatIsPackedIsUnpacked(t *testing.T) {
	noise := make([]byte, 40_000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	words := []byte("ORDERS palace north turn 3 END move fire hold A1 B2 hex wood river ")
	var text []byte
	for len(text) < 200_000 {
		at := r.IntN(len(words) - 12)
		text = append(text, words[at:at+1+r.IntN(12)]...)
		if r.IntN(50) == 0 { // the like of it from far
			from := r.IntN(len(text))
			text = append(text, text[from:min(len(text), from+r.IntN(600))]...)
		}
		if r.IntN(200) == 0 {
			text = append(text, noise[:r.IntN(300)]...)
		}
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "a byte": {7}, "five": []byte("abcab"), "one byte often": bytes.Repeat([]byte{0}, 100_000), "noise": noise, "text": text,
		"high bytes": bytes.Repeat([]byte{0xff, 0xff, 0xff, 0xfe}, 9_000),
	} {
		packed := Pack(data)
		if got := unpack(packed, len(data)); !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes are unpacked otherwise", name, len(data))
		}
		if len(packed) > len(data)+len(data)/50+20 {
			t.Errorf("%s: %d bytes become %d", name, len(data), len(packed))
		}
	}
	if packed := Pack(text); len(packed) > len(text)/2 {
		t.Errorf("a text of %d bytes becomes %d", len(text), len(packed))
	}
}

// decoder is that of the specification of the format.
type decoder struct {
	in          []byte
	width, code uint32
	m           *models
}

func (d *decoder) next() uint32 {
	b := d.in[0]
	d.in = d.in[1:]
	return uint32(b)
}

func (d *decoder) renew() {
	if d.width < 1<<24 {
		d.width, d.code = d.width<<8, d.code<<8|d.next()
	}
}

func (d *decoder) bit(p *prob) (bit int) {
	bound := d.width >> probBits * uint32(*p)
	if d.code < bound {
		d.width = bound
		*p += (1<<probBits - *p) >> speed
	} else {
		d.width, d.code, bit = d.width-bound, d.code-bound, 1
		*p -= *p >> speed
	}
	d.renew()
	return bit
}

func (d *decoder) tree(list []prob, bits int) int {
	v := 1
	for range bits {
		v = v<<1 | d.bit(&list[v])
	}
	return v - 1<<bits
}

func (d *decoder) reverse(list []prob, bits int) (v uint32) {
	node := 1
	for i := range bits {
		b := d.bit(&list[node])
		node = node<<1 | b
		v |= uint32(b) << i
	}
	return v
}

func (d *decoder) length(l *lengths) int {
	switch {
	case d.bit(&l.choice) == 0:
		return shortest + d.tree(l.low[:], 3)
	case d.bit(&l.choice2) == 0:
		return shortest + lenLow + d.tree(l.mid[:], 3)
	}
	return shortest + lenLow + lenMid + d.tree(l.high[:], 8)
}

func (d *decoder) distance(length int) uint32 {
	slot := d.tree(d.m.slot[lenState(length)][:], 6)
	if slot < firstModel {
		return uint32(slot)
	}
	bits, base := slot>>1-1, uint32(2|slot&1)<<(slot>>1-1)
	if slot < endModel {
		return base + d.reverse(d.m.special[int(base)-slot:], bits)
	}
	v := uint32(0)
	for range bits - alignBits {
		d.width >>= 1
		v <<= 1
		if d.code >= d.width {
			d.code -= d.width
			v |= 1
		}
		d.renew()
	}
	return base + v<<alignBits + d.reverse(d.m.align[:], alignBits)
}

func (d *decoder) literal(list []prob, matched int) byte {
	v := 1
	if matched >= 0 {
		for v < 0x100 {
			matched <<= 1
			m := matched >> 8 & 1
			b := d.bit(&list[(1+m)<<8+v])
			v = v<<1 | b
			if m != b {
				break
			}
		}
	}
	for v < 0x100 {
		v = v<<1 | d.bit(&list[v])
	}
	return byte(v)
}

func unpack(packed []byte, size int) []byte {
	d := &decoder{in: packed[1:], m: newModels(), width: 1<<32 - 1}
	for range 4 {
		d.code = d.code<<8 | d.next()
	}
	var out []byte
	var r [reps]uint32
	var state uint8
	for len(out) < size {
		if d.bit(&d.m.isMatch[state]) == 0 {
			last, matched := byte(0), -1
			if len(out) > 0 {
				last = out[len(out)-1]
			}
			if state >= 7 {
				matched = int(out[len(out)-int(r[0])-1])
			}
			out, state = append(out, d.literal(d.m.literal(last), matched)), afterLiteral(state)
			continue
		}
		length := 0
		length, state, r = d.repeat(state, r)
		for range length {
			out = append(out, out[len(out)-int(r[0])-1])
		}
	}
	return out
}

// repeat reads what is repeated: its length, and in front of the distances its own.
func (d *decoder) repeat(state uint8, r [reps]uint32) (int, uint8, [reps]uint32) {
	m := d.m
	if d.bit(&m.isRep[state]) == 0 {
		length := d.length(&m.match)
		return length, afterMatch(state), [reps]uint32{d.distance(length), r[0], r[1], r[2]}
	}
	if d.bit(&m.isRep0[state]) == 0 {
		if d.bit(&m.isRep0Long[state]) == 0 {
			return 1, afterShort(state), r
		}
	} else if d.bit(&m.isRep1[state]) == 0 {
		r = [reps]uint32{r[1], r[0], r[2], r[3]}
	} else if d.bit(&m.isRep2[state]) == 0 {
		r = [reps]uint32{r[2], r[0], r[1], r[3]}
	} else {
		r = [reps]uint32{r[3], r[0], r[1], r[2]}
	}
	return d.length(&m.rep), afterRep(state), r
}
