package dice

import (
	"errors"
	"fmt"
	"slices"
)

// Why dice are refused.
var (
	ErrTwice  = errors.New("dice: this key was rolled before in this window")
	ErrBounds = errors.New("dice: no such dice")
	ErrValues = errors.New("dice: the proof is good, but these are not its values")
)

// VRF makes the dice of one window with proofs. It is used by one game at a time.
type VRF struct {
	key    Key
	input  Input
	rolled map[string]bool // keys; only looked up
}

// NewVRF returns the dice of a window. They are the same each time; within one VRF a key may be rolled once.
func NewVRF(key Key, input Input) *VRF {
	return &VRF{key: key, input: input, rolled: map[string]bool{}}
}

// Roll throws n dice (1 to MaxDice) of the given sides (1 to MaxSides).
func (v *VRF) Roll(key string, n, sides int) (values []int, proof []byte, err error) {
	if err := bounds(key, n, sides); err != nil {
		return nil, nil, err
	}
	s, proof, err := v.stream(key)
	if err != nil {
		return nil, nil, err
	}
	return s.Dice(n, sides), proof, nil
}

// Draw picks one of n pieces (1 to MaxSides).
func (v *VRF) Draw(key string, n int) (index int, proof []byte, err error) {
	if err := bounds(key, 1, n); err != nil {
		return 0, nil, err
	}
	s, proof, err := v.stream(key)
	if err != nil {
		return 0, nil, err
	}
	return s.Uniform(n), proof, nil
}

func (v *VRF) stream(key string) (*Stream, []byte, error) {
	alpha, err := v.input.alpha(key)
	if err != nil {
		return nil, nil, err
	}
	if v.rolled[key] {
		return nil, nil, fmt.Errorf("%w: %q in window %d", ErrTwice, key, v.input.Window)
	}
	v.rolled[key] = true
	proof, beta := v.key.Prove(alpha)
	return NewStream(beta), proof[:], nil
}

func bounds(key string, n, sides int) error {
	if n < 1 || n > MaxDice || sides < 1 || sides > MaxSides {
		return fmt.Errorf("%w: %d of %d sides for %q", ErrBounds, n, sides, key)
	}
	return nil
}

// Verify checks one roll or draw offline. For a draw, sides is the number of pieces and values holds only the index. The error is
// ErrPublicKey, ErrStream, ErrBounds, ErrProof or ErrValues.
func Verify(public PublicKey, input Input, key string, sides int, values []int, draw bool, proof []byte) error {
	if err := bounds(key, len(values), sides); err != nil {
		return err
	}
	if draw && len(values) != 1 {
		return fmt.Errorf("%w: a draw of %d pieces for %q", ErrBounds, len(values), key)
	}
	alpha, err := input.alpha(key)
	if err != nil {
		return err
	}
	beta, err := public.Output(alpha, proof)
	if err != nil {
		return fmt.Errorf("%w: %q in window %d", err, key, input.Window)
	}
	want := []int{}
	if s := NewStream(beta); draw {
		want = append(want, s.Uniform(sides))
	} else {
		want = s.Dice(len(values), sides)
	}
	if !slices.Equal(values, want) {
		return fmt.Errorf("%w: %q in window %d told %v, the proof gives %v", ErrValues, key, input.Window, values, want)
	}
	return nil
}
