package orders

import "strings"

// Words that belong to a verb and stand apart from it, and those around a verb that are no way.

// turnedBy reports whether the word at i is one that people say around a verb, and is called as a direction or a place: « se ».
func (e *everyday) turnedBy(i int) bool {
	_, way, _ := e.compass().find(e.atoms[i].key)
	if !way {
		_, _, way = e.placeAt(i, i+1)
	}
	return way && e.idle(i)
}

// later reports whether words stand behind i.
func (e *everyday) later(words string, i, end int) bool {
	for j := i; j < end; j++ {
		if e.standsAt(words, j, end) > j {
			return true
		}
	}
	return false
}

// standsAt returns where words end that stand at i, or i if others do.
func (e *everyday) standsAt(words string, i, end int) int {
	j := i
	for word := range strings.FieldsSeq(words) {
		if j >= end || e.atoms[j].key != word {
			return i
		}
		j++
	}
	return j
}
