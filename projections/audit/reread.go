package audit

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/events"
)

// hearing is what an export shows by itself. It is determined once, however many mailboxes come with it.
type hearing struct {
	log   adjudicator.Verdict
	rules bool
	mails []events.Hash // Sent.Key of the mails that were read again meanwhile
	read  []rereading
}

// rereading is an order mail of a player's own, read again as the game stood when it came.
type rereading struct {
	mail        events.Hash // Sent.Key
	seq         int64       // of the OrdersReceived
	same        bool
	held, wrote string // the orders as the log holds them and as the mail reads
}

// hear audits the export, and reads the players' own mails again while the passes are replayed: a host who files orders that a mail does
// not hold signs a receipt for them, keeps every promise about the log, and can be exposed only by the mail itself.
func (r *run) hear(x *Export) adjudicator.Verdict {
	var sent []Sent
	for _, m := range r.ev.Mailboxes {
		for _, s := range m.Sent {
			if s.Orders && s.Read != nil {
				sent = append(sent, s)
			}
		}
	}
	if h := x.heard; h != nil && h.rules == !r.means.NoRules && !slices.ContainsFunc(sent, func(s Sent) bool { return !slices.Contains(h.mails, s.Key) }) {
		return h.log
	}
	h := &hearing{rules: !r.means.NoRules}
	wrote := make(map[events.Hash]Sent)
	for _, s := range sent {
		h.mails = append(h.mails, s.Key)
		for _, key := range adjudicator.Effects(s.Key) {
			wrote[key] = s
		}
	}
	auditor := adjudicator.Auditor{Blob: x.Blob, Engines: r.means.Engines, Beacon: r.means.Beacon, NoRules: r.means.NoRules}
	if len(sent) > 0 {
		auditor.Watch = func(m *adjudicator.Match, e events.Event, rec events.Record) {
			if b, ok := e.Body.(events.OrdersReceived); ok {
				if s, ok := wrote[b.Mail]; ok {
					h.again(m, e.Seq, b, rec, s)
				}
			}
		}
	}
	h.log = auditor.Audit(x.Game, func(yield func(events.Record, error) bool) {
		for _, rec := range x.Records {
			if !yield(rec, nil) {
				return
			}
		}
	})
	x.heard = h
	return h.log
}

// again reads a mail as the game stands and compares it with what the log says about it. Only what counts is compared: how a line that was
// not understood is explained may change from one edition of the program to the next.
func (h *hearing) again(m *adjudicator.Match, seq int64, b events.OrdersReceived, rec events.Record, s Sent) {
	i := slices.IndexFunc(rec.Secrets, func(x events.Secret) bool { return x.Opens() == b.OrdersSealed })
	held, ok, err := events.Open[events.Orders](rec, b.OrdersSealed)
	if i < 0 || !ok || err != nil {
		return // no one may read them yet
	}
	again := s.Read(m, b.Seat)
	own := again.Orders
	own.Faults, own.Ignored = held.Faults, held.Ignored
	wait(&own, held, m)
	hash, _, err := events.Conceal(b.Seat, rec.Secrets[i].Salt, own)
	same := again.Took && err == nil && hash == b.OrdersSealed
	if !same && !again.Whole {
		return // nothing follows from it
	}
	h.read = append(h.read, rereading{mail: s.Key, seq: seq, same: same, held: linesOf(held), wrote: linesOf(own)})
}

// wait lets the lines that are for no phase of the open window wait for the phases of the log, if those are phases of their verbs: for which of them
// a line waits may change from one edition to the next as well.
func wait(own *events.Orders, held events.Orders, m *adjudicator.Match) {
	if len(own.Lines) != len(held.Lines) || m.Open == nil {
		return
	}
	verbs, moved := m.Engine.Language().Verbs, map[string]string{}
	for i, l := range own.Lines {
		late := func(phase string) bool {
			return phase != "" && !slices.Contains(m.Open.Phases, phase) && slices.ContainsFunc(verbs, func(v orders.Verb) bool {
				return v.Name == l.Verb && slices.Contains(v.Phases, phase)
			})
		}
		if at := held.Lines[i].Phase; at != l.Phase && late(at) && late(l.Phase) {
			own.Lines[i].Phase, moved[l.Phase] = at, at
		}
	}
	for i, p := range own.Phases {
		own.Phases[i] = cmp.Or(moved[p], p)
	}
}

// mostQuoted is how many characters of orders a page quotes.
const mostQuoted = 400

// linesOf writes orders on one line.
func linesOf(o events.Orders) string {
	var parts []string
	for _, l := range o.Lines {
		text := l.Text
		if l.Standing && !strings.HasPrefix(text, "standing ") {
			text = "standing " + text
		}
		parts = append(parts, text)
	}
	for _, a := range o.Answers {
		parts = append(parts, a.Question+": "+a.Text)
	}
	if len(parts) == 0 {
		return "-"
	}
	text := []rune(strings.Join(parts, "; "))
	if len(text) > mostQuoted {
		return string(text[:mostQuoted]) + " ..."
	}
	return string(text)
}
