package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
)

const (
	streamName    = "LOG"
	subjectPrefix = "game."

	blobBucket     = "BLOBS"
	snapshotBucket = "SNAPSHOTS"

	// DefaultTimeout bounds every single exchange with the server. A full disk shows itself only as silence.
	DefaultTimeout = 10 * time.Second
)

// Store is an events.Store in JetStream. Make one with Open or Connect. It is safe for concurrent use.
type Store struct {
	nc        *nats.Conn
	js        natsjs.JetStream
	stream    natsjs.Stream
	direct    bool // messages may be read from any replica, as there is but one
	blobs     natsjs.ObjectStore
	objects   natsjs.Stream // in which the blobs lie
	snapshots natsjs.KeyValue
	index     *index
	timeout   time.Duration
	system    *nats.Conn // of the system account, nil if we have none
	embedded  bool
	shutdown  func() error // ends an embedded server and gives its folder back
	edition   edition
	look      bool // nothing is made
	lent      bool // the connection is another Store's
}

var _ events.Store = (*Store)(nil)

// streamConfig returns what the log must look like. Nothing in it may be loosened: see Doctor.
func streamConfig(e edition, replicas int) natsjs.StreamConfig {
	return natsjs.StreamConfig{
		Name:        e.of(streamName),
		Description: "Fieldpost: the events of all games, one subject a game",
		Subjects:    []string{subjectPrefix + "*"},
		Retention:   natsjs.LimitsPolicy,
		Discard:     natsjs.DiscardNew,
		MaxMsgs:     -1, MaxBytes: -1, MaxMsgsPerSubject: -1,
		Storage:     natsjs.FileStorage,
		Replicas:    replicas,
		DenyDelete:  true,
		DenyPurge:   true,
		AllowDirect: replicas == 1,
	}
}

// attaching says what attach may expect and do.
type attaching struct {
	existed bool    // this store had a log before
	look    bool    // nothing may be made
	edition edition // which log; 0 for the one in force
}

// attach finds or makes the stream and the buckets and builds the index.
func (s *Store) attach(ctx context.Context, replicas int, how attaching) error {
	var err error
	if s.js, err = natsjs.New(s.nc, natsjs.WithDefaultTimeout(s.timeout)); err != nil {
		return err
	}
	s.look = how.look
	moving := false
	if s.edition = how.edition; s.edition == 0 {
		if s.edition, moving, err = s.inForce(ctx); err != nil {
			return err
		}
	}
	name := s.edition.of(streamName)
	s.stream, err = s.streamNamed(ctx, name)
	switch {
	case errors.Is(err, natsjs.ErrStreamNotFound) && how.existed:
		return fmt.Errorf("%w: the server no longer finds the stream %s that this store has held: run the repair", events.ErrDamaged, name)
	case errors.Is(err, natsjs.ErrStreamNotFound) && how.look:
		return ErrNoLog
	case errors.Is(err, natsjs.ErrStreamNotFound):
		s.stream, err = s.js.CreateStream(ctx, streamConfig(s.edition, replicas))
	}
	if err != nil {
		return err
	}
	config := s.stream.CachedInfo().Config
	faults := checkConfig(config)
	if moving { // its subjects are given up on the way
		faults = slices.DeleteFunc(faults, func(f Finding) bool { return f.Code == subjectsFault })
	}
	if len(faults) > 0 && !how.look {
		return fmt.Errorf("jetstream: the stream %s is not safe to play on: %s", name, faults[0].Text)
	}
	s.direct = config.AllowDirect && config.Replicas == 1
	if err := s.attachBuckets(ctx, config.Replicas, how); err != nil {
		return err
	}
	s.index, err = newIndex(ctx, s)
	return err
}

// attachBuckets finds or makes the buckets for blobs and snapshots.
func (s *Store) attachBuckets(ctx context.Context, replicas int, how attaching) (err error) {
	if err := s.makeBuckets(ctx, replicas, how); err != nil {
		return err
	}
	s.objects, err = s.streamNamed(ctx, "OBJ_"+s.edition.of(blobBucket))
	return err
}

func (s *Store) makeBuckets(ctx context.Context, replicas int, how attaching) (err error) {
	if how.look {
		if s.blobs, err = s.objectsNamed(ctx, s.edition.of(blobBucket)); err == nil {
			s.snapshots, err = s.bucketNamed(ctx, s.edition.of(snapshotBucket))
		}
		if errors.Is(err, natsjs.ErrBucketNotFound) {
			return ErrNoLog
		}
		return err
	}
	s.blobs, err = again(ctx, s.timeout, func(ctx context.Context) (natsjs.ObjectStore, error) {
		return s.js.CreateOrUpdateObjectStore(ctx, natsjs.ObjectStoreConfig{
			Bucket: s.edition.of(blobBucket), Description: "Fieldpost: mails, letters and documents by their SHA-256", Storage: natsjs.FileStorage, Replicas: replicas})
	})
	if err != nil {
		return err
	}
	s.snapshots, err = again(ctx, s.timeout, func(ctx context.Context) (natsjs.KeyValue, error) {
		return s.js.CreateOrUpdateKeyValue(ctx, natsjs.KeyValueConfig{
			Bucket: s.edition.of(snapshotBucket), Description: "Fieldpost: positions, a cache", Storage: natsjs.FileStorage, Replicas: replicas})
	})
	return err
}

// messageID carries a record's place and hash: for the server's own de-duplication, and so that the index can be built
// from headers alone.
func messageID(game string, head events.Head) string {
	return game + "/" + strconv.FormatInt(head.Seq, 10) + "/" + head.Hash.String()
}

func parseMessageID(id string) (game string, head events.Head, ok bool) {
	parts := strings.Split(id, "/")
	if len(parts) != 3 {
		return "", events.Head{}, false
	}
	seq, err := strconv.ParseInt(parts[1], 10, 64)
	hash, err2 := events.ParseHash(parts[2])
	return parts[0], events.Head{Seq: seq, Hash: hash}, err == nil && err2 == nil
}

// Append adds r. See events.Log; the time it may take is bounded even when ctx has no deadline.
func (s *Store) Append(ctx context.Context, r events.Record) error {
	e, err := events.CheckRecord(r)
	if err != nil {
		return err
	}
	payload, err := events.EncodeRecord(r)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	after := events.Head{Seq: e.Seq - 1, Hash: e.Prev}
	at, err := s.place(limited, e.Game, after)
	if err != nil {
		return s.settle(ctx, e, r, err)
	}
	head := events.Head{Seq: e.Seq, Hash: events.LeafHash(r.Bytes)}
	msg := nats.NewMsg(subjectPrefix + e.Game)
	msg.Data = payload
	ack, err := s.js.PublishMsg(limited, msg, natsjs.WithMsgID(messageID(e.Game, head)), natsjs.WithExpectStream(s.edition.of(streamName)),
		natsjs.WithExpectLastSequencePerSubject(at))
	if err != nil || ack.Duplicate {
		return s.settle(ctx, e, r, err)
	}
	s.index.add(e.Game, ack.Sequence, head, false)
	return nil
}

// place returns the stream sequence of the event that a new one must follow, or 0 for a new game.
func (s *Store) place(ctx context.Context, game string, after events.Head) (uint64, error) {
	if at, head := s.index.tail(game); head == after && at > 0 {
		return at, nil
	}
	at, head, err := s.last(ctx, game)
	if err != nil {
		return 0, err
	}
	if head != after {
		return 0, events.ErrConflict
	}
	return at, nil
}

// settle finds out what happened to an append that was not clearly acknowledged: stored (nil), overtaken (ErrConflict), or still unknown
// (any other error). It has its own time, as the caller's may be used up.
func (s *Store) settle(ctx context.Context, e events.Event, r events.Record, cause error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timeout)
	defer cancel()
	_, head, err := s.last(ctx, e.Game)
	if err != nil {
		return fmt.Errorf("jetstream: the append of event %d of game %s has an unknown outcome: %w", e.Seq, e.Game, errors.Join(cause, err))
	}
	if head.Seq >= e.Seq {
		for stored, err := range s.Read(ctx, e.Game, e.Seq) {
			if err != nil {
				return err
			}
			if bytes.Equal(stored.Bytes, r.Bytes) {
				return nil
			}
			break
		}
	}
	if head != (events.Head{Seq: e.Seq - 1, Hash: e.Prev}) || isConflict(cause) {
		return fmt.Errorf("%w: event %d of game %s does not follow event %d", events.ErrConflict, e.Seq, e.Game, head.Seq)
	}
	return fmt.Errorf("jetstream: the append of event %d of game %s has an unknown outcome: %w", e.Seq, e.Game, errors.Join(cause, errNoAck))
}

var errNoAck = errors.New("the server did not confirm it")

// isConflict knows both codes of a refused compare-and-set: of one replica and of several.
func isConflict(err error) bool {
	var api *natsjs.APIError
	return errors.Is(err, events.ErrConflict) ||
		errors.As(err, &api) && (api.ErrorCode == natsjs.JSErrCodeStreamWrongLastSequence || api.ErrorCode == 10164)
}

// last reads a game's last message: the truth about its end, whoever wrote it.
func (s *Store) last(ctx context.Context, game string) (uint64, events.Head, error) {
	if !events.ValidGame(game) {
		return 0, events.Head{}, nil
	}
	msg, err := again(ctx, s.timeout, func(ctx context.Context) (*natsjs.RawStreamMsg, error) {
		return s.stream.GetLastMsgForSubject(ctx, subjectPrefix+game)
	})
	if errors.Is(err, natsjs.ErrMsgNotFound) {
		return 0, events.Head{}, nil
	}
	if err != nil {
		return 0, events.Head{}, err
	}
	r, err := events.DecodeRecord(msg.Data)
	if err != nil {
		return 0, events.Head{}, fmt.Errorf("%w: the last record of game %s: %v", events.ErrDamaged, game, err)
	}
	head, err := r.Head()
	if err != nil {
		return 0, events.Head{}, fmt.Errorf("%w: the last record of game %s: %v", events.ErrDamaged, game, err)
	}
	return msg.Sequence, head, nil
}

// Head returns the end of a game's log.
func (s *Store) Head(ctx context.Context, game string) (events.Head, error) {
	_, head, err := s.last(ctx, game)
	return head, err
}

// Read yields the records of a game from seq on, up to the head at the start of the reading. It asks for them by their
// known places, several at a time, and never touches another game's. A record that is missing, unreadable or not
// linked to the one before it ends the reading with a DamageError, a cluster that does not answer with what it says.
func (s *Store) Read(ctx context.Context, game string, seq int64) iter.Seq2[events.Record, error] {
	return func(yield func(events.Record, error) bool) {
		seq := max(seq, 1)
		at, head, err := s.last(ctx, game)
		if err != nil {
			yield(events.Record{}, err)
			return
		}
		if head.Seq < seq {
			return
		}
		places, err := s.index.upTo(ctx, game, at, s.timeout)
		if err != nil {
			yield(events.Record{}, err)
			return
		}
		broken := int64(len(places)) < head.Seq
		places = places[min(seq-1, int64(len(places))):min(head.Seq, int64(len(places)))]
		check := link{game: game, next: seq}
		for chunk := range slices.Chunk(places, window) {
			payloads, err := s.fetch(ctx, chunk)
			for _, payload := range payloads {
				r, damage := check.add(payload)
				if !yield(r, damage) || damage != nil {
					return
				}
			}
			if unanswered(err) {
				yield(events.Record{}, fmt.Errorf("the log of game %s, event %d: %w", game, check.next, err))
				return
			}
			if err != nil {
				yield(events.Record{}, check.damage(err.Error()))
				return
			}
		}
		if broken {
			yield(events.Record{}, check.damage("it is not in the stream, though later ones are"))
		}
	}
}

// link checks that payloads are the records of one game, in order and linked.
type link struct {
	game string
	next int64
	prev events.Hash // zero at the start of a reading

	broken bool // nothing behind this place can be trusted
}

func (l *link) damage(reason string) error {
	return &events.DamageError{Game: l.game, Seq: l.next, Reason: reason}
}

func (l *link) add(payload []byte) (events.Record, error) {
	r, err := events.DecodeRecord(payload)
	if err != nil {
		return events.Record{}, l.damage(err.Error())
	}
	h, err := events.Peek(r.Bytes)
	if err != nil {
		return events.Record{}, l.damage(err.Error())
	}
	return r, l.follow(h, r)
}

// follow takes the next record, whose header is h.
func (l *link) follow(h events.Header, r events.Record) error {
	switch {
	case h.Game != l.game || h.Seq != l.next:
		return l.damage(fmt.Sprintf("event %d of game %s stands in its place", h.Seq, h.Game))
	case !l.prev.IsZero() && h.Prev != l.prev:
		return l.damage("it does not follow the event before it")
	}
	l.next, l.prev = l.next+1, events.LeafHash(r.Bytes)
	return nil
}

// Games lists the ids of all games in byte order.
func (s *Store) Games(ctx context.Context) ([]string, error) {
	info, err := s.infoOf(ctx, s.stream, natsjs.WithSubjectFilter(subjectPrefix+"*"))
	if err != nil {
		return nil, err
	}
	var games []string
	for subject := range info.State.Subjects {
		games = append(games, strings.TrimPrefix(subject, subjectPrefix))
	}
	slices.Sort(games)
	return games, nil
}

// Heads returns the ends of all games, as they stood when it was called or later: of several processes each must see what another one appended, or it
// takes a game over without knowing how far it is. A game ends before its first unreadable message.
func (s *Store) Heads(ctx context.Context) (map[string]events.Head, error) {
	if !s.embedded { // in one process the index knows all that was appended
		info, err := s.infoOf(ctx, s.stream)
		if err != nil {
			return nil, err
		}
		if err := s.index.catchUp(ctx, info.State.LastSeq, s.timeout); err != nil {
			return nil, err
		}
	}
	return s.index.heads(), ctx.Err()
}

// Close ends the connection and, with an embedded server, flushes and stops it and gives the folder back.
func (s *Store) Close() error {
	if s.index != nil {
		s.index.stop()
	}
	if s.lent {
		return nil
	}
	if s.system != nil {
		s.system.Close()
	}
	s.nc.Close()
	if s.shutdown != nil {
		return s.shutdown()
	}
	return nil
}
