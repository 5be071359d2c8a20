package adjudicator

import (
	"context"
	"encoding/json"
	"fmt"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// snapshotLayout changes whenever the contents of a snapshot do. Another layout means a full replay, never a guess.
const snapshotLayout = "fieldpost match 3"

// snapshot is a cache of a match at an open order window. Losing it only costs time.
type snapshot struct {
	Layout   string
	Rules    string // rulebook and revision of the program that wrote it
	Seq      int64
	Hash     string
	Opened   int64
	Boundary []byte
	Desks    []deskSnapshot
}

type deskSnapshot struct {
	Seat            string
	Draft, Standing []string
	Sent            bool
	Last, SentSeq   int64
	Corrections     [][2]string
	Unmended        []int64
	TakenBack       bool
}

func rulesTag(e table.Engine) string { return fmt.Sprintf("%s %d", e.Name(), e.Revision()) }

// saveSnapshot saves the match as it is. A failure does no harm.
func (s *Service) saveSnapshot(ctx context.Context, m *Match) {
	snap := snapshot{
		Layout: snapshotLayout, Rules: rulesTag(m.Engine), Seq: m.Head.Seq, Hash: m.Head.Hash.String(),
		Opened: m.openedAt, Boundary: m.boundary.Snapshot(),
	}
	for _, d := range m.Desks {
		snap.Desks = append(snap.Desks, deskSnapshot{
			Seat: string(d.Seat), Draft: ids(d.draft), Standing: ids(d.standing),
			Sent: d.Sent, Last: d.Last, SentSeq: d.sentSeq, Corrections: d.corrections, Unmended: d.unmended, TakenBack: d.takenBack,
		})
	}
	if data, err := json.Marshal(snap); err == nil {
		_ = s.Store.SaveSnapshot(ctx, m.Game, m.Head.Seq, data)
	}
}

func ids(lines []table.Line) []string {
	var list []string
	for _, l := range lines {
		list = append(list, l.ID)
	}
	return list
}

// fromSnapshot folds a log whose passes up to a snapshot need not be played again. It reports false if anything is odd.
func (s *Service) fromSnapshot(ctx context.Context, game string, src Source) (*Match, bool) {
	if s.Strict {
		return nil, false
	}
	seq, data, err := s.Store.LoadSnapshot(ctx, game)
	if err != nil {
		return nil, false
	}
	var snap snapshot
	if json.Unmarshal(data, &snap) != nil || snap.Layout != snapshotLayout || snap.Seq != seq {
		return nil, false
	}
	m := New(game, src)
	m.until = seq
	for r, err := range s.Store.Read(ctx, game, 1) {
		if err != nil {
			return nil, false
		}
		if m.Apply(r) != nil {
			return nil, false // a rewind or a fault: the whole log decides
		}
		if m.Head.Seq == seq && !m.resume(snap) {
			return nil, false
		}
	}
	return m, m.Head.Seq >= seq
}

// resume puts a snapshot in place of the passes that were not played.
func (m *Match) resume(snap snapshot) bool {
	if m.Engine == nil || snap.Rules != rulesTag(m.Engine) || snap.Hash != m.Head.Hash.String() {
		return false
	}
	game, err := m.Engine.Restore(m.Setup, snap.Boundary)
	if err != nil {
		return false
	}
	res := game.Play(closed{}, 0, nil) // no seals: it stops at once at the window that is open
	if res.Halt != nil || res.Open == nil || int64(res.Open.Number) != m.next.Number {
		return false
	}
	for _, d := range snap.Desks {
		desk := m.Desk(table.Seat(d.Seat))
		if desk == nil {
			return false
		}
		draft, err1 := m.filed.find(d.Draft)
		standing, err2 := m.filed.find(d.Standing)
		if err1 != nil || err2 != nil {
			return false
		}
		*desk = Desk{Seat: desk.Seat, draft: draft, standing: standing, Sent: d.Sent, Last: d.Last, sentSeq: d.SentSeq, corrections: d.Corrections, unmended: d.Unmended, takenBack: d.TakenBack}
		desk.inBook = ids(res.Views.Knows(desk.Seat).Program())
	}
	m.boundary, m.Now, m.Open = res.Boundary, res.Views, res.Open
	m.since, m.openedAt, m.Sealed = nil, snap.Opened, nil
	m.until = 0
	return true
}

// closed is a world in which nothing is sealed and nothing may be rolled.
type closed struct{}

func (closed) Sealed(table.Window) (table.Seal, bool) { return table.Seal{}, false }
func (closed) Roll(key string, _, _ int) ([]int, error) {
	return nil, table.Fault(table.CodeRollUnasked, key, "a snapshot lies where no dice may fall")
}
func (closed) Draw(key string, _ []string) (int, error) {
	return 0, table.Fault(table.CodeRollUnasked, key, "a snapshot lies where no dice may fall")
}

// skip notes play that a snapshot covers.
func (m *Match) skip(e events.Event, r events.Record) (done bool, did played, err error) {
	if m.until == 0 || e.Seq > m.until {
		return false, did, nil
	}
	switch b := e.Body.(type) {
	case events.GameOpened:
		m.Opened, m.Salt = true, b.GameSalt
	case events.Amended:
	case events.Sealed:
		if _, err := m.filed.openAll(b); err != nil {
			return true, did, err // the new seal follows from the desks: the whole log decides
		}
		did = played{closed: &b, asked: m.next}
	case events.Adjudicated:
		rolls, whole, err := rollsOf(b, r)
		if err != nil || !whole {
			return true, did, fmt.Errorf("rolls of event %d: %v", e.Seq, err)
		}
		m.recorded = append(m.recorded, recording{window: int(b.Window), seq: e.Seq, rolls: rolls})
		m.Last = Pass{Seq: e.Seq, Time: e.Time, Window: int(b.Window), Turn: int(m.next.Turn)}
		m.next = b.Next
	case events.Rewound:
		return true, did, errRewound
	default:
		return false, did, nil
	}
	return true, did, nil
}
