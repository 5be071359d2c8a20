package position_test

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
)

// name is what a thing is called in a language.
type name struct {
	Lang string `key:"-"`
	Text string `key:"text"`
}

type hill struct {
	ID   string `key:"id"`
	Name []name `key:"name"`
}

// A mapping by names is written in the order of its names, in whatever order it was made, and a setting changes what it names.
func TestMappingsAreWrittenByName(t *testing.T) {
	f := form(t, hill{})
	h := hill{ID: "H1", Name: []name{{"fr", "colline"}, {"de", ""}, {"en", "hill"}}}
	const want = `{"id":"H1","name":{"en":"hill","fr":"colline"}}`
	if got := string(f.Append(nil, h)); got != want {
		t.Errorf("%s", got)
	}
	if got := string(f.Append(nil, hill{Name: []name{{"de", ""}}})); got != `{}` {
		t.Errorf("a mapping of nothing is %s", got)
	}
	var back hill
	if err := f.Read([]byte(want), &back); err != nil || len(back.Name) != 2 || back.Name[0] != (name{"en", "hill"}) {
		t.Errorf("%v, %v", back, err)
	}
	set, err := position.NewSetting([]byte(`{"name":{"de":"Hügel","fr":"butte"}}`))
	if err != nil {
		t.Fatal(err)
	}
	changed := back
	if err := set.Merge(&changed); err != nil {
		t.Fatal(err)
	}
	if got := string(f.Append(nil, changed)); got != `{"id":"H1","name":{"de":"Hügel","en":"hill","fr":"butte"}}` {
		t.Errorf("%s", got)
	}
	if back.Name[1].Text != "colline" {
		t.Error("a setting changed the position that it was made from")
	}
	state, err := f.Show(changed, nil)
	if err != nil || string(state.Whole()) != `{"id":"H1","name":{"de":"Hügel","en":"hill","fr":"butte"}}` {
		t.Errorf("%s, %v", state.Whole(), err)
	}
	if keys := strings.Join(f.Keys(), ", "); keys != "id text, name.* text" {
		t.Error(keys)
	}
	if err := f.Read([]byte(`{"name":{"en":3}}`), &back); err == nil || !strings.Contains(err.Error(), "name.en") {
		t.Errorf("a number was read for a name: %v", err)
	}
}
