package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// contradiction refuses the words of an attack that cannot be meant together, so that none of them is passed over.
func (k *Game) contradiction(o *order) *table.Refusal {
	no := func(a, b string) *table.Refusal {
		return refuse("not-both", "CH-7.8", table.A("one", "how."+a), table.A("other", "how."+b))
	}
	weapon := orders.Has(o.args, "with")
	works := o.has("works") || slices.ContainsFunc(breakables, o.has)
	switch {
	case orders.Has(o.args, "at"): // reading left it, because there is a target too
		return refuse("one-target", "CH-7.0a")
	case orders.Has(o.args, "aim") && orders.Has(o.args, "target"):
		return no(orders.Value(o.args, "aim"), "target")
	case works && orders.Has(o.args, "aim"):
		return no("works", orders.Value(o.args, "aim"))
	case works && o.has("indirect"): // CH-12.0g: close combat is direct
		return no("works", "indirect")
	case o.has("indirect") && o.has("flame"):
		return no("indirect", "flame")
	case weapon && o.has("flame"):
		return no("weapon", "flame")
	case weapon && o.has("indirect"):
		return no("weapon", "indirect")
	case orders.Has(o.args, "via") && !o.has("indirect"):
		return refuse("only-with", "CH-12.0c", table.A("one", "how.via"), table.A("other", "how.indirect"))
	}
	named := 0
	for _, kind := range breakables {
		if o.has(kind) {
			named++
		}
	}
	if named > 1 { // CH-7.7.3b
		return refuse("one-work", "CH-7.7.3b")
	}
	if !o.has("smoke") {
		return nil
	}
	for _, x := range []struct {
		word string
		said bool
	}{
		{"works", works}, {"flame", o.has("flame")}, {"weapon", weapon}, {"careful", o.has("careful")}, {"need", orders.Has(o.args, "need")},
		{"first", orders.Has(o.args, "first")}, {"cap", orders.Has(o.args, "cap")},
	} { // a smoke round is laid without dice and hurts nobody (CH-13.1d)
		if x.said {
			return no("smoke", x.word)
		}
	}
	return nil
}
