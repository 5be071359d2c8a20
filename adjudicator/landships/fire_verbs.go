package landships

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// mounts are the words that a fire line may use for weapons: the mounts of the vehicles' fire diagrams, each with its
// second gun if there are two, and the kinds.
var mounts = words("guns", "mgs", "rifles", "flt", "atr", "grenades",
	"gun", "left-gun", "right-gun", "turret-gun", "turret-mg",
	"front-mg", "front-mg-2", "left-mg", "left-mg-2", "right-mg", "right-mg-2",
	"rear-mg", "rear-mg-2", "left-front-mg", "left-rear-mg", "right-front-mg", "right-rear-mg")

var fireOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "fire", Rule: "LS-8.61a", Phases: []string{"4.3", "4.5", "4.9"},
		Args: []orders.Param{ownUnits,
			{Name: "target", Kind: orders.KindTarget, Prefix: "at"},
			{Name: "second", Kind: orders.KindPlace, Prefix: "and", Optional: true},
			{Name: "using", Kind: orders.KindWord, Prefix: "using", Words: mounts, Repeated: true, Optional: true}}},
		Check: mayOrderFire, Options: fireOptions},
	{Verb: orders.Verb{Name: "hold", Rule: "LS-8.22a", Phases: []string{"4.3", "4.5", "4.9"}, Args: []orders.Param{someOwn}}, Options: holdOptions},
	{Verb: orders.Verb{Name: "pivot", Standing: true, Rule: "LS-8.32a", Phases: []string{"4.3", "4.4", "4.5"},
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Optional: true}, facing,
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("never", "needed")},
			{Name: "units", Kind: orders.KindOwn, Prefix: "of", Repeated: true, Optional: true}}},
		Check: mayOrderPivot, Options: pivotOptions},
}

// mayOrderPivot reports why a pivot line is not legal (LS-8.32): it takes one gun and one facing. When to pivot, and
// which guns, are matters for standing orders.
func mayOrderPivot(k *Game, s table.Seat, l table.Line) *table.Refusal {
	id, to := orders.Value(l.Args, "unit"), orders.Value(l.Args, "facing")
	if id == "" || to == "" || orders.Has(l.Args, "how") || orders.Has(l.Args, "units") {
		return refuse("pivot-what", "LS-8.32a")
	}
	phase := l.Phase
	if phase == "" {
		if phase = "4.3"; s == k.Phasing {
			phase = "4.4" // LS-16.21a
		}
	}
	return k.canPivot(k.own(s, id), k.direction(to), phase)
}

// mayOrderGuns reports why a line for guns found alone is not legal. As an order line it decides for all of them;
// finer choices are for standing orders.
func mayOrderGuns(_ *Game, _ table.Seat, l table.Line) *table.Refusal {
	how := orders.Value(l.Args, "how")
	if (how == "capture" || how == "destroy") && !orders.Has(l.Args, "chance") && !orders.Has(l.Args, "prefer") && !orders.Has(l.Args, "units") {
		return nil
	}
	return refuse("guns-standing", "LS-13.24a")
}

// fireOptions proposes fire lines: each weapon at its targets, and whole stacks at a hex.
func fireOptions(k *Game, s table.Seat, phase string) (out []string) {
	var stacks []stack
	view := k.outlook(s)
	for _, w := range k.arsenal(s) {
		line := "fire " + w.unit
		using := ""
		if w.mount != "" {
			using = " using " + w.label()
		}
		if phase != "4.5" {
			for _, v := range view.vehicleTargets(w, phase, "", true) {
				out = append(out, line+" at "+v+using)
			}
		}
		if phase == "4.3" {
			continue
		}
		for _, hex := range view.softTargets(w, phase, nil) {
			out = append(out, line+" at "+hex+using)
			if w.mount == "" && k.weaponKind(w) != flamer {
				stacks = piled(stacks, hex, w.unit)
			}
		}
		for _, v := range view.rakeTargets(w, phase) {
			if k.weaponKind(w) == platoonMG {
				out = append(out, line+" at "+v)
			}
		}
	}
	for _, s := range stacks {
		if len(s.units) > 1 {
			out = append(out, "fire "+strings.Join(s.units, ",")+" at "+s.hex)
		}
	}
	return out
}

// stack is a group of units that could fire at a hex together.
type stack struct {
	hex   string
	units []string
}

// piled adds a unit to the stack that could fire at a hex.
func piled(all []stack, hex, unit string) []stack {
	i := slices.IndexFunc(all, func(s stack) bool { return s.hex == hex })
	if i < 0 {
		return append(all, stack{hex, []string{unit}})
	}
	all[i].units = append(all[i].units, unit)
	return all
}

func holdOptions(k *Game, s table.Seat, phase string) (out []string) {
	last := ""
	for _, w := range k.arsenal(s) {
		if w.unit != last && k.ready(w, phase) == nil {
			out = append(out, "hold "+w.unit)
		}
		last = w.unit
	}
	out = append(out, "hold")
	return out
}

func pivotOptions(k *Game, s table.Seat, phase string) (out []string) {
	for _, id := range k.of(s, "", (*Piece).gun) {
		for d, name := range k.net.Directions() {
			if k.canPivot(k.unit(id), d+1, phase) == nil {
				out = append(out, "pivot "+id+" facing "+name)
			}
		}
	}
	return out
}

var assaultOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "assault", Standing: true, Rule: "LS-12.11a", Phases: []string{"4.8"},
		Args: []orders.Param{{Name: "hex", Kind: orders.KindPlace},
			{Name: "units", Kind: orders.KindOwn, Prefix: "with", Repeated: true, Optional: true},
			{Name: "more", Kind: orders.KindNumber, Prefix: "more", Optional: true}}},
		Check: func(k *Game, s table.Seat, l table.Line) *table.Refusal { return k.mayAssault(s, l) }, Options: assaultOptions},
	{Verb: orders.Verb{Name: "spare", Standing: true, Rule: "LS-12.1f", Phases: []string{"4.8"},
		Args: []orders.Param{someOwn}},
		Check: maySpare, Options: spareOptions},
}

func maySpare(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range unitsOf(l) {
		if u := k.own(s, id); u == nil || !crewed(u) || u.Hex == "" {
			return refuse("not-alone", "LS-12.1f", table.A("unit", id))
		}
	}
	return nil
}

func assaultOptions(k *Game, s table.Seat, _ string) (out []string) {
	for _, hex := range k.assaultHexes(s) {
		out = append(out, "assault "+hex, "assault "+hex+" more 1")
		for n := range min(3, len(k.of(s, "", (*Piece).group))) {
			out = append(out, "assault "+hex+" more "+strconv.Itoa(n+2))
		}
	}
	return out
}

func spareOptions(k *Game, s table.Seat, _ string) (out []string) {
	for _, hex := range k.shared() {
		for _, id := range k.of(s, hex, crewed) {
			out = append(out, "spare "+id)
		}
	}
	return out
}
