package office

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/beacon"
)

// DiceRequest is how the dice of a new game are to be made.
type DiceRequest struct {
	Profile  string         // D0 to D4; D1 if empty
	CodeTime int64          // minutes
	Margin   int64          // seconds; 600 if zero and a beacon is used
	Fallback string         // "wait" if empty and a beacon is used
	Chain    *events.Beacon // another than quicknet
}

// diceTerms makes the keys of a new game and writes down how its dice are made and checked.
func (st *Office) diceTerms(r NewGame) (events.DiceTerms, events.TermsSet, error) {
	d := r.Dice
	profile := cmp.Or(d.Profile, adjudicator.Offline)
	none := func(err error) (events.DiceTerms, events.TermsSet, error) {
		return events.DiceTerms{}, events.TermsSet{}, err
	}
	coded := profile == adjudicator.Coded || profile == adjudicator.Doubled
	if coded && slices.ContainsFunc(r.Players, func(p SeatedPlayer) bool { return strings.Contains(p.Address, "@") }) {
		return none(errors.New("in a game with player codes everybody joins by mail: each JOIN names the anchor of the player's own sheet"))
	}
	key, err := st.Keys.Make(r.ID)
	if err != nil {
		return none(err)
	}
	origin := st.domain + "/g/" + r.ID
	log, err := st.Keys.MakeLog(r.ID, origin)
	if err != nil {
		return none(err)
	}
	made := events.DiceTerms{Profile: profile, PublicKey: events.Hash(key.Public())}
	if profile == adjudicator.Practice { // the seed of practice dice is public; it must reveal nothing about the key
		made.PublicKey = events.Hash(dice.Salt(key, 0, 0, "practice seed"))
	}
	terms := events.TermsSet{Origin: origin, LogKey: log.Public()}
	if coded {
		terms.CodeTime = d.CodeTime
	}
	if profile == adjudicator.Beaconed || profile == adjudicator.Doubled {
		terms.Beacon, terms.Margin, terms.Fallback = beacon.Quicknet, cmp.Or(d.Margin, 600), cmp.Or(d.Fallback, "wait")
		if d.Chain != nil {
			terms.Beacon = *d.Chain
		}
		if terms.Fallback == "codes" && profile != adjudicator.Doubled {
			return none(fmt.Errorf("fallback codes needs the sheets of profile D4"))
		}
	}
	return made, terms, nil
}

// setTerms writes the terms as the second event of a game.
func (st *Office) setTerms(ctx context.Context, game string, terms events.TermsSet) error {
	return st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if m.Head.Seq != 1 {
				return "", nil, nil, nil
			}
			return "master", terms, nil, nil
		})
		return m, err
	})
}

// seatOperator notes before the opening which seat belongs to the person who runs the server. He could read the others' orders, so his own
// must come first in each window.
func (st *Office) seatOperator(ctx context.Context, game, seat string) error {
	return st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if m.Fair.Operator != "" || m.Fair.Opened {
				return "", nil, nil, nil
			}
			return "master", events.OperatorSeated{Seat: seat}, nil, nil
		})
		return m, err
	})
}

// RoundRequest is a round for a game.
type RoundRequest struct {
	Game      string
	Round     int64
	Signature string
}

// roundAnswers are the answers about a round that was handed in.
var roundAnswers = map[string]string{
	"taken": "The round is taken; the dice follow.\n",
	"late":  "A letter about the seal left too late: another round was fixed, and everybody is told.\n",
}

// HandInRound takes a round of the beacon from the game master; its signature proves it.
func (st *Office) HandInRound(ctx context.Context, r RoundRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	signature, err := hex.DecodeString(strings.TrimSpace(r.Signature))
	if err != nil {
		return nil, errors.New("a signature has 96 hexadecimal digits")
	}
	var told string
	err = st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		var err error
		if m, told, err = st.takeRound(ctx, m, r.Round, signature, events.Hash{}); err != nil {
			return m, err
		}
		return st.Tend(ctx, m)
	})
	if err != nil {
		return nil, err
	}
	if text, ok := roundAnswers[told]; ok {
		return []byte(text), nil
	}
	return nil, fmt.Errorf("the round was not accepted: %s", map[string]string{
		"idle": "the game does not wait for one", "other": "the game waits for another", "wrong": "the signature is not of that round",
		"early": "by this machine's clock it cannot exist yet",
	}[told])
}
