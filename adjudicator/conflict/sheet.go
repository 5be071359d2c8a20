package conflict

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// sheet returns the map as a seat sees it, with the moves, fires and losses of the facts that it may read, and the score
// sheet.
func sheet(k *Game, _ table.Seat, facts []table.Fact) board.Sheet {
	sh := k.net.Sheet(strconv.Itoa(k.Round)+"/"+strconv.Itoa(k.doc.Scenario.Rounds), k.cell)
	for _, w := range k.Walls {
		if n, ok := k.net.Neighbour(w.Hex, w.Side); ok {
			sh.Edges = append(sh.Edges, board.Edge{A: w.Hex, B: n, Look: "wall"})
		}
	}
	for _, l := range k.doc.Scenario.Board.Labels {
		sh.Labels = append(sh.Labels, board.Label{Place: l.Hex, Text: l.Text.In(orders.English)})
	}
	k.dressed(&sh)
	k.overlay(&sh)
	for i := range k.Units {
		if u := &k.Units[i]; u.on() {
			sh.Counters = append(sh.Counters, k.counter(u))
		}
	}
	far := false // whether the last reported fire left its hex
	for _, f := range facts {
		far = k.trace(&sh, f, far)
	}
	return sh
}

// cell returns what lies in a hex besides units.
func (k *Game) cell(hex string) board.Cell {
	t := k.terrain(hex)
	c := board.Cell{Place: hex, Code: t.Code, Road: board.Beside(k.net, hex, k.follows), Level: k.level(hex)}
	if c.Level > 0 { // as on the boards (CH-11.0a)
		c.Note = "N" + strconv.Itoa(c.Level)
	}
	if slices.Contains(k.Blips, hex) {
		c.Marks = append(c.Marks, "unknown")
	}
	if t.Water && len(c.Road) > 0 {
		c.Features = append(c.Features, "bridge")
	}
	return c
}

// dressed gives each force its colours: grey and blue to the forces of the scenario's first side, khaki and red to the
// others.
func (k *Game) dressed(sh *board.Sheet) {
	dresses := [2][]string{{"feldgrau", "blue"}, {"khaki", "red"}}
	for i, c := range k.Camps {
		which, n := 0, 0
		if c.Side != k.doc.Scenario.Sides[0].ID {
			which = 1
		}
		n += table.Count(k.Camps[:i], func(o Camp) bool { return o.Side == c.Side })
		sh.Dress = append(sh.Dress, dresses[which][n%2])
	}
}

// overlay puts on the map what lies in hexes besides units (works, smoke, objectives, the papers), and the score sheet
// (CH-1.4) beside it.
func (k *Game) overlay(sh *board.Sheet) {
	for _, f := range k.Forts {
		look := f.Kind
		if strings.HasPrefix(look, "bunker") {
			look = "bunker"
		}
		sh.Works = append(sh.Works, board.Work{Look: look, Place: f.Hex, Facing: f.Facing, Side: k.forceIndex(f.Owner)})
	}
	for i := range k.Units {
		if u := &k.Units[i]; u.on() && u.Dug {
			sh.Works = append(sh.Works, board.Work{Look: "hasty", Place: u.Hex, Facing: u.Facing, Side: k.forceIndex(u.Seat)})
		}
	}
	for _, hex := range k.net.Places() {
		if n := k.smoke(hex); n > 0 {
			sh.Clouds = append(sh.Clouds, board.Cloud{Look: "smoke", Side: -1, Places: []string{hex}, Text: "+" + strconv.Itoa(n)})
		}
	}
	for _, o := range k.Goals {
		sh.Marks = append(sh.Marks, board.Mark{Kind: "objective", Place: o.Hex, Side: k.sideIndex(o.Side)})
	}
	if at := k.papersAt(); at != "" {
		sh.Marks = append(sh.Marks, board.Mark{Kind: "papers", Place: at, Side: k.sideIndex(k.Satchel.Side)})
	}
	sh.Tracks = append(sh.Tracks, board.Track{Side: -1, Name: "track.round", From: 1, To: k.doc.Scenario.Rounds, At: k.Round})
	for i, c := range k.Camps {
		ap := board.Track{Side: i, Name: "track.ap", From: 0, To: 7, At: c.AP}
		switch {
		case !c.Open:
			ap.Text = "–"
		case c.AP == 0 && c.Spent == 0 && len(c.Dice) == 0 && k.Vary == "fog":
			ap.Text = unseen
		}
		sh.Tracks = append(sh.Tracks, ap,
			board.Track{Side: i, Name: "track.cap", From: 0, To: c.Initial, At: c.Cap, Gone: min(c.Lost, c.Initial)},
			board.Track{Side: i, Name: "track.vp", At: c.Points})
	}
}

// counter returns a unit's counter: its name, its facing, fresh, active or used, its hit counter as far as the viewer can
// see it.
func (k *Game) counter(u *Unit) board.Counter {
	symbol := k.print(u).Symbol
	switch symbol {
	case "apc":
		symbol = "armour"
	case "at":
		symbol = "gun"
	}
	c := board.Counter{ID: u.name(), Side: k.forceIndex(u.Seat), Place: u.Hex, Symbol: symbol, Top: u.ID, Facing: u.Facing}
	switch u.Hit {
	case "":
	case unseen:
		c.Badge = "badge.hit"
	default:
		c.Badge = "hit." + u.Hit
	}
	c.Left, c.Right = k.figures(u)
	if u.Status != fresh {
		c.Status = "status." + u.Status
	}
	for _, s := range []struct {
		holds bool
		key   string
	}{{u.Hidden, "badge.hidden"}, {k.Satchel.Holder == u.name(), "badge.papers"}, {u.Bogged || u.Mired, "badge.bogged"}, {u.Aboard != "", "badge.aboard"},
		{u.In != "", "work." + u.In}, {u.Dug, "badge.dug"}} {
		if s.holds {
			c.Badges = append(c.Badges, s.key)
		}
	}
	return c
}

// figures returns what is printed on a unit's counter: at the left its FP against red and blue DR, at the right its front DR and the AP
// of an attack and of an open hex. A hit counter lies on top and changes none of it.
func (k *Game) figures(u *Unit) (left, right []board.Figure) {
	bare := *u
	bare.Hit = ""
	if sum, ok := k.firepower(&bare, false); ok {
		left = append(left, board.Figure{Text: strconv.Itoa(sum.Total()), Ink: "red"})
	}
	if sum, ok := k.firepower(&bare, true); ok {
		left = append(left, board.Figure{Text: strconv.Itoa(sum.Total()), Ink: "blue"})
	}
	fire, move := "-", "-"
	if len(left) > 0 {
		fire = strconv.Itoa(k.fireCost(&bare, false).Total())
	}
	if !k.print(u).Fixed {
		move = strconv.Itoa(k.moveCost(&bare).Total())
	}
	right = []board.Figure{{Text: strconv.Itoa(k.resistance(&bare, false).Total())}, {Text: fire + "·" + move}}
	return left, right
}

// forceIndex returns the index of a seat in the scenario's order, sideIndex that of the first seat of a side; -1 for
// none.
func (k *Game) forceIndex(s table.Seat) int {
	return slices.IndexFunc(k.Camps, func(c Camp) bool { return c.Seat == s })
}

func (k *Game) sideIndex(side string) int {
	return slices.IndexFunc(k.Camps, func(c Camp) bool { return c.Side == side })
}

// trace draws one fact: arrows for moves and fires, crosses for losses. It reports whether the last reported fire has an
// arrow.
func (k *Game) trace(sh *board.Sheet, f table.Fact, far bool) bool {
	unit := f.Text("unit")
	side, _, _ := strings.Cut(unit, ".")
	at := k.sideIndex(side)
	if u := k.unit(unit); u != nil {
		at = k.forceIndex(u.Seat)
	}
	switch f.Kind {
	case "moves", "moves-hidden":
		sh.Arrows = append(sh.Arrows, board.Arrow{Kind: "move", Side: at, Path: []string{f.Text("from"), f.Text("to")}, ID: unit})
	case "fires":
		if far = f.Text("from") != f.Text("at"); far {
			sh.Arrows = append(sh.Arrows, board.Arrow{Kind: "fire", Side: at, Path: []string{f.Text("from"), f.Text("at")}, ID: unit})
		} else {
			sh.Marks = append(sh.Marks, board.Mark{Kind: "melee", Place: f.Text("at"), Side: -1})
		}
	case "attack":
		if last := len(sh.Arrows) - 1; far && last >= 0 && sh.Arrows[last].Kind == "fire" && f.Text("result") != miss {
			sh.Arrows[last].Hit = true
		}
	case "strike":
		sh.Marks = append(sh.Marks, board.Mark{Kind: "barrage", Place: f.Text("at"), Side: -1})
	case "destroyed":
		sh.Marks = append(sh.Marks, board.Mark{Kind: "loss", Place: f.Text("at"), Text: unit, Side: at})
	}
	return far
}

// rosters returns the tables of a report: the score sheet, own units, the enemy as seen, objectives.
func rosters(k *Game, s table.Seat) []board.Table {
	sheet := board.Table{Title: "roster.score", Heads: []string{"head.side", "head.vp", "head.cap", "head.ap", "head.lost", "head.cards", "head.hidden"}}
	for _, c := range k.Camps {
		ap := ""
		if c.Open && !(k.Vary == "fog" && c.Seat != s) {
			ap = strconv.Itoa(c.AP)
		}
		hidden := len(c.Hidden)
		for i := range k.Units {
			if u := &k.Units[i]; u.Seat == c.Seat && u.Hidden && u.Off == "" {
				hidden++
			}
		}
		cards := strconv.Itoa(len(c.Hand))
		sheet.Rows = append(sheet.Rows, []string{string(c.Seat), strconv.Itoa(c.Points), strconv.Itoa(c.Cap), ap, strconv.Itoa(c.Lost), cards, strconv.Itoa(hidden)})
	}
	heads := []string{"head.unit", "head.type", "head.hex", "head.facing", "head.status", "head.hit", "head.state"}
	mine := board.Table{Title: "roster.own", Heads: heads}
	them := board.Table{Title: "roster.enemy", Heads: heads}
	side := k.side(s)
	for u := range table.All(k.Units) {
		row := []string{u.ID, "unit." + u.Type, u.Hex, u.Facing, "status." + u.Status, "", k.stateOf(u)}
		if u.Hit != "" {
			row[5] = "hit." + u.Hit
			if n := k.hit(u).Rally; n > 0 && u.Hit != unseen {
				row[5] += ", " + strconv.Itoa(n) + " head.rally"
			}
		}
		if u.Off != "" {
			row[2], row[3], row[4] = "", "", "off."+u.Off
			if u.Off == coming {
				row[2] = spanned(u.Entry)
				row[6] = strings.TrimPrefix(row[6]+", "+"head.round "+strconv.Itoa(u.Round), ", ")
			}
		}
		if u.Side == side {
			mine.Rows = append(mine.Rows, row)
		} else {
			row[0] = u.name()
			them.Rows = append(them.Rows, row)
		}
	}
	out := []board.Table{sheet, mine, them}
	if s == "" {
		out = []board.Table{sheet, them}
	}
	if t := k.hand(s); len(t.Rows) > 0 {
		out = append(out, t)
	}
	if t := k.means(s); len(t.Rows) > 0 {
		out = append(out, t)
	}
	if len(k.Goals) > 0 {
		goals := board.Table{Title: "roster.objectives", Heads: []string{"head.hex", "head.side"}}
		for _, o := range k.Goals {
			goals.Rows = append(goals.Rows, []string{o.Hex, o.Side})
		}
		out = append(out, goals)
	}
	return out
}

// spanned shortens a list of hexes to the first, the last and their number.
func spanned(hexes []string) string {
	if len(hexes) < 4 {
		return strings.Join(hexes, " ")
	}
	return hexes[0] + ".." + hexes[len(hexes)-1]
}

// hand returns a seat's cards, with what they do and how they are ordered.
func (k *Game) hand(s table.Seat) board.Table {
	out := board.Table{Title: "brief.hand", Heads: []string{"head.means", "card.effect", "card.cost", "card.order"}}
	c := k.camp(s)
	if c == nil {
		return out
	}
	for _, id := range c.Hand {
		if x, ok := k.doc.Card(id); ok {
			out.Rows = append(out.Rows, []string{"card." + id, "effect." + id, x.price(), "use." + id})
		}
	}
	return out
}

// price writes what it costs to play a card: "2 AP or CAP".
func (c Card) price() string {
	if c.Cost == 0 {
		return board.Dash
	}
	return strconv.Itoa(c.Cost) + " icon." + c.Icon
}

// means returns a seat's weapon cards and artillery.
func (k *Game) means(s table.Seat) board.Table {
	out := board.Table{Title: "roster.means", Heads: []string{"head.means", "head.uses", "head.unit"}}
	c := k.camp(s)
	if c == nil {
		return out
	}
	for _, x := range c.Issued {
		_, id, _ := strings.Cut(x.Unit, ".")
		out.Rows = append(out.Rows, []string{"weapon." + x.Card, "1", id})
	}
	for _, x := range c.Strikes {
		out.Rows = append(out.Rows, []string{"weapon." + x.Card, strconv.Itoa(x.Left), strings.Join(x.Observers, " ")})
	}
	return out
}

// printed returns the printed values of a side's counters in play, by type: costs, FP, range, DR.
func (k *Game) printed(side, title string) board.Table {
	out := board.Table{Title: title, Heads: []string{"head.type", "head.fire", "head.move", "head.red", "head.blue", "head.range", "head.flank", "head.front"}}
	var told []string
	for i := range k.Units {
		u := k.Units[i]
		if u.Side != side || slices.Contains(told, u.Type) || len(u.Print) > 0 || u.Off == destroyed || u.Off == left {
			continue
		}
		told = append(told, u.Type)
		u.Hit, u.Shown = "", false
		fp := func(blue bool) string {
			if sum, ok := k.firepower(&u, blue); ok {
				return strconv.Itoa(sum.Total())
			}
			return "-"
		}
		row := []string{"unit." + u.Type, strconv.Itoa(k.fireCost(&u, false).Total()), strconv.Itoa(k.moveCost(&u).Total()), fp(false), fp(true), strconv.Itoa(k.reach(&u)),
			strconv.Itoa(k.resistance(&u, true).Total()), strconv.Itoa(k.resistance(&u, false).Total())}
		if p := k.print(&u); p.Min > 0 {
			row[5] = strconv.Itoa(p.Min) + "-" + row[5]
		}
		if k.print(&u).NoFire {
			row[1], row[5] = "-", "-"
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// stateOf returns the other states of a unit, as keys of the words.
func (k *Game) stateOf(u *Unit) string {
	var out []string
	add := func(holds bool, key string) {
		if holds {
			out = append(out, key)
		}
	}
	add(u.Hidden, "badge.hidden")
	add(u.In != "", "work."+u.In)
	add(u.Dug, "work.hasty")
	add(u.Aboard != "", "badge.aboard")
	add(u.Bogged || u.Mired, "badge.bogged")
	add(u.Exposed, "badge.exposed")
	add(k.Satchel.Holder == u.name(), "badge.papers")
	return strings.Join(out, ", ")
}
