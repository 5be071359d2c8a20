package conflict

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// vain refuses a standing order that can never be carried out; it is not cut down to the part that could be.
func vain(k *Game, s table.Seat, l table.Line, _ []table.Line) *table.Refusal {
	return standingFlaw(k, s, l)
}

// standingFlaw is the legality test of a standing order that holds whatever the position.
func standingFlaw(k *Game, s table.Seat, l table.Line) *table.Refusal {
	if !l.Standing {
		return nil
	}
	most := k.doc.Tables.CapOnDice
	how := said(l.Args, "how")
	switch l.Verb {
	case "bid":
		if n, _ := strconv.Atoi(said(l.Args, "cap")); n > most {
			return refuse("standing-cap", "CH-3.2.4a")
		}
	case "cap":
		for _, pair := range strings.Split(said(l.Args, "settings"), ",") {
			what, value, _ := strings.Cut(pair, "=")
			n, err := strconv.Atoi(value)
			if err != nil {
				return refuse("standing-number", "CH-3.2.3a")
			}
			if n > most && what != "need" && what != "reserve" {
				return refuse("standing-cap", "CH-3.2.3a")
			}
		}
	case "passing":
		if how != "wait" && said(l.Args, "max") != "" {
			return refuse("standing-max", "CH-2.2g")
		}
	case "stop":
		if how == "" && said(l.Args, "settings") == "" {
			return refuse("standing-stop", "CH-PBEM")
		}
	case "entered":
		to := said(l.Args, "to") != ""
		if how == "retreat" && !to || how != "retreat" && to || how == "ignore" && said(l.Args, "by") != "" {
			return refuse("standing-entered", "CH-7.7.3i")
		}
	case "react":
		return k.reactFlaw(s, l)
	}
	return nil
}

// reactFlaw tests the actions of a standing reaction.
func (k *Game) reactFlaw(s table.Seat, l table.Line) *table.Refusal {
	if len(l.Clauses) == 0 {
		return refuse("standing-react", "CH-SM-b")
	}
	for _, c := range l.Clauses {
		if r := k.flaw(k.reading(s, c.Verb, c.Args, nil)); r != nil {
			return refuse("standing-action", r.Rule)
		}
		if c.Verb == "play" {
			if r := otherwise(orders.Value(c.Args, "card")); r != nil {
				return r
			}
		}
	}
	return nil
}
