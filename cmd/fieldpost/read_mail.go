package main

import (
	"context"
	"os"

	"fieldpost/mail/office/reader"
)

// ReadMailCmd is the process of a reader.Process.
type ReadMailCmd struct{}

// Run parses mails until its input ends.
func (ReadMailCmd) Run(_ context.Context, c *Console) error { return reader.Serve(os.Stdin, c.Out) }
