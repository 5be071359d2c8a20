package audit

import (
	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// openExport is step 2, and the part of steps 4 to 6 that the log alone can show.
func (r *run) openExport() {
	x := r.ev.Export
	if x == nil {
		return
	}
	if x.Broken != "" {
		r.find(2, Unproven, "export.broken", table.A("detail", x.Broken))
		return
	}
	if x.Later != "" {
		r.find(2, Unproven, "newer-log", table.A("detail", x.Later))
		return
	}
	log := r.hear(x)
	r.v.Log, r.v.Game, r.v.Events, r.v.Root = &log, log.Game, log.Events, log.Root
	r.v.Profile, r.v.Rolls, r.v.Dice, r.v.Hidden, r.v.Played = log.Fair.Profile(), log.Rolls, log.Dice, log.Hidden, log.Played
	r.v.Closed, r.v.Rulebook, r.v.Scenario = log.Closed != nil, log.Rulebook, log.Fair.Announced.Scenario
	r.terms = log.Fair.Terms
	r.signature(x)
	r.did(2, "full", int(log.Events))
	r.did(4, "full", log.Rolls)
	if log.Hidden {
		r.v.Steps[3].Done = "part"
	}
	if log.Fault != nil {
		r.fault(log.Fault)
	}
	if log.Played {
		r.did(6, "full", log.Passes)
	}
	r.unasked(&log)
	r.stopped(&log)
}

// signature finds out how much of the export the host has signed: all of it, by the checkpoint that it carries, or what a letter covers.
func (r *run) signature(x *Export) {
	if r.terms == nil {
		return // the game has no key
	}
	var tree, shown events.Tree
	veiled := false
	for _, rec := range x.Records {
		tree.Add(rec.Leaf())
		shown.Add(events.LeafHash(rec.Bytes))
		veiled = veiled || !rec.Whole.IsZero()
	}
	size := int64(tree.Size())
	if veiled && !r.v.Log.Fair.LogKeys.VerifyShown(size, shown.Root(int(size)), x.Shown) { // anybody may have written what the veiled events show
		code := "export.signature"
		if x.Shown == nil {
			code = "export-unsigned"
		}
		r.find(2, Unproven, code)
		return
	}
	if c := x.Checkpoint; c != nil {
		switch {
		case r.v.Log.Fair.LogKeys.Verify(*c) != nil:
			r.find(2, Unproven, "export.signature")
		case c.Size != size || c.Root != tree.Root(int(size)):
			r.find(2, Unproven, "export.checkpoint")
		default:
			r.covered = size
		}
	}
	for _, m := range r.ev.Mailboxes {
		for _, l := range m.Letters {
			if a := l.Advance; a != nil && a.Size > r.covered && a.Size <= size && r.v.Log.Fair.LogKeys.Verify(a.Signed) == nil && a.Root == tree.Root(int(a.Size)) {
				r.covered = a.Size
			}
		}
	}
	if x.Checkpoint == nil && r.covered < size && !r.vouched(size) {
		r.find(2, Unproven, "export-unsigned")
	}
}

// vouched reports whether a letter carries the host's signature over more than the export; histories compares the two.
func (r *run) vouched(size int64) bool {
	for _, m := range r.ev.Mailboxes {
		for _, l := range m.Letters {
			if l.Advance != nil && l.Advance.Size >= size && r.v.Log.Fair.LogKeys.Verify(l.Advance.Signed) == nil {
				return true
			}
		}
	}
	return false
}

// levelAt is the level of what is false in an event of the export: it accuses the host only if he signed it, or if nobody signs in this game.
func (r *run) levelAt(seq int64) int {
	if r.terms != nil && r.covered < seq {
		return Unproven
	}
	return Fraud
}

// contradicted is the level of a difference between a mailbox and the export: fraud if one key, of those that followed one another, has signed
// both.
func (r *run) contradicted(b *box, seq int64) int {
	if b.terms == nil || r.terms == nil || b.terms.LogKey != r.terms.LogKey || r.covered < seq || b.keys.Of(seq) != b.keys.Of(r.covered) {
		return Unproven
	}
	return Fraud
}

// fault reports what is wrong with the log.
func (r *run) fault(f *adjudicator.Stopped) {
	step := 2
	switch {
	case f.Code == "E_DICE":
		step = 4
	case f.Code == "E_BEACON":
		step = 5
	case f.Code != "E_CHAIN" && f.Code != "E_EVENT":
		step = 6
	}
	level, code := r.levelAt(r.v.Events), "export.fault"
	if level < Fraud {
		code = "export.fault-unsigned"
	}
	r.find(step, level, code, table.A("code", f.Code), table.A("detail", f.Detail))
}

// unasked reports why the rules were not asked, or not to the end.
func (r *run) unasked(log *adjudicator.Verdict) {
	if log.Lost {
		r.find(6, Unproven, "document-lost")
	}
	if log.Later != "" {
		r.find(2, Unproven, "newer-log", table.A("detail", log.Later))
	}
	if log.Newer {
		r.find(6, Unproven, "newer-rules", table.A("revision", int(log.Revision)), table.A("rulebook", log.Rulebook))
	}
	if log.Foreign > 0 {
		r.find(6, Unproven, "another-program", table.A("n", log.Foreign), table.A("passes", log.Passes))
	}
	if log.Closed != nil && !log.Played && log.Fault == nil && !log.Lost && !log.Newer {
		r.find(6, Unproven, "closed-unplayed", table.A("hidden", log.Hidden))
	}
}

// stopped reports a game that went no further once its dice could be known. That cannot be prevented, only shown.
func (r *run) stopped(log *adjudicator.Verdict) {
	const patience = 14 * 24 * 3600 * 1000
	w := log.Fair.Wait
	if w == nil || r.means.Now == 0 || log.Closed != nil || r.means.Now < w.Time+patience {
		return
	}
	if need := log.Fair.Needs(); need == adjudicator.NeedsNothing || need == adjudicator.NeedsBeacon && r.means.Now > w.RoundTime {
		r.find(7, Unproven, "stopped", table.A("window", int(w.Window)), table.A("days", int((r.means.Now-w.Time)/86_400_000)))
	}
}
