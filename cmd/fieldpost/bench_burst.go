package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/scenarios"
)

// benchConnections is over how many connections a burst comes in.
const benchConnections = 8

// burst is a server with games in which it is everybody's turn.
type burst struct {
	server *Server
	fsync  time.Duration
	mails  []*turnMail
}

// turnMail is one mail of a burst: when it was sent, taken (250) and answered.
type turnMail struct {
	game, from, text string
	key              events.Hash
	sent             time.Time
	taken, answered  time.Duration
}

// benchBurst lets everybody in many games order at once, then holds a long CHECK in one game against the receipts of others.
func benchBurst(ctx context.Context, c *Console, dir, rulebook string, games int) error {
	config := DefaultConfig()
	config.Data, config.Scenarios, config.Listen = dir, c.Scenarios, Listen{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0"}
	server, err := StartServer(ctx, config, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		return err
	}
	b := &burst{server: server}
	err = b.run(ctx, c, rulebook, games)
	return errors.Join(err, server.Stop(ctx))
}

func (b *burst) run(ctx context.Context, c *Console, rulebook string, games int) error {
	var err error
	if b.fsync, err = bareSync(b.server.Config.Data); err != nil {
		return err
	}
	if err := b.open(ctx, rulebook, games); err != nil {
		return err
	}
	begun := time.Now()
	if err := b.post(ctx, b.mails); err != nil {
		return err
	}
	all := time.Since(begun)
	if err := b.receipts(ctx, b.mails); err != nil {
		return err
	}
	var taken, answered []time.Duration
	for _, m := range b.mails {
		taken, answered = append(taken, m.taken), append(answered, m.answered)
	}
	t50, t99 := median(taken)
	a50, a99 := median(answered)
	rate := float64(len(b.mails)) / all.Seconds()
	fmt.Fprintf(c.Out, "order mails, DATA to 250  p50 %8s  p99 %8s  %.0f/s over %d connections, %.3f of the fsyncs\n",
		t50.Round(time.Microsecond), t99.Round(time.Microsecond), rate, benchConnections, rate*b.fsync.Seconds())
	fmt.Fprintf(c.Out, "order mail to receipt     p50 %8s  p99 %8s  in %d games at once\n", a50.Round(time.Millisecond), a99.Round(time.Millisecond), games)
	return b.check(ctx, c)
}

// bareSync is the median of a bare write of 300 bytes with fsync.
func bareSync(dir string) (time.Duration, error) {
	f, err := os.Create(filepath.Join(dir, "fsync"))
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	var times []time.Duration
	for range 200 {
		begun := time.Now()
		if _, err := f.Write(make([]byte, 300)); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begun))
	}
	p50, _ := median(times)
	return p50, nil
}

// open opens the games. Nothing is sealed while the mails of a burst come: it measures mails, not turns.
func (b *burst) open(ctx context.Context, rulebook string, games int) error {
	engine, err := game(rulebook)
	if err != nil {
		return err
	}
	scenario := scenarios.ShowPiece(rulebook)
	document, err := loadDocument(engine, scenario, b.server.Config.Scenarios)
	if err != nil {
		return err
	}
	parsed, err := engine.Scenario(document)
	if err != nil {
		return err
	}
	for i := range games {
		g := office.NewGame{ID: fmt.Sprintf("bench-%d", i+1), Rulebook: rulebook, Scenario: scenario, Schedule: events.Schedule{Period: 1 << 20, CoolOff: 1 << 20}}
		for _, s := range parsed.Seats() {
			g.Players = append(g.Players, office.SeatedPlayer{Seat: string(s), Address: benchAddress(s, i+1)})
		}
		if _, err := b.server.NewGame(ctx, g); err != nil {
			return err
		}
		if err := b.advance(ctx, g.ID, i+1); err != nil {
			return err
		}
	}
	return b.quiet(ctx)
}

// advance brings a game to a turn in which there is something to order, and writes the mails of that turn.
func (b *burst) advance(ctx context.Context, id string, number int) error {
	for range mostSetup {
		var mails []*turnMail
		err := b.server.With(ctx, id, func(m *adjudicator.Match) (_ *adjudicator.Match, err error) {
			mails, err = b.write(m, number)
			return m, err
		})
		if err != nil {
			return err
		}
		if slices.ContainsFunc(mails, func(m *turnMail) bool { return len(m.orders()) > 0 }) {
			b.mails = append(b.mails, mails...)
			return nil
		}
		err = b.server.With(ctx, id, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			m, err := b.server.Service.Seal(ctx, m, time.Now().UnixMilli(), "master", m.Open.Number)
			if err != nil {
				return m, err
			}
			return b.server.Tend(ctx, m)
		})
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("%s has no turn to order in", id)
}

// mostSetup is how many windows of a game may pass before there is something to order.
const mostSetup = 10

// orders are the order lines of a mail.
func (m *turnMail) orders() []string {
	lines := strings.Split(m.text, "\r\n")
	return slices.DeleteFunc(lines[1:len(lines)-1], func(l string) bool { return l == "" })
}

func benchAddress(s table.Seat, game int) string {
	return fmt.Sprintf("%s.%d@fieldpost.local", s, game)
}

// write lets a bot write for every seat that is awaited.
func (b *burst) write(m *adjudicator.Match, game int) (mails []*turnMail, err error) {
	if m.Open == nil {
		return nil, fmt.Errorf("%s is not open: %v", m.Game, m.Halt)
	}
	bots := m.Engine.BotNames()
	for i, s := range m.Open.Seats {
		text, err := m.BotMail(s, bots[len(bots)-1], rand.New(rand.NewPCG(uint64(game), uint64(i))).IntN)
		if err != nil {
			return nil, err
		}
		mails = append(mails, &turnMail{game: m.Game, from: benchAddress(s, game), text: strings.Join(text, "\r\n")})
	}
	return mails, nil
}

// quiet waits until nothing is left to be done or sent.
func (b *burst) quiet(ctx context.Context) error {
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		if err := b.server.AtRest(ctx); err != nil {
			return err
		}
		waiting, err := b.server.Outgoing().Pending(ctx)
		if err != nil || len(waiting) == 0 {
			tick.Stop()
			return err
		}
		<-tick.C
	}
}

// post sends mails over several connections at once, each as soon as the one before it was taken.
func (b *burst) post(ctx context.Context, mails []*turnMail) error {
	queue := make(chan *turnMail, len(mails))
	for _, m := range mails {
		queue <- m
	}
	close(queue)
	faults := make([]error, benchConnections)
	var work sync.WaitGroup
	for i := range benchConnections {
		work.Go(func() {
			sender, err := mail.NewSubmission(mail.Server{Addr: b.server.PostOffice.SMTPAddr(), TLS: mail.TLSNone, Hello: "bench"})
			if err != nil {
				faults[i] = err
				return
			}
			for m := range queue {
				if err := b.send(ctx, sender, m); err != nil {
					faults[i] = err
					break
				}
			}
			faults[i] = errors.Join(faults[i], sender.Close())
		})
	}
	work.Wait()
	return errors.Join(faults...)
}

func (b *burst) send(ctx context.Context, sender mail.Sender, m *turnMail) error {
	raw := fmt.Appendf(nil, "From: %[1]s\r\nTo: %[2]s\r\nMessage-ID: <%[4]d.%[1]s>\r\nSubject: [%[3]s]\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\n%[5]s\r\n",
		m.from, b.server.Config.Address, m.game, len(m.text), m.text)
	in, err := mail.Read(raw, mail.Limits{})
	if err != nil {
		return err
	}
	m.key, m.sent = in.Key, time.Now()
	err = sender.Send(ctx, mail.Letter{From: m.from, To: b.server.Config.Address}, raw)
	m.taken = time.Since(m.sent)
	return err
}

// receipts waits for the receipts of order mails, and notes when each was delivered.
func (b *burst) receipts(ctx context.Context, mails []*turnMail) error {
	if err := b.quiet(ctx); err != nil {
		return err
	}
	for _, m := range mails {
		err := b.server.With(ctx, m.game, func(x *adjudicator.Match) (*adjudicator.Match, error) {
			for r, err := range b.server.Service.Store.Read(ctx, m.game, 1) {
				if err != nil {
					return x, err
				}
				e, err := events.Decode(r.Bytes)
				if err != nil {
					return x, err
				}
				if o, ok := e.Body.(events.OrdersReceived); ok && o.Mail == m.key {
					for _, l := range x.Letters {
						if l.Issued.Letter == "receipt" && l.Issued.About == e.Seq && l.Sent {
							m.answered = time.UnixMilli(l.SentAt).Sub(m.sent)
						}
					}
				}
			}
			return x, nil
		})
		if err != nil {
			return err
		}
		if m.answered == 0 {
			return fmt.Errorf("%s got no receipt for his orders in %s", m.from, m.game)
		}
	}
	return nil
}

// checkLines is how long the CHECK is that others must not wait for.
const checkLines = 200

// check lets one player send a long CHECK, alone, and again while others order anew: what does it cost, and how late are their receipts?
func (b *burst) check(ctx context.Context, c *Console) error {
	long := *b.mails[slices.IndexFunc(b.mails, func(m *turnMail) bool { return len(m.orders()) > 0 })]
	head, _, _ := strings.Cut(long.text, "\r\n")
	orders, text := long.orders(), []string{"CHECK", head}
	for i := range checkLines {
		text = append(text, orders[i%len(orders)])
	}
	long.text = strings.Join(append(text, "END"), "\r\n")
	before := processorTime()
	if err := b.post(ctx, []*turnMail{&long}); err != nil {
		return err
	}
	cost := processorTime() - before
	calm, err := b.others(ctx, long.game, "\r\n")
	if err != nil {
		return err
	}
	long.text += "\r\n"
	var failed error
	var work sync.WaitGroup
	work.Go(func() { failed = b.post(ctx, []*turnMail{&long}) })
	time.Sleep(50 * time.Millisecond) // it has begun
	meanwhile, err := b.others(ctx, long.game, "\r\n\r\n")
	work.Wait()
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	c50, cMax := median(calm)
	m50, mMax := median(meanwhile)
	fmt.Fprintf(c.Out, "CHECK of %d lines        %8s of the processors, answered after %s; receipts of other games meanwhile p50 %s max %s, else p50 %s max %s\n",
		checkLines, cost.Round(time.Millisecond), long.taken.Round(time.Millisecond), m50.Round(time.Millisecond), mMax.Round(time.Millisecond),
		c50.Round(time.Millisecond), cMax.Round(time.Millisecond))
	return nil
}

// others lets players of other games order anew, by mails that differ from those before, and gives how long each waited for his receipt.
func (b *burst) others(ctx context.Context, game, differ string) (answered []time.Duration, err error) {
	var mails []*turnMail
	for _, m := range b.mails {
		if m.game != game && len(mails) < benchConnections {
			again := *m
			again.text += differ
			again.answered = 0
			mails = append(mails, &again)
		}
	}
	if err := b.post(ctx, mails); err != nil {
		return nil, err
	}
	if err := b.receipts(ctx, mails); err != nil {
		return nil, err
	}
	for _, m := range mails {
		answered = append(answered, m.answered)
	}
	return answered, nil
}
