package desk_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/chart"
	"fieldpost/projections/desk"
)

// blind lists the questions to which a rulebook has no answer: the Somme has no line of sight.
var blind = map[string]string{"somme-1918": desk.OverlaySight}

// TestOverlaysAreTheAnswers lays the questions of every unit over the map in a game of every rulebook: what is laid and what the table says is in the
// answer that the letters give to the same question, and the other way round.
func TestOverlaysAreTheAnswers(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			if !*whole && e.Name() != "duel" {
				t.Skip("a quick run opens one game")
			}
			t.Parallel()
			want := []string{desk.OverlayReach, desk.OverlayFire, desk.OverlayField, "clear", "shut"}
			if blind[e.Name()] == desk.OverlaySight {
				want = want[:3]
			}
			laid := map[string]int{}
			missing := func() bool { return slices.ContainsFunc(want, func(kind string) bool { return laid[kind] == 0 }) }
			asked(t, e.Name(), func(d *desk.Desk, view desk.View) bool {
				for n, u := range view.Units {
					if u.ID == "" || n > 12 && n%7 != 0 {
						continue
					}
					laid[desk.OverlayReach] += reaches(t, d, view, u.ID)
					aims := targets(t, d, view, u)
					laid[desk.OverlayFire] += aims
					laid[desk.OverlayField] += fields(t, d, view, u)
					if n < 2 {
						clear, shut := sights(t, d, view, u.ID)
						laid["clear"] += clear
						laid["shut"] += shut
					}
				}
				if _, err := d.Overlay(view.ID, "", "odds", view.Units[0].ID); err == nil {
					t.Error("an overlay that there is not was made")
				}
				return missing()
			})
			t.Logf("%v", laid)
			if missing() {
				t.Errorf("of %v there are %v", want, laid)
			}
		})
	}
}

// asked plays a game with bots and shows every letter that asks for orders, until do wants no more.
func asked(t *testing.T, rulebook string, do func(d *desk.Desk, view desk.View) bool) {
	t.Helper()
	h, letters := begun(t, rulebook)
	for range 14 {
		for _, l := range letters {
			d := desk.New()
			o := d.Open("report.eml", h.BytesOf(l))[0]
			if !o.Asked {
				continue
			}
			view, err := d.Show(o.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			if !do(d, view) {
				return
			}
		}
		letters = nil
		for s, text := range officetest.InOrder(h.BotMails("game")) {
			letters = append(letters, h.Mail(string(s), "orders", text)...)
		}
	}
}

// laidOver asks for an overlay.
func laidOver(t *testing.T, d *desk.Desk, view desk.View, kind, about string) desk.Overlay {
	t.Helper()
	o, err := d.Overlay(view.ID, "", kind, about)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, x := range o.Laid {
		if slices.Contains(places, x.Place) || x.Text == "" && kind != desk.OverlaySight || x.R <= 0 {
			t.Errorf("%s of %s: laid is %+v", kind, about, x)
		}
		places = append(places, x.Place)
	}
	return o
}

// reaches asserts that each number on the map stands beside its place in the answer to REACH.
func reaches(t *testing.T, d *desk.Desk, view desk.View, unit string) int {
	t.Helper()
	o := laidOver(t, d, view, desk.OverlayReach, unit)
	paper, err := d.Paper(view.ID, "", "reach", unit, "")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.FieldsFunc(paper, func(r rune) bool { return strings.ContainsRune(" ,.;:()\n|", r) })
	for _, x := range o.Laid {
		if !slices.Contains(words, x.Place) && !strings.Contains(paper, x.Place) {
			t.Errorf("%s is laid out for %s, but REACH does not name it:\n%s", x.Place, unit, paper)
		}
	}
	if len(view.Spots.Places) == 0 {
		return len(o.Laid)
	}
	for _, p := range view.Spots.Places { // and the other way round
		own := slices.ContainsFunc(view.Units, func(u desk.Unit) bool { return u.ID == unit && u.Place == p.Name })
		if p.Name != unit && slices.Contains(words, p.Name) && !own && !slices.ContainsFunc(o.Laid, func(x desk.Laid) bool { return x.Place == p.Name }) && len(o.Laid) > 0 {
			t.Errorf("REACH of %s names %s, but it is not laid out:\n%s", unit, p.Name, paper)
		}
	}
	return len(o.Laid)
}

// targets asserts that what is laid are the ready lines with a target, and those alone.
func targets(t *testing.T, d *desk.Desk, view desk.View, u desk.Unit) int {
	t.Helper()
	o := laidOver(t, d, view, desk.OverlayFire, u.ID)
	var want, got [][]string
	for _, c := range u.Can {
		if c.Target != "" {
			want = append(want, []string{c.Target, c.Line, c.Says})
		}
	}
	got = o.Table.Rows
	if fmt.Sprint(want) != fmt.Sprint(got) {
		t.Errorf("%s can aim so:\n%q\nlaid is\n%q", u.ID, want, got)
	}
	for _, x := range o.Laid {
		if !slices.ContainsFunc(u.Can, func(c desk.Doing) bool { return c.Target == x.Place && strings.Contains(x.Says, c.Line) }) {
			t.Errorf("%s is laid with %q", x.Place, x.Says)
		}
	}
	return len(o.Laid)
}

// fields asserts that whoever a unit can aim at directly stands in its field of fire, and that each place of it says why.
func fields(t *testing.T, d *desk.Desk, view desk.View, u desk.Unit) int {
	t.Helper()
	o := laidOver(t, d, view, desk.OverlayField, u.ID)
	for _, x := range o.Laid {
		if x.Says == "" || x.Rule == "" || !strings.Contains(x.Says, x.Place) {
			t.Errorf("the field of fire of %s at %s says %q (%s)", u.ID, x.Place, x.Says, x.Rule)
		}
	}
	for _, c := range u.Can {
		i := slices.IndexFunc(view.Spots.Units, func(s chart.Spot) bool { return s.Name == c.Target })
		if i < 0 || !direct.MatchString(c.Line) {
			continue
		}
		at := view.Spots.Units[i]
		if f := view.Spots.Table; f != nil { // one of its men may be seen where their leader is not
			at.R += 50 * f.Scale
		}
		if !slices.ContainsFunc(o.Laid, func(x desk.Laid) bool { return math.Hypot(x.X-at.X, x.Y-at.Y) < 2*x.R+at.R }) {
			t.Errorf("%s can %q, but the target at %+v stands outside of its field of fire: %.300q", u.ID, c.Line, at, o.Table.Rows)
		}
	}
	return len(o.Laid)
}

// direct matches order lines by which a unit fires as it stands at what it sees.
var direct = regexp.MustCompile(`^(fire|shoot) |: fire `)

// sights asserts that every fifth place is told as LOS tells it, and returns how many are seen and how many are not.
func sights(t *testing.T, d *desk.Desk, view desk.View, from string) (clear, shut int) {
	t.Helper()
	o := laidOver(t, d, view, desk.OverlaySight, from)
	for n, x := range o.Laid {
		if x.Shut {
			shut++
		} else {
			clear++
		}
		if n%5 != 0 {
			continue
		}
		paper, err := d.Paper(view.ID, "", "los", from, x.Place)
		if err != nil {
			t.Fatal(err)
		}
		if flat(x.Says) == "" || !strings.Contains(flat(paper), flat(x.Says)) {
			t.Errorf("from %s to %s the map says %q, LOS\n%s", from, x.Place, x.Says, paper)
		}
	}
	return clear, shut
}

// flat leaves out of a text what sets it: lines, bullets, rules.
func flat(s string) string {
	return strings.Join(strings.Fields(setting.ReplaceAllString(s, " ")), " ")
}

var setting = regexp.MustCompile("[\u00b7*\\[\\]-]|\\b[A-Z]{2}-[A-Z0-9][\\w.]*")

// TestPlacesTellWhatIsKnown asks for the facts of every place in a game of every rulebook: whoever stands there is named, terrain has its effect with
// the rule, and places of a stack list all of it.
func TestPlacesTellWhatIsKnown(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			if !*whole && e.Name() != "duel" {
				t.Skip("a quick run opens one game")
			}
			t.Parallel()
			ruled, told, largest := 0, 0, 0
			asked(t, e.Name(), func(d *desk.Desk, view desk.View) bool {
				for _, u := range view.Spots.Units {
					p, err := d.Point(view.ID, "", u.X, u.Y)
					if err != nil {
						t.Fatal(err)
					}
					largest = max(largest, len(p.Stack))
					if !slices.Contains(p.Units, u.Name) || !slices.ContainsFunc(p.Stack, func(x desk.Held) bool { return x.Unit == u.Name && x.Says != "" }) {
						t.Errorf("where %s stands, there are %v, told as %+v", u.Name, p.Units, p.Stack)
					}
					for _, x := range p.Stack {
						if x.Own != slices.ContainsFunc(view.Units, func(u desk.Unit) bool { return u.ID == x.Unit }) {
							t.Errorf("whose is %+v?", x)
						}
					}
				}
				for n, s := range view.Spots.Places {
					if len(view.Spots.Places) > 300 && n%40 != 0 {
						continue
					}
					p, err := d.Place(view.ID, "", s.Name)
					if err != nil {
						t.Fatal(err)
					}
					told++
					if slices.ContainsFunc(p.Says, func(x desk.Told) bool { return x.Rule != "" }) {
						ruled++
					}
					if len(p.Says) == 0 {
						t.Errorf("nothing is said of %s", s.Name)
					}
					if n < 3 || n == len(view.Spots.Places)/2 {
						t.Logf("%s: %+v", s.Name, p.Says)
					}
				}
				if f := view.Spots.Table; f != nil {
					for x := 20; x < f.Width; x += 60 {
						for y := 20; y < f.Height; y += 60 {
							p, err := d.Point(view.ID, "", f.Left+float64(x)*f.Scale, f.Bottom-float64(y)*f.Scale)
							if err != nil {
								t.Fatal(err)
							}
							told++
							if slices.ContainsFunc(p.Says, func(x desk.Told) bool { return x.Rule != "" }) {
								ruled++
								if ruled%9 == 1 {
									t.Logf("%s: %+v", p.Place, p.Says)
								}
							}
						}
					}
				}
				return ruled == 0 || largest == 0
			})
			t.Logf("%d of %d places have an effect with its rule; the largest stack has %d", ruled, told, largest)
			if ruled == 0 || largest == 0 {
				t.Error("no place has an effect with its rule")
			}
		})
	}
}
