package office

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/projections/letter"
)

// terms returns what a game has agreed about its mail, with this installation's defaults for everything else.
func (st *Office) terms(m *adjudicator.Match) events.PostTermsSet {
	t := m.Terms
	t.Proof = cmp.Or(t.Proof, st.Settings.Proof)
	t.Press = cmp.Or(t.Press, "named")
	t.Absences = cmp.Or(t.Absences, usualAbsences)
	return t
}

// usualAbsences is how many absences a seat may have on the calendar.
const usualAbsences = 3

// claims returns the players of a game, each as a claim about who sent a mail.
func (v *exchange) claims(ctx context.Context, m *adjudicator.Match) []mail.Claim {
	turns := []int64{0}
	if m.Now != nil {
		turns = []int64{int64(m.Now.Turn()), int64(m.Now.Turn()) - 1}
	}
	var list []mail.Claim
	for _, p := range m.Players {
		if !p.Taken || p.Bot != "" {
			continue
		}
		c := mail.Claim{Game: m.Game, Seat: string(p.Seat), Address: p.Address, Turns: turns, Now: v.received()}
		if m.Open != nil {
			c.Opened = time.UnixMilli(m.OpenedAt())
		}
		if !p.Key.IsZero() {
			key, err := v.st.Service.Store.Get(ctx, p.Key)
			if err != nil {
				v.st.Log.Error("a player's OpenPGP key cannot be read", "game", m.Game, "seat", p.Seat, "error", err)
			}
			c.Key = key
		}
		list = append(list, c)
	}
	return list
}

// received returns when the mail reached a host of ours; its own claims do not count.
func (v *exchange) received() time.Time {
	if v.env.Received.IsZero() {
		return v.st.Now()
	}
	return v.env.Received
}

// examine gathers evidence of who sent the mail. The game is not held up meanwhile: witnesses may ask the DNS, which takes time. An error
// means that they could not be asked now; the mail is then offered again, for a while.
func (v *exchange) examine(ctx context.Context, game string) error {
	var claims []mail.Claim
	err := v.st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if !m.Seen(v.in.Key) && m.Engine != nil {
			claims = v.claims(ctx, m)
		}
		return m, nil
	})
	v.evidence = make(map[table.Seat]mail.Evidence)
	for _, c := range claims {
		e, failed := v.st.Post.Examine(ctx, v.raw, v.in, v.env, c, v.st.Witnesses...)
		if failed != nil {
			v.st.Log.Warn("the sender of a mail could not be looked into", "game", game, "key", short(v.in.Key), "error", failed)
			if v.st.Now().Sub(v.received()) < dnsPatience && ctx.Err() == nil {
				err = errors.Join(err, failed)
			}
		}
		v.evidence[table.Seat(c.Seat)] = e
	}
	return err
}

// dnsPatience is how long a mail waits for a DNS that does not answer before it is treated as not proven.
const dnsPatience = 30 * time.Minute

// seat finds for whom the mail speaks, or returns a code that says what is missing. Whether that is proven is another question.
func (v *exchange) seat(m *adjudicator.Match) (table.Seat, string) {
	if m.Engine == nil {
		return "", "wrong-game"
	}
	var candidates []table.Seat
	for _, p := range m.Players {
		e := v.evidence[p.Seat]
		if !p.Taken || p.Bot != "" || !e.Speaks() {
			continue
		}
		if e.Token == mail.Pass || v.to.Seat == string(p.Seat) && e.Registered == mail.Pass {
			return p.Seat, ""
		}
		candidates = append(candidates, p.Seat)
	}
	switch len(candidates) {
	case 0:
		return "", "unknown-sender"
	case 1:
		return candidates[0], ""
	}
	for _, s := range candidates {
		for _, b := range v.said.Blocks {
			if strings.Contains(" "+strings.ToLower(b.Words)+" ", " "+string(s)+" ") {
				return s, ""
			}
		}
	}
	return "", "which-seat"
}

// acts reports whether the mail does anything besides asking, so that its sender must be proven. Questions are answered to the registered
// address, whoever asked.
func (v *exchange) acts(m *adjudicator.Match) bool {
	if len(v.blocks(m)) > 0 || len(v.said.Commands) == 0 && len(v.said.Loose) > 0 {
		return true
	}
	for _, c := range v.said.Commands {
		if _, asks := queries[c.Word]; !asks && c.Word != "CHECK" {
			return true
		}
	}
	key, _ := mail.PublicKey(v.in)
	return key != nil
}

// prove ensures that a mail that acts has proven its sender as the game requires. held means that the mail waits for his confirmation
// instead. What was proven is noted before anything follows from it.
func (v *exchange) prove(ctx context.Context, m *adjudicator.Match, seat table.Seat) (after *adjudicator.Match, held bool, err error) {
	if v.confirmed || !v.acts(m) {
		return m, false, nil
	}
	e := v.evidence[seat]
	policy := mail.Policy(v.st.terms(m).Proof)
	ok, missing := policy.Accepts(e)
	if policy == mail.Strict && missing == "signature" && m.Player(seat).Key.IsZero() && v.bringsKey() {
		ok = true // his first key; nothing else of the mail is taken
	}
	if !ok {
		m, err = v.hold(ctx, m, seat, "unproven", missing)
		return m, true, err
	}
	if policy == mail.Strict && e.Signed != nil {
		signed := *v.in
		signed.Lines = e.Signed
		whole := v.in
		v.in, v.said = &signed, message.Find(&signed)
		v.recognize(ctx, m, seat)
		v.in = whole
		for _, b := range v.said.Blocks {
			if !v.namesAll(m, seat, b) {
				m, err = v.refuseSeat(ctx, m, seat, "sign-header", events.Option{Name: "turn", Value: strconv.Itoa(turnOf(m))}, events.Option{Name: "side", Value: string(seat)})
				return m, true, err
			}
		}
	}
	if m, err = v.noteProof(ctx, m, seat, e); err != nil {
		return m, false, err
	}
	return m, false, nil
}

func (v *exchange) bringsKey() bool {
	key, _ := mail.PublicKey(v.in)
	return key != nil
}

// namesAll reports whether the head of a signed block names game, turn and seat, so that it cannot be used anywhere else.
func (v *exchange) namesAll(m *adjudicator.Match, seat table.Seat, b message.Block) bool {
	words := strings.Fields(strings.ToLower(b.Words))
	turn := turnOf(m) == 0 || slices.Contains(words, strconv.Itoa(turnOf(m))) // the set-up has no number
	return b.Game == m.Game && turn && slices.Contains(words, string(seat))
}

func turnOf(m *adjudicator.Match) int {
	if m.Now == nil {
		return 0
	}
	return m.Now.Turn()
}

// sent returns when the mail was written: its own Date, if that is proven and not later than the mail's arrival.
func (v *exchange) sent(e mail.Evidence) (at int64, dated bool) {
	came := v.received()
	if e.Dated && !v.in.Date.IsZero() && !v.in.Date.After(came.Add(10*time.Minute)) {
		return v.in.Date.UnixMilli(), true
	}
	return came.UnixMilli(), false
}

// noteProof keeps what is known of the sender, with the DNS records that it rests on.
func (v *exchange) noteProof(ctx context.Context, m *adjudicator.Match, seat table.Seat, e mail.Evidence) (*adjudicator.Match, error) {
	if _, known := m.Proven(v.in.Key); known {
		return m, nil
	}
	var records events.Hash
	if len(e.Records) > 0 {
		var b strings.Builder
		for _, r := range e.Records {
			fmt.Fprintf(&b, "; seen %s\n%s. TXT %q\n", r.Seen.UTC().Format(time.RFC3339), r.Name, r.Text)
		}
		var err error
		if records, err = v.st.Service.Put(ctx, []byte(b.String())); err != nil {
			return m, err
		}
	}
	at, dated := v.sent(e)
	m, _, err := v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if _, known := m.Proven(v.in.Key); known || m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "fieldpost", events.SenderProven{
			Seat: string(seat), Mail: v.in.Key, Sent: at, Dated: dated,
			Token: e.Token.String(), Domain: e.Domain.String(), Path: e.Path.String(), Signature: e.Signature.String(), Records: records,
		}, nil, nil
	})
	return m, err
}

// overtaken reports whether the player wrote this mail before one that was already accepted: greylisting and queues change the order of
// mails. A mail is not overtaken if it answers a letter of ours about the newer one, or if he has confirmed it.
func (v *exchange) overtaken(m *adjudicator.Match, seat table.Seat) bool {
	if v.confirmed {
		return false
	}
	at, dated := v.sent(v.evidence[seat])
	p := m.Player(seat)
	if !dated || p == nil || at >= p.Adopted || len(v.blocks(m)) == 0 {
		return false
	}
	last, ok := m.LastOrderMail(seat)
	if !ok {
		return false
	}
	for _, l := range slices.Backward(m.Letters) {
		if l.Seq < last.Seq {
			break
		}
		if l.Issued.Seat == string(seat) && l.Issued.Letter != letterAgain && slices.Contains(v.in.InReplyTo, l.Issued.MessageID) {
			return false
		}
	}
	return true
}

// How many mails a day may wait for confirmation, so that someone writing in a player's name cannot flood him.
const (
	mostHeld     = 10 // for a seat, of each standing: what anybody can write does not use up what the player's own mails need
	mostHeldSeat = 30 // for a seat, for whatever reason: the log knows those before a restart too
	mostJoining  = 3  // of one address that wants a seat
)

// holdable reports whether one more mail may wait today.
func (v *exchange) holdable(m *adjudicator.Match, seat table.Seat, missing string) bool {
	now := v.st.Now()
	since, n := now.Add(-24*time.Hour).UnixMilli(), 0
	for _, h := range m.Held {
		if h.Seat == seat && h.Missing == missing && h.Time >= since {
			n++
		}
	}
	what, most := strings.Join([]string{m.Game, string(seat), missing}, " "), mostHeld
	if seat == "" {
		what, most = m.Game+" "+strings.ToLower(v.in.From.Address), mostJoining
	} else if missing != "" {
		what += " " + string(v.standing(m, seat))
	}
	return n < mostHeldSeat && v.st.waiting.take(map[string]int{what: most}, v.in.Key, now)
}

// hold keeps a mail until its sender confirms it. The log owes the letter that asks for it.
func (v *exchange) hold(ctx context.Context, m *adjudicator.Match, seat table.Seat, cause, missing string) (*adjudicator.Match, error) {
	if !v.holdable(m, seat, missing) {
		v.st.Log.Warn("a mail was left alone: too many wait for this player's word already", "game", m.Game, "seat", seat, "key", short(v.in.Key))
		return v.refuseIn(ctx, m, seat, "held-full")
	}
	raw, err := v.st.Service.Put(ctx, v.raw)
	if err != nil {
		return m, err
	}
	m, _, err = v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
		if m.Seen(v.in.Key) {
			return "", nil, nil, nil
		}
		return "fieldpost", events.MailHeld{Seat: string(seat), Mail: v.in.Key, Raw: raw, Cause: cause, Missing: missing}, nil, nil
	})
	return m, err
}

// confirms finds the held mail that this one confirms, by the token that was sent only to its sender.
func (v *exchange) confirms(m *adjudicator.Match) (adjudicator.Held, bool) {
	tokens := v.st.Post.Tokens(v.in, v.env)
	for _, h := range slices.Backward(m.Held) {
		if v.st.Post.Confirms(tokens, m.Game, h.Seq) {
			return h, true
		}
	}
	return adjudicator.Held{}, false
}

// confirm lets a held mail take effect. It does so at most once, however often it is confirmed.
func (v *exchange) confirm(ctx context.Context, m *adjudicator.Match, h adjudicator.Held) (*adjudicator.Match, error) {
	key := adjudicator.ConfirmedKey(h.Mail)
	if m.Seen(key) {
		v.st.Log.Info("a mail was confirmed once more", "game", m.Game, "held", h.Seq)
		return m, nil
	}
	if !v.assents(ctx, m) {
		return v.refuseIn(ctx, m, h.Seat, "no-assent")
	}
	if mail.Policy(v.st.terms(m).Proof) == mail.Strict && h.Seat != "" {
		e := v.evidence[h.Seat]
		if e.Registered != mail.Pass || e.Domain != mail.Pass || h.Missing == "signature" && e.Signature != mail.Pass {
			return v.refuseSeat(ctx, m, h.Seat, "strict")
		}
	}
	raw, err := v.st.Service.Store.Get(ctx, h.Raw)
	if err != nil {
		return m, err
	}
	in, fault := message.Read(raw, message.Limits{})
	if fault != nil {
		return m, fault // it was readable when it was kept
	}
	in.Key = key
	then := &exchange{st: v.st, raw: raw, env: v.env, in: in, said: message.Find(in), to: v.to, lang: v.lang, confirmed: true, held: h}
	then.in.MessageID, then.in.References = v.in.MessageID, v.in.References
	v.st.messageIDs.note(key, v.in.MessageID, v.in.References...)
	if h.Seat == "" {
		then.recognizeIn(then.lettersToSender(ctx, m))
		c, _ := then.command("JOIN")
		return then.takeSeat(ctx, m, c)
	}
	then.recognize(ctx, m, h.Seat)
	return then.forSeat(ctx, m, h.Seat)
}

// confirmLetter asks a player whether a mail is his.
func (w *writer) confirmLetter(ctx context.Context, seq int64) letter.Letter {
	l := letter.Confirm{Head: w.head(), Due: w.due()}
	if w.m.Game == OwnLog {
		l.Head.Game = ""
	}
	i := slices.IndexFunc(w.m.Held, func(h adjudicator.Held) bool { return h.Seq == seq })
	if i < 0 {
		return l
	}
	h := w.m.Held[i]
	l.Cause, l.Missing, l.Received = h.Cause, h.Missing, h.Time
	l.Reply = w.st.Post.ConfirmAddress(w.m.Game, seq)
	l.Token = w.st.Post.ConfirmToken(w.m.Game, seq)
	raw, err := w.st.Service.Store.Get(ctx, h.Raw)
	if err != nil {
		w.st.Log.Error("a held mail cannot be read", "game", w.m.Game, "event", seq, "error", err)
		return l
	}
	in, err := message.Read(raw, message.Limits{})
	if err != nil {
		return l
	}
	l.Subject = in.Subject
	for _, line := range in.Lines {
		if line.From == message.Typed && strings.TrimSpace(line.Text) != "" && len(l.Lines) < mostShown {
			l.Lines = append(l.Lines, line.Text)
		}
	}
	return l
}

// mostShown is how many lines of a held mail its sender is shown.
const mostShown = 40
