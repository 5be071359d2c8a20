// Package table is the kernel: it lets the rules of a board wargame be written as straight-line code over a log of events, for games that
// are played by mail over months.
//
// # Rules
//
// A rulebook is a Rules value. Its Sequence lists the phases; each is a function from one boundary to the next that changes the position it
// is given and touches the world only through Table: order lines, decisions, dice, draws, facts and results. Everything that depends on
// what one seat may know (legality, conditions, policies, options, defaults, rehearsals, bots, reports) is given Known(seat), a position of
// the same type from which everything that the seat cannot know is absent.
//
//	var rules = &table.Rules[*Game, Document]{
//		Name: "skirmish", Revision: 1,
//		Sequence: []table.Step[*Game]{
//			{Name: "fire", Who: (*Game).both, Play: (*Game).fire},
//			{Name: "end", Play: (*Game).end},
//		}, ...
//	}
//
//	// S-2 Fire
//	func (g *Game) fire(t *table.Table) table.Then {
//		for _, side := range g.Sides {
//			for order := range t.Orders(side, "fire") { // each line when its turn has come: condition, Check, otherwise
//				t := t.At(orders.Value(order.Args, "unit"))
//				hit := t.Roll(side, "to hit", 1, 6).Plus("cover", -1, "S-2.3")
//				g.lose(t, order, hit.Total() >= 5)
//				t.Report("S-2.1", "fire", table.A("roll", hit))
//			}
//		}
//		return table.Next
//	}
//
// # Windows and seals
//
// Play waits only at windows, numbered from 1. An order window lies on a boundary, before a step whose Who names seats
// that have not yet sent orders for that phase; the Rhythm decides how much one mail covers. A question window lies inside a
// step: the first Get after some Puts. A window is answered only by a Seal, and what is sealed never changes. Seal 0 is
// the opening: Game.Play from Engine.Open runs until the first window without any seal.
//
// If the World has no seal, play parks: the run is thrown away, and when the seal has come the open step is played again from its boundary
// with its own seals. It meets the same answers and the same dice and gets to the same place. What was reported before is a prefix of what
// is reported then. Nothing of a parked step is kept; a Game is always a boundary.
//
// # Keys
//
// Rolls, draws and questions are named by paths: number of the step, its name, the names given to Table.At, the purpose, joined with "/"; a
// name used again at the same place gets "#2", "#3". Names given under Table.For carry the audience ("hit counter@south") and are counted
// separately, so that a secret roll never shows in the name of an open one. The key of a roll is the stream of its proof and has at most
// KeyLimit bytes.
//
//	12/fire/G1/to hit
//	12/fire/G1/to hit#2
//
// # Programs
//
// The lines of a seat are looked at when their turn comes. An "if" that is false drops the line or replaces it by its otherwise; a "when"
// that is false leaves it waiting. If a line is then not allowed, its owner is told with the rule, and its otherwise is tried. What is not
// done remains, with its progress, the draft of the phase's next window, and is struck at the end of the turn.
//
// # Every word is used or answered
//
// A line given to a procedure tracks the use of its arguments: package orders marks each one that is looked up. When the line is done, its
// owner is told which words were not looked up: "Line 2, withdraw B-D r3 3 by 2121-2122: not used: by 2121-2122" (FactUnused). Arguments
// looked up by Check, or by a policy that ends in Pass, do not count. A refusal is an answer. An otherwise is tracked separately. A mere
// statement of how things stand (orders.Param.Claim) is for Check to read and to refuse. Rules that explain with their own fact why a line
// came to nothing call Table.Told. A rulebook therefore looks up an argument where it acts on it, and never just to have it counted as
// used.
//
// # What letters take from a rulebook
//
// Types say most of what a rulebook must supply. The rest is names in its facts and keys in its words (scenarios/GAME/words*.yaml), which
// `fieldpost game check` asks for:
//
//	argument "side"      whose doing a fact is, a seat; its name is the word "side.SEAT", where the scenario's Party does not say it
//	argument "unit"      on whom or by whom, as "SEAT.ID"
//	"phase.STEP"         the name of a step, above the letter that asks for its orders
//	"short.KIND"         a fact of that kind in a few words, for the outcomes that a CHECK counts; "chance.KIND" where they are to be others
//	"care.KIND"          of a fact that befalls the seat's own side in every trial of a draft: what to look out for
//	"form.nothing.STEP"  what a form says in place of ready lines, where none can be proposed in that step
//	"term.NAME"          a term of a Sum
//
// # Faults
//
// Whatever breaks in the rules is caught at the step and becomes a Halt with a stable code, a key and the stack: that one game stops and
// the pass does not count. What a program cannot catch (a stack overflow, a loop that never calls the table) is left to the caller's marker
// and watchdog.
package table
