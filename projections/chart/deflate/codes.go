package deflate

import (
	"math/bits"
	"slices"
)

// The alphabets of RFC 1951, 3.2.5 to 3.2.7.
const (
	literals  = 286 // bytes, the end of a block, lengths
	distances = 30
)

var (
	lengthBase   = [29]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra  = [29]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	lengthSymbol = symbolsOfLengths() // by length less 3: number in the table above
	codeOrder    = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
)

func symbolsOfLengths() (out [256]uint8) {
	for i := range out {
		for int(out[i]) < 28 && i+3 >= int(lengthBase[out[i]+1]) {
			out[i]++
		}
	}
	return out
}

// distanceSymbol returns the number of a distance, and what the number leaves open.
func distanceSymbol(distance int) (symbol, extra, value uint32) {
	d := uint32(distance - 1)
	if d < 4 {
		return d, 0, 0
	}
	n := uint32(bits.Len32(d)) - 1
	return 2*n + d>>(n-1)&1, n - 1, d & (1<<(n-1) - 1)
}

// code is what is written for a symbol: its bits, the first lowest, and how many they are.
type code struct {
	bits uint16
	size uint8
}

// codesFor returns the shortest codes of at most that many bits for symbols with those counts (Huffman's, cut to fit).
func codesFor(counts []uint32, most int) []code {
	type leaf struct {
		count  uint32
		symbol int
	}
	var leaves []leaf
	for s, n := range counts {
		if n > 0 {
			leaves = append(leaves, leaf{n, s})
		}
	}
	out := make([]code, len(counts))
	if len(leaves) == 1 {
		out[leaves[0].symbol].size = 1
		return out
	}
	slices.SortFunc(leaves, func(a, b leaf) int {
		if a.count != b.count {
			return int(a.count) - int(b.count)
		}
		return a.symbol - b.symbol
	})
	// Two queues: leaves, and the nodes made of them, both in the order of their counts.
	n := len(leaves)
	type node struct {
		count  uint32
		parent int
	}
	nodes := make([]node, 0, 2*n)
	for _, l := range leaves {
		nodes = append(nodes, node{count: l.count})
	}
	leafAt, nodeAt := 0, n
	take := func() int {
		if leafAt < n && (nodeAt == len(nodes) || nodes[leafAt].count <= nodes[nodeAt].count) {
			leafAt++
			return leafAt - 1
		}
		nodeAt++
		return nodeAt - 1
	}
	for len(nodes) < 2*n-1 {
		a := take()
		b := take()
		nodes[a].parent, nodes[b].parent = len(nodes), len(nodes)
		nodes = append(nodes, node{count: nodes[a].count + nodes[b].count})
	}
	// How many codes of each size: those too long are cut, and shorter ones lengthened for the room that this takes.
	var sizes [64]int
	depth := make([]int, len(nodes))
	for i := len(nodes) - 2; i >= 0; i-- {
		depth[i] = depth[nodes[i].parent] + 1
		if i < n {
			sizes[min(depth[i], most)]++
		}
	}
	room := 0
	for s := 1; s <= most; s++ {
		room += sizes[s] << (most - s)
	}
	for ; room > 1<<most; room-- {
		s := most - 1
		for sizes[s] == 0 {
			s--
		}
		sizes[s]--
		sizes[s+1] += 2
		sizes[most]--
	}
	i := 0
	for s := most; s > 0; s-- { // the rarest have the longest
		for range sizes[s] {
			out[leaves[i].symbol].size = uint8(s)
			i++
		}
	}
	number(out)
	return out
}

// number gives codes their bits by their sizes (RFC 1951, 3.2.2).
func number(codes []code) {
	var sizes, next [16]int
	for _, c := range codes {
		sizes[c.size]++
	}
	sizes[0] = 0
	for s := 1; s < 16; s++ {
		next[s] = (next[s-1] + sizes[s-1]) << 1
	}
	for i, c := range codes {
		if c.size > 0 {
			codes[i].bits = bits.Reverse16(uint16(next[c.size])) >> (16 - c.size)
			next[c.size]++
		}
	}
}
