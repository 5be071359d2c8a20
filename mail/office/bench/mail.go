package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/office/copies"
	"fieldpost/mail/office/reader"
)

// letterBox takes letters as a mail server would, and notes when the first one came to each address.
type letterBox struct {
	mu   sync.Mutex
	came map[string]chan time.Time
}

// at returns the channel on which the letters to an address are announced.
func (l *letterBox) at(address string) chan time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.came == nil {
		l.came = make(map[string]chan time.Time)
	}
	if l.came[address] == nil {
		l.came[address] = make(chan time.Time, 1000)
	}
	return l.came[address]
}

// Send takes a letter.
func (l *letterBox) Send(_ context.Context, letter mail.Letter, _ []byte) error {
	select {
	case l.at(letter.To) <- time.Now():
	default: // nobody is looking any more
	}
	return nil
}

// atWork lets a club do its work by itself, as a server does, until the function that it returns is called.
func (b *bench) atWork(ctx context.Context, k *club) (_ *letterBox, stop func() error, err error) {
	if err := k.OpenSpool(); err != nil {
		return nil, nil, err
	}
	k.Reader = reader.Own(slog.New(slog.DiscardHandler))
	_, _ = k.Reader.Read(ctx, k.mail(benchGame, player(benchGame), "STATUS")) // its process is started now
	box := new(letterBox)
	outbox := &mail.Outbox{Source: k.Outgoing(), Sender: box, Log: k.Log}
	k.Issued = outbox.Wake
	ctx, end := context.WithCancel(ctx)
	var parts sync.WaitGroup
	parts.Go(func() { _ = outbox.Run(ctx) }) // all end with ctx alone
	parts.Go(func() { _ = k.RunClock(ctx) })
	parts.Go(func() { _ = k.Spool.Run(ctx, k.Receive) })
	return box, func() error {
		end()
		parts.Wait()
		return k.Spool.Close()
	}, nil
}

// connections is the number of connections over which mails come in.
const connections = 8

// posted is one mail on its way in.
type posted struct {
	from         string
	raw          []byte
	begun, taken time.Time
}

// rushed is the outcome of many mails at once.
type rushed struct {
	rate     float64         // mails taken in a second
	effect   float64         // mails that have had their effect in a second
	fsyncs   float64         // of the disk in a second, before and after
	receipts []time.Duration // from each mail to its receipt
}

// rush sends the order mails of some seats of many games, each that many times, all at once, over SMTP. It waits for the last one of
// each seat.
func (b *bench) rush(ctx context.Context, rulebook string, games, seats, times int) (r rushed, err error) {
	source, drafts, err := b.source(ctx, rulebook)
	if err != nil {
		return r, err
	}
	drafts = drafts[:min(seats, len(drafts))]
	k, err := b.filled(ctx, fmt.Sprintf("rush-%s-%d", rulebook, times), source, games)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	var list []*posted
	for range times {
		for i := 1; i <= games; i++ {
			for _, d := range drafts {
				from := copies.Address(player(d.seat), i)
				list = append(list, &posted{from: from, raw: k.mail(copies.Name(i), from, d.text(copies.Name(i)))})
			}
		}
	}
	before, err := b.fsyncs(appendsMeasured / 2)
	if err != nil {
		return r, err
	}
	box, stop, err := b.atWork(ctx, k)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, stop()) }()
	if err := k.post(ctx, list); err != nil {
		return r, err
	}
	first, last := list[0].begun, list[0].taken
	for _, p := range list {
		if p.begun.Before(first) {
			first = p.begun
		}
		if p.taken.After(last) {
			last = p.taken
		}
	}
	r.rate = float64(len(list)) / last.Sub(first).Seconds()
	if err := k.Spool.AtRest(ctx); err != nil {
		return r, err
	}
	r.effect = float64(len(list)) / time.Since(first).Seconds()
	for _, p := range list[:len(list)/times] {
		select {
		case at := <-box.at(p.from):
			r.receipts = append(r.receipts, at.Sub(p.begun))
		case <-ctx.Done():
			return r, ctx.Err()
		case <-time.After(10 * time.Minute):
			return r, fmt.Errorf("no receipt came to %s in ten minutes", p.from)
		}
	}
	if err := k.AtRest(ctx); err != nil {
		return r, err
	}
	for _, d := range drafts {
		if err := k.answered(ctx, copies.Name(games), d.seat, "receipt"); err != nil {
			return r, err
		}
	}
	after, err := b.fsyncs(appendsMeasured / 2)
	r.fsyncs = rate(append(before, after...))
	return r, err
}

// post sends mails over several connections.
func (k *club) post(ctx context.Context, list []*posted) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	receiver := mail.NewReceiver(mail.ReceiverConfig{Domain: k.Domain(), Now: k.Now, Log: k.Log, Accept: k.Ours}, k.Take)
	served := make(chan error, 1)
	go func() { served <- receiver.Serve(listener) }()
	queue := make(chan *posted, len(list))
	for _, p := range list {
		queue <- p
	}
	close(queue)
	faults := make(chan error, connections)
	for range connections {
		go func() {
			line, err := mail.NewSubmission(mail.Server{Addr: listener.Addr().String(), TLS: mail.TLSNone})
			for p := range queue {
				if err != nil {
					break
				}
				p.begun = time.Now()
				err = line.Send(ctx, mail.Letter{From: p.from, To: k.Config.Address}, p.raw)
				p.taken = time.Now()
			}
			if line != nil {
				_ = line.Close() // everything was answered
			}
			faults <- err
		}()
	}
	for range connections {
		err = errors.Join(err, <-faults)
	}
	closing, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return errors.Join(err, receiver.Close(closing), <-served)
}

// mailsAtLeast is how many order mails are taken in for a rate.
const mailsAtLeast = 200

// mails measures from DATA to 250, and until every mail has had its effect.
func (b *bench) mails(ctx context.Context) error {
	for _, name := range b.rulebooks() {
		times := max(1, min(10, mailsAtLeast/b.Games))
		r, err := b.rush(ctx, name, b.Games, 1, times)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		b.add(figure{Key: "mails." + name, Value: r.rate, Unit: "mails/s", Baseline: r.fsyncs, Beside: "fsyncs/s", Size: b.Games})
		b.add(figure{Key: "effect." + name, Value: r.effect, Unit: "mails/s", Baseline: r.fsyncs, Beside: "fsyncs/s", Size: b.Games, Least: true})
	}
	return nil
}

// burst lets the players of many games send orders at the same moment.
func (b *bench) burst(ctx context.Context) error {
	r, err := b.rush(ctx, b.rulebook(), b.Games, 1<<30, 1)
	if err != nil {
		return err
	}
	half, late := median(r.receipts)
	b.add(timed("burst.half", half, time.Second, b.Games))
	b.add(timed("burst.late", late, time.Second, b.Games))
	return nil
}

// longCheck is how many lines the longest CHECK has.
const longCheck = 200

// checks asks for a CHECK in one game and sees how much later the receipts of another come.
func (b *bench) checks(ctx context.Context) (err error) {
	source, drafts, err := b.source(ctx, b.rulebook())
	if err != nil {
		return err
	}
	k, err := b.filled(ctx, "check", source, 2)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	box, stop, err := b.atWork(ctx, k)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	d := drafts[0]
	asker, other := copies.Address(player(d.seat), 1), copies.Address(player(d.seat), 2)
	receipt := func() (time.Duration, error) {
		begun := time.Now()
		if err := k.hand(ctx, k.mail(copies.Name(2), other, d.text(copies.Name(2)))); err != nil {
			return 0, err
		}
		took, err := box.wait(ctx, other, begun)
		return took, errors.Join(err, k.answered(ctx, copies.Name(2), d.seat, "receipt"))
	}
	var without []time.Duration
	for range 5 {
		took, err := receipt()
		if err != nil {
			return err
		}
		without = append(without, took)
	}
	usual, _ := median(without)
	long := draft{d.seat, []string{d.lines[0]}}
	for i := range longCheck {
		long.lines = append(long.lines, d.lines[1+i%d.orders()])
	}
	long.lines = append(long.lines, "END")
	for _, c := range []struct {
		key  string
		asks draft
	}{{"check.ordinary", d}, {"check.long", long}} {
		var late []time.Duration
		for range 3 {
			raw, begun := k.mail(copies.Name(1), asker, "CHECK\n"+c.asks.text(copies.Name(1))), time.Now()
			taken := make(chan error, 1)
			go func() { taken <- k.hand(ctx, raw) }()
			time.Sleep(20 * time.Millisecond) // it is being tried
			took, err := receipt()
			if err = errors.Join(err, <-taken); err != nil {
				return err
			}
			if _, err := box.wait(ctx, asker, begun); err != nil {
				return err
			}
			if err := k.answered(ctx, copies.Name(1), d.seat, "check"); err != nil {
				return err
			}
			late = append(late, took)
		}
		b.add(figure{Key: c.key, Value: slices.Max(late).Seconds(), Unit: "s", Baseline: usual.Seconds(), Beside: "s, a receipt by itself", Size: c.asks.orders()})
	}
	return nil
}

// wait returns how long after an instant the next letter to an address came.
func (l *letterBox) wait(ctx context.Context, address string, since time.Time) (time.Duration, error) {
	select {
	case at := <-l.at(address):
		return at.Sub(since), nil
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(10 * time.Minute):
		return 0, fmt.Errorf("no letter came to %s in ten minutes", address)
	}
}
