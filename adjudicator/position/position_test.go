package position_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/position"
)

type seat string

type counter struct {
	ID     string   `key:"unit"`
	Side   seat     `key:"side"`
	Hex    string   `key:"at"`
	Pinned bool     `key:"pinned"`
	Ammo   [2]int   `key:"ammo"`
	Fired  []string `key:"fired"`
}

type game struct {
	Turn  int       `key:"turn"`
	Units []counter `key:"units"`
	Track struct {
		Points int `key:"points"`
	} `key:"track"`
	workedOut int // no part of the position
}

// gameLater is the same in a later program: a field more here and there, others moved and renamed.
type gameLater struct {
	Score struct {
		Bonus  int `key:"bonus"`
		Points int `key:"points"`
	} `key:"track"`
	Pieces []struct {
		Pinned bool     `key:"pinned"`
		House  string   `key:"house"`
		Place  string   `key:"at"`
		Fired  []string `key:"fired"`
		Ammo   [2]int   `key:"ammo"`
		Owner  seat     `key:"side"`
		Name   string   `key:"unit"`
	} `key:"units"`
	Number int `key:"turn"`
}

func form(t testing.TB, sample any) *position.Form {
	t.Helper()
	f, err := position.Of(sample)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestOldPositionsAreReadByLaterPrograms(t *testing.T) {
	g := game{Turn: 3, workedOut: 7, Units: []counter{{ID: "B-1", Side: "south", Pinned: true, Ammo: [2]int{0, 2}}, {ID: "a \"b\"\n\\é<&>", Fired: []string{"", "4.3"}}, {}}}
	const want = `{"turn":3,"units":[{"ammo":[0,2],"pinned":true,"side":"south","unit":"B-1"},{"fired":["","4.3"],"unit":"a \"b\"\u000a\\é<&>"},{}]}`
	now := form(t, g)
	if b := now.Append(nil, &g); string(b) != want {
		t.Fatalf("it is written %s\nwant          %s", b, want)
	}
	var back game
	if err := now.Read([]byte(want), &back); err != nil {
		t.Fatal(err)
	}
	if b := now.Append(nil, back); string(b) != want || len(back.Units) != 3 || back.Units[0].Ammo[1] != 2 {
		t.Errorf("read back it is %s", b)
	}
	later := form(t, gameLater{})
	var g2 gameLater
	if err := later.Read([]byte(want), &g2); err != nil {
		t.Fatal("a later program cannot read it:", err)
	}
	if b := later.Append(nil, g2); string(b) != want {
		t.Errorf("a later program writes %s", b)
	}
	g2.Pieces[2].House = "mill"
	if err := now.Read(later.Append(nil, g2), &back); err == nil || !strings.Contains(err.Error(), "house") {
		t.Errorf("a position of a later program is read as if nothing were missing: %v", err)
	}
}

func TestReadChangesWhatIsNamedAlone(t *testing.T) {
	g := game{Turn: 3, Units: []counter{{ID: "B-1"}}}
	shared := g.Units
	if err := form(t, g).Read([]byte(` { "units": [ {"unit":"C-1"}, {} ] } `), &g); err != nil || g.Turn != 3 || len(g.Units) != 2 || g.Units[0].ID != "C-1" {
		t.Errorf("%+v, %v", g, err)
	}
	if shared[0].ID != "B-1" {
		t.Error("a list that somebody else holds was written into")
	}
}

func TestWhatIsNoPosition(t *testing.T) {
	type ring struct {
		Next []struct{ X int } `key:"next"`
	}
	for want, bad := range map[string]any{
		"needs a key":  struct{ Turn int }{},
		"needs a key ": ring{},
		"the same key": struct {
			A, B int `key:"x"`
		}{},
		"map[string]": struct {
			M map[string]int `key:"m"`
		}{},
		"a float64": struct {
			F float64 `key:"f"`
		}{},
		"a *int": struct {
			P *int `key:"p"`
		}{},
		"no position": 3,
		"a interface {": struct {
			V any `key:"v"`
		}{},
	} {
		if _, err := position.Of(bad); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%T: %v, want an error that says %q", bad, err, want)
		}
	}
	f := form(t, game{})
	for _, bad := range []string{`{"turn":"3"}`, `{"turn":3.5}`, `{"turn":99999999999999999999}`, `{"units":{}}`, `{"units":[1]}`,
		`{"units":[{"ammo":[1,2,3]}]}`, `{"turn":3}x`, `{"turn":3`, `[]`, ``, `null`, `{"turn":null}`, `{"nosuch":1}`, `{"units":[{"nosuch":1}]}`} {
		if err := f.Read([]byte(bad), &game{}); err == nil {
			t.Errorf("%s is read as a position", bad)
		}
	}
}

func TestKeys(t *testing.T) {
	got := form(t, &game{}).Keys()
	want := []string{"track.points number", "turn number", "units[].ammo[2] number", "units[].at text", "units[].fired[] text", "units[].pinned yes or no", "units[].side text", "units[].unit text"}
	if !slices.Equal(got, want) {
		t.Errorf("the keys are %q", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"turn":3,"units":[{"ammo":[0,2],"unit":"B-1"},{"unit":"\u000a\ud800"}]}`))
	form := form(f, game{})
	f.Fuzz(func(t *testing.T, b []byte) {
		var g, h game
		if form.Read(b, &g) != nil {
			return
		}
		once := form.Append(nil, g)
		if err := form.Read(once, &h); err != nil {
			t.Fatalf("%s cannot be read back: %v", once, err)
		}
		if twice := form.Append(nil, h); string(twice) != string(once) {
			t.Errorf("%s becomes %s", once, twice)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	g, f := game{Turn: 3}, form(b, game{})
	for range 100 {
		g.Units = append(g.Units, counter{ID: "B-1", Side: "south", Hex: "0705", Fired: []string{"4.3"}})
	}
	var buf []byte
	for b.Loop() {
		buf = f.Append(buf[:0], g)
	}
}
