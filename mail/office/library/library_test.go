package library_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/mail/office/library"
	"fieldpost/scenarios"
)

// TestShelvesHoldSoundScenarios: every rulebook's show piece comes first and is a document without flaws; what only measures is on no shelf.
func TestShelvesHoldSoundScenarios(t *testing.T) {
	for _, name := range library.Games() {
		names := library.Shelf(name, "")
		if len(names) == 0 || names[0] != scenarios.ShowPiece(name) || slices.Contains(names[1:], names[0]) {
			t.Errorf("%s: %v", name, names)
			continue
		}
		engine, _ := adjudicator.Game(name)
		document, err := library.Document(engine, names[0], "")
		if err != nil || len(document) == 0 {
			t.Errorf("%s: %v", names[0], err)
		}
	}
}

// TestOwnScenarios: a user's own folder must be one, and a flawed scenario in it is no document.
func TestOwnScenarios(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a-file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{file, filepath.Join(dir, "none")} {
		if _, err := library.Own(folder); err == nil {
			t.Errorf("%s is taken for a folder", folder)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "duel"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "duel", "scenario-empty.yaml"), []byte("scenario: {id: empty, title: {en: Empty, fr: Vide}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if names := library.Shelf("duel", dir); !slices.Contains(names, "empty") {
		t.Errorf("the user's own is not on the shelf: %v", names)
	}
	engine, _ := adjudicator.Game("duel")
	if _, err := library.Document(engine, "empty", dir); err == nil {
		t.Error("a scenario without forces is a document")
	} else if _, ok := errors.AsType[scenarios.Problems](err); !ok {
		t.Errorf("%T: %v", err, err)
	}
}
