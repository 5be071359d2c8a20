package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/orders"
	"fieldpost/events"
)

// Header is what every scenario says about itself under the same keys, whatever its game. A document embeds it in the struct that stands
// under its key "scenario"; by those keys package scenarios lists the files.
type Header struct {
	ID      string   `json:"id" check:"required"`    // name of the file without "scenario-" and ".yaml"
	Title   Words    `json:"title" check:"required"` // for letters and maps
	About   Words    `json:"about"`                  // a paragraph for players who choose a scenario
	Rule    string   `json:"rule"`                   // of the rulebook, where the scenario is its own: "BB-A3.6"
	Show    bool     `json:"show"`                   // a demo plays it where no scenario is named
	Options []Choice `json:"options"`
	Balance Balance  `json:"balance"` // what its sides are worth
}

// Words are a name or a sentence in several languages, as a document writes them: a mapping by language.
type Words = orders.Words

// Choice is an option that may be set when a game is opened, with its legal values.
type Choice struct {
	ID      string   `json:"id" check:"required"`
	Title   Words    `json:"title" check:"required"`
	Values  []string `json:"values" check:"required"`
	Default string   `json:"default" check:"required"`
}

// Chosen returns the value of an option of the scenario: the one chosen when the game was opened, else its default.
func (h Header) Chosen(opt []events.Option, id string) string {
	for _, o := range opt {
		if o.Name == id {
			return o.Value
		}
	}
	for _, c := range h.Options {
		if c.ID == id {
			return c.Default
		}
	}
	return ""
}

// Allowed is an option that the rules ask for, with the values that they know. If there are none, any value is allowed and the rulebook
// checks it itself.
type Allowed struct {
	ID     string
	Values []string
}

// YesNo returns options that are either in force or not.
func YesNo(ids ...string) []Allowed {
	var out []Allowed
	for _, id := range ids {
		out = append(out, Allowed{id, []string{"yes", "no"}})
	}
	return out
}

// Numbers returns the values of an option that is a number.
func Numbers(from, to int) []string {
	var out []string
	for n := from; n <= to; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// flaws returns what is wrong with a header beyond its form. If all is true, any option may be offered.
func (h Header) flaws(all bool, allowed []Allowed) Flaws {
	var out Flaws
	for i, c := range h.Options {
		path := fmt.Sprintf("scenario.options[%d]", i)
		if !slices.Contains(c.Values, c.Default) {
			out.Add(path+".default", "%q is none of its values", c.Default)
		}
		at := slices.IndexFunc(allowed, func(a Allowed) bool { return a.ID == c.ID })
		switch {
		case all:
		case at < 0:
			out.Add(path+".id", "no option is called %q; there are %s", c.ID, listed(allowed))
		case allowed[at].Values != nil:
			for j, v := range c.Values {
				if !slices.Contains(allowed[at].Values, v) {
					out.Add(fmt.Sprintf("%s.values[%d]", path, j), "%q is no value of %s", v, c.ID)
				}
			}
		}
	}
	return out
}

// listed returns the names of options.
func listed(allowed []Allowed) string {
	var ids []string
	for _, a := range allowed {
		ids = append(ids, a.ID)
	}
	return strings.Join(ids, ", ")
}

// Party is what every scenario says about a seat. A document embeds it in its own struct of a side.
type Party struct {
	ID    string `json:"id" check:"required"` // the seat
	Title Words  `json:"title" check:"required"`
}

func (p Party) party() Party { return p }

// Parties returns the parties of a document's list, in its order.
func Parties[S interface{ party() Party }](list []S) []Party {
	var out []Party
	for _, s := range list {
		out = append(out, s.party())
	}
	return out
}
