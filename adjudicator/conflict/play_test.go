package conflict_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/events"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
)

var games = flag.Int("games", 24, "self-played games")

var shipped = []string{"couriers-satchel", "strelka-crossroads", "hill-205", "hill-205-four"}

// setup loads a shipped scenario with options such as "cautious=yes".
func setup(t testing.TB, name, rhythm string, options ...string) table.Setup {
	t.Helper()
	s := scenariotest.Setup(t, conflict.Engine, name, rhythm)
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
	Deck  int `json:"deck"`
	Round int
	Seats []seenSeat
	Units []seenUnit
	Works []struct {
		Kind, Hex, Owner string
		Hidden           bool
	}
	Smoke []struct{ Hex string }
	Foot  int `json:"foot_pile"`
	Vehs  int `json:"vehicle_pile"`
}

type seenSeat struct {
	Seat, Side                 string
	Cap, Initial, Lost, AP, VP int
	Activation                 bool
	Active, Hand               []string
}

type seenUnit struct {
	Unit, Type, Hex, Facing, Status, Off, Hit, Aboard, In string
	Hidden, Shown, Dug                                    bool
}

func look(t testing.TB, described any) seen { return tabletest.Look[seen](t, described) }

// inspect asserts that a position is sound.
func inspect(t *testing.T, w table.Window, now table.Views) {
	t.Helper()
	if err := sound(look(t, now.Describe())); err != nil {
		t.Errorf("window %d: %v", w.Number, err)
	}
}

// TestDocuments: the shipped scenarios have no flaw, and what is wrong is told.
func TestDocuments(t *testing.T) {
	for _, name := range shipped {
		doc := new(conflict.Document)
		if _, err := scenarios.Load("conflict-of-heroes", name, doc); err != nil {
			t.Fatal(err)
		}
		for _, f := range conflict.Engine.Check(doc) {
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
