package cluster

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
	"fieldpost/mail/office/folder"
	"fieldpost/mail/office/keyring"
	"fieldpost/projections/archive"
)

// Shared is what an installation has in common with other servers on the same outside log, and this server's own archive of it. The servers divide
// the work between them (Hands). Events are appended by compare-and-set and letters have their bytes from the log, so a server that lost a part
// of the work without noticing can do no harm; that it looks before each append and each letter keeps it from trying.
type Shared struct {
	Settings
	Store   *jetstream.Store   // the log, as it is without fences
	Cabinet *jetstream.Cabinet // of small entries
	Shares  *jetstream.Shares  // of the work
	Mails   *jetstream.Mails   // that wait for the server whose they are
	Archive *archive.Archive   // this server's own

	id       string           // of the data folder
	keys     *jetstream.Lease // of whoever brings the keys of a server and of the cluster together
	renewing *jetstream.Lease // of whoever writes the log anew

	guard sync.Mutex // of safe
	safe  *keySafe   // nil until it is needed
}

// Settings say where a server has its data and how it comes to what all share.
type Settings struct {
	Data, ArchiveDir string // folders
	Keys             keyring.Folder
	Log              *slog.Logger

	Connect    func(ctx context.Context) (*jetstream.Store, error)
	Passphrase func() (string, error) // under which the servers hand each other their keys; nil: they are not handed over
	Forgotten  func() error           // is called when something was erased from the archive; may be nil
}

// Open connects to the log and opens the archive. It fails with a durable.LockedError when another process holds the data folder.
func Open(ctx context.Context, s Settings) (*Shared, error) {
	if err := durable.MakeDir(s.Data); err != nil {
		return nil, err
	}
	h := &Shared{Settings: s}
	var err error
	if h.Archive, err = archive.Open(s.ArchiveDir); err != nil {
		return nil, err
	}
	if err = h.connect(ctx); err == nil {
		err = h.settle(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

// connect connects to the log, in place of an earlier connection.
func (h *Shared) connect(ctx context.Context) error {
	if h.Store != nil {
		_ = h.Store.Close() // nothing was sent by it that is not answered
		h.Store = nil
	}
	store, err := h.Connect(ctx)
	if err != nil {
		return err
	}
	h.Store = store
	return h.attach(ctx)
}

func (h *Shared) attach(ctx context.Context) (err error) {
	if h.Cabinet, err = h.Store.Cabinet(ctx); err != nil {
		return err
	}
	if h.Mails, err = h.Store.Mails(ctx); err != nil {
		return err
	}
	id, err := keyring.Private(filepath.Join(h.Data, "server.id"), func() ([]byte, error) {
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
	shown := host + " (" + h.Data + ")"
	h.Shares, h.keys = h.Cabinet.Shares(h.id, shown, Parts()...), h.Cabinet.Lease("keys", h.id, shown)
	h.renewing = h.Cabinet.Lease("renewing", h.id, shown)
	return nil
}

// Close closes log and archive.
func (h *Shared) Close() error {
	var err error
	if h.Store != nil {
		err = h.Store.Close()
	}
	return errors.Join(err, h.Archive.Close())
}

// UpToDate fails with a misfit if the log was written anew since this process connected to it.
func (h *Shared) UpToDate(ctx context.Context) error {
	err := h.Cabinet.UpToDate(ctx)
	if errors.Is(err, jetstream.ErrAnew) {
		return Misfit{fmt.Errorf("%w, as by retire or forget: start this server again", err)}
	}
	return err
}

// followEvery is how often a server that waits brings its archive up to the log.
const followEvery = time.Second

// keysEvery is how often it looks for new keys, in rounds of that.
const keysEvery = 10

// Follow keeps the archive up with the log, and the folder of keys with those of the cluster, also in what other servers do: a takeover then finds
// little to do, and everything soon has another copy.
func (h *Shared) Follow(ctx context.Context) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if n%keysEvery == 0 {
			if err := h.FetchKeys(ctx); err != nil && ctx.Err() == nil {
				h.Log.Warn("the keys could not be brought up to the other servers'", "error", err)
			}
		}
		heads, err := h.Store.Heads(ctx)
		for game, head := range heads {
			if ctx.Err() == nil && h.Archive.Head(game).Seq < head.Seq {
				_, fault := archive.CatchUp(ctx, h.Store, h.Archive, game)
				err = errors.Join(err, fault)
			}
		}
		if err != nil && ctx.Err() == nil {
			h.Log.Info("the archive could not follow the log now", "error", err)
		}
	}
}

// FetchKeys writes the key files that only the cluster has.
func (h *Shared) FetchKeys(ctx context.Context) error {
	h.guard.Lock()
	defer h.guard.Unlock()
	if h.safe == nil {
		var err error
		if h.safe, err = openSafe(ctx, h.Settings, h.Cabinet); err != nil {
			return err
		}
	}
	return h.safe.fetch(ctx)
}

// FollowingArchive is an archive that fetches from the log what another server has appended in between.
type FollowingArchive struct {
	*archive.Archive
	store events.Store
}

// Write adds an event, after those before it that are missing.
func (f FollowingArchive) Write(r events.Record) error {
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

// NewFollowingArchive returns an archive that follows a log.
func NewFollowingArchive(kept *archive.Archive, store events.Store) FollowingArchive {
	return FollowingArchive{kept, store}
}

// MeetMailKey brings the mail key here and the installation's together where one took the place of the other.
func (h *Shared) MeetMailKey(ctx context.Context) error { return h.safe.meetMailKey(ctx) }

// HandKeys gives the other servers the keys that only this one has.
func (h *Shared) HandKeys(ctx context.Context) error { return h.safe.store(ctx) }

// GameKeys are the keys of the games, of which every new one is handed to the other servers before anything is done with it.
func (h *Shared) GameKeys() Keys { return Keys{h.Keys, h.safe} }

// MeetKeys brings the keys of this server and of the cluster together. One server at a time does so: the first of an installation makes its keys.
func (h *Shared) MeetKeys(ctx context.Context) error {
	if err := h.FetchKeys(ctx); err != nil {
		return err
	}
	term, err := h.keys.Acquire(ctx)
	if err != nil {
		return err
	}
	return errors.Join(h.safe.exchange(ctx), term.Release(context.WithoutCancel(ctx)))
}

// Take lays a mail where every server finds it.
func (h *Shared) Take(ctx context.Context, raw []byte, env mail.Envelope) error {
	envelope, err := json.Marshal(env)
	if err != nil {
		return err
	}
	return h.Mails.Add(ctx, envelope, raw)
}

// Cursors keeps in the cluster how far mailboxes were read. A server that stood still while another one read on does not turn it back.
type Cursors struct {
	cabinet *jetstream.Cabinet
	file    folder.Cursors
	hands   *Hands
}

// NewCursors keeps the cursors of an account, whose names are those of the files in which a server by itself keeps them.
func NewCursors(cabinet *jetstream.Cabinet, file folder.Cursors, hands *Hands) Cursors {
	return Cursors{cabinet, file, hands}
}

func (s Cursors) name(mailbox string) string {
	return "cursor." + filepath.Base(s.file.Path(mailbox))
}

// LoadCursor reads the hint, or the zero cursor if there is none.
func (s Cursors) LoadCursor(ctx context.Context, mailbox string) (mail.Cursor, error) {
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
func (s Cursors) SaveCursor(ctx context.Context, mailbox string, cursor mail.Cursor) error {
	if !s.hands.Works(OfficePart) {
		return ErrNotAtWork
	}
	data, err := json.Marshal(cursor)
	if err != nil {
		return err
	}
	return s.cabinet.Put(ctx, s.name(mailbox), data)
}
