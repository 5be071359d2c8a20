package events

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"
)

// Part is a body part that a Secret holds.
type Part interface {
	Orders | Player | Rolls | Refusal | Press | Digest | Author | Correction
}

// Numbers of the parts in their canonical bytes. They are never reused.
const (
	partOrders  = 1
	partPlayer  = 2
	partRolls   = 3
	partRefusal = 4
	partPress   = 5
	partDigest  = 6
	partAuthor  = 7

	partCorrection = 8
)

func partNumber(part any) int64 {
	switch part.(type) {
	case Orders, *Orders:
		return partOrders
	case Player, *Player:
		return partPlayer
	case Rolls, *Rolls:
		return partRolls
	case Refusal, *Refusal:
		return partRefusal
	case Press, *Press:
		return partPress
	case Author, *Author:
		return partAuthor
	case Correction, *Correction:
		return partCorrection
	default:
		return partDigest
	}
}

// EncodePart returns the canonical bytes of a part: a list of its number and its fields.
func EncodePart[T Part](part T) ([]byte, error) {
	b, err := marshal(func(enc *msgpack.Encoder) error {
		if err := enc.EncodeArrayLen(2); err != nil {
			return err
		}
		if err := enc.EncodeInt(partNumber(part)); err != nil {
			return err
		}
		return enc.Encode(&part)
	})
	if err != nil {
		return nil, err
	}
	if err := scan(b, nil); err != nil {
		return nil, err
	}
	if len(b) > MaxRecord {
		return nil, codecError(CodeSize, "the part measures %d bytes, more than %d", len(b), MaxRecord)
	}
	return b, nil
}

// DecodePart reads what EncodePart wrote and refuses everything else, a part of another type included.
func DecodePart[T Part](b []byte) (T, error) {
	var zero, part T
	if len(b) > MaxRecord {
		return zero, codecError(CodeSize, "the part measures %d bytes, more than %d", len(b), MaxRecord)
	}
	if len(b) < 2 || b[0] != 0x92 || int64(b[1]) != partNumber(zero) {
		return zero, codecError(CodeKind, "the bytes are not a part of type %T", zero)
	}
	s := shapeOf[T]()
	if err := scan(b[2:], s); err != nil {
		return zero, fmt.Errorf("%T: %w", zero, err)
	}
	unpack(b[2:], s, reflect.ValueOf(&part).Elem())
	return part, nil
}

// commitDomain keeps commitments apart from every other hash in the system.
const commitDomain = "fieldpost-commit-v1"

// Commit hides plain behind a hash until salt and plain are shown:
//
//	SHA-256("fieldpost-commit-v1" || salt (32 bytes) || length of plain (8 bytes, big-endian) || plain)
//
// The salt must be fresh and random: without it a short plaintext could be guessed. The type of a part is bound too,
// since plain begins with its number (EncodePart).
func Commit(salt Hash, plain []byte) Hash {
	h := sha256.New()
	h.Write([]byte(commitDomain))
	h.Write(salt[:])
	var size [8]byte
	binary.BigEndian.PutUint64(size[:], uint64(len(plain)))
	h.Write(size[:])
	h.Write(plain)
	return Hash(h.Sum(nil))
}

// Conceal makes the commitment that goes into an event and the secret that rides beside it, to be shown to seat ("" for
// the operator alone).
func Conceal[T Part](seat string, salt Hash, part T) (Hash, Secret, error) {
	plain, err := EncodePart(part)
	if err != nil {
		return Hash{}, Secret{}, err
	}
	return Commit(salt, plain), Secret{Seat: seat, Salt: salt, Plain: plain}, nil
}

// Opens returns the commitment that s opens.
func (s Secret) Opens() Hash { return Commit(s.Salt, s.Plain) }

// Open finds the secret of r that opens a commitment and decodes it. It returns false if r does not hold that secret, as in a redacted
// export.
func Open[T Part](r Record, commitment Hash) (T, bool, error) {
	for _, s := range r.Secrets {
		if s.Opens() == commitment {
			part, err := DecodePart[T](s.Plain)
			return part, err == nil, err
		}
	}
	var none T
	return none, false, nil
}
