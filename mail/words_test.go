package mail_test

import (
	"slices"
	"strings"
	"testing"

	grammar "fieldpost/adjudicator/orders"
	"fieldpost/mail/message"
	"fieldpost/scenarios"
)

// Every language that has words opens and closes orders with its own, and gives every command that English gives by a word of its own.
func TestWordsOfEveryLanguage(t *testing.T) {
	find := func(text string) message.Contents {
		in, err := message.Read([]byte("From: ann@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+text), message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return message.Find(in)
	}
	commands := 0
	for _, lang := range scenarios.Languages("") {
		var words grammar.Tongue
		if _, err := scenarios.OrderWords("", lang, &words); err != nil {
			t.Fatal(err)
		}
		form := message.Form(strings.ToUpper(words.Orders[0])+" hill "+words.Turn[0]+" 3", []string{"G1: hold"})
		if end := form[len(form)-1]; end != strings.ToUpper(words.End[0]) {
			t.Errorf("%s: a form ends with %s", lang, end)
		}
		form = append(form[:1], form[2:]...) // a form that comes back as it went out orders nothing
		if got := find(strings.Join(form, "\r\n")).Blocks; len(got) != 1 || got[0].Game != "hill" || !got[0].Closed || len(got[0].Lines) != 1 {
			t.Errorf("%s: %q is read as %+v", lang, form, got)
		}
		commands = max(commands, len(words.Commands)) // English is the first
		if len(words.Commands) != commands {
			t.Errorf("%s: words for %d commands, not %d", lang, len(words.Commands), commands)
		}
		for _, c := range words.Commands {
			args := "1"
			if i := slices.IndexFunc(words.Asides, func(a grammar.Spelling) bool { return a.Name == "game" }); c.Name == "NEW" { // nobody begins a sentence with "new game"
				args = words.Asides[i].Words[0]
			}
			got := find(strings.ToUpper(c.Words[0]) + " " + args + "\r\n").Commands
			if len(got) != 1 || got[0].Word != c.Name || got[0].Args != args {
				t.Errorf("%s: %s is read as %+v", lang, c.Words[0], got)
			}
			if got := find(strings.ToUpper(c.Words[0]) + " York is far away\r\n").Commands; c.Name == "NEW" && len(got) != 0 {
				t.Errorf("%s: a sentence is read as %+v", lang, got)
			}
		}
	}
}
