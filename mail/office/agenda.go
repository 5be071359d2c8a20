package office

import (
	"container/heap"
	"slices"
	"sync"
)

// agenda says which games the office must look at: those in which something happened, in that order, and others when their time comes. A
// game is in the queue at most once and in one worker's hands at a time.
type agenda struct {
	mu     sync.Mutex
	games  map[string]*entry
	queue  []*entry
	due    dueGames
	ready  chan struct{} // holds a token while the queue may hold a game
	sooner chan struct{} // holds a token when something has become due earlier than everything before
	inHand int           // games
	begun  bool          // the clock has gone round at least once

	thoughts []string        // games in which a machine must think, each once
	think    chan struct{}   // holds a token while thoughts may hold a game
	thinking map[string]bool // games in which one thinks; true if it must think once more
	moved    chan struct{}   // closed and replaced whenever a game is done, and when the clock has gone round
}

// entry is a game on the agenda.
type entry struct {
	game   string
	at     int64 // Unix ms at which it is due; 0 if nothing comes by time alone
	place  int   // in due, if at is not 0
	waits  bool  // it is in the queue, or returns there when its worker is done
	inHand bool
}

func newAgenda() agenda {
	return agenda{games: make(map[string]*entry), thinking: make(map[string]bool), ready: make(chan struct{}, 1), sooner: make(chan struct{}, 1), think: make(chan struct{}, 1), moved: make(chan struct{})}
}

// rest reports whether there is nothing to do. moved is closed when that may have changed.
func (a *agenda) rest() (rest bool, moved <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begun && a.inHand == 0 && len(a.queue) == 0 && len(a.thinking) == 0 && len(a.thoughts) == 0, a.moved
}

func (a *agenda) move() {
	close(a.moved)
	a.moved = make(chan struct{})
}

// give puts a token into a channel, unless there already is one.
func give(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (a *agenda) of(game string) *entry {
	e := a.games[game]
	if e == nil {
		e = &entry{game: game}
		a.games[game] = e
	}
	return e
}

// happened puts a game into the queue. If a worker has the game, it is looked at once more afterwards.
func (a *agenda) happened(game string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.enqueue(a.of(game))
}

func (a *agenda) enqueue(e *entry) {
	if e.waits {
		return
	}
	e.waits = true
	if !e.inHand {
		a.queue = append(a.queue, e)
		give(a.ready)
	}
}

// expect sets when a game is due, replacing any earlier time; 0 means never.
func (a *agenda) expect(game string, at int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.games[game]
	switch {
	case e == nil && at == 0 || e != nil && e.at == at:
		return
	case at == 0:
		heap.Remove(&a.due, e.place)
		e.at = 0
		a.drop(e)
		return
	}
	e = a.of(game)
	known := e.at != 0
	e.at = at
	if known {
		heap.Fix(&a.due, e.place)
	} else {
		heap.Push(&a.due, e)
	}
	if a.due[0] == e {
		give(a.sooner)
	}
}

// ripe puts the games that are due into the queue, and returns the next instant at which one will be, or 0 if none will.
func (a *agenda) ripe(now int64) (next int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.begun = true
	defer a.move()
	for len(a.due) > 0 {
		e := a.due[0]
		if e.at > now {
			return e.at
		}
		heap.Pop(&a.due)
		e.at = 0
		a.enqueue(e)
	}
	return 0
}

// take removes the first game from the queue and gives it to a worker. ok is false if there is none.
func (a *agenda) take() (game string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.queue) == 0 {
		return "", false
	}
	e := a.queue[0]
	a.queue = a.queue[1:]
	e.waits, e.inHand = false, true
	a.inHand++
	if len(a.queue) > 0 {
		give(a.ready)
	}
	return e.game, true
}

// done hands a game back after work.
func (a *agenda) done(game string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.games[game]
	e.inHand = false
	a.inHand--
	defer a.move()
	if e.waits {
		a.queue = append(a.queue, e)
		give(a.ready)
	}
	a.drop(e)
}

// ponder notes that a machine must think in a game. If one is thinking there, it thinks once more afterwards.
func (a *agenda) ponder(game string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, thinking := a.thinking[game]; thinking {
		a.thinking[game] = true
	} else if !slices.Contains(a.thoughts, game) {
		a.thoughts = append(a.thoughts, game)
		give(a.think)
	}
}

// takeThought removes the first game in which a machine must think. ok is false if there is none.
func (a *agenda) takeThought() (game string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.thoughts) == 0 {
		return "", false
	}
	game = a.thoughts[0]
	a.thoughts = a.thoughts[1:]
	a.thinking[game] = false
	if len(a.thoughts) > 0 {
		give(a.think)
	}
	return game, true
}

// thinks notes that a machine knows what it must think about: only what comes from now on needs another thought.
func (a *agenda) thinks(game string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.thinking[game] = false
}

// thought notes that a machine has done thinking.
func (a *agenda) thought(game string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	again := a.thinking[game]
	delete(a.thinking, game)
	if again {
		a.thoughts = append(a.thoughts, game)
		give(a.think)
	}
	a.move()
}

// drop removes a game from the agenda if nothing happened in it and nothing is due.
func (a *agenda) drop(e *entry) {
	if e.at == 0 && !e.waits && !e.inHand {
		delete(a.games, e.game)
	}
}

// dueGames is a heap of games, the one that is due first on top.
type dueGames []*entry

// Len implements heap.Interface.
func (d dueGames) Len() int { return len(d) }

// Less implements heap.Interface. Games due at the same time are ordered by name, so that the order is reproducible.
func (d dueGames) Less(i, j int) bool {
	return d[i].at < d[j].at || d[i].at == d[j].at && d[i].game < d[j].game
}

// Swap implements heap.Interface.
func (d dueGames) Swap(i, j int) {
	d[i], d[j] = d[j], d[i]
	d[i].place, d[j].place = i, j
}

// Push implements heap.Interface.
func (d *dueGames) Push(x any) {
	e := x.(*entry)
	e.place = len(*d)
	*d = append(*d, e)
}

// Pop implements heap.Interface.
func (d *dueGames) Pop() any {
	last := len(*d) - 1
	e := (*d)[last]
	(*d)[last] = nil
	*d = (*d)[:last]
	return e
}
