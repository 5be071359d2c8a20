package mail

import (
	"regexp"
	"strings"

	"golang.org/x/text/width"
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

var (
	headerLine = regexp.MustCompile(`(?i)^(orders|ordres)(?:$|[ :]+(.*)$)`)
	endLine    = regexp.MustCompile(`(?i)^(end|fin)( of orders| orders| des ordres)?[ .!;:]*$`)
	gameID     = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)
	turnWord   = regexp.MustCompile(`(?i)\b(turn|tour|window|fenêtre|phase|plan)\b`)
	formMark   = regexp.MustCompile(`^#\s?form(?:ulaire)? ([0-9a-f]{8})$`)
)

// blockHeader reads a line that opens a block: the game ("" if it names none) and the rest. sure says that nobody writes such a
// line in a sentence; otherwise only an END further down makes it one.
func blockHeader(text string) (game, rest string, sure, ok bool) {
	if len(text) > 200 || len(text) < 6 {
		return "", "", false, false
	}
	if c := text[0] | 0x20; c != 'o' && c != '*' && text[0] < 0x80 && text[0] != '"' {
		return "", "", false, false
	}
	text = plainText(text)
	m := headerLine.FindStringSubmatch(text)
	if m == nil {
		return "", "", false, false
	}
	rest = strings.TrimRight(m[2], " :.")
	first, after, _ := strings.Cut(rest, " ")
	capital := m[1] == strings.ToUpper(m[1])
	id := strings.Trim(strings.ToLower(first), "[],")
	if gameID.MatchString(id) && !turnWord.MatchString(first) {
		game, rest = id, strings.TrimSpace(after)
	}
	return game, rest, capital && (rest == "" || turnWord.MatchString(rest) && strings.Count(rest, " ") < 6 || strings.Count(rest, " ") < 3), true
}

// isBlockHeader reports whether a line surely opens a block.
func isBlockHeader(text string) bool {
	_, _, sure, ok := blockHeader(text)
	return ok && sure
}

func isEnd(text string) bool { return len(text) < 40 && endLine.MatchString(plainText(text)) }

// CommandWords are the words that a command can begin with, in English.
var CommandWords = []string{"CHECK", "WITHDRAW", "STANDING", "STATUS", "MAP", "HISTORY", "DICE", "RULE", "HELP", "FORM",
	"PRESS", "ABSENT", "JOIN", "SURRENDER", "CONFIRM", "LETTERS", "CODE", "ANCHOR", "AGREE", "WITNESS", "BEACON", "MASTER"}

// commandAlias gives the English word of a command in either language.
var commandAlias = map[string]string{
	"CHECK": "CHECK", "VERIFIER": "CHECK", "VÉRIFIER": "CHECK", "CONTROLE": "CHECK", "CONTRÔLE": "CHECK",
	"WITHDRAW": "WITHDRAW", "RETIRER": "WITHDRAW", "ANNULER": "WITHDRAW",
	"STANDING": "STANDING", "PERMANENT": "STANDING", "PERMANENTS": "STANDING", "CONSIGNES": "STANDING",
	"STATUS": "STATUS", "ETAT": "STATUS", "ÉTAT": "STATUS", "SITUATION": "STATUS",
	"MAP": "MAP", "CARTE": "MAP",
	"HISTORY": "HISTORY", "HISTORIQUE": "HISTORY",
	"DICE": "DICE", "DES": "DICE", "DÉS": "DICE",
	"RULE": "RULE", "REGLE": "RULE", "RÈGLE": "RULE",
	"HELP": "HELP", "AIDE": "HELP",
	"FORM": "FORM", "FORMULAIRE": "FORM",
	"PRESS": "PRESS", "PRESSE": "PRESS", "MESSAGE": "PRESS",
	"ABSENT": "ABSENT", "ABSENCE": "ABSENT",
	"JOIN": "JOIN", "REJOINDRE": "JOIN", "INSCRIPTION": "JOIN",
	"SURRENDER": "SURRENDER", "CAPITULER": "SURRENDER", "ABANDON": "SURRENDER", "ABANDONNER": "SURRENDER",
	"CONFIRM": "CONFIRM", "CONFIRMER": "CONFIRM",
	"LETTERS": "LETTERS", "LETTRES": "LETTERS", "COURRIER": "LETTERS",
	"MASTER": "MASTER", "ARBITRE": "MASTER",
	"CODE": "CODE", "ANCHOR": "ANCHOR", "ANCRE": "ANCHOR", "AGREE": "AGREE", "ACCORD": "AGREE", "ACCEPTER": "AGREE",
	"WITNESS": "WITNESS", "TEMOIN": "WITNESS", "TÉMOIN": "WITNESS", "BEACON": "BEACON", "BALISE": "BEACON",
}

// longestCommand is how many words may follow a command on its line; a longer line is a sentence.
var longestCommand = map[string]int{"CHECK": 6, "STATUS": 3, "MAP": 4, "HISTORY": 4, "DICE": 4, "RULE": 3, "HELP": 4, "FORM": 4,
	"STANDING": 4, "SURRENDER": 4, "CONFIRM": 4, "CODE": 9, "ANCHOR": 9, "AGREE": 3, "WITNESS": 3, "BEACON": 4, "LETTERS": 8, "MASTER": 60, "JOIN": 8, "WITHDRAW": 12, "ABSENT": 12, "PRESS": 12}

// capitalsOnly are words that also begin sentences: in small letters they are no commands.
var capitalsOnly = map[string]bool{"DES": true, "MESSAGE": true, "SITUATION": true, "PERMANENT": true, "PERMANENTS": true,
	"FORM": true, "ETAT": true, "ÉTAT": true, "CONSIGNES": true, "CODE": true, "ANCHOR": true, "ANCRE": true, "AGREE": true, "ACCORD": true, "ACCEPTER": true,
	"LETTERS": true, "LETTRES": true, "COURRIER": true, "MASTER": true, "ARBITRE": true, "WITNESS": true, "TEMOIN": true, "TÉMOIN": true, "BEACON": true, "BALISE": true, "ABANDON": true, "ABSENCE": true}

// command reads a line that is a command. In capitals it may stand anywhere; in small letters it must be first, that is, the
// first line that was typed or the Subject, and have at most two words after it.
func command(text string, first bool) (word, args string, ok bool) {
	if len(text) > 300 {
		return "", "", false
	}
	text = plainText(text)
	name, rest, _ := strings.Cut(text, " ")
	name = strings.TrimRight(name, ":.!,")
	word, ok = commandAlias[strings.ToUpper(name)]
	if !ok {
		return "", "", false
	}
	n := len(strings.Fields(rest))
	if name == strings.ToUpper(name) {
		return word, rest, n <= longestCommand[word]
	}
	if !first || capitalsOnly[strings.ToUpper(name)] || n > 2 {
		return "", "", false
	}
	return word, rest, true
}
