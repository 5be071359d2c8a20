package table

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/position"
	"fieldpost/events"
)

func (g *game[G, D]) Engine() Engine { return g.e }

func (g *game[G, D]) Turn() int { return g.e.rules.Turn(g.at.pos) }

func (g *game[G, D]) Describe() *position.State { return g.e.describe(g.at.pos) }

func (g *game[G, D]) Knows(s Seat) View {
	return &view[G, D]{e: g.e, seat: s, known: g.known(s), book: g.at.book.known(s), clerks: g.clerks}
}

// Hash returns the hash of position, book and place.
func (g *game[G, D]) Hash() events.Hash { return hashOf(g.bytes()) }

func (g *game[G, D]) Led() int { return g.at.windows }

// Set implements Game.Set.
func (g *game[G, D]) Set(set []byte) (Game, error) { return g.corrected(set, 0) }

// Amend implements Game.Amend.
func (g *game[G, D]) Amend(set []byte) (Game, error) { return g.corrected(set, g.setup.Revision) }

// corrected sets the position. amends is the revision of the rules where it corrects a game that is being played, else 0.
func (g *game[G, D]) corrected(set []byte, amends int) (next Game, err error) {
	if g.e.rules.Correct == nil {
		return nil, fmt.Errorf("table: positions of %s cannot be set", g.e.rules.Name)
	}
	h := Guard("set", func() {
		if g.at.steps > 0 && g.window() == nil {
			err = errors.New("table: a position can be set only while an order window is open")
			return
		}
		pos, wrong := g.e.set(g.at.pos.Clone(), set, amends)
		if wrong != nil {
			err = wrong
			return
		}
		c := *g
		c.at.pos = pos
		next = &c
	})
	if h != nil {
		return nil, h
	}
	return next, err
}

// SettingSchema implements Engine.SettingSchema.
func (e *engine[G, D]) SettingSchema() ([]byte, error) {
	return e.form.SettingSchema("set of "+e.rules.Name, e.rules.Settings)
}

func (e *engine[G, D]) set(pos G, set []byte, amends int) (G, error) {
	s, err := position.NewSetting(set)
	if err == nil {
		s.Amends(amends)
		err = e.rules.Correct(pos, s)
	}
	if err != nil {
		return pos, fmt.Errorf("%s: set: %w", e.rules.Name, err)
	}
	return pos, nil
}

// Stand implements Game.Stand.
func (g *game[G, D]) Stand(seats []SeatSeal) (Game, error) {
	c := *g
	b := g.at.book.clone()
	if h := b.stand(g.at.windows, seats); h != nil {
		return nil, h
	}
	c.at.book = *b
	return &c, nil
}

func (g *game[G, D]) Revised(revision int) Game {
	c := *g
	c.setup.Revision = revision
	return &c
}

func (e *engine[G, D]) describe(pos G) *position.State {
	var derived any
	if e.rules.Derived != nil {
		derived = e.rules.Derived(pos)
	}
	s, err := e.form.Show(pos, derived)
	if err != nil {
		panic(err) // faults has checked it
	}
	return s
}

// view is what one seat knows at one moment, made from Known and its own page of the book. Nothing else is accessible.
type view[G State[G], D any] struct {
	e     *engine[G, D]
	seat  Seat
	known G
	book  book

	clerk  *clerk  // nil before the first line is read
	clerks *clerks // of a trial; nil where a line is read for a player
}

// clerk reads the lines of a seat at one moment, each text once: what a bot has read of its own draft is not read again when it is filed.
type clerk struct {
	parser *orders.Parser  // of the names in play, made when the first line is read
	lines  map[string]Line // that were understood
	not    map[string]bool // texts that were not
}

// clerks are those who read the lines of bots in the trials of a sand table. They read curtly: a line that the grammar has not is no line of a
// bot. Where it depends on the names in play alone how a line reads, a clerk reads for all moments at which they are the same.
type clerks struct{ of map[string]*clerk }

// mostClerks is how many a sand table keeps before it sends all away: the names in play change as units fall.
const mostClerks = 64

// sent returns the clerk who reads by a lexicon.
func (c *clerks) sent(g *orders.Grammar, lex orders.Lexicon) *clerk {
	made := func() *clerk {
		return &clerk{parser: g.Parser(lex).Curt(), lines: map[string]Line{}, not: map[string]bool{}}
	}
	n, ok := lex.(interface{ vocabulary() (string, bool) })
	if !ok {
		return made()
	}
	words, ok := n.vocabulary()
	if !ok {
		return made()
	}
	k := c.of[words]
	if k == nil {
		if k = made(); c.of == nil || len(c.of) >= mostClerks {
			c.of = map[string]*clerk{}
		}
		c.of[words] = k
	}
	return k
}

func (v *view[G, D]) Lexicon() orders.Lexicon { return v.e.rules.Lexicon(v.known, v.seat) }

func (v *view[G, D]) Sheet(facts []Fact) board.Sheet {
	if v.e.rules.Sheet == nil {
		return board.Sheet{}
	}
	return v.e.rules.Sheet(v.known, v.seat, Readable(facts, v.seat))
}

func (v *view[G, D]) Rosters() []board.Table {
	if v.e.rules.Rosters == nil {
		return nil
	}
	return v.e.rules.Rosters(v.known, v.seat)
}

func (v *view[G, D]) Called() []Named {
	if v.e.rules.Called == nil {
		return nil
	}
	return v.e.rules.Called(v.known)
}

func (v *view[G, D]) Describe() *position.State { return v.e.describe(v.known) }

func (v *view[G, D]) Hash() events.Hash { return hashOf(v.Bytes()) }

// Allowed also returns a refusal for a line that makes the rules' own test panic: what a player writes never ends the program.
func (v *view[G, D]) Allowed(l Line) (r *Refusal) {
	if h := Guard("allowed", func() { r = v.e.filed(v.known, v.seat, l) }); h != nil {
		return &Refusal{Code: "table.fault", Args: []FactArg{A("text", l.Text)}}
	}
	return r
}

// judge runs the rules' own test of a line. It does not catch panics.
func (v *view[G, D]) judge(l Line) *Refusal { return v.e.filed(v.known, v.seat, l) }

// proposals returns the lines that the rules propose for a phase, of one verb or of all. Some may not be allowed.
func (v *view[G, D]) proposals(phase, verb string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !v.MayOrder(phase) {
			return
		}
		for i := range v.e.rules.Orders {
			o := &v.e.rules.Orders[i]
			if o.Options == nil || verb != "" && verb != o.Name || !slices.Contains(o.Phases, phase) {
				continue
			}
			for _, text := range o.Options(v.known, v.seat, phase) {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// MayOrder implements View.MayOrder.
func (v *view[G, D]) MayOrder(phase string) bool {
	i := v.e.placeOf(phase)
	return i < 0 || v.e.rules.Sequence[i].Whose == nil || v.e.rules.Sequence[i].Whose(v.known, v.seat)
}

// Holds implements View.Holds.
func (v *view[G, D]) Holds(step string) bool {
	i := v.e.placeOf(step)
	return i >= 0 && (v.e.rules.Sequence[i].In == nil || v.e.rules.Sequence[i].In(v.known))
}

// Options returns the legal lines of a phase: the proposed ones that the parser reads completely and that Check allows.
func (v *view[G, D]) Options(phase string) iter.Seq[string] { return v.legal(phase, "") }

func (v *view[G, D]) legal(phase, verb string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for text := range v.proposals(phase, verb) {
			if l, ok := v.Read(text); ok && v.Allowed(l) == nil && !yield(text) {
				return
			}
		}
	}
}

// Example returns the first legal line of a verb in the phases given.
func (v *view[G, D]) Example(verb string, phases []string) (text string, proposes bool) {
	if o := v.e.order(verb); o == nil || o.Options == nil {
		return "", false
	}
	for _, phase := range phases {
		for text := range v.legal(phase, verb) {
			return text, true
		}
	}
	return "", true
}

// Deeds implements View.Deeds.
func (v *view[G, D]) Deeds(phases []string) []string {
	var out []string
	for _, phase := range phases {
		for text := range v.proposals(phase, "") {
			l, _ := v.Read(text)
			for _, c := range slices.Concat(l.Clauses, l.Otherwise) {
				if !slices.Contains(out, c.Verb) {
					out = append(out, c.Verb)
				}
			}
		}
	}
	return out
}

// Read parses one line. It returns false unless all of it was understood.
func (v *view[G, D]) Read(text string) (Line, bool) {
	c := v.reading()
	if l, ok := c.lines[text]; ok {
		return l, true
	}
	if c.not[text] {
		return Line{}, false
	}
	if c.parser == nil {
		c.parser, c.lines, c.not = v.e.grammar.Parser(v.Lexicon()), map[string]Line{}, map[string]bool{}
	}
	p := c.parser.Parse(text, 1)
	if len(p.Lines) != 1 || len(p.Faults) > 0 {
		c.not[text] = true
		return Line{}, false
	}
	c.lines[text] = p.Lines[0]
	return p.Lines[0], true
}

func (v *view[G, D]) reading() *clerk {
	switch {
	case v.clerk != nil:
	case v.clerks != nil:
		v.clerk = v.clerks.sent(v.e.grammar, v.Lexicon())
	default:
		v.clerk = &clerk{}
	}
	return v.clerk
}

func (v *view[G, D]) Program() []Line {
	sb := v.book.find(v.seat)
	if sb == nil {
		return nil
	}
	return sb.program(v.e.isClause)
}

func (v *view[G, D]) Standing() []StandingLine {
	sb := v.book.find(v.seat)
	if sb == nil {
		return nil
	}
	var out []StandingLine
	for _, l := range sb.standing {
		s := StandingLine{Line: l, Armed: true}
		if i := slices.IndexFunc(sb.disarmed, func(d disarmed) bool { return d.id == l.ID }); i >= 0 {
			s.Armed, s.Why = false, sb.disarmed[i].why
		}
		out = append(out, s)
	}
	return out
}

// policies returns the verbs of standing orders that a bot may make up: those without clauses.
func (v *view[G, D]) policies() []orders.Verb {
	var out []orders.Verb
	for _, verb := range v.e.language.Verbs {
		if verb.Standing && len(verb.Clauses) == 0 {
			out = append(out, verb)
		}
	}
	return out
}

// Bot implements View.Bot.
func (v *view[G, D]) Bot(name string, phases []string, pick func(n int) int) ([]string, error) {
	write := (*Draft[G]).Random
	if name != RandomBot {
		bots := slices.Concat(v.e.rules.Bots, v.e.rules.Manners)
		i := slices.IndexFunc(bots, func(b Bot[G]) bool { return b.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("table: %s has no bot %q; it has %s", v.e.rules.Name, name, strings.Join(v.e.BotNames(), ", "))
		}
		write = bots[i].Write
	}
	d := v.e.draft(v.known, v.seat, phases, pick)
	d.desk = &view[G, D]{e: v.e, seat: v.seat, known: v.known, clerk: v.reading()}
	d.standing = v.Standing()
	if h := Guard("bot "+name, func() { write(d) }); h != nil {
		return nil, h
	}
	return d.Lines, nil
}
