package machine

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
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

func TestADeskIsReadBackAndNotWhenAltered(t *testing.T) {
	r := report()
	known := bytes.Repeat([]byte("what north knows "), 100)
	r.Known = HashOf(known)
	r.Desk = &Desk{Rulebook: "duel", Scenario: "hill", Document: HashOf(nil), Revision: 1, Layout: 3001, Rhythm: "turn", Options: []events.Option{{Name: "fog", Value: "yes"}},
		Seats: []table.Seat{"north", "south"}, Awaited: true, Language: "fr", Known: known, Reply: Reply{Address: "orders+1@example.org", Subject: "[x]", Form: "ORDRES x\nFIN"}}
	b, err := JSON(r, said{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Desk, got.Desk); diff != "" || got.Seat != "north" || got.Window.Number != 9 || got.Due != 12 || got.Known != r.Known {
		t.Errorf("read back it is another report: %+v\n%s", got, diff)
	}
	for what, c := range map[string]struct {
		old, with string
		want      error
	}{
		"another hash":   {r.Known.String(), HashOf([]byte("x")).String(), ErrAltered},
		"a newer desk":   {DeskSchema, "fieldpost/desk/2", ErrNewer},
		"a newer report": {Schema, "fieldpost/report/2", ErrNewer},
		"no desk":        {`"desk"`, `"none"`, ErrNoDesk},
		"no report":      {`"schema"`, `"sc"`, ErrNoReport},
	} {
		if _, err := Read(bytes.Replace(b, []byte(c.old), []byte(c.with), 1)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, not %v", what, err, c.want)
		}
	}
}
