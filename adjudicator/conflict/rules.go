// Package conflict is Conflict of Heroes (Le Réveil de l'Ours, second edition): tactical combat of the Second World War
// on hexes. It covers sections 1 to 20 of the rulebook with all optional rules and cards. Rule ids are those of the list
// of rules (CH-7.5d is section 7.5, statement d); CH-C02 is card 02; A65 and M05 are rulings and proposed data for what
// the text leaves out or its lost pictures showed; CH-D17 is a decision of the players.
//
// A round has no phases: the sides alternate single actions until both pass. Here each player writes a program of
// ordered lines and standing orders; the turns are played alternately in pulses until something happens that one of
// them wants to see (CH-PBEM). Who may act when, and what each may know, follows the rulebook.
//
// A turn is one pass, wait or action. An action is judged on what its player knows (Game.judge), paid in one of four ways
// (Game.settle) and carried out by its function, which then applies what follows from it: reveals, mines, hits, control.
//
// Example: German rifles (red FP 2, fire cost 3) at G05 fire at F06, three hexes away, where Soviet rifles (front DR 12,
// facing them) lie in woods. The activation gives 7 AP, of which 3 are paid. The dice show 9: AV 2+9 = 11 against DV 12+1
// = 13, a miss (CH-7.0c). In their own turn the Soviets fire back by opportunity: it costs nothing, and they are used.
//
// # Where a rule is found
//
//	CH-0     scale                              where.go
//	CH-1     counters, facing, set-up           deploy.go where.go combat.go
//	CH-2     rounds and turns                   sequence.go where.go turn.go control.go order.go
//	CH-3     activation and how it is paid      pay.go
//	CH-4     terrain                            move.go combat.go ground.go
//	CH-5     movement                           move.go enter.go where.go
//	CH-6     line of sight                      where.go sight.go fire.go ground.go
//	CH-7     attack, hits, rally, close combat  fire.go hits.go values.go where.go combat.go rally.go
//	CH-8     cards                              cards.go deploy.go where.go
//	CH-9     groups                             where.go fire.go move.go order.go pay.go
//	CH-10    hidden units                       hide.go move.go combat.go reveal.go order.go
//	CH-11    elevation                          where.go move.go sight.go combat.go
//	CH-12    mortars, artillery, planned fire   where.go fire.go strike.go combat.go
//	CH-13    smoke                              hide.go combat.go sequence.go strike.go where.go
//	CH-14    vehicles                           move.go where.go transport.go
//	CH-15    armoured targets                   where.go combat.go fire.go
//	CH-16    trucks and wagons                  where.go combat.go control.go fire.go hits.go
//	CH-17    transport                          transport.go
//	CH-18    works and mines                    works.go combat.go move.go where.go
//	CH-19    engineers                          where.go combat.go fire.go hide.go works.go
//	CH-20    more than two players, solitaire   solitaire.go where.go
//	CH-C     cards by number                    cards.go card_effects.go
//	CH-CE    events on cards                    where.go cards.go control.go
//	CH-CW    weapon cards                       where.go
//	CH-D     decisions of the players           rules.go roll.go
//	CH-FF2   the courier's satchel              control.go
//	CH-PBEM  pulses of play by mail             turn.go
//	CH-SM    machine of states of a turn        turn.go
//	CH-U0    counters                           where.go
//
// The other files:
//
//	actions.go                  verbs of the actions of CH-2.2b, how each is judged and carried out
//	attack.go                   CH-7, CH-12, CH-13
//	bot.go                      bots
//	bot_manner.go               other ways in which the bot plays
//	worth.go                    how well a side stands
//	conditions.go               conditions of order lines
//	decoys.go                   CH-20, CH-10
//	derived.go                  what is shown of a position
//	document.go                 the shape of the data and its tags
//	document_check.go           what the rules ask of the data beside its tags
//	guide.go                    the briefing, lines of sight, reach, habits
//	guide_field.go             fields of fire
//	guide_card.go               the reference card
//	guide_prospects.go          what units can do now
//	guide_instead.go            what a refused line may have meant (CH-7.0a)
//	guide_setup.go              what the set-up settles (CH-1.0e)
//	ideas.go                    what bots think of
//	imagine.go                  worlds in which a machine tries plans
//	known.go                    what a seat knows
//	language.go                 verbs
//	options.go                  lines that are proposed
//	reaction.go                 CH-2
//	set.go                      positions set by hand
//	setup.go                    how a game begins
//	sheet.go                    the map
//	standing.go                 standing orders
//	state.go                    the position
package conflict

import (
	"slices"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Rules is the rulebook as the kernel plays it.
var Rules = &table.Rules[*Game, Document]{
	Name: "conflict-of-heroes", Prefix: "CH", Revision: 2,
	Sequence: sequence, Rhythms: rhythms,
	Orders:     slices.Concat(actionOrders(), turnOrders, planOrders, standingOrders),
	Conditions: conditions, Decisions: decisions, Vain: vain,
	Check: checkDocument, Survey: (*Document).survey, Allows: allowed, Tells: tells, Setup: setUp, Attach: attach, Turn: func(g *Game) int { return g.Round },
	Correct: (*Game).correct, Settings: &correction{}, Derived: derive,
	Lexicon: lexicon, Sheet: sheet, Rosters: rosters,
	Guide: guide,
	Bots:  []table.Bot[*Game]{{Name: "sensible", Write: sensibleBot}},

	Foresight: true, Imagine: imagine, Worth: worth, Manners: manners(),
}

// Engine is the rulebook for programs that do not know its position.
var Engine = table.NewEngine(Rules)

// tells returns what a document says to programs that do not know the game.
func tells(d *Document) table.Scenario {
	d.merge()
	s := table.Scenario{Header: d.Scenario.Header, Sides: table.Parties(d.Scenario.Forces)}
	for i, f := range s.Sides {
		s.Camps = append(s.Camps, d.Scenario.Forces[i].Side)
		for _, side := range d.Scenario.Sides {
			if side.ID == f.ID { // a force that is all of its side has its name
				s.Sides[i].Title = side.Title
			}
		}
	}
	for _, l := range d.Scenario.Board.Labels {
		s.Labels = append(s.Labels, l.Text)
	}
	return s
}

// decisions is the table of what "standing ask CH-D17" may name.
var decisions = []table.Decision{
	{ID: "CH-D07"}, {ID: "CH-D15"}, {ID: "CH-D17"}, {ID: "CH-D20", Covert: true}, {ID: "CH-D26", Covert: true},
}

// lexicon returns what a seat may refer to by name.
func lexicon(k *Game, s table.Seat) orders.Lexicon {
	n := &table.Lexicon{Plain: true, Grid: k.net.Grid, Spell: func(s string) (string, bool) { // F7 is F07
		if len(s) != 2 {
			return "", false
		}
		hex := s[:1] + "0" + s[1:]
		return hex, k.net.Has(hex)
	}}
	for _, l := range k.doc.Scenario.Board.Labels {
		n.Call(l.Hex, l.Text.All()...)
	}
	n.About = func(unit string) (place string, kinds []string) {
		for i := range k.Units {
			if u := &k.Units[i]; u.Seat == s && u.ID == unit || u.name() == unit {
				p := k.print(u)
				return u.Hex, append(p.Title.All(), p.ID, p.Symbol)
			}
		}
		return "", nil
	}
	side := k.side(s)
	for i := range k.Units {
		if u := &k.Units[i]; u.Seat == s {
			n.Units = append(n.Units, u.ID)
		} else if u.Side != side {
			n.Foes = append(n.Foes, u.name())
		}
	}
	for _, x := range k.doc.Scenario.Sides {
		n.Parties = append(n.Parties, table.Seat(x.ID))
	}
	return n
}
