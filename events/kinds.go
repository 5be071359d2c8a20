package events

import "reflect"

// Kind names the genesis of a game.
func (GameAnnounced) Kind() Kind { return "GameAnnounced" }

// Kind names a player sitting down.
func (SeatTaken) Kind() Kind { return "SeatTaken" }

// Kind names the first seal.
func (GameOpened) Kind() Kind { return "GameOpened" }

// Kind names a mail with orders.
func (OrdersReceived) Kind() Kind { return "OrdersReceived" }

// Kind names a mail of which nothing was accepted.
func (OrdersRefused) Kind() Kind { return "OrdersRefused" }

// Kind names lines removed from the desk.
func (OrdersWithdrawn) Kind() Kind { return "OrdersWithdrawn" }

// Kind names the closing of a window.
func (Sealed) Kind() Kind { return "Sealed" }

// Kind names a deadline made or moved.
func (DeadlineSet) Kind() Kind { return "DeadlineSet" }

// Kind names the clock reaching a deadline.
func (DeadlinePassed) Kind() Kind { return "DeadlinePassed" }

// Kind names one pass of the adjudicator.
func (Adjudicated) Kind() Kind { return "Adjudicated" }

// Kind names a return to an earlier window.
func (Rewound) Kind() Kind { return "Rewound" }

// Kind names a correction by hand.
func (Amended) Kind() Kind { return "Amended" }

// Kind names a letter that we owe.
func (ReportIssued) Kind() Kind { return "ReportIssued" }

// Kind names a letter taken by a host.
func (MailSent) Kind() Kind { return "MailSent" }

// Kind names a letter refused by a host.
func (MailBounced) Kind() Kind { return "MailBounced" }

// Kind names a message between players.
func (PressSent) Kind() Kind { return "PressSent" }

// Kind names a change of player on a seat.
func (SeatReplaced) Kind() Kind { return "SeatReplaced" }

// Kind names the end of the game.
func (GameClosed) Kind() Kind { return "GameClosed" }

// vocabulary holds, for each type, its kind, its shape on the wire, and how it is decoded.
var vocabulary = append([]entry{
	entryOf[GameAnnounced](),
	entryOf[SeatTaken](),
	entryOf[GameOpened](),
	entryOf[OrdersReceived](),
	entryOf[OrdersRefused](),
	entryOf[OrdersWithdrawn](),
	entryOf[Sealed](),
	entryOf[DeadlineSet](),
	entryOf[DeadlinePassed](),
	entryOf[Adjudicated](),
	entryOf[Rewound](),
	entryOf[Amended](),
	entryOf[ReportIssued](),
	entryOf[MailSent](),
	entryOf[MailBounced](),
	entryOf[PressSent](),
	entryOf[SeatReplaced](),
	entryOf[GameClosed](),
}, append(append(fairVocabulary, postVocabulary...), entryOf[Resealed](), entryOf[MachineSeated](), entryOf[Restored](), entryOf[AdviceAllowed](),
	entryOf[AdviceAsked](), entryOf[LogKeyRotated](), entryOf[HostMoved](), entryOf[MailKeyRotated](), entryOf[ObserversAllowed]())...)

// entry is one type of the vocabulary.
type entry struct {
	kind   Kind
	shape  *shape
	decode func(body []byte) Body // of bytes that have the shape
}

func entryOf[T Body]() entry {
	var zero T
	s := shapeOf[T]()
	return entry{
		kind:  zero.Kind(),
		shape: s,
		decode: func(body []byte) Body {
			var b T
			unpack(body, s, reflect.ValueOf(&b).Elem())
			return b
		},
	}
}

// find returns the entry of a kind, or nil for an unknown one.
func (k Kind) find() *entry { return kinds[k] }

var kinds = func() map[Kind]*entry {
	m := make(map[Kind]*entry)
	for i := range vocabulary {
		m[vocabulary[i].kind] = &vocabulary[i]
	}
	return m
}()

// Commitments lists the commitments that an event carries, in the order of its fields, without the absent ones.
func Commitments(b Body) []Hash {
	var all []Hash
	add := func(h Hash) {
		if !h.IsZero() {
			all = append(all, h)
		}
	}
	for _, h := range postCommitments(b) {
		add(h)
	}
	switch b := b.(type) {
	case SeatTaken:
		add(b.PlayerSealed)
	case OrdersReceived:
		add(b.OrdersSealed)
	case OrdersRefused:
		add(b.DetailSealed)
	case Adjudicated:
		for _, h := range b.Hidden {
			add(h.Hash)
		}
		add(b.Facts)
		add(b.State)
		for _, h := range b.Known {
			add(h.Hash)
		}
	case ReportIssued:
		add(b.AddressSealed)
	case PressSent:
		add(b.TextSealed)
	case SeatReplaced:
		add(b.PlayerSealed)
	case Amended:
		add(b.SetSealed)
	}
	return all
}

// References lists the blobs that an event points to, without the absent ones: what an archive has to keep with it.
func References(b Body) []Hash {
	var digest Hash
	for _, h := range postReferences(b) {
		digest = h
	}
	switch b := b.(type) {
	case GameAnnounced:
		digest = b.Document
	case OrdersReceived:
		digest = b.Raw
	case OrdersRefused:
		digest = b.Raw
	case ReportIssued:
		digest = b.Digest
	}
	if digest.IsZero() {
		return nil
	}
	return []Hash{digest}
}
