// Package copies lays a game into a log many times over, under other names and with players of their own: what an office of many games is
// tried and measured on. A copy is sound as a log, and can be played on; the dice that it tells of were thrown by the key of the first game.
package copies

import (
	"context"
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/office"
)

// Address is the address that a player of a game has in its nth copy: ann@example.org is ann.7@example.org in the seventh.
func Address(address string, n int) string {
	name, domain, _ := strings.Cut(address, "@")
	return fmt.Sprintf("%s.%d@%s", name, n, domain)
}

// Name is what the nth copy of any game is called.
func Name(n int) string { return fmt.Sprintf("game-%d", n) }

// Lay lays a game into another log as its nth copy, and makes keys for it. The blobs that it refers to stay behind.
func Lay(ctx context.Context, from, to events.Log, game string, n int, keys office.Keys) error {
	id := Name(n)
	fair, head := adjudicator.NewFairness(id), events.Head{}
	key, err := keys.Make(id)
	if err != nil {
		return err
	}
	for r, err := range from.Read(ctx, game, 1) {
		if err != nil {
			return err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return err
		}
		if b, ok := e.Body.(events.GameAnnounced); ok {
			b.Dice.PublicKey = events.Hash(key.Public())
			e.Body = b
		}
		secrets, err := rename(&e, r, game, n, keys, fair)
		if err != nil {
			return err
		}
		copied, err := events.Next(head, e, secrets...)
		if err == nil {
			err = to.Append(ctx, copied)
		}
		if err == nil {
			head, err = copied.Head()
		}
		if err == nil {
			err = fair.Apply(e, head.Hash)
		}
		if err != nil {
			return fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
		}
	}
	return nil
}

// rename makes an event one of the nth copy, and returns its secrets.
func rename(e *events.Event, r events.Record, game string, n int, keys office.Keys, fair *adjudicator.Fairness) (secrets []events.Secret, err error) {
	e.Game, secrets = Name(n), r.Secrets
	switch b := e.Body.(type) {
	case events.TermsSet:
		b.Origin = strings.TrimSuffix(b.Origin, game) + e.Game
		log, err := keys.MakeLog(e.Game, b.Origin)
		if err != nil {
			return nil, err
		}
		b.LogKey = log.Public()
		e.Body = b
	case events.GameOpened:
		b.GameSalt, _, err = fair.GameSalt()
		e.Body = b
	case events.SeatTaken:
		b.PlayerSealed, secrets, err = moved(r, b.PlayerSealed, n)
		e.Body = b
	case events.ReportIssued:
		b.AddressSealed, secrets, err = moved(r, b.AddressSealed, n)
		e.Body = b
	}
	return secrets, err
}

// moved gives a player of a copy an address of his own.
func moved(r events.Record, sealed events.Hash, n int) (events.Hash, []events.Secret, error) {
	who, ok, err := events.Open[events.Player](r, sealed)
	if err != nil || !ok {
		return sealed, r.Secrets, err
	}
	hash, secret, err := events.Conceal(r.Secrets[0].Seat, r.Secrets[0].Salt, events.Player{Address: Address(who.Address, n)})
	return hash, []events.Secret{secret}, err
}
