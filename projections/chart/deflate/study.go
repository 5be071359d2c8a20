package deflate

// finder knows where the same four bytes occurred before in the data.
type finder struct {
	data         []byte
	head, before []int32 // 1 + the last place with a hash, and the one before each place
}

func newFinder(data []byte) *finder {
	return &finder{data: data, head: make([]int32, 1<<hashBits), before: make([]int32, window)}
}

// enter notes a place.
func (f *finder) enter(p int) {
	if p+shortest <= len(f.data) {
		h := hash(f.data, p)
		f.before[p&(window-1)] = f.head[h]
		f.head[h] = int32(p + 1)
	}
}

// find calls found for the repetitions at a place, each longer than the last and farther back, after a limited number of looks.
func (f *finder) find(p, looks int, found func(length, distance int)) {
	most := min(longest, len(f.data)-p)
	if most < shortest {
		return
	}
	length := shortest - 1
	for at := int(f.head[hash(f.data, p)]) - 1; looks > 0 && at >= 0 && p-at < window; looks-- {
		if f.data[at+length] == f.data[p+length] {
			if n := alike(f.data, at, p, most); n > length {
				length = n
				if found(n, p-at); n == most {
					return
				}
			}
		}
		at = int(f.before[at&(window-1)]) - 1
	}
}

// chain is how many earlier places are looked at for repetitions, firstChain how many when only their kinds are counted, and
// enough is how long one must be to be taken without further search.
const (
	chain      = 16
	firstChain = 6
	enough     = 96
)

// Study looks for the repetitions of data whose codes take the fewest bits, by two walks: the first counts what occurs, so that
// the second knows what each step costs and finds the cheapest way through.
func Study(data []byte) Plan {
	costs := count(data)
	f := newFinder(data)
	plan := make(Plan, 0, len(data)/6)
	const stretch = 1 << 15
	ways := make([]way, stretch+longest+1)
	for p := 0; p < len(data); {
		p = f.stretch(p, min(stretch, len(data)-p), costs, ways, &plan)
	}
	return plan
}

// way is the cheapest to a place: its cost in bits and its last step.
type way struct {
	bits int32
	step step
}

// stretch finds the cheapest way through a part of the data, appends it to a plan and returns where it ends.
func (f *finder) stretch(from, size int, c *costs, ways []way, plan *Plan) int {
	for i := range ways {
		ways[i].bits = 1 << 30
	}
	ways[0].bits = 0
	p := 0
	for p < size {
		here := ways[p].bits
		if next := &ways[p+1]; here+c.literal[f.data[from+p]] < next.bits {
			*next = way{here + c.literal[f.data[from+p]], step(f.data[from+p])}
		}
		done, far := shortest-1, 0
		f.find(from+p, chain, func(length, distance int) {
			symbol, extra, _ := distanceSymbol(distance)
			price := here + c.distance[symbol] + int32(extra)
			first := done + 1
			if length >= enough {
				first = length
			}
			for l := first; l <= length; l++ {
				if next := &ways[p+l]; price+c.length[l-3] < next.bits {
					*next = way{price + c.length[l-3], repetition(l, distance)}
				}
			}
			done, far = length, distance
		})
		f.enter(from + p)
		p++
		if far > 0 && done >= enough {
			for ; done > 1; done-- {
				f.enter(from + p)
				p++
			}
		}
	}
	at := len(*plan)
	for q := p; q > 0; q -= ways[q].step.length() {
		*plan = append(*plan, ways[q].step)
	}
	for a, b := at, len(*plan)-1; a < b; a, b = a+1, b-1 {
		(*plan)[a], (*plan)[b] = (*plan)[b], (*plan)[a]
	}
	return from + p
}

// costs are how many bits steps take.
type costs struct {
	literal  [256]int32
	length   [256]int32 // less 3
	distance [distances]int32
}

// count walks the data greedily and returns what its codes would cost.
func count(data []byte) *costs {
	f, w := newFinder(data), writer{}
	for p := 0; p < len(data); {
		length, distance := 1, 0
		f.find(p, firstChain, func(l, d int) { length, distance = l, d })
		if distance == 0 {
			w.literalCount[data[p]]++
		} else {
			w.literalCount[257+int(lengthSymbol[length-3])]++
			s, _, _ := distanceSymbol(distance)
			w.distanceCount[s]++
		}
		for range length {
			f.enter(p)
			p++
		}
	}
	lit, dist := codesFor(w.literalCount[:], 15), codesFor(w.distanceCount[:], 15)
	price := func(c code) int32 {
		if c.size == 0 {
			return 14
		}
		return int32(c.size)
	}
	out := &costs{}
	for i := range out.literal {
		out.literal[i] = price(lit[i])
		k := lengthSymbol[i]
		out.length[i] = price(lit[257+int(k)]) + int32(lengthExtra[k])
	}
	for i := range out.distance {
		out.distance[i] = price(dist[i])
	}
	return out
}
