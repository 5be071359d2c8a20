package modernbattles

import (
	"testing"

	"fieldpost/adjudicator/orders"
	"fieldpost/scenarios/scenariotest"
	phrases "fieldpost/scenarios/words"
)

// A place may be written as people say it.
func TestPlacesAsTheyAreWritten(t *testing.T) {
	g, err := Engine.Open(scenariotest.Setup(t, Engine, "mill-crossroads", ""))
	if err != nil {
		t.Fatal(err)
	}
	language, err := phrases.Language(Engine)
	if err != nil {
		t.Fatal(err)
	}
	lex := g.Knows("us").Lexicon().(orders.Multilingual).Hear(orders.NewGrammar(language))
	for text, want := range map[string]string{
		"forward 4": "forward/4", "4 forward": "forward/4", "4 inches forward": "forward/4", "4 pouces en avant": "forward/4",
		"left 2.5": "left/2.5", "2.5 to the left": "left/2.5", "3 à gauche": "left/3", "6 north": "N/6", "6 pouces nord": "N/6",
		"toward the mill": "toward/H1", "toward the mill 6": "toward/H1/6", "6 inches towards the mill": "toward/H1/6", "6 pouces vers le moulin": "toward/H1/6",
		"34.5,12": "34.5/12", "bearing 45 6": "45°/6", "the mill": "H1",
	} {
		if got, ok := lex.Place(text); !ok || got != want {
			t.Errorf("%q is %q %v, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"4", "4 inches", "6 toward", "4 sideways", "inches 4"} {
		if got, ok := lex.Place(text); ok {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}
