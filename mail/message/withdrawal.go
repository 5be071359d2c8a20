package message

import (
	"regexp"
	"strings"

	"fieldpost/adjudicator/orders"
)

// lineNumber is the number of a line of orders.
var lineNumber = regexp.MustCompile(`^\d{1,2}$`)

// withdrawal reads a line that takes lines of orders back by their numbers in everyday words: "strike line 4, please", "withdraw lines 2 and 3",
// or a number with nothing else to do: "4. withdraw". Nothing in it may say anything else, so that no order is one: "4 cancel fire" is none. Nor is
// a line behind "#", which says nothing.
func withdrawal(text string) (c Command, ok bool) {
	if !strings.ContainsAny(text, "0123456789") || len(text) > 80 {
		return Command{}, false
	}
	v := ourWords()
	fields := strings.FieldsFunc(orders.Fold(text), func(r rune) bool { return strings.ContainsRune(" .,:;!()[]&\t", r) })
	var numbers []string
	takes, lines, command := 0, false, false
	for i := 0; i < len(fields); {
		if lineNumber.MatchString(fields[i]) {
			if takes > 0 && lineNumber.MatchString(fields[0]) {
				return Command{}, false // "3 cancel 4"
			}
			numbers = append(numbers, fields[i])
			i++
			continue
		}
		if n := v.withdrawing.at(fields[i:]); n > 0 {
			said := v.commands[strings.Join(fields[i:i+n], " ")]
			command = command || said.command == "WITHDRAW"
			takes++
			i += n
			continue
		}
		n := v.withdrawn.at(fields[i:])
		if n > 0 {
			lines = true
		} else if n = v.beside.at(fields[i:]); n == 0 {
			return Command{}, false
		}
		i += n
	}
	if takes != 1 || len(numbers) == 0 || !lines && !command && !lineNumber.MatchString(fields[0]) {
		return Command{}, false
	}
	return Command{Word: "WITHDRAW", Args: strings.Join(numbers, " ")}, true
}

// phrases are words, or several in a row, folded.
type phrases map[string]bool

func (p phrases) add(lists ...[]string) {
	for _, list := range lists {
		for _, s := range list {
			p[orders.Fold(s)] = true
		}
	}
}

// longestPhrase is how many words a phrase has at most.
const longestPhrase = 4

// at returns how many words at the beginning of some are a phrase: the longest.
func (p phrases) at(words []string) int {
	for n := min(len(words), longestPhrase); n > 0; n-- {
		if p[strings.Join(words[:n], " ")] {
			return n
		}
	}
	return 0
}

// takesBack reports whether a command takes back lines that it names by their numbers.
func takesBack(c Command) bool { return c.Word == "WITHDRAW" && lineNumbers.MatchString(c.Args) }
