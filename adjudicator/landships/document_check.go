package landships

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/table"
)

// checkDocument tells what is wrong with a document beyond its form: charts with gaps, names that nothing bears, hexes off
// the map, units where their kind cannot be, set-ups that the rules forbid. Paths are those of the document's JSON.
//
// Example: a truck that a scenario puts into a trench hex gives the flaw {scenario.units[12].hex, "TR-1 is a truck: trucks
// never enter a trench (LS-6.15f)"}.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d, net: newNet(d.Scenario.Map)}
	c.spans()
	c.results()
	c.named()
	c.terrain()
	c.vehicles()
	c.counters()
	if c.net.grid == nil {
		c.flaw("scenario.map", "a board of %d columns and %d rows cannot be made", d.Scenario.Map.Columns, d.Scenario.Map.Rows)
		return c.flaws
	}
	c.frame()
	c.ground()
	c.works()
	c.lines()
	c.units()
	c.stacks()
	c.arrivals()
	c.deployments()
	c.victory()
	c.options()
	return c.flaws
}

// checker collects flaws.
type checker struct {
	d     *Document
	net   *net
	flaws []table.Flaw
}

// flaw notes one.
func (c *checker) flaw(path, format string, args ...any) {
	c.flaws = append(c.flaws, table.Flaw{Path: path, Message: fmt.Sprintf(format, args...)})
}

// The numbers, dice and modifiers that the rules ask the charts for.

// rollIDs are the simple dice.
var rollIDs = []string{
	"communication", "scatter-drumfire", "scatter-hurricane", "scatter-smoke", "he-weapon", "he-vehicle", "horses",
	"wire-cut", "wire-confirm", "whippet-control", "breakdown-temporary", "repair", "mines-destroyed",
	"mines-breakdown", "natural-hit", "wheel", "aa-hit", "bomb-weapon", "atr-hit", "atr-breakdown", "flame-vehicle",
	"mg-weak-tank", "mg-weak-breakdown", "german-bail", "german-floor", "german-rally", "grenades-spent",
}

// modifierIDs are the modifiers of dice.
var modifierIDs = []string{
	"observer-aircraft", "shrapnel", "barrage-cavalry", "gas-morale", "leader-breakdown", "woods-breakdown",
	"rough-breakdown", "charge-near", "charge-trench", "fright-trench", "fright-same-hex", "acquisition-first",
	"acquisition-second", "pivot-at", "pivot-fire", "at-close", "art-v-car", "untrained", "leader", "floor",
	"mg-platoon", "vehicle-mgs", "mg-morale", "cavalry-defensive", "out-of-control", "flame-morale",
	"strafer-ground-fire", "strafer-aa", "bomber-aa", "air-bonus", "assault-tank", "assault-mg-attacker",
	"assault-mg-defender", "assault-flame-attacker", "assault-flame-defender", "assault-pinned", "german-crew-broken",
	"grenades", "storm", "storm-clear", "improved-trench", "improved-strongpoint",
}

// constantIDs are the plain numbers.
var constantIDs = []string{
	"stack-groups", "stack-vehicles", "observe", "observe-air", "shrapnel-groups", "smoke-radius", "gas-radius",
	"wire-strength", "turn-cost", "hard-turn-cost", "whippet-share", "reverse-hexes", "mine-fs", "cavalry-toggle",
	"charge-far", "charge-block", "foot-ma", "foot-road", "wire-mr", "flame-carried", "crew-mr", "fo-mr", "big-gun-mm",
	"big-gun-fs", "small-gun-fs", "vehicle-mg-fs", "vehicle-range", "auto-spot", "at-close", "retreat", "aircraft-uses",
	"air-fighter-fs", "air-other-fs", "aa-dice", "aa-abort", "aa-destroy", "flame-fs", "restart-clear",
	"training-double", "training-year", "training-least", "regulars-fs", "regulars-mr", "engage-mr", "mr-1918", "grenade-share", "storm-fs", "storm-wr",
	"flat-range", "height-range", "leader-range", "platoon-spacing", "fighter-strafe",
}

// featureIDs are what may lie on a hex besides its terrain.
var featureIDs = []string{
	"hill", "rough", "road", "bridge", "trench", "strongpoint", "wire", "mines", "smoke",
}

// spans checks the charts that are read by a number: they rise without gaps and the last entry is open.
func (c *checker) spans() {
	t := c.d.Tables
	charts := []struct {
		path  string
		first int
		list  []Number
	}{{"tables.fire_order", 0, t.FireOrder}, {"tables.to_hit", 0, t.ToHit}, {"tables.breakdown", 1, t.Breakdown}}
	for _, chart := range charts {
		var from, to []int
		for i, n := range chart.list {
			from, to = append(from, n.From), append(to, n.To)
			c.marks(fmt.Sprintf("%s[%d].mark", chart.path, i), n.Mark, 1)
		}
		c.rising(chart.path, chart.first, from, to)
	}
	var from, to []int
	for i, f := range t.SmallArms {
		from, to = append(from, f.From), append(to, f.To)
		c.marks(fmt.Sprintf("tables.small_arms[%d].mark", i), f.Mark, 1)
		if i > 0 && f.Hit < t.SmallArms[i-1].Hit {
			c.flaw(fmt.Sprintf("tables.small_arms[%d].hit", i), "a stronger column may not hit less often (LS-8.63a)")
		}
	}
	if len(from) > 0 {
		c.rising("tables.small_arms", from[0], from, to)
	}
	from, to = nil, nil
	for _, b := range t.Bombing {
		from, to = append(from, b.From), append(to, b.To)
	}
	c.rising("tables.bombing", 1, from, to)
	c.marks("tables.poor_crosser.mark", t.PoorCrosser.Mark, 1)
}

// rising checks spans one after another.
func (c *checker) rising(path string, first int, from, to []int) {
	for i := range from {
		at, last := fmt.Sprintf("%s[%d]", path, i), i == len(from)-1
		switch want := first; {
		case i > 0 && from[i] != to[i-1]+1:
			c.flaw(at+".from", "the span begins at %d; the one before it ends at %d", from[i], to[i-1])
		case i == 0 && from[i] != want:
			c.flaw(at+".from", "the first span begins at %d, not at %d", want, from[i])
		case last && to[i] != 0:
			c.flaw(at+".to", "the last span is open: its end is 0")
		case !last && to[i] < from[i]:
			c.flaw(at+".to", "the span ends at %d, before it begins", to[i])
		}
	}
}

// marks checks the letters that say where values come from: T text, D derived, P proposed, - where there is no value.
func (c *checker) marks(path, marks string, n int) {
	if len(marks) != n || strings.Trim(marks, "TDP-") != "" {
		c.flaw(path, "%q is not %d letters of T, D, P and -", marks, n)
	}
}

// results checks the charts that are read by a column and a die.
func (c *checker) results() {
	t := c.d.Tables
	for i, b := range t.Barrage {
		path := fmt.Sprintf("tables.barrage[%d]", i)
		c.marks(path+".marks", b.Marks, 6)
		if len(b.Results) != 6 {
			c.flaw(path+".results", "%d results; the rows are 0 or less, 1, 2, 3, 4, 5 or more (LS-5.43)", len(b.Results))
		}
		if i > 0 && b.Strength <= t.Barrage[i-1].Strength {
			c.flaw(path+".strength", "strengths must grow from one column to the next")
		}
	}
	for i, a := range t.CloseAssault {
		path := fmt.Sprintf("tables.close_assault[%d]", i)
		c.marks(path+".marks", a.Marks, 8)
		if a.Advantage != i {
			c.flaw(path+".advantage", "the columns are 0, 1, 2 and so on; this is the one of %d (LS-12.21b)", i)
		}
		if len(a.Losses) != 8 {
			c.flaw(path+".losses", "%d results; the rows are 0 or less, 1 to 6, 7 or more (LS-12.21b)", len(a.Losses))
		}
		for j, l := range a.Losses {
			if _, _, ok := losses(l); !ok {
				c.flaw(fmt.Sprintf("%s.losses[%d]", path, j), "%q is not like 1/2: the losses of the attacker and of the defender", l)
			}
		}
	}
	for i, b := range t.Bombing {
		path := fmt.Sprintf("tables.bombing[%d]", i)
		c.marks(path+".marks", b.Marks, 6)
		if len(b.Results) != 6 {
			c.flaw(path+".results", "%d results; the rows are 1 or less, 2 to 5, 6 or more (LS-11.32a)", len(b.Results))
		}
		for j, r := range b.Results {
			if r != "-" && r != "P" && r != "E" {
				c.flaw(fmt.Sprintf("%s.results[%d]", path, j), "%q is not -, P or E (LS-11.32)", r)
			}
		}
	}
	directions := slices.Sorted(slices.Values(t.Scatter))
	if !slices.Equal(directions, []int{1, 2, 3, 4, 5, 6}) {
		c.flaw("tables.scatter", "the six faces of the die name the six directions, each once (LS-2.1e)")
	}
}

// losses reads a result of the close assault chart: "1/2".
func losses(s string) (attacker, defender int, ok bool) {
	a, d, found := strings.Cut(s, "/")
	attacker, errA := strconv.Atoi(a)
	defender, errD := strconv.Atoi(d)
	return attacker, defender, found && errA == nil && errD == nil && attacker >= 0 && defender >= 0
}

// named checks that everything the rules ask for by name is there.
func (c *checker) named() {
	t := c.d.Tables
	var rolls, modifiers, constants []string
	for i, r := range t.Rolls {
		rolls = append(rolls, r.ID)
		c.marks(fmt.Sprintf("tables.rolls[%d].mark", i), r.Mark, 1)
		if r.High < r.Low || r.Low > r.Sides {
			c.flaw(fmt.Sprintf("tables.rolls[%d]", i), "no die of %d sides falls from %d to %d", r.Sides, r.Low, r.High)
		}
	}
	for i, m := range t.Modifiers {
		modifiers = append(modifiers, m.ID)
		c.marks(fmt.Sprintf("tables.modifiers[%d].mark", i), m.Mark, 1)
	}
	for i, n := range t.Constants {
		constants = append(constants, n.ID)
		c.marks(fmt.Sprintf("tables.constants[%d].mark", i), n.Mark, 1)
	}
	c.all("tables.rolls", "roll", rollIDs, rolls)
	c.all("tables.modifiers", "modifier", modifierIDs, modifiers)
	c.all("tables.constants", "number", constantIDs, constants)
	if !slices.ContainsFunc(t.Training, func(v NationValue) bool { return v.Nation == others }) {
		c.flaw("tables.training", "the value of others is missing (LS-16.11a)")
	}
	for i, r := range t.TankRanges {
		path := fmt.Sprintf("tables.tank_ranges[%d].types", i)
		for _, id := range r.Types {
			c.vehicleType(path, id)
		}
		if (len(r.Types) == 0) != (i == len(t.TankRanges)-1) {
			c.flaw(path, "the last row alone names no types: it serves all others (LS-16.31a)")
		}
	}
}

// all checks that a chart has every id asked for.
func (c *checker) all(path, what string, asked, there []string) {
	for _, id := range asked {
		if !slices.Contains(there, id) {
			c.flaw(path, "the %s %s is missing", what, id)
		}
	}
}

// terrain checks the terrain effects chart.
func (c *checker) terrain() {
	var features []string
	for i, t := range c.d.Terrain {
		path := fmt.Sprintf("terrain[%d]", i)
		c.marks(path+".marks", t.Marks, 13)
		if t.Kind == "feature" {
			features = append(features, t.ID)
			if t.Code != "" {
				c.flaw(path+".code", "%s lies on a hex besides its terrain: it has no code", t.ID)
			}
			continue
		}
		if utf8.RuneCountInString(t.Code) != 1 || len(t.Code) != 1 {
			c.flaw(path+".code", "%q is not one plain character", t.Code)
		}
		for _, o := range c.d.Terrain[:i] {
			if o.Code == t.Code {
				c.flaw(path+".code", "%q is the code of %s already", t.Code, o.ID)
			}
		}
		if t.Soft == 0 || t.Hard == 0 {
			c.flaw(path, "the spotting ranges soft and hard are missing (LS-8.21a)")
		}
	}
	c.all("terrain", "feature", featureIDs, features)
}

// The symbols of vehicles and aircraft (LS-2.45a, LS-16.42a).
var (
	vehicleFlags  = []string{"hard_to_steer", "poor_trench_crosser", "mg_vulnerable", "small_arms_vulnerable", "whippet_control", "may_reverse", "may_enter_woods", "german_crew"}
	aircraftFlags = []string{"fighter_instead", "no_observation", "always_fighter"}
)

// vehicles checks the vehicles, their mounts, weapons units and aircraft.
func (c *checker) vehicles() {
	for i, v := range c.d.Vehicles {
		path := fmt.Sprintf("vehicles[%d]", i)
		c.marks(path+".marks", v.Marks, 6)
		c.flags(path, v.Flags, vehicleFlags)
		if slices.Contains(v.Flags, "german_crew") && (v.Side != "central" || v.Kind != "tank") {
			c.flaw(path+".flags", "german_crew belongs to tanks of the Central Powers (LS-15.11a)")
		}
		if v.From != "" && (len(v.From) != 7 || !dateLike(v.From+"-01")) {
			c.flaw(path+".from", "%q is not a month like 1918-09", v.From)
		}
		c.mounts(path, v)
	}
	for i, w := range c.d.Weapons {
		c.marks(fmt.Sprintf("weapons[%d].marks", i), w.Marks, 7)
	}
	for _, class := range []string{"ATR", "FLT", "AT", "ART", "AA", "IG", "OBA"} {
		if !slices.ContainsFunc(c.d.Weapons, func(w Weapon) bool { return w.Class == class }) {
			c.flaw("weapons", "the class %s is missing (LS-2.3b)", class)
		}
	}
	for i, p := range c.d.Aircraft {
		path := fmt.Sprintf("aircraft[%d]", i)
		c.marks(path+".marks", p.Marks, 5)
		c.flags(path, p.Flags, aircraftFlags)
		if p.Type == "F" && (p.Strafe > 0 || p.Bomb > 0) || p.Type == "B" && p.Strafe > 0 {
			c.flaw(path, "%s is of type %s: F neither strafe nor bomb, B do not strafe (LS-11.1b)", p.ID, p.Type)
		}
		if p.Type != "F" && p.Bonus != 0 {
			c.flaw(path+".bonus", "only F have an air combat bonus (LS-2.54a)")
		}
	}
}

// flags checks names of symbols.
func (c *checker) flags(path string, has, known []string) {
	for i, f := range has {
		if !slices.Contains(known, f) {
			c.flaw(fmt.Sprintf("%s.flags[%d]", path, i), "no symbol is called %q; there are %s", f, strings.Join(known, ", "))
		}
	}
}

// mounts checks the fire diagram of a vehicle (LS-2.42a).
func (c *checker) mounts(path string, v Vehicle) {
	for i, m := range v.Mounts {
		at := fmt.Sprintf("%s.mounts[%d]", path, i)
		if slices.ContainsFunc(v.Mounts[:i], func(o Mount) bool { return o.ID == m.ID }) {
			c.flaw(at+".id", "%s has two mounts called %s", v.ID, m.ID)
		}
		for j, s := range m.Sectors {
			if s < 0 || s > 5 || slices.Contains(m.Sectors[:j], s) {
				c.flaw(fmt.Sprintf("%s.sectors[%d]", at, j), "sectors are 0 ahead to 5, clockwise, each once (LS-8.12c)")
			}
		}
		if v.Kind == "armoured_car" && m.Kind != "mg" {
			c.flaw(at+".kind", "armoured cars carry machine guns only (LS-2.42f)")
		}
		if v.Kind == "tank" && (m.Kind == "at" || m.Kind == "aa" || m.Kind == "art") {
			c.flaw(at+".kind", "weapons units are mounted on trucks only (LS-8.55e)")
		}
	}
}

// counters checks foot and cavalry.
func (c *checker) counters() {
	for i, k := range c.d.Counters {
		path := fmt.Sprintf("counters[%d]", i)
		c.marks(path+".marks", k.Marks, 6)
		mounted := k.Class == "CAV" || k.Class == "CAVMG"
		switch {
		case mounted && (len(k.Dismounted) != 3 || k.Trot == 0 || k.Charge == 0):
			c.flaw(path, "cavalry needs trot, charge and dismounted: FS, WR and MR on foot (LS-2.24)")
		case mounted && (k.FS != 0 || k.WR != 0):
			c.flaw(path, "mounted cavalry has neither FS nor WR (LS-2.24c)")
		case (k.Class == "INF" || k.Class == "MG") && (k.FS == 0 || k.WR == 0 || k.MR == 0):
			c.flaw(path, "infantry and machine guns have FS, WR and MR (LS-2.21)")
		case !mounted && (k.Trot != 0 || k.Charge != 0 || len(k.Dismounted) != 0):
			c.flaw(path, "trot, charge and dismounted are of cavalry (LS-2.24e)")
		}
	}
}

// vehicleType checks the id of a type and gives its row.
func (c *checker) vehicleType(path, id string) (Vehicle, bool) {
	i := slices.IndexFunc(c.d.Vehicles, func(v Vehicle) bool { return v.ID == id })
	if i < 0 {
		c.flaw(path, "no vehicle is called %q", id)
		return Vehicle{}, false
	}
	return c.d.Vehicles[i], true
}
