package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
)

// An army (MB-B28) is written as players say it, in any language of the game: "two rifle squads with bayonets and radio, Sherman". In the
// canonical form, which the rules read, numbers are digits and all words are English: "2 rifle squad with bayonets and radio, M4 Sherman (75)".
// What the lists do not know stands as typed.

// kitWord and kitAnd stand before the additions to an entry and between them, as "+" may, in the canonical form.
const kitWord, kitAnd = "with", "and"

// ReadText returns the canonical form of an army list.
func (n *names) ReadText(argument, text string) string {
	if argument != "units" {
		return text
	}
	return entries(n.parted(text), func(words []string) []string {
		words = slices.Clone(words)
		if count, ok := n.words.Count(words[0]); ok && len(words) > 1 && !n.isEntry(words) {
			words[0] = strconv.Itoa(count)
		}
		for i := range words {
			k := 0
			if i > 0 {
				k = n.with(words[i:])
			}
			if k > 0 {
				words = slices.Replace(words, i, i+k, kitWord)
			} else if !strings.Contains(words[i], "+") {
				continue
			}
			for j := i + 1; j < len(words); j++ {
				if n.words.IsAnd(words[j]) {
					words[j] = kitAnd
				}
			}
			break
		}
		return n.inLanguage(words, orders.English)
	})
}

// inLanguage writes the names of an entry and of its additions in a language. What joins them is still canonical.
func (n *names) inLanguage(words []string, l orders.Lang) []string {
	c := n.known.camp(n.seat)
	if c == nil {
		return words
	}
	end := slices.IndexFunc(words, func(w string) bool { return w == kitWord || w == "+" })
	if end < 0 {
		end = len(words)
	}
	from := 0
	e, ok := n.known.listed(c.List, strings.Join(words[:end], " "))
	if !ok && end > 1 {
		if _, err := strconv.Atoi(words[0]); err == nil {
			from = 1
			e, ok = n.known.listed(c.List, strings.Join(words[1:end], " "))
		}
	}
	if !ok {
		return words
	}
	out := append(slices.Clone(words[:from]), strings.Fields(e.Name.In(l))...)
	for i := end; i < len(words); {
		out = append(out, words[i]) // "with", "and" or "+"
		next := i + 1
		for next < len(words) && words[next] != kitAnd && words[next] != "+" && words[next] != "&" {
			next++
		}
		added := words[i+1 : next]
		if id, ok := n.known.kitNamed(e, strings.Join(added, " ")); ok {
			p, _ := find(n.known.doc.Prices.Kit, func(p *Price) string { return p.ID }, id)
			added = strings.Fields(p.Name.In(l))
		}
		out = append(out, added...)
		i = next
	}
	return out
}

// parted puts a comma before each further entry that a word for "and" joins to those before it, and leaves out what only makes the list
// polite: "2 grenadiers and the Tiger, please". The additions to an entry stay with it: "with bayonets and radio".
func (n *names) parted(text string) string {
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		words := n.words.WithoutPleas(strings.Fields(part))
		from := 0
		for i := 1; i < len(words)-1; i++ {
			if !n.words.IsAnd(words[i]) || !n.beginsEntry(words[i+1:]) {
				continue
			}
			parts = append(parts, strings.Join(n.plainly(words[from:i]), " "))
			from = i + 1
		}
		parts = append(parts, strings.Join(n.plainly(words[from:]), " "))
	}
	return strings.Join(parts, ",")
}

// beginsEntry reports whether words begin with how many of an entry, and with its name up to the next "and" or its additions.
func (n *names) beginsEntry(words []string) bool {
	for i := range words {
		if i > 0 && (n.words.IsAnd(words[i]) || n.with(words[i:]) > 0) {
			words = words[:i]
			break
		}
	}
	if n.isEntry(words) {
		return true
	}
	words = n.plainly(words)
	if _, counted := n.words.Count(words[0]); counted && len(words) > 1 {
		words = words[1:]
	}
	return n.isEntry(words)
}

// plainly leaves out the article before an entry, and what only says that there are units of it: "the Tiger", "two squads of grenadiers".
func (n *names) plainly(words []string) []string {
	if n.isEntry(words) {
		return words
	}
	for len(words) > 1 && n.words.IsArticle(words[0]) {
		words = words[1:]
	}
	if len(words) < 3 {
		return words
	}
	if _, counted := n.words.Count(words[0]); counted && !n.isEntry(words[1:]) {
		if rest := n.words.WithoutBody(words[1:]); len(rest) > 0 && len(rest) < len(words)-1 {
			return append([]string{words[0]}, rest...)
		}
	}
	return words
}

// SayText writes a canonical army list in a language.
func (n *names) SayText(argument, text string, l orders.Lang) string {
	if argument != "units" {
		return text
	}
	return entries(text, func(words []string) []string {
		words = slices.Clone(n.inLanguage(words, l))
		kit := false
		for i, w := range words {
			switch {
			case w == kitWord && i > 0 && !kit:
				words[i] = n.words.SayTerm(kitWord, l)
			case w == kitAnd && kit:
				words[i] = n.words.SayAnd(l)
			}
			kit = kit || w == kitWord && i > 0 || strings.Contains(w, "+")
		}
		return words
	})
}

// entries changes the words of each entry of an army list.
func entries(text string, change func(words []string) []string) string {
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		if words := strings.Fields(part); len(words) > 0 {
			out = append(out, strings.Join(change(words), " "))
		}
	}
	return strings.Join(out, ", ")
}

// isEntry reports whether words with a number before them are the name of an entry: "105 mm battery".
func (n *names) isEntry(words []string) bool {
	c := n.known.camp(n.seat)
	if c == nil {
		return false
	}
	_, ok := n.known.listed(c.List, strings.Join(words, " "))
	return ok
}

// mostWithWords is the greatest number of words that may introduce additions in a language.
const mostWithWords = 4

// with returns how many words introduce additions here.
func (n *names) with(words []string) int {
	for k := min(len(words), mostWithWords); k > 0; k-- {
		if name, rest, ok := n.words.CutTerm(strings.Join(words[:k], " ")); ok && name == kitWord && rest == "" {
			return k
		}
	}
	return 0
}
