package office

import (
	"context"
	"crypto/sha256"
	"slices"
	"strings"
	"time"
	"unicode"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/message"
)

// Mailboxes that answer automatically mostly say so, and get no answer (message.Incoming.MayAnswer). Those that do not say so give themselves
// away: nothing that they write is understood, and they repeat it, answer at once, or send back what they got. Each of them is told once
// that nothing was understood, as a player would be, but not a second time.

// puzzles are the answers to mails of which nothing was understood.
var puzzles = []string{"empty", "chat", "unknown-sender", "wrong-game", "which-seat", "winmail", "not-master", "no-assent"}

const (
	quick  = 2 * time.Minute // no one reads a letter and writes another meaningless mail sooner
	puzzle = 48 * time.Hour  // how long a text that was not understood is remembered after it last came
)

// robotic reports whether a mail of which nothing was understood was written by a program. One from a player is not, if it says something
// new or brings a document: he always gets an answer.
func (v *exchange) robotic(ctx context.Context, m *adjudicator.Match, seat table.Seat, code string) bool {
	_, asked := v.command("HELP")
	if !slices.Contains(puzzles, code) && (code != "help" || asked) {
		return false
	}
	words, ours := v.ownWords(ctx, m)
	said := sha256.Sum256([]byte(words))
	again := !v.st.puzzled.first(strings.ToLower(v.in.From.Address)+" "+string(said[:]), v.in.Key, v.st.Now())
	if seat != "" && v.standing(m, seat) == own {
		return again && !v.bringsDocument()
	}
	return again || ours && words == "" || v.answersAtOnce(m)
}

// bringsDocument reports whether somebody has attached a document. What mail programs attach by themselves is none: pictures of signatures,
// visiting cards, the letter that they answer.
func (v *exchange) bringsDocument() bool {
	if slices.ContainsFunc(v.in.Lines, func(l message.Line) bool { return l.From == message.Forwarded }) {
		return false
	}
	return slices.ContainsFunc(v.in.Attachments, func(a message.Attachment) bool {
		kind, sub, _ := strings.Cut(a.Type, "/")
		return kind == "application" && !strings.Contains(sub, "signature") && sub != "ms-tnef" || kind == "text" && a.Part > 0
	})
}

// answersAtOnce reports whether the mail answers a letter saying that nothing was understood, quicker than a person could.
func (v *exchange) answersAtOnce(m *adjudicator.Match) bool {
	since := v.st.Now().Add(-quick).UnixMilli()
	for _, l := range slices.Backward(m.Letters) {
		if l.Time < since {
			break
		}
		if (l.Issued.Letter == "refusal" || l.Issued.Letter == "help") && slices.Contains(slices.Concat(v.in.InReplyTo, v.in.References), l.Issued.MessageID) {
			return true
		}
	}
	return false
}

// ownWords returns what the sender typed, without numbers and spaces, which programs change, and without the text of the last letters that
// he got. ours reports that part of it came from those letters.
func (v *exchange) ownWords(ctx context.Context, m *adjudicator.Match) (words string, ours bool) {
	letters := v.st.lastLetters(ctx, m, v.in.From.Address)
	var b strings.Builder
	for _, line := range v.in.Lines {
		text := strings.TrimSpace(line.Text)
		switch {
		case text == "" || line.Part != 0 || line.From != message.Typed:
		case held(letters, text):
			ours = true
		default:
			b.WriteString(strings.Map(func(r rune) rune {
				if unicode.IsDigit(r) || unicode.IsSpace(r) {
					return -1
				}
				return unicode.ToLower(r)
			}, text))
		}
	}
	return b.String(), ours
}
