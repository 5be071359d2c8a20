package office_test

import (
	"context"
	"fieldpost/mail/office/officetest"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
)

// histories is how many turns of overtaking mails TestOvertaking plays.
var histories = flag.Int("histories", 60, "how many histories of delayed and overtaking mails are played")

// posted is one mail of a history: written at one time, and taken in at another, perhaps twice.
type posted struct {
	key      int // the same for the copies of a mail
	seat     table.Seat
	text     string // its order line; "" for an empty order set, "withdraw" for a withdrawal
	sent, in time.Duration
}

// deadlineOfHistory is when the window of a history closes.
const deadlineOfHistory = time.Hour

// history makes the mails of a history, in the order of their coming.
func history(chance *rand.Rand) []posted {
	words := []string{"hold", "watch", "up", "rally"}
	delays := []int{1, 5, 60, 600, 1800, 4000}
	var mails []posted
	for key := range 2 + chance.IntN(6) {
		p := posted{key: key, seat: "republic", text: fmt.Sprintf("G%d: %s", 1+key%3, words[chance.IntN(len(words))]), sent: time.Duration(chance.IntN(3900)) * time.Second}
		if chance.IntN(4) == 0 {
			p.seat = "italian_ctv"
		}
		switch chance.IntN(12) {
		case 0:
			p.text = ""
		case 1:
			p.text = "withdraw"
		}
		p.in = p.sent + time.Duration(delays[chance.IntN(len(delays))])*time.Second
		mails = append(mails, p)
		if chance.IntN(4) == 0 {
			p.in += time.Duration(1+chance.IntN(2000)) * time.Second
			mails = append(mails, p)
		}
	}
	slices.SortStableFunc(mails, func(a, b posted) int { return int(a.in - b.in) })
	return mails
}

// model tells what lies on the desks when the window closes: each mail counts once, in the order of its coming; orders that were written
// before orders taken already count for nothing; a withdrawal takes back what is there; what comes after the deadline is late.
func model(mails []posted) (desks map[table.Seat]string, late, overtaken int) {
	desks = map[table.Seat]string{}
	newest := map[table.Seat]time.Duration{}
	sent := map[table.Seat]bool{}
	taken := map[int]bool{}
	for _, p := range mails {
		if taken[p.key] {
			continue
		}
		taken[p.key] = true
		last, orders := newest[p.seat], p.text != "withdraw"
		switch {
		case orders && sent[p.seat] && p.sent < last:
			overtaken++
		case orders && p.in >= deadlineOfHistory:
			late++
		case p.in >= deadlineOfHistory: // there is nothing left that it could take back
		case orders:
			desks[p.seat], newest[p.seat], sent[p.seat] = p.text, p.sent, true
		default:
			desks[p.seat] = ""
		}
	}
	return desks, late, overtaken
}

// bytes is the mail as it comes in.
func (p posted) bytes(start time.Time) []byte {
	text := "WITHDRAW"
	if p.text != "withdraw" {
		text = strings.TrimSuffix("ORDERS hill turn 1\r\n"+p.text, "\r\n") + "\r\nEND"
	}
	return fmt.Appendf(nil, "From: %[1]s@example.org\r\nTo: orders@fieldpost.local\r\nSubject: orders\r\nMessage-ID: <%[2]d.%[1]s@example.org>\r\nDate: %[3]s\r\n\r\n%[4]s\r\n",
		officetest.Player(p.seat), p.key, start.Add(p.sent).Format(time.RFC1123Z), text)
}

// TestOvertaking (B2): mails of two players are written one after the other and come in any order, some twice, some after the deadline. What
// counts at the seal is what a reference model says; what is late is told so, and changes nothing any more.
func TestOvertaking(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.Period = int64(deadlineOfHistory / time.Minute)
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	n := int64(officetest.Shorter(*histories, 6))
	var mails, doubled, late atomic.Int64
	began := time.Now()
	officetest.Many(t, n, func(seed uint64) error {
		story := history(rand.New(rand.NewPCG(seed, 1936)))
		said, err := h.tell(story)
		for _, p := range story {
			mails.Add(1)
			if slices.ContainsFunc(story, func(q posted) bool { return q.key == p.key && q.in != p.in }) {
				doubled.Add(1)
			}
		}
		late.Add(int64(said))
		if err != nil {
			return fmt.Errorf("%w\n%v", err, story)
		}
		return nil
	})
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d histories of %d mails (%d copies, %d late) in %v; %d MiB of heap", n, mails.Load(), doubled.Load()/2, late.Load(), time.Since(began).Round(time.Second), m.HeapSys>>20)
}

// tell hands the mails of a history in and compares with the model. It gives how many were told that they are late.
func (h *hall) tell(story []posted) (late int, err error) {
	ctx := context.Background()
	clock := h.Now
	st, err := h.Fork(&clock)
	if err != nil {
		return 0, err
	}
	desks, wantLate, wantOvertaken := model(story)
	closed := false
	tend := func() error {
		clock = h.Now.Add(deadlineOfHistory)
		closed = true
		return st.With(ctx, "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
			for _, s := range []table.Seat{"republic", "italian_ctv"} {
				got := ""
				for _, l := range m.Desk(s).Draft() {
					got += l.Text
				}
				if got != desks[s] {
					return m, fmt.Errorf("on the desk of %s %q, by the model %q", s, got, desks[s])
				}
			}
			m, err := st.Tend(ctx, m)
			if err == nil && (m.Now == nil || m.Now.Turn() != 2) {
				err = fmt.Errorf("the turn was not played: %v", m.Halt)
			}
			return m, err
		})
	}
	for _, p := range story {
		if p.in >= deadlineOfHistory && !closed {
			if err := tend(); err != nil {
				return 0, err
			}
		}
		clock = h.Now.Add(p.in)
		if err := st.Receive(ctx, p.bytes(h.Now), mail.Envelope{Via: "smtp", Received: clock}); err != nil {
			return 0, err
		}
	}
	if !closed {
		if err := tend(); err != nil {
			return 0, err
		}
	}
	refused := map[string]int{}
	for r, err := range st.Service.Store.Read(ctx, "hill", 1) {
		if err != nil {
			return late, err
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			return late, err
		}
		if b, ok := e.Body.(events.OrdersRefused); ok {
			refused[b.Code]++
		}
	}
	late = refused["late"] + refused["wrong-turn"] // the first while the turn is the last one played, the second when that is over too
	if late != wantLate || refused["overtaken"] != wantOvertaken || len(refused) > 3 {
		return late, fmt.Errorf("refused: %v; by the model %d are late and %d were overtaken", refused, wantLate, wantOvertaken)
	}
	return late, st.With(ctx, "hill", func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, s := range []table.Seat{"republic", "italian_ctv"} {
			if len(m.Desk(s).Draft()) > 0 && m.Now.Turn() == 2 {
				return m, fmt.Errorf("what came late lies on the desk of turn 2: %v", m.Desk(s).Draft())
			}
		}
		return m, nil
	})
}
