package table

import "slices"

// Difference is one step that another revision of the rules plays differently, from the same boundary with the same seals and dice.
type Difference struct {
	Turn   int
	Step   string
	Window int    // the last window sealed before the step began
	Was    []Fact // reported only by the revision of the game
	Is     []Fact // reported only by the other
	Halt   *Halt  // why the other could not go on: E_ROLL_MISSING names a roll that was never made
	Unused []Roll // rolls that the other does not ask for
}

// Differences replays every step from a boundary on as it was recorded, and each of them once more under another revision, always from the
// recorded boundary: a difference in one step does not cascade into the next. The error is a halt of the recorded game itself.
func Differences(from Game, seals []Seal, rolls []Roll, revision int) ([]Difference, error) {
	var out []Difference
	for {
		led := from.Led()
		was := oneStep(from, &Recorded{Seals: seals, Rolls: rolls, Led: led})
		if was.Halt != nil {
			return out, was.Halt
		}
		other := &Recorded{Seals: seals, Rolls: rolls, Led: led}
		is := oneStep(from.Revised(revision), other)
		d := Compare(was, is)
		for _, x := range other.Unasked() {
			asked := slices.ContainsFunc(was.Rolls, func(r Roll) bool { return r.Window == x.Window && r.Key == x.Key })
			if asked && is.Halt == nil {
				d.Unused = append(d.Unused, x)
			}
		}
		if len(d.Was)+len(d.Is)+len(d.Unused) > 0 || d.Halt != nil {
			d.Turn, d.Window = from.Turn(), led
			out = append(out, d)
		}
		if was.Open != nil || was.Ending != nil {
			return out, nil
		}
		from = was.Boundary
	}
}

// oneStep plays up to the next boundary.
func oneStep(from Game, w World) Result {
	first := true
	return from.Play(w, 0, func(At) bool {
		stop := !first
		first = false
		return stop
	})
}

// Compare finds the facts in which two runs from the same boundary differ.
func Compare(was, is Result) Difference {
	a, b := factBytes(was.Facts), factBytes(is.Facts)
	d := Difference{Halt: is.Halt}
	for _, f := range [][]Fact{was.Facts, is.Facts} {
		if d.Step == "" && len(f) > 0 {
			d.Step = f[0].Step
		}
	}
	// The longest common subsequence of facts: whatever is outside it differs.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			d.Was = append(d.Was, was.Facts[i])
			i++
		default:
			d.Is = append(d.Is, is.Facts[j])
			j++
		}
	}
	return d
}

func factBytes(facts []Fact) []string {
	out := make([]string, len(facts))
	for i, f := range facts {
		w := &writer{}
		w.fact(f)
		out[i] = string(w.b)
	}
	return out
}
