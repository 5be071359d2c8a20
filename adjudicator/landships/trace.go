package landships

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/table"
)

// ways are the facts that are drawn as routes: along a path, or from one hex to another.
var ways = []string{"drives", "drives-halted", "reverses", "reverses-halted", "trots", "charges", "marches", "makes-room", "runs-for-cover", "goes-back", "leader-walks", "gun-hauled"}

// shots are the facts of one weapon's fire, from its hex to its target's.
var shots = []string{"firer", "at-shot", "atr-shot", "flame-vehicle"}

// ends are the facts of losses: the counter and where it was.
var ends = []string{"eliminated", "vehicle-destroyed", "assault-loss", "overrun", "crew-lost", "shot-down", "gun-destroyed", "gun-captured", "weapon-lost"}

// trace draws one fact: moves and retreats, lines of fire with their hits, barrages from the unit that called them,
// bombs, losses.
func (k *Game) trace(sh *board.Sheet, f table.Fact) {
	side := -1
	if u := k.unit(f.Text("unit")); u != nil {
		side = k.index(u.Side)
	}
	way := func(kind string, path ...string) {
		if path = slices.Compact(path); len(path) > 1 {
			sh.Arrows = append(sh.Arrows, board.Arrow{Kind: kind, Side: side, Path: path, Hit: f.Text("result") == outcome(true), ID: f.Text("unit")})
		}
	}
	switch {
	case slices.Contains(ways, f.Kind) || f.Kind == "retreat":
		kind := "move"
		if f.Kind == "retreat" {
			kind = "retreat"
		}
		path := f.List("path")
		if len(path) < 2 {
			path = []string{f.Text("from"), f.Text("to")}
		}
		if path[0] != "" && path[len(path)-1] != "" {
			way(kind, path...)
		}
	case f.Kind == "assault-advance":
		if list := f.List("units"); len(list) > 0 {
			side = k.index(k.unit(list[0]).Side)
		}
		for _, from := range f.List("from") {
			way("assault", from, f.Text("hex"))
		}
	case slices.Contains(shots, f.Kind):
		if f.Text("from") != "" {
			way("fire", f.Text("from"), f.Text("hex"))
		}
	case f.Kind == "small-arms" && f.Text("result") == outcome(true):
		k.strikeArrows(sh, f.Text("hex"))
	case f.Kind == "flak":
		if gun := k.unit(f.Text("unit")); gun != nil && gun.Hex != "" {
			way("fire", gun.Hex, f.Text("hex"))
		}
	case f.Kind == "barrage-called":
		if u := k.unit(f.Text("by")); u != nil && u.Hex != "" && u.Class != "AIR" {
			side = k.index(u.Side)
			way("barrage", u.Hex, f.Text("hex"))
		}
	case f.Kind == "barrage" || f.Kind == "bombing" || f.Kind == "strafe":
		kind := "barrage"
		if f.Kind != "barrage" {
			kind = "bomb"
		}
		mark := board.Mark{Kind: kind, Place: f.Text("hex"), Side: k.index(table.Seat(f.Text("side")))}
		vain := mark
		vain.Kind = "vain"
		switch {
		case kind == "barrage" && f.Text("result") == resultName(noHit):
			if !slices.Contains(sh.Marks, mark) {
				sh.Marks = table.With(sh.Marks, vain)
			}
		default:
			sh.Marks = table.With(slices.DeleteFunc(sh.Marks, func(m board.Mark) bool { return m == vain }), mark)
		}
	case slices.Contains(ends, f.Kind):
		if hex := f.Text("hex"); hex != "" {
			sh.Marks = append(sh.Marks, board.Mark{Kind: "loss", Place: hex, Text: f.Text("unit"), Side: side})
		}
	}
}

// strikeArrows marks the last fires at a hex as hits.
func (k *Game) strikeArrows(sh *board.Sheet, hex string) {
	for i := len(sh.Arrows) - 1; i >= 0; i-- {
		a := &sh.Arrows[i]
		if a.Kind != "fire" || a.Path[len(a.Path)-1] != hex {
			return
		}
		a.Hit = true
	}
}
