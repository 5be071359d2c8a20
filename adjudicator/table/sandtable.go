package table

import (
	"cmp"
	"slices"
	"strconv"

	"fieldpost/adjudicator/dice"
)

// SandTable is where a seat tries whole plans for an open order window: it plays a draft on, window after window, in a world made up from
// what the seat knows. Nothing else is accessible to it. It is not safe for concurrent use.
type SandTable interface {
	// View is what the seat knows.
	View() View
	// Bot is the name of the bot that plays on.
	Bot() string
	// Manners names the other ways in which the seat's own orders can go on.
	Manners() []string
	// Window is the window that the draft is for.
	Window() Window
	// World returns the boundary of a trial: what the seat knows, and what it cannot know filled in by lot. The seat cannot tell it from the
	// true one.
	World(trial int) (Game, error)
	// Try plays a draft once. In the windows that follow, and for all other seats, a bot of the rulebook orders, each from what its own seat
	// would know; questions are answered by their defaults. Worlds and dice depend on the number of the trial alone, and a roll of one key
	// falls alike under every draft, so that two drafts can be compared trial by trial. Play ends with the game, or after so many turns more;
	// turns 0 means as many as the rulebook says.
	Try(draft Course, trial, turns int) Outlook
}

// Course is what a seat tries: lines for the open window, and how it orders in those that follow.
type Course struct {
	Lines  []string
	Manner string // "" for that of the bot that plays on for everybody
}

// Outlook is what one trial of a draft came to.
type Outlook struct {
	Worth   int     // for the seat, in thousandths of a victory: 1000 it won, 0 another did, 500 nobody or nobody can say
	Stands  int     // how well the seat stands where play stopped, ending or none, in thousandths of a victory; Worth if the rulebook cannot say
	Ending  *Ending // nil if the horizon was reached, or the world broke
	Windows int     // order windows answered
	Broken  bool    // the world could not be played: it was made from what the seat knows, which may be too little
}

// sandTable implements SandTable.
type sandTable[G State[G], D any] struct {
	from *game[G, D] // as the seat knows it
	view View        // of the true boundary: with everything that the seat may see
	open Window
	seat Seat
	bot  string

	clerks clerks // who read in all trials
}

// SandTable implements Game.SandTable.
func (g *game[G, D]) SandTable(w Window, s Seat, bot string) SandTable {
	from, open := g.rehearsal(w, s)
	if from == nil || !slices.Contains(g.e.BotNames(), bot) {
		return nil
	}
	return &sandTable[G, D]{from: from, view: g.Knows(s), open: open, seat: s, bot: bot}
}

func (t *sandTable[G, D]) View() View { return t.view }

func (t *sandTable[G, D]) Bot() string { return t.bot }

func (t *sandTable[G, D]) Manners() (names []string) {
	for _, m := range t.from.e.rules.Manners {
		names = append(names, m.Name)
	}
	return names
}

func (t *sandTable[G, D]) Window() Window { return t.open }

// World implements SandTable.World.
func (t *sandTable[G, D]) World(trial int) (Game, error) {
	c, h := t.world(trial)
	if h != nil {
		return nil, h
	}
	return c, nil
}

func (t *sandTable[G, D]) world(trial int) (*game[G, D], *Halt) {
	c := *t.from
	imagine := t.from.e.rules.Imagine
	if imagine == nil {
		return &c, nil
	}
	h := Guard("imagine", func() { c.at.pos = imagine(c.at.pos, t.seat, keyed(trial, "the world").Pick) })
	return &c, h
}

// Try implements SandTable.Try.
func (t *sandTable[G, D]) Try(draft Course, trial, turns int) Outlook {
	c, h := t.world(trial)
	if h != nil {
		return Outlook{Worth: even, Stands: even, Broken: true}
	}
	c.clerks = &t.clerks
	w := &campaign{seat: t.seat, read: t.view.Read, begin: t.open.Number, draft: draft.Lines, bot: t.bot, own: cmp.Or(draft.Manner, t.bot), trial: trial}
	if turns == 0 {
		turns = cmp.Or(t.from.e.rules.Horizon, mostCampaign)
	}
	last := t.open.Turn + turns
	p := &player[G, D]{
		world: w, fuel: &fuel{left: DefaultFuel, full: DefaultFuel}, res: Result{Boundary: c, Views: c}, now: c, alone: true,
		until: func(at At) bool { return at.Turn > last },
	}
	for p.next() {
		p.res.Facts, p.res.Rolls, p.tags, p.outcomes = p.res.Facts[:0], p.res.Rolls[:0], p.tags[:0], p.outcomes[:0]
	}
	out := Outlook{Ending: p.res.Ending, Windows: w.answered, Broken: p.res.Halt != nil}
	stands, worth := even, t.from.e.rules.Worth
	if worth != nil && !out.Broken {
		h := Guard("worth", func() { stands = worth(p.now.at.pos, t.seat) })
		out.Broken = h != nil
	}
	out.Worth, out.Stands = stands, stands
	if out.Ending != nil {
		out.Worth = out.Ending.worth(t.from.setup.Scenario, t.seat)
	}
	if worth == nil {
		out.Stands = out.Worth
	}
	return out
}

// worth returns what an ending is worth to a seat of a scenario, in thousandths of a victory.
func (e *Ending) worth(of *Scenario, s Seat) int {
	switch {
	case e.Winner == "":
		return even
	case of.Together(e.Winner, s):
		return 2 * even
	}
	return 0
}

// even is the worth of a draw.
const even = 500

// mostCampaign is how many windows one trial may answer.
const mostCampaign = 2000

// campaign is the World of one trial: the draft for the window it begins with, and a bot for everything after it and for everybody else.
type campaign struct {
	seat     Seat
	begin    int
	draft    []string
	read     func(text string) (Line, bool) // reads the draft, as it would be read where it is filed
	bot      string
	own      string // the bot that orders for the seat after the draft
	trial    int
	answered int
	step     string // of the window answered last
	again    int    // how often that step was answered before: orders by lot that it did not take must not come again

	now   Views
	desks []SeatSeal
}

// keyed returns practice dice that depend on a trial and a key alone.
func keyed(trial int, key string) *dice.Practice {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	return dice.NewPractice(h ^ uint64(trial+1)*0x9e3779b97f4a7c15)
}

// See shows the bots how things stand.
func (w *campaign) See(_ Window, now Views) { w.now = now }

// Roll throws the dice of a key.
func (w *campaign) Roll(key string, n, sides int) ([]int, error) {
	d := keyed(w.trial, key)
	values := make([]int, n)
	for i := range values {
		values[i] = d.Pick(sides) + 1
	}
	return values, nil
}

// Draw draws by the dice of a key.
func (w *campaign) Draw(key string, pile []string) (int, error) {
	return keyed(w.trial, key).Pick(len(pile)), nil
}

// Sealed answers a window for all seats.
func (w *campaign) Sealed(open Window) (Seal, bool) {
	if w.answered++; w.answered > mostCampaign {
		return Seal{}, false
	}
	if w.again++; open.Step != w.step {
		w.step, w.again = open.Step, 0
	}
	seal := Seal{Window: open.Number}
	for _, s := range open.Seats {
		d := w.desk(s)
		d.Lines, d.Silent = nil, true
		if len(open.Questions) == 0 {
			w.order(open, d)
		}
	}
	for _, d := range w.desks {
		if !slices.Contains(open.Seats, d.Seat) {
			d.Lines, d.Silent = nil, true
		}
		seal.Seats = append(seal.Seats, d)
	}
	return seal, true
}

// desk is where the orders of a seat lie. Standing orders that the seat of the sand table may know stay in force.
func (w *campaign) desk(s Seat) *SeatSeal {
	i := slices.IndexFunc(w.desks, func(d SeatSeal) bool { return d.Seat == s })
	if i < 0 {
		i = len(w.desks)
		w.desks = append(w.desks, SeatSeal{Seat: s})
		if w.now != nil {
			for _, l := range w.now.Knows(s).Standing() {
				w.desks[i].Standing = append(w.desks[i].Standing, l.Line)
			}
		}
	}
	return &w.desks[i]
}

func (w *campaign) order(open Window, d *SeatSeal) {
	v := w.now.Knows(d.Seat)
	texts, read := w.draft, w.read
	if d.Seat != w.seat || open.Number != w.begin {
		lot := open.Step + "/" + string(d.Seat)
		if w.again > 0 {
			lot += "/" + strconv.Itoa(w.again)
		}
		bot := w.bot
		if d.Seat == w.seat {
			bot = w.own
		}
		read = v.Read
		var err error
		if texts, err = v.Bot(bot, open.Phases, keyed(w.trial, lot).Pick); err != nil {
			panic(err) // the kernel makes a Halt of it
		}
	}
	file(v, read, open, d, texts)
}
