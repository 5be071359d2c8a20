package office

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/letter"
)

// The most mails an hour that are processed for one seat and for one game, unless the configuration says otherwise. No real player sends
// more.
const (
	mostOfSeat = 30
	mostOfGame = 200
)

// rates counts the mails of the last hour. The counts are lost with the process: a flood that goes on after a restart is counted again.
type rates struct {
	mu    sync.Mutex
	mails reckoning
}

// take counts a mail if one more is allowed. A mail that is offered again because it could not be filed the first time counts once.
func (r *rates) take(most Rates, game, seat string, mail events.Hash, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	since := now.Add(-time.Hour)
	if !r.mails.has(game, mail, since) && (r.mails.count(game+" "+seat, since) >= cmp.Or(most.Seat, mostOfSeat) || r.mails.count(game, since) >= cmp.Or(most.Game, mostOfGame)) {
		return false
	}
	r.mails.add(game+" "+seat, mail, now)
	r.mails.add(game, mail, now)
	return true
}

// reckoning records which mails counted for something, and when. The zero reckoning is ready to use.
type reckoning map[string]map[events.Hash]time.Time

// count forgets what was before since, and returns how many mails are left.
func (t reckoning) count(what string, since time.Time) int {
	maps.DeleteFunc(t[what], func(_ events.Hash, at time.Time) bool { return !at.After(since) })
	return len(t[what])
}

func (t reckoning) has(what string, mail events.Hash, since time.Time) bool {
	at, ok := t[what][mail]
	return ok && at.After(since)
}

// add counts a mail from now on. A mail that is already counted keeps its time.
func (t *reckoning) add(what string, mail events.Hash, now time.Time) {
	if *t == nil {
		*t = make(reckoning)
	}
	if (*t)[what] == nil {
		(*t)[what] = make(map[events.Hash]time.Time)
	}
	if _, counted := (*t)[what][mail]; !counted {
		(*t)[what][mail] = now
	}
}

// mostAnswers is how many letters a day answer what one address asks or gets wrong, so that no one's mail makes us a nuisance and no
// unrecognized loop keeps running. Receipts do not count: each answers an order mail whose sender is proven, and Rates limits those.
const mostAnswers = 20

// onceADay lists refusals of mails that exceed a limit. Each sender gets them once a day.
var onceADay = []string{"too-many", "big", "unreadable"}

// bothers reports whether the sender got enough answers in the last day. If so, the mail is noted but not answered. The game master is told
// of the first one.
func (v *exchange) bothers(ctx context.Context, m *adjudicator.Match, code string) bool {
	if code == "held-full" {
		return true // its letters are what exceeds the limit
	}
	if v.robotic(ctx, m, code) {
		v.st.Log.Warn("a mail was left alone: its sender was told that nothing is understood, and seems to be a program", "key", short(v.in.Key))
		return true
	}
	if slices.Contains(onceADay, code) && !v.st.said.first(code+" "+strings.ToLower(v.in.From.Address), v.in.Key, v.st.Now()) {
		v.st.Log.Warn("a mail was left alone: its sender was told today why", "why", code, "key", short(v.in.Key))
		return true
	}
	n, now := 0, v.st.Now()
	for _, l := range m.Letters { // the log knows those before a restart
		if l.Time >= now.Add(-24*time.Hour).UnixMilli() && strings.EqualFold(l.Address, v.in.From.Address) && !l.Issued.Mail.IsZero() {
			n++
		}
	}
	if n < mostAnswers && v.st.answers.take(v.in.From.Address, v.in.Key, now) {
		return false
	}
	v.st.Log.Warn("a mail was left alone: its sender got enough answers today", "key", short(v.in.Key))
	if v.st.said.first("enough "+strings.ToLower(v.in.From.Address), v.in.Key, now) {
		v.warns = &warning{code: "enough", game: m.Game, who: v.in.From.Address, key: v.in.Key}
	}
	return true
}

// answerCount counts answers of the last day to each address, over all games. It is lost with the process; the logs are not.
type answerCount struct {
	mu    sync.Mutex
	mails reckoning
}

// mostTallied is how many addresses are remembered at most.
const mostTallied = 10_000

// take counts the answer to a mail, if one more is allowed today.
func (t *answerCount) take(address string, mail events.Hash, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	address = strings.ToLower(address)
	since := now.Add(-24 * time.Hour)
	if !t.mails.has(address, mail, since) && t.mails.count(address, since) >= mostAnswers {
		return false
	}
	if len(t.mails) >= mostTallied {
		t.mails = nil
	}
	t.mails.add(address, mail, now)
	return true
}

// warning is something that the game master must be told.
type warning struct {
	code string // words under letter.told.CODE
	game string
	who  string
	key  events.Hash // what it is about, so that it is sent once
}

// warnMaster writes to the game master, if he has an address.
func (st *Office) warnMaster(ctx context.Context, w warning) {
	st.Log.Warn("the game master should know", "what", w.code, "game", w.game, "who", w.who)
	if st.Settings.Master == "" {
		return
	}
	err := st.With(ctx, OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		book := st.Phrases.Book(st.Settings.Language, "")
		told := letter.Told{Code: w.code, Alarm: true, Values: []table.FactArg{table.A("which", w.game), table.A("who", w.who)}}
		e := envelope{address: st.Settings.Master, name: "Game master", letter: "warning", mail: adjudicator.ActKey(w.key, adjudicator.MostActs+1)}
		return st.issue(ctx, m, e, letter.Render(told, book, st.Settings.Language, nil))
	})
	if err != nil {
		st.Log.Error("the game master could not be told", "error", err)
	}
}

// dayBook remembers what was said today, and about which mail.
type dayBook struct {
	span   time.Duration // how long it remembers; a day if 0
	renews bool          // what is repeated is remembered anew from then on
	mu     sync.Mutex
	when   map[string]saying
}

type saying struct {
	mail events.Hash
	at   time.Time
}

// first reports whether something is said for the first time in a day, and notes it. It stays the first time for the mail that caused it,
// because that mail is offered again if the message could not be filed.
func (d *dayBook) first(what string, mail events.Hash, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.when, func(_ string, s saying) bool { return now.Sub(s.at) >= cmp.Or(d.span, 24*time.Hour) })
	if d.when == nil || len(d.when) >= mostTallied {
		d.when = make(map[string]saying)
	}
	if s, said := d.when[what]; said {
		if d.renews && s.mail != mail {
			d.when[what] = saying{s.mail, now}
		}
		return !mail.IsZero() && s.mail == mail
	}
	d.when[what] = saying{mail, now}
	return true
}
