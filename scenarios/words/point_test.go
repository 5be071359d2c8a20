package words

import "testing"

// Whole inches have no tenth, and what only looks like a point stays as it is.
func TestPointsAreWrittenAsPeopleSayThem(t *testing.T) {
	for text, want := range map[string]string{
		"36.0,24.5": "36,24.5", "36.0,40.0": "36,40", "0.5,0.0": "0.5,0", "36.0": "36.0", "1.0,": "1.0,", "3.0,4": "3.0,4", "1.0,2.0,3.0": "1.0,2.0,3.0", "v1.0,2.0": "v1.0,2.0", "B5": "B5", "": "",
	} {
		if got := point(text); got != want {
			t.Errorf("%q is written %q, not %q", text, got, want)
		}
	}
}
