package adjudicator

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// open makes the first seal: no one has ordered anything, and the rules begin.
func (m *Match) open(b events.GameOpened) error {
	if m.Engine == nil || m.Opened {
		return fmt.Errorf("a game opens once, after it was announced")
	}
	game, err := m.Engine.Open(m.Setup)
	if err != nil {
		return err
	}
	m.Opened, m.Salt, m.boundary = true, b.GameSalt, game
	m.Now = game
	m.Sealed = &events.Sealed{Cause: "opened"}
	m.since = []table.Seal{{Window: 0}}
	return nil
}

// seal takes over what a window was closed with. From here on nothing that counts for the window changes.
func (m *Match) seal(e events.Event, b events.Sealed) (did played, err error) {
	if m.Open == nil || int(b.Window) != m.Open.Number || m.Sealed != nil && m.late == nil {
		return did, fmt.Errorf("window %d is sealed, but it is not the one that is open", b.Window)
	}
	seal, err := m.filed.openAll(b)
	if err != nil {
		m.unopened = &unopened{seq: e.Seq, seal: b, due: m.NewSeal(b.Cause)}
		_ = m.stop("E_EVENT", fmt.Sprintf("event %d: %v; `fieldpost game amend reseal` closes the window with what the mails hold", e.Seq, err))
		return did, nil // the log goes on behind it
	}
	return m.close(e, b, seal), nil
}

// close closes the open window with a seal.
func (m *Match) close(e events.Event, b events.Sealed, seal table.Seal) played {
	if m.late != nil { // sealed again, with late orders
		m.since, m.late = m.since[:len(m.since)-1], nil
	}
	m.Sealed, m.sealSeq, m.fresh = &b, e.Seq, nil
	m.since = append(m.since, seal)
	asked := events.Window{Asks: len(m.Open.Questions) > 0}
	for _, seat := range m.Open.Seats {
		asked.Seats = append(asked.Seats, string(seat))
	}
	return played{closed: &b, asked: asked}
}

// world answers the rules from the log, and throws the dice of the one pass that the log does not have yet.
type world struct {
	m      *Match
	window int // whose seal play has reached
	fresh  int // the pass being made; -1 when all is in the log
	source dice.Source
	made   []events.Roll
}

// Sealed returns the seal of a window, in order.
func (w *world) Sealed(open table.Window) (table.Seal, bool) {
	for _, s := range w.m.since {
		if s.Window == open.Number {
			w.window = s.Window
			return s, true
		}
	}
	return table.Seal{}, false
}

// Roll returns the values that the log holds, or throws.
func (w *world) Roll(key string, n, sides int) ([]int, error) {
	if w.window == w.fresh {
		values, proof, err := w.source.Roll(key, n, sides)
		if err != nil {
			return nil, err
		}
		w.note(key, sides, values, false, proof)
		return values, nil
	}
	r, err := w.logged(key)
	if err != nil {
		return nil, err
	}
	if r.Draw || int(r.Sides) != sides || len(r.Values) != n {
		return nil, table.Fault(table.CodeRollDiffers, key, fmt.Sprintf("the log has %d dice of %d sides, the rules ask %d of %d", len(r.Values), r.Sides, n, sides))
	}
	values := make([]int, n)
	for i, v := range r.Values {
		values[i] = int(v)
	}
	return values, nil
}

// Draw returns the piece that the log holds, or draws.
func (w *world) Draw(key string, pile []string) (int, error) {
	if w.window == w.fresh {
		index, proof, err := w.source.Draw(key, len(pile))
		if err != nil {
			return 0, err
		}
		w.note(key, len(pile), []int{index}, true, proof)
		return index, nil
	}
	r, err := w.logged(key)
	if err != nil {
		return 0, err
	}
	if !r.Draw || int(r.Sides) != len(pile) || len(r.Values) != 1 {
		return 0, table.Fault(table.CodeRollDiffers, key, fmt.Sprintf("the log drew from %d pieces, the rules draw from %d", r.Sides, len(pile)))
	}
	return int(r.Values[0]), nil
}

func (w *world) note(key string, sides int, values []int, draw bool, proof []byte) {
	r := events.Roll{Key: key, Sides: int64(sides), Draw: draw, Proof: proof}
	for _, v := range values {
		r.Values = append(r.Values, int64(v))
	}
	w.made = append(w.made, r)
}

func (w *world) logged(key string) (held, error) {
	for _, rec := range w.m.recorded {
		if rec.window != w.window {
			continue
		}
		if i := slices.IndexFunc(rec.rolls, func(r held) bool { return r.Key == key }); i >= 0 {
			return rec.rolls[i], nil
		}
	}
	return held{}, table.Fault(table.CodeRollMissing, key, fmt.Sprintf("the rules ask for a roll that the log of window %d does not hold", w.window))
}

// source makes the dice of the seal that waits.
func (m *Match) source() (dice.Source, error) {
	input, ok := m.Fair.Input()
	if !ok {
		return nil, fmt.Errorf("the seal of window %d still needs its %s", m.Sealed.Window, m.Fair.Needs())
	}
	if m.Fair.Profile() == Practice {
		return dice.NewSeeded(m.Announced.Dice.PublicKey, input), nil
	}
	public := m.Fair.DiceKey(m.Sealed.Window)
	if m.key != nil {
		for _, k := range append([]dice.Key{*m.key}, m.spare...) {
			if k.Public() == public {
				return dice.NewVRF(k, input), nil
			}
		}
	}
	return nil, fmt.Errorf("the dice key of window %d is not here", m.Sealed.Window)
}

// play runs from the last boundary through the seals since. fresh is the window whose dice are to be thrown, or -1 for none.
func (m *Match) play(fresh int, source dice.Source) (table.Result, *world) {
	w := &world{m: m, window: m.boundary.Led(), fresh: fresh}
	if fresh >= 0 {
		w.source = source
	}
	return m.boundary.Play(w, 0, nil), w
}

// NewPass makes the one event that answers the seal now waiting: everything that followed. It does not change the match.
func (m *Match) NewPass() (events.Adjudicated, []events.Secret, error) {
	if m.Sealed == nil || m.key == nil {
		return events.Adjudicated{}, nil, fmt.Errorf("no seal waits for a pass, or the dice key is not here")
	}
	source, err := m.source()
	if err != nil {
		return events.Adjudicated{}, nil, err
	}
	number := int(m.Sealed.Window)
	res, w := m.play(number, source)
	if res.Halt != nil {
		return events.Adjudicated{}, nil, halted(res.Halt)
	}
	m.fresh = &freshPass{window: number, result: res}
	body := events.Adjudicated{Window: int64(number), Layout: int64(m.Engine.Layout())}
	c := &concealer{m: m, window: number}
	var hidden []table.Roll
	for _, r := range res.Rolls {
		if r.Window == number && r.For != nil {
			hidden = append(hidden, r)
		}
	}
	body.Rolls = slices.DeleteFunc(slices.Clone(w.made), func(r events.Roll) bool {
		return slices.ContainsFunc(hidden, func(h table.Roll) bool { return h.Key == r.Key })
	})
	for _, seat := range m.everybody() {
		var own events.Rolls
		for _, r := range w.made {
			if slices.ContainsFunc(hidden, func(h table.Roll) bool { return h.Key == r.Key && mayRead(h.For, seat) }) {
				own.Rolls = append(own.Rolls, r)
			}
		}
		body.Hidden = append(body.Hidden, events.SeatHash{Seat: string(seat), Hash: conceal(c, seat, "rolls", own)})
		if seat != operator {
			knows := res.Views.Knows(seat).Hash()
			body.Known = append(body.Known, events.SeatHash{Seat: string(seat), Hash: conceal(c, seat, "known", events.Digest{Hash: knows})})
		}
	}
	body.Facts = conceal(c, operator, "facts", events.Digest{Hash: table.Digest(factsOf(res.Facts, number))})
	body.State = conceal(c, operator, "state", events.Digest{Hash: res.Views.Hash()})
	body.Next = nextWindow(res.Open)
	if res.Ending != nil {
		body.Ending, body.Winner = res.Ending.Why, string(res.Ending.Winner)
		if res.Ending.Winner == "" {
			body.Winner = "draw"
		}
	}
	return body, c.secrets, c.err
}

// operator is the audience of what no player may see yet, such as a decoy drawn face down.
const operator table.Seat = ""

func (m *Match) everybody() []table.Seat {
	seats := []table.Seat{operator}
	for _, p := range m.Players {
		seats = append(seats, p.Seat)
	}
	return seats
}

// mayRead reports whether a seat may read a roll. A roll for no one belongs to the operator until the end.
func mayRead(audience []table.Seat, s table.Seat) bool {
	if s == operator {
		return audience != nil && len(audience) == 0
	}
	return slices.Contains(audience, s)
}

func nextWindow(w *table.Window) events.Window {
	if w == nil {
		return events.Window{}
	}
	next := events.Window{Number: int64(w.Number), Turn: int64(w.Turn), Step: w.Step, Asks: len(w.Questions) > 0}
	for _, s := range w.Seats {
		next.Seats = append(next.Seats, string(s))
	}
	return next
}

func factsOf(all []table.Fact, window int) []table.Fact {
	var facts []table.Fact
	for _, f := range all {
		if f.Window == window {
			facts = append(facts, f)
		}
	}
	return facts
}

func halted(h *table.Halt) *Stopped {
	return &Stopped{Code: h.Code, Detail: fmt.Sprintf("%s (%s) %s", h.Detail, h.Key, h.Stack)}
}

// concealer makes the commitments of one pass with salts that follow from the game's key, so a pass repeated after a crash has the same
// bytes.
type concealer struct {
	m       *Match
	window  int
	secrets []events.Secret
	err     error
}

func conceal[T events.Part](c *concealer, seat table.Seat, label string, part T) events.Hash {
	salt := events.Hash(dice.Salt(*c.m.key, uint16(c.m.Epoch), uint32(c.window), label+" "+string(seat)))
	hash, secret, err := events.Conceal(string(seat), salt, part)
	if err != nil && c.err == nil {
		c.err = err
	}
	c.secrets = append(c.secrets, secret)
	return hash
}

type freshPass struct {
	window int
	result table.Result
}
