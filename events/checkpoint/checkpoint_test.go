package checkpoint

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"

	"fieldpost/events"
)

func seed(b byte) [32]byte { return [32]byte(bytes.Repeat([]byte{b}, 32)) }

func grown(n int, fork int) *events.Tree {
	var t events.Tree
	for i := range n {
		t.Add(events.LeafHash(fmt.Appendf(nil, "event %d %v", i, i >= fork)))
	}
	return &t
}

// The Go team's package of signed notes reads ours, and ours reads its.
func TestNotesAreThoseOfTheGoTeam(t *testing.T) {
	key := NewKey("example.org/g/hill-7", seed(1))
	s := key.Sign(41, events.Hash{2})
	verifier, err := note.NewVerifier(VerifierKey("example.org/g/hill-7", key.Public()))
	if err != nil {
		t.Fatal(err)
	}
	opened, err := note.Open([]byte(s.Note()), note.VerifierList(verifier))
	if err != nil {
		t.Fatal(err)
	}
	if opened.Text != s.Text() {
		t.Errorf("text %q", opened.Text)
	}
	back, err := Parse(s.Note())
	if err != nil || back.Note() != s.Note() {
		t.Fatalf("%v %v", back, err)
	}
	if err := back.Verify(key.Public()); err != nil {
		t.Error(err)
	}
	if back.Verify(NewKey("example.org/g/hill-7", seed(2)).Public()) == nil {
		t.Error("another key's signature is taken")
	}
}

// The worked example of the package comment is the truth.
func TestWorkedExample(t *testing.T) {
	doc, err := os.ReadFile("checkpoint.go")
	if err != nil {
		t.Fatal(err)
	}
	key := NewKey("example.org/g/hill-7", seed(1))
	root := events.Hash(bytes.Repeat([]byte{2}, 32))
	for _, line := range strings.Split(VerifierKey("example.org/g/hill-7", key.Public())+"\n"+key.Sign(1, root).Note(), "\n") {
		if !strings.Contains(string(doc), strings.TrimRight("//\t"+line, "\t")+"\n") {
			t.Errorf("the package comment does not show\n%s", line)
		}
	}
}

func TestEveryBitOfACheckpointCounts(t *testing.T) {
	key := NewKey("example.org/g/hill-7", seed(1))
	text := key.Sign(41, events.Hash{2}).Note()
	for i := range len(text) * 8 {
		b := []byte(text)
		b[i/8] ^= 1 << (i % 8)
		s, err := Parse(string(b))
		if err == nil && s.Verify(key.Public()) == nil && s.Text() != key.Sign(41, events.Hash{2}).Text() {
			t.Fatalf("bit %d: accepted", i)
		}
	}
}

func TestCosignatures(t *testing.T) {
	s := NewKey("example.org/g/hill-7", seed(1)).Sign(41, events.Hash{2})
	w := NewWitness("anne.example.net/w", seed(3))
	s.Signatures = append(s.Signatures, w.Cosign(s.Checkpoint, 1795806000))
	back, err := Parse(s.Note())
	if err != nil {
		t.Fatal(err)
	}
	name, public, err := ParseWitnessKey(w.Key())
	if err != nil || name != "anne.example.net/w" || public != w.Public() {
		t.Fatal(name, public, err)
	}
	g, at, err := back.Of(name, public)
	if err != nil || at != 1795806000 {
		t.Fatal(at, err)
	}
	if err := back.CosignedAt(name, public, at, g.Data[8:]); err != nil {
		t.Error(err)
	}
	if back.CosignedAt(name, public, at+1, g.Data[8:]) == nil {
		t.Error("another time is taken")
	}
	back.Size++
	if _, _, err := back.Of(name, public); err == nil {
		t.Error("another size is taken")
	}
	if _, _, err := ParseWitnessKey(strings.Replace(w.Key(), "anne", "bob", 1)); err == nil {
		t.Error("a key under another name is taken")
	}
}

// What travels in mails reads back and proves what it says, nothing else.
func TestAdvanceAndProof(t *testing.T) {
	key := NewKey("example.org/g/hill-7", seed(1))
	tree := grown(100, 1000)
	for _, c := range []struct{ old, size int }{{0, 1}, {0, 100}, {17, 100}, {64, 65}, {100, 100}} {
		a := Advance{Old: int64(c.old), Proof: tree.Consistency(c.old, c.size), Signed: key.Sign(int64(c.size), tree.Root(c.size))}
		back, err := ParseAdvance(a.String())
		if err != nil || back.String() != a.String() {
			t.Fatalf("%v: %v\n%s", c, err, a)
		}
		if !back.Follows(tree.Root(c.old)) {
			t.Errorf("%v: does not follow", c)
		}
		if back.Follows(events.Hash{9}) {
			t.Errorf("%v: follows from anything", c)
		}
	}
	for _, i := range []int{0, 41, 99} {
		p := Proof{Index: int64(i), Path: tree.Inclusion(i, 100), Signed: key.Sign(100, tree.Root(100))}
		back, err := ParseProof(p.String())
		if err != nil || back.String() != p.String() {
			t.Fatal(i, err)
		}
		if !back.Holds(fmt.Appendf(nil, "event %d false", i)) || back.Holds([]byte("event 7")) {
			t.Errorf("leaf %d", i)
		}
	}
}

// Two histories are a proof against whoever signed both, and one history never is.
func TestContradictions(t *testing.T) {
	key := NewKey("example.org/g/hill-7", seed(1))
	one, two := grown(60, 1000), grown(60, 30)
	leaves := func(t *events.Tree, n int) []events.Hash {
		var all []events.Hash
		for i := range n {
			all = append(all, t.Leaf(i))
		}
		return all
	}
	for _, c := range []struct {
		name          string
		first, second int
		forked        bool
		proves        bool
	}{
		{"one size, two roots", 50, 50, true, true},
		{"a later one of another history", 40, 60, true, true},
		{"before the fork", 20, 60, true, false},
		{"one history", 40, 60, false, false},
	} {
		other := one
		if c.forked {
			other = two
		}
		x := Contradiction{
			Key: VerifierKey("example.org/g/hill-7", key.Public()), First: key.Sign(int64(c.first), one.Root(c.first)),
			Second: key.Sign(int64(c.second), other.Root(c.second)), Leaves: leaves(other, c.second),
		}
		back, err := ParseContradiction(x.String())
		if err != nil || back.String() != x.String() {
			t.Fatalf("%s: %v", c.name, err)
		}
		if back.Proves(key.Public()) != c.proves {
			t.Errorf("%s: proves %v", c.name, !c.proves)
		}
		if back.Proves(NewKey("example.org/g/hill-7", seed(5)).Public()) {
			t.Errorf("%s: proves against somebody else", c.name)
		}
	}
}

func FuzzParse(f *testing.F) {
	key := NewKey("example.org/g/hill-7", seed(1))
	tree := grown(9, 1000)
	s := key.Sign(9, tree.Root(9))
	f.Add(s.Note())
	f.Add(Advance{Old: 3, Proof: tree.Consistency(3, 9), Signed: s}.String())
	f.Add(Proof{Index: 3, Path: tree.Inclusion(3, 9), Signed: s}.String())
	f.Add(Contradiction{Key: "k", First: s, Second: s}.String())
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := Parse(text); err == nil {
			if again, err := Parse(s.Note()); err != nil || again.Note() != s.Note() {
				t.Fatalf("%v", err)
			}
		}
		if a, err := ParseAdvance(text); err == nil {
			a.Follows(events.Hash{})
		}
		if p, err := ParseProof(text); err == nil {
			p.Holds([]byte("x"))
		}
		if c, err := ParseContradiction(text); err == nil && c.Proves(key.Public()) {
			t.Fatal("a contradiction out of nothing")
		}
	})
}
