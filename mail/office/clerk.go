package office

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/reading"
)

// exchange is one mail on the clerk's desk, and what he does about it.
type exchange struct {
	st    *Office
	raw   []byte
	env   mail.Envelope
	in    *message.Incoming
	fault error // of reading it
	said  message.Contents
	known bool // what it quotes is known by its text
	to    mail.Recipient
	lang  string // of answers to someone without a seat

	evidence  map[table.Seat]mail.Evidence // for each player that the mail may come from
	confirmed bool                         // its sender has confirmed it
	held      adjudicator.Held             // the event that kept it until then
	reading   *adjudicator.Reading         // of its orders; nil until it is asked for
	warns     *warning                     // what the game master must be told of it
	ahead     *trials                      // of a CHECK; nil: it is tried with the game in hand
	left      int64                        // the event at which the game was left for a trial
	elsewhere string                       // where the game is played, if another host plays it
}

// Door makes the workers give way while take takes in a mail: whoever stands at the door goes first.
func (st *Office) Door(take mail.Handler) mail.Handler {
	return func(ctx context.Context, raw []byte, env mail.Envelope) error {
		st.arrivals.begin()
		defer st.arrivals.end()
		return take(ctx, raw, env)
	}
}

// Receive does what a mail asks for; it is the mail.Handler to which a spool hands its mails. It returns nil once the spool may forget the
// mail: when what it says is in the log and the archive, or when it needs no answer. What follows from it is left to the workers (RunClock),
// or done here if there are none.
func (st *Office) Receive(ctx context.Context, raw []byte, env mail.Envelope) error {
	st.arrivals.giveWay(ctx)
	read, err := st.read(ctx, raw)
	if err != nil {
		return err
	}
	in, fault := read.In, read.fault()
	v := &exchange{st: st, raw: raw, env: env, in: in, fault: fault, said: read.Said, lang: st.Settings.Language}
	if done, err := v.bounce(ctx); done || err != nil {
		return err
	}
	if in.From.Address == "" && in.Automatic == "" {
		st.Log.Warn("a mail without a sender was left alone", "key", short(in.Key), "fault", fmt.Sprint(fault))
		return nil
	}
	if ok, why := in.MayAnswer(env.Null); !ok {
		st.Log.Info("a mail that must not be answered was left alone", "key", short(in.Key), "why", why)
		return nil
	}
	st.messageIDs.note(in.Key, in.MessageID, in.References...)
	v.to, _ = st.Post.Find(in, env)
	if halt := table.Guard("mail "+short(in.Key), func() { err = v.serve(ctx) }); halt != nil {
		st.Log.Error("a mail broke the program; it is kept, and its sender is told", "key", short(in.Key), "fault", halt.Detail, "stack", halt.Stack)
		err = v.refuse(ctx, OwnLog, "", "trouble")
	}
	if _, elsewhere := errors.AsType[*NotHere](err); elsewhere {
		return err
	}
	if err != nil {
		st.Log.Error("a mail could not be taken in now; it will be offered again", "key", short(in.Key), "error", err)
		return err
	}
	if v.warns != nil {
		st.warnMaster(ctx, *v.warns)
	}
	if !st.staffed.Load() {
		return st.Settle(ctx)
	}
	return nil
}

// ReceiveJunk takes in suspected spam, but only mails that bear a token of ours, since they come from players. The game master is warned.
func (st *Office) ReceiveJunk(ctx context.Context, raw []byte, env mail.Envelope) error {
	read, err := st.read(ctx, raw)
	if err != nil {
		return err
	}
	to, ours := st.Post.Find(read.In, env)
	if !ours || to.Token == "" {
		return nil
	}
	if exists, err := st.Exists(ctx, to.Game); !exists {
		return err
	}
	if st.said.first("junk "+to.Game, read.In.Key, st.Now()) {
		st.warnMaster(ctx, warning{code: "junk", game: to.Game, who: read.In.From.Address, key: read.In.Key})
	}
	return st.Receive(ctx, raw, env)
}

func short(h events.Hash) string { return h.String()[:12] }

// serve finds out what the mail wants and does it.
func (v *exchange) serve(ctx context.Context) error {
	if v.fault != nil {
		return v.refuse(ctx, OwnLog, "", faultLetter(v.fault),
			events.Option{Name: "fault", Value: message.ErrorCode(v.fault)}, events.Option{Name: "limit", Value: limitOf(v.fault)})
	}
	if v.winmail() {
		return v.refuse(ctx, OwnLog, "", "winmail")
	}
	whole, wholeSaid := v.in, v.said
	if err := v.atTheDoor(ctx); err != nil {
		return err
	}
	if done, err := v.master(ctx); done || err != nil {
		return err
	}
	if c, ok := v.command("JOIN"); ok {
		return v.join(ctx, c)
	}
	if done, err := v.opens(ctx); done || err != nil {
		return err
	}
	game, found, err := v.game(ctx)
	if err != nil {
		return err
	}
	if !found {
		_, help := v.command("HELP")
		games, lang, err := v.st.gamesOf(ctx, v.in.From.Address)
		if err != nil {
			return err
		}
		if !help && len(games) > 1 && v.asks(game) {
			return v.refuse(ctx, OwnLog, "", "which-game", events.Option{Name: "games", Value: strings.Join(games, ", ")},
				events.Option{Name: "first", Value: games[0]}, events.Option{Name: "lang", Value: lang})
		}
		if help || len(v.said.Blocks) == 0 {
			return v.answerOffice(ctx, "help")
		}
		return v.refuse(ctx, OwnLog, "", "wrong-game", events.Option{Name: "game", Value: game})
	}
	if err := v.st.notMine(game); err != nil {
		return err
	}
	v.in, v.said = whole, wholeSaid
	if err := v.examine(ctx, game); err != nil {
		return err
	}
	code, err := v.about(ctx, game)
	if _, asks := v.command("WATCH"); err == nil && asks && code != "" && code != codeGone {
		return v.observe(ctx, game)
	}
	if err == nil && code != "" {
		return v.refuse(ctx, OwnLog, "", code, events.Option{Name: "game", Value: game}, events.Option{Name: "address", Value: v.elsewhere},
			events.Option{Name: "lang", Value: v.lang})
	}
	return err
}

// about does what the mail wants of a game. CHECKs are tried outside the game, one after the other, so that neither the mails of the game
// nor the letters of others wait for them. A code means that the mail speaks for no one there.
func (v *exchange) about(ctx context.Context, game string) (code string, err error) {
	v.ahead = new(trials)
	for vain := 1; ; vain++ {
		if code, err = v.once(ctx, game); err != nil || v.ahead == nil || v.ahead.next == nil {
			return code, err
		}
		select {
		case v.st.checks <- struct{}{}:
			v.ahead.run()
			<-v.st.checks
		case <-ctx.Done():
			return "", ctx.Err()
		}
		if vain == mostVain {
			v.ahead = nil
		}
	}
}

// once does what the mail wants of a game, up to a trial that is to be run first.
func (v *exchange) once(ctx context.Context, game string) (code string, err error) {
	err = v.st.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Seen(v.in.Key) {
			v.st.Log.Info("the same mail came again", "game", game, "key", short(v.in.Key))
			return m, nil
		}
		var gone bool
		if v.elsewhere, gone = v.st.elsewhere(m); gone {
			code, v.lang = codeGone, v.st.languageOf(m, v.in.From.Address)
			return m, nil
		}
		if m.Head.Seq != v.left { // the game has gone on between two holds
			v.reading = nil
		}
		var err error
		m, code, err = v.inGame(ctx, m)
		v.left = m.Head.Seq
		return m, err
	})
	return code, err
}

// asks reports whether a mail that concerns no game here orders or wants something, rather than naming a game that does not exist.
func (v *exchange) asks(named string) bool {
	return len(v.said.Blocks) > 0 && named == "" || len(v.said.Blocks) == 0 && len(v.said.Commands) > 0
}

// winmail reports whether the mail is from Outlook, with its text in a winmail.dat and nothing of use elsewhere.
func (v *exchange) winmail() bool {
	return len(v.said.Blocks)+len(v.said.Commands) == 0 && slices.ContainsFunc(v.said.Ignored, func(i message.Ignored) bool { return i.Reason == "mail.ignored.winmail" })
}

// inGame finds out for whom the mail speaks in this game and whether that is proven, and does what it asks. A code means that it speaks for
// no one.
func (v *exchange) inGame(ctx context.Context, m *adjudicator.Match) (_ *adjudicator.Match, code string, err error) {
	seat := table.Seat("")
	if h, ok := v.confirms(m); ok {
		more := len(v.said.Blocks)+len(v.said.Commands) > 0 || m.Seen(adjudicator.ConfirmedKey(h.Mail)) && !v.assents(ctx, m)
		if m, err = v.confirm(ctx, m, h); err != nil || h.Seat == "" || !more {
			return m, "", err
		}
		seat = h.Seat // he has written more than his confirmation, or long after it
	} else if seat, code = v.seat(m); seat == "" {
		if m, done, err := v.anyRound(ctx, m); done || err != nil {
			return m, "", err
		}
		return m, code, nil
	}
	if !v.known {
		v.recognize(ctx, m, seat)
		v.known = true
	}
	if v.over(m, seat) {
		m, err = v.refuseSeat(ctx, m, seat, "too-many", v.counting(m, seat))
		return m, "", err
	}
	m, held, err := v.prove(ctx, m, seat)
	if held || err != nil {
		return m, "", err
	}
	m, err = v.forSeat(ctx, m, seat)
	return m, "", err
}

// game finds which game the mail is about: the address that it was sent to, the head of its orders, a command's
// argument, the subject's [game], or the only game in which the sender plays. found is false for a name of no game; what a command says beside
// orders may be a unit or a line's number. While the log does not answer nothing is known of any name, and the mail must be offered again.
func (v *exchange) game(ctx context.Context) (game string, found bool, err error) {
	names := []string{v.to.Game}
	for _, b := range v.said.Blocks {
		names = append(names, b.Game)
	}
	names = append(names, reading.SubjectGame(v.in.Subject))
	sure := len(names)
	for _, c := range v.said.Commands {
		if c.Word == "CODE" || c.Word == "ANCHOR" {
			continue // the letters of a sheet
		}
		names = append(names, strings.ToLower(firstWord(c.Args)))
	}
	named := ""
	for i, n := range names {
		if n == "" {
			continue
		}
		if found, err = v.st.Exists(ctx, n); found || err != nil {
			return n, found, err
		}
		if named == "" && (i < sure || len(v.said.Blocks) == 0) {
			named = n
		}
	}
	if len(v.said.Blocks) > 0 && named != "" {
		return named, false, nil
	}
	only, _, err := v.st.gamesOf(ctx, v.in.From.Address)
	if err == nil && len(only) == 1 {
		return only[0], true, nil
	}
	return named, false, err
}

func firstWord(s string) string {
	if f := strings.Fields(s); len(f) > 0 {
		return f[0]
	}
	return ""
}

func (v *exchange) command(word string) (message.Command, bool) {
	for _, c := range v.said.Commands {
		if c.Word == word {
			return c, true
		}
	}
	return message.Command{}, false
}

// limitOf returns the limit that a mail exceeded.
func limitOf(fault error) string {
	limit := message.DefaultLimits.Bytes
	switch message.ErrorCode(fault) {
	case message.CodeHeaderTooBig:
		limit = message.DefaultLimits.HeaderBytes
	case message.CodeTextTooBig:
		limit = message.DefaultLimits.Text
	case message.CodeLineTooLong:
		limit = message.DefaultLimits.Line
	case message.CodeOrdersTooBig:
		limit = message.MostOrders
	}
	return fmt.Sprintf("%d KiB", limit>>10)
}

// faultLetter returns the refusal for a mail that could not be read.
func faultLetter(fault error) string {
	switch message.ErrorCode(fault) {
	case message.CodeTooBig, message.CodeHeaderTooBig, message.CodeTextTooBig, message.CodeOrdersTooBig:
		return "big"
	}
	return "unreadable"
}
