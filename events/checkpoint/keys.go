package checkpoint

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"

	"fieldpost/events"
)

// Keys are the log keys of a game, one after the other: a tree is signed with the last one that was announced in it.
type Keys struct {
	Origin string
	First  events.Hash
	Later  []Change // by event, each endorsed by the one before
}

// Change is a log key that took the place of another.
type Change struct {
	Seq int64 // of the event that announces it: trees of so many events and more are signed with it
	Key events.Hash
}

// Of returns the key that signs trees of a size.
func (k Keys) Of(size int64) events.Hash {
	key := k.First
	for _, c := range k.Later {
		if size >= c.Seq {
			key = c.Key
		}
	}
	return key
}

// Last returns the key in force.
func (k Keys) Last() events.Hash {
	if n := len(k.Later); n > 0 {
		return k.Later[n-1].Key
	}
	return k.First
}

// Verify reports whether a checkpoint is this log's, signed with the key for trees of its size.
func (k Keys) Verify(s Signed) error {
	if s.Origin != k.Origin {
		return fmt.Errorf("%w: it is of %s", ErrSignature, s.Origin)
	}
	return s.Verify(k.Of(s.Size))
}

// Follow takes the announcement of a next key by an event, and reports whether the last key endorses it.
func (k *Keys) Follow(seq int64, next events.Hash, signature []byte) bool {
	if n := len(k.Later); n > 0 && seq <= k.Later[n-1].Seq || !Endorsed(k.Origin, k.Last(), next, signature) {
		return false
	}
	k.Later = append(k.Later[:len(k.Later):len(k.Later)], Change{seq, next})
	return true
}

// endorsement is the text with which a key vouches for the next: a line that says so, the origin and the verifier key of the next, each with
// one LF.
func endorsement(origin string, next events.Hash) []byte {
	return []byte("fieldpost log key v1\n" + origin + "\n" + VerifierKey(origin, next) + "\n")
}

// Endorse signs that another key follows this one.
func (k Key) Endorse(next events.Hash) []byte {
	return ed25519.Sign(k.private, endorsement(k.name, next))
}

// shown is the text with which a key signs an export for one seat: a line that says so, the origin, the number of events and the root over what
// is shown of them, each with one LF.
func shown(origin string, size int64, root events.Hash) []byte {
	return fmt.Appendf(nil, "fieldpost shown v1\n%s\n%d\n%s\n", origin, size, base64.StdEncoding.EncodeToString(root[:]))
}

// SignShown signs what an export for one seat shows of a log: root is that of the tree over the bytes in it, those of veiled records instead of
// the whole events. It is no checkpoint, and contradicts none.
func (k Key) SignShown(size int64, root events.Hash) []byte {
	return ed25519.Sign(k.private, shown(k.name, size, root))
}

// VerifyShown reports whether the key for trees of a size signed what an export for one seat shows.
func (k Keys) VerifyShown(size int64, root events.Hash, signature []byte) bool {
	return len(signature) == ed25519.SignatureSize && ed25519.Verify(k.Of(size).Bytes(), shown(k.Origin, size, root), signature)
}

// Endorsed reports whether a key of an origin vouches for the next.
func Endorsed(origin string, former, next events.Hash, signature []byte) bool {
	return len(signature) == ed25519.SignatureSize && next != former && ed25519.Verify(former.Bytes(), endorsement(origin, next), signature)
}
