package main

import (
	"context"
	"crypto/sha256"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
)

// join gives the sender a seat: "JOIN cambrai-2", "JOIN cambrai-2 north", "JOIN cambrai-2 north as Michael".
func (v *visit) join(ctx context.Context, c mail.Command) error {
	words := strings.Fields(c.Args)
	game := strings.ToLower(firstWord(c.Args))
	if game == "" {
		game = subjectGame(v.in.Subject)
	} else {
		words = words[1:]
	}
	if !v.st.Exists(ctx, game) {
		return v.refuse(ctx, officeLog, "", "wrong-game", events.Option{Name: "game", Value: game})
	}
	wish, name := joinWish(words, v.in.From)
	code := ""
	err := v.st.with(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Seen(v.in.Key) {
			return m, nil
		}
		seat := free(m, wish)
		if seat == "" {
			code = "no-free-seat"
			return m, nil
		}
		m, err := v.st.seatPlayer(ctx, m, seatRequest{
			Seat: seat, Name: name, Address: v.in.From.Address, Language: v.language(c), Mail: v.in.Key,
			Anchor: sha256.Sum256(v.raw),
		})
		if err == nil {
			m, err = v.st.tend(ctx, m)
		}
		return m, err
	})
	if err == nil && code != "" {
		return v.refuse(ctx, officeLog, "", code, events.Option{Name: "game", Value: game})
	}
	return err
}

// joinWish reads which seat and which name a newcomer wants.
func joinWish(words []string, from mail.Mailbox) (seat, name string) {
	for i, w := range words {
		switch strings.ToLower(w) {
		case "as", "comme", "named", "nom":
			return seat, strings.Join(words[i+1:], " ")
		}
		if i == 0 {
			seat = strings.ToLower(w)
		}
	}
	name = from.Name
	if name == "" {
		name, _, _ = strings.Cut(from.Address, "@")
	}
	return seat, name
}

// free finds a seat that nobody has: the one wished for, else the first.
func free(m *adjudicator.Match, wish string) table.Seat {
	for _, p := range m.Players {
		if !p.Taken && (wish == "" || string(p.Seat) == wish) {
			return p.Seat
		}
	}
	return ""
}

// language of a newcomer: French if he wrote the command in French.
func (v *visit) language(c mail.Command) string {
	for _, l := range v.in.Lines {
		if w := strings.ToUpper(firstWord(l.Text)); w == "REJOINDRE" {
			return "fr"
		}
	}
	if strings.HasPrefix(strings.ToUpper(v.in.Subject), "REJOINDRE") {
		return "fr"
	}
	return v.st.Config.Language
}

// seatRequest is who wants which seat.
type seatRequest struct {
	Seat                          table.Seat
	Name, Address, Language, Zone string
	Mail                          events.Hash
	Anchor                        [32]byte // digest of what the player sent of his own: 16 bytes of it go into the dice salt
}

// seatPlayer puts a player on a free seat, and opens the game when that was the last one.
func (st *Station) seatPlayer(ctx context.Context, m *adjudicator.Match, r seatRequest) (*adjudicator.Match, error) {
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

// press passes a message on to the other seats, or to one of them ("PRESS north").
func (v *visit) press(ctx context.Context, m *adjudicator.Match, seat table.Seat, c mail.Command) (*adjudicator.Match, error) {
	to := strings.ToLower(firstWord(c.Args))
	if to != "" && m.Player(table.Seat(to)) == nil {
		return v.refuseSeat(ctx, m, seat, "no-such-seat", events.Option{Name: "seat", Value: to})
	}
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		text := events.Press{Text: strings.TrimSpace(strings.Join(c.Text, "\n"))}
		hash, secret, err := events.Conceal(to, v.st.salt(m.Game, "press "+v.in.Key.String()), text)
		return "seat:" + string(seat), events.PressSent{From: string(seat), To: to, Mail: v.in.Key, TextSealed: hash}, []events.Secret{secret}, err
	})
	return m, err
}

// bounce takes in what another host says of a letter of ours.
func (v *visit) bounce(ctx context.Context) (done bool, err error) {
	for _, address := range append(v.env.To, v.in.Recipients...) {
		game, issue, ok := v.st.Post.ParseBounce(address)
		if !ok {
			continue
		}
		if v.in.Report == nil || v.in.Report.Action != "failed" || (game != officeLog && !v.st.Exists(ctx, game)) {
			return true, nil
		}
		return true, v.st.with(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			m, _, err := v.st.append(ctx, m, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
				return "fieldpost", events.MailBounced{Issue: issue, Permanent: true, Code: v.in.Report.Status}, nil, nil
			})
			return m, err
		})
	}
	return false, nil
}

// refuse tells a sender, in the office's log, why nothing was taken of his mail.
func (v *visit) refuse(ctx context.Context, game string, seat table.Seat, code string, args ...events.Option) error {
	return v.st.with(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		return v.refuseIn(ctx, m, seat, code, args...)
	})
}

// refuseSeat tells a player why nothing was taken of his mail.
func (v *visit) refuseSeat(ctx context.Context, m *adjudicator.Match, seat table.Seat, code string, args ...events.Option) (*adjudicator.Match, error) {
	return v.refuseIn(ctx, m, seat, code, args...)
}

// mostAnswers is how many letters a day go to an address without a seat: no mail of a stranger may make us a nuisance.
const mostAnswers = 20

// bothers tells whether a stranger got enough letters in the last day.
func (v *visit) bothers(m *adjudicator.Match) bool {
	n, since := 0, v.st.Now().Add(-24*time.Hour).UnixMilli()
	for _, l := range m.Letters {
		if l.Time >= since && strings.EqualFold(l.Address, v.in.From.Address) {
			n++
		}
	}
	if n >= mostAnswers {
		v.st.Log.Warn("a stranger's mail was left alone: he got enough answers today", "key", short(v.in.Key))
	}
	return n >= mostAnswers
}

func (v *visit) refuseIn(ctx context.Context, m *adjudicator.Match, seat table.Seat, code string, args ...events.Option) (*adjudicator.Match, error) {
	if seat == "" && v.bothers(m) {
		return m, nil
	}
	raw, err := v.st.Service.Put(ctx, v.raw)
	if err != nil {
		return m, err
	}
	r := events.Refusal{Address: v.in.From.Address, Subject: v.in.Subject, Args: args}
	m, seq, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		hash, secret, err := events.Conceal(string(seat), v.st.salt(m.Game, "refusal "+v.in.Key.String()), r)
		return "fieldpost", events.OrdersRefused{Seat: string(seat), Mail: v.in.Key, Raw: raw, Code: code, DetailSealed: hash}, []events.Secret{secret}, err
	})
	if err != nil || seq == 0 {
		return m, err
	}
	return v.st.issueRefusal(ctx, m, v, seat, seq, code, args)
}
