package words_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"fieldpost/adjudicator"
	"fieldpost/scenarios/words"
)

// The files of every language of every game are complete.
func TestLanguagesAreComplete(t *testing.T) {
	for _, e := range adjudicator.Games() {
		language, err := words.Language(e)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, v := range language.Verbs {
			if len(v.Help) < 2 {
				t.Errorf("%s: %q has no help in two languages", e.Name(), v.Name)
			}
		}
	}
}

// A user's folder may bring a language of its own; a mistake in it is told with file, line and column.
func TestLanguageOfAUser(t *testing.T) {
	engine, _ := adjudicator.Game("duel")
	dir := fstest.MapFS{
		"duel/orders.fr.yaml": {Data: []byte("language: fr\ntitle: Duel\nverbs:\n  move:\n    words: [marcher]\n    halp: oui\n")},
	}
	if _, err := words.Language(engine, dir); err == nil || !strings.Contains(err.Error(), "duel/orders.fr.yaml:6:5") {
		t.Errorf("%v", err)
	}
	dir["duel/orders.fr.yaml"] = &fstest.MapFile{Data: []byte("language: fr\nverbs:\n  march:\n    words: [marcher]\n")}
	if _, err := words.Language(engine, dir); err == nil || !strings.Contains(err.Error(), "verbs.march") {
		t.Errorf("%v", err)
	}
	dir["orders.fr.yaml"] = &fstest.MapFile{Data: []byte("language: fr\nnumbers:\n  deux: [deux]\n")}
	if _, err := words.Language(engine, dir); err == nil || !strings.Contains(err.Error(), "orders.fr.yaml:3:9") {
		t.Errorf("%v", err)
	}
	delete(dir, "orders.fr.yaml")
	dir["duel/orders.fr.yaml"] = &fstest.MapFile{Data: []byte("language: fr\nverbs:\n  move:\n    help: se déplacer\n")}
	language, err := words.Language(engine, dir)
	if err != nil || language.Verbs[0].Help.In("fr") != "se déplacer" {
		t.Errorf("%v %+v", err, language.Verbs)
	}
}
