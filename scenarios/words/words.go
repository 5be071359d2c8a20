// Package words turns facts, refusals and other keys into sentences of a language.
//
// A Book holds the words of one language, read from flat YAML files (scenarios/words.LANG.yaml and those of the game):
// one line a key, the value in double quotes (with \" \\ and \n), in single quotes or plain; lines that begin with #
// are comments. A later file may say a key again and so change it.
//
//	fire:          "{unit} fires at {target}: {hits|one hit|{hits} hits}."
//	term.cover:    "cover"
//	save:          "Save {sum}{saved? held|: failed}"
//
// In a template stands
//
//	{arg}            the argument: text, number, list joined with ", ", or a sum with its arithmetic
//	{arg:word}       its value is itself a key: the words of that key (of each, for a list), made with the same arguments
//	{arg:weapon.}    the same, with "weapon." put before the value
//	{arg:and}        a list joined with commas and "and"
//	{arg:total}      of a sum its total, {arg:dice} its dice, {arg:terms} the arithmetic without the dice ("= 5" for a number), {arg:named} the arithmetic in
//	                 which what it begins with is named too, unless it is a zero to which something is added: "5 (G-4Ga) +4 (G-4Gb) = 9", {arg:reasons} the same where
//	                 there is anything to add, else the number alone
//	{arg:measure}    a length that is told with a decimal, without one that is zero: "4.0" is 4
//	{n|one|many}     by number: "one" for what takes the singular (1, in French 0 and 1.5 too), else "many"; both are templates
//	{arg?yes|no}     by whether the argument is there and not false, zero or empty; "|no" may be left out
//
// A sum is written so that a player can check it: dice in brackets, terms with sign and name, and the total where there
// is something to add: "[5 2]", "3 +1 (cover) -1 (crossfire) = 3", "[4] +1 (veterans) = 5". The name of a term is the
// key "term.NAME", or NAME itself. Worked example: with the lines above
//
//	book.Say("fire", table.A("unit", "G1"), table.A("target", "north.G2"), table.A("hits", 2))
//
// gives "G1 fires at north.G2: 2 hits." A missing key gives the key and a missing argument its name in braces: tests
// look for both.
//
// The singular is that of golang.org/x/text, but digits are grouped by the key number.thousands: of thousands in French the library
// (v0.43) writes U+00A0 between them, where French typography has the narrow U+202F.
package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"fieldpost/adjudicator/table"
)

// Book is the words of one language.
type Book struct {
	lang string
	keys map[string]template
	tied *strings.Replacer // the blanks beside the language's marks
	base *Book             // has what this one lacks; nil for none
}

// Over lays the book over another, which supplies what this one lacks: a sentence that is not translated yet appears in the other's
// language.
func (b *Book) Over(base *Book) *Book {
	c := *b
	c.base = base
	return &c
}

// Load reads files, later ones over earlier ones. The error names file (by its place in the list), line and column.
func Load(lang string, files ...[]byte) (*Book, error) {
	b := &Book{lang: lang, keys: map[string]template{}}
	parsed, err := readAll(lang, files)
	if err != nil {
		return nil, err
	}
	b.tied = tying(parsed)
	for i, pairs := range parsed {
		for _, p := range pairs {
			t, err := compile(b.tied.Replace(p.text))
			if err != nil {
				return nil, fmt.Errorf("words %s, file %d, line %d: %s: %w", lang, i+1, p.line, p.key, err)
			}
			b.keys[p.key] = t
		}
	}
	return b, nil
}

// readAll reads the pairs of each file.
func readAll(lang string, files [][]byte) (all [][]pair, err error) {
	for i, f := range files {
		pairs, err := read(f)
		if err != nil {
			return nil, fmt.Errorf("words %s, file %d: %w", lang, i+1, err)
		}
		all = append(all, pairs)
	}
	return all, nil
}

// Keys of the marks before which, and behind which, a language keeps the blank in one line with them: French puts one before ";".
const (
	tiedKey     = "space.before"
	openingsKey = "space.behind"
)

// tying makes the blanks beside such marks no-break spaces, whatever the files have. They are U+00A0: the fonts of the maps, and those of many mail
// programs, have no narrow one.
func tying(files [][]pair) *strings.Replacer {
	var before, behind string
	for _, pairs := range files {
		for _, p := range pairs {
			switch p.key {
			case tiedKey:
				before = p.text
			case openingsKey:
				behind = p.text
			}
		}
	}
	var tied []string
	for _, mark := range before {
		tied = append(tied, " "+string(mark), "\u00a0"+string(mark))
	}
	for _, mark := range behind {
		tied = append(tied, string(mark)+" ", string(mark)+"\u00a0")
	}
	return strings.NewReplacer(tied...)
}

// Tied returns a text in the book's language that comes from elsewhere, such as a rule or the title of a scenario, with the blanks of the book's own.
func (b *Book) Tied(text string) string { return b.tied.Replace(text) }

// Lang returns the language of the book.
func (b *Book) Lang() string { return b.lang }

// Has reports whether the book knows a key.
func (b *Book) Has(key string) bool {
	_, ok := b.keys[key]
	return ok || b.base != nil && b.base.Has(key)
}

// Any reports whether the book knows a key that begins like this.
func (b *Book) Any(prefix string) bool {
	for k := range b.keys {
		if strings.HasPrefix(k, prefix) {
			return true
		}
	}
	return b.base != nil && b.base.Any(prefix)
}

// Names lists the arguments that the words of a key use, in order, each once.
func (b *Book) Names(key string) []string {
	t, ok := b.keys[key]
	if !ok && b.base != nil {
		return b.base.Names(key)
	}
	return t.names()
}

// Keys lists all keys in order.
func (b *Book) Keys() []string {
	keys := make([]string, 0, len(b.keys))
	for k := range b.keys {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Say makes the sentence of a key; a key that is missing is returned as it is.
//
// A sentence that ends in a name with an exclamation or question mark of its own, such as that of a card, has no full stop behind it.
func (b *Book) Say(key string, args ...table.FactArg) string {
	said := b.say(key, args, 0)
	if bare, ok := strings.CutSuffix(said, "."); ok && (strings.HasSuffix(bare, "!") || strings.HasSuffix(bare, "?")) {
		return bare
	}
	return said
}

// Fact makes the sentence of a fact.
func (b *Book) Fact(f table.Fact) string { return b.Say(f.Kind, f.Args...) }

// Refusal makes the sentence that says why a line is not allowed.
func (b *Book) Refusal(r table.Refusal) string { return b.Say(r.Code, r.Args...) }

// deepest is how many times words may refer to other words.
const deepest = 8

func (b *Book) say(key string, args []table.FactArg, depth int) string {
	t, ok := b.keys[key]
	if !ok && b.base != nil {
		return b.base.say(key, args, depth)
	}
	if !ok || depth > deepest {
		return key
	}
	var w strings.Builder
	b.write(&w, t, args, depth)
	return w.String()
}

func (b *Book) write(w *strings.Builder, t template, args []table.FactArg, depth int) {
	for _, p := range t {
		if p.arg == "" {
			w.WriteString(p.text)
			continue
		}
		v, there := valueOf(args, p.arg)
		switch p.kind {
		case byNumber:
			one, ok := b.singular(v)
			if one && !isOne(v) && !slices.Contains(p.yes.names(), p.arg) && slices.Contains(p.no.names(), p.arg) {
				one = false // French has the singular for none and for one and a half too, and neither is "un"
			}
			switch {
			case !ok:
				w.WriteString("{" + p.arg + "}")
			case one:
				b.write(w, p.yes, args, depth)
			default:
				b.write(w, p.no, args, depth)
			}
		case byTruth:
			if there && truth(v) {
				b.write(w, p.yes, args, depth)
			} else {
				b.write(w, p.no, args, depth)
			}
		default:
			if !there {
				w.WriteString("{" + p.arg + "}")
				continue
			}
			text := b.value(v, p.form, args, depth)
			if strings.HasSuffix(p.arg, "."+b.lang) { // the words of a document
				text = b.Tied(text)
			}
			w.WriteString(text)
		}
	}
}

// valueOf finds an argument.
func valueOf(args []table.FactArg, name string) (any, bool) {
	for _, a := range args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return nil, false
}

// one reports whether a number takes the singular.
func (b *Book) one(n int) bool {
	if n < 0 {
		n = -n
	}
	tag, err := language.Parse(b.lang)
	if err != nil {
		return n == 1
	}
	return plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0) == plural.One
}

// singular reports whether a value takes the singular, and whether it is one by which that can be decided: a number, a list by its length, a
// sum by its total, or a text that is a decimal, of which French takes the singular below two and English for one only.
func (b *Book) singular(v any) (one, ok bool) {
	if n, ok := number(v); ok {
		return b.one(n), true
	}
	text, ok := v.(string)
	if !ok {
		return false, false
	}
	whole, tenth, _ := strings.Cut(strings.TrimPrefix(measure(text), "-"), ".")
	n, err := strconv.Atoi(whole)
	if err != nil || tenth == "" {
		return err == nil && b.one(n), err == nil
	}
	part, err := strconv.Atoi(tenth)
	tag, bad := language.Parse(b.lang)
	if err != nil || bad != nil {
		return false, err == nil
	}
	return plural.Cardinal.MatchPlural(tag, n, len(tenth), len(tenth), part, part) == plural.One, true
}

// isOne reports whether a value that takes the singular is one, and not none or a part more.
func isOne(v any) bool {
	if n, ok := number(v); ok {
		return n == 1 || n == -1
	}
	text, _ := v.(string)
	return strings.TrimPrefix(measure(text), "-") == "1"
}

// measure writes a length as people say it: "4.0" is 4, and "4.2" stays as it is.
func measure(s string) string { return strings.TrimSuffix(s, ".0") }

// point writes a point that is given by two measures as people say it, "36.0,24.5" as 36,24.5. Any other text stays as it is.
func point(s string) string {
	x, y, two := strings.Cut(s, ",")
	for _, m := range []string{x, y} {
		if whole, tenth, ok := strings.Cut(m, "."); !two || !ok || !digits(whole) || !digits(tenth) {
			return s
		}
	}
	return measure(x) + "," + measure(y)
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// number returns the number that decides a choice: the length of a list, the total of a sum.
func number(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case table.Sum:
		return v.Total(), true
	case []string:
		return len(v), true
	}
	return 0, false
}

// truth reports whether a value is neither false nor zero nor empty.
func truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		return v != ""
	}
	n, _ := number(v)
	return n != 0
}

// value writes one argument.
func (b *Book) value(v any, form string, args []table.FactArg, depth int) string {
	word := func(s string) string { return point(s) }
	switch {
	case form == "word":
		word = func(s string) string { return b.say(s, args, depth+1) }
	case form == "measure":
		word = func(s string) string {
			if strings.Contains(s, "/") || strings.Count(s, ".") != 1 { // a point of the table is written as in orders
				return measure(s)
			}
			return strings.Replace(measure(s), ".", b.or(decimalKey, "."), 1)
		}
	case strings.HasSuffix(form, "."):
		word = func(s string) string { return b.say(form+s, args, depth+1) }
	}
	switch v := v.(type) {
	case string:
		return word(v)
	case int:
		if strings.HasSuffix(form, ".") {
			return word(strconv.Itoa(v))
		}
		if form == "terms" { // a sum of which only the total is told
			return "= " + b.Number(v)
		}
		return b.Number(v)
	case bool:
		return b.say("word."+strconv.FormatBool(v), nil, depth+1)
	case []string:
		texts := make([]string, len(v))
		for i, s := range v {
			texts[i] = word(s)
		}
		if form == "and" {
			return b.And(texts)
		}
		return strings.Join(texts, ", ")
	case table.Sum:
		return b.sum(v, form)
	}
	return fmt.Sprint(v)
}

// And joins names as a sentence does: "G1, G2 and G3".
func (b *Book) And(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + b.or(andKey, " and ") + texts[last]
}

// Keys of what a language puts between the last two names of a list, and between the thousands of a number.
const (
	andKey       = "list.and"
	thousandsKey = "number.thousands"
	decimalKey   = "number.decimal"
)

// or returns the words of a key, or a text if there are none.
func (b *Book) or(key, text string) string {
	if b.Has(key) {
		return b.Say(key)
	}
	return text
}

// Number writes a whole number with the language's separator of thousands.
func (b *Book) Number(n int) string {
	s := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	separator := b.or(thousandsKey, ",")
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + separator + s[i:]
	}
	return sign + s
}

// Sum writes a sum with its arithmetic.
func (b *Book) Sum(s table.Sum) string { return b.sum(s, "") }

func (b *Book) sum(s table.Sum, form string) string {
	if form == "total" {
		return b.Number(s.Total())
	}
	var w strings.Builder
	if len(s.Dice()) > 0 && form != "terms" {
		w.WriteByte('[')
		for i, d := range s.Dice() {
			if i > 0 {
				w.WriteByte(' ')
			}
			w.WriteString(strconv.Itoa(d))
		}
		w.WriteByte(']')
	}
	if form == "dice" {
		return w.String()
	}
	named := form == "named" || form == "reasons" && len(s.Terms()) > 1
	for i, t := range s.Terms() {
		switch based := i == 0 && len(s.Dice()) == 0; {
		case based && named && t.Value == 0 && len(s.Terms()) > 1:
			continue
		case based && named && t.Value != 0:
			w.WriteString(strconv.Itoa(t.Value) + " (" + b.term(t.Name) + ")")
			continue
		case based:
			w.WriteString(strconv.Itoa(t.Value)) // what it is stands in the sentence
			continue
		case named && w.Len() == 0:
			w.WriteString(strconv.Itoa(t.Value) + " (" + b.term(t.Name) + ")") // the first of those added to a zero
			continue
		}
		if w.Len() > 0 {
			w.WriteByte(' ')
		}
		fmt.Fprintf(&w, "%+d (%s)", t.Value, b.term(t.Name))
	}
	if len(s.Terms()) > 1 || len(s.Terms()) == 1 && len(s.Dice()) > 0 {
		w.WriteString(" = " + b.Number(s.Total()))
	}
	return w.String()
}

// term names a part of a sum.
func (b *Book) term(name string) string {
	if b.Has("term." + name) {
		return b.Say("term." + name)
	}
	return b.Say(name)
}

// Check compares the books of two languages: every key must be in both, with the same arguments. It returns sentences.
func Check(a, b *Book) []string {
	var faults []string
	for _, k := range a.Keys() {
		other, ok := b.keys[k]
		if !ok {
			faults = append(faults, fmt.Sprintf("%s: missing in %s", k, b.lang))
			continue
		}
		mine, theirs := a.keys[k].names(), other.names()
		if !slices.Equal(mine, theirs) {
			faults = append(faults, fmt.Sprintf("%s: %s uses %v, %s uses %v", k, a.lang, mine, b.lang, theirs))
		}
	}
	for _, k := range b.Keys() {
		if !a.Has(k) {
			faults = append(faults, fmt.Sprintf("%s: missing in %s", k, a.lang))
		}
	}
	return faults
}
