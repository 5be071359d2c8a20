package table

import "slices"

// Balance is what a scenario is worth to each of its sides where equals play it: how games of a bot against itself ended. It is measured, never
// computed (fieldpost selfplay), and players are told it before they choose a side.
//
//	balance: {bot: sensible, rhythm: plan, games: 400, won: [{seat: north, games: 232}, {seat: south, games: 168}]}
type Balance struct {
	Bot    string `json:"bot"`    // that played all sides
	Rhythm string `json:"rhythm"` // in which it played
	Games  int    `json:"games"`  // 0: nobody has measured it
	Won    []Won  `json:"won"`    // the other games were drawn
}

// Won is how many games were won from a seat; partners' games are counted for the first of them.
type Won struct {
	Seat  string `json:"seat" check:"required"`
	Games int    `json:"games"`
}

// Share is what a side got of so many games, in percent, with its 95 % interval (Wilson). A draw is half a game.
type Share struct{ Is, Low, High int }

// ShareOf returns the share of a side that got so many halves of n games: two for each one won, one for each one drawn. halves is 0 to 2n, and n
// at least 1.
func ShareOf(halves, n int) Share {
	const z, one = 196, 10000 // Wilson's z is 1.96, and z² 3.8416
	of := n*one + z*z
	middle := halves*one/2 + z*z/2
	half := z * root(halves*(2*n-halves)*one*one/(4*n)+z*z*one/4) / 100
	percent := func(x int) int { return (200*x + of) / (2 * of) }
	return Share{(100*halves + n) / (2 * n), percent(max(0, middle-half)), percent(min(of, middle+half))}
}

// root returns the square root of n, rounded down.
func root(n int) int {
	if n < 2 {
		return n
	}
	x := n
	for y := (x + 1) / 2; y < x; y = (x + n/x) / 2 {
		x = y
	}
	return x
}

// Share returns what the side of a seat got of the games.
func (b Balance) Share(seat string) Share {
	own, won := 0, 0
	for _, w := range b.Won {
		if won += w.Games; w.Seat == seat {
			own = w.Games
		}
	}
	return ShareOf(2*own+b.Games-won, b.Games)
}

// Favours returns the seat whose side got so much more than half of the games that lot alone hardly explains it, or "" if none did.
func (b Balance) Favours() string {
	i := slices.IndexFunc(b.Won, func(w Won) bool { return b.Share(w.Seat).Low > 50 })
	if i < 0 {
		return ""
	}
	return b.Won[i].Seat
}

// flaws returns what is wrong with a balance in a scenario of these sides.
func (b Balance) flaws(sides []Party) (out Flaws) {
	won := 0
	for _, w := range b.Won {
		if !slices.ContainsFunc(sides, func(p Party) bool { return p.ID == w.Seat }) {
			out.Add("scenario.balance.won", "%s is no side", w.Seat)
		}
		if w.Games < 0 {
			out.Add("scenario.balance.won", "%s cannot have won %d games", w.Seat, w.Games)
		}
		won += w.Games
	}
	if won > b.Games {
		out.Add("scenario.balance.games", "%d games were won, but only %d played", won, b.Games)
	}
	return out
}
