package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// TestRealServers plays through Postfix and Dovecot: see realworld_test.go. Each part has servers of its own, and mostly waits for them.
func TestRealServers(t *testing.T) {
	t.Run("backlog", realBacklog) // the longest begins first
	t.Run("account", realAccount)
	t.Run("account moved about", realMoves)
	t.Run("lmtp and kills", realKills)
	t.Run("two servers face each other", realFacing)
	t.Run("refused and later", realRefusals)
	t.Run("a provider", realProvider)
}

// realConfig is a server that reads orders@example.org over IMAP and sends through Postfix.
func (w *realWorld) config() host.Config {
	c := DefaultConfig()
	c.Data = filepath.Join(w.dir, "fieldpost")
	c.Address = "orders@example.org"
	c.IMAP = &host.MailAccount{Server: w.imap, TLS: "none", User: "orders", Password: "secret"}
	c.Accounts = []host.MailAccount{{Server: w.imap, TLS: "none", User: "spare", Password: "secret"}}
	c.SMTP = &host.MailAccount{Server: w.smtp, TLS: "none"}
	c.Proof = "casual" // there is no DNS here that could vouch for anybody
	return c
}

// serve starts a server and gives what stops it.
func (w *realWorld) serve(c host.Config) (*host.Server, func()) {
	w.t.Helper()
	log, err := os.OpenFile(filepath.Join(w.dir, "fieldpost.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	w.must(err)
	server, err := host.StartServer(w.t.Context(), c, slog.New(slog.NewTextHandler(log, nil)), nil)
	w.must(err)
	stopped := false
	stop := func() {
		if stopped {
			return
		}
		stopped = true
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := server.Stop(ctx); err != nil {
			w.t.Error(err)
		}
		log.Close()
	}
	w.t.Cleanup(stop)
	return server, stop
}

// open opens a quick game that does not end by itself: its turn is played when the test says so.
func (w *realWorld) open(s *host.Server, id string) {
	w.t.Helper()
	g := gameWithRules(officetest.Palace(id))
	g.Schedule.CoolOff = 1 << 40
	if _, err := s.NewGame(w.t.Context(), g); err != nil {
		w.t.Fatal(err)
	}
}

// count tells how many events of a kind a game holds.
func (w *realWorld) count(s *host.Server, game string, kind events.Kind) int {
	w.t.Helper()
	n := 0
	for r, err := range s.Store.Read(w.t.Context(), game, 1) {
		w.must(err)
		e, err := events.Decode(r.Bytes)
		w.must(err)
		if e.Body.Kind() == kind {
			n++
		}
	}
	return n
}

// lettersOf tells how many letters of a kind a game has issued.
func (w *realWorld) lettersOf(s *host.Server, game, kind string) int {
	w.t.Helper()
	n := 0
	w.must(s.With(w.t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, l := range m.Letters {
			if kind == "" || l.Issued.Letter == kind {
				n++
			}
		}
		return m, nil
	}))
	return n
}

// join seats two players: Ann with swaks, Bo with neomutt.
func (w *realWorld) join(game string) {
	w.t.Helper()
	w.swaks("ann@example.org", "orders@example.org", "join", "JOIN "+game+" republic as Ann", "")
	w.letter("ann", "You play")
	w.neomutt("bo@example.org", "orders@example.org", "join", "JOIN "+game+" italian_ctv as Bo\n")
	w.letter("bo", "You play")
	w.letter("ann", "your move")
	w.letter("bo", "your move")
}

// realAccount: two players take seats and order by real mail programs; copies, big mails and an autoresponder change nothing.
func realAccount(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	sieve := filepath.Join(w.dir, "home", "bo", ".dovecot.sieve")
	w.must(os.WriteFile(sieve, []byte("require [\"vacation\"];\nvacation :days 1 :addresses [\"bo@example.org\"] \"I am away, mailing from the beach.\";\n"), 0o644))
	w.must(os.Chown(sieve, 65534, 65534))
	s, stop := w.serve(w.config())
	w.open(s, "palace")
	w.join("palace")
	report := w.letter("ann", "your move")
	const turn = "ORDERS palace turn 1\nG1: hold\nEND"
	w.swaks("ann@example.org", report.ReplyTo.Address, "Re: "+report.Subject, turn, "<orders.1@example.org>")
	receipt := w.letter("ann", "1 order understood")
	if receipt.InReplyTo == nil || receipt.References == nil {
		t.Error("the receipt is in no thread")
	}
	// the same mail by other ways: again, and into the second account
	w.swaks("ann@example.org", report.ReplyTo.Address, "Re: "+report.Subject, turn, "<orders.1@example.org>")
	w.run("bash", "-c", fmt.Sprintf(`doveadm -c %[1]s/dovecot.conf fetch -u orders text mailbox INBOX HEADER Message-ID '<orders.1@example.org>' | sed '1d;/^text:/,$d' | doveadm -c %[1]s/dovecot.conf save -u spare`, w.dir))
	// and one that is too big for anybody
	big := w.write("big.txt", strings.Repeat(strings.Repeat("x", 70)+"\n", 20<<20/71))
	w.run("swaks", "--silent", "2", "--server", w.smtp, "--from", "ann@example.org", "--to", "orders@example.org", "--h-Message-Id", "<big@example.org>", "--body", "@"+big)
	w.letter("ann", "too big")
	w.neomutt("bo@example.org", w.letter("bo", "your move").ReplyTo.Address, "orders", "ORDERS palace turn 1\nG1: watch\nEND\n")
	w.letter("bo", "1 order understood")
	if n := w.count(s, "palace", events.OrdersReceived{}.Kind()); n != 2 {
		t.Errorf("%d order mails were taken, want 2", n)
	}
	// an autoresponder that was written to in our name, by somebody who does not say that he is a machine
	w.swaks("orders@example.org", "bo@example.org", "hello", "Are you there?", "")
	vacation := 0
	w.await("the autoresponder's mail", func() bool {
		vacation = 0
		for _, raw := range w.box("orders") {
			if strings.Contains(string(raw), "from the beach") {
				vacation++
			}
		}
		return vacation > 0
	})
	w.swaks("cid@example.org", "orders@example.org", "STATUS", "STATUS", "") // what comes behind it in the mailbox
	w.letter("cid", "")
	if office := w.lettersOf(s, office.OwnLog, ""); office != 2 {
		t.Errorf("%d letters of the office; one about the big mail and one to Cid are wanted", office)
	}
	if bo := w.lettersOf(s, "palace", ""); bo != 6 {
		t.Errorf("%d letters of the game, want two welcomes, two reports and two receipts", bo)
	}
	t.Logf("the autoresponder has written %d times, and got no answer", vacation)
	stop()
}

// realMoves: a mailbox is emptied, filled, given new numbers and searched for spam; nothing is done twice and nothing is lost.
func realMoves(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	c := w.config()
	c.IMAP.Move = "Taken"
	s, stop := w.serve(c)
	w.open(s, "palace")
	w.join("palace")
	report := w.letter("ann", "your move")
	w.swaks("ann@example.org", report.ReplyTo.Address, "orders", "ORDERS palace turn 1\nG1: hold\nEND", "")
	w.letter("ann", "1 order understood")
	doveadm := func(args ...string) {
		w.run("doveadm", append([]string{"-c", filepath.Join(w.dir, "dovecot.conf")}, args...)...)
	}
	count := func() [2]int {
		return [2]int{w.count(s, "palace", events.OrdersReceived{}.Kind()), w.lettersOf(s, "palace", "")}
	}
	before := count()
	doveadm("move", "-u", "orders", "INBOX", "mailbox", "Taken", "ALL")
	w.await("the mails to be taken again", func() bool { return len(w.box("orders")) == 0 })
	if got := count(); got != before {
		t.Errorf("after a move: %v, want %v", got, before)
	}
	stop()
	doveadm("move", "-u", "orders", "INBOX", "mailbox", "Taken", "ALL")
	w.run("bash", "-c", "rm -f "+w.dir+"/home/orders/Maildir/dovecot-uid* "+w.dir+"/home/orders/Maildir/dovecot.index*")
	w.swaks("ann@example.org", report.ReplyTo.Address, "orders", "ORDERS palace turn 1\nG1: hold\nG2: hold\nEND", "")
	s, stop = w.serve(c)
	w.letter("ann", "2 orders understood")
	if got := w.count(s, "palace", events.OrdersReceived{}.Kind()); got != before[0]+1 {
		t.Errorf("after new numbers: %d order mails, want one more than %d", got, before[0])
	}
	junk := w.write("junk.eml", "From: Ann <ann@example.org>\r\nTo: "+report.ReplyTo.Address+"\r\nSubject: orders\r\nMessage-ID: <junk@example.org>\r\n\r\nORDERS palace turn 1\r\nG1: hold\r\nG2: hold\r\nG3: hold\r\nEND\r\n")
	advert := w.write("advert.eml", "From: Eve <eve@evil.example>\r\nTo: orders@example.org\r\nSubject: Buy\r\nMessage-ID: <advert@evil.example>\r\n\r\nBuy!\r\n")
	for _, f := range []string{junk, advert} {
		w.run("bash", "-c", fmt.Sprintf("doveadm -c %s/dovecot.conf save -u orders -m Junk %s", w.dir, f))
	}
	w.must(s.LookIntoJunk(t.Context(), w.imapAccount("orders"), "", nil))
	w.letter("ann", "3 orders understood")
	if n := w.lettersOf(s, office.OwnLog, ""); n != 0 {
		t.Errorf("%d letters answer advertisements", n)
	}
	stop()
}

// realChild makes this test program a server for TestRealServers; its value is a configuration file.
const realChild = "FIELDPOST_REAL_CHILD"

// serveReal runs a server until it is killed.
func serveReal(file string) int {
	c, err := ReadConfig(file)
	if err == nil {
		_, err = host.StartServer(context.Background(), c, slog.New(slog.NewTextHandler(os.Stderr, nil)), asking(os.Getenv(realNames)))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	select {}
}

// realKills: Postfix hands mails in by LMTP while the server is killed again and again. Each mail has its effect once.
func realKills(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	lmtp := freePort(t)
	data := filepath.Join(w.dir, "fieldpost")
	file := w.write("fieldpost.yaml", fmt.Sprintf("data: %s\naddress: orders@example.org\nproof: casual\nlmtp: %q\nsmtp: {server: %q, tls: none}\n", data, lmtp, w.smtp))
	c, err := ReadConfig(file)
	w.must(err)
	w.routes(map[string]string{"orders@example.org": lmtp})
	s, stop := w.serve(c)
	w.open(s, "palace")
	w.join("palace")
	to := w.letter("ann", "your move").ReplyTo.Address
	stop()
	const mails = 28 // fewer than a seat may send in an hour
	chance := rand.New(rand.NewPCG(1, 2))
	kills, sent := 0, 0
	program, err := os.Executable()
	w.must(err)
	for sent < mails || kills < 12 {
		child := exec.Command(program)
		child.Env = append(os.Environ(), realChild+"="+file)
		w.must(child.Start())
		for range 1 + chance.IntN(6) {
			if sent < mails {
				w.swaks("ann@example.org", to, "orders", fmt.Sprintf("ORDERS palace turn 1\nG1: hold\nEND\nmail %d", sent), fmt.Sprintf("<kill.%d@example.org>", sent))
				sent++
			}
		}
		w.flush()
		<-time.After(time.Duration(200+chance.IntN(1500)) * time.Millisecond) // a random moment is the point
		child.Process.Kill()
		child.Wait()
		kills++
	}
	s, stop = w.serve(c)
	w.awaitLeft("every mail to be taken", func() int {
		w.flush()
		return sent - w.count(s, "palace", events.OrdersReceived{}.Kind())
	})
	seen := make(map[string]int)
	w.awaitLeft("every receipt to come", func() int {
		clear(seen)
		for _, in := range w.letters("ann", "1 order understood") {
			seen[in.MessageID]++
		}
		return sent - len(seen)
	})
	if n := w.count(s, "palace", events.OrdersReceived{}.Kind()); n != sent {
		t.Errorf("%d order mails in the log, %d were sent", n, sent)
	}
	if len(seen) != sent {
		t.Errorf("%d different receipts for %d mails", len(seen), sent)
	}
	t.Logf("%d mails, %d kills; %d receipts came, %d of them repeats of the same bytes", sent, kills, sum(seen), sum(seen)-len(seen))
	stop()
}

func sum(m map[string]int) int {
	n := 0
	for _, x := range m {
		n += x
	}
	return n
}

// realFacing: a mail in the name of one server makes another answer it; the first does not answer the answer.
func realFacing(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	var servers []*host.Server
	routes := map[string]string{}
	for _, domain := range []string{"example.org", "example.com"} {
		c := DefaultConfig()
		c.Data = filepath.Join(w.dir, domain)
		c.Address, c.LMTP, c.Proof = "orders@"+domain, freePort(t), "casual"
		c.SMTP = &host.MailAccount{Server: w.smtp, TLS: "none"}
		s, stop := w.serve(c)
		defer stop()
		routes["orders@"+domain] = c.LMTP
		servers = append(servers, s)
	}
	w.routes(routes)
	for i, text := range []string{"HELP", "ORDERS nowhere turn 1\nG1: hold\nEND", "Hello?", "STATUS"} {
		w.swaks("orders@example.com", "orders@example.org", "hello", text, fmt.Sprintf("<facing.%d@example.com>", i))
	}
	sent := func(s *host.Server) (issued, sent int) {
		w.must(s.With(t.Context(), office.OwnLog, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			for _, l := range m.Letters {
				issued++
				if l.Sent {
					sent++
				}
			}
			return m, nil
		}))
		return issued, sent
	}
	w.awaitLeft("four answers", func() int { _, n := sent(servers[0]); return 4 - n })
	w.await("the queue to be empty", w.empty)
	if issued, _ := sent(servers[0]); issued != 4 {
		t.Errorf("%d answers to four mails", issued)
	}
	if issued, _ := sent(servers[1]); issued != 0 {
		t.Errorf("the other server answered %d answers", issued)
	}
}

// realRefusals: a host that says "later" gets the letter later; one that says "never" becomes a bounce, at once or by a report to the
// address that each letter has for it; three of them make a seat unreachable.
func realRefusals(t *testing.T) {
	t.Parallel()
	w := newRealWorld(t)
	c := w.config()
	s, stop := w.serve(c)
	w.open(s, "palace")
	w.join("palace")
	stop() // a connection that is open already goes on by the old rules
	w.later("ann")
	s, stop = w.serve(c)
	w.swaks("bo@example.org", w.letter("bo", "your move").ReplyTo.Address, "press", "PRESS republic\nGood morning.", "")
	w.letter("bo", "A message from")
	if n := len(w.letters("ann", "A message from")); n != 0 {
		t.Fatalf("%d letters came through greylisting", n)
	}
	if n := w.count(s, "palace", events.MailBounced{}.Kind()); n != 0 {
		t.Errorf("%d letters were given up by a host that said later", n)
	}
	w.later("")
	stop() // what a server remembers of attempts ends with it: it tries at once
	s, stop = w.serve(c)
	w.letter("ann", "A message from")
	// now Ann's mailbox is gone: Postfix takes the letter, finds that out, and reports it
	w.run("bash", "-c", "sed -i '/^ann:/d' "+w.dir+"/dovecot.users")
	w.run("doveadm", "-c", filepath.Join(w.dir, "dovecot.conf"), "reload")
	reply := w.letter("bo", "your move").ReplyTo.Address
	for range 3 {
		w.swaks("bo@example.org", reply, "press", "PRESS republic\nAre you there?", "")
	}
	w.awaitLeft("three bounces", func() int { return 3 - w.count(s, "palace", events.MailBounced{}.Kind()) })
	w.letter("bo", "cannot be reached")
	stop()
}
