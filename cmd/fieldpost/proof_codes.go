package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"os"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events/durable"
	"fieldpost/mail/office/library"
)

// CodesCmd makes a sheet of player codes, offline.
type CodesCmd struct {
	Count  int    `default:"200" help:"How many codes to print; a sheet has 1024."`
	First  int    `default:"1" help:"Number of the first code to print."`
	Secret string `placeholder:"CODE" help:"Print an older sheet again: its code number 1024, from which all others follow."`
	HTML   bool   `help:"Print a page for a browser."`
	Out    string `short:"O" type:"path" placeholder:"FILE" help:"File to write, readable by you alone; standard output if empty."`
}

// Help says what codes are for.
func (CodesCmd) Help() string {
	return `In games of profile D2 or D4 every player adds a code of his own to the dice of each seal, so
that not even the host can know the dice in advance. Make a sheet on your own machine, print it, show
it to nobody. Number 0 goes into your JOIN mail; send the others one at a time, when a letter asks
for them. Nobody can work out a later code from an earlier one.

Example:
  fieldpost codes --html --out sheet.html`
}

// Run prints the sheet.
func (k *CodesCmd) Run(_ context.Context, c *Console) error {
	secret := dice.Code{}
	if k.Secret != "" {
		var err error
		if secret, err = dice.ParseCode(k.Secret); err != nil {
			return withCode{exitUsage, err}
		}
	} else if _, err := rand.Read(secret[:]); err != nil {
		return err
	}
	if k.First < 1 || k.Count < 1 || k.First > dice.Codes {
		return withCode{exitUsage, errors.New("codes are numbered from 1 to 1024")}
	}
	phrases, err := library.Phrases(c.Scenarios)
	if err != nil {
		return err
	}
	text := sheetText(dice.Sheet(secret), k.First, min(k.First+k.Count-1, dice.Codes), phrases.Book(c.Lang, ""))
	if k.HTML {
		var b strings.Builder
		if err := sheetPage.Execute(&b, struct{ Lang, Text string }{c.Lang, text}); err != nil {
			return err
		}
		text = b.String()
	}
	if k.Out == "" {
		_, err = fmt.Fprint(c.Out, text)
		return err
	}
	if err := durable.Replace(k.Out, []byte(text)); err != nil {
		return err
	}
	if err := os.Chmod(k.Out, 0o600); err != nil {
		return err
	}
	fmt.Fprintln(c.Err, k.Out)
	return nil
}

// sheetPage is the sheet for a printer.
var sheetPage = template.Must(template.New("sheet").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><title>Fieldpost</title></head>
<body><pre style="font:11pt/1.5 monospace;columns:2;column-gap:3em">{{.Text}}</pre></body></html>
`))

// sheetText is the sheet: what to do with it, the anchor, the codes, and what all of them follow from.
func sheetText(sheet []dice.Code, first, last int, book interface {
	Say(key string, args ...table.FactArg) string
}) string {
	var b strings.Builder
	b.WriteString(book.Say("codes.title") + "\n\n" + book.Say("codes.text") + "\n\n")
	fmt.Fprintf(&b, "%4d  %s   %s\n\n", 0, sheet[0], book.Say("codes.anchor"))
	for n := first; n <= last; n++ {
		fmt.Fprintf(&b, "%4d  %s\n", n, sheet[n])
		if n%10 == 0 {
			b.WriteString("\n")
		}
	}
	if last < dice.Codes {
		fmt.Fprintf(&b, "\n%4d  %s   %s\n", dice.Codes, sheet[dice.Codes], book.Say("codes.secret"))
	}
	return b.String()
}
