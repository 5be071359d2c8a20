package audit

import (
	"slices"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// issue is a letter that the log names.
type issue struct {
	seq int64
	events.ReportIssued
}

// letters is step 6: the bytes of every letter are those that the log names, as the export or later letters tell it; and every letter that
// the log names is there.
func (r *run) letters() {
	whole := r.v.Log != nil && r.v.Log.Fault == nil
	var issued []issue
	named := map[string]int{} // index in issued, by message id
	take := func(event []byte) {
		e, err := events.Decode(event)
		if err != nil {
			return
		}
		x, ok := e.Body.(events.ReportIssued)
		if _, known := named[x.MessageID]; ok && !known {
			named[x.MessageID] = len(issued)
			issued = append(issued, issue{e.Seq, x})
		}
	}
	if whole {
		for _, rec := range r.ev.Export.Records {
			take(rec.Bytes)
		}
	}
	for _, b := range r.boxes {
		for _, p := range b.papers {
			take(p.Event)
		}
	}
	done := "part"
	if whole {
		done = "full"
	}
	for _, b := range r.boxes {
		for _, l := range b.Letters {
			i, ok := named[l.MessageID]
			switch {
			case ok && !slices.Contains(l.Digests, issued[i].Digest):
				r.find(6, Unproven, "letter-differs", table.A("letter", l.Name))
			case ok:
				r.did(6, done, 1)
			case l.Advance == nil:
				r.find(6, Unproven, "letter-bare", table.A("letter", l.Name))
			case whole && l.Advance.Size < r.v.Events:
				r.find(6, Unproven, "letter-unknown", table.A("letter", l.Name))
			}
		}
		r.missing(b, issued)
	}
}

// missing lists the letters to the owner of a mailbox that are not in it, up to the newest that is.
func (r *run) missing(b *box, issued []issue) {
	seat := r.seatOf(b)
	if seat == "" || len(b.signed) == 0 {
		return
	}
	from, until := r.held(b, seat)
	until = min(until, b.end())
	for _, x := range issued {
		there := slices.ContainsFunc(b.Letters, func(l Letter) bool { return l.MessageID == x.MessageID })
		if x.Seat == seat && x.seq >= from && x.seq <= until && !there {
			r.find(6, Unproven, "letter-missing", table.A("mailbox", b.Name), table.A("event", int(x.seq)), table.A("kind", x.Letter))
		}
	}
}
