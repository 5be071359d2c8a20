package orders

import (
	"slices"
	"strings"
)

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

// covering returns where the longest words at i end for a deed that a line like this one can mean, and their deeds. short is set where longer ones mean
// another deed: what is read in the shorter ones must then be allowed.
func (e *everyday) covering(i, end int) (to int, deeds []int, short bool) {
	to, deeds = e.longest(i, end)
	for len(deeds) > 0 && len(e.possible(deeds)) == 0 {
		to, deeds = e.longest(i, to-1)
		short = true
	}
	return to, deeds, short
}

// possible leaves out the deeds of verbs that can only stand where the line does not say that it does, and those of settings whose time it is not.
func (e *everyday) possible(deeds []int) []int {
	if e.stands {
		return deeds
	}
	return slices.DeleteFunc(slices.Clone(deeds), func(n int) bool {
		v := e.words.deeds[n].verb
		setting := v.Standing && !slices.Contains(e.words.shelling, v.Name) && !slices.Contains(e.words.joint, v.Name) &&
			!slices.Contains(e.words.besides, n) && !slices.Contains(e.words.turning, n) && !slices.Contains(e.words.going, n)
		return v.Only || setting && e.judge != nil && e.judge(Line{Verb: v.Name}) <= Untimely
	})
}
