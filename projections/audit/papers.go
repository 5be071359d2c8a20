package audit

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
)

// receipts is step 3: every paper stands in the log (checked when it was taken) and its secrets open its commitments; the
// player's own mails have receipts, and the log holds nothing in his name that he did not send.
func (r *run) receipts() {
	for _, b := range r.boxes {
		own := map[events.Hash]bool{}
		for _, p := range b.papers {
			rec := events.Record{Bytes: p.Event, Secrets: p.Secrets}
			e, err := events.CheckRecord(rec)
			if err != nil {
				r.find(3, Unproven, "secret-opens-nothing", table.A("event", int(p.Seq)), table.A("mailbox", b.Name))
				continue
			}
			if o, ok := e.Body.(events.OrdersReceived); ok && p.Receipt {
				own[o.Mail] = true
				r.v.Receipts++
				r.did(3, "full", 1)
				if _, ok, err := events.Open[events.Orders](rec, o.OrdersSealed); err != nil || !ok {
					r.find(3, Unproven, "receipt-closed", table.A("event", int(p.Seq)))
				}
			}
			r.inExport(b, p)
		}
		r.v.Boxes = append(r.v.Boxes, Box{Name: b.Name, Seat: r.seatOf(b), Letters: len(b.Letters), Sent: len(b.Sent)})
		r.sent(b, own)
	}
}

// inExport holds a paper against the export.
func (r *run) inExport(b *box, p Paper) {
	if r.v.Log == nil || int(p.Seq) > r.v.Log.Fair.Tree.Size() {
		return
	}
	if r.v.Log.Fair.Tree.Leaf(int(p.Seq-1)) != events.LeafHash(p.Event) {
		r.find(3, r.contradicted(b, p.Seq), "paper-not-in-export", table.A("event", int(p.Seq)))
	}
}

// sent compares what the player sent with receipts and log.
func (r *run) sent(b *box, own map[events.Hash]bool) {
	if len(b.Sent) == 0 {
		return
	}
	answered, keys := map[string]bool{}, map[events.Hash]bool{}
	for _, l := range b.Letters {
		for _, id := range l.Answers {
			answered[id] = true
		}
	}
	for _, s := range b.Sent {
		for _, key := range adjudicator.Effects(s.Key) {
			keys[key] = true
		}
	}
	for _, s := range b.Sent {
		if s.Orders && !slices.ContainsFunc(adjudicator.Effects(s.Key), func(key events.Hash) bool { return own[key] }) && !answered[s.MessageID] {
			r.find(3, Unproven, "no-receipt", table.A("subject", s.Subject), table.A("at", stamp(s.At)))
		}
		r.reread(s)
	}
	seat := r.seatOf(b)
	if r.v.Log == nil || r.v.Log.Fault != nil || seat == "" {
		return
	}
	from, until := r.held(b, seat)
	for _, rec := range r.ev.Export.Records {
		e, err := events.Decode(rec.Bytes)
		if err != nil || e.Seq < from || e.Seq > until {
			continue
		}
		var who string
		var key events.Hash
		switch x := e.Body.(type) {
		case events.OrdersReceived:
			who, key = x.Seat, x.Mail
		case events.OrdersWithdrawn:
			who, key = x.Seat, x.Mail
		case events.ConsentGiven:
			who, key = x.Seat, x.Mail
		case events.CodeRevealed:
			who, key = x.Seat, x.Mail
		}
		if who == seat && !key.IsZero() && !keys[key] {
			r.find(3, Unproven, "not-sent", table.A("event", int(e.Seq)), table.A("kind", string(e.Body.Kind())), table.A("seat", who))
		}
	}
}

// reread notes whether the log holds what a mail of the player's own orders.
func (r *run) reread(s Sent) {
	if r.v.Log == nil {
		return
	}
	for _, x := range r.ev.Export.heard.read {
		switch {
		case x.mail != s.Key:
		case x.same:
			r.v.Reread++
		default:
			r.find(3, Unproven, "orders-differ", table.A("event", int(x.seq)), table.A("subject", s.Subject), table.A("at", stamp(s.At)),
				table.A("held", x.held), table.A("wrote", x.wrote))
		}
	}
}

// seatOf is whose mailbox it is, by its receipts or its welcome.
func (r *run) seatOf(b *box) string {
	for _, p := range b.papers {
		e, err := events.Decode(p.Event)
		if err != nil {
			continue
		}
		switch x := e.Body.(type) {
		case events.OrdersReceived:
			if p.Receipt {
				return x.Seat
			}
		case events.SeatTaken:
			if len(p.Secrets) > 0 {
				return x.Seat
			}
		case events.SeatReplaced:
			if len(p.Secrets) > 0 {
				return x.Seat
			}
		}
	}
	return ""
}

// held returns between which events the owner of a mailbox held a seat: from his welcome until someone else took the seat.
func (r *run) held(b *box, seat string) (from, until int64) {
	for _, p := range b.papers {
		if e, err := events.Decode(p.Event); err == nil && len(p.Secrets) > 0 && sits(e.Body) == seat {
			from = e.Seq
		}
	}
	if r.ev.Export == nil {
		return from, math.MaxInt64
	}
	for _, rec := range r.ev.Export.Records {
		if e, err := events.Decode(rec.Bytes); err == nil && e.Seq > from && sits(e.Body) == seat && from > 0 {
			return from, e.Seq
		}
	}
	return from, math.MaxInt64
}

// sits returns the seat that someone takes by an event, or "" for any other event.
func sits(b events.Body) string {
	switch b := b.(type) {
	case events.SeatTaken:
		return b.Seat
	case events.SeatReplaced:
		return b.Seat
	case events.MachineSeated:
		return b.Seat
	}
	return ""
}

// known is what the papers of a mailbox say about one pass's dice.
type known struct {
	salt    events.Hash
	opened  bool
	epoch   int64
	terms   events.GameAnnounced
	chain   events.Beacon
	keys    []events.KeyRotated
	entropy *events.EntropyFixed
	round   *events.RoundFixed
	roundAt int64 // its event
	beacon  *events.BeaconObserved
	without bool
	next    int64 // the window whose pass must come next
}

// dice is step 4 from the mailboxes alone, where there is no export: the input of every pass whose papers came is rebuilt,
// and its open rolls and those for this player are verified.
func (r *run) dice() {
	if r.v.Log != nil && r.v.Log.Fault == nil {
		return
	}
	for _, b := range r.boxes {
		k := known{}
		for _, p := range b.papers {
			e, err := events.Decode(p.Event)
			if err != nil {
				continue
			}
			if a, ok := e.Body.(events.Adjudicated); ok {
				if a.Window != k.next {
					r.find(4, Unproven, "pass-missing", table.A("window", int(k.next)), table.A("mailbox", b.Name))
				}
				k.next = a.Next.Number
				r.pass(b, &k, p, a)
				continue
			}
			k.take(e, b.terms)
		}
	}
}

func (k *known) take(e events.Event, terms *events.TermsSet) {
	switch x := e.Body.(type) {
	case events.GameAnnounced:
		k.terms, k.chain = x, terms.Beacon
	case events.GameOpened:
		k.salt, k.opened = x.GameSalt, true
	case events.Rewound:
		k.epoch, k.entropy, k.round, k.beacon, k.without, k.next = x.Epoch, nil, nil, nil, false, x.Window
	case events.KeyRotated:
		k.keys = append(k.keys, x)
	case events.BeaconChanged:
		k.chain = x.Beacon
	case events.EntropyFixed:
		k.entropy = &x
	case events.RoundFixed:
		k.round, k.roundAt, k.beacon = &x, e.Seq, nil
	case events.BeaconObserved:
		k.beacon = &x
	case events.BeaconUnavailable:
		k.without = true
	}
}

// input rebuilds what the dice of a window are made from. It returns false if one of its papers is missing.
func (k *known) input(game string, window int64) (in dice.Input, public dice.PublicKey, ok bool) {
	in = dice.Input{GameID: dice.GameID(game), Salt: k.salt, Epoch: uint16(k.epoch), Window: uint32(window)}
	profile := k.terms.Dice.Profile
	if profile == adjudicator.Coded || profile == adjudicator.Doubled && window > 0 {
		if k.entropy == nil || k.entropy.Window != window {
			return in, public, false
		}
		in.EntRoot = k.entropy.Root
	}
	if (profile == adjudicator.Beaconed || profile == adjudicator.Doubled) && !k.without {
		if k.beacon == nil || k.beacon.Window != window {
			return in, public, false
		}
		in.Round, in.Rand = uint64(k.beacon.Round), sha256.Sum256(k.beacon.Signature)
	}
	public = dice.PublicKey(k.terms.Dice.PublicKey)
	for _, rot := range k.keys {
		if window >= rot.Window {
			public = dice.PublicKey(rot.PublicKey)
		}
	}
	return in, public, k.opened
}

// pass verifies the rolls of a pass that the papers show.
func (r *run) pass(b *box, k *known, p Paper, a events.Adjudicated) {
	in, public, ok := k.input(r.v.Game, a.Window)
	if !ok {
		r.find(4, Unproven, "input-missing", table.A("window", int(a.Window)), table.A("mailbox", b.Name))
		return
	}
	rolls := slices.Clone(a.Rolls)
	for _, h := range a.Hidden {
		own, ok, err := events.Open[events.Rolls](events.Record{Bytes: p.Event, Secrets: p.Secrets}, h.Hash)
		if err == nil && ok {
			rolls = append(rolls, own.Rolls...)
		}
	}
	seen := map[string]bool{}
	for _, roll := range rolls {
		values := make([]int, len(roll.Values))
		for i, v := range roll.Values {
			values[i] = int(v)
		}
		err := error(nil)
		if k.terms.Dice.Profile == adjudicator.Practice {
			err = dice.VerifySeeded(public, in, roll.Key, int(roll.Sides), values, roll.Draw, roll.Proof)
		} else {
			err = dice.Verify(public, in, roll.Key, int(roll.Sides), values, roll.Draw, roll.Proof)
		}
		if err != nil || seen[roll.Key] {
			r.find(4, b.levelAt(p.Seq), "roll", table.A("window", int(a.Window)), table.A("roll", roll.Key), table.A("event", int(p.Seq)))
			continue
		}
		seen[roll.Key] = true
		name := fmt.Sprint(p.Seq, " ", roll.Key)
		if r.rolled[name] {
			continue // another mailbox showed it
		}
		r.rolled[name] = true
		r.v.Rolled = append(r.v.Rolled, roll)
		r.v.Rolls++
		r.v.Dice += len(values)
		r.did(4, "part", 1)
	}
}

// levelAt is the level of a falsehood about dice in a paper. Who lacks earlier letters may lack those about another key or epoch.
func (b *box) levelAt(seq int64) int {
	if _, whole := b.tree(seq); whole {
		return Fraud
	}
	return Unproven
}

// levelOf is the level of a falsehood about a round or a witness, wherever it was learned.
func (r *run) levelOf(seq int64) int {
	if r.v.Log != nil && r.v.Log.Fault == nil {
		return r.levelAt(seq)
	}
	level := Unproven
	for _, b := range r.boxes {
		level = max(level, b.levelAt(seq))
	}
	return level
}

// made is a round that a seal was given, wherever it was learned.
type made struct {
	seq    int64
	fixed  events.RoundFixed
	chain  events.Beacon
	beacon *events.BeaconObserved
}

// rounds is step 5.
func (r *run) rounds() {
	profile := r.v.Profile
	if profile != adjudicator.Beaconed && profile != adjudicator.Doubled || r.terms == nil {
		return
	}
	all, witnessed := r.learned()
	for _, m := range all {
		if m.beacon == nil {
			continue // another was fixed in its place, or it has not come
		}
		if r.means.Beacon == nil {
			r.find(5, Unproven, "no-means")
			return
		}
		if m.beacon.Round != m.fixed.Round || r.means.Beacon(m.chain, m.beacon.Round, m.beacon.Signature) != nil {
			r.find(5, r.levelOf(m.seq), "round-wrong", table.A("window", int(m.fixed.Window)), table.A("round", int(m.fixed.Round)))
			continue
		}
		at := 1000 * dice.RoundTime(m.fixed.Round, m.chain.Genesis, m.chain.Period)
		if 1000*dice.RoundTime(m.fixed.Round, m.chain.Genesis, m.chain.Period) < m.fixed.From+r.terms.Margin*1000 {
			r.find(5, r.levelOf(m.seq), "round-early", table.A("window", int(m.fixed.Window)), table.A("round", int(m.fixed.Round)))
			continue
		}
		r.did(5, "full", 1)
		r.timing(m, at, witnessed)
	}
}

// timing proves that a seal was made before its round existed: by a letter over it that came before, or by a witness.
func (r *run) timing(m made, at int64, witnessed []events.CheckpointWitnessed) {
	late := int64(0)
	for _, b := range r.boxes {
		for _, l := range b.Letters {
			if l.Advance == nil || l.Advance.Size < m.seq || l.Received == 0 {
				continue
			}
			if l.Received < at {
				return
			}
			if late == 0 || l.Received < late {
				late = l.Received
			}
		}
	}
	for _, w := range witnessed {
		if w.Size >= m.seq && w.Time*1000 < at {
			return
		}
	}
	if late > 0 {
		r.find(5, Unproven, "timing-late", table.A("window", int(m.fixed.Window)), table.A("round", int(m.fixed.Round)), table.A("at", stamp(at)), table.A("got", stamp(late)))
		return
	}
	r.find(5, Unproven, "timing", table.A("window", int(m.fixed.Window)), table.A("round", int(m.fixed.Round)))
}

// learned gathers rounds and witnesses from the export, or else from the papers.
func (r *run) learned() (all []made, witnessed []events.CheckpointWitnessed) {
	chain := r.terms.Beacon
	take := func(e events.Event) {
		switch x := e.Body.(type) {
		case events.RoundFixed:
			if !slices.ContainsFunc(all, func(m made) bool { return m.seq == e.Seq }) {
				all = append(all, made{seq: e.Seq, fixed: x, chain: chain})
			}
		case events.BeaconObserved:
			for i := range all {
				if all[i].fixed.Window == x.Window && all[i].fixed.Round == x.Round && all[i].beacon == nil && all[i].seq < e.Seq {
					all[i].beacon = &x
				}
			}
		case events.BeaconChanged:
			chain = x.Beacon
		case events.CheckpointWitnessed:
			c := checkpoint.Checkpoint{Origin: r.terms.Origin, Size: x.Size, Root: x.Root}
			if c.CosignedAt(x.Witness, x.Key, x.Time, x.Signature) != nil {
				r.find(5, r.levelOf(e.Seq), "witness-wrong", table.A("event", int(e.Seq)), table.A("witness", x.Witness))
				return
			}
			witnessed = append(witnessed, x)
		}
	}
	if r.v.Log != nil && r.v.Log.Fault == nil {
		for _, rec := range r.ev.Export.Records {
			if e, err := events.Decode(rec.Bytes); err == nil {
				take(e)
			}
		}
		return all, witnessed
	}
	for _, b := range r.boxes {
		chain = r.terms.Beacon
		for _, p := range b.papers {
			if e, err := events.Decode(p.Event); err == nil {
				take(e)
			}
		}
	}
	return all, witnessed
}

// deeds is step 7.
func (r *run) deeds() {
	var all []adjudicator.Deed
	if r.v.Log != nil {
		all = r.v.Log.Fair.Deeds
		r.did(7, "full", len(all))
		r.absent()
	} else {
		all = r.deedsOfPapers()
		if len(r.boxes) > 0 {
			r.did(7, "part", len(all))
		}
	}
	for _, d := range all {
		level := Amended
		args := []table.FactArg{
			table.A("event", int(d.Seq)), table.A("at", stamp(d.Time)), table.A("by", d.Actor), table.A("window", int(d.Window)), table.A("seat", d.Seat),
			table.A("target", int(d.Target)), table.A("reason", d.Reason), table.A("consents", d.Consents), table.A("address", d.Address),
		}
		switch {
		case d.What == adjudicator.DeedProposal:
			level = Fine
		case d.What == adjudicator.DeedReplace && d.Actor != "master":
			level = Fine // a player left his seat, and another took it
		case d.What == adjudicator.DeedKey && (r.v.Profile == adjudicator.Offline || r.v.Profile == adjudicator.Coded):
			level = Unproven // even with consent: the new key may have been chosen for its dice
		case d.What == adjudicator.DeedRestored:
			level = Unproven // what was lost, nobody can hold against what is played since
		}
		if level > Fine {
			r.v.Deeds++
		}
		r.find(7, level, "deed."+d.What, args...)
	}
}

// absent lists the codes that did not come.
func (r *run) absent() {
	for _, rec := range r.ev.Export.Records {
		e, err := events.Decode(rec.Bytes)
		if err != nil {
			continue
		}
		x, ok := e.Body.(events.EntropyFixed)
		if !ok {
			continue
		}
		for _, s := range x.Seats {
			if s.Status == dice.Absent {
				r.find(7, Fine, "code-absent", table.A("event", int(e.Seq)), table.A("seat", s.Seat), table.A("window", int(x.Window)))
			}
		}
	}
}

// deedsOfPapers lists the game master's deeds according to the letters, if there is no export.
func (r *run) deedsOfPapers() []adjudicator.Deed {
	var all []adjudicator.Deed
	for _, b := range r.boxes {
		for _, p := range b.papers {
			e, err := events.Decode(p.Event)
			if err != nil || slices.ContainsFunc(all, func(d adjudicator.Deed) bool { return d.Seq == e.Seq }) {
				continue
			}
			if d, ok := adjudicator.DeedOf(e); ok {
				all = append(all, d)
			}
		}
	}
	return all
}
