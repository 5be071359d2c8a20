package brushbrothers

import (
	"slices"

	"fieldpost/adjudicator/table"
)

// prepares is what the random bot writes in the set-ups of annexes 2 and 4: an army of its own now and then, a list or
// characteristics, some units put down, a support.
func (k *Game) prepares(s table.Seat, phases []string, pick func(n int) int) []string {
	var out []string
	one := func(lines []string) {
		if len(lines) > 0 && pick(2) == 0 {
			out = append(out, lines[pick(len(lines))])
		}
	}
	if slices.Contains(phases, "forces") && k.Own {
		if pick(2) == 0 {
			one(slices.Collect(troopOptions(k, s, "forces")))
			out = append(out, k.draft(s, pick)...)
		} else {
			one(slices.Collect(traitOptions(k, s, "forces")))
		}
	}
	if !slices.ContainsFunc(phases, func(p string) bool { return p == "vanguard" || p == "answer" || p == "posts" }) {
		return out
	}
	var all []string
	for line := range deployOptions(k, s, "") {
		all = append(all, line)
	}
	if len(all) > 0 {
		out = append(out, all[pick(len(all))])
	}
	one(slices.Collect(buyOptions(k, s, "")))
	return out
}
