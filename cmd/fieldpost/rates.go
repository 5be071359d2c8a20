package main

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/letter"
)

// How many mails an hour are dealt with, of one seat and of one game, where the configuration does not say: more are no play.
const (
	mostOfSeat = 30
	mostOfGame = 200
)

// rates counts mails of the last hour. It forgets with the process: a flood goes on after a restart, and is counted again.
type rates struct {
	most  Rates
	mu    sync.Mutex
	times map[string][]time.Time
}

// take counts a mail, if there may be one more.
func (r *rates) take(game, seat string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.times == nil {
		r.times = make(map[string][]time.Time)
	}
	since := now.Add(-time.Hour)
	count := func(key string) int {
		r.times[key] = slices.DeleteFunc(r.times[key], func(t time.Time) bool { return t.Before(since) })
		return len(r.times[key])
	}
	if count(game+" "+seat) >= cmp.Or(r.most.Seat, mostOfSeat) || count(game) >= cmp.Or(r.most.Game, mostOfGame) {
		return false
	}
	r.times[game+" "+seat] = append(r.times[game+" "+seat], now)
	r.times[game] = append(r.times[game], now)
	return true
}

// mostAnswers is how many letters a day answer what one address asks or gets wrong: nobody's mail must make us a nuisance, and no loop that
// we did not recognise may run. Receipts are not among them: each answers an order mail whose sender is proven, and Rates bounds those.
const mostAnswers = 20

// onceADay are refusals of mails that are too much: they are said once a day to each sender.
var onceADay = []string{"too-many", "big", "unreadable"}

// bothers tells whether the sender got enough answers in the last day: then the mail is noted and no more is said. The game master is told of
// the first one.
func (v *visit) bothers(m *adjudicator.Match, code string) bool {
	if code == "held-full" {
		return true // its letters are what there is too much of
	}
	if slices.Contains(onceADay, code) && !v.st.said.first(code+" "+strings.ToLower(v.in.From.Address), v.st.Now()) {
		v.st.Log.Warn("a mail was left alone: its sender was told today why", "why", code, "key", short(v.in.Key))
		return true
	}
	n, now := 0, v.st.Now()
	for _, l := range m.Letters { // the log knows of those before a restart
		if l.Time >= now.Add(-24*time.Hour).UnixMilli() && strings.EqualFold(l.Address, v.in.From.Address) && !l.Issued.Mail.IsZero() {
			n++
		}
	}
	if n < mostAnswers && v.st.answers.count(v.in.From.Address, now) < mostAnswers {
		v.st.answers.add(v.in.From.Address, now)
		return false
	}
	v.st.Log.Warn("a mail was left alone: its sender got enough answers today", "key", short(v.in.Key))
	if v.st.said.first("enough "+strings.ToLower(v.in.From.Address), now) {
		v.warns = &warning{code: "enough", game: m.Game, who: v.in.From.Address, key: v.in.Key}
	}
	return true
}

// answerCount counts answers of the last day to each address, over all games. It forgets with the process; the logs do not.
type answerCount struct {
	mu    sync.Mutex
	times map[string][]time.Time
}

// mostTallied bounds how many addresses are remembered.
const mostTallied = 10_000

func (t *answerCount) count(address string, now time.Time) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	address = strings.ToLower(address)
	if t.times[address] == nil {
		return 0
	}
	t.times[address] = slices.DeleteFunc(t.times[address], func(at time.Time) bool { return now.Sub(at) >= 24*time.Hour })
	return len(t.times[address])
}

func (t *answerCount) add(address string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.times == nil || len(t.times) >= mostTallied {
		t.times = make(map[string][]time.Time)
	}
	address = strings.ToLower(address)
	t.times[address] = append(t.times[address], now)
}

// warning is something that the game master must be told.
type warning struct {
	code string // words under letter.told.CODE
	game string
	who  string
	key  events.Hash // what it is about, so that it is said once
}

// warnMaster writes to the game master, if he has an address.
func (st *Station) warnMaster(ctx context.Context, w warning) {
	st.Log.Warn("the game master should know", "what", w.code, "game", w.game, "who", w.who)
	if st.Config.Master == "" {
		return
	}
	err := st.with(ctx, officeLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		book := st.Phrases.Book(st.Config.Language, "")
		told := letter.Told{Code: w.code, Alarm: true, Values: []table.FactArg{table.A("which", w.game), table.A("who", w.who)}}
		e := envelope{address: st.Config.Master, name: "Game master", letter: "warning", mail: adjudicator.ActKey(w.key, mostActs+1)}
		return st.issue(ctx, m, e, letter.Render(told, book, st.Config.Language, nil))
	})
	if err != nil {
		st.Log.Error("the game master could not be told", "error", err)
	}
}

// dayBook remembers what was said today.
type dayBook struct {
	mu   sync.Mutex
	when map[string]time.Time
}

// first tells whether something is said for the first time in a day, and notes it.
func (d *dayBook) first(what string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.when == nil {
		d.when = make(map[string]time.Time)
	}
	for key, t := range d.when {
		if now.Sub(t) >= 24*time.Hour {
			delete(d.when, key)
		}
	}
	if _, said := d.when[what]; said {
		return false
	}
	d.when[what] = now
	return true
}
