package adjudicator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Keys keeps the secret dice key of every game. Only the host of a game has it.
type Keys interface {
	// Key gives the key of a game, or events.ErrNotFound.
	Key(game string) (dice.Key, error)
}

// LaterKeys is a Keys that also keeps the keys that a game switched to after its first.
type LaterKeys interface {
	Later(game string) ([]dice.Key, error)
}

// Archive is the second medium: a record counts as stored only once it is there too.
type Archive interface {
	Write(r events.Record) error
	Put(ctx context.Context, data []byte) (events.Hash, error)
}

// Marker remembers on disk that a pass has begun, so that a pass that kills the process stops only its own game.
type Marker interface {
	Begin(game string, window int) error // an error stops the game: its pass began too often
	End(game string)
}

// Service appends to games: it reads a game's log, lets the rules say what follows, and appends that by compare-and-set. It stores nothing
// that the log does not hold; the matches it keeps are a cache.
//
// A Service may be used by only one goroutine per game at a time; the caller ensures that.
type Service struct {
	Store   events.Store
	Archive Archive // may be nil
	Keys    Keys    // may be nil: then nothing can be sealed or played here
	Marker  Marker  // may be nil
	Engines func(name string) (table.Engine, bool)
	Strict  bool // verify every proof on loading too
	Beacon  BeaconCheck
	Shelf   Shelf                        // may be nil: then every match reads its scenario for itself
	Warn    func(game string, err error) // told of what is wrong and does no harm; may be nil
	Address string                       // to which players of this host write: nothing is appended to a game that was handed to another; "" for any
}

// Load folds a game's whole log.
func (s *Service) Load(ctx context.Context, game string) (*Match, error) {
	src, err := s.source(ctx, game)
	if err != nil {
		return nil, err
	}
	if m, ok := s.fromSnapshot(ctx, game, src); ok {
		return m, nil
	}
	return Fold(game, s.Store.Read(ctx, game, 1), src)
}

// LoadWhole folds a game's whole log and plays every pass again, ignoring snapshots.
func (s *Service) LoadWhole(ctx context.Context, game string) (*Match, error) {
	src, err := s.source(ctx, game)
	if err != nil {
		return nil, err
	}
	return Fold(game, s.Store.Read(ctx, game, 1), src)
}

// Retell folds a game's whole log and hands it on at each moment that counts: see FoldPasses.
func (s *Service) Retell(ctx context.Context, game string, told func(m *Match) error) (*Match, error) {
	src, err := s.source(ctx, game)
	if err != nil {
		return nil, err
	}
	return FoldPasses(game, s.Store.Read(ctx, game, 1), src, told)
}

func (s *Service) source(ctx context.Context, game string) (Source, error) {
	src := Source{
		Blob:    func(h events.Hash) ([]byte, error) { return s.get(ctx, h) },
		Engines: s.Engines, Strict: s.Strict, Beacon: s.Beacon, Shelf: s.Shelf,
	}
	if s.Keys == nil {
		return src, nil
	}
	key, err := s.Keys.Key(game)
	if errors.Is(err, events.ErrNotFound) {
		return src, nil
	}
	if err != nil {
		s.warn(game, fmt.Errorf("the dice key cannot be read: %w", err))
		return src, nil // the game can be read, but not played
	}
	src.Key = &key
	if later, ok := s.Keys.(LaterKeys); ok {
		if src.Spare, err = later.Later(game); err != nil {
			s.warn(game, fmt.Errorf("the later dice keys cannot be read: %w", err))
		}
	}
	return src, nil
}

// get reads a blob. That the store does not answer says nothing about the game that names it.
func (s *Service) get(ctx context.Context, h events.Hash) ([]byte, error) {
	data, err := s.Store.Get(ctx, h)
	if err != nil && !errors.Is(err, events.ErrNotFound) && !errors.Is(err, events.ErrDamaged) {
		return nil, &Unanswered{err}
	}
	return data, err
}

func (s *Service) warn(game string, err error) {
	if s.Warn != nil {
		s.Warn(game, err)
	}
}

// Catch brings a match up to the head of its log; other processes may have appended. A rewind makes a new match, and so do keys that were not there
// when the match was loaded: another server may have opened the game, or taken its next key, since.
func (s *Service) Catch(ctx context.Context, m *Match) (*Match, error) {
	for r, err := range s.Store.Read(ctx, m.Game, m.Head.Seq+1) {
		if err != nil {
			return m, err
		}
		if err := m.Apply(r); errors.Is(err, errRewound) {
			return s.Load(ctx, m.Game)
		} else if err != nil && m.unopened == nil {
			return m, err
		}
	}
	if m.unopened != nil {
		return m, m.Halt
	}
	if s.hasOtherKeys(ctx, m) {
		return s.Load(ctx, m.Game)
	}
	return m, nil
}

// hasOtherKeys reports whether a match that cannot be played for want of its key was loaded with other keys than there are now.
func (s *Service) hasOtherKeys(ctx context.Context, m *Match) bool {
	if s.Keys == nil || m.Announced.Rulebook == "" || m.Playable() {
		return false
	}
	src, err := s.source(ctx, m.Game)
	if err != nil || src.Key == nil {
		return false
	}
	return m.key == nil || *m.key != *src.Key || !slices.Equal(m.spare, src.Spare)
}

// Decide looks at the match as it stands and says what to append; a nil body means nothing. It may be called again if another process
// appended first.
type Decide func(m *Match) (actor string, body events.Body, secrets []events.Secret, err error)

// attempts is how often an append is tried again after other processes were first or its outcome was unknown.
const attempts = 100

// Append appends one event decided on the present state. It returns the match with the event in it, and the event's
// number (0 if there was nothing to append).
func (s *Service) Append(ctx context.Context, m *Match, now int64, decide Decide) (*Match, int64, error) {
	for range attempts {
		actor, body, secrets, err := decide(m)
		if err != nil || body == nil {
			return m, 0, err
		}
		if m.unopened != nil && !goesOnUnopened(body) {
			return m, 0, m.Halt
		}
		if home := m.Fair.Home; home != "" && s.Address != "" && !strings.EqualFold(home, s.Address) {
			return m, 0, fmt.Errorf("%s is played by the host with the address %s", m.Game, home)
		}
		r, err := events.Next(m.Head, events.Event{Game: m.Game, Time: now, Actor: actor, Body: body}, secrets...)
		if err != nil {
			return m, 0, err
		}
		err = s.appendSurely(ctx, r)
		if errors.Is(err, events.ErrConflict) {
			if m, err = s.Catch(ctx, m); err != nil {
				return m, 0, err
			}
			continue
		}
		if err != nil {
			return m, 0, err
		}
		if s.Archive != nil {
			if err := s.Archive.Write(r); err != nil {
				return m, 0, fmt.Errorf("the archive did not take event %d of %s: %w", m.Head.Seq+1, m.Game, err)
			}
		}
		err = m.Apply(r)
		if errors.Is(err, errRewound) {
			seq := m.Head.Seq + 1
			m, err = s.Load(ctx, m.Game)
			return m, seq, err
		}
		return m, m.Head.Seq, err
	}
	return m, 0, fmt.Errorf("the log of %s is so busy that %d tries were not enough", m.Game, attempts)
}

// appendSurely resolves an append of unknown outcome by appending the same bytes again: the store then reports whether it has them or
// another process was first.
func (s *Service) appendSurely(ctx context.Context, r events.Record) error {
	var err error
	for range 3 {
		if err = s.Store.Append(ctx, r); err == nil || errors.Is(err, events.ErrConflict) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// Put keeps a blob in the store and in the archive.
func (s *Service) Put(ctx context.Context, data []byte) (events.Hash, error) {
	p := events.Wrap(data)
	err := events.PutParcel(ctx, s.Store, p)
	if err == nil && s.Archive != nil {
		err = events.PutParcel(ctx, s.Archive, p)
	}
	return p.Digest, err
}

// Announce begins a game. It fixes everything that must be fixed before anyone joins.
func (s *Service) Announce(ctx context.Context, game string, now int64, a events.GameAnnounced, document []byte) (*Match, error) {
	if !events.ValidGame(game) {
		return nil, fmt.Errorf("%q cannot be a game's name: use 1 to 40 small letters, digits and -", game)
	}
	head, err := s.Store.Head(ctx, game)
	if err != nil {
		return nil, err
	}
	if head.Seq > 0 {
		return nil, fmt.Errorf("there is a game called %s already", game)
	}
	if a.Document, err = s.Put(ctx, document); err != nil {
		return nil, err
	}
	m, err := s.Load(ctx, game)
	if err != nil {
		return nil, err
	}
	m, _, err = s.Append(ctx, m, now, func(*Match) (string, events.Body, []events.Secret, error) {
		return "master", a, nil, nil
	})
	return m, err
}

// Open opens a game whose seats are all taken by making the first seal.
func (s *Service) Open(ctx context.Context, m *Match, now int64) (*Match, error) {
	m, _, err := s.Append(ctx, m, now, func(m *Match) (string, events.Body, []events.Secret, error) {
		if m.Opened || m.Fair.Needs() != NeedsOpening {
			return "", nil, nil, nil
		}
		salt, _, err := m.Fair.GameSalt()
		return "fieldpost", events.GameOpened{GameSalt: salt}, nil, err
	})
	return m, err
}

// Seal closes the open window with what is on the desks. The caller has issued every letter of the previous pass, so from here on a restart
// need not know its facts. That is why the snapshot is saved here.
func (s *Service) Seal(ctx context.Context, m *Match, now int64, cause string, window int) (*Match, error) {
	s.saveSnapshot(ctx, m)
	m, _, err := s.Append(ctx, m, now, func(m *Match) (string, events.Body, []events.Secret, error) {
		if m.Open == nil || m.Sealed != nil && m.late == nil || m.Open.Number != window {
			return "", nil, nil, nil
		}
		seal := m.NewSeal(cause)
		if _, err := m.filed.openAll(seal); err != nil { // a seal that cannot be opened would stop the game for ever
			return "", nil, nil, m.stop("E_DESK", err.Error())
		}
		return "fieldpost", seal, nil, nil
	})
	return m, err
}

// NewSeal returns what the open window would be closed with now.
func (m *Match) NewSeal(cause string) events.Sealed {
	seal := events.Sealed{Window: int64(m.Open.Number), Cause: cause}
	for _, d := range m.Desks {
		if m.late != nil && string(d.Seat) != m.late.Seat {
			seal.Seats = append(seal.Seats, m.sealOf(d.Seat)) // nothing changes for the others
			continue
		}
		seal.Seats = append(seal.Seats, d.seal())
	}
	return seal
}

// Adjudicate answers the seal that waits, if any: one pass, one event.
func (s *Service) Adjudicate(ctx context.Context, m *Match, now int64) (*Match, error) {
	if m.Sealed == nil || m.Halt != nil || m.Fair.Needs() != NeedsNothing {
		return m, nil
	}
	window := m.Sealed.Window
	if s.Marker != nil {
		if err := s.Marker.Begin(m.Game, int(window)); err != nil {
			return m, m.stop("E_CRASHED", err.Error())
		}
		defer s.Marker.End(m.Game)
	}
	m, _, err := s.Append(ctx, m, now, func(m *Match) (string, events.Body, []events.Secret, error) {
		if m.Sealed == nil || m.Sealed.Window != window || m.Fair.Needs() != NeedsNothing {
			return "", nil, nil, nil
		}
		body, secrets, err := m.NewPass()
		if err != nil {
			return "", nil, nil, err
		}
		return "fieldpost", body, secrets, nil
	})
	var stopped *Stopped
	if errors.As(err, &stopped) {
		m.Halt = stopped
	}
	return m, err
}

// Playable reports whether this process holds the dice key of the window that comes next.
func (m *Match) Playable() bool {
	if m.key == nil || m.Fair.Profile() == Practice || m.Announced.Rulebook == "" {
		return m.key != nil
	}
	public := m.Fair.DiceKey(m.Fair.Window)
	return m.key.Public() == public || slices.ContainsFunc(m.spare, func(k dice.Key) bool { return k.Public() == public })
}
