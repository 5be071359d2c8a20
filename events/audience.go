package events

// Audience returns for whose eyes a commitment of an event was made: the Seat of the secret that opens it, or "" for only the operator.
// known is false if the event does not say, as with messages.
func Audience(b Body, commitment Hash) (seat string, known bool) {
	switch b := b.(type) {
	case SeatTaken:
		return b.Seat, true
	case SeatReplaced:
		return b.Seat, true
	case OrdersReceived:
		return b.Seat, true
	case ReportIssued:
		return b.Seat, true
	case Amended:
		return "", true
	case Adjudicated:
		for _, list := range [][]SeatHash{b.Hidden, b.Known} {
			for _, h := range list {
				if h.Hash == commitment {
					return h.Seat, true
				}
			}
		}
		return "", true
	}
	return "", false
}
