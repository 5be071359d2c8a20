package main

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/projections/desk/page"
)

// DeskCmd writes the page of the desk.
type DeskCmd struct {
	Out    string `short:"O" default:"fieldpost-desk.html" placeholder:"FILE" help:"Where to write the page."`
	Game   string `placeholder:"NAME" help:"A smaller page that knows one game alone."`
	Verify string `placeholder:"FILE" help:"Compare a page that you have with the one that this program makes, and write nothing."`
}

// Help says what the page is.
func (DeskCmd) Help() string {
	return `The desk is one HTML file that works from a disk, without a network: open it in a browser and drop
your letters on it. It shows the map alive, what each unit can do now, checks your orders while you
write them by the rules themselves, and makes the mail that you then send.

The first time, the page is built with the Go that is on this machine, which takes a minute or two;
releases bring it along.

Examples:
  fieldpost desk
  fieldpost desk --game landships -O ~/desk.html
  fieldpost desk --verify ~/desk.html`
}

// Run writes the page, or compares it.
func (d *DeskCmd) Run(ctx context.Context, c *Console) error {
	var game table.Engine
	if d.Game != "" {
		var ok bool
		if game, ok = adjudicator.Game(d.Game); !ok {
			return fmt.Errorf("there is no game %q: `fieldpost rules` lists them", d.Game)
		}
	}
	made, err := page.Made(ctx, c.Err, game)
	if err != nil {
		return err
	}
	if d.Verify != "" {
		has, err := os.ReadFile(d.Verify)
		if err != nil {
			return err
		}
		if !bytes.Equal(has, made) {
			return fmt.Errorf("%s is not the page that this program makes", d.Verify)
		}
		fmt.Fprintf(c.Out, "%s is the page that this program makes\n", d.Verify)
		return nil
	}
	if err := os.WriteFile(d.Out, made, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s: %.1f MB. Open it in a browser and drop your letters on it.\n", d.Out, float64(len(made))/1e6)
	return nil
}
