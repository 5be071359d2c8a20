package office

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/reading"
	"fieldpost/projections/letter"
)

// join gives the sender a seat: "JOIN cambrai-2", "JOIN cambrai-2 north", "JOIN cambrai-2 north as Michael".
func (v *exchange) join(ctx context.Context, c message.Command) error {
	words := strings.Fields(c.Args)
	game := strings.ToLower(firstWord(c.Args))
	if game == "" {
		game = reading.SubjectGame(v.in.Subject)
	} else {
		words = words[1:]
	}
	if exists, err := v.st.Exists(ctx, game); err != nil {
		return err
	} else if !exists {
		return v.refuse(ctx, OwnLog, "", "join-wrong-game", events.Option{Name: "game", Value: game}, events.Option{Name: "lang", Value: v.language(c)})
	}
	if err := v.st.notMine(game); err != nil {
		return err
	}
	proven, err := v.newcomer(ctx, game)
	if err != nil {
		return err
	}
	var why turnedAway
	err = v.st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if home, gone := v.st.elsewhere(m); gone {
			why = turnedAway{code: codeGone, address: home}
			return m, nil
		}
		if m.Seen(v.in.Key) {
			return v.askAgain(ctx, m)
		}
		request, _ := joinRequest(words, v.in.From)
		if _, why = v.st.free(m, request); why.code != "" {
			return m, nil
		}
		if !proven && mail.Policy(v.st.terms(m).Proof) != mail.Casual {
			m, err := v.hold(ctx, m, "", "join", "domain")
			if err == nil {
				m, err = v.askAgain(ctx, m)
			}
			return m, err
		}
		return v.takeSeat(ctx, m, c)
	})
	if err == nil && why.code != "" {
		return v.refuse(ctx, OwnLog, "", why.code, why.told(game, v.language(c))...)
	}
	return err
}

// newcomer reports whether the domain of someone without a seat vouches for his mail.
func (v *exchange) newcomer(ctx context.Context, game string) (bool, error) {
	claim := mail.Claim{Game: game, Address: v.in.From.Address, Now: v.received()}
	e, err := v.st.Post.Examine(ctx, v.raw, v.in, v.env, claim, v.st.Witnesses...)
	if err != nil && v.st.Now().Sub(v.received()) < dnsPatience {
		return false, err
	}
	ok, _ := mail.Casual.Accepts(e)
	return ok, nil
}

// askAgain sends the letter that asks a newcomer to confirm, unless it was already issued.
func (v *exchange) askAgain(ctx context.Context, m *adjudicator.Match) (*adjudicator.Match, error) {
	i := slices.IndexFunc(m.Held, func(h adjudicator.Held) bool { return h.Mail == v.in.Key && h.Seat == "" })
	if i < 0 {
		return m, nil
	}
	w := v.st.writer(m, "")
	w.in(v.lang)
	c := w.confirmLetter(ctx, m.Held[i].Seq).(letter.Confirm)
	return v.st.issue(ctx, m, envelope{
		address: v.in.From.Address, name: v.in.From.Name, letter: "confirm", about: m.Held[i].Seq, mail: v.in.Key,
		answers: v.in.MessageID, thread: v.in.References, reply: c.Reply,
	}, w.dress(c))
}

// takeSeat gives the sender of a JOIN the seat that he wants: one that is free, or one whose player has left it.
func (v *exchange) takeSeat(ctx context.Context, m *adjudicator.Match, c message.Command) (*adjudicator.Match, error) {
	words := strings.Fields(c.Args)
	if len(words) > 0 && strings.EqualFold(words[0], m.Game) {
		words = words[1:]
	}
	request, name := joinRequest(words, v.in.From)
	seat, why := v.st.free(m, request)
	if why.code != "" {
		return v.refuseIn(ctx, m, "", why.code, why.told(m.Game, v.language(c))...)
	}
	anchor, ok := v.anchor(m)
	if !ok {
		return v.refuseIn(ctx, m, "", "no-code", events.Option{Name: "game", Value: m.Game})
	}
	if v.st.Settings.Master != "" && strings.EqualFold(v.in.From.Address, v.st.Settings.Master) && !m.Opened && m.Fair.Terms != nil && m.Fair.Operator == "" {
		var err error
		if m, _, err = v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) { // he runs the server, even if no one has said so
			if m.Opened || m.Fair.Operator != "" {
				return "", nil, nil, nil
			}
			return "master", events.OperatorSeated{Seat: string(seat)}, nil, nil
		}); err != nil {
			return m, err
		}
	}
	r := seatRequest{
		Seat: seat, Name: name, Address: v.in.From.Address, Language: v.language(c), Mail: v.in.Key, Anchor: anchor,
		Zone: zoneNamed(c.Args),
	}
	if m.Player(seat).Taken {
		return v.st.replacePlayer(ctx, m, r, "took the seat over")
	}
	return v.st.seatPlayer(ctx, m, r)
}

// replacePlayer hands a seat to another player.
func (st *Office) replacePlayer(ctx context.Context, m *adjudicator.Match, r seatRequest, reason string) (*adjudicator.Match, error) {
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		p := m.Player(r.Seat)
		if p == nil || m.Over() || !r.Mail.IsZero() && !p.Vacant {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(r.Seat), st.salt(m.Game, fmt.Sprintf("player %s %d", r.Seat, m.Head.Seq)), events.Player{Address: r.Address})
		return "seat:" + string(r.Seat), events.SeatReplaced{
			Seat: string(r.Seat), Name: r.Name, Language: r.Language, Zone: cmp.Or(r.Zone, p.Zone, "UTC"), PlayerSealed: hash, Reason: reason,
		}, []events.Secret{secret}, err
	})
	return m, err
}

// joinRequest reads which seat and which name a newcomer wants. Names of sides may have several words.
func joinRequest(words []string, from message.Mailbox) (seat, name string) {
	var request []string
	for i, w := range words {
		switch strings.ToLower(w) {
		case "as", "comme", "named", "nom":
			return strings.Join(request, " "), strings.Join(words[i+1:], " ")
		}
		if !strings.Contains(w, "/") { // a time zone
			request = append(request, w)
		}
	}
	name = from.Name
	if name == "" {
		name, _, _ = strings.Cut(from.Address, "@")
	}
	return strings.Join(request, " "), name
}

// turnedAway is why someone gets no seat: the key of the letter, the seat that he named, and what he could have instead.
type turnedAway struct {
	code, request string
	left          []string // "bolivia (Bolivia)"
	address       string   // of the host that plays the game, if another does
}

func (t turnedAway) told(game, lang string) []events.Option {
	first, _, _ := strings.Cut(strings.Join(t.left, ""), " (")
	return []events.Option{
		{Name: "game", Value: game}, {Name: "request", Value: t.request}, {Name: "free", Value: strings.Join(t.left, ", ")},
		{Name: "first", Value: first}, {Name: "lang", Value: lang}, {Name: "address", Value: t.address},
	}
}

// free finds a free seat: the one requested by its id or by its name in any language, or the first if none is requested.
func (st *Office) free(m *adjudicator.Match, request string) (table.Seat, turnedAway) {
	no := turnedAway{code: "no-free-seat", request: request}
	if m.Over() {
		return "", no
	}
	first, _, _ := strings.Cut(request, " ")
	known := false
	for _, word := range slices.Compact([]string{request, first}) { // "JOIN hill north please"
		for _, p := range m.Players {
			named := word == "" || slices.Contains(st.callings(m, p.Seat), orders.Fold(word))
			if named && (!p.Taken || p.Vacant) {
				return p.Seat, turnedAway{}
			}
			known = known || named
		}
	}
	for _, p := range m.Players {
		if !p.Taken || p.Vacant {
			no.left = append(no.left, fmt.Sprintf("%s (%s)", p.Seat, st.writer(m, p.Seat).Side(p.Seat)))
		}
	}
	switch {
	case len(no.left) > 0 && known:
		no.code = "seat-taken"
	case len(no.left) > 0:
		no.code = "seat-unknown"
	}
	return "", no
}

// callings returns the words by which a seat may be named: its id, and its name in every language, folded.
func (st *Office) callings(m *adjudicator.Match, seat table.Seat) []string {
	list := []string{orders.Fold(string(seat))}
	for _, lang := range Languages {
		w := st.writer(m, seat)
		w.in(lang)
		list = append(list, orders.Fold(w.Side(seat)))
	}
	return list
}

// language returns the language of a newcomer: the one in which he wrote the command, unless that is English, which many use who read
// another.
func (v *exchange) language(c message.Command) string {
	if c.Lang != "" && c.Lang != string(orders.English) {
		return c.Lang
	}
	return v.st.Settings.Language
}

// seatRequest is who wants which seat.
type seatRequest struct {
	Seat                          table.Seat
	Name, Address, Language, Zone string
	Mail                          events.Hash
	Anchor                        [32]byte // digest of what the player sent himself: 16 bytes of it go into the dice salt
}

// seatPlayer puts a player on a free seat, and opens the game when that was the last one.
func (st *Office) seatPlayer(ctx context.Context, m *adjudicator.Match, r seatRequest) (*adjudicator.Match, error) {
	m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if p := m.Player(r.Seat); p == nil || p.Taken {
			return "", nil, nil, nil
		}
		zone := r.Zone
		if zone == "" {
			zone = m.Announced.Schedule.Zone
		}
		hash, secret, err := events.Conceal(string(r.Seat), st.salt(m.Game, "player "+string(r.Seat)), events.Player{Address: r.Address})
		return "seat:" + string(r.Seat), events.SeatTaken{
			Seat: string(r.Seat), Name: r.Name, Language: r.Language, Zone: zone,
			Anchor: [16]byte(r.Anchor[:16]), PlayerSealed: hash, Mail: r.Mail,
		}, []events.Secret{secret}, err
	})
	if err != nil || !m.Full() || m.Opened {
		return m, err
	}
	return st.Service.Open(ctx, m, st.Now().UnixMilli())
}

// bounce takes in another host's report about a letter of ours.
func (v *exchange) bounce(ctx context.Context) (done bool, err error) {
	for _, address := range append(v.env.To, v.in.Recipients...) {
		game, issue, ok := v.st.Post.ParseBounce(address)
		if !ok {
			continue
		}
		if v.in.Report == nil || v.in.Report.Action != "failed" {
			return true, nil
		}
		if exists, err := v.st.Exists(ctx, game); game != OwnLog && !exists {
			return true, err
		}
		if err := v.st.notMine(game); err != nil && game != OwnLog {
			return true, err
		}
		return true, v.st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			if _, gone := v.st.elsewhere(m); gone {
				return m, nil // the other host will be told the same of its own letters
			}
			m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
				if l := letterOf(m, issue); l == nil || l.Bounced {
					return "", nil, nil, nil
				}
				return "fieldpost", events.MailBounced{Issue: issue, Permanent: true, Code: v.in.Report.Status}, nil, nil
			})
			return m, err
		})
	}
	return false, nil
}

// refuse tells a sender, in the office's log, why nothing in his mail was accepted.
func (v *exchange) refuse(ctx context.Context, game string, seat table.Seat, code string, args ...events.Option) error {
	return v.st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		return v.refuseIn(ctx, m, seat, code, args...)
	})
}

// refuseSeat tells a player why nothing in his mail was accepted.
func (v *exchange) refuseSeat(ctx context.Context, m *adjudicator.Match, seat table.Seat, code string, args ...events.Option) (*adjudicator.Match, error) {
	if v.known && !slices.Contains(onceADay, code) && !slices.ContainsFunc(args, func(o events.Option) bool { return o.Name == "ignored" }) {
		args = slices.Concat(args, v.passedOver(m, seat))
	}
	return v.refuseIn(ctx, m, seat, code, args...)
}

func (v *exchange) refuseIn(ctx context.Context, m *adjudicator.Match, seat table.Seat, code string, args ...events.Option) (*adjudicator.Match, error) {
	quiet, enough := v.bothers(ctx, m, seat, code) // if quiet, the refusal is noted, and the mail is neither kept nor answered
	if enough {
		code, args = "enough", nil
	}
	var raw events.Hash
	if !quiet {
		var err error
		if raw, err = v.st.Service.Put(ctx, v.raw); err != nil {
			return m, err
		}
	}
	r := events.Refusal{Address: v.in.From.Address, Subject: v.in.Subject, Args: args}
	if code == "empty" {
		r.Faults = v.nearlyCommands()
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(seat), v.st.salt(m.Game, "refusal "+v.in.Key.String()), r)
		return "fieldpost", events.OrdersRefused{Seat: string(seat), Mail: v.in.Key, Raw: raw, Code: code, DetailSealed: hash}, []events.Secret{secret}, err
	})
	return m, err
}
