package letter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
)

// longNews is how many lines of news the text of a letter may have before the details of what ends in a sentence of its own are attached instead:
// about half a screen.
const longNews = 20

// worthAttaching is how many lines shorter news in brief must be for a reader to look up the rest.
const worthAttaching = 3

// shorten makes the text of a letter whose news would not fit on a screen tell them in brief: of each activation that ends in a sentence of how it
// came out (an attack) its head and that sentence, of any other one paragraph, and in fewer words what the words have a shorter telling of (a march,
// a shot). The news with all details and rules are attached under a name. HTML, which folds the arithmetic, has all of it in any case.
func (v *voice) shorten(d *doc, facts []table.Fact, details string) {
	i := slices.IndexFunc(d.blocks, func(b block) bool { return b.kind == happenings })
	if i < 0 {
		return
	}
	b := &d.blocks[i]
	whole := newsText(b.rows)
	if strings.Count(whole, "\n") <= longNews {
		return
	}
	short := v.inBrief()
	brief := append(paragraphs(outcomes(short.told(short.gathered(partly(facts))))), happened{left: v.say("report.details", arg("file", details)), head: true})
	if strings.Count(newsText(brief), "\n") > strings.Count(whole, "\n")-worthAttaching {
		return
	}
	b.outcomes = brief
	d.attached = append(d.attached, Part{Name: details, Type: "text/plain", Data: []byte(whole)})
}

// inBrief returns a voice that tells in brief: what has words "KEY.brief" in these, sums by their totals, and rules at the margin only. Of each list
// NAME such words have the last text as NAME-last (the hex in which a march ends), the first few as NAME-first and how many others there are as
// NAME-rest.
func (v *voice) inBrief() *voice {
	w := v.withoutSums()
	w.brief = true
	return w
}

// gathered returns facts with those in one that are counted where news is long: several of a phase that have words "KIND.counted" and differ in nothing
// that these say are one fact that has their number as n and their texts NAME as NAME-all. The tables tell where units stand. It stands behind the
// activation of the first of them, whose end it must not come before, or in their place if they follow one another in one.
func (v *voice) gathered(facts []table.Fact) []table.Fact {
	var out []table.Fact
	alike := map[string][]table.Fact{}
	for _, f := range facts {
		key := v.counted(f)
		alike[key] = append(alike[key], f)
	}
	var sums []table.Fact
	for i, f := range facts {
		if i > 0 && (chapter(f.At) == "" || activation(f) != activation(facts[i-1])) {
			out, sums = append(out, sums...), nil
		}
		key := v.counted(f)
		if key == "" || len(alike[key]) == 1 {
			out = append(out, f)
			continue
		}
		if n := len(alike[key]); n > 0 {
			sum := table.Fact{Turn: f.Turn, Step: f.Step, Rule: f.Rule, Kind: f.Kind + ".counted", Args: totalled(alike[key]), Unbidden: f.Unbidden}
			if !slices.ContainsFunc(facts[i:min(i+n, len(facts))], func(next table.Fact) bool { return v.counted(next) != key || activation(next) != activation(f) }) {
				sum.At = f.At // all who fire at a hex, before what comes of it
				out = append(out, sum)
			} else {
				sums = append(sums, sum)
			}
		}
		alike[key] = nil // the others of the phase are told with the first
	}
	return append(out, sums...)
}

// counted names what a fact is counted with where news is long: facts of its kind in its phase that the words of the count tell alike; "" for none.
func (v *voice) counted(f table.Fact) string {
	kind := f.Kind + ".counted"
	if !v.book.Has(kind) {
		return ""
	}
	key := strconv.Itoa(f.Turn) + "/" + f.Step + "/" + kind
	for _, name := range v.book.Names(kind) {
		key += "/" + f.Text(name)
	}
	return key
}

// totalled returns the arguments of the first of several facts, how many they are, and what each text of theirs says in all of them, each once.
func totalled(facts []table.Fact) []table.FactArg {
	out := append(slices.Clone(facts[0].Args), table.A("n", len(facts)))
	for _, a := range facts[0].Args {
		if _, ok := a.Value.(string); !ok {
			continue
		}
		var all []string
		for _, f := range facts {
			if text := f.Text(a.Name); !slices.Contains(all, text) { // a tank fires all its weapons
				all = append(all, text)
			}
		}
		out = append(out, table.A(a.Name+"-all", all))
	}
	return out
}

// fewNames is how many units news in brief names of a row of them.
const fewNames = 3

// shortened adds to arguments what news in brief says of their lists.
func shortened(args []table.FactArg) []table.FactArg {
	out := slices.Clone(args)
	for _, a := range args {
		list, ok := a.Value.([]string)
		if !ok || len(list) == 0 {
			continue
		}
		first := list
		if len(list) > fewNames+1 { // one more is no shorter if it is counted
			first = list[:fewNames]
		}
		out = append(out, table.A(a.Name+"-last", list[len(list)-1]), table.A(a.Name+"-first", first), table.A(a.Name+"-rest", len(list)-len(first)))
	}
	return out
}

// outcomes returns the lines without those between the head of an activation and the sentence in which it ends, which stands behind the head. What a
// seat's own orders could not do remains.
func outcomes(rows []happened) []happened {
	var out []happened
	head := -1 // in out, of the activation
	for _, r := range rows {
		switch {
		case r.level == 0:
			head = len(out)
			out = append(out, r)
		case r.end && head >= 0:
			rest := out[head+1:]
			kept := rest[:0:0]
			for _, k := range rest {
				if k.kind == refusedFact {
					kept = append(kept, k)
				}
			}
			out[head].add(r.left)
			out[head].head, out[head].end = false, true
			out = append(out[:head+1], kept...)
		default:
			out = append(out, r)
		}
	}
	return out
}

// longActivation is how many lines below its head an activation may have to be told in a paragraph.
const longActivation = 12

// paragraphs makes one paragraph of each activation: its head and all that stands below it. A rule has its place there only if it takes no line more:
// the account that is attached has all of them.
func paragraphs(rows []happened) []happened {
	var out []happened
	for i := 0; i < len(rows); {
		end := i + 1
		for end < len(rows) && rows[end].level > 0 {
			end++
		}
		head, below := rows[i], rows[i+1:end]
		joined := rows[i].level == 0 && len(below) <= longActivation && !slices.ContainsFunc(below, func(r happened) bool { return r.right != "" })
		if joined && head.right == "" && len(below) > 0 {
			for _, r := range below {
				head.left = ended(head.left)
				head.add(r.left)
				head.rule = cmp.Or(r.rule, head.rule)
			}
			head.head, head.end = false, true // nothing else joins it
			below = nil
		}
		for _, r := range append([]happened{head}, below...) {
			r.spare = true
			out = append(out, r)
		}
		i = end
	}
	return out
}

// newsText writes news for a fixed-width font.
func newsText(rows []happened) string {
	var b strings.Builder
	cited := map[string]bool{}
	for _, r := range packed(rows) {
		b.WriteString(r.text(cited))
	}
	return b.String()
}
