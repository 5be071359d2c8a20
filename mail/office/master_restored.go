package office

import (
	"errors"
	"fmt"

	"fieldpost/adjudicator"
	"fieldpost/events"
)

// restoredDeed declares that log and archive are an older copy. The mark outside of them commits to what was signed; how much letters told of
// beyond that, only those who hold them know.
func (st *Office) restoredDeed(m *adjudicator.Match, r AmendRequest) (events.Body, string, []events.Secret, error) {
	if m.Fair.Terms == nil {
		return nil, "", nil, errors.New("nothing of this game was ever signed; it goes on without a declaration")
	}
	head, lost := m.Head.Seq, events.Restored{Seen: r.Seen, Reason: r.Reason}
	if marks, ok := st.Keys.(Marks); ok {
		size, root, err := marks.Mark(m.Game)
		switch {
		case err != nil:
			return nil, "", nil, err
		case size > head:
			lost.Signed, lost.Root, lost.Seen = size, root, max(size, r.Seen)
		}
	}
	if lost.Seen <= head {
		return nil, "", nil, fmt.Errorf("nothing shows that events after %d were lost; if letters tell of more, name the newest: --seen", head)
	}
	return lost, fmt.Sprintf("The game goes on after event %d; every player is told.", head), nil, nil
}
