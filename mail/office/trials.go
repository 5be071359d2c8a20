package office

import (
	"cmp"
	"reflect"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
)

// trial is a draft to be tried, and its outcome. It shares nothing with its game that changes, so it can run while others work on the game.
type trial struct {
	stage           *adjudicator.Stage
	lines, standing []table.Line
	n               int
	more            func() func(told []table.Fact) bool // makes what is given to table.Game.Rehearse; may be nil
	leaves          int                                 // for the chances of each line; 0: none are asked for
	most            int                                 // of lines whose chances are found
	result          table.Rehearsal
	chances         []chances // of the lines that can be carried out, as far as they were found
	untried         int       // lines after those
}

// chances are the possible outcomes of one line.
type chances struct {
	line  table.Line
	list  []table.Chance
	exact bool
}

// trial returns a draft to be tried n times in the open order window, or nil if nothing can be tried.
func (w *writer) trial(draft, standing []table.Line, n int) *trial {
	if !w.m.Awaits(w.seat) || len(w.m.Open.Questions) > 0 || w.m.Sealed != nil {
		return nil
	}
	p := w.m.Stage(w.seat)
	if p == nil {
		return nil
	}
	now := slices.DeleteFunc(slices.Clone(draft), func(l table.Line) bool { return !slices.Contains(w.m.Open.Phases, l.Phase) })
	return &trial{stage: p, lines: now, standing: standing, n: n}
}

func (t *trial) run() {
	var more func(told []table.Fact) bool
	if t.more != nil {
		more = t.more()
	}
	t.result = t.stage.Rehearse(t.lines, t.standing, t.n, more)
	t.chances, t.untried = nil, 0
	if t.leaves == 0 {
		return
	}
	for _, v := range t.result.Verdicts {
		if v.Refusal != nil {
			continue
		}
		if len(t.chances) == t.most {
			t.untried++
			continue
		}
		list, exact := t.stage.Odds(v.Line, t.leaves)
		t.chances = append(t.chances, chances{v.Line, list, exact})
	}
}

// same reports whether two trials would have the same outcome.
func (t *trial) same(u *trial) bool {
	return t != nil && u != nil && *t.stage == *u.stage && t.n == u.n && t.leaves == u.leaves && t.most == u.most && reflect.DeepEqual(t.lines, u.lines) && reflect.DeepEqual(t.standing, u.standing)
}

// trials are what a worker has tried for the letters of a game, ahead of writing them.
type trials struct {
	done *trial // the last one
	next *trial // to be run before the next letter can be written
}

// last returns the last one, if any.
func (t *trials) last() *trial {
	if t == nil {
		return nil
	}
	return t.done
}

// run runs what is next, outside the game.
func (t *trials) run() {
	t.next.run()
	t.done, t.next = t.next, nil
}

// lacks reports whether a letter must wait for a trial. None does if there are no trials ahead (t is nil): then its writer tries the draft
// himself.
func (t *trials) lacks(x *trial) bool {
	if t == nil || x == nil || x.same(t.done) {
		return false
	}
	t.next = x
	return true
}

// receiptTrial returns what is tried for the receipt of an order mail, or nil if nothing is.
func (w *writer) receiptTrial(seq int64) *trial {
	if _, ok := w.m.OrderMail(seq); !ok {
		return nil
	}
	desk := w.m.Desk(w.seat)
	t := w.trial(desk.Draft(), desk.Standing(), cmp.Or(w.st.Settings.Trials.Receipt, usualRehearsals))
	if t != nil {
		t.more = w.caring
	}
	return t
}

// longDraft is how many lines a draft may have to be tried the full number of times for a CHECK. A longer one, whose trials take longer, is
// tried less often.
const longDraft = 40

// checkTrial returns what is tried for a CHECK: the draft, and for its chances each line alone. All lines together share a limited number
// of falls of the dice, so the chances in a long draft are less exact, and after a number of lines there are none.
func (w *writer) checkTrial(draft, standing []table.Line) *trial {
	t := w.trial(draft, standing, cmp.Or(w.st.Settings.Trials.Check, usualChecks))
	if t == nil {
		return nil
	}
	if lines := len(t.lines); lines > longDraft {
		t.n = max(min(t.n, usualRehearsals), t.n*longDraft/lines)
	}
	falls := cmp.Or(w.st.Settings.Trials.Falls, usualLeaves)
	t.leaves = max(min(fewestLeaves, falls), falls/max(1, len(t.lines)))
	t.most = falls / t.leaves
	return t
}

// try returns a trial with its outcome, found ahead of time or now.
func (w *writer) try(t *trial) *trial {
	switch {
	case t == nil:
		return new(trial)
	case t.same(w.tried):
		return w.tried
	}
	t.run()
	return t
}
