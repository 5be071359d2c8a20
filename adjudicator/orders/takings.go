package orders

import (
	"strconv"
	"strings"
)

// Taking is a reply that takes a line which a letter offers in the place of one that it numbers: "1 yes", "3 b".
type Taking struct {
	Number int // of the line; 0 where the player gave none
	Option int // 1 for "a", the first that is offered; 0 for "yes", the only one
}

// Takings reads a line that holds nothing but such replies: "yes", "1 yes, 3b", "lines 1 and 2: yes, please". ok reports whether it does.
func (s *Speech) Takings(text string) (list []Taking, ok bool) {
	if len(text) > MostLine {
		return nil, false
	}
	var numbers []int // those for which the word is still to come
	said := func(option int) {
		if len(numbers) == 0 {
			numbers = []int{0}
		}
		for _, n := range numbers {
			list = append(list, Taking{n, option})
		}
		numbers = nil
	}
	for _, part := range s.replies(text) {
		digits := len(part) - len(strings.TrimLeft(part, "0123456789"))
		if digits > 0 {
			n, err := strconv.Atoi(part[:digits])
			if err != nil || n == 0 {
				return nil, false
			}
			numbers = append(numbers, n)
		}
		word := strings.Trim(part[digits:], " .:)(")
		if word == "" {
			continue
		}
		option, chosen := s.choice(word)
		if !chosen {
			return nil, false
		}
		said(option)
	}
	return list, len(list) > 0 && len(numbers) == 0
}

// choice reads the letter of a line that is offered, 1 for "a", or a word that agrees, 0.
func (s *Speech) choice(text string) (option int, ok bool) {
	if len(text) == 1 && text[0] >= 'a' && text[0] <= 'z' {
		return int(text[0]-'a') + 1, true
	}
	if s.Means("assent", text) {
		return 0, true
	}
	if words := s.WithoutPleas(strings.Fields(text)); len(words) < len(strings.Fields(text)) {
		return s.choice(strings.Trim(strings.Join(words, " "), " .:)("))
	}
	return 0, false
}

// replies returns the parts of a line of short replies, folded, without what only joins them, thanks for them or says that a line has a number.
func (s *Speech) replies(text string) (parts []string) {
	for _, clause := range strings.FieldsFunc(Fold(text), func(r rune) bool { return strings.ContainsRune(",;!", r) }) {
		var part []string
		for _, w := range strings.Fields(clause) {
			switch {
			case s.IsAnd(w):
				parts, part = append(parts, strings.Join(part, " ")), nil
			case len(part) > 0 || !s.Means("withdrawn", w):
				part = append(part, w)
			}
		}
		if rest := strings.Trim(strings.Join(part, " "), " ."); !s.has(&s.pleas, rest) {
			parts = append(parts, rest)
		}
	}
	for i, part := range parts {
		parts[i] = strings.TrimLeft(part, " (")
	}
	return parts
}

// mostAmending is how many words may begin a change.
const mostAmending = 4

// Amending returns a line without the words before it that only say that it changes what was said: "rather at E6", "I meant E6".
func (s *Speech) Amending(text string) string {
	words := strings.Fields(text)
	for n := min(mostAmending, len(words)-1); n > 0; n-- {
		if s.Means("amending", strings.Trim(strings.Join(words[:n], " "), ".,:;!")) && !s.Means("comparing", words[n]) {
			return strings.Join(words[n:], " ")
		}
	}
	return text
}
