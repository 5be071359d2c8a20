package adjudicator_test

import (
	"path"
	"path/filepath"
	"reflect"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/scenarios"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/trial/trialtest"
	"fieldpost/scenarios/words/wordstest"
)

// folder is where the package of a rulebook lies.
func folder(e table.Engine) string { return path.Base(reflect.TypeOf(e.Document()).Elem().PkgPath()) }

// rulebooks runs a test for each rulebook that is registered.
func rulebooks(t *testing.T, test func(t *testing.T, e table.Engine)) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) { test(t, e) })
	}
}

// TestTry plays the try files: examples of the rulebooks and cases by rule.
func TestTry(t *testing.T) {
	rulebooks(t, func(t *testing.T, e table.Engine) {
		t.Parallel()
		trialtest.Files(t, e, filepath.Join(folder(e), "testdata", "try"))
	})
}

// TestKeys holds what positions are written with against all that logs may already hold.
func TestKeys(t *testing.T) {
	rulebooks(t, func(t *testing.T, e table.Engine) {
		tabletest.Keys(t, e, filepath.Join(folder(e), "testdata", "keys.txt"))
	})
}

// TestScenarios: every scenario that is shipped is sound.
func TestScenarios(t *testing.T) {
	rulebooks(t, func(t *testing.T, e table.Engine) { scenariotest.Sound(t, e) })
}

// TestRulebooksArePlayed: bots play some scenarios in some rhythms to their end, every line of theirs is taken, each game comes out
// the same when it is played again from its record, and all that is told has its words. The corpus has the rest.
func TestRulebooksArePlayed(t *testing.T) {
	const most = 3
	rulebooks(t, func(t *testing.T, e table.Engine) {
		t.Parallel()
		books := wordstest.Books(t, e.Name())
		list, err := scenarios.List(e.Name())
		if err != nil || len(list) == 0 || len(e.Rhythms()) == 0 {
			t.Fatal("no scenario, or no rhythm: ", err)
		}
		bots := e.BotNames()
		for n := range min(most, len(list)*len(e.Rhythms())) {
			setup := scenariotest.Setup(t, e, list[n%len(list)].Name, e.Rhythms()[n/len(list)].Name)
			res := tabletest.SelfPlay(t, e, setup, bots[n%len(bots)], uint64(n+1), nil)
			wordstest.Facts(t, res.Facts, books...)
		}
	})
}
