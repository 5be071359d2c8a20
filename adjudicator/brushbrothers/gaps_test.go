package brushbrothers_test

import (
	"fmt"
	"strings"
	"testing"
)

// ground is the table of terrain that the text lacks (BB-G2), code by code: what it gives and whether vehicles enter. Of
// jungle, marsh and savanna the text itself tells (BB-A4.4f).
const ground = `
. yes
= road yes
W cover difficult obstructing look_over test
H cover difficult obstructing look_over test
o cover yes
w cover dense yes
T cover dense test
b cover dense obstructing look_over building no
B cover dense obstructing building upper no
V cover dense obstructing road building upper road
^ obstructing crest yes
s difficult test
~ impassable no
# road yes
J cover difficult obstructing look_over test
M impassable no
S yes
? obstructing unknown yes
`

// TestTerrainTable is BB-G2, and of BB-R3 what may be looked over from a storey or a crest.
func TestTerrainTable(t *testing.T) {
	d := document(t, "bench")
	have := []string{}
	for _, x := range d.Terrain {
		row := x.Code
		for _, p := range []struct {
			is   bool
			name string
		}{{x.Cover, "cover"}, {x.Dense, "dense"}, {x.Difficult, "difficult"}, {x.Obstructing, "obstructing"}, {x.LookOver, "look_over"}, {x.Impassable, "impassable"},
			{x.Road, "road"}, {x.Building, "building"}, {x.Upper, "upper"}, {x.Crest, "crest"}, {x.Unknown, "unknown"}} {
			if p.is {
				row += " " + p.name
			}
		}
		have = append(have, row+" "+x.Vehicles)
		if text := strings.Contains("JMS?", x.Code); text != (x.Origin == "text") {
			t.Errorf("%s: origin %s", x.ID, x.Origin)
		}
	}
	if want := strings.TrimSpace(ground); strings.Join(have, "\n") != want {
		t.Errorf("have\n%s\nwant\n%s", strings.Join(have, "\n"), want)
	}
}

// budget is BB-A1.6 by weapon, green/standard/veteran, with the rows that the text has no price for (BB-G4, BB-R29): the VB
// is priced as the light mortar, the carbine as the rifle.
const budget = `
pistol 1/2/3
rifle 2/3/4
carbine 2/3/4
smg 2/3/4
semi_auto_rifle 3/4/5
assault_rifle 3/4/5
lmg 4/5/6
light_mortar 4/5/6
vb_rifle_grenade 4/5/6
mmg 6/8/10
medium_mortar 6/8/10
sniper_rifle 6/8/10
hmg 8/10/12
flamethrower 8/10/12
`

// TestBaseCosts is BB-A1.6 and BB-G4.
func TestBaseCosts(t *testing.T) {
	d := document(t, "bench")
	for _, row := range strings.Split(strings.TrimSpace(budget), "\n") {
		id, _, _ := strings.Cut(row, " ")
		w, _ := d.Weapon(id)
		if have := fmt.Sprintf("%s %d/%d/%d", id, w.Cost.Green, w.Cost.Standard, w.Cost.Veteran); have != row {
			t.Errorf("have %q, not %q", have, row)
		}
	}
}

// automatic is the table of BB-A1.5: weapon, dice, range in UD, re-roll.
const automatic = `
fg42 assault_rifle 1 6 partial
mg34 lmg 2 8 global
mg34_mounted mmg 3 10 global
mg42 lmg 2 8 partial
mg42_mounted mmg 3 10 partial
bar lmg 2 8 none
browning_30 mmg 3 10 global
browning_50 hmg 3 12 partial
fm_24_29 lmg 2 8 global
hotchkiss_14 mmg 3 10 none
hotchkiss_14_belt mmg 3 10 global
bren lmg 2 8 global
vickers mmg 3 10 global
breda_30 lmg 2 6 global
breda_37 mmg 3 10 none
nambu_96 lmg 2 8 global
nambu_92 mmg 3 10 none
dp_28 lmg 2 8 global
maxim_1910 mmg 3 10 global
dshk hmg 3 12 partial
`

// TestAutomaticWeapons is BB-A1.5, every row.
func TestAutomaticWeapons(t *testing.T) {
	d := document(t, "bench")
	seen := []string{}
	for _, m := range d.Models {
		if m.Rule == "BB-A1.5" {
			seen = append(seen, fmt.Sprintf("%s %s %d %d %s", m.ID, m.Weapon, m.Dice, m.Range, m.Reroll))
		}
	}
	if have, want := strings.Join(seen, "\n"), strings.TrimSpace(automatic); have != want {
		t.Errorf("have\n%s\nwant\n%s", have, want)
	}
}

// TestBoardsOfTheAnnexes is BB-G7: the maps that the text does not print are as large as it asks, Clasico 8 by 8 (BB-A3.6a),
// the generator 12 deep and 8 or 9 wide (BB-A2.0), the Chaco with two open rows at either edge (BB-A4.4d, BB-A4.4e).
func TestBoardsOfTheAnnexes(t *testing.T) {
	for _, name := range []string{"clasico", "ibarra-palace", "ibarra-tanks"} {
		if b := document(t, name).Scenario.Board; b.Columns < 8 || b.Rows < 8 {
			t.Errorf("%s: %d by %d sectors", name, b.Columns, b.Rows)
		}
	}
	if b := document(t, "crossroads").Scenario.Board; b.Rows != 12 || b.Columns != 8 && b.Columns != 9 {
		t.Errorf("the generator: %d by %d sectors", b.Columns, b.Rows)
	}
	b := document(t, "maca-bano").Scenario.Board
	for i, row := range b.Map {
		want := "?"
		if i < 2 || i >= b.Rows-2 {
			want = "S"
		}
		if row != strings.Repeat(want, b.Columns) {
			t.Errorf("the Chaco, row %d: %s", b.Rows-i, row)
		}
	}
}
