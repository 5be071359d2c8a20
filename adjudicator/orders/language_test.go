package orders

import (
	"strings"

	"fieldpost/scenarios"
)

const French Lang = "fr"

// w is a word in both languages; "" for none.
func w(en, fr string) Words {
	var out Words
	for _, t := range []Text{{Lang: English, Text: en}, {Lang: French, Text: fr}} {
		if t.Text != "" {
			out = append(out, t)
		}
	}
	return out
}

// speech is the words of the grammar in the languages that are shipped.
var speech = func() *Speech {
	var tongues []Tongue
	for _, lang := range scenarios.Languages("") {
		var t Tongue
		if _, err := scenarios.OrderWords("", lang, &t); err != nil {
			panic(err)
		}
		tongues = append(tongues, t)
	}
	return NewSpeech(tongues...)
}()

func choices(words ...string) []Choice {
	var out []Choice
	for _, s := range words {
		name, fr, _ := strings.Cut(s, "/")
		out = append(out, Choice{Name: name, Aliases: w("", fr)})
	}
	return out
}

// skirmish is an order language like that of Brush Brothers.
func skirmish() Language {
	weapons := choices("all/tout", "rifle/fusil", "lmg/fm", "mortar/mortier", "nco/chef")
	where := Param{Name: "at", Kind: KindPlace, Prefix: "at", Prefixes: w("at", "sur")}
	fire := Verb{Name: "fire", Aliases: w("shoot", "tirer"), Rule: "T-4", Help: w("fire at an enemy, a sector, or the priority target", "tirer sur un ennemi, un secteur ou la cible prioritaire"),
		Example: w("G2: fire C8 with lmg", "G2: tirer C8 avec fm"),
		Args: []Param{
			{Name: "mode", Kind: KindWord, Optional: true, Words: choices("priority/prioritaire", "auto", "point")},
			{Name: "target", Kind: KindTarget, Optional: true},
			{Name: "with", Kind: KindWord, Repeated: true, Optional: true, Prefix: "with", Prefixes: w("with", "avec"), Words: weapons},
			{Name: "shell", Kind: KindWord, Optional: true, Words: choices("smoke/fumigène", "explosive/explosif")},
		}}
	move := Verb{Name: "move", Aliases: w("go", "avancer"), Help: w("move sector by sector", "avancer de secteur en secteur"),
		Args: []Param{{Name: "path", Kind: KindPath}, {Name: "face", Kind: KindDir, Optional: true, Prefix: "face", Prefixes: w("face", "face")}}}
	activate := Verb{Name: "activate", Aliases: w("act", "activer"), Implicit: true, Phases: []string{"actions"}, Rule: "T-2.2",
		Help:    w("what a group does when its token is drawn", "ce que fait un groupe quand son pion est tiré"),
		Example: w("G2: move D5 D6; fire priority with all | if_fail: rally", "G2: avancer D5 D6; tirer prioritaire | sinon: rallier"),
		Args:    []Param{{Name: "unit", Kind: KindOwn}},
		Clauses: []Verb{move, fire,
			{Name: "assault", Aliases: w("charge", "assaut"), Help: w("assault a neighbouring sector", "donner l'assaut au secteur voisin"),
				Args: []Param{{Name: "place", Kind: KindPlace}, {Name: "take", Kind: KindWord, Optional: true, Words: choices("take/prendre", "stay/rester")}}},
			{Name: "rally", Aliases: w("", "rallier"), Help: w("take a stress marker off", "retirer un marqueur de stress")},
			{Name: "watch", Aliases: w("", "guet"), Help: w("stand watch", "se mettre au guet")},
			{Name: "hold", Aliases: w("", "tenir"), Help: w("do nothing", "ne rien faire")},
			{Name: "boost", Aliases: w("", "stimuler"), Help: w("give another group courage", "donner du cœur à un autre groupe"),
				Args: []Param{{Name: "unit", Kind: KindOwn}, {Name: "by", Kind: KindNumber}}},
			{Name: "support", Aliases: w("", "appui"), Help: w("call artillery or aircraft", "demander un appui"),
				Args: []Param{{Name: "type", Kind: KindWord, Words: choices("heavy_artillery/artillerie lourde", "field_artillery/artillerie de campagne", "air/aviation")}, where}},
		}}
	return Language{Speech: speech,
		Verbs: []Verb{
			activate,
			{Name: "watch", Aliases: w("", "guet"), Standing: true, Only: true, Help: w("what to do when enemies enter, fire, assault", "que faire quand l'ennemi entre, tire, attaque"),
				Example: w("standing watch entry=fire", "consigne guet entrée=tirer"),
				Args: []Param{{Name: "set", Kind: KindPair, Words: []Choice{
					{Name: "entry", Aliases: w("", "entrée"), Values: choices("fire/tirer", "hold/tenir")},
					{Name: "riposte", Aliases: w("", ""), Values: choices("fire/tirer", "hold/tenir")},
					{Name: "assault", Aliases: w("", "assaut"), Values: choices("fire/tirer", "hold/tenir")},
					{Name: "min_hit", Aliases: w("", "touche_min")},
				}}}},
			{Name: "reroll", Aliases: w("", "relance"), Standing: true, Only: true, Help: w("when to roll again", "quand relancer"),
				Example: w("standing reroll global if hits<1", "consigne relance globale si touches<1"),
				Args: []Param{{Name: "which", Kind: KindWord, Words: choices("global/globale", "partial/partielle")},
					{Name: "if", Kind: KindPair, Prefix: "if", Prefixes: w("if", "si"), Optional: true, Words: []Choice{{Name: "hits", Aliases: w("", "touches")}}}}},
			{Name: "sacrifice", Standing: true, Only: true, Help: w("whether to give up a base", "faut-il sacrifier une base"),
				Example: w("standing sacrifice if bases>=3 order rifle, rifle, lmg", "consigne sacrifice si bases>=3 ordre fusil, fusil, fm"),
				Args: []Param{{Name: "never", Kind: KindWord, Optional: true, Words: choices("never/jamais", "always/toujours")},
					{Name: "if", Kind: KindPair, Prefix: "if", Prefixes: w("if", "si"), Optional: true, Words: []Choice{{Name: "bases"}}},
					{Name: "order", Kind: KindWord, Prefix: "order", Prefixes: w("order", "ordre"), Repeated: true, Optional: true, Words: weapons[1:]}}},
			{Name: "retreat", Aliases: w("", "retraite"), Standing: true, Only: true, Help: w("where beaten groups fall back to", "où se replient les groupes battus"),
				Example: w("standing retreat to D2", "consigne retraite vers D2"),
				Args:    []Param{{Name: "to", Kind: KindPlace, Prefix: "to", Prefixes: w("to", "vers")}}},
			{Name: "surrender", Alone: true, Aliases: w("", "capituler"), Phases: []string{"end"}, Help: w("give the game up", "abandonner la partie"), Example: w("surrender", "capituler")},
			{Name: "note", Aliases: w("", "noter"), Help: w("a remark for the record", "une remarque au journal"), Example: w("note the hill: at last", "noter enfin la colline"),
				Args: []Param{{Name: "text", Kind: KindText}}},
		},
		Conditions: []Condition{
			{Name: "{unit} crushed", Aliases: w("{unit} broken down", "{unit} écrasé"), Args: []Param{{Name: "unit", Kind: KindTarget}}, Help: w("an enemy is crushed", "un ennemi est écrasé")},
			{Name: "{group} pinned", Aliases: w("", "{group} cloué"), Args: []Param{{Name: "group", Kind: KindOwn}}, Help: w("an own group is pinned", "un de vos groupes est cloué")},
			{Name: "{place} lost", Aliases: w("", "{place} perdu"), Args: []Param{{Name: "place", Kind: KindPlace}}, Help: w("an objective is lost", "un objectif est perdu")},
			{Name: "enemy near {group}", Aliases: w("", "ennemi près de {group}"), Args: []Param{{Name: "group", Kind: KindOwn}, {Name: "within", Kind: KindNumber, Optional: true, Prefix: "within", Prefixes: w("within", "à moins de")}}, Help: w("an enemy is near", "un ennemi est proche")},
			{Name: "assaulted", Aliases: w("", "assailli"), Help: w("assaulted this turn", "assailli ce tour-ci")},
		},
	}
}

// verbFirst is the language of a game whose orders begin with their verb and name the unit after it.
func verbFirst() Language {
	own := Param{Name: "unit", Kind: KindOwn}
	owns := Param{Name: "units", Kind: KindOwn, Repeated: true}
	enemies := Param{Name: "targets", Kind: KindEnemy, Repeated: true, Optional: true, Prefix: "at", Prefixes: w("at", "sur")}
	return Language{Speech: speech, Verbs: []Verb{
		{Name: "move", Aliases: w("go", "avancer"), Help: w("move", "avancer"), Example: w("move G1 to D5", "avancer G1 vers D5"),
			Args: []Param{own, {Name: "to", Kind: KindPath, Prefix: "to", Prefixes: w("to", "vers")}, {Name: "formation", Kind: KindWord, Prefix: "formation", Prefixes: w("formation", "formation"), Optional: true, Words: choices("open/ouverte", "column/colonne")}}},
		{Name: "shoot", Aliases: w("fire", "tirer"), Help: w("fire", "tirer"), Example: w("shoot G1 at north.K1 else nearest", "tirer G1 sur north.K1 sinon plus proche"),
			Args: []Param{owns, enemies, {Name: "prefer", Kind: KindWord, Prefix: "else", Prefixes: w("else", "sinon"), Repeated: true, Optional: true, Words: choices("nearest/plus proche", "vehicles/véhicules")}}},
		{Name: "follow", Aliases: w("", "suivre"), Help: w("follow one enemy and shoot at another", "suivre un ennemi et tirer sur un autre"), Example: w("follow G1 north.G1", "suivre G1 north.G1"),
			Args: []Param{own, {Name: "enemy", Kind: KindEnemy}, {Name: "at", Kind: KindEnemy, Prefix: "at", Prefixes: w("at", "sur"), Optional: true}}},
		{Name: "hatches", Aliases: w("", "trappes"), Help: w("hatches", "trappes"), Example: w("hatches TK1 closed", "trappes TK1 fermées"),
			Args: []Param{owns, {Name: "how", Kind: KindWord, Words: choices("open/ouvertes", "closed/fermées")}}},
		{Name: "surrender", Alone: true, Aliases: w("", "capituler"), Help: w("give the game up", "abandonner la partie"), Example: w("surrender", "capituler")},
	}}
}

// field is what a player of the skirmish knows: a board of A1 to J12.
type field struct{}

func (field) Own() []string        { return []string{"G1", "G2", "G3", "G4", "M1", "TK1", "CH"} }
func (field) Enemies() []string    { return []string{"north.G1", "north.G5", "north.K1"} }
func (field) Sides() []string      { return []string{"south", "north"} }
func (field) Directions() []string { return []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"} }
func (field) Places() []string {
	var out []string
	for row := 1; row <= 12; row++ {
		for col := range 10 {
			out = append(out, string(rune('A'+col))+itoa(row))
		}
	}
	return append(out, "Ibarra palace", "l'Église")
}

// Describe says what the own units are; TK1 is the only tank, and the groups stand in column C.
func (field) Describe(unit string) (place string, kinds []string) {
	switch unit {
	case "M1":
		return "B2", []string{"light_mortar"}
	case "TK1":
		return "B3", []string{"Mark IV female", "armour"}
	case "CH":
		return "B4", []string{"chief"}
	case "north.K1":
		return "D9", []string{"armour"}
	}
	if n, ok := strings.CutPrefix(unit, "G"); ok {
		return "C" + n, []string{"group", "rifle"}
	}
	return "", nil
}

func (f field) Step(place, direction string) (next string, ok bool) {
	column, row := rune(place[0]), int(place[1]-'0')
	for _, c := range direction {
		switch c {
		case 'N':
			row++
		case 'S':
			row--
		case 'E':
			column++
		case 'W':
			column--
		}
	}
	return f.Place(string(column) + itoa(row))
}
func (f field) Place(s string) (string, bool) {
	if len(s) >= 2 && len(s) <= 3 && s[0] >= 'A' && s[0] <= 'J' {
		switch row := s[1:]; row {
		case "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12":
			return s, true
		}
	}
	if len(s) < 8 || len(s) > 20 {
		return "", false
	}
	switch Fold(s) {
	case "ibarra palace":
		return "F7", true
	case "l'eglise":
		return "C3", true
	}
	return "", false
}
