package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/projections/archive"
)

// shared is what an installation has in common with other servers on the same outside log, and this server's own archive of it. One server at
// a time is at work: the one that holds the lease. Events are appended by compare-and-set and letters have their bytes from the log, so a server
// that lost its lease without noticing can do no harm; that it looks at the lease before each append and each letter keeps it from
// trying.
type shared struct {
	config  Config
	log     *slog.Logger
	store   *jetstream.Store
	cabinet *jetstream.Cabinet
	lease   *jetstream.Lease
	mails   *jetstream.Mails
	archive *archive.Archive
	safe    *keySafe // nil until it is needed
	phrases *office.Phrases
}

// openShared connects to the log and opens the archive. It fails with a durable.LockedError when another process holds the data folder.
func openShared(ctx context.Context, c Config, log *slog.Logger) (*shared, error) {
	if err := durable.MakeDir(c.Data); err != nil {
		return nil, err
	}
	h := &shared{config: c, log: log}
	var err error
	if h.phrases, err = loadPhrases(c.Scenarios); err != nil { // before the lease: nobody is at work while they are read
		return nil, err
	}
	if h.archive, err = archive.Open(c.archiveDir()); err != nil {
		return nil, err
	}
	if h.store, err = c.NATS.connect(ctx, log, false); err != nil {
		return nil, errors.Join(err, h.archive.Close())
	}
	if err = h.attach(ctx); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

func (h *shared) attach(ctx context.Context) (err error) {
	if h.cabinet, err = h.store.Cabinet(ctx); err != nil {
		return err
	}
	if h.mails, err = h.store.Mails(ctx); err != nil {
		return err
	}
	id, err := privateFile(filepath.Join(h.config.Data, "server.id"), func() ([]byte, error) {
		b, err := freshSecret()
		return []byte(hex.EncodeToString(b) + "\n"), err
	})
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "a server"
	}
	h.lease = h.cabinet.Lease("work", strings.TrimSpace(string(id)), host+" ("+h.config.Data+")")
	return nil
}

func (h *shared) close() error { return errors.Join(h.store.Close(), h.archive.Close()) }

// followEvery is how often a server that waits brings its archive up to the log.
const followEvery = time.Second

// keysEvery is how often it looks for new keys, in rounds of that.
const keysEvery = 10

// follow keeps the archive up with the log, and the folder of keys with those of the cluster, while another server is at work: a takeover then
// finds little to do, and everything soon has another copy.
func (h *shared) follow(ctx context.Context) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if n%keysEvery == 0 {
			if err := h.fetchKeys(ctx); err != nil && ctx.Err() == nil {
				h.log.Warn("the keys could not be brought up to the other servers'", "error", err)
			}
		}
		heads, err := h.store.Heads(ctx)
		for game, head := range heads {
			if ctx.Err() == nil && h.archive.Head(game).Seq < head.Seq {
				_, fault := archive.CatchUp(ctx, h.store, h.archive, game)
				err = errors.Join(err, fault)
			}
		}
		if err != nil && ctx.Err() == nil {
			h.log.Info("the archive could not follow the log now", "error", err)
		}
	}
}

// fetchKeys writes the key files that only the cluster has.
func (h *shared) fetchKeys(ctx context.Context) error {
	if h.safe == nil {
		var err error
		if h.safe, err = openSafe(ctx, h.config, h.cabinet); err != nil {
			return err
		}
	}
	return h.safe.fetch(ctx)
}

// errNotAtWork means that this server does not hold the lease, or not surely.
var errNotAtWork = errors.New("another server may be at work now: this one does nothing more")

// fencedLog is a log to which only the holder of the lease appends.
type fencedLog struct {
	events.Store
	term *jetstream.Term
}

// Append adds an event.
func (f fencedLog) Append(ctx context.Context, r events.Record) error {
	if !f.term.Held() {
		return errNotAtWork
	}
	return f.Store.Append(ctx, r)
}

// fencedSender sends letters only for the holder of the lease.
type fencedSender struct {
	mail.Sender
	term *jetstream.Term
}

// Send sends a letter.
func (f fencedSender) Send(ctx context.Context, l mail.Letter, data []byte) error {
	if !f.term.Held() {
		return errNotAtWork
	}
	return f.Sender.Send(ctx, l, data)
}

// fencedTake takes in what is read in a mailbox only for the holder of the lease: otherwise the next one reads it, or has read it.
func fencedTake(take mail.Handler, term *jetstream.Term) mail.Handler {
	return func(ctx context.Context, raw []byte, env mail.Envelope) error {
		if !term.Held() {
			return errNotAtWork
		}
		return take(ctx, raw, env)
	}
}

// followingArchive is an archive that fetches from the log what another server has appended in between.
type followingArchive struct {
	*archive.Archive
	store events.Store
}

// Write adds an event, after those before it that are missing.
func (f followingArchive) Write(r events.Record) error {
	err := f.Archive.Write(r)
	if !errors.Is(err, events.ErrConflict) {
		return err
	}
	h, peeked := events.Peek(r.Bytes)
	if peeked != nil {
		return errors.Join(err, peeked)
	}
	if _, fault := archive.CatchUp(context.Background(), f.store, f.Archive, h.Game); fault != nil {
		return errors.Join(err, fault)
	}
	return f.Archive.Write(r)
}

// take lays a mail where every server finds it.
func (h *shared) take(ctx context.Context, raw []byte, env mail.Envelope) error {
	envelope, err := json.Marshal(env)
	if err != nil {
		return err
	}
	return h.mails.Add(ctx, envelope, raw)
}

// fetched are the mails that the server at work has brought from the cluster into its own spool.
type fetched struct {
	shared *shared
	tried  func() // called when windows that waited for mails may be closed

	upTo   atomic.Uint64
	waited atomic.Bool // somebody was told that mails may be there which have not been fetched

	mu    sync.Mutex
	mails map[uint64]jetstream.Mail // in the spool, by number
}

// run hands mails to the spool until ctx ends, in the order in which they were taken in.
func (f *fetched) run(ctx context.Context, take mail.Handler) error {
	q := f.shared.mails
	if err := q.Clear(ctx); err != nil && ctx.Err() == nil {
		f.shared.log.Info("what is left of mails that were never whole stays in the cluster", "error", err)
	}
	for ctx.Err() == nil {
		m, err := q.Next(ctx, f.upTo.Load())
		switch {
		case m.Number == 0 && err != nil:
			if ctx.Err() == nil {
				f.shared.log.Warn("the mails that wait cannot be fetched now", "error", err)
			}
			q.Wait(ctx)
		case m.Number == 0:
			if f.waited.Swap(false) {
				f.tried()
			}
			q.Wait(ctx)
		case err != nil:
			f.shared.log.Error("a mail in the cluster cannot be read; it stays there", "number", m.Number, "error", err)
			f.upTo.Store(m.Number)
		default:
			f.bring(ctx, m, take)
		}
	}
	return nil
}

// bring hands one mail to the spool.
func (f *fetched) bring(ctx context.Context, m jetstream.Mail, take mail.Handler) {
	var env mail.Envelope
	if err := json.Unmarshal(m.Envelope, &env); err != nil {
		f.shared.log.Error("a mail in the cluster has no envelope; it stays there", "number", m.Number, "error", err)
		f.upTo.Store(m.Number)
		return
	}
	env.Place, env.Queue = m.Number, f.shared.mails.Name()
	raw := m.Raw
	m.Raw = nil
	f.mu.Lock()
	f.mails[m.Number] = m
	f.mu.Unlock()
	if err := take(ctx, raw, env); err != nil {
		if ctx.Err() == nil {
			f.shared.log.Warn("a mail of the cluster cannot be taken into the spool now", "error", err)
		}
		f.shared.mails.Wait(ctx)
		return
	}
	f.upTo.Store(m.Number)
}

// handler takes mails out of the cluster once they have had their effect. What an earlier process left in the spool is let go: either another
// server has done it since, or the cluster hands it out once more. Only a mail of a cluster that is no more is in the spool alone.
func (f *fetched) handler(receive mail.Handler) mail.Handler {
	return func(ctx context.Context, raw []byte, env mail.Envelope) error {
		f.mu.Lock()
		m, ours := f.mails[env.Place]
		f.mu.Unlock()
		here := env.Place > 0 && env.Queue == f.shared.mails.Name()
		if here && !ours {
			return nil
		}
		if err := receive(ctx, raw, env); err != nil || !here {
			return err
		}
		f.mu.Lock()
		delete(f.mails, env.Place)
		f.mu.Unlock()
		if err := f.shared.mails.Done(ctx, m); err != nil {
			f.shared.log.Info("a mail that had its effect stays in the cluster, and will be offered once more", "number", m.Number, "error", err)
		}
		return nil
	}
}

// behind reports whether a mail may wait in the cluster that has not been fetched.
func (f *fetched) behind() bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	f.waited.Store(true)
	m, err := f.shared.mails.Next(ctx, f.upTo.Load())
	if err != nil || m.Number > 0 {
		return true
	}
	f.waited.Store(false)
	return false
}

// sharedCursors keeps in the cluster how far mailboxes were read. A server that stood still while another one read on does not turn it back.
type sharedCursors struct {
	cabinet *jetstream.Cabinet
	file    cursorFile
	term    *jetstream.Term
}

func (s sharedCursors) name(mailbox string) string {
	return "cursor." + filepath.Base(s.file.path(mailbox))
}

// LoadCursor reads the hint, or the zero cursor if there is none.
func (s sharedCursors) LoadCursor(ctx context.Context, mailbox string) (mail.Cursor, error) {
	var cursor mail.Cursor
	data, err := s.cabinet.Get(ctx, s.name(mailbox))
	if errors.Is(err, events.ErrNotFound) {
		return cursor, nil
	}
	if err != nil || json.Unmarshal(data, &cursor) != nil {
		return mail.Cursor{}, err
	}
	return cursor, nil
}

// SaveCursor writes the hint.
func (s sharedCursors) SaveCursor(ctx context.Context, mailbox string, cursor mail.Cursor) error {
	if !s.term.Held() {
		return errNotAtWork
	}
	data, err := json.Marshal(cursor)
	if err != nil {
		return err
	}
	return s.cabinet.Put(ctx, s.name(mailbox), data)
}
