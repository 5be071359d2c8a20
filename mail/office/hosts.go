package office

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
)

// elsewhere returns the address to which players of a game write since another host plays it. Nothing may be appended to it here.
func (st *Office) elsewhere(m *adjudicator.Match) (address string, ok bool) {
	home := m.Fair.Home
	return home, home != "" && !strings.EqualFold(home, st.Post.Orders)
}

// codeGone is the refusal of a mail about a game that another host plays.
const codeGone = "elsewhere"

// languageOf returns the language of the player with an address.
func (st *Office) languageOf(m *adjudicator.Match, address string) string {
	for _, p := range m.Players {
		if p.Taken && strings.EqualFold(p.Address, address) {
			return p.Language
		}
	}
	return st.Settings.Language
}

// goneAway is the error of an act in a game that another host plays.
func goneAway(game, address string) error {
	return fmt.Errorf("%s is played by another host; players write to %s", game, address)
}

// MoveRequest hands a game to the host with an address.
type MoveRequest struct {
	Game, Address, Reason string
	Now                   bool // although letters wait to be sent
}

// MoveGame ends a game's play here: its last event names the address at which it goes on. A game that was handed to the same address before
// is left as it is, so that its files can be written again.
func (st *Office) MoveGame(ctx context.Context, r MoveRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	to, err := mail.ParseAddress(r.Address)
	if err != nil {
		return nil, fmt.Errorf("%q is no mail address: --to names the address to which players write from now on", r.Address)
	}
	err = st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if home, gone := st.elsewhere(m); gone {
			if strings.EqualFold(home, to.Address) {
				return m, nil
			}
			return m, goneAway(r.Game, home)
		}
		switch {
		case strings.TrimSpace(r.Reason) == "":
			return m, errors.New("say why: --reason")
		case m.Halt != nil:
			return m, fmt.Errorf("%s stands still (%w): only what can go on can be handed over", r.Game, m.Halt)
		case m.Sealed != nil || len(m.Owed)+len(m.Refusals) > 0:
			return m, fmt.Errorf("something is under way in %s: try again in a minute", r.Game)
		}
		if waits := len(st.cardOf(m).Waiting); waits > 0 && !r.Now {
			return m, fmt.Errorf("%s of %s not sent yet: try again in a while, or leave it to the other host with --now", countedAre(waits, "letter"), r.Game)
		}
		m, _, err := st.asDecided(ctx, m, events.HostMoved{Address: to.Address, Reason: r.Reason})
		return m, err
	})
	return nil, err
}

// countedAre is counted with its verb: "1 letter is", "3 letters are".
func countedAre(n int, what string) string {
	if n == 1 {
		return counted(n, what) + " is"
	}
	return counted(n, what) + " are"
}

// AdoptGame goes on with a game that another host has handed over, after its log and its keys were put in place. The time in which nobody
// played it is given back to a running deadline, and its players are told where to write.
func (st *Office) AdoptGame(ctx context.Context, game string, moved time.Time) error {
	return st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if home, gone := st.elsewhere(m); gone {
			return m, goneAway(game, home)
		}
		if m.Halt != nil {
			return m, m.Halt
		}
		if gap := st.Now().Sub(moved); gap > 0 && m.Due != nil && !m.Overdue && m.Open != nil && m.Sealed == nil && m.Due.Due > moved.UnixMilli() && m.DueSince < moved.UnixMilli() {
			var err error
			if m, err = st.moveDeadline(ctx, m, time.UnixMilli(m.Due.Due).Add(gap), "clock", "outage"); err != nil {
				return m, err
			}
		}
		return st.Tend(ctx, m)
	})
}

// logKey returns the key that signs the checkpoints of a game now.
func (st *Office) logKey(m *adjudicator.Match) (checkpoint.Key, error) {
	want := m.Fair.LogKeys.Last()
	first, err := st.Keys.Log(m.Game)
	if err == nil && first.Public() == want {
		return first, nil
	}
	later, fault := st.Keys.LaterLogs(m.Game)
	if fault != nil {
		return checkpoint.Key{}, fault
	}
	for _, key := range later {
		if key.Public() == want {
			return key, nil
		}
	}
	if err == nil {
		err = errors.New("it is not the one that the game announced")
	}
	return checkpoint.Key{}, err
}

// logKeyDeed gives the checkpoints another key, for which the one in force vouches.
func (st *Office) logKeyDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	if m.Fair.Terms == nil {
		return nil, "", nil, errors.New("nothing is signed in this game: it was begun before there were log keys")
	}
	former, err := st.logKey(m)
	if err != nil {
		return nil, "", nil, fmt.Errorf("the log key in force is not here, and nothing else can vouch for another: %w", err)
	}
	next, err := st.Keys.RotateLog(m.Game, m.Fair.Terms.Origin)
	if err != nil {
		return nil, "", nil, err
	}
	return events.LogKeyRotated{LogKey: next.Public(), Signature: former.Endorse(next.Public()), Reason: r.Reason},
		"Letters are signed with another key from now on; every player is told.", nil, nil
}

// AnnounceMailKey notes in the office's own log that the secret behind reply addresses is about to be another.
func (st *Office) AnnounceMailKey(ctx context.Context, b events.MailKeyRotated) error {
	return st.With(ctx, OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
		own, _, err := st.asDecided(ctx, own, b)
		return own, err
	})
}

// Finished lists the games that are over and in which nothing is owed to anybody.
func (st *Office) Finished(ctx context.Context) (games []string, err error) {
	cards, err := st.cards(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range cards {
		if c.Game == OwnLog || c.Restless || len(c.Waiting)+len(c.Players) > 0 {
			continue
		}
		err := st.with(ctx, c.Game, true, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			if m.Closed != nil && m.Halt == nil {
				games = append(games, c.Game)
			}
			return m, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}

// SeatsOf lists the running games in which an address has a seat.
func (st *Office) SeatsOf(ctx context.Context, address string) ([]string, error) {
	games, _, err := st.gamesOf(ctx, address)
	return games, err
}
