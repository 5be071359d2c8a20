package orders

import "strings"

// Both is a wording in both languages.
func Both(en, fr string) Words { return Words{EN: en, FR: fr} }

// Also is the list of one further spelling in each language; "" for none.
func Also(en, fr string) []Words { return []Words{Both(en, fr)} }

// Choices makes the words that a parameter may take of "name/French/other French", such as "never/jamais".
func Choices(list ...string) []Choice {
	var out []Choice
	for _, s := range list {
		name, rest, _ := strings.Cut(s, "/")
		c := Choice{Name: name}
		for fr := range strings.SplitSeq(rest, "/") {
			if fr != "" {
				c.Aliases = append(c.Aliases, Words{FR: fr})
			}
		}
		out = append(out, c)
	}
	return out
}
