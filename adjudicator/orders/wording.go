package orders

import (
	"slices"
	"strings"
	"unicode"
)

// Wording is one language's words for a game's order language: scenarios/GAME/orders.LANG.yaml. Things are named by their canonical names.
// Letters write the first word of every list; all of them are read, and so is the canonical name.
//
// Entries under Args, Prefixes and Words apply to every argument, introducing word and choice of that name; a verb or condition may have
// different words for its own. An example may hold "{argument}" for the first choice of an argument.
//
//	verbs:
//	  fire:
//	    words: [tirer]
//	    help: tirer sur un ennemi
//	    example: tirer R1 F08 avec grenades
//	prefixes: {with: [avec]}
//	words: {grenades: [grenades]}
type Wording struct {
	Language   Lang        `json:"language" check:"required"`
	Title      string      `json:"title" check:"required"` // of the rulebook
	Verbs      []VerbWords `json:"verbs"`
	Conditions []VerbWords `json:"conditions"` // their words hold the places of arguments: "{unit} écrasé"
	Args       []ArgWords  `json:"args"`
	Prefixes   []Spelling  `json:"prefixes"`
	Suffixes   []Spelling  `json:"suffixes"` // by prefix: what stands behind an argument instead in everyday words, "B-FO1 observing"
	Words      []Spelling  `json:"words"`
	Terms      []Spelling  `json:"terms"`     // that stand in places and texts: forward, bearing
	Decisions  []ToldWords `json:"decisions"` // by their ids
	Rhythms    []ToldWords `json:"rhythms"`
	Options    []Spelling  `json:"options"` // what options of questions are called besides what letters print: "hold", or "MB-D6.hold" for one decision
}

// VerbWords are the words for a verb, a clause or a condition.
type VerbWords struct {
	Name    string      `json:"-"`
	Words   []string    `json:"words"`
	Help    string      `json:"help"`    // one line
	Example string      `json:"example"` // one line that parses
	Args    []ArgWords  `json:"args"`
	Clauses []VerbWords `json:"clauses"`

	Everyday []string `json:"everyday"` // what it is called besides in lines in everyday words: "call in artillery"
}

// ArgWords are the words for an argument: Prefix introduces it, Words are those that it may be. A value of a setting is written
// SETTING.VALUE if its words differ from those for other values of that name.
type ArgWords struct {
	Name   string     `json:"-"`
	Help   string     `json:"help"`
	Prefix []string   `json:"prefix"`
	Words  []Spelling `json:"words"`
}

// ToldWords are the words for a decision or a rhythm.
type ToldWords struct {
	Name    string `json:"-"`
	Title   string `json:"title" check:"required"`
	Default string `json:"default"` // of a decision: what is done if no one answers
}

// Flaw is a mistake in a Wording: at a path such as "verbs.fire.args.with".
type Flaw struct{ Path, Message string }

// Worded returns the language with the words of these languages added. flaws lists what a wording lacks (except for English, whose words
// need not differ from the canonical names) and entries for things that do not exist.
func (lang Language) Worded(tongues []Tongue, w Wording) (out Language, flaws []Flaw) {
	d := dresser{lang: w.Language, w: &w}
	if i := slices.IndexFunc(tongues, func(t Tongue) bool { return t.Language == w.Language }); i >= 0 {
		d.shared = tongues[i].Verbs
	}
	out = lang
	out.ready = nil
	out.Speech = NewSpeech(tongues...)
	out.Title = d.add(lang.Title, w.Title)
	out.Verbs = d.verbs("verbs", lang.Verbs, w.Verbs)
	out.Conditions = slices.Clone(lang.Conditions)
	for i := range out.Conditions {
		c := &out.Conditions[i]
		said, at := d.find("conditions", w.Conditions, c.Name)
		c.Aliases = d.add(c.Aliases, d.called(at, c.Name, said.Words)...)
		c.Help = d.add(c.Help, d.needed(at, said.Help))
		c.Args = d.args(at, c.Args, said.Args)
	}
	out.Terms = slices.Clone(lang.Terms)
	for i := range out.Terms {
		t := &out.Terms[i]
		t.Aliases = d.add(t.Aliases, d.called("terms."+t.Name, t.Name, d.spelling("terms", w.Terms, t.Name))...)
	}
	out.Decisions = d.told("decisions", lang.Decisions, w.Decisions)
	out.Rhythms = d.told("rhythms", lang.Rhythms, w.Rhythms)
	d.unknown()
	return out, d.flaws
}

// dresser puts the words of one language on a grammar.
type dresser struct {
	lang   Lang
	w      *Wording
	shared []VerbWords // of verbs that every game has
	used   []string    // paths of what was found
	flaws  []Flaw
}

func (d *dresser) flaw(path, message string) { d.flaws = append(d.flaws, Flaw{path, message}) }

// add appends texts of the language to words.
func (d *dresser) add(words Words, texts ...string) Words {
	words = slices.Clip(words)
	for _, t := range texts {
		if t != "" {
			words = append(words, Text{Lang: d.lang, Text: t})
		}
	}
	return words
}

// called returns the words for a canonical name, which a language other than English must have.
func (d *dresser) called(at, name string, words []string) []string {
	if len(words) == 0 && d.lang != English && strings.ContainsFunc(name, unicode.IsLower) {
		d.flaw(at, "there is no word for \""+name+"\"")
	}
	if len(words) > 0 && d.lang == English && words[0] != name {
		d.flaw(at, "the first English word is the name itself, \""+name+"\"")
	}
	return words
}

// needed returns a sentence, which must not be missing.
func (d *dresser) needed(at, text string) string {
	if text == "" {
		d.flaw(at, "there is no help")
	}
	return text
}

// use notes that an entry of the file was found at a path.
func (d *dresser) use(path string) { d.used = append(d.used, path) }

func (d *dresser) find(path string, list []VerbWords, name string) (said VerbWords, at string) {
	at = path + "." + name
	if i := slices.IndexFunc(list, func(v VerbWords) bool { return v.Name == name }); i >= 0 {
		d.use(at)
		return list[i], at
	}
	if i := slices.IndexFunc(d.shared, func(v VerbWords) bool { return v.Name == name }); i >= 0 && path == "verbs" {
		return d.shared[i], at
	}
	return said, at
}

func (d *dresser) verbs(path string, verbs []Verb, list []VerbWords) []Verb {
	verbs = slices.Clone(verbs)
	for i := range verbs {
		v := &verbs[i]
		said, at := d.find(path, list, v.Name)
		v.Aliases = d.add(v.Aliases, d.called(at, v.Name, said.Words)...)
		v.Everyday = d.add(v.Everyday, said.Everyday...)
		v.Help = d.add(v.Help, d.needed(at, said.Help))
		v.Args = d.args(at, v.Args, said.Args)
		v.Clauses = d.verbs(at+".clauses", v.Clauses, said.Clauses)
		v.Example = d.add(v.Example, example(said.Example, v.Args))
	}
	return verbs
}

// example puts the first choice of an argument in its place.
func example(text string, args []Param) string {
	for _, a := range args {
		if len(a.Words) > 0 {
			text = strings.ReplaceAll(text, "{"+a.Name+"}", a.Words[0].Name)
		}
	}
	return text
}

func (d *dresser) args(path string, args []Param, list []ArgWords) []Param {
	args = slices.Clone(args)
	for i := range args {
		p := &args[i]
		own, general, at := d.arg(path+".args", list, p.Name), d.arg("args", d.w.Args, p.Name), path+".args."+p.Name
		help := own.Help
		if help == "" {
			help = general.Help
		}
		p.Help = d.add(p.Help, help)
		if p.Prefix != "" {
			words := own.Prefix
			if words == nil {
				words = general.Prefix
			}
			if words == nil {
				words = d.spelling("prefixes", d.w.Prefixes, p.Prefix)
			}
			p.Prefixes = d.add(p.Prefixes, d.called(at+".prefix", p.Prefix, words)...)
			p.Suffixes = d.add(p.Suffixes, d.spelling("suffixes", d.w.Suffixes, p.Prefix)...)
		}
		p.Words = d.choices(at+".words", p.Words, "", own.Words, general)
	}
	return args
}

func (d *dresser) arg(path string, list []ArgWords, name string) ArgWords {
	if i := slices.IndexFunc(list, func(a ArgWords) bool { return a.Name == name }); i >= 0 {
		d.use(path + "." + name)
		return list[i]
	}
	return ArgWords{}
}

// choices adds the words of an argument's values, or those of a setting's values.
func (d *dresser) choices(path string, choices []Choice, setting string, own []Spelling, general ArgWords) []Choice {
	choices = slices.Clone(choices)
	for i := range choices {
		c := &choices[i]
		words := d.spelling(path, own, setting+c.Name)
		if words == nil {
			words = d.spelling("args."+general.Name+".words", general.Words, setting+c.Name)
		}
		if words == nil {
			words = d.spelling("words", d.w.Words, c.Name)
		}
		c.Aliases = d.add(c.Aliases, d.called(path+"."+setting+c.Name, c.Name, words)...)
		c.Values = d.choices(path, c.Values, c.Name+".", own, general)
	}
	return choices
}

func (d *dresser) spelling(path string, list []Spelling, name string) []string {
	if i := slices.IndexFunc(list, func(s Spelling) bool { return s.Name == name }); i >= 0 {
		d.use(path + "." + name)
		return list[i].Words
	}
	return nil
}

func (d *dresser) told(path string, list []Told, said []ToldWords) []Told {
	list = slices.Clone(list)
	for i := range list {
		at := path + "." + list[i].Name
		n := slices.IndexFunc(said, func(s ToldWords) bool { return s.Name == list[i].Name })
		if n < 0 {
			d.flaw(at, "there is no title")
			continue
		}
		d.use(at)
		list[i].Title, list[i].Default = d.add(list[i].Title, said[n].Title), d.add(list[i].Default, said[n].Default)
	}
	return list
}

// unknown finds the entries of the file for things that the game does not have.
func (d *dresser) unknown() {
	check := func(path, name string) string {
		if at := path + "." + name; !slices.Contains(d.used, at) {
			d.flaw(at, "the game has nothing of that name here")
		}
		return path + "." + name
	}
	spellings := func(path string, list []Spelling) {
		for _, s := range list {
			check(path, s.Name)
		}
	}
	args := func(path string, list []ArgWords) {
		for _, a := range list {
			spellings(check(path, a.Name)+".words", a.Words)
		}
	}
	var verbs func(path string, list []VerbWords)
	verbs = func(path string, list []VerbWords) {
		for _, v := range list {
			at := check(path, v.Name)
			args(at+".args", v.Args)
			verbs(at+".clauses", v.Clauses)
		}
	}
	verbs("verbs", d.w.Verbs)
	verbs("conditions", d.w.Conditions)
	args("args", d.w.Args)
	spellings("prefixes", d.w.Prefixes)
	spellings("suffixes", d.w.Suffixes)
	spellings("words", d.w.Words)
	spellings("terms", d.w.Terms)
	for _, t := range d.w.Decisions {
		check("decisions", t.Name)
	}
	for _, t := range d.w.Rhythms {
		check("rhythms", t.Name)
	}
}

// Choices returns the words that a parameter may take, by their canonical names.
func Choices(names ...string) []Choice {
	out := make([]Choice, len(names))
	for i, name := range names {
		out[i].Name = name
	}
	return out
}
