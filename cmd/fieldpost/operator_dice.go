package main

import (
	"context"

	"fieldpost/mail/office"
)

// GameRoundCmd hands in a round.
type GameRoundCmd struct {
	Place
	ID        string `arg:"" help:"Name of the game."`
	Round     int64  `arg:"" help:"Number of the round; 'game show' says which is awaited."`
	Signature string `arg:"" help:"Its signature, 96 hexadecimal digits."`
}

// Help says where a round can be read.
func (GameRoundCmd) Help() string {
	return `A round of the chain quicknet can be read at any drand relay, such as
  https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/ROUND
Its signature proves itself: a wrong one is refused. Anybody may mail it instead: BEACON GAME ROUND SIGNATURE.`
}

// Run hands it in.
func (g *GameRoundCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "round", office.RoundRequest{Game: g.ID, Round: g.Round, Signature: g.Signature})
}
