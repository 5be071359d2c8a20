package conflict_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
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
				rhythm := []string{"pulse", "blitz", "action"}[k/4%3]
				playOne(t, setup(t, name, rhythm, dresses[k/4%len(dresses)]...), k)
			}
		})
	}
}

// playOne plays the game of a number, and plays it again.
func playOne(t *testing.T, s table.Setup, n int) table.Result {
	t.Helper()
	g, err := conflict.Engine.Open(s)
	if err != nil {
		t.Fatal(err)
	}
	seats, _ := conflict.Engine.Seats(s.Document)
	bot := []string{"random", "sensible"}[n/4%2]
	w := &inspector{SelfPlay: table.NewSelfPlay(uint64(n+1), bot, seats), t: t}
	r := g.Play(w, 0, nil)
	for _, m := range w.Mistakes {
		t.Errorf("game %d: a bot's line was not taken: %s", n, m)
	}
	if r.Halt != nil {
		t.Fatalf("game %d (%s %s %v): %s %s %s\n%s", n, bot, s.Rhythm, s.Options, r.Halt.Code, r.Halt.Key, r.Halt.Detail, r.Halt.Stack)
	}
	if r.Ending == nil {
		t.Fatalf("game %d: no ending; open %v", n, r.Open)
	}
	again := g.Play(&table.Recorded{Seals: w.Given, Rolls: r.Rolls}, 0, nil)
	if again.Halt != nil || again.Views.Hash() != r.Views.Hash() || table.Digest(again.Facts) != table.Digest(r.Facts) {
		t.Fatalf("game %d: played again from its record it comes out differently: %v", n, again.Halt)
	}
	return r
}

// inspector looks at the position at each window.
type inspector struct {
	*table.SelfPlay
	t *testing.T
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

func look(t testing.TB, v any) seen {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var s seen
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// See asserts what can never be otherwise: CAP and AP are not negative, active units belong to an activation, a destroyed
// unit stands nowhere, all counters of a pile are in it or under a unit, and a load is where its vehicle is.
func (i *inspector) See(w table.Window, now table.Views) {
	s := look(i.t, now.Describe())
	at := map[string]seenUnit{}
	hits := 0
	for _, u := range s.Units {
		at[u.Unit] = u
		if u.Off != "" && u.Hex != "" {
			i.t.Errorf("window %d: %s is %s and at %s", w.Number, u.Unit, u.Off, u.Hex)
		}
		if u.Hit != "" {
			hits++
		}
	}
	if n := s.Foot + s.Vehs + hits; n != 40 {
		i.t.Errorf("window %d: %d hit counters", w.Number, n)
	}
	for _, u := range s.Units {
		if c := at[u.Aboard]; u.Aboard != "" && u.Off == "" && c.Hex != u.Hex {
			i.t.Errorf("window %d: %s at %s is aboard %s at %s", w.Number, u.Unit, u.Hex, u.Aboard, c.Hex)
		}
	}
	for _, c := range s.Seats {
		if c.Cap < 0 || c.AP < 0 || c.Activation != (len(c.Active) > 0) {
			i.t.Errorf("window %d: %+v", w.Number, c)
		}
		for _, name := range c.Active {
			if at[name].Status != "active" {
				i.t.Errorf("window %d: %s shares an activation and is %s", w.Number, name, at[name].Status)
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
			i.t.Errorf("window %d: %s is active alone", w.Number, u.Unit)
		}
	}
	i.SelfPlay.See(w, now)
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
