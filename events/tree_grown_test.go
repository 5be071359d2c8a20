package events

import (
	"flag"
	"fmt"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"
)

// A commit's tests say the same whenever they are run; -rapid.seed=0 draws its cases anew.
func init() { _ = flag.Set("rapid.seed", "1") }

// The growing tree has the roots and paths of the plain functions, and its proofs are those of the Go team's log, for
// every pair of sizes up to 70.
func TestAGrownTreeAgreesWithTlog(t *testing.T) {
	var leaves []Hash
	var stored []tlog.Hash
	read := tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		var out []tlog.Hash
		for _, i := range at {
			out = append(out, stored[i])
		}
		return out, nil
	})
	var tree Tree
	if tree.Root(0) != Root(nil) {
		t.Error("the empty tree has another root")
	}
	for n := 1; n <= 70; n++ {
		data := fmt.Appendf(nil, "event %d", n)
		leaves = append(leaves, LeafHash(data))
		tree.Add(LeafHash(data))
		hashes, err := tlog.StoredHashes(int64(n-1), data, read)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, hashes...)
		if tree.Root(n) != Root(leaves) || tree.Size() != n {
			t.Fatalf("size %d: another root", n)
		}
		for old := 1; old <= n; old++ {
			proof, err := tlog.ProveTree(int64(n), int64(old), read)
			if err != nil {
				t.Fatal(err)
			}
			got := tree.Consistency(old, n)
			if len(got) != len(proof) {
				t.Fatalf("%d to %d: %d hashes, tlog has %d", old, n, len(got), len(proof))
			}
			for i := range got {
				if got[i] != Hash(proof[i]) {
					t.Fatalf("%d to %d: hash %d differs from tlog's", old, n, i)
				}
			}
			if !Consistent(old, tree.Root(old), n, tree.Root(n), got) {
				t.Fatalf("%d to %d: the proof is refused", old, n)
			}
		}
	}
}

// A proof with anything changed proves nothing.
func TestAWrongConsistencyProofIsRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 200).Draw(t, "size")
		old := rapid.IntRange(1, n-1).Draw(t, "old")
		var tree Tree
		for i := range n {
			tree.Add(LeafHash(fmt.Appendf(nil, "event %d", i)))
		}
		before, after, proof := tree.Root(old), tree.Root(n), tree.Consistency(old, n)
		switch rapid.IntRange(0, 4).Draw(t, "what") {
		case 0:
			before[rapid.IntRange(0, 31).Draw(t, "byte")] ^= 1
		case 1:
			after[rapid.IntRange(0, 31).Draw(t, "byte")] ^= 1
		case 2:
			proof[rapid.IntRange(0, len(proof)-1).Draw(t, "hash")][rapid.IntRange(0, 31).Draw(t, "byte")] ^= 1
		case 3:
			proof = proof[1:]
		case 4:
			proof = append(proof, after)
		}
		if Consistent(old, before, n, after, proof) {
			t.Fatal("accepted")
		}
	})
}

func TestConsistencyAtTheEdges(t *testing.T) {
	var tree Tree
	tree.Add(LeafHash([]byte("a")))
	one := tree.Root(1)
	for _, c := range []struct {
		name   string
		old    int
		before Hash
		size   int
		after  Hash
		proof  []Hash
		want   bool
	}{
		{"nothing to something", 0, Root(nil), 1, one, nil, true},
		{"nothing with another root", 0, one, 1, one, nil, false},
		{"the same", 1, one, 1, one, nil, true},
		{"the same with a proof", 1, one, 1, one, []Hash{one}, false},
		{"shrinking", 2, one, 1, one, nil, false},
		{"negative", -1, one, 1, one, nil, false},
	} {
		if Consistent(c.old, c.before, c.size, c.after, c.proof) != c.want {
			t.Errorf("%s: not %v", c.name, c.want)
		}
	}
}
