package modernbattles

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

var words = orders.Choices

// Parameters that many verbs share.
var (
	ownUnit  = orders.Param{Name: "unit", Kind: orders.KindOwn}
	ownUnits = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true}
	someOwn  = orders.Param{Name: "units", Kind: orders.KindOwn, Repeated: true, Optional: true, Prefix: "of"}
)

// playPhases are the phases in which the active player gives orders.
var playPhases = []string{"charges", "movement", "air", "shooting"}

var commonOrders = []table.Order[*Game]{
	{Verb: orders.Verb{Name: "surrender", Alone: true, Rule: "MB-B24", Phases: playPhases}},
}

// condition is a word after "if" or "when".
type condition = table.Condition[*Game]

// conditions are the words after "if" and "when": things that a player can see for himself.
var conditions = []condition{
	{Condition: orders.Condition{Name: "{unit} suppressed", Args: []orders.Param{{Name: "unit", Kind: orders.KindUnit}}, Rule: "MB-10c"}, Holds: inState("suppressed")},
	{Condition: orders.Condition{Name: "{unit} fleeing", Args: []orders.Param{{Name: "unit", Kind: orders.KindUnit}}, Rule: "MB-10g"}, Holds: inState("fleeing")},
	{Condition: orders.Condition{Name: "{unit} out", Args: []orders.Param{{Name: "unit", Kind: orders.KindUnit}}, Rule: "MB-B24"}, Holds: inState("out")},
}

func inState(state string) func(*Game, table.Seat, []table.Arg) bool {
	return func(k *Game, _ table.Seat, args []table.Arg) bool {
		u := k.unit(bare(orders.Value(args, "unit")))
		if u == nil {
			return false
		}
		if state == "out" {
			return u.Out != "" || u.Tank.Wreck || u.alive() == 0
		}
		return u.Out == "" && u.State == state
	}
}

// bare drops the side from the name of an enemy.
func bare(id string) string {
	if _, after, ok := strings.Cut(id, "."); ok {
		return after
	}
	return id
}

// refuse makes a refusal whose code is a word key of this game.
var refuse = table.Refusals("mb.")

// inchText writes a length in tenths as inches: 24.2.
func inchText(tenths int) string {
	if tenths < 0 {
		return "-" + inchText(-tenths)
	}
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
}

// spotText writes a point as players do: 34.5,12.0.
func spotText(p Point) string { return inchText(p.X) + "," + inchText(p.Y) }
