package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"fieldpost/events"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/host"
	"fieldpost/projections/archive"
)

var (
	chaos     = flag.Int("chaos", 0, "how often a node or a server of a cluster is killed or stopped for a while")
	chaosSeed = flag.Uint64("chaos-seed", 0, "of what happens when; 0: another one each time")
	chaosSaid = flag.String("chaos-said", "", "folder in which all that the servers said is kept when something was wrong")
	chaosPast = flag.String("chaos-former", "", "an earlier program with which both servers begin; each gets this one when it is restarted for the first time, and then by turns")
	chaosTime = flag.Duration("chaos-time", 0, "after which no more is killed or stopped; 0: no limit")
)

// TestCluster plays by mail on a cluster of three NATS nodes with two servers, set up as the README's example, while nodes and servers are killed
// and stopped for a while. Every mail that was taken has its effect once, every letter comes to its reader with the same bytes however often it
// comes, and the audit finds nothing. How long takeovers took is printed: six seconds of silence, and the start, which a busy machine
// makes longer. Nodes are disturbed on their own and, one at a time, while a server is away; takeovers in which that happened are printed apart.
func TestCluster(t *testing.T) {
	t.Parallel()
	if *chaos == 0 {
		t.Skip("starts three nodes and two servers: set -chaos")
	}
	seed := cmp.Or(*chaosSeed, uint64(time.Now().UnixNano()))
	t.Logf("seed %d", seed)
	c := newPair(t)
	r := &riot{pair: c, chance: rand.New(rand.NewPCG(seed, 3)), done: map[string]int{}, waited: map[string]time.Duration{}}
	defer func() {
		if !t.Failed() {
			return
		}
		t.Logf("%v; the last that was waited for: %s", r.done, r.lacks)
		shown, err := c.call("show", office.GameRequest{Game: c.game, JSON: true})
		t.Logf("the game %s: %s %v", c.game, shown, err)
		for _, p := range c.servers {
			t.Logf("%s warned of:\n%s", p.name, p.troubles())
			p.stacks()
			if *chaosSaid != "" {
				write(t, filepath.Join(*chaosSaid, p.name), p.everything())
			}
		}
	}()
	for _, p := range c.servers {
		p.former = *chaosPast
	}
	c.serve(0)
	c.until("server 1 does all", time.Minute, func() bool { return !c.servers[0].said.loneSince().IsZero() })
	c.serve(1)
	c.read()
	r.watchNodes()
	for range gamesAtOnce {
		r.newGame()
	}
	r.orders()
	begun := time.Now()
	for r.count() < *chaos && (*chaosTime == 0 || time.Since(begun) < *chaosTime) {
		at := time.Now()
		r.disturb()
		r.orders()
		t.Logf("%s: %d disturbances, the last in %s %v", time.Since(begun).Round(time.Second), r.count(), time.Since(at).Round(100*time.Millisecond), r.done)
		if r.count() >= disturbancesPerGame*(len(r.games)-gamesAtOnce+1) {
			r.newGame()
		}
	}
	t.Logf("%d disturbances in %s: %v; waited for %v", r.count(), time.Since(begun).Round(time.Second), r.done, r.waited)
	r.orders()
	r.delivered()
	c.until("every letter has left", 3*time.Minute, r.quiet)
	r.judge()
	t.Logf("%v; %d mails, %d of them handed once more to a server that knew them; takeovers %s; while nodes were disturbed %s", r.done, c.mails, c.again.Load(),
		spread(r.takeovers), spread(r.troubled))
}

// spread tells of durations how many there are, the least, the middle one, the most, how many are above ten seconds, and all of them.
func spread(all []time.Duration) string {
	if len(all) == 0 {
		return "none"
	}
	s, above := slices.Sorted(slices.Values(all)), 0
	for _, d := range s {
		if d > 10*time.Second {
			above++
		}
	}
	return fmt.Sprintf("%d: %s to %s, half within %s, %d above 10 s %v", len(s), s[0], s[len(s)-1], s[len(s)/2], above, all)
}

// gamesAtOnce is how many games are played at the same time, so that both servers have some.
const gamesAtOnce = 4

// disturbancesPerGame is after how many disturbances another game is opened.
const disturbancesPerGame = 8

// riot disturbs a pair of servers.
type riot struct {
	*pair
	chance    *rand.Rand
	done      map[string]int
	takeovers []time.Duration
	troubled  []time.Duration          // takeovers while nodes were disturbed
	shaken    bool                     // a node was disturbed since the server was lost
	waited    map[string]time.Duration // for what
	system    *nats.Conn
	queue     sync.WaitGroup // of the mail servers at the doors
	games     []string       // the last gamesAtOnce are played
	lacks     string         // why quiet was false
	taken     [][]byte       // mails that were answered with 250 by a door, or lay in the mailbox of the games
}

// newGame opens a game, in place of the one that has been played longest.
func (r *riot) newGame() {
	defer r.clock("games open", time.Now())
	r.games = append(r.games, fmt.Sprintf("palace-%d", len(r.games)+1))
	r.open(r.games[len(r.games)-1])
}

// orders lets both players send orders for some game: one through some server's door, one through the mail host. The mail server at the door keeps
// what no server takes and tries again, while the riot goes on: all is taken only after delivered.
func (r *riot) orders() {
	r.game = r.games[len(r.games)-1-r.chance.IntN(gamesAtOnce)]
	for i, name := range strings.Split(pairPlayers, ",") {
		to := r.replyTo(name)
		raw := r.raw(name, to, "orders", "ORDERS "+r.game+"\nG1: watch\nEND")
		if i == r.chance.IntN(2) {
			door := r.chance.IntN(2)
			r.queue.Go(func() { r.byDoor(door, name, to, raw) })
		} else {
			r.byHost(name, to, raw)
		}
		r.taken = append(r.taken, raw)
	}
}

// delivered waits until some server has taken each mail.
func (r *riot) delivered() {
	defer r.clock("mails taken", time.Now())
	r.queue.Wait()
}

// disturb does one thing to a server or a node, and mends it.
func (r *riot) disturb() {
	r.shaken = false
	switch r.chance.IntN(5) {
	case 0, 1:
		r.killServer()
	case 2:
		r.stopServer()
	case 3:
		r.upgrade()
	case 4:
		r.settled()
		r.node()
	}
}

// settled waits until both servers do their share.
func (r *riot) settled() {
	r.t.Helper()
	defer r.clock("both share", time.Now())
	r.until("both servers do their share", 2*time.Minute, r.shared)
}

// takenOver waits until a server does all the work since an instant.
func (r *riot) takenOver(n int, since time.Time) {
	r.t.Helper()
	over := func() bool { return r.servers[n].said.loneSince().After(since) }
	r.disturbNodes(over)
	begun := time.Now()
	r.until("the other server takes over", time.Minute, over)
	r.clock("takeovers", begun)
	took := r.servers[n].said.loneSince().Sub(since).Round(100 * time.Millisecond)
	if r.shaken {
		r.troubled = append(r.troubled, took)
	} else {
		r.takeovers = append(r.takeovers, took)
	}
}

// killServer kills a server while mails come in, and starts it again when the other one has taken over.
func (r *riot) killServer() {
	r.settled()
	victim := r.chance.IntN(2)
	r.orders()
	r.done["server killed"]++
	at := time.Now()
	r.servers[victim].kill()
	r.orders()
	r.takenOver(1-victim, at)
	r.serve(victim)
}

// stopServer lets a server stand still until the other one has taken over. When it goes on it must notice.
func (r *riot) stopServer() {
	r.settled()
	victim := r.chance.IntN(2)
	r.orders()
	r.done["server stopped"]++
	_, stops := r.servers[victim].said.parts()
	at := time.Now()
	r.servers[victim].signal(syscall.SIGSTOP)
	r.servers[victim].still.Store(true)
	r.takenOver(1-victim, at)
	r.servers[victim].signal(syscall.SIGCONT)
	r.servers[victim].still.Store(false)
	r.orders()
	r.until("the server that stood still begins again", time.Minute, func() bool {
		_, now := r.servers[victim].said.parts()
		return now > stops
	})
}

// upgrade ends a server as an upgrade does and starts it again: the other one need not wait.
func (r *riot) upgrade() {
	r.settled()
	victim := r.chance.IntN(2)
	r.done["server restarted"]++
	at := time.Now()
	r.servers[victim].signal(syscall.SIGTERM)
	r.orders()
	r.takenOver(1-victim, at)
	_ = r.servers[victim].ends() // how well is judged at the end
	if former := &r.servers[victim].former; *former == "" {
		*former = *chaosPast
	} else {
		*former = ""
	}
	r.serve(victim)
}

// quiet reports whether nothing is left to be done: every mail had its effect, and every letter came. lacks says what is left.
func (r *riot) quiet() bool {
	effects, letters := map[events.Hash]int{}, map[string]events.Hash{}
	for _, game := range r.games {
		data, err := r.call("show", office.GameRequest{Game: game, JSON: true})
		var s office.GameStatus
		if err == nil {
			err = json.Unmarshal(data, &s)
		}
		if err != nil || s.Owed > 0 || s.Unsent > 0 {
			r.lacks = fmt.Sprintf("%s: %d letters owed, %d not sent (%v)", game, s.Owed, s.Unsent, err)
			return false
		}
		if s.Halt != "" {
			r.t.Fatalf("game %s stands still: %s", game, s.Halt)
		}
		export, err := r.call("export", office.GameRequest{Game: game})
		if err != nil {
			r.lacks = fmt.Sprintf("%s: it is not exported (%v)", game, err)
			return false
		}
		r.gather(export, effects, letters)
	}
	for _, raw := range r.taken {
		if effects[keyOf(r.t, raw)] == 0 {
			r.lacks = fmt.Sprintf("a mail had no effect:\n%s", raw)
			return false
		}
	}
	for id := range letters {
		if !r.came(id) {
			r.lacks = fmt.Sprintf("letter %s has not come", id)
			return false
		}
	}
	return true
}

// gather counts what became of mails in a game, and notes the letters that were written.
func (r *riot) gather(export []byte, effects map[events.Hash]int, letters map[string]events.Hash) {
	r.t.Helper()
	x, err := archive.ReadExport(bytes.NewReader(export))
	if err != nil {
		r.t.Fatal(err)
	}
	for _, record := range x.Records {
		e, err := events.Decode(record.Bytes)
		if err != nil {
			r.t.Fatal(err)
		}
		switch b := e.Body.(type) {
		case events.OrdersReceived:
			effects[b.Mail]++
		case events.OrdersRefused:
			effects[b.Mail]++
		case events.MailHeld: // a later one came before it: its author was asked
			effects[b.Mail]++
		case events.ReportIssued:
			letters[b.MessageID] = b.Digest
		}
	}
}

// judge ends both servers and looks at what the log and the players have.
func (r *riot) judge() {
	r.t.Helper()
	for _, p := range r.servers {
		p.signal(syscall.SIGTERM)
		if err := p.ends(); err != nil {
			r.t.Errorf("%s did not end well: %v\n%s", p.name, err, p.said)
		}
		p.cmd = nil
	}
	config, err := ReadConfig(r.servers[1].config)
	if err != nil {
		r.t.Fatal(err)
	}
	in, err := host.OpenInstallation(r.t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		r.t.Fatal(err)
	}
	effects := map[events.Hash]int{}
	letters := map[string]events.Hash{} // by message id
	for _, game := range r.games {
		r.judgeGame(in, game, effects, letters)
	}
	for _, queue := range append(cluster.Parts(), "", cluster.Nobodys) {
		if m, err := in.Shared.Mails.Next(r.t.Context(), queue, 0); err != nil || m.Number > 0 {
			r.t.Errorf("mail %d waits in the cluster for ever (%q), %v", m.Number, queue, err)
		}
	}
	if err := in.Close(); err != nil {
		r.t.Error(err)
	}
	for _, raw := range r.taken {
		if n := effects[keyOf(r.t, raw)]; n != 1 {
			r.t.Errorf("a mail had its effect %d times:\n%s", n, raw)
		}
	}
	r.judgeLetters(letters)
	code, out, trouble := run(r.t.(*testing.T), "doctor", "--config", r.servers[1].config)
	if code != exitFine {
		r.t.Errorf("the doctor, exit %d:\n%s%s", code, out, trouble)
	}
	if strings.Contains(out+trouble, "secret-of") {
		r.t.Errorf("the doctor shows a password:\n%s", out)
	}
	r.retire(config)
}

// retire closes a game and takes it out of the log of three copies. The other server, which was not there, has it as it was, and the other games.
func (r *riot) retire(config host.Config) {
	r.t.Helper()
	in, err := host.OpenInstallation(r.t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		r.t.Fatal(err)
	}
	_, err = in.CloseGame(r.t.Context(), office.GameRequest{Game: r.games[0], Reason: "the summer is over"})
	if err == nil {
		_, err = in.Tally(r.t.Context()) // knows of all letters that wait
	}
	letters, fault := in.Outgoing().Pending(r.t.Context())
	for _, l := range letters {
		fault = errors.Join(fault, in.Outgoing().Sent(r.t.Context(), l))
	}
	if err := errors.Join(err, fault, in.Close()); err != nil {
		r.t.Fatal(err)
	}
	shown := func(n int) (all string) {
		for _, game := range r.games {
			code, out, trouble := run(r.t.(*testing.T), "game", "show", game, "--config", r.servers[n].config)
			if code != exitFine {
				r.t.Fatalf("server %d shows %s: exit %d\n%s%s", n+1, game, code, out, trouble)
			}
			all += out
		}
		return all
	}
	before, begun := shown(1), time.Now()
	if code, out, trouble := run(r.t.(*testing.T), "retire", r.games[0], "--config", r.servers[1].config); code != exitFine {
		r.t.Fatalf("retire: exit %d\n%s%s", code, out, trouble)
	}
	r.t.Logf("a game was retired in %s", time.Since(begun).Round(100*time.Millisecond))
	for n := range r.servers {
		if again := shown(n); again != before {
			r.t.Errorf("server %d shows\n%s\nwhich was\n%s", n+1, again, before)
		}
	}
}

// judgeGame audits a game with the players' mailboxes, and counts what became of mails.
func (r *riot) judgeGame(in *host.Installation, game string, effects map[events.Hash]int, letters map[string]events.Hash) {
	r.t.Helper()
	data, err := in.ExportGame(r.t.Context(), office.GameRequest{Game: game})
	if err != nil {
		r.t.Fatal(err)
	}
	r.gather(data, effects, letters)
	dir := r.t.(*testing.T).TempDir()
	args := []string{"audit", "--log", filepath.Join(dir, "export"), "--game", game}
	write(r.t, filepath.Join(dir, "export"), string(data))
	for name := range strings.SplitSeq(pairPlayers, ",") {
		box := filepath.Join(dir, name)
		var mbox bytes.Buffer
		for _, raw := range append(r.lettersOf(name), r.sent[name]...) {
			if !bytes.Contains(raw, []byte(game)) {
				continue // of another game: reading all of them for each game took longer than all disturbances
			}
			fmt.Fprintf(&mbox, "From x Thu Jan  1 00:00:00 1970\n%s\n", bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\nFrom "), []byte("\n>From ")))
		}
		write(r.t, box, mbox.String())
		args = append(args, "--mbox", box)
	}
	if code, out, trouble := run(r.t.(*testing.T), args...); code != exitFine {
		r.t.Errorf("the audit of %s, exit %d:\n%s%s", game, code, out, trouble)
	}
}

// judgeLetters compares what came to the players with what the log says was written.
func (r *riot) judgeLetters(written map[string]events.Hash) {
	r.t.Helper()
	came, twice := map[string]bool{}, 0
	for name := range strings.SplitSeq(pairPlayers, ",") {
		for _, raw := range r.lettersOf(name) {
			in, err := message.Read(raw, message.Limits{Bytes: 64 << 20})
			if err != nil {
				r.t.Fatal(err)
			}
			digest, known := written[in.MessageID]
			if !known {
				continue // about no game
			}
			if events.Hash(withoutTrace(raw)) != digest {
				r.t.Errorf("letter %s came to %s with other bytes than the log says", in.MessageID, name)
			}
			if came[in.MessageID] {
				twice++
			}
			came[in.MessageID] = true
		}
	}
	for id := range written {
		if !came[id] {
			r.t.Errorf("letter %s never came", id)
		}
	}
	r.t.Logf("%d letters, %d of them came once more with the same bytes", len(came), twice)
}
