package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"fieldpost/events"
	"fieldpost/events/durable"
	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/folder"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/archive"
)

// shared is what an installation has in common with other servers on the same outside log, and this server's own archive of it. The servers divide
// the work between them (hands). Events are appended by compare-and-set and letters have their bytes from the log, so a server that lost a part
// of the work without noticing can do no harm; that it looks before each append and each letter keeps it from trying.
type shared struct {
	config   Config
	log      *slog.Logger
	store    *jetstream.Store
	cabinet  *jetstream.Cabinet
	id       string // of the data folder
	shares   *jetstream.Shares
	keys     *jetstream.Lease // of whoever brings the keys of a server and of the cluster together
	renewing *jetstream.Lease // of whoever writes the log anew
	mails    *jetstream.Mails
	archive  *archive.Archive
	phrases  *office.Phrases

	guard sync.Mutex // of safe
	safe  *keySafe   // nil until it is needed
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
	if err = h.connect(ctx); err == nil {
		err = h.settle(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

// connect connects to the log, in place of an earlier connection.
func (h *shared) connect(ctx context.Context) error {
	if h.store != nil {
		_ = h.store.Close() // nothing was sent by it that is not answered
		h.store = nil
	}
	store, err := h.config.NATS.connect(ctx, h.log, false)
	if err != nil {
		return err
	}
	h.store = store
	return h.attach(ctx)
}

func (h *shared) attach(ctx context.Context) (err error) {
	if h.cabinet, err = h.store.Cabinet(ctx); err != nil {
		return err
	}
	if h.mails, err = h.store.Mails(ctx); err != nil {
		return err
	}
	id, err := keyring.Private(filepath.Join(h.config.Data, "server.id"), func() ([]byte, error) {
		b, err := keyring.FreshSecret()
		return []byte(hex.EncodeToString(b) + "\n"), err
	})
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "a server"
	}
	h.id = strings.TrimSpace(string(id))
	shown := host + " (" + h.config.Data + ")"
	h.shares, h.keys = h.cabinet.Shares(h.id, shown, allParts()...), h.cabinet.Lease("keys", h.id, shown)
	h.renewing = h.cabinet.Lease("renewing", h.id, shown)
	return nil
}

func (h *shared) close() error {
	var err error
	if h.store != nil {
		err = h.store.Close()
	}
	return errors.Join(err, h.archive.Close())
}

// upToDate fails with a misfit if the log was written anew since this process connected to it.
func (h *shared) upToDate(ctx context.Context) error {
	err := h.cabinet.UpToDate(ctx)
	if errors.Is(err, jetstream.ErrAnew) {
		return misfit{fmt.Errorf("%w, as by retire or forget: start this server again", err)}
	}
	return err
}

// followEvery is how often a server that waits brings its archive up to the log.
const followEvery = time.Second

// keysEvery is how often it looks for new keys, in rounds of that.
const keysEvery = 10

// follow keeps the archive up with the log, and the folder of keys with those of the cluster, also in what other servers do: a takeover then finds
// little to do, and everything soon has another copy.
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
	h.guard.Lock()
	defer h.guard.Unlock()
	if h.safe == nil {
		var err error
		if h.safe, err = openSafe(ctx, h.config, h.cabinet); err != nil {
			return err
		}
	}
	return h.safe.fetch(ctx)
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

// meetKeys brings the keys of this server and of the cluster together. One server at a time does so: the first of an installation makes its keys.
func (h *shared) meetKeys(ctx context.Context) error {
	if err := h.fetchKeys(ctx); err != nil {
		return err
	}
	term, err := h.keys.Acquire(ctx)
	if err != nil {
		return err
	}
	return errors.Join(h.safe.exchange(ctx), term.Release(context.WithoutCancel(ctx)))
}

// take lays a mail where every server finds it.
func (h *shared) take(ctx context.Context, raw []byte, env mail.Envelope) error {
	envelope, err := json.Marshal(env)
	if err != nil {
		return err
	}
	return h.mails.Add(ctx, envelope, raw)
}

// sharedCursors keeps in the cluster how far mailboxes were read. A server that stood still while another one read on does not turn it back.
type sharedCursors struct {
	cabinet *jetstream.Cabinet
	file    folder.Cursors
	hands   *hands
}

func (s sharedCursors) name(mailbox string) string {
	return "cursor." + filepath.Base(s.file.Path(mailbox))
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
	if !s.hands.works(officePart) {
		return errNotAtWork
	}
	data, err := json.Marshal(cursor)
	if err != nil {
		return err
	}
	return s.cabinet.Put(ctx, s.name(mailbox), data)
}
