package trial

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
)

// Ask is one time that play waited for a seat, in order.
type Ask struct {
	Window    int                `json:"window"`
	Turn      int                `json:"turn"`
	Step      string             `json:"step"`
	Phases    []string           `json:"phases,omitempty"` // what orders for it covered
	Seats     []string           `json:"seats"`            // whom play waited for
	Texts     map[string][]Given `json:"texts,omitempty"`  // for each of them the texts whose lines counted, none for silence
	Questions []Put              `json:"questions,omitempty"`
	Open      bool               `json:"open,omitempty"` // play stopped here
}

// Given is a text of the file that answered.
type Given struct {
	In    string `json:"in"`    // "orders[0]"
	First string `json:"first"` // its first line
}

// Put is a question that was put.
type Put struct {
	Seat     string   `json:"seat"`
	Decision string   `json:"decision"`
	Key      string   `json:"key"`
	Rule     string   `json:"rule"`
	Options  []string `json:"options"`
	More     bool     `json:"more,omitempty"` // others may be written
	Default  string   `json:"default"`
	Answer   string   `json:"answer"` // of the file; "" while it is open
}

// asked begins the entry of a window.
func (p *play) asked(w table.Window) Ask {
	a := Ask{Window: w.Number, Turn: w.Turn, Step: w.Step, Phases: w.Phases, Seats: names(w.Seats)}
	if len(w.Questions) == 0 {
		a.Texts = map[string][]Given{}
	}
	for _, q := range w.Questions {
		a.Questions = append(a.Questions, Put{
			Seat: string(q.Seat), Decision: q.Decision, Key: q.Key, Rule: q.Rule, Options: q.Options, More: q.More, Default: q.Default,
		})
	}
	return a
}

// sources returns the texts from which lines of a seal come, after the one that was just read.
func (p *play) sources(given []Given, lines []table.Line) []Given {
	for _, l := range lines {
		x := p.written[l.ID]
		if x != nil && !slices.ContainsFunc(given, func(g Given) bool { return g.In == x.name }) {
			given = append(given, Given{In: x.name, First: x.first(p.language.Speech)})
		}
	}
	if given == nil {
		given = []Given{}
	}
	return given
}

// allAsks returns the asks with the one at which play stopped.
func (p *play) allAsks() []Ask {
	all := slices.Clone(p.asks)
	if w := p.now.Open; w != nil {
		last := p.asked(*w)
		last.Open, last.Texts = true, nil
		all = append(all, last)
	}
	if all == nil {
		all = []Ask{}
	}
	return all
}

// unaskedFor says that a scripted answer was not asked for, what was asked, and how the question is asked.
func (p *play) unaskedFor(a Answer) string {
	out := fmt.Sprintf("nobody asked the question of the scripted answer %q", a.Answer)
	var ids []string
	for _, d := range p.engine.Decisions() {
		ids = append(ids, d.ID)
		switch {
		case d.ID != a.Question || d.Ask:
		case d.Covert:
			out += fmt.Sprintf("; %s is never put by mail, only standing orders speak to it", d.ID)
		default:
			out += fmt.Sprintf(`; %s is put only to a seat that has "standing ask %s"`, d.ID, d.ID)
		}
	}
	if !slices.Contains(ids, a.Question) && !strings.Contains(a.Question, "/") {
		out += fmt.Sprintf("; no decision is called %s%s (`fieldpost rules %s --decisions` lists all)", a.Question, meant(a.Question, ids), p.engine.Name())
	}
	var put []string
	for _, ask := range p.allAsks() {
		for _, q := range ask.Questions {
			put = append(put, fmt.Sprintf("%s of %s (%s)", q.Decision, q.Seat, q.Key))
		}
	}
	if len(put) == 0 {
		return out + "; no question was put"
	}
	return out + "; there were put: " + strings.Join(put, ", ")
}
