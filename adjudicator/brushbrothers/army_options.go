package brushbrothers

import (
	"fieldpost/adjudicator/table"
)

// recruits are the GCs that bots and proposals raise: what a section of any army has.
var recruits = []string{
	"raise chief standard rifle", "raise chief veteran smg", "raise chief green pistol",
	"raise group standard 3 rifle lmg", "raise group veteran rifle rifle lmg", "raise group green 4 rifle lmg", "raise group standard nco smg 2 rifle",
	"raise autonomous standard mmg", "raise autonomous veteran medium_mortar", "raise autonomous standard sniper_rifle plus nco", "raise autonomous green light_mortar",
	"raise gun standard medium_at_gun", "raise group green 3 rifle plus bicycles",
}

// raiseOptions proposes GCs; the kernel keeps those that the rules allow.
func raiseOptions(*Game, table.Seat, string) []string { return recruits }

// vehicleOptions proposes every vehicle that the side may raise.
func vehicleOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	if k.Own {
		for _, v := range k.fleet(s) {
			out = append(out, "vehicle "+v.ID)
		}
	}
	return out
}

func troopOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	if side, ok := k.doc.Side(string(s)); ok {
		for _, id := range side.Troops {
			out = append(out, "troops "+id)
		}
	}
	return out
}

// traitOptions proposes the choices that BB-A1.2 leaves open: for a nation the mandatory characteristic with either of
// the optional ones; for a type of troops any of its own, or none.
func traitOptions(k *Game, s table.Seat, _ string) []string {
	var out []string
	if n := k.nation(s); n != nil {
		for _, o := range n.Optional {
			out = append(out, "traits "+n.Mandatory+" "+o)
		}
	} else if may := k.facultative(s, k.list(s)); len(may) > 0 {
		for _, o := range may {
			out = append(out, "traits "+o)
		}
		out = append(out, "traits "+nothing)
	}
	return out
}

func buyOptions(k *Game, s table.Seat, _ string) []string {
	out := table.Pick(k.doc.Tables.Supports, func(x *Support) (string, bool) { return "buy " + x.ID, x.Cost <= k.camp(s).Points })
	if len(out) > 0 {
		out = append(out, "buy "+nothing)
	}
	return out
}
