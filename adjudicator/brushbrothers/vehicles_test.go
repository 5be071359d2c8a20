package brushbrothers_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/table"
	"fieldpost/adjudicator/table/tabletest"
	"fieldpost/scenarios/words/wordstest"
)

// TestVehicleSelfPlay plays games with vehicles, guns, passengers and supports by bots: no panic, no dead end, the same
// game again from its own record, and words for every fact in both languages. The scenario has four vehicles a side at
// most, as BB-9.1 means them, and supports (BB-A2.4).
func TestVehicleSelfPlay(t *testing.T) {
	n := *games
	if testing.Short() {
		n = min(n, 12)
	} else {
		n = min(n, 30)
	}
	books := wordstest.Books(t, "brush-brothers")
	for j, rhythm := range []string{"plan", "run", "token"} {
		t.Run(rhythm, func(t *testing.T) {
			t.Parallel()
			s := setup(t, "bridge-road", rhythm)
			for k := j; k < n; k += 3 {
				bot := []string{"random", "sensible"}[k/3%2]
				r := tabletest.SelfPlay(t, brushbrothers.Engine, s, bot, uint64(k+701), inspectMachines)
				wordstest.Facts(t, r.Facts, books...)
			}
		})
	}
}

// rooms are the bases' room of the vehicles of the scenario (BB-9.4).
var rooms = map[string]int{"sidecar": 1, "large_halftrack": 2, "panzer_iii_h": 2, "sdkfz_222": 1, "light_truck": 1, "hotchkiss_h39": 1, "renault_r35": 1}

// inspectMachines asserts what can never be otherwise: six bases' room of one side in a sector (BB-1.4a, BB-R68), vehicles without
// markers, passengers where their vehicle is and within its seats (BB-13.1, BB-R41).
func inspectMachines(t *testing.T, w table.Window, now table.Views) {
	t.Helper()
	type hold struct {
		side string
		room int
	}
	sectors := map[string]hold{}
	all := lookMachines(t, now.Describe())
	for _, u := range all {
		if u.Sector == "" {
			continue
		}
		side, id, _ := strings.Cut(u.Unit, ".")
		h := sectors[u.Sector]
		if h.side != "" && h.side != side {
			t.Errorf("window %d: both sides at %s", w.Number, u.Sector)
		}
		h.side = side
		switch {
		case u.Aboard != "":
			at := slices.IndexFunc(all, func(o machine) bool { return o.Unit == side+"."+u.Aboard })
			if at < 0 || all[at].Sector != u.Sector {
				t.Errorf("window %d: %s is aboard %s but not with it", w.Number, id, u.Aboard)
			}
		case u.Vehicle != "":
			h.room += rooms[u.Vehicle]
			if u.Stress != "none" || u.Watch || u.Ambush {
				t.Errorf("window %d: %s, a vehicle, has %s, watch %v, ambush %v", w.Number, u.Unit, u.Stress, u.Watch, u.Ambush)
			}
		default:
			h.room += len(u.Bases)
		}
		if h.room > 6 {
			t.Errorf("window %d: room of %d bases at %s", w.Number, h.room, u.Sector)
		}
		sectors[u.Sector] = h
	}
}

type machine struct {
	Unit, Sector, Vehicle, Aboard, Stress, Facing string
	Watch, Ambush                                 bool
	Bases                                         []string
}

func lookMachines(t testing.TB, v any) []machine {
	t.Helper()
	var s struct{ Groups []machine }
	decode(t, v, &s)
	return s.Groups
}

// varyMachines changes all that a seat cannot know of an enemy with vehicles: as vary does for men on foot, but a vehicle
// stays one where it was seen; and its supports.
func varyMachines(t testing.TB) func(table.Game, table.Seat, func(int) int) table.Game {
	return func(g table.Game, s table.Seat, pick func(int) int) table.Game {
		var all, mine rich
		decode(t, g.Describe(), &all)
		decode(t, g.Knows(s).Describe(), &mine)
		truth, known := all.Groups, mine.Groups
		type change map[string]any
		var units []change
		for _, u := range truth {
			if strings.HasPrefix(u.Unit, string(s)+".") || u.Sector == "" {
				continue
			}
			c := change{"unit": u.Unit}
			shown := slices.IndexFunc(known, func(o machine) bool { return o.Unit == u.Unit })
			switch {
			case shown >= 0 && u.Vehicle != "" && len(known[shown].Bases) == 0: // out of sight: any machine of its room
				c["vehicle"] = []string{"panzer_i", "jeep", "m8"}[pick(3)]
				c["stunned"], c["immobilised"] = pick(2) == 0, pick(2) == 0
			case u.Vehicle != "":
				c["traits"] = []string{[]string{"bold", "expert"}[pick(2)]}
			default:
				c["quality"], c["traits"] = []string{"green", "standard", "veteran"}[pick(3)], []string{[]string{"stoic", "bold", "tenacious"}[pick(3)]}
			}
			if shown < 0 {
				c["at"] = fmt.Sprintf("%c%d", "ABCDEFGHI"[pick(9)], 1+pick(10))
				c["bases"] = []change{{"weapon": []string{"rifle", "lmg", "sniper_rifle"}[pick(3)]}}
			}
			units = append(units, c)
		}
		held, strikes := varySupports(all, mine, s, pick)
		b := encode(t, change{"units": units, "supports": held, "strikes": strikes})
		for range 20 {
			if other, err := g.Set(b); err == nil {
				return other
			}
		}
		return nil
	}
}

// TestVehicleLaws holds the laws of the kernel against games with vehicles.
func TestVehicleLaws(t *testing.T) {
	for _, rhythm := range []string{"plan", "token"} {
		t.Run(rhythm, func(t *testing.T) {
			if testing.Short() && rhythm != "plan" {
				t.Skip("the laws of this rhythm take their time")
			}
			t.Parallel()
			tabletest.Laws(t, tabletest.Config{Engine: brushbrothers.Engine, Setup: setup(t, "bridge-road", rhythm), Games: 1, Bot: "random", Vary: varyMachines(t)})
		})
	}
}

func decode(t testing.TB, v, to any) {
	t.Helper()
	if err := json.Unmarshal(encode(t, v), to); err != nil {
		t.Fatal(err)
	}
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
