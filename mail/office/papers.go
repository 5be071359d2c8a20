package office

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/reading"
	"fieldpost/projections/ledger"
	"fieldpost/projections/letter"
)

// proof reads an event of a game and makes its proof for a seat. An error means that the event cannot be read now.
func (st *Office) proof(ctx context.Context, game string, seq int64, seat string) (events.Hash, []byte, error) {
	for r, err := range st.Service.Store.Read(ctx, game, seq) {
		if err != nil {
			return events.Hash{}, nil, err
		}
		hash := events.LeafHash(r.Bytes)
		p := reading.Proof{Schema: reading.ProofSchema, Game: game, Seq: seq, Hash: hash.String(), Event: r.Bytes}
		for _, s := range r.Secrets {
			if s.Seat == seat {
				p.Salt, p.Plain = s.Salt.String(), s.Plain
			}
		}
		data, err := json.MarshalIndent(p, "", "  ")
		return hash, data, err
	}
	return events.Hash{}, nil, events.ErrNotFound
}

// papers returns what goes with every letter to a seat: the signed checkpoint over all events before this letter with the proof that it
// extends the seat's last one, and the events that the letter reports. Games begun before checkpoints existed have none.
func (st *Office) papers(ctx context.Context, m *adjudicator.Match, e envelope) ([]letter.Part, error) {
	if e.seat == "" || m.Fair.Terms == nil {
		return nil, nil
	}
	if why := st.unsignable(m); why != nil {
		if m.Over() {
			st.Log.Error("a letter about a game that is over goes without its checkpoint", "game", m.Game, "code", why.Code, "detail", why.Detail)
			return nil, nil
		}
		return nil, why
	}
	key, err := st.logKey(m)
	if err != nil {
		return nil, err
	}
	size := m.Fair.Tree.Size()
	root := m.Fair.Tree.Root(size)
	if err := st.setMark(m.Game, int64(size), root); err != nil {
		return nil, err
	}
	signed := key.Sign(int64(size), root)
	old := lastCheckpoint(m, string(e.seat))
	if e.letter == "welcome" {
		old = 0 // he does not have what his predecessor was told
	}
	advance := checkpoint.Advance{Old: old, Proof: m.Fair.Tree.Consistency(int(old), size), Signed: signed}
	name := fmt.Sprintf("%s-%d", m.Game, size)
	parts := []letter.Part{{Name: name + ".checkpoint", Type: "application/octet-stream", Data: []byte(advance.String())}}
	p := reading.Papers{Schema: reading.PapersSchema, Game: m.Game, LogKey: checkpoint.VerifierKey(m.Fair.Terms.Origin, m.Fair.LogKeys.Last()), From: old + 1, Leaves: leavesFrom(m, old)}
	from, wanted := paperRange(m, e)
	brought := 0
	for r, err := range st.Service.Store.Read(ctx, m.Game, from) {
		if err != nil {
			return nil, err
		}
		event, err := events.Decode(r.Bytes)
		if err != nil {
			return nil, err
		}
		if event.Seq > int64(size) {
			break
		}
		if !wanted(event) || e.letter == "welcome" && brought > mostBrought && event.Body.Kind() == "Adjudicated" {
			continue
		}
		brought += len(r.Bytes)
		proof := checkpoint.Proof{Index: event.Seq - 1, Path: m.Fair.Tree.Inclusion(int(event.Seq-1), size), Signed: signed}
		paper := reading.Paper{Seq: event.Seq, Event: r.Bytes, Proof: proof.String()}
		for _, s := range r.Secrets {
			if s.Seat == string(e.seat) && event.Body.Kind() != "ReportIssued" && (e.letter != "welcome" || event.Seq == e.about || event.Body.Kind() == "Adjudicated") {
				paper.Secrets = append(paper.Secrets, reading.PaperSecret{Salt: s.Salt.String(), Plain: s.Plain})
			}
		}
		p.Events = append(p.Events, paper)
		if e.letter == "receipt" || slices.Contains(e.mails, event.Seq) {
			parts = append(parts, letter.Part{Name: fmt.Sprintf("%s-%d.tlog-proof", m.Game, event.Seq), Type: "application/octet-stream", Data: []byte(proof.String())})
		}
		if e.letter == "receipt" {
			break
		}
	}
	data, err := json.MarshalIndent(p, "", " ")
	return append(parts, letter.Part{Name: name + "-papers.json", Type: "application/json", Data: data}), err
}

// mostBrought is the size of events, in bytes, above which a welcome leaves out passes for a player who takes a seat late in a long
// campaign; they are in an export.
const mostBrought = 1 << 20

// leavesFrom returns the leaf hashes of the events after the first old ones. They reveal nothing about the contents of an event, and let
// anyone who has all letters build the whole tree: two readers who were told two different histories can then prove it.
func leavesFrom(m *adjudicator.Match, old int64) string {
	var b []byte
	for i := int(old); i < m.Fair.Tree.Size(); i++ {
		leaf := m.Fair.Tree.Leaf(i)
		b = append(b, leaf[:]...)
	}
	return base64.StdEncoding.EncodeToString(b)
}

// exportSigner signs exports of a game. Without the log key that the game announced, or if less is there than was signed before, they go
// unsigned; so do those of a game that another host signs.
type exportSigner struct {
	st *Office
	m  *adjudicator.Match
}

// key returns the key to sign with, or false if there must be no signature.
func (s exportSigner) key() (checkpoint.Key, bool) {
	if _, gone := s.st.elsewhere(s.m); gone {
		return checkpoint.Key{}, false
	}
	key, err := s.st.logKey(s.m)
	return key, err == nil && s.m.Fair.Terms != nil && s.st.unsignable(s.m) == nil
}

// Note signs the checkpoint, and marks how far the log is signed with it.
func (s exportSigner) Note(size int64, root events.Hash) string {
	key, ok := s.key()
	if !ok {
		return ""
	}
	if err := s.st.setMark(s.m.Game, size, root); err != nil {
		s.st.Log.Error("an export goes unsigned", "game", s.m.Game, "error", err)
		return ""
	}
	return key.Sign(size, root).Note()
}

// Shown signs what an export for one seat shows.
func (s exportSigner) Shown(size int64, root events.Hash) []byte {
	key, ok := s.key()
	if !ok {
		return nil
	}
	return key.SignShown(size, root)
}

// lastCheckpoint returns the size of the checkpoint in the newest letter to a seat. Every letter carries one over all events before its own
// ReportIssued.
func lastCheckpoint(m *adjudicator.Match, seat string) int64 {
	for _, l := range slices.Backward(m.Letters) {
		if l.Issued.Seat == seat && l.Issued.Letter != letterAgain {
			return l.Seq - 1
		}
	}
	return 0
}

// paperRange returns which events go with a letter, and where they begin.
func paperRange(m *adjudicator.Match, e envelope) (from int64, wanted func(events.Event) bool) {
	about := func(x events.Event) bool { return x.Seq == e.about }
	switch e.letter {
	case "welcome": // a player who takes a seat in the middle of a game gets everything before him
		return 1, func(x events.Event) bool { return x.Seq <= 2 || x.Seq == e.about || m.Opened && ofFairness(x.Body) }
	case "receipt":
		return e.about, about
	case "report", "sealed", "codes", "proposal", "amended", "ended":
		last := int64(0)
		for _, l := range m.Letters {
			if l.Issued.Seat == string(e.seat) && slices.Contains(tellsOfDice, l.Issued.Letter) {
				last = max(last, l.Seq)
			}
		}
		for _, seq := range e.mails {
			last = min(last, seq)
		}
		return max(1, last), func(x events.Event) bool { // the previous letter is among the events that it could not report itself
			issued, letter := x.Body.(events.ReportIssued)
			return slices.Contains(e.mails, x.Seq) || ofFairness(x.Body) || letter && issued.Seat == string(e.seat) // by which his letters can be distinguished from others
		}
	}
	return int64(m.Fair.Tree.Size()) + 1, about
}

// tellsOfDice lists the letters whose papers hold what happened since the previous one.
var tellsOfDice = []string{"report", "sealed", "codes", "proposal", "amended", "ended"}

// ofFairness reports whether an event is needed to check dice, or is a deed of the game master. Seals are not among them: how many lines
// others sent must stay private before the end.
func ofFairness(b events.Body) bool {
	switch b.Kind() {
	case "GameAnnounced", "TermsSet", "SeatTaken", "SeatReplaced", "MachineSeated", "AdviceAllowed", "AdviceAsked", "ObserversAllowed", "GameOpened", "CodesAnchored", "CodesAsked", "CodeRevealed", "EntropyFixed", "RoundFixed",
		"BeaconObserved", "BeaconUnavailable", "BeaconChanged", "KeyRotated", "CheckpointWitnessed", "OrdersVoided", "LateAccepted", "Resealed", "Restored", "LogKeyRotated", "HostMoved", "AmendmentProposed",
		"ConsentGiven", "RulesChanged", "Explained", "Adjudicated", "Rewound", "Amended", "GameClosed":
		return true
	}
	return false
}

// fingerprintOf returns the hash whose six words a letter prints: the root of the tree that its checkpoint signs.
func fingerprintOf(m *adjudicator.Match) events.Hash {
	if m.Fair.Terms == nil {
		return m.Head.Hash
	}
	return m.Fair.Tree.Root(m.Fair.Tree.Size())
}

// dicePapers returns what the last report of a game brings about its dice: every roll, hidden ones too, as a table for a spreadsheet, and
// charts of faces and luck.
func (w *writer) dicePapers(ctx context.Context) ([]letter.Part, error) {
	m, err := w.st.Service.LoadWhole(ctx, w.m.Game)
	var stopped *adjudicator.Stopped
	if errors.As(err, &stopped) {
		m, err = w.m, nil // it cannot be played again as a whole; what is in memory is at hand
	}
	if err != nil {
		return nil, err
	}
	var passes []ledger.Pass
	var thrown []ledger.Thrown
	for _, p := range m.Everything() {
		passes = append(passes, ledger.Pass{Adjudicated: events.Adjudicated{Window: int64(p.Window), Rolls: p.Rolls}, By: p.By, Facts: p.Facts})
		thrown = append(thrown, ledger.Throws(p.Rolls, p.By, p.Facts)...)
	}
	parts := []letter.Part{{Name: m.Game + "-dice.csv", Type: "text/csv", Data: ledger.CSV(ledger.Whole(passes, w.book))}}
	s := ledger.Count(thrown)
	if s.Dice == 0 {
		return parts, nil
	}
	chart := ledger.Draw(s, w.book.Say("audit.chart.title", table.A("game", m.Game)), w.Side, w.book)
	parts = append(parts, letter.Part{Name: m.Game + "-dice.svg", Type: "image/svg+xml", Data: chart.SVG()})
	data, err := chart.PNG()
	return append(parts, letter.Part{Name: m.Game + "-dice.png", Type: "image/png", Data: data}), err
}

// endPapers returns what only a game's last report brings, the dice papers and the machines' accounts, and for a player who takes a seat from
// a machine the account of that one; nothing for any other letter.
func (st *Office) endPapers(ctx context.Context, m *adjudicator.Match, e envelope) ([]letter.Part, error) {
	w := st.writer(m, e.seat)
	switch {
	case e.seat == "":
		return nil, nil
	case e.letter == "welcome" && m.Opened:
		return w.machineAccount(ctx, e.seat)
	case m.Ending == nil || e.letter != "report":
		return nil, nil
	}
	dice, err := w.dicePapers(ctx)
	if err != nil {
		return nil, err
	}
	account, err := w.machineAccount(ctx, "")
	return slices.Concat(dice, account), err
}
