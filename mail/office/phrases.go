package office

import (
	"io/fs"
	"slices"
	"sync"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/scenarios"
	"fieldpost/scenarios/words"
)

// Languages lists the languages in which letters are written, English first.
var Languages = scenarios.Languages("")

// Phrases are the words of all games in all Languages.
type Phrases struct {
	Speech *orders.Speech // the words around orders, in all languages

	books     map[[2]string]*words.Book // by language and rulebook; "" for letters about no game
	languages map[string]orders.Language
	dirs      []fs.FS

	mu    sync.Mutex
	rules map[string][]scenarios.Rule // by rulebook, read when one is asked for
}

// Rule returns a rule of a rulebook in our own words, or "" if there is none of that id.
func (p *Phrases) Rule(rulebook, id, lang string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	rules, read := p.rules[rulebook]
	if !read {
		rules, _ = scenarios.Rules(rulebook, p.dirs...) // a file that cannot be read has been refused before
		if p.rules == nil {
			p.rules = make(map[string][]scenarios.Rule)
		}
		p.rules[rulebook] = rules
	}
	i := slices.IndexFunc(rules, func(r scenarios.Rule) bool { return r.ID == id })
	if i < 0 {
		return ""
	}
	return rules[i].Text.In(langOf(lang))
}

// LoadPhrases reads all words; those of the user's own scenarios override ours.
func LoadPhrases(dirs ...fs.FS) (*Phrases, error) {
	if len(dirs) > 0 {
		return loadPhrases(dirs)
	}
	return shippedPhrases()
}

// shippedPhrases are our own words alone, read once in a program.
var shippedPhrases = sync.OnceValues(func() (*Phrases, error) { return loadPhrases(nil) })

func loadPhrases(dirs []fs.FS) (*Phrases, error) {
	tongues, err := words.Tongues("", dirs...)
	if err != nil {
		return nil, err
	}
	p := &Phrases{Speech: orders.NewSpeech(tongues...), books: make(map[[2]string]*words.Book), languages: make(map[string]orders.Language), dirs: dirs}
	for _, engine := range adjudicator.Games() {
		if p.languages[engine.Name()], err = words.Language(engine, dirs...); err != nil {
			return nil, err
		}
	}
	for _, lang := range Languages {
		for _, game := range append(rulebooks(), "") {
			book, err := words.Of(game, lang, dirs...)
			if err != nil {
				return nil, err
			}
			p.books[[2]string{lang, game}] = book
		}
	}
	return p, nil
}

// rulebooks returns the names of all games, in the order of their registration.
func rulebooks() []string {
	var names []string
	for _, g := range adjudicator.Games() {
		names = append(names, g.Name())
	}
	return names
}

// Language returns the order language of a rulebook.
func (p *Phrases) Language(rulebook string) orders.Language { return p.languages[rulebook] }

// Book returns the words of a rulebook in a language, or the English ones if there is no such language.
func (p *Phrases) Book(lang, rulebook string) *words.Book {
	if b := p.books[[2]string{lang, rulebook}]; b != nil {
		return b
	}
	if b := p.books[[2]string{Languages[0], rulebook}]; b != nil {
		return b
	}
	return p.books[[2]string{Languages[0], ""}]
}
