package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// eventNames are all events of both sides.
var eventNames = []string{"michael_1", "michael_2", "mars", "valkyrie", "bruchmuller", "strategic_reserve", "better_organisation_g", "strategic_choice",
	"reassign_hutier", "use_of_stoss", "ammunition", "looting", "doullens", "offensive", "offensive_foch", "cooperation", "cohesion",
	"better_organisation_a", "canadian_cavalry", "gunners", "demolitions", "rail_reserves", "haig_backs_to_the_wall", "refugees"}

var eventArg = orders.Param{Name: "event", Kind: orders.KindWord, Words: words(eventNames...)}

var eventOrders = []order{
	{Verb: orders.Verb{Name: "play", Rule: "SO-C.3d", Phases: []string{"events", "offensive", "reply", "move", "combat", "exploit", "pursue"},
		Args: []orders.Param{eventArg, opt(as(unitsArg, "units", "with")), opt(atArg),
			{Name: "lift", Kind: orders.KindWord, Prefix: "lift", Optional: true, Words: words("stack", "attack", "artillery", "air")}}},
		Check: mayOrderEvent, Filed: mayFilePlay, Options: eventIdeas("play")},
	{Verb: orders.Verb{Name: "keep", Rule: "SO-C.3b", Phases: []string{"events"}, Args: []orders.Param{repeated(eventArg)}}, Check: mayOrderEvent, Options: eventIdeas("keep"), Sure: true},
	{Verb: orders.Verb{Name: "return", Rule: "SO-C.3b", Phases: []string{"events"}, Args: []orders.Param{repeated(eventArg)}}, Check: mayOrderEvent, Options: eventIdeas("return"), Sure: true},
	{Verb: orders.Verb{Name: "discard", Rule: "SO-C.3b", Phases: []string{"events"}, Args: []orders.Param{repeated(eventArg)}}, Check: mayOrderEvent, Options: eventIdeas("discard"), Sure: true},
	{Verb: orders.Verb{Name: "loot", Rule: "GAP-11", Standing: true, Only: true, Args: []orders.Param{as(orders.Param{Kind: orders.KindEnemy, Repeated: true}, "units", "")}}},
}

func repeated(p orders.Param) orders.Param {
	p.Repeated = true
	return p
}

// event returns an event of the document, or an empty one if it is not in the scenario.
func (g *Game) event(id string) Event {
	e, _ := table.Find(g.doc.Events, func(e *Event) bool { return e.ID == id })
	return e
}

// hand returns a side's events; holds reports whether one is among them.
func (g *Game) hand(s seat) []string {
	for _, h := range g.Campaign.Hands {
		if h.Side == s {
			return h.Events
		}
	}
	return nil
}

func (g *Game) holds(s seat, event string) bool { return slices.Contains(g.hand(s), event) }

// withEvent puts an event into a hand or a pool.
func withEvent(list []Hand, s seat, event string) []Hand {
	for i := range list {
		if list[i].Side == s {
			list[i].Events = append(list[i].Events, event)
		}
	}
	return list
}

// withSide returns a list in which a side has a place.
func withSide(list []Hand, s seat) []Hand {
	if slices.ContainsFunc(list, func(h Hand) bool { return h.Side == s }) {
		return list
	}
	return append(list, Hand{Side: s})
}

// withoutEvent takes one copy of an event out of a hand or a pool.
func withoutEvent(list []Hand, s seat, event string) []Hand {
	for i := range list {
		if j := slices.Index(list[i].Events, event); list[i].Side == s && j >= 0 {
			list[i].Events = slices.Delete(slices.Clone(list[i].Events), j, j+1)
		}
	}
	return list
}

// holding returns a list without the sides that have nothing left in it: these are neither reported nor set by hand.
func holding(list []Hand) []Hand {
	return slices.DeleteFunc(slices.Clone(list), func(h Hand) bool { return len(h.Events) == 0 })
}

// openCampaign makes the starting hands (SO-CAM.2) and empty pools.
func (g *Game) openCampaign() {
	for _, s := range []seat{german, allied} {
		g.Campaign.Hands = append(g.Campaign.Hands, Hand{Side: s})
		g.Campaign.Pools = append(g.Campaign.Pools, Hand{Side: s})
	}
	for _, e := range g.doc.Events {
		if e.Hand {
			g.Campaign.Hands = withEvent(g.Campaign.Hands, table.Seat(e.Side), e.ID)
		}
	}
}

// shuffleMarkers draws the back of each objective marker within its level, unseen by all (SO-A.d, RND-15).
func (g *Game) shuffleMarkers(t *table.Table) {
	secret := t.For()
	for _, m := range g.doc.Scenario.Markers {
		var pile []string
		for i, b := range g.doc.Tables.ObjectiveBacks {
			if b.Level == m.Level {
				pile = append(pile, two(i+1))
			}
		}
		for _, h := range m.Hexes {
			if len(pile) == 0 {
				break
			}
			back := pile[0]
			if len(pile) > 1 {
				back, pile = secret.At(h).Draw(allied, "marker", pile)
			} else {
				pile = nil
			}
			n := digits(back)
			g.Campaign.Backs = append(g.Campaign.Backs, Captured{Hex: h, Level: m.Level, Back: n})
			secret.Report("SO-A.d", "marker-back", table.A("hex", h), table.A("back", back))
		}
	}
	t.Report("SO-A.d", "markers-placed", table.A("n", len(g.Campaign.Backs)))
}

// two writes a number with two digits.
func two(n int) string { return string([]byte{byte('0' + n/10%10), byte('0' + n%10)}) }

// drawEvents is SO-C.2 and SO-C.3a: the events of the turn join the pools, and each player draws three. Red ones are
// played at once.
func (g *Game) drawEvents(t *table.Table) table.Then {
	if !g.doc.Scenario.Advanced {
		return table.Next
	}
	if len(g.Campaign.Backs)+len(g.Captured) == 0 && g.Campaign.Named == "" {
		g.shuffleMarkers(t)
	}
	for _, e := range g.doc.Events {
		if e.Turn == g.Number && !e.Hand && !slices.Contains(g.Campaign.Gone, e.ID) { // Doullens has removed some before their turn
			for range max(1, e.Copies) {
				g.Campaign.Pools = withEvent(g.Campaign.Pools, table.Seat(e.Side), e.ID)
			}
		}
	}
	if g.Campaign.Named == "petain" {
		g.Campaign.Played = append(g.Campaign.Played, "cohesion") // SO-CAM.12c
	}
	for _, s := range []seat{g.Initiative, other(g.Initiative)} {
		var drawn []string
		own := t.For(s)
		for range g.limits().Hand.Value {
			pile := g.pool(s)
			if len(pile) == 0 {
				break
			}
			slices.Sort(pile)
			event := pile[0]
			if len(pile) > 1 {
				event, _ = own.Draw(s, "event", pile)
			}
			g.Campaign.Pools = withoutEvent(g.Campaign.Pools, s, event)
			g.Campaign.Hands = withEvent(g.Campaign.Hands, s, event)
			drawn = append(drawn, event)
		}
		if len(drawn) > 0 {
			own.Report("SO-C.3a", "events-drawn", table.A("events", drawn), table.A("side", s))
		}
		for _, e := range drawn {
			if g.event(e).Red {
				g.playRed(t, s, e)
			}
		}
	}
	return table.Next
}

func (g *Game) pool(s seat) []string {
	for _, h := range g.Campaign.Pools {
		if h.Side == s {
			return slices.Clone(h.Events)
		}
	}
	return nil
}

// playRed plays an event of the red band as soon as it is drawn (SO-C.3a).
func (g *Game) playRed(t *table.Table, s seat, event string) {
	g.tellPlayed(t, s, event)
	switch event {
	case "looting":
		g.loot(t)
	case "refugees":
		g.Campaign.Played = append(g.Campaign.Played, event)
	}
	g.leave(s, event, true)
}

// loot disorganises a German unit in a village or town of the Allied player's choice (GAP-11).
func (g *Game) loot(t *table.Table) {
	units := g.of(german, "", func(u *Formation) bool {
		return g.fights(u) && u.DG != disorganised && slices.Contains([]string{"village", "town"}, g.net.cell(u.Hex).terrain)
	})
	if len(units) == 0 {
		return
	}
	slices.SortStableFunc(units, func(a, b string) int { return g.attackOf(g.unit(b)) - g.attackOf(g.unit(a)) })
	id := table.Decide(t, among("SO-D34", "loot", allied, "", "GAP-11", units))
	g.disorganise(t, id, "GAP-11")
}

func (g *Game) tellPlayed(t *table.Table, s seat, event string) {
	t.Report("SO-C.3d", "event-played", table.A("event", event), table.A("side", s))
}

// spend takes a played event out of the hand, by its codes: # happens once, $ goes back to the pool, % goes back or away
// as its player likes, here always back (SO-C.1b).
func (g *Game) spend(t *table.Table, s seat, event string) {
	g.tellPlayed(t, s, event)
	g.leave(s, event, true)
}

// leave takes an event out of a hand: back to the pool, or out of the game.
func (g *Game) leave(s seat, event string, played bool) {
	g.Campaign.Hands = withoutEvent(g.Campaign.Hands, s, event)
	codes := g.event(event).Codes
	if strings.Contains(codes, "#") && played || !played {
		if !slices.Contains(g.Campaign.Gone, event) || !played {
			g.Campaign.Gone = append(g.Campaign.Gone, event)
		}
		return
	}
	g.Campaign.Pools = withEvent(g.Campaign.Pools, s, event)
}

// schemers returns both players: they decide about their events (SO-C.3b). They are not asked about the starting hand
// before it can be played.
func (g *Game) schemers() []table.Seat {
	return table.Only(g.doc.Scenario.Advanced, g.Initiative, other(g.Initiative))
}

// mayFilePlay refuses to play an event that is never played: an offensive is declared by its event.
func mayFilePlay(_ *Game, _ table.Seat, l table.Line) *table.Refusal {
	for _, e := range orders.List(l.Args, "event") {
		if !staged(e) {
			return refuse("not-in-this-phase", "SO-C.3d", table.A("event", e))
		}
	}
	return nil
}

func mayOrderEvent(k *Game, s table.Seat, l table.Line) *table.Refusal {
	for _, e := range orders.List(l.Args, "event") {
		if !k.doc.Scenario.Advanced || !k.holds(s, e) {
			return refuse("not-in-hand", "SO-C.3b", table.A("event", e))
		}
	}
	return nil
}

// eventPhase is SO-C.3: events are played now, kept, put back or thrown away; at most three stay in hand (SO-C.3c). An
// event that must be played and was not goes back to the pool (@, SO-C.1b).
func (g *Game) eventPhase(t *table.Table) table.Then {
	if !g.doc.Scenario.Advanced {
		return table.Next
	}
	g.conferAgain(t)
	for _, s := range []seat{g.Initiative, other(g.Initiative)} {
		var kept []string
		for l := range t.Orders(s, "events") {
			for _, e := range orders.List(l.Args, "event") {
				switch l.Verb {
				case "play":
					if why := g.playLine(t, s, l); why != nil {
						t.Refuse(s, l, why)
					}
				case "keep":
					kept = append(kept, e)
				case "return":
					if why := g.mayPutAway(e); why != nil {
						t.Refuse(s, l, why)
						continue
					}
					g.putBack(t, s, e, "SO-C.3b")
				case "discard":
					if why := g.mayPutAway(e); why != nil {
						t.Refuse(s, l, why)
						continue
					}
					g.leave(s, e, false)
					if t.Since(2) { // 2: only its player knows what he has thrown away (SO-C.3b)
						g.Campaign.Thrown = withEvent(withSide(g.Campaign.Thrown, s), s, e)
					}
					t.For(s).Report("SO-C.3b", "event-discarded", table.A("event", e), table.A("side", s))
				}
			}
		}
		g.playMusts(t, s)
		g.sortHand(s, kept)
	}
	return table.Next
}

// putBack puts an event of a hand into its pool.
func (g *Game) putBack(t *table.Table, s seat, event, rule string) {
	g.Campaign.Hands, g.Campaign.Pools = withoutEvent(g.Campaign.Hands, s, event), withEvent(g.Campaign.Pools, s, event)
	t.For(s).Report(rule, "event-returned", table.A("event", event), table.A("side", s))
}

// sortHand puts a hand into the order in which it is kept at the end of the administrative sequence: offensives that must
// be launched, then events that the player asked to keep, then the others.
func (g *Game) sortHand(s seat, kept []string) {
	rank := func(e string) int {
		switch {
		case g.mustLaunch(e):
			return 0
		case slices.Contains(kept, e):
			return 1
		}
		return 2
	}
	for i := range g.Campaign.Hands {
		if h := &g.Campaign.Hands[i]; h.Side == s {
			slices.SortStableFunc(h.Events, func(a, b string) int { return rank(a) - rank(b) })
		}
	}
}

// trimHands is SO-C.3c: at the end of the administrative sequence at most three events are in hand, except for the German
// player on turn 1. Events further back go into the pool.
func (g *Game) trimHands(t *table.Table) {
	for _, s := range []seat{g.Initiative, other(g.Initiative)} {
		hand := slices.Clone(g.hand(s))
		if s == german && g.Number == 1 || len(hand) <= g.limits().Hand.Value {
			continue
		}
		for _, e := range hand[g.limits().Hand.Value:] {
			g.putBack(t, s, e, "SO-C.3c")
		}
	}
}

// mustLaunch reports whether an event is an offensive that the scenario demands, now or later (SO-CAM.3).
func (g *Game) mustLaunch(event string) bool {
	return slices.ContainsFunc(g.doc.Scenario.Offensives, func(o Offensive) bool { return o.Mandatory && o.Event == event && o.Turn >= g.Number })
}

// eventIdeas proposes each event of the hand.
func eventIdeas(verb string) ideas {
	return func(k *Game, s table.Seat, phase string) (out []string) {
		var done []string
		for _, e := range k.hand(s) {
			if e == "" || slices.Contains(done, e) || verb == "play" && k.mayPlay(s, e, phase) != nil {
				continue
			}
			done = append(done, e)
			out = append(out, verb+" "+e)
		}
		return out
	}
}
