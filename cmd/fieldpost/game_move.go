package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fieldpost/events"
	"fieldpost/mail/office"
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
	keys, err := config.keys().Files(func(name string) bool { return keyring.IsKeyOf(g.ID, name) })
	if err != nil {
		return err
	}
	sealed, err := keyring.Seal(keys, passphrase)
	if err != nil {
		return err
	}
	kept, err := archive.View(config.archiveDir())
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

// importRequest asks a server for an import. The file is read by the server itself.
type importRequest struct{ File, Passphrase string }

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
	return g.run(ctx, c, "import", importRequest{path, passphrase})
}

// importGame takes over a game. Nothing is written before all of the file has proved right.
func (in *Installation) importGame(ctx context.Context, r importRequest) ([]byte, error) {
	file, err := os.Open(r.File)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	whole, err := archive.ReadWhole(file, nil)
	if err != nil {
		return nil, err
	}
	if in.hands != nil && !in.hands.Mine(whole.Game) { // the file is on this machine
		owner, _ := in.hands.Owner(whole.Game)
		return nil, fmt.Errorf("%s would be played by %s: give the command there, with the file", whole.Game, cmp.Or(owner.Name, "another server"))
	}
	moved, ok := whole.Last.Body.(events.HostMoved)
	switch {
	case whole.Game == office.OwnLog:
		return nil, errors.New("this is the log of an office, not a game")
	case ok && !strings.EqualFold(moved.Address, in.Config.Address):
		return nil, fmt.Errorf("%s was handed to the host with the address %s; this one has %s", whole.Game, moved.Address, in.Config.Address)
	case !ok:
		return nil, fmt.Errorf("%s does not end with its handing over: it may go on elsewhere", whole.Game)
	}
	head, err := in.store.Head(ctx, whole.Game)
	if err != nil {
		return nil, err
	}
	if head.Seq > whole.Head.Seq {
		return nil, fmt.Errorf("%s is here already, to event %d", whole.Game, head.Seq)
	}
	keys, err := unsealed(whole.Keys, r.Passphrase)
	if err != nil {
		return nil, err
	}
	if err := in.Config.keys().Take(whole.Game, keys); err != nil {
		return nil, err
	}
	if in.shared != nil { // before the events, as with the keys of a new game
		if err := in.shared.HandKeys(ctx); err != nil {
			return nil, err
		}
	}
	if _, err := file.Seek(0, 0); err != nil {
		return nil, err
	}
	if err := archive.Receive(ctx, file, in.store, in.archive); err != nil {
		return nil, err
	}
	if err := in.AdoptGame(ctx, whole.Game, time.UnixMilli(whole.Last.Time)); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%s goes on here after event %d, with %d mails, letters and documents; its players are told to write to %s.\n",
		whole.Game, whole.Head.Seq, whole.Blob, in.Config.Address), nil
}
