package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Input is what the dice of one window depend on besides their keys: all of it is fixed before the window's seal.
type Input struct {
	GameID [16]byte
	Salt   [32]byte
	Epoch  uint16
	Window uint32
	// Player codes and beacon: zero where the profile has none.
	EntRoot [32]byte
	Round   uint64
	Rand    [32]byte
}

// GameID returns the game's id as it stands in alpha: the first 16 bytes of SHA-256 of its text.
func GameID(id string) [16]byte {
	h := sha256.Sum256([]byte(id))
	return [16]byte(h[:16])
}

// ErrStream is a roll key that cannot be a stream.
var ErrStream = errors.New("dice: a roll key has 1 to 64 bytes of UTF-8 without control characters")

// alpha lays out the bytes as the package comment says.
func (in Input) alpha(stream string) ([]byte, error) {
	if len(stream) < 1 || len(stream) > 64 || !utf8.ValidString(stream) {
		return nil, fmt.Errorf("%w: %q", ErrStream, stream)
	}
	for _, r := range stream {
		if unicode.IsControl(r) {
			return nil, fmt.Errorf("%w: %q", ErrStream, stream)
		}
	}
	return rawAlpha(in, in.Window, 0, stream, 0), nil
}

// rawAlpha has the layout's own fields: published vectors use turn and phase where games number windows.
func rawAlpha(in Input, turn uint32, phase uint16, stream string, draw uint32) []byte {
	b := make([]byte, 0, 145+len(stream))
	b = append(b, "pbem-dice-v1"...)
	b = append(b, in.GameID[:]...)
	b = append(b, in.Salt[:]...)
	b = binary.BigEndian.AppendUint16(b, in.Epoch)
	b = binary.BigEndian.AppendUint32(b, turn)
	b = binary.BigEndian.AppendUint16(b, phase)
	b = append(b, in.EntRoot[:]...)
	b = binary.BigEndian.AppendUint64(b, in.Round)
	b = append(b, in.Rand[:]...)
	b = append(b, byte(len(stream)))
	b = append(b, stream...)
	return binary.BigEndian.AppendUint32(b, draw)
}

// Anchor is what one seat added to the game's salt when a player took it; zero if it added nothing.
type Anchor struct {
	Seat  string
	Value [16]byte
}

// GameSalt binds the dice to the players. Anchors are sent after the public key is published, so one honest anchor prevents the operator
// from having chosen his key for its dice. The seats come in the rulebook's order. It returns an error for more than 255 seats or names of
// more than 255 bytes.
func GameSalt(game [16]byte, public PublicKey, seats []Anchor, round uint64, rand [32]byte) ([32]byte, error) {
	if len(seats) > 255 {
		return [32]byte{}, fmt.Errorf("dice: %d seats, at most 255", len(seats))
	}
	b := append([]byte("pbem-salt-v1"), game[:]...)
	b = append(b, public[:]...)
	b = append(b, byte(len(seats)))
	for _, s := range seats {
		if len(s.Seat) > 255 {
			return [32]byte{}, fmt.Errorf("dice: the name of seat %.20q... has %d bytes, at most 255", s.Seat, len(s.Seat))
		}
		b = append(b, byte(len(s.Seat)))
		b = append(b, s.Seat...)
		b = append(b, s.Value[:]...)
	}
	b = binary.BigEndian.AppendUint64(b, round)
	b = append(b, rand[:]...)
	return sha256.Sum256(b), nil
}

// Salt returns the salt of one secret that a pass commits to. It follows from the key, so a pass repeated after a crash commits to the same
// bytes: HMAC-SHA-256 with the seed over "pbem-secret-v1", epoch (2), window (4) and label. The label names the secret and must be used
// once in a window; because of the epoch, a salt opened before a rewind reveals nothing after it.
func Salt(key Key, epoch uint16, window uint32, label string) [32]byte {
	mac := hmac.New(sha256.New, key[:])
	b := binary.BigEndian.AppendUint16([]byte("pbem-secret-v1"), epoch)
	b = binary.BigEndian.AppendUint32(b, window)
	mac.Write(append(b, label...))
	return [32]byte(mac.Sum(nil))
}
