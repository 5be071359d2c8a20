package table

import (
	"fmt"
	"slices"
	"strings"
)

// Scripted is one roll or draw of a Script that is named by its key, or by the end of it after a "/".
type Scripted struct {
	Key    string
	Values []int  // of a roll
	Piece  string // of a draw
}

// Script is a World for try files and tests: dice and draws that are written down. A roll that is not scripted halts (E_ROLL_MISSING); Done
// finds what was not asked for (E_ROLL_UNASKED). It serves one call of Play.
type Script struct {
	Dice  []int      // values of single dice in the order in which the rules ask
	Draws []string   // pieces by name, in order
	Keyed []Scripted // taken before Dice and Draws if the key fits, each once

	// Seals answer windows by number; if there is none, Seal is called. Both may be nil: play then stops at the first window.
	Seals []Seal
	Seal  func(w Window, now Views) (Seal, bool)

	die, draw int
	used      []bool
	now       Views
}

// Checks makes the kernel refuse untold rolls.
func (s *Script) Checks() bool { return true }

// See keeps how things stand for Seal.
func (s *Script) See(_ Window, now Views) { s.now = now }

// Sealed returns the scripted seal of a window.
func (s *Script) Sealed(w Window) (Seal, bool) {
	if i := slices.IndexFunc(s.Seals, func(x Seal) bool { return x.Window == w.Number }); i >= 0 {
		return s.Seals[i], true
	}
	if s.Seal != nil {
		return s.Seal(w, s.now)
	}
	return Seal{}, false
}

// keyed takes the first unused entry for a key; a draw's entry names a piece, a roll's has values.
func (s *Script) keyed(key string, draw bool) *Scripted {
	if s.used == nil {
		s.used = make([]bool, len(s.Keyed))
	}
	for i := range s.Keyed {
		k := &s.Keyed[i]
		if !s.used[i] && draw == (k.Piece != "") && (k.Key == key || strings.HasSuffix(key, "/"+k.Key)) {
			s.used[i] = true
			return k
		}
	}
	return nil
}

// Roll returns n scripted dice.
func (s *Script) Roll(key string, n, sides int) ([]int, error) {
	if k := s.keyed(key, false); k != nil {
		return k.Values, nil
	}
	if len(s.Dice)-s.die < n {
		return nil, Fault(CodeRollMissing, key, fmt.Sprintf("the rules throw %dd%d, the script has %d values left", n, sides, len(s.Dice)-s.die))
	}
	values := s.Dice[s.die : s.die+n]
	s.die += n
	return values, nil
}

// Draw finds the scripted piece in the pile.
func (s *Script) Draw(key string, pile []string) (int, error) {
	piece := ""
	if k := s.keyed(key, true); k != nil {
		piece = k.Piece
	} else if s.draw < len(s.Draws) {
		piece = s.Draws[s.draw]
		s.draw++
	} else {
		return 0, Fault(CodeRollMissing, key, fmt.Sprintf("the rules draw one of %s, the script has no draw left", strings.Join(pile, ", ")))
	}
	i := slices.Index(pile, piece)
	if i < 0 {
		return 0, Fault(CodeRollDiffers, key, fmt.Sprintf("the script draws %q, the pile holds %s", piece, strings.Join(pile, ", ")))
	}
	return i, nil
}

// Done returns nil if all of the script was asked for.
func (s *Script) Done() error {
	var left []string
	for _, v := range s.Dice[s.die:] {
		left = append(left, fmt.Sprint(v))
	}
	left = append(left, s.Draws[s.draw:]...)
	for i, k := range s.Keyed {
		if s.used == nil || !s.used[i] {
			left = append(left, k.Key)
		}
	}
	if len(left) == 0 {
		return nil
	}
	return Fault(CodeRollUnasked, "", "nobody asked for "+strings.Join(left, ", "))
}

// Recorded is a World that replays what was played: rolls by window and key, seals by window. It serves one call of Play, which must begin
// at the boundary where window Led was the last one sealed (0 for the opening).
type Recorded struct {
	Seals []Seal
	Rolls []Roll
	Led   int

	asked []bool
	next  int // behind the roll that was asked for last: the rules ask again in the order of the record
}

// Sealed returns the recorded seal of a window.
func (r *Recorded) Sealed(w Window) (Seal, bool) {
	i := slices.IndexFunc(r.Seals, func(s Seal) bool { return s.Window == w.Number })
	if i < 0 {
		return Seal{}, false
	}
	r.Led = w.Number
	return r.Seals[i], true
}

func (r *Recorded) find(key string, draw bool, n, sides int) (Roll, error) {
	if r.asked == nil {
		r.asked = make([]bool, len(r.Rolls))
	}
	this := func(x Roll) bool { return x.Window == r.Led && x.Key == key }
	i := slices.IndexFunc(r.Rolls[r.next:], this)
	if i >= 0 {
		i += r.next
	} else if i = slices.IndexFunc(r.Rolls[:r.next], this); i < 0 {
		return Roll{}, Fault(CodeRollMissing, key, fmt.Sprintf("the record of window %d holds no such roll", r.Led))
	}
	x := r.Rolls[i]
	if x.Draw != draw || x.Sides != sides || len(x.Values) != n {
		return Roll{}, Fault(CodeRollDiffers, key, fmt.Sprintf("recorded are %d of %d, the rules ask %d of %d", len(x.Values), x.Sides, n, sides))
	}
	r.asked[i], r.next = true, i+1
	return x, nil
}

// Roll returns the recorded values.
func (r *Recorded) Roll(key string, n, sides int) ([]int, error) {
	x, err := r.find(key, false, n, sides)
	return x.Values, err
}

// Draw returns the recorded index.
func (r *Recorded) Draw(key string, pile []string) (int, error) {
	x, err := r.find(key, true, 1, len(pile))
	if err != nil {
		return 0, err
	}
	return x.Values[0], nil
}

// Unasked returns the recorded rolls that the rules did not ask for, of the windows that play went through.
func (r *Recorded) Unasked() []Roll {
	var out []Roll
	for i, x := range r.Rolls {
		if x.Window <= r.Led && (r.asked == nil || !r.asked[i]) {
			out = append(out, x)
		}
	}
	return out
}
