// Package contest lets bots play many games of a scenario against each other, by whose outcome bots, and the sides of the scenario, are measured. Every
// game is played a second time from its own record: a game that ends in another state then, that breaks, or that never ends, is an error.
//
//	t := contest.New(64, 1) // trials of the machine strong before each of its orders, in one round
//	for seed := range uint64(100) {
//		winner, err := t.Play(engine, setup, seed, func(seat int) string { return []string{"sensible", "random"}[seat] })
//	}
//	share := table.ShareOf(2*won, 100)                        // the share of one of them, with its interval
//	verdict := contest.Gate{Not: 0.5, Is: 0.75}.Ask(won, 100) // whether these games show that it is stronger
//	fmt.Println(t.BySeat())                            // " north 48 (48 %, 38 to 58) south 52 (52 %, 42 to 62)"
package contest
