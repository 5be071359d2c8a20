package mail_test

import (
	"html"
	"slices"
	"strings"
	"testing"

	"fieldpost/mail/message"
)

// letterOfOurs is a receipt as players get it, with the order form of a report below.
const letterOfOurs = `From: Fieldpost <orders@example.org>
To: Ann <ann@example.org>
Subject: [hill] Turn 1, Republic: 2 understood, 1 needs you
Message-ID: <fieldpost.hill.41@example.org>

1 line needs your attention. The rest stands as it is.

No deadline: play goes on as soon as everybody's orders are in.

UNDERSTOOD
  1  G1: move E6
  2  G2: hold

NOT UNDERSTOOD
  3  G3: mvoe C7
         ^

“mvoe” is no order that I know. Did you mean: move? Put right, the line would
be: G3: move C7

YOUR ORDER FORM
Reply, fill in, send. Lines that you leave empty order nothing.

ORDERS hill turn 1
#form FORM
G1:
G2:
G3:
# move <a path> [face <a direction>] [with <bases>...]
# HELP and one of these words explains it.
END

WHAT YOU CAN DO NOW
Reply with just the corrected line and its number, or send everything again.

Until the deadline you may send everything again, reply with one numbered line
to replace it, or write WITHDRAW and the number. CHECK tries your orders with
practice dice; HELP lists all commands.

Your order mail 1 in game hill · received 2026-11-23 12:00:00 UTC · fingerprint FINGERPRINT`

// hisMail is an earlier order mail of his own.
const hisMail = `From: Ann <ann@example.org>
To: orders@example.org
Subject: Orders
Message-ID: <first@example.org>

Here they are.

ORDERS hill turn 1
G1: move E6
G2: hold
G3: mvoe C7
END

Ann`

func ourLetter() string {
	form := message.Form("ORDERS hill turn 1", []string{"G1:", "G2:", "G3:", "# move <a path> [face <a direction>] [with <bases>...]", "# HELP and one of these words explains it."})
	return strings.Replace(letterOfOurs, "#form FORM", form[1], 1)
}

// bodyOf returns the lines below a header.
func bodyOf(text string) []string {
	_, body, _ := strings.Cut(text, "\n\n")
	return strings.Split(body, "\n")
}

// reads tells what a mail says, with its sender's last letter and mail known.
func reads(t *testing.T, head string, lines ...string) (said message.Contents, from string) {
	t.Helper()
	raw := "From: Ann <ann@example.org>\r\nTo: orders+hill.republic.abc@example.org\r\n" + strings.ReplaceAll(head, "\n", "\r\n") + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Join(lines, "\r\n") + "\r\n"
	in, err := message.Read([]byte(raw), message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	in.Recognize(message.NewQuotable([]byte(strings.ReplaceAll(ourLetter(), "\n", "\r\n"))), message.NewQuotableMail([]byte(strings.ReplaceAll(hisMail, "\n", "\r\n"))))
	var b strings.Builder
	for _, l := range in.Lines {
		if l.Text != "" {
			b.WriteString(l.From.String() + " " + l.Text + "\n")
		}
	}
	return message.Find(in), b.String()
}

// wrote tells what a mail orders: its blocks, commands and loose lines that an order could be.
func wrote(c message.Contents) string {
	var b strings.Builder
	for _, block := range c.Blocks {
		b.WriteString(strings.TrimSpace("ORDERS "+block.Game+" "+block.Words) + "|")
		for _, l := range block.Lines {
			if strings.HasPrefix(l.Text, "#") {
				continue // a comment
			}
			if l.Joins {
				b.WriteString("+")
			}
			b.WriteString(l.Text + "|")
		}
	}
	for _, command := range c.Commands {
		b.WriteString(strings.TrimSpace(command.Word+" "+command.Args) + "|")
	}
	for _, l := range c.Loose {
		if strings.Contains(l.Text, ":") || l.Joins {
			if l.Joins {
				b.WriteString("+")
			}
			b.WriteString("loose " + l.Text + "|")
		}
	}
	return b.String()
}

const (
	reply   = "Subject: SV: [hill] Turn 1, Republic: 2 understood, 1 needs you\nIn-Reply-To: <fieldpost.hill.41@example.org>\n"
	nameles = "Subject: SV: [hill] Turn 1, Republic: 2 understood, 1 needs you\n" // the mail program names no letter
)

// danish is what Outlook writes above an unmarked quotation in a language whose header this program does not know.
var danish = []string{"", "________________________________", "Fra: Fieldpost <orders@example.org>", "Sendt: 22. november 2026 09:05", "Til: Ann <ann@example.org>", "Emne: [hill] Turn 1, Republic: 2 understood, 1 needs you", ""}

// TestDoubtfulLinesAreNamed: each line that may be written or quoted comes with the reason why there is no telling.
func TestDoubtfulLinesAreNamed(t *testing.T) {
	letter := bodyOf(ourLetter())
	for _, c := range []struct {
		name string
		line []string
		want []message.DoubtfulLine
	}{
		{"below a header", join([]string{"1 G1: hold"}, danish, []string{"  2  G2: hold"}), []message.DoubtfulLine{{Text: "2 G2: hold", Why: message.DoubtCopied}}},
		{"cut at the end", join([]string{"1 G1: hold"}, danish, letter[:6], []string{"  2  G2: ho"}), []message.DoubtfulLine{{Text: "2 G2: ho", Why: message.DoubtCut}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, from := reads(t, reply, c.line...)
			if !slices.Equal(said.Doubtful, c.want) {
				t.Errorf("in doubt %+v, want %+v, from\n%s", said.Doubtful, c.want, from)
			}
		})
	}
	between := join(danish, letter[:5], []string{"1 G1: hold"}, letter[6:8])
	said, from := reads(t, nameles, between...)
	if !slices.Equal(said.Doubtful, []message.DoubtfulLine{{Text: "1 G1: hold", Why: message.DoubtBetween}}) {
		t.Errorf("in place of a quoted line: %+v, from\n%s", said.Doubtful, from)
	}
}

// TestQuotesAreKnownByTheirText: each way to answer gives what was written and nothing of what was quoted.
func TestQuotesAreKnownByTheirText(t *testing.T) {
	letter, mine := bodyOf(ourLetter()), bodyOf(hisMail)
	at := func(text string) int {
		for i, l := range letter {
			if strings.TrimSpace(l) == text {
				return i
			}
		}
		t.Fatalf("no line %q", text)
		return 0
	}
	wrapped := func(lines []string, width int) (out []string) {
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
	form := at("G1:")
	filled := func(g1, g2 string) []string {
		lines := join(letter)
		lines[form], lines[form+1] = g1, g2
		return lines
	}
	for _, c := range []struct {
		name  string
		head  string
		lines []string
		want  string
	}{
		{"one line above", reply, join([]string{"1 G1: hold"}, danish, letter), "loose 1 G1: hold|"},
		{"one line above, no letter named", nameles, join([]string{"1 G1: hold"}, danish, letter), "loose 1 G1: hold|"},
		{"a block above", reply, join([]string{"ORDERS hill turn 1", "G1: hold", "END"}, danish, letter), "ORDERS hill turn 1|G1: hold|"},
		{"a block above without END", reply, join([]string{"ORDERS hill turn 1", "G1: hold"}, danish, letter), "ORDERS hill turn 1|G1: hold|"},
		{"a block below", reply, join(danish, letter, []string{"", "ORDERS hill turn 1", "G1: hold", "END"}), "ORDERS hill turn 1|G1: hold|"},
		{"a block below, no letter named", nameles, join(danish, letter, []string{"", "ORDERS hill turn 1", "G1: hold", "END"}), "ORDERS hill turn 1|G1: hold|"},
		{"a block between", reply, join(danish, letter[:at("UNDERSTOOD")], []string{"ORDERS hill turn 1", "G1: hold", "END"}, letter[at("UNDERSTOOD"):]), "ORDERS hill turn 1|G1: hold|"},
		{"a line between", reply, join(danish, letter[:at("1  G1: move E6")+1], []string{"1 G1: hold"}, letter[at("1  G1: move E6")+1:]), "loose 1 G1: hold|"},
		{"a line between, the rest cut", reply, join(danish, letter[:at("1  G1: move E6")+1], []string{"1 G1: hold"}, letter[at("YOUR ORDER FORM"):]), "loose 1 G1: hold|"},
		{"the form filled in", reply, join(danish, filled("G1: hold", "G2:")), "ORDERS hill turn 1|G1: hold|"},
		{"the form filled in with a line of the letter", reply, join(danish, filled("G1: move E6", "G2: hold")), "ORDERS hill turn 1|G1: move E6|G2: hold|"},
		{"the form answered below its labels", reply, join(danish, letter[:form+1], []string{"hold"}, letter[form+1:form+2], []string{"watch"}, letter[form+2:]), "ORDERS hill turn 1|G1:|+hold|G2:|+watch|"},
		{"the form answered below its labels, marked", reply, join([]string{"Fieldpost skrev:"}, quoted(letter[:form+1]), []string{"hold"}, quoted(letter[form+1:form+2]), []string{"watch"}, quoted(letter[form+2:])), "ORDERS hill turn 1|G1:|+hold|G2:|+watch|"},
		{"labels alone, marked", reply, []string{"> G1:", "hold", "> G2:", "watch"}, "loose G1:|+loose hold|loose G2:|+loose watch|"},
		{"nothing written", reply, join([]string{"Thank you!"}, danish, letter), ""},
		{"the very line of our letter above it", reply, join([]string{"2 G2: hold"}, danish, letter), "loose 2 G2: hold|"},
		{"three lines of our letter above it", reply, join([]string{"1 G1: move E6", "2 G2: hold", "3 G3: mvoe C7"}, danish, letter), "loose 1 G1: move E6|loose 2 G2: hold|loose 3 G3: mvoe C7|"},
		{"the very line of our letter in a block", reply, join([]string{"ORDERS hill turn 1", "G1: watch", "2 G2: hold", "END"}, danish, letter), "ORDERS hill turn 1|G1: watch|2 G2: hold|"},
		{"the very line alone", reply, []string{"2 G2: hold"}, "loose 2 G2: hold|"},
		{"one line of the quotation is left", reply, join([]string{"1 G1: hold"}, danish, []string{"  1  G1: move E6"}), "loose 1 G1: hold|"},
		{"two lines of the quotation are left, the other way round", reply, join([]string{"1 G1: hold"}, danish, []string{"  2  G2: hold", "  1  G1: move E6"}), "loose 1 G1: hold|"},
		{"one line of the quotation is left, below a subject of his own", reply, join([]string{"1 G1: hold"}, danish[:5], []string{"Emne: Mine ordrer", "", "  1  G1: move E6"}), "loose 1 G1: hold|"},
		{"two lines of the quotation are left, below a block", reply, join([]string{"ORDERS hill turn 1", "G1: hold", "END"}, danish, []string{"  1  G1: move E6", "  2  G2: hold"}), "ORDERS hill turn 1|G1: hold|"},
		{"his own mail quoted", nameles, join([]string{"ORDERS hill turn 1", "G1: hold", "END", "", `22.11.2026, 09:05, "Ann" <ann@example.org>:`, ""}, mine), "ORDERS hill turn 1|G1: hold|"},
		{"only the block of his own mail quoted", nameles, join([]string{"ORDERS hill turn 1", "G1: hold", "END", "", `22.11.2026, 09:05, "Ann" <ann@example.org>:`, ""}, mine[2:7]), "ORDERS hill turn 1|G1: hold|"},
		{"his own mail quoted below one line", nameles, join([]string{"1 G1: hold", "", `22.11.2026, 09:05, "Ann" <ann@example.org>:`, ""}, mine), "loose 1 G1: hold|"},
		{"his own orders again, unchanged", reply, mine[2:7], "ORDERS hill turn 1|G1: move E6|G2: hold|G3: mvoe C7|"},
		{"his own orders again above the letter", reply, join(mine[2:7], danish, letter), "ORDERS hill turn 1|G1: move E6|G2: hold|G3: mvoe C7|"},
		{"his own orders again below the letter", reply, join(danish, letter, []string{""}, mine[2:7]), "ORDERS hill turn 1|G1: move E6|G2: hold|G3: mvoe C7|"},
		{"his own orders again, one changed", reply, join([]string{"ORDERS hill turn 1", "G1: move E7", "G2: hold", "G3: mvoe C7", "END"}, danish, letter), "ORDERS hill turn 1|G1: move E7|G2: hold|G3: mvoe C7|"},
		{"wrapped at 40", reply, join([]string{"1 G1: hold"}, danish, wrapped(letter, 40)), "loose 1 G1: hold|"},
		{"an order line wrapped", reply, join([]string{"1 G1: hold"}, danish, wrapped(letter, 12)), "loose 1 G1: hold|"},
		{"a long line of his, broken", reply, join([]string{"ORDERS hill turn 1", "G1: move C7-C6-D6-D5-D4-D3-D2-D1-E1-E2-E3-E4-E5-E6-E7-E8-F8-F7", "F6-F5-F4", "END"}, danish, letter), "ORDERS hill turn 1|G1: move C7-C6-D6-D5-D4-D3-D2-D1-E1-E2-E3-E4-E5-E6-E7-E8-F8-F7|+F6-F5-F4|"},
		{"indented, other quotes and dashes", reply, join([]string{"1 G1: hold"}, danish, each(letter, func(s string) string {
			return "    " + strings.NewReplacer("“", `"`, "”", `"`, " - ", " – ", ": ", ":\u00a0").Replace(s)
		})), "loose 1 G1: hold|"},
		{"the letter cut at its end", reply, join([]string{"1 G1: hold"}, danish, letter[:at("2  G2: hold")], []string{"  2  G2:"}), "loose 1 G1: hold|"},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, from := reads(t, c.head, c.lines...)
			if got := wrote(said); got != c.want {
				t.Errorf("read %s\nwant %s\nfrom\n%s\nleft out %+v", got, c.want, from, said.Ignored)
			}
		})
	}
}

// TestOrdersAreGivenAgain: who answers below a letter that his program marks, and sends the same orders again with one changed,
// orders all of them, although an earlier mail of his has the same lines below the same letter; and so does who writes above one that is not marked,
// with the same greeting each time.
func TestOrdersAreGivenAgain(t *testing.T) {
	letter := bodyOf(ourLetter())
	mail := func(g2 string) []string {
		return join([]string{"Fieldpost wrote:", ""}, quoted(letter), []string{"", "ORDERS hill turn 1", "G1: move E7", "G2: " + g2, "G3: watch", "END", "", "Ann"})
	}
	above := func(g1 string) string { // with a greeting that he writes each time
		return "From: Ann <ann@example.org>\nMessage-ID: <b@example.org>\n\n" + strings.Join(join([]string{"Hello,", "", "ORDERS hill turn 1", "G1: " + g1, "G2: hold", "G3: watch", "END", "", "Best wishes", "Ann"}, danish, letter), "\n") + "\n"
	}
	again := func(name, earlier, now string) {
		in, err := message.Read([]byte(strings.ReplaceAll(now, "\n", "\r\n")), message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		in.Recognize(message.NewQuotable([]byte(strings.ReplaceAll(ourLetter(), "\n", "\r\n"))), message.NewQuotableMail([]byte(strings.ReplaceAll(earlier, "\n", "\r\n"))))
		if got, want := wrote(message.Find(in)), "ORDERS hill turn 1|G1: move E7|G2: hold|G3: watch|"; got != want {
			t.Errorf("%s: read %s, want %s\n%+v", name, got, want, in.Lines)
		}
	}
	again("above", above("move E8"), above("move E7"))
	for _, sort := range []string{"plain", "html"} {
		dress := func(lines []string) string {
			if sort == "plain" {
				return "From: Ann <ann@example.org>\nMessage-ID: <a@example.org>\nIn-Reply-To: <fieldpost.hill.41@example.org>\n\n" + strings.Join(lines, "\n") + "\n"
			}
			var page strings.Builder
			page.WriteString("<html><body><blockquote type=cite>")
			for _, l := range letter {
				page.WriteString("<div>" + html.EscapeString(l) + "</div>")
			}
			page.WriteString("</blockquote>")
			for _, l := range lines[len(letter)+2:] {
				page.WriteString("<div>" + html.EscapeString(l) + "<br></div>")
			}
			return "From: Ann <ann@example.org>\nMessage-ID: <a@example.org>\nIn-Reply-To: <fieldpost.hill.41@example.org>\nContent-Type: text/html; charset=utf-8\n\n" + page.String() + "</body></html>\n"
		}
		again(sort, dress(mail("watch")), dress(mail("hold")))
	}
}
