package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/archive"
)

// Handing is what "game export --whole" needs besides.
type Handing struct {
	Passphrase
	Whole  bool   `help:"Hand the game to another host: log, mails, letters and keys in one file. The game ends here."`
	To     string `placeholder:"ADDRESS" help:"With --whole: the address of the other host, to which players write from now on."`
	Reason string `help:"With --whole: why; every player reads it, for ever."`
	Now    bool   `help:"With --whole: although letters wait to be sent, which the other host then sends."`
}

// whole hands a game over. Its last event is written first: a file that was lost can be written again by the same command.
func (g *GameExportCmd) whole(ctx context.Context, c *Console) error {
	passphrase, err := g.Passphrase.read()
	switch {
	case err != nil:
		return err
	case g.For != "" || g.Out == "-" || g.To == "":
		return withCode{exitUsage, errors.New("a game that is handed over needs --to and a file, -O FILE, and is whole")}
	case len([]rune(passphrase)) < keyring.ShortestPassphrase:
		return withCode{exitUsage, fmt.Errorf("the file holds the keys of the game, and needs a passphrase of at least %d characters: --passphrase-file, or FIELDPOST_PASSPHRASE", keyring.ShortestPassphrase)}
	}
	config, err := g.read(c)
	if err != nil {
		return err
	}
	if _, err := g.call(ctx, c, "move", office.MoveRequest{Game: g.ID, Address: g.To, Reason: g.Reason, Now: g.Now}); err != nil {
		return err
	}
	keys, err := config.Keys().Files(func(name string) bool { return keyring.IsKeyOf(g.ID, name) })
	if err != nil {
		return err
	}
	sealed, err := keyring.Seal(keys, passphrase)
	if err != nil {
		return err
	}
	kept, err := archive.View(config.ArchiveDir())
	if err != nil {
		return err
	}
	file, err := os.OpenFile(g.Out, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(archive.WriteWhole(ctx, file, kept, g.ID, sealed), file.Sync(), file.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s has ended here with event %d: players write to %s. There: fieldpost game import %s\n", g.ID, kept.Head(g.ID).Seq, g.To, filepath.Base(g.Out))
	return nil
}

// GameImportCmd takes over a game of another host.
type GameImportCmd struct {
	Place
	Passphrase
	File string `arg:"" type:"existingfile" help:"What \"fieldpost game export --whole\" has written there."`
}

// Help says what follows.
func (GameImportCmd) Help() string {
	return `The game goes on with the same log and the same keys. Its last event must name this host's address (address in the
configuration); every player gets a letter from here, in his language, that says where to write now, and a deadline
that was running is put off by the time of the move. The server may be at work. A file that was imported before
changes nothing.`
}

// Run imports it.
func (g *GameImportCmd) Run(ctx context.Context, c *Console) error {
	passphrase, err := g.Passphrase.read()
	if err != nil {
		return err
	}
	path, err := filepath.Abs(g.File)
	if err != nil {
		return err
	}
	err = g.run(ctx, c, "import", host.ImportRequest{File: path, Passphrase: passphrase})
	if errors.Is(err, keyring.ErrPassphrase) {
		return withCode{exitUsage, err}
	}
	return err
}
