package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// AmendRequest is one intervention.
type AmendRequest struct {
	Game, What, Reason string
	Set                string
	Orders             int64
	Window             int64
	Revision           int64
	Seen               int64
	Player             SeatedPlayer
	Chain              *events.Beacon
}

// chainDeed asks for consent to another chain.
func (st *Office) chainDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	p := m.Fair.Profile()
	switch w := m.Fair.Awaited(); {
	case m.Fair.Terms == nil || p != adjudicator.Beaconed && p != adjudicator.Doubled:
		return nil, "", nil, errors.New("this game uses no beacon")
	case r.Chain == nil || len(r.Chain.PublicKey) != 96 || r.Chain.Period < 1:
		return nil, "", nil, errors.New("name the chain in full")
	case w != nil && w.Beacon != nil:
		return nil, "", nil, errors.New("the round of this seal is already here; ask again when its report is out")
	}
	return events.AmendmentProposed{What: "beacon", Window: m.Fair.Window, Reason: r.Reason, Beacon: *r.Chain}, "Every player is asked to agree; the chain changes once all have.", nil, nil
}

// AmendGame carries out an intervention: one event, mailed to all, visible for ever.
func (st *Office) AmendGame(ctx context.Context, r AmendRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	if strings.TrimSpace(r.Reason) == "" {
		return nil, errors.New("say why: --reason")
	}
	told := ""
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Over() {
			return m, fmt.Errorf("%s is over", r.Game)
		}
		if home, gone := st.elsewhere(m); gone {
			return m, goneAway(r.Game, home)
		}
		body, answer, secrets, err := st.deed(m, r)
		if err != nil {
			return m, err
		}
		told = answer
		m, seq, err := st.asDecided(ctx, m, body, secrets...)
		if err != nil {
			return m, err
		}
		told = fmt.Sprintf("%s (event %d)\n", told, seq)
		return st.Tend(ctx, m)
	})
	return []byte(told), err
}

// deed makes the event of an intervention. It first makes the checks that the fold would make: a refused intervention must not stop a game.
func (st *Office) deed(m *adjudicator.Match, r AmendRequest) (body events.Body, told string, secrets []events.Secret, err error) {
	sealed := errors.New("the window is sealed: its orders and its position stand; only a rewind by consent of all can change them")
	switch r.What {
	case adjudicator.DeedState:
		if m.Open == nil || m.Sealed != nil || len(m.Open.Questions) > 0 {
			return nil, "", nil, errors.New("a position can be corrected only while orders are being collected")
		}
		if err := m.CheckSet(r.Set); err != nil {
			return nil, "", nil, err
		}
		hash, secret, err := events.Conceal("", st.salt(m.Game, fmt.Sprintf("correction after event %d", m.Head.Seq)), events.Correction{Set: r.Set})
		return events.Amended{SetSealed: hash, Reason: r.Reason}, "The position is corrected; every player is told that it was and why, but before the end of the game not what.", []events.Secret{secret}, err
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
	case adjudicator.DeedRestored:
		return st.restoredDeed(m, r)
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
		if bot, err := r.Player.bot(m.Engine); bot != "" || err != nil {
			return st.substituteDeed(m, r)
		}
		return st.replaceDeed(m, r)
	case adjudicator.DeedKey:
		return st.keyDeed(m, r)
	case adjudicator.DeedLogKey:
		return st.logKeyDeed(m, r)
	}
	return nil, "", nil, fmt.Errorf("there is no intervention %q", r.What)
}

func (st *Office) lateDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	mail, ok := m.OrderMail(r.Orders)
	if !ok {
		return nil, "", nil, fmt.Errorf("event %d holds no orders", r.Orders)
	}
	if string(mail.Seat) == m.Fair.Operator {
		return nil, "", nil, errors.New("late orders of the person who runs the server never count: he could have read the others'")
	}
	if !m.Fair.MayAcceptLate(r.Orders, st.Now().UnixMilli()) {
		return nil, "", nil, errors.New("these orders are not late for a seal that waits, or its dice can be known by now")
	}
	return events.LateAccepted{Seat: string(mail.Seat), Orders: r.Orders, Reason: r.Reason}, "The orders count; the window is sealed again and every player is told.", nil, nil
}

func (st *Office) replaceDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	p := m.Player(table.Seat(r.Player.Seat))
	if p == nil || !p.Taken || !strings.Contains(r.Player.Address, "@") {
		return nil, "", nil, fmt.Errorf("seat %q is not taken by anybody, or %q is not a mail address", r.Player.Seat, r.Player.Address)
	}
	hash, secret, err := events.Conceal(r.Player.Seat, st.salt(m.Game, fmt.Sprintf("player %s %d", r.Player.Seat, m.Head.Seq)), events.Player{Address: r.Player.Address})
	return events.SeatReplaced{
		Seat: r.Player.Seat, Name: cmp.Or(r.Player.Name, r.Player.Seat), Language: cmp.Or(r.Player.Language, p.Language), Zone: cmp.Or(r.Player.Zone, p.Zone),
		PlayerSealed: hash, Reason: r.Reason,
	}, "The seat has a new player; everybody is told.", []events.Secret{secret}, err
}

// keyDeed rotates the key: at once with a beacon, otherwise with the consent that was asked for before.
func (st *Office) keyDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
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
	key, err := st.Keys.Rotate(m.Game)
	if err != nil {
		return nil, "", nil, err
	}
	if err := m.AddKey(key); err != nil {
		return nil, "", nil, err
	}
	return events.KeyRotated{PublicKey: events.Hash(key.Public()), Window: window, Reason: r.Reason}, "The dice have another key from the next window on; every player is told.", nil, nil
}

// explain records the game master's reason for his last deed if its event has no room for one.
func (st *Office) explain(ctx context.Context, m *adjudicator.Match, reason string) (*adjudicator.Match, error) {
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
