package main

import (
	"context"
	_ "embed"

	"fieldpost/mail/office"
)

// StatusCmd shows how all games stand.
type StatusCmd struct {
	Place
	JSON bool `help:"Print it for machines."`
}

// Help says where else it can be seen.
func (StatusCmd) Help() string {
	return `The games that need a hand come first, then those that have waited longest. The game master gets
the same by mail with the line MASTER STATUS, and a server with listen: {http: ...} shows it as a page, /status.`
}

// Run prints it.
func (s *StatusCmd) Run(ctx context.Context, c *Console) error {
	return s.run(ctx, c, "status", office.StatusRequest{JSON: s.JSON})
}

// GameResendCmd sends letters again.
type GameResendCmd struct {
	Place
	ID     string `arg:"" help:"Name of the game."`
	Letter int64  `placeholder:"N" xor:"which" required:"" help:"The letter, by its number in the status."`
	Seat   string `xor:"which" required:"" help:"Instead: every letter to this seat that its player's host refused."`
}

// Run sends them.
func (g *GameResendCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "resend", office.ResendRequest{Game: g.ID, Number: g.Letter, Seat: g.Seat})
}

// GameAddressCmd changes a player's address.
type GameAddressCmd struct {
	Place
	ID     string `arg:"" help:"Name of the game."`
	Seat   string `arg:"" help:"His seat."`
	To     string `arg:"" name:"address" help:"The new address."`
	Reason string `help:"Why; every player reads it."`
}

// Help says what follows.
func (GameAddressCmd) Help() string {
	return `The seat keeps its player, his orders and his language. It is a deed of the game master: every player is
told, and every audit shows it. Letters that the old address refused go out again with
  fieldpost game resend GAME --seat SEAT`
}

// Run changes it.
func (g *GameAddressCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "address", office.AddressRequest{Game: g.ID, Seat: g.Seat, Address: g.To, Reason: g.Reason})
}
