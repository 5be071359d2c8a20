package orders

import (
	"strings"
)

// names finds units, seats or directions by what players call them.
type names struct {
	ids   []string // in the order of the lexicon
	keys  []string // the ids folded
	calls []call   // everything that may be typed, for suggestions
	exact map[string]int
	loose map[string]int
	atoms int
}

type call struct {
	key, text string
	id        int
}

const shared = -1 // a name that two things have

// put adds a name with its folded form.
func (n *names) put(id int, text, k string) {
	if k == "" {
		return
	}
	n.atoms = max(n.atoms, marks(text))
	if old, ok := n.exact[k]; ok {
		if old != id {
			n.exact[k] = shared
			n.calls = append(n.calls, call{k, text, id}) // so that all with this name are suggested
		}
		return
	}
	n.exact[k] = id
	n.calls = append(n.calls, call{k, text, id})
	close := loose(k)
	if old, ok := n.loose[close]; ok && old != id {
		n.loose[close] = shared
	} else {
		n.loose[close] = id
	}
}

// find returns the id that a folded text means. twice reports that it means more than one.
func (n *names) find(folded string) (id string, ok, twice bool) {
	i, ok := n.exact[folded]
	if !ok {
		i, ok = n.loose[loose(folded)]
	}
	switch {
	case !ok:
		return "", false, false
	case i == shared:
		return "", false, true
	}
	return n.ids[i], true, false
}

// spelt returns the id that a text means to the letter, of several that differ in capitals alone: G-6B is a division, and G-6b a regiment of another.
func (n *names) spelt(text string) (id string, ok bool) {
	for _, c := range n.calls {
		if c.text != text {
			continue
		}
		if ok && id != n.ids[c.id] {
			return "", false
		}
		id, ok = n.ids[c.id], true
	}
	return id, ok
}

// called makes the index of ids and their further names. Ids take precedence over further names.
func called(lex Lexicon, ids []string, further func(id string) []string) names {
	n := names{ids: ids, exact: make(map[string]int, 4*len(ids)), loose: make(map[string]int, 4*len(ids)), keys: make([]string, len(ids))}
	for i, id := range ids {
		n.keys[i] = Fold(id)
		n.put(i, id, n.keys[i])
	}
	named, _ := lex.(Named)
	for i, id := range ids {
		if named != nil {
			for _, other := range named.Names(id) {
				n.putLater(i, other)
			}
		}
		if further != nil {
			for _, other := range further(id) {
				n.putLater(i, other)
			}
		}
	}
	return n
}

// putLater adds a further name, which never takes an id's place.
func (n *names) putLater(id int, text string) {
	k := Fold(text)
	if old, ok := n.exact[k]; ok && old != shared && n.keys[old] == k {
		return
	}
	n.put(id, text, k)
}

// enemyNames returns the ways to write north.G1: "north G1", and "G1" where only one enemy has that name.
func enemyNames(id string) []string {
	side, unit, ok := strings.Cut(id, ".")
	if !ok {
		return nil
	}
	return []string{side + " " + unit, unit}
}

// scene is what the player knows to be in play, ready for look-ups.
type scene struct {
	lex                       Lexicon
	speech                    *Speech
	own, foes                 names
	sides, directions, off    names
	foesRead                  bool
	sidesRead, directionsRead bool
	offRead                   bool
	mine, theirs              []description     // of units; nil until they are needed
	places                    map[string]string // folded names of all places, read only after plain look-up has failed
	placeKeys                 []key
	placeNames                []string
	looked                    map[string]looked // texts that were looked up as places
	named                     map[string]bool   // every word of a name of a unit, side or direction; nil until it is needed
	judge                     Judge             // nil: all readings count
	rest                      func()            // may be nil: see Parser.Resting
	sinceRest                 int               // values that were tried since it was called
	strict                    bool              // nothing is read in everyday words, and no slip is mended
	curt                      bool              // only whether a line is as the grammar has it is asked: see Parser.Curt
	hasty, unsought           bool              // hasty: slips are not looked for, and unsought tells that some might have been
	lenient                   bool              // any word with a digit is a unit and a place: for checking examples
}

func newScene(lex Lexicon, g *Grammar) *scene {
	if m, ok := lex.(Multilingual); ok {
		lex = m.Hear(g)
	}
	s := &scene{lex: lex, speech: g.Speech}
	s.own = called(lex, lex.Own(), nil)
	return s
}

func (s *scene) enemy() *names {
	if !s.foesRead {
		s.foes, s.foesRead = called(s.lex, s.lex.Enemies(), enemyNames), true
	}
	return &s.foes
}

func (s *scene) seats() *names {
	if !s.sidesRead {
		s.sides, s.sidesRead = called(s.lex, s.lex.Sides(), nil), true
	}
	return &s.sides
}

func (s *scene) compass() *names {
	if !s.directionsRead {
		s.directions, s.directionsRead = called(s.lex, s.lex.Directions(), s.speech.compass), true
	}
	return &s.directions
}

// gazetteer reads the names of all places, once.
func (s *scene) gazetteer() {
	if s.places != nil {
		return
	}
	s.places = map[string]string{}
	for _, name := range s.lex.Places() {
		k := Fold(name)
		if _, ok := s.places[k]; ok {
			continue
		}
		if canonical, ok := s.lex.Place(name); ok {
			s.places[k] = canonical
			s.placeKeys = append(s.placeKeys, key{text: k, entry: len(s.placeNames)})
			s.placeNames = append(s.placeNames, name)
		}
	}
}

// place resolves typed text to a place of the board. If thorough is set, folded names count too.
func (s *scene) place(raw string, thorough bool) (string, bool) {
	found, known := s.looked[raw]
	if !known {
		found.place, found.ok = s.coordinates(raw)
	}
	if !found.ok && thorough && !found.thorough {
		s.gazetteer()
		found.named, found.thorough = s.places[Fold(raw)], true
		known = false
	}
	if !known {
		if s.looked == nil || len(s.looked) >= mostLooked {
			s.looked = map[string]looked{}
		}
		s.looked[raw] = found
	}
	if thorough && found.named != "" {
		return found.named, true
	}
	return found.place, found.ok
}

// looked is what the search for a place found. The same words of a line are looked up again and again.
type looked struct {
	place    string
	ok       bool
	named    string // the place that has the folded text as its name; "" if none has
	thorough bool   // names were looked through
}

// mostLooked is of how many texts a scene remembers whether they are places.
const mostLooked = 4096

// coordinates resolves text to a place as the board has it, in large letters too.
func (s *scene) coordinates(raw string) (string, bool) {
	if c, ok := s.lex.Place(raw); ok {
		return c, true
	}
	if upper := strings.ToUpper(raw); upper != raw {
		return s.lex.Place(upper)
	}
	return "", false
}
