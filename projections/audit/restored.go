package audit

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
)

// findRestores gathers the restores that the host has declared, as a signed export or the papers of letters show them. A declaration that was
// itself lost by a later restore says nothing about the history that is played.
func (r *run) findRestores() {
	var all []adjudicator.Restore
	add := func(x adjudicator.Restore) {
		if !slices.ContainsFunc(all, func(y adjudicator.Restore) bool { return y.Leaf == x.Leaf }) {
			all = append(all, x)
		}
	}
	if r.v.Log != nil {
		for _, x := range r.v.Log.Fair.Restores {
			if x.Seq <= r.covered {
				add(x)
			}
		}
	}
	for _, b := range r.boxes {
		for _, l := range b.Letters {
			for _, p := range l.Papers {
				if b.terms == nil || p.Proof == nil || p.Proof.Index != p.Seq-1 || b.keys.Verify(p.Proof.Signed) != nil || !p.Proof.Holds(p.Event) {
					continue
				}
				e, err := events.Decode(p.Event)
				if err != nil {
					continue
				}
				if lost, ok := e.Body.(events.Restored); ok && e.Seq == p.Seq {
					add(adjudicator.Restore{Seq: e.Seq, Time: e.Time, Leaf: events.LeafHash(p.Event), Lost: lost})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(x, y adjudicator.Restore) int { return cmp.Compare(y.Time, x.Time) }) // the latest first
	for _, x := range all {
		if !slices.ContainsFunc(r.restores, func(later adjudicator.Restore) bool { return later.Seq <= x.Seq }) {
			r.restores = append(r.restores, x)
		}
	}
}

// layAside takes from a mailbox the letters of histories that a restore has ended. They prove nothing about the game that is played. They
// are kept apart to be held against what the restore kept.
func (b *box) layAside(r *run) {
	for _, x := range r.restores {
		var kept, lost []Letter
		for _, l := range b.Letters {
			if l.Advance == nil || l.Advance.Size < x.Seq || r.follows(x, kept, l) {
				kept = append(kept, l)
			} else {
				lost = append(lost, l)
			}
		}
		if len(lost) == 0 {
			continue
		}
		b.Letters = kept
		b.lost = append(b.lost, history{x, lost})
		r.find(1, Unproven, "restored-letters", table.A("n", len(lost)), table.A("mailbox", b.Name), table.A("event", int(x.Seq)))
	}
}

// history is what a mailbox holds of the history that a restore has ended.
type history struct {
	ended   adjudicator.Restore
	letters []Letter
}

// follows reports whether a letter tells of the history in which a restore is declared: it brings the declaration, or grew from a letter that
// does, or the export has it.
func (r *run) follows(x adjudicator.Restore, kept []Letter, l Letter) bool {
	a := l.Advance
	if i := x.Seq - l.From; i >= 0 && i < int64(len(l.Leaves)) {
		return l.Leaves[i] == x.Leaf
	}
	if log := r.v.Log; log != nil && a.Size <= int64(log.Fair.Tree.Size()) && log.Fair.Tree.Root(int(a.Size)) == a.Root {
		return true
	}
	return a.Old >= x.Seq && slices.ContainsFunc(kept, func(k Letter) bool {
		return k.Advance != nil && k.Advance.Size == a.Old && a.Follows(k.Advance.Root)
	})
}

// lostHistories holds what was lost against what was kept: a restore excuses nothing that was signed before the events that it lost.
func (r *run) lostHistories() {
	for _, b := range r.boxes {
		for _, h := range b.lost {
			gone := &box{Mailbox: b.Mailbox, terms: b.terms, keys: b.keys, leaves: map[int64]events.Hash{}}
			for seq, leaf := range b.leaves {
				if seq < h.ended.Seq {
					gone.leaves[seq] = leaf
				}
			}
			for _, l := range h.letters {
				if b.terms == nil || b.keys.Verify(l.Advance.Signed) != nil {
					continue
				}
				gone.signed = append(gone.signed, l.Advance.Signed)
				for i, leaf := range l.Leaves {
					if _, known := gone.leaves[l.From+int64(i)]; !known {
						gone.leaves[l.From+int64(i)] = leaf
					}
				}
			}
			for _, other := range r.boxes {
				if other.terms == nil || gone.terms == nil || other.terms.LogKey != gone.terms.LogKey {
					continue
				}
				before := &box{Mailbox: other.Mailbox, terms: other.terms, keys: other.keys}
				for _, s := range other.signed {
					if s.Size < h.ended.Seq {
						before.signed = append(before.signed, s)
					}
				}
				r.disagree(before, gone)
			}
		}
	}
}

// Excuses reports whether an export explains two checkpoints that contradict each other: a restore is declared in it, and one of them is of the
// export's history or of what was kept, the other of the history that the restore has ended; or one is signed with a key that was given up before.
func Excuses(log *adjudicator.Verdict, c checkpoint.Contradiction) bool {
	if log != nil && log.Fault == nil && (log.Fair.LogKeys.Verify(c.First) != nil || log.Fair.LogKeys.Verify(c.Second) != nil) {
		return true
	}
	if log == nil || log.Fault != nil || len(log.Fair.Restores) == 0 {
		return false
	}
	tree, first := log.Fair.Tree, log.Fair.Restores[0].Seq
	here := func(s checkpoint.Signed) bool {
		return s.Size <= int64(tree.Size()) && tree.Root(int(s.Size)) == s.Root
	}
	lost := func(s checkpoint.Signed) bool { return s.Size >= first && !here(s) }
	return lost(c.First) && here(c.Second) || lost(c.Second) && here(c.First)
}
