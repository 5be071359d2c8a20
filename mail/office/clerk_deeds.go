package office

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
)

// addressee is whom a message is for, as the PRESS line says.
type addressee struct {
	to     []string // seats, "master"; if empty, everyone
	hidden bool
}

// readAddressee reads "", "north", "to all", "anonymous to north and south", "maître du jeu". A word that names no addressee is returned.
func (w *writer) readAddressee(args string) (x addressee, unknown string) {
	all, said := false, w.st.Phrases.Speech
	args = strings.ToLower(args)
	for _, p := range w.m.Players { // names of sides have several words
		name := strings.ToLower(w.Side(p.Seat))
		if strings.Contains(name, " ") && strings.Contains(args, name) {
			args = strings.Replace(args, name, string(p.Seat), 1)
		}
	}
	for _, word := range strings.FieldsFunc(args, func(r rune) bool { return r == ' ' || r == ',' || r == ':' || r == ';' || r == '&' || r == '+' }) {
		seat, ok := w.seatNamed(word)
		switch {
		case ok && !slices.Contains(x.to, string(seat)):
			x.to = append(x.to, string(seat))
		case ok, said.Means("addressing", word), strings.EqualFold(word, w.m.Game): // "PRESS palace" is said to all who play it
		case said.Means("all", word):
			all = true
		case said.Means("game-master", word):
			if !slices.Contains(x.to, string(adjudicator.Master)) {
				x.to = append(x.to, string(adjudicator.Master))
			}
		case said.Means("anonymous", word):
			x.hidden = true
		default:
			return x, word
		}
	}
	if all {
		x.to = nil
	}
	return x, ""
}

// seatNamed finds a seat by its id, its name or its player's name.
func (w *writer) seatNamed(word string) (table.Seat, bool) {
	for _, p := range w.m.Players {
		if strings.EqualFold(word, string(p.Seat)) || strings.EqualFold(word, w.Side(p.Seat)) || p.Taken && strings.EqualFold(word, p.Name) {
			return p.Seat, true
		}
	}
	return "", false
}

// longestPress is how many characters a message may have: about eight pages. Everybody's program for mail shows that much, and a game's log
// is no place for files.
const longestPress = 16000

// press passes a message on: to all, to some seats, to the game master; without its writer's name where the game allows that.
func (v *exchange) press(ctx context.Context, m *adjudicator.Match, seat table.Seat, c message.Command) (*adjudicator.Match, error) {
	x, unknown := v.st.writer(m, seat).readAddressee(c.Args)
	terms := v.st.terms(m)
	text := strings.TrimSpace(strings.Join(c.Text, "\n"))
	switch {
	case unknown != "":
		return v.refuseSeat(ctx, m, seat, "no-such-seat", events.Option{Name: "seat", Value: unknown})
	case slices.Contains(x.to, string(adjudicator.Master)) && v.st.Settings.Master == "":
		return v.refuseSeat(ctx, m, seat, "no-master")
	case terms.Press == "none" && !slices.Equal(x.to, []string{string(adjudicator.Master)}):
		return v.refuseSeat(ctx, m, seat, "no-press")
	case x.hidden && terms.Press != "anonymous":
		return v.refuseSeat(ctx, m, seat, "no-hidden-press")
	case text == "":
		return v.refuseSeat(ctx, m, seat, "empty-press")
	case utf8.RuneCountInString(text) > longestPress:
		return v.refuseSeat(ctx, m, seat, "long-press", events.Option{Name: "n", Value: strconv.Itoa(utf8.RuneCountInString(text))}, events.Option{Name: "most", Value: strconv.Itoa(longestPress)})
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		to := strings.Join(x.to, ",")
		shown := to // a secret belongs to one seat or to the operator
		if len(x.to) != 1 || to == string(adjudicator.Master) {
			shown = ""
		}
		hash, secret, err := events.Conceal(shown, v.st.salt(m.Game, "press "+v.in.Key.String()), events.Press{Text: text})
		if err != nil || !x.hidden {
			return "seat:" + string(seat), events.PressSent{From: string(seat), To: to, Mail: v.in.Key, TextSealed: hash}, []events.Secret{secret}, err
		}
		author, who, err := events.Conceal("", v.st.salt(m.Game, "author "+v.in.Key.String()), events.Author{Seat: string(seat)})
		return "fieldpost", events.PressHidden{To: to, Mail: v.in.Key, AuthorSealed: author, TextSealed: hash}, []events.Secret{secret, who}, err
	})
	return m, err
}

// surrender gives up the game, once the player has confirmed it by a second mail. With two sides the other one has won; with more the seat
// is free for anyone.
func (v *exchange) surrender(ctx context.Context, m *adjudicator.Match, seat table.Seat, c message.Command) (*adjudicator.Match, error) {
	if !v.confirmed {
		return v.hold(ctx, m, seat, "surrender", "")
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) || m.Over() {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.SeatVacated{Seat: string(seat), Cause: "surrender", Mail: v.in.Key, Reason: strings.TrimSpace(c.Args)}, nil, nil
	})
	return m, err
}

// closeSurrendered ends a game of two sides after one has given up.
func (st *Office) closeSurrendered(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	if m.Over() || len(m.Players) != 2 {
		return m, nil
	}
	i := slices.IndexFunc(m.Players, func(p adjudicator.Player) bool { return p.GivenUp })
	if i < 0 {
		return m, nil
	}
	winner := string(m.Players[1-i].Seat)
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Over() {
			return "", nil, nil, nil
		}
		return "fieldpost", events.GameClosed{Cause: "surrender", Ending: "letter.surrendered", Winner: winner}, nil, nil
	})
	return m, err
}

// fileKey keeps the OpenPGP key that a mail brings. The first one is accepted if the mail's proof is; another one replaces it only when the
// player has confirmed it by a second mail.
func (v *exchange) fileKey(ctx context.Context, m *adjudicator.Match, seat table.Seat, key []byte, fingerprint string) (*adjudicator.Match, error) {
	if !m.Player(seat).Key.IsZero() && !v.confirmed {
		return v.hold(ctx, m, seat, "key", "")
	}
	digest, err := v.st.Service.Put(ctx, key)
	if err != nil {
		return m, err
	}
	m, _, err = v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), events.KeyFiled{Seat: string(seat), Fingerprint: fingerprint, Key: digest, Mail: v.in.Key}, nil, nil
	})
	return m, err
}

// longestAbsence is how long a player may be away without asking the game master.
const longestAbsence = 31 * 24 * time.Hour

// absent notes when a player is away: "ABSENT 24 Dec to 2 Jan", "ABSENT until 5 Jan", "ABSENT none 2". It does not move a running deadline.
func (v *exchange) absent(ctx context.Context, m *adjudicator.Match, seat table.Seat, c message.Command) (*adjudicator.Match, error) {
	w := v.st.writer(m, seat)
	now := v.st.Now()
	a, ok := readAbsence(v.st.Phrases.Speech, c.Args, now.In(w.zone))
	most := v.st.terms(m).Absences
	var current []adjudicator.Absence
	for _, x := range m.Absences {
		if x.Seat == seat && x.Until > now.UnixMilli() {
			current = append(current, x)
		}
	}
	slot := a.slot
	if a.cancel && slot == 0 && len(current) == 1 {
		slot = current[0].Slot
	}
	if !a.cancel {
		slot = freeSlot(current, most)
	}
	switch {
	case !ok || a.cancel && !slices.ContainsFunc(current, func(x adjudicator.Absence) bool { return x.Slot == slot }):
		return v.refuseSeat(ctx, m, seat, "absence-unread")
	case slot == 0:
		return v.refuseSeat(ctx, m, seat, "absence-full", events.Option{Name: "n", Value: strconv.FormatInt(most, 10)})
	case a.until.Sub(a.from) > longestAbsence:
		return v.refuseSeat(ctx, m, seat, "absence-long", events.Option{Name: "days", Value: "31"})
	}
	set := events.AbsenceSet{Seat: string(seat), Slot: slot, Mail: v.in.Key, From: a.from.UnixMilli(), Until: a.until.UnixMilli()}
	if a.cancel {
		set.From, set.Until = 0, 0
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "seat:" + string(seat), set, nil, nil
	})
	return m, err
}

// freeSlot returns the first slot that is not on the calendar, or 0 if all are.
func freeSlot(current []adjudicator.Absence, most int64) int64 {
	for slot := int64(1); slot <= most; slot++ {
		if !slices.ContainsFunc(current, func(x adjudicator.Absence) bool { return x.Slot == slot }) {
			return slot
		}
	}
	return 0
}
