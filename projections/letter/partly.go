package letter

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// partly returns facts in which each refusal of a line that names several units says which of them did as it says (done): the facts around the
// refusal tell of them, as those that a line orders act one after the other. What of a line was refused for one is no refusal of the line.
func partly(facts []table.Fact) []table.Fact {
	out := slices.Clone(facts)
	for i, f := range facts {
		if f.Kind != refusedFact {
			continue
		}
		named := strings.FieldsFunc(f.Text("text"), func(r rune) bool { return strings.ContainsRune(" ,;:()", r) })
		side := f.Text("unit")[:strings.LastIndexByte(f.Text("unit"), '.')+1]
		if !slices.Contains(named, strings.TrimPrefix(f.Text("unit"), side)) {
			continue
		}
		var done, refused []string
		look := func(n table.Fact) bool {
			unit, own := strings.CutPrefix(n.Text("unit"), side) // an enemy may bear the same name
			if n.Turn != f.Turn || n.Step != f.Step || !own || !slices.Contains(named, unit) || n.Kind == refusedFact && n.Text("id") != f.Text("id") {
				return false
			}
			if n.Kind == refusedFact {
				refused = append(refused, unit)
			} else if !slices.Contains(done, unit) {
				done = append(done, unit)
			}
			return true
		}
		first := i
		for first > 0 && look(facts[first-1]) {
			first--
		}
		slices.Reverse(done)
		for last := i; last < len(facts) && look(facts[last]); last++ {
		}
		done = slices.DeleteFunc(done, func(unit string) bool { return slices.Contains(refused, unit) })
		if len(done) > 0 {
			out[i].Args = append(slices.Clone(f.Args), table.A("done", done))
		}
	}
	return out
}
