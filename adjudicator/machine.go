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
	return MachineKey(m.Game, s, m.Epoch, int64(m.Open.Number))
}

// MachineKey returns the key of the mail by which a machine answers a window, after so many rewinds of the game.
func MachineKey(game string, s table.Seat, epoch, window int64) events.Hash {
	return sha256.Sum256(fmt.Appendf(nil, "fieldpost machine\x00%s\x00%s\x00%d\x00%d", game, s, epoch, window))
}

// Plan returns what the machine answers: answers to questions, or order lines. It uses only what its seat knows, and pick, which returns a
// number below its argument: the same picks give the same lines. A machine that tries plans (opponent.Strong) tries more as long as more
// says so after a round of them; the same number of rounds gives the same plan. Of other machines there are only the lines.
func (t Thought) Plan(pick func(int) int, more func(rounds int) bool) (opponent.Plan, error) {
	if t.stage == nil {
		return opponent.Plan{Lines: t.said}, nil
	}
	if t.Bot != opponent.Strong {
		lines, err := t.stage.Bot(t.Bot, pick)
		return opponent.Plan{Lines: lines}, err
	}
	return t.stage.Plan(opponent.Effort{Seed: uint64(pick(math.MaxInt)), Trials: opponent.Round}, more)
}

// Counsel is a question of a player for a machine's advice that no letter answers yet, about a window that is still open. It shares nothing with
// its match that changes.
type Counsel struct {
	Seq    int64 // of its AdviceAsked
	Seat   table.Seat
	Window int

	stage *Stage
}

// Counsels returns the questions for advice that a machine has to think about now.
func (m *Match) Counsels() (list []Counsel) {
	if m.Open == nil || m.Sealed != nil || m.Halt != nil || m.Over() || len(m.Open.Questions) > 0 {
		return nil
	}
	for _, o := range m.Owed {
		if o.Letter != "advice" || !m.Awaits(o.Seat) {
			continue
		}
		i := slices.IndexFunc(m.Fair.Advised, func(a Advised) bool { return a.Seq == o.Seq })
		if i < 0 || m.Fair.Advised[i].Window != int64(m.Open.Number) || m.Fair.Advised[i].Epoch != m.Epoch {
			continue
		}
		list = append(list, Counsel{Seq: o.Seq, Seat: o.Seat, Window: m.Open.Number, stage: m.Stage(o.Seat)})
	}
	return list
}

// Plan thinks about what the seat had best order, with nothing but what it knows. The same seed and number of rounds give the same plan.
func (c Counsel) Plan(seed uint64, more func(rounds int) bool) (opponent.Plan, error) {
	return c.stage.Plan(opponent.Effort{Seed: seed, Trials: opponent.Round}, more)
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
