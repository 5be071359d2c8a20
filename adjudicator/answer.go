package adjudicator

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// CheckAnswers checks that a seat's answers to the open questions are permitted ones, by playing the step once more with them and practice
// dice. Its error is a *Stopped whose code is E_ANSWER.
func (m *Match) CheckAnswers(s table.Seat, answers []events.Answer) error {
	if m.Open == nil || len(m.Open.Questions) == 0 || m.Sealed != nil {
		return &Stopped{Code: table.CodeAnswer, Detail: "no question is open"}
	}
	seal := table.Seal{Window: m.Open.Number}
	for _, p := range m.Players {
		part := table.SeatSeal{Seat: p.Seat, Silent: p.Seat != s, Standing: m.Desk(p.Seat).Standing()}
		if p.Seat == s {
			part.Answers = slices.Clone(answers) // the caller's are not changed
			for i := range part.Answers {
				part.Answers[i].ID = fmt.Sprintf("try.a%d", i+1)
			}
		}
		seal.Seats = append(seal.Seats, part)
	}
	trial := *m
	trial.since = append(slices.Clone(m.since), seal)
	w := &world{m: &trial, window: m.boundary.Led(), fresh: m.Open.Number, source: dice.NewPractice(1)}
	if halt := m.boundary.Play(w, 0, nil).Halt; halt != nil {
		return halted(halt)
	}
	return nil
}

// BotMail returns the text of a mail in which a bot answers the open window for a seat that the window waits for. The bot uses only what
// the seat knows. pick returns a number below its argument.
func (m *Match) BotMail(s table.Seat, bot string, pick func(int) int) (lines []string, err error) {
	if len(m.Open.Questions) > 0 {
		return m.defaults(s), nil
	}
	written, err := m.Stage(s).Bot(bot, pick)
	if err != nil {
		return nil, err
	}
	return m.mailOf(written), nil
}

// mailOf puts order lines into the form of a mail for the open window.
func (m *Match) mailOf(lines []string) []string {
	return slices.Concat([]string{fmt.Sprintf("ORDERS %s turn %d", m.Game, m.Now.Turn())}, lines, []string{"END"})
}

// defaults answers the open questions to a seat as the rules would.
func (m *Match) defaults(s table.Seat) (lines []string) {
	for _, q := range m.Open.Questions {
		if q.Seat == s {
			lines = append(lines, fmt.Sprintf("%d: %s", len(lines)+1, q.Default))
		}
	}
	return lines
}

// Stage is an open order window as one seat knows it, on which drafts are tried. It does not change while the match goes on, and any
// goroutine may use it.
type Stage struct {
	from   table.Game
	window *table.Window
	seat   table.Seat
}

// Stage returns what a seat can try drafts on, or nil if no order window is open.
func (m *Match) Stage(s table.Seat) *Stage {
	if m.boundary == nil || m.Open == nil || len(m.Open.Questions) > 0 {
		return nil
	}
	return &Stage{m.boundary, m.Open, s}
}

// Bot returns the order lines of a bot of the rulebook, which uses only what the seat knows. pick returns a number below its argument.
func (p *Stage) Bot(name string, pick func(int) int) ([]string, error) {
	return p.from.Knows(p.seat).Bot(name, p.window.Phases, pick)
}

// Plan thinks about what the seat had best order, with the rulebook's best bot for everybody in its trials.
func (p *Stage) Plan(e opponent.Effort, more func(rounds int) bool) (opponent.Plan, error) {
	return opponent.Plans(p.from, *p.window, p.seat, e, more)
}

// Rehearse tries lines n times, or as often as more asks, with practice dice and on what the seat knows: see table.Game.
func (p *Stage) Rehearse(lines, standing []table.Line, n int, more func(told []table.Fact) bool) table.Rehearsal {
	return p.from.Rehearse(*p.window, p.seat, lines, standing, n, more)
}

// mostLeaves is how many outcomes of the dice are played for the odds of one line before they are sampled instead. It covers all outcomes
// of three dice and takes less than a second.
const mostLeaves = 300

// Odds returns the chances of each outcome of one line. It plays at most leaves outcomes of the dice, and never more than a line is worth.
func (p *Stage) Odds(l table.Line, leaves int) (chances []table.Chance, exact bool) {
	return p.from.Odds(*p.window, p.seat, l, min(leaves, mostLeaves))
}

// Differences plays the last pass again by another revision of the rules, each step from its recorded boundary with the recorded dice, and
// returns what would have come out differently.
func (m *Match) Differences(revision int) ([]table.Difference, error) {
	if m.from == nil {
		return nil, nil
	}
	return table.Differences(m.from, m.through, m.thrown, revision)
}

// Passes returns what followed from every seal of the game, with the rolls that a seat may see. Only passes that were played in this
// process have facts; those that a snapshot covers have none.
func (m *Match) Passes(s table.Seat) []SeenPass {
	var seen []SeenPass
	for _, rec := range m.recorded {
		p := SeenPass{Seq: rec.seq, Window: rec.window, Facts: rec.facts}
		for _, r := range rec.rolls {
			if r.audience == nil || slices.Contains(r.audience, s) {
				p.Rolls, p.By = append(p.Rolls, r.Roll), append(p.By, r.by)
			}
		}
		seen = append(seen, p)
	}
	return seen
}

// Everything returns what followed from every seal of the game with all its rolls, hidden ones included. It is for the end of a game, and
// for an auditor who holds the whole log.
func (m *Match) Everything() []SeenPass {
	var seen []SeenPass
	for _, rec := range m.recorded {
		p := SeenPass{Seq: rec.seq, Window: rec.window, Facts: rec.facts}
		for _, r := range rec.rolls {
			p.Rolls, p.By = append(p.Rolls, r.Roll), append(p.By, r.by)
		}
		seen = append(seen, p)
	}
	return seen
}

// Told returns things as they stood when a seat was last sent a report, or nil if that is not known: before the first, and where the match was
// read from a snapshot that was written in between.
func (m *Match) Told(s table.Seat) table.Views { return m.told[s] }

// tell notes that a seat has a report of things as they stand.
func (m *Match) tell(s table.Seat) {
	if m.told == nil {
		m.told = map[table.Seat]table.Views{}
	}
	m.told[s] = m.Now
}

// SeenPass is one pass as a seat may know it; its facts are not filtered.
type SeenPass struct {
	Seq    int64
	Window int
	Rolls  []events.Roll
	By     []table.Seat // in step with Rolls: whose dice they are; "" where the rules do not say
	Facts  []table.Fact
}
