package main

import (
	"context"
	"encoding/json"

	"fieldpost/events"
)

// Proof is what a receipt carries besides words: the event as it lies in the log, to the byte, and what opens its
// commitment. Hash is the leaf of events.LeafHash; Event and Plain are base64. With it a player shows, to anybody and
// without us, that his orders of that moment are in the log, or are not in a log that we show later.
type Proof struct {
	Schema string `json:"schema"` // "fieldpost/receipt/1"
	Game   string `json:"game"`
	Seq    int64  `json:"seq"`
	Hash   string `json:"hash"`
	Event  []byte `json:"event"`
	Salt   string `json:"salt,omitempty"`
	Plain  []byte `json:"plain,omitempty"`
}

// proof reads an event of a game and makes its proof for a seat; nil bytes if it cannot be read now.
func (st *Station) proof(ctx context.Context, game string, seq int64, seat string) (events.Hash, []byte) {
	for r, err := range st.store.Read(ctx, game, seq) {
		if err != nil {
			st.Log.Error("a receipt goes without its proof", "game", game, "event", seq, "error", err)
			return events.Hash{}, nil
		}
		hash := events.LeafHash(r.Bytes)
		p := Proof{Schema: "fieldpost/receipt/1", Game: game, Seq: seq, Hash: hash.String(), Event: r.Bytes}
		for _, s := range r.Secrets {
			if s.Seat == seat {
				p.Salt, p.Plain = s.Salt.String(), s.Plain
			}
		}
		data, err := json.MarshalIndent(p, "", "  ")
		if err != nil {
			return hash, nil
		}
		return hash, data
	}
	return events.Hash{}, nil
}
