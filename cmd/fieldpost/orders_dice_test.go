package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/mail"
)

// orderings is how many turns TestOrdersMoveNoDie plays.
var orderings = flag.Int("orderings", 12, "how many ways of ordering the same turn are played")

// TestOrdersMoveNoDie (C4): the same turn of the same game is ordered in many ways: other lines, another order of the mails, other Message-IDs,
// dates, words around them, padding. Wherever two of these turns have the same roll, they have the same dice with the same proof; and no proof
// fits another game, epoch, window, roll, beacon round, code or key.
func TestOrdersMoveNoDie(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	seen := &rollsSeen{of: map[string]string{}}
	n := int64(officetest.Shorter(*orderings, 4))
	began := time.Now()
	officetest.Many(t, n, func(seed uint64) error { return h.orderedBy(rand.New(rand.NewPCG(seed, 77)), seen) })
	if int64(seen.same) < n {
		t.Errorf("only %d rolls to compare", seen.same)
	}
	t.Logf("%d orderings, %d rolls, %d of them seen before, in %v", n, seen.all, seen.same, time.Since(began).Round(time.Second))
}

// rollsSeen keeps what each roll came to.
type rollsSeen struct {
	mutex     sync.Mutex
	of        map[string]string
	all, same int
}

// orderedBy plays a turn on a copy of the hall's log, ordered by chance, and compares its rolls.
func (h *hall) orderedBy(chance *rand.Rand, seen *rollsSeen) error {
	ctx := context.Background()
	clock := h.Now
	st, err := h.Fork(&clock)
	if err != nil {
		return err
	}
	seats := []table.Seat{"republic", "italian_ctv"}
	chance.Shuffle(2, func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	for i, s := range seats {
		var lines []string
		if err := st.With(ctx, "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
			lines, err = m.BotMail(s, []string{"sensible", "random"}[chance.IntN(2)], chance.IntN)
			return m, err
		}); err != nil {
			return err
		}
		clock = clock.Add(time.Duration(1+chance.IntN(50)) * time.Second)
		for range chance.IntN(3) {
			at := 1 + chance.IntN(len(lines)-1)
			lines = append(lines[:at], append([]string{fmt.Sprintf("# %x", chance.Uint64())}, lines[at:]...)...)
		}
		raw := fmt.Appendf(nil, "From: %s@example.org\r\nTo: orders@fieldpost.local\r\nSubject: [hill] %x\r\nMessage-ID: <%d.%d@example.org>\r\nDate: %s\r\n\r\n%s\r\n%s\r\n",
			officetest.Player(s), chance.Uint32(), i, chance.Uint64(), clock.Format(time.RFC1123Z), strings.Join(lines, "\r\n"), strings.Repeat("padding ", chance.IntN(9)))
		if err := st.Receive(ctx, raw, mail.Envelope{Via: "smtp", Received: clock}); err != nil {
			return err
		}
	}
	return st.With(ctx, "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
		clock = clock.Add(20 * time.Minute)
		m, err := st.Tend(ctx, m)
		if err != nil {
			return m, err
		}
		return m, seen.compare(m, chance)
	})
}

// compare holds the rolls of a turn against those of the turns before.
func (x *rollsSeen) compare(m *adjudicator.Match, chance *rand.Rand) error {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	rolls := 0
	for _, p := range m.Everything() {
		for _, r := range p.Rolls {
			rolls++
			x.all++
			key, came := fmt.Sprint(p.Window, " ", r.Key, " ", len(r.Values), "d", r.Sides), fmt.Sprint(r.Values, r.Proof)
			if before, ok := x.of[key]; ok {
				if x.same++; before != came {
					return fmt.Errorf("%s: %s and %s", key, came, before)
				}
			}
			x.of[key] = came
		}
	}
	if rolls == 0 {
		return fmt.Errorf("no roll")
	}
	return x.elsewhere(m, chance)
}

// elsewhere tries the proof of one roll where it does not belong.
func (x *rollsSeen) elsewhere(m *adjudicator.Match, chance *rand.Rand) error {
	passes := m.Everything()
	p := passes[chance.IntN(len(passes))]
	if len(p.Rolls) == 0 {
		return nil
	}
	r := p.Rolls[chance.IntN(len(p.Rolls))]
	own := dice.Input{GameID: dice.GameID("hill"), Salt: m.Salt, Window: uint32(p.Window)}
	public := dice.PublicKey(m.Announced.Dice.PublicKey)
	var values []int
	for _, n := range r.Values {
		values = append(values, int(n))
	}
	verify := func(public dice.PublicKey, in dice.Input, key string) error {
		return dice.Verify(public, in, key, int(r.Sides), values, r.Draw, r.Proof)
	}
	if err := verify(public, own, r.Key); err != nil {
		return err
	}
	wrong := map[string]func(in *dice.Input){
		"another game":      func(in *dice.Input) { in.GameID[chance.IntN(16)]++ },
		"another salt":      func(in *dice.Input) { in.Salt[chance.IntN(32)]++ },
		"another epoch":     func(in *dice.Input) { in.Epoch += uint16(1 + chance.IntN(9)) },
		"another window":    func(in *dice.Input) { in.Window += uint32(1 + chance.IntN(9)) },
		"codes":             func(in *dice.Input) { in.EntRoot[chance.IntN(32)]++ },
		"a round":           func(in *dice.Input) { in.Round += uint64(1 + chance.IntN(9)) },
		"a round's numbers": func(in *dice.Input) { in.Rand[chance.IntN(32)]++ },
	}
	for name, change := range wrong {
		in := own
		if change(&in); verify(public, in, r.Key) == nil {
			return fmt.Errorf("the proof of %s stands for %s too", r.Key, name)
		}
	}
	other := dice.Key{byte(1 + chance.IntN(255))}.Public()
	if verify(public, own, r.Key+"x") == nil || verify(other, own, r.Key) == nil {
		return fmt.Errorf("the proof of %s stands for another roll or key too", r.Key)
	}
	return nil
}
