package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/archive"
)

// ImportRequest asks a server for an import. The file is read by the server itself.
type ImportRequest struct{ File, Passphrase string }

// importGame takes over a game. Nothing is written before all of the file has proved right.
func (in *Installation) importGame(ctx context.Context, r ImportRequest) ([]byte, error) {
	file, err := os.Open(r.File)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	whole, err := archive.ReadWhole(file, nil)
	if err != nil {
		return nil, err
	}
	if in.Hands != nil && !in.Hands.Mine(whole.Game) { // the file is on this machine
		owner, _ := in.Hands.Owner(whole.Game)
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
	head, err := in.Store.Head(ctx, whole.Game)
	if err != nil {
		return nil, err
	}
	if head.Seq > whole.Head.Seq {
		return nil, fmt.Errorf("%s is here already, to event %d", whole.Game, head.Seq)
	}
	keys, err := keyring.Unseal(whole.Keys, r.Passphrase)
	if err != nil {
		return nil, err
	}
	if err := in.Config.Keys().Take(whole.Game, keys); err != nil {
		return nil, err
	}
	if in.Shared != nil { // before the events, as with the keys of a new game
		if err := in.Shared.HandKeys(ctx); err != nil {
			return nil, err
		}
	}
	if _, err := file.Seek(0, 0); err != nil {
		return nil, err
	}
	if err := archive.Receive(ctx, file, in.Store, in.Archive); err != nil {
		return nil, err
	}
	if err := in.AdoptGame(ctx, whole.Game, time.UnixMilli(whole.Last.Time)); err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "%s goes on here after event %d, with %d mails, letters and documents; its players are told to write to %s.\n",
		whole.Game, whole.Head.Seq, whole.Blob, in.Config.Address), nil
}
