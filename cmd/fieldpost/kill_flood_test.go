package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office/host"
)

// letterbox is the mail server that a server's letters go to. A letter that comes again is the same one.
type letterbox struct {
	mutex    sync.Mutex
	subjects map[string]string // by Message-ID
}

// openLetterbox starts it.
func openLetterbox(t *testing.T) (b *letterbox, address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b = &letterbox{subjects: map[string]string{}}
	r := mail.NewReceiver(mail.ReceiverConfig{Accept: func(string) bool { return true }, Log: slog.New(slog.DiscardHandler)}, func(_ context.Context, raw []byte, _ mail.Envelope) error {
		in, err := message.Read(raw, message.Limits{})
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.subjects[in.MessageID] = in.Subject
		return err
	})
	go r.Serve(l)
	t.Cleanup(func() { r.Close(context.Background()) })
	return b, l.Addr().String()
}

// handIn gives one mail to an LMTP server.
func handIn(address, from, to string, raw []byte) error {
	conn, err := textproto.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	say := func(want int, line string) {
		if err == nil && line != "" {
			err = conn.PrintfLine("%s", line)
		}
		if err == nil {
			_, _, err = conn.ReadResponse(want)
		}
	}
	say(220, "")
	say(250, "LHLO "+hostName)
	say(250, "MAIL FROM:<"+from+">")
	say(250, "RCPT TO:<"+to+">")
	say(354, "DATA")
	if err != nil {
		return err
	}
	body := conn.DotWriter()
	_, err = body.Write(raw)
	err = cmp.Or(err, body.Close())
	say(250, "")
	return err
}

// flooded is a mail of TestKillInAFlood, on its way from a host that says who its sender is.
type flooded struct {
	from, to string
	raw      []byte
}

// TestKillInAFlood: a host hands in the orders of two players and, among them, hundreds of mails that somebody else has written in the name of
// one of them, half of them to the address of her seat. The server is killed at random moments. Every order mail of the players is in the log
// once and in their order, none of the others is, and each mail of a player is answered.
func TestKillInAFlood(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts servers and kills them")
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	chance := rand.New(rand.NewPCG(seed, 2))
	letters, out := openLetterbox(t)
	dir, lmtp := t.TempDir(), freePort(t)
	file := filepath.Join(dir, "fieldpost.yaml")
	text := fmt.Sprintf("data: %s\naddress: %s\nproof: standard\nverdicts: [%s]\nlmtp: %q\nsmtp: {server: %q, tls: none}\n", filepath.Join(dir, "data"), ours, hostName, lmtp, out)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	config, err := ReadConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := host.CallMaster(t.Context(), config, "new", annAndBo("palace")); err != nil {
		t.Fatal(err)
	}
	in := openAgain(t, config)
	mails, own, forged := floodOf(t, in, chance)
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	v := &victim{t: t, dir: dir, env: realChild + "=" + file, chance: chance, left: *kills}
	v.listens = func() string {
		conn, err := net.Dial("tcp", lmtp)
		if err != nil {
			return ""
		}
		conn.Close()
		return lmtp
	}
	began := time.Now()
	for _, m := range mails {
		v.handIn(m)
	}
	receipts := func() (n int) {
		letters.mutex.Lock()
		defer letters.mutex.Unlock()
		for _, subject := range letters.subjects {
			if strings.Contains(subject, "1 order understood") {
				n++
			}
		}
		return n
	}
	for deadline := time.Now().Add(2 * time.Minute); receipts() < len(own["republic"])+len(own["italian_ctv"]); {
		if time.Now().After(deadline) {
			t.Fatalf("%d receipts only", receipts())
		}
		v.alive()
		v.pause()
	}
	took := time.Since(began)
	v.left = 0
	v.timer.Stop()
	v.cmd.Process.Kill()
	v.cmd.Wait()
	in = openAgain(t, config)
	defer in.Close()
	for _, seat := range []table.Seat{"republic", "italian_ctv"} {
		taken, _ := deskOf(t, in, "palace", seat)
		slices.Reverse(taken)
		if !slices.Equal(taken, own[seat]) {
			t.Errorf("%s: %d order mails in the log, %d were written, or in another order", seat, len(taken), len(own[seat]))
		}
		if slices.ContainsFunc(taken, func(key events.Hash) bool { return forged[key] }) {
			t.Errorf("%s: a forged mail counts", seat)
		}
	}
	t.Logf("%d mails of players, %d forged, %d kills, %v", len(mails)-len(forged), len(forged), v.kills, took.Round(100*time.Millisecond))
}

// openAgain opens the data folder of a server that does not run.
func openAgain(t *testing.T, c host.Config) *host.Installation {
	t.Helper()
	in, err := host.OpenInstallation(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// handIn repeats a mail until the server has answered it with 250, as any mail host does.
func (v *victim) handIn(m flooded) {
	v.t.Helper()
	var err error
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); v.pause() {
		if err = handIn(v.alive(), m.from, m.to, m.raw); err == nil {
			return
		}
	}
	v.t.Fatalf("no server takes the mail: %v", err)
}

// floodOf writes the mails: fewer of each player than are answered one by one within an hour, and of the stranger ten times as many.
func floodOf(t *testing.T, in *host.Installation, chance *rand.Rand) (mails []flooded, own map[table.Seat][]events.Hash, forged map[events.Hash]bool) {
	t.Helper()
	own, forged = map[table.Seat][]events.Hash{}, map[events.Hash]bool{}
	const each = 25
	start := time.Now().Add(-time.Hour)
	write := func(from, to, id, verdict, line string) events.Hash {
		field := "Authentication-Results: " + hostName + "; dmarc=" + verdict + " header.from=" + strings.SplitAfter(from, "@")[1]
		at := start.Add(time.Duration(len(mails)) * time.Second)
		raw := aMail(from, to, id, field, "ORDERS palace turn 1\n"+line+"\nEND", at)
		mails = append(mails, flooded{from, to, raw})
		read, err := message.Read(raw, message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return read.Key
	}
	for i := range each {
		for seat, from := range map[table.Seat]string{"republic": annsAddress, "italian_ctv": bosAddress} {
			to := in.Post.Address("palace", string(seat), 1)
			own[seat] = append(own[seat], write(from, to, fmt.Sprintf("%d.%s@example.net", i, seat), "pass", fmt.Sprintf("G%d: hold", 1+i%3)))
		}
		for range chance.IntN(2 * 10) {
			to := []string{ours, in.Post.Address("palace", "republic", 1)}[chance.IntN(2)]
			forged[write(annsAddress, to, fmt.Sprintf("%d@evil.example", len(mails)), "fail", "G2: watch")] = true
		}
	}
	return mails, own, forged
}
