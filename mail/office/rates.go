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
	"fieldpost/mail"
	"fieldpost/projections/letter"
)

// The most mails an hour that are processed for one seat, and of senders who prove nothing for one game, unless the configuration says
// otherwise. No real player sends more.
const (
	mostOfSeat = 30
	mostOfGame = 200
)

// ordersFold is how many times as many mails an hour are processed that only order: the newest orders of a seat must stand, however many
// came before them. Beyond the usual number they share their receipts (see receiptTime).
const ordersFold = 10

// rates counts mails by the hour in which they arrived at a host of ours: what lay waiting while we were away is no flood. The counts are
// lost with the process: a flood that goes on after a restart is counted again.
type rates struct {
	mu    sync.Mutex
	mails reckoning
}

// mostRemembered is how long before now an arrival still counts.
const mostRemembered = 25 * time.Hour

// take counts a mail for what, if one more is allowed in the hour before it arrived. A mail that is offered again because it could not be
// filed the first time counts once.
func (r *rates) take(what string, most int, mail events.Hash, arrived, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mails.count(what, now.Add(-mostRemembered))
	n := 0
	for m, at := range r.mails[what] {
		if m != mail && at.After(arrived.Add(-time.Hour)) && !at.After(arrived) {
			n++
		}
	}
	if n >= most {
		return false
	}
	r.mails.add(what, mail, arrived)
	return true
}

// standing is what a mail has shown of its sender, for the limits: mails that show less never use up what is due to those that show more.
type standing string

// The standings, from the best to the worst.
const (
	own      standing = ""          // the game's policy accepts him, or his domain vouches for him
	tokened  standing = "token"     // he knows a token of the seat, and no more
	unproven standing = "anybody's" // anyone could have written it
)

// standing returns what the mail has shown of the player of a seat.
func (v *exchange) standing(m *adjudicator.Match, seat table.Seat) standing {
	e := v.evidence[seat]
	accepted, _ := mail.Policy(v.st.terms(m).Proof).Accepts(e)
	vouched, _ := mail.Standard.Accepts(mail.Evidence{Registered: e.Registered, Domain: e.Domain, Path: e.Path, Token: mail.Pass})
	switch {
	case v.confirmed, accepted, vouched:
		return own
	case e.Token == mail.Pass:
		return tokened
	}
	return unproven
}

// over reports whether more mails arrived for a seat within an hour than are processed. Mails that only order are hardly ever too many.
func (v *exchange) over(m *adjudicator.Match, seat table.Seat) bool {
	most, now, arrived := cmp.Or(v.st.Settings.Rates.Seat, mostOfSeat), v.st.Now(), v.arrived()
	what := m.Game + " " + string(seat)
	if s := v.standing(m, seat); s != own {
		return !v.st.rates.take(what+" "+string(s), most, v.in.Key, arrived, now) ||
			s == unproven && !v.st.rates.take(m.Game, cmp.Or(v.st.Settings.Rates.Game, mostOfGame), v.in.Key, arrived, now)
	}
	if v.st.rates.take(what, most, v.in.Key, arrived, now) {
		return false
	}
	return !v.onlyOrders(m) || !v.st.rates.take(what+" orders", most*ordersFold, v.in.Key, arrived, now)
}

// counting returns until when mails of the seat arrived that count, for the letter that says that this one does not.
func (v *exchange) counting(m *adjudicator.Match, seat table.Seat) events.Option {
	what := m.Game + " " + string(seat)
	if s := v.standing(m, seat); s != own {
		what += " " + string(s)
	}
	last := v.st.rates.last(what, v.arrived())
	return events.Option{Name: "until", Value: last.In(v.st.writer(m, seat).zone).Format("2006-01-02 15:04:05 MST")}
}

// last returns when the last mail arrived that counted for what, up to an instant; the zero time if none did.
func (r *rates) last(what string, until time.Time) (last time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, at := range r.mails[what] {
		if at.After(last) && !at.After(until) {
			last = at
		}
	}
	return last
}

// onlyOrders reports whether the mail has orders and does nothing else that others would notice.
func (v *exchange) onlyOrders(m *adjudicator.Match) bool {
	for _, c := range v.said.Commands {
		if deeds[c.Word] != nil && c.Word != "WITHDRAW" {
			return false
		}
	}
	return len(v.blocks(m)) > 0 || len(v.said.Commands) == 0 && len(v.said.Loose) > 0
}

// arrived returns when the mail reached the first host of ours that can be believed.
func (v *exchange) arrived() time.Time {
	at := v.received()
	if q := v.env.Queued; !q.IsZero() && q.Before(at) {
		at = q
	}
	if now := v.st.Now(); at.After(now) {
		return now
	}
	return at
}

// receiptPause is how long the next receipt of a seat waits after the last, once the seat got as many within an hour as mails are processed.
const receiptPause = 10 * time.Minute

// receiptTime returns 0, or, if a seat got as many receipts within an hour as mails are processed, when the next one may leave (Unix ms). Those
// that are owed then are sent as one: the newest, which answers all mails before it.
func (st *Office) receiptTime(m *adjudicator.Match, seat table.Seat) (at int64) {
	n, since := 0, st.Now().Add(-time.Hour).UnixMilli()
	for _, l := range slices.Backward(m.Letters) {
		if l.Time <= since {
			break
		}
		if l.Issued.Letter == "receipt" && l.Issued.Seat == string(seat) {
			at = max(at, l.Time+receiptPause.Milliseconds())
			n++
		}
	}
	if n < cmp.Or(st.Settings.Rates.Seat, mostOfSeat) {
		return 0
	}
	return at
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

// mostAnswers is how many letters a day answer what one player asks or gets wrong, so that no unrecognized loop keeps running. Receipts do not
// count: each answers an order mail whose sender is proven, and Rates limits those.
const mostAnswers = 20

// What mails get that anybody could have written: letters to one address a day, so that no one's mail makes us a nuisance, and letters a day
// to all such addresses together.
const (
	mostUnproven    = 5
	mostUnprovenAll = 200
)

// onceADay lists refusals of mails that exceed a limit. Each sender gets them once a day.
var onceADay = []string{"too-many", "big", "unreadable", "held-full", "enough"}

// bothers reports whether the sender got enough answers in the last day. If so, the mail is noted but not answered, and the game master is
// told of the first one. enough reports instead that he is a player who is to be told so himself, as the last answer of the day.
func (v *exchange) bothers(ctx context.Context, m *adjudicator.Match, seat table.Seat, code string) (quiet, enough bool) {
	if v.robotic(ctx, m, seat, code) {
		v.st.Log.Warn("a mail was left alone: its sender was told that nothing is understood, and seems to be a program", "key", short(v.in.Key))
		return true, false
	}
	shown, now := unproven, v.st.Now()
	if seat != "" {
		shown = v.standing(m, seat)
	}
	first := func(what string) bool {
		return v.st.said.first(strings.Join([]string{what, string(shown), strings.ToLower(v.in.From.Address)}, " "), v.in.Key, now)
	}
	if slices.Contains(onceADay, code) && !first(code) {
		v.st.Log.Warn("a mail was left alone: its sender was told today why", "why", code, "key", short(v.in.Key))
		return true, false
	}
	if code == "enough" {
		return false, false
	}
	if answersBefore(m, v.in.From.Address, shown, now) < mostUnproven && v.st.answers.take(answerLimits(v.in.From.Address, shown), v.in.Key, now) {
		return false, false
	}
	if shown == own && first("enough") {
		return false, true
	}
	v.st.Log.Warn("a mail was left alone: its sender got enough answers today", "key", short(v.in.Key))
	if v.st.said.first("warned of "+strings.ToLower(v.in.From.Address), v.in.Key, now) {
		v.warns = &warning{code: "enough", game: m.Game, who: v.in.From.Address, key: v.in.Key}
	}
	return true, false
}

// answersBefore counts the answers of the last day that the log of a game knows, those before a restart too. They only count for mails that
// anybody could have written: the log does not tell who asked.
func answersBefore(m *adjudicator.Match, address string, shown standing, now time.Time) (n int) {
	if shown != unproven {
		return 0
	}
	for _, l := range m.Letters {
		if l.Time >= now.Add(-24*time.Hour).UnixMilli() && strings.EqualFold(l.Address, address) && !l.Issued.Mail.IsZero() {
			n++
		}
	}
	return n
}

// answerLimits returns how many answers a day a mail counts for, by what counts them.
func answerLimits(address string, shown standing) map[string]int {
	address = strings.ToLower(address)
	switch shown {
	case own:
		return map[string]int{address: mostAnswers - 1} // the last one says that there are no more
	case unproven:
		return map[string]int{address + " " + string(shown): mostUnproven, string(shown): mostUnprovenAll}
	}
	return map[string]int{address + " " + string(shown): mostAnswers}
}

// tally counts mails of the last day, over all games. It is lost with the process; the logs are not.
type tally struct {
	mu    sync.Mutex
	mails reckoning
}

// mostTallied is how many things are remembered at most.
const mostTallied = 10_000

// take counts a mail for each thing that has a limit, if one more is allowed today for all of them.
func (t *tally) take(limits map[string]int, mail events.Hash, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	since := now.Add(-24 * time.Hour)
	for what, most := range limits {
		if !t.mails.has(what, mail, since) && t.mails.count(what, since) >= most {
			return false
		}
	}
	if len(t.mails) >= mostTallied {
		t.mails = nil
	}
	for what := range limits {
		t.mails.add(what, mail, now)
	}
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
