package letter

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/fingerprint"
)

// Question asks for the decisions of one moment. Options are lettered from a (the kernel lists at most 24); with several questions each has
// a number and an answer is number and letter, "2b"; with one it is the letter alone.
type Question struct {
	Head
	Due   Due
	Facts []table.Fact // what led here
	Asked []table.Asked
	// Titles are the rulebook's own short names of the decisions asked, for those about which the game's words say nothing more.
	Titles []string
	Map    Map
}

// title says what is asked: the game's words for the decision, or its short name with what it is about.
func (q Question) title(v *voice, i int) string {
	a := q.Asked[i]
	if v.book.Has(a.Decision) || i >= len(q.Titles) {
		return v.book.Say(a.Decision, a.Args...)
	}
	var about []string
	for _, x := range a.Args {
		if s, ok := v.named(x).(string); ok && s != "" {
			about = append(about, v.word(s))
		}
	}
	if len(about) == 0 {
		return q.Titles[i]
	}
	return q.Titles[i] + " (" + strings.Join(about, ", ") + ")"
}

func (q Question) compose(v *voice) *doc {
	d := q.begin(v)
	subject := v.say("question.subject", arg("n", len(q.Asked)), arg("due", v.dueShort(q.Due)))
	if len(q.Asked) == 1 {
		subject = v.say("question.subject.one", arg("question", q.title(v, 0)), arg("due", v.dueShort(q.Due)))
	}
	d.subject = q.subject(subject)
	d.banner(v.say("question.banner", arg("n", len(q.Asked)), arg("due", v.due(q.Due))), true)
	if len(q.Facts) > 0 {
		v.happened(d, q.Facts)
	}
	d.picture(v, q.Map, q.Game, q.Turn)
	example := ""
	for i, a := range q.Asked {
		which := ""
		if len(q.Asked) > 1 {
			which = strconv.Itoa(i + 1)
		}
		title := q.title(v, i)
		if which != "" {
			title = which + "  " + title
		}
		d.put(block{kind: happenings, rows: []happened{{left: title, rule: a.Rule, head: true}}})
		var rows []happened
		for k, o := range a.Options {
			note := ""
			if o == a.Default {
				note = v.say("question.default")
			}
			rows = append(rows, happened{mark: which + optionLetter(k), left: v.option(a.Decision, o), right: note})
		}
		d.items(rows)
		if a.More {
			d.para(v.say("question.more"))
		}
		if len(a.Options) > 0 {
			example += which + optionLetter(len(a.Options)-1) + " "
		}
	}
	d.heading(v.say("next"))
	d.para(v.say("question.how", arg("example", strings.TrimSpace(example))))
	return d
}

// option says an option in the reader's words: those that are for this decision alone, those for the option wherever it is offered, or those for its
// first word, as "at N-2"; a weapon or a man of a unit is called by its name. What has no words, as a hex or a unit, stands as it is.
func (v *voice) option(decision, o string) string {
	for _, key := range []string{"option." + decision + "." + o, "option." + o} {
		if v.book.Has(key) {
			return v.book.Say(key)
		}
	}
	first, rest, more := strings.Cut(o, " ")
	if key := "option." + first; more && v.book.Has(key) {
		return v.book.Say(key, arg("rest", rest))
	}
	for _, kind := range orders.OptionKinds {
		if key := kind + rest; more && v.book.Has(key) {
			return first + " " + v.book.Say(key)
		}
	}
	if _, side := v.sides[table.Seat(o)]; !side && v.book.Has(o) && len(v.book.Names(o)) > 0 {
		return o // the sentence of a fact
	}
	return v.word(o)
}

// optionLetter names the i-th option: a to x.
func optionLetter(i int) string { return string(rune('a' + i%26)) }

func (v *voice) dueShort(d Due) string {
	if d.At == 0 {
		return v.say("due.none.short")
	}
	return v.day(d.At, d.Now)
}

// Reminder says that a window closes soon and what would happen.
type Reminder struct {
	Head
	Due     Due
	Program []Line // what stands so far; none: silence
	Form    string
}

func (r Reminder) compose(v *voice) *doc {
	d := r.begin(v)
	d.subject = r.subject(v.say("reminder.subject", arg("left", v.left(r.Due)), arg("turn", r.Turn)))
	d.banner(v.say("reminder.banner", arg("due", v.due(r.Due))), true)
	if len(r.Program) == 0 {
		d.para(v.say("reminder.nothing"))
	}
	v.lines(d, "report.program", r.Program)
	v.form(d, r.Form)
	return d
}

func (v *voice) form(d *doc, form string) {
	if form == "" {
		return
	}
	d.heading(v.say("report.form"))
	d.para(v.say("report.form.how"))
	d.fixed(strings.Split(strings.TrimRight(form, "\n"), "\n")...)
}

// Welcome invites to a game, confirms a seat, or says that all seats are taken and play begins.
type Welcome struct {
	Head
	Stage   string // "invited", "joined", "opened"
	Rules   string // name of the rulebook
	About   string // what the scenario is about, "" where it does not say
	Seats   []Seat // all seats
	Period  string // how often windows close, as the player reads it
	Dice    events.Hash
	Due     Due
	Form    string
	Map     Map
	Machine []byte

	Briefing []table.Chapter // for one who takes over
	Card     *Paper          // attached; nil for none
}

// Seat is a place at the table as all may see it.
type Seat struct {
	Name   string
	Player string // "" while free
	Yours  bool
	Ready  bool   // orders are in, or nothing is asked
	Note   string // as the player reads it
}

func (w Welcome) compose(v *voice) *doc {
	d := w.begin(v)
	stage := "welcome." + w.Stage
	args := []table.FactArg{arg("title", w.Title), arg("seat", w.Seat), arg("player", w.Player), arg("game", w.Game), arg("rules", w.Rules), arg("free", w.free())}
	d.subject = w.subject(v.say(stage+".subject", args...))
	d.banner(v.say(stage+".banner", args...), w.Stage == "invited")
	d.para(v.say(stage+".text", args...))
	if w.About != "" {
		d.para(w.About)
	}
	v.seats(d, w.Seats)
	if w.Period != "" {
		d.para(v.say("welcome.period", arg("period", w.Period)))
	}
	if w.Stage == "opened" {
		d.para(v.due(w.Due))
	}
	v.chapters(d, w.Briefing)
	d.picture(v, w.Map, w.Game, 0)
	if w.Card != nil {
		d.attached = append(d.attached, w.Card.page(v))
	}
	d.heading(v.say("report.fair"))
	d.para(v.say("welcome.dice", arg("fingerprint", fingerprint.Of(w.Dice))))
	d.heading(v.say("help.commands"))
	v.commands(d, []string{"BRIEFING", "CARD", "OPTIONS", "HELP", "STATUS", "FORM", "CHECK", "MAP"})
	v.form(d, w.Form)
	d.attach(w.Game+"-welcome.json", w.Machine)
	return d
}

// free reports whether a place is still to be taken, as far as the letter knows.
func (w Welcome) free() bool {
	return len(w.Seats) == 0 || slices.ContainsFunc(w.Seats, func(s Seat) bool { return s.Player == "" })
}

func (v *voice) seats(d *doc, seats []Seat) {
	if len(seats) == 0 {
		return
	}
	d.heading(v.say("seats"))
	k := block{kind: grid, heads: []string{v.say("seats.side"), v.say("seats.player"), v.say("seats.state")}}
	for _, s := range seats {
		name, state := s.Player, s.Note
		if name == "" {
			name = v.say("seats.free")
		}
		if s.Yours {
			name += " " + v.say("seats.you")
		}
		if state == "" && s.Ready {
			state = v.say("seats.ready")
		} else if state == "" && s.Player != "" {
			state = v.say("seats.waited")
		}
		k.cells = append(k.cells, []string{s.Name, name, state})
	}
	d.put(k)
}

// Refusal answers a mail from which nothing was accepted. Code is one of "unknown-sender", "wrong-game", "wrong-turn", "wrong-seat",
// "late", "big", "empty", "unproven", "closed", "trouble", or another key below letter.refusal.
type Refusal struct {
	Head
	Code     string
	Args     []table.FactArg
	Received int64
	Sealed   int64 // when the window closed, for "late"; 0 otherwise
	Subject  string
	Faults   []events.Fault
	Ignored  []Note // what of the mail was not read as orders, and why
	Doubtful []Doubtful
	Lines    []string // orders as they can be sent
	Awaited  bool     // play waits for the sender's orders: Lines order nothing, so that it goes on
	Unmended []int64  // lines of the sender's orders for which play waits, until they are corrected or withdrawn
	Due      Due      // with Unmended: when play waits no longer; zero if it goes on before its deadline
	Seats    []string // games or sides that the sender may have meant
}

func (r Refusal) compose(v *voice) *doc {
	d := r.begin(v)
	args := append(slices.Clone(r.Args), arg("game", r.Game), arg("turn", r.Turn), arg("seat", r.Seat), arg("subject", quiet(r.Subject)), arg("received", stamp(r.Received)))
	if r.Sealed != 0 {
		args = append(args, arg("sealed", stamp(r.Sealed)))
	}
	d.subject = r.subject(v.say("refusal."+r.Code+".subject", args...))
	d.banner(v.say("refusal."+r.Code+".subject", args...), true)
	d.para(v.say("refusal."+r.Code+".text", args...))
	if len(r.Seats) > 0 {
		d.para(v.say("refusal.meant", arg("list", r.Seats)))
	}
	v.faults(d, r.Faults)
	v.passedOver(d, r.Ignored)
	v.doubtful(d, r.Doubtful, true)
	d.heading(v.say("next"))
	switch {
	case len(r.Unmended) > 0:
		v.waits(d, r.Unmended, r.Due.At > 0)
		d.para(v.say("refusal."+r.Code+".awaited", args...))
	case r.Awaited:
		d.para(v.say("refusal.awaited", args...))
		d.fixed(r.Lines...)
		d.para(v.say("refusal."+r.Code+".awaited", args...))
		r.Lines = nil
	default:
		d.para(v.say("refusal."+r.Code+".next", args...))
	}
	if len(r.Lines) > 0 {
		d.fixed(r.Lines...)
	}
	if r.Received != 0 && r.Sealed == 0 {
		d.small(v.say("refusal.seal", arg("time", stamp(r.Received))))
	}
	return d
}

// CheckResult is a rehearsal: verdicts and chances, with practice dice, nothing kept.
type CheckResult struct {
	Head
	Due      Due
	Window   Window
	Verdicts []table.Verdict
	Faults   []events.Fault
	Odds     []Odds
	Untried  int       // lines whose chances were no longer worked out
	Promises []Promise // what is known of lines before the dice
	Later    []Line    // for phases after those of the window: not tried
	Outcomes []Outcome // of the whole draft
	Trials   int       // how many there were; Outcome.Times counts some of them
	Why      string    // why no line was tried: "nothing", "later", "idle", "question", "sealed", "not-open", "head" (for another turn); "" where lines were
}

// Promise is what OPTIONS says of the line of a number.
type Promise struct {
	Number int
	Doing
}

// Outcome is what happened in some of the trials.
type Outcome struct {
	Note  Note
	Times int
}

// Odds are the chances of one line.
type Odds struct {
	Number  int
	Text    string
	Chances []table.Chance
	Exact   bool
}

// linesOf counts the lines that faults are about.
func linesOf(faults []events.Fault) int {
	said := map[int64]bool{}
	for _, f := range faults {
		said[f.Number] = true
	}
	return len(said)
}

func (c CheckResult) compose(v *voice) *doc {
	d := c.begin(v)
	bad, idle := linesOf(c.Faults), 0
	for _, x := range c.Verdicts {
		switch {
		case x.Refusal != nil:
			bad++
		case x.Of > 0 && x.Carried+x.Otherwise == 0:
			idle++
		}
	}
	tried := len(c.Verdicts) + linesOf(c.Faults)
	d.subject = c.subject(v.say("check.subject", arg("n", tried), arg("bad", bad), arg("idle", idle)))
	if tried == 0 && c.Why != "" {
		d.subject = c.subject(v.say("check.subject.none"))
		d.banner(v.say("check.none."+c.Why), c.Why == "nothing" || c.Why == "head")
		d.para(v.due(c.Due))
		v.window(d, c.Window, c.Due)
		if c.Why == "later" {
			v.lines(d, "check.later", c.Later)
		}
		d.para(v.say("check.none.how"))
		return d
	}
	d.banner(v.say("check.banner", arg("bad", bad), arg("idle", idle)), bad+idle > 0)
	d.para(v.due(c.Due))
	v.window(d, c.Window, c.Due)
	if c.Why != "" && c.Why != "nothing" {
		d.para(v.say("check.none." + c.Why))
	}
	if len(c.Verdicts) > 0 {
		d.heading(v.say("check.lines"))
		var rows []happened
		for _, x := range c.Verdicts {
			row := v.verdict(x)
			for _, p := range c.Promises {
				if says := v.withoutSums().promise(p.Doing); says != "" && p.Number == int(x.Line.Number) {
					row.right += v.say("report.run-in.last") + says
				}
			}
			rows = append(rows, row)
		}
		d.items(rows)
	}
	v.lines(d, "check.later", c.Later)
	v.faults(d, c.Faults)
	if len(c.Outcomes) > 0 {
		d.heading(v.say("check.outcomes", arg("trials", c.Trials)))
		v.outcomes(d, c.Outcomes, c.Trials)
	}
	if len(c.Odds) == 1 {
		d.heading(v.say("check.odds", arg("number", c.Odds[0].Number)))
		v.odds(d, c.Odds[0])
	} else {
		v.eachOdds(d, c.Odds)
	}
	if c.Untried > 0 {
		d.small(v.say("check.untried", arg("n", c.Untried)))
	}
	d.small(v.say("check.practice"))
	return d
}

// outcomes writes what came of trials: a row for each result or, where several begin with the same words, a line for all of those, in the order in
// which the likeliest of them come: "Attack on 5018: column 6/1 100 %; attacker, total mastery 86 %".
func (v *voice) outcomes(d *doc, list []Outcome, trials int) {
	k := block{kind: grid, heads: []string{v.say("check.result"), v.say("check.times"), v.say("check.chance")}}
	var heads []string
	under := map[string][]string{}
	for _, o := range list {
		text, chance := v.note(o.Note), v.percent(table.Chance{Num: int64(o.Times), Den: int64(trials)})
		k.cells = append(k.cells, []string{text, strconv.Itoa(o.Times), chance})
		head, rest, parted := strings.Cut(strings.TrimSuffix(text, "."), ":")
		if !parted {
			rest = ""
		}
		if _, known := under[head]; !known {
			heads = append(heads, head)
		}
		under[head] = append(under[head], strings.TrimSpace(strings.TrimSpace(rest)+" "+chance))
	}
	if len(heads) == len(list) {
		d.put(k)
		return
	}
	var rows []happened
	for _, head := range heads {
		rows = append(rows, happened{mark: "·", left: strings.TrimSpace(head) + v.say("report.run-in.last") + strings.Join(under[head], v.say("report.run-in.next"))})
	}
	d.items(rows)
}

// odds writes the chances of a line below it.
func (v *voice) odds(d *doc, o Odds) {
	d.para(o.Text)
	k := block{kind: grid, heads: []string{v.say("check.result"), v.say("check.chance")}}
	for _, x := range o.Chances {
		k.cells = append(k.cells, []string{v.say("check.done." + strings.TrimPrefix(x.Result, "table.")), v.percent(x)})
	}
	d.put(k)
	if !o.Exact {
		d.small(v.say("check.sampled"))
	}
}

// eachOdds writes the chances of several lines, each in a line under its number.
func (v *voice) eachOdds(d *doc, list []Odds) {
	if len(list) == 0 {
		return
	}
	d.heading(v.say("check.odds.lines"))
	var rows []happened
	sampled := false
	for _, o := range list {
		var chances []string
		for _, x := range o.Chances {
			chances = append(chances, v.say("check.done."+strings.TrimPrefix(x.Result, "table."))+" "+v.percent(x))
		}
		rows = append(rows, happened{mark: number(o.Number), left: strings.Join(chances, ", ")})
		sampled = sampled || !o.Exact
	}
	d.items(rows)
	if sampled {
		d.small(v.say("check.sampled"))
	}
}

// percent writes a chance to a tenth, with the decimal sign of the language.
func (v *voice) percent(c table.Chance) string {
	if c.Den <= 0 {
		return "-"
	}
	p := (c.Num*1000 + c.Den/2) / c.Den
	if whole := (p + 5) / 10 * 10; v.totals && whole >= 100 && whole < 1000 { // a form has no room for tenths
		p = whole
	}
	return v.say("percent", arg("whole", int(p/10)), arg("tenth", int(p%10)))
}

func (v *voice) verdict(x table.Verdict) happened {
	h := happened{mark: number(int(x.Line.Number)), left: x.Line.Text}
	if x.Refusal != nil {
		h.right, h.rule = v.refusal(*x.Refusal), x.Refusal.Rule
		return h
	}
	h.right = v.say("check.carried", arg("carried", x.Carried), arg("of", x.Of), arg("partly", x.Partly))
	if x.Otherwise > 0 {
		h.right += ", " + v.say("check.otherwise", arg("n", x.Otherwise))
	}
	if x.Never > 0 {
		h.right += ", " + v.say("check.never", arg("n", x.Never))
	}
	for i, r := range x.Reasons {
		if i == 0 {
			reason := v.refusal(r)
			if r.Code == table.FactIfFalse { // a fact of the report, which names its line
				reason = v.say("check.if-false")
			}
			h.right += ". " + v.say("check.reason", arg("carried", x.Carried), arg("reason", reason))
		}
	}
	return h
}
