package tabletest

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
)

// How many prospects of a window are rehearsed. A chance that looks wrong is tried so many times more, so that it is not bad luck that fails it.
const (
	someProspects = 3
	trialsAgain   = 8
)

// trialsOfOne returns how often a prospect is rehearsed.
func trialsOfOne() int {
	if *whole {
		return 200
	}
	return 60
}

// prospects asserts of what the letters say that units can do: that the unit is the seat's, that the line can be carried out, and that each
// chance is that of the rehearsals, within three standard deviations.
func (p *played) prospects(t *testing.T) {
	found := 0
	p.boundaries(spread(len(p.seals)), func(g table.Game, w table.Window) {
		for _, s := range w.Seats {
			v := g.Knows(s)
			list := v.Prospects(w.Phases)
			found += len(list)
			step := max(1, len(list)/someProspects)
			if *whole { // there are many windows: of each another one
				step = max(1, len(list))
			}
			for i := w.Number % step; i < len(list); i += step {
				p.prospect(t, g, w, s, list[i])
			}
		}
	})
	if found == 0 {
		t.Skip("nothing is said of what units can do")
	}
}

func (p *played) prospect(t *testing.T, g table.Game, w table.Window, s table.Seat, x table.Prospect) {
	v := g.Knows(s)
	l, ok := v.Read(x.Line)
	if !ok || x.Unit != "" && !slices.Contains(v.Lexicon().Own(), x.Unit) {
		t.Errorf("window %d: %s: %q of %q: no order, or no unit of the seat", w.Number, s, x.Line, x.Unit)
		return
	}
	trials := trialsOfOne()
	if len(x.Chance) == 0 {
		trials = 3
	}
	var standing []table.Line
	for _, l := range v.Standing() {
		standing = append(standing, l.Line)
	}
	tried := g.Rehearse(w, s, []table.Line{l}, standing, trials, nil)
	if v := tried.Verdicts; len(v) == 1 && v[0].Carried+v[0].Otherwise == 0 && trials < trialsOfOne() { // the dice may have been against it
		tried = g.Rehearse(w, s, []table.Line{l}, standing, trialsOfOne(), nil)
	}
	if len(tried.Verdicts) == 1 && tried.Verdicts[0].Never == tried.Verdicts[0].Of && len(tried.Verdicts[0].Reasons) == 0 {
		return // the enemy, who is silent in rehearsals, ends the phase before its turn comes; in play he may not
	}
	if v := tried.Verdicts; len(v) == 1 && v[0].Carried+v[0].Otherwise == 0 && len(standing) > 0 {
		// the seat's own standing orders may spend what the line costs before its turn comes: CHECK tells him so
		standing = nil
		tried = g.Rehearse(w, s, []table.Line{l}, nil, trialsOfOne(), nil)
	}
	if len(tried.Verdicts) != 1 || tried.Verdicts[0].Carried+tried.Verdicts[0].Otherwise == 0 {
		t.Errorf("window %d: %s: %q is offered and never carried out: %+v", w.Number, s, x.Line, tried.Verdicts)
		return
	}
	for i, c := range x.Chance {
		if likely(c, tried) || likely(c, g.Rehearse(w, s, []table.Line{l}, standing, trials*trialsAgain, nil)) {
			continue
		}
		n := 0
		for _, facts := range tried.Facts {
			if slices.ContainsFunc(facts, x.Chance[i].Told) {
				n++
			}
		}
		t.Errorf("window %d: %s: %q: %s is said to have a chance of %d in %d, and came %d times in %d", w.Number, s, x.Line, c.Result, c.Num, c.Den, n, len(tried.Facts))
	}
}

// likely reports whether a chance is within three standard deviations of what happened in those trials in which the turn of the line came: an
// enemy who is silent in all of them may end the phase before.
func likely(c table.Likelihood, tried table.Rehearsal) bool {
	if c.Den <= 0 || c.Num < 0 || c.Num > c.Den || c.Told == nil {
		return false
	}
	n, times := int64(len(tried.Facts)-tried.Verdicts[0].Never), int64(0)
	for _, facts := range tried.Facts {
		if slices.ContainsFunc(facts, c.Told) {
			times++
		}
	}
	// (times - n*p)^2 <= 9*n*p*(1-p), with p = Num/Den
	off := times*c.Den - n*c.Num
	return off*off <= 9*n*c.Num*(c.Den-c.Num)
}
