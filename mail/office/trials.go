package office

import (
	"cmp"
	"reflect"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
)

// trial is a draft as it is tried, and what came of it. It shares nothing with its game that changes, so that it runs while others work on that.
type trial struct {
	stage           *adjudicator.Stage
	lines, standing []table.Line
	n               int
	result          table.Rehearsal
}

// trial is a draft to be tried n times in the open order window; nil while nothing can be tried.
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

func (t *trial) run() { t.result = t.stage.Rehearse(t.lines, t.standing, t.n) }

// same reports whether two trials would come to the same.
func (t *trial) same(u *trial) bool {
	return t != nil && u != nil && *t.stage == *u.stage && t.n == u.n && reflect.DeepEqual(t.lines, u.lines) && reflect.DeepEqual(t.standing, u.standing)
}

// trials are what a worker has tried for the letters of a game, ahead of writing them.
type trials struct {
	done *trial // the last one
	next *trial // to be run before the next letter can be written
}

// run runs what is next, outside the game.
func (t *trials) run() {
	t.next.run()
	t.done, t.next = t.next, nil
}

// lacks reports whether a receipt that is owed must wait for a trial. Nothing is waited for without a worker: then its writer tries by himself.
func (t *trials) lacks(w *writer, o adjudicator.Owed) bool {
	if t == nil || o.Letter != "receipt" {
		return false
	}
	x := w.receiptTrial(o.Seq)
	if x == nil || x.same(t.done) {
		return false
	}
	t.next = x
	return true
}

// receiptTrial is what is tried for the receipt of an order mail; nil if nothing is.
func (w *writer) receiptTrial(seq int64) *trial {
	if _, ok := w.m.OrderMail(seq); !ok {
		return nil
	}
	desk := w.m.Desk(w.seat)
	return w.trial(desk.Draft(), desk.Standing(), cmp.Or(w.st.Settings.Trials.Receipt, usualRehearsals))
}

// try gives the outcome of a trial: as it was found ahead, or found now.
func (w *writer) try(t *trial) table.Rehearsal {
	if t == nil {
		return table.Rehearsal{}
	}
	if t.same(w.tried) {
		return w.tried.result
	}
	t.run()
	return t.result
}
