package checkpoint

import (
	"encoding/base64"
	"fmt"
	"strings"

	"fieldpost/events"
)

// Advance leads from the last checkpoint that a reader has to a newer one.
type Advance struct {
	Old   int64 // size of the reader's last; 0 if he has none
	Proof []events.Hash
	Signed
}

// String writes the request body of C2SP tlog-witness.
func (a Advance) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "old %d\n", a.Old)
	for _, h := range a.Proof {
		b.WriteString(base64.StdEncoding.EncodeToString(h[:]) + "\n")
	}
	b.WriteString("\n" + a.Note())
	return b.String()
}

// ParseAdvance reads what String wrote.
func ParseAdvance(s string) (Advance, error) {
	head, note, ok := strings.Cut(s, "\n\n")
	lines := strings.Split(head, "\n")
	old, ok2 := strings.CutPrefix(lines[0], "old ")
	if !ok || !ok2 || len(lines) > 64 {
		return Advance{}, fmt.Errorf("%w: it does not begin with the old size", ErrMalformed)
	}
	var a Advance
	var err error
	if a.Old, err = number(old); err != nil {
		return Advance{}, fmt.Errorf("%w: %.30q is no size", ErrMalformed, old)
	}
	if a.Proof, err = hashes(lines[1:]); err != nil {
		return Advance{}, err
	}
	a.Signed, err = Parse(note)
	return a, err
}

// Follows reports whether the checkpoint extends the old one with this root.
func (a Advance) Follows(before events.Hash) bool {
	return events.Consistent(int(a.Old), before, int(a.Size), a.Root, a.Proof)
}

// Proof shows that an event stands in a log.
type Proof struct {
	Index int64 // from 0
	Path  []events.Hash
	Signed
}

const proofHeader = "c2sp.org/tlog-proof@v1"

// String writes the file of C2SP tlog-proof.
func (p Proof) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nindex %d\n", proofHeader, p.Index)
	for _, h := range p.Path {
		b.WriteString(base64.StdEncoding.EncodeToString(h[:]) + "\n")
	}
	b.WriteString("\n" + p.Note())
	return b.String()
}

// ParseProof reads a tlog-proof file; a line "extra" is passed over.
func ParseProof(s string) (Proof, error) {
	head, note, ok := strings.Cut(s, "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || lines[0] != proofHeader || len(lines) > 66 {
		return Proof{}, fmt.Errorf("%w: it does not begin as a tlog-proof", ErrMalformed)
	}
	lines = lines[1:]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "extra ") {
		lines = lines[1:]
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "index ") {
		return Proof{}, fmt.Errorf("%w: it has no index", ErrMalformed)
	}
	var p Proof
	var err error
	if p.Index, err = number(strings.TrimPrefix(lines[0], "index ")); err != nil {
		return Proof{}, fmt.Errorf("%w: its index is none", ErrMalformed)
	}
	if p.Path, err = hashes(lines[1:]); err != nil {
		return Proof{}, err
	}
	p.Signed, err = Parse(note)
	return p, err
}

// Holds reports whether the event with these bytes stands at its index under the checkpoint's root.
func (p Proof) Holds(event []byte) bool {
	return events.Included(p.Root, int(p.Size), int(p.Index), events.LeafHash(event), p.Path)
}

func hashes(lines []string) ([]events.Hash, error) {
	var all []events.Hash
	for _, l := range lines {
		h, err := hashOf(l)
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return all, nil
}

const contradiction = "fieldpost equivocation proof v1\n"

// Contradiction is two notes that one host signed and that cannot both be true. Anyone who knows the host's public key can see it without
// our help: both carry its signature, and either they have the same size and two roots, or the smaller tree is not the beginning of the
// larger one. Leaves shows that: it holds the leaf hashes under the larger checkpoint.
type Contradiction struct {
	Key    string // verifier key of the host
	First  Signed
	Second Signed
	Leaves []events.Hash // of the tree of the note with the larger size, where the sizes differ
}

// String writes the file equivocation.proof.
func (c Contradiction) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\nleaves %d\n", contradiction, c.Key, len(c.Leaves))
	for _, h := range c.Leaves {
		b.WriteString(base64.StdEncoding.EncodeToString(h[:]) + "\n")
	}
	b.WriteString("\n" + c.First.Note() + "\n" + c.Second.Note())
	return b.String()
}

// ParseContradiction reads the file.
func ParseContradiction(s string) (Contradiction, error) {
	fail := func(why string) (Contradiction, error) {
		return Contradiction{}, fmt.Errorf("%w: %s", ErrMalformed, why)
	}
	rest, ok := strings.CutPrefix(s, contradiction)
	head, notes, ok2 := strings.Cut(rest, "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || !ok2 || len(lines) < 2 || lines[1] != fmt.Sprintf("leaves %d", len(lines)-2) {
		return fail("it does not begin as an equivocation proof")
	}
	c := Contradiction{Key: lines[0]}
	var err error
	if c.Leaves, err = hashes(lines[2:]); err != nil {
		return Contradiction{}, err
	}
	// A note is its text, an empty line, its signatures; an empty line stands between the two notes.
	parts := strings.SplitN(notes, "\n\n", 3)
	if len(parts) != 3 {
		return fail("it does not hold two notes")
	}
	if c.First, err = Parse(parts[0] + "\n\n" + parts[1] + "\n"); err != nil {
		return Contradiction{}, err
	}
	c.Second, err = Parse(parts[2])
	return c, err
}

// Proves reports whether the host of this public key signed both, and both cannot be true.
func (c Contradiction) Proves(public events.Hash) bool {
	small, large := c.First, c.Second
	if small.Size > large.Size {
		small, large = large, small
	}
	if small.Verify(public) != nil || large.Verify(public) != nil || small.Origin != large.Origin {
		return false
	}
	if small.Size == large.Size {
		return small.Root != large.Root
	}
	return int64(len(c.Leaves)) == large.Size && events.Root(c.Leaves) == large.Root && events.Root(c.Leaves[:small.Size]) != small.Root
}
