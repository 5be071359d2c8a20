package main

import (
	"context"
	"errors"

	"fieldpost/mail/office/bench"
)

// BenchCmd measures this machine.
type BenchCmd struct {
	Only    []string `placeholder:"NAME" help:"Measure only these."`
	Game    string   `short:"g" placeholder:"GAME" help:"Only this rulebook, where all are measured."`
	Games   int      `default:"20" help:"Games that are played at the same time, and that are in the log."`
	Parked  int      `default:"200" help:"Games at rest in the installation that is started."`
	Turns   int      `default:"4" help:"Order windows of each rulebook that are played for a figure."`
	JSON    string   `name:"json" placeholder:"FILE" help:"Save the figures."`
	Against string   `placeholder:"FILE" help:"Compare with saved figures; exit with 1 if a ratio got worse by more than 20%."`
	Dir     string   `placeholder:"DIR" help:"Folder on the disk to measure; a temporary one if empty."`
	Profile string   `placeholder:"FILE" help:"Save where the processor's time went, for go tool pprof."`
}

// Help says what is measured, what for, and how to read it.
func (BenchCmd) Help() string { return bench.Help() }

// Run measures what was named, prints a line for each figure, and compares.
func (b *BenchCmd) Run(ctx context.Context, c *Console) error {
	err := bench.Run(ctx, bench.Options(*b), c.Scenarios, c.Out, c.Err)
	if _, usage := errors.AsType[bench.UsageError](err); usage {
		return withCode{exitUsage, err}
	}
	return err
}
