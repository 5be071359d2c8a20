package adjudicator

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
)

// A tug of war, as the program of 2026 has it, as later programs write it in Go, and as one that forgot to raise its layout.

type tug struct {
	Turn  int    `key:"turn"`
	Knot  int    `key:"knot"`
	Teams []team `key:"teams"`
}

type team struct {
	Seat  table.Seat `key:"seat"`
	Pulls []int      `key:"pulls"`
	Mud   bool       `key:"mud"`
}

func (g *tug) Clone() *tug {
	c := *g
	c.Teams = slices.Clone(g.Teams)
	for i := range c.Teams {
		c.Teams[i].Pulls = slices.Clone(c.Teams[i].Pulls)
	}
	return &c
}
func (g *tug) Known(table.Seat) *tug { return g.Clone() }
func (g *tug) turn() *int            { return &g.Turn }
func (g *tug) pull(n int, by int) {
	g.Knot += by
	g.Teams[n].Pulls = append(g.Teams[n].Pulls, by)
}

// tugLater has a field more in two places, one renamed and two in another order.
type tugLater struct {
	Sides  []teamLater `key:"teams"`
	House  string      `key:"house"`
	Number int         `key:"turn"`
	Knot   int         `key:"knot"`
}

type teamLater struct {
	Muddy  bool       `key:"mud"`
	Rope   int        `key:"rope"`
	Pulled []int      `key:"pulls"`
	Owner  table.Seat `key:"seat"`
}

func (g *tugLater) Clone() *tugLater {
	c := *g
	c.Sides = slices.Clone(g.Sides)
	for i := range c.Sides {
		c.Sides[i].Pulled = slices.Clone(c.Sides[i].Pulled)
	}
	return &c
}
func (g *tugLater) Known(table.Seat) *tugLater { return g.Clone() }
func (g *tugLater) turn() *int                 { return &g.Number }
func (g *tugLater) pull(n int, by int) {
	g.Knot += by
	g.Sides[n].Pulled = append(g.Sides[n].Pulled, by)
	g.Sides[n].Rope = ropeOfLater * by
}

// ropeOfLater is whether the later program also notes the rope: then its positions hold more, and its layout must be another.
var ropeOfLater = 0

type tugging[G any] interface {
	table.State[G]
	turn() *int
	pull(n, by int)
}

var (
	tugSeats = []table.Seat{"south", "north"}
	tugSides = table.Scenario{Sides: []table.Party{{ID: "south"}, {ID: "north"}}}
)

func tugEngine[G tugging[G]](layout int, setup func() G) table.Engine {
	return table.NewEngine(&table.Rules[G, struct{}]{
		Name: "tug", Revision: 1, Layout: layout,
		Sequence: []table.Step[G]{{Name: "pull", Who: func(G) []table.Seat { return tugSeats }, Play: func(g G, t *table.Table) table.Then {
			for i, s := range tugSeats {
				die := t.Roll(s, "pull "+string(s), 1, 6)
				t.Report("T-1", "pulls", table.A("side", s), table.A("by", die))
				g.pull(i, die.Total()*(1-2*i))
			}
			if *g.turn()++; *g.turn() > 4 {
				return table.Over(table.Ending{Rule: "T-2", Why: "tug.dark"})
			}
			return table.NextTurn
		}}},
		Tells:  func(*struct{}) table.Scenario { return tugSides },
		Setup:  func(*struct{}, []events.Option) G { return setup() },
		Attach: func(G, *struct{}) {},
		Turn:   func(g G) int { return *g.turn() },
		Lexicon: func(G, table.Seat) orders.Lexicon {
			return nil
		},
	})
}

func tugOf2026() table.Engine {
	return tugEngine(1, func() *tug { return &tug{Turn: 1, Teams: []team{{Seat: "south"}, {Seat: "north"}}} })
}

func tugOfLater(layout int) table.Engine {
	return tugEngine(layout, func() *tugLater {
		return &tugLater{Number: 1, Sides: []teamLater{{Owner: "south"}, {Owner: "north"}}}
	})
}

type oneKey struct{ key dice.Key }

func (k oneKey) Key(string) (dice.Key, error) { return k.key, nil }

// served is a service with the rules of one program over a store.
func served(store events.Store, engine table.Engine) *Service {
	return &Service{Store: store, Keys: oneKey{dice.Key{7}}, Engines: func(name string) (table.Engine, bool) { return engine, name == "tug" }}
}

// begin opens a game and play plays so many windows of it.
func begin(t *testing.T, s *Service, engine table.Engine) *Match {
	t.Helper()
	ctx := context.Background()
	m, err := s.Announce(ctx, "rope", 1, events.GameAnnounced{Rulebook: "tug", Revision: 1, Layout: int64(engine.Layout()), Scenario: "field",
		Seats: []string{"south", "north"}, Dice: events.DiceTerms{Profile: "D1", PublicKey: events.Hash(dice.Key{7}.Public())}}, []byte("{}"))
	for i, seat := range []string{"south", "north"} {
		if err == nil {
			m, _, err = s.Append(ctx, m, int64(2+i), func(*Match) (string, events.Body, []events.Secret, error) {
				hash, secret, err := events.Conceal(seat, events.Hash{byte(i)}, events.Player{Address: seat + "@example.org"})
				return "master", events.SeatTaken{Seat: seat, Name: seat, Anchor: [16]byte{byte(i)}, PlayerSealed: hash}, []events.Secret{secret}, err
			})
		}
	}
	if err == nil {
		m, err = s.Open(ctx, m, 10)
	}
	if err == nil {
		m, err = s.Adjudicate(ctx, m, 11)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func pull(t *testing.T, s *Service, m *Match, windows int) *Match {
	t.Helper()
	ctx := context.Background()
	for n := range windows {
		next, err := s.Seal(ctx, m, int64(20+n), "all in", m.Open.Number)
		if err == nil {
			next, err = s.Adjudicate(ctx, next, int64(20+n))
		}
		if err != nil {
			t.Fatal(err)
		}
		m = next
	}
	return m
}

func auditBy(store *memlog.Log, engine table.Engine) Verdict {
	ctx := context.Background()
	return Audit("rope", store.Read(ctx, "rope", 1), func(h events.Hash) ([]byte, error) { return store.Get(ctx, h) },
		func(name string) (table.Engine, bool) { return engine, name == "tug" })
}

// A later program with a field more, one renamed and two moved says of an old game what the old one said.
func TestOldGamesAreVerifiedByLaterPrograms(t *testing.T) {
	store, old := memlog.New(), tugOf2026()
	s := served(store, old)
	if m := pull(t, s, begin(t, s, old), 4); m.Ending == nil {
		t.Fatal("the game is not over")
	}
	if v := auditBy(store, old); !v.Sound() || !v.Played || v.Foreign != 0 || v.Rolls != 8 {
		t.Fatalf("by its own program: %+v", v)
	}
	if v := auditBy(store, tugOfLater(1)); !v.Sound() || !v.Played || v.Foreign != 0 || v.Passes != 5 {
		t.Errorf("by a later program: %+v", v)
	}
}

// A game that was begun with the old program is finished with the new one, whose positions hold more.
func TestGamesGoOnUnderAnotherLayout(t *testing.T) {
	ropeOfLater = 1
	defer func() { ropeOfLater = 0 }()
	store, old, later := memlog.New(), tugOf2026(), tugOfLater(2)
	m := pull(t, served(store, old), begin(t, served(store, old), old), 2)
	s := served(store, later)
	m, err := s.Load(context.Background(), m.Game)
	if err != nil || m.Halt != nil {
		t.Fatalf("the new program cannot go on: %v %v", err, m.Halt)
	}
	if m = pull(t, s, m, 2); m.Ending == nil || m.Halt != nil {
		t.Fatalf("the game is not over: %+v", m.Halt)
	}
	for name, engine := range map[string]table.Engine{"old": old, "new": later} {
		v := auditBy(store, engine)
		if want := map[string]int{"old": 2, "new": 3}[name]; !v.Sound() || !v.Played || v.Foreign != want {
			t.Errorf("the %s program: sound %v (%v), %d passes of another layout, want %d", name, v.Sound(), v.Fault, v.Foreign, want)
		}
	}
}

// Only under the same layout is another digest a lie.
func TestALieIsStillFound(t *testing.T) {
	ropeOfLater = 1
	defer func() { ropeOfLater = 0 }()
	store, old := memlog.New(), tugOf2026()
	s := served(store, old)
	pull(t, s, begin(t, s, old), 2)
	if v := auditBy(store, tugOfLater(1)); v.Fault == nil || v.Fault.Code != table.CodeDiffers || !strings.Contains(v.Fault.Detail, "position") {
		t.Errorf("a program that writes other positions under the same layout says %+v", v.Fault)
	}
}

// A game of rules that this program does not have is no fraud.
func TestNewerRulesAreNoFraud(t *testing.T) {
	store, old := memlog.New(), tugOf2026()
	ctx := context.Background()
	r, err := events.Next(events.Head{}, events.Event{Game: "rope", Time: 1, Actor: "master", Body: events.GameAnnounced{Rulebook: "tug", Revision: 9, Seats: []string{"south", "north"},
		Dice: events.DiceTerms{Profile: "D1", PublicKey: events.Hash(dice.Key{7}.Public())}}})
	if err == nil {
		err = store.Append(ctx, r)
	}
	if err != nil {
		t.Fatal(err)
	}
	if v := auditBy(store, old); v.Fault != nil || !v.Newer || v.Played {
		t.Errorf("%+v", v)
	}
}
