package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// GameAmendCmd is every way in which a game master may intervene.
type GameAmendCmd struct {
	State   AmendStateCmd   `cmd:"" help:"Correct the position by hand, while orders are being collected."`
	Void    AmendVoidCmd    `cmd:"" help:"Take an order mail off its seat's desk, before the seal."`
	Late    AmendLateCmd    `cmd:"" help:"Let orders count that came after the seal, while its dice cannot be known (profiles D2 to D4)."`
	Reseal  AmendResealCmd  `cmd:"" help:"Close a window again with what the mails hold, where its seal names lines that none of them does."`
	Rewind  AmendRewindCmd  `cmd:"" help:"Ask every player to agree to go back to a window; done once all have."`
	Replace AmendReplaceCmd `cmd:"" help:"Give a seat to another player."`
	Rules   AmendRulesCmd   `cmd:"" help:"Play by another revision of the rules from the next window of orders on."`
	Key     AmendKeyCmd     `cmd:"" help:"Give the dice another key, from the window after the open one on; without a beacon only by consent of all."`
	Beacon  AmendBeaconCmd  `cmd:"" help:"Ask every player to agree to play on without a beacon that has failed."`
	Chain   AmendChainCmd   `cmd:"" help:"Ask every player to agree to another chain of the beacon; done once all have."`
}

// amending is what all these commands have.
type amending struct {
	Place
	ID     string `arg:"" help:"Name of the game."`
	Reason string `required:"" help:"Why; every player reads it, for ever."`
}

// AmendRequest is one intervention.
type AmendRequest struct {
	Game, What, Reason string
	Set                string
	Orders             int64
	Window             int64
	Revision           int64
	Player             SeatedPlayer
	Chain              *events.Beacon
}

func (a amending) amend(ctx context.Context, c *Console, r AmendRequest) error {
	r.Game, r.Reason = a.ID, a.Reason
	return a.run(ctx, c, "amend", r)
}

// AmendStateCmd corrects the position.
type AmendStateCmd struct {
	amending
	Set string `required:"" placeholder:"JSON" help:"What to set, in the language of 'set' of try files."`
}

// Run corrects it.
func (a *AmendStateCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedState, Set: a.Set})
}

// AmendVoidCmd makes orders void.
type AmendVoidCmd struct {
	amending
	Orders int64 `required:"" placeholder:"EVENT" help:"Number of the event with the orders."`
}

// Run does it.
func (a *AmendVoidCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedVoid, Orders: a.Orders})
}

// AmendLateCmd lets late orders count.
type AmendLateCmd struct {
	amending
	Orders int64 `required:"" placeholder:"EVENT" help:"Number of the event with the orders."`
}

// Run does it.
func (a *AmendLateCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedLate, Orders: a.Orders})
}

// AmendResealCmd makes a seal again that names what no mail holds.
type AmendResealCmd struct{ amending }

// Help says when it is of use.
func (AmendResealCmd) Help() string {
	return `A game whose seal names lines that no mail holds stands still with E_EVENT, and starting
the server again changes nothing. This closes the window with what lay on the desks by the
mails of the log when the seal was made; nothing that came later counts for it, and the
dice are those that they would have been. Every player is told.`
}

// Run does it.
func (a *AmendResealCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedReseal})
}

// AmendRewindCmd proposes a rewind.
type AmendRewindCmd struct {
	amending
	Window int64 `required:"" help:"Window whose seal is to be undone."`
}

// Run asks every player.
func (a *AmendRewindCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedRewind, Window: a.Window})
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
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedReplace, Player: p})
}

// AmendRulesCmd changes the revision of the rules.
type AmendRulesCmd struct {
	amending
	Revision int64 `required:"" help:"Revision to play by."`
}

// Run changes it.
func (a *AmendRulesCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedRules, Revision: a.Revision})
}

// AmendKeyCmd rotates the dice key.
type AmendKeyCmd struct{ amending }

// Run rotates it, or asks for consent.
func (a *AmendKeyCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedKey})
}

// AmendBeaconCmd proposes to play on without the beacon.
type AmendBeaconCmd struct{ amending }

// Run asks every player.
func (a *AmendBeaconCmd) Run(ctx context.Context, c *Console) error {
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedNoBeacon})
}

// AmendChainCmd proposes another chain of the beacon, because the former one has ended.
type AmendChainCmd struct {
	amending
	Chain     string `required:"" placeholder:"HEX" help:"Hash of the chain, 64 hexadecimal digits, as the relays name it."`
	PublicKey string `required:"" placeholder:"HEX" help:"Its public key, 192 hexadecimal digits (a chain with signatures on G1, unchained)."`
	Genesis   int64  `required:"" placeholder:"UNIX" help:"Time of its round 1, in Unix seconds."`
	Period    int64  `required:"" placeholder:"SECONDS" help:"Seconds between rounds."`
}

// Help says where the numbers stand.
func (AmendChainCmd) Help() string {
	return `A relay of drand tells all of them: GET https://api.drand.sh/CHAIN/info gives hash,
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
	return a.amend(ctx, c, AmendRequest{What: adjudicator.DeedBeacon, Chain: &events.Beacon{Chain: events.Hash(chain), PublicKey: key, Genesis: a.Genesis, Period: a.Period}})
}

// chainDeed asks for consent to another chain.
func (st *Station) chainDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	p := m.Fair.Profile()
	switch w := m.Fair.Awaited(); {
	case m.Fair.Terms == nil || p != adjudicator.Beaconed && p != adjudicator.Doubled:
		return nil, "", nil, errors.New("this game uses no beacon")
	case r.Chain == nil || len(r.Chain.PublicKey) != 96 || r.Chain.Period < 1:
		return nil, "", nil, errors.New("name the chain in full")
	case w != nil && w.Beacon != nil:
		return nil, "", nil, errors.New("the round of this seal is there already; ask again when its report is out")
	}
	return events.AmendmentProposed{What: "beacon", Window: m.Fair.Window, Reason: r.Reason, Beacon: *r.Chain}, "Every player is asked to agree; the chain changes once all have.", nil, nil
}

// amendGame carries out an intervention: one event, mailed to all, visible for ever.
func (st *Station) amendGame(ctx context.Context, r AmendRequest) ([]byte, error) {
	switch {
	case !st.Exists(ctx, r.Game):
		return nil, fmt.Errorf("there is no game %q", r.Game)
	case strings.TrimSpace(r.Reason) == "":
		return nil, errors.New("say why: --reason")
	}
	told := ""
	err := st.with(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Over() {
			return m, fmt.Errorf("%s is over", r.Game)
		}
		body, answer, secrets, err := st.deed(m, r)
		if err != nil {
			return m, err
		}
		told = answer
		m, seq, err := st.append(ctx, m, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
			return "master", body, secrets, nil
		})
		if err != nil {
			return m, err
		}
		told = fmt.Sprintf("%s (event %d)\n", told, seq)
		return st.tend(ctx, m)
	})
	st.nudge()
	return []byte(told), err
}

// deed makes the event of an intervention, after the checks that the fold would fail on: a refusal must not stop a game.
func (st *Station) deed(m *adjudicator.Match, r AmendRequest) (body events.Body, told string, secrets []events.Secret, err error) {
	sealed := errors.New("the window is sealed: its orders and its position stand; only a rewind by consent of all can change them")
	switch r.What {
	case adjudicator.DeedState:
		if m.Open == nil || m.Sealed != nil || len(m.Open.Questions) > 0 {
			return nil, "", nil, errors.New("a position can be corrected only while orders are being collected")
		}
		if err := m.CheckSet(r.Set); err != nil {
			return nil, "", nil, err
		}
		return events.Amended{Set: r.Set, Reason: r.Reason}, "The position is corrected; every player is told.", nil, nil
	case adjudicator.DeedVoid:
		mail, ok := m.OrderMail(r.Orders)
		if !ok {
			return nil, "", nil, fmt.Errorf("event %d holds no orders", r.Orders)
		}
		if m.Sealed != nil {
			return nil, "", nil, sealed
		}
		return events.OrdersVoided{Seat: string(mail.Seat), Orders: r.Orders, Reason: r.Reason}, "The orders are void; every player is told.", nil, nil
	case adjudicator.DeedLate:
		return st.lateDeed(m, r)
	case adjudicator.DeedReseal:
		if m.Unopened() == 0 {
			return nil, "", nil, errors.New("no seal of this game names what no mail holds")
		}
		return events.Resealed{Window: m.Fair.Window, Seal: m.Unopened(), Reason: r.Reason}, "The window is closed with what the mails hold; every player is told.", nil, nil
	case adjudicator.DeedRewind:
		if !m.Fair.MayRewind(r.Window) {
			return nil, "", nil, fmt.Errorf("window %d was not sealed, or was rewound already", r.Window)
		}
		return events.AmendmentProposed{What: "rewind", Window: r.Window, Reason: r.Reason}, "Every player is asked to agree; the game goes back once all have.", nil, nil
	case adjudicator.DeedNoBeacon:
		w := m.Fair.Awaited()
		if w == nil || w.Round == nil || w.Beacon != nil || m.Fair.Terms.Fallback != "consent" {
			return nil, "", nil, errors.New("no round is awaited, or the game was not announced with the fallback 'consent'")
		}
		return events.AmendmentProposed{What: "fallback", Window: w.Window, Reason: r.Reason}, "Every player is asked to agree; play goes on once all have and the round is a week late.", nil, nil
	case adjudicator.DeedBeacon:
		return st.chainDeed(m, r)
	case adjudicator.DeedRules:
		switch {
		case m.Sealed != nil:
			return nil, "", nil, sealed
		case int(r.Revision) > m.Engine.Revision() || r.Revision < 1:
			return nil, "", nil, fmt.Errorf("this program knows revisions 1 to %d of %s", m.Engine.Revision(), m.Engine.Name())
		}
		return events.RulesChanged{Revision: r.Revision, Reason: r.Reason}, "The rules change with the next window of orders; every player is told.", nil, nil
	case adjudicator.DeedReplace:
		return st.replaceDeed(m, r)
	case adjudicator.DeedKey:
		return st.keyDeed(m, r)
	}
	return nil, "", nil, fmt.Errorf("there is no intervention %q", r.What)
}

func (st *Station) lateDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	mail, ok := m.OrderMail(r.Orders)
	if !ok {
		return nil, "", nil, fmt.Errorf("event %d holds no orders", r.Orders)
	}
	if string(mail.Seat) == m.Fair.Operator {
		return nil, "", nil, errors.New("the orders of who keeps the server are never let in late: he could have read the others'")
	}
	if !m.Fair.MayAcceptLate(r.Orders, st.Now().UnixMilli()) {
		return nil, "", nil, errors.New("these orders are not late for a seal that waits, or its dice can be known by now")
	}
	return events.LateAccepted{Seat: string(mail.Seat), Orders: r.Orders, Reason: r.Reason}, "The orders count; the window is sealed again and every player is told.", nil, nil
}

func (st *Station) replaceDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	p := m.Player(table.Seat(r.Player.Seat))
	if p == nil || !p.Taken || !strings.Contains(r.Player.Address, "@") {
		return nil, "", nil, fmt.Errorf("seat %q is none that somebody sits on, or %q is no mail address", r.Player.Seat, r.Player.Address)
	}
	hash, secret, err := events.Conceal(r.Player.Seat, st.salt(m.Game, fmt.Sprintf("player %s %d", r.Player.Seat, m.Head.Seq)), events.Player{Address: r.Player.Address})
	return events.SeatReplaced{
		Seat: r.Player.Seat, Name: cmp.Or(r.Player.Name, r.Player.Seat), Language: cmp.Or(r.Player.Language, p.Language), Zone: cmp.Or(r.Player.Zone, p.Zone),
		PlayerSealed: hash, Reason: r.Reason,
	}, "The seat has a new player; everybody is told.", []events.Secret{secret}, err
}

// keyDeed rotates the key: at once with a beacon, else by the consent that was asked for before.
func (st *Station) keyDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	if m.Fair.Terms == nil || m.Open == nil || m.Sealed != nil {
		return nil, "", nil, errors.New("a key can be changed only while orders are being collected, in games with terms")
	}
	window := m.Fair.Window + 1
	p := m.Fair.Profile()
	if p == adjudicator.Practice {
		return nil, "", nil, errors.New("practice dice have no key")
	}
	if (p == adjudicator.Offline || p == adjudicator.Coded) && !agreed(m.Fair, "key", window) {
		asked := slices.ContainsFunc(m.Fair.Proposals(), func(x adjudicator.Proposal) bool { return x.Asked.What == "key" && x.Asked.Window == window })
		if asked {
			return nil, "", nil, errors.New("not every player has agreed yet")
		}
		return events.AmendmentProposed{What: "key", Window: window, Reason: r.Reason}, "Every player is asked to agree; run this again once all have.", nil, nil
	}
	key, err := st.keys().Rotate(m.Game)
	if err != nil {
		return nil, "", nil, err
	}
	if err := m.AddKey(key); err != nil {
		return nil, "", nil, err
	}
	return events.KeyRotated{PublicKey: events.Hash(key.Public()), Window: window, Reason: r.Reason}, "The dice have another key from the next window on; every player is told.", nil, nil
}

// explain gives the game master's reason for his last deed, where its event has no room for one.
func (st *Station) explain(ctx context.Context, m *adjudicator.Match, reason string) (*adjudicator.Match, error) {
	if reason == "" || m.Fair.Terms == nil {
		return m, nil
	}
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		n := len(m.Fair.Deeds)
		if n == 0 || m.Fair.Deeds[n-1].Reason != "" {
			return "", nil, nil, nil
		}
		return "master", events.Explained{About: m.Fair.Deeds[n-1].Seq, Reason: reason}, nil, nil
	})
	return m, err
}
