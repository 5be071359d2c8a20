package orders

import (
	"strconv"
	"strings"
)

// Header is the line before the orders: "ORDERS michael-7 turn 3 foot". What was left out is zero.
type Header struct {
	Game  string
	Turn  int // binds all lines of the block
	Phase string
}

// header returns a reader of a line that stands outside the orders.
func (s *Speech) header(line string) *reader {
	guesses, work := 1, mostWork
	return &reader{typed: read(strings.TrimSpace(clip(line, 300))), g: &Grammar{Speech: s}, thorough: true, guesses: &guesses, work: &work}
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

// ParseHeader reads the line that begins a block of orders. ok reports whether the line is one; prose that happens to begin with the word
// is not. If the header cannot be read in full, f says why.
func (s *Speech) ParseHeader(line string) (h Header, ok bool, f Fault) {
	if len(line) > MostLine {
		return h, false, f
	}
	r := s.header(line)
	end := len(r.atoms)
	i, found := r.keyword(&r.g.headWords, 0, end)
	if !found {
		return h, false, f
	}
	turn := end
	for j := i; j < end; j++ {
		if next, is := r.keyword(&r.g.turnWords, j, end); is && (next == end || hasDigit(r.atoms[next].key) || end-next <= 2) {
			turn = j
			break
		}
	}
	if n, is := r.keyword(&r.g.gameWords, i, turn); is && n < turn {
		i = n
	}
	if i < turn {
		next := r.chunk(i, turn)
		h.Game = r.raw(i, next)
		i = next
	}
	if i == end {
		return h, true, f
	}
	if i != turn && !r.turnMeant(i, end) {
		return Header{}, false, f
	}
	i, found = r.keyword(&r.g.turnWords, i, end)
	if !found && hasDigit(r.atoms[end-1].key) && end-i == 2 { // "ORDERS michael-7 tunr 3"
		r.wrong("orders.header-turn", i, i+1, texts(r.g.suggested(func(t *Tongue) [][]string { return [][]string{t.Turn[:1]} })))
		return h, true, r.faults[0]
	}
	value, next, ok := "", i, false
	if i < end {
		value, next, ok = r.number(i, end)
	}
	h.Turn, _ = strconv.Atoi(value)
	if !ok || h.Turn < 1 {
		r.fault("orders.header-turn", r.after(i), arg("word", r.raw(i, end)))
		if i < end {
			r.faults[0].Column = r.column(i)
		}
		return h, true, r.faults[0]
	}
	if n, is := r.keyword(&r.g.phaseWords, next, end); is {
		next = n
	}
	h.Phase = strings.Join(strings.Fields(r.raw(next, end)), " ")
	return h, true, f
}

// turnMeant reports whether a turn was meant at i although the word is missing or mistyped: "ORDERS michael-7 3".
func (r *reader) turnMeant(i, end int) bool {
	if _, _, ok := r.number(i, end); ok {
		return end-i <= 2
	}
	_, _, ok := r.number(end-1, end)
	return ok && end-i == 2
}

// Header writes a header in a language, as ParseHeader reads it.
func (s *Speech) Header(h Header, l Lang) string {
	t := s.in(l)
	words := []string{strings.ToUpper(t.Orders[0])}
	if h.Game != "" {
		words = append(words, h.Game)
	}
	if h.Turn > 0 {
		words = append(words, t.Turn[0], itoa(h.Turn))
	}
	if h.Phase != "" && h.Turn > 0 {
		words = append(words, h.Phase)
	}
	return strings.Join(words, " ")
}

// IsEnd reports whether a line ends a block of orders: END alone.
func (s *Speech) IsEnd(line string) bool {
	if len(line) > 60 {
		return false
	}
	r := s.header(line)
	next, ok := r.keyword(&r.g.endWords, 0, len(r.atoms))
	return ok && next == len(r.atoms)
}

// Reply is an answer to a question as it was typed. Question is its number in the letter, 0 where the player gave none. Choice is the
// number or letter of an option ("3a"); if it fits none, Text is the answer written out.
type Reply struct {
	Question int
	Choice   string
	Text     string
}

// Split reads a Choice such as "3a" as question 3, option a, which is what it means if a letter asked several questions.
func (r Reply) Split() (question int, option string, ok bool) {
	n := 0
	for n < len(r.Choice) && r.Choice[n] >= '0' && r.Choice[n] <= '9' {
		n++
	}
	if r.Question != 0 || n == 0 || n == len(r.Choice) {
		return r.Question, r.Choice, r.Question != 0
	}
	question, err := strconv.Atoi(r.Choice[:n])
	return question, r.Choice[n:], err == nil
}

// ParseReplies reads a line of answers: "3a", "1: b", "answer 2 b", "1b, 2c", "2: toward D5". ok reports whether the line is one.
func (s *Speech) ParseReplies(line string) (replies []Reply, ok bool, f Fault) {
	if len(line) > MostLine {
		return nil, false, f
	}
	r := s.header(line)
	end := len(r.atoms)
	i := r.bullets(0)
	asked := false
	for n, is := r.keyword(&r.g.answerWords, i, end); is; n, is = r.keyword(&r.g.answerWords, i, end) {
		i, asked = n, true
	}
	if i >= end {
		if asked {
			r.fault("orders.answer", r.after(i))
			return nil, true, r.faults[0]
		}
		return nil, false, f
	}
	if n, err := strconv.Atoi(r.atoms[i].key); err == nil && n > 0 && i+1 < end {
		j := i + 1
		for j < end && (r.is(j, ":") || r.is(j, ".") || r.is(j, ")")) {
			j++
		}
		if j < end && (j > i+1 || asked) {
			reply := Reply{Question: n, Text: strings.Join(strings.Fields(r.raw(j, end)), " ")}
			if j+1 == end && isChoice(r.atoms[j].key) {
				reply.Choice = r.atoms[j].key
			}
			return []Reply{reply}, true, f
		}
	}
	for ; i < end; i++ {
		switch {
		case r.is(i, ",") || r.is(i, ";"):
		case isChoice(r.atoms[i].key):
			replies = append(replies, Reply{Choice: r.atoms[i].key, Text: r.atoms[i].key})
		case asked:
			r.wrong("orders.answer", i, i+1, nil)
			return nil, true, r.faults[0]
		default:
			return nil, false, f
		}
	}
	return replies, len(replies) > 0, f
}

// isChoice reports whether a word is the number or letter of an option: "3", "b", "3a".
func isChoice(w string) bool {
	n := 0
	for n < len(w) && w[n] >= '0' && w[n] <= '9' {
		n++
	}
	rest := w[n:]
	return n <= 3 && len(w) > 0 && (rest == "" || len(rest) == 1 && rest[0] >= 'a' && rest[0] <= 'z')
}
