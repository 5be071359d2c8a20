package main

import (
	"context"
	"fmt"
	"strings"

	"fieldpost/mail/office/upkeep"
)

// RetireCmd takes games that are over out of the log.
type RetireCmd struct {
	Place
	Games []string `arg:"" optional:"" help:"Games to retire; all that are over and quiet if none is named."`
	Quiet int      `default:"90" placeholder:"DAYS" help:"How many days nothing must have happened in a game that is not named."`
}

// Help says what stays.
func (RetireCmd) Help() string {
	return `The server must be stopped, on a cluster every one. The log is written anew from the archive, without the games that are
retired; for a moment it needs its room twice. A retired game stays in the archive and in every backup. HISTORY, DICE,
"game show", "game export" and audits answer as before; only a start no longer reads it, and memory no longer holds it.

On a cluster each retired game lies beside the log as one file, from which a server that lacks it takes it. If this is
cut short, give it again, or start a server: whoever comes first goes on with it.`
}

// Run retires them.
func (r *RetireCmd) Run(ctx context.Context, c *Console) error {
	config, err := r.read(c)
	if err != nil {
		return err
	}
	games, err := upkeep.Retire(ctx, config, r.Games, r.Quiet)
	switch {
	case err != nil:
		return err
	case len(games) == 0:
		fmt.Fprintln(c.Out, "No game is over and quiet: nothing was changed.")
	default:
		fmt.Fprintf(c.Out, "Resting in the archive: %s.\n", strings.Join(games, ", "))
	}
	return nil
}

// ForgetCmd erases an address.
type ForgetCmd struct {
	Place
	Address string `arg:"" help:"The address. It must have no seat in a game that is played."`
}

// Help says what goes and what cannot.
func (ForgetCmd) Help() string {
	return `The server must be stopped, on a cluster every one; the log is written anew from the archive. What goes: the address
itself, every mail from it, every letter to it, and a filed OpenPGP key with it, in all games and in the office's own
log. The events stay, so every chain, signature and audit stays what it was. What cannot go: the name that a player
gave himself, the domain that vouched for his mails, his orders, and the letters that he and others were sent. Run
"fieldpost backup" afterwards, which erases the same there; copies made otherwise, and the mailboxes of the embedded
post office, are yours to delete.

On a cluster the archives of the other servers lose it when they next start. If this is cut short, give it again.`
}

// Run erases it.
func (f *ForgetCmd) Run(ctx context.Context, c *Console) error {
	config, err := f.read(c)
	if err != nil {
		return err
	}
	if !strings.Contains(f.Address, "@") || strings.EqualFold(f.Address, config.Address) || strings.EqualFold(f.Address, config.Master) {
		return withCode{exitUsage, fmt.Errorf("%q is not the address of a player", f.Address)}
	}
	gone, err := upkeep.Forget(ctx, config, f.Address)
	switch {
	case err != nil:
		return err
	case gone == (upkeep.Gone{}):
		fmt.Fprintf(c.Out, "%s is not in any game: nothing was changed.\n", f.Address)
	default:
		fmt.Fprintf(c.Out, "%s is erased: places in logs %d (games %d), mails and letters %d.\n", f.Address, gone.Places, gone.Games, gone.Blobs)
	}
	return nil
}
