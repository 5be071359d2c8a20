package office_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// TestOneSeatFromTwoAddresses: a player answers once from home and once from work. What counts is what the game's proof says, in the order in
// which mails are taken; receipts and questions go to the registered address alone, whatever wrote; and a mail from elsewhere that he confirms
// counts as of his word.
func TestOneSeatFromTwoAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		policy       string
		work, stands string // what comes back to the mail from work, and what stands in the end
	}{
		{"casual", "receipt republic", "G2: rally"},
		{"standard", "confirm republic", "G1: watch"},
	} {
		t.Run(c.policy, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			g := officetest.Palace("hill")
			g.Schedule.CoolOff, g.Terms.Proof = 1<<30, c.policy
			h.Playing(g)
			h.Office.Witnesses = []mail.Witness{witness(func(_ mail.Mail, e *mail.Evidence) { e.Domain = mail.Pass })}
			send := func(from, text string) []adjudicator.Letter {
				letters := h.Raw([]byte(strings.Replace(string(h.Plain(from, "orders", text)), "To: orders@fieldpost.local", "To: "+h.Office.Post.Address("hill", "republic", 1), 1)))
				for _, l := range letters {
					if l.Address != "ann@example.org" {
						t.Errorf("a letter about %q goes to %s", text, l.Address)
					}
				}
				return letters
			}
			if got := officetest.Kinds(send("ann", "ORDERS hill turn 1\nG1: hold\nEND")); got != "receipt republic" {
				t.Errorf("from home: %q", got)
			}
			asked := send("ann.work", "ORDERS hill turn 1\nG1: watch\nEND")
			if got := officetest.Kinds(asked); got != c.work {
				t.Errorf("from work: %q", got)
			}
			if got := officetest.Kinds(send("ann", "ORDERS hill turn 1\nG2: rally\nEND")); got != "receipt republic" {
				t.Errorf("from home again: %q", got)
			}
			if c.work != "receipt republic" {
				in, err := message.Read(h.BytesOf(asked[0]), message.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				yes := strings.Replace(string(h.Plain("ann", "Re: "+in.Subject, "Yes, I was at work.")), "To: orders@fieldpost.local", "To: "+in.ReplyTo.Address, 1)
				letters := h.Raw([]byte(yes))
				if got := officetest.Kinds(letters); got != "receipt republic" {
					t.Fatalf("confirmed: %q", got)
				}
				if text := h.Text(letters[0]); !strings.Contains(text, "NO LONGER STANDING") || !strings.Contains(text, "G2: rally") {
					t.Errorf("the receipt of what was confirmed does not say what it replaced:\n%s", text)
				}
			}
			filed := h.filed("hill", "republic")
			if got := filed[strings.LastIndex(filed, "Text:")+len("Text:"):]; !strings.HasPrefix(got, c.stands+" ") {
				t.Errorf("%q stands, want %q", got, c.stands)
			}
		})
	}
}

// TestANewAddress: from the moment on at which a seat has another address, the old one has no say, although its letters are still there to be
// answered, and what was ordered before stands.
func TestANewAddress(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff, g.Terms.Proof = 1<<30, "standard"
	h.Playing(g)
	h.Office.Witnesses = []mail.Witness{witness(func(_ mail.Mail, e *mail.Evidence) { e.Domain = mail.Pass })}
	send := func(from, text string) string {
		raw := strings.Replace(string(h.Plain(from, "orders", text)), "To: orders@fieldpost.local", "To: "+h.Office.Post.Address("hill", "republic", 1), 1)
		var got []string
		for _, l := range h.Raw([]byte(raw)) {
			got = append(got, fmt.Sprint(l.Issued.Letter, " ", l.Address))
		}
		return strings.Join(got, ", ")
	}
	if got := send("ann", "ORDERS hill turn 1\nG1: hold\nEND"); got != "receipt ann@example.org" {
		t.Errorf("from the old address: %s", got)
	}
	if _, err := h.Office.ChangeAddress(t.Context(), office.AddressRequest{Game: "hill", Seat: "republic", Address: "ann.new@example.org", Reason: "moved"}); err != nil {
		t.Fatal(err)
	}
	h.Tend("hill")
	if got := send("ann", "ORDERS hill turn 1\nG2: watch\nEND"); got != "confirm ann.new@example.org" {
		t.Errorf("from the old address after the change: %s", got)
	}
	if filed := h.filed("hill", "republic"); strings.Contains(filed, "watch") || !strings.Contains(filed, "Text:G1: hold ") {
		t.Errorf("filed: %s", filed)
	}
	if got := send("ann.new", "ORDERS hill turn 1\nG3: watch\nEND"); got != "receipt ann.new@example.org" {
		t.Errorf("from the new address: %s", got)
	}
}
