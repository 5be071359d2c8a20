package landships

// constant gives a plain number of the rules by its id: 3 for "wire-mr". The document's check sees to it that every id
// that the rules ask for is there; an unknown one is 0.
func (g *Game) constant(id string) int {
	for _, c := range g.doc.Tables.Constants {
		if c.ID == id {
			return c.Value
		}
	}
	return 0
}

// number reads a chart that gives a number for a span: the entry of the greatest From that is not above n. Below the first
// entry there is no number.
func number(chart []Number, n int) (value int, ok bool) {
	for _, e := range chart {
		if e.From <= n {
			value, ok = e.Value, true
		}
	}
	return value, ok
}

// nationValue gives the value of a nation, or that of all others (LS-16.11a).
func nationValue(list []NationValue, nation string) int {
	value := 0
	for _, v := range list {
		if v.Nation == nation {
			return v.Value
		}
		if v.Nation == others {
			value = v.Value
		}
	}
	return value
}

// others are the nations that a list does not name.
const others = "others"
