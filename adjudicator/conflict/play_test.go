package conflict_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
	"fieldpost/scenarios"
)

var games = flag.Int("games", 24, "self-played games")

var shipped = []string{"couriers-satchel", "strelka-crossroads", "hill-205", "hill-205-four"}

// setup loads a shipped scenario with options such as "cautious=yes".
func setup(t testing.TB, name, rhythm string, options ...string) table.Setup {
	t.Helper()
	r, err := scenarios.Load("conflict-of-heroes", name, conflict.NewDocument())
	if err != nil {
		t.Fatal(err)
	}
	s := table.Setup{Document: r.Document, Revision: 1, Rhythm: rhythm}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		s.Options = append(s.Options, events.Option{Name: name, Value: value})
	}
	return s
}

// dresses are the options with which games are self-played.
var dresses = [][]string{nil, {"cautious=yes"}, {"variable_ap=open", "cards=yes"}, {"variable_ap=fog"}, {"solitaire=soviet"}, {"solitaire=german", "cautious=yes"}}

// TestSelfPlay plays games by bots: no panic, no dead end, a bounded length, and the same game again when it is played
// from its own record.
func TestSelfPlay(t *testing.T) {
	n := *games
	if testing.Short() {
		n = min(n, 12)
	}
	for i, name := range shipped {
		t.Run(name, func(t *testing.T) {
			for k := i; k < n; k += len(shipped) {
				rhythm, bot := []string{"pulse", "blitz", "action"}[k/4%3], []string{"random", "sensible"}[k/4%2]
				tabletest.SelfPlay(t, conflict.Engine, setup(t, name, rhythm, dresses[k/4%len(dresses)]...), bot, uint64(k+1), inspect)
			}
		})
	}
}

// seen is what the tests read of a position.
type seen struct {
	Round int
	Seats []struct {
		Seat, Side                 string
		Cap, Initial, Lost, AP, VP int
		Activation                 bool
		Active, Hand               []string
	}
	Units []seenUnit
	Works []struct {
		Kind, Hex, Owner string
		Hidden           bool
	}
	Foot int `json:"foot_pile"`
	Vehs int `json:"vehicle_pile"`
}

type seenUnit struct {
	Unit, Type, Hex, Facing, Status, Off, Hit, Aboard, In string
	Hidden, Shown                                         bool
}

func look(t testing.TB, described any) seen { return tabletest.Look[seen](t, described) }

// inspect asserts what can never be otherwise: CAP and AP are not negative, active units belong to an activation, a destroyed
// unit stands nowhere, all counters of a pile are in it or under a unit, and a load is where its vehicle is.
func inspect(t *testing.T, w table.Window, now table.Views) {
	t.Helper()
	s := look(t, now.Describe())
	at := map[string]seenUnit{}
	hits := 0
	for _, u := range s.Units {
		at[u.Unit] = u
		if u.Off != "" && u.Hex != "" {
			t.Errorf("window %d: %s is %s and at %s", w.Number, u.Unit, u.Off, u.Hex)
		}
		if u.Hit != "" {
			hits++
		}
	}
	if n := s.Foot + s.Vehs + hits; n != 40 {
		t.Errorf("window %d: %d hit counters", w.Number, n)
	}
	for _, u := range s.Units {
		if c := at[u.Aboard]; u.Aboard != "" && u.Off == "" && c.Hex != u.Hex {
			t.Errorf("window %d: %s at %s is aboard %s at %s", w.Number, u.Unit, u.Hex, u.Aboard, c.Hex)
		}
	}
	for _, c := range s.Seats {
		if c.Cap < 0 || c.AP < 0 || c.Activation != (len(c.Active) > 0) {
			t.Errorf("window %d: %+v", w.Number, c)
		}
		for _, name := range c.Active {
			if at[name].Status != "active" {
				t.Errorf("window %d: %s shares an activation and is %s", w.Number, name, at[name].Status)
			}
		}
	}
	for _, u := range s.Units {
		if u.Status == "active" && !slices.ContainsFunc(s.Seats, func(c struct {
			Seat, Side                 string
			Cap, Initial, Lost, AP, VP int
			Activation                 bool
			Active, Hand               []string
		}) bool {
			return slices.Contains(c.Active, u.Unit)
		}) {
			t.Errorf("window %d: %s is active alone", w.Number, u.Unit)
		}
	}
}

// TestDocuments: the shipped scenarios have no flaw, and what is wrong is told.
func TestDocuments(t *testing.T) {
	for _, name := range shipped {
		doc := new(conflict.Document)
		if _, err := scenarios.Load("conflict-of-heroes", name, doc); err != nil {
			t.Fatal(err)
		}
		for _, f := range conflict.CheckDocument(doc) {
			t.Errorf("%s: %s: %s", name, f.Path, f.Message)
		}
		if doc.Scenario.ID != name {
			t.Errorf("scenario %s calls itself %s", name, doc.Scenario.ID)
		}
		if n := fmt.Sprint(len(doc.Scenario.Board.Map[0])); n != "12" {
			t.Errorf("%s: %s columns", name, n)
		}
	}
}
