package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/mail/office"
)

// Fetched are the mails that this server has brought from the cluster into its own spool.
//
// A mail that has just come is brought by the server that has the office. If it is about a game of another part, it is moved there, behind those that
// were moved before, and the server that has the part brings it. It leaves the cluster once it has had its effect.
type Fetched struct {
	shared *Shared
	hands  *Hands
	went   func(part string, err error) // called when the mails of a part were brought, or could not be
	tried  func()                       // called when windows that waited for mails may be closed
	waited atomic.Bool

	mu    sync.Mutex
	upTo  map[string]uint64         // how far each queue was brought, in this time with its part
	times map[string]int            // how often each part was left
	mails map[uint64]jetstream.Mail // in the spool, by number
	done  []jetstream.Mail          // that had their effect, but could not be taken out of the cluster yet
}

// NewFetched brings mails of the parts that hands have. went is told how it went with a part each time, and tried when windows that waited for mails
// may be closed.
func NewFetched(shared *Shared, hands *Hands, went func(part string, err error), tried func()) *Fetched {
	return &Fetched{shared: shared, hands: hands, went: went, tried: tried, upTo: map[string]uint64{}, times: map[string]int{}, mails: map[uint64]jetstream.Mail{}}
}

// Nobodys is where mails lie that cannot be read: people may look at them.
const Nobodys = "nobody"

// queuesOf lists the queues of a part: the office has that of mails that have just come, and that of mails which it could not deal with at once.
func queuesOf(part string) []string {
	if part == OfficePart {
		return []string{"", OfficePart}
	}
	return []string{part}
}

// partOfQueue is the part whose mails are in a queue.
func partOfQueue(queue string) string {
	if queue == "" {
		return OfficePart
	}
	return queue
}

// Run hands mails to the spool until ctx ends, in the order in which they came to each queue.
func (f *Fetched) Run(ctx context.Context, take mail.Handler) error {
	for ctx.Err() == nil {
		brought := false
		for _, part := range f.hands.Parts() {
			n, err := f.Fill(ctx, part, take)
			brought = brought || n > 0
			if ctx.Err() == nil {
				f.went(part, err)
			}
			if err != nil && ctx.Err() == nil {
				f.shared.Log.Warn("the mails that wait cannot be fetched now", "part", part, "error", err)
			}
		}
		if brought {
			continue
		}
		f.finish(ctx)
		if f.waited.Swap(false) {
			f.tried()
		}
		f.shared.Mails.Wait(ctx)
	}
	return nil
}

// Fill brings all mails of a part that are there, and says how many. It ends when the part is left meanwhile: what was brought by then is brought
// once more when this server has the part again.
func (f *Fetched) Fill(ctx context.Context, part string, take mail.Handler) (n int, err error) {
	time := f.timeWith(part)
	for _, queue := range queuesOf(part) {
		for ; ctx.Err() == nil; n++ {
			m, err := f.shared.Mails.Next(ctx, queue, f.reached(queue))
			if m.Number == 0 && err != nil {
				return n, err
			}
			if m.Number == 0 {
				break
			}
			if err == nil {
				err = f.bring(ctx, m, take)
			} else {
				err = f.setAside(ctx, m, err)
			}
			if err != nil || !f.reach(part, time, queue, m.Number) {
				return n, err
			}
		}
	}
	return n, ctx.Err()
}

// timeWith numbers the times that this server has had a part.
func (f *Fetched) timeWith(part string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.times[part]
}

// setAside takes a mail out of its queue that can never be read.
func (f *Fetched) setAside(ctx context.Context, m jetstream.Mail, why error) error {
	f.shared.Log.Error("a mail in the cluster cannot be read; it is kept there for people to look at", "number", m.Number, "subject", "mail.for."+Nobodys, "error", why)
	return f.shared.Mails.Move(ctx, m, Nobodys)
}

func (f *Fetched) reached(queue string) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.upTo[queue]
}

// reach notes how far a queue was brought, unless its part was left since: then whoever has it must not pass over what was dropped here.
func (f *Fetched) reach(part string, time int, queue string, number uint64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.times[part] != time {
		return false
	}
	f.upTo[queue] = max(f.upTo[queue], number)
	return true
}

// bring hands one mail to the spool.
func (f *Fetched) bring(ctx context.Context, m jetstream.Mail, take mail.Handler) error {
	var env mail.Envelope
	if err := json.Unmarshal(m.Envelope, &env); err != nil {
		return f.setAside(ctx, m, err)
	}
	env.Place, env.Queue = m.Number, f.shared.Mails.Name()
	raw := m.Raw
	m.Raw = nil
	f.mu.Lock()
	f.mails[m.Number] = m
	f.mu.Unlock()
	return take(ctx, raw, env)
}

// Leave forgets what was brought of a part that this server no longer works on: whoever has it now brings it from the cluster.
func (f *Fetched) Leave(part string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.times[part]++
	for _, queue := range queuesOf(part) {
		delete(f.upTo, queue)
	}
	for number, m := range f.mails {
		if partOfQueue(m.Part) == part {
			delete(f.mails, number)
		}
	}
}

// finish takes mails out of the cluster that had their effect. What cannot be taken out now is tried again: windows of games wait for it.
func (f *Fetched) finish(ctx context.Context) {
	f.mu.Lock()
	done := f.done
	f.done = nil
	f.mu.Unlock()
	for i, m := range done {
		if err := f.shared.Mails.Done(ctx, m); err != nil {
			f.shared.Log.Info("a mail that had its effect is still in the cluster", "number", m.Number, "error", err)
			f.mu.Lock()
			f.done = append(f.done, done[i:]...)
			f.mu.Unlock()
			return
		}
	}
}

func (f *Fetched) forget(m jetstream.Mail) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.mails, m.Number)
}

// Handler deals with the mails in the spool. What an earlier process left there, or an earlier time with the part, is let go: either another server
// has done it since, or the cluster hands it out once more. Only a mail of a cluster that is no more is in the spool alone.
func (f *Fetched) Handler(receive mail.Handler) mail.Handler {
	return func(ctx context.Context, raw []byte, env mail.Envelope) error {
		if env.Place == 0 || env.Queue != f.shared.Mails.Name() {
			return receive(ctx, raw, env)
		}
		f.mu.Lock()
		m, ours := f.mails[env.Place]
		f.mu.Unlock()
		part := partOfQueue(m.Part)
		if !ours || !f.hands.awaits(ctx, part) {
			return nil
		}
		err := receive(ctx, raw, env)
		there, elsewhere := errors.AsType[*office.NotHere](err)
		switch {
		case err == nil:
			f.mu.Lock()
			delete(f.mails, m.Number)
			f.done = append(f.done, m)
			f.mu.Unlock()
			f.finish(ctx)
			return nil
		case elsewhere && PartOf(there.Game) != part:
			err = f.shared.Mails.Move(ctx, m, PartOf(there.Game))
		case !f.hands.Works(part):
			f.forget(m)
			return nil
		case m.Part == "": // nobody's windows wait for it any more
			if moved := f.shared.Mails.Move(ctx, m, OfficePart); moved != nil {
				return errors.Join(err, moved)
			}
			err = nil
		}
		if err == nil {
			f.forget(m)
		}
		return err
	}
}

// Behind reports whether a mail may wait in the cluster that could order something in a game, and that has not been brought here: one that has just
// come, wherever the office is, or one of the game's part. Without a game only the former are looked for.
func (f *Fetched) Behind(game string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	f.waited.Store(true)
	queues := []string{""}
	if game != "" {
		queues = append(queues, PartOf(game)) // in this order: a mail that moves meanwhile is seen in the second
	}
	for _, queue := range queues {
		upTo := uint64(0)
		if f.hands.Works(partOfQueue(queue)) {
			upTo = f.reached(queue)
		}
		m, err := f.shared.Mails.Next(ctx, queue, upTo)
		if err != nil || m.Number > 0 {
			return true
		}
	}
	f.waited.Store(false)
	return false
}
