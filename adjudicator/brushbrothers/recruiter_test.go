package brushbrothers

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Recruiting is the game with a bot that mostly plays by lot, but raises armies of its own that may march: lines picked by lot
// hardly ever make one.
var Recruiting = func() table.Engine {
	rules := *Rules
	rules.Bots = append(slices.Clone(Rules.Bots), table.Bot[*Game]{Name: "recruiter", Write: recruiter})
	return table.NewEngine(&rules)
}()

func recruiter(d *table.Draft[*Game]) {
	if !slices.Contains(d.Phases, "forces") || !d.Known.Own || d.Pick(2) == 0 {
		d.Random()
		return
	}
	d.Some("forces", "troops", d.Pick(2))
	for _, line := range d.Known.draft(d.Seat, d.Pick) {
		d.Write("%s", line)
	}
}

// draft raises an army at random within the budget: a chief with two to four groups, then what is left over for
// autonomous bases.
func (k *Game) draft(s table.Seat, pick func(n int) int) []string {
	trial := k.Clone()
	trial.camp(s).Army = nil
	var out []string
	add := func(line string) {
		words := strings.Fields(line)
		gc := GC{Kind: words[1], Quality: words[2]}
		bases := words[3:]
		for i, w := range words {
			if w == "plus" {
				bases, gc.Surcharges = words[3:i], slices.Clone(words[i+1:])
			}
		}
		gc.Mounts = slices.ContainsFunc(gc.Surcharges, rides)
		gc.Surcharges = slices.DeleteFunc(gc.Surcharges, rides)
		gc.Bases, _ = trial.equip(bases, "")
		switch gc.Kind {
		case "chief":
			gc.Surcharges = append(gc.Surcharges, "chief")
		case "group":
			gc.Surcharges = append(gc.Surcharges, "nco")
		}
		trial.enrol(s, &gc)
		if trial.mayEnlist(s, gc) == nil {
			trial.camp(s).Army = append(trial.camp(s).Army, gc)
			out = append(out, line)
		}
	}
	add(recruits[pick(3)])
	fleet := trial.fleet(s)
	machine := func(role string) {
		v := fleet[pick(len(fleet))]
		if gc, r := trial.requisition(s, role, v.ID); r == nil && trial.mayEnlist(s, gc) == nil {
			trial.camp(s).Army = append(trial.camp(s).Army, gc)
			if role != "" {
				role = "as " + role + " "
			}
			out = append(out, "vehicle "+role+v.ID)
		}
	}
	if pick(2) == 0 && len(fleet) > 0 {
		machine([]string{"", "leader"}[pick(2)])
		machine("")
	}
	for range leastGroups + pick(3) {
		add(recruits[3+pick(4)])
	}
	for range 8 {
		add(recruits[7+pick(6)])
	}
	if trial.mayMarch(s) != nil {
		return nil
	}
	return out
}
