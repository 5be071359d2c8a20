package letter

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/fingerprint"
)

// Status says where the game stands: turn, deadline, who is in, what the player has ordered.
type Status struct {
	Head
	Due      Due
	Window   Window
	Seats    []Seat
	Program  []Line
	Standing []table.StandingLine
	Unmended []int64        // numbers of lines that play waits for until the deadline
	Open     []events.Fault // the same lines as they were typed
	Rosters  []board.Table
	Score    []Note // how the game would end if it ended now
	Map      Map
	InWords  bool   // the map in words was asked for: it stands in the letter
	Trouble  string // words' key; "" when all is well
}

func (s Status) compose(v *voice) *doc {
	d := s.begin(v)
	d.subject = s.subject(v.say("status.subject", arg("turn", s.Turn), arg("phase", v.step(s.Turn, s.Phase))))
	if s.Trouble != "" {
		d.banner(v.word(s.Trouble), true)
	} else {
		d.banner(v.say("report.banner", arg("phase", s.Phase), arg("due", v.due(s.Due))), false)
	}
	v.window(d, s.Window, s.Due)
	v.seats(d, s.Seats)
	if len(s.Program) == 0 {
		d.para(v.say("status.nothing"))
	}
	if len(s.Unmended) > 0 {
		v.waits(d, s.Unmended, s.Due.At > 0 && s.Window.Until == 0)
	}
	v.faults(d, s.Open)
	v.inForce(d, s.Standing, s.Program, len(s.Standing))
	d.picture(v, s.Map, s.Game, s.Turn)
	for _, n := range s.Score {
		d.para(v.note(n))
	}
	v.rosters(d, s.Rosters)
	if s.InWords {
		s.Map.PNG = nil
	}
	v.inWords(d, s.Map, s.Game, s.Turn)
	return d
}

// Help explains the commands and, where a game is known, its verbs.
type Help struct {
	Head
	Verbs []VerbHelp
	Topic string   // a rule or a verb that was asked for; "" for all
	Text  string   // the answer to Topic, as the player reads it
	Opens bool     // NEW GAME opens a game against machines
	Held  int      // minutes for which orders that would surely cost their own side units, or are not allowed, wait for a second word; 0 if they do not
	Games []string // in which the reader plays, if his mail named none of them
	Short bool     // what fits the screen of a telephone, and nothing else
	Form  string
}

// VerbHelp is one thing that can be ordered.
type VerbHelp struct{ Name, Help, Example, Rule string }

// allCommands are what a mail may begin with.
var allCommands = []string{"ORDERS", "CHECK", "BRIEFING", "CARD", "OPTIONS", "TARGETS", "REACH", "LOS", "ODDS", "ADVICE", "WITHDRAW", "STANDING", "STATUS", "MAP", "HISTORY", "DICE", "RULE", "HELP", "FORM", "PRESS", "ABSENT", "LETTERS", "WATCH", "JOIN", "SURRENDER",
	"CONFIRM", "CODE", "ANCHOR", "AGREE", "WITNESS", "BEACON"}

func (h Help) compose(v *voice) *doc {
	d := h.begin(v)
	if h.Short {
		return h.phone(v, d)
	}
	topic := h.Topic
	if topic == "" {
		topic = v.say("help.all")
	}
	d.subject = h.subject(v.say("help.subject", arg("topic", topic)))
	if h.Text != "" {
		d.heading(quiet(h.Topic))
		if strings.Contains(h.Text, "\n  ") { // usages, set in lines
			d.fixed(strings.Split(strings.TrimRight(h.Text, "\n"), "\n")...)
		} else {
			for _, p := range strings.Split(h.Text, "\n\n") {
				d.para(p)
			}
		}
	} else {
		if len(h.Games) > 0 {
			d.para(v.say("help.games", arg("games", h.Games), arg("first", h.Games[0])))
		}
		if h.Opens {
			d.para(v.say("help.opens"))
		}
		d.para(v.say("help.text"))
		if h.Held > 0 {
			d.para(v.say("help.held", arg("minutes", h.Held)))
		}
	}
	if len(h.Verbs) > 0 {
		d.heading(v.say("help.verbs"))
		var rows []happened
		for _, x := range h.Verbs {
			left := x.Name + v.say("map.text.colon") + x.Help
			rows = append(rows, happened{mark: "·", left: left, right: x.Example, rule: x.Rule})
		}
		d.items(rows)
	}
	if h.Topic == "" {
		d.heading(v.say("help.commands"))
		v.commands(d, allCommands)
	}
	v.form(d, h.Form)
	return d
}

// phoneCommands are those that the short help lists.
var phoneCommands = []string{"CHECK", "BRIEFING", "CARD", "OPTIONS", "WITHDRAW", "STANDING", "STATUS", "MAP", "FORM", "RULE", "DICE", "HISTORY", "PRESS", "ABSENT", "LETTERS", "SURRENDER"}

// phone writes help that fits the screen of a telephone: about twenty lines of at most forty characters.
func (h Help) phone(v *voice, d *doc) *doc {
	d.subject = h.subject(v.say("help.subject", arg("topic", v.say("help.all"))))
	d.fixed(columns.Lines(v.say("help.short"), phoneColumns, "", "")...)
	var lines []string
	for _, n := range phoneCommands {
		lower := strings.ToLower(n)
		lines = append(lines, v.say("command.name."+lower)+" "+v.say("command.short."+lower))
	}
	d.fixed(lines...)
	d.fixed(columns.Lines(v.say("help.more"), phoneColumns, "", "")...)
	return d
}

// phoneColumns is what a telephone held upright shows of a line.
const phoneColumns = 40

func (v *voice) commands(d *doc, names []string) {
	k := block{kind: grid}
	for _, n := range names {
		k.cells = append(k.cells, []string{v.say("command.name." + strings.ToLower(n)), v.say("command." + strings.ToLower(n))})
	}
	d.put(k)
}

// History is the list of all reports of a seat, with their texts attached, or one of them.
type History struct {
	Head
	Reports []PastReport
	All     []byte // the texts of all, attached; nil when one was asked for
	One     string // the text of the one that was asked for
}

// PastReport is one line of a History.
type PastReport struct {
	Number int
	Sent   int64 // Unix ms
	Title  string
}

func (h History) compose(v *voice) *doc {
	d := h.begin(v)
	d.subject = h.subject(v.book.Say("letter.history"))
	if h.One != "" {
		d.fixed(strings.Split(strings.TrimRight(h.One, "\n"), "\n")...)
		return d
	}
	d.para(v.book.Say("letter.history.text", arg("n", len(h.Reports))))
	var rows []happened
	for _, r := range h.Reports {
		rows = append(rows, happened{mark: number(r.Number), left: r.Title, right: at(r.Sent, v.zone).Format("2006-01-02 15:04")})
	}
	d.items(rows)
	if h.All != nil {
		d.attached = append(d.attached, Part{Name: h.Game + "-history.txt", Type: "text/plain", Data: h.All})
	}
	return d
}

// Standing lists the standing orders in force.
type Standing struct {
	Head
	Lines []table.StandingLine
}

func (s Standing) compose(v *voice) *doc {
	d := s.begin(v)
	d.subject = s.subject(v.say("standing.subject", arg("n", len(s.Lines))))
	if len(s.Lines) == 0 {
		d.para(v.say("standing.none"))
	}
	v.inForce(d, s.Lines, nil, len(s.Lines))
	d.heading(v.say("next"))
	d.para(v.say("standing.how"))
	numbers := map[int64]bool{}
	lasting, two := false, false
	for _, s := range s.Lines {
		n := s.Line.Number
		lasting, two = lasting || n == 0, two || n != 0 && numbers[n]
		numbers[n] = true
	}
	if two {
		d.para(v.say("standing.two"))
	}
	if lasting {
		d.para(v.say("standing.lasting"))
	}
	return d
}

// Dice is the page of all rolls that a seat may see; the ledger writes its lines.
type Dice struct {
	Head
	Lines       []string // of the ledger, fixed width
	CSV         []byte
	Count       int
	Fingerprint events.Hash
	Proof       []byte
}

func (p Dice) compose(v *voice) *doc {
	d := p.begin(v)
	d.subject = p.subject(v.say("dice.subject", arg("n", p.Count)))
	d.para(v.say("dice.text", arg("n", p.Count), arg("fingerprint", fingerprint.Of(p.Fingerprint))))
	if len(p.Lines) > 0 {
		d.fixed(p.Lines...)
	}
	d.heading(v.say("next"))
	d.para(v.say("dice.how"))
	if p.CSV != nil {
		d.attached = append(d.attached, Part{Name: p.Game + "-dice.csv", Type: "text/csv", Data: p.CSV})
	}
	d.attach(p.Game+"-proof.json", p.Proof)
	return d
}

// Victory is the last letter of a game.
type Victory struct {
	Head
	Ending      Ending
	Scores      []board.Table
	Facts       []table.Fact // how it came
	Revealed    []board.Table
	Dice        int
	Fingerprint events.Hash
	Map         Map
	Proof       []byte
}

func (w Victory) compose(v *voice) *doc {
	d := w.begin(v)
	says := v.ending(w.Ending)
	d.subject = w.subject(says)
	d.banner(says, false)
	d.para(v.word(w.Ending.Why) + ruled(w.Ending.Rule))
	v.rosters(d, w.Scores)
	d.picture(v, w.Map, w.Game, w.Turn)
	if len(w.Facts) > 0 {
		v.happened(d, w.Facts)
	}
	v.rosters(d, w.Revealed)
	d.heading(v.say("report.fair"))
	d.para(v.say("victory.dice", arg("n", w.Dice), arg("fingerprint", fingerprint.Of(w.Fingerprint))))
	d.para(v.say("victory.thanks"))
	d.attach(w.Game+"-proof.json", w.Proof)
	return d
}

// Press is a message of another player, or of the game master.
type Press struct {
	Head
	From   string
	To     string // as the reader reads it; "" to leave it out
	Hidden bool   // the writer's name is kept from the readers
	Text   string
}

func (p Press) compose(v *voice) *doc {
	d := p.begin(v)
	d.subject = p.subject(v.say("press.subject", arg("from", quiet(p.From))))
	if p.To == "" {
		d.small(v.say("press.from", arg("from", quiet(p.From))))
	} else {
		d.small(v.say("press.from-to", arg("from", quiet(p.From)), arg("to", quiet(p.To))))
	}
	for _, s := range strings.Split(p.Text, "\n\n") {
		if s = strings.Trim(s, "\n"); s != "" {
			d.put(block{kind: written, lines: strings.Split(s, "\n")})
		}
	}
	d.small(v.say("press.how"))
	return d
}
