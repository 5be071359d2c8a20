package events

import (
	"encoding/hex"
	"fmt"
)

// Version is the envelope version that this build writes. Every older version stays readable for ever.
const Version = 1

// Hash is a SHA-256. The zero Hash stands for "nothing before this".
type Hash [32]byte

// String returns the hash in lower-case hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether h is the zero hash.
func (h Hash) IsZero() bool { return h == Hash{} }

// ParseHash reads what String wrote.
func ParseHash(s string) (Hash, error) {
	var h Hash
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		return Hash{}, fmt.Errorf("events: %q is not a hash of 64 hexadecimal digits", s)
	}
	copy(h[:], b)
	return h, nil
}

// Event is one fact of one game. Its canonical bytes (Encode) are what is hashed, stored, archived and mailed.
type Event struct {
	Game  string // id of the game, [a-z0-9-], 1 to 40 characters
	Seq   int64  // 1, 2, 3 ...: our own count in this game, never the stream's
	Prev  Hash   // LeafHash of the event with Seq-1; zero for the first
	Time  int64  // Unix milliseconds, UTC: when it was appended
	Actor string // who caused it: "seat:south", "master", "clock", "fieldpost"
	Body  Body
}

// Body is one type of the vocabulary; its Kind stands in the envelope.
type Body interface{ Kind() Kind }

// Kind names a type of the vocabulary in the players' words, such as "OrdersReceived".
type Kind string

// Record is one event as a log keeps it: the hashed bytes, and beside them the plaintext of what they only commit to.
// A record whose secrets were taken out (a redacted export) has the same hash and the same chain.
type Record struct {
	Bytes   []byte   // canonical envelope
	Secrets []Secret // may be absent; each opens one commitment of the event
	Whole   Hash     // leaf hash of the event if Bytes show only a part of it (Veil); zero if they are all of it
}

// Secret opens a commitment: Commit(Salt, Plain) stands in the event.
type Secret struct {
	Seat  string // whom it may be shown to during play; "" is the operator alone
	Salt  Hash
	Plain []byte // canonical bytes of a body part, such as Orders
}

// Bytes returns the hash as a slice.
func (h Hash) Bytes() []byte { return h[:] }
