package office_test

import (
	"bytes"
	"fieldpost/mail/office/officetest"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/message"

	gocmp "github.com/google/go-cmp/cmp"
)

// reads is all that can be read of a letter: its bytes, its decoded text and every attached file.
func (h *hall) reads(l adjudicator.Letter) []byte {
	raw := h.BytesOf(l)
	all := append(bytes.Clone(raw), h.Text(l)...)
	for _, f := range message.Files(raw) {
		all = append(all, f.Data...)
	}
	return all
}

// TestNoLetterTellsTheOther plays a whole game in every rhythm. No letter to a seat holds an order line of the other
// side, its token, its address, or its report's answers.
func TestNoLetterTellsTheOther(t *testing.T) {
	for _, rhythm := range []string{"plan", "run", "token"} {
		t.Run(rhythm, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			g := officetest.Palace("hill")
			g.Rhythm = rhythm
			h.Playing(g)
			windows := 3
			if rhythm != "plan" {
				windows = 6
			}
			for w := range windows {
				for s, text := range officetest.InOrder(h.BotMails("hill")) {
					// a line that never comes up, with a word that nobody else can know
					secret := fmt.Sprintf("G1: when turn 7 then move C7 # cipher%s%d", s, w)
					if s == "italian_ctv" {
						secret = fmt.Sprintf("G1: when turn 7 then move B3 # cipher%s%d", s, w)
					}
					h.Mail(officetest.Player(s), "orders", strings.Replace(text, "\nEND", "\n"+secret+"\nEND", 1))
				}
			}
			h.Look("hill", func(m *adjudicator.Match) {
				hidden := hiddenFrom(t, h, m)
				checked := 0
				for _, l := range m.Letters {
					read := h.reads(l)
					for _, secret := range hidden[table.Seat(l.Issued.Seat)] {
						checked++
						if bytes.Contains(read, []byte(secret)) {
							t.Errorf("the %s to %s (event %d) holds %q", l.Issued.Letter, l.Issued.Seat, l.Seq, secret)
						}
					}
				}
				if checked < 100 {
					t.Errorf("only %d comparisons", checked)
				}
			})
		})
	}
}

// hiddenFrom gathers for each seat what it must never read: of the other seat the texts of its guarded lines, its
// addresses with their tokens, and where its mail goes.
func hiddenFrom(t *testing.T, h *hall, m *adjudicator.Match) map[table.Seat][]string {
	t.Helper()
	hidden, own := make(map[table.Seat][]string), make(map[table.Seat][]string)
	for _, p := range m.Players {
		for _, other := range m.Players {
			if other.Seat == p.Seat {
				continue
			}
			hidden[p.Seat] = append(hidden[p.Seat], other.Address, "cipher"+string(other.Seat))
			for turn := range int64(9) {
				hidden[p.Seat] = append(hidden[p.Seat], h.Office.Post.Token("hill", string(other.Seat), turn))
			}
			for r, err := range h.Store.Read(t.Context(), "hill", 1) {
				if err != nil {
					t.Fatal(err)
				}
				e, err := events.Decode(r.Bytes)
				if err != nil {
					t.Fatal(err)
				}
				b, ok := e.Body.(events.OrdersReceived)
				if !ok || b.Seat != string(other.Seat) {
					continue
				}
				o, _, err := events.Open[events.Orders](r, b.OrdersSealed)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range o.Lines {
					own[other.Seat] = append(own[other.Seat], l.Text)
					if len(l.Clauses)+len(l.Otherwise)+len(l.When) > 0 {
						hidden[p.Seat] = append(hidden[p.Seat], l.Text)
					}
				}
			}
		}
	}
	for _, p := range m.Players { // both may have written the very same line
		hidden[p.Seat] = slices.DeleteFunc(hidden[p.Seat], func(text string) bool { return slices.Contains(own[p.Seat], text) })
	}
	return hidden
}

// TestWhatCannotBeSeenChangesNoByte plays a turn twice with the same mails of one side. The other side orders in the
// second something that cannot be seen to be different: a line for a turn far away, standing orders that never come up:
// the letters to the first side are the same but for fingerprints of the log.
func TestWhatCannotBeSeenChangesNoByte(t *testing.T) {
	t.Parallel()
	told := func(extra string) []string {
		h := newHall(t)
		h.Playing(officetest.Palace("hill"))
		h.Mail("bo", "orders", "ORDERS hill turn 1\nG1: watch | if_fail: hold\nG2: watch\n"+extra+"END")
		h.Look("hill", func(m *adjudicator.Match) {
			if mail, _ := m.LastOrderMail("italian_ctv"); len(mail.Orders.Faults) > 0 {
				t.Errorf("%q is not understood: %+v", extra, mail.Orders.Faults)
			}
		})
		h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: move C7\nG2: watch\nEND")
		h.Mail("ann", "status", "STATUS")
		var letters []string
		for _, l := range h.AllIssued() {
			if l.Issued.Seat == "republic" {
				letters = append(letters, l.Issued.Letter+"\n"+officetest.Masked(h.Text(l)))
			}
		}
		return letters
	}
	plain := told("")
	for _, extra := range []string{
		"when tokens 0 then G1: move C2\n",
		"standing retreat: toward A1\n",
		"standing releve order lmg rifle\nstanding retreat: toward A1\n",
	} {
		if got := told(extra); !slices.Equal(got, plain) {
			for i := range got {
				if i >= len(plain) || got[i] != plain[i] {
					t.Errorf("with %q the other side reads another letter %d:\n%s", extra, i, gocmp.Diff(strings.Split(plain[min(i, len(plain)-1)], "\n"), strings.Split(got[i], "\n")))
					break
				}
			}
		}
	}
}
