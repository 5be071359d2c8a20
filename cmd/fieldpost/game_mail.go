package main

import (
	"context"

	"fieldpost/mail/office"
)

// MailTerms are the flags that set the terms on which a game is played by mail.
type MailTerms struct {
	Proof    string   `enum:",casual,standard,strict" default:"" help:"How mails prove their sender: casual (address vouched for by its provider, or token), standard (both), strict (both and an OpenPGP signature). Empty: as the server is set."`
	Press    string   `enum:",named,anonymous,none" default:"" help:"Messages between players: named (the default), anonymous (a writer may hide his name) or none."`
	Phase    []string `sep:"none" placeholder:"STEP:KEY=VALUE,..." help:"Clock of one kind of window; repeat for more. STEP is a phase of the game, 'questions' or '*'. Keys: at, on (mon+thu), min, next, grace, remind (minutes), cooloff (seconds)."`
	Bank     int64    `placeholder:"HOURS" help:"Time bank of each seat, used when a deadline passes without its orders."`
	Missed   int64    `placeholder:"N" help:"Turns missed in a row after which anybody may take over the seat; 0: never."`
	Absences int64    `placeholder:"N" help:"How many absences a seat may have on the calendar; 3 if left out."`
	Mending  int64    `placeholder:"MINUTES" help:"How long a turn that could be played early waits for a player to correct lines; -1, the default: until the deadline."`
}

// GameTermsCmd sets the terms on which a game is played by mail.
type GameTermsCmd struct {
	Place
	ID string `arg:"" help:"The game."`
	MailTerms
}

// Help shows examples.
func (GameTermsCmd) Help() string {
	return `Examples:
  fieldpost game terms palace --proof standard --press anonymous
  fieldpost game terms palace --phase questions:min=1440 --phase '*:at=20:00,on=mon+thu,min=1440,grace=720,remind=1440' --bank 72 --missed 3`
}

// Run sets them.
func (g *GameTermsCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "terms", office.TermsRequest{Game: g.ID, Terms: office.MailTerms(g.MailTerms)})
}

// GameVacateCmd frees a seat.
type GameVacateCmd struct {
	Place
	ID     string `arg:"" help:"The game."`
	Seat   string `arg:"" help:"The seat."`
	Reason string `help:"Why; it stays in the log."`
}

// Run frees it.
func (g *GameVacateCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "vacate", office.SeatRequest{Game: g.ID, Seat: g.Seat, Reason: g.Reason})
}

// GameAbsenceCmd grants an absence.
type GameAbsenceCmd struct {
	Place
	ID    string `arg:"" help:"The game."`
	Seat  string `arg:"" help:"The seat."`
	From  string `placeholder:"YYYY-MM-DD" help:"First day; without days the slot is free again."`
	Until string `placeholder:"YYYY-MM-DD" help:"Last day."`
	Slot  int64  `default:"1" help:"Which of the seat's absences."`
}

// Run grants it.
func (g *GameAbsenceCmd) Run(ctx context.Context, c *Console) error {
	return g.run(ctx, c, "absence", office.SeatRequest{Game: g.ID, Seat: g.Seat, From: g.From, Until: g.Until, Slot: g.Slot})
}

// GameClockCmd shows what the server thinks of its clock, or tells the server that the clock is right.
type GameClockCmd struct {
	Place
	Right bool `help:"The clock is right as it is now: play goes on, and running deadlines move by as much as it had jumped."`
}

// Run asks or says.
func (g *GameClockCmd) Run(ctx context.Context, c *Console) error {
	call := "clock"
	if g.Right {
		call = "trust"
	}
	return g.run(ctx, c, call, struct{}{})
}
