package adjudicator

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Needless begins the remark on a line that says of units what they do without an order: "orders.needless 1 the others stay where they are".
const Needless = "orders.needless"

// RestFault is the code of a line that says of a unit that it stays where it is, while another line that stands has it do something.
const RestFault = "orders.ordered-otherwise"

// rest notes the lines of a mail that say of units what they do without an order. Where an earlier mail has ordered something for one of them that
// this one does not replace, the player must say which of the two he means.
func (r *reader) rest(lines []orders.Rest) {
	for _, l := range lines {
		standing := r.standing(l.Units)
		if len(standing) == 0 {
			r.out.Orders.Ignored = append(r.out.Orders.Ignored, Needless+" 1 "+l.Typed)
			continue
		}
		number := r.fresh()
		r.out.Orders.Faults = append(r.out.Orders.Faults, events.Fault{
			Number: int64(number), Typed: l.Typed, Code: RestFault, Args: []events.Option{{Name: "lines", Value: strings.Join(standing, " ")}, {Name: "own", Value: strconv.Itoa(number)}},
		})
	}
}

// standing returns the numbers of the lines on the desk that have one of some units do something, after this mail.
func (r *reader) standing(units []string) (numbers []string) {
	for _, l := range r.m.Desk(r.seat).draft {
		replaced := slices.Contains(r.out.Orders.Phases, l.Phase) || slices.Contains(r.out.Orders.Replaces, l.ID)
		if !replaced && slices.ContainsFunc(r.actors(l), func(a table.Arg) bool {
			return slices.ContainsFunc(strings.Split(a.Value, ","), func(id string) bool { return slices.Contains(units, id) })
		}) {
			numbers = append(numbers, strconv.FormatInt(l.Number, 10))
		}
	}
	return numbers
}
