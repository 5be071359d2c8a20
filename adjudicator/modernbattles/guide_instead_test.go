package modernbattles

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/table"
)

// positionOf returns a position of the crossroads with nothing on the table but what is named.
func positionOf(t *testing.T, phase, units string) table.Game {
	t.Helper()
	g, _ := open(t, "mill-crossroads")
	g, err := g.Set([]byte(`{"phasing": "us", "phase": "` + phase + `", "clear": true, "remove": ["us", "german"], "wires": [], "radios": [], "units": [` + units + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// MB-B7j: a squad that is to get out too far from its lorry, or where somebody stands, is shown the nearest place where it may.
func TestWhoFindsNoPlaceToGetOutIsShownOne(t *testing.T) {
	v := positionOf(t, "movement", `{"unit": "K", "side": "us", "type": "us_truck", "at": "20,18", "facing": 0},
		{"unit": "A", "side": "us", "type": "us_rifle_squad", "men": 4, "aboard": "K"},
		{"unit": "B", "side": "us", "type": "us_rifle_squad", "men": 1, "at": "22,18"}`).Knows("us")
	for to, wanted := range map[string]string{"20,23": "alight unit=A to=20.5/22.1", "22,18": "alight unit=A to=22/19"} {
		l, ok := v.Read("alight A to " + to)
		if !ok || v.Allowed(l) == nil {
			t.Fatalf("A may get out at %s", to)
		}
		shown := v.Instead(l, []table.Line{l})
		if !slices.Equal(shown, []string{wanted}) {
			t.Errorf("A cannot get out at %s, and is shown %q, not %q", to, shown, wanted)
		}
	}
}

// MB-B3c: what is offered to a unit that finds no room where it is deployed can be done, whoever else stands there or is deployed by other lines.
func TestWhoFindsNoRoomIsOfferedSome(t *testing.T) {
	offered := 0
	windows(t, "mill-crossroads", 3, func(g table.Game, w table.Window) {
		if !slices.Contains(w.Phases, "deployment") {
			return
		}
		v := g.Knows("us")
		read := func(text string) table.Line {
			l, ok := v.Read(text)
			if !ok {
				t.Fatalf("%q is no order", text)
			}
			l.ID, l.Phase = text, "deployment"
			return l
		}
		refused := func(lines ...table.Line) bool {
			return slices.ContainsFunc(g.Rehearse(w, "us", lines, nil, 1, nil).Verdicts, func(x table.Verdict) bool { return x.Refusal != nil })
		}
		other := read("deploy US-2 at 28/5")
		for _, text := range []string{"deploy US-MO at 22/3", "deploy US-BZ at 57/6", "deploy US-T2 at 30/6", "deploy US-3 at 28/5"} {
			l := read(text)
			if !refused(other, l) {
				t.Errorf("%s is allowed", text)
				continue
			}
			shown := v.Instead(l, []table.Line{other, l})
			if len(shown) != 1 || refused(other, read(shown[0])) {
				t.Errorf("%s is not allowed, and neither is %q", text, shown)
			}
			offered++
		}
	})
	if offered == 0 {
		t.Error("nothing was offered")
	}
}

// MB-B24: a tank or gun that its crew has left counts as lost; no ready line spends fire on it while others may be fired at, and an order that names
// it still may.
func TestNothingForsakenIsOfferedAsATarget(t *testing.T) {
	v := positionOf(t, "shooting", `{"unit": "T", "side": "us", "type": "us_m4_sherman", "at": "36,10", "facing": 0, "arms": [{"weapon": "gun_75_l40", "mount": "turret"}]},
		{"unit": "M", "side": "us", "type": "us_light_mortar", "at": "30,6"},
		{"unit": "X", "side": "german", "type": "ge_panzer_iv_h", "at": "34,20", "facing": 180, "empty": true},
		{"unit": "W", "side": "german", "type": "ge_panzer_iv_h", "at": "40,25", "facing": 180}`).Knows("us")
	var targets []string
	for _, p := range v.Prospects([]string{"shooting", "air"}) {
		targets = append(targets, p.Target)
	}
	if slices.Contains(targets, "X") || !slices.Contains(targets, "W") {
		t.Errorf("offered as targets: %q", targets)
	}
	l, ok := v.Read("shoot T at X")
	if r := v.Allowed(l); !ok || r != nil {
		t.Errorf("an order may not name the abandoned tank: %+v", r)
	}
}
