package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/projections/letter"
)

// The game master's commands by mail: from the address that the configuration names, a line "MASTER" and what he would type behind
// `fieldpost game`:
//
//	MASTER extend palace --hours 24 --reason "a wedding"
//	MASTER amend void palace --orders 17 --reason "meant for another game"
//	MASTER show palace
//
// What only tells is answered at once, to his own address. What does anything is kept until he has given his word by answering a letter with
// a token of its own: nobody who can merely write his address into a mail can intervene in a game. Each command is carried out at most once.

// masterProgram is the part of the command line that may come by mail. An export holds what players hide from one another, and stays here.
type masterProgram struct {
	New     GameNewCmd     `cmd:""`
	List    GameListCmd    `cmd:""`
	Show    GameShowCmd    `cmd:""`
	Close   GameCloseCmd   `cmd:""`
	Extend  GameExtendCmd  `cmd:""`
	Amend   GameAmendCmd   `cmd:""`
	Terms   GameTermsCmd   `cmd:""`
	Vacate  GameVacateCmd  `cmd:""`
	Absence GameAbsenceCmd `cmd:""`
	Clock   GameClockCmd   `cmd:""`
	Round   GameRoundCmd   `cmd:""`
}

// onlyTells are the commands that change nothing.
var onlyTells = []string{"list", "show <id>"}

// masterCommand is one line of the game master's.
type masterCommand struct {
	line  string
	run   func(ctx context.Context, c *Console) error
	tells bool
	fault error
}

// parseMaster reads a line as the command line would.
func parseMaster(line string) masterCommand {
	c := masterCommand{line: line}
	words, err := shellWords(line)
	if err != nil {
		c.fault = err
		return c
	}
	if len(words) > 0 && strings.EqualFold(words[0], "game") {
		words = words[1:]
	}
	for _, w := range words {
		for _, flag := range []string{"-c", "-d", "--config", "--data", "--help", "-h"} {
			if w == flag || strings.HasPrefix(w, flag+"=") {
				c.fault = fmt.Errorf("%s makes no sense in a mail", flag)
				return c
			}
		}
	}
	var p masterProgram
	parser, err := kong.New(&p, kong.Name("MASTER"), kong.Exit(func(int) {}), kong.Writers(new(bytes.Buffer), new(bytes.Buffer)))
	if err != nil {
		c.fault = err
		return c
	}
	parsed, err := parser.Parse(words)
	if err != nil {
		c.fault = err
		return c
	}
	c.tells = slices.Contains(onlyTells, parsed.Command()) || parsed.Command() == "clock" && !p.Clock.Right
	c.run = func(ctx context.Context, console *Console) error {
		parsed.BindTo(ctx, (*context.Context)(nil))
		return parsed.Run(console)
	}
	return c
}

// shellWords cuts a line at blanks, except between quotes.
func shellWords(line string) (words []string, err error) {
	var b strings.Builder
	open, quoted := rune(0), false
	for _, r := range line {
		switch {
		case open != 0 && r == open:
			open = 0
		case open != 0:
			b.WriteRune(r)
		case r == '"' || r == '\'':
			open, quoted = r, true
		case r == ' ':
			if b.Len() > 0 || quoted {
				words = append(words, b.String())
			}
			b.Reset()
			quoted = false
		default:
			b.WriteRune(r)
		}
	}
	if open != 0 {
		return nil, fmt.Errorf("a quotation mark %c is open", open)
	}
	if b.Len() > 0 || quoted {
		words = append(words, b.String())
	}
	return words, nil
}

// masters are the game master's commands of a mail.
func (v *visit) masters() []masterCommand {
	var list []masterCommand
	for _, c := range v.said.Commands {
		if c.Word == "MASTER" && len(list) < mostActs {
			list = append(list, parseMaster(c.Args))
		}
	}
	return list
}

// fromMaster reports whether a mail gives the game master's address as its sender's.
func (v *visit) fromMaster() bool {
	return v.st.Config.Master != "" && strings.EqualFold(v.in.From.Address, v.st.Config.Master)
}

// master deals with a mail that brings the game master's commands. done is false for any other mail.
func (v *visit) master(ctx context.Context) (done bool, err error) {
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
		return true, v.refuse(ctx, officeLog, "", "not-master")
	}
	acts := slices.ContainsFunc(commands, func(c masterCommand) bool { return c.fault == nil && !c.tells })
	if wrong := slices.IndexFunc(commands, func(c masterCommand) bool { return c.fault != nil }); wrong >= 0 || !acts {
		return true, v.answerMaster(ctx, v.in.Key, commands) // all or nothing: what is wrong keeps the others from being done
	}
	return true, v.st.with(ctx, officeLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if !m.Seen(v.in.Key) {
			var err error
			if m, err = v.hold(ctx, m, "", "master", ""); err != nil {
				return m, err
			}
		}
		return v.askAgain(ctx, m)
	})
}

// masterConfirms carries out commands for which this mail gives the game master's word.
func (v *visit) masterConfirms(ctx context.Context) (done bool, err error) {
	tokens := v.st.Post.Tokens(v.in, v.env)
	if len(tokens) == 0 {
		return false, nil
	}
	var held *visit
	err = v.st.with(ctx, officeLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, h := range slices.Backward(m.Held) {
			if h.Cause != "master" || !v.st.Post.Confirms(tokens, officeLog, h.Seq) {
				continue
			}
			done = true
			key := adjudicator.ConfirmedKey(h.Mail)
			if m.Seen(key) {
				return m, nil
			}
			raw, err := v.st.store.Get(ctx, h.Raw)
			if err != nil {
				return m, err
			}
			in, err := mail.Read(raw, mail.Limits{})
			if err != nil {
				return m, err
			}
			in.Key = key
			held = &visit{st: v.st, raw: raw, env: v.env, in: in, said: mail.Find(in), lang: v.lang}
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

// answerMaster carries commands out, unless one of them is wrong, and tells the game master what came of them.
func (v *visit) answerMaster(ctx context.Context, key events.Hash, commands []masterCommand) error {
	seen := false
	err := v.st.with(ctx, officeLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		seen = m.Seen(key)
		return m, nil
	})
	if seen || err != nil {
		return err
	}
	wrong := slices.ContainsFunc(commands, func(c masterCommand) bool { return c.fault != nil })
	told := letter.Told{Code: "master", Alarm: wrong}
	for _, c := range commands {
		answer := c.fault
		var out bytes.Buffer
		if c.fault == nil && (!wrong || c.tells) {
			answer = c.run(ctx, &Console{Out: &out, Err: &out, Scenarios: v.st.Config.Scenarios, Lang: v.st.Config.Language, Calls: v.st.call})
		} else if c.fault == nil {
			answer = errors.New("left alone, because another line is wrong")
		}
		text := strings.TrimRight(out.String(), "\n")
		if answer != nil {
			told.Alarm, text = true, strings.TrimSpace(text+"\n"+answer.Error())
		}
		told.Fixed = append(append(told.Fixed, "$ "+c.line), append(strings.Split(text, "\n"), "")...)
	}
	return v.st.with(ctx, officeLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		book := v.st.Phrases.Book(v.st.Config.Language, "")
		told.Values = []table.FactArg{table.A("n", len(commands))}
		e := envelope{address: v.st.Config.Master, name: "Game master", letter: "master", mail: key, answers: v.in.MessageID, thread: v.in.References}
		return v.st.issue(ctx, m, e, letter.Render(told, book, v.st.Config.Language, nil))
	})
}

// call carries out a game master's command in this process.
func (st *Station) call(ctx context.Context, name string, request any) ([]byte, error) {
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	call, ok := masterCall(name)
	if !ok {
		return nil, fmt.Errorf("there is no command %q", name)
	}
	return call(st, ctx, data)
}
