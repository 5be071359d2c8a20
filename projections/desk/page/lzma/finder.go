package lzma

// The finder keeps the last 16 MB in binary trees by the hash of four bytes, as the SDK's bt4 does; matches of two and three bytes are looked for at
// the last place of their hash alone.
const (
	windowBits = 24
	window     = 1 << windowBits
	hashBits   = 20
	depth      = 96  // nodes of a tree that are looked at
	nice       = 273 // a match of this length is taken
)

type finder struct {
	data        []byte
	two         [1 << 16]int32
	three, four []int32 // last place with a hash, and 1; 0 for none
	left, right []int32 // sons of a place, likewise
	found       []found
}

// found is a match: there is none of its length nearer.
type found struct {
	length int
	back   uint32 // distance less one
}

func newFinder(data []byte) *finder {
	size := 1
	for size < window && size <= len(data) {
		size *= 2
	}
	return &finder{data: data, three: make([]int32, 1<<hashBits), four: make([]int32, 1<<hashBits), left: make([]int32, size), right: make([]int32, size)}
}

func hash(v uint32) uint32 { return v * 0x9e3779b1 >> (32 - hashBits) }

// at returns the matches of a place, each longer than the one before and farther, and puts the place into the trees. It is called for every place.
func (f *finder) at(pos int) []found {
	f.found = f.found[:0]
	most := min(longest, len(f.data)-pos)
	if most < 4 {
		return nil
	}
	d := f.data
	v := uint32(d[pos]) | uint32(d[pos+1])<<8 | uint32(d[pos+2])<<16
	h2, h3, h4 := v&0xffff, hash(v), hash(v|uint32(d[pos+3])<<24)
	best := 1
	for _, last := range [2]int32{f.two[h2], f.three[h3]} {
		best = f.near(pos, int(last)-1, best, most)
	}
	f.two[h2], f.three[h3] = int32(pos+1), int32(pos+1)
	root := f.four[h4]
	f.four[h4] = int32(pos + 1)
	f.tree(pos, int(root)-1, best, most)
	return f.found
}

// near notes the match with a place if it is longer than the best.
func (f *finder) near(pos, other, best, most int) int {
	if other < 0 || pos-other > len(f.left)-1 {
		return best
	}
	n := 0
	for n < most && f.data[other+n] == f.data[pos+n] {
		n++
	}
	if n > best {
		f.found = append(f.found, found{n, uint32(pos - other - 1)})
		return n
	}
	return best
}

// tree goes down the tree of a hash, notes matches, and makes the place its root.
func (f *finder) tree(pos, other, best, most int) {
	size, mask := len(f.left), len(f.left)-1
	less, more := &f.left[pos&mask], &f.right[pos&mask] // where places before and after this one are hung
	nLess, nMore := 0, 0
	most = min(most, nice)
	for range depth {
		if other < 0 || pos-other > size-1 {
			break
		}
		n := min(nLess, nMore)
		for n < most && f.data[other+n] == f.data[pos+n] {
			n++
		}
		if n > best {
			best = n
			f.found = append(f.found, found{n, uint32(pos - other - 1)})
		}
		at := other & mask
		if n == most {
			*less, *more = f.left[at], f.right[at]
			return
		}
		if f.data[other+n] < f.data[pos+n] {
			*less = int32(other + 1)
			less, nLess = &f.right[at], n
			other = int(f.right[at]) - 1
		} else {
			*more = int32(other + 1)
			more, nMore = &f.left[at], n
			other = int(f.left[at]) - 1
		}
	}
	*less, *more = 0, 0
}

// same returns how many bytes from a place are those a distance before, at most nice.
func (f *finder) same(pos int, back uint32) int {
	from := pos - int(back) - 1
	if from < 0 {
		return 0
	}
	most := min(nice, len(f.data)-pos)
	n := 0
	for n < most && f.data[from+n] == f.data[pos+n] {
		n++
	}
	return n
}
