package somme

import (
	"fmt"
	"slices"
	"strings"
)

// The kinds of counters (SO-2.2): combat units have steps and a zone of control, supports have not.
var (
	divisionKinds = []string{"division", "cavalry_division", "dismounted_cavalry_division"}
	regimentKinds = []string{"regiment", "brigade"}
)

// units checks every counter by itself: a name that orders can use, and the values of its kind.
func (c *checker) units() {
	for i, u := range c.d.Units {
		path := fmt.Sprintf("units[%d]", i)
		c.called(path+".id", u.ID)
		if _, twice := c.printed[u.ID]; twice {
			c.flaw(path+".id", "%s stands here twice", u.ID)
		}
		c.printed[u.ID] = u
		switch {
		case slices.Contains(divisionKinds, u.Kind), slices.Contains(regimentKinds, u.Kind):
			c.foot(path, u)
		case u.Kind == "tank" || u.Kind == "german_tank":
			if u.Steps != 1 || u.Coordination == 0 || u.Protection == 0 || u.Attack == 0 {
				c.flaw(path, "%s: a tank has one step, attack, coordination and protection (SO-15.4.1d)", u.ID)
			}
			if (u.Nation == "german") != (u.Kind == "german_tank") || u.Kind == "german_tank" && u.Movement != 0 {
				c.flaw(path+".kind", "german_tank is the kind of German tanks, which do not move (SO-15.4.2a)")
			}
		case u.Kind == "stosstruppen":
			if u.Nation != "german" || u.Steps != 1 {
				c.flaw(path, "%s: Stosstruppen are German and have one step (SO-6d)", u.ID)
			}
		case u.Kind == "hq":
			if u.Radius == 0 || u.Movement == 0 {
				c.flaw(path, "%s: a headquarters has a radius of command and a movement allowance (SO-9.1d)", u.ID)
			}
		case u.Kind == "air":
			if u.Potential == 0 {
				c.flaw(path+".potential", "%s: an air support has a bombardment potential (SO-17.2c)", u.ID)
			}
		default:
			if u.Potential == 0 || u.Radius == 0 || u.Movement == 0 {
				c.flaw(path, "%s: an artillery has a potential, a radius and a movement allowance (SO-15.2.2b)", u.ID)
			}
		}
		if u.Baron && u.Kind != "air" {
			c.flaw(path+".baron", "%s does not fly", u.ID)
		}
	}
}

// foot checks a division, regiment or brigade: steps by morale (SO-6), a reduced face, a parent division.
func (c *checker) foot(path string, u Unit) {
	division := slices.Contains(divisionKinds, u.Kind)
	steps := 2
	if division && u.Morale == 4 {
		steps = 3
	}
	switch {
	case u.Morale < 2:
		c.flaw(path+".morale", "%s: morale goes from 2 to 6 (SO-3e)", u.ID)
	case u.Steps != steps:
		c.flaw(path+".steps", "%s has %d steps; by its kind and morale it has %d (SO-6a to c)", u.ID, u.Steps, steps)
	}
	if u.Attack == 0 || u.Defence == 0 || u.Movement == 0 {
		c.flaw(path, "%s needs attack, defence and movement (SO-3e)", u.ID)
	}
	if len(u.Reduced) != 2 || u.Reduced[0] > u.Attack || u.Reduced[1] > u.Defence || u.Reduced[0] < 1 || u.Reduced[1] < 1 {
		c.flaw(path+".reduced", "%s: the reduced face has an attack and a defence from 1 to those of the full one", u.ID)
	}
	if division == (u.Division != "") {
		c.flaw(path+".division", "%s: regiments and brigades, and they alone, name their division (SO-14.0e)", u.ID)
	}
}

// called checks a counter's name: orders name it, so that it must be one word that is neither a hex nor a number.
func (c *checker) called(path, id string) {
	letter := false
	for _, r := range id {
		letter = letter || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
		if !(r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-') {
			c.flaw(path, "%q: names are letters, digits and hyphens, so that orders can use them", id)
			return
		}
	}
	if !letter || len(id) > 10 || strings.HasPrefix(id, "-") || strings.HasSuffix(id, "-") {
		c.flaw(path, "%q: a name has a letter, at most 10 characters and no hyphen at its ends", id)
	}
}

// side is the side that a counter fights for; "" for one that is not there.
func (c *checker) side(id string) string {
	switch u, ok := c.printed[id]; {
	case !ok:
		return ""
	case u.Nation == "german":
		return "german"
	}
	return "allied"
}

// known checks that a list names counters of a side.
func (c *checker) known(path string, list []string, side string) {
	for i, id := range list {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch s := c.side(id); {
		case s == "":
			c.flaw(at, "no counter is called %q", id)
		case side != "" && s != side:
			c.flaw(at, "%s belongs to the other side", id)
		}
		if slices.Contains(list[:i], id) {
			c.flaw(at, "%s is named twice", id)
		}
	}
}

// eventIDs are the events of the campaign that the rules play (SO-C, GAP-11).
var eventIDs = []string{"michael_1", "michael_2", "mars", "bruchmuller", "valkyrie", "strategic_reserve", "better_organisation_g", "strategic_choice", "reassign_hutier", "use_of_stoss",
	"ammunition", "looting", "doullens", "offensive", "offensive_foch", "cooperation", "cohesion", "better_organisation_a", "canadian_cavalry", "gunners", "demolitions", "rail_reserves",
	"haig_backs_to_the_wall", "refugees"}

func (c *checker) events() {
	if c.d.Scenario.Advanced {
		c.all("events", eventIDs, ids(c.d.Events, func(e Event) string { return e.ID }))
	}
	for i, e := range c.d.Events {
		path := fmt.Sprintf("events[%d]", i)
		if !slices.Contains(eventIDs, e.ID) {
			c.flaw(path+".id", "no rule plays an event called %q", e.ID)
		}
		if strings.Trim(e.Codes, "@£#%$") != "" {
			c.flaw(path+".codes", "%q: the codes are @ £ # %% and $ (SO-C.1b)", e.Codes)
		}
		if e.Copies < 1 {
			c.flaw(path+".copies", "%s needs at least one counter", e.ID)
		}
		if (e.Guns > 0) != (len(e.Modifiers) == 3) || e.Guns == 0 && len(e.Modifiers) > 0 {
			c.flaw(path, "%s: an offensive names its guns and three bonuses, one a sequence (SO-D.2a)", e.ID)
		}
		c.known(path+".units", e.Units, e.Side)
	}
}
