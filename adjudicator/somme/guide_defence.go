package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// arrivalProspects bring on each unit that is due, over the first entry that has room for it.
func (k *Game) arrivalProspects(s table.Seat) (out []table.Prospect) {
	var first []string // entries, by unit
	for _, line := range arrivalIdeas(k, s, "move") {
		w := strings.Fields(line) // arrive B-1C at 4417
		id, hex := w[1], w[3]
		u := k.unit(id)
		if k.nation(u) == "french" && k.mayFrenchAct(nil) != nil {
			continue // before two combats are pledged (SO-S2.7); who pledges them knows that they may come then
		}
		if slices.Contains(first, id) || k.crowd(s, hex)+k.points(u) > k.limits().Stacking.Value || k.foreign(u, hex) || k.frenchEnd(u, hex) != nil {
			continue
		}
		first = append(first, id)
		out = append(out, table.Prospect{Unit: id, Line: line, Worth: 100, Says: table.Say("guide.arrive", "SO-11.1.5a", table.A("hex", hex))})
	}
	return out
}

// bridgeProspects are the bridges that may be destroyed, for the side that has all places that count behind it, or rebuilt, for the other.
func (k *Game) bridgeProspects(s table.Seat, defends bool) (out []table.Prospect) {
	verb, kind, says := "repair", "bridge-rebuilt", "guide.repair"
	if defends {
		verb, kind, says = "destroy", "bridge-destroyed", "guide.destroy"
	}
	for _, line := range bridgeIdeas(verb)(k, s, "move") {
		w := strings.Fields(line) // destroy 5130 5230
		faces := k.chances().Bridge.Max
		zone := k.zoc(s, w[1], true) || k.zoc(s, w[2], true)
		if zone {
			faces -= k.modifiers().BridgeZOC.Value
		}
		if faces <= 0 {
			continue
		}
		p := table.Prospect{Line: line, Worth: 10 * faces, Says: table.Say(says, "SO-11.2.5c", table.A("faces", faces), table.A("zone", zone)),
			Chance: []table.Likelihood{{Result: "odds.bridge", Num: int64(faces), Den: 6, Told: func(f table.Fact) bool {
				return f.Kind == kind && f.Turn == k.Number && of(f, "hex") == w[1] && of(f, "to") == w[2] && of(f, "done") == true
			}}}}
		if k.Phasing == allied && k.played("demolitions") && k.Campaign.Charges > 0 {
			p.Says, p.Chance = table.Say("guide.charged", "SO-C.3d"), nil
		}
		out = append(out, p)
	}
	return out
}

// of returns an argument of a fact, or nil.
func of(f table.Fact, name string) any {
	for _, a := range f.Args {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// disengageProspects mark the stacks that stand in an enemy zone, against twice their strength, to go back after the combats, and tell what the faces of the die would bring.
func (k *Game) disengageProspects(s table.Seat) (out []table.Prospect) {
	for _, hex := range k.hexesOf(k.of(s, "", func(u *Formation) bool { return k.fights(u) && k.mayDisengage(u) == nil })) {
		stack := k.of(s, hex, func(u *Formation) bool { return k.fights(u) && k.mayDisengage(u) == nil })
		ours, theirs := 0, 0
		for _, id := range stack {
			ours += k.defenceOf(k.unit(id))
		}
		for _, near := range k.around(hex) {
			for _, id := range k.of(other(s), near, k.fights) {
				theirs += k.attackOf(k.unit(id))
			}
		}
		if theirs < 2*ours {
			continue
		}
		unit := k.steadiest(stack)[0]
		results := k.doc.Tables.Disengagement
		hurt, driven := 0, 0
		for face := 1; face <= 6; face++ {
			n := k.disengageModifiers(table.Base("", face, "SO-13.0d"), hex, stack, unit).Total()
			result := results[min(max(n, 0), len(results)-1)]
			if result[0] == '*' {
				hurt++
			}
			if result[0] == 'R' {
				driven++
			}
		}
		out = append(out, table.Prospect{Unit: stack[0], Line: "disengage " + strings.Join(stack, ", "), Worth: -10,
			Says: table.Say("guide.go-back", "SO-13.0d", table.A("clean", 6-hurt-driven), table.A("driven", driven), table.A("hurt", hurt))})
	}
	return out
}

// unguarded lists the places that count which a side holds without having a combat unit there.
func (k *Game) unguarded(s table.Seat) []int {
	return table.Pick(k.Holds, func(h *Hold) (int, bool) {
		return k.net.number(h.Hex), h.Side == s && len(k.of(s, h.Hex, k.fights)) == 0
	})
}
