package office

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/letter"
)

// mostOutcomes is how many outcomes a CHECK lists; the likeliest come first.
const mostOutcomes = 40

// outcomes counts in how many trials each loss or gain occurred that a report would mention in short: "Pinned: of the enemy's S-4" in 12
// trials. Words that care for it are told how often it occurred in a trial on average: "{each-whole}.{each-tenth}".
func (w *writer) outcomes(trials [][]table.Fact) []letter.Outcome {
	var out []letter.Outcome
	var texts []string // of each, by which it is recognized
	var all []int      // of each, how often it occurred in all trials together
	for _, facts := range trials {
		var told []string // in this trial: what happens twice counts once
		for _, f := range facts {
			key := cmp.Or(w.KeyOf("chance.", f), w.KeyOf("short.", f))
			if key == "" || !slices.ContainsFunc(f.Args, func(a table.FactArg) bool { return slices.Contains(outcomeOf, a.Name) }) {
				continue
			}
			note := letter.Note{Key: key, Args: append(w.Gather(nil, f), table.A("each-whole", 0), table.A("each-tenth", 0))}
			text := w.book.Say(note.Key, note.Args...)
			if text == "" {
				continue
			}
			i := slices.Index(texts, text)
			if i < 0 {
				i = len(out)
				out, texts, all = append(out, letter.Outcome{Note: note}), append(texts, text), append(all, 0)
			}
			if all[i]++; !slices.Contains(told, text) {
				told = append(told, text)
				out[i].Times++
			}
		}
	}
	for i := range out {
		tenths := (10*all[i] + len(trials)/2) / len(trials)
		last := len(out[i].Note.Args)
		out[i].Note.Args[last-2].Value, out[i].Note.Args[last-1].Value = tenths/10, tenths%10
	}
	slices.SortStableFunc(out, func(a, b letter.Outcome) int { return cmp.Compare(b.Times, a.Times) })
	return out[:min(len(out), mostOutcomes)]
}

// cares returns what happened to the seat's own side in every trial of a draft, if the game has words for it ("care.overstacked"). A
// receipt should say it before it is too late.
func (w *writer) cares(trials [][]table.Fact) (out []string) {
	for i, facts := range trials {
		out = w.still(out, facts, i == 0)
	}
	return out
}

// still returns what of that, which happened in every trial so far, happened in one more; in the first, all that happened.
func (w *writer) still(out []string, facts []table.Fact, first bool) []string {
	var told []string
	for _, f := range facts {
		if w.care(f) {
			told = append(told, w.book.Say("care."+f.Kind, f.Args...))
		}
	}
	if first {
		return told
	}
	return slices.DeleteFunc(out, func(s string) bool { return !slices.Contains(told, s) })
}

// caring returns what says, for one rehearsal, whether its trials must be played to their ends for what cares will find in them: not if the
// game has no words for it, and no longer than until nothing has happened in every trial. See table.Game.Rehearse.
func (w *writer) caring() func(told []table.Fact) bool {
	calls := 0
	var out []string
	return func(told []table.Fact) bool {
		if calls++; calls == 1 {
			return w.book.Any("care.")
		}
		out = w.still(out, told, calls == 2)
		return len(out) > 0
	}
}

// care reports whether a fact is one that a receipt should mention as happening to the seat's own side.
func (w *writer) care(f table.Fact) bool {
	return w.book.Has("care."+f.Kind) && slices.ContainsFunc(f.Args, func(a table.FactArg) bool {
		return a.Name == "side" && (a.Value == string(w.seat) || a.Value == w.seat)
	})
}

// outcomeOf lists the arguments that say to what a fact happened. A fact without any of them is about the game as a whole.
var outcomeOf = []string{"unit", "hex", "at", "gun", "objective"}
