package orders

import "strings"

// Words without what is tied to them: the ending of a plural, « l' ».

// singular returns a word or phrase as it stands, and without the ending of a plural.
func (s *Speech) singular(words string) []string {
	out := []string{words}
	for _, ending := range s.plurals {
		if one, ok := strings.CutSuffix(words, ending); ok && len(one) > 1 {
			out = append(out, one)
			if first, rest, several := strings.Cut(one, " "); several { // « autos blindées »
				for _, ending := range s.plurals {
					if first, ok := strings.CutSuffix(first, ending); ok && len(first) > 1 {
						out = append(out, first+" "+rest)
					}
				}
			}
		}
	}
	return out
}

// unelided returns a folded word without what is tied to it: « d'un » is "un".
func (s *Speech) unelided(word string) string {
	if strings.IndexByte(word, '\'') < 0 {
		return word
	}
	for i := range s.tongues {
		for _, tied := range s.tongues[i].Elided {
			if rest, ok := strings.CutPrefix(word, Fold(tied)); ok {
				return rest
			}
		}
	}
	return word
}
