package brushbrothers_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/scenarios/scenariotest"
)

// printed is the tables of BB-12, BB-A3.4 and BB-A4.3 as the rulebook prints them, a row that names two models twice: size,
// mobility, POO (AT), POM (AT), PDO, PDM, cost.
const printed = `
renault_r35 S low 1(1) 1(1) 3 2 12
somua_s35 M medium 1(3) 1(3) 4 2 18
b1bis L low 2(3) 1(3) 5 3 20
renault_d2 M low 1(3) 1(3) 4 2 16
hotchkiss_h39 S medium 1(2) 1(2) 4 2 16
amr35 S medium 1(0) 1(0) 3 1 10
fcm36 S low 1(1) 1(1) 4 2 14
ft17 S low 1(0) 1(0) 2 1 8
panhard_p178 M superior 1(1) 1(1) 3 1 14
panzer_i S medium 2(-1) 2(-1) 2 1 10
panzer_ii S medium 1(1) 1(1) 3 1 12
pz_35_38_t M medium 2(1) 1(1) 3 1 14
panzer_iii_h M medium 2(2) 1(2) 3 1 16
panzer_iii_j M medium 2(2) 1(2) 3 1 18
panzer_iv_d M medium 3(2) 2(2) 4 2 20
panzer_iv_g M medium 3(2) 2(2) 4 2 22
pzjg1 S medium 1(2) NA 2 0 10
marder M medium 1(3) NA 3 0 12
stug_iii_e S medium 2(2) NA 4 2 14
stug_iii_g S medium 2(2) NA 4 2 16
nashorn L medium 2(4) NA 3 0 18
hetzer S medium 2(3) NA 4 3 16
panther M medium 3(4) 2(4) 5 3 24
tiger L low 4(3) 3(3) 6 4 28
konigtiger L low 4(4) 3(4) 7 5 32
jagdpanther M medium 2(4) NA 6 3 22
elefant L low 3(4) NA 7 4 26
sdkfz_222 S superior 1(1) 1(1) 2 1 10
sdkfz_231 M superior 1(1) 1(1) 3 1 14
puma M superior 1(3) 1(3) 3 2 18
cv35 S medium 1(-1) NA 2 1 8
m11_39 M medium 1(2) 1(0) 3 1 12
m14_41 M medium 2(2) 1(2) 3 2 16
l640 S medium 1(1) 1(1) 2 1 10
m40 M medium 3(2) NA 3 1 14
ab41 M superior 1(1) 1(1) 3 1 14
vickers_e_7tp M medium 2(0) 2(0) 3 1 12
tk3 S medium 1(-1) NA 2 1 8
tks_20mm S medium 1(1) NA 2 1 10
wz_29 M medium 2(0) 1(0) 2 1 10
wz_34 M superior 1(1) 1(1) 2 1 12
universal_carrier S medium 1(-1) NA 1 0 6
mk_vi_mg S medium 2(0) 1(0) 2 1 10
matilda_i_mg M low 1(0) 1(0) 4 2 12
matilda_ii M low 2(2) 1(2) 5 3 18
cruiser M medium 2(2) 1(2) 2 1 14
crusader M medium 2(2) 1(2) 3 1 16
churchill L low 2(3) 1(3) 5 2 20
grant_lee L medium 2(3) 1(2) 3 1 18
cromwell M superior 3(2) 2(2) 3 2 20
comet M medium 3(4) 2(4) 4 2 24
m8 S superior 1(1) 1(1) 2 1 12
m4_sherman M medium 3(2) 2(2) 4 2 20
m4_76 M medium 3(3) 2(3) 4 3 24
tdm10 M medium 2(3) 2(3) 3 1 20
m5_stuart S medium 2(1) 2(1) 2 1 14
m24_chaffee M superior 2(2) 2(2) 3 2 18
ba_20_fai S medium 1(-1) 1(-1) 2 1 8
ba_10 M superior 1(2) 1(2) 2 1 14
t26 M medium 1(2) 1(2) 3 1 14
bt7 M superior 1(2) 1(2) 3 1 16
kv1 L low 3(2) 2(2) 5 3 22
kv2 L low 4(1) 3(1) 5 3 22
kv85 L low 3(3) 2(2) 5 3 24
t34_41 M superior 3(2) 2(2) 4 2 20
t34_85 M medium 3(3) 2(3) 4 2 22
t70 S medium 1(2) 1(2) 3 1 14
ba64 S superior 1(0) 1(0) 2 1 10
js2 L medium 3(4) 2(4) 6 4 28
su76 S medium 2(3) NA 3 1 12
su100 M medium 2(4) NA 4 2 18
su122 M medium 4(1) NA 4 2 18
type_94 S low 1(-1) 1(-1) 2 1 8
type_97_te_ke S medium 1(1) 1(1) 2 1 10
type_89_chi_ro M low 2(1) 1(1) 2 1 12
type_95_ha_go S medium 1(2) 1(2) 2 1 14
type_97_chi_ha M medium 2(2) 2(2) 3 1 16
any_camion_blinde L low 1(-1) 1(-1) 1 1 6
any_auto_mitrailleuse M medium 1(-1) 1(-1) 2 1 8
es_panzer_i S medium 2(-1) 2(-1) 2 1 10
es_panzer_i_20mm S medium 1(1) 1(1) 2 1 10
es_cv33 S medium 1(-1) NA 2 1 8
es_cv33_lance_flammes S medium 3(0) NA 2 1 10
es_cv33_20mm S medium 1(1) NA 2 1 8
es_ft17 S low 1(0) 1(0) 2 1 8
es_camion_blinde L low 1(-1) 1(-1) 1 1 6
es_tank_type_trubia M low 2(-1) 1(-1) 2 1 10
es_auto_mitrailleuse S superior 1(-1) 1(-1) 2 1 8
es_t26 M medium 1(2) 1(2) 3 1 14
es_bt7 M superior 1(2) 1(2) 3 1 16
es_ba6 M superior 1(2) 1(2) 2 1 14
ch_tank_vickers M medium 2(-1) 2(-1) 3 1 12
ch_chenillette_carden_loyd S medium 1(-1) NA 1 1 6
ch_cv33 S medium 1(-1) NA 2 1 8
`

// carriers is the table of BB-13: size, mobility, POO (AT), PDO and PDM, bases, cost.
const carriers = `
sidecar S superior 1(-1) - 1 6
jeep S superior - - 1 6
jeep_armed S superior 1(-1) - 1 8
light_truck S medium - - 2 6
small_halftrack M medium 1(-1) 2/1 3 8
truck L medium - - 6 8
large_halftrack M medium 1(-1) 2/1 4 10
`

// document loads what a scenario resolves to.
func document(t *testing.T, name string) brushbrothers.Document {
	t.Helper()
	var d brushbrothers.Document
	if err := json.Unmarshal(setup(t, name, "plan").Scenario.Document(), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestVehicleTable is BB-12, BB-13, BB-A3.4 and BB-A4.3 with BB-9.4: every row of the data against what the rulebook
// prints; the columns that it does not print (BB-G3) follow their rule.
func TestVehicleTable(t *testing.T) {
	d := document(t, "bridge-road")
	dice := func(n, at int) string {
		if n == 0 {
			return "NA"
		}
		return fmt.Sprintf("%d(%d)", n, at)
	}
	seen := map[string]bool{}
	for _, row := range strings.Split(strings.TrimSpace(printed), "\n") {
		id, _, _ := strings.Cut(row, " ")
		seen[id] = true
		v, _ := d.Vehicle(id)
		if have := fmt.Sprintf("%s %s %s %s %s %d %d %d", v.ID, v.Size, v.Mobility, dice(v.Front, v.FrontAT), dice(v.Rear, v.RearAT), v.Optimal, v.Minimal, v.Cost); have != row {
			t.Errorf("have %q; the rulebook prints %q", have, row)
		}
		if !v.Armoured {
			t.Errorf("%s has a PDO and a PDM: it is armoured", id)
		}
	}
	for _, row := range strings.Split(strings.TrimSpace(carriers), "\n") {
		id, _, _ := strings.Cut(row, " ")
		seen[id] = true
		v, _ := d.Vehicle(id)
		poo, armour := "-", "-"
		if v.Front > 0 {
			poo = dice(v.Front, v.FrontAT)
		}
		if v.Armoured {
			armour = fmt.Sprintf("%d/%d", v.Optimal, v.Minimal)
		}
		if have := fmt.Sprintf("%s %s %s %s %s %d %d", v.ID, v.Size, v.Mobility, poo, armour, v.Carries, v.Cost); have != row || v.Rear != 0 {
			t.Errorf("have %q; the rulebook prints %q", have, row)
		}
	}
	variants := map[string]string{"ft17_mg": "ft17", "vickers_e_mg": "vickers_e_7tp", "es_ft17_mg": "es_ft17", "ch_tank_vickers_47": "ch_tank_vickers"}
	for _, v := range d.Vehicles {
		if of, ok := variants[v.ID]; !seen[v.ID] && !ok {
			t.Errorf("%s is not in the rulebook", v.ID)
		} else if o, _ := d.Vehicle(of); ok && (o.Cost != v.Cost || o.Range == v.Range || v.Optimal != o.Optimal || v.Front != o.Front) {
			t.Errorf("%s differs from %s in more than its gun", v.ID, of)
		}
		if len(v.Marks) != 16 || strings.Trim(v.Marks, "TDP") != "" {
			t.Errorf("%s: marks %q are not one letter for each of 16 values", v.ID, v.Marks)
		}
		switch { // BB-11.4
		case v.Range != 0 && v.Range != 1 && v.Range != 6 && v.Range != 8 && v.Range != 10 && v.Range != 12 && v.Range != 99:
			t.Errorf("%s: no gun reaches %d UD", v.ID, v.Range)
		case v.Range == 1 && v.ID != "es_cv33_lance_flammes", strings.HasSuffix(strings.TrimSuffix(v.Gun, "s"), "machine gun") && v.Range != 6:
			t.Errorf("%s: %s reaches %d UD", v.ID, v.Gun, v.Range)
		case v.List != "transport" && v.Drive == "tracked" != (v.Riders && v.Carries == 2): // BB-13: a tank carries two bases
			t.Errorf("%s: drive %s, carries %d", v.ID, v.Drive, v.Carries)
		}
	}
}

// TestGunModels is BB-G12: each gun has a class; the Boehler alone is so small that standing still helps it (BB-14.3f).
func TestGunModels(t *testing.T) {
	d := document(t, "bench")
	for _, g := range d.Guns {
		if w, ok := d.Weapon(g.Weapon); !ok || !w.Gun || w.Class != "gun" {
			t.Errorf("%s is a %s, which is no gun (BB-14.3)", g.ID, g.Weapon)
		}
		if g.Small != (g.ID == "boehler_47mm") || g.Small && g.Shield {
			t.Errorf("%s: small %v, shield %v", g.ID, g.Small, g.Shield)
		}
	}
	for _, c := range []struct{ id, costs string }{{"at_rifle", "3/4/5"}, {"bazooka", "5/6/7"}, {"panzerschreck", "6/7/8"}, {"piat", "4/5/6"}, {"panzerfaust", "4/5/6"}, {"light_at_gun", "6/8/10"}, {"medium_at_gun", "8/10/12"}, {"infantry_howitzer", "7/9/11"}} {
		w, _ := d.Weapon(c.id)
		if have := fmt.Sprintf("%d/%d/%d", w.Cost.Green, w.Cost.Standard, w.Cost.Veteran); have != c.costs {
			t.Errorf("%s costs %s, not %s (BB-14)", c.id, have, c.costs)
		}
	}
	pistol := brushbrothers.GC{Quality: "standard", Bases: []brushbrothers.Base{{Weapon: "bazooka", Second: "pistol"}}}
	if have := d.Cost(pistol); have != 5 {
		t.Errorf("a bazooka with pistols costs %d, not 5 (BB-14.1b)", have)
	}
}

// TestMachinesThatCannotBe is the check of lists with vehicles: BB-10.1, BB-13.1, BB-A1.6d, BB-R65.
func TestMachinesThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		what string
		make func(*brushbrothers.Force)
		want string
	}{
		{"an unknown machine", func(f *brushbrothers.Force) { f.GCs[3].Vehicle = "maus" }, `no "maus" among vehicles`},
		{"a leader without the surcharge", func(f *brushbrothers.Force) { f.GCs[6].Leader = "LT" }, "surcharges:nco"},
		{"a gun on a tank", func(f *brushbrothers.Force) { f.GCs[4].Aboard, f.GCs[4].Column = "T1", "F" }, "carries 2 bases"},
		{"a group too large for its truck", func(f *brushbrothers.Force) { f.GCs[1].Aboard, f.GCs[1].Column, f.GCs[1].Depth = "LT", "D", 1 }, "carries 2 bases"},
		{"a vehicle at a wrong price", func(f *brushbrothers.Force) { f.GCs[6].Cost = 11; f.GCs[1].Cost = 20 }, "costs 12 points"},
		{"a vehicle with bases", func(f *brushbrothers.Force) { f.GCs[6].Bases = []brushbrothers.Base{{Weapon: "rifle"}} }, "bases is given"},
		{"a chief's machine of another kind", func(f *brushbrothers.Force) { f.GCs[6].Kind = "group" }, "only where kind is vehicle or chief"},
		{"a machine on horses", func(f *brushbrothers.Force) { f.GCs[6].Mounts = true }, "mounts is given"},
		{"a machine aboard another", func(f *brushbrothers.Force) { f.GCs[6].Aboard = "LT" }, "aboard is given"},
		{"men aboard men", func(f *brushbrothers.Force) { f.GCs[1].Aboard = f.GCs[2].ID }, "^gcs[vehicle]"},
		{"men who lead machines", func(f *brushbrothers.Force) { f.GCs[1].Leader = "LT" }, "leader is given"},
		{"a vehicle without a machine", func(f *brushbrothers.Force) { f.GCs[6].Vehicle = "" }, "vehicle is missing"},
		{"a lucky machine", func(f *brushbrothers.Force) { f.GCs[6].Surcharges = append(f.GCs[6].Surcharges, "reco") }, "BB-A1.6d"},
		{"a gun in a group", func(f *brushbrothers.Force) { f.GCs[4].Kind = "group" }, "kind gun"},
	} {
		d := document(t, "bridge-road")
		for i := range d.Forces {
			if d.Forces[i].ID == "french_section_1940" {
				c.make(&d.Forces[i])
			}
		}
		said := false
		for _, f := range scenariotest.Flaws(brushbrothers.Engine, &d) {
			said = said || strings.Contains(f.Message, c.want)
		}
		if !said {
			t.Errorf("%s: nothing says %q", c.what, c.want)
		}
	}
}
