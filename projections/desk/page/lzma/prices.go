package lzma

import "math"

// price is in 16ths of a bit.
type price = uint32

const never price = math.MaxUint32 >> 2

// bitPrices holds the price of a bit by its chance, in steps of 16.
var bitPrices = func() (out [1 << (probBits - 4)]price) {
	for i := range out {
		out[i] = price(math.Round(-16 * math.Log2((float64(i)*16+8)/(1<<probBits))))
	}
	return out
}()

func (p prob) price(bit int) price {
	if bit == 1 {
		p = 1<<probBits - p
	}
	return bitPrices[p>>4]
}

func treePrice(list []prob, v, bits int) (sum price) {
	node := 1
	for bits--; bits >= 0; bits-- {
		b := v >> bits & 1
		sum += list[node].price(b)
		node = node<<1 | b
	}
	return sum
}

func reversePrice(list []prob, v, bits int) (sum price) {
	node := 1
	for range bits {
		sum += list[node].price(v & 1)
		node = node<<1 | v&1
		v >>= 1
	}
	return sum
}

// prices are those of lengths and distances as the models stood when they were worked out.
type prices struct {
	match, rep [longest + 1]price
	slot       [lenStates][slots]price
	near       [lenStates][fullDistances]price
	align      [1 << alignBits]price
}

func (p *prices) update(m *models) {
	lengthPrices(&p.match, &m.match)
	lengthPrices(&p.rep, &m.rep)
	for s := range lenStates {
		for slot := range slots {
			p.slot[s][slot] = treePrice(m.slot[s][:], slot, 6)
			if slot >= endModel {
				p.slot[s][slot] += price(slot>>1-1-alignBits) * 16
			}
		}
		for d := range uint32(fullDistances) {
			slot := slotOf(d)
			p.near[s][d] = p.slot[s][slot]
			if slot >= firstModel {
				bits, base := distance(slot)
				p.near[s][d] += reversePrice(m.special[int(base)-slot:], int(d-base), bits)
			}
		}
	}
	for i := range p.align {
		p.align[i] = reversePrice(m.align[:], i, alignBits)
	}
}

func lengthPrices(out *[longest + 1]price, l *lengths) {
	for n := shortest; n <= longest; n++ {
		switch k := n - shortest; {
		case k < lenLow:
			out[n] = l.choice.price(0) + treePrice(l.low[:], k, 3)
		case k < lenLow+lenMid:
			out[n] = l.choice.price(1) + l.choice2.price(0) + treePrice(l.mid[:], k-lenLow, 3)
		default:
			out[n] = l.choice.price(1) + l.choice2.price(1) + treePrice(l.high[:], k-lenLow-lenMid, 8)
		}
	}
}

// distance returns how many bits follow a slot, and the distance (less one) if all of them are 0.
func distance(slot int) (bits int, base uint32) {
	bits = slot>>1 - 1
	return bits, uint32(2|slot&1) << bits
}

// of returns the price of a distance with a length.
func (p *prices) of(back uint32, length int) price {
	s := lenState(length)
	if back < fullDistances {
		return p.near[s][back]
	}
	return p.slot[s][slotOf(back)] + p.align[back&(1<<alignBits-1)]
}
