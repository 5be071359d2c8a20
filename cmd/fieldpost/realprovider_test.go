package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"
)

// realNames is the name server that a child of TestRealServers asks; without it, it asks that of the machine.
const realNames = "FIELDPOST_REAL_NAMES"

// asking makes an installation ask a name server of the test's own.
func asking(address string) func(*host.Installation) {
	if address == "" {
		return nil
	}
	return func(in *host.Installation) {
		names := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "udp", address)
		}}
		in.Witnesses = []mail.Witness{&mail.Domains{Resolver: names, Trusted: in.Config.Verdicts}, mail.OpenPGP{}}
	}
}

// tenant is a server whose mail account is at a provider. It is a process of its own, to be killed.
type tenant struct {
	*realWorld
	config  host.Config
	file    string
	process *exec.Cmd
	cpu     time.Duration // what its processes have used up to now
}

// settle opens an account at the provider.
func (w *realWorld) settle() *tenant {
	w.t.Helper()
	http := freePort(w.t)
	file := w.write("fieldpost.yaml", fmt.Sprintf(`data: %s
address: orders@example.org
imap: {server: %q, user: orders, password: secret}
smtp: {server: %q, tls: starttls, user: orders, password: secret}
proof: standard
verdicts: [%s]
listen: {http: %q}
`, filepath.Join(w.dir, "fieldpost"), w.imap, w.host.submission, hostName, http))
	c, err := ReadConfig(file)
	w.must(err)
	n := &tenant{realWorld: w, config: c, file: file}
	w.t.Cleanup(n.kill)
	return n
}

// begin starts the server, which trusts the test's authority as an operator's machine trusts his own.
func (n *tenant) begin() {
	n.t.Helper()
	program, err := os.Executable()
	n.must(err)
	log, err := os.OpenFile(filepath.Join(n.dir, "fieldpost.log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	n.must(err)
	defer log.Close()
	n.process = exec.Command(program)
	n.process.Stderr = log
	n.process.Env = append(os.Environ(), realChild+"="+n.file, realNames+"="+n.host.names, "SSL_CERT_FILE="+n.host.authority)
	n.must(n.process.Start())
	n.listening(n.config.Listen.HTTP)
}

// kill ends the server without a word to it.
func (n *tenant) kill() {
	if n.process != nil {
		n.process.Process.Kill()
		n.process.Wait()
		n.cpu += n.process.ProcessState.UserTime() + n.process.ProcessState.SystemTime()
		n.process = nil
	}
}

// gauge reads one of the running server's metrics.
func (n *tenant) gauge(name string) int {
	n.t.Helper()
	answer, err := http.Get("http://" + n.config.Listen.HTTP + "/metrics")
	n.must(err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	n.must(err)
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			number, err := strconv.Atoi(strings.TrimSpace(value))
			n.must(err)
			return number
		}
	}
	n.t.Fatalf("no metric %s in\n%s", name, text)
	return 0
}

// mailsIn asks Dovecot how many mails of a kind ("messages", "unseen") an account's mailbox has.
func (w *realWorld) mailsIn(user, kind string) int {
	w.t.Helper()
	out := w.run("doveadm", "-c", filepath.Join(w.dir, "dovecot.conf"), "-f", "flow", "mailbox", "status", "-u", user, kind, "INBOX")
	_, value, _ := strings.Cut(out, kind+"=")
	number, err := strconv.Atoi(strings.TrimSpace(value))
	w.must(err)
	return number
}

// undone is how many mails in the account have not had their effect and how many letters have not left.
func (n *tenant) undone() int {
	return n.mailsIn("orders", "unseen") + n.gauge("fieldpost_mails_waiting") + n.gauge("fieldpost_letters_pending")
}

// found opens a game with Ann and Bo in their seats.
func (n *tenant) found(game, proof string) {
	n.t.Helper()
	g := annAndBo(game)
	g.Terms.Proof = proof
	_, err := host.CallMaster(n.t.Context(), n.config, "new", g)
	n.must(err)
}

// annAndBo is a game that does not end by itself, with Ann and Bo in their seats.
func annAndBo(game string) office.NewGame {
	g := gameWithRules(officetest.Palace(game))
	g.Schedule.CoolOff = 1 << 40
	g.Players = []office.SeatedPlayer{{Seat: "republic", Name: "Ann", Address: annsAddress}, {Seat: "italian_ctv", Name: "Bo", Address: bosAddress}}
	return g
}

// deskOf tells how a game's log ends: the order mails of a seat, the newest first, and the lines that are in force.
func deskOf(t *testing.T, in *host.Installation, game string, seat table.Seat) (taken []events.Hash, lines string) {
	t.Helper()
	err := in.With(t.Context(), game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for o := range m.OrderMails(seat) {
			taken = append(taken, o.Mail)
		}
		for _, l := range m.Desk(seat).Draft() {
			lines += l.Text + "\n"
		}
		return m, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return taken, lines
}

// aMail is a mail as a mail program makes it; field is one more header field, or "".
func aMail(from, to, id, field, text string, at time.Time) []byte {
	if field != "" {
		field += "\n"
	}
	return []byte(strings.ReplaceAll(fmt.Sprintf("%sFrom: %s\nTo: %s\nSubject: orders\nDate: %s\nMessage-ID: <%s>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=us-ascii\n\n%s\n",
		field, from, to, at.Format(time.RFC1123Z), id, text), "\n", "\r\n"))
}

const (
	annsAddress = "ann@example.net"
	bosAddress  = "bo@example.com"
	ours        = "orders@example.org"
)

// forgedVerdict is what a forger would have the provider say.
const forgedVerdict = "Authentication-Results: " + hostName + "; dkim=pass header.d=example.net; dmarc=pass header.from=example.net"

// realProvider plays with an account at a provider: logins, certificates and verdicts as they are there, each server stopped in the middle,
// forgers inside and outside, and a signed game.
func realProvider(t *testing.T) {
	t.Parallel()
	w, net10, com7 := newRealHost(t)
	n := w.settle()
	n.found("palace", "")
	n.found("signed", "strict")
	n.begin()
	report := n.reportOf("ann", "palace")
	orders := func(line string) string { return "ORDERS palace turn 1\n" + line + "\nEND" }
	net10.bring(w, annsAddress, report, aMail(annsAddress, report, "first@example.net", "", orders("G1: hold"), time.Now()))
	w.letter("ann", "1 order understood")
	if v := w.verdictOn("orders", "first@example.net"); !strings.HasPrefix(v, hostName+";") || !strings.Contains(v, "dmarc=pass") {
		t.Fatalf("the provider says %q", v)
	}
	n.restarts(net10, report, orders)
	n.forgers(report, orders)
	n.signedGame(net10)
	to := n.reportOf("bo", "palace")
	com7.bring(w, bosAddress, to, aMail(bosAddress, to, "bo@example.com", "", orders("G1: watch"), time.Now()))
	w.letter("bo", "1 order understood")
	w.awaitLeft("everything to be done", n.undone)
	n.kill()
	in, err := host.OpenInstallation(t.Context(), n.config, slog.New(slog.DiscardHandler))
	w.must(err)
	defer in.Close()
	if taken, lines := deskOf(t, in, "palace", "republic"); len(taken) != 4 || lines != "G1: hold\nG2: hold\nG3: watch\n" {
		t.Errorf("%d order mails of Ann's were taken, and in force are %q", len(taken), lines)
	}
	if taken, lines := deskOf(t, in, "palace", "italian_ctv"); len(taken) != 1 || lines != "G1: watch\n" {
		t.Errorf("%d order mails of Bo's were taken, and in force are %q", len(taken), lines)
	}
	if taken, lines := deskOf(t, in, "signed", "republic"); len(taken) != 1 || lines != "G1: hold\n" {
		t.Errorf("%d signed order mails were taken, and in force are %q", len(taken), lines)
	}
}

// reportOf waits for the letter that asks a player for orders in a game, and returns the address that it is answered to.
func (w *realWorld) reportOf(user, game string) string {
	w.t.Helper()
	return w.letter(user, "["+game+"]").ReplyTo.Address
}

// restarts stops each server while orders are on their way: nothing is lost, and each mail is answered once.
func (n *tenant) restarts(ann provider, to string, orders func(line string) string) {
	n.t.Helper()
	w := n.realWorld
	n.run("postfix", "-c", filepath.Join(w.dir, "etc"), "stop") // connections that are kept for the next letter are dead now
	n.run("postfix", "-c", filepath.Join(w.dir, "etc"), "start")
	n.listening(w.smtp)
	ann.bring(w, annsAddress, to, aMail(annsAddress, to, "second@example.net", "", orders("G1: hold\nG2: hold"), time.Now()))
	w.letter("ann", "2 orders understood")

	w.stopDovecot()
	ann.bring(w, annsAddress, to, aMail(annsAddress, to, "third@example.net", "", orders("G1: hold\nG2: hold\nG3: hold"), time.Now()))
	w.runDovecot(filepath.Join(w.dir, "dovecot.conf"))
	w.listening(w.imap, w.lmtp)
	w.flush()
	w.letter("ann", "3 orders understood")

	n.kill()
	ann.bring(w, annsAddress, to, aMail(annsAddress, to, "fourth@example.net", "", orders("G1: hold\nG2: hold\nG3: watch"), time.Now()))
	n.begin()
	w.await("the fourth receipt", func() bool { return len(w.letters("ann", "understood")) == 4 && n.undone() == 0 })
}

// forgers write in Ann's name. From outside, the provider takes their verdicts off and says what is so. But it leaves alone what its own users
// hand in: there a forged verdict lies in the account as if it were the provider's. Neither makes an order.
func (n *tenant) forgers(seat string, orders func(line string) string) {
	n.t.Helper()
	w := n.realWorld
	outside := provider{ip: "203.0.113.66"}
	outside.bring(w, annsAddress, ours, aMail(annsAddress, ours, "outside@evil.example", forgedVerdict, orders("G1: watch"), time.Now()))
	outside.bring(w, annsAddress, seat, aMail(annsAddress, seat, "token@evil.example", forgedVerdict, orders("G2: watch"), time.Now()))
	eve, err := mail.NewSubmission(w.host.logIn("eve"))
	w.must(err)
	defer eve.Close()
	w.must(eve.Send(w.t.Context(), mail.Letter{From: "eve@example.org", To: ours}, aMail(annsAddress, ours, "inside@evil.example", forgedVerdict, orders("G3: watch"), time.Now())))
	w.await("each forged mail to be asked about", func() bool { return len(w.letters("ann", "confirm that this was you")) == 3 && n.undone() == 0 })
	for id, want := range map[string]string{"outside@evil.example": "dmarc=fail", "token@evil.example": "dmarc=fail", "inside@evil.example": "dmarc=pass"} {
		if v := w.verdictOn("orders", id); !strings.Contains(v, want) {
			w.t.Errorf("the mail %s has the verdict %q, and the test wants %s", id, v, want)
		}
	}
}

// signedGame: in a strict game orders count once they are signed with the key that the player has sent, which his provider's word alone lets in.
func (n *tenant) signedGame(ann provider) {
	n.t.Helper()
	w := n.realWorld
	to := n.reportOf("ann", "signed")
	w.awaitLeft("everything to be done", n.undone)
	before := len(w.letters("ann", "[signed]"))
	keys := filepath.Join(w.dir, "gnupg")
	w.must(os.Mkdir(keys, 0o700))
	w.t.Cleanup(func() { exec.Command("gpgconf", "--homedir", keys, "--kill", "all").Run() })
	gpg := func(args ...string) string {
		return w.run("gpg", append([]string{"--homedir", keys, "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""}, args...)...)
	}
	gpg("--quick-generate-key", "Ann <"+annsAddress+">", "ed25519", "sign", "never")
	const text = "ORDERS signed turn 1 republic\nG1: hold\nEND"
	send := func(id, text string) {
		ann.bring(w, annsAddress, to, aMail(annsAddress, to, id, "", text, time.Now()))
	}
	send("unsigned@example.net", text)
	w.await("a question about the unsigned orders", func() bool { return len(w.letters("ann", "[signed]")) > before })
	send("key@example.net", gpg("--armor", "--export", annsAddress))
	w.await("an answer to the key", func() bool { return len(w.letters("ann", "[signed]")) > before+1 })
	send("signed@example.net", gpg("--armor", "--clearsign", "--output", "-", w.write("orders.txt", text)))
	w.await("the receipt of signed orders", func() bool {
		for _, in := range w.letters("ann", "[signed]") {
			if strings.Contains(in.Subject, "1 order understood") {
				return true
			}
		}
		return false
	})
}

// flood is how many games, mails of each player in each, and forged mails beside them realBacklog has.
const (
	floodGames  = 20
	floodMails  = 25
	floodForged = 250
)

// realBacklog: a thousand mails lie in the account when the server comes back, with forged ones among them, and it is killed while it works
// on them. Of each player the newest orders stand, every mail of his is in the log once, and nothing that he did not write.
func realBacklog(t *testing.T) {
	t.Parallel()
	w, net10, com7 := newRealHost(t)
	n := w.settle()
	n.begin()
	for g := range floodGames {
		n.found(fmt.Sprintf("game%d", g), "")
	}
	seats := map[string]string{} // by game and player
	w.awaitLeft("every player to be asked for orders", func() int {
		left := n.undone()
		for _, name := range []string{"ann", "bo"} {
			left += max(0, floodGames-w.mailsIn(name, "messages"))
		}
		return left
	})
	game := regexp.MustCompile(`game\d+`)
	for _, name := range []string{"ann", "bo"} {
		for _, in := range w.letters(name, "[game") {
			seats[game.FindString(in.Subject)+" "+name] = in.ReplyTo.Address
		}
	}
	asked := w.mailsIn("ann", "messages") + w.mailsIn("bo", "messages")
	n.kill()
	own, forged := n.flood(seats, net10, com7)
	began, used := time.Now(), n.cpu
	n.begin()
	const kills = 4
	chance := rand.New(rand.NewPCG(3, 4))
	for k := range kills {
		some := asked + (k+1)*floodGames*floodMails*2/(kills+2)
		w.awaitLeft("some of the answers", func() int { return some - w.mailsIn("ann", "messages") - w.mailsIn("bo", "messages") })
		<-time.After(time.Duration(chance.IntN(400)) * time.Millisecond) // a random moment is the point
		n.kill()
		n.begin()
	}
	w.awaitLeft("everything to be done", n.undone)
	took := time.Since(began)
	n.kill()
	in, err := host.OpenInstallation(t.Context(), n.config, slog.New(slog.DiscardHandler))
	w.must(err)
	defer in.Close()
	overtaken := 0
	for g := range floodGames {
		for name, seat := range map[string]table.Seat{"ann": "republic", "bo": "italian_ctv"} {
			game := fmt.Sprintf("game%d", g)
			written := own[game+" "+name]
			taken, _ := deskOf(t, in, game, seat)
			for i, key := range taken {
				if slices.Contains(forged, key) {
					t.Errorf("%s: a forged mail counts as %s's", game, name)
				}
				if !slices.Contains(written, key) || slices.Contains(taken[:i], key) {
					t.Errorf("%s: an order mail of %s's is in the log that he did not write, or twice", game, name)
				}
			}
			if len(taken) == 0 || taken[0] != written[len(written)-1] {
				t.Errorf("%s: the last orders of %s are not in force", game, name)
			}
			overtaken += len(written) - len(taken)
			for i := range taken[1:] {
				if slices.Index(written, taken[i]) < slices.Index(written, taken[i+1]) {
					t.Errorf("%s: orders of %s were taken after newer ones", game, name)
				}
			}
		}
	}
	receipts := map[string]int{}
	for _, name := range []string{"ann", "bo"} {
		for _, in := range w.letters(name, "1 order understood") {
			receipts[in.MessageID]++
		}
	}
	if want := 2*floodGames*floodMails - overtaken; len(receipts) != want {
		t.Errorf("%d receipts for %d order mails", len(receipts), want)
	}
	t.Logf("%d mails of players and %d forged ones: %v, %.0f ms of CPU a mail, %d kills; %d orders were overtaken on their way into the mailbox; %d receipts, %d of them came again",
		2*floodGames*floodMails, floodForged, took.Round(100*time.Millisecond), (n.cpu-used).Seconds()*1000/(2*floodGames*floodMails+floodForged), kills,
		overtaken, len(receipts), sum(receipts)-len(receipts))
}

// flood fills the account while the server is away: mails of both players to every game, one after the other, and among them mails that
// somebody else writes in Ann's name, some of them to addresses that only she should know. It returns the keys of both, the players' in the
// order in which they were written.
func (n *tenant) flood(seats map[string]string, ann, bo provider) (own map[string][]events.Hash, forged []events.Hash) {
	n.t.Helper()
	w, start := n.realWorld, time.Now().Add(-time.Hour)
	before := w.mailsIn("orders", "messages")
	own = map[string][]events.Hash{}
	keyOf := func(raw []byte) events.Hash {
		in, err := message.Read(raw, message.Limits{})
		w.must(err)
		return in.Key
	}
	bring := map[string][][]byte{}
	for i := range floodMails {
		at := start.Add(time.Duration(i) * time.Minute)
		for g := range floodGames {
			game := fmt.Sprintf("game%d", g)
			text := fmt.Sprintf("ORDERS %s turn 1\nG%d: hold\nEND", game, 1+i%3)
			for name, address := range map[string]string{"ann": annsAddress, "bo": bosAddress} {
				seat := game + " " + name
				raw := aMail(address, seats[seat], fmt.Sprintf("%d.%s@example.net", i, strings.ReplaceAll(seat, " ", ".")), "", text, at)
				own[seat] = append(own[seat], keyOf(raw))
				bring[name] = append(bring[name], raw)
			}
			if len(forged)*floodMails < floodForged*(i+1) {
				to := []string{ours, seats[game+" ann"]}[g%2]
				raw := aMail(annsAddress, to, fmt.Sprintf("%d.%s@evil.example", i, game), forgedVerdict, fmt.Sprintf("ORDERS %s turn 1\nG4: watch\nEND", game), at.Add(time.Second))
				forged = append(forged, keyOf(raw))
				bring["eve"] = append(bring["eve"], raw)
			}
		}
	}
	var brought sync.WaitGroup
	faults := make([]error, 3)
	brought.Go(func() { faults[0] = ann.deliver(w, annsAddress, ours, bring["ann"]) })
	brought.Go(func() { faults[1] = bo.deliver(w, bosAddress, ours, bring["bo"]) })
	brought.Go(func() { faults[2] = provider{ip: "203.0.113.66"}.deliver(w, annsAddress, ours, bring["eve"]) })
	brought.Wait()
	w.must(errors.Join(faults...))
	w.awaitLeft("all mails to lie in the mailbox", func() int {
		return before + 2*floodGames*floodMails + floodForged - w.mailsIn("orders", "messages")
	})
	return own, forged
}
