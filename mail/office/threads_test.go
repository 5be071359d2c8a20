package office_test

import (
	"strings"
	"testing"

	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail"
	"fieldpost/mail/office/officetest"
)

// TestAnswersAfterARestartJoinTheirThread: the server falls silent between a mail and its answer. The answer that the next start writes stands
// below the player's mail, in the thread of his letters, as if nothing had happened.
func TestAnswersAfterARestartJoinTheirThread(t *testing.T) {
	t.Parallel()
	for what, text := range map[string]string{
		"receipt": "ORDERS hill turn 1\nG1: hold\nEND\n",
		"refusal": "PRESS to nobody\nHello!\nEND\n",
		"confirm": "SURRENDER hill\n",
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.Playing(officetest.Palace("hill"))
			raw := strings.Replace(string(h.Plain("ann", "my move", text)), "Date:", "In-Reply-To: <letter.1@example.org>\r\nReferences: <root@example.org>\r\n <letter.1@example.org>\r\nDate:", 1)
			id := raw[strings.Index(raw, "Message-ID: <")+len("Message-ID: <"):]
			id = id[:strings.Index(id, ">")]
			log := h.Store.(officetest.Keeping).Log
			log.Inject(func(_ int64, r events.Record) memlog.Fault {
				if e, err := events.Decode(r.Bytes); err == nil && e.Body.Kind() == "ReportIssued" {
					return memlog.Refused
				}
				return memlog.None
			})
			letters, err := h.Take([]byte(raw), mail.Envelope{Via: "smtp", Received: h.Now})
			log.Inject(nil)
			if len(letters) > 0 {
				t.Fatalf("before the restart: %s, %v", officetest.Kinds(letters), err)
			}
			h.Again()
			letters = h.Tend("hill")
			if got := officetest.Kinds(letters); got != what+" republic" {
				t.Fatalf("after the restart: %s", got)
			}
			head, _, _ := strings.Cut(string(h.BytesOf(letters[0])), "\r\n\r\n")
			if !strings.Contains(head, "\r\nIn-Reply-To: <"+id+">\r\n") || !strings.Contains(head, "<root@example.org>\r\n <letter.1@example.org>\r\n <"+id+">") {
				t.Errorf("the answer to %s has the header\n%s", id, head)
			}
		})
	}
}

// TestAMailWithAnOddMessageID: a Message-ID that cannot stand in a header of ours costs its mail its place in the thread, not its receipt.
func TestAMailWithAnOddMessageID(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	for _, odd := range []string{"<two words@example.org>", "<accentué@example.org>", "<a\x01b@example.org>", "<>", "<" + strings.Repeat("long", 240) + "@example.org>"} {
		raw := string(h.Plain("ann", "my move", "ORDERS hill turn 1\nG1: hold\nEND\n"))
		from := strings.Index(raw, "Message-ID: ") + len("Message-ID: ")
		raw = raw[:from] + odd + raw[from+strings.Index(raw[from:], "\r\n"):]
		if got := officetest.Kinds(h.Raw([]byte(raw))); got != "receipt republic" {
			t.Errorf("Message-ID %s: %q", odd, got)
		}
	}
}
