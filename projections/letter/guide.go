package letter

import (
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Paper is a letter that explains: the briefing of a side, the reference card, the answer to a question about the map or a unit.
type Paper struct {
	Head
	Kind     string // "briefing", "card", "options", "targets", "reach", "los", "odds": words below letter.guide
	About    string // what was asked, as its player typed it; may be empty
	Chapters []table.Chapter
	Doings   []Doing
	Fault    *Note // why there is no answer
	Odds     []Odds
}

// Doing is a prospect as its player reads it.
type Doing struct {
	table.Prospect
	Text string // the line as he would write it
}

func (p Paper) compose(v *voice) *doc {
	d := p.begin(v)
	about := arg("about", quiet(p.About))
	d.subject = p.subject(v.say("guide."+p.Kind+".subject", about, arg("seat", p.Seat), arg("title", p.Title)))
	if p.Fault != nil {
		d.banner(v.note(*p.Fault), true)
	} else if !p.empty() {
		d.banner(v.say("guide."+p.Kind+".banner", about, arg("seat", p.Seat), arg("title", p.Title)), false)
	}
	v.chapters(d, p.Chapters)
	if len(p.Doings) > 0 {
		v.doings(d, p.Doings)
	}
	for _, o := range p.Odds {
		v.odds(d, o)
	}
	if p.Fault == nil && p.empty() {
		d.banner(v.say("guide."+p.Kind+".none", about), false)
	}
	if p.Kind == "card" && len(p.Chapters) > 0 {
		d.attached = append(d.attached, p.page(v))
	}
	return d
}

// empty reports whether there is nothing to tell.
func (p Paper) empty() bool { return len(p.Chapters)+len(p.Doings)+len(p.Odds) == 0 }

// page returns the paper as a page of its own, for the wall beside the map.
func (p Paper) page(v *voice) Part {
	d := p.begin(v)
	d.subject = p.Title + " · " + p.Seat
	d.banner(d.subject, false)
	v.chapters(d, p.Chapters)
	return Part{Name: p.Game + "-" + p.Kind + ".html", Type: "text/html", page: d}
}

// chapters writes what the rules tell: a heading, sentences, tables.
func (v *voice) chapters(d *doc, list []table.Chapter) {
	for _, c := range list {
		if c.Title != "" {
			d.heading(v.word(c.Title))
		}
		d.items(v.remarks(c.Says))
		for i, t := range c.Tables {
			if t.Title != "" && t.Title != c.Title {
				d.heading(v.word(t.Title))
			} else if i == 0 && len(c.Says) > 0 {
				d.para(" ")
			}
			v.table(d, t)
		}
	}
}

func (v *voice) remarks(list []table.Remark) []happened {
	var rows []happened
	for _, r := range list {
		if text := v.remark(r); text != "" {
			rows = append(rows, happened{mark: "·", left: text, rule: r.Rule})
		}
	}
	return rows
}

func (v *voice) remark(r table.Remark) string { return v.note(Note{Key: r.Key, Args: r.Args}) }

// doings lists what units can do, unit by unit.
func (v *voice) doings(d *doc, list []Doing) {
	var rows []happened
	for i, x := range list {
		if i == 0 || x.Unit != list[i-1].Unit {
			name := v.word(x.Unit)
			if x.Unit == "" {
				name = v.say("guide.side")
			}
			rows = append(rows, happened{left: name, head: true})
		}
		rows = append(rows, happened{left: x.Text, right: v.promise(x), rule: x.Says.Rule, level: 1})
	}
	d.put(block{kind: happenings, rows: rows})
}

// promise says what a player wants to know of a line before he gives it, with its chances.
func (v *voice) promise(x Doing) string {
	says := v.remark(x.Says)
	for _, c := range x.Chance {
		says += v.say("guide.chance", arg("result", v.word(c.Result)), arg("percent", v.percent(table.Chance{Num: c.Num, Den: c.Den})))
	}
	return strings.TrimLeft(says, "; ")
}

// Ready words what units can do for an order form, shortly: in words "KEY.brief" where there are some, sums by their totals, chances in whole percents,
// and without the rules that OPTIONS cites.
func Ready(list []Doing, head Head, book Words, lang string) []orders.Ready {
	v := (&voice{book: book, lang: lang, side: head.Side, sides: head.Sides, called: head.Called}).inBrief()
	var out []orders.Ready
	for _, x := range list {
		out = append(out, orders.Ready{Text: x.Text, Says: v.promise(x)})
	}
	return out
}
