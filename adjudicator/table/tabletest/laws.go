// Package tabletest holds the laws that every rulebook on the kernel must keep. A game's tests call Laws with its engine; whatever breaks a
// law is a fault of that rulebook or of the kernel.
//
//	func TestLaws(t *testing.T) {
//		tabletest.Laws(t, tabletest.Config{Engine: Engine, Setup: setup, Vary: moveAHiddenUnit})
//	}
package tabletest

import (
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Config is what the laws are tested with.
type Config struct {
	Engine table.Engine
	Setup  table.Setup
	// Vary changes something that a seat cannot know, such as where a hidden enemy stands; it may return the game unchanged if there is
	// nothing to change. A game in which it never finds anything fails the fog law, unless it is Open.
	Vary  func(g table.Game, s table.Seat, pick func(n int) int) table.Game
	Open  bool   // nothing is hidden in this game: each seat knows everything
	Bot   string // who plays; by default the engine's first bot
	Games int    // how many games are played; 0 means 3
	Most  int    // windows that a game may have at most; 0 means 2000
}

// The number of games instead of Config.Games, and the first seed, for a long search.
var (
	games = flag.Int("law-games", 0, "hold the laws against so many games of each case; 0 means those of the test")
	first = flag.Uint64("law-seed", 1, "seed of the first of these games")
)

// whole applies the options and fog laws to everything; a quick run takes samples.
var whole = flag.Bool("whole", false, "hold the laws of the kernel against every window and every proposed line of a game")

// How many windows of a game and how many proposed lines of a phase a quick run looks at.
const (
	someWindows = 5
	someLines   = 40
	someUnits   = 5 // whose reach and sight are looked at
)

// depth returns how often a draft is rehearsed, and how many leaves the odds of a line may have.
func depth() (rehearsals, leaves int) {
	if *whole {
		return 4, 20
	}
	return 2, 6
}

// played is one game of bots with its record.
type played struct {
	cfg    Config
	seats  []table.Seat
	seed   uint64
	start  table.Game
	result table.Result
	seals  []table.Seal

	compared int // things that were settled alike
}

// Laws plays games by bots and asserts for each: it ends; every roll is reported; each proposed line is accepted by the parser and Check;
// parked play, a restart between any two seals and a snapshot with any tail come to the same facts and the same position; what was reported
// at a park is a prefix of what is reported after it; nothing that a seat is sent, that is settled for it or that a bot
// orders for it depends on what it cannot know; what it is told that its units can do, they can, with the chances told; it cannot tell the
// worlds in which a machine tries plans for it from the truth; it is sent the same from the bytes of what it knows as from the truth; and none
// of it changes the document.
func Laws(t *testing.T, c Config) {
	t.Helper()
	if c.Games == 0 {
		c.Games = 3
	}
	if *games > 0 {
		c.Games = *games
	}
	if c.Most == 0 {
		c.Most = 2000
	}
	names := c.Engine.BotNames()
	if c.Bot == "" && len(names) > 0 {
		c.Bot = names[0]
	}
	if !slices.Contains(names, c.Bot) {
		t.Fatalf("%s has no bot %q: the laws would be held against a game that nobody plays", c.Engine.Name(), c.Bot)
	}
	seats := c.Setup.Scenario.Seats()
	before, err := c.Setup.Scenario.Digest()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if after, err := c.Setup.Scenario.Digest(); err != nil || after != before {
			t.Error("the games changed the document that all games of the scenario share", err)
		}
	}()
	for n := range c.Games {
		t.Run(fmt.Sprint("game ", n+1), func(t *testing.T) {
			p := play(t, c, seats, uint64(n)+*first)
			t.Run("parked play, restarts and snapshots", p.parked)
			t.Run("every proposed line is taken", p.options)
			t.Run("what units can do", p.prospects)
			t.Run("worlds", p.worlds)
			t.Run("what a seat knows, read back", p.seen)
			t.Run("fog", p.fog)
		})
	}
}

// play returns a game in one go.
func play(t *testing.T, c Config, seats []table.Seat, seed uint64) *played {
	t.Helper()
	p := &played{cfg: c, seats: seats, seed: seed}
	var err error
	if p.start, err = c.Engine.Open(c.Setup); err != nil {
		t.Fatal(err)
	}
	w := &bounded{SelfPlay: table.NewSelfPlay(seed, c.Bot, seats), most: c.Most}
	p.result = p.start.Play(w, 0, nil)
	if p.result.Halt != nil {
		t.Fatalf("the game halted: %v\n%s", p.result.Halt, p.result.Halt.Stack)
	}
	if p.result.Ending == nil {
		t.Fatalf("the game has no end after %d windows", len(w.Seen))
	}
	if len(w.Mistakes) > 0 {
		t.Errorf("lines of the bots that were not taken: %v", w.Mistakes)
	}
	if !slices.ContainsFunc(w.Given, func(s table.Seal) bool {
		return slices.ContainsFunc(s.Seats, func(x table.SeatSeal) bool { return len(x.Lines) > 0 })
	}) {
		t.Error("nobody ordered anything in this game: it shows nothing")
	}
	p.seals = w.Given
	return p
}

type bounded struct {
	*table.SelfPlay
	most int
}

func (b *bounded) Sealed(w table.Window) (table.Seal, bool) {
	if len(b.Seen) == b.most {
		return table.Seal{}, false
	}
	return b.SelfPlay.Sealed(w)
}

// parked plays the record again seal by seal, each time from the last boundary, through its snapshot.
func (p *played) parked(t *testing.T) {
	game := p.start
	var facts []table.Fact
	var whole []table.Fact // all up to the boundary
	var last []table.Fact  // what was told at the last park, from the boundary on
	done := 0              // seals consumed before the boundary
	for n := 0; n <= len(p.seals); n++ {
		// a mail after the seal changes no pass: the kernel cannot see one, so a second run must be equal
		w := &table.Recorded{Seals: p.seals[done:n], Rolls: p.result.Rolls, Led: game.Led()}
		res := game.Play(w, 0, nil)
		if res.Halt != nil {
			t.Fatalf("after seal %d: %v", n, res.Halt)
		}
		if len(res.Facts) < len(last) || table.Digest(res.Facts[:len(last)]) != table.Digest(last) {
			t.Fatalf("after seal %d: what was told before is not a prefix of what is told now", n)
		}
		if n < len(p.seals) && (res.Open == nil || res.Open.Number != p.seals[n].Window) {
			t.Fatalf("after seal %d: window %d should be open, it is %+v", n, p.seals[n].Window, res.Open)
		}
		again := p.restored(t, game).Play(&table.Recorded{Seals: p.seals[done:n], Rolls: p.result.Rolls, Led: game.Led()}, 0, nil)
		if again.Boundary.Hash() != res.Boundary.Hash() || again.Views.Hash() != res.Views.Hash() || table.Digest(again.Facts) != table.Digest(res.Facts) {
			t.Fatalf("after seal %d: play from the snapshot differs", n)
		}
		if n%7 == 0 { // the snapshot with all of the tail
			tail := p.restored(t, res.Boundary).Play(&table.Recorded{Seals: p.seals[n-res.Seals:], Rolls: p.result.Rolls, Led: res.Boundary.Led()}, 0, nil)
			if tail.Boundary.Hash() != p.result.Boundary.Hash() {
				t.Fatalf("the snapshot after seal %d with its tail ends elsewhere: %v", n, tail.Halt)
			}
		}
		last = res.Facts
		if res.Boundary.Led() != game.Led() || n == len(p.seals) {
			open := &table.Recorded{Seals: p.seals[n-res.Seals : n], Rolls: p.result.Rolls, Led: res.Boundary.Led()}
			parked := res.Boundary.Play(open, 0, nil).Facts // those of the open step
			whole = append(whole, res.Facts[:len(res.Facts)-len(parked)]...)
			game, done, last = res.Boundary, n-res.Seals, parked
		}
		facts = append(slices.Clone(whole), last...)
	}
	if table.Digest(facts) != table.Digest(p.result.Facts) {
		t.Errorf("parked play tells %d facts, play in one go %d, or others", len(facts), len(p.result.Facts))
	}
	if game.Hash() != p.result.Boundary.Hash() {
		t.Error("parked play ends in another position than play in one go")
	}
}

func (p *played) restored(t *testing.T, g table.Game) table.Game {
	t.Helper()
	back, err := p.cfg.Engine.Restore(p.cfg.Setup, g.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	if back.Hash() != g.Hash() || !slices.Equal(back.Snapshot(), g.Snapshot()) {
		t.Fatal("a snapshot restored is another boundary")
	}
	return back
}

// some returns a list of proposals, or only its beginning in a quick run.
func some(list iter.Seq[string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		n := 0
		for text := range list {
			if n++; n > someLines && !*whole || !yield(text) {
				return
			}
		}
	}
}

// boundaries plays the record and stops at the first and then at every step-th order window as it opens.
func (p *played) boundaries(step int, visit func(g table.Game, w table.Window)) {
	stops := 0
	for game, from := p.start, 0; ; {
		n := 0
		stops++
		res := game.Play(&table.Recorded{Seals: p.seals[from:], Rolls: p.result.Rolls, Led: game.Led()}, 0, func(at table.At) bool {
			if at.Window != nil {
				n++
			}
			return at.Window != nil && (n == 2 || stops == 1)
		})
		if res.Ending != nil || res.Halt != nil {
			return
		}
		var open table.Window
		res.Boundary.Play(&table.Recorded{}, 0, func(at table.At) bool { open = *at.Window; return true })
		if (stops-1)%step == 0 {
			visit(res.Boundary, open)
		}
		game = res.Boundary
		for from < len(p.seals) && p.seals[from].Window <= game.Led() {
			from++
		}
	}
}

// spread returns the step at which n things are sampled: 1 for all of them, or more in a quick run.
func spread(n int) int {
	if *whole {
		return 1
	}
	return max(1, (n+someWindows-1)/someWindows)
}

// options asserts that the parser understands what the rules propose, as it stands and in canonical words, and that Check allows it.
func (p *played) options(t *testing.T) {
	proposed := 0
	p.boundaries(spread(len(p.seals)), func(g table.Game, w table.Window) {
		for _, s := range w.Seats {
			v := g.Knows(s)
			for _, phase := range w.Phases {
				for text := range some(v.Options(phase)) {
					proposed++
					l, ok := v.Read(text)
					if !ok || v.Allowed(l) != nil {
						t.Errorf("window %d: %s: %q is proposed but not taken", w.Number, s, text)
					}
					if back, ok := v.Read(orders.Canonical(l)); !ok || orders.Canonical(back) != orders.Canonical(l) {
						t.Errorf("window %d: %s: %q is %q in canonical words, which is read otherwise", w.Number, s, text, orders.Canonical(l))
					}
				}
			}
		}
	})
	if proposed == 0 {
		t.Error("nothing was proposed in this game: the law asserts nothing")
	}
}

// sent is everything that a seat may be sent at a moment, in bytes.
func sent(t *testing.T, e table.Engine, g table.Game, w table.Window, s table.Seat) string {
	t.Helper()
	v := g.Knows(s)
	lex := v.Lexicon()
	all := []any{v.Hash().String(), v.Describe(), v.Rosters(), v.Program(), v.Standing(), g.Turn(),
		lex.Own(), lex.Enemies(), lex.Sides(), lex.Places(), lex.Directions(), w}
	sheet := v.Sheet(nil)
	sheet.Grid = nil
	all = append(all, sheet)
	var lines []table.Line
	for _, phase := range e.Steps() {
		options := slices.Collect(some(v.Options(phase)))
		all = append(all, options)
		for _, text := range options {
			if len(lines) == 6 || !slices.Contains(w.Phases, phase) {
				break // what is proposed has been read once already
			}
			if l, ok := v.Read(text); ok {
				lines = append(lines, l)
			}
		}
	}
	var standing []table.Line
	for _, l := range v.Standing() {
		standing = append(standing, l.Line)
	}
	rehearsals, leaves := depth()
	all = append(all, g.Rehearse(w, s, lines, standing, rehearsals, nil))
	if len(lines) > 0 {
		chances, exact := g.Odds(w, s, lines[0], leaves)
		all = append(all, chances, exact)
	}
	all = append(all, guide(v, e, lex)...)
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// guide is what a seat is told to guide it.
func guide(v table.View, e table.Engine, lex orders.Lexicon) []any {
	all := []any{v.Briefing(), v.Card(), v.Habits()}
	for _, x := range v.Prospects(e.Steps()) {
		all = append(all, x)
	}
	for _, unit := range spaced(lex.Own()) {
		all = append(all, v.Reach(unit), v.Field(unit))
		for _, foe := range spaced(lex.Enemies()) {
			all = append(all, v.Sight(unit, foe))
		}
	}
	return all
}

// spaced returns a few of many units, from all over the list.
func spaced(units []string) (some []string) {
	for i := 0; i < len(units); i += max(1, (len(units)+someUnits-1)/someUnits) {
		some = append(some, units[i])
	}
	return some
}

// other is a position, and another that differs in what one seat cannot know.
type other struct {
	game, varied table.Game
	window       table.Window
	seat         table.Seat
}

// fog asserts that changing what a seat cannot know changes nothing that it is sent, and nothing that is settled for it while its standing
// orders are at work. A quick run looks at some of the positions in which something was hidden.
func (p *played) fog(t *testing.T) {
	if p.cfg.Open {
		p.open(t)
		return
	}
	if p.cfg.Vary == nil {
		t.Fatal("there is no Vary: the law asserts nothing; if nothing is hidden in this game, say that it is Open")
	}
	practice := dice.NewPractice(p.seed)
	var all []other
	p.boundaries(1, func(g table.Game, w table.Window) {
		for _, s := range p.seats {
			if varied := p.cfg.Vary(g, s, practice.Pick); varied != nil && varied.Hash() != g.Hash() {
				all = append(all, other{g, varied, w, s})
			}
		}
	})
	if len(all) == 0 {
		t.Fatal("nothing was hidden in this game: the law asserts nothing; let Vary find something, play another game, or say that it is Open")
	}
	step, pondered := spread(len(all)), pondering()
	for i := 0; i < len(all); i += step {
		p.hidden(t, all[i])
		if i%(step*max(1, len(all)/step/pondered)) == 0 {
			p.pondered(t, all[i])
		}
	}
	for i := 0; i < len(all) && p.compared == 0; i++ { // the sample may have met nothing but set-ups and questions
		if i%step != 0 {
			p.hidden(t, all[i])
		}
	}
	if p.compared == 0 && slices.ContainsFunc(all, func(o other) bool { return o.game.Turn() > 0 }) { // in a set-up nothing is settled
		t.Error("nothing was settled from equal knowledge in this game: of standing orders at work the law asserts nothing")
	}
}

// open asserts that in a game in which nothing is hidden each seat knows everything.
func (p *played) open(t *testing.T) {
	t.Helper()
	p.boundaries(1, func(g table.Game, w table.Window) {
		truth, err := json.Marshal(g.Describe())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.seats {
			known, err := json.Marshal(g.Knows(s).Describe())
			if err != nil {
				t.Fatal(err)
			}
			if string(known) != string(truth) {
				t.Fatalf("window %d: this game is said to be open, and %s does not know all of it:\n%s\n%s", w.Number, s, truth, known)
			}
		}
	})
}

// hidden compares one position with another that a seat cannot tell apart from it.
func (p *played) hidden(t *testing.T, o other) {
	t.Helper()
	w, s := o.window, o.seat
	if o.game.Knows(s).Hash() != o.varied.Knows(s).Hash() {
		t.Fatalf("window %d: Vary changed something that %s knows, or Known shows what it should not", w.Number, s)
	}
	var open *table.Window
	o.varied.Play(&table.Recorded{}, 0, func(at table.At) bool { open = at.Window; return true })
	if open == nil || !reflect.DeepEqual(*open, w) {
		t.Errorf("window %d: what %s cannot know changes the window: %+v", w.Number, s, open)
		return
	}
	if a, b := sent(t, p.cfg.Engine, o.game, w, s), sent(t, p.cfg.Engine, o.varied, w, s); a != b {
		t.Errorf("window %d: what %s cannot know changes what it is sent:\n%s\n%s", w.Number, s, a, b)
	}
	p.ordered(t, o)
	p.settled(t, o)
}

// ordered asserts that no bot orders anything else because of what its seat cannot know: a machine at the table plays by the same fog as
// a player.
func (p *played) ordered(t *testing.T, o other) {
	t.Helper()
	if len(o.window.Questions) > 0 || !slices.Contains(o.window.Seats, o.seat) {
		return
	}
	for _, bot := range p.cfg.Engine.BotNames() {
		var lines [2][]string
		for i, g := range []table.Game{o.game, o.varied} {
			var err error
			if lines[i], err = g.Knows(o.seat).Bot(bot, o.window.Phases, dice.NewPractice(p.seed).Pick); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(lines[0], lines[1]) {
			t.Errorf("window %d: what %s cannot know changes what the bot %s orders:\n%q\n%q", o.window.Number, o.seat, bot, lines[0], lines[1])
		}
	}
}

// settled plays one seal on both positions and compares whatever was settled for the seat from equal knowledge.
func (p *played) settled(t *testing.T, o other) {
	t.Helper()
	seals := slices.DeleteFunc(slices.Clone(p.seals), func(x table.Seal) bool { return x.Window != o.window.Number })
	var seen [2]*witness
	for i, from := range []table.Game{o.game, o.varied} {
		seen[i] = &witness{seals: seals, dice: p.seed, seat: o.seat}
		from.Play(seen[i], 0, nil)
	}
	for _, a := range seen[0].settled {
		for _, b := range seen[1].settled {
			if a.key == b.key && a.known == b.known {
				p.compared++
			}
			if a.key == b.key && a.known == b.known && a.answer != b.answer {
				t.Errorf("window %d: %s is answered %q, but %q when something changes that %s cannot know", o.window.Number, a.key, a.answer, b.answer, o.seat)
			}
		}
	}
}

// witness plays one seal with dice that follow from their keys, and keeps what was settled for a seat.
type witness struct {
	seals   []table.Seal
	dice    uint64
	seat    table.Seat
	settled []settlement
}

type settlement struct {
	key, answer string
	known       events.Hash
}

func (w *witness) pick(key string) *dice.Practice {
	seed := w.dice
	for _, c := range []byte(key) {
		seed = seed*1099511628211 + uint64(c)
	}
	return dice.NewPractice(seed)
}

func (w *witness) Roll(key string, n, sides int) ([]int, error) {
	p := w.pick(key)
	values := make([]int, n)
	for i := range values {
		values[i] = p.Pick(sides) + 1
	}
	return values, nil
}

func (w *witness) Draw(key string, pile []string) (int, error) {
	return w.pick(key).Pick(len(pile)), nil
}

func (w *witness) Sealed(open table.Window) (table.Seal, bool) {
	if i := slices.IndexFunc(w.seals, func(s table.Seal) bool { return s.Window == open.Number }); i >= 0 {
		return w.seals[i], true
	}
	return table.Seal{Window: open.Number}, len(open.Questions) > 0
}

func (w *witness) Settled(s table.Seat, key string, known events.Hash, answer string) {
	if s == w.seat {
		w.settled = append(w.settled, settlement{key, answer, known})
	}
}
