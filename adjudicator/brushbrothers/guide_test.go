package brushbrothers_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/brushbrothers"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
)

// drawn returns a position set by hand in which a token of south has just been drawn, and the window in which south says who acts.
func drawn(t testing.TB, scenario string, set map[string]any) (table.Game, table.Window) {
	t.Helper()
	g, err := brushbrothers.Engine.Open(setup(t, scenario, "token"))
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.Set(encode(t, set)); err != nil {
		t.Fatal(err)
	}
	var open *table.Window
	r := g.Play(&table.Recorded{}, 0, func(at table.At) bool { open = at.Window; return open != nil })
	if open == nil || r.Halt != nil || len(open.Seats) != 1 {
		t.Fatalf("no window waits for the token: %+v %+v", open, r.Halt)
	}
	return r.Boundary, *open
}

// moves are what is set by hand.
type moves = map[string]any

// bases writes the bases of a GC.
func bases(weapons ...string) []moves {
	var out []moves
	for _, w := range weapons {
		out = append(out, moves{"weapon": w})
	}
	return out
}

var benchOthers = []string{"south.G2", "south.G3", "south.MG", "south.MO", "south.SN", "north.G2", "north.G3", "north.MG", "north.MO", "north.SN"}

// facing is an open field with two GCs and their chiefs far behind; south's G1 may act.
func facing(south, north moves, terrain ...moves) moves {
	south["unit"], north["unit"] = "south.G1", "north.G1"
	for _, u := range []moves{south, north} {
		if u["traits"] == nil {
			u["traits"] = []string{}
		}
	}
	return moves{"turn": 1, "token": "south", "remove": benchOthers, "terrain": terrain, "units": []moves{
		{"unit": "south.CH", "at": "D2", "traits": []string{}}, {"unit": "north.CH", "at": "H8", "traits": []string{}}, south, north}}
}

// TestProspects: what a GC can do is offered with its exact chance, which is also that of rehearsals.
func TestProspects(t *testing.T) {
	for _, c := range []struct {
		name, line, result string
		at                 moves
		percent            float64 // worked out by hand; 0: only the rehearsals tell
	}{
		// 2/3 activated; 5+ at 3 UD; cover and not moved save on 2: 7/9 of the dice do nothing; nine dice after a success, three after a failure
		{"BB-4.6 BB-4.9c three rifles at men in a wood", "fire north.G1 times 3 | otherwise: fire north.G1", "odds.harm",
			facing(moves{"at": "D3", "bases": bases("rifle", "rifle", "rifle")}, moves{"at": "D6", "bases": bases("rifle", "rifle", "rifle")}, moves{"place": "D6", "code": "o"}), 77.37},
		// 3/4 of the dice that hit go through: not moved saves on 1 (5/6); 6 at 5 UD; a global re-roll if none hits
		{"BB-4.5a an LMG with its re-roll", "fire north.G1 times 3 | otherwise: fire north.G1", "odds.harm",
			facing(moves{"at": "D3", "bases": bases("lmg", "rifle")}, moves{"at": "D8", "bases": bases("rifle", "rifle", "rifle")}), 0},
		{"BB-7.2 a mortar registers", "fire north.G1 times 3 | otherwise: fire north.G1", "odds.harm",
			facing(moves{"at": "D3", "bases": bases("light_mortar", "rifle")}, moves{"at": "D6", "bases": bases("rifle", "rifle", "rifle")}), 0},
		{"BB-A1.3i the methodical fire twice after a failure", "fire north.G1 times 3 | otherwise: fire north.G1 times 2", "odds.harm",
			facing(moves{"at": "D3", "bases": bases("rifle"), "traits": []string{"methodical"}}, moves{"at": "D6", "bases": bases("rifle", "rifle", "rifle")}), 0},
		{"BB-A1.3b the bold fire three times, not four", "fire north.G1 times 3 | otherwise: fire north.G1", "odds.harm",
			facing(moves{"at": "D3", "bases": bases("rifle"), "traits": []string{"bold"}}, moves{"at": "D6", "bases": bases("rifle", "rifle", "rifle")}), 0},
		{"BB-A1.3c the disciplined need no test", "fire north.G1 times 3 | otherwise: fire north.G1", "odds.harm",
			facing(moves{"at": "D3", "bases": bases("rifle"), "traits": []string{"disciplined"}}, moves{"at": "D6", "bases": bases("rifle", "rifle", "rifle")}), 0},
		// 2/3 activated; pinned standard troops need 4, two tries
		{"BB-8.1 two tries of the pinned", "rally; rally | otherwise: hold", "odds.rallied",
			facing(moves{"at": "D3", "bases": bases("rifle", "rifle"), "stress": "pinned"}, moves{"at": "H7", "bases": bases("rifle")}), 50},
		{"BB-6.2 an assault on men in cover", "assault D4 take | otherwise: fire priority", "odds.wins",
			facing(moves{"at": "D3", "bases": bases("smg", "rifle", "rifle")}, moves{"at": "D4", "bases": bases("rifle", "lmg")}, moves{"place": "D4", "code": "o"}), 0},
		{"BB-6.2 the same assault is lost", "assault D4 take | otherwise: fire priority", "odds.loses",
			facing(moves{"at": "D3", "bases": bases("smg", "rifle", "rifle")}, moves{"at": "D4", "bases": bases("rifle", "lmg")}, moves{"place": "D4", "code": "o"}), 0},
		// 2/3 activated, and the crushed are gone without a fight
		{"BB-6.3f an assault on the crushed", "assault D4 take | otherwise: fire priority", "odds.wins",
			facing(moves{"at": "D3", "bases": bases("rifle")}, moves{"at": "D4", "bases": bases("rifle", "lmg"), "stress": "crushed"}), 66.67},
		{"BB-A1.3h the impetuous assault after a failure too", "assault D4 take", "odds.wins",
			facing(moves{"at": "D3", "bases": bases("rifle", "rifle"), "traits": []string{"impetuous"}}, moves{"at": "D4", "bases": bases("rifle")}), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g, w := drawn(t, "bench", c.at)
			list := g.Knows("south").Prospects(w.Phases)
			i := slices.IndexFunc(list, func(p table.Prospect) bool { return p.Line == "G1: "+c.line })
			if i < 0 {
				t.Fatalf("%q is not among %v", c.line, lines(list))
			}
			j := slices.IndexFunc(list[i].Chance, func(x table.Likelihood) bool { return x.Result == c.result })
			if j < 0 {
				t.Fatalf("%q says no %s", c.line, c.result)
			}
			x := list[i].Chance[j]
			if told := 100 * float64(x.Num) / float64(x.Den); c.percent > 0 && (told < c.percent-0.01 || told > c.percent+0.01) {
				t.Errorf("%s is said to have %.2f %%, it has %.2f", c.result, told, c.percent)
			}
			rehearsed(t, g, w, "south", list[i])
		})
	}
}

func lines(list []table.Prospect) []string {
	var out []string
	for _, p := range list {
		out = append(out, p.Line)
	}
	return out
}

// rehearsed asserts that each chance of a prospect is that of rehearsals, within three standard deviations.
func rehearsed(t *testing.T, g table.Game, w table.Window, s table.Seat, p table.Prospect) {
	t.Helper()
	const trials = 400
	l, ok := g.Knows(s).Read(p.Line)
	if !ok {
		t.Fatalf("%q is no order", p.Line)
	}
	facts := g.Rehearse(w, s, []table.Line{l}, nil, trials, nil).Facts
	for _, c := range p.Chance {
		n := 0
		for _, f := range facts {
			if slices.ContainsFunc(f, c.Told) {
				n++
			}
		}
		chance := float64(c.Num) / float64(c.Den)
		off := float64(n) - trials*chance
		if off*off > 9*trials*chance*(1-chance) {
			t.Errorf("%q: %s is said to have %.3f and came %d times in %d", p.Line, c.Result, chance, n, trials)
		}
	}
}

// TestProspectsOfMachines: so are fires at armour, attacks with grenades, drives and requests for support.
func TestProspectsOfMachines(t *testing.T) {
	t.Parallel()
	set := moves{"turn": 2, "token": "french", "units": []moves{
		{"unit": "french.T1", "at": "D8", "facing": "NE"}, {"unit": "german.P3", "at": "D7", "facing": "NW"},
		{"unit": "french.G1", "at": "E7"}, {"unit": "german.AC", "at": "F7", "facing": "SE"}}}
	g, err := brushbrothers.Engine.Open(setup(t, "bridge-road", "token"))
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.Set(encode(t, set)); err != nil {
		t.Fatal(err)
	}
	var open *table.Window
	g = g.Play(&table.Recorded{}, 0, func(at table.At) bool { open = at.Window; return open != nil }).Boundary
	list := g.Knows("french").Prospects(open.Phases)
	told := map[string]bool{}
	for _, p := range list {
		for _, c := range p.Chance {
			told[c.Result+" "+strings.Fields(p.Line)[1]] = true
		}
		if len(p.Chance) > 0 {
			rehearsed(t, g, *open, "french", p)
		}
	}
	for _, want := range []string{"odds.harm fire", "odds.destroyed fire", "odds.harm grenades", "odds.arrives move"} {
		if !told[want] {
			t.Errorf("nothing is said of %s: %v", want, lines(list))
		}
	}
}

// TestSetUpOffersWhatIsOpen: the first letter of a set-up proposes each choice of characteristics that gives what a side does not have without it,
// with what that one does, tells what it has, and proposes no sectors for objectives that the scenario has laid. A place to deploy at is measured from an objective with a name.
func TestSetUpOffersWhatIsOpen(t *testing.T) {
	g, err := brushbrothers.Engine.Open(setup(t, "bridge-road", "plan"))
	if err != nil {
		t.Fatal(err)
	}
	var open *table.Window
	windows := 0
	g = g.Play(table.NewSelfPlay(1, "sensible", []table.Seat{"german", "french"}), 0, func(at table.At) bool {
		if at.Window != nil {
			windows++
			open = at.Window
		}
		return windows == 1
	}).Boundary
	view := g.Knows("german")
	list := view.Prospects(open.Phases)
	if got := lines(list); !slices.Equal(got, []string{"traits disciplined bold"}) { // they are disciplined and fanatical
		t.Errorf("offered: %v", got)
	} else if list[0].Says.Key != "trait.bold" {
		t.Errorf("%q is explained by %s", list[0].Line, list[0].Says.Key)
	}
	if got := lines(g.Knows("french").Prospects(open.Phases)); len(got) > 0 { // all that their nation may choose from
		t.Errorf("offered: %v", got)
	}
	for _, s := range []table.Seat{"german", "french"} {
		if !slices.ContainsFunc(g.Knows(s).Briefing(), func(c table.Chapter) bool {
			return slices.ContainsFunc(c.Says, func(r table.Remark) bool { return r.Key == "brief.choose" })
		}) {
			t.Errorf("%s: nothing tells of the choice", s)
		}
	}
	if text, _ := view.Example("place", open.Phases); text != "" {
		t.Errorf("objectives that lie already are to be placed: %q", text)
	}
	g = g.Play(table.NewSelfPlay(1, "sensible", []table.Seat{"german", "french"}), 0, func(at table.At) bool {
		open = at.Window
		return open != nil && slices.Contains(open.Phases, "deploy") && slices.Contains(open.Seats, table.Seat("french"))
	}).Boundary
	list = g.Knows("french").Prospects(open.Phases)
	if got := lines(list[:2]); !slices.Equal(got, []string{"buy heavy_artillery", "buy field_artillery 2"}) { // it has ten points
		t.Errorf("offered first: %v", got)
	}
	for _, p := range list[2:] {
		goal := ""
		for _, a := range p.Says.Args {
			if a.Name == "goal" {
				goal, _ = a.Value.(string)
			}
		}
		if !slices.Contains([]string{"E6", "H7", "C3"}, goal) {
			t.Errorf("%q is so far from %q", p.Line, goal)
		}
	}
	if len(list) == 2 {
		t.Error("nowhere to deploy")
	}
}

// TestPostsAreNoCrowd: whoever follows the first proposal for each of his GCs does not crowd them into the one sector that has cover (BB-4.9c).
func TestPostsAreNoCrowd(t *testing.T) {
	var open *table.Window
	windows, last := 0, 0
	seats := []table.Seat{"republic", "nationalists"}
	g, err := brushbrothers.Engine.Open(setup(t, "clasico", "plan"))
	if err != nil {
		t.Fatal(err)
	}
	g = g.Play(table.NewSelfPlay(1, "sensible", seats), 0, func(at table.At) bool {
		if at.Window != nil && at.Window.Number != last { // the edge is chosen with the first deployment
			open, last, windows = at.Window, at.Window.Number, windows+1
		}
		return windows == 3
	}).Boundary
	if open == nil || !slices.Equal(open.Seats, seats[:1]) && !slices.Equal(open.Seats, seats[1:]) {
		t.Fatalf("nobody deploys: %+v", open)
	}
	view := g.Knows(open.Seats[0])
	groups, posts := map[string]int{}, map[string]string{}
	for _, p := range view.Prospects(open.Phases) {
		if posts[p.Unit] == "" {
			l, _ := view.Read(p.Line)
			posts[p.Unit] = orders.Value(l.Args, "place")
			groups[posts[p.Unit]]++
		}
	}
	if len(posts) < 6 || len(groups) < len(posts)/2 {
		t.Errorf("proposed are %v", posts)
	}
}

// BenchmarkProspects: all prospects of a side are asked for with every report.
func BenchmarkProspects(b *testing.B) {
	g, err := brushbrothers.Engine.Open(setup(b, "bridge-road", "plan"))
	if err != nil {
		b.Fatal(err)
	}
	seats := setup(b, "bridge-road", "plan").Scenario.Seats()
	turns := 0
	r := g.Play(table.NewSelfPlay(5, "sensible", seats), 0, func(at table.At) bool {
		if at.Window != nil {
			turns++
		}
		return turns == 7
	})
	view := r.Boundary.Knows(seats[0])
	b.ResetTimer()
	for range b.N {
		view.Prospects([]string{"plan", "activate"})
	}
}

// TestNamesOfEnemiesAndSectors: a bare name that an enemy and a sector bear means the enemy where one is aimed at, unless an enemy stands in the
// sector; so it does where a GC of one's own is called the same.
func TestNamesOfEnemiesAndSectors(t *testing.T) {
	for _, c := range []struct{ order, at, means string }{
		{"G1: fire G1", "D6", "G1: fire north.G1"},
		{"G1: assault G1", "D4", "G1: assault north.G1"},
		{"G1: fire G1", "G1", "G1: fire G1"}, // the enemy's G1 stands in the sector G1: both are the same
		{"G1: fire D6", "D6", "G1: fire D6"},
		{"G1: move G1", "D6", "G1: move G1"},
	} {
		g, _ := drawn(t, "bench", facing(moves{"at": "D3", "bases": bases("rifle")}, moves{"at": c.at, "bases": bases("rifle")}))
		l, ok := g.Knows("south").Read(c.order)
		if !ok || l.Text != c.means {
			t.Errorf("%q, with the enemy at %s, is read as %q %v, not %q", c.order, c.at, l.Text, ok, c.means)
		}
	}
}

// TestTheChoiceOfListsIsTold: who may choose an army list is told in a line that he can send what each holds, and what the characteristics do that
// he could have; who may not is told nothing of it.
func TestTheChoiceOfListsIsTold(t *testing.T) {
	chapter := func(scenario string, seat table.Seat) (c table.Chapter) {
		g, err := brushbrothers.Engine.Open(setup(t, scenario, "plan"))
		if err != nil {
			t.Fatal(err)
		}
		r := g.Play(&table.Recorded{}, 0, func(at table.At) bool { return at.Window != nil })
		for _, c := range r.Boundary.Knows(seat).Briefing() {
			if c.Title == "guide.choice" {
				return c
			}
		}
		return c
	}
	c := chapter("clasico", "republic")
	if len(c.Tables) != 2 || len(c.Tables[0].Rows) != 5 || len(c.Tables[1].Rows) != 4 {
		t.Fatalf("told is %+v", c)
	}
	for _, want := range [][]string{
		{"line.force es_international_brigade", "kind.chief (quality.veteran: weapon.pistol), 3 x kind.group (quality.veteran: 3 weapons.rifle, weapon.lmg (model.dp_28)), vehicle.es_t26, kind.autonomous (quality.veteran: weapon.sling)"},
		{"line.troops write.militia", "characteristic.tenacious, characteristic.fanatical"},
	} {
		if !slices.ContainsFunc(append(slices.Clone(c.Tables[0].Rows), c.Tables[1].Rows...), func(row []string) bool { return slices.Equal(row, want) }) {
			t.Errorf("no row %q in %v", want, c.Tables)
		}
	}
	var traits []string
	for _, r := range c.Says {
		if name, ok := strings.CutPrefix(r.Key, "trait."); ok {
			traits = append(traits, name)
		}
	}
	if want := []string{"attentive", "disciplined", "enduring", "fanatical", "methodical", "tenacious"}; !slices.Equal(traits, want) {
		t.Errorf("explained are %v, want %v: all but those that the side has", traits, want)
	}
	if c := chapter("bridge-road", "german"); len(c.Says) > 0 {
		t.Errorf("without a choice: %+v", c)
	}
}

// BB-1.4a: who is offered a sector that has no room beside those who were offered it before is told so.
func TestMovesOfferedTellOfCrowds(t *testing.T) {
	at := facing(moves{"at": "D3", "bases": bases("smg", "smg", "smg", "smg")}, moves{"at": "D8", "bases": bases("lmg", "lmg")}, moves{"place": "D4", "code": "o"})
	at["remove"] = slices.DeleteFunc(slices.Clone(benchOthers), func(u string) bool { return u == "south.G2" })
	at["units"] = append(at["units"].([]moves), moves{"unit": "south.G2", "at": "C4", "traits": []string{}, "bases": bases("smg", "smg", "smg", "smg")})
	g, w := drawn(t, "bench", at)
	told := map[string]bool{}
	for _, p := range g.Knows("south").Prospects(w.Phases) {
		if strings.HasSuffix(p.Line, ": move D4") {
			told[p.Unit] = slices.ContainsFunc(p.Says.Args, func(a table.FactArg) bool { return a.Name == "crowded" })
		}
	}
	if want := map[string]bool{"G1": false, "G2": true}; !maps.Equal(told, want) {
		t.Errorf("crowded: %v, want %v of %v", told, want, lines(g.Knows("south").Prospects(w.Phases)))
	}
}

// BB-A3.6e: an objective that nobody holds is taken by one GC; the second is proposed another.
func TestObjectivesOfferedAreDivided(t *testing.T) {
	at := facing(moves{"at": "D3", "bases": bases("smg", "smg", "smg", "smg")}, moves{"at": "D8", "bases": bases("lmg", "lmg")}, moves{"place": "D5", "code": "o"})
	at["remove"] = slices.DeleteFunc(slices.Clone(benchOthers), func(u string) bool { return u == "south.G2" })
	at["units"] = append(at["units"].([]moves), moves{"unit": "south.G2", "at": "C3", "traits": []string{}, "bases": bases("smg", "smg")})
	g, w := drawn(t, "bench", at)
	list := g.Knows("south").Prospects(w.Phases)
	first := func(unit string) (goal string) {
		best := 0
		for _, p := range list {
			at := slices.IndexFunc(p.Says.Args, func(a table.FactArg) bool { return a.Name == "what" })
			if p.Unit == unit && at >= 0 && p.Worth > best {
				best, goal = p.Worth, p.Says.Args[at].Value.(string)
			}
		}
		return goal
	}
	if one, two := first("G1"), first("G2"); one == "" || two == "" || one == two {
		t.Errorf("both are sent to %q and %q of %v", one, two, lines(list))
	}
}

// A GC without an order fires by itself, which its side is told as a default; “hold” prevents that, as the letter says.
func TestHoldPreventsTheDefault(t *testing.T) {
	g, w := drawn(t, "bench", facing(moves{"at": "D3", "bases": bases("rifle", "rifle", "rifle")}, moves{"at": "D6", "bases": bases("rifle", "rifle", "rifle")}))
	hold, ok := g.Knows("south").Read("CH: hold")
	if !ok {
		t.Fatal("“CH: hold” is not read")
	}
	fires := func(lines ...table.Line) (times, unbidden int) {
		for _, trial := range g.Rehearse(w, "south", lines, nil, 40, nil).Facts {
			for _, f := range trial {
				if f.Kind == "fire" && f.Text("unit") == "south.CH" && f.Turn == w.Turn {
					times++
					if strings.Contains(f.At+"/", "/default/") || f.Unbidden == "south" {
						unbidden++
					}
				}
			}
		}
		return times, unbidden
	}
	if times, unbidden := fires(); times == 0 || unbidden != times {
		t.Errorf("without an order it fires %d times, %d of them by default", times, unbidden)
	}
	if times, _ := fires(hold); times > 0 {
		t.Errorf("with “CH: hold” it fires %d times", times)
	}
}
