package office_test

import (
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// Somebody alone against a machine is told what his orders would certainly do to his own side before they are played: the window stays open for a
// while, until he has sent others, or the same once more.
func TestWhatCannotEndWellWaitsForAWord(t *testing.T) {
	t.Parallel()
	const crowded = "ORDERS canal\nmove G-6a to 5222\nmove G-1G to 5222\nEND"
	begun := func() *hall {
		h := newHall(t)
		h.Announce(office.NewGame{
			ID: "canal", Rulebook: "somme-1918", Scenario: "hutier-strikes",
			Players: []office.SeatedPlayer{{Seat: "allied", Address: "bot:sensible"}},
		})
		h.Mail("ann", "join", "JOIN canal german as Ann")
		return h
	}
	held := func(h *hall) {
		got := h.Mail("ann", "orders", crowded)
		if officetest.Kinds(got) != "receipt german" {
			t.Fatalf("orders that lose a division are answered by %q", officetest.Kinds(got))
		}
		text := strings.Join(strings.Fields(h.Text(got[0])), " ")
		for _, want := range []string{"5222 would hold", "would be lost", "once more"} {
			if !strings.Contains(text, want) {
				t.Errorf("the receipt does not say %q:\n%s", want, h.Text(got[0]))
			}
		}
		if got := h.Wait(9*time.Minute, "canal"); len(got) > 0 {
			t.Errorf("after 9 minutes there is %q", officetest.Kinds(got))
		}
	}
	for what, word := range map[string]string{
		"the same once more": crowded, "others": "ORDERS canal\nmove G-6a to 5222\nEND", "a line fewer": "WITHDRAW 2",
	} {
		h := begun()
		held(h)
		if got := h.Mail("ann", "orders", word); !strings.Contains(officetest.Kinds(got), "report german") {
			t.Errorf("%s: answered by %q", what, officetest.Kinds(got))
		}
	}
	h := begun()
	held(h)
	if got := h.Wait(2*time.Minute, "canal"); !strings.Contains(officetest.Kinds(got), "report german") {
		t.Errorf("after 11 minutes there is %q", officetest.Kinds(got))
	}
	h = begun()
	if got := h.Mail("ann", "orders", "ORDERS canal\nmove G-6a to 5222\nEND"); strings.Contains(officetest.Kinds(got), "receipt") {
		t.Errorf("harmless orders wait: %q", officetest.Kinds(got))
	}
}

// A line that is not allowed has the window wait for a word too, and what stands in its place with its number is that line anew, though the number
// might also say how many of something there are.
func TestWhatIsNotAllowedWaitsForAWord(t *testing.T) {
	t.Parallel()
	begun := func() *hall {
		h := newHall(t)
		h.Announce(office.NewGame{
			ID: "mill", Rulebook: "modern-battles", Scenario: "mill-crossroads",
			Players: []office.SeatedPlayer{{Seat: "german", Address: "bot:sensible"}},
		})
		h.Mail("ann", "join", "JOIN mill us as Ann")
		h.Wait(time.Minute, "mill") // the machine deploys
		if got := h.Mail("ann", "orders", "ORDERS mill\nhold US-HQ\ndeploy US-MO at 24/5\nEND"); officetest.Kinds(got) != "receipt us" {
			t.Fatalf("a mortar put among riflemen is answered by %q: %s", officetest.Kinds(got), h.Text(got[0]))
		} else if text := h.Text(got[0]); !strings.Contains(text, "no room") || !strings.Contains(text, "once more") {
			t.Errorf("the receipt does not say what is wrong and what to do:\n%s", text)
		}
		if got := h.Wait(9*time.Minute, "mill"); len(got) > 0 {
			t.Errorf("after 9 minutes there is %q", officetest.Kinds(got))
		}
		return h
	}
	for what, word := range map[string]string{
		"the same once more": "ORDERS mill\nhold US-HQ\ndeploy US-MO at 24/5\nEND", "another place": "ORDERS mill\n2 mortar at 27/3\nEND", "a line fewer": "strike line 2, please",
	} {
		h := begun()
		got := h.Mail("ann", "orders", word)
		if !strings.Contains(officetest.Kinds(got), "report us") {
			t.Fatalf("%s: answered by %q", what, officetest.Kinds(got))
		}
		text := h.Text(got[0])
		if moved := strings.Contains(text, "US-MO is set up at 27,3,"); moved != (what == "another place") {
			t.Errorf("%s: US-MO is set up at 27,3: %v\n%s", what, moved, text)
		}
	}
	h := begun()
	if got := h.Wait(2*time.Minute, "mill"); !strings.Contains(officetest.Kinds(got), "report us") {
		t.Errorf("after 11 minutes there is %q", officetest.Kinds(got))
	}
}

// A line that was not understood is taken back by its number in any words, and chatter while it waits is answered with how.
func TestALineNotUnderstoodIsTakenBackInAnyWords(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"2. withdraw", "please strike line 2", "WITHDRAW 2"} {
		h := newHall(t)
		h.Announce(office.NewGame{
			ID: "mill", Rulebook: "modern-battles", Scenario: "mill-crossroads",
			Players: []office.SeatedPlayer{{Seat: "german", Address: "bot:sensible"}},
		})
		h.Mail("ann", "join", "JOIN mill us as Ann")
		h.Wait(time.Minute, "mill") // the machine deploys
		if got := h.Mail("ann", "orders", "ORDERS mill\ndeploy US-MO at 27/3\nUS-T1 somersaults to the moon\nEND"); officetest.Kinds(got) != "receipt us" {
			t.Fatalf("a line that nobody understands is answered by %q", officetest.Kinds(got))
		}
		got := h.Mail("ann", "Re: mill", "Sorry, I was in a hurry this morning.")
		if text := strings.Join(strings.Fields(h.Text(got[0])), " "); officetest.Kinds(got) != "refusal us" || !strings.Contains(text, "Play waits for line 2") || !strings.Contains(text, "WITHDRAW 2") {
			t.Errorf("chatter while line 2 waits is answered by %q:\n%s", officetest.Kinds(got), text)
		}
		if got := h.Mail("ann", "Re: mill", word); !strings.Contains(officetest.Kinds(got), "report us") {
			t.Errorf("%q is answered by %q:\n%s", word, officetest.Kinds(got), h.Text(got[0]))
		} else if text := h.Text(got[0]); !strings.Contains(text, "US-MO is set up at 27,3,") {
			t.Errorf("%q takes line 1 back too:\n%s", word, text)
		}
	}
}
