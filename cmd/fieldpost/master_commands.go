package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
)

// masterProgram is the part of the command line that may come by mail. An export holds what players hide from one another, so it is not
// sent by mail.
type masterProgram struct {
	New     GameNewCmd     `cmd:""`
	List    GameListCmd    `cmd:""`
	Show    GameShowCmd    `cmd:""`
	Status  StatusCmd      `cmd:""`
	Close   GameCloseCmd   `cmd:""`
	Extend  GameExtendCmd  `cmd:""`
	Amend   GameAmendCmd   `cmd:""`
	Terms   GameTermsCmd   `cmd:""`
	Vacate  GameVacateCmd  `cmd:""`
	Absence GameAbsenceCmd `cmd:""`
	Clock   GameClockCmd   `cmd:""`
	Round   GameRoundCmd   `cmd:""`
	Resend  GameResendCmd  `cmd:""`
	Address GameAddressCmd `cmd:""`
}

// onlyTells are the commands that change nothing.
var onlyTells = []string{"list", "show <id>", "status"}

// masterCommands reads lines of the game master as the command line would.
func masterCommands(in *host.Installation) office.Commands {
	return func(line string) office.Command { return masterCommand(in, line) }
}

func masterCommand(in *host.Installation, line string) office.Command {
	p, parsed, err := parseMaster(line)
	if err != nil {
		return office.Command{Line: line, Fault: err}
	}
	return office.Command{
		Line:  line,
		Tells: slices.Contains(onlyTells, parsed.Command()) || parsed.Command() == "clock" && !p.Clock.Right,
		Run: func(ctx context.Context, out io.Writer) error {
			parsed.BindTo(ctx, (*context.Context)(nil))
			return parsed.Run(&Console{Out: out, Err: out, Scenarios: in.Config.Scenarios, Lang: in.Config.Language, Calls: in.CallHere})
		},
	}
}

func parseMaster(line string) (*masterProgram, *kong.Context, error) {
	words, err := shellWords(line)
	if err != nil {
		return nil, nil, err
	}
	if len(words) > 0 && strings.EqualFold(words[0], "game") {
		words = words[1:]
	}
	for _, w := range words {
		for _, flag := range []string{"-c", "-d", "--config", "--data", "--help", "-h"} {
			if w == flag || strings.HasPrefix(w, flag+"=") {
				return nil, nil, fmt.Errorf("%s makes no sense in a mail", flag)
			}
		}
	}
	p := new(masterProgram)
	parser, err := kong.New(p, languagesFound, kong.Name("MASTER"), kong.Exit(func(int) {}), kong.Writers(new(bytes.Buffer), new(bytes.Buffer)))
	if err != nil {
		return nil, nil, err
	}
	parsed, err := parser.Parse(words)
	return p, parsed, err
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
