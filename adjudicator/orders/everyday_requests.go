package orders

import "strings"

// A question that says please is a request, whatever mark it ends with: "could US-T1 please drive to the crossroads?", « pourriez-vous avancer, s'il vous
// plaît ? ». It is read without the words and the mark that make a question of it. A question that does not say please asks what can be done.

// requested reads the line from i on if it is a request.
func (r *reader) requested(i int) []reading {
	text := r.unasked(i)
	if text == "" {
		return nil
	}
	return r.rewritten(text).readAgain(text)
}

// unasked returns the line from i on without the words and the mark that make a question of a request, or "" if it is none.
func (r *reader) unasked(i int) string {
	end := len(r.atoms)
	if r.asks() {
		end--
	}
	if !r.begs(i, end) {
		return ""
	}
	var kept []string
	from, asks := i, false
	for j := i; j < end; {
		next, ok := r.keyword(&r.g.requests, j, end)
		if !ok {
			next, ok = r.keyword(&r.g.modals, j, end)
		}
		if !ok {
			j++
			continue
		}
		if from < j {
			kept = append(kept, r.raw(from, j))
		}
		asks, from, j = true, next, next
	}
	if !asks {
		return ""
	}
	if from < end {
		kept = append(kept, r.raw(from, end))
	}
	return strings.Join(kept, " ")
}

// begs reports whether one of the atoms from i to end says please.
func (r *reader) begs(i, end int) bool {
	for j := i; j < end; j++ {
		if _, plea := r.keyword(&r.g.pleas, j, end); plea {
			return true
		}
	}
	return false
}
