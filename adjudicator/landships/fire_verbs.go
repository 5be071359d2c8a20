package landships

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// mounts are the words that a fire line may use for weapons; those of the vehicles' fire diagrams, each with its second
// gun where there are two, and the kinds.
var mounts = words("guns/canons", "mgs/mitrailleuses", "rifles/fusils", "flt/lance-flammes", "atr/fusils antichars", "grenades/grenades à fusil",
	"gun/canon", "left-gun/canon gauche", "right-gun/canon droit", "turret-gun/canon de tourelle", "turret-mg/mitrailleuse de tourelle",
	"front-mg/mitrailleuse avant", "front-mg-2/mitrailleuse avant 2", "left-mg/mitrailleuse gauche", "left-mg-2/mitrailleuse gauche 2", "right-mg/mitrailleuse droite", "right-mg-2/mitrailleuse droite 2",
	"rear-mg/mitrailleuse arrière", "rear-mg-2/mitrailleuse arrière 2", "left-front-mg/mitrailleuse avant gauche", "left-rear-mg/mitrailleuse arrière gauche", "right-front-mg/mitrailleuse avant droite", "right-rear-mg/mitrailleuse arrière droite")

var fireVerbs = []orders.Verb{
	{Name: "fire", Aliases: also("shoot", "tirer"), Rule: "LS-8.61a", Phases: []string{"4.3", "4.5", "4.9"},
		Help:    tr("fire at a vehicle, or with all who fire at it at a hex; using names weapons of a vehicle, flt, atr or grenades; and a second hex shares an MG's fire", "tirer sur un véhicule, ou sur un hexagone avec tous ceux qui le visent ; avec désigne des armes d'un véhicule, lance-flammes, fusils antichars ou grenades ; et un second hexagone partage le tir d'une mitrailleuse"),
		Example: tr("fire B-A1,B-MG1 at 0804", "tirer B-A1,B-MG1 sur 0804"),
		Args: []orders.Param{ownUnits,
			{Name: "target", Kind: orders.KindTarget, Prefix: also("at", "sur"), Help: tr("an enemy unit or a hex", "une unité ennemie ou un hexagone")},
			{Name: "second", Kind: orders.KindPlace, Prefix: also("and", "et"), Optional: true, Help: tr("a second hex, adjacent to the first (LS-16.14b)", "un second hexagone, adjacent au premier (LS-16.14b)")},
			{Name: "using", Kind: orders.KindWord, Prefix: also("using", "avec"), Words: mounts, Repeated: true, Optional: true, Help: tr("with which weapons", "avec quelles armes")}}},
	{Name: "hold", Aliases: also("hold fire", "retenir"), Rule: "LS-8.22a", Phases: []string{"4.3", "4.5", "4.9"}, Help: tr("units hold their fire in this phase; without names all do", "des unités retiennent leur tir dans cette phase ; sans nom, toutes"), Example: tr("hold B-A1", "retenir B-A1"), Args: []orders.Param{someOwn}},
	{Name: "pivot", Aliases: also("turn", "pivoter"), Standing: true, Rule: "LS-8.32a", Phases: []string{"4.3", "4.4", "4.5"}, Help: tr("turn a gun before it fires; standing: never, or as needed", "pivoter un canon avant son tir ; en consigne : jamais, ou au besoin"), Example: tr("pivot G-ART1 facing NE", "pivoter G-ART1 face NE"),
		Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn, Optional: true, Help: tr("the gun", "le canon")}, facing,
			{Name: "how", Kind: orders.KindWord, Optional: true, Words: words("never/jamais", "needed/au besoin"), Help: tr("of a standing order: when", "d'une consigne : quand")},
			{Name: "units", Kind: orders.KindOwn, Prefix: also("of", "pour"), Repeated: true, Optional: true, Help: tr("the guns that the standing order is for; none means all", "les canons concernés par la consigne ; aucun signifie tous")}}},
}

var fireOrders = []table.Order[*Game]{
	{Verb: "fire", Check: mayOrderFire, Options: fireOptions},
	{Verb: "hold", Check: allowed, Options: holdOptions},
	{Verb: "pivot", Check: mayOrderPivot, Options: pivotOptions},
	{Verb: "guns", Check: mayOrderGuns},
}

// mayOrderPivot is the legality of a pivot line (LS-8.32): one gun, one facing. When, and for which guns, is for standing
// orders to say.
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

// mayOrderGuns: as an order line the verb says what becomes of all guns found alone; the rest is for standing orders.
func mayOrderGuns(_ *Game, _ table.Seat, l table.Line) *table.Refusal {
	how := orders.Value(l.Args, "how")
	if (how == "capture" || how == "destroy") && !orders.Has(l.Args, "chance") && !orders.Has(l.Args, "prefer") && !orders.Has(l.Args, "units") {
		return nil
	}
	return refuse("guns-standing", "LS-13.24a")
}

// fireOptions proposes fire lines: each weapon's targets, whole stacks at a hex.
func fireOptions(k *Game, s table.Seat, phase string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var stacks []stack
		for _, w := range k.arsenal(s) {
			line := "fire " + w.unit
			using := ""
			if w.mount != "" {
				using = " using " + w.label()
			}
			if phase != "4.5" {
				for _, v := range k.vehicleTargets(w, phase, "", true) {
					if !yield(line + " at " + v + using) {
						return
					}
				}
			}
			if phase == "4.3" {
				continue
			}
			for _, hex := range k.softTargets(w, phase, nil) {
				if !yield(line + " at " + hex + using) {
					return
				}
				if w.mount == "" && k.weaponKind(w) != flamer {
					stacks = piled(stacks, hex, w.unit)
				}
			}
			for _, v := range k.rakeTargets(w, phase) {
				if k.weaponKind(w) == platoonMG && !yield(line+" at "+v) {
					return
				}
			}
		}
		for _, s := range stacks {
			if len(s.units) > 1 && !yield("fire "+strings.Join(s.units, ",")+" at "+s.hex) {
				return
			}
		}
	}
}

// stack are the units that could fire at a hex together.
type stack struct {
	hex   string
	units []string
}

// piled adds a unit to those that could fire at a hex.
func piled(all []stack, hex, unit string) []stack {
	i := slices.IndexFunc(all, func(s stack) bool { return s.hex == hex })
	if i < 0 {
		return append(all, stack{hex, []string{unit}})
	}
	all[i].units = append(all[i].units, unit)
	return all
}

func holdOptions(k *Game, s table.Seat, phase string) iter.Seq[string] {
	return func(yield func(string) bool) {
		last := ""
		for _, w := range k.arsenal(s) {
			if w.unit != last && k.ready(w, phase) == nil && !yield("hold "+w.unit) {
				return
			}
			last = w.unit
		}
		_ = yield("hold")
	}
}

func pivotOptions(k *Game, s table.Seat, phase string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, id := range k.of(s, "", (*Piece).gun) {
			for d, name := range k.net.grid.Directions() {
				if k.canPivot(k.unit(id), d+1, phase) == nil && !yield("pivot "+id+" facing "+name) {
					return
				}
			}
		}
	}
}

var assaultVerbs = []orders.Verb{
	{Name: "assault", Aliases: also("storm in", "assaillir"), Standing: true, Rule: "LS-12.11a", Phases: []string{"4.8"},
		Help:    tr("go into an adjacent enemy hex to fight; without names all who can; more k: only with so many groups more than the enemy has unpinned", "entrer dans un hexagone ennemi adjacent pour combattre ; sans nom, tous ceux qui le peuvent ; plus k : seulement avec tant de groupes de plus que l'ennemi n'en a de valides"),
		Example: tr("assault 0804 with B-A1,B-A2", "assaillir 0804 avec B-A1,B-A2"),
		Args: []orders.Param{{Name: "hex", Kind: orders.KindPlace, Help: tr("the enemy hex", "l'hexagone ennemi")},
			{Name: "units", Kind: orders.KindOwn, Prefix: also("with", "avec"), Repeated: true, Optional: true, Help: tr("your groups", "vos groupes")},
			{Name: "more", Kind: orders.KindNumber, Prefix: also("more", "plus"), Optional: true, Help: tr("so many groups more", "tant de groupes de plus")}}},
	{Name: "spare", Aliases: also("", "épargner"), Standing: true, Rule: "LS-12.1f", Phases: []string{"4.8"}, Help: tr("lone vehicles among enemies keep their fire for 4.9 instead", "des véhicules seuls parmi l'ennemi gardent leur tir pour 4.9"), Example: tr("spare T-M1", "épargner T-M1"),
		Args: []orders.Param{someOwn}},
}

var assaultOrders = []table.Order[*Game]{
	{Verb: "assault", Check: func(k *Game, s table.Seat, l table.Line) *table.Refusal { return k.mayAssault(s, l) }, Options: assaultOptions},
	{Verb: "spare", Check: maySpare, Options: spareOptions},
}

func maySpare(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, id := range unitsOf(l) {
		if u := k.own(s, id); u == nil || !crewed(u) || u.Hex == "" {
			return refuse("not-alone", "LS-12.1f", table.A("unit", id))
		}
	}
	return nil
}

func assaultOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, hex := range k.assaultHexes(s) {
			if !yield("assault "+hex) || !yield("assault "+hex+" more 1") {
				return
			}
			for n := range min(3, len(k.of(s, "", (*Piece).group))) {
				if !yield("assault " + hex + " more " + strconv.Itoa(n+2)) {
					return
				}
			}
		}
	}
}

func spareOptions(k *Game, s table.Seat, _ string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, hex := range k.shared() {
			for _, id := range k.of(s, hex, crewed) {
				if !yield("spare " + id) {
					return
				}
			}
		}
	}
}
