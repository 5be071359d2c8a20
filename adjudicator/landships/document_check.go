package landships

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/table"
)

// checkDocument reports what is wrong with a document beyond its form: charts with gaps, names that nothing bears, hexes off
// the map, units where their kind cannot be, set-ups that the rules forbid. Paths are those of the document's JSON.
//
// Example: a truck that a scenario puts into a trench hex gives the flaw {scenario.units[12].hex, "TR-1 is a truck: trucks
// never enter a trench (LS-6.15f)"}.
func checkDocument(d *Document) []table.Flaw {
	c := &checker{d: d, net: newNet(d.Scenario.Map)}
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

// featureIDs are what may lie on a hex besides its terrain.
var featureIDs = []string{
	"hill", "rough", "road", "bridge", "trench", "strongpoint", "wire", "mines", "smoke",
}

// results checks what the tags of the charts do not say.
func (c *checker) results() {
	t := c.d.Tables
	for i, f := range t.SmallArms {
		if i > 0 && f.Hit < t.SmallArms[i-1].Hit {
			c.flaw(fmt.Sprintf("tables.small_arms[%d].hit", i), "a stronger column may not hit less often (LS-8.63a)")
		}
	}
	for i, a := range t.CloseAssault {
		path := fmt.Sprintf("tables.close_assault[%d]", i)
		if a.Advantage != i {
			c.flaw(path+".advantage", "the columns are 0, 1, 2 and so on; this is the one of %d (LS-12.21b)", i)
		}
		for j, l := range a.Losses {
			if _, _, ok := losses(l); !ok {
				c.flaw(fmt.Sprintf("%s.losses[%d]", path, j), "%q is not like 1/2: the losses of the attacker and of the defender", l)
			}
		}
	}
}

// losses reads a result of the close assault chart: "1/2".
func losses(s string) (attacker, defender int, ok bool) {
	a, d, found := strings.Cut(s, "/")
	attacker, errA := strconv.Atoi(a)
	defender, errD := strconv.Atoi(d)
	return attacker, defender, found && errA == nil && errD == nil && attacker >= 0 && defender >= 0
}

// named checks the charts that are read by the id of a row.
func (c *checker) named() {
	t := c.d.Tables
	if !slices.ContainsFunc(t.Training, func(v NationValue) bool { return v.Nation == others }) {
		c.flaw("tables.training", "the value of others is missing (LS-16.11a)")
	}
	for i, r := range t.TankRanges {
		path := fmt.Sprintf("tables.tank_ranges[%d].types", i)
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
		if t.Soft == 0 || t.Hard == 0 {
			c.flaw(path, "the spotting ranges soft and hard are missing (LS-8.21a)")
		}
	}
	c.all("terrain", "feature", featureIDs, features)
}

// vehicles checks the vehicles, their mounts, weapons units and aircraft.
func (c *checker) vehicles() {
	for i, v := range c.d.Vehicles {
		path := fmt.Sprintf("vehicles[%d]", i)
		if slices.Contains(v.Flags, "german_crew") && (v.Side != "central" || v.Kind != "tank") {
			c.flaw(path+".flags", "german_crew belongs to tanks of the Central Powers (LS-15.11a)")
		}
		if v.From != "" && (len(v.From) != 7 || !dateLike(v.From+"-01")) {
			c.flaw(path+".from", "%q is not a month like 1918-09", v.From)
		}
		c.mounts(path, v)
	}
	for _, class := range []string{"ATR", "FLT", "AT", "ART", "AA", "IG", "OBA"} {
		if !slices.ContainsFunc(c.d.Weapons, func(w Weapon) bool { return w.Class == class }) {
			c.flaw("weapons", "the class %s is missing (LS-2.3b)", class)
		}
	}
	for i, p := range c.d.Aircraft {
		path := fmt.Sprintf("aircraft[%d]", i)
		if p.Type == "F" && (p.Strafe > 0 || p.Bomb > 0) || p.Type == "B" && p.Strafe > 0 {
			c.flaw(path, "%s is of type %s: F neither strafe nor bomb, B do not strafe (LS-11.1b)", p.ID, p.Type)
		}
		if p.Type != "F" && p.Bonus != 0 {
			c.flaw(path+".bonus", "only F have an air combat bonus (LS-2.54a)")
		}
	}
}

// mounts checks the fire diagram of a vehicle (LS-2.42a).
func (c *checker) mounts(path string, v Vehicle) {
	for i, m := range v.Mounts {
		at := fmt.Sprintf("%s.mounts[%d]", path, i)
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
