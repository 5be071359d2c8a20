package table_test

import (
	"fmt"
	"iter"
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Skirmish is a game invented for these tests: two sides on a row of places A1 to A9. It has a programme of moves with
// several parts, fire with reactions, hidden units, secret hit counters drawn from a pile, a cup, and decisions of
// every kind.
type skirmish struct {
	TurnNo int       `key:"turn"`
	Units  []unit    `key:"units"`
	Pile   []string  `key:"pile"` // hit counters, secret
	Cup    []string  `key:"cup"`
	Bonus  [2]string `key:"bonus"` // the unit that each side rewards
}

type unit struct {
	ID      string     `key:"id"`
	Side    table.Seat `key:"side"`
	At      int        `key:"at"`
	Hidden  bool       `key:"hidden"`
	Counter string     `key:"counter"` // secret to its owner
	Drew    int        `key:"drew"`
}

const (
	south table.Seat = "south"
	north table.Seat = "north"
)

var (
	seats = []table.Seat{south, north}
	sides = table.Scenario{Sides: []table.Party{{ID: "south"}, {ID: "north"}}}
)

func (g *skirmish) Clone() *skirmish {
	c := *g
	c.Units, c.Pile, c.Cup = slices.Clone(g.Units), slices.Clone(g.Pile), slices.Clone(g.Cup)
	return &c
}

func (g *skirmish) Known(s table.Seat) *skirmish {
	k := g.Clone()
	k.Pile = nil
	k.Units = slices.DeleteFunc(k.Units, func(u unit) bool { return u.Hidden && u.Side != s })
	for i := range k.Units {
		if k.Units[i].Side != s {
			k.Units[i].Counter = ""
		}
	}
	return k
}

func (g *skirmish) unit(id string) *unit {
	for i := range g.Units {
		if g.Units[i].ID == id {
			return &g.Units[i]
		}
	}
	return nil
}

func (g *skirmish) of(s table.Seat) []unit {
	return slices.DeleteFunc(slices.Clone(g.Units), func(u unit) bool { return u.Side != s })
}

func other(s table.Seat) table.Seat {
	if s == south {
		return north
	}
	return south
}

func place(n int) string { return "A" + strconv.Itoa(n) }

func number(p string) int {
	n, _ := strconv.Atoi(p[1:])
	return n
}

func enemyID(s string) string { return s[len("south."):] }

// lexicon is what a side may name.
type lexicon struct {
	g *skirmish
	s table.Seat
}

func (x lexicon) Own() (out []string) {
	for _, u := range x.g.of(x.s) {
		out = append(out, u.ID)
	}
	return out
}

func (x lexicon) Enemies() (out []string) {
	for _, u := range x.g.of(other(x.s)) {
		out = append(out, string(u.Side)+"."+u.ID)
	}
	return out
}
func (x lexicon) Sides() []string      { return []string{"south", "north"} }
func (x lexicon) Directions() []string { return nil }
func (x lexicon) Places() (out []string) {
	for n := 1; n <= 9; n++ {
		out = append(out, place(n))
	}
	return out
}
func (x lexicon) Place(s string) (string, bool) { return s, slices.Contains(x.Places(), s) }

var skirmishRules = &table.Rules[*skirmish, skirmish]{
	Name: "skirmish", Prefix: "S", Revision: 2,
	Sequence: []table.Step[*skirmish]{
		{Name: "move", Who: (*skirmish).both, Play: (*skirmish).move},
		{Name: "fire", Who: (*skirmish).both, Play: (*skirmish).fire},
		{Name: "cup", Play: (*skirmish).cup},
		{Name: "end", Play: (*skirmish).end},
	},
	Rhythms: []table.Rhythm{
		{Name: "phases"},
		{Name: "plan", Mails: []table.Mail{{Phases: []string{"move", "fire"}, Turn: true}}},
		{Name: "once", Mails: []table.Mail{{Phases: []string{"move", "fire"}}}},
	},
	Orders: []table.Order[*skirmish]{
		{Verb: orders.Verb{Name: "advance", Phases: []string{"move"}, Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}, {Name: "path", Kind: orders.KindPath},
			{Name: "music", Kind: orders.KindWord, Optional: true, Prefix: "with", Words: []orders.Choice{{Name: "drums"}}}, // nothing uses it
			{Name: "from", Kind: orders.KindPlace, Optional: true, Claim: true, Prefix: "from"}}},
			Check: (*skirmish).mayAdvance, Filed: withoutMusic, Options: (*skirmish).advances},
		{Verb: orders.Verb{Name: "shoot", Phases: []string{"fire"}, Args: []orders.Param{{Name: "unit", Kind: orders.KindOwn}, {Name: "target", Kind: orders.KindEnemy, Prefix: "at"}}},
			Check: (*skirmish).mayShoot, Options: (*skirmish).shots},
		{Verb: orders.Verb{Name: "withdraw", Standing: true, Only: true, Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: []orders.Choice{{Name: "always"}, {Name: "never"}, {Name: "me"}}}}}},
		{Verb: orders.Verb{Name: "ambush", Standing: true, Only: true, Args: []orders.Param{{Name: "range", Kind: orders.KindNumber}}}},
	},
	Conditions: []table.Condition[*skirmish]{
		{Condition: orders.Condition{Name: "spotted {unit}", Args: []orders.Param{{Name: "unit", Kind: orders.KindEnemy}}}, Holds: func(k *skirmish, s table.Seat, args []table.Arg) bool {
			return k.unit(enemyID(orders.Value(args, "unit"))) != nil
		}},
		{Condition: orders.Condition{Name: "hit {unit}", Args: []orders.Param{{Name: "unit", Kind: orders.KindUnit}}}},
	},
	Decisions: []table.Decision{
		{ID: "S-D1"}, {ID: "S-D2", Ask: true}, {ID: "S-D3", Covert: true},
	},
	Tells:   func(*skirmish) table.Scenario { return sides },
	Setup:   func(d *skirmish, _ []events.Option) *skirmish { return d },
	Attach:  func(*skirmish, *skirmish) {},
	Correct: func(g *skirmish, s *position.Setting) error { return s.Merge(g) },
	Turn:    func(g *skirmish) int { return g.TurnNo },
	Lexicon: func(k *skirmish, s table.Seat) orders.Lexicon { return lexicon{k, s} },
}

var engine = table.NewEngine(skirmishRules)

func start() *skirmish {
	g := &skirmish{TurnNo: 1, Cup: []string{"red", "blue"}}
	for i := range 3 {
		g.Units = append(g.Units, unit{ID: fmt.Sprint("S", i+1), Side: south, At: 1 + i}, unit{ID: fmt.Sprint("N", i+1), Side: north, At: 9 - i, Hidden: i == 2})
	}
	for i := range 9 {
		g.Pile = append(g.Pile, []string{"scratch", "pin", "dead"}[i%3])
	}
	return g
}

func (g *skirmish) both() []table.Seat { return seats }

func (g *skirmish) mayAdvance(s table.Seat, l table.Line) *table.Refusal {
	u, path := g.unit(orders.Value(l.Args, "unit")), orders.Path(l.Args, "path")
	if u == nil || u.Side != s {
		return &table.Refusal{Code: "s.no-unit", Rule: "S-1"}
	}
	at := slices.Index(path, place(u.At)) // what is behind it is done
	if from := orders.Value(l.Args, "from"); at < 0 && from != "" && from != place(u.At) {
		return &table.Refusal{Code: "s.not-there", Rule: "S-1"}
	}
	if at+1 < len(path) {
		p := path[at+1]
		if d := number(p) - u.At; d != 1 && d != -1 {
			return &table.Refusal{Code: "s.too-far", Rule: "S-1.1", Args: []table.FactArg{table.A("to", p)}}
		}
		for _, e := range g.Units {
			if e.Side != s && place(e.At) == p {
				return &table.Refusal{Code: "s.occupied", Rule: "S-1.2", Args: []table.FactArg{table.A("to", p)}}
			}
		}
	}
	return nil
}

// withoutMusic refuses drums to lines that are filed from now on; those of older programs had them for nothing.
func withoutMusic(_ *skirmish, _ table.Seat, l table.Line) *table.Refusal {
	if orders.Has(l.Args, "music") {
		return &table.Refusal{Code: "s.no-music", Rule: "S-1"}
	}
	return nil
}

func (g *skirmish) advances(s table.Seat, _ string) (out []string) {
	for _, u := range g.of(s) {
		for _, to := range []int{u.At - 1, u.At + 1, u.At + 2} {
			if to >= 1 && to <= 9 {
				out = append(out, "advance "+u.ID+" "+place(to))
			}
		}
	}
	return out
}

func (g *skirmish) mayShoot(s table.Seat, l table.Line) *table.Refusal {
	if u := g.unit(orders.Value(l.Args, "unit")); u == nil || u.Side != s {
		return &table.Refusal{Code: "s.no-unit", Rule: "S-2"}
	}
	if g.unit(enemyID(orders.Value(l.Args, "target"))) == nil {
		return &table.Refusal{Code: "s.no-target", Rule: "S-2"}
	}
	return nil
}

func (g *skirmish) shots(s table.Seat, _ string) (out []string) {
	for _, u := range g.of(s) {
		for _, e := range g.of(other(s)) {
			out = append(out, "shoot "+u.ID+" at "+string(e.Side)+"."+e.ID)
		}
	}
	return out
}

// S-1 Movement: both programs by turns, one place at a time; an ambusher may fire at whoever comes near.
func (g *skirmish) move(t *table.Table) table.Then {
	for acted := true; acted; {
		acted = false
		for _, s := range seats {
			l, ok := t.Next(s, "move")
			if !ok {
				continue
			}
			acted = true
			id, path := orders.Value(l.Args, "unit"), orders.Path(l.Args, "path")
			t := t.At(id)
			u := g.unit(id)
			to := path[min(t.Part(s, l), len(path)-1)]
			u.At, u.Hidden = number(to), false
			t.Report("S-1.1", "moves", table.A("unit", id), table.A("to", to))
			t.Advance(s, l)
			if t.Part(s, l) == len(path) {
				t.Done(s, l)
			}
			g.ambushes(t, id)
		}
	}
	return table.Next
}

// S-1.3 Ambush: a covert decision of the owner of a hidden unit.
func (g *skirmish) ambushes(t *table.Table, mover string) {
	m := *g.unit(mover)
	for i := range g.Units {
		u := &g.Units[i]
		if !u.Hidden || u.Side == m.Side || u.At-m.At > 2 || m.At-u.At > 2 {
			continue
		}
		if table.Decide(t.For(u.Side), g.springs(u.ID, u.Side, mover)) {
			u.Hidden = false
			t.Report("S-1.3", "ambush", table.A("unit", u.ID), table.A("at", mover))
			for l := range t.Standing(u.Side, "ambush") {
				t.Disarm(u.Side, l, "S-1.3", "s.sprung")
			}
		}
	}
}

func (g *skirmish) springs(ambusher string, side table.Seat, mover string) table.Question[*skirmish, bool] {
	return table.Question[*skirmish, bool]{
		Decision: "S-D3", Seat: side, About: ambusher + " " + mover, Verb: "ambush",
		Policy: func(k *skirmish, l table.Line) (bool, table.Policy) {
			d := k.unit(ambusher).At - k.unit(mover).At
			return max(d, -d) <= orders.Int(l.Args, "range", 0), table.Use
		},
		Default: func(*skirmish) bool { return false },
	}
}

// S-2 Fire
func (g *skirmish) fire(t *table.Table) table.Then {
	for _, s := range seats {
		for l := range t.Orders(s, "fire") {
			g.shot(t.At(orders.Value(l.Args, "unit")), s, orders.Value(l.Args, "unit"), enemyID(orders.Value(l.Args, "target")))
		}
	}
	return table.Next
}

func (g *skirmish) shot(t *table.Table, s table.Seat, firer, target string) {
	roll := t.Roll(s, "to hit", 1, 6)
	if t.Since(2) {
		roll = roll.Plus("veteran", 1, "S-2.2")
	}
	t.Report("S-2.1", "shot", table.A("unit", firer), table.A("target", target), table.A("roll", roll), table.A("need", table.Base("range", 5, "S-2.1")))
	if roll.Total() < 5 {
		return
	}
	t.Result("hit " + string(other(s)) + "." + target)
	u := g.unit(target)
	if len(g.Pile) > 0 {
		secret := t.For(u.Side)
		u.Counter, g.Pile = secret.Draw(u.Side, "counter", g.Pile)
		secret.Report("S-2.4", "counter", table.A("unit", target), table.A("is", u.Counter))
	}
	if table.Decide(t, withdraws(u.Side, target)) {
		u = g.unit(target)
		u.At = max(1, min(9, u.At+map[table.Seat]int{south: -1, north: 1}[u.Side]))
		t.Report("S-2.5", "withdraws", table.A("unit", target), table.A("to", place(u.At)))
	}
}

func withdraws(s table.Seat, target string) table.Question[*skirmish, bool] {
	return table.Question[*skirmish, bool]{
		Decision: "S-D1", Seat: s, About: target, Rule: "S-2.5", Verb: "withdraw",
		Policy: func(k *skirmish, l table.Line) (bool, table.Policy) {
			switch orders.Value(l.Args, "how") {
			case "always":
				return true, table.Use
			case "never":
				return false, table.Use
			}
			return false, table.AskMe
		},
		Options: func(*skirmish) iter.Seq2[string, bool] {
			return func(yield func(string, bool) bool) { _ = yield("stand", false) && yield("withdraw", true) }
		},
		Default: func(k *skirmish) bool { return k.unit(target).Counter == "pin" },
	}
}

// S-3 The cup: one token a step, until it is empty.
func (g *skirmish) cup(t *table.Table) table.Then {
	var token string
	token, g.Cup = t.Draw(south, "token", g.Cup)
	t.Report("S-3", "token", table.A("token", token))
	if len(g.Cup) > 0 {
		return table.Again
	}
	g.Cup = []string{"red", "blue"}
	return table.Next
}

// S-4 End of turn: both sides reward a unit at the same time.
func (g *skirmish) end(t *table.Table) table.Then {
	a, b := table.Put(t, rewards(south)), table.Put(t, rewards(north))
	g.Bonus = [2]string{a.Get(), b.Get()}
	t.Report("S-4", "rewards", table.A("south", g.Bonus[0]), table.A("north", len(g.Bonus[1])))
	if g.TurnNo++; g.TurnNo > 3 {
		return table.Over(table.Ending{Winner: south, Rule: "S-5", Why: "s.time"})
	}
	return table.NextTurn
}

func rewards(s table.Seat) table.Question[*skirmish, string] {
	return table.Question[*skirmish, string]{
		Decision: "S-D2", Seat: s, Rule: "S-4",
		Options: func(k *skirmish) iter.Seq2[string, string] {
			return func(yield func(string, string) bool) {
				for _, u := range k.of(s) {
					if !yield("reward "+u.ID, u.ID) {
						return
					}
				}
			}
		},
		Read: func(k *skirmish, text string) (string, *table.Refusal) {
			if text == "reward nobody" {
				return "", nil
			}
			return "", &table.Refusal{Code: "s.no-unit", Rule: "S-4"}
		},
		Default: func(k *skirmish) string { return k.of(s)[0].ID },
	}
}
