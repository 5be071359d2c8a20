package mail_test

import (
	"fmt"
	"html"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"fieldpost/mail/message"
)

// replies is testdata/replies.yaml, which tells what its fields mean.
type replies struct {
	Languages map[string]map[string]string
	Programs  []struct {
		Name, Back string
		Intro      []string
	}
}

// title is the subject of the letter that is answered.
const title = "[hill] Turn 1, Republic: 2 understood, 1 needs you"

// spots are where a player types, and what he types there. A quotation stands below what introduces it.
var spots = []struct {
	name  string
	write func(intro, letter []string) []string
}{
	{"above", func(intro, letter []string) []string { return join(his, intro, letter) }},
	{"between", func(intro, letter []string) []string { return join(intro, letter[:8], his, letter[8:]) }},
	{"below", func(intro, letter []string) []string { return join(intro, letter, []string{""}, his) }},
}

// his are the orders of every mail.
var his = []string{"ORDERS hill turn 1", "G1: hold", "G3: move C6-C7", "END"}

// comesBack damages a letter as a mail program does that quotes it.
func comesBack(back string, lines []string) []string {
	switch back {
	case "indent":
		return each(lines, func(s string) string { return "    " + s })
	case "marked":
		return quoted(lines)
	case "wrapped":
		return wrap(lines, 60)
	}
	return lines
}

// wrap breaks lines at spaces.
func wrap(lines []string, width int) (out []string) {
	for _, l := range lines {
		for len(l) > width {
			cut := strings.LastIndex(l[:width], " ")
			if cut <= 0 {
				break
			}
			out, l = append(out, l[:cut]), l[cut+1:]
		}
		out = append(out, l)
	}
	return out
}

// TestEveryProgramInEveryLanguage: a reply of every mail program of the table in every language, with orders above, between and below what
// it quotes, orders what its author wrote and nothing else.
func TestEveryProgramInEveryLanguage(t *testing.T) {
	data, err := os.ReadFile("testdata/replies.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var table replies
	if err := yaml.Unmarshal(data, &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Programs) < 30 || len(table.Languages) < 15 {
		t.Errorf("%d programs in %d languages", len(table.Programs), len(table.Languages))
	}
	ours, mine := ourLetter(), hisMail
	want := "ORDERS hill turn 1|G1: hold|G3: move C6-C7|"
	mails, wrong := 0, 0
	for _, program := range table.Programs {
		for tongue, words := range table.Languages {
			fill := []string{"{title}", title}
			for _, k := range []string{"wrote", "plain"} {
				fill = append(fill, "{"+k+"}", strings.ReplaceAll(words[k], "{when}", words["when"]))
			}
			for _, k := range []string{"from", "sent", "date", "to", "subject", "original", "outlook", "phone"} {
				fill = append(fill, "{"+k+"}", words[k])
			}
			intro := each(program.Intro, strings.NewReplacer(fill...).Replace)
			for _, text := range []struct {
				name   string
				letter []string
			}{{"letter", bodyOf(ours)}, {"own mail", join(bodyOf(mine)[:8], []string{"", "Greetings and a good turn to all of you!", "It was a pleasure last time."})}} {
				for _, place := range spots {
					lines := place.write(intro, comesBack(program.Back, text.letter))
					if text.name == "own mail" {
						if place.name == "between" {
							continue
						}
					}
					for _, named := range []bool{true, false} {
						mails++
						raw := replyOf(program.Back, lines, named)
						if got, from := readBack(t, raw, ours, mine); got != want {
							if wrong++; wrong <= 12 {
								t.Errorf("%s in %s, %s, orders %s, letter named: %v\nread %s\nfrom\n%s", program.Name, tongue, text.name, place.name, named, got, from)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d replies of %d programs in %d languages, %d read wrongly", mails, len(table.Programs), len(table.Languages), wrong)
	if mails < 4000 {
		t.Errorf("only %d replies", mails)
	}
}

// replyOf makes a mail of lines.
func replyOf(back string, lines []string, named bool) []byte {
	head := "From: Ann <ann@example.org>\r\nTo: orders+hill.republic.abc@example.org\r\nSubject: Re: " + title + "\r\nMIME-Version: 1.0\r\n"
	if named {
		head += "In-Reply-To: <fieldpost.hill.41@example.org>\r\n"
	}
	if back != "html" {
		return []byte(head + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Join(lines, "\r\n") + "\r\n")
	}
	var page strings.Builder
	for _, l := range lines {
		if l == "" {
			l = "\u00a0"
		}
		fmt.Fprintf(&page, "<p class=MsoNormal>%s<o:p></o:p></p>\r\n", html.EscapeString(l))
	}
	return []byte(head + "Content-Type: text/html; charset=utf-8\r\n\r\n<html><body>" + page.String() + "</body></html>\r\n")
}

// readBack tells what a mail orders, with a letter and a mail known, and what its lines were taken for.
func readBack(t *testing.T, raw []byte, known ...string) (got, from string) {
	t.Helper()
	in, err := message.Read(raw, message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var texts []*message.Quotable
	for _, k := range known {
		read := message.NewQuotable
		if k == hisMail {
			read = message.NewQuotableMail
		}
		texts = append(texts, read([]byte(strings.ReplaceAll(k, "\n", "\r\n"))))
	}
	in.Recognize(texts...)
	var b strings.Builder
	for _, l := range in.Lines {
		if l.Text != "" {
			b.WriteString(l.From.String() + " " + l.Text + "\n")
		}
	}
	said := message.Find(in)
	said.Loose = nil // what stands outside a block orders nothing beside one
	return wrote(said), b.String()
}
