package adjudicator

import "slices"

// Choice is which letters a player wants, besides those of play itself, which every player gets.
type Choice struct {
	Off []string // the usual kinds that he declines
	On  []string // the unusual kinds that he wants
}

// Kinds of letters that a player may decline, and those that he may ask for.
const (
	Reminders        = "reminders" // a deadline draws near, or has passed
	Deadlines        = "deadlines" // a deadline has moved by an outage or a time bank
	News             = "news"      // about other players: they left, came, or cannot be reached
	Messages         = "messages"  // from other players
	CopiesOfMessages = "copies"    // of messages of one's own
	Pictures         = "pictures"  // the map as a picture, in the letter and attached
	Calendar         = "calendar"  // the deadline as a calendar file
	Machine          = "data"      // the position as a file for programs
	Arrivals         = "arrivals"  // another seat's orders are in
	Progress         = "progress"  // every report at once, also when there is nothing to do
)

// Usual lists the kinds of letters that every player gets unless he declines them.
func Usual() []string {
	return []string{Reminders, Deadlines, News, Messages, CopiesOfMessages, Pictures, Calendar, Machine}
}

// Unusual lists the kinds of letters that a player gets only if he asks for them.
func Unusual() []string { return []string{Arrivals, Progress} }

// topics are the kinds that owed letters belong to; what is not listed cannot be declined.
var topics = map[string]string{"unreachable": News, "vacated": News, "arrival": Arrivals}

// Gets reports whether the player gets letters of a kind; "" is play itself.
func (c Choice) Gets(kind string) bool {
	if slices.Contains(Unusual(), kind) {
		return slices.Contains(c.On, kind)
	}
	return !slices.Contains(c.Off, kind)
}

// With returns the choice after a kind is asked for or declined.
func (c Choice) With(kind string, wanted bool) Choice {
	off := slices.DeleteFunc(slices.Clone(c.Off), func(k string) bool { return k == kind })
	on := slices.DeleteFunc(slices.Clone(c.On), func(k string) bool { return k == kind })
	unusual := slices.Contains(Unusual(), kind)
	if wanted && unusual {
		on = append(on, kind)
	} else if !wanted && !unusual {
		off = append(off, kind)
	}
	slices.Sort(off)
	slices.Sort(on)
	return Choice{Off: off, On: on}
}
