package office

import (
	"container/heap"
	"sync"
)

// agenda says which games the office must look at: those in which something happened, in the order in which it did, and others when their time
// comes. A game stands in the queue once, and is in one pair of hands at a time.
type agenda struct {
	mu     sync.Mutex
	games  map[string]*entry
	queue  []*entry
	due    dueGames
	ready  chan struct{} // holds a token while the queue may hold a game
	sooner chan struct{} // holds a token when something has become due before all that was
	inHand int           // games
	begun  bool          // the clock has gone round once
	moved  chan struct{} // closed and replaced whenever a game is done, and when the clock has gone round
}

// entry is a game on the agenda.
type entry struct {
	game   string
	at     int64 // Unix ms at which it is due; 0 if nothing comes by time alone
	place  int   // in due, if at is not 0
	waits  bool  // it stands in the queue, or goes back there when it is out of hand
	inHand bool
}

func newAgenda() agenda {
	return agenda{games: make(map[string]*entry), ready: make(chan struct{}, 1), sooner: make(chan struct{}, 1), moved: make(chan struct{})}
}

// rest reports whether there is nothing to do; moved is closed when that may have changed.
func (a *agenda) rest() (rest bool, moved <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.begun && a.inHand == 0 && len(a.queue) == 0, a.moved
}

func (a *agenda) move() {
	close(a.moved)
	a.moved = make(chan struct{})
}

// give leaves a token in a channel, unless there is one.
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

// happened puts a game into the queue. One that is in hand is looked at once more.
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

// expect notes when a game is due, in place of what was noted before; 0 for never.
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

// ripe puts the games that are due into the queue, and gives the next instant at which one will be; 0 if none will.
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

// take takes the first game of the queue in hand; ok is false if there is none.
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

// done gives a game back.
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

// drop takes a game off the agenda in which nothing happened and nothing will.
func (a *agenda) drop(e *entry) {
	if e.at == 0 && !e.waits && !e.inHand {
		delete(a.games, e.game)
	}
}

// dueGames is a heap of games, the one that is due first on top.
type dueGames []*entry

// Len implements heap.Interface.
func (d dueGames) Len() int { return len(d) }

// Less implements heap.Interface. What is due at once is in the order of names, so that everything goes the same way again.
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
