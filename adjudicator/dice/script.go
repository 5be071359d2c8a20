package dice

import (
	"errors"
	"fmt"
	"strconv"
)

// ErrScript means a roll that is not in the script, or a scripted one that does not fit what the rules asked.
var ErrScript = errors.New("dice: not in the script")

// Script gives dice and draws from a list, in the order in which the rules ask, for tests and try files.
type Script struct {
	dice  []int
	draws []string
	die   int // next of dice
	draw  int // next of draws
}

// NewScript takes the values of single dice and the pieces drawn: a piece by its name or by its index.
func NewScript(dice []int, draws []string) *Script { return &Script{dice: dice, draws: draws} }

// Roll takes the next n values. It returns an error if fewer are left or a value is not on such a die.
func (s *Script) Roll(key string, n, sides int) (values []int, proof []byte, err error) {
	if err := bounds(key, n, sides); err != nil {
		return nil, nil, err
	}
	if left := len(s.dice) - s.die; left < n {
		return nil, nil, fmt.Errorf("%w: %q asks for %d dice of %d sides, %d values are left", ErrScript, key, n, sides, left)
	}
	values = append(values, s.dice[s.die:s.die+n]...)
	for _, v := range values {
		if v < 1 || v > sides {
			return nil, nil, fmt.Errorf("%w: %q asks for dice of %d sides, scripted is %d", ErrScript, key, sides, v)
		}
	}
	s.die += n
	return values, nil, nil
}

// Draw takes the next draw, which must be an index.
func (s *Script) Draw(key string, n int) (index int, proof []byte, err error) {
	pile := make([]string, max(0, min(n, MaxDice)))
	index, err = s.Pick(key, pile)
	return index, nil, err
}

// Pick takes the next draw from a pile of named pieces; if several have the same name, the first.
func (s *Script) Pick(key string, pile []string) (index int, err error) {
	if s.draw == len(s.draws) {
		return 0, fmt.Errorf("%w: %q draws one of %d pieces, no draw is left", ErrScript, key, len(pile))
	}
	want := s.draws[s.draw]
	for i, piece := range pile {
		if piece == want && want != "" {
			s.draw++
			return i, nil
		}
	}
	if i, err := strconv.Atoi(want); err == nil && i >= 0 && i < len(pile) {
		s.draw++
		return i, nil
	}
	return 0, fmt.Errorf("%w: %q draws one of %d pieces, scripted is %q", ErrScript, key, len(pile), want)
}

// Unused returns what was never asked for.
func (s *Script) Unused() (dice []int, draws []string) { return s.dice[s.die:], s.draws[s.draw:] }
