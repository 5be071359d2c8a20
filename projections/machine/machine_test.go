package machine

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
)

type said struct{}

func (said) Fact(f table.Fact) string { return "said: " + f.Kind }

func state() *position.State {
	type bases struct {
		Left int `key:"bases"`
	}
	form, err := position.Of(bases{})
	if err != nil {
		panic(err)
	}
	s, err := form.Show(bases{4}, nil)
	if err != nil {
		panic(err)
	}
	return s
}

func report() Report {
	return Report{Game: "ibarra-1", Seat: "north", Turn: 3, Number: 47, Due: 12,
		Facts: []table.Fact{
			{Turn: 3, Rule: "BB-7", Kind: "save", Args: []table.FactArg{table.A("z", table.Base("cover", 3, "BB-4.9").Plus("crossfire", -1, "BB-4.9g")), table.A("a", "<G1>")}},
			{Turn: 3, Kind: "secret", For: []table.Seat{"south"}},
		},
		State: state(), Window: &table.Window{Number: 9, Seats: []table.Seat{"north", "south"}, Questions: []table.Asked{{Key: "mine", Seat: "north"}, {Key: "his", Seat: "south"}}},
		Standing: []table.StandingLine{{Line: table.Line{Text: "standing watch"}, Armed: true}}}
}

func TestASeatReadsItsOwnAndNothingElse(t *testing.T) {
	b, err := JSON(report(), said{})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "secret") || strings.Contains(string(b), "his") {
		t.Errorf("what is not for north stands in\n%s", b)
	}
	var got struct {
		Schema string
		Facts  []struct {
			Text string
			Args map[string]json.RawMessage
		}
		Window struct{ Questions []struct{ Key string } }
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if got.Schema != Schema || len(got.Facts) != 1 || got.Facts[0].Text != "said: save" || len(got.Window.Questions) != 1 || got.Window.Questions[0].Key != "mine" {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(string(got.Facts[0].Args["z"]), `"total": 2`) || strings.Index(string(b), `"z"`) > strings.Index(string(b), `"a"`) {
		t.Errorf("the arithmetic is not as told:\n%s", b)
	}
	again, _ := JSON(report(), said{})
	if !bytes.Equal(b, again) {
		t.Error("the same report gave other bytes")
	}
}
