package office_test

import (
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/mail"
)

// fullMail says everything that one mail can say.
const fullMail = "PRESS italian_ctv\nGood morning.\nEND\nABSENT 24 Dec to 2 Jan\nLETTERS NO copies\nORDERS hill turn 1\nG1: hold\nG2: watch\nEND\nSTANDING\nHELP fire"

// countKinds counts the events of a game by their kind.
func (h *hall) countKinds(game string) map[events.Kind]int {
	h.T.Helper()
	n := map[events.Kind]int{}
	for r, err := range h.Store.Read(h.T.Context(), game, 1) {
		if err != nil {
			h.T.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			h.T.Fatal(err)
		}
		n[e.Body.Kind()]++
	}
	return n
}

// TestAMailIsDoneOnce: wherever a fault cuts the work on a mail that does several things, the mail, offered again, does the rest, and nothing
// twice.
func TestAMailIsDoneOnce(t *testing.T) {
	t.Parallel()
	for cut := int64(0); ; cut++ {
		h := newHall(t)
		g := officetest.Palace("hill")
		g.Schedule.CoolOff = 1 << 30
		h.Playing(g)
		raw := h.Plain("ann", "several things", fullMail)
		log := h.Store.(officetest.Keeping).Log
		first, fault := log.Appends(), int64(0)
		log.Inject(func(n int64, _ events.Record) memlog.Fault {
			if n > first+cut {
				fault++
				return memlog.Refused
			}
			return memlog.None
		})
		_, err := h.Take(raw, mail.Envelope{Via: "smtp", Received: h.Now})
		log.Inject(nil)
		if fault > 0 && err == nil {
			t.Errorf("cut after %d events: the mail was taken all the same", cut)
		}
		h.Again()
		for range 2 {
			if _, err := h.Take(raw, mail.Envelope{Via: "imap", Received: h.Now}); err != nil {
				t.Fatalf("cut after %d events: %v", cut, err)
			}
		}
		h.Tend("hill")
		got := h.countKinds("hill")
		for kind, want := range map[events.Kind]int{"PressSent": 1, "AbsenceSet": 1, "LettersChosen": 1, "OrdersReceived": 1, "OrdersRefused": 0} {
			if got[kind] != want {
				t.Errorf("cut after %d events: %d times %s, want %d", cut, got[kind], kind, want)
			}
		}
		receipts := 0
		h.Look("hill", func(m *adjudicator.Match) {
			for _, l := range m.Letters {
				if l.Issued.Letter == "receipt" {
					receipts++
					if text := h.Text(l); !strings.Contains(text, "No standing order is in force") || !strings.Contains(text, "FIRE\n") {
						t.Errorf("cut after %d events: the receipt does not answer the questions:\n%s", cut, text)
					}
				}
			}
			if len(m.Absences) != 1 || len(m.Press) != 1 || len(m.Desk("republic").Draft()) != 2 {
				t.Errorf("cut after %d events: absences %v, messages %v, draft %v", cut, m.Absences, m.Press, m.Desk("republic").Draft())
			}
		})
		if receipts != 1 {
			t.Errorf("cut after %d events: %d receipts", cut, receipts)
		}
		if fault == 0 {
			if cut < 6 {
				t.Errorf("the mail caused %d events only", cut)
			}
			return
		}
	}
}

// A key that comes with orders does not keep the orders from being taken.
func TestAKeyBesideOrders(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	key, err := os.ReadFile(filepath.Join("..", "..", "mail", "testdata", "openpgp", "camille.asc"))
	if err != nil {
		t.Fatal(err)
	}
	letters := h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: hold\nEND\nSTANDING\n\n"+string(key))
	if got := officetest.Kinds(letters); got != "key republic, receipt republic" {
		t.Errorf("letters: %s", got)
	}
}

// TestHelpForEveryVerb: HELP and a verb, AIDE and its French name, with or without the name of the game, explain that verb in every game.
func TestHelpForEveryVerb(t *testing.T) {
	t.Parallel()
	for _, engine := range adjudicator.Games() {
		t.Run(engine.Name(), func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.Announce(office.NewGame{ID: "h2", Rulebook: engine.Name(), Scenario: scenarios.ShowPiece(engine.Name())})
			var seat table.Seat
			h.Look("h2", func(m *adjudicator.Match) { seat = m.Players[0].Seat })
			h.Mail("ann", "join", "JOIN h2 "+string(seat)+" as Ann")
			verbs, asked := engine.Language().Verbs, 0
			for i, v := range verbs {
				verbs = append(verbs, v.Clauses...)
				_ = i
			}
			h.Look("h2", func(m *adjudicator.Match) {
				for _, v := range verbs {
					for lang, command := range map[orders.Lang]string{"en": "HELP", "fr": "AIDE"} {
						for _, of := range []string{"", "h2 ", "[h2] "} {
							name := v.Spoken(lang)
							asked++
							help, ok := h.Office.HelpOn(m, seat, string(lang), of+name)
							if !ok || help.Text == "" || help.Verbs != nil || !strings.Contains(help.Text, v.Help.In(lang)[:min(12, len(v.Help.In(lang)))]) {
								t.Errorf("%s %s%s: %.200q", command, of, name, help.Text)
							}
						}
					}
				}
			})
			v := verbs[0]
			if v.Implicit {
				v = verbs[len(verbs)-1]
			}
			for _, c := range []struct{ command, name string }{{"HELP", v.Name}, {"AIDE h2", v.Spoken("fr")}} {
				letters := h.Mail("ann", "question", c.command+" "+c.name)
				if len(letters) != 1 || !strings.Contains(h.Text(letters[0]), strings.ToUpper(c.name)) || strings.Contains(h.Text(letters[0]), "neither a verb") {
					t.Errorf("%s %s: %d letters, %.300s", c.command, c.name, len(letters), h.Text(letters[0]))
				}
			}
			t.Logf("%d questions", asked)
		})
	}
}

// inTwoGames is a hall where Ann plays in two games, in French.
func inTwoGames(t *testing.T) *hall {
	h := newHall(t)
	for _, id := range []string{"hill", "ford"} {
		h.Announce(officetest.Palace(id))
		h.Mail("ann", "join", "REJOINDRE "+id+" republic comme Ann")
	}
	return h
}

// Somebody with two games, or with none, who asks about a verb at the public address is told of it too.
func TestHelpWithoutAGame(t *testing.T) {
	t.Parallel()
	h := inTwoGames(t)
	for from, want := range map[string]string{"ann": "assaut", "stranger": "assault"} {
		letters := h.Mail(from, "help", "HELP assault")
		if len(letters) != 1 || !strings.Contains(h.Text(letters[0]), "\n"+want+" ") {
			t.Errorf("%s: %.500s", from, h.Text(letters[0]))
		}
	}
}

// TestLinesTakenBackTogether: several lines that a mail takes back, each in a line of its own, are one receipt, and no line beside them goes.
func TestLinesTakenBackTogether(t *testing.T) {
	t.Parallel()
	for text, left := range map[string]int{"WITHDRAW 1\nWITHDRAW 3\n": 1, "WITHDRAW 1\nWITHDRAW\n": 0} {
		h := newHall(t)
		g := officetest.Palace("hill")
		g.Schedule.CoolOff = 1 << 30
		h.Playing(g)
		h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: hold\nG2: hold\nG3: hold\nEND")
		if got := officetest.Kinds(h.Mail("ann", "back", text)); got != "receipt republic" {
			t.Errorf("%q is answered by %s", text, got)
		}
		h.Look("hill", func(m *adjudicator.Match) {
			if n := len(m.Desk("republic").Draft()); n != left {
				t.Errorf("%q leaves %d lines, want %d", text, n, left)
			}
		})
	}
}

// TestAMailOfNoGame: who plays in several games and names none is asked which, in his language, and nothing is done.
func TestAMailOfNoGame(t *testing.T) {
	t.Parallel()
	h := inTwoGames(t)
	for subject, text := range map[string]string{"partie": "ÉTAT", "ordres": "ORDRES\nMG: fire\nFIN"} {
		letters := h.Mail("ann", subject, text)
		if len(letters) != 1 || letters[0].Issued.Letter != "refusal" || !strings.Contains(h.Text(letters[0]), "Vous jouez ici dans ford, hill") {
			t.Errorf("%s: %d letters: %.500s", text, len(letters), h.Text(letters[0]))
		}
	}
	if letters := h.Mail("ann", "correction", "2 G1: watch"); len(letters) != 1 || !strings.Contains(strings.Join(strings.Fields(h.Text(letters[0])), " "), "doit répondre à une lettre de cette partie") {
		t.Errorf("a corrected line that answers no letter is not told that it must: %d letters: %.600s", len(letters), h.Text(letters[0]))
	}
	if letters := h.Mail("ann", "[ford] partie", "ÉTAT"); len(letters) != 1 || letters[0].Issued.Letter == "refusal" {
		t.Error("a game named in the subject is not found")
	}
}

// TestSpokenLines: what a French player is told of his lines is French in every game, and is the same line when he sends it back.
func TestSpokenLines(t *testing.T) {
	t.Parallel()
	for _, engine := range adjudicator.Games() {
		t.Run(engine.Name(), func(t *testing.T) {
			t.Parallel()
			language, err := words.Language(engine)
			if err != nil {
				t.Fatal(err)
			}
			h := newHall(t)
			h.Announce(office.NewGame{ID: "hill", Rulebook: engine.Name(), Scenario: scenarios.ShowPiece(engine.Name()), Schedule: events.Schedule{CoolOff: 0, Zone: "UTC"}})
			var seats []table.Seat
			h.Look("hill", func(m *adjudicator.Match) {
				for _, p := range m.Players {
					seats = append(seats, p.Seat)
				}
			})
			for i, s := range seats {
				h.Mail(fmt.Sprintf("p%d", i), "join", fmt.Sprintf("REJOINDRE hill %s comme P%d", s, i))
			}
			lines, french := 0, 0
			for range 8 {
				if lines >= 40 {
					break
				}
				mails := h.BotMails("hill")
				h.Look("hill", func(m *adjudicator.Match) {
					for s, text := range officetest.InOrder(mails) {
						lex := m.Now.Knows(s).Lexicon()
						for _, l := range orders.Parse(language, lex, body(text), 1).Lines {
							lines++
							told := h.Office.LineFor(m, s, l)
							if told != l.Text {
								french++
							}
							again := orders.Parse(language, lex, told, int(l.Number))
							if len(again.Lines) != 1 || again.Lines[0].Text != l.Text {
								t.Errorf("%q was told as %q, which is %v %v", l.Text, told, again.Lines, again.Faults)
							}
						}
					}
				})
				for i, s := range seats {
					if text := mails[s]; text != "" {
						h.Mail(fmt.Sprintf("p%d", i), "ordres", text)
					}
				}
				h.Wait(time.Hour, "hill")
			}
			if lines < 20 || french*10 < lines*9 {
				t.Errorf("%d of %d lines were told in French", french, lines)
			}
			t.Logf("%d of %d lines were told in French", french, lines)
		})
	}
}

// body is what stands between ORDERS and END.
func body(text string) string {
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		if !strings.HasPrefix(l, "ORDERS") && !strings.HasPrefix(l, "ORDRES") && l != "END" && l != "FIN" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// TestTheOperatorOrdersFirst (T14): who keeps the server and plays may not order in a window once he could have read another player's orders.
func TestTheOperatorOrdersFirst(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Operator, g.Schedule.CoolOff = "republic", 1<<30
	h.Playing(g)
	if text := h.Text(h.Mail("bo", "status", "STATUS")[0]); !strings.Contains(strings.Join(strings.Fields(text), " "), "Republic is played by the person who runs this server") {
		t.Errorf("the other player is not told:\n%s", text)
	}
	step := func(from, text, want string) {
		t.Helper()
		if got := officetest.Kinds(h.Mail(from, "orders", text)); got != want {
			t.Errorf("%s, %q: %s, want %s", from, text, got, want)
		}
	}
	step("ann", "ORDERS hill turn 1\nG1: hold\nEND", "receipt republic")
	step("ann", "ORDERS hill turn 1\nG1: hold\nG2: hold\nEND", "receipt republic")
	step("bo", "ORDERS hill turn 1\nG1: hold\nEND", "receipt italian_ctv")
	step("ann", "ORDERS hill turn 1\nG3: hold\nEND", "refusal republic")
	step("ann", "WITHDRAW 1", "refusal republic")
	step("bo", "ORDERS hill turn 1\nG1: watch\nEND", "receipt italian_ctv")
	h.Look("hill", func(m *adjudicator.Match) {
		if n := len(m.Desk("republic").Draft()); n != 2 {
			t.Errorf("%d lines of the operator stand", n)
		}
	})
	step("ann", "STATUS", "status republic")
	if err := h.SealNow("hill"); err != nil {
		t.Fatal(err)
	}
	step("bo", "ORDERS hill turn 2\nG1: hold\nEND", "receipt italian_ctv")
	step("ann", "ORDERS hill turn 2\nG1: hold\nEND", "refusal republic")
	// and a log in which it was otherwise is refused by everybody who reads it
	fair := adjudicator.NewFairness("hill")
	var bad error
	at := 0
	for r, err := range h.Store.Read(t.Context(), "hill", 1) {
		if err != nil {
			t.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if err := fair.Apply(e, events.Hash{}); err != nil {
			t.Fatalf("event %d: %v", e.Seq, err)
		}
		if b, ok := e.Body.(events.OrdersReceived); ok && b.Seat == "italian_ctv" && b.Window == 2 {
			b.Seat, at = "republic", int(e.Seq)
			bad = fair.Apply(events.Event{Game: "hill", Seq: e.Seq + 1, Time: e.Time, Actor: "seat:republic", Body: b}, events.Hash{})
			break
		}
	}
	if at == 0 || bad == nil {
		t.Errorf("orders of the operator after another's are let pass (event %d)", at)
	}
}

// The game master who joins his own game is known for the operator, whether he says so or not.
func TestTheMasterWhoPlaysIsTheOperator(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Office.Settings.Master = "ann@example.org"
	h.Playing(officetest.Palace("hill"))
	h.Look("hill", func(m *adjudicator.Match) {
		if m.Fair.Operator != "republic" {
			t.Errorf("the operator is %q", m.Fair.Operator)
		}
	})
}

// TestEnoughAnswers: after twenty answers a day questions of an address are left alone, over all its games, and the game master is told once;
// its orders still have their receipts.
func TestEnoughAnswers(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Office.Settings.Master, h.Office.Settings.Rates = "master@example.org", office.Rates{Seat: 1000, Game: 1000}
	for _, id := range []string{"hill", "ford"} {
		g := officetest.Palace(id)
		g.Schedule.CoolOff = 1 << 30
		h.Playing(g)
	}
	answered, warned := 0, 0
	for i := range 60 {
		for _, l := range h.Mail("ann", "question", []string{"STATUS hill", "HELP ford", "ORDERS hill turn 9\nG1: hold\nEND"}[i%3]+"\n") {
			if l.Address == "ann@example.org" {
				answered++
			} else if l.Address == "master@example.org" && l.Issued.Letter == "warning" {
				warned++
			}
		}
	}
	if answered != office.MostAnswers || warned != 1 {
		t.Errorf("%d answers and %d warnings", answered, warned)
	}
	if got := officetest.Kinds(h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: hold\nEND")); got != "receipt republic" {
		t.Errorf("an order mail: %q", got)
	}
	if got := officetest.Kinds(h.Mail("bo", "question", "STATUS hill")); got != "status italian_ctv" {
		t.Errorf("somebody else: %q", got)
	}
	h.Now = h.Now.Add(25 * time.Hour)
	if got := officetest.Kinds(h.Mail("ann", "question", "STATUS hill")); got != "status republic" {
		t.Errorf("the next day: %q", got)
	}
}
