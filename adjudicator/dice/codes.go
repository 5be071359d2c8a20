package dice

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
)

// Code is what a player adds to the dice of one seal: 16 bytes that no one else knew before.
type Code [16]byte

// Codes is how many codes a sheet holds; its anchor is the code of number 0.
const Codes = 1024

// After returns the code that follows c in its chain, which is the one shown before it: the first 16 bytes of SHA-256("pbem-chain-v1" ||
// c).
func (c Code) After() Code {
	h := sha256.Sum256(append([]byte("pbem-chain-v1"), c[:]...))
	return Code(h[:16])
}

// Later is After taken n times.
func (c Code) Later(n int) Code {
	for range n {
		c = c.After()
	}
	return c
}

// Sheet returns the anchor (number 0) and the codes 1 to Codes that follow from a secret, in the order of their numbers: number n is the
// secret after Codes-n applications of After. Anyone who holds number n can compute all codes before it and none after it.
func Sheet(secret Code) []Code {
	sheet := make([]Code, Codes+1)
	for n := Codes; n >= 0; n-- {
		sheet[n] = secret
		secret = secret.After()
	}
	return sheet
}

// ErrCode means that a text is not a code: mistyped, too short or too long.
var ErrCode = errors.New("dice: this is no code of a player's sheet")

var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// String writes the code for a sheet of paper: 26 letters of base32 (RFC 4648 section 6) and two check letters, in seven
// groups of four. The check letters are the first 10 bits of SHA-256("pbem-check-v1" || code).
func (c Code) String() string {
	text := letters.EncodeToString(c[:]) + c.check()
	var groups []string
	for ; text != ""; text = text[4:] {
		groups = append(groups, text[:4])
	}
	return strings.Join(groups, "-")
}

func (c Code) check() string {
	h := sha256.Sum256(append([]byte("pbem-check-v1"), c[:]...))
	return letters.EncodeToString(h[:2])[:2]
}

// ParseCode reads what String wrote, in any case, with blanks and hyphens anywhere, and with 0, 1 and 8 for the letters
// O, I and B, which the alphabet has in their place.
func ParseCode(s string) (Code, error) {
	text := strings.NewReplacer("-", "", " ", "", "\t", "", "0", "O", "1", "I", "8", "B").Replace(strings.ToUpper(s))
	if len(text) != 28 {
		return Code{}, fmt.Errorf("%w: it has %d letters, not 28", ErrCode, len(text))
	}
	b, err := letters.DecodeString(text[:26])
	if err != nil || len(b) != len(Code{}) {
		return Code{}, ErrCode
	}
	c := Code(b)
	if c.check() != text[26:] || letters.EncodeToString(b) != text[:26] {
		return Code{}, fmt.Errorf("%w: its last two letters do not fit the others", ErrCode)
	}
	return c, nil
}

// Status of a seat in the root of the codes.
const (
	Revealed = 1 // its code came in
	Absent   = 2 // it did not; the value is the last one known
)

// SeatCode is one seat's part.
type SeatCode struct {
	Seat   string
	Status byte
	Value  Code
}

// CodeRoot returns the root of the player codes in alpha. The seats come in byte order. It returns an error for more than 255 seats or
// names of more than 255 bytes.
func CodeRoot(seats []SeatCode) ([32]byte, error) {
	if len(seats) > 255 {
		return [32]byte{}, fmt.Errorf("dice: %d seats, at most 255", len(seats))
	}
	b := append([]byte("pbem-ent-v1"), byte(len(seats)))
	for i, s := range seats {
		if len(s.Seat) > 255 || i > 0 && seats[i-1].Seat >= s.Seat || s.Status != Revealed && s.Status != Absent {
			return [32]byte{}, fmt.Errorf("dice: seat %.20q is too long, out of order, or neither revealed nor absent", s.Seat)
		}
		b = append(b, byte(len(s.Seat)))
		b = append(b, s.Seat...)
		b = append(b, s.Status)
		b = append(b, s.Value[:]...)
	}
	return sha256.Sum256(b), nil
}

// RoundAt returns the first round at or after an instant (Unix seconds) of a beacon whose round 1 came at genesis and which makes one round
// every period seconds.
func RoundAt(seconds, genesis, period int64) int64 {
	if seconds <= genesis {
		return 1
	}
	return (seconds-genesis+period-1)/period + 1
}

// RoundTime returns when a round comes, in Unix seconds.
func RoundTime(round, genesis, period int64) int64 { return genesis + (round-1)*period }
