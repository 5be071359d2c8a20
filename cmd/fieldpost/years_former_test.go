package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net/smtp"
	"os"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"
)

var yearsFormer = flag.String("years-former", "", "programs, separated by commas, that serve every other month of TestYears, one after the other")

// newYears makes an installation for TestYears. Where former programs serve, the time is that of the clock on the wall, since theirs cannot be
// set, and the players have their mailboxes on the server itself, so that it can deliver letters.
func newYears(t *testing.T) *years {
	t.Helper()
	y := &years{installation: install(t), clock: officetest.Start, domain: "example.org", left: map[string]string{}}
	if *yearsFormer == "" {
		return y
	}
	y.domain = "fieldpost.local"
	y.former = former{installation: y.installation, program: strings.Split(*yearsFormer, ",")[0], smtp: freePort(t)}
	text := fmt.Sprintf("data: %s\nlisten: {smtp: %s, imap: %s, http: \"\"}\nrates: {seat: 100000, game: 100000}\n", y.dir, y.smtp, freePort(t))
	if err := os.WriteFile(y.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return y
}

// served lets a month be played, every other one by a former program's server.
func (y *years) served(month int, work func(clubhouse)) {
	y.t.Helper()
	if y.program == "" || month%2 == 0 {
		y.month(func(st *host.Installation) {
			work(here{y, st})
			y.delivered(st.Office)
		})
		return
	}
	programs := strings.Split(*yearsFormer, ",")
	y.program = programs[month/2%len(programs)]
	config, err := ReadConfig(y.config)
	if err != nil {
		y.t.Fatal(err)
	}
	y.work(func() { work(&there{y, config}) })
}

// there is a clubhouse whose office a former program's server has.
type there struct {
	*years
	config host.Config
}

// call gives the server a game master's command.
func (s *there) call(name string, request any) ([]byte, error) {
	data, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	return host.CallRunning(s.t.Context(), s.config, name, data)
}

// status asks how a game stands.
func (s *there) status(game string) (status office.GameStatus) {
	s.t.Helper()
	data, err := s.call("show", office.GameRequest{Game: game, JSON: true})
	if err == nil {
		err = json.Unmarshal(data, &status)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", game, err)
	}
	return status
}

func (s *there) post(who, text string) {
	s.t.Helper()
	s.mails++
	from := who + "@" + s.domain
	raw := fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <there.%d@%s>\r\nSubject: orders\r\n\r\n%s\r\n", from, s.address, s.mails, s.domain, strings.ReplaceAll(text, "\n", "\r\n"))
	if err := smtp.SendMail(s.smtp, nil, from, []string{s.address}, raw); err != nil {
		s.t.Fatal(err)
	}
}

// moved waits until the open window of a game is another than one.
func (s *there) moved(game string, window int) {
	s.t.Helper()
	if !within(time.Minute, func() bool { return s.status(game).Window > window }) {
		s.t.Fatalf("%s does not go on with %s: %+v", game, s.program, s.status(game))
	}
}

func (s *there) open(game string) {
	s.t.Helper()
	if _, err := s.call("new", gameWithRules(officetest.Palace(game))); err != nil {
		s.t.Fatal(err)
	}
	for _, who := range pairOf(game) {
		s.post(who, "JOIN "+game+" "+seatOf(who))
	}
	s.moved(game, 0)
}

func (s *there) turns(games ...string) {
	s.t.Helper()
	at := make([]office.GameStatus, len(games))
	order := func(i int, lines string) {
		for _, who := range pairOf(games[i]) {
			s.post(who, yearsOrders(games[i], at[i].Turn, lines))
		}
	}
	for i, game := range games {
		at[i] = s.status(game)
		order(i, cmp.Or(s.left[game], bothUnits))
	}
	for i, game := range games {
		for _, line := range []string{"G1: watch", "G2: hold"} {
			if within(patienceOfYears, func() bool { return s.status(game).Window > at[i].Window }) {
				break
			}
			s.left[game] = line
			order(i, line)
		}
		s.moved(game, at[i].Window)
	}
}

// patienceOfYears is how long a player waits for a turn before he orders anew.
const patienceOfYears = 8 * time.Second

func (s *there) ends(game string) {
	s.t.Helper()
	if _, err := s.call("close", office.GameRequest{Game: game, Reason: "it was a short one"}); err != nil {
		s.t.Fatal(err)
	}
}
