package adjudicator

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// A snapshot is a cache of a match at an open order window; losing it only costs time. It has two parts, each under a name of its own. The
// past is what only ever grows: mails seen, letters, rolls. It is written anew only when the game has grown by a good part of it. What came
// since then, and all that changes, is in the rest. A match from a snapshot reads the log from there.
const (
	snapshotName = "match"
	pastName     = "past"
)

// snapshot is all of a match but its past.
type snapshot struct {
	Rules string      // rulebook and revision of the program that wrote it
	Hash  events.Hash // of the event that it ends with
	Past  events.Head // where the past ends that it continues
	Since past        // what has been added to it

	Window    int64
	Opened    int64 // Unix ms at which that window opened
	Revision  int   // by which is played
	Turning   int   // the revision to which play turns at the next window; 0 for none
	Boundary  []byte
	Desks     []deskState
	Salt      events.Hash
	Epoch     int64
	Sealed    int64 // event of the last seal
	Last      lastPass
	Amended   []events.Amended
	Rewinds   []events.Rewound
	Unproven  []int
	Ledger    Ledger        // without what is in the past
	Letters   []letterState // of every letter, those of the past too
	Fair      Fairness      // without its tree
	FairInner fairState
}

// past is what of a match only ever grows.
type past struct {
	Mails   []events.Hash
	Letters []Letter // as they were issued
	Press   []Message
	Proofs  []Proof
	Orders  []OrderMail
	Passes  []pastPass
	Leaves  []events.Hash // of the tree
}

// pastPass is the rolls of a pass. Its facts are not kept: they are needed only until the letters about them are issued.
type pastPass struct {
	Window int
	Seq    int64
	Rolls  []pastRoll
}

type pastRoll struct {
	Roll     events.Roll
	Hidden   bool // only its audience may know it
	Audience []table.Seat
	By       table.Seat
}

type letterState struct {
	Sent, Bounced bool
	SentAt        int64
}

type lastPass struct {
	Seq, Time    int64
	Window, Turn int
}

type deskState struct {
	Seat                   table.Seat
	Sent, TakenBack        bool
	Last, SentSeq          int64
	Draft, Standing        []table.Line
	Answers                []events.Answer
	InBook, Spared         []string
	Corrected, Corrections []string // in step: a line and its correction
	Unmended               []int64
	Replaced, Struck       []Replaced
}

func rulesTag(e table.Engine) string { return fmt.Sprintf("%s %d", e.Name(), e.Revision()) }

func ids(lines []table.Line) []string {
	var list []string
	for _, l := range lines {
		list = append(list, l.ID)
	}
	return list
}

// lengths are how much of each list of the past a match has.
type lengths struct{ mails, letters, press, proofs, orders, passes, leaves int }

func (m *Match) lengths() lengths {
	return lengths{len(m.mails), len(m.Letters), len(m.Press), len(m.Proofs), len(m.filed.mails), len(m.recorded), m.Fair.Tree.Size()}
}

// pastFrom returns what has been added to the past since it was so long.
func (m *Match) pastFrom(n lengths) past {
	p := past{Mails: m.mails[n.mails:], Letters: m.Letters[n.letters:], Press: m.Press[n.press:], Proofs: m.Proofs[n.proofs:], Orders: m.filed.mails[n.orders:]}
	for _, rec := range m.recorded[n.passes:] {
		pass := pastPass{Window: rec.window, Seq: rec.seq}
		for _, r := range rec.rolls {
			pass.Rolls = append(pass.Rolls, pastRoll{Roll: r.Roll, Hidden: r.audience != nil, Audience: r.audience, By: r.by})
		}
		p.Passes = append(p.Passes, pass)
	}
	for i := n.leaves; i < m.Fair.Tree.Size(); i++ {
		p.Leaves = append(p.Leaves, m.Fair.Tree.Leaf(i))
	}
	return p
}

// addPast is the inverse of pastFrom.
func (m *Match) addPast(p past) {
	m.mails, m.Letters, m.Press, m.Proofs = append(m.mails, p.Mails...), append(m.Letters, p.Letters...), append(m.Press, p.Press...), append(m.Proofs, p.Proofs...)
	for _, o := range p.Orders {
		m.filed.file(o)
	}
	for _, pass := range p.Passes {
		rec := recording{window: pass.Window, seq: pass.Seq}
		for _, r := range pass.Rolls {
			h := held{Roll: r.Roll, audience: r.Audience, by: r.By}
			if r.Hidden && h.audience == nil {
				h.audience = []table.Seat{}
			}
			rec.rolls = append(rec.rolls, h)
		}
		m.recorded = append(m.recorded, rec)
	}
	for _, leaf := range p.Leaves {
		m.Fair.Tree.Add(leaf)
	}
}

// quiet reports whether nothing is half done in a match: orders are being collected, and no seal waits.
func (m *Match) quiet() bool {
	return m.Open != nil && len(m.Open.Questions) == 0 && m.Sealed == nil && m.Halt == nil && m.unopened == nil && m.late == nil && len(m.since) == 0
}

// saveSnapshot saves the match as it is if nothing in it is half done. A failure does no harm.
func (s *Service) saveSnapshot(ctx context.Context, m *Match) {
	if !m.quiet() {
		return
	}
	if m.pastEnd.Seq == 0 || m.Head.Seq-m.pastEnd.Seq > 64+m.pastEnd.Seq/8 {
		whole := m.pastFrom(lengths{})
		if s.keep(ctx, m, pastName, sealed(&whole)) != nil {
			return
		}
		m.pastEnd, m.pastLength = m.Head, m.lengths()
	}
	snap := m.snapshot()
	_ = s.keep(ctx, m, snapshotName, sealed(&snap))
}

func (s *Service) keep(ctx context.Context, m *Match, name string, data []byte) error {
	if data == nil {
		return errors.New("it cannot be written")
	}
	return s.Store.SaveSnapshot(ctx, m.Game, name, m.Head.Seq, data)
}

func (m *Match) snapshot() snapshot {
	snap := snapshot{
		Rules: rulesTag(m.Engine), Hash: m.Head.Hash, Past: m.pastEnd, Since: m.pastFrom(m.pastLength),
		Window: int64(m.Open.Number), Opened: m.openedAt, Revision: m.Setup.Revision, Turning: m.revision, Boundary: m.boundary.Snapshot(),
		Salt: m.Salt, Epoch: m.Epoch, Sealed: m.sealSeq, Last: lastPass{m.Last.Seq, m.Last.Time, m.Last.Window, m.Last.Turn},
		Amended: m.Amended, Rewinds: m.Rewinds, Unproven: m.Unproven, Ledger: m.Ledger, Fair: *m.Fair, FairInner: m.Fair.inner(),
	}
	for _, l := range m.Letters {
		snap.Letters = append(snap.Letters, letterState{l.Sent, l.Bounced, l.SentAt})
	}
	snap.Ledger.Letters, snap.Ledger.Press, snap.Ledger.Proofs = nil, nil, nil
	for _, d := range m.Desks {
		state := deskState{Seat: d.Seat, Sent: d.Sent, TakenBack: d.takenBack, Last: d.Last, SentSeq: d.sentSeq,
			Draft: d.draft, Standing: d.standing, Answers: d.answers, InBook: d.inBook, Unmended: d.unmended, Replaced: d.replaced, Struck: d.struck, Spared: d.spared}
		for _, c := range d.corrections {
			state.Corrected, state.Corrections = append(state.Corrected, c[0]), append(state.Corrections, c[1])
		}
		snap.Desks = append(snap.Desks, state)
	}
	return snap
}

// sealed returns the layout of a value, the hash of its bytes, and the bytes.
func sealed[T any](v *T) []byte {
	b, err := events.EncodeState(v)
	if err != nil {
		return nil
	}
	layout, sum := events.StateLayout[T](), sha256.Sum256(b)
	return append(append(layout[:], sum[:]...), b...)
}

// errLayout means that another program wrote a snapshot.
var errLayout = errors.New("another layout")

// unsealed reads what sealed returned.
func unsealed[T any](data []byte) (v T, err error) {
	const head = 2 * len(events.Hash{})
	if len(data) < head {
		return v, errors.New("it is cut off")
	}
	layout, sum := events.StateLayout[T](), sha256.Sum256(data[head:])
	if !bytes.Equal(data[:len(layout)], layout[:]) {
		return v, errLayout
	}
	if !bytes.Equal(data[len(layout):head], sum[:]) {
		return v, errors.New("its bytes are not those that were written")
	}
	return v, events.DecodeState(data[head:], &v)
}

// fromSnapshot makes the match of a snapshot and folds in the log from there. It reports false if there is none, or if anything is odd: then
// the whole log decides.
func (s *Service) fromSnapshot(ctx context.Context, game string, src Source) (*Match, bool) {
	if s.Strict {
		return nil, false
	}
	m, err := s.restored(ctx, game, src)
	if err != nil {
		if s.Warn != nil && !errors.Is(err, errLayout) && !errors.Is(err, events.ErrNotFound) && ctx.Err() == nil {
			s.Warn(game, fmt.Errorf("the snapshot of the game cannot be used, and its whole log is read: %w", err))
		}
		return nil, false
	}
	first := true
	for r, err := range s.Store.Read(ctx, game, m.Head.Seq) {
		switch {
		case err != nil:
			return nil, false
		case first && r.Leaf() != m.Head.Hash:
			return nil, false // it is of another history
		case !first && m.Apply(r) != nil:
			return nil, false // a rewind or a fault
		}
		first = false
	}
	return m, !first
}

// restored makes the match that a snapshot holds.
func (s *Service) restored(ctx context.Context, game string, src Source) (*Match, error) {
	seq, data, err := s.Store.LoadSnapshot(ctx, game, snapshotName)
	if err != nil {
		return nil, err
	}
	snap, err := unsealed[snapshot](data)
	if err != nil {
		return nil, err
	}
	pastSeq, data, err := s.Store.LoadSnapshot(ctx, game, pastName)
	if err != nil {
		return nil, err
	}
	before, err := unsealed[past](data)
	if err != nil {
		return nil, err
	}
	if n := len(before.Leaves); pastSeq != snap.Past.Seq || n == 0 || before.Leaves[n-1] != snap.Past.Hash {
		return nil, errLayout // the process ended between writing one and the other
	}
	m := New(game, src)
	m.Head = events.Head{Seq: seq, Hash: snap.Hash}
	return m, m.restore(snap, before)
}

// restore puts a snapshot in place of the events that it covers.
func (m *Match) restore(snap snapshot, before past) error {
	if err := m.announce(snap.Fair.Announced); err != nil {
		return err
	}
	if snap.Rules != rulesTag(m.Engine) {
		return errLayout
	}
	m.Ledger, *m.Fair, m.Fair.Tree = snap.Ledger, snap.Fair, &events.Tree{}
	m.Fair.setInner(snap.FairInner)
	m.addPast(before)
	m.pastEnd, m.pastLength = snap.Past, m.lengths()
	m.addPast(snap.Since)
	if m.Fair.Tree.Size() != int(m.Head.Seq) || len(snap.Letters) != len(m.Letters) {
		return errors.New("its parts do not fit together")
	}
	for i, l := range snap.Letters {
		m.Letters[i].Sent, m.Letters[i].Bounced, m.Letters[i].SentAt = l.Sent, l.Bounced, l.SentAt
	}
	m.Setup.Revision, m.revision = snap.Revision, snap.Turning
	game, err := m.Engine.Restore(m.Setup, snap.Boundary)
	if err != nil {
		return err
	}
	res := game.Play(closed{}, 0, nil) // no seals: it stops at once at the window that is open
	if res.Halt != nil || res.Open == nil || int64(res.Open.Number) != snap.Window {
		return errors.New("play from it does not stop at its window")
	}
	for _, d := range snap.Desks {
		desk := m.Desk(d.Seat)
		if desk == nil || len(d.Corrected) != len(d.Corrections) {
			return fmt.Errorf("there is no desk of %s", d.Seat)
		}
		*desk = Desk{Seat: d.Seat, Sent: d.Sent, Last: d.Last, draft: d.Draft, standing: d.Standing, answers: d.Answers, inBook: d.InBook,
			sentSeq: d.SentSeq, unmended: d.Unmended, replaced: d.Replaced, struck: d.Struck, spared: d.Spared, takenBack: d.TakenBack}
		for i := range d.Corrected {
			desk.corrections = append(desk.corrections, [2]string{d.Corrected[i], d.Corrections[i]})
		}
	}
	m.Opened, m.Salt, m.Epoch, m.sealSeq, m.openedAt = true, snap.Salt, snap.Epoch, snap.Sealed, snap.Opened
	m.Last = Pass{Seq: snap.Last.Seq, Time: snap.Last.Time, Window: snap.Last.Window, Turn: snap.Last.Turn}
	m.Amended, m.Rewinds, m.Unproven = snap.Amended, snap.Rewinds, snap.Unproven
	m.boundary, m.Now, m.Open = res.Boundary, res.Views, res.Open
	for _, p := range m.Players {
		if m.Reported(p.Seat) == m.Last.Seq {
			m.tell(p.Seat)
		}
	}
	return nil
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

// fairState is what of a Fairness is not exported.
type fairState struct {
	Announced bool
	Start     Waiting
	Seated    int64
	Due       events.DeadlineSet
	Sealed    []int64
	Keys      []rotated
	Beacon    events.Beacon
	Proposals []proposal
	Others    int64
}

func (f *Fairness) inner() fairState {
	return fairState{Announced: f.announced, Start: f.start, Seated: f.seated, Due: f.due, Sealed: f.sealed, Keys: f.keys, Beacon: f.beacon,
		Proposals: f.proposals, Others: f.others}
}

func (f *Fairness) setInner(s fairState) {
	f.announced, f.start, f.seated, f.due, f.sealed, f.keys, f.beacon, f.proposals, f.others = s.Announced, s.Start, s.Seated, s.Due, s.Sealed, s.Keys,
		s.Beacon, s.Proposals, s.Others
}
