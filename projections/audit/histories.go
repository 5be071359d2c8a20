package audit

import (
	"bytes"
	"cmp"
	"slices"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
)

// box is a mailbox with what was found in it.
type box struct {
	Mailbox
	terms  *events.TermsSet
	keys   checkpoint.Keys       // that sign the checkpoints
	leaves map[int64]events.Hash // by seq, as the letters give them
	signed []checkpoint.Signed   // by size, verified
	papers []Paper               // by seq, each once, proven
	lost   []history             // of histories that a restore has ended; not among Letters
}

// keys is the first part of step 1: the key of each mailbox's first letter, and every signature under it.
func (r *run) keys() {
	for _, m := range r.ev.Mailboxes {
		b := &box{Mailbox: m, leaves: map[int64]events.Hash{}}
		b.Letters = slices.Clone(m.Letters) // they are sorted, and are not ours
		slices.SortStableFunc(b.Letters, func(x, y Letter) int { return cmp.Compare(sizeOf(x), sizeOf(y)) })
		b.findTerms(r)
		b.findKeys(r)
		r.boxes = append(r.boxes, b)
		r.v.Letters += len(m.Letters)
	}
	r.findRestores()
	for _, b := range r.boxes {
		b.layAside(r)
		if b.terms != nil {
			b.verify(r)
		}
	}
	for _, b := range r.boxes {
		switch {
		case b.terms == nil:
			r.find(1, Unproven, "no-key", table.A("mailbox", b.Name))
		case r.terms == nil:
			r.terms = b.terms
		case r.terms.LogKey != b.terms.LogKey || r.terms.Origin != b.terms.Origin:
			r.find(1, Unproven, "two-keys", table.A("mailbox", b.Name))
		}
	}
	if r.terms != nil && r.v.Game == "" {
		_, r.v.Game, _ = bytesCut(r.terms.Origin)
	}
	if len(r.boxes) > 0 && r.terms != nil {
		r.did(1, "full", 0)
	}
}

// bytesCut splits an origin "example.org/g/hill-7" into host and game.
func bytesCut(origin string) (host, game string, ok bool) {
	i := bytes.Index([]byte(origin), []byte("/g/"))
	if i < 0 {
		return origin, origin, false
	}
	return origin[:i], origin[i+3:], true
}

func sizeOf(l Letter) int64 {
	if l.Advance != nil {
		return l.Advance.Size
	}
	return 0
}

// findTerms takes the terms from the first letter that holds them.
func (b *box) findTerms(r *run) {
	for _, l := range b.Letters {
		for _, p := range l.Papers {
			e, err := events.Decode(p.Event)
			if err != nil {
				continue
			}
			if t, ok := e.Body.(events.TermsSet); ok && b.terms == nil {
				b.terms = &t
			}
			if a, ok := e.Body.(events.GameAnnounced); ok && r.v.Profile == "" {
				r.v.Profile, r.v.Rulebook, r.v.Scenario = a.Dice.Profile, a.Rulebook, a.Scenario
			}
		}
	}
	if b.terms == nil {
		b.terms = r.terms // the first letter is lost: use the export's key
	}
}

// findKeys follows the log key through the changes that the letters, or the export, tell of. Each is endorsed by the key before it, so it
// does not matter who brings it.
func (b *box) findKeys(r *run) {
	if b.terms == nil {
		return
	}
	b.keys = checkpoint.Keys{Origin: b.terms.Origin, First: b.terms.LogKey}
	if r.terms != nil && r.terms.LogKey == b.keys.First && r.terms.Origin == b.keys.Origin {
		b.keys = r.v.Log.Fair.LogKeys
	}
	for _, l := range b.Letters { // by size: a change is told before the next
		for _, p := range l.Papers {
			e, err := events.Decode(p.Event)
			if err != nil {
				continue
			}
			if x, ok := e.Body.(events.LogKeyRotated); ok && e.Game == gameOf(b.keys.Origin) {
				b.keys.Follow(e.Seq, x.LogKey, x.Signature)
			}
		}
	}
}

// gameOf returns the game of an origin.
func gameOf(origin string) string {
	_, game, _ := bytesCut(origin)
	return game
}

// verify checks every signature and every paper of a mailbox, and gathers what they say about the tree.
func (b *box) verify(r *run) {
	for _, l := range b.Letters {
		if l.Advance == nil {
			continue
		}
		if b.keys.Verify(l.Advance.Signed) != nil {
			r.find(1, Unproven, "bad-signature", table.A("letter", l.Name), table.A("mailbox", b.Name))
			continue
		}
		b.signed = append(b.signed, l.Advance.Signed)
		r.did(1, "full", 1)
		for i, h := range l.Leaves {
			b.leaf(r, l, l.From+int64(i), h)
		}
		for _, p := range l.Papers {
			b.paper(r, l, p)
		}
	}
	slices.SortStableFunc(b.papers, func(x, y Paper) int { return cmp.Compare(x.Seq, y.Seq) })
}

func (b *box) leaf(r *run, l Letter, seq int64, h events.Hash) {
	if known, ok := b.leaves[seq]; ok && known != h {
		r.find(1, Unproven, "leaf-differs", table.A("letter", l.Name), table.A("event", int(seq)))
		return
	}
	b.leaves[seq] = h
}

// paper takes a paper whose proof is good.
func (b *box) paper(r *run, l Letter, p Paper) {
	h, err := events.Peek(p.Event)
	if err != nil || h.Seq != p.Seq || p.Proof == nil || p.Proof.Index != p.Seq-1 || b.keys.Verify(p.Proof.Signed) != nil || !p.Proof.Holds(p.Event) {
		r.find(3, Unproven, "paper-unproven", table.A("letter", l.Name), table.A("event", int(p.Seq)))
		return
	}
	b.leaf(r, l, p.Seq, events.LeafHash(p.Event))
	i, found := slices.BinarySearchFunc(b.papers, p.Seq, func(x Paper, seq int64) int { return cmp.Compare(x.Seq, seq) })
	if found {
		for _, s := range p.Secrets {
			if !slices.ContainsFunc(b.papers[i].Secrets, func(x events.Secret) bool { return x.Opens() == s.Opens() }) {
				b.papers[i].Secrets = append(b.papers[i].Secrets, s)
			}
		}
		b.papers[i].Receipt = b.papers[i].Receipt || p.Receipt
		return
	}
	b.papers = slices.Insert(b.papers, i, p)
}

// tree returns the leaves of the mailbox up to a size, if it knows all of them.
func (b *box) tree(size int64) ([]events.Hash, bool) {
	leaves := make([]events.Hash, 0, size)
	for seq := int64(1); seq <= size; seq++ {
		h, ok := b.leaves[seq]
		if !ok {
			return nil, false
		}
		leaves = append(leaves, h)
	}
	return leaves, true
}

// histories is the rest of step 1: whether all checkpoints of all mailboxes, and the export, tell one history.
func (r *run) histories() {
	for _, b := range r.boxes {
		if b.terms != nil {
			r.chain(b)
		}
	}
	for i, a := range r.boxes {
		for _, b := range r.boxes[i+1:] {
			r.compare(a, b)
		}
	}
	r.lostHistories()
	r.against()
	for _, b := range r.boxes {
		if n := len(b.signed); n > 0 && b.signed[n-1].Size > r.v.Events && r.v.Log == nil {
			r.v.Events, r.v.Root = b.signed[n-1].Size, b.signed[n-1].Root
		}
	}
}

// chain holds the checkpoints of one mailbox against its own leaves and one another.
func (r *run) chain(b *box) {
	var tree events.Tree
	whole := true
	for i, s := range b.signed {
		if i > 0 && b.signed[i-1].Size == s.Size && b.signed[i-1].Root != s.Root {
			r.contradicts(b, b.signed[i-1], s, nil)
		}
		for whole && int64(tree.Size()) < s.Size {
			h, ok := b.leaves[int64(tree.Size())+1]
			if whole = ok; ok {
				tree.Add(h)
			}
		}
		if whole && tree.Root(int(s.Size)) != s.Root {
			r.forked(b, i, &tree)
			return
		}
		if !whole && !r.linked(b, i) {
			r.find(1, Unproven, "gap", table.A("mailbox", b.Name), table.A("size", int(s.Size)))
		}
	}
}

// linked reports whether a checkpoint is led to from an earlier one of the same mailbox, or stands in the export.
func (r *run) linked(b *box, i int) bool {
	s := b.signed[i]
	if r.v.Log != nil && s.Size <= int64(r.v.Log.Fair.Tree.Size()) {
		return true // against compares it
	}
	for _, l := range b.Letters {
		if l.Advance == nil || l.Advance.Size != s.Size || l.Advance.Root != s.Root {
			continue
		}
		for _, old := range b.signed[:i] {
			if old.Size == l.Advance.Old && l.Advance.Follows(old.Root) {
				return true
			}
		}
	}
	return i == 0
}

// forked reports checkpoints in one mailbox that contradict its own leaves: their sender told two histories.
func (r *run) forked(b *box, i int, tree *events.Tree) {
	s := b.signed[i]
	for _, old := range b.signed[:i] {
		for _, l := range b.Letters {
			if l.Advance != nil && l.Advance.Size == s.Size && l.Advance.Old == old.Size && !l.Advance.Follows(old.Root) {
				r.find(1, Unproven, "no-growth", table.A("mailbox", b.Name), table.A("old", int(old.Size)), table.A("size", int(s.Size)))
				return
			}
		}
	}
	r.find(1, Unproven, "leaves-differ", table.A("mailbox", b.Name), table.A("size", int(s.Size)))
}

// contradicts writes out two notes that cannot both be true.
func (r *run) contradicts(b *box, first, second checkpoint.Signed, leaves []events.Hash) {
	keys := r.keysOf(b)
	key := keys.Of(first.Size)
	if key != keys.Of(second.Size) { // whoever had the former key after it was given up can have made one of them
		r.find(1, Unproven, "differ-keys", table.A("first", int(first.Size)), table.A("second", int(second.Size)))
		return
	}
	c := checkpoint.Contradiction{Key: checkpoint.VerifierKey(b.terms.Origin, key), First: first, Second: second, Leaves: leaves}
	if !c.Proves(key) {
		r.find(1, Unproven, "differ-unproven", table.A("first", int(first.Size)), table.A("second", int(second.Size)))
		return
	}
	if r.v.Contradiction == nil {
		r.v.Contradiction = &c
	}
	r.find(1, Fraud, "two-histories", table.A("first", int(first.Size)), table.A("second", int(second.Size)), table.A("mailbox", b.Name))
}

// compare holds two mailboxes against each other.
func (r *run) compare(a, b *box) {
	if a.terms == nil || b.terms == nil || a.terms.LogKey != b.terms.LogKey || r.disagree(a, b) {
		return
	}
	if !r.joined(a, b) {
		r.find(1, Unproven, "not-compared", table.A("first", a.Name), table.A("second", b.Name))
	}
}

// disagree reports whether two mailboxes hold checkpoints that cannot both be true.
func (r *run) disagree(a, b *box) bool {
	for _, x := range a.signed {
		for _, y := range b.signed {
			if x.Size == y.Size && x.Root != y.Root {
				r.contradicts(a, x, y, nil)
				return true
			}
		}
	}
	for _, pair := range [][2]*box{{a, b}, {b, a}} {
		small, large := pair[0], pair[1]
		for _, y := range large.signed {
			leaves, ok := large.tree(y.Size)
			if !ok || events.Root(leaves) != y.Root {
				continue
			}
			var tree events.Tree
			for _, h := range leaves {
				tree.Add(h)
			}
			for _, x := range small.signed {
				if x.Size <= y.Size && tree.Root(int(x.Size)) != x.Root {
					r.contradicts(a, x, y, leaves)
					return true
				}
			}
		}
	}
	return false
}

// joined reports whether what two mailboxes were told could be compared to the end of the shorter one: by the export, by a checkpoint of
// the same size at that end, or by all leaves up to the end of the longer one.
func (r *run) joined(a, b *box) bool {
	if len(a.signed) == 0 || len(b.signed) == 0 {
		return true // nothing was said
	}
	short, long := a, b
	if short.end() > long.end() {
		short, long = b, a
	}
	if r.v.Log != nil && int64(r.v.Log.Fair.Tree.Size()) >= short.end() {
		return true // against compares both
	}
	if slices.ContainsFunc(long.signed, func(s checkpoint.Signed) bool { return s.Size == short.end() }) {
		return true
	}
	_, whole := long.tree(long.end())
	return whole
}

// end returns the size of the newest checkpoint of a mailbox.
func (b *box) end() int64 { return b.signed[len(b.signed)-1].Size }

// against holds every mailbox against the export.
func (r *run) against() {
	if r.v.Log == nil || r.v.Log.Fault != nil && r.v.Log.Events == 0 {
		return
	}
	tree := r.v.Log.Fair.Tree
	for _, b := range r.boxes {
		for _, s := range b.signed {
			if s.Size > int64(tree.Size()) {
				if s.Size > r.v.Log.Events {
					r.find(1, Unproven, "export-older", table.A("size", int(s.Size)), table.A("events", int(r.v.Log.Events)))
				}
				continue
			}
			if tree.Root(int(s.Size)) == s.Root {
				continue
			}
			if x := r.ev.Export.Checkpoint; x != nil && b.keys.Verify(*x) == nil {
				leaves := make([]events.Hash, tree.Size())
				for i := range leaves {
					leaves[i] = tree.Leaf(i)
				}
				r.contradicts(b, s, *x, leaves)
			}
			r.find(2, r.contradicted(b, s.Size), "export-differs", table.A("size", int(s.Size)), table.A("mailbox", b.Name))
			break
		}
	}
}
