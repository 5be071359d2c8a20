package events

import (
	"crypto/sha256"
	"fmt"
	"os"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
)

func readDoc(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Roots agree with the Go team's transparency log for every size up to 70.
func TestRootAgreesWithTlog(t *testing.T) {
	var leaves []Hash
	var tree Tree
	var stored []tlog.Hash
	read := tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		var out []tlog.Hash
		for _, i := range at {
			out = append(out, stored[i])
		}
		return out, nil
	})
	if Root(nil) != Hash(sha256.Sum256(nil)) {
		t.Error("the root of nothing is not the hash of nothing")
	}
	for n := range int64(70) {
		data := fmt.Appendf(nil, "event %d", n)
		leaves = append(leaves, LeafHash(data))
		tree.Add(LeafHash(data))
		hashes, err := tlog.StoredHashes(n, data, read)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, hashes...)
		want, err := tlog.TreeHash(n+1, read)
		if err != nil {
			t.Fatal(err)
		}
		if Root(leaves) != Hash(want) {
			t.Fatalf("size %d: another root than tlog's", n+1)
		}
		for i := range leaves {
			path := tree.Inclusion(i, len(leaves))
			proof, err := tlog.ProveRecord(n+1, int64(i), read)
			if err != nil {
				t.Fatal(err)
			}
			if len(path) != len(proof) {
				t.Fatalf("size %d, index %d: a path of %d, not %d", n+1, i, len(path), len(proof))
			}
			for j := range path {
				if path[j] != Hash(proof[j]) {
					t.Fatalf("size %d, index %d: another path than tlog's", n+1, i)
				}
			}
		}
	}
}

// Every path proves its own leaf at its own place, and nothing else: all trees up to 20.
func TestInclusionProvesOnlyItself(t *testing.T) {
	var leaves []Hash
	var tree Tree
	for size := 1; size <= 20; size++ {
		leaves = append(leaves, LeafHash([]byte{byte(size)}))
		tree.Add(leaves[size-1])
		root := Root(leaves)
		for index := range leaves {
			path := tree.Inclusion(index, size)
			for at := -1; at <= size; at++ {
				if Included(root, size, at, leaves[index], path) != (at == index) {
					t.Fatalf("size %d: the path of %d at %d", size, index, at)
				}
			}
			for i := range path {
				short := append(append([]Hash{}, path[:i]...), path[i+1:]...)
				if Included(root, size, index, leaves[index], short) {
					t.Fatalf("size %d: a path of %d with a hash missing", size, index)
				}
			}
			if Included(root, size, index, leaves[index], append(path[:len(path):len(path)], Hash{})) {
				t.Fatalf("size %d: a path of %d with a hash too many", size, index)
			}
		}
	}
}
