package office

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/letter"
)

// Marks keeps, outside log and archive, how much of a game's log was signed last. A log that ends before that, or is another, was restored
// from an older copy: going on would sign a second history of the game.
type Marks interface {
	Mark(game string) (size int64, root events.Hash, err error) // 0 if nothing was signed
	SetMark(game string, size int64, root events.Hash) error
}

// Why a game stands still, besides what stops the rules.
const (
	codeDiceKey = "E_DICE_KEY"
	codeLogKey  = "E_LOG_KEY"
	codeBehind  = "E_BEHIND"
)

// standstill says why a game does not go on, or returns nil. Only what somebody must mend counts.
func (st *Office) standstill(m *adjudicator.Match) *adjudicator.Stopped {
	if m.Game == OwnLog || m.Over() {
		return nil
	}
	if _, gone := st.elsewhere(m); gone {
		return nil // it goes on elsewhere
	}
	if m.Halt != nil {
		return m.Halt
	}
	if why := st.unsignable(m); why != nil {
		return why
	}
	if m.Engine != nil && !m.Playable() {
		return &adjudicator.Stopped{Code: codeDiceKey, Detail: "the dice key in the keys folder is missing, unreadable or not the one that the game announced: put " + m.Game + ".dice back from a copy; the game then goes on by itself"}
	}
	return nil
}

// unsignable says why no checkpoint of a game may be signed here, or returns nil. Its letters wait until it may be.
func (st *Office) unsignable(m *adjudicator.Match) *adjudicator.Stopped {
	if m.Fair.Terms == nil {
		return nil
	}
	if _, err := st.logKey(m); err != nil {
		return &adjudicator.Stopped{Code: codeLogKey, Detail: fmt.Sprintf("the log key in the keys folder cannot be used (%v): put %s.log back from a copy", err, m.Game)}
	}
	marks, ok := st.Keys.(Marks)
	if !ok {
		return nil
	}
	size, root, err := marks.Mark(m.Game)
	switch {
	case err == nil && slices.ContainsFunc(m.Fair.Restores, func(x adjudicator.Restore) bool { return x.Lost.Signed == size && x.Lost.Root == root }):
		return nil // what was signed is declared to be lost; the next letter signs what there is
	case err != nil:
		return &adjudicator.Stopped{Code: codeBehind, Detail: fmt.Sprintf("how far the log was signed cannot be read: %v", err)}
	case size > int64(m.Fair.Tree.Size()):
		return &adjudicator.Stopped{Code: codeBehind, Detail: fmt.Sprintf("%d events were signed, and the log holds %d: log and archive were restored from an older copy. "+
			"Restore a newer one. If there is none, declare it: fieldpost game amend restored %s", size, m.Fair.Tree.Size(), m.Game)}
	case size > 0 && m.Fair.Tree.Root(int(size)) != root:
		return &adjudicator.Stopped{Code: codeBehind, Detail: fmt.Sprintf("the first %d events are not those that were signed: another log was put in its place. Restore the right one", size)}
	}
	return nil
}

// CheckKeys compares the keys of all games with those that their logs announce, and how far the logs were signed with where they end. It reads
// no more than the beginning of each; games in which something is wrong are looked at next.
func (st *Office) CheckKeys(ctx context.Context) error {
	heads, err := st.Service.Store.Heads(ctx)
	if err != nil {
		return err
	}
	for _, game := range slices.Sorted(maps.Keys(heads)) {
		if game == OwnLog || !st.mine(game) {
			continue
		}
		faults, err := KeyFaults(ctx, st.Service, st.Keys, game, heads[game])
		if err != nil {
			return err
		}
		for _, f := range faults {
			st.Log.Error("something is wrong with the keys of a game", "game", game, "fault", f)
			st.agenda.happened(game)
		}
	}
	return nil
}

// KeyFaults says what is wrong with the keys of a game whose log ended at a head.
func KeyFaults(ctx context.Context, s *adjudicator.Service, keys Keys, game string, head events.Head) (faults []string, err error) {
	for r, err := range s.Store.Read(ctx, game, 1) {
		if err != nil {
			return nil, err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return nil, nil // the fold says what is wrong with it
		}
		switch b := e.Body.(type) {
		case events.GameAnnounced:
			key, err := s.Keys.Key(game)
			switch {
			case b.Dice.Profile == adjudicator.Practice:
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, events.ErrNotFound):
				faults = append(faults, "its dice key is not in the keys folder; it cannot go on")
			case err != nil:
				faults = append(faults, fmt.Sprintf("its dice key cannot be read (%v): it cannot go on", err))
			case key.Public() != dice.PublicKey(b.Dice.PublicKey):
				faults = append(faults, "its dice key is not the one that it announced: it cannot go on")
			}
		case events.TermsSet:
			key, err := keys.Log(game)
			later, fault := keys.LaterLogs(game)
			switch {
			case fault == nil && len(later) > 0:
				// which of them is in force, the rest of the log says: see unsignable
			case errors.Is(err, fs.ErrNotExist), errors.Is(err, events.ErrNotFound):
				faults = append(faults, "its log key is not in the keys folder; no letter can be signed")
			case err != nil:
				faults = append(faults, fmt.Sprintf("its log key cannot be read (%v): no letter can be signed", err))
			case key.Public() != b.LogKey:
				faults = append(faults, "its log key is not the one that it announced: no letter can be signed")
			}
		}
		if e.Seq >= 2 {
			break // the terms follow the announcement
		}
	}
	if marks, ok := keys.(Marks); ok {
		size, _, err := marks.Mark(game)
		if err == nil && size > head.Seq { // the game has gone on since its head was read, here or on another server
			if head, err = s.Store.Head(ctx, game); err != nil {
				return nil, err
			}
		}
		switch {
		case err != nil:
			faults = append(faults, fmt.Sprintf("how far its log was signed cannot be read: %v", err))
		case size > head.Seq:
			faults = append(faults, fmt.Sprintf("%d events were signed, and its log holds %d: log and archive are an older copy", size, head.Seq))
		}
	}
	return faults, nil
}

// setMark notes that a checkpoint is about to be signed.
func (st *Office) setMark(game string, size int64, root events.Hash) error {
	if marks, ok := st.Keys.(Marks); ok {
		return marks.SetMark(game, size, root)
	}
	return nil
}

// progress is whether a game goes on, and who must know.
type progress struct {
	why *adjudicator.Stopped // nil: it goes on
	to  []envelope           // the players, then the game master
	due []string             // in which language to write to each
}

// progressOf looks at a game.
func (st *Office) progressOf(m *adjudicator.Match) progress {
	s := progress{why: st.standstill(m)}
	if m.Over() {
		return s // it neither stands still nor goes on
	}
	for _, p := range m.Players {
		if p.Taken && !p.Vacant && p.Address != "" {
			s.to, s.due = append(s.to, envelope{address: p.Address, name: p.Name}), append(s.due, p.Language)
		}
	}
	if st.Settings.Master != "" {
		s.to, s.due = append(s.to, envelope{address: st.Settings.Master, name: "Game master"}), append(s.due, st.Settings.Language)
	}
	return s
}

// standstillKey names the letter to somebody about a game's n-th standstill, so that it is written once.
func standstillKey(game, what string, n, to int) events.Hash {
	return sha256.Sum256(fmt.Appendf(nil, "fieldpost standstill\x00%s\x00%s\x00%d\x00%d", game, what, n, to))
}

// Kinds of the letters about a standstill.
const (
	letterStill  = "still"
	letterGoesOn = "goes-on"
)

// announced returns how many standstills of a game were announced, and since when the last of them lasts (Unix ms), or 0.
func announced(own *adjudicator.Match, game string) (n int, since int64) {
	for own.Seen(standstillKey(game, letterStill, n+1, 0)) {
		n++
	}
	if n == 0 || own.Seen(standstillKey(game, letterGoesOn, n, 0)) {
		return n, 0
	}
	i := slices.IndexFunc(own.Letters, func(l adjudicator.Letter) bool { return l.Issued.Mail == standstillKey(game, letterStill, n, 0) })
	if i < 0 {
		return n, 0
	}
	return n, own.Letters[i].Time
}

// recallStandstills finds out, once after the start, which games stood still when the office was last at work.
func (st *Office) recallStandstills(ctx context.Context) error {
	st.mu.Lock()
	known := st.stood != nil
	st.mu.Unlock()
	if known {
		return nil
	}
	heads, err := st.Service.Store.Heads(ctx)
	if err != nil {
		return err
	}
	stood := make(map[string]int64)
	if heads[OwnLog].Seq > 0 {
		err = st.With(ctx, OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
			for g := range heads {
				if _, since := announced(own, g); since > 0 {
					stood[g] = since
				}
			}
			return own, nil
		})
	}
	if err != nil {
		return err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.stood == nil {
		st.stood = stood
	}
	return nil
}

// stoodSince returns since when a game has been announced to stand still (Unix ms), or 0.
func (st *Office) stoodSince(game string) int64 {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.stood[game]
}

// tellProgress tells the players and the game master that a game stands still, or that it goes on. A crash in between repeats no letter.
func (st *Office) tellProgress(ctx context.Context, game string, s progress) error {
	since := st.stoodSince(game)
	if (s.why != nil) == (since > 0) || len(s.to) == 0 {
		return nil
	}
	if s.why != nil {
		st.Log.Error("this game stands still", "game", game, "code", s.why.Code, "detail", s.why.Detail)
	}
	err := st.With(ctx, OwnLog, func(own *adjudicator.Match) (*adjudicator.Match, error) {
		n, began := announced(own, game)
		what := letterStill
		switch {
		case s.why == nil:
			what = letterGoesOn
		case began == 0:
			n++
		}
		for i, e := range slices.Backward(s.to) { // the first is written last: it is the sign that all are
			e.letter, e.mail = "standstill", standstillKey(game, what, n, i)
			var err error
			if own, err = st.issue(ctx, own, e, st.progressLetter(game, what, s, i)); err != nil {
				return own, err
			}
		}
		return own, nil
	})
	if err != nil {
		return fmt.Errorf("that %s stands still or goes on could not be told: %w", game, err)
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	switch {
	case st.stood == nil: // parts of the work were taken over meanwhile: the next look finds in the log what was told
	case s.why == nil:
		delete(st.stood, game)
	default:
		st.stood[game] = st.Now().UnixMilli()
	}
	return nil
}

// progressLetter writes the letter to one of those who must know. Only the game master is told the particulars.
func (st *Office) progressLetter(game, what string, s progress, to int) letter.Dress {
	lang := s.due[to]
	book := st.Phrases.Book(lang, "")
	told := letter.Told{Code: what, Alarm: s.why != nil, Values: []table.FactArg{table.A("which", game)}}
	if s.why != nil {
		reason := "letter.standstill.fault"
		if key := "letter.standstill." + s.why.Code; book.Has(key) {
			reason = key
		}
		told.Values = append(told.Values, table.A("why", book.Say(reason)))
		if st.Settings.Master != "" && to == len(s.to)-1 {
			told.Fixed = []string{s.why.Code + ": " + s.why.Detail}
		}
	}
	return letter.Render(told, book, lang, time.UTC)
}
