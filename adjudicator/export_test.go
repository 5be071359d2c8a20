package adjudicator

import "context"

// SaveSnapshot saves the match as it is, as Seal does.
func (s *Service) SaveSnapshot(ctx context.Context, m *Match) { s.saveSnapshot(ctx, m) }

// Quiet reports whether a match can be saved.
func (m *Match) Quiet() bool { return m.quiet() }

// Boundary returns the bytes of the position that a snapshot holds.
func (m *Match) Boundary() []byte { return m.boundary.Snapshot() }
