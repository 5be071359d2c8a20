package main

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
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

// How many letters a day answer one address: nobody's mail must make us a nuisance, and no loop that we did not recognise may run. A
// player gets as many as 30 mails an hour for half a day would bring him.
const (
	mostToStranger = 20
	mostToPlayer   = 360
)

// onceADay are refusals of mails that are too much: they are said once a day to each sender.
var onceADay = []string{"too-many", "big", "unreadable"}

// bothers tells whether the sender got enough answers in the last day.
func (v *visit) bothers(m *adjudicator.Match, seat table.Seat, code string) bool {
	most := mostToStranger
	if seat != "" {
		most = mostToPlayer
	}
	n, since := 0, v.st.Now().Add(-24*time.Hour).UnixMilli()
	for _, l := range m.Letters {
		if l.Time >= since && strings.EqualFold(l.Address, v.in.From.Address) && !l.Issued.Mail.IsZero() {
			n++
		}
	}
	if code == "held-full" {
		return true // its letters are what there is too much of
	}
	if slices.Contains(onceADay, code) && !v.st.said.first(code+" "+strings.ToLower(v.in.From.Address), v.st.Now()) {
		v.st.Log.Warn("a mail was left alone: its sender was told today why", "why", code, "key", short(v.in.Key))
		return true
	}
	if n >= most {
		v.st.Log.Warn("a mail was left alone: its sender got enough answers today", "key", short(v.in.Key))
	}
	return n >= most
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
