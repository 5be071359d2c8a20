package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// gather brings together what a seal needs before its dice: the request for codes and their closing, the number of the beacon's round, the
// round itself when a relay has it, and the agreed fallback if it never comes.
func (st *Office) gather(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Halt != nil || m.Over() || m.Engine == nil {
		return m, nil
	}
	now := st.Now().UnixMilli()
	need := m.Fair.Needs()
	switch need {
	case adjudicator.NeedsSeal:
		return st.Service.Seal(ctx, m, now, "late", int(m.Fair.Wait.Window))
	case adjudicator.NeedsAsking:
		return st.gathered(ctx, m, now, need, func(f *adjudicator.Fairness) (events.Body, error) {
			b := events.CodesAsked{Window: f.Wait.Window, Number: f.Codes + 1}
			if f.Terms.CodeTime > 0 {
				b.Due = now + f.Terms.CodeTime*60_000
			}
			return b, nil
		})
	case adjudicator.NeedsCodes:
		return st.gathered(ctx, m, now, need, func(f *adjudicator.Fairness) (events.Body, error) {
			if a := f.Wait.Asked; a != nil && len(f.CodesMissing()) > 0 && (a.Due == 0 || now < a.Due) {
				return nil, nil
			}
			return f.Entropy()
		})
	case adjudicator.NeedsStartRound, adjudicator.NeedsRound:
		return st.fixRound(ctx, m, now, need)
	case adjudicator.NeedsStart, adjudicator.NeedsBeacon:
		return st.awaitRound(ctx, m, now, need)
	}
	return m, nil
}

// gathered appends one event of a seal, unless someone else did meanwhile.
func (st *Office) gathered(ctx context.Context, m *adjudicator.Match, now int64, need adjudicator.Need, make func(*adjudicator.Fairness) (events.Body, error)) (*adjudicator.Match, error) {
	m, _, err := st.Service.Append(ctx, m, now, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Fair.Needs() != need {
			return "", nil, nil, nil
		}
		b, err := make(m.Fair)
		return "clock", b, nil, err
	})
	return m, err
}

// fixRound names the round of a seal. If a relay is available, the newest known round goes with it.
func (st *Office) fixRound(ctx context.Context, m *adjudicator.Match, now int64, need adjudicator.Need) (*adjudicator.Match, error) {
	seen, signature := st.newestRound(ctx, m, now)
	return st.gathered(ctx, m, now, need, func(f *adjudicator.Fairness) (events.Body, error) {
		b, ok := f.NextRound(now)
		if !ok {
			return nil, nil
		}
		if seen > 0 && seen < b.Round {
			b.Seen, b.SeenSignature = seen, signature
		}
		return b, nil
	})
}

func (st *Office) newestRound(ctx context.Context, m *adjudicator.Match, now int64) (int64, []byte) {
	if st.Relay == nil {
		return 0, nil
	}
	round, signature, err := st.relayed(ctx, m, 0, now)
	if err != nil {
		return 0, nil
	}
	return round, signature
}

// waiting returns the seal, or the start, whose round is awaited.
func waiting(f *adjudicator.Fairness) (window, round, roundTime, seq int64) {
	if w := f.Awaited(); w != nil && w.Round != nil {
		return w.Window, w.Round.Round, w.RoundTime, w.RoundSeq
	}
	return 0, 0, 0, 0
}

// awaitRound takes the round from a relay once it exists. If the letters of the seal came out too late, another round is fixed in its
// place: dice are thrown only with a round that no one knew when everyone had his letter.
func (st *Office) awaitRound(ctx context.Context, m *adjudicator.Match, now int64, need adjudicator.Need) (*adjudicator.Match, error) {
	window, round, at, seq := waiting(m.Fair)
	if round == 0 || now < at {
		return m, nil
	}
	if !lettersInTime(m, seq, at) {
		return st.refixRound(ctx, m, now, need, seq)
	}
	if st.Relay != nil {
		if _, signature, err := st.relayed(ctx, m, round, now); err == nil {
			return st.gathered(ctx, m, now, need, func(f *adjudicator.Fairness) (events.Body, error) {
				return events.BeaconObserved{Window: window, Round: round, Signature: signature}, nil
			})
		}
	}
	return st.withoutRound(ctx, m, now, need)
}

// refixRound gives a seal whose letters were late another round, later.
func (st *Office) refixRound(ctx context.Context, m *adjudicator.Match, now int64, need adjudicator.Need, seq int64) (*adjudicator.Match, error) {
	seen, signature := st.newestRound(ctx, m, now)
	return st.gathered(ctx, m, now, need, func(f *adjudicator.Fairness) (events.Body, error) {
		if _, _, _, fixed := waiting(f); fixed != seq {
			return nil, nil
		}
		b, ok := f.NextRound(now)
		if !ok {
			return nil, nil
		}
		if seen > 0 && seen < b.Round {
			b.Seen, b.SeenSignature = seen, signature
		}
		return b, nil
	})
}

// lettersInTime reports whether every seat's host took the letter of a seal before an instant, or refused it for good.
func lettersInTime(m *adjudicator.Match, about, at int64) bool {
	for _, p := range m.Players {
		if p.Address == "" {
			continue // no one to write to
		}
		if !slices.ContainsFunc(m.Letters, func(l adjudicator.Letter) bool {
			return l.Issued.Letter == "sealed" && l.Issued.About == about && l.Issued.Seat == string(p.Seat) && (l.Bounced || l.Sent && l.SentAt < at)
		}) {
			return false
		}
	}
	return true
}

// withoutRound goes on as the terms say if a round is a week late.
func (st *Office) withoutRound(ctx context.Context, m *adjudicator.Match, now int64, need adjudicator.Need) (*adjudicator.Match, error) {
	window, round, at, _ := waiting(m.Fair)
	fallback := m.Fair.Terms.Fallback
	if now < at+7*24*3600*1000 || fallback == "" || fallback == "wait" || fallback == "consent" && !agreed(m.Fair, "fallback", window) {
		return m, nil
	}
	return st.gathered(ctx, m, now, need, func(f *adjudicator.Fairness) (events.Body, error) {
		return events.BeaconUnavailable{Window: window, Round: round, Fallback: fallback}, nil
	})
}

// agreed reports whether every seat has agreed to something that has not been done yet.
func agreed(f *adjudicator.Fairness, what string, window int64) bool {
	return slices.ContainsFunc(f.Proposals(), func(p adjudicator.Proposal) bool {
		return p.Asked.What == what && p.Asked.Window == window && len(p.Missing) == 0
	})
}

// relayed asks the relay, at most once a minute for the same game after it failed.
func (st *Office) relayed(ctx context.Context, m *adjudicator.Match, round, now int64) (int64, []byte, error) {
	st.mu.Lock()
	asked, failed := st.relayFailed[m.Game]
	st.mu.Unlock()
	if failed && now < asked+60_000 {
		return 0, nil, errors.New("the relay was asked a moment ago")
	}
	ask, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	number, signature, err := st.Relay(ask, m.Fair.Beacon(), round)
	if err == nil && round > 0 && number != round {
		err = fmt.Errorf("the relay gave round %d for round %d", number, round)
	}
	if err == nil {
		err = m.CheckRound(number, signature)
	}
	if err != nil {
		st.mu.Lock()
		if st.relayFailed == nil {
			st.relayFailed = make(map[string]int64)
		}
		st.relayFailed[m.Game] = now
		st.mu.Unlock()
		st.Log.Warn("the relay did not give a round", "game", m.Game, "round", round, "error", err)
	}
	return number, signature, err
}

// takeRound takes a round that someone mailed. told says what happened to it: "taken", or the word of a notice.
func (st *Office) takeRound(ctx context.Context, m *adjudicator.Match, round int64, signature []byte, mail events.Hash) (_ *adjudicator.Match, told string, err error) {
	need := m.Fair.Needs()
	window, awaited, at, seq := waiting(m.Fair)
	now := st.Now().UnixMilli()
	switch {
	case need != adjudicator.NeedsStart && need != adjudicator.NeedsBeacon:
		return m, "idle", nil
	case round != awaited:
		return m, "other", nil
	case m.CheckRound(round, signature) != nil:
		return m, "wrong", nil
	case now < at:
		return m, "early", nil // our clock is behind, or the chain's public key is not what we think
	case !lettersInTime(m, seq, at):
		m, err = st.refixRound(ctx, m, now, need, seq)
		return m, "late", err
	}
	m, err = st.gathered(ctx, m, now, need, func(f *adjudicator.Fairness) (events.Body, error) {
		return events.BeaconObserved{Window: window, Round: round, Signature: signature, Mail: mail}, nil
	})
	return m, "taken", err
}

// enact does what every seat has agreed to, as far as it can be done without the game master.
func (st *Office) enact(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	for _, p := range m.Fair.Proposals() {
		var body events.Body
		switch p.Asked.What {
		case "rewind":
			body = events.Rewound{Window: p.Asked.Window, Epoch: m.Fair.Epoch + 1, Reason: p.Asked.Reason}
		case "beacon":
			body = events.BeaconChanged{Beacon: p.Asked.Beacon, Reason: p.Asked.Reason}
		default:
			body = st.substitute(m, p.Asked)
		}
		if body == nil || len(p.Missing) > 0 || m.Closed != nil || p.Asked.What == "beacon" && !m.Fair.MayChangeBeacon(p.Asked.Window) {
			continue
		}
		m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if !agreed(m.Fair, p.Asked.What, p.Asked.Window) || p.Asked.What == "beacon" && !m.Fair.MayChangeBeacon(p.Asked.Window) {
				return "", nil, nil, nil
			}
			return "master", body, nil, nil
		})
		return m, err
	}
	return m, nil
}

// codeOf takes a code of a seat. It is revealed if it counts now.
func (st *Office) codeOf(ctx context.Context, m *adjudicator.Match, seat table.Seat, code dice.Code, mail events.Hash) (_ *adjudicator.Match, number int64, err error) {
	m, _, err = st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		n, ok := m.Fair.CodeOf(string(seat), code)
		if !ok {
			return "", nil, nil, nil
		}
		number = n
		return "seat:" + string(seat), events.CodeRevealed{Seat: string(seat), Mail: mail, Number: n, Value: code}, nil, nil
	})
	return m, number, err
}
