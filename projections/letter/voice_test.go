package letter

import "testing"

// TestSpansAreToldAsPeopleTellThem: nobody says 1,666 minutes.
func TestSpansAreToldAsPeopleTellThem(t *testing.T) {
	for seconds, want := range map[int64][3]string{
		0:      {"", "", ""},
		5:      {"5 s", "5 s", "5 s"},
		100:    {"1 min 40 s", "1 min 40 s", "1 min 40 s"},
		300:    {"5 min", "5 min", "5 min"},
		599:    {"9 min 59 s", "9 min 59 s", "9 min 59 s"},
		1000:   {"17 min", "17 min", "17 min"},
		3599:   {"1 h", "1 h", "1 Std."},
		100000: {"27 h 47 min", "27 h 47 min", "27 Std. 47 min"},
		172799: {"2 days", "2 jours", "2 Tage"},
		259200: {"3 days", "3 jours", "3 Tage"},
		300000: {"3 days 11 h", "3 jours 11 h", "3 Tage 11 Std."},
	} {
		for i, lang := range []string{"en", "fr", "de"} {
			v := &voice{book: book(t, lang), lang: lang}
			if got := v.span(seconds); got != want[i] {
				t.Errorf("%d s, %s: %q, want %q", seconds, lang, got, want[i])
			}
		}
	}
}
