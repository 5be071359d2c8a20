package orders

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Tongue is one language's words of the grammar itself, which no game declares: scenarios/orders.LANG.yaml. Letters write the first word of
// every list; all of them are read. The canonical words, which the log uses, are read too.
type Tongue struct {
	Language Lang     `json:"language" check:"required"`
	Called   []string `json:"called" check:"required"` // names of the language, by which a player may ask for it

	If        []string `json:"if" check:"required"`
	When      []string `json:"when" check:"required"`
	Then      []string `json:"then" check:"required"`
	And       []string `json:"and" check:"required"`
	Or        []string `json:"or" check:"required"`
	Not       []string `json:"not" check:"required"`
	Standing  []string `json:"standing" check:"required"`
	Otherwise []string `json:"otherwise" check:"required"`
	Colon     string   `json:"colon" check:"required"`     // as it stands between words: ": "
	Semicolon string   `json:"semicolon" check:"required"` // as it stands between words: "; "

	Fillers  []string `json:"fillers"`  // what may stand inside a condition and says nothing: is, has been
	Articles []string `json:"articles"` // what may stand before a value and says nothing: the, my
	Towards  []string `json:"towards"`  // what may stand before a target, place or direction and says nothing: at, to
	Nouns    []string `json:"nouns"`    // what may stand before a name and says nothing: hex, unit
	From     []string `json:"from"`     // what begins the place where a path starts
	Onward   []string `json:"onward"`   // what may stand before a path and says nothing: forward
	With     []string `json:"with"`     // what may stand before an own unit and says nothing: with, by
	For      []string `json:"for"`      // what may stand before whom an order is for: for
	Through  []string `json:"through"`  // what follows the end of a path and begins its way-points: via
	Counted  []string `json:"counted"`  // what may stand behind a number and says nothing: guns, inches
	Limits   []string `json:"limits"`   // what may stand behind a number that is a limit and says nothing: or less
	Ways     []string `json:"ways"`     // what stands between two measures of one thing: 8 by 6
	Plurals  []string `json:"plurals"`  // endings that a word may have in the plural: s
	Owned    []string `json:"owned"`    // endings of a name whose weapon follows: 's

	Numbers []Spelling `json:"numbers" check:"required"` // words for how many of a thing, by their digits: "2": [two]

	Directions []Spelling `json:"directions"` // the names of directions
	Facing     []string   `json:"facing"`     // what may stand before the name of a direction: the, to the
	Elided     []string   `json:"elided"`     // the same, tied to a name that begins with a vowel: l'

	Orders []string `json:"orders" check:"required"` // what opens a block of orders
	End    []string `json:"end" check:"required"`    // what closes it
	Turn   []string `json:"turn" check:"required"`
	Game   []string `json:"game" check:"required"`
	Phase  []string `json:"phase" check:"required"`
	Answer []string `json:"answer" check:"required"`

	Heading  []string   `json:"heading"`                   // what else may follow the game in the line that opens a block: window
	Commands []Spelling `json:"commands" check:"required"` // that a mail may give, by their English names: STATUS
	Loud     []string   `json:"loud"`                      // those of their words with which sentences begin too: they count in capitals alone
	Asides   []Spelling `json:"asides"`                    // words behind a command, or instead of one, by what they mean: until, all, withdrawing

	Verbs []VerbWords `json:"verbs"` // those that the kernel gives to every game

	Courtesy    []string     `json:"courtesy"`    // what people say around an order: please, thank you
	Doubts      []string     `json:"doubts"`      // what makes an order uncertain or its opposite: maybe, don't
	Wavering    []string     `json:"wavering"`    // what makes an order uncertain and no more: the line is asked back without it: maybe, if possible
	Unlike      []string     `json:"unlike"`      // words that mean nothing in an order and are no slip for one that does: change is no charge
	Requests    []string     `json:"requests"`    // questions that are orders in a line with one of Pleas: would you
	Pleas       []string     `json:"pleas"`       // what makes an order of a request: please
	Modals      []string     `json:"modals"`      // of Wavering, those that are requests in a line with one of Pleas: could, may
	Lasting     []string     `json:"lasting"`     // what makes an order stand, wherever it is said: from now on
	Never       []string     `json:"never"`       // what makes a standing order of what is not done: never
	Denying     []string     `json:"denying"`     // what may stand before Never, or where an order stands instead of it: don't
	Upon        []string     `json:"upon"`        // what stands before a place that shells are meant for, where no verb says so: on
	Aim         []string     `json:"aim"`         // what stands before an enemy that is fired at, with or without a verb: at
	Occupants   []string     `json:"occupants"`   // whoever is at a place that follows: the enemy in, those at
	Bodies      []string     `json:"bodies"`      // what may stand before a name, or where a unit is meant: group, squad, point
	Options     []Spelling   `json:"options"`     // what options of questions are called besides what letters print, by their names
	Ranks       []Spelling   `json:"ranks"`       // ordinal numbers: "3": [third]
	Leading     []string     `json:"leading"`     // behind a unit: it leads the others: "in the lead"
	Of          []string     `json:"of"`          // what ties two words for one unit together: "the three regiments of the 6th"
	Kinds       []Spelling   `json:"kinds"`       // kinds of unit in all games, by their English names: mortar
	Quantities  []Spelling   `json:"quantities"`  // all of the units that are described, by how many they are: "2": [both], "0": [all]
	Repeats     []Spelling   `json:"repeats"`     // how often an order is given, by the number: twice
	Scenery     []string     `json:"scenery"`     // what the ground is like at a place that is named, or where a unit stands: the woods, the crest
	States      []string     `json:"states"`      // how a unit that is named is, which says nothing of what it does: pinned, damaged
	Nations     []string     `json:"nations"`     // what may stand behind an enemy and says that it is one: « G2 allemand »
	Crowds      []string     `json:"crowds"`      // all of one's own units at a place that follows: everybody, the lads
	Masses      []string     `json:"masses"`      // kinds of unit of which all at a place are meant, however many: infantry
	Everybody   []string     `json:"everybody"`   // all of one's own units, wherever they are
	Nobody      []string     `json:"nobody"`      // none of them: "nobody moves but G2"
	Others      []string     `json:"others"`      // all that the line names no order for: "the others stay put"
	Unchanged   []string     `json:"unchanged"`   // of others, that nothing new is said of them: as before, as planned
	Unmoving    []string     `json:"unmoving"`    // behind a unit: it stays where it is, which says nothing of its fire: keeps its place
	Sparing     []string     `json:"sparing"`     // what leaves some of all out: except, but
	Only        []string     `json:"only"`        // what stands before or behind the only unit that does it, and says nothing: only
	Theirs      []string     `json:"theirs"`      // what may stand before a unit that goes with those before it and says nothing: their
	Lavish      []string     `json:"lavish"`      // artillery fires with all that it has, which it does anyway: with everything
	Remarks     []string     `json:"remarks"`     // how a clause begins that says something beside an order: they are
	Exclaimed   []string     `json:"exclaimed"`   // clauses beside an order that say nothing at all: good luck
	Joining     []string     `json:"joining"`     // words for going behind which a unit stands that goes there before, or stands there: follow
	Reasons     []string     `json:"reasons"`     // what stands before the reason for an order: because
	Ending      []string     `json:"ending"`      // behind where units go: that they go no farther, which says nothing: and stop there
	Aimed       []string     `json:"aimed"`       // what stands before an enemy that is fired at in a list of words: "R1, R2, target T1"
	Who         []string     `json:"who"`         // what may stand between a unit and what it does, and says nothing: who
	Again       []string     `json:"again"`       // behind "and": the order before is given once more
	Together    []string     `json:"together"`    // what may stand behind several units and says nothing: both, all
	Manifold    []string     `json:"manifold"`    // articles before more than one: « les », « des »
	Severally   []string     `json:"severally"`   // what may stand behind several units that each do the same: each
	Agents      []string     `json:"agents"`      // who does what no unit is named for, and says nothing: the engineers, the artillery
	Leaving     []string     `json:"leaving"`     // words for going behind which the place stands that is left: quit
	Taking      []string     `json:"taking"`      // words for boarding before which the vehicle stands: picks up
	Dropping    []string     `json:"dropping"`    // words for getting off before which the vehicle stands: drops off
	Likewise    []string     `json:"likewise"`    // behind a unit: it does what the one before it does: too, likewise
	Pronouns    []string     `json:"pronouns"`    // who the unit of a condition before it is: "if G1 is hit, it rallies"
	Fronts      []string     `json:"fronts"`      // what may stand before the direction that a unit faces: facing, looking
	Particles   []string     `json:"particles"`   // what may stand apart from the verb to which it belongs: "bring G1 on"
	Carriers    []string     `json:"carriers"`    // verbs that say nothing without the noun that may stand apart from them: "give G1 a burst"
	Infinitive  []string     `json:"infinitive"`  // what may stand right before a verb and says nothing: to
	Priority    []string     `json:"priority"`    // what stands beside the first of several in an order that stands: first
	Irregular   []Spelling   `json:"irregular"`   // verbs whose forms no rule makes, with all of them: be, is, are
	Inflections []Inflection `json:"inflections"` // the forms of verbs
	Senses      []Sense      `json:"senses"`      // everyday words for verbs; the first is that of going; all languages have the same senses
}

// Inflection tells what may stand in place of a verb's ending; the longest ending that fits counts.
type Inflection struct {
	Ending string   `json:"ending"`
	Forms  []string `json:"forms"` // none, if its words have no other form
}

// Sense is a meaning that several verbs have in everyday speech.
type Sense struct {
	Verbs []string `json:"verbs" check:"required"` // canonical names, in any game
	Words []string `json:"words" check:"required"`
	// Instead are the verbs that the words mean where the rules allow them and none of Verbs: "PG1 goes to A06" for a unit that is off the map.
	Instead []string `json:"instead"`
	// Withheld are the verbs with which a unit does none of Verbs: who holds does not fire. Nobody is given both in one line.
	Withheld []string `json:"withheld"`
}

// Spelling is a name of the grammar and how it is written in a language, best first.
type Spelling struct {
	Name  string   `json:"-"`
	Words []string `json:"words" check:"required"`
}

// canonical holds the words of lines in the log.
var canonical = Tongue{
	If: []string{"if"}, When: []string{"when"}, Then: []string{"then"}, And: []string{"and"}, Or: []string{"or"}, Not: []string{"not"},
	Standing: []string{"standing"}, Otherwise: []string{"otherwise"}, Colon: ": ", Semicolon: "; ",
	Directions: compassPoints,
	Orders:     []string{"orders"}, End: []string{"end"}, Turn: []string{"turn"}, Game: []string{"game"}, Phase: []string{"phase"}, Answer: []string{"answer"},
}

// Speech is the grammar's own words in some languages, made ready for reading. It never changes, so one may serve all games and
// goroutines.
type Speech struct {
	tongues []Tongue // the canonical one first

	ifWords, whenWords, thenWords, andWords, orWords, notWords                vocabulary
	standingWords, otherwiseWords, fillers                                    vocabulary
	articles, towards, nouns, from, onward, with, through, counted, ways      vocabulary
	courtesy, occupants, doubts, bodies, aim, upon                            vocabulary
	unlike, wavering, requests, modals, pleas, lasting, severally             vocabulary
	manifold                                                                  vocabulary
	scenery, states, nations, crowds, masses, together                        vocabulary
	agents, leaving, taking, dropping, of, leading                            vocabulary
	likewise, pronouns, fronts, particles, carriers, infinitive               vocabulary
	everybody, nobody, others, unchanged, unmoving, sparing, only, who, again vocabulary
	limits, theirs, lavish, ending, aimed, forWhom                            vocabulary
	never, denying, priority, remarks, exclamations, reasons, joining         vocabulary
	headWords, endWords, turnWords, gameWords, phaseWords, answerWords        vocabulary
	plurals                                                                   []string
	repeats, ranks, quantities                                                vocabulary     // entries are numbers
	kinds                                                                     vocabulary     // entries are kinds of unit, the same in all languages
	counts                                                                    map[string]int // number words
	before                                                                    []string       // articles with what parts them from a name
}

// mostRepeats is how often one line may give an order: "fire twice".
const mostRepeats = 9

// NewSpeech makes the words of languages ready, together with those of the log.
func NewSpeech(tongues ...Tongue) *Speech {
	s := &Speech{counts: map[string]int{}}
	for _, t := range append([]Tongue{canonical}, tongues...) {
		s.tongues = append(s.tongues, t)
		for _, w := range []struct {
			v     *vocabulary
			words []string
		}{
			{&s.ifWords, t.If}, {&s.whenWords, t.When}, {&s.thenWords, t.Then}, {&s.andWords, t.And}, {&s.orWords, t.Or}, {&s.notWords, t.Not},
			{&s.standingWords, t.Standing}, {&s.otherwiseWords, t.Otherwise}, {&s.fillers, t.Fillers},
			{&s.articles, t.Articles}, {&s.towards, t.Towards}, {&s.nouns, t.Nouns}, {&s.from, t.From}, {&s.onward, t.Onward},
			{&s.with, t.With}, {&s.forWhom, t.For}, {&s.priority, t.Priority}, {&s.through, t.Through}, {&s.counted, t.Counted}, {&s.ways, t.Ways}, {&s.courtesy, t.Courtesy}, {&s.occupants, t.Occupants}, {&s.doubts, t.Doubts}, {&s.aim, t.Aim}, {&s.upon, t.Upon}, {&s.bodies, t.Nouns}, {&s.bodies, t.Bodies},
			{&s.unlike, t.Unlike}, {&s.wavering, t.Wavering}, {&s.requests, t.Requests}, {&s.modals, t.Modals}, {&s.pleas, t.Pleas}, {&s.lasting, t.Lasting}, {&s.severally, t.Severally}, {&s.manifold, t.Manifold},
			{&s.scenery, t.Scenery}, {&s.states, t.States}, {&s.nations, t.Nations}, {&s.crowds, t.Crowds}, {&s.masses, t.Masses}, {&s.together, t.Together},
			{&s.everybody, t.Everybody}, {&s.nobody, t.Nobody}, {&s.others, t.Others}, {&s.unchanged, t.Unchanged}, {&s.unmoving, t.Unmoving}, {&s.sparing, t.Sparing}, {&s.only, t.Only}, {&s.who, t.Who}, {&s.again, t.Again},
			{&s.limits, t.Limits}, {&s.theirs, t.Theirs}, {&s.lavish, t.Lavish}, {&s.aimed, t.Aimed}, {&s.ending, t.Ending},
			{&s.remarks, t.Remarks}, {&s.exclamations, t.Exclaimed}, {&s.reasons, t.Reasons}, {&s.joining, t.Joining},
			{&s.never, t.Never}, {&s.denying, t.Denying},
			{&s.agents, t.Agents}, {&s.leaving, t.Leaving}, {&s.taking, t.Taking}, {&s.dropping, t.Dropping}, {&s.of, t.Of}, {&s.leading, t.Leading},
			{&s.likewise, t.Likewise}, {&s.pronouns, t.Pronouns}, {&s.fronts, t.Fronts}, {&s.particles, t.Particles}, {&s.carriers, t.Carriers}, {&s.infinitive, t.Infinitive},
			{&s.headWords, t.Orders}, {&s.endWords, t.End}, {&s.turnWords, t.Turn}, {&s.gameWords, t.Game}, {&s.phaseWords, t.Phase}, {&s.answerWords, t.Answer},
		} {
			w.v.add(0, w.words...)
		}
		s.plurals = append(s.plurals, t.Plurals...)
		for _, ending := range t.Plurals {
			for _, body := range t.Bodies {
				s.bodies.add(0, body+ending)
			}
		}
		for _, r := range t.Repeats {
			if n, err := strconv.Atoi(r.Name); err == nil && n > 0 && n <= mostRepeats {
				s.repeats.add(n, r.Words...)
			}
		}
		for _, r := range t.Ranks {
			if n, err := strconv.Atoi(r.Name); err == nil && n > 0 {
				s.ranks.add(n, r.Words...)
			}
		}
		for _, q := range t.Quantities {
			if n, err := strconv.Atoi(q.Name); err == nil && n >= 0 {
				s.quantities.add(n, q.Words...)
			}
		}
		for _, k := range t.Kinds {
			n := s.kinds.entries
			if known, ok := s.kinds.exact[phrase(Fold(k.Name))]; ok {
				n = known
			}
			s.kinds.add(n, append([]string{k.Name}, k.Words...)...)
		}
		s.learn(&t)
	}
	return s
}

// unspoken is a speech of the log's words alone.
var unspoken = NewSpeech()

// in returns a language's own words, or those of the log for an unknown language.
func (s *Speech) in(l Lang) *Tongue {
	for i := range s.tongues {
		if s.tongues[i].Language == l {
			return &s.tongues[i]
		}
	}
	return &s.tongues[0]
}

// suggested returns words of the grammar, in all languages, for suggestions.
func (s *Speech) suggested(lists func(*Tongue) [][]string) []candidate {
	var out []candidate
	for i := range s.tongues {
		for _, words := range lists(&s.tongues[i]) {
			for _, word := range words {
				out = append(out, candidate{phrase(Fold(word)), word})
			}
		}
	}
	return out
}

// Asides returns the words, folded and in all languages, that mean one thing after a command.
func (s *Speech) Asides(meaning string) []string {
	var out []string
	for _, t := range s.tongues {
		for _, a := range t.Asides {
			if a.Name == meaning {
				for _, w := range a.Words {
					out = append(out, Fold(w))
				}
			}
		}
	}
	return out
}

// Means reports whether a word after a command has this meaning in any language.
func (s *Speech) Means(meaning, word string) bool {
	return slices.Contains(s.Asides(meaning), Fold(word))
}

// Says reports whether one of the words or phrases with this meaning, in any language, stands in a text.
func (s *Speech) Says(meaning, text string) bool {
	text = " " + strings.Join(strings.FieldsFunc(Fold(text), func(r rune) bool {
		return r != '\'' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), " ") + " "
	return slices.ContainsFunc(s.Asides(meaning), func(word string) bool { return strings.Contains(text, " "+word+" ") })
}

// direction returns how a language writes a direction.
func (t *Tongue) direction(dir string) string {
	for _, d := range t.Directions {
		if d.Name == dir {
			return d.Words[0]
		}
	}
	return dir
}

// compass gives the names of a direction in all languages, including what people write before them: "face au sud-est", "facing the
// north-east".
func (s *Speech) compass(dir string) []string {
	var names, introduced []string
	for i := range s.tongues {
		t := &s.tongues[i]
		for _, d := range t.Directions {
			if d.Name != strings.ToUpper(dir) {
				continue
			}
			names = append(names, d.Words...)
			for _, word := range d.Words {
				if len(word) <= len("NW") {
					continue
				}
				for _, before := range t.Facing {
					introduced = append(introduced, before+" "+word)
				}
				if strings.ContainsRune("aeiouh", rune(Fold(word)[0])) {
					for _, before := range t.Elided {
						introduced = append(introduced, before+word)
					}
				}
			}
		}
	}
	return append(names, introduced...)
}

// texts returns what candidates suggest, each once.
func texts(list []candidate) []string {
	var out []string
	for _, c := range list {
		if !slices.Contains(out, c.text) {
			out = append(out, c.text)
		}
	}
	return out
}

// speech returns the language's own, or that of the log.
func (lang Language) speech() *Speech {
	if lang.Speech == nil {
		return unspoken
	}
	return lang.Speech
}
