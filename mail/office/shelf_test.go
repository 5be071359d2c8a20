package office_test

import (
	"errors"
	"runtime"
	"sync"
	"testing"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail/office"
)

func TestShelf(t *testing.T) {
	var shelf office.Shelf
	reads := 0
	read := func() (*table.Scenario, error) {
		reads++
		return &table.Scenario{Header: table.Header{ID: "hill"}}, nil
	}
	take := func(rulebook string, n byte) *table.Scenario {
		s, err := shelf.Scenario(rulebook, events.Hash{n}, read)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	hill := take("duel", 1)
	if take("duel", 1) != hill || reads != 1 {
		t.Errorf("two games of a scenario do not share it: %d read", reads)
	}
	if take("duel", 2) == hill || take("somme-1918", 1) == hill {
		t.Error("another document, or another rulebook's, is not the same scenario")
	}
	for n := range byte(40) { // many others, none of which is held
		take("duel", 10+n)
	}
	runtime.GC()
	if take("duel", 1) != hill {
		t.Error("what a game holds was read again")
	}
	before := reads
	if take("duel", 49); reads != before {
		t.Error("what was used last was read again")
	}
	if take("duel", 10); reads != before+1 {
		t.Error("what nobody holds is kept for ever")
	}
	runtime.KeepAlive(hill)
	if _, err := shelf.Scenario("duel", events.Hash{9}, func() (*table.Scenario, error) { return nil, errors.New("gone") }); err == nil {
		t.Error("a document that cannot be read made a scenario")
	}
}

func TestShelfIsSharedByGoroutines(t *testing.T) {
	var shelf office.Shelf
	got := make([]*table.Scenario, 16)
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			got[i], _ = shelf.Scenario("duel", events.Hash{1}, func() (*table.Scenario, error) { return &table.Scenario{Header: table.Header{ID: "hill"}}, nil })
		})
	}
	all.Wait()
	for _, s := range got {
		if s == nil || s != got[0] {
			t.Fatal("games that were loaded at the same time do not share their scenario")
		}
	}
}
