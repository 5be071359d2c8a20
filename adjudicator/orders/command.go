package orders

import (
	"strings"
	"unicode"
)

// Command is what a mail asks for besides orders: "WITHDRAW 5 7" is WITHDRAW with the args 5 and 7.
type Command struct {
	Name string // always in English
	Args []string
}

type command struct {
	name string
	also []string // folded
	args shape
}

// shape is what may follow a command; prose that begins with the same word does not fit.
type shape int

const (
	nothing  shape = iota
	numbers        // any number of them
	oneWord        // exactly one
	fewWords       // up to four
	anything
)

// commands are all that players may ask by mail.
var commands = []command{
	{"ORDERS", []string{"orders", "ordres"}, fewWords},
	{"CHECK", []string{"check", "verifier", "verification"}, fewWords},
	{"WITHDRAW", []string{"withdraw", "retirer", "annuler"}, numbers},
	{"STANDING", []string{"standing", "consignes", "consigne"}, nothing},
	{"STATUS", []string{"status", "etat"}, nothing},
	{"MAP", []string{"map", "carte"}, numbers},
	{"HISTORY", []string{"history", "historique"}, numbers},
	{"DICE", []string{"dice", "des"}, numbers},
	{"RULE", []string{"rule", "regle"}, oneWord},
	{"HELP", []string{"help", "aide"}, fewWords},
	{"FORM", []string{"form", "formulaire"}, fewWords},
	{"PRESS", []string{"press", "message"}, fewWords},
	{"ABSENT", []string{"absent", "absence", "away"}, anything},
	{"JOIN", []string{"join", "rejoindre"}, fewWords},
	{"SURRENDER", []string{"surrender", "capituler", "capitulation"}, fewWords},
}

// ParseCommand reads a command from a subject or a line. ok reports whether it is one. Without ok, a fault with the code
// "orders.unknown-command" says that it looks like a mistyped one; with ok, a fault says what is wrong with its args.
func (s *Speech) ParseCommand(line string) (c Command, ok bool, f Fault) {
	if len(line) > MostLine {
		return c, false, f
	}
	r := s.header(line)
	if len(r.atoms) == 0 || !r.atoms[0].word {
		return c, false, f
	}
	loud := shouted(r.raw(0, 1))
	word := r.atoms[0].key
	for _, known := range commands {
		for _, w := range known.also {
			if w != word {
				continue
			}
			return r.command(known, loud)
		}
	}
	if !loud && len(r.atoms) > 1 || hasDigit(word) || len(word) < 3 {
		return c, false, f
	}
	var list []candidate
	for _, known := range commands {
		for _, w := range known.also {
			list = append(list, candidate{w, strings.ToUpper(w)})
		}
	}
	if texts, _ := r.nearest(word, list); len(texts) > 0 {
		r.wrong("orders.unknown-command", 0, 1, texts)
		return c, false, r.faults[0]
	}
	return c, false, f
}

// command reads what follows a command's name.
func (r *reader) command(known command, loud bool) (c Command, ok bool, f Fault) {
	c.Name = known.name
	words := 0
	for i := 1; i < len(r.atoms); {
		if r.is(i, ",") || r.is(i, ":") || r.is(i, ".") {
			i++
			continue
		}
		next := r.chunk(i, len(r.atoms))
		c.Args = append(c.Args, r.raw(i, next))
		if _, n, ok := r.number(i, len(r.atoms)); known.args == numbers && (!ok || n != next) {
			r.wrong("orders.bad-number", i, next, nil, arg("argument", "line"), arg("kind", "orders.kind.number"))
			return c, loud || words == 0 && len(r.atoms) == 2, r.faults[0]
		}
		i = next
		words++
	}
	fits := known.args == numbers || known.args == anything || known.args == nothing && words == 0 || known.args == oneWord && words == 1 ||
		known.args == fewWords && words <= 4
	switch {
	case fits:
		return c, true, f
	case known.args == oneWord && words == 0:
		r.fault("orders.missing-argument", r.after(len(r.atoms)), arg("verb", known.name), arg("argument", "id"), arg("kind", "orders.kind.rule"))
		return c, true, r.faults[0]
	case loud:
		r.wrong("orders.trailing", min(1, len(r.atoms)-1), len(r.atoms), nil, arg("verb", known.name))
		return c, true, r.faults[0]
	}
	return Command{}, false, f
}

// shouted reports whether a word is typed in capitals, as commands are.
func shouted(w string) bool {
	for _, c := range w {
		if unicode.IsLower(c) {
			return false
		}
	}
	return true
}
