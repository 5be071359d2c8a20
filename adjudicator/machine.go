package adjudicator

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"

	"fieldpost/adjudicator/opponent"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Thought is what a machine has to answer: a window that waits for its seat. It shares nothing with its match that changes, so the machine
// may think while others work on the game.
type Thought struct {
	Seat table.Seat
	Bot  string
	Key  events.Hash // names game, seat and window: a machine answers each window once, wherever a crash interrupts it

	stage *Stage   // nil: questions are open
	said  []string // the answers to them
}

// Thoughts returns what the machines of a match have to answer now.
func (m *Match) Thoughts() (list []Thought) {
	if m.Open == nil || m.Sealed != nil || m.Halt != nil || m.Over() {
		return nil
	}
	for _, p := range m.Players {
		if p.Bot == "" || !m.Awaits(p.Seat) {
			continue
		}
		t := Thought{Seat: p.Seat, Bot: p.Bot, Key: m.thoughtKey(p.Seat)}
		if m.Seen(t.Key) {
			continue
		}
		if len(m.Open.Questions) > 0 {
			t.said = m.defaults(p.Seat)
		} else {
			t.stage = m.Stage(p.Seat)
		}
		list = append(list, t)
	}
	return list
}

func (m *Match) thoughtKey(s table.Seat) events.Hash {
	return sha256.Sum256(fmt.Appendf(nil, "fieldpost machine\x00%s\x00%s\x00%d\x00%d", m.Game, s, m.Epoch, m.Open.Number))
}

// Lines returns what the machine answers: answers to questions, or order lines. It uses only what its seat knows, and pick, which returns a
// number below its argument: the same picks give the same lines. A machine that tries plans (opponent.Strong) tries more as long as more
// says so after a round of them; the same number of rounds gives the same lines.
func (t Thought) Lines(pick func(int) int, more func(rounds int) bool) (lines []string, rounds int, err error) {
	if t.stage == nil {
		return t.said, 0, nil
	}
	if t.Bot != opponent.Strong {
		lines, err = t.stage.Bot(t.Bot, pick)
		return lines, 0, err
	}
	plan, err := t.stage.Plan(opponent.Effort{Seed: uint64(pick(math.MaxInt)), Trials: opponent.Round}, more)
	return plan.Lines, plan.Rounds, err
}

// MachineMail is what a machine has ordered, as the mail of a player would have been read.
type MachineMail struct {
	Text   []string // of that mail
	Orders events.Orders
	Faults []events.Fault // lines that cannot be read, and are left out: nobody could ask the machine what it meant
}

// ReadThought reads what a machine answers. It returns false if the window is past, or was answered before.
func (m *Match) ReadThought(t Thought, lines []string, language orders.Language) (a MachineMail, ok bool) {
	if !slices.ContainsFunc(m.Thoughts(), func(now Thought) bool { return now.Key == t.Key && now.Bot == t.Bot }) {
		return a, false
	}
	r := m.Read(t.Seat, language, Writing{Blocks: []Block{{Game: m.Game, Words: fmt.Sprintf("turn %d", m.Now.Turn()), Lines: lines}}})
	a.Text, a.Orders, a.Faults = m.mailOf(lines), r.Orders, r.Orders.Faults
	a.Orders.Faults = nil
	return a, true
}
