package mail_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/message"
)

// randomLetter is a letter of ours with sentences, a list of orders and a form in random order and number.
func randomLetter(r *rand.Rand) (lines []string) {
	sentences := []string{
		"The rest stands as it is and nothing is missing.", "Until the deadline you may send everything again, reply with one numbered line",
		"Objective J1 lies at C5 and no one holds it now.", "The enemy was seen in the woods behind the country house.",
		"Play goes on as soon as everybody has sent his orders.", "Reply with just the corrected line and its number.",
	}
	for i := range 4 + r.IntN(8) {
		lines = append(lines, fmt.Sprintf("%s Paragraph %d of %d.", sentences[r.IntN(len(sentences))], i+1, r.IntN(1000)), sentences[r.IntN(len(sentences))])
		if r.IntN(2) == 0 {
			lines = append(lines, "", fmt.Sprintf("  %d  G%d: move %c%d", i+1, i+1, 'A'+r.IntN(8), 1+r.IntN(8)))
		}
	}
	lines = append(lines, "", "WHAT YOU ORDERED SO FAR IS")
	for i := range 1 + r.IntN(6) {
		lines = append(lines, fmt.Sprintf("  %d  G%d: attack %c%d", i+1, i+1, 'A'+r.IntN(8), 1+r.IntN(8)))
	}
	if r.IntN(2) == 0 {
		lines = append(append(lines, "", "YOUR ORDER FORM IS BELOW"), message.Form("ORDERS hill turn 2", []string{"G1:", "G2:", "# HELP and one of these words explains it."})...)
	}
	return append(lines, "", "This is the end of the letter of today.")
}

// damaged is what a mail program makes of a letter that it quotes without marks.
func damaged(r *rand.Rand, lines []string) []string {
	if r.IntN(2) == 0 {
		lines = wrap(lines, 45+r.IntN(40))
	}
	switch r.IntN(4) {
	case 0:
		lines = each(lines, func(s string) string { return strings.Repeat(" ", 4) + s })
	case 1:
		lines = each(lines, func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") })
	case 2:
		lines = each(lines, func(s string) string { return strings.Join(strings.Fields(s), "  ") })
	}
	if r.IntN(4) == 0 {
		lines = asTextOfHTML(lines, 60+r.IntN(40))
	}
	return lines
}

// asTextOfHTML is what a program makes of a letter's HTML that answers in plain text: blanks are one, every paragraph stands apart, is indented and
// wrapped anew, and quotes and dots are those of print.
func asTextOfHTML(lines []string, width int) (out []string) {
	print := strings.NewReplacer("...", "\u2026", "'", "\u2019", "\u00a0", " ")
	for _, l := range lines {
		l = strings.Join(strings.Fields(print.Replace(l)), " ")
		if l == "" {
			continue
		}
		out = append(out, each(wrap([]string{l}, width), func(s string) string { return "   " + s })...)
		out = append(out, "")
	}
	return out
}

// TestWhatIsReadIsWhatWasTyped: for random letters, damage and orders, in mails that name the letter and mails that do not.
func TestWhatIsReadIsWhatWasTyped(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 1937))
	backs := []string{"none", "html"}
	for n := range 3000 {
		letter := randomLetter(r)
		raw := "From: Fieldpost <orders@example.org>\nTo: Ann <ann@example.org>\nSubject: " + title + "\nMessage-ID: <fieldpost.hill.41@example.org>\n\n" + strings.Join(letter, "\n") + "\n"
		typed, want := []string{"ORDERS hill turn 2"}, "ORDERS hill turn 2|"
		for i := range 1 + r.IntN(5) {
			line := fmt.Sprintf("G%d: hold in %c%d", i+1, 'A'+r.IntN(8), 1+r.IntN(8))
			typed, want = append(typed, line), want+line+"|"
		}
		typed = append(typed, "END")
		intro := []string{"", fmt.Sprintf("Xyz: Fieldpost <orders@example.org> %d", n), "Uvw: 22. qqq 2026 09:05", "Rst: " + title, ""}
		named := r.IntN(2) == 0
		back := damaged(r, letter)
		if r.IntN(4) == 0 {
			back = back[:len(back)/2+r.IntN(len(back)/2)] // cut
		}
		var lines []string
		switch r.IntN(3) {
		case 0:
			lines = join(typed, intro, back)
		case 1:
			at := 5 + r.IntN(len(back)-5)
			lines = join(intro, back[:at], typed, back[at:])
		default:
			lines = join(intro, back, []string{""}, typed)
		}
		if got, from := readBack(t, replyOf(backs[r.IntN(2)], lines, named), raw); got != want {
			t.Fatalf("mail %d: read %s\nwant %s\nfrom\n%s", n, got, want, from)
		}
	}
}

// TestRecognizingIsLinear: a mail and a text that are made to be compared with each other again and again cost little.
func TestRecognizingIsLinear(t *testing.T) {
	for name, line := range map[string]string{
		"one letter": "a", "one order": "G1: hold", "labels": "G1:", "headers": "ORDERS hill turn 1", "prose": "the same four words again", "dates": "22.11.2026 09:05 a@example.org",
	} {
		lines := strings.Split(strings.Repeat(line+"\n", (150<<10)/(len(line)+2)), "\n")
		for i := range lines {
			if i%7 == 3 {
				lines[i] += " x"
			}
		}
		raw := []byte("From: ann@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.Join(lines, "\r\n"))
		in, err := message.Read(raw, message.Limits{})
		if err != nil {
			t.Fatal(name, err)
		}
		own := message.NewQuotableMail(raw)
		begin := time.Now()
		in.Recognize(own, own, own, own, own, own, own)
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%s: %v", name, took)
		} else {
			t.Logf("%s: %d lines in %v", name, len(lines), took)
		}
	}
}

// FuzzRecognize: no mail and no text makes the reader panic, lose a line or change one.
func FuzzRecognize(f *testing.F) {
	f.Add(ourLetter(), strings.Join(join(his, danish, bodyOf(ourLetter())), "\n"))
	f.Add(hisMail, strings.Join(bodyOf(hisMail), "\n")+"\n> G1:\nhold\n")
	f.Fuzz(func(t *testing.T, letter, body string) {
		in, err := message.Read([]byte("From: ann@example.org\nIn-Reply-To: <a@example.org>\n\n"+body), message.Limits{})
		if err != nil {
			return
		}
		before := in.Lines
		in.Recognize(message.NewQuotable([]byte(letter)), message.NewQuotableMail([]byte("Subject: x\n\n"+body)))
		if len(in.Lines) != len(before) {
			t.Fatalf("%d lines became %d", len(before), len(in.Lines))
		}
		for i := range before {
			if in.Lines[i].Text != before[i].Text || in.Lines[i].Part != before[i].Part {
				t.Fatalf("line %d: %+v became %+v", i, before[i], in.Lines[i])
			}
		}
		message.Find(in)
	})
}
