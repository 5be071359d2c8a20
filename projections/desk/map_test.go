package desk_test

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/desk"
)

// firstMap is how soon a map is to be seen once a letter was dropped, on a machine that has nothing else to do. The test holds the processor time of
// the browser against it where the system tells it, with all its threads, and bears with a machine on which that takes longer by the clock.
const firstMap = 3 * time.Second

// TestTheMapOfAMailIsThereAtOnce asserts that what is shown while a letter is opened is the map that it brings, from a mail and from a mailbox.
func TestTheMapOfAMailIsThereAtOnce(t *testing.T) {
	h, letters := begun(t, "duel")
	_, _, view, raw := shown(t, h, letters, true)
	if view.Drawn == "" || desk.Drawn(raw) != "data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString([]byte(view.Drawn)) {
		t.Errorf("the map of the mail is %.60q, that which is shown first %.60q", view.Drawn, desk.Drawn(raw))
	}
	box := append(append([]byte("From x\n"), raw...), []byte("\nFrom y\nSubject: none\n\nnothing\n")...)
	if desk.Drawn(box) == "" || desk.Drawn([]byte("{}")) != "" || desk.Drawn(nil) != "" {
		t.Error("a mailbox has no map, or something else has one")
	}
}

// TestMapInABrowser drops a report of every game on the page in a real Chromium: the map is there soon; its layers are switched with the keyboard;
// stacks open by a click and by the keyboard; what a unit can reach, see and aim at, and what is known of a place, is what this program says of it.
func TestMapInABrowser(t *testing.T) {
	if *program == "" || *file == "" {
		t.Skip("needs -browser and -page")
	}
	page, err := filepath.Abs(*file)
	if err != nil {
		t.Fatal(err)
	}
	b := browse(t, *program)
	done := map[string]int{}
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			b.t = t
			h, letters := begun(t, e.Name())
			d, _, view, raw := reported(t, h, letters)
			letter := filepath.Join(t.TempDir(), "report.eml")
			if err := os.WriteFile(letter, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			b.do("Page.navigate", map[string]any{"url": "file://" + page})
			b.until(`document.readyState === "complete" && document.getElementById("status").textContent === say("ready")`)
			from, spent := time.Now(), b.spent()
			b.drop(letter)
			b.until(`document.querySelector("#map svg.chart") || document.querySelector("#map img")?.complete`)
			took := time.Since(from)
			spent = b.spent() - spent
			t.Logf("the first map after %v, %v of processor time", took, spent)
			if min(took, cmp.Or(spent, took)) > firstMap {
				t.Errorf("the first map is there after %v, and %v of processor time: more than %v", took, spent, firstMap)
			}
			b.until(`view && document.getElementById("status").textContent === say("ready")`)
			t.Logf("it lives after %v", time.Since(from))
			b.layers(view)
			for kind, n := range b.overlays(d, view) {
				done[kind] += n
			}
			done["stacks"] += b.stacks(d, view)
			done["facts"] += b.facts(d, view)
			b.shot("map-" + e.Name())
			b.narrow("map-" + e.Name())
			for _, url := range b.requests {
				if !strings.HasPrefix(url, "file://"+page) && !strings.HasPrefix(url, "blob:null/") && !strings.HasPrefix(url, "data:image/") {
					t.Errorf("the page asked for %.200s", url)
				}
			}
			if len(b.faults) > 0 {
				t.Errorf("the page complains: %v", b.faults)
			}
			if list := b.unnamed(); len(list) > 0 {
				t.Errorf("without a name for a screen reader: %v", list)
			}
		})
	}
	t.Logf("%v", done)
	for _, what := range []string{desk.OverlayReach, desk.OverlaySight, desk.OverlayFire, "stacks", "facts"} {
		if done[what] == 0 {
			t.Errorf("%s: none in any game", what)
		}
	}
}

// spent is the processor time that the browser and its children have used, 0 where the system does not tell it.
func (b *browser) spent() time.Duration {
	const tick = 10 * time.Millisecond // of Linux, in what it tells programs
	parents, used := map[int]int{}, map[int]time.Duration{}
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue // it ended meanwhile
		}
		end := strings.LastIndexByte(string(text), ')')
		fields := strings.Fields(string(text[end+1:]))
		if end < 0 || len(fields) < 14 {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
		parents[pid], _ = strconv.Atoi(fields[1])
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		used[pid] = time.Duration(user+system) * tick
	}
	var all time.Duration
	for pid, t := range used {
		for up := pid; up > 1; up = parents[up] {
			if up == b.cmd.Process.Pid {
				all += t
				break
			}
		}
	}
	return all
}

// reported plays on until a report asks for orders and a unit of the seat on the map has a target, or for ten windows.
func reported(t *testing.T, h *officetest.Hall, letters []adjudicator.Letter) (d *desk.Desk, seat string, view desk.View, raw []byte) {
	t.Helper()
	for range 10 {
		for _, l := range letters {
			bytes, fresh := h.BytesOf(l), desk.New()
			o := fresh.Open("report.eml", bytes)[0]
			if !o.Asked {
				continue
			}
			v, err := fresh.Show(o.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			d, seat, view, raw = fresh, o.Seat, v, bytes
			if slices.ContainsFunc(v.Units, aims) {
				return d, seat, view, raw
			}
		}
		letters = nil
		for s, text := range officetest.InOrder(h.BotMails("game")) {
			letters = append(letters, h.Mail(string(s), "orders", text)...)
		}
	}
	return d, seat, view, raw
}

// aims reports whether a unit on the map has a target.
func aims(u desk.Unit) bool {
	return u.Place != "" && slices.ContainsFunc(u.Can, func(c desk.Doing) bool { return c.Target != "" })
}

// jsonOf writes a value as it goes to the page and back.
func jsonOf(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// key presses a key.
func (b *browser) key(key string, code int, text string) {
	b.t.Helper()
	b.do("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": key, "windowsVirtualKeyCode": code, "text": text})
	b.do("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "windowsVirtualKeyCode": code})
}

// layers switches each layer off and on with the space bar, and asserts that the map goes with it.
func (b *browser) layers(view desk.View) {
	b.t.Helper()
	var boxes []string
	b.must(`[...document.querySelectorAll("#layerboxes input")].map((x) => x.dataset.of)`, &boxes)
	if !slices.Equal(boxes, view.Layers) || len(boxes) < 3 {
		b.t.Errorf("the boxes are %v, the layers %v", boxes, view.Layers)
	}
	shown := func(name string) (n int) {
		b.must(`[...document.querySelectorAll("#map svg.chart [data-layer=`+name+`]")].filter((g) => getComputedStyle(g).display !== "none").length`, &n)
		return n
	}
	for _, name := range boxes {
		before := shown(name)
		b.must(`document.querySelector("#layerboxes input[data-of=`+name+`]").focus()`, nil)
		b.key(" ", 32, " ")
		off := shown(name)
		b.must(`setMap(view.map, true)`, nil) // another drawing keeps what is hidden
		again := shown(name)
		b.key(" ", 32, " ")
		if on := shown(name); before == 0 || off != 0 || again != 0 || on != before {
			b.t.Errorf("of layer %s, %d groups show; switched off %d, drawn again %d, switched on %d", name, before, off, again, on)
		}
	}
}

// overlays lays each kind over the map for a unit, and asserts that the tab draws and says what this program does.
func (b *browser) overlays(d *desk.Desk, view desk.View) map[string]int {
	b.t.Helper()
	done := map[string]int{}
	i := slices.IndexFunc(view.Units, aims)
	if i < 0 {
		i = slices.IndexFunc(view.Units, func(u desk.Unit) bool { return u.ID != "" })
	}
	if i < 0 {
		return done
	}
	unit := view.Units[i].ID
	b.must(`choose(`+quote(unit)+`)`, nil)
	for _, kind := range []string{desk.OverlayReach, desk.OverlaySight, desk.OverlayFire, desk.OverlayField} {
		b.must(`document.querySelector("[data-overlay=`+kind+`]").click()`, nil)
		b.until(`laid && laid.kind === ` + quote(kind))
		var got desk.Overlay
		var drawn, cells int
		var lang string
		b.must(`laid`, &got)
		b.must(`lang`, &lang)
		want, err := d.Overlay(view.ID, lang, kind, unit)
		if err != nil {
			b.t.Fatal(err)
		}
		if string(jsonOf(b.t, want)) != string(jsonOf(b.t, got)) {
			b.t.Errorf("%s of %s in the tab is\n%.600s\nnot\n%.600s", kind, unit, jsonOf(b.t, got), jsonOf(b.t, want))
		}
		b.must(`document.querySelectorAll("#map g.field .open, #map g.field .shut, #map g.field .fieldtext").length`, &drawn)
		b.must(`document.querySelectorAll("#laidtable td").length`, &cells)
		if drawn < len(want.Laid)/2 || len(want.Table.Rows) > 0 && cells < len(want.Table.Rows) {
			b.t.Errorf("%s: %d places are laid, %d things drawn, %d cells in the table", kind, len(want.Laid), drawn, cells)
		}
		done[kind] += len(want.Laid)
		b.must(`document.getElementById("map").scrollIntoView()`, nil)
		b.shot("map-" + view.Title + "-" + kind)
	}
	b.must(`document.getElementById("laidoff").click()`, nil)
	b.until(`!laid && !document.querySelector("#map g.field *")`)
	return done
}

// stacks clicks on a stack, if there is one, and chooses each of the player's counters in it.
func (b *browser) stacks(d *desk.Desk, view desk.View) int {
	b.t.Helper()
	for _, u := range view.Units {
		p, err := d.Place(view.ID, "", u.Place)
		if err != nil || u.Place == "" || len(p.Stack) < 2 {
			continue
		}
		b.must(`(choose(""), document.getElementById("map").scrollIntoView({ block: "center" }), fitMap())`, nil)
		var at struct{ X, Y float64 }
		b.must(`clientXY(spotOf(`+quote(u.ID)+`))`, &at)
		b.click(at.X, at.Y)
		b.until(`document.querySelectorAll("#stack button").length === ` + strconv.Itoa(len(p.Stack)) + ` && opened.length === ` + strconv.Itoa(len(p.Stack)))
		b.shot("map-" + view.Title + "-stack")
		own := slices.IndexFunc(p.Stack, func(h desk.Held) bool { return h.Own })
		var chip struct{ X, Y float64 }
		b.must(`(() => { const s = opened[`+strconv.Itoa(own)+`]; return clientXY({ X: s.x, Y: s.y }); })()`, &chip)
		b.must(`choose("")`, nil)
		b.click(chip.X, chip.Y)
		b.until(`unit === ` + quote(p.Stack[own].Unit))
		b.must(`(choose(`+quote(u.ID)+`), document.getElementById("map").focus())`, nil)
		b.key("s", 'S', "s")
		b.until(`document.activeElement.closest("#stack")`)
		return 1
	}
	return 0
}

// facts types a place, and asserts that the tab says of it what this program does, with the rules.
func (b *browser) facts(d *desk.Desk, view desk.View) int {
	b.t.Helper()
	if len(view.Spots.Places) == 0 {
		return 0
	}
	name := view.Spots.Places[len(view.Spots.Places)/2].Name
	b.must(`(() => { const f = document.getElementById("placein"); f.value = `+quote(strings.ToLower(name))+`; f.form.requestSubmit(); })()`, nil)
	b.until(`document.getElementById("facthead").textContent === ` + quote(name))
	var got []string
	var lang string
	b.must(`[...document.querySelectorAll("#facts li")].map((x) => x.textContent.trim())`, &got)
	b.must(`lang`, &lang)
	p, err := d.Place(view.ID, lang, name)
	if err != nil {
		b.t.Fatal(err)
	}
	var want []string
	for _, s := range p.Says {
		want = append(want, strings.TrimSpace(s.Text+" "+s.Rule))
	}
	if !slices.Equal(got, want) {
		b.t.Errorf("of %s the tab says %q, not %q", name, got, want)
	}
	return len(got)
}
