package office

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// Card is what the office knows about a game without loading it: who writes to it, when the clock must look at it, and which letters wait.
// It is a cache of what the log says up to one event. If the log has gone on, the card is ignored and the game is loaded.
type Card struct {
	Game     string
	Seq      int64        // of the last event that it covers
	Players  []CardPlayer // of a game that is not closed
	Due      int64        // Unix ms of the running deadline; 0: none runs
	DueSince int64        // Unix ms at which it was set
	Look     int64        // Unix ms at which the clock must look at the game; 0: nothing is due by time alone
	Restless bool         // letters are owed, or a seal waits for something: the clock looks at it every minute
	Halted   bool
	Waiting  []WaitingLetter // issued and neither sent nor given up, oldest first
}

// CardPlayer is someone who has a seat.
type CardPlayer struct{ Address, Language string }

// WaitingLetter is a letter that is still to be sent.
type WaitingLetter struct {
	Issue, Issued int64 // its event, and when that was, Unix ms
	To            string
	Digest        string // of its bytes in the store
}

// Register keeps cards where the next start finds them. Losing them only costs time.
type Register interface {
	Cards() ([]Card, error)
	Keep(Card) error
}

// register holds the cards of all games, and the index from addresses to games.
type register struct {
	mu      sync.Mutex
	read    bool
	cards   map[string]Card
	players map[string][]string // games by address, in small letters
	posting map[string]bool     // games with waiting letters
}

// cardOf makes the card of a game as it stands.
func (st *Office) cardOf(m *adjudicator.Match) Card {
	if _, gone := st.elsewhere(m); gone {
		return Card{Game: m.Game, Seq: m.Head.Seq} // nobody is waited for, and nothing is sent
	}
	c := Card{Game: m.Game, Seq: m.Head.Seq, Halted: m.Halt != nil, Restless: restless(m)}
	if look := st.nextLook(m); !look.IsZero() {
		c.Look = look.UnixMilli()
	}
	if m.Due != nil {
		c.Due, c.DueSince = m.Due.Due, m.DueSince
	}
	for _, p := range m.Players {
		if p.Taken && p.Bot == "" && m.Closed == nil {
			c.Players = append(c.Players, CardPlayer{p.Address, p.Language})
		}
	}
	for _, l := range m.Letters {
		if !l.Sent && !l.Bounced && l.Address != "" {
			c.Waiting = append(c.Waiting, WaitingLetter{l.Seq, l.Time, l.Address, l.Issued.Digest.String()})
		}
	}
	return c
}

// restless reports whether something may follow in a game without a known time. This includes a game in which a machine thinks, and a halted
// one: the program started next may be able to go on with it.
func restless(m *adjudicator.Match) bool {
	if m.Engine == nil || m.Closed != nil {
		return len(m.Owed)+len(m.Refusals) > 0
	}
	need := m.Fair.Needs()
	return m.Halt != nil || len(m.Owed)+len(m.Refusals) > 0 || m.Sealed != nil || need != adjudicator.NeedsNothing && need != adjudicator.NeedsPlayers ||
		len(m.Thoughts()) > 0
}

// note renews the card of a game that was worked on, and its place on the agenda: at once if something happened, unless that was not news
// for anyone (quiet), and otherwise when its time comes.
func (st *Office) note(m *adjudicator.Match, quiet bool) {
	if m == nil || m.Head.Seq == 0 {
		return
	}
	c := st.cardOf(m)
	r := &st.register
	r.mu.Lock()
	old, known := r.cards[c.Game]
	same := known && reflect.DeepEqual(old, c)
	if !same {
		r.set(c)
	}
	r.mu.Unlock()
	mine := st.mine(c.Game)
	if mine {
		st.schedule(c, quiet)
	}
	if mine && len(m.Thoughts())+len(m.Counsels()) > 0 {
		st.agenda.ponder(m.Game)
	}
	if mine && !quiet && (!known || old.Seq != c.Seq) {
		st.agenda.happened(c.Game)
	}
	if n := len(c.Waiting); mine && n > 0 && st.Issued != nil && (len(old.Waiting) == 0 || old.Waiting[len(old.Waiting)-1].Issue < c.Waiting[n-1].Issue) {
		st.Issued() // only after the card shows the letter, because the outbox looks there
	}
	if same || st.Register == nil {
		return
	}
	if err := st.Register.Keep(c); err != nil {
		st.Log.Error("the card of a game cannot be kept; the next start will load the game", "game", c.Game, "error", err)
	}
}

// schedule notes when the clock must look at a game: when something is due, or after a while if something must follow without a known time,
// or did not follow when the game was looked at just now.
func (st *Office) schedule(c Card, looked bool) {
	now := st.Now().UnixMilli()
	at, later := c.Look, now+looksAgain.Milliseconds()
	if looked && at > 0 && at <= now || c.Restless && (at == 0 || at > later) {
		at = later
	}
	if !looked {
		at = cmp.Or(st.afterOutage(c), at)
	}
	st.agenda.expect(c.Game, at)
}

// forget drops the card of a game whose state is unknown.
func (st *Office) forget(game string) {
	st.register.mu.Lock()
	defer st.register.mu.Unlock()
	st.register.drop(game)
}

func (r *register) set(c Card) {
	r.drop(c.Game)
	if r.cards == nil {
		r.cards, r.players, r.posting = make(map[string]Card), make(map[string][]string), make(map[string]bool)
	}
	r.cards[c.Game] = c
	if len(c.Waiting) > 0 {
		r.posting[c.Game] = true
	}
	for _, p := range c.Players {
		if a := strings.ToLower(p.Address); !slices.Contains(r.players[a], c.Game) {
			r.players[a] = append(r.players[a], c.Game)
		}
	}
}

func (r *register) drop(game string) {
	for _, p := range r.cards[game].Players {
		a := strings.ToLower(p.Address)
		if r.players[a] = slices.DeleteFunc(r.players[a], func(g string) bool { return g == game }); len(r.players[a]) == 0 {
			delete(r.players, a)
		}
	}
	delete(r.cards, game)
	delete(r.posting, game)
}

// letters returns the cards of the games with waiting letters, in the order of their names.
func (r *register) letters() []Card {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []Card
	for _, g := range slices.Sorted(maps.Keys(r.posting)) {
		list = append(list, r.cards[g])
	}
	return list
}

// overdue names the games that are due by now.
func (r *register) overdue(now int64, name func(game string)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for g, c := range r.cards {
		if c.Look > 0 && c.Look <= now {
			name(g)
		}
	}
}

// recall reads the cards of the last start, once, drops those that are behind the log, and returns the games that have none.
func (st *Office) recall(ctx context.Context) (unknown []string, err error) {
	heads, err := st.Service.Store.Heads(ctx)
	if err != nil {
		return nil, err
	}
	r := &st.register
	r.mu.Lock()
	if !r.read && st.Register != nil {
		if st.readCards() && st.Issued != nil {
			defer st.Issued() // letters wait from before the start, and nothing else would tell
		}
	}
	defer r.mu.Unlock()
	r.read = true
	for game, head := range heads {
		if c, ok := r.cards[game]; !ok || c.Seq != head.Seq {
			unknown = append(unknown, game)
		}
	}
	slices.Sort(unknown)
	return unknown, nil
}

// readCards reads the cards of the last start, and reports whether letters wait. The register is locked.
func (st *Office) readCards() (letters bool) {
	cards, err := st.Register.Cards()
	if err != nil {
		st.Log.Warn("the cards of the games cannot be read; every game is loaded once", "error", err)
	}
	for _, c := range cards {
		if _, newer := st.register.cards[c.Game]; newer {
			continue
		}
		st.register.set(c)
		if !st.mine(c.Game) {
			continue
		}
		st.schedule(c, false)
		if c.Restless {
			st.agenda.happened(c.Game)
		}
		letters = letters || len(c.Waiting) > 0
	}
	return letters
}

// learn loads the games that have no card.
func (st *Office) learn(ctx context.Context) error {
	unknown, err := st.recall(ctx)
	if err != nil {
		return err
	}
	for _, g := range unknown {
		if st.inHand(g) {
			continue // its card is renewed as soon as that is done
		}
		if err := st.With(ctx, g, func(m *adjudicator.Match) (*adjudicator.Match, error) { return m, nil }); err != nil {
			st.Log.Error("a game cannot be read now", "game", g, "error", err)
		}
	}
	return nil
}

// inHand reports whether a worker has a game that has a card.
func (st *Office) inHand(game string) bool {
	st.register.mu.Lock()
	_, known := st.register.cards[game]
	st.register.mu.Unlock()
	st.mu.Lock()
	g := st.games[game]
	st.mu.Unlock()
	if !known || g == nil {
		return false
	}
	if g.mu.TryLock() {
		g.mu.Unlock()
		return false
	}
	return true
}

// cards returns the cards of all games, and of the office's own log, in the order of their names.
func (st *Office) cards(ctx context.Context) ([]Card, error) {
	if err := st.learn(ctx); err != nil {
		return nil, err
	}
	r := &st.register
	r.mu.Lock()
	defer r.mu.Unlock()
	list := slices.Collect(maps.Values(r.cards))
	slices.SortFunc(list, func(a, b Card) int { return strings.Compare(a.Game, b.Game) })
	return list, nil
}

// gamesOf returns the games in which an address has a seat, and the language of its player in the last of them.
func (st *Office) gamesOf(ctx context.Context, address string) (found []string, lang string, err error) {
	if err := st.learn(ctx); err != nil {
		return nil, "", err
	}
	r := &st.register
	r.mu.Lock()
	defer r.mu.Unlock()
	found = slices.Sorted(slices.Values(r.players[strings.ToLower(address)]))
	if len(found) == 0 {
		return nil, "", nil
	}
	for _, p := range r.cards[found[len(found)-1]].Players {
		if strings.EqualFold(p.Address, address) {
			return found, p.Language, nil
		}
	}
	return found, "", nil
}

// Tally holds figures about an office.
type Tally struct {
	Games, Loaded, Halted int
	Events                int64 // of all games
	Waiting               int   // letters
	Parsed                int64 // how often the orders of a mail were parsed since the start
}

// Tally counts the figures of the office.
func (st *Office) Tally(ctx context.Context) (t Tally, err error) {
	cards, err := st.cards(ctx)
	if err != nil {
		return t, err
	}
	for _, c := range cards {
		t.Waiting += len(c.Waiting)
		if c.Game == OwnLog {
			continue
		}
		t.Games, t.Events = t.Games+1, t.Events+c.Seq
		if c.Halted {
			t.Halted++
		}
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	t.Loaded, t.Parsed = st.loaded.Len(), st.parsed.Load()
	return t, nil
}

// mostLoaded is how many games are kept in memory if the settings do not say.
const mostLoaded = 200

// running is a game in this process. Its match is worked on by one goroutine at a time, and is nil while the game rests.
type running struct {
	mu    sync.Mutex
	match *adjudicator.Match
	place *list.Element // in Office.loaded

	wanted atomic.Bool // a worker found it in other hands and did not wait
}

// With works on one game while no one else in this process does. work returns the match as it left it.
func (st *Office) With(ctx context.Context, game string, work func(*adjudicator.Match) (*adjudicator.Match, error)) error {
	return st.with(ctx, game, false, work)
}

// with is With. If quiet is set, the workers need not look at the game: they did the work themselves, or nothing can follow from it.
func (st *Office) with(ctx context.Context, game string, quiet bool, work func(*adjudicator.Match) (*adjudicator.Match, error)) error {
	g := st.running(game)
	g.mu.Lock()
	return st.hold(ctx, game, g, quiet, work)
}

func (st *Office) running(game string) *running {
	st.mu.Lock()
	defer st.mu.Unlock()
	g := st.games[game]
	if g == nil {
		g = &running{}
		st.games[game] = g
	}
	return g
}

// hold works on a game that is locked, and unlocks it.
func (st *Office) hold(ctx context.Context, game string, g *running, quiet bool, work func(*adjudicator.Match) (*adjudicator.Match, error)) error {
	defer func() {
		st.letGo(g)
		g.mu.Unlock()
		if g.wanted.Swap(false) {
			st.agenda.happened(game)
		}
	}()
	var err error
	if g.match == nil {
		g.match, err = st.Service.Load(ctx, game)
	} else {
		g.match, err = st.Service.Catch(ctx, g.match)
	}
	var stopped *adjudicator.Stopped
	if err != nil && !errors.As(err, &stopped) {
		g.match = nil
		st.forget(game)
		return fmt.Errorf("game %s: %w", game, err)
	}
	if err == nil && st.mine(game) {
		m, moved, fault := st.giveBack(ctx, g.match)
		if fault != nil {
			g.match = nil
			st.forget(game)
			return fault
		}
		g.match, quiet = m, quiet && !moved
	}
	m, err := work(g.match)
	if m != nil {
		g.match = m
	}
	if err != nil && !errors.As(err, &stopped) {
		g.match = nil // its state is unknown: read the log again
		st.forget(game)
		return err
	}
	st.note(g.match, quiet)
	return err
}

// letGo notes that a game was the last one worked on, and unloads those that have rested longest if too many are in memory. What they owe
// and when they are due is on their cards; the rest is in the log.
func (st *Office) letGo(g *running) {
	most := st.Settings.Loaded
	if most == 0 {
		most = mostLoaded
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	switch {
	case g.match == nil && g.place != nil:
		st.loaded.Remove(g.place)
		g.place = nil
	case g.match != nil && g.place != nil:
		st.loaded.MoveToFront(g.place)
	case g.match != nil:
		g.place = st.loaded.PushFront(g)
	}
	for e := st.loaded.Back(); e != nil && st.loaded.Len() > most; {
		r := e.Value.(*running)
		e = e.Prev()
		if r != g && r.mu.TryLock() { // a game that is being worked on stays
			st.loaded.Remove(r.place)
			r.match, r.place = nil, nil
			r.mu.Unlock()
		}
	}
}

// waiting finds the digest of a waiting letter.
func (r *register) waiting(game string, issue int64) (digest events.Hash, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range r.cards[game].Waiting {
		if l.Issue == issue {
			digest, err := events.ParseHash(l.Digest)
			return digest, err == nil
		}
	}
	return digest, false
}
