package brushbrothers_test

import (
	"os"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words"
)

// A report shows the vehicles that a side may raise by their names; whoever writes such a name gets that vehicle and no other.
func TestVehiclesAnswerToTheirNames(t *testing.T) {
	d, _ := scenariotest.Load[brushbrothers.Document](t, "brush-brothers", "maca-bano")
	for _, lang := range []string{"en", "fr"} {
		text, err := os.ReadFile("../../scenarios/brush-brothers/words.vehicles." + lang + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		book, err := words.Load(lang, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range d.Vehicles {
			name := book.Say("vehicle." + v.ID)
			for _, o := range d.Vehicles {
				together := o.List == v.List || o.List == "transport" || v.List == "transport" || o.List == "any" && v.List != "spain" && v.List != "chaco"
				if o.ID == v.ID && !o.Called(name) {
					t.Errorf("%s: nobody would find %s by its name %q", lang, v.ID, name)
				} else if o.ID != v.ID && together && o.Called(name) {
					t.Errorf("%s: %q is %s, and %s answers to it too", lang, name, v.ID, o.ID)
				}
			}
		}
	}
}
