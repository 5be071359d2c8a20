package conflict

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// contradiction refuses an attack whose words contradict each other, so that none of them is silently ignored.
func (k *Game) contradiction(o *order) *table.Refusal {
	no := func(a, b string) *table.Refusal {
		return refuse("not-both", "CH-7.8", table.A("one", "how."+a), table.A("other", "how."+b))
	}
	weapon := said(o.args, "with") != ""
	works := o.hinted("works") || slices.ContainsFunc(breakables, o.hinted)
	switch {
	case said(o.args, "at") != "": // the reader left it because there is a target too
		return refuse("one-target", "CH-7.0a")
	case said(o.args, "aim") != "" && said(o.args, "target") != "":
		return no(said(o.args, "aim"), "target")
	case works && said(o.args, "aim") != "":
		return no("works", said(o.args, "aim"))
	case works && o.hinted("indirect"): // CH-12.0g: close combat is direct
		return no("works", "indirect")
	case o.hinted("indirect") && o.hinted("flame"):
		return no("indirect", "flame")
	case weapon && o.hinted("flame"):
		return no("weapon", "flame")
	case weapon && o.hinted("indirect"):
		return no("weapon", "indirect")
	case said(o.args, "via") != "" && !o.hinted("indirect"):
		return refuse("only-with", "CH-12.0c", table.A("one", "how.via"), table.A("other", "how.indirect"))
	}
	named := table.Count(breakables, o.hinted)
	if named > 1 { // CH-7.7.3b
		return refuse("one-work", "CH-7.7.3b")
	}
	if !o.hinted("smoke") {
		return nil
	}
	for _, x := range []struct {
		word string
		said bool
	}{
		{"works", works}, {"flame", o.hinted("flame")}, {"weapon", weapon}, {"careful", o.hinted("careful")}, {"need", said(o.args, "need") != ""},
		{"first", said(o.args, "first") != ""}, {"cap", said(o.args, "cap") != ""},
	} { // a smoke round is laid without dice and hurts nobody (CH-13.1d)
		if x.said {
			return no("smoke", x.word)
		}
	}
	return nil
}

// named returns the written names of units where an order calls the player's own units by their ids.
func (g *Game) named(s table.Seat, ids []string) []string {
	var out []string
	for _, id := range ids {
		if g.unit(id) == nil {
			id = g.side(s) + "." + id
		}
		out = append(out, id)
	}
	return out
}

// firstThere refuses an order of rolls that names units outside the target hex (CH-7.5.1a). A close combat has one target
// and no order of rolls (CH-7.7.3b).
func (k *Game) firstThere(o *order, a attack) *table.Refusal {
	first := said(o.args, "first")
	if first == "" {
		return nil
	}
	if a.cc != "" || a.works {
		return refuse("not-both", "CH-7.7.3b", table.A("one", "how.cc"), table.A("other", "how.first"))
	}
	for _, name := range k.named(o.seat, strings.Split(first, ",")) {
		if u := k.unit(name); u != nil && u.on() && u.Hex != a.hex {
			return refuse("first-elsewhere", "CH-7.5.1a", table.A("unit", name), table.A("at", a.hex))
		}
	}
	return nil
}
