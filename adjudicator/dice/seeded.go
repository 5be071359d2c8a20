package dice

import (
	"crypto/hmac"
	"crypto/sha512"
	"fmt"
	"slices"
)

// Seeded makes the dice of a practice game (profile D0) from a public seed: beta is HMAC-SHA-512 with the seed as key over alpha. There is
// no proof to check, since anyone who reads the seed gets the same dice. No one can change them afterwards, and everyone can know them in
// advance.
type Seeded struct {
	seed   [32]byte
	input  Input
	rolled map[string]bool // only looked up
}

// NewSeeded returns the dice of a window.
func NewSeeded(seed [32]byte, input Input) *Seeded {
	return &Seeded{seed: seed, input: input, rolled: map[string]bool{}}
}

// Roll throws n dice.
func (s *Seeded) Roll(key string, n, sides int) (values []int, proof []byte, err error) {
	if err := bounds(key, n, sides); err != nil {
		return nil, nil, err
	}
	stream, err := s.stream(key)
	if err != nil {
		return nil, nil, err
	}
	return stream.Dice(n, sides), nil, nil
}

// Draw picks one of n pieces.
func (s *Seeded) Draw(key string, n int) (index int, proof []byte, err error) {
	if err := bounds(key, 1, n); err != nil {
		return 0, nil, err
	}
	stream, err := s.stream(key)
	if err != nil {
		return 0, nil, err
	}
	return stream.Uniform(n), nil, nil
}

func (s *Seeded) stream(key string) (*Stream, error) {
	alpha, err := s.input.alpha(key)
	if err != nil {
		return nil, err
	}
	if s.rolled[key] {
		return nil, fmt.Errorf("%w: %q in window %d", ErrTwice, key, s.input.Window)
	}
	s.rolled[key] = true
	mac := hmac.New(sha512.New, s.seed[:])
	mac.Write(alpha)
	return NewStream([64]byte(mac.Sum(nil))), nil
}

// VerifySeeded checks one roll or draw of a practice game; the error is ErrStream, ErrBounds or ErrValues.
func VerifySeeded(seed [32]byte, input Input, key string, sides int, values []int, draw bool, proof []byte) error {
	if len(proof) > 0 {
		return fmt.Errorf("%w: a practice roll has none: %q", ErrProof, key)
	}
	if draw && len(values) != 1 {
		return fmt.Errorf("%w: a draw of %d pieces for %q", ErrBounds, len(values), key)
	}
	s, want := NewSeeded(seed, input), []int(nil)
	if draw {
		i, _, err := s.Draw(key, sides)
		if err != nil {
			return err
		}
		want = []int{i}
	} else {
		var err error
		if want, _, err = s.Roll(key, len(values), sides); err != nil {
			return err
		}
	}
	if !slices.Equal(values, want) {
		return fmt.Errorf("%w: %q in window %d told %v, the seed gives %v", ErrValues, key, input.Window, values, want)
	}
	return nil
}
