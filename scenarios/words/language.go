package words

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/scenarios"
)

// Language returns the order language of a game with the words of every language that has a file for it: scenarios/GAME/orders.LANG.yaml,
// those of users' folders over ours. The error is a scenarios.Problems if files are at fault.
func Language(e table.Engine, dirs ...fs.FS) (orders.Language, error) {
	if len(dirs) > 0 {
		return load(e, dirs)
	}
	if known, ok := shipped.Load(e.Name()); ok {
		return known.(orders.Language), nil
	}
	lang, err := load(e, nil)
	if err == nil {
		shipped.Store(e.Name(), lang)
	}
	return lang, err
}

// shipped are the languages of our own files, which never change while the program runs.
var shipped sync.Map

func load(e table.Engine, dirs []fs.FS) (orders.Language, error) {
	lang := e.Language()
	tongues, err := Tongues(e.Name(), dirs...)
	if err != nil {
		return lang, err
	}
	var problems scenarios.Problems
	for _, t := range tongues {
		var w orders.Wording
		file, err := scenarios.OrderWords(e.Name(), string(t.Language), &w, dirs...)
		if err != nil {
			return lang, fmt.Errorf("orders of %s: %w", e.Name(), err)
		}
		if w.Language != t.Language {
			problems = append(problems, file.Problem("language", fmt.Sprintf("the file is that of %q", t.Language)))
		}
		worded, flaws := lang.Worded(tongues, w)
		for _, f := range flaws {
			problems = append(problems, file.Problem(f.Path, f.Path+": "+f.Message))
		}
		lang = worded
		book, err := Of(e.Name(), string(t.Language), dirs...)
		if err != nil {
			return lang, err
		}
		lang.Options = book.options(lang.Options)
		for _, o := range slices.Concat(t.Options, w.Options) {
			lang.Options = called(lang.Options, o.Name, o.Words...)
		}
	}
	if len(problems) > 0 {
		return lang, problems
	}
	return lang.Ready(), nil
}

// options adds the words that letters have in a language for options of questions, and for what is numbered in a unit, to those of other languages.
func (b *Book) options(all []orders.Option) []orders.Option {
	for _, key := range b.Keys() {
		if name, ok := strings.CutPrefix(key, "option."); ok {
			all = called(all, name, b.Say(key, table.A("rest", "{rest}")))
		} else if slices.ContainsFunc(orders.OptionKinds, func(kind string) bool { return strings.HasPrefix(key, kind) }) {
			all = called(all, key, b.Say(key))
		}
	}
	return all
}

// called adds words for an option.
func called(all []orders.Option, name string, words ...string) []orders.Option {
	if i := slices.IndexFunc(all, func(o orders.Option) bool { return o.Name == name }); i >= 0 {
		all[i].Words = append(all[i].Words, words...)
		return all
	}
	return append(all, orders.Option{Name: name, Words: slices.Clone(words)})
}

// Tongues gives the words of the grammar of orders in every language that has words for a game, English first; of all languages for "".
func Tongues(game string, dirs ...fs.FS) ([]orders.Tongue, error) {
	var out []orders.Tongue
	for _, lang := range scenarios.Languages(game, dirs...) {
		var t orders.Tongue
		file, err := scenarios.OrderWords("", lang, &t, dirs...)
		if err != nil {
			return nil, fmt.Errorf("words of the grammar: %w", err)
		}
		for _, n := range t.Numbers {
			if _, err := strconv.Atoi(n.Name); err != nil {
				return nil, scenarios.Problems{file.Problem("numbers."+n.Name, fmt.Sprintf("%q is no number in digits", n.Name))}
			}
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, errors.New("there are no words for orders in any language")
	}
	return out, nil
}

// Of reads the words of one rulebook in one language, those of users' folders over ours; what it lacks is in English.
func Of(game, lang string, dirs ...fs.FS) (*Book, error) {
	if len(dirs) > 0 {
		return book(game, lang, dirs)
	}
	once, _ := shippedBooks.LoadOrStore([2]string{game, lang}, sync.OnceValues(func() (*Book, error) { return book(game, lang, nil) }))
	return once.(func() (*Book, error))()
}

// shippedBooks are the words of our own files by game and language.
var shippedBooks sync.Map

func book(game, lang string, dirs []fs.FS) (*Book, error) {
	files, err := scenarios.WordFiles(game, lang, dirs...)
	if err != nil {
		return nil, err
	}
	book, err := Load(lang, files...)
	if err != nil {
		return nil, fmt.Errorf("words of %q in %s: %w", game, lang, err)
	}
	if lang == string(orders.English) {
		return book, nil
	}
	english, err := Of(game, string(orders.English), dirs...)
	if err != nil {
		return nil, err
	}
	return book.Over(english), nil
}
