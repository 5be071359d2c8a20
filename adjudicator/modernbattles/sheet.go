package modernbattles

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// sheet draws the table to scale as a side sees it, with what the last pass has done: ways, lines of fire, shells.
func sheet(k *Game, s table.Seat, facts []table.Fact) board.Sheet {
	size := k.doc.Scenario.Table
	f := &board.Free{Width: size.Width, Height: size.Height}
	out := board.Sheet{Title: "turn " + strconv.Itoa(k.Number) + "/" + strconv.Itoa(k.Length), Free: f}
	for _, side := range k.doc.Scenario.Sides {
		out.Dress = append(out.Dress, side.Dress)
	}
	k.patches(f, s)
	for i := range k.Units {
		if u := &k.Units[i]; k.on(u) {
			k.models(f, u)
		}
	}
	if s != "" {
		k.arcs(f, s)
	}
	k.spots(f, s)
	for _, fact := range facts {
		k.trace(f, fact)
	}
	return out
}

// index returns the number of a side in the order of the scenario, which determines its colour.
func (k *Game) index(s table.Seat) int { return table.IndexOf(k.doc.Scenario.Sides, s) }

func boardAt(p Point) board.At { return board.At{X: p.X, Y: p.Y} }

func boardAll(list []Point) []board.At {
	var out []board.At
	for _, p := range list {
		out = append(out, boardAt(p))
	}
	return out
}

// patches draws the ground, the mines that are known and smoke; before play also the deployment zones.
func (k *Game) patches(f *board.Free, s table.Seat) {
	for i, x := range k.Features {
		a := k.ground.areas[i]
		p := board.Patch{ID: x.ID, Look: a.kind.Look, Side: -1, Line: boardAll(a.line), Hull: boardAll(a.shape.Hull), Level: x.Level}
		if a.shape.Radius > 0 {
			p.Centre, p.Radius = boardAt(a.shape.Centre), a.shape.Radius
		}
		p.Name, p.Names = x.Name.In(orders.English), x.Name
		f.Patches = append(f.Patches, p)
	}
	for _, m := range k.Mines {
		f.Patches = append(f.Patches, board.Patch{ID: m.ID, Look: "mines", Hull: boardAll(points(m.Polygon)), Side: k.index(table.Seat(m.Side))})
	}
	for _, x := range k.Smokes {
		f.Patches = append(f.Patches, board.Patch{Look: "smoke", Centre: boardAt(x.At), Radius: k.smokeRadius(), Side: k.index(x.Side)})
	}
	if k.Number == 0 {
		for _, c := range k.Camps {
			f.Patches = append(f.Patches, board.Patch{ID: string(c.Seat), Look: "zone", Hull: boardAll(k.zoneOf(c.Seat)), Side: k.index(c.Seat)})
		}
	}
}

// models draws the bases of a unit and its name.
func (k *Game) models(f *board.Free, u *Unit) {
	side := k.index(u.Side)
	for n, i := range u.members() {
		m := board.Model{Unit: u.ID, Side: side, Centre: boardAt(u.At), Facing: u.Facing, Gun: -1, Low: u.State != "", Wreck: u.Tank.Wreck, Inside: u.Inside != ""}
		if !m.Inside {
			sh := k.shape(u, i)
			m.Centre, m.Radius, m.Hull = boardAt(k.spotOf(u, i)), sh.Radius, boardAll(sh.Hull)
		}
		switch {
		case u.vehicle():
			m.Craft = k.craft(u)
			if len(u.Tank.Arms) > 0 && !u.Tank.Wreck {
				m.Gun, _ = k.armArc(u, 0)
			}
		case u.piece():
			w := k.weapon(u.arm())
			m.Piece, m.Arm, m.Crew, m.Shield = true, carriedAs(w), u.alive(), w.Shield
		default:
			m.Mark, m.Arm = u.Figures[i].Role, carriedAs(k.weapon(u.Figures[i].Weapon))
			if m.Mark == "sniper" {
				m.Arm = m.Mark
			}
		}
		if !u.vehicle() || n == 0 {
			f.Models = append(f.Models, m)
		}
	}
	tag := board.Tag{Unit: u.ID, Side: side, At: boardAt(u.At), Text: k.tagText(u), Badges: k.badges(u)}
	if u.foot() {
		tag.Cover = k.coverNow(u).Level
	}
	f.Tags = append(f.Tags, tag)
}

// carriedAs returns how a weapon looks on the table.
func carriedAs(w *Weapon) string {
	switch {
	case w.ID == "pistol":
		return "pistol"
	case w.Class == "tripod":
		return "mg"
	case w.Class == "gun" || w.Class == "mortar":
		return w.Class
	case w.Class == "auto" && w.OwnTarget || w.ID == "auto_rifle":
		return "lmg"
	case w.Class == "auto":
		return "smg"
	case w.Kind == "heat" || w.Kind == "ap":
		return "launcher"
	case w.Class == "bolt" || w.Class == "semi":
		return "rifle"
	}
	return ""
}

// craft returns what kind of vehicle is drawn.
func (k *Game) craft(u *Unit) string {
	v, _ := k.doc.Vehicle(u.vehicleType(k))
	switch {
	case v.Drive == "half_track":
		return "halftrack"
	case v.MainGun == "" && v.Drive != "tracked" && v.Transport > 3:
		return "truck"
	case v.Drive != "tracked":
		return "car"
	case k.flag(u, "hull_gun"):
		return "assault"
	}
	return "tank"
}

// tagText returns a unit's id and how many of its men are left.
func (k *Game) tagText(u *Unit) string {
	if u.Initial <= 1 || u.Tank.Wreck {
		return u.ID
	}
	return u.ID + " " + strconv.Itoa(u.alive()) + "/" + strconv.Itoa(u.Initial)
}

// badges returns what can be seen of a unit's state.
func (k *Game) badges(u *Unit) []string {
	var out []string
	add := func(on bool, word string) {
		if on {
			out = append(out, "state."+word)
		}
	}
	t := &u.Tank
	add(t.Wreck, "wreck")
	add(t.Inferno, "inferno")
	add(t.Fire, "fire")
	add(t.Empty && !t.Wreck, "abandoned")
	add(t.Immobilised && !t.Wreck, "immobilised")
	add(t.Bogged != "", "bogged")
	add(t.Idle > 0, "idle")
	add(t.Back, "disengaging")
	add(u.Piece.Alone, "no-crew")
	add(u.State == "suppressed", "suppressed")
	add(u.State == "fleeing", "fleeing")
	add(len(k.load(u.ID)) > 0, "loaded")
	return out
}

// arcs draws the fields of fire of own pieces and of vehicle guns: half range and full range.
func (k *Game) arcs(f *board.Free, s table.Seat) {
	for _, id := range k.of(s, func(u *Unit) bool { return k.fit(u) && (u.vehicle() || u.piece()) && u.State == "" }) {
		u := k.unit(id)
		facing, half := k.arc(u)
		w, _ := k.doc.Weapon(u.arm())
		if u.vehicle() {
			if len(u.Tank.Arms) == 0 {
				continue
			}
			facing, half = k.armArc(u, 0)
			w, _ = k.doc.Weapon(u.Tank.Arms[0].Weapon)
		}
		if w.Class == "mortar" || w.Range == 0 {
			continue
		}
		f.Arcs = append(f.Arcs, board.Arc{Unit: id, Side: k.index(s), At: boardAt(u.At), Bearing: facing, Half: min(half, 180), Ranges: []int{5 * w.Range, 10 * w.Range}})
	}
}

// spots draws objectives with their holders, ambush markers and own pre-registered fires.
func (k *Game) spots(f *board.Free, s table.Seat) {
	for _, o := range k.Objectives {
		holder := -1
		for _, c := range k.Camps {
			if slices.Contains(k.heldBy(c.Seat), o.ID) {
				holder = k.index(c.Seat)
			}
		}
		f.Spots = append(f.Spots, board.Spot{Kind: "objective", At: boardAt(place(o.At)), Text: o.ID, Side: holder})
	}
	for _, m := range k.Markers {
		side := -1
		if u := k.unit(m.Unit); u != nil {
			side = k.index(u.Side)
		}
		f.Spots = append(f.Spots, board.Spot{Kind: "ambush", At: boardAt(m.At), Text: m.Unit, Side: side})
	}
	if c := k.camp(s); c != nil {
		for _, r := range c.Registered {
			f.Spots = append(f.Spots, board.Spot{Kind: "registered", At: boardAt(r.At), Text: r.Code, Side: k.index(s)})
		}
	}
}

// trace draws what a fact reports.
func (k *Game) trace(f *board.Free, fact table.Fact) {
	side := -1
	u := k.unit(fact.Text("unit"))
	if u != nil {
		side = k.index(u.Side)
	}
	switch fact.Kind {
	case "moves":
		var path []board.At
		for _, p := range fact.List("path") {
			if at, ok := readSpot(p); ok {
				path = append(path, boardAt(at))
			}
		}
		f.Courses = append(f.Courses, board.Route{Kind: "move", ID: fact.Text("unit"), Side: side, Path: path})
	case "flees":
		a, ok1 := readSpot(fact.Text("from"))
		b, ok2 := readSpot(fact.Text("to"))
		if ok1 && ok2 {
			f.Courses = append(f.Courses, board.Route{Kind: "flee", ID: fact.Text("unit"), Side: side, Path: []board.At{boardAt(a), boardAt(b)}})
		}
	case "shots":
		e := k.unit(fact.Text("target"))
		if u == nil || e == nil {
			return
		}
		from, to := k.tracer(u, e)
		f.Courses = append(f.Courses, board.Route{Kind: "fire", ID: u.ID, Side: side, Path: []board.At{boardAt(from), boardAt(to)}, Hit: fact.Int("hits") > 0})
	case "burst":
		if p, ok := readSpot(fact.Text("at")); ok {
			f.Spots = append(f.Spots, board.Spot{Kind: "burst", At: boardAt(p), Side: -1})
		}
	case "unit-destroyed", "removed", "gun-destroyed":
		if u != nil {
			f.Spots = append(f.Spots, board.Spot{Kind: "loss", At: boardAt(u.At), Text: u.ID, Side: side})
		}
	}
}

// tracer returns the figures between which a fire is drawn: two that see one another or, if none do any more, the anchors.
func (k *Game) tracer(u, e *Unit) (from, to Point) {
	if e = k.standsFor(e); k.fit(u) && k.on(e) && u.Inside == "" && e.Inside == "" {
		if i, seen := k.looks(u, e); i >= 0 && len(seen) > 0 {
			j := seen[0]
			if slices.Contains(seen, e.leads()) {
				j = e.leads()
			}
			return k.spotOf(u, i), k.spotOf(e, j)
		}
	}
	return u.At, e.At
}

// readSpot reads what spotText writes.
func readSpot(s string) (Point, bool) {
	a, b, _ := strings.Cut(s, ",")
	x, ok1 := tenths(a)
	y, ok2 := tenths(b)
	return Point{x, y}, ok1 && ok2
}
