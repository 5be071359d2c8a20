package contest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Gate is a sequential test of a share (Wald's, 1945): it is asked after each pair of games and says as soon as the games show it that the share is
// rather Is than Not, or the other way round, with an error of 5 % on either side. A draw counts half. Games of one seed with the sides exchanged scatter
// less than games that have nothing to do with each other, and draws less than victories, so that the errors are rather smaller.
//
// Whether a machine wins 75 % rather than 50 % takes some 20 games, whether 55 % rather than 45 % some 130.
type Gate struct {
	Not, Is float64 // shares above 0 and below 1, Not the smaller
}

// ParseGate reads a gate as two percentages, the smaller one first: "50:75".
func ParseGate(text string) (Gate, error) {
	low, high, _ := strings.Cut(text, ":")
	not, err := strconv.ParseFloat(low, 64)
	is, err2 := strconv.ParseFloat(high, 64)
	if err != nil || err2 != nil || !(0 < not && not < is && is < 100) {
		return Gate{}, fmt.Errorf("gate %q: two percentages between 0 and 100, the smaller one first, as in 50:75", text)
	}
	return Gate{not / 100, is / 100}, nil
}

// Verdict is what a gate says.
type Verdict int

// What so many games show.
const (
	Open   Verdict = iota // too few games
	Passed                // the share is rather Is
	Failed                // the share is rather Not
)

// String returns "undecided", "passed" or "failed".
func (v Verdict) String() string { return []string{"undecided", "passed", "failed"}[v] }

// evidence is the logarithm of how much likelier one of the shares must be than the other: 19 times, for errors of 5 %.
var evidence = math.Log(0.95 / 0.05)

// Ask says what so many points out of so many games show.
func (g Gate) Ask(points float64, games int) Verdict {
	lost := float64(games) - points
	switch llr := points*math.Log(g.Is/g.Not) + lost*math.Log((1-g.Is)/(1-g.Not)); {
	case llr >= evidence:
		return Passed
	case llr <= -evidence:
		return Failed
	}
	return Open
}
