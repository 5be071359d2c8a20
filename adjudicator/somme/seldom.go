package somme

import (
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Ideas for verbs that are seldom useful: an order form leaves them out if they propose nothing.

// stossIdeas proposes returning Stosstruppen to another regiment of their hex that has none (SO-11.3.2b).
func stossIdeas(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, id := range k.of(s, "", k.stoss) {
			u := k.unit(id)
			for _, r := range k.of(s, u.Hex, k.regiment) {
				taken := k.has(s, u.Hex, func(o *Formation) bool { return k.stoss(o) && o.With == r })
				if !taken && !yield("stoss "+id+" with "+r) {
					return
				}
			}
		}
	}
}

// releaseIdeas proposes corps artilleries that the scenario may take off the map in this sequence.
func releaseIdeas(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !slices.ContainsFunc(k.doc.Scenario.Arrivals, func(a Arrival) bool {
			return a.Removes > 0 && table.Seat(a.Side) == s && a.Turn == k.Number && a.Sequence == k.Sequence
		}) {
			return
		}
		for _, id := range k.of(s, "", func(u *Formation) bool { return k.kind(u) == "corps_artillery" }) {
			if !yield("release " + id) {
				return
			}
		}
	}
}

// sacrificeIdeas proposes keeping the Stosstruppen, to a side that has any (SO-12.2.8i).
func sacrificeIdeas(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if k.fields(s, k.stoss) {
			_ = yield("sacrifice never")
		}
	}
}

// removalIdeas proposes taking up a footbridge of the side's own.
func removalIdeas(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, b := range k.Footbridges {
			if b.Owner == s && !yield("remove "+b.Hex+" "+b.To) {
				return
			}
		}
	}
}

// pledgeIdeas proposes promises of attacks to Pétain when he demands them (SO-S2.7).
func pledgeIdeas(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if s != allied || k.Petain.Die != petainPledge {
			return
		}
		for line := range attackIdeas(k, s, "combat") {
			hex, units, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, "attack "), " barrage all"), " with ")
			if ok && !yield("pledge "+hex+" with "+units) {
				return
			}
		}
	}
}

// delayIdeas proposes French divisions due in this sequence if one of them is to be late (SO-CAM.7).
func delayIdeas(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if s != allied || k.Petain.Die != 4 || !k.rule("petain_campaign") {
			return
		}
		for u := range table.All(k.Units) {
			if _, due := k.due(u); due && u.Hex == "" && k.nation(u) == "french" && k.fights(u) && !yield("delay "+u.ID) {
				return
			}
		}
	}
}

// preparationIdeas proposes turning headquarters of the reaction player over, and back (SO-F.a, SO-F.c).
func preparationIdeas(k *Game, s table.Seat, phase string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !k.Reaction || s == k.Initiative {
			return
		}
		for _, id := range k.of(s, "", k.hq) {
			switch off := k.unit(id).Off; {
			case off:
				if !yield("prepare " + id + " back") {
					return
				}
			case phase == "prepare":
				if !yield("prepare " + id) {
					return
				}
			}
		}
	}
}
