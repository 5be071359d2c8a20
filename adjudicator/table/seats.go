package table

// seated is a part of a position or a document that belongs to a seat, such as its camp. A pointer to it says whose it is.
type seated[T any] interface {
	*T
	Whose() Seat
}

// Whose returns the seat of a party.
func (p *Party) Whose() Seat { return Seat(p.ID) }

// SeatsOf lists the seats to which the parts of a list belong, in its order.
func SeatsOf[T any, P seated[T]](list []T) []Seat {
	var out []Seat
	for i := range list {
		out = append(out, P(&list[i]).Whose())
	}
	return out
}

// SeatsWhere lists the seats to which those parts of a list belong for which is returns true, in its order.
func SeatsWhere[T any, P seated[T]](list []T, is func(P) bool) (out []Seat) {
	for i := range list {
		if p := P(&list[i]); is(p) {
			out = append(out, p.Whose())
		}
	}
	return out
}

// IndexOf returns the index of a seat's part in a list, or -1 if it has none.
func IndexOf[T any, P seated[T]](list []T, s Seat) int {
	for i := range list {
		if P(&list[i]).Whose() == s {
			return i
		}
	}
	return -1
}

// PartOf returns a seat's part of a list, or nil if it has none.
func PartOf[T any, P seated[T]](list []T, s Seat) *T {
	if i := IndexOf[T, P](list, s); i >= 0 {
		return &list[i]
	}
	return nil
}

// Opponent returns the first seat of a list that is not s, which is the other one in a game of two.
func Opponent[T any, P seated[T]](list []T, s Seat) Seat {
	for i := range list {
		if o := P(&list[i]).Whose(); o != s {
			return o
		}
	}
	return ""
}

// Only returns some seats if they may order, such as in a phase that would be empty otherwise, else none.
func Only(may bool, seats ...Seat) []Seat {
	if !may {
		return nil
	}
	return seats
}
