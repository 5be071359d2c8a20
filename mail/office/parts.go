package office

import (
	"context"
	"errors"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// Several offices may share one log and divide its games between them (Mine). Each does of itself only what its own games ask for; a mail about
// another's game goes to that one (NotHere). Two things are common. Anybody reads any game. And anybody appends to the office's own log, which
// only its holder acts upon: he writes and sends the letters that it owes. Nothing here rests on a game being in one office's hands only: what is
// appended is decided anew if somebody else was first (adjudicator.Decide).

// NotHere is the error of Receive for a mail about a game that another office works on.
type NotHere struct{ Game string }

// Error names the game.
func (n *NotHere) Error() string { return "another server works on " + n.Game }

// mine reports whether this office works on a game.
func (st *Office) mine(game string) bool { return st.Mine == nil || st.Mine(game) }

// notMine returns a NotHere unless this office works on a game.
func (st *Office) notMine(game string) error {
	if st.mine(game) {
		return nil
	}
	return &NotHere{game}
}

// TakeOver makes the office look at the games that have become its own (Mine), and at what another office did with them.
func (st *Office) TakeOver(ctx context.Context) error {
	st.mu.Lock()
	st.stood, st.outagesKnown = nil, false
	st.mu.Unlock()
	if err := st.CheckKeys(ctx); err != nil {
		return err
	}
	if err := st.recallAll(ctx); err != nil {
		return err
	}
	r := &st.register
	r.mu.Lock()
	for game, c := range r.cards {
		if st.mine(game) {
			st.schedule(c, false)
			if c.Restless {
				st.agenda.happened(game)
			}
		}
	}
	r.mu.Unlock()
	if st.Issued != nil {
		st.Issued()
	}
	return nil
}

// LetGo waits until nothing is done any more in the games that are not the office's own now, and forgets them.
func (st *Office) LetGo() {
	st.mu.Lock()
	var gone []*running
	for game, g := range st.games {
		if !st.mine(game) {
			gone = append(gone, g)
		}
	}
	st.mu.Unlock()
	for _, g := range gone {
		g.mu.Lock()
		g.match = nil
		st.letGo(g)
		g.mu.Unlock()
	}
}

// Overheard looks at the office's own log if somebody else has appended to it.
func (st *Office) Overheard(ctx context.Context) error {
	if !st.mine(OwnLog) {
		return nil
	}
	heads, err := st.Service.Store.Heads(ctx)
	if err != nil {
		return err
	}
	st.register.mu.Lock()
	known := st.register.cards[OwnLog].Seq
	st.register.mu.Unlock()
	if heads[OwnLog].Seq > known {
		st.agenda.happened(OwnLog)
	}
	return nil
}

// errMoved is why something that was decided is not appended.
var errMoved = errors.New("the game has just gone on: look at it, and try again")

// asDecided appends what was decided by the match as it stands, or nothing if somebody else has appended meanwhile.
func (st *Office) asDecided(ctx context.Context, m *adjudicator.Match, body events.Body, secrets ...events.Secret) (*adjudicator.Match, int64, error) {
	seen := m.Head.Seq
	return st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Head.Seq != seen {
			return "", nil, nil, errMoved
		}
		return "master", body, secrets, nil
	})
}
