package somme

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// stages say in which phases each event is played (GAP-11). Events that wait for something in the enemy's phases are laid
// ready, unseen, and reported when they take effect.
var stages = []struct {
	event  string
	phases []string
	waits  bool
}{
	{event: "strategic_choice", phases: []string{"events"}},
	{event: "use_of_stoss", phases: []string{"events"}},
	{event: "doullens", phases: []string{"events"}},
	{event: "cooperation", phases: []string{"events"}},
	{event: "cohesion", phases: []string{"events"}},
	{event: "demolitions", phases: []string{"events"}},
	{event: "ammunition", phases: []string{"events"}},
	{event: "rail_reserves", phases: []string{"events"}},
	{event: "strategic_reserve", phases: []string{"offensive", "reply"}},
	{event: "better_organisation_g", phases: []string{"offensive", "reply"}},
	{event: "reassign_hutier", phases: []string{"offensive", "reply"}},
	{event: "better_organisation_a", phases: []string{"exploit", "pursue"}},
	{event: "canadian_cavalry", phases: []string{"combat"}},
	{event: "gunners", phases: []string{"events", "move"}, waits: true},
	{event: "haig_backs_to_the_wall", phases: []string{"events", "move"}, waits: true},
}

// staged reports whether an event is played in some phase.
func staged(event string) bool {
	for i := range stages {
		if stages[i].event == event {
			return true
		}
	}
	return false
}

// stossEnd is the last step of the doctrine's track: infiltration (SO-CAM.10).
const stossEnd = 3

// mayPlay refuses an event of its hand that a side may not play in a phase.
func (g *Game) mayPlay(s seat, event, phase string) *table.Refusal {
	say := table.A("event", event)
	if !g.holds(s, event) {
		return refuse("not-in-hand", "SO-C.3b", say)
	}
	i := slices.IndexFunc(stages, func(x struct {
		event  string
		phases []string
		waits  bool
	}) bool {
		return x.event == event
	})
	switch {
	case i < 0 || !slices.Contains(stages[i].phases, phase):
		return refuse("not-in-this-phase", "SO-C.3d", say)
	case event == "use_of_stoss" && g.StossTrack >= stossEnd:
		return refuse("stoss-end", "SO-CAM.10", say)
	case event == "use_of_stoss" && g.played(event):
		return refuse("once-a-turn", "SO-CAM.10", say)
	case event == "doullens" && g.Campaign.Named != "":
		return refuse("once", "SO-C.1b", say)
	case event == "cooperation" && g.Campaign.Named != "foch" && g.Campaign.Named != "joffre":
		return refuse("no-general", "SO-CAM.9", say)
	case event == "cooperation" && !slices.ContainsFunc(restrictions, func(x string) bool { return g.restricted(s, x) }):
		return refuse("nothing-to-lift", "SO-CAM.9", say)
	case event == "reassign_hutier" && g.Hutier == "":
		return refuse("hutier-gone", "SO-HUT.a", say)
	}
	return nil
}

// playLine plays the event of a line.
func (g *Game) playLine(t *table.Table, s seat, l table.Line) *table.Refusal {
	event := orders.Value(l.Args, "event")
	if why := g.mayPlay(s, event, l.Phase); why != nil {
		return why
	}
	for _, x := range stages {
		if x.event == event && x.waits {
			g.Campaign.Hands = withoutEvent(g.Campaign.Hands, s, event)
			g.Campaign.Ready = withEvent(withSide(g.Campaign.Ready, s), s, event)
			t.For(s).Report("SO-C.3d", "event-ready", table.A("event", event), table.A("side", s))
			return nil
		}
	}
	units := g.unitsOf(s, l.Args, "units")
	switch event {
	case "strategic_reserve":
		return g.stackReserve(t, s, units)
	case "better_organisation_g", "better_organisation_a":
		return g.organise(t, s, event, orders.Value(l.Args, "hex"))
	case "reassign_hutier":
		return g.reassign(t, units)
	case "rail_reserves":
		return g.byRail(t, s, units)
	case "cooperation":
		g.cooperate(t, orders.Value(l.Args, "lift"))
		return nil
	}
	g.perform(t, s, event)
	return nil
}

// perform plays an event that needs no further arguments.
func (g *Game) perform(t *table.Table, s seat, event string) {
	g.Campaign.Played = append(g.Campaign.Played, event)
	g.spend(t, s, event)
	switch event {
	case "use_of_stoss":
		g.StossTrack = min(stossEnd, g.StossTrack+1)
		t.Report("SO-CAM.10", "stoss-track", table.A("step", "stoss."+strconv.Itoa(g.StossTrack)), table.A("side", german))
	case "strategic_choice":
		g.Campaign.Gone = table.With(g.Campaign.Gone, event)
	case "doullens":
		g.confer(t)
	case "demolitions":
		g.Campaign.Charges = g.event(event).Amount
	}
}

// mayPutAway refuses to put back or throw away an event that must be played this turn (SO-C.1b), or launched as an
// offensive of the scenario (SO-CAM.3).
func (g *Game) mayPutAway(event string) *table.Refusal {
	if g.mustLaunch(event) {
		return refuse("must-launch", "SO-CAM.3", table.A("event", event))
	}
	return g.mustPlay(event)
}

// mustPlay refuses to put away an event that must be played this turn (SO-C.1b).
func (g *Game) mustPlay(event string) *table.Refusal {
	for _, c := range g.event(event).Codes {
		if c == '@' {
			return refuse("must-play", "SO-C.1b", table.A("event", event))
		}
	}
	return nil
}

// playMusts plays events that must be played and were not; those already in force go back to the pool (SO-C.1b).
func (g *Game) playMusts(t *table.Table, s seat) {
	for _, e := range slices.Clone(g.hand(s)) {
		switch {
		case g.mustPlay(e) == nil:
		case !g.played(e) && g.mayPlay(s, e, "events") == nil:
			g.perform(t, s, e)
		default:
			g.putBack(t, s, e, "SO-C.1b")
		}
	}
}

// stackReserve moves up to two divisions, or four with better organisation, from the map into the Strategic Reserve. They
// must be in supply and out of enemy zones. The regiments of a division count as one and take their Stosstruppen along
// (GAP-11, SO-O.b).
func (g *Game) stackReserve(t *table.Table, s seat, units []string) *table.Refusal {
	most := g.event("strategic_reserve").Amount
	if g.played("better_organisation_g") {
		most = g.event("better_organisation_g").Amount
	}
	var bodies, go2 []string
	for _, id := range units {
		u := g.unit(id)
		if u.Hex == "" || !g.fights(u) || u.Unsupplied || g.zoc(s, u.Hex, true) || !g.marked(g.supplied(s, false), u.Hex) {
			return refuse("no-reserve", "SO-O.b", table.A("unit", id))
		}
		bodies = table.With(bodies, g.bodyOf(id))
		go2 = append(go2, id)
	}
	if len(go2) == 0 || len(bodies) > most {
		return refuse("reserve-most", "SO-O.b", table.A("n", most))
	}
	g.perform(t, s, "strategic_reserve")
	for _, id := range go2 {
		g.intoReserve(id)
		for i := range g.Units {
			if o := &g.Units[i]; g.stoss(o) && o.With == id && o.Hex != "" {
				g.intoReserve(o.ID)
			}
		}
	}
	t.Report("SO-O.b", "reserve-filled", table.A("units", go2), table.A("side", s))
	return nil
}

func (g *Game) intoReserve(id string) {
	u := g.unit(id)
	u.Hex, u.Box = "", inReserve
	u.Unsupplied, u.Pinned, u.Exploit, u.Reserve, u.Disengage = false, false, false, false, false
}

// organise removes disorganisation from a stack: the units of one hex, for the Allies those of one nation (GAP-11,
// SO-COOP.e). Without a hex, the German event raises the number of divisions that may go into the Strategic Reserve.
func (g *Game) organise(t *table.Table, s seat, event, hex string) *table.Refusal {
	if hex == "" {
		if s == allied {
			return refuse("which-hex", "SO-COOP.e", table.A("event", event))
		}
		g.perform(t, s, event)
		return nil
	}
	var put []string
	nation := ""
	for _, id := range g.of(s, hex, g.fights) {
		u := g.unit(id)
		if u.DG == "" || s == allied && nation != "" && g.nation(u) != nation {
			continue
		}
		nation = g.nation(u)
		put = append(put, id)
	}
	if len(put) == 0 {
		return refuse("nobody-disorganised", "GAP-11", table.A("hex", hex))
	}
	g.spend(t, s, event) // it does not also raise what may go into the reserve
	for _, id := range put {
		g.unit(id).DG = ""
	}
	t.Report("GAP-11", "reorganised", table.A("units", put), table.A("side", s), table.A("hex", hex))
	return nil
}

// reassign moves General v. Hutier to another German HQ (SO-CAM.4); once out of the game he does not come back.
func (g *Game) reassign(t *table.Table, units []string) *table.Refusal {
	for _, id := range units {
		if u := g.unit(id); g.hq(u) && u.Hex != "" && id != g.Hutier {
			g.perform(t, german, "reassign_hutier")
			g.Hutier = id
			t.Report("SO-CAM.4", "hutier-moves", table.A("unit", id), table.A("side", german))
			return nil
		}
	}
	return refuse("no-hq", "SO-CAM.4")
}

// byRail brings in a division now that is due in the next sequence (GAP-11).
func (g *Game) byRail(t *table.Table, s seat, units []string) *table.Refusal {
	for _, id := range units {
		u := g.unit(id)
		if u.Box != waiting || !g.fights(u) {
			continue
		}
		if when := g.comes(u); when <= g.Number*10+1 || when > (g.Number+1)*10+1 {
			return refuse("not-next", "GAP-11", table.A("unit", id))
		}
		all := table.NamesOf(g.Units, func(o *Formation) bool { return g.bodyOf(o.ID) == g.bodyOf(id) && o.Box == waiting })
		g.perform(t, s, "rail_reserves")
		g.Campaign.Early = append(g.Campaign.Early, all...)
		t.Report("GAP-11", "by-rail", table.A("units", all), table.A("side", s))
		return nil
	}
	return refuse("not-waiting", "GAP-11")
}

// cooperate is SO-CAM.9: under Foch all restrictions are lifted, under Joffre one of the Allied player's choice.
func (g *Game) cooperate(t *table.Table, lift string) {
	g.perform(t, allied, "cooperation")
	what := "all"
	if g.Campaign.Named == "joffre" {
		what = lift
		for _, x := range restrictions {
			if (what == "" || !g.restricted(allied, what)) && g.restricted(allied, x) {
				what = x
			}
		}
	}
	g.Campaign.Lifted = append(g.Campaign.Lifted, what)
	t.Report("SO-CAM.9", "cooperation", table.A("lifted", "lifted."+what), table.A("side", allied))
}

// strikes triggers an event that lies ready.
func (g *Game) strikes(t *table.Table, s seat, event string) bool {
	if !slices.Contains(ready(g.Campaign.Ready, s), event) {
		return false
	}
	g.Campaign.Ready = holding(withoutEvent(g.Campaign.Ready, s, event))
	g.Campaign.Hands = withEvent(g.Campaign.Hands, s, event)
	g.spend(t, s, event)
	return true
}

// endCampaignTurn clears what events did for the turn; events that lay ready go back to their hand.
func (g *Game) endCampaignTurn(t *table.Table) {
	for _, h := range g.Campaign.Ready {
		for _, e := range h.Events {
			g.Campaign.Hands = withEvent(g.Campaign.Hands, h.Side, e)
		}
	}
	g.Campaign.Ready, g.Campaign.Played, g.Campaign.Gains, g.Campaign.Charges = nil, nil, nil, 0
}
