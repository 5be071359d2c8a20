package office

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/projections/letter"
)

// The game master's commands by mail: from the address that the configuration names, a line "MASTER" and what he would type after
// `fieldpost game`:
//
//	MASTER extend palace --hours 24 --reason "a wedding"
//	MASTER amend void palace --orders 17 --reason "meant for another game"
//	MASTER show palace
//
// Commands that only report are answered at once, to his own address. Commands that change anything are kept until he confirms them by
// answering a letter with its own token: merely writing his address into a mail is not enough to intervene in a game. Each command is
// carried out at most once.

// masters returns the game master's commands of a mail.
func (v *exchange) masters() []Command {
	var list []Command
	for _, c := range v.said.Commands {
		if c.Word == "MASTER" && len(list) < adjudicator.MostActs {
			list = append(list, v.st.Commands(c.Args))
		}
	}
	return list
}

// fromMaster reports whether a mail gives the game master's address as its sender.
func (v *exchange) fromMaster() bool {
	return v.st.Settings.Master != "" && strings.EqualFold(v.in.From.Address, v.st.Settings.Master)
}

// master deals with a mail that brings the game master's commands. done is false for any other mail.
func (v *exchange) master(ctx context.Context) (done bool, err error) {
	if v.fromMaster() {
		if done, err := v.masterConfirms(ctx); done || err != nil {
			return done, err
		}
	}
	commands := v.masters()
	if len(commands) == 0 {
		return false, nil
	}
	if !v.fromMaster() {
		return true, v.refuse(ctx, OwnLog, "", "not-master")
	}
	acts := slices.ContainsFunc(commands, func(c Command) bool { return c.Fault == nil && !c.Tells })
	if wrong := slices.IndexFunc(commands, func(c Command) bool { return c.Fault != nil }); wrong >= 0 || !acts {
		return true, v.answerMaster(ctx, v.in.Key, commands) // all or nothing: one faulty command prevents the others
	}
	return true, v.st.With(ctx, OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if !m.Seen(v.in.Key) {
			var err error
			if m, err = v.hold(ctx, m, "", "master", ""); err != nil {
				return m, err
			}
		}
		return v.askAgain(ctx, m)
	})
}

// masterConfirms carries out commands that this mail confirms in the game master's name.
func (v *exchange) masterConfirms(ctx context.Context) (done bool, err error) {
	tokens := v.st.Post.Tokens(v.in, v.env)
	if len(tokens) == 0 {
		return false, nil
	}
	var held *exchange
	err = v.st.With(ctx, OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, h := range slices.Backward(m.Held) {
			if h.Cause != "master" || !v.st.Post.Confirms(tokens, OwnLog, h.Seq) {
				continue
			}
			done = true
			key := adjudicator.ConfirmedKey(h.Mail)
			if m.Seen(key) {
				return m, nil
			}
			if !v.assents(ctx, m) {
				return v.refuseIn(ctx, m, "", "no-assent")
			}
			raw, err := v.st.Service.Store.Get(ctx, h.Raw)
			if err != nil {
				return m, err
			}
			in, err := message.Read(raw, message.Limits{})
			if err != nil {
				return m, err
			}
			in.Key = key
			held = &exchange{st: v.st, raw: raw, env: v.env, in: in, said: message.Find(in), lang: v.lang}
			held.recognizeIn(append(held.lettersToSender(ctx, m), held.carriedOut(ctx, m)...))
			held.in.MessageID, held.in.References = v.in.MessageID, v.in.References
			m, _, err = v.st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) { // from here on they are not carried out again
				if m.Seen(key) {
					held = nil
					return "", nil, nil, nil
				}
				return "fieldpost", events.MailHeld{Mail: key, Raw: h.Raw, Cause: "confirmed"}, nil, nil
			})
			return m, err
		}
		return m, nil
	})
	if err != nil || held == nil {
		return done, err
	}
	return true, held.answerMaster(ctx, adjudicator.ActKey(held.in.Key, 0), held.masters())
}

// answerMaster carries out commands, unless one of them is wrong, and tells the game master the results.
func (v *exchange) answerMaster(ctx context.Context, key events.Hash, commands []Command) error {
	seen := false
	err := v.st.With(ctx, OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		seen = m.Seen(key)
		return m, nil
	})
	if seen || err != nil {
		return err
	}
	wrong := slices.ContainsFunc(commands, func(c Command) bool { return c.Fault != nil })
	told := letter.Told{Code: "master", Alarm: wrong}
	for _, c := range commands {
		answer := c.Fault
		var out bytes.Buffer
		if c.Fault == nil && (!wrong || c.Tells) {
			answer = c.Run(ctx, &out)
		} else if c.Fault == nil {
			answer = errors.New("left alone, because another line is wrong")
		}
		text := strings.TrimRight(out.String(), "\n")
		if answer != nil {
			told.Alarm, text = true, strings.TrimSpace(text+"\n"+answer.Error())
		}
		told.Fixed = append(append(told.Fixed, "$ "+c.Line), append(strings.Split(text, "\n"), "")...)
	}
	return v.st.With(ctx, OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		book := v.st.Phrases.Book(v.st.Settings.Language, "")
		told.Values = []table.FactArg{table.A("n", len(commands))}
		e := envelope{address: v.st.Settings.Master, name: "Game master", letter: "master", mail: key, answers: v.in.MessageID, thread: v.in.References}
		return v.st.issue(ctx, m, e, letter.Render(told, book, v.st.Settings.Language, nil))
	})
}
