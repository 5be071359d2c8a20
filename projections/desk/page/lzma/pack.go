package lzma

// Pack packs bytes.
func Pack(data []byte) []byte {
	p := &packer{data: data, m: newModels(), c: newCoder(), f: newFinder(data), nodes: make([]node, chunk+farthest+1)}
	for p.pos < len(data) {
		p.prices.update(p.m)
		p.chunk()
	}
	return p.c.finish()
}

// chunk is how many bytes are parsed with the same prices.
const chunk = 2048

// farthest is how far a way of several steps may lead.
const farthest = 2*longest + 1

// packer packs. Its state and reps are those after the last step that was written.
type packer struct {
	data   []byte
	pos    int // next byte to be written
	m      *models
	c      *coder
	f      *finder
	prices prices
	state  uint8
	reps   [reps]uint32
	nodes  []node
	steps  []step
}

// step is what is written at once: a literal (length 1, back none), the last byte of reps[0] again (length 1, back 0), a remembered distance
// (back 0 to 3), or a match (back 4 and its distance less one).
type step struct {
	length int
	back   uint32
}

const none = ^uint32(0)

// way is one step from a node to another, or what is tried as one: a literal and the distance before it again, or a match, a literal and its
// distance again. One byte differs then in what repeats itself, and the way to the literal alone is seldom the cheapest to its place.
type way struct {
	steps [3]step
	count int
}

func wayOf(steps ...step) (w way) {
	w.count = copy(w.steps[:], steps)
	return w
}

func (w *way) length() (sum int) {
	for _, s := range w.steps[:w.count] {
		sum += s.length
	}
	return sum
}

// node is a place in a chunk, with the cheapest way to it.
type node struct {
	price price
	way   way // the last one
	state uint8
	reps  [reps]uint32
}

// chunk finds the cheapest way through the next bytes and writes it.
func (p *packer) chunk() {
	n := min(chunk, len(p.data)-p.pos)
	for i := range min(len(p.nodes), n+farthest+1) {
		p.nodes[i].price = never
	}
	p.nodes[0] = node{state: p.state, reps: p.reps}
	i := 0
	for ; i < n; i++ {
		if i > 0 {
			p.arrive(i)
		}
		if long, ok := p.look(i); ok {
			p.write(i)
			p.step(long)
			for k := 1; k < long.length; k++ {
				p.f.at(p.pos - long.length + k)
			}
			return
		}
	}
	p.arrive(i)
	p.write(i)
}

// arrive works out state and remembered distances of a node from the way to it.
func (p *packer) arrive(i int) {
	at := &p.nodes[i]
	from := &p.nodes[i-at.way.length()]
	at.state, at.reps = from.state, from.reps
	for _, s := range at.way.steps[:at.way.count] {
		at.state, at.reps = next(at.state, at.reps, s)
	}
}

func next(state uint8, r [reps]uint32, s step) (uint8, [reps]uint32) {
	switch {
	case s.back == none:
		return afterLiteral(state), r
	case s.length == 1:
		return afterShort(state), r
	case s.back < reps:
		d := r[s.back]
		copy(r[1:], r[:s.back])
		r[0] = d
		return afterRep(state), r
	}
	copy(r[1:], r[:reps-1])
	r[0] = s.back - reps
	return afterMatch(state), r
}

// reach notes a step to a node if it is the cheapest way so far.
func (p *packer) reach(from int, s step, cost price) {
	if to := &p.nodes[from+s.length]; cost < to.price {
		to.price, to.way = cost, wayOf(s)
	}
}

// resume notes the way that leads on behind a step, or from the node itself if that has no length: one literal, and then what repeats a distance,
// the last one that was used. cost and state are those behind the step.
func (p *packer) resume(from int, s step, back uint32, state uint8, cost price) {
	m, at := p.m, p.pos+from+s.length
	if at+shortest >= len(p.data) || at <= int(back) {
		return
	}
	n := p.f.same(at+1, back)
	if n < shortest {
		return
	}
	cost += m.isMatch[state].price(0) + p.literalPrice(at, state, back)
	state = afterLiteral(state)
	cost += m.isMatch[state].price(1) + m.isRep[state].price(1) + p.repPrice(0, state) + p.prices.rep[n]
	to := &p.nodes[from+s.length+1+n]
	if cost >= to.price {
		return
	}
	literal, again := step{1, none}, step{n, 0}
	if to.price = cost; s.length == 0 {
		to.way = wayOf(literal, again)
	} else {
		to.way = wayOf(s, literal, again)
	}
}

// look tries all steps from a node. If one is so long that nothing else has to be tried, it is returned.
func (p *packer) look(i int) (long step, ok bool) {
	at, pos, m := &p.nodes[i], p.pos+i, p.m
	found := p.f.at(pos)
	state := at.state
	p.reach(i, step{1, none}, at.price+m.isMatch[state].price(0)+p.literalPrice(pos, state, at.reps[0]))
	if back := at.reps[0]; pos > int(back) && p.data[pos] != p.data[pos-int(back)-1] {
		p.resume(i, step{}, back, state, at.price)
	}
	repeated := at.price + m.isMatch[state].price(1) + m.isRep[state].price(1)
	if back := at.reps[0]; pos > int(back) && p.data[pos] == p.data[pos-int(back)-1] {
		p.reach(i, step{1, 0}, repeated+m.isRep0[state].price(0)+m.isRep0Long[state].price(0))
	}
	for k, back := range at.reps {
		n := p.f.same(pos, back)
		if n >= nice {
			return step{n, uint32(k)}, true
		}
		base := repeated + p.repPrice(k, state)
		for l := shortest; l <= n; l++ {
			p.reach(i, step{l, uint32(k)}, base+p.prices.rep[l])
		}
		if n >= shortest {
			p.resume(i, step{n, uint32(k)}, back, afterRep(state), base+p.prices.rep[n])
		}
	}
	if len(found) == 0 {
		return step{}, false
	}
	if last := found[len(found)-1]; last.length >= nice {
		return step{last.length, last.back + reps}, true
	}
	base := at.price + m.isMatch[state].price(1) + m.isRep[state].price(0)
	l := shortest
	for _, f := range found {
		for ; l <= f.length; l++ {
			p.reach(i, step{l, f.back + reps}, base+p.prices.match[l]+p.prices.of(f.back, l))
		}
		p.resume(i, step{f.length, f.back + reps}, f.back, afterMatch(state), base+p.prices.match[f.length]+p.prices.of(f.back, f.length))
	}
	return step{}, false
}

func (p *packer) repPrice(k int, state uint8) price {
	m := p.m
	if k == 0 {
		return m.isRep0[state].price(0) + m.isRep0Long[state].price(1)
	}
	sum := m.isRep0[state].price(1)
	if k == 1 {
		return sum + m.isRep1[state].price(0)
	}
	return sum + m.isRep1[state].price(1) + m.isRep2[state].price(k-2)
}

func (p *packer) last(pos int) byte {
	if pos == 0 {
		return 0
	}
	return p.data[pos-1]
}

func (p *packer) literalPrice(pos int, state uint8, back uint32) (sum price) {
	list, b := p.m.literal(p.last(pos)), int(p.data[pos])
	if state < 7 {
		return treePrice(list, b, 8)
	}
	matched, offset, node := int(p.data[pos-int(back)-1]), 0x100, 1
	for k := 7; k >= 0; k-- {
		bit := b >> k & 1
		matched <<= 1
		sum += list[offset+matched&offset+node].price(bit)
		node = node<<1 | bit
		if matched>>8&1 != bit {
			offset = 0
		}
	}
	return sum
}

// write writes the way to a node.
func (p *packer) write(i int) {
	p.steps = p.steps[:0]
	for i > 0 {
		w := &p.nodes[i].way
		for k := w.count - 1; k >= 0; k-- {
			p.steps = append(p.steps, w.steps[k])
		}
		i -= w.length()
	}
	for k := len(p.steps) - 1; k >= 0; k-- {
		p.step(p.steps[k])
	}
}

// step writes one step.
func (p *packer) step(s step) {
	m, c, state := p.m, p.c, p.state
	switch {
	case s.back == none:
		c.bit(&m.isMatch[state], 0)
		p.literal()
	case s.back < reps:
		c.bit(&m.isMatch[state], 1)
		c.bit(&m.isRep[state], 1)
		p.repeated(s)
	default:
		c.bit(&m.isMatch[state], 1)
		c.bit(&m.isRep[state], 0)
		c.length(&m.match, s.length)
		p.distance(s.back-reps, s.length)
	}
	p.state, p.reps = next(state, p.reps, s)
	p.pos += s.length
}

func (p *packer) repeated(s step) {
	m, c, state := p.m, p.c, p.state
	if s.back == 0 {
		c.bit(&m.isRep0[state], 0)
		if s.length == 1 {
			c.bit(&m.isRep0Long[state], 0)
			return
		}
		c.bit(&m.isRep0Long[state], 1)
	} else {
		c.bit(&m.isRep0[state], 1)
		if s.back == 1 {
			c.bit(&m.isRep1[state], 0)
		} else {
			c.bit(&m.isRep1[state], 1)
			c.bit(&m.isRep2[state], int(s.back-2))
		}
	}
	c.length(&m.rep, s.length)
}

func (p *packer) distance(back uint32, length int) {
	slot := slotOf(back)
	p.c.tree(p.m.slot[lenState(length)][:], slot, 6)
	if slot < firstModel {
		return
	}
	bits, base := distance(slot)
	if slot < endModel {
		p.c.reverse(p.m.special[int(base)-slot:], int(back-base), bits)
		return
	}
	p.c.direct((back-base)>>alignBits, bits-alignBits)
	p.c.reverse(p.m.align[:], int(back&(1<<alignBits-1)), alignBits)
}

func (p *packer) literal() {
	list, b := p.m.literal(p.last(p.pos)), int(p.data[p.pos])
	if p.state < 7 {
		p.c.tree(list, b, 8)
		return
	}
	matched, offset, node := int(p.data[p.pos-int(p.reps[0])-1]), 0x100, 1
	for k := 7; k >= 0; k-- {
		bit := b >> k & 1
		matched <<= 1
		p.c.bit(&list[offset+matched&offset+node], bit)
		node = node<<1 | bit
		if matched>>8&1 != bit {
			offset = 0
		}
	}
}
