package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office/officetest"
)

// complaints are what users of other systems have said of their mail, deadlines and senders, each with the tests that keep it from being said
// of this one: a test function, or a dialogue.
var complaints = []struct {
	complaint string
	tests     []string
}{
	{"orders were lost, and nobody was told", []string{"TestKill", "TestRestartAfterEveryEvent", "TestRealServers"}},
	{"is anybody there? no answer comes from the judge", []string{"first-turn", "refusals", "TestRubbish"}},
	{"two of ten mails arrive; turn mails get lost", []string{"TestOutbox_Pass", "TestRealServers"}},
	{"mail is late by an hour, a host says later", []string{"TestOutbox_Retry", "TestRealServers"}},
	{"a provider blocks the host, and the player is never heard of again", []string{"unreachable", "TestABounceEndsALetter", "TestUnreachable"}},
	{"it lies in the spam folder", []string{"TestRealServers"}},
	{"after an outage the queue floods everybody", []string{"unreachable", "TestOutage"}},
	{"a line that is too long ends the judge", []string{"TestBombs", "TestRubbish"}},
	{"a list of addresses that is too long ends the judge", []string{"TestBombs"}},
	{"accented letters and = signs are destroyed", []string{"TestClients", "TestCorpus", "TestCompose", "french"}},
	{"an error in an address mails nobody", []string{"TestCompose_Refuses"}},
	{"HTML mail is garbage, or refused for its size", []string{"TestClients", "TestCorpus"}},
	{"winmail.dat", []string{"winmail", "TestCorpus"}},
	{"a message that nobody ended takes the signature with it, and tells who wrote it", []string{"press"}},
	{"a quoted help text is sent to everybody", []string{"press"}},
	{"quotes are not recognised outside English, or where the line before them is wrapped", []string{"TestClients", "TestCorpus"}},
	{"the orders of the last report are carried out again from a quotation", []string{"TestClients", "TestOwnLettersComeBack"}},
	{"I want to send the whole report back with my orders typed in", []string{"TestClients", "TestOrdersInAnyDress"}},
	{"it answers itself; it answers autoresponders and bounces", []string{"TestOwnLettersComeBack", "TestCorpus", "TestStrangersAreAnsweredSeldom", "TestRealServers"}},
	{"the same orders twice", []string{"TestTheSameMailTwice", "TestOvertaking", "TestRealServers"}},
	{"an older mail overtook a newer one", []string{"TestOvertaking"}},
	{"orders for another turn were taken", []string{"late", "confirm"}},
	{"orders that came while the turn was played were lost", []string{"TestTwoServers", "TestRestartAfterEveryEvent"}},
	{"the host's clock is wrong by a year", []string{"TestClockGuard", "TestOutage"}},
	{"whose time is that deadline in?", []string{"deadline", "TestNextDeadline", "TestDeadline"}},
	{"the deadline fell into my absence; absences overlap", []string{"TestPhaseClocks", "absence"}},
	{"the reminder came at the wrong time", []string{"TestASilentPlayerIsRemindedOnceAndThenPlayedByDefault"}},
	{"the server was down at the deadline, and the game hangs", []string{"TestOutage", "unreachable", "TestTheClockSetBack"}},
	{"an empty order set counted as missed", []string{"late-players", "TestMissedTurns"}},
	{"I had nothing to order, and it counted as missed", []string{"TestMissedTurns"}},
	{"orders that a removed player had saved were carried out", []string{"TestVacatedSeats"}},
	{"nobody says who has missed his turn", []string{"TestMissedTurnsAreTold"}},
	{"everybody waits for those who never write", []string{"late-players"}},
	{"anybody can write in my name", []string{"TestSpoofingMatrix", "TestProofOfOrders", "TestOpenPGP", "confirm"}},
	{"passwords in mails", []string{"TestPost"}},
	{"saved but not confirmed, and lost without a word", []string{"confirm", "confirm-french"}},
}

// TestComplaints: every test that is named exists.
func TestComplaints(t *testing.T) {
	known := make(map[string]bool)
	for _, dir := range []string{".", "../../mail", "../../mail/office", "../../mail/office/reader", "../../mail/postoffice", "../../adjudicator", "../../projections/letter", "../../projections/calendar"} {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range parsed.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
					known[f.Name.Name] = true
				}
			}
		}
	}
	for _, c := range complaints {
		for _, test := range c.tests {
			if strings.HasPrefix(test, "Test") {
				if !known[test] {
					t.Errorf("%s: there is no test %s", c.complaint, test)
				}
			} else if _, err := os.Stat(filepath.Join("testdata", "dialogues", test+".txtar")); err != nil {
				t.Errorf("%s: %v", c.complaint, err)
			}
		}
		if len(c.tests) == 0 {
			t.Errorf("%s: no test", c.complaint)
		}
	}
}

// The report after a missed turn names who missed it; the one after an empty order set does not.
func TestMissedTurnsAreTold(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period = 60
	h.Playing(g)
	h.Mail("bo", "orders", "ORDERS hill turn 1\nEND")
	for _, l := range h.Wait(61*time.Minute, "hill") {
		text := strings.Join(strings.Fields(h.Text(l)), " ")
		if !strings.Contains(text, "Nothing came from Republic before the deadline: a missed turn") || strings.Contains(text, "from Italian") {
			t.Errorf("%s to %s: %.400s", l.Issued.Letter, l.Issued.Seat, text)
		}
	}
	h.Mail("ann", "orders", "ORDERS hill turn 2\nEND")
	letters := h.Mail("bo", "orders", "ORDERS hill turn 2\nEND")
	if len(letters) != 2 { // each brings the receipt too
		t.Fatalf("%s", officetest.Kinds(letters))
	}
	for _, l := range letters {
		if strings.Contains(h.Text(l), "missed turn") {
			t.Errorf("%s to %s tells of a missed turn", l.Issued.Letter, l.Issued.Seat)
		}
	}
}
