package main

import (
	"context"
	"errors"

	"fieldpost/mail/office/upkeep"
)

// RepairCmd makes log and archive whole again, each from the other.
type RepairCmd struct{ Place }

// Help says what happens to what is damaged.
func (RepairCmd) Help() string {
	return `A damaged log is restored from the archive, a damaged archive from the log. What is damaged
is moved aside, never deleted. The server must be stopped.

An outside log (nats) that ends before the archive gets the rest from it, and an empty one all of it: this is also how
games move from an embedded log to a cluster. A log that is damaged, or tells another history, is left alone: save
the stream LOG and remove it with NATS's own tools, then repair fills a new one.`
}

// Run repairs, if anything is to be repaired.
func (r *RepairCmd) Run(ctx context.Context, c *Console) error {
	config, err := r.read(c)
	if err != nil {
		return err
	}
	err = upkeep.Repair(ctx, config, c.Out)
	if errors.Is(err, upkeep.ErrBeyondRepair) {
		return withCode{exitDamaged, err}
	}
	return err
}
