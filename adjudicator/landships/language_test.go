package landships

import "testing"

// TestLanguageIsSound: no name means two things, every argument can be told from the next, every example parses.
func TestLanguageIsSound(t *testing.T) {
	for _, flaw := range Engine.Language().Validate() {
		t.Error(flaw)
	}
}
