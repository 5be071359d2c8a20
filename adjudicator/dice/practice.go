package dice

// Practice makes dice without proof for rehearsals, self-play and training games (profile D0). It is SplitMix64: the state grows by
// 0x9e3779b97f4a7c15 for each number, which is mixed as in the code below; a number is thrown away when it would favour small results. The
// same seed gives the same numbers for ever. It must never replace real dice: anyone who has seen a few numbers can compute the rest.
type Practice struct{ state uint64 }

// NewPractice returns practice dice that start from a seed.
func NewPractice(seed uint64) *Practice { return &Practice{state: seed} }

func (p *Practice) next() uint64 {
	p.state += 0x9e3779b97f4a7c15
	z := p.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Pick returns 0 to n-1, or 0 for n below 2.
func (p *Practice) Pick(n int) int {
	if n < 2 {
		return 0
	}
	// The lowest 2^64 mod n numbers are surplus.
	for excess := -uint64(n) % uint64(n); ; {
		if v := p.next(); v >= excess {
			return int(v % uint64(n))
		}
	}
}

// Roll throws n dice; a key may be rolled any number of times.
func (p *Practice) Roll(key string, n, sides int) (values []int, proof []byte, err error) {
	if err := bounds(key, n, sides); err != nil {
		return nil, nil, err
	}
	values = make([]int, n)
	for i := range values {
		values[i] = p.Pick(sides) + 1
	}
	return values, nil, nil
}

// Draw picks one of n pieces.
func (p *Practice) Draw(key string, n int) (index int, proof []byte, err error) {
	if err := bounds(key, 1, n); err != nil {
		return 0, nil, err
	}
	return p.Pick(n), nil, nil
}
