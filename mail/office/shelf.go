package office

import (
	"runtime"
	"slices"
	"sync"
	"weak"

	"fieldpost/adjudicator/table"
	"fieldpost/events"
)

// Shelf keeps each scenario that a loaded game plays, so that all games of one share it: the geometry of a map costs megabytes and tens of
// milliseconds. What no game holds any more goes with the next collection of garbage, but for the few used last, which single games that come and go
// would otherwise read anew each time. Its zero value is empty and ready, for several goroutines.
type Shelf struct {
	mu     sync.Mutex
	kept   map[spine]weak.Pointer[table.Scenario]
	recent []*table.Scenario // the last used at the end
}

// spine is what a scenario is looked up by.
type spine struct {
	rulebook string
	document events.Hash
}

// shelfRecent bounds the scenarios that are kept without a game.
const shelfRecent = 8

// Scenario keeps the contract of adjudicator.Shelf.
func (s *Shelf) Scenario(rulebook string, document events.Hash, read func() (*table.Scenario, error)) (*table.Scenario, error) {
	key := spine{rulebook, document}
	if known := s.use(key, nil); known != nil {
		return known, nil
	}
	made, err := read()
	if err != nil {
		return nil, err
	}
	return s.use(key, made), nil
}

// use returns what stands under a key, which is made where nothing does, or nil if there is neither.
func (s *Shelf) use(key spine, made *table.Scenario) *table.Scenario {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := s.kept[key].Value()
	if found == nil {
		if made == nil {
			return nil
		}
		if s.kept == nil {
			s.kept = map[spine]weak.Pointer[table.Scenario]{}
		}
		found = made
		s.kept[key] = weak.Make(made)
		runtime.AddCleanup(made, s.forget, key)
	}
	s.recent = append(slices.DeleteFunc(s.recent, func(o *table.Scenario) bool { return o == found }), found)
	if n := len(s.recent) - shelfRecent; n > 0 {
		s.recent = slices.Delete(s.recent, 0, n)
	}
	return found
}

// forget removes what nobody holds any more.
func (s *Shelf) forget(key spine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept[key].Value() == nil {
		delete(s.kept, key)
	}
}
