package somme

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// Arguments of attacks and of choices in a combat that are made beforehand.
var (
	leadArg    = as(unitArg, "lead", "lead")
	gunsArg    = as(unitsArg, "artillery", "artillery")
	barrageArg = orders.Param{Name: "barrage", Kind: orders.KindWord, Prefix: "barrage", Words: words("all", "corps")}
	cbArg      = orders.Param{Name: "cb", Kind: orders.KindNumber, Prefix: "cb"}
	tankArg    = as(unitArg, "tank", "tank")
	stossArg   = orders.Param{Name: "stoss", Kind: orders.KindWord, Prefix: "stoss", Words: words("use", "none")}
	forHex     = opt(as(hexArg, "hex", "at"))
	someUnits  = opt(unitsArg)
	towardArg  = opt(orders.Param{Name: "toward", Kind: orders.KindPlace, Prefix: "toward"})
	byPath     = opt(orders.Param{Name: "path", Kind: orders.KindPath, Prefix: "by"})
	toPath     = opt(orders.Param{Name: "to", Kind: orders.KindPath, Prefix: "to"})
	barePath   = opt(orders.Param{Name: "path", Kind: orders.KindPath})
	upToArg    = opt(orders.Param{Name: "n", Kind: orders.KindNumber, Prefix: "hexes"})
	keepArg    = opt(orders.Param{Name: "keep", Kind: orders.KindNumber, Prefix: "keep"})
)

// wayOf reads the way that a line gives, with or without "to".
func wayOf(args []table.Arg) []string {
	if p := orders.Path(args, "to"); len(p) > 0 {
		return p
	}
	return orders.Path(args, "path")
}

// how makes an optional word.
func how(list ...string) orders.Param {
	return orders.Param{Name: "how", Kind: orders.KindWord, Optional: true, Words: words(list...)}
}

var (
	afterCombat = []string{"disengage", "pursue"} // a letter before the combats also covers the combat phase
	advanceArgs = []orders.Param{how("none", "lead", "all"), someUnits, barePath, toPath, forHex}
	exploitArgs = []orders.Param{how("none", "lead"), someUnits, forHex}
	attackArgs  = []orders.Param{hexArg, as(unitsArg, "with", "with"), opt(leadArg), opt(gunsArg), opt(barrageArg), opt(cbArg), opt(tankArg), opt(stossArg)}
)

// attackClauses may follow an attack: its guns and its lead, and what follows whatever the dice show.
var attackClauses = []orders.Verb{
	{Name: "lead", Rule: "SO-12.2.3a", Args: []orders.Param{as(unitArg, "lead", "")}},
	{Name: "artillery", Rule: "SO-12.2.2b", Args: []orders.Param{as(unitsArg, "artillery", "")}},
	{Name: "barrage", Rule: "SO-12.2.2a", Args: []orders.Param{{Name: "barrage", Kind: orders.KindWord, Words: words("all", "corps")}}},
	{Name: "cb", Rule: "SO-12.2.2c", Args: []orders.Param{{Name: "cb", Kind: orders.KindNumber}}},
	{Name: "tank", Rule: "SO-15.4.2a", Args: []orders.Param{as(unitArg, "tank", "")}},
	{Name: "stoss", Rule: "SO-15.3b", Args: []orders.Param{{Name: "stoss", Kind: orders.KindWord, Words: words("use", "none")}}},
	{Name: "advance", Rule: "SO-12.4", Args: advanceArgs},
	{Name: "exploit", Rule: "SO-14.0a", Args: exploitArgs},
}

// combatOrders are the attacks (SO-12.1, SO-14.1).
var combatOrders = []order{
	{Verb: orders.Verb{Name: "attack", Rule: "SO-12.1a", Phases: []string{"combat", "exploit"}, Args: attackArgs, Clauses: attackClauses}, Check: mayOrderAttack, Options: attackIdeas},
	{Verb: orders.Verb{Name: "assault", Rule: "SO-14.1a", Phases: []string{"exploit"}, Args: attackArgs, Clauses: attackClauses}, Check: mayOrderAttack, Options: attackIdeas, Sure: true},
}

// mayOrderAttack is the legality test of an attack line. In a letter for all phases written before the movement, it is
// not yet known where units will stand, so the line is tested when its combat comes.
func mayOrderAttack(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if k.Rhythm == merged && k.Phase == "move" && s == k.Phasing {
		return k.mayPlanAttack(s, l)
	}
	_, why := k.whoAttacks(s, l, l.Verb == "assault" || l.Phase == "exploit")
	if n := numberOf(l, "cb", 0); why == nil && n < 0 {
		why = refuse("number-below", "SO-12.2.2c", table.A("n", n))
	}
	return why
}

// mayPlanAttack tests what no movement can change: combat units are to attack, and the hex can be entered.
func (g *Game) mayPlanAttack(s seat, l table.Line) *table.Refusal {
	hex := orders.Value(l.Args, "hex")
	if !g.net.open(hex) {
		return refuse("nobody-there", "SO-12.1a", table.A("hex", hex))
	}
	for _, word := range orders.List(l.Args, "with") {
		if u := g.unit(word); u != nil && !g.fights(u) {
			return refuse("no-combat-unit", "SO-3d", table.A("unit", word), table.A("hex", hex))
		}
	}
	return nil
}

// attackIdeas proposes attacks on each enemy hex in reach: with all units that can, and with each unit alone, always with
// all artillery.
func attackIdeas(k *Game, s table.Seat, phase string) (out []string) {
	exploit := phase == "exploit"
	verb := "attack "
	if exploit {
		verb = "assault "
	}
	var hexes []string
	for _, id := range k.of(other(s), "", k.ground) {
		hexes = table.With(hexes, k.unit(id).Hex)
	}
	slices.Sort(hexes)
	for _, hex := range hexes {
		var can []string
		for _, near := range k.around(hex) {
			can = append(can, k.of(s, near, func(u *Formation) bool { return k.mayJoin(u, hex, exploit) == nil })...)
		}
		if len(can) == 0 || k.mayBeAttacked(s, hex) != nil {
			continue
		}
		if len(can) > 1 {
			out = append(out, verb+hex+" with "+strings.Join(can, ", ")+" barrage all")
		}
		for _, id := range can {
			out = append(out, verb+hex+" with "+id)
		}
	}
	return out
}

// policyOrders are choices that follow the dice and that a player makes beforehand: order lines of the phasing player for
// his combats, with conditions on results, and standing orders of either side.
var policyOrders = []order{
	{Verb: orders.Verb{Name: "advance", Rule: "SO-12.4", Phases: afterCombat, Standing: true, Args: advanceArgs}},
	{Verb: orders.Verb{Name: "exploit", Rule: "SO-14.0a", Phases: afterCombat, Standing: true, Args: exploitArgs}},
	{Verb: orders.Verb{Name: "leads", Rule: "SO-12.2.3a", Phases: afterCombat, Standing: true, Args: []orders.Param{unitsArg, forHex}}},
	{Verb: orders.Verb{Name: "losses", Rule: "SO-12.2.8j", Phases: afterCombat, Standing: true, Args: []orders.Param{unitsArg, forHex}}},
	{Verb: orders.Verb{Name: "shaken", Rule: "SO-12.2.8k", Phases: afterCombat, Standing: true, Args: []orders.Param{unitsArg, forHex}}},
	{Verb: orders.Verb{Name: "sacrifice", Rule: "SO-12.2.8i", Phases: afterCombat, Standing: true, Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("always", "never", "whole")}, forHex}}, Options: sacrificeIdeas},
	{Verb: orders.Verb{Name: "counter", Rule: "SO-12.2.2c", Phases: afterCombat, Standing: true, Args: []orders.Param{{Name: "n", Kind: orders.KindNumber}, forHex}}},
	{Verb: orders.Verb{Name: "recoil", Rule: "SO-12.2.6s", Phases: afterCombat, Standing: true, Args: []orders.Param{someUnits, towardArg, forHex}}},
	{Verb: orders.Verb{Name: "withdraw", Rule: "SO-13.0b", Phases: []string{"disengage"}, Standing: true,
		Args: []orders.Param{how("none"), someUnits, opt(as(unitArg, "with", "with")), byPath, towardArg, forHex,
			opt(orders.Param{Name: "r2", Kind: orders.KindNumber, Prefix: "r2"}), opt(orders.Param{Name: "r3", Kind: orders.KindNumber, Prefix: "r3"})}}, Check: mayOrderWithdraw},
	{Verb: orders.Verb{Name: "artillery", Rule: "SO-12.2.2b", Standing: true, Only: true,
		Args: []orders.Param{how("all", "corps", "none"), someUnits, keepArg,
			opt(orders.Param{Name: "cb", Kind: orders.KindNumber, Prefix: "cb"}), opt(orders.Param{Name: "when", Kind: orders.KindNumber, Prefix: "against"}),
			opt(as(unitsArg, "counter", "counter")), forHex}}},
	{Verb: orders.Verb{Name: "retreat", Rule: "SO-12.2.6f", Standing: true, Only: true,
		Args: []orders.Param{how("never", "always", "enough"), someUnits, upToArg,
			opt(orders.Param{Name: "min", Kind: orders.KindNumber, Prefix: "from"}), towardArg, byPath, keepArg,
			{Name: "what", Kind: orders.KindWord, Optional: true, Claim: true, Words: words("reserve", "reserves")}, forHex}}},
	{Verb: orders.Verb{Name: "reaction", Rule: "SO-12.2.6f", Standing: true, Only: true, Args: []orders.Param{how("never", "nearest"), someUnits, barePath, toPath, keepArg, forHex}}},
	{Verb: orders.Verb{Name: "unmark", Rule: "SO-12.2.6j", Standing: true, Only: true, Args: []orders.Param{how("never"), {Name: "units", Kind: orders.KindEnemy, Repeated: true, Optional: true}, forHex}}},
	{Verb: orders.Verb{Name: "confuse", Rule: "SO-12.2.6r", Standing: true, Only: true, Args: []orders.Param{{Name: "units", Kind: orders.KindEnemy, Repeated: true}, forHex}}},
	{Verb: orders.Verb{Name: "misdirect", Rule: "SO-12.2.6q", Standing: true, Phases: afterCombat, Args: []orders.Param{{Name: "units", Kind: orders.KindEnemy, Repeated: true}, as(hexArg, "to", "to")}}},
	{Verb: orders.Verb{Name: "drive", Rule: "SO-13.0d", Standing: true, Only: true, Args: []orders.Param{towardArg, byPath, forHex}}},
	{Verb: orders.Verb{Name: "crowd", Rule: "SO-12.3f", Standing: true, Only: true, Args: []orders.Param{{Name: "how", Kind: orders.KindWord, Words: words("on", "stay")}}}},
}
