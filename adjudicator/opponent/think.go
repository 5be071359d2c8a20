// Package opponent thinks about orders for any rulebook: it plays whole drafts on to the end of the game, many times, and takes the one that
// wins most.
//
// # How it thinks
//
// The drafts that are compared come from the rulebook's own bot: what it writes, what it writes when the lot falls otherwise or in another
// manner (table.Rules.Manners), and these with a line left out or with the orders of up to three units replaced by others that are allowed. Each
// is played on by the bot for all seats, a draft of a manner in that manner, in worlds made up from what the seat knows (table.SandTable), with
// the same worlds and dice for all drafts. Worse drafts are dropped by halves, so that most trials go to those that are close. The bot's own
// draft is never dropped, and is left only for one that did better by more than the trials' own scatter. Then the best draft is changed again,
// for as many rounds as there is time. A trial counts by who won, and to a tenth by how well the seat stood where it stopped.
//
// A plan follows from what the seat knows, the seed, the trials of the first round and the number of rounds: whoever has these can compute it again.
// The clock decides only how many whole rounds are played.
//
//	plan, err := opponent.Plans(boundary, window, "south", opponent.Effort{Seed: 7, Trials: 128}, nil)
//	plan.Lines // "G1: move C7 C6", ...
package opponent

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
)

// Effort is what a plan costs and depends on.
type Effort struct {
	Seed   uint64
	Trials int // of the first round, over all drafts; each later round has twice as many as the one before
	Drafts int // that are compared in a round; 0 means a number that suits its trials
	Turns  int // that a trial is played on after the current one; 0 means as many as the rulebook says
}

// Considered is a draft with what its trials came to.
type Considered struct {
	Lines  []string
	Worth  int // the mean, in thousandths of a victory
	Trials int
}

// Plan is what a seat had best order.
type Plan struct {
	Lines  []string
	Rounds int  // that were played
	Trials int  // of all drafts together
	Broken int  // trials that could not be played to their end
	Stayed bool // the bot's own draft was kept
	// Best lists the drafts of the last round, the best first.
	Best []Considered
}

// Choices lists the drafts that were compared last, the one to follow first and the others by what they came to; those that were tried less
// than half as often as another come last, because what they came to says little.
func (p Plan) Choices() []Considered {
	list, most := slices.Clone(p.Best), 0
	for _, c := range list {
		most = max(most, c.Trials)
	}
	slices.SortStableFunc(list, func(a, b Considered) int {
		if known := 2*a.Trials >= most; known != (2*b.Trials >= most) {
			if known {
				return -1
			}
			return 1
		}
		return b.Worth - a.Worth
	})
	if i := slices.IndexFunc(list, func(c Considered) bool { return slices.Equal(c.Lines, p.Lines) }); i > 0 {
		chosen := list[i]
		list = slices.Insert(slices.Delete(list, i, i+1), 0, chosen)
	}
	return list
}

// Strong is the machine that orders what Think finds best.
const Strong = "strong"

// Round is how many trials Strong plays before it first looks at the clock: seconds even in the largest scenarios. Each later round has twice
// as many, so that it is never much longer at it than it may.
const Round = 16

// Machines lists those that may take a seat of a rulebook: its bots, and Strong where plans can be tried.
func Machines(e table.Engine) []string {
	names := e.BotNames()
	if e.Foresight() {
		names = append(names, Strong)
	}
	return names
}

// Player returns the bot that plays plans on: the rulebook's best.
func Player(e table.Engine) string {
	bots := e.BotNames()
	return bots[len(bots)-1]
}

// Plans thinks about the window that opens at a boundary for a seat: see Think. In the trials the rulebook's best bot orders for everybody.
func Plans(at table.Game, w table.Window, s table.Seat, e Effort, more func(rounds int) bool) (Plan, error) {
	sand := at.SandTable(w, s, Player(at.Engine()))
	if sand == nil {
		return Plan{}, fmt.Errorf("opponent: window %d does not wait for orders of %s", w.Number, s)
	}
	return Think(sand, e, more)
}

// Think compares drafts for the open window of a sand table. After each round it asks more, which may be nil for a single round, whether to
// play another.
func Think(sand table.SandTable, e Effort, more func(rounds int) bool) (Plan, error) {
	t := &thinker{sand: sand, view: sand.View(), open: sand.Window(), effort: e, lot: dice.NewPractice(e.Seed)}
	lines, err := t.view.Bot(t.sand.Bot(), t.open.Phases, t.lot.Pick)
	if err != nil {
		return Plan{}, err
	}
	own := table.Course{Lines: lines}
	t.collect()
	t.manners = t.sand.Manners()
	best := own
	for {
		if t.most = e.Drafts; t.most == 0 {
			t.most = min(32, max(4, t.effort.Trials/8))
		}
		arms := t.drafts(own, best)
		found, considered := t.halve(arms)
		best = found
		t.plan.Rounds++
		t.plan.Best = considered
		if len(arms) < 2 || more == nil || !more(t.plan.Rounds) {
			break
		}
		t.effort.Trials *= 2
	}
	t.plan.Lines, t.plan.Stayed = best.Lines, slices.Equal(best.Lines, own.Lines)
	return t.plan, nil
}

// thinker is one call of Think.
type thinker struct {
	sand   table.SandTable
	view   table.View
	open   table.Window
	effort Effort
	lot    *dice.Practice
	most   int        // drafts of a round
	next   int        // number of the next trial: no round uses the worlds and dice of another
	orders [][]string // what each unit can be ordered, by unit
	plan   Plan

	manners []string // that have not been tried yet
}

// arm is a draft and what each of its trials came to, in the order of the round's trials.
type arm struct {
	draft table.Course
	worth []int // in thousandths of a victory
	count []int // what it is compared by
}

func (a arm) sum() int { return total(a.count) }

func total(list []int) (sum int) {
	for _, n := range list {
		sum += n
	}
	return sum
}

// halve plays one round: all drafts equally often, then the better half of them, until two are left. The first is never dropped.
func (t *thinker) halve(arms []arm) (table.Course, []Considered) {
	steps := 0
	for n := len(arms); n > 1; n = (n + 1) / 2 {
		if steps++; n == 2 {
			break
		}
	}
	alive := make([]*arm, len(arms))
	for i := range arms {
		alive[i] = &arms[i]
	}
	for range steps {
		each := max(1, t.effort.Trials/(max(1, steps)*len(alive)))
		for range each {
			for _, a := range alive {
				t.try(a)
			}
			t.next++
		}
		slices.SortStableFunc(alive[1:], func(a, b *arm) int { return b.sum() - a.sum() })
		alive = alive[:max(min(2, len(alive)), (len(alive)+1)/2)]
	}
	own, rival := alive[0], alive[len(alive)-1]
	if len(alive) > 1 {
		rival = alive[1]
	}
	best := own.draft
	if better(rival.count, own.count) {
		best = rival.draft
	}
	return best, report(arms)
}

func (t *thinker) try(a *arm) {
	o := t.sand.Try(a.draft, t.next, t.effort.Turns)
	t.plan.Trials++
	if o.Broken {
		t.plan.Broken++
	}
	a.worth, a.count = append(a.worth, o.Worth), append(a.count, 9*o.Worth+o.Stands)
}

// better reports whether a did better than b in the same trials by more than one standard error of the difference.
func better(a, b []int) bool {
	n, sum, squares := min(len(a), len(b)), 0, 0
	for i := range n {
		d := a[i] - b[i]
		sum += d
		squares += d * d
	}
	// sum > sqrt((squares - sum²/n) * n / (n-1)), in whole numbers
	return n > 1 && sum > 0 && sum*sum*(n-1) > squares*n-sum*sum
}

// report lists drafts with their means, the best first; those that were tried longer come before others that look as good.
func report(arms []arm) []Considered {
	out := make([]Considered, 0, len(arms))
	for _, a := range arms {
		if n := len(a.worth); n > 0 {
			out = append(out, Considered{a.draft.Lines, total(a.worth) / n, n})
		}
	}
	slices.SortStableFunc(out, func(a, b Considered) int {
		if a.Trials != b.Trials {
			return b.Trials - a.Trials
		}
		return b.Worth - a.Worth
	})
	return out
}

// collect gathers what each unit can be ordered. Lines of one unit begin with its name and a colon, or with a verb and its name.
func (t *thinker) collect() {
	var whose []string
	for _, phase := range t.open.Phases {
		n := 0
		for text := range t.view.Options(phase) {
			if n++; n > mostOptions {
				break
			}
			who := actor(text)
			i := slices.Index(whose, who)
			if i < 0 {
				i = len(whose)
				whose, t.orders = append(whose, who), append(t.orders, nil)
			}
			t.orders[i] = append(t.orders[i], text)
		}
	}
}

// mostOptions is how many lines of a phase are looked at.
const mostOptions = 400

// actor returns what a line is about: what stands before its colon, or its verb and the unit or place that follows.
func actor(text string) string {
	if who, _, ok := strings.Cut(text, ":"); ok {
		return who
	}
	words := strings.Fields(text)
	n := 2
	if len(words) > 0 && words[0] == "standing" {
		n = 3
	}
	return strings.Join(words[:min(n, len(words))], " ")
}

// drafts makes the drafts of a round: the bot's own first, then the best so far, then other manners until half of the drafts are made, then
// variations of both. Each manner is tried once.
func (t *thinker) drafts(own, best table.Course) []arm {
	var arms []arm
	add := func(c table.Course) {
		if len(arms) < t.most && !slices.ContainsFunc(arms, func(a arm) bool { return slices.Equal(a.draft.Lines, c.Lines) }) {
			arms = append(arms, arm{draft: c})
		}
	}
	add(own)
	add(best)
	for len(arms) < t.most/2 && len(t.manners) > 0 {
		i := t.lot.Pick(len(t.manners))
		if c, ok := t.written(t.manners[i]); ok {
			add(c)
		}
		t.manners = slices.Delete(t.manners, i, i+1)
	}
	for attempt := range 6 * t.most {
		switch attempt % 6 {
		case 0: // what the bot would do if the lot fell otherwise
			if c, ok := t.written(best.Manner); ok {
				add(c)
			}
		case 1:
			if n := len(best.Lines); n > 0 {
				i := t.lot.Pick(n)
				add(table.Course{Lines: slices.Delete(slices.Clone(best.Lines), i, i+1), Manner: best.Manner})
			}
		case 2:
			if c, ok := t.written(""); ok {
				add(t.replaced(c, 1))
			}
		default:
			add(t.replaced(best, attempt%6-2))
		}
	}
	return arms
}

// written returns what the bot writes in a manner.
func (t *thinker) written(manner string) (table.Course, bool) {
	lines, err := t.view.Bot(cmp.Or(manner, t.sand.Bot()), t.open.Phases, t.lot.Pick)
	return table.Course{Lines: lines, Manner: manner}, err == nil
}

// replaced gives n units other orders.
func (t *thinker) replaced(c table.Course, n int) table.Course {
	if len(t.orders) == 0 {
		return c
	}
	lines := slices.Clone(c.Lines)
	for range n {
		options := t.orders[t.lot.Pick(len(t.orders))]
		text := options[t.lot.Pick(len(options))]
		i := slices.IndexFunc(lines, func(l string) bool { return actor(l) == actor(text) })
		if i < 0 {
			i = t.lot.Pick(len(lines) + 1)
		}
		lines = slices.DeleteFunc(lines, func(l string) bool { return actor(l) == actor(text) })
		lines = slices.Insert(lines, min(i, len(lines)), text)
	}
	return table.Course{Lines: lines, Manner: c.Manner}
}
