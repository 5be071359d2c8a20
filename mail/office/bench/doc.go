// Package bench measures what players and operators wait for on this machine: mails taken in, receipts, the letters of a turn, maps, starts with
// thousands of games, audits. Everything is measured beside a baseline in the same run (fsyncs of the same disk, a bare consumer, image/png, the
// processor time of one Ed25519 signature), and only the ratio of the two is compared between machines and programs. Each measure is one function
// of a run (measures); what a figure should reach stands in one table (goals), which the help prints too.
//
// Games are played by bots in a club: an installation with a clock of its own. One is played for each rulebook, and copied where many are needed.
//
//	err := bench.Run(ctx, bench.Options{Only: []string{"append", "map"}, Games: 20, Parked: 200, Turns: 4, JSON: "before.json"}, "", os.Stdout, os.Stderr)
//	...
//	err = bench.Run(ctx, bench.Options{Only: []string{"append", "map"}, Games: 20, Parked: 200, Turns: 4, Against: "before.json"}, "", os.Stdout, os.Stderr)
//	// an error if a ratio got worse by more than 20 %
package bench
