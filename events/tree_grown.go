package events

import "math/bits"

// Tree is the tree over a game as it grows: it keeps every whole subtree, so that roots and proofs of any size so far
// cost a few hashes. The zero Tree is empty. It holds two hashes an event.
//
// It is our own, and not golang.org/x/mod/sumdb/tlog, because it grows in memory one event at a time and answers for every earlier size.
// The tests compare it with tlog.
type Tree struct {
	levels [][]Hash // levels[k][i] is the root over the leaves i*2^k to (i+1)*2^k-1
}

// Add appends the leaf hash of the next event.
func (t *Tree) Add(leaf Hash) {
	for k := 0; ; k++ {
		if k == len(t.levels) {
			t.levels = append(t.levels, nil)
		}
		t.levels[k] = append(t.levels[k], leaf)
		n := len(t.levels[k])
		if n%2 == 1 {
			return
		}
		leaf = NodeHash(t.levels[k][n-2], t.levels[k][n-1])
	}
}

// Size returns the number of leaves.
func (t *Tree) Size() int {
	if len(t.levels) == 0 {
		return 0
	}
	return len(t.levels[0])
}

// Root returns the root over the first size leaves; size lies between 0 and Size.
func (t *Tree) Root(size int) Hash {
	if size == 0 {
		return Root(nil)
	}
	return t.sub(0, size)
}

// sub returns the root over n leaves from lo on; lo is a multiple of the least power of two that is not below n.
func (t *Tree) sub(lo, n int) Hash {
	if n&(n-1) == 0 {
		k := bits.TrailingZeros(uint(n))
		return t.levels[k][lo>>k]
	}
	k := split(n)
	return NodeHash(t.sub(lo, k), t.sub(lo+k, n-k))
}

// Leaf returns the leaf hash at index.
func (t *Tree) Leaf(index int) Hash { return t.levels[0][index] }

// Inclusion returns the audit path (RFC 6962 section 2.1.1) of the leaf at index in the tree of the first size leaves; nil when index is
// out of range, and for a tree of one leaf.
func (t *Tree) Inclusion(index, size int) []Hash {
	if index < 0 || index >= size || size > t.Size() {
		return nil
	}
	return t.path(index, 0, size)
}

func (t *Tree) path(index, lo, n int) []Hash {
	if n == 1 {
		return nil
	}
	k := split(n)
	if index < k {
		return append(t.path(index, lo, k), t.sub(lo+k, n-k))
	}
	return append(t.path(index-k, lo+k, n-k), t.sub(lo, k))
}

// Consistency proves (RFC 6962 section 2.1.2) that the tree of the first old leaves is the beginning of that of size
// leaves. It is empty when old is 0 or size.
func (t *Tree) Consistency(old, size int) []Hash {
	if old <= 0 || old >= size || size > t.Size() {
		return nil
	}
	return t.grown(old, 0, size, true)
}

func (t *Tree) grown(old, lo, n int, whole bool) []Hash {
	if old == n {
		if whole {
			return nil
		}
		return []Hash{t.sub(lo, n)}
	}
	k := split(n)
	if old <= k {
		return append(t.grown(old, lo, k, whole), t.sub(lo+k, n-k))
	}
	return append(t.grown(old-k, lo+k, n-k, false), t.sub(lo, k))
}

// Consistent checks a proof of Consistency: whether the tree of old leaves with root before is the beginning of the tree
// of size leaves with root after. A tree of no leaves is the beginning of every tree.
func Consistent(old int, before Hash, size int, after Hash, proof []Hash) bool {
	switch {
	case old < 0 || old > size:
		return false
	case old == 0:
		return before == Root(nil) && len(proof) == 0
	case old == size:
		return before == after && len(proof) == 0
	}
	first, second, rest, ok := regrow(old, size, before, true, proof)
	return ok && len(rest) == 0 && first == before && second == after
}

// regrow builds the roots over the first old and over all n leaves of a subtree from a proof, whose parts it takes from the front. whole
// means that the subtree over old leaves is the whole old tree, whose root is known.
func regrow(old, n int, known Hash, whole bool, proof []Hash) (first, second Hash, rest []Hash, ok bool) {
	if old == n {
		if whole {
			return known, known, proof, true
		}
		if len(proof) == 0 {
			return Hash{}, Hash{}, nil, false
		}
		return proof[0], proof[0], proof[1:], true
	}
	k := split(n)
	if old <= k {
		first, second, rest, ok = regrow(old, k, known, whole, proof)
		if !ok || len(rest) == 0 {
			return Hash{}, Hash{}, nil, false
		}
		return first, NodeHash(second, rest[0]), rest[1:], true
	}
	first, second, rest, ok = regrow(old-k, n-k, known, false, proof)
	if !ok || len(rest) == 0 {
		return Hash{}, Hash{}, nil, false
	}
	return NodeHash(rest[0], first), NodeHash(rest[0], second), rest[1:], true
}
