package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Ideas for verbs that are seldom useful: an order form leaves them out if they propose nothing.

// stossIdeas proposes returning Stosstruppen to another regiment of their hex that has none (SO-11.3.2b).
func stossIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, id := range k.of(s, "", k.stoss) {
		u := k.unit(id)
		for _, r := range k.of(s, u.Hex, k.regiment) {
			taken := k.has(s, u.Hex, func(o *Formation) bool { return k.stoss(o) && o.With == r })
			if !taken {
				out = append(out, "stoss "+id+" with "+r)
			}
		}
	}
	return out
}

// releaseIdeas proposes corps artilleries that the scenario may take off the map in this sequence.
func releaseIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if !slices.ContainsFunc(k.doc.Scenario.Arrivals, func(a Arrival) bool {
		return a.Removes > 0 && table.Seat(a.Side) == s && a.Turn == k.Number && a.Sequence == k.Sequence
	}) {
		return
	}
	for _, id := range k.of(s, "", func(u *Formation) bool { return k.kind(u) == "corps_artillery" }) {
		out = append(out, "release "+id)
	}
	return out
}

// sacrificeIdeas proposes keeping the Stosstruppen, to a side that has any (SO-12.2.8i).
func sacrificeIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if k.fields(s, k.stoss) {
		out = append(out, "sacrifice never")
	}
	return out
}

// removalIdeas proposes taking up a footbridge of the side's own.
func removalIdeas(k *Game, s table.Seat, _ string) (out []string) {
	for _, b := range k.Footbridges {
		if b.Owner == s {
			out = append(out, "remove "+b.Hex+" "+b.To)
		}
	}
	return out
}

// pledgeIdeas proposes promises of attacks to Pétain when he demands them (SO-S2.7).
func pledgeIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if s != allied || k.Petain.Die != petainPledge {
		return
	}
	for _, line := range attackIdeas(k, s, "combat") {
		hex, units, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(line, "attack "), " barrage all"), " with ")
		if ok {
			out = append(out, "pledge "+hex+" with "+units)
		}
	}
	return out
}

// delayIdeas proposes French divisions due in this sequence if one of them is to be late (SO-CAM.7).
func delayIdeas(k *Game, s table.Seat, _ string) (out []string) {
	if s != allied || k.Petain.Die != 4 || !k.rule("petain_campaign") {
		return
	}
	for u := range table.All(k.Units) {
		if _, due := k.due(u); due && u.Hex == "" && k.nation(u) == "french" && k.fights(u) {
			out = append(out, "delay "+u.ID)
		}
	}
	return out
}

// preparationIdeas proposes turning headquarters of the reaction player over, and back (SO-F.a, SO-F.c).
func preparationIdeas(k *Game, s table.Seat, phase string) (out []string) {
	if !k.Reaction || s == k.Initiative {
		return
	}
	for _, id := range k.of(s, "", k.hq) {
		switch off := k.unit(id).Off; {
		case off:
			out = append(out, "prepare "+id+" back")
		case phase == "prepare":
			out = append(out, "prepare "+id)
		}
	}
	return out
}
