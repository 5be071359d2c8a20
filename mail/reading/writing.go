// Package reading joins a mail with the game that it is about: what it quotes of the letters of its seat and what it orders, and what a player's
// mailbox proves. The office reads mails so that come in, and an audit those that a player kept, by this one code; it needs no network.
package reading

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/mail/message"
)

// NoGame is the name under which an installation writes what is about no game: its own log.
const NoGame = "office"

// Writing returns what a mail says about orders, as a game reads it.
func Writing(in *message.Incoming, said message.Contents) adjudicator.Writing {
	w := adjudicator.Writing{Answers: in.InReplyTo, To: in.Recipients}
	for _, b := range said.Blocks {
		w.Blocks = append(w.Blocks, adjudicator.Block{Game: b.Game, Words: b.Words, Lines: Texts(b.Lines), Joins: joins(b.Lines)})
	}
	w.Loose, w.Joins = Texts(said.Loose), joins(said.Loose)
	for _, i := range said.Ignored {
		note := i.Reason + " " + strconv.Itoa(i.Lines)
		if i.Reason == attachmentIgnored && i.Sample != "" {
			note += " " + i.Sample
		}
		w.Ignored = append(w.Ignored, note)
	}
	for _, d := range said.Doubtful {
		w.Doubtful = append(w.Doubtful, adjudicator.Doubtful{Line: d.Text, Why: string(d.Why)})
	}
	return w
}

// attachmentIgnored is why an attachment was passed over: it is none that orders are read from.
const attachmentIgnored = "mail.ignored.attachment"

// Texts returns the lines without what is known of them.
func Texts(lines []message.BlockLine) []string {
	var list []string
	for _, l := range lines {
		list = append(list, l.Text)
	}
	return list
}

// joins returns which lines may be the rest of the line before them.
func joins(lines []message.BlockLine) []int {
	var list []int
	for i, l := range lines {
		if l.Joins {
			list = append(list, i)
		}
	}
	return list
}

// SubjectGame reads "[cambrai-2]" in a subject, which every letter of ours carries and every answer keeps.
func SubjectGame(subject string) string {
	_, rest, ok := strings.Cut(subject, "[")
	if !ok {
		return ""
	}
	name, _, ok := strings.Cut(rest, "]")
	if !ok {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(name))
}
