package orders

// The order form at the end of a letter.

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/columns"
)

// Blank is what a blank order form is made from.
type Blank struct {
	Header  Header
	Phases  []string // of the window; nil for all
	Own     []string // units that may be ordered
	Draft   []Line   // what stands in the draft already
	Unable  []string // why each line of the draft is not allowed as things stand, "" if it is; may be nil
	Ready   []Ready  // lines that could be given now, for each unit the best first; may be empty
	More    []string // units whose ready lines are not in the form
	Instead []Ready  // the best other line of units that have one in the draft
	Guided  bool     // the rules say what units can do now, though it may be that each has its order
	Habits  []string // standing orders worth giving, likewise
	Taught  bool     // earlier forms have said how a form is used and which orders there are
	// Deeds are the clauses that the rules propose now.
	Deeds []string
	// Example gives a line of a verb that could be written now, in the language of the form, and whether the verb is of any use. If it returns
	// "" or is nil, the example of the verb's declaration is shown.
	Example func(verb string) (text string, use bool)
}

// Offers returns how many verbs of the phases are of use now.
func (b Blank) Offers(verbs []Verb) int {
	n := 0
	for _, v := range verbs {
		if v.Only || !v.within(b.Phases) {
			continue
		}
		if b.Example != nil {
			if _, use := b.Example(v.Name); !use {
				continue
			}
		}
		n++
	}
	return n
}

// Ready is a line that could be given now.
type Ready struct {
	Text string // as the player would write it
	Says string // what he wants to know before he gives it
}

// Form returns the blank order form: a block ORDERS ... END with the draft as it stands and, after "#", ready lines for each unit without an order
// with what there is to know about them, other lines for those with one, the standing orders worth giving, and the verbs of the phases that are of use now. Where the rules do not
// say what units can do, it has the usage of these verbs instead, with one line for verbs of the same usage. Sent back unchanged, it changes nothing.
func Form(lang Language, l Lang, blank Blank, say Say) string {
	var b strings.Builder
	speech := lang.speech()
	b.WriteString(speech.Header(blank.Header, l) + "\n")
	ordered := map[string]bool{}
	for i, d := range blank.Draft {
		b.WriteString(Canonical(d) + "\n")
		if i < len(blank.Unable) && blank.Unable[i] != "" && say != nil {
			for _, line := range columns.Lines(say("orders.form.unable")+" "+blank.Unable[i], hintWidth-4, "", "") {
				b.WriteString("#   " + line + "\n")
			}
		}
		for _, a := range d.Args {
			ordered[a.Value] = true
		}
	}
	if blank.Guided {
		readyForm(&b, lang, l, blank, say)
		b.WriteString(strings.ToUpper(speech.in(l).End[0]) + "\n")
		return b.String()
	}
	hinted := false
	for _, v := range lang.Verbs {
		if v.Only || !v.within(blank.Phases) {
			continue
		}
		example := v.Example.In(l)
		if blank.Example != nil {
			text, use := blank.Example(v.Name)
			if !use {
				continue
			}
			if text != "" {
				example = text
			}
		}
		hinted = true
		if v.Implicit && len(v.Args) > 0 && v.Args[0].Kind == KindOwn {
			for _, u := range blank.Own {
				if !ordered[u] {
					b.WriteString(u + ":\n")
				}
			}
			hint(&b, example)
			for _, h := range hints(v.Clauses, l, say) {
				hint(&b, h)
			}
			continue
		}
		for _, h := range hints([]Verb{v}, l, say) {
			hint(&b, h)
		}
		if example != spoken(l, v.Name, v.Aliases) {
			hint(&b, "  "+example)
		}
	}
	if hinted && say != nil {
		hint(&b, say("orders.form.help"))
	}
	b.WriteString(strings.ToUpper(speech.in(l).End[0]) + "\n")
	return b.String()
}

// readyForm writes what a form with ready lines has between its header and its end.
func readyForm(b *strings.Builder, lang Language, l Lang, blank Blank, say Say) {
	remark := func(text, indent string) {
		for _, line := range columns.Lines(text, hintWidth-2, "", indent) {
			b.WriteString("# " + line + "\n")
		}
	}
	if len(blank.Ready) > 0 && say != nil && !blank.Taught {
		remark(say("orders.form.ready"), "")
	}
	said := ""
	offer := func(list []Ready) {
		for _, r := range list {
			says := r.Says
			if says == said { // a remark holds for all lines below it that have the same
				says = ""
			}
			said = r.Says
			if short := r.Text + remarkMark + says; says != "" && columns.Width(short) <= hintWidth-2 {
				b.WriteString("# " + short + "\n")
				continue
			}
			b.WriteString("# " + r.Text + "\n")
			if says == "" {
				continue
			}
			for _, line := range columns.Lines(says, hintWidth-4, "", "") {
				b.WriteString("#   " + line + "\n")
			}
		}
	}
	offer(blank.Ready)
	if len(blank.More) > 0 && say != nil {
		remark(say("orders.form.more")+" "+strings.Join(blank.More, ", ")+".", "  ")
	}
	if len(blank.Instead) > 0 && say != nil {
		remark(say("orders.form.instead"), "")
	}
	offer(blank.Instead)
	var verbs []string
	for _, v := range lang.Verbs {
		if v.Only || !v.within(blank.Phases) {
			continue
		}
		if blank.Example != nil {
			if _, use := blank.Example(v.Name); !use {
				continue
			}
		}
		if !v.Implicit || len(v.Clauses) == 0 {
			verbs = append(verbs, v.Spoken(l))
			continue
		}
		for _, c := range v.Clauses {
			if !c.Gear || slices.Contains(blank.Deeds, c.Name) {
				verbs = append(verbs, c.Spoken(l))
			}
		}
	}
	if len(blank.Habits) > 0 && say != nil {
		hint(b, say("orders.form.habits"))
	}
	for _, text := range blank.Habits {
		b.WriteString("# " + text + "\n")
	}
	switch {
	case say == nil:
	case blank.Taught:
		remark(say("orders.form.all"), "  ")
	default:
		remark(say("orders.form.verbs")+" "+strings.Join(verbs, ", ")+".", "  ")
	}
}

// remarkMark stands between a line and a remark about it: what follows is not read as an order.
const remarkMark = "  # "

// hintWidth is how long a line of a form may be: it is not broken, so that every line stays a remark when it is quoted.
const hintWidth = 76

// hint writes a remark of the form. If it is too long, dots replace its last arguments.
func hint(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	if columns.Width(text) > hintWidth {
		text, _ = columns.Split(text, hintWidth-4)
		cut := strings.LastIndex(text, " [")
		if cut < 0 {
			cut = max(strings.LastIndexByte(text, ' '), 0)
		}
		text = text[:cut] + " ..."
	}
	b.WriteString("# " + text + "\n")
}

// hints returns the usages of verbs, with one line for all verbs that take the same arguments: "watch, setup, dismount [with <bases>...]".
func hints(verbs []Verb, l Lang, say Say) []string {
	var names, tails []string
	for _, v := range verbs {
		name := spoken(l, v.Name, v.Aliases)
		tail := strings.TrimPrefix(Usage(v, l, say), name)
		if i := slices.Index(tails, tail); i >= 0 {
			names[i] += ", " + name
			continue
		}
		names, tails = append(names, name), append(tails, tail)
	}
	for i := range names {
		names[i] += tails[i]
	}
	return names
}
