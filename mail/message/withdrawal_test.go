package message

import "testing"

// A line that only takes lines back by their numbers is WITHDRAW in any words; one that says anything else is not.
func TestWithdrawalsInEverydayWords(t *testing.T) {
	for text, want := range map[string]string{
		"withdraw line 1 please":             "1",
		"Please withdraw lines 2, 3 and 7":   "2 3 7",
		"10. withdraw":                       "10",
		"1. strike this line":                "1",
		"3) delete":                          "3",
		"4: forget it":                       "4",
		"line 5: cancel":                     "5",
		"Strike out line 12, thanks!":        "12",
		"I take back order no. 6":            "6",
		"annulez la ligne 3 s'il vous plaît": "3",
		"3. à rayer":                         "",
		"4 : supprimez cet ordre":            "4",
		"retirer les lignes 2 et 5":          "2 5",
		"Zeile 4 bitte streichen":            "4",
		"do not withdraw line 3":             "",
		"withdraw line 3?":                   "",
		"4 cancel fire":                      "",
		"3 cancel 4":                         "",
		"cancel 4":                           "",
		"strike 0612 with G1":                "",
		"withdraw G1 to 0405":                "",
		"2. retire":                          "",
		"# strike line 4":                    "",
		"#3 withdraw":                        "",
		"forget it":                          "",
	} {
		c, ok := command(text, false)
		if got := c.Args; ok != (want != "") || ok && (got != want || c.Word != "WITHDRAW") {
			t.Errorf("%q is %v, %+v; want WITHDRAW %q", text, ok, c, want)
		}
	}
}
