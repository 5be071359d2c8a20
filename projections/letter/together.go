package letter

import (
	"slices"
	"strings"
)

// Together answers several questions of one mail in one letter: each part as it would be on its own, one after the other.
type Together struct {
	Head
	First    Letter    // a receipt or a report, whose subject the letter has; nil where the mail was all questions
	Receipts []Receipt // of mails that a report answers too: what was understood of them
	Parts    []Letter  // the answers
	Names    []string  // what was asked, in the words of the commands, a name for each part
	More     int       // questions that were left out because there were too many
}

// heading says of the dice what the letter says that comes first.
func (t Together) heading() Head {
	h := t.Head
	if first, ok := t.First.(interface{ heading() Head }); ok {
		h.Dice = first.heading().Dice
	}
	return h
}

func (t Together) compose(v *voice) *doc {
	d := t.begin(v)
	if t.First != nil {
		first := t.First.compose(v)
		d.subject = first.subject
		receipts, print := t.begin(v), t.begin(v)
		for _, r := range t.Receipts {
			r.brief(v, receipts, print)
		}
		at := 0 // before the first heading but that of the news in short
		for at < len(first.blocks) && (first.blocks[at].kind != heading || first.blocks[at].text == v.say("report.short")) {
			at++
		}
		first.blocks = append(slices.Insert(first.blocks, at, receipts.blocks...), print.blocks...)
		d.take(first)
		d.attached = append(d.attached, receipts.attached...)
	}
	var asked []string
	form := ""
	for i, p := range t.Parts {
		if h, ok := p.(Help); ok && h.Form != "" { // one order form is enough, at the end
			form, h.Form = h.Form, ""
			p = h
		}
		part := p.compose(v)
		name := v.say("command.name." + strings.ToLower(t.Names[i]))
		if !slices.Contains(asked, name) {
			asked = append(asked, name)
		}
		d.put(block{kind: banner, text: v.say("together.part", arg("number", i+1), arg("name", name))})
		d.take(part)
	}
	if d.subject == "" {
		d.subject = t.subject(v.say("together.subject", arg("list", asked)))
	}
	v.form(d, form)
	if t.More > 0 {
		d.para(v.say("together.more", arg("n", t.More)))
	}
	return d
}

// take appends the contents of another letter to this one. A picture or a file of the same name is included once.
func (d *doc) take(other *doc) {
	d.blocks = append(d.blocks, other.blocks...)
	for _, p := range other.inline {
		if !slices.ContainsFunc(d.inline, func(q Part) bool { return q.CID == p.CID }) {
			d.inline = append(d.inline, p)
		}
	}
	for _, p := range other.attached {
		if !slices.ContainsFunc(d.attached, func(q Part) bool { return q.Name == p.Name }) {
			d.attached = append(d.attached, p)
		}
	}
}
