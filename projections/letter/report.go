package letter

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/fingerprint"
)

// Report says what followed from a seal, and what is to be done next.
type Report struct {
	Head
	Number      int    // of this seat's reports, for the names of files
	Says        Note   // the subject's own words: "Turn 3, first pulse: wire breached"; empty: a plain one
	Short       []Note // in short: two to five sentences
	Stage       []Note // the part of the turn, where its phases come again in a turn
	Due         Due
	Facts       []table.Fact // those that the seat may read
	Own         []string     // names of its units, where the side is no part of them; may be nil
	Rosters     []board.Table
	Told        []board.Table // the same as the seat's last report had them; nil: the tables are written in full
	Standing    []table.StandingLine
	Held        []table.StandingLine // those that the seat's last report had: they are counted, not told again
	Program     []Line               // lines not yet done, with their numbers
	Struck      []Line               // lines that waited for a phase that did not come any more in their turn
	Dice        int                  // rolls that the seat may see
	Fingerprint events.Hash
	Form        string // blank order form, may be empty
	Map         Map
	Desk        string // address at which the position can be seen alive; "" for none
	Machine     []byte // JSON, attached
	Proof       []byte // JSON, attached
	Ending      *Ending
	Idle        bool            // the open window asks nothing of this seat
	Briefing    []table.Chapter // in a seat's first report
	Card        *Paper          // attached to a seat's first report
	Later       []string        // names of the phases of this turn that take orders after those of the window
}

// Ending is how the game ended, for the last report.
type Ending struct {
	Winner string // name of the side, "" for a draw
	Yours  bool   // the reader has won
	Why    string // words' key
	Rule   string
}

// Taught is how many reports of a seat say how their form is used and what else may be ordered.
const Taught = 3

func (r Report) compose(v *voice) *doc {
	d := r.begin(v)
	v.own = r.Own
	stage := ""
	for _, n := range r.Stage {
		stage = v.note(n)
	}
	says := v.say("report.subject", arg("turn", r.Turn), arg("stage", stage), arg("seat", r.Seat), arg("phase", v.step(r.Turn, r.Step)), arg("idle", r.Idle))
	if r.Says.Key != "" {
		says = v.note(r.Says)
	}
	if r.Ending != nil {
		says = v.ending(*r.Ending)
	}
	d.subject = r.subject(says)
	if r.Ending != nil {
		d.banner(says+" "+v.word(r.Ending.Why)+ruled(r.Ending.Rule), false)
	} else if r.Idle {
		d.banner(v.say("report.banner.idle", arg("due", v.due(r.Due))), false)
	} else {
		phases := r.Phases
		if len(phases) == 0 {
			phases = []string{cmp.Or(r.Step, r.Phase)}
		}
		d.banner(v.say("report.move", arg("phases", v.steps(r.Turn, phases)), arg("later", v.steps(r.Turn, r.Later)), arg("due", v.due(r.Due))), r.Due.At != 0)
	}
	at := v.say("turn", arg("turn", r.Turn))
	if stage != "" {
		at += " · " + stage
	}
	d.para(strings.TrimSpace(r.Title + " · " + at + " · " + v.say("eyes", arg("seat", r.Seat))))
	if len(r.Short) > 0 {
		d.heading(v.say("report.short"))
		var rows []happened
		for _, n := range r.Short {
			rows = append(rows, happened{mark: "·", left: v.note(n)})
		}
		d.items(rows)
	}
	v.chapters(d, slices.DeleteFunc(slices.Clone(r.Briefing), r.onCard))
	d.picture(v, r.Map, r.Game, r.Number)
	if r.Desk != "" {
		d.put(block{kind: link, text: v.say("report.desk"), url: r.Desk})
	}
	if len(r.Facts) > 0 || len(r.Briefing) == 0 {
		v.happened(d, r.Facts)
		v.shorten(d, r.Facts, r.Game+"-news-"+strconv.Itoa(r.Number)+".txt")
	}
	v.changes(d, r.packing(v.untold(r.Rosters, r.Briefing)), r.Told)
	v.lines(d, "report.struck", r.Struck)
	v.waiting(d, r.Program, r.Form != "")
	v.held(d, r.Standing, r.Held)
	if r.Card != nil {
		r.card(v, d)
	}
	if r.Form != "" {
		d.heading(v.say("report.form"))
		if r.Number <= Taught {
			d.para(v.say("report.form.how"))
		}
		d.fixed(strings.Split(strings.TrimRight(r.Form, "\n"), "\n")...)
	}
	v.inWords(d, r.Map, r.Game, r.Number)
	d.small(v.say("report.dice", arg("n", r.Dice), arg("fingerprint", fingerprint.Of(r.Fingerprint))))
	d.attach(r.Game+"-"+strconv.Itoa(r.Number)+".json", r.Machine)
	d.attach(r.Game+"-"+strconv.Itoa(r.Number)+"-proof.json", r.Proof)
	return d
}

// packing has the text pack the tables that allow it, if their reader has seen them set in columns, and has pictures: read aloud, columns are easier to
// follow.
func (r Report) packing(tables []board.Table) []board.Table {
	known, heard := r.Told != nil || r.Ending != nil, r.Map.PNG == nil && r.Map.Text != ""
	for i := range tables {
		tables[i].Packed = tables[i].Packed && known && !heard
	}
	return tables
}

// onCard reports whether a chapter of the briefing stands on the attached card.
func (r Report) onCard(c table.Chapter) bool { return c.Apart && r.Card != nil }

// card attaches the reference card, with those chapters of the briefing that are to be looked up.
func (r Report) card(v *voice, d *doc) {
	card, says := *r.Card, v.say("report.card")
	var titles []string
	for _, c := range r.Briefing {
		if r.onCard(c) {
			titles = append(titles, v.word(c.Title))
		}
	}
	if len(titles) > 0 {
		card.Chapters = slices.Concat(slices.DeleteFunc(slices.Clone(r.Briefing), func(c table.Chapter) bool { return !r.onCard(c) }), card.Chapters)
		says += " " + v.say("report.card.rules", arg("titles", titles))
	}
	d.attached = append(d.attached, card.page(v))
	d.para(says)
}

// heading leaves the profile of the dice to the first reports of a seat: DICE tells it at any time.
func (r Report) heading() Head {
	h := r.Head
	if r.Number > Taught {
		h.Dice = ""
	}
	return h
}

// inWords puts the map in words into the letter of a reader who gets no pictures, as with a screen reader, and beside that of any other.
func (v *voice) inWords(d *doc, m Map, game string, n int) {
	switch {
	case m.Text == "":
	case m.PNG == nil:
		d.heading(v.say("report.map.text"))
		d.fixed(strings.Split(strings.TrimRight(m.Text, "\n"), "\n")...)
	default:
		d.attached = append(d.attached, Part{Name: game + "-map-" + strconv.Itoa(n) + ".txt", Type: "text/plain", Data: []byte(m.Text)})
	}
}

func (d *doc) attach(name string, data []byte) {
	if data != nil {
		d.attached = append(d.attached, Part{Name: name, Type: "application/json", Data: data})
	}
}

func ruled(rule string) string {
	if rule == "" {
		return ""
	}
	return " (" + rule + ")"
}

func (v *voice) ending(e Ending) string {
	switch {
	case e.Winner == "":
		return v.say("ending.draw")
	case e.Yours:
		return v.say("ending.yours", arg("winner", e.Winner))
	}
	return v.say("ending.theirs", arg("winner", e.Winner))
}

// picture puts the map into the HTML and the drawing beside the letter.
func (d *doc) picture(v *voice, m Map, game string, n int) {
	name := game + "-map-" + strconv.Itoa(n)
	if m.PNG != nil {
		cid := name + "@fieldpost"
		d.put(block{kind: picture, text: v.say("map.alt"), cid: cid})
		d.inline = append(d.inline, Part{Name: name + ".png", Type: "image/png", CID: cid, Data: m.PNG})
	}
	if m.SVG != nil {
		d.attached = append(d.attached, Part{Name: name + ".svg", Type: "image/svg+xml", Data: m.SVG})
	}
}

// rosters writes the tables of units, objectives and tracks; cells that are words' keys are put into words.
func (v *voice) rosters(d *doc, tables []board.Table) {
	for _, t := range tables {
		if len(t.Rows) == 0 {
			continue
		}
		d.heading(v.word(t.Title))
		v.table(d, t)
		if n := len(t.Rows); n > longTable {
			d.blocks[len(d.blocks)-1].fold = v.say("fold", arg("n", n))
		}
	}
}

// untold returns the tables that a briefing in the same letter does not have already, under their own title or row for row.
func (v *voice) untold(tables []board.Table, briefing []table.Chapter) []board.Table {
	return slices.DeleteFunc(slices.Clone(tables), func(t board.Table) bool {
		return slices.ContainsFunc(briefing, func(c table.Chapter) bool {
			return slices.ContainsFunc(c.Tables, func(told board.Table) bool {
				return len(told.Rows) > 0 && (v.word(told.Title) == v.word(t.Title) || slices.EqualFunc(told.Rows, t.Rows, slices.Equal[[]string]))
			})
		})
	})
}

// fewRows is how many rows of a narrow table are not worth leaving out.
const fewRows = 2

// changes writes the rows of tables that are not as they were last told and not far from what the seat can do next. HTML folds the others below;
// the text leaves them to STATUS and names the tables in which nothing has changed at all.
func (v *voice) changes(d *doc, tables, told []board.Table) {
	var same []board.Table
	for _, t := range tables {
		var before [][]string
		if i := slices.IndexFunc(told, func(o board.Table) bool { return o.Title == t.Title && slices.Equal(o.Heads, t.Heads) }); i >= 0 {
			before = told[i].Rows
		}
		t.Rows = v.grown(t.Rows, before)
		news, rest := t, t
		news.Rows, rest.Rows = nil, nil
		known := 0
		for _, row := range t.Rows {
			old := slices.ContainsFunc(before, func(o []string) bool { return slices.Equal(o, row) })
			if old {
				known++
			}
			if old || slices.Contains(t.Far, row[0]) && (before == nil || !t.News) {
				rest.Rows = append(rest.Rows, row)
			} else {
				news.Rows = append(news.Rows, row)
			}
		}
		switch {
		case t.Fixed && told != nil: // what was told of it holds
			n := len(d.blocks)
			v.rosters(d, []board.Table{news})
			v.runIn(d.blocks[n:])
		case len(t.Rows) > 0 && known == len(t.Rows) && len(t.Rows) == len(before):
			same = append(same, t)
		case len(rest.Rows) == 0 || len(rest.Rows) <= fewRows && (told == nil || len(t.Heads) <= fewCells || len(t.Rows) < shortRows):
			n := len(d.blocks)
			v.rosters(d, []board.Table{t})
			if told != nil {
				v.runIn(d.blocks[n:])
			}
		default:
			v.newRows(d, news, rest, known, told != nil)
		}
	}
	v.unchanged(d, same)
}

// manyTold is how many entries of a list that has only grown are not worth telling again.
const manyTold = 4

// grown leaves out of a list in the last cell of a row what it held when it was last told.
func (v *voice) grown(rows, before [][]string) [][]string {
	rows = slices.Clone(rows)
	for i, row := range rows {
		last := len(row) - 1
		for _, old := range before {
			if last < 0 || len(old) != len(row) || !slices.Equal(old[:last], row[:last]) {
				continue
			}
			list, told := strings.Split(row[last], ", "), strings.Split(old[last], ", ")
			news := slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(told, one) })
			if len(told) >= manyTold && len(news) > 0 && len(news)+len(told) == len(list) {
				rows[i] = append(slices.Clone(row[:last]), v.say("report.grown", arg("list", strings.Join(news, ", ")), arg("n", len(told))))
			}
		}
	}
	return rows
}

// newRows writes the rows of a table that are news, and how many others there are, of which the seat has been told some as they are. A reader who has
// seen the table before needs no heads for a few.
func (v *voice) newRows(d *doc, news, rest board.Table, told int, again bool) {
	key := "report.unchanged.rows"
	if told < len(rest.Rows) {
		key = "report.farther.rows"
	}
	others := v.say(key, arg("n", len(rest.Rows)), arg("more", len(news.Rows)), arg("told", told))
	if len(news.Rows) > 0 {
		n := len(d.blocks)
		d.put(block{kind: heading, text: v.word(news.Title), beside: others})
		v.table(d, news)
		if again {
			v.runIn(d.blocks[n:])
		}
	} else {
		d.put(block{kind: heading, text: v.word(news.Title), line: v.say("report.run-in.last") + strings.TrimRight(others, ".")})
	}
	v.table(d, rest)
	last := &d.blocks[len(d.blocks)-1]
	last.fold, last.aside = others, true
}

// What a table may have to stand in a line behind its title: its heads say little then.
const (
	fewCells  = 3
	shortRows = 4
	mostLines = 3 // of a page
)

// runIn has the text tell a small table, which stands below its heading, in a line or a few behind its title. A number has its head before it.
func (v *voice) runIn(blocks []block) {
	if len(blocks) != 2 || blocks[1].kind != grid || len(blocks[1].cells) > shortRows {
		return
	}
	var numbers []bool
	for i := range blocks[1].heads {
		numbers = append(numbers, i > 0 && len(blocks[1].heads) >= fewCells && (counts(blocks[1].cells, i) || empty(blocks[1].cells, i)))
	}
	if len(numbers) > fewCells && slices.Contains(numbers[min(2, len(numbers)):], false) { // words of many kinds say nothing without their heads
		return
	}
	var rows []string
	for _, r := range blocks[1].cells {
		rows = append(rows, v.inLine(blocks[1].heads, r, numbers))
	}
	line, lines := strings.Join(rows, v.say("report.run-in.next")), mostLines
	if len(numbers) > fewCells {
		lines = min(lines, len(rows)+1) // heads in each row are not to make it longer
	}
	if columns.Width(blocks[0].text+line) > lines*(pageWidth-2) {
		return
	}
	blocks[0].line, blocks[1].aside = v.say("report.run-in.last")+strings.TrimRight(line, "."), true
}

// inLine writes a row of a table in a line: "Allies: pieces left 6, smoke 0". Some of its columns are numbers, which follow their heads.
func (v *voice) inLine(heads, cells []string, numbers []bool) string {
	var words, counted []string
	for i, c := range cells {
		switch n := len(words); {
		case n > 0 && i == n && strings.ReplaceAll(words[n-1], "_", " ") == c: // "field_artillery, field artillery" says one thing
			words[n-1] = c
		case !numbers[i]:
			words = append(words, cmp.Or(c, "–"))
		case c != "" && c != "–":
			counted = append(counted, heads[i]+" "+c)
		}
	}
	if last := len(words) - 1; len(counted) == 0 && last > 0 {
		between := " "
		if last > 1 {
			between = v.say("report.run-in.last")
		}
		return strings.Join(words[:last], ", ") + between + words[last]
	}
	row := strings.Join(words, ", ")
	if len(counted) > 0 {
		row += v.say("report.run-in.last") + strings.Join(counted, ", ")
	}
	return row
}

// unchanged names the tables in which nothing has changed. HTML folds them below.
func (v *voice) unchanged(d *doc, same []board.Table) {
	var titles []string
	for _, t := range same {
		title, _, _ := strings.Cut(v.word(t.Title), " (")
		titles = append(titles, title)
	}
	if len(titles) == 0 {
		return
	}
	d.put(block{kind: para, text: v.say("report.unchanged.tables", arg("titles", titles)), brief: true})
	for _, t := range same {
		v.table(d, t)
		last := &d.blocks[len(d.blocks)-1]
		last.fold, last.aside = v.word(t.Title), true
	}
}

// table writes a table without its title.
func (v *voice) table(d *doc, t board.Table) {
	k := block{kind: grid, packed: t.Packed}
	for _, h := range t.Heads {
		k.heads = append(k.heads, v.word(h))
	}
	for _, r := range t.Rows {
		var cells []string
		for _, c := range r {
			cells = append(cells, v.cell(c))
		}
		k.cells = append(k.cells, cells)
	}
	d.put(k)
}

// cell puts a cell into words: a key, or any text that contains keys ("2 weapon.rifle, weapon.lmg", "arm.mg SW+S").
func (v *voice) cell(s string) string {
	if called, ok := v.called[s]; ok {
		return called
	}
	if v.book.Has(s) {
		return v.book.Say(s)
	}
	return v.word(keys.ReplaceAllStringFunc(s, func(k string) string {
		if (strings.Contains(k, ".") || strings.Trim(k, "NESW") == "") && v.book.Has(k) {
			return v.book.Say(k)
		}
		return k
	}))
}

// keys matches what may be a words' key in a cell.
var keys = regexp.MustCompile(`[\pL\d._-]+`)

// remarked returns the lines that have a remark.
func remarked(rows []happened) []happened {
	return slices.DeleteFunc(slices.Clone(rows), func(r happened) bool { return r.right == "" })
}

// How many rows HTML shows of a table before it folds it, and how many standing orders a report lists.
const (
	longTable    = 12
	manyStanding = 6
)

// waiting lists the lines that still wait. Where the order form below has them too, the text only counts them.
func (v *voice) waiting(d *doc, program []Line, formed bool) {
	n := len(d.blocks)
	v.lines(d, "report.program", program)
	if formed && len(d.blocks) > n {
		d.blocks[n].aside = true
		last := &d.blocks[len(d.blocks)-1]
		last.fold, last.brief = v.say("report.program.form", arg("n", len(program))), true
	}
}

// held lists the standing orders that are not as they were last told. Of the others the text says how many there are; HTML folds them below.
func (v *voice) held(d *doc, standing, told []table.StandingLine) {
	var news, same []table.StandingLine
	for _, s := range standing {
		if slices.ContainsFunc(told, func(t table.StandingLine) bool {
			return t.Line.ID == s.Line.ID && t.Armed == s.Armed && t.Why == s.Why
		}) {
			same = append(same, s)
		} else {
			news = append(news, s)
		}
	}
	n := arg("n", len(same))
	switch {
	case len(news) == 0 && len(same) > 0:
		d.put(block{kind: heading, text: v.say("report.standing"), aside: true})
		d.put(block{kind: items, rows: v.standing(same), fold: v.say("report.standing.same", n), brief: true})
	case len(same) > fewRows && len(news) <= manyStanding:
		more := v.say("report.standing.more", n)
		d.put(block{kind: heading, text: v.say("report.standing"), beside: more})
		d.items(v.standing(news))
		d.put(block{kind: items, rows: v.standing(same), fold: more, aside: true})
	default:
		v.inForce(d, standing, nil, manyStanding)
	}
}

// standing puts standing orders into words, with why some are out of force.
func (v *voice) standing(list []table.StandingLine) []happened {
	var rows []happened
	for _, s := range list {
		note := ""
		if !s.Armed {
			note = v.say("disarmed", arg("why", v.word(s.Why)))
		}
		rows = append(rows, happened{mark: number(int(s.Line.Number)), left: s.Line.Text, right: note})
	}
	return rows
}

// inForce lists the lines that still wait and standing orders. Of more of these than many it only lists those that are out of force; HTML folds
// all of them below.
func (v *voice) inForce(d *doc, standing []table.StandingLine, program []Line, many int) {
	v.lines(d, "report.program", program)
	if len(standing) == 0 {
		return
	}
	d.heading(v.say("report.standing"))
	rows := v.standing(standing)
	if len(rows) <= many {
		d.items(rows)
		return
	}
	telling := remarked(rows)
	d.blocks[len(d.blocks)-1].aside = len(telling) == 0
	d.items(telling)
	d.put(block{kind: items, rows: rows, fold: v.say("report.standing.many", arg("n", len(rows))), brief: true})
}
