package adjudicator

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// answer reads a line of replies to open questions: "1b", "2: toward D5", or "b" and "hold fire" where only one was asked. Options are lettered in the
// letter, and are understood by the words that they have there too; in a line that stands loose in a mail, and may be chat, by these alone.
func (r *reader) answer(text string, loose bool) bool {
	var mine []table.Asked
	for _, q := range r.m.Open.Questions {
		if q.Seat == r.seat {
			mine = append(mine, q)
		}
	}
	var answers []events.Answer
	replies, _, _ := r.language.Speech.ParseReplies(text)
	for _, reply := range replies {
		question, option, _ := reply.Split()
		if question == 0 && len(mine) == 1 {
			question = 1
		}
		if question < 1 || question > len(mine) {
			return false
		}
		q := mine[question-1]
		answers = append(answers, events.Answer{Question: q.Key, Text: r.chosen(q, option, reply.Text, loose)})
	}
	if len(replies) == 0 && len(mine) == 1 {
		switch o, named := r.optionSaid(mine[0], text, loose); {
		case named == 1:
			answers = []events.Answer{{Question: mine[0].Key, Text: o}}
		case named > 1: // "crew" where there are several: it says too little, and is no order
			r.out.Orders.Faults = append(r.out.Orders.Faults, events.Fault{Number: 1, Typed: text, Code: FaultyAnswer})
			return true
		}
	}
	for _, a := range answers {
		if err := r.m.CheckAnswers(r.seat, []events.Answer{a}); err != nil {
			r.out.Orders.Faults = append(r.out.Orders.Faults, events.Fault{Number: 1, Typed: text, Code: FaultyAnswer})
			continue
		}
		r.out.Orders.Answers = append(r.out.Orders.Answers, a)
	}
	return len(answers) > 0
}

// chosen returns the canonical text of an option: what it is called itself, as "6" where a figure has that number, comes before its place in the list.
// What is none of the options is taken as written.
func (r *reader) chosen(q table.Asked, option, text string, loose bool) string {
	if slices.Contains(q.Options, text) {
		return text
	}
	if len(option) == 1 && option[0] >= 'a' && int(option[0]-'a') < len(q.Options) {
		return q.Options[option[0]-'a']
	}
	if n, err := strconv.Atoi(option); err == nil && n >= 1 && n <= len(q.Options) {
		return q.Options[n-1]
	}
	if o, named := r.optionSaid(q, text, loose); named == 1 {
		return o
	}
	return text
}

// optionSaid returns the option of a question that a text names, and how many it may be: by one of its names alone, or as the only one that is named
// in it, by its longest name: "lose figure 6", "hold your fire". What denies something names an option only if that is its name.
func (r *reader) optionSaid(q table.Asked, text string, loose bool) (option string, named int) {
	for _, o := range q.Options {
		if slices.ContainsFunc(r.language.OptionWords(q.Decision, o), func(form string) bool { return slices.Equal(wordsIn(form), wordsIn(text)) }) {
			option, named = o, named+1
		}
	}
	if named > 0 {
		return option, named
	}
	said, plain := r.grammar.Gist(text)
	if !plain {
		return "", 0
	}
	longest := 0
	for _, o := range q.Options {
		for _, form := range r.language.OptionWords(q.Decision, o) {
			has, plain := r.grammar.Gist(form)
			if !plain || len(has) == 0 || len(has) < longest || len(said) > len(has)+mostBeside || loose && len(said) > len(has) || slices.ContainsFunc(has, func(w string) bool { return !slices.Contains(said, w) }) {
				continue
			}
			switch {
			case len(has) > longest:
				option, named, longest = o, 1, len(has)
			case option != o:
				option, named = o, named+1
			}
		}
	}
	return option, named
}

// mostBeside is how many words may stand beside those of an option: "lose figure 6".
const mostBeside = 3

// wordsIn returns the folded words of a text.
func wordsIn(text string) []string {
	return strings.FieldsFunc(orders.Fold(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
