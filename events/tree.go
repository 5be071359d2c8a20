package events

import (
	"crypto/sha256"
	"math/bits"
)

// LeafHash returns the hash of an event's exact bytes: SHA-256(0x00 || bytes), the leaf hash of RFC 6962 section 2.1.
func LeafHash(b []byte) Hash {
	var most [1024]byte // of nearly every event; a hash of one piece of memory allocates nothing
	if len(b) < len(most) {
		return sha256.Sum256(most[:1+copy(most[1:], b)])
	}
	h := sha256.New()
	h.Write([]byte{0})
	h.Write(b)
	return Hash(h.Sum(nil))
}

// NodeHash joins two subtrees: SHA-256(0x01 || left || right), RFC 6962 section 2.1.
func NodeHash(left, right Hash) Hash {
	var b [65]byte
	b[0] = 1
	copy(b[1:], left[:])
	copy(b[33:], right[:])
	return sha256.Sum256(b[:])
}

// Root returns the Merkle tree hash of RFC 6962 over the leaf hashes of a game's events in order. The root of no leaves is the SHA-256 of
// nothing.
func Root(leaves []Hash) Hash {
	switch len(leaves) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return leaves[0]
	}
	k := split(len(leaves))
	return NodeHash(Root(leaves[:k]), Root(leaves[k:]))
}

// split returns the largest power of two below n, for n >= 2.
func split(n int) int { return 1 << (bits.Len(uint(n-1)) - 1) }

// Included checks an audit path: whether leaf stands at index in the tree of size leaves that has this root.
func Included(root Hash, size, index int, leaf Hash, path []Hash) bool {
	got, ok := climb(size, index, leaf, path)
	return ok && got == root
}

func climb(size, index int, leaf Hash, path []Hash) (Hash, bool) {
	if index < 0 || index >= size {
		return Hash{}, false
	}
	if size == 1 {
		return leaf, len(path) == 0
	}
	if len(path) == 0 {
		return Hash{}, false
	}
	k, top := split(size), path[len(path)-1]
	if index < k {
		left, ok := climb(k, index, leaf, path[:len(path)-1])
		return NodeHash(left, top), ok
	}
	right, ok := climb(size-k, index-k, leaf, path[:len(path)-1])
	return NodeHash(top, right), ok
}
