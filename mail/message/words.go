package message

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/width"

	"fieldpost/adjudicator/orders"
	"fieldpost/scenarios"
)

// plainText makes what keyboards and mail programs embellish plain again: curly quotes, long dashes, full-width letters,
// runs of white space, the asterisks that a bold line leaves in plain text.
func plainText(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if !ascii {
		s = strings.Map(plainRune, width.Fold.String(s))
		s = strings.ReplaceAll(s, "…", "...")
	}
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 2 && s[0] == '*' && s[len(s)-1] == '*' && strings.Count(s, "*") == 2 {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	return s
}

func plainRune(r rune) rune {
	switch r {
	case '‘', '’', '‚', '‛', '′', '`', '´':
		return '\''
	case '“', '”', '„', '‟', '″', '«', '»':
		return '"'
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹣', '－':
		return '-'
	case '、':
		return ','
	case '。':
		return '.'
	}
	return r
}

// vocabulary is what players write around their orders, in all languages.
type vocabulary struct {
	tongues     []orders.Tongue // English first
	header, end *regexp.Regexp
	turn        *regexp.Regexp // what follows the game in a header
	first       [256]bool      // bytes with which a header can begin
	commands    map[string]spoken
	games       []string        // what follows NEW: "game"
	loud        map[string]bool // commands that can also begin a sentence, in upper case: in lower case they are not commands

	withdrawing, withdrawn, beside phrases // of a withdrawal in everyday words: its verbs, what is taken back, and what says nothing
}

// spoken is a word of a command.
type spoken struct {
	command string // its English name
	lang    string // the first language that has the word
}

// ourWords are those of the files that the program carries.
var ourWords = sync.OnceValue(func() *vocabulary {
	v := &vocabulary{commands: map[string]spoken{}, loud: map[string]bool{}, withdrawing: phrases{}, withdrawn: phrases{}, beside: phrases{}}
	for _, lang := range scenarios.Languages("") {
		var t orders.Tongue
		if _, err := scenarios.OrderWords("", lang, &t); err != nil {
			panic(fmt.Sprintf("mail: our own words: %v", err)) // a fault of the program: a test loads them all
		}
		v.tongues = append(v.tongues, t)
	}
	var header, end, turn []string
	for _, c := range `*"` {
		v.first[c] = true
	}
	for _, t := range v.tongues {
		header, end, turn = append(header, t.Orders...), append(end, t.End...), slices.Concat(turn, t.Turn, t.Phase, t.Heading)
		for _, w := range t.Orders {
			v.first[strings.ToLower(w)[0]], v.first[strings.ToUpper(w)[0]] = true, true
		}
		for _, c := range t.Commands {
			for _, w := range append([]string{c.Name}, c.Words...) {
				if _, known := v.commands[orders.Fold(w)]; !known {
					v.commands[orders.Fold(w)] = spoken{c.Name, string(t.Language)}
				}
			}
			if c.Name == "WITHDRAW" {
				v.withdrawing.add([]string{c.Name}, c.Words)
			}
		}
		for _, a := range t.Asides {
			switch a.Name {
			case "game":
				for _, w := range a.Words {
					v.games = append(v.games, orders.Fold(w))
				}
			case "withdrawing":
				v.withdrawing.add(a.Words)
			case "withdrawn":
				v.withdrawn.add(a.Words)
			case "beside":
				v.beside.add(a.Words)
			}
		}
		for _, w := range t.Loud {
			v.loud[strings.ToUpper(w)] = true
		}
	}
	v.header = regexp.MustCompile(`(?i)^(` + oneOf(header) + `)(?:$|[ :]+(.*)$)`)
	v.end = regexp.MustCompile(`(?i)^(?:` + oneOf(end) + `)[ .!;:]*$`)
	v.turn = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + oneOf(turn) + `)(?:$|[^\pL])`)
	return v
})

// oneOf returns a pattern for any of some phrases.
func oneOf(phrases []string) string {
	quoted := make([]string, len(phrases))
	for i, p := range phrases {
		quoted[i] = regexp.QuoteMeta(p)
	}
	return strings.Join(quoted, "|")
}

var (
	gameID   = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
	formMark = regexp.MustCompile(`^#\s?form ([0-9a-f]{8})$`)
)

// blockHeader reads a line that opens a block: the game ("" if it names none) and the rest. sure means that no one writes such a line in a
// sentence; otherwise only an END further down makes it a header.
func blockHeader(text string) (game, rest string, sure, ok bool) {
	if len(text) > 200 || len(text) < 6 {
		return "", "", false, false
	}
	v := ourWords()
	if text[0] < 0x80 && !v.first[text[0]] {
		return "", "", false, false
	}
	text = plainText(text)
	m := v.header.FindStringSubmatch(text)
	if m == nil {
		return "", "", false, false
	}
	rest = strings.TrimRight(m[2], " :.")
	first, after, _ := strings.Cut(rest, " ")
	capital := m[1] == strings.ToUpper(m[1])
	id := strings.Trim(strings.ToLower(first), "[],")
	if gameID.MatchString(id) && !v.turn.MatchString(first) {
		game, rest = id, strings.TrimSpace(after)
	}
	return game, rest, capital && (rest == "" || v.turn.MatchString(rest) && strings.Count(rest, " ") < 6 || strings.Count(rest, " ") < 3), true
}

// IsGame reports whether a word has the form of the id of a game.
func IsGame(word string) bool { return gameID.MatchString(word) }

// isBlockHeader reports whether a line surely opens a block.
func isBlockHeader(text string) bool {
	_, _, sure, ok := blockHeader(text)
	return ok && sure
}

func isEnd(text string) bool { return len(text) < 40 && ourWords().end.MatchString(plainText(text)) }

// longestCommand is how many words may follow a command on its line; a longer line is a sentence.
var longestCommand = map[string]int{"CHECK": 6, "STATUS": 3, "MAP": 4, "HISTORY": 4, "DICE": 4, "RULE": 3, "HELP": 4, "FORM": 4,
	"STANDING": 4, "SURRENDER": 4, "CONFIRM": 4, "CODE": 9, "ANCHOR": 9, "AGREE": 3, "WITNESS": 3, "BRIEFING": 4, "CARD": 4, "ADVICE": 4, "OPTIONS": 8, "TARGETS": 8, "REACH": 8, "LOS": 10, "ODDS": 60,
	"BEACON": 4, "WATCH": 4, "LETTERS": 8, "MASTER": 60, "JOIN": 8, "NEW": 12, "WITHDRAW": 12, "ABSENT": 12, "PRESS": 12}

// command reads a line that is a command. In capitals it may stand anywhere; in small letters it must be first, that is, the
// first line that was typed or the Subject, and have at most two words after it. A line that takes lines back by their numbers is one in any words.
func command(text string, first bool) (c Command, ok bool) {
	if len(text) > 300 {
		return Command{}, false
	}
	text = plainText(text)
	if c, ok := withdrawal(text); ok {
		return c, true
	}
	name, rest, _ := strings.Cut(text, " ")
	name = strings.TrimRight(name, ":.!,")
	v := ourWords()
	said, ok := v.commands[orders.Fold(name)]
	if !ok {
		return Command{}, false
	}
	c = Command{Word: said.command, Lang: said.lang, Args: rest}
	second, _, _ := strings.Cut(rest, " ")
	if c.Word == "NEW" && !slices.Contains(v.games, orders.Fold(strings.TrimRight(second, ":.!,"))) {
		return Command{}, false
	}
	n := len(strings.Fields(rest))
	if name == strings.ToUpper(name) {
		return c, n <= longestCommand[c.Word]
	}
	if !first || v.loud[strings.ToUpper(name)] || n > 2 {
		return Command{}, false
	}
	return c, true
}
