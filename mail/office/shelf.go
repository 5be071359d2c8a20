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
// milliseconds. A scenario that no game holds any more goes with the next garbage collection, except for the last few used, which single
// games that come and go would otherwise read anew each time. The zero value is empty and ready to use, and safe for concurrent use.
type Shelf struct {
	mu     sync.Mutex
	kept   map[spine]weak.Pointer[table.Scenario]
	recent []*table.Scenario // the last used at the end
}

// spine is the key by which a scenario is looked up.
type spine struct {
	rulebook string
	document events.Hash
}

// shelfRecent is how many scenarios are kept without a game.
const shelfRecent = 8

// Scenario implements adjudicator.Shelf.
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

// use returns the scenario stored under a key, or else made, which it stores. It returns nil if there is neither.
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

// forget removes a scenario that is no longer held.
func (s *Shelf) forget(key spine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept[key].Value() == nil {
		delete(s.kept, key)
	}
}
