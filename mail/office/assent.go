package office

import (
	"context"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/mail"
	"fieldpost/mail/message"
)

// A reply to the letter that asks whether a mail is its reader's own confirms that mail. It need not say anything; but who answers "that was not
// me!" answers too, and so does a program that writes for somebody who is on holiday and does not say that it is one.

// assents reports whether a reply says yes: it says nothing at all, or it orders or asks something, or one of its own words is a yes; and nothing
// in it is a no or a question.
func (v *exchange) assents(ctx context.Context, m *adjudicator.Match) bool {
	in := *v.in
	in.Recognize(v.lettersToSender(ctx, m)...)
	said := message.Find(&in)
	silent, yes := true, len(said.Blocks)+len(said.Commands) > 0
	for _, l := range said.Loose {
		text := strings.TrimSpace(l.Typed)
		switch {
		case text == "":
			continue
		case strings.Contains(text, "?"), v.st.Phrases.Speech.Says("denial", text):
			return false
		case v.st.Phrases.Speech.Says("assent", text), mail.TokenLine(text) != "":
			yes = true
		}
		silent = false
	}
	return yes || silent
}
