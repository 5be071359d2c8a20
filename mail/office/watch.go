package office

import (
	"context"
	"errors"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/letter"
)

// mostLate is how many turns late observers may be at most.
const mostLate = 1000

// mayBeWatched checks what a game master asks for.
func mayBeWatched(turns int64) error {
	if turns < 0 || turns > mostLate {
		return errors.New("observers see a game 1 to 1000 turns late, or 0: not at all")
	}
	return nil
}

// allowObservers notes before the opening that anybody may watch the game, some turns late.
func (st *Office) allowObservers(ctx context.Context, game string, turns int64) error {
	return st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if m.Fair.Observers != 0 || m.Fair.Opened {
				return "", nil, nil, nil
			}
			return "master", events.ObserversAllowed{Turns: turns}, nil, nil
		})
		return m, err
	})
}

// observe answers somebody who has no seat in a game and asks to see it.
func (v *exchange) observe(ctx context.Context, game string) error {
	c, _ := v.command("WATCH")
	lang := v.language(c)
	var of *writer
	err := v.st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		of = v.st.writer(m, "")
		return m, nil
	})
	if err != nil {
		return err
	}
	of.in(lang)
	return v.st.With(ctx, OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Seen(v.in.Key) {
			return m, nil
		}
		if quiet, _ := v.bothers(ctx, m, "", "watch"); quiet {
			return m, nil
		}
		l := v.st.watched(ctx, of)
		e := envelope{address: v.in.From.Address, name: v.in.From.Name, letter: "watch", mail: v.in.Key, answers: v.in.MessageID}
		return v.st.issue(ctx, m, e, letter.Render(l, of.book, lang, time.UTC))
	})
}

// turnSeen is the end of a turn as everybody may see it.
type turnSeen struct {
	turn  int
	now   table.Views
	facts []table.Fact
}

// watched writes what observers are shown: the newest turn that is as many turns old as the players have agreed, or the last one of a game that
// is over. It holds what everybody may know and nothing else, whoever asks.
func (st *Office) watched(ctx context.Context, w *writer) letter.Letter {
	late := int(w.m.Fair.Observers)
	head := letter.Head{Game: w.m.Game, Title: w.title(), Sides: w.Sides(), Reply: st.Post.Orders}
	if late == 0 {
		return letter.Refusal{Head: head, Code: "watch-none"}
	}
	var turns []turnSeen // no more than can still be shown
	m, err := st.Service.Retell(ctx, w.m.Game, func(m *adjudicator.Match) error {
		turn := m.Now.Turn()
		if n := len(turns); n == 0 || turns[n-1].turn != turn {
			turns = append(turns, turnSeen{turn: turn})
		}
		last := &turns[len(turns)-1]
		last.now, last.facts = m.Now, append(last.facts, table.Readable(m.Last.Facts, "")...)
		turns = turns[max(0, len(turns)-late-1):]
		return nil
	})
	if err != nil {
		st.Log.Error("a game cannot be shown to an observer", "game", w.m.Game, "error", err)
		return letter.Refusal{Head: head, Code: "watch-halted"}
	}
	l := letter.Watch{Head: head, Late: late, Over: m.Over()}
	if len(turns) == 0 {
		return l
	}
	l.Playing = turns[len(turns)-1].turn
	i := len(turns) - 1
	if !l.Over {
		i = slices.IndexFunc(turns, func(t turnSeen) bool { return t.turn > l.Playing-late }) - 1
	}
	if i < 0 {
		return l
	}
	shown := st.writer(m, "")
	shown.in(w.lang)
	shown.Now = turns[i].now
	l.Shown, l.Turn, l.Facts = true, turns[i].turn, turns[i].facts
	l.Map = shown.chart(l.Facts, true)
	if e := m.Ending; e != nil {
		ending := shown.Ending(string(e.Winner), e.Why, e.Rule)
		l.Ending = &ending
	}
	return l
}
