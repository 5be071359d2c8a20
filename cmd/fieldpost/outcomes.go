package main

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/letter"
)

// mostOutcomes is how many outcomes a CHECK tells; the likeliest come first.
const mostOutcomes = 40

// outcomes counts in how many trials each loss or gain came about that a report would tell in short: "Pinned: of the enemy's
// S-4" in 12 trials.
func (w *writer) outcomes(trials [][]table.Fact) []letter.Outcome {
	var out []letter.Outcome
	var texts []string // of each, by which it is known again
	for _, facts := range trials {
		var told []string // in this trial: what happens twice counts once
		for _, f := range facts {
			key := w.shortKey(f)
			if key == "" || !slices.ContainsFunc(f.Args, func(a table.FactArg) bool { return slices.Contains(outcomeOf, a.Name) }) {
				continue
			}
			note := letter.Note{Key: key, Args: gather(nil, f, w.seat)}
			text := w.book.Say(note.Key, note.Args...)
			if slices.Contains(told, text) {
				continue
			}
			told = append(told, text)
			i := slices.Index(texts, text)
			if i < 0 {
				i = len(out)
				out, texts = append(out, letter.Outcome{Note: note}), append(texts, text)
			}
			out[i].Times++
		}
	}
	slices.SortStableFunc(out, func(a, b letter.Outcome) int { return cmp.Compare(b.Times, a.Times) })
	return out[:min(len(out), mostOutcomes)]
}

// outcomeOf are the arguments that say what a fact happened to; a fact without any of them is about the game as a whole.
var outcomeOf = []string{"unit", "hex", "at", "gun", "objective"}
