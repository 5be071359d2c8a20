package main

import (
	"strings"
	"testing"
)

// TestGameCheck: a rulebook that is complete lacks nothing.
func TestGameCheck(t *testing.T) {
	t.Parallel()
	if code, out, trouble := run(t, "game", "check", "duel"); code != exitFine || !strings.Contains(out, "lacks nothing") {
		t.Errorf("exit %d: %s%s", code, out, trouble)
	}
}
