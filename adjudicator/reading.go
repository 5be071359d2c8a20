package adjudicator

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Writing is what a player's mail says about orders, once it is known which of its lines he wrote. It is the input of a Reading.
type Writing struct {
	Blocks   []Block
	Loose    []string // typed outside any block
	Joins    []int    // those of Loose that may be the rest of the line before them
	Ignored  []string // what was left out, and how many lines of it: "mail.ignored.quoted 12"
	Doubtful []Doubtful
	Answers  []string // message ids of the letters that the mail answers
	To       []string // addresses that it was sent to
}

// Doubtful is a line that a player may have written or quoted. It is not read.
type Doubtful struct {
	Line string
	Why  string // a key of the words: "mail.doubtful.cut"
}

// Block is what stands between ORDERS and END.
type Block struct {
	Game  string // "" where its head names none
	Words string // of its head, besides the game
	Lines []string
	Joins []int // those of Lines that may be the rest of the line before them: a mail program broke it, or that line is an open line of a form
}

// For returns the blocks that are for a game, or name none.
func (w Writing) For(game string) []Block {
	return slices.DeleteFunc(slices.Clone(w.Blocks), func(b Block) bool { return b.Game != "" && b.Game != game })
}

// Reading is what a mail orders in the open window of a game. Desk, receipt and auditor all rely on it.
type Reading struct {
	Orders   events.Orders // lines, faults and answers, and which drafts they replace
	Took     bool          // it orders, answers or corrects something
	Untimely string        // why nothing of it may be taken: "late" or "wrong-turn", for a head that names another turn; "older"; else ""
}

// reader returns a reader of what a seat orders as things stand. The game must be open.
func (m *Match) reader(s table.Seat, language orders.Language) *reader {
	view := m.Now.Knows(s)
	r := &reader{m: m, seat: s, language: language, grammar: orders.NewGrammar(language), lex: view.Lexicon()}
	r.allowed = func(l table.Line) orders.Verdict {
		switch {
		case !r.timely(l.Verb) && !m.comes(language, l.Verb):
			return orders.Past
		case !r.timely(l.Verb), l.Text == "" && l.Phase != "" && l.Phase != r.phaseOf(l.Verb):
			return orders.Untimely
		case l.Text == "":
			return orders.Allowed
		case view.Allowed(l) != nil:
			return orders.Refused
		}
		return orders.Allowed
	}
	return r
}

// Read returns what a seat's mail orders as things stand, in the order language of the game. The game must be open.
func (m *Match) Read(s table.Seat, language orders.Language, w Writing) Reading {
	answered := m.answered(s, w.Answers)
	r := m.reader(s, language)
	r.last = answered
	if r.last.Seq == 0 {
		r.last, _ = m.LastOrderMail(s)
	}
	older := m.Older(s, w.Answers)
	blocks := w.For(m.Game)
	for _, b := range blocks {
		r.alone = len(blocks) == 1
		code, turn := r.block(b)
		if code == "" && turn == 0 && older {
			code = "older"
		}
		if code != "" {
			return Reading{Took: true, Untimely: code}
		}
	}
	rest := w.Loose
	if !r.out.Took {
		loose := r.join(w.Loose, w.Joins)
		if answered.Seq == 0 && m.addresses(s, w) && r.numbered(loose) {
			answered = r.last
		}
		if rest = r.loose(loose, answered); !r.out.Took && m.addresses(s, w) && r.bare(loose) {
			rest = nil
		}
		if r.out.Took && older {
			return Reading{Took: true, Untimely: "older"}
		}
	}
	r.arrange()
	r.out.Orders.Ignored = append(r.out.Orders.Ignored, m.Remarks(s, language, w)...)
	if r.out.Took {
		r.outside(rest)
	}
	return r.out
}

// Older reports whether a mail answers a letter of an earlier window, by the message ids that it names. Without a turn what it orders may be meant for
// that window.
func (m *Match) Older(s table.Seat, ids []string) bool {
	asked := false // in the windows so far
	for _, l := range m.Letters {
		if l.Seq >= m.Last.Seq {
			break
		}
		if l.Issued.Seat != string(s) {
			continue
		}
		if asked = asked || l.Issued.Letter == "report"; asked && slices.Contains(ids, l.Issued.MessageID) {
			return true
		}
	}
	return false
}

// addresses reports whether a mail answers a letter to a seat or was sent to the seat's own address, so that what it says is for us.
func (m *Match) addresses(s table.Seat, w Writing) bool {
	own := "+" + strings.ToLower(m.Game+"."+string(s)) + "."
	return slices.ContainsFunc(w.To, func(a string) bool { return strings.Contains(strings.ToLower(a), own) }) ||
		slices.ContainsFunc(m.Letters, func(l Letter) bool {
			return l.Issued.Seat == string(s) && slices.Contains(w.Answers, l.Issued.MessageID)
		})
}

// answered finds the order mail whose receipt is among letters that a mail of a seat answers; its Seq is 0 if none is. The receipt of a withdrawal
// shows what is left of the last one.
func (m *Match) answered(s table.Seat, ids []string) OrderMail {
	for _, l := range slices.Backward(m.Letters) {
		if l.Issued.Letter != "receipt" || l.Issued.Seat != string(s) || !slices.Contains(ids, l.Issued.MessageID) {
			continue
		}
		mail, ok := m.OrderMail(l.Issued.About)
		if !ok {
			mail, _ = m.LastOrderMail(s)
		}
		return mail
	}
	return OrderMail{}
}

// Withdrawn returns the lines that a mail withdraws by number: those of the receipt that it answers, or of the seat's last one.
func (m *Match) Withdrawn(s table.Seat, numbers string, answers []string) (ids []string) {
	of := m.answered(s, answers)
	if of.Seq == 0 {
		of, _ = m.LastOrderMail(s)
	}
	for _, f := range strings.FieldsFunc(numbers, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := cutNumber(f)
		id := m.Desk(s).meant(of.Seq, int64(n))
		ids = append(ids, id)
		if old := m.uncorrected(s, int64(n)); old != "" && old != id {
			ids = append(ids, old)
		}
	}
	return ids
}

// uncorrected returns the line of a seat's desk that a line with its number was to correct and could not, since it was not understood; "" if there
// is none. Whoever withdraws that number does without both.
func (m *Match) uncorrected(s table.Seat, number int64) string {
	if !slices.Contains(m.Desk(s).unmended, number) {
		return ""
	}
	for o := range m.OrderMails(s) {
		if !slices.ContainsFunc(o.Orders.Faults, func(f events.Fault) bool { return f.Number == number && f.Code != FaultyAnswer }) {
			continue
		}
		id := m.Desk(s).Numbered(o.Seq, number)
		if _, lies := m.Desk(s).LineByID(id); lies && len(o.Orders.Phases) == 0 {
			return id
		}
		return ""
	}
	return ""
}

// reader turns what a mail says into orders of one seat.
type reader struct {
	m        *Match
	seat     table.Seat
	language orders.Language
	grammar  *orders.Grammar // of the language
	lex      orders.Lexicon
	allowed  orders.Judge
	out      Reading
	last     OrderMail // the order mail that this one answers, else the seat's last one
	alone    bool      // the mail has one block only
	claimed  []int64   // numbers of the lines that the mail corrects
	offered  []offer   // what the mail may take
	sitting  *orders.Sitting
	sat      map[string]orders.Parsed // by what was typed
}

// block reads one block. Its header's turn binds all its lines.
func (r *reader) block(b Block) (code string, turn int) {
	words := slices.DeleteFunc(strings.Fields(b.Words), func(w string) bool { return strings.EqualFold(w, string(r.seat)) }) // the seat is known by now
	head, _, _ := r.language.Speech.ParseHeader("ORDERS " + b.Game + " " + strings.Join(words, " "))
	switch {
	case head.Turn == 0 || head.Turn == r.m.Now.Turn():
	case head.Turn == r.m.Last.Turn:
		return "late", head.Turn
	default:
		return "wrong-turn", head.Turn
	}
	r.out.Took = true
	b.Lines = r.join(b.Lines, b.Joins)
	if len(r.m.Open.Questions) > 0 && slices.Contains(r.m.Open.Seats, r.seat) {
		b.Lines = slices.DeleteFunc(slices.Clone(b.Lines), func(l string) bool { return r.answer(l, false) })
	}
	if r.alone && r.mends(b.Lines) {
		return "", head.Turn
	}
	parsed := r.grammar.Parse(r.lex, r.allowed, strings.Join(b.Lines, "\n"), len(r.out.Orders.Lines)+len(r.out.Orders.Faults)+1)
	for i, l := range parsed.Lines {
		r.file(l, parsed.Typed[i])
	}
	r.proposed(parsed.Faults)
	r.out.Orders.Faults = append(r.out.Orders.Faults, parsed.Faults...)
	r.replacePhases(head.Phase, parsed.Lines)
	r.rest(parsed.Needless)
	return "", head.Turn
}

// numbered reports whether every line has the number of one on the desk, or of one that waits to be corrected: all letters show those with their
// numbers, and a line with one, or with a word that takes what is offered for it, takes its place, whichever letter it answers.
func (r *reader) numbered(lines []string) bool {
	desk := r.m.Desk(r.seat)
	return len(lines) > 0 && !slices.ContainsFunc(lines, func(l string) bool {
		if said, _ := r.language.Speech.Takings(l); !slices.ContainsFunc(said, func(t orders.Taking) bool { return t.Number == 0 }) {
			if _, ok := r.takings(l, r.last); ok {
				return false
			}
		}
		n, _ := r.cutLine(l)
		_, lies := desk.LineByID(desk.meant(r.last.Seq, int64(n)))
		return !lies && !slices.Contains(desk.unmended, int64(n))
	})
}

// bare reads order lines that stand without ORDERS and END, if there is nothing else, and reports whether it did. Beside a line that needs no
// interpreting the others may be in everyday words.
func (r *reader) bare(lines []string) bool {
	text := strings.Join(lines, "\n")
	parsed := orders.Parse(r.language, r.lex, text, 1)
	if len(parsed.Lines) > 0 && len(parsed.Faults) > 0 {
		parsed = r.grammar.Parse(r.lex, r.allowed, text, 1)
	}
	if len(parsed.Lines) == 0 || len(parsed.Faults)+len(parsed.Unfilled) > 0 {
		return false
	}
	r.out.Took = true
	for _, l := range parsed.Lines {
		r.file(l, "")
	}
	r.replacePhases("", parsed.Lines)
	r.rest(parsed.Needless)
	return true
}

// join puts lines together that are one line: the rest of a line that is an order only with it, and what is written below an open line of a
// form if it is an order there. The lines themselves decide, since no mail says which of its breaks its author made.
func (r *reader) join(lines []string, joins []int) []string {
	if len(joins) == 0 {
		return lines
	}
	var out []string
	for i := 0; i < len(lines); i++ {
		line, last := lines[i], len(out)-1
		if last < 0 || !slices.Contains(joins, i) {
			out = append(out, line)
			continue
		}
		before := out[last]
		if label := strings.TrimSuffix(before, " ..."); label != "" && strings.Index(label, ":") == len(label)-1 {
			out[last] = label + " " + line
			if !r.parses(out[last]) && (r.parses(line) || strings.Contains(line, ":")) {
				out[last] = line // an open line orders nothing
			}
			continue
		}
		if r.parses(line) {
			out = append(out, line)
			continue
		}
		whole, taken := before, 0
		for k := i; k < len(lines) && k < i+mostRests && (k == i || slices.Contains(joins, k)); k++ {
			if whole = rejoin(whole, lines[k]); r.parses(whole) {
				out[last], taken = whole, k-i+1
				break
			}
		}
		if taken == 0 {
			out = append(out, line)
			continue
		}
		i += taken - 1
	}
	return out
}

// mostRests is into how many lines besides the first one line may be broken.
const mostRests = 4

// rejoin puts a line and its rest together. A path that was broken behind a dash has no space there.
func rejoin(line, rest string) string {
	if strings.HasSuffix(line, "-") {
		return line + rest
	}
	return line + " " + rest
}

// parses reports whether a line, with or without a number before it, is an order as it stands.
func (r *reader) parses(line string) bool {
	_, line = cutNumber(line)
	parsed := orders.Parse(r.language, r.lex, line, 1)
	return len(parsed.Lines) > 0 && len(parsed.Faults) == 0
}

// file gives a line its phase and keeps it. A line's number is its permanent name: no two lines of a mail have the same. typed is what the
// player wrote if he wrote the line in words of his own.
func (r *reader) file(l table.Line, typed string) {
	if slices.ContainsFunc(r.out.Orders.Lines, func(other table.Line) bool { return other.Number == l.Number }) {
		l.Number = int64(r.free())
	}
	l.Phase = ""
	if !l.Standing {
		l.Phase = r.phaseOf(l.Verb)
	}
	r.out.Orders.Lines = append(r.out.Orders.Lines, l)
	if typed != "" {
		r.out.Orders.Ignored = append(r.out.Orders.Ignored, ReadAs+" "+strconv.FormatInt(l.Number, 10)+" "+typed)
	}
}

// ReadAs begins the remark on a line that was understood although the grammar has it otherwise: "orders.read-as 3 G1 bouge vers D5".
const ReadAs = "orders.read-as"

// OwnWords returns what the player wrote, by the numbers of the lines that he wrote in words of his own.
func OwnWords(o events.Orders) map[int64]string {
	out := map[int64]string{}
	for _, remark := range o.Ignored {
		rest, ok := strings.CutPrefix(remark, ReadAs+" ")
		if !ok {
			continue
		}
		number, typed, _ := strings.Cut(rest, " ")
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			out[n] = typed
		}
	}
	return out
}

func (r *reader) timely(verb string) bool { return Timely(*r.m.Open, r.language, verb) }

// phaseOf is PhaseOf for the seat that wrote.
func (r *reader) phaseOf(verb string) string { return r.m.PhaseOf(r.seat, r.language, verb) }

// Timely reports whether a verb has a place in a phase for which a window takes orders.
func Timely(w table.Window, language orders.Language, verb string) bool {
	return len(w.Phases) == 0 || now(w, phasesOf(language, verb)) != ""
}

// PhaseOf returns the phase for which a seat's line with a verb counts in the open window: the first of the verb's phases that the window takes
// orders for, else the next one in which the seat will order as things stand, else the first that the scenario has. For a verb that belongs to none it is the
// step of the window.
func (m *Match) PhaseOf(s table.Seat, language orders.Language, verb string) string {
	of := phasesOf(language, verb)
	if phase := now(*m.Open, of); phase != "" {
		return phase
	}
	view, after, rhythm := m.Now.Knows(s), false, table.RhythmOf(m.Engine, m.Announced.Rhythm)
	for _, step := range m.Engine.Steps() {
		switch {
		case step == m.Open.Step || slices.Contains(m.Open.Phases, step):
			after = true
		case after && slices.Contains(of, step) && rhythm.Due(view, *m.Open, step):
			return step
		}
	}
	return of[max(0, slices.IndexFunc(of, view.Holds))]
}

// comes reports whether a verb of which nothing may be ordered now has its time in a phase that is still to come: a phase of the set-up does not
// once turns are played.
func (m *Match) comes(language orders.Language, verb string) bool {
	of := phasesOf(language, verb)
	return len(of) == 0 || m.Engine.Opening(m.Open.Step) || slices.ContainsFunc(of, func(step string) bool { return !m.Engine.Opening(step) })
}

// now returns the first of a verb's phases for which a window takes orders, or "" if it takes none for them.
func now(w table.Window, of []string) string {
	if len(of) == 0 {
		return w.Step
	}
	for _, p := range of {
		if slices.Contains(w.Phases, p) {
			return p
		}
	}
	return ""
}

func phasesOf(language orders.Language, verb string) []string {
	i := slices.IndexFunc(language.Verbs, func(v orders.Verb) bool { return v.Name == verb })
	if i < 0 {
		return nil
	}
	return language.Verbs[i].Phases
}

// replacePhases notes which drafts a block replaces: the phase that its header names, else the phases of its lines, and all phases of the
// window if there is no line at all (an empty order set). Standing orders replace those of their verb.
func (r *reader) replacePhases(named string, lines []table.Line) {
	add := func(p string) {
		if !slices.Contains(r.out.Orders.Phases, p) {
			r.out.Orders.Phases = append(r.out.Orders.Phases, p)
		}
	}
	standing := 0
	for _, l := range lines {
		if l.Standing {
			standing++
			add("standing " + l.Verb)
		} else if named == "" {
			add(r.phaseOf(l.Verb))
		}
	}
	if named != "" && slices.Contains(r.m.Engine.Steps(), named) {
		add(named)
	}
	if len(lines) == 0 && len(r.out.Orders.Faults) == 0 {
		for _, p := range r.m.Open.Phases {
			add(p)
		}
	}
}

// cutLine is cutNumber for a line that may take another's place: in "2 guns smoke at 0804" the number says how many, not which line, unless the
// line is an order only without it, and one with that number is there: "8 mortar shells the house".
func (r *reader) cutLine(line string) (int, string) {
	n, text := cutNumber(line)
	if r.grammar.Counts(line) && (r.reads(line) || !r.reads(text) || !r.claims(int64(n))) {
		return 0, line
	}
	return n, text
}

// cutNumber splits "6 G2: move D5", "6. ..." or "6) ..." into the number and the rest; the number is 0 if there is none.
func cutNumber(line string) (int, string) {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	n, err := strconv.Atoi(line[:digits])
	rest := line[digits:]
	if err != nil || rest != "" && !strings.ContainsRune(" .):\t", rune(rest[0])) {
		return 0, line
	}
	return n, strings.TrimLeft(rest, " .):\t")
}
