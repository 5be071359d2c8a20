package brushbrothers_test

import (
	"fmt"

	"fieldpost/adjudicator/table"
)

// account is what was told of one unit in a turn.
type account struct {
	at          string // where its last step ended; "" where somebody may have carried it since
	activations int
	points      int // of its moves
	drives      int
}

// told tells what is wrong with a row of facts: a step that is none, a step from where the unit does not stand, a second
// activation in a turn, a move beyond three points and the fourth of the bold (BB-3.2a, BB-A1.3b), a vehicle beyond three
// actions of 3 UD and the road's one (BB-10.5, BB-10.6), hits and saves that the dice told do not give.
func told(facts []table.Fact) error {
	units := map[string]*account{}
	for _, f := range facts {
		arg := map[string]any{}
		for _, a := range f.Args {
			arg[a.Name] = a.Value
		}
		if f.Kind == "turn-begins" {
			units = map[string]*account{}
			continue
		}
		name := fmt.Sprint(arg["unit"])
		u := units[name]
		if u == nil {
			u = &account{}
			units[name] = u
		}
		if err := u.goes(f.Kind, name, arg); err != nil {
			return err
		}
		if err := adds(f.Kind, name, arg); err != nil {
			return err
		}
	}
	return nil
}

// goes enters one fact into the account of its unit.
func (u *account) goes(kind, name string, arg map[string]any) error {
	switch kind {
	case "activation", "activated-automatically":
		if u.activations++; u.activations > 1 {
			return fmt.Errorf("%s is activated twice in a turn (BB-2.3)", name)
		}
	case "embarks", "hitched", "gets-off", "deployed", "no-room-back", "overrun-back":
		u.at = ""
	case "move", "drive", "retreat", "steps-aside", "takes-position":
		from, to := fmt.Sprint(arg["from"]), fmt.Sprint(arg["to"])
		if kind == "takes-position" {
			to = fmt.Sprint(arg["at"])
		}
		if steps(from, to) != 1 {
			return fmt.Errorf("%s: %s from %s to %s is no step", name, kind, from, to)
		}
		if u.at != "" && u.at != from {
			return fmt.Errorf("%s stands at %s and goes from %s", name, u.at, from)
		}
		u.at = to
		if kind == "drive" {
			u.drives++
		}
		if n, ok := arg["points"].(int); ok {
			u.points += n
		}
		if u.points > 4 || u.drives > 12 {
			return fmt.Errorf("%s has moved for %d points, driven %d UD", name, u.points, u.drives)
		}
	}
	return nil
}

// adds holds hits and saves against the dice that were told with them.
func adds(kind, name string, arg map[string]any) error {
	dice, ok := arg["dice"].(table.Sum)
	need, known := arg["need"].(table.Sum)
	hits, counted := arg["hits"].(int)
	switch {
	case kind == "save":
		if through := arg["through"].(int); through < 0 || through > hits || len(dice.Dice()) != hits {
			return fmt.Errorf("%s saves %d hits with %d dice and %d come through", name, hits, len(dice.Dice()), through)
		}
	case kind == "to-hit" || kind == "strike" || kind == "grenade-dice" || kind == "tank-defends":
		n := 0
		for _, d := range dice.Dice() {
			if d >= need.Total() {
				n++
			}
		}
		if !ok || !known || !counted || n != hits {
			return fmt.Errorf("%s: %v against %v are told as %d hits", name, dice.Dice(), need.Total(), hits)
		}
	}
	return nil
}
