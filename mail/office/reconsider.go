package office

import (
	"reflect"
	"slices"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
)

// reconsidering is how long a window stays open for somebody alone against machines whose orders would certainly end badly for his own side, or
// cannot be carried out. A game between players has its cool-off for that.
const reconsidering = 10 * time.Minute

// regrets keeps of each game what the newest orders of somebody alone against machines would certainly do to his own side, and which of them can
// only fail. After a restart they are found anew.
type regrets struct {
	mu sync.Mutex
	of map[string]regret
}

// regret is what orders would certainly do to their own side, as its receipt says it, and the lines that no trial could carry out.
type regret struct {
	window int64
	seq    int64 // of the last mail that ordered something
	draft  []table.Line
	told   []string
	meant  bool // an earlier receipt of the window has said the same
}

// closesEarly returns when the open window of a game is closed before its deadline (Unix ms), or false if it is not: somebody who is alone
// against machines has time to reconsider what would certainly end badly for him, and to mend what cannot be carried out.
func (st *Office) closesEarly(m *adjudicator.Match) (at int64, early bool) {
	at, early = closesEarly(m)
	if until := st.reconsiders(m); early {
		at = max(at, until)
	}
	return at, early
}

// reconsiders returns 0, or until when (Unix ms) the open window waits for somebody alone against machines to read what his orders would
// certainly do to his own side, or which of them are not allowed. Orders of which a receipt of the window has said all that are meant.
func (st *Office) reconsiders(m *adjudicator.Match) int64 {
	seat := alone(m)
	if seat == "" {
		return 0
	}
	if m.Open == nil || m.Sealed != nil || !slices.Contains(m.Open.Seats, seat) {
		st.regrets.forget(m.Game)
		return 0
	}
	d := m.Desk(seat)
	if d == nil || !d.Ready() {
		return 0
	}
	until := d.Last + reconsidering.Milliseconds()
	w := st.writer(m, seat)
	if until <= st.Now().UnixMilli() {
		return 0
	}
	if r := st.regrets.look(w); len(r.told) == 0 || r.meant {
		return 0
	}
	return until
}

// alone returns the seat of the only player of a game, or "" if it has none or more than one.
func alone(m *adjudicator.Match) (seat table.Seat) {
	for _, p := range m.Players {
		if p.Bot != "" {
			continue
		}
		if seat != "" {
			return ""
		}
		seat = p.Seat
	}
	return seat
}

// forget drops what was kept of a game's last window.
func (r *regrets) forget(game string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.of, game)
}

// look returns what the writer's orders, as his last mail left them, would certainly do to their own side.
func (r *regrets) look(w *writer) regret {
	window, draft := int64(w.m.Open.Number), w.m.Desk(w.seat).Draft()
	r.mu.Lock()
	before := r.of[w.m.Game]
	r.mu.Unlock()
	of, ok := w.m.LastOrderMail(w.seat)
	if before.window == window && before.seq == of.Seq && reflect.DeepEqual(before.draft, draft) {
		return before
	}
	now := regret{window: window, seq: of.Seq, draft: draft}
	if ok {
		tried := w.try(w.receiptTrial(of.Seq)).result
		now.told = w.cares(tried.Facts)
		for _, v := range tried.Verdicts {
			if v.Refusal != nil {
				now.told = append(now.told, v.Line.Text)
			}
		}
	}
	now.meant = before.window == window && !slices.ContainsFunc(now.told, func(s string) bool { return !slices.Contains(before.told, s) })
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = make(map[string]regret)
	}
	r.of[w.m.Game] = now
	return now
}
