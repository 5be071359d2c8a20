package checkpoint

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"

	"fieldpost/events"
)

// Witness is the key of someone who saw checkpoints of others and states when.
type Witness struct {
	name    string
	private ed25519.PrivateKey
}

// NewWitness makes a witness from his 32 secret bytes.
func NewWitness(name string, seed [32]byte) Witness {
	return Witness{name: name, private: ed25519.NewKeyFromSeed(seed[:])}
}

// Key returns the witness' verifier key in text.
func (w Witness) Key() string { return WitnessKey(w.name, w.Public()) }

// Public returns the witness' public key.
func (w Witness) Public() events.Hash { return events.Hash(w.private.Public().(ed25519.PublicKey)) }

// Cosign signs that this checkpoint was seen at a time, in Unix seconds. The caller has checked that it follows from the last one that he
// saw.
func (w Witness) Cosign(c Checkpoint, seconds int64) Signature {
	data := binary.BigEndian.AppendUint64(nil, uint64(seconds))
	return Signature{
		Name: w.name, ID: keyID(w.name, kindWitness, w.Public().Bytes()),
		Data: append(data, ed25519.Sign(w.private, cosigned(c, seconds))...),
	}
}

func cosigned(c Checkpoint, seconds int64) []byte {
	return fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", seconds, c.Text())
}

// Cosigned checks a witness' line and returns its time.
func (c Checkpoint) Cosigned(g Signature, name string, public events.Hash) (seconds int64, err error) {
	if g.Name != name || g.ID != keyID(name, kindWitness, public.Bytes()) || len(g.Data) != 8+ed25519.SignatureSize {
		return 0, fmt.Errorf("%w: witness %s", ErrSignature, name)
	}
	seconds = int64(binary.BigEndian.Uint64(g.Data))
	if seconds < 0 || !ed25519.Verify(public.Bytes(), cosigned(c, seconds), g.Data[8:]) {
		return 0, fmt.Errorf("%w: witness %s", ErrSignature, name)
	}
	return seconds, nil
}

// CosignedAt checks a cosignature as the log keeps it.
func (c Checkpoint) CosignedAt(name string, public events.Hash, seconds int64, signature []byte) error {
	data := append(binary.BigEndian.AppendUint64(nil, uint64(seconds)), signature...)
	_, err := c.Cosigned(Signature{Name: name, ID: keyID(name, kindWitness, public.Bytes()), Data: data}, name, public)
	return err
}

// Of finds the line of a witness in a note, with its time.
func (s Signed) Of(name string, public events.Hash) (g Signature, seconds int64, err error) {
	for _, g := range s.Signatures {
		if seconds, err := s.Cosigned(g, name, public); err == nil {
			return g, seconds, nil
		}
	}
	return Signature{}, 0, fmt.Errorf("%w: no line of witness %s", ErrSignature, name)
}
