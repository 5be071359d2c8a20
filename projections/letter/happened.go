package letter

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/table"
)

// happened lists facts in the order in which they happened. The first fact of an activation is its head; what follows from it is below,
// indented: actions once, their results twice. Arithmetic (a kind that ends in "-sum") comes before its result, so that the reader sees the
// need before the dice. A fact whose words are empty is not told, and one that has words for standing behind the fact before it ("move.after.move")
// continues its line. One that has words for standing between two others of a kind ("pays.between.moves") does not interrupt the line in which a
// unit does the same again. One after which nothing is told of a unit at its hex has words of its own if there are any ("barrage.alone"). What an
// activation did ends in a sentence if the kind of its first fact has words for that ("attack.end").
func (v *voice) happened(d *doc, facts []table.Fact) {
	d.heading(v.say("report.happened"))
	if len(facts) == 0 {
		d.para(v.say("report.nothing"))
		return
	}
	d.put(block{kind: happenings, rows: v.withPlain(facts)})
}

// withPlain tells facts with what can be folded of each line.
func (v *voice) withPlain(facts []table.Fact) []happened {
	rows, plain := v.told(facts), v.withoutSums().told(facts)
	for i := range rows {
		if len(plain) == len(rows) && plain[i].left != rows[i].left {
			rows[i].plain = plain[i].left
		}
	}
	return rows
}

// besides puts activations that came to nothing, one after the other, into one line if their words say that they may stand so ("token.beside").
func (v *voice) besides(rows []happened) []happened {
	var out []happened
	for i, r := range rows {
		n := len(out) - 1
		r.runs = r.head && v.has(r.kind+".beside") && runsOn(rows[i+1:])
		if idle := i+1 == len(rows) || rows[i+1].level == 0; idle && r.head && n >= 0 && out[n].head && out[n].kind == r.kind && out[n].rule == r.rule && v.has(r.kind+".beside") {
			out[n].add(v.fact(table.Fact{Kind: r.kind + ".beside"}))
			out[n].add(r.left)
			continue
		}
		out = append(out, r)
	}
	return out
}

// runsOn reports whether the first line below a head may stand behind it: it is alone there or short.
func runsOn(rows []happened) bool {
	return len(rows) > 0 && rows[0].level == 1 && rows[0].right == "" &&
		(len(rows) == 1 || rows[1].level == 0 || columns.Width(rows[0].left) <= pageWidth/2)
}

// withoutSums returns a voice that tells a sum by its total.
func (v *voice) withoutSums() *voice {
	w := *v
	w.totals = true
	return &w
}

// told returns the lines in which facts are told.
func (v *voice) told(facts []table.Fact) []happened {
	facts = partly(facts)
	v.cited, v.summed = map[string]bool{}, map[string]bool{}
	explained := map[string]bool{} // what would have prevented a default is said of the first of its kind
	var rows []happened
	at := outline{turn: facts[0].Turn}
	told := -1     // the fact that was told last
	begun := 0     // the first fact of the activation
	labelled := "" // the path of what was last said to be done of itself, with all that comes of it
	for i := range facts {
		if activation(facts[i]) != activation(facts[begun]) {
			if end := v.ends(facts[begun:i]); end.left != "" {
				rows, told = append(rows, end), -1
			}
			begun = i
		}
		if next := i + 1; next < len(facts) && facts[next].Kind == facts[i].Kind+"-sum" && facts[i].At != chapter(facts[i].At) && !v.follows(facts[i], facts[next]) {
			facts[i], facts[next] = facts[next], facts[i]
		}
		f := v.summedUp(facts[i])
		facts[i] = f
		if told >= 0 && v.between(facts, told, i) {
			f.Kind = between(facts[told], f)
			rows[len(rows)-1].add(v.fact(f))
			continue
		}
		text := v.wording(f, facts[i+1:])
		if text == "" { // what tells nothing has no words
			if chapter(f.At) == "" {
				at.group, at.action = "", ""
			}
			continue
		}
		if f.Turn != at.turn {
			at.turn, at.group = f.Turn, ""
			if title := v.say("turn", arg("turn", f.Turn)); !strings.HasPrefix(text, title) {
				rows = append(rows, happened{left: title, head: true})
			}
		}
		left, right, cols := strings.Cut(text, " ... ")
		if !cols {
			right = ""
		}
		row := happened{left: left, right: right, rule: f.Rule, kind: f.Kind, step: strconv.Itoa(f.Turn) + "/" + f.Step}
		before := told
		told = i
		at.place(&row, f)
		if path := f.Step + "/" + f.At; (row.level == 1 || row.head || f.At == "") && v.unbidden(f) && (f.At == "" || labelled == "" || !strings.HasPrefix(path+"/", labelled+"/")) {
			labelled = path
			sentence := strings.TrimRight(row.left, ". ")
			row.left = sentence + " " + v.byDefault(f, explained) + strings.TrimSpace(row.left[len(sentence):])
		}
		if n := len(rows) - 1; n < 0 || before < 0 || !v.joins(&rows[n], row, facts[before], f) {
			rows, v.line = append(rows, row), map[string]table.Fact{f.Kind: f}
		}
	}
	if end := v.ends(facts[begun:]); end.left != "" {
		rows = append(rows, end)
	}
	rows = v.besides(rows)
	for i := range rows {
		if rows[i].again > 0 {
			rows[i].left += " (×" + strconv.Itoa(rows[i].again+1) + ")"
		}
	}
	return rows
}

// wording returns the words of a fact: others where nobody is at the place that it tells of, and where the next fact goes on with it.
func (v *voice) wording(f table.Fact, next []table.Fact) string {
	if v.has(f.Kind+".alone") && nobodyAt(f, next) {
		f.Kind += ".alone"
	} else if len(next) > 0 && v.has(beforehand(f, next[0])) && v.follows(f, next[0]) {
		f.Kind = beforehand(f, next[0])
	}
	return v.fact(f)
}

// outline is where a list of facts has got to: in which turn, in which group, at which action.
type outline struct {
	turn          int
	group, action string
	opened        bool // the action's first fact was the one before
}

// place sets a row in by what its fact belongs to: a group's head and what stands alone not at all, an action once, what comes of it twice.
func (o *outline) place(row *happened, f table.Fact) {
	switch now := chapter(f.At); {
	case now == "":
		o.group, o.action = "", ""
	case f.Step+"/"+now != o.group:
		o.group, o.action = f.Step+"/"+now, ""
		row.head = row.right == ""
	case f.At == now:
		row.level, o.action = 1, ""
	case o.action == "" || f.At != o.action && (o.opened || !strings.HasPrefix(f.At, o.action+"/")):
		row.level, o.action, o.opened = 1, f.At, true
	default:
		row.level, o.opened = 2, false
	}
}

// goesOn reports whether words go on with the sentence before them: "G1 moves C9-D9", ", D8", ", E7."
func goesOn(text string) bool {
	return text != "" && strings.Contains(",;:", strings.TrimLeft(text, "\u00a0\u202f ")[:1])
}

// add continues a line with the words of one more fact.
func (h *happened) add(text string) {
	switch {
	case goesOn(text):
		h.left = strings.TrimRight(h.left, ". ") + text
	case text != "":
		h.left += " " + text
	}
}

// summedUp tells a sum that has been told of the same unit already by its total: its arithmetic stands further up.
func (v *voice) summedUp(f table.Fact) table.Fact {
	args := slices.Clone(f.Args)
	for i, a := range args {
		s, ok := a.Value.(table.Sum)
		if !ok || s.Roll() != "" || len(s.Terms()) < 2 {
			continue
		}
		key := strings.Join([]string{f.Kind, f.Text("unit"), a.Name, s.String()}, "\x00")
		if v.summed[key] {
			args[i].Value = s.Total()
		}
		v.summed[key] = true
	}
	f.Args = args
	return f
}

// total returns what a sum comes to, and any other value as it is.
func total(v any) any {
	if s, ok := v.(table.Sum); ok && s.Roll() == "" {
		return s.Total()
	}
	return v
}

// between returns the words' key of a fact that stands between another and one more of its kind.
func between(before, f table.Fact) string { return f.Kind + ".between." + before.Kind }

// between reports whether a fact stands between the one told last and one more of its kind about the same unit, and all that do have words for it.
func (v *voice) between(facts []table.Fact, told, i int) bool {
	before := facts[told]
	for next := i; next < len(facts) && facts[next].Turn == before.Turn; next++ {
		if f := facts[next]; !v.has(between(before, f)) {
			return next > i && f.Kind == before.Kind && f.Text("unit") == before.Text("unit") && v.follows(before, f)
		}
	}
	return false
}

// activation names the activation to which a fact belongs.
func activation(f table.Fact) string {
	return strconv.Itoa(f.Turn) + "/" + f.Step + "/" + chapter(f.At)
}

// nobodyAt reports whether nothing that follows a fact in its activation tells of a unit at its hex.
func nobodyAt(f table.Fact, later []table.Fact) bool {
	return !slices.ContainsFunc(later, func(l table.Fact) bool {
		return activation(l) == activation(f) && l.Text("hex") == f.Text("hex") && l.Text("unit") != ""
	})
}

// ends is the line in which an activation ends: how an attack came out. Its words have the arguments of the first fact and, for each argument
// NAME of any fact of a KIND, the list KIND-NAME of its texts, each once: "{eliminated-unit:and}". "{loss-unit-less-eliminated-unit:and}" is the
// first list without what the others have.
func (v *voice) ends(facts []table.Fact) happened {
	key := facts[0].Kind + ".end"
	if chapter(facts[0].At) == "" || !v.has(key) {
		return happened{}
	}
	args := slices.Clone(facts[0].Args)
	for _, f := range facts {
		for _, a := range f.Args {
			texts, ok := a.Value.([]string)
			if one, is := a.Value.(string); is {
				texts, ok = []string{one}, true
			}
			if !ok {
				continue
			}
			name := f.Kind + "-" + a.Name
			at := slices.IndexFunc(args, func(b table.FactArg) bool { return b.Name == name })
			if at < 0 {
				at, args = len(args), append(args, table.A(name, []string(nil)))
			}
			list := args[at].Value.([]string)
			for _, text := range texts {
				if !slices.Contains(list, text) {
					list = append(list, text)
				}
			}
			args[at].Value = list
		}
	}
	for _, name := range v.book.Names(v.telling(key)) {
		if parts := strings.Split(name, "-less-"); len(parts) > 1 {
			args = append(args, table.A(name, slices.DeleteFunc(slices.Clone(listed(args, parts[0])), func(s string) bool {
				return slices.ContainsFunc(parts[1:], func(some string) bool { return slices.Contains(listed(args, some), s) })
			})))
		}
	}
	return happened{left: v.fact(table.Fact{Kind: key, Args: args}), level: 1, end: true}
}

// listed returns the list that arguments have under a name.
func listed(args []table.FactArg, name string) []string {
	i := slices.IndexFunc(args, func(a table.FactArg) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	list, _ := args[i].Value.([]string)
	return list
}

// joins adds a fact to the line of the one before it if its words say that it belongs there. If their rules differ, that of the first stands
// behind what it is about, once in a letter, and that of the fact at the margin.
func (v *voice) joins(line *happened, row happened, before, f table.Fact) bool {
	switch more := f.Kind + ".more"; {
	case v.follows(before, f):
		kind := after(before, f)
		if v.alike(f) && !v.has(before.Kind+".alike") { // of the second weapon of a shot the reader must be told which it is
			kind = f.Kind + ".alike"
		}
		v.line[f.Kind] = f
		said := v.fact(table.Fact{Kind: kind, Args: f.Args})
		if f.Rule != "" && line.rule != "" && f.Rule != line.rule {
			if line.left = strings.TrimRight(line.left, " "); !v.cited[line.rule] && !goesOn(said) && !v.brief {
				line.left += " (" + line.rule + ")"
				v.cited[line.rule] = true
			}
			line.rule = f.Rule
		}
		line.add(said)
		line.head = line.head || row.head
	case v.also(before, f):
		if same := f.Kind + ".same"; v.has(same) && like(before, f) {
			f.Kind = same
		} else {
			f.Kind += ".also"
		}
		line.add(v.fact(f))
	case before.Kind == f.Kind && v.has(f.Kind+".row") && row.head && line.rule == row.rule && line.level == row.level: // units that march one after another
		line.head = false // a paragraph of news heads nothing
		f.Kind += ".row"
		line.add(v.fact(f))
	case before.Kind == f.Kind && v.has(more) && !row.head && line.rule == row.rule && line.level == row.level: // a long row of them in one paragraph
		f.Kind = more
		line.add(v.fact(f))
	case line.left == row.left && line.right == row.right && line.rule == row.rule:
		line.again++ // two machine guns of a tank at the same target
	default:
		return false
	}
	return true
}

// alike reports whether the line tells of a fact of the same kind already that differs in nothing but what the words "KIND.alike" say: the dice
// of a second shot that needs what the first needed.
func (v *voice) alike(f table.Fact) bool {
	before, told := v.line[f.Kind]
	if !told || !v.has(f.Kind+".alike") {
		return false
	}
	names := append(v.book.Names(f.Kind+".alike"), v.book.Names(v.telling(f.Kind+".alike"))...)
	said := func(a table.FactArg) bool { return slices.Contains(names, a.Name) }
	return slices.EqualFunc(slices.DeleteFunc(slices.Clone(f.Args), said), slices.DeleteFunc(slices.Clone(before.Args), said), func(a, b table.FactArg) bool {
		return a.Name == b.Name && reflect.DeepEqual(total(a.Value), total(b.Value))
	})
}

// after returns the words' key of a fact that stands behind another in one line.
func after(before, f table.Fact) string { return f.Kind + ".after." + before.Kind }

// beforehand returns the words' key of a fact whose line the next one continues and that leaves to it what that says: whose token it is.
func beforehand(f, next table.Fact) string { return f.Kind + ".before." + next.Kind }

// follows reports whether a fact continues the line of the one before it: there are words for that, and it tells of the same unit, of what
// that one aimed at, of the first unit that is named, or of what units did at its hex. A unit that aims at another target begins a new line.
func (v *voice) follows(before, f table.Fact) bool {
	unit, at, aim := f.Text("unit"), before.Text("target"), f.Text("target")
	return v.has(after(before, f)) && f.Turn == before.Turn && (v.unbidden(before) || !v.unbidden(f)) && (unit == before.Text("unit") || unit == at || before.Text("unit") == "" || sums(before, f)) &&
		(at == "" || aim == "" || at == aim)
}

// sums reports whether a fact sums up what the fact before it tells of a unit at the same hex.
func sums(before, f table.Fact) bool {
	return f.Text("unit") == "" && f.Text("hex") != "" && f.Text("hex") == before.Text("hex")
}

// also reports whether a fact tells of one more unit what the fact before it tells of another, at one hex or in all the same words, and there
// are words for that: "marches.also", or "marches.same" where all else is the same.
func (v *voice) also(before, f table.Fact) bool {
	if f.Kind != before.Kind || f.Turn != before.Turn || f.Text("unit") == "" || !v.has(f.Kind+".also") {
		return false
	}
	return f.Text("hex") != "" && f.Text("hex") == before.Text("hex") || like(before, f)
}

// like reports whether a fact tells of one more unit all that another tells: two squads that fire together from a hex.
func like(before, f table.Fact) bool {
	return slices.EqualFunc(f.Args, before.Args, func(a, b table.FactArg) bool {
		return a.Name == b.Name && (a.Name == "unit" || reflect.DeepEqual(a.Value, b.Value))
	})
}

// byDefault labels what a unit did of itself. The first time that it was a unit of the reader's, it says which order would have prevented it, unless
// that was told of another.
func (v *voice) byDefault(f table.Fact, explained map[string]bool) string {
	key, unit := "default.prevent."+f.Kind, doer(f)
	if !v.has(key) {
		key = "default.prevent"
	}
	if explained[key] || unit != "" && !v.mine(unit) || !v.has(key) {
		return v.say("report.default")
	}
	explained[key] = true
	return v.say("report.default.how", arg("order", v.fact(table.Fact{Kind: key, Args: f.Args})))
}

// doer returns the unit of which a fact tells, the first one if there are several.
func doer(f table.Fact) string {
	if units := f.List("units"); f.Text("unit") == "" && len(units) > 0 {
		return units[0]
	}
	return f.Text("unit")
}

// mine reports whether a unit is the reader's.
func (v *voice) mine(unit string) bool {
	return unit != "" && (v.unit(unit) != unit || slices.Contains(v.own, unit))
}

// unbidden reports whether a fact belongs to what a unit did of itself because no order told it what to do, as far as that is no secret of its
// owner's.
func (v *voice) unbidden(f table.Fact) bool {
	return f.Unbidden != "" && f.Unbidden == v.side && v.mine(doer(f)) || strings.Contains(f.At, "/default/")
}

// chapter returns the part of a fact's path that names its activation: the first name.
func chapter(path string) string {
	name, _, _ := strings.Cut(path, "/")
	return name
}
