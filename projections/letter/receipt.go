package letter

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/fingerprint"
)

// Receipt answers a mail with orders: what was understood, what was not, what is not allowed, what was ignored.
type Receipt struct {
	Head
	Number      int64 // of this seat's order mails
	Received    int64 // Unix ms
	Earlier     int   // mails before this one that have no receipt of their own
	Due         Due
	Window      Window
	Understood  []Line
	Standing    []Line // standing orders that this mail set
	Withdrawn   []Line
	Answers     []Line
	Faults      []events.Fault // not understood
	Unmended    []int64        // numbers of lines, of this mail and of earlier ones, that play waits for until the deadline
	Open        []events.Fault // those of earlier mails
	Replaced    []Line         // lines of earlier mails that this one took off the desk
	Lost        []Line         // those whose units it gives no other order
	Beside      []Line         // lines of earlier mails that still stand, of units to which this mail added a line
	Settles     *Line          // one of this mail's own that stands: sent again with its number it changes nothing, and so says that all is meant as it is; nil if there is none
	Mend        bool           // Settles cannot be done as it is
	Gone        bool           // everything sent was withdrawn, and play waits for something else until the deadline
	Refused     []Refused      // not allowed
	Ignored     []Note         // what in the mail was not read as orders, and why
	Doubtful    []Doubtful     // what may be orders or quoted
	Empty       bool           // an order set without any line: it replaces what was sent before
	TakenBack   bool           // a withdrawal: Understood is what still stands
	Kept        []Line         // of earlier mails that still stand
	Care        []string       // what the lines would certainly do to their own side
	Held        int            // for so many minutes the turn waits for a word on that, or on what is not allowed
	AfterSeal   bool           // it came when the window was already sealed, and counts for the next
	Unproven    bool           // kept as a draft that the player must confirm
	Fingerprint events.Hash
	Proof       []byte // attached as JSON, nil for none
}

// wrong counts the lines that their player must look at: not understood, not allowed, or such of earlier mails. A line may have several faults.
func (r Receipt) wrong() int {
	numbers := slices.Clone(r.Unmended)
	for _, f := range r.Faults {
		numbers = append(numbers, f.Number)
	}
	slices.Sort(numbers)
	return len(slices.Compact(numbers)) + len(r.Refused)
}

func (r Receipt) compose(v *voice) *doc {
	d, wrong := r.begin(v), r.wrong()
	r.headline(v, d, wrong)
	if r.AfterSeal {
		d.para(v.say("receipt.after-seal"))
	}
	if r.Earlier > 0 {
		d.para(v.say("receipt.earlier", arg("n", r.Earlier)))
	}
	d.para(v.due(r.Due))
	if len(r.Unmended) == 0 {
		v.window(d, r.Window, r.Due)
	} else {
		v.window(d, r.Window.besides(r.Seat), r.Due)
		v.waits(d, r.Unmended, r.Due.At > 0 && r.Window.Until == 0)
	}
	if r.Gone {
		d.para(v.say("receipt.waits.gone", arg("due", r.Due.At > 0)))
	}
	v.lines(d, "receipt.withdrawn", r.Withdrawn)
	if r.TakenBack {
		v.lines(d, "report.program", r.Understood)
	} else {
		v.lines(d, "receipt.understood", r.Understood)
	}
	v.lines(d, "receipt.answers", r.Answers)
	v.lines(d, "receipt.standing", r.Standing)
	v.replaced(d, r)
	if len(r.Kept) > 0 {
		d.para(v.say("receipt.kept", arg("n", len(r.Kept))))
		d.items(numbered(r.Kept))
	}
	v.beside(d, r)
	if len(r.Care) > 0 {
		d.heading(v.say("receipt.care"))
		for _, s := range r.Care {
			d.para(s)
		}
	}
	v.faults(d, slices.Concat(r.Faults, r.Open))
	v.refused(d, r.Refused)
	if r.Held > 0 {
		d.para(v.say("receipt.care.held", arg("minutes", r.Held)))
	}
	v.doubtful(d, r.Doubtful, true)
	v.passedOver(d, r.Ignored)
	d.heading(v.say("next"))
	if wrong > 0 && len(r.Unmended) == 0 { // else it is said above
		d.para(v.say("receipt.next.wrong"))
	}
	v.offers(d, r)
	d.para(v.say("receipt.next"))
	d.small(v.say("receipt.seal", arg("number", int(r.Number)), arg("game", r.Game), arg("time", stamp(r.Received)), arg("fingerprint", fingerprint.Of(r.Fingerprint))))
	r.prove(d)
	return d
}

// headline writes the subject and the banner: what became of the mail as a whole, the worst first.
func (r Receipt) headline(v *voice, d *doc, wrong int) {
	good := len(r.Understood) + len(r.Standing) + len(r.Answers)
	n := []table.FactArg{arg("good", good), arg("wrong", wrong), arg("turn", r.Turn), arg("seat", r.Seat), arg("withdrawn", len(r.Withdrawn))}
	switch {
	case r.Unproven:
		d.subject = r.subject(v.say("receipt.subject.draft", n...))
		d.banner(v.say("receipt.banner.draft"), true)
	case wrong > 0:
		d.subject = r.subject(v.say("receipt.subject.wrong", n...))
		d.banner(v.say("receipt.banner.wrong", append(n, arg("rest", good+len(r.Kept) > 0), arg("lost", len(r.Lost) > 0), arg("gone", len(r.Lost)))...), true)
	case good == 0 && len(r.Withdrawn) > 0:
		d.subject = r.subject(v.say("receipt.subject.withdrawn", n...))
		d.banner(v.say("receipt.banner.withdrawn", n...), false)
	case r.TakenBack:
		d.subject = r.subject(v.say("receipt.subject.taken", n...))
		d.banner(v.say("receipt.banner.withdrawn"), false)
	case r.Empty && good == 0:
		d.subject = r.subject(v.say("receipt.subject.empty", n...))
		d.banner(v.say("receipt.banner.empty"), false)
	case good == 0:
		d.subject = r.subject(v.say("receipt.subject.nothing", n...))
		d.banner(v.say("receipt.banner.nothing"), true)
	case len(r.Doubtful) > 0:
		d.subject = r.subject(v.say("receipt.subject.good", n...))
		d.banner(v.say("receipt.banner.doubtful", arg("n", len(r.Doubtful))), true)
	case len(r.Beside) > 0:
		d.subject = r.subject(v.say("receipt.subject.good", n...))
		d.banner(v.say("receipt.banner.beside"), true)
	case len(r.Lost) > 0:
		d.subject = r.subject(v.say("receipt.subject.good", n...))
		d.banner(v.say("receipt.banner.lost", arg("n", len(r.Lost))), true)
	case len(r.Care) > 0:
		d.subject = r.subject(v.say("receipt.subject.good", n...))
		d.banner(v.say("receipt.banner.care"), true)
	default:
		d.subject = r.subject(v.say("receipt.subject.good", n...))
		d.banner(v.say("receipt.banner.good"), false)
	}
}

// brief writes the receipt into the report of the window that the mail closed: what was understood otherwise than it was written, or not at all.
// The report tells what became of the other lines, and HTML folds them all below. A receipt that has nothing else to say stands in the fine print.
func (r Receipt) brief(v *voice, d, print *doc) {
	rows := slices.Concat(r.Understood, r.Answers, r.Standing)
	list := numbered(rows)
	noted := remarked(list)
	plain := v.say("receipt.brief.plain", arg("n", len(list)-len(noted)))
	seal := v.say("receipt.brief.seal", arg("number", int(r.Number)), arg("time", stamp(r.Received)), arg("fingerprint", fingerprint.Of(r.Fingerprint)))
	r.prove(d)
	switch {
	case len(noted)+len(r.Faults)+len(r.Doubtful)+len(r.Ignored) == 0 && !r.TakenBack:
		if len(list) == 0 {
			plain = v.say("receipt.brief.empty") + "."
		} else {
			d.put(block{kind: items, rows: list, fold: plain, aside: true})
		}
		print.small(plain + " " + seal)
		return
	case r.TakenBack && len(r.Withdrawn)+len(noted) == 0:
		print.small(v.say("receipt.banner.withdrawn"))
		return
	}
	v.lines(d, "receipt.withdrawn", r.Withdrawn)
	if !r.TakenBack || len(noted) > 0 {
		d.heading(v.say("receipt.brief"))
	}
	d.items(noted)
	if len(list) > len(noted) {
		d.put(block{kind: items, rows: list, fold: plain, brief: true})
	}
	v.faults(d, r.Faults)
	v.doubtful(d, r.Doubtful, false)
	v.passedOver(d, r.Ignored)
	print.small(seal)
}

// prove attaches the proof.
func (r Receipt) prove(d *doc) {
	if r.Proof != nil {
		d.attached = append(d.attached, Part{Name: r.Game + "-orders-" + strconv.FormatInt(r.Number, 10) + ".json", Type: "application/json", Data: r.Proof})
	}
}

func (h Head) begin(v *voice) *doc { return &doc{game: h.Game, reply: h.Reply} }

// replaced says what no longer stands. Where the mail may have been meant to add to it, both answers are ready to be sent: the lines again, and a
// line that leaves everything as it is.
func (v *voice) replaced(d *doc, r Receipt) {
	if len(r.Replaced) == 0 {
		return
	}
	v.lines(d, "receipt.replaced", r.Replaced)
	if len(r.Lost) == 0 {
		return
	}
	var texts []string
	for _, l := range r.Lost {
		texts = append(texts, l.Text)
	}
	d.para(v.say("receipt.replaced.add", arg("n", len(texts))))
	d.fixed(texts...)
	v.settles(d, r, "receipt.replaced.keep")
}

// settles shows the line that a player sends to keep what he has. Silence says the same.
func (v *voice) settles(d *doc, r Receipt, key string, args ...table.FactArg) {
	d.para(v.say(key, append(args, arg("line", r.Settles != nil), arg("mend", r.Mend))...))
	if r.Settles != nil {
		d.fixed(number(r.Settles.Number) + " " + r.Settles.Text)
	}
}

// beside asks whether lines that were added to others of the same units are meant in their place.
func (v *voice) beside(d *doc, r Receipt) {
	if len(r.Beside) == 0 {
		return
	}
	var list []string
	for _, l := range r.Beside {
		list = append(list, number(l.Number))
	}
	d.heading(v.say("receipt.beside"))
	d.para(v.say("receipt.beside.replace", arg("n", len(list)), arg("list", list)))
	d.fixed(v.say("receipt.beside.withdraw", arg("list", strings.Join(list, " "))))
	v.settles(d, r, "receipt.beside.keep", arg("n", len(list)))
}

// lines writes numbered lines under a heading.
func (v *voice) lines(d *doc, key string, lines []Line) {
	if len(lines) == 0 {
		return
	}
	d.heading(v.say(key))
	d.items(numbered(lines))
}

// numbered returns the rows of numbered lines.
func numbered(lines []Line) (rows []happened) {
	for _, l := range lines {
		rows = append(rows, happened{mark: number(l.Number), left: l.Text, right: l.Note})
	}
	return rows
}

// passedOver says what of a mail was not read as orders, and why.
func (v *voice) passedOver(d *doc, notes []Note) {
	if len(notes) == 0 {
		return
	}
	var s []string
	for _, n := range notes {
		s = append(s, v.note(n))
	}
	d.para(v.say("receipt.ignored", arg("list", strings.Join(s, ", "))))
}

// Remarked is a letter that answers a mail of which something was passed over.
type Remarked struct {
	Letter
	Ignored  []Note // why
	Doubtful []Doubtful
}

func (r Remarked) compose(v *voice) *doc {
	d := r.Letter.compose(v)
	v.doubtful(d, r.Doubtful, true)
	v.passedOver(d, r.Ignored)
	return d
}

// Doubtful is a line of a mail that may be its sender's own or quoted.
type Doubtful struct {
	Text string
	Why  Note // there is no telling
}

// doubtful shows lines that may be orders or quoted, each with the reason, and as long as it helps what to do about them.
func (v *voice) doubtful(d *doc, lines []Doubtful, open bool) {
	if len(lines) == 0 {
		return
	}
	d.heading(v.say("receipt.doubtful"))
	d.para(v.say("receipt.doubtful.text", arg("n", len(lines))))
	var rows []happened
	for _, l := range lines {
		rows = append(rows, happened{mark: "?", left: l.Text, right: v.note(l.Why)})
	}
	d.items(rows)
	if open {
		d.para(v.say("receipt.doubtful.next", arg("n", len(lines))))
	}
}

// waits says that play waits until some lines are corrected, at most to the deadline if there is one.
func (v *voice) waits(d *doc, lines []int64, due bool) {
	d.para(v.say("receipt.waits", arg("n", len(lines)), arg("list", numbers(lines)), arg("first", int(lines[0])), arg("due", due)))
}

// numbers names lines by their numbers.
func numbers(list []int64) []string {
	var names []string
	for _, n := range list {
		names = append(names, strconv.FormatInt(n, 10))
	}
	return names
}

func number(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// faults shows each line that was not understood as it was typed, with a caret below the place.
func (v *voice) faults(d *doc, faults []events.Fault) {
	if len(faults) == 0 {
		return
	}
	d.heading(v.say("receipt.faults"))
	for _, f := range faults {
		typed := quiet(f.Typed)
		lines := []string{columns.Right(number(int(f.Number)), 3) + "  " + typed}
		if f.Column > 0 {
			lines[0], lines = window(lines[0], 5+int(f.Column)-1, lines)
		}
		d.fixed(lines...)
		if !orders.Lines(f) {
			d.para(v.fault(f))
			continue
		}
		var readings []string
		for i, line := range f.Suggestions {
			letter := ""
			if len(f.Suggestions) > 1 {
				letter = optionLetter(i) + ") "
			}
			readings = append(readings, "     "+letter+line)
		}
		f.Suggestions = nil
		d.para(v.fault(f))
		d.fixed(readings...)
	}
}

// offers says how a line that the receipt offers is taken by a word: the only one for its number, or one of several.
func (v *voice) offers(d *doc, r Receipt) {
	var numbers []int
	lines := map[int]int{}
	note := func(n, more int) {
		if !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
		lines[n] += more
	}
	waiting := slices.Concat(r.Faults, r.Open)
	for _, f := range waiting {
		parts := 0
		for _, g := range waiting {
			if g.Number == f.Number {
				parts++
			}
		}
		_, corrected := orders.Correction(f)
		switch {
		case parts > 1 || !slices.Contains(r.Unmended, f.Number): // of two parts of a line either may be meant
		case corrected:
			note(int(f.Number), 1)
		case orders.Lines(f):
			note(int(f.Number), len(f.Suggestions))
		}
	}
	for _, l := range r.Refused {
		if l.Offered {
			note(l.Number, 1)
		}
	}
	first := func(fits func(int) bool) int {
		if i := slices.IndexFunc(numbers, func(n int) bool { return fits(lines[n]) }); i >= 0 {
			return numbers[i]
		}
		return 0
	}
	sole, several := first(func(n int) bool { return n == 1 }), first(func(n int) bool { return n > 1 })
	if sole+several > 0 {
		d.para(v.say("receipt.offers", arg("sole", sole), arg("several", several), arg("both", sole > 0 && several > 0)))
	}
}

// fault says why a line was not understood, what else could stand there, and how the whole line would read, each once.
func (v *voice) fault(f events.Fault) string {
	var args []table.FactArg
	for _, a := range f.Args {
		args = append(args, arg(a.Name, a.Value))
	}
	s := v.book.Say(f.Code, args...)
	line, corrected := orders.Correction(f)
	if len(f.Suggestions) > 0 && !(corrected && slices.Equal(f.Suggestions, []string{line})) {
		s += " " + v.say("suggest", arg("list", f.Suggestions))
	}
	if corrected {
		s += " " + v.book.Say("orders.correction", arg("correction", line))
	}
	return s
}

// window cuts a long typed line around the column and adds the caret line.
func window(s string, column int, lines []string) (string, []string) {
	rs := []rune(s)
	if len(rs) > pageWidth {
		from := max(0, min(column-pageWidth/2, len(rs)-pageWidth+2))
		if from > 0 {
			rs = append([]rune("…"), rs[from+1:]...)
			column -= from
		}
		if len(rs) > pageWidth {
			rs = append(rs[:pageWidth-1:pageWidth-1], '…')
		}
	}
	before := columns.Width(string(rs[:max(0, min(column, len(rs)))]))
	return string(rs), append(lines, strings.Repeat(" ", before)+"^")
}

// refused shows lines that may not be done, with the rule and what would be legal.
func (v *voice) refused(d *doc, lines []Refused) {
	if len(lines) == 0 {
		return
	}
	d.heading(v.say("receipt.refused"))
	var rows []happened
	for _, l := range lines {
		rows = append(rows, happened{mark: number(l.Number), left: l.Text, right: v.refusal(l.Refusal), rule: l.Refusal.Rule})
	}
	d.items(rows)
}

func (v *voice) refusal(r table.Refusal) string {
	s := v.note(Note{Key: r.Code, Args: r.Args})
	if len(r.Legal) > 0 {
		s += " " + v.say("legal", arg("list", r.Legal))
	}
	return s
}
