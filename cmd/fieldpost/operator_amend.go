package main

import (
	"context"
	"encoding/hex"
	"errors"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail/office"
)

// GameAmendCmd is every way in which a game master may intervene.
type GameAmendCmd struct {
	State    AmendStateCmd    `cmd:"" help:"Correct the position by hand, while orders are being collected."`
	Void     AmendVoidCmd     `cmd:"" help:"Take an order mail off its seat's desk, before the seal."`
	Late     AmendLateCmd     `cmd:"" help:"Let orders that came after the seal count, while nobody can know its dice (profiles D2 to D4)."`
	Reseal   AmendResealCmd   `cmd:"" help:"Close a window again with what the mails hold, if its seal names lines that no mail holds."`
	Restored AmendRestoredCmd `cmd:"" help:"Declare that log and archive are an older copy; every player is told, and play goes on from there."`
	Rewind   AmendRewindCmd   `cmd:"" help:"Ask every player to agree to go back to a window; done once all have."`
	Replace  AmendReplaceCmd  `cmd:"" help:"Give a seat to another player, or with everybody else's consent to a machine (SEAT=bot)."`
	Rules    AmendRulesCmd    `cmd:"" help:"Play by another revision of the rules from the next window of orders on."`
	LogKey   AmendLogKeyCmd   `cmd:"" name:"logkey" help:"Sign the log with another key, as after a theft of the old one; the old one vouches for it."`
	Key      AmendKeyCmd      `cmd:"" help:"Give the dice another key, from the window after the open one on; without a beacon only with everybody's consent."`
	Beacon   AmendBeaconCmd   `cmd:"" help:"Ask every player to agree to play on without a beacon that has failed."`
	Chain    AmendChainCmd    `cmd:"" help:"Ask every player to agree to another chain of the beacon; done once all have."`
}

// amending is what all these commands have in common.
type amending struct {
	Place
	ID     string `arg:"" help:"Name of the game."`
	Reason string `required:"" help:"Why; every player reads it, for ever."`
}

func (a amending) amend(ctx context.Context, c *Console, r office.AmendRequest) error {
	r.Game, r.Reason = a.ID, a.Reason
	return a.run(ctx, c, "amend", r)
}

// AmendStateCmd corrects the position.
type AmendStateCmd struct {
	amending
	Set string `required:"" placeholder:"JSON" help:"What to set, written like 'set' in try files."`
}

// Run corrects it.
func (a *AmendStateCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedState, Set: a.Set})
}

// AmendVoidCmd makes orders void.
type AmendVoidCmd struct {
	amending
	Orders int64 `required:"" placeholder:"EVENT" help:"Number of the event with the orders."`
}

// Run does it.
func (a *AmendVoidCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedVoid, Orders: a.Orders})
}

// AmendLateCmd lets late orders count.
type AmendLateCmd struct {
	amending
	Orders int64 `required:"" placeholder:"EVENT" help:"Number of the event with the orders."`
}

// Run does it.
func (a *AmendLateCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedLate, Orders: a.Orders})
}

// AmendResealCmd replaces a seal that names what no mail holds.
type AmendResealCmd struct{ amending }

// Help says when it is useful.
func (AmendResealCmd) Help() string {
	return `A game whose seal names lines that no mail holds stops with E_EVENT, and starting
the server again changes nothing. This closes the window again with what was on the desks, by the
mails in the log, when the seal was made; nothing that came later counts for it, and the
dice are those that they would have been. Every player is told.`
}

// Run does it.
func (a *AmendResealCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedReseal})
}

// AmendRestoredCmd declares a restore.
type AmendRestoredCmd struct {
	amending
	Seen int64 `placeholder:"EVENT" help:"Newest event that a letter tells of: the number in the name of its file GAME-NUMBER.checkpoint. Needed only if GAME.signed is lost."`
}

// Help says when it is to be done.
func (AmendRestoredCmd) Help() string {
	return `After "fieldpost restore" of a backup that is older than the last letters, once no newer one can be found. What is lost
is named in the log by the hash that the folder keys holds of it (GAME.signed), and every player reads at which turn
the game stands again and which letters are void. Every audit says from then on that it cannot prove what was lost.`
}

// Run declares it.
func (a *AmendRestoredCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedRestored, Seen: a.Seen})
}

// AmendRewindCmd proposes a rewind.
type AmendRewindCmd struct {
	amending
	Window int64 `required:"" help:"Window whose seal is to be undone."`
}

// Run asks every player.
func (a *AmendRewindCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedRewind, Window: a.Window})
}

// AmendReplaceCmd replaces a player.
type AmendReplaceCmd struct {
	amending
	Seat string `required:"" sep:"none" placeholder:"SEAT=ADDRESS[,NAME[,LANG[,ZONE]]]" help:"Seat and its new player."`
}

// Run replaces him.
func (a *AmendReplaceCmd) Run(ctx context.Context, c *Console) error {
	p, err := parseSeat(a.Seat)
	if err != nil {
		return withCode{exitUsage, err}
	}
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedReplace, Player: p})
}

// AmendRulesCmd changes the revision of the rules.
type AmendRulesCmd struct {
	amending
	Revision int64 `required:"" help:"Revision to play by."`
}

// Run changes it.
func (a *AmendRulesCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedRules, Revision: a.Revision})
}

// AmendLogKeyCmd rotates the log key.
type AmendLogKeyCmd struct{ amending }

// Run rotates it.
func (a *AmendLogKeyCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedLogKey})
}

// AmendKeyCmd rotates the dice key.
type AmendKeyCmd struct{ amending }

// Run rotates it, or asks for consent.
func (a *AmendKeyCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedKey})
}

// AmendBeaconCmd proposes to play on without the beacon.
type AmendBeaconCmd struct{ amending }

// Run asks every player.
func (a *AmendBeaconCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedNoBeacon})
}

// AmendChainCmd proposes another chain of the beacon, because the former one has ended.
type AmendChainCmd struct {
	amending
	Chain     string `required:"" placeholder:"HEX" help:"Hash of the chain, 64 hexadecimal digits, as the relays name it."`
	PublicKey string `required:"" placeholder:"HEX" help:"Its public key, 192 hexadecimal digits (a chain with signatures on G1, unchained)."`
	Genesis   int64  `required:"" placeholder:"UNIX" help:"Time of its round 1, in Unix seconds."`
	Period    int64  `required:"" placeholder:"SECONDS" help:"Seconds between rounds."`
}

// Help says where the numbers can be found.
func (AmendChainCmd) Help() string {
	return `Any drand relay gives all of them: GET https://api.drand.sh/CHAIN/info gives hash,
public_key, genesis_time and period. Every player reads them in the letter that asks for his
consent. Rounds of the former chain stay verifiable for ever.`
}

// Run asks every player.
func (a *AmendChainCmd) Run(ctx context.Context, c *Console) error {
	chain, err1 := hex.DecodeString(a.Chain)
	key, err2 := hex.DecodeString(a.PublicKey)
	if err1 != nil || err2 != nil || len(chain) != 32 || len(key) != 96 || a.Period < 1 {
		return withCode{exitUsage, errors.New("a chain has a hash of 64 hexadecimal digits, a public key of 192, and a period of at least a second")}
	}
	return a.amend(ctx, c, office.AmendRequest{What: adjudicator.DeedBeacon, Chain: &events.Beacon{Chain: events.Hash(chain), PublicKey: key, Genesis: a.Genesis, Period: a.Period}})
}
