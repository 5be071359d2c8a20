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
