// Package spelling finds the name that somebody meant who typed another: in an order, a scenario or a try file. It knows
// nothing of games and imports the standard library alone, so that every part of the program may ask it.
//
//	name, ok := spelling.Nearest("artilery", []string{"artillery", "armour"}) // "artillery", true
package spelling

import "strings"

// The costs of typing errors.
const (
	Edit      = 4 // a character too many, too few or wrong
	Digit     = 3 // a digit that is one off, or next to the right one on the keyboard
	Transpose = 2 // two neighbours in each other's place: the usual slip with hex numbers
)

// ordinary is how many characters a word may have that needs no memory of its own to be compared.
const ordinary = 24

// Distance is the least cost of the typing errors that turn a into b (optimal string alignment). "0540" costs 2 from "0504".
func Distance(a, b []rune) int {
	var room [3][ordinary + 1]int
	prev2, prev, row := room[0][:], room[1][:], room[2][:]
	if len(b) > ordinary {
		prev2, prev, row = make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	}
	for j := range len(b) + 1 {
		prev[j] = j * Edit
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i * Edit
		for j := 1; j <= len(b); j++ {
			row[j] = min(prev[j]+Edit, row[j-1]+Edit, prev[j-1]+change(a[i-1], b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] && a[i-1] != a[i-2] {
				row[j] = min(row[j], prev2[j-2]+Transpose)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}

func change(a, b rune) int {
	switch {
	case a == b:
		return 0
	case a >= '0' && a <= '9' && b >= '0' && b <= '9' && (a-b == 1 || b-a == 1 || a == '9' && b == '0' || a == '0' && b == '9'):
		return Digit
	}
	return Edit
}

// longest bounds the names that Nearest compares: a text of any length may be where a name should be.
const longest = 64

// Nearest returns the name most like what was typed, upper and lower case alike, and the first of several that are equally
// near. It reports false if more than about a third of the characters would have to be wrong.
func Nearest(typed string, names []string) (string, bool) {
	t := []rune(strings.ToLower(typed))
	best, least := "", Edit*(len(t)/3+2)
	for _, name := range names {
		n := []rune(strings.ToLower(name))
		if len(t) > longest || len(n) > longest {
			continue
		}
		if d := Distance(t, n); d < least {
			best, least = name, d
		}
	}
	return best, best != ""
}
