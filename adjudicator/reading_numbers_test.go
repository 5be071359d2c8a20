package adjudicator_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/scenarios/words"
)

// "2 guns" are two guns, and not the line of that number, which another line of a mail takes the place of.
func TestHowManyIsNoNumberOfALine(t *testing.T) {
	const file = "testdata/natural/landships.second.en.txt"
	engine, _ := adjudicator.Game("landships")
	lang, err := words.Language(engine)
	if err != nil {
		t.Fatal(err)
	}
	lang = lang.Ready()
	replaced := 0
	eachNatural(t, naturalGame(file), naturalLines(t, file), func(m *adjudicator.Match, i int) {
		replaces := func(text string) []string {
			got := m.Read("allied", lang, adjudicator.Writing{Blocks: []adjudicator.Block{{Lines: []string{text}}}})
			return slices.DeleteFunc(slices.Clone(got.Orders.Replaces), func(id string) bool { return id == "" })
		}
		if len(replaces("2. barrage 0804 with 2 smoke")) > 0 {
			replaced++
			for _, text := range []string{"2 guns smoke at 0804", "2 tubes of smoke at 0804", "2 guns smoke on 0805"} {
				if ids := replaces(text); len(ids) > 0 {
					t.Errorf("%q takes the place of %v", text, ids)
				}
			}
		}
	})
	if replaced == 0 {
		t.Error("nowhere is there a second line")
	}
}
