package letter

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// longNews is how many lines of news the text of a letter may have before the details of what ends in a sentence of its own are attached instead:
// about one screen.
const longNews = 45

// shorten leaves of each activation that ends in a sentence of how it came out (an attack) only its head and that sentence in the text of a letter
// whose news would not fit on a screen, tells in brief what the words have a shorter telling of (a march), and attaches the news with all details
// under a name. HTML, which folds the arithmetic, has all of it in any case.
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
	short, rows := v.inBrief(facts), b.rows
	if short != nil {
		rows = v.told(short)
	}
	brief := outcomes(rows)
	if short == nil && len(brief) == len(b.rows) {
		return
	}
	b.outcomes = append(brief, happened{left: v.say("report.details", arg("file", details)), head: true})
	d.attached = append(d.attached, Part{Name: details, Type: "text/plain", Data: []byte(whole)})
}

// inBrief returns facts as they are told in brief: those whose kind KIND has words "KIND.brief" under that kind, and of each list NAME of theirs its
// last text as NAME-last: the hex in which a march ends. It returns nil if no fact has such words.
func (v *voice) inBrief(facts []table.Fact) []table.Fact {
	var out []table.Fact
	for i, f := range facts {
		if !v.book.Has(f.Kind + ".brief") {
			continue
		}
		if out == nil {
			out = slices.Clone(facts)
		}
		args := slices.Clone(f.Args)
		for _, a := range f.Args {
			if list, ok := a.Value.([]string); ok && len(list) > 0 {
				args = append(args, table.A(a.Name+"-last", list[len(list)-1]))
			}
		}
		out[i].Kind, out[i].Args = f.Kind+".brief", args
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
			out[head].head = false
			out = append(out[:head+1], kept...)
		default:
			out = append(out, r)
		}
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
