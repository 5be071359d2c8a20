package office_test

import (
	"strings"
	"testing"
	"time"

	"fieldpost/mail/message"
	"fieldpost/mail/office"
)

// The game master is told once of each outage of a mail account that lasts longer than some minutes.
func TestTheMasterIsToldOfAccounts(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Office.Settings.Master = "master@example.org"
	began := h.Now
	h.Office.MailTroubles = func() []office.MailTrouble {
		return []office.MailTrouble{{Account: "orders@imap.example.org:993", Since: began.UnixMilli(), Why: "login refused"}}
	}
	told := func() (n int) {
		for _, l := range h.AllIssued() {
			raw, err := h.Store.Get(t.Context(), l.Issued.Digest)
			if err != nil {
				t.Fatal(err)
			}
			in, err := message.Read(raw, message.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var words []string
			for _, line := range in.Lines {
				words = append(words, strings.Fields(line.Text)...)
			}
			if said := strings.Join(words, " "); strings.Contains(said, "orders@imap.example.org:993: login refused") {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{4 * time.Minute, 0}, {6 * time.Minute, 1}, {7 * time.Minute, 1}} {
		h.Now = began.Add(c.after)
		h.Office.WarnOfMail(t.Context())
		if n := told(); n != c.want {
			t.Errorf("after %v the master was told %d times, want %d", c.after, n, c.want)
		}
	}
	began = h.Now // it worked for a moment, and stopped again
	h.Now = h.Now.Add(6 * time.Minute)
	h.Office.WarnOfMail(t.Context())
	if n := told(); n != 2 {
		t.Errorf("of the second outage the master was told %d times", n-1)
	}
}
