package desk_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var axe = flag.String("axe", "", "axe.min.js of axe-core, by which the page is judged")

// TestAccessInABrowser has axe-core judge the page: empty, with a letter and its orders, with an overlay and the facts of a place, and after an audit; in English and French, in the light and in
// the dark, at the width of a phone and at 200 %. Nothing of weight may be found.
func TestAccessInABrowser(t *testing.T) {
	if *program == "" || *file == "" || *axe == "" {
		t.Skip("needs -browser, -page and -axe")
	}
	page, err := filepath.Abs(*file)
	if err != nil {
		t.Fatal(err)
	}
	judge, err := os.ReadFile(*axe)
	if err != nil {
		t.Fatal(err)
	}
	honest, _ := mailboxes(t)
	path := filepath.Join(t.TempDir(), "mail.mbox")
	if err := os.WriteFile(path, honest, 0o600); err != nil {
		t.Fatal(err)
	}
	b := browse(t, *program)
	b.do("Page.navigate", map[string]any{"url": "file://" + page})
	b.until(`document.readyState === "complete" && document.getElementById("status").textContent === say("ready")`)
	b.must(string(judge)+"\n;0", nil)
	b.judged("empty")
	b.drop(path)
	b.until(`view && tried && !document.getElementById("auditside").hidden`)
	b.must(`(choose(view.units.find((u) => (u.can || []).length).id), document.querySelector("#can button").click(), setForm(document.getElementById("form").value.replace("\n", "\nhodl\n")))`, nil)
	b.until(`document.querySelector("#rows li[data-state=fault]")`)
	b.judged("orders")
	b.must(`(document.querySelector("[data-overlay=reach]").click(), (() => { const f = document.getElementById("placein"); f.value = view.spots.Places[0].Name; f.form.requestSubmit(); })())`, nil)
	b.until(`laid && !document.getElementById("factside").hidden`)
	b.must(`document.getElementById("laidmore").open = true`, nil)
	b.judged("overlay")
	b.must(`audit()`, nil)
	b.until(`judgement && !document.getElementById("verdictside").hidden`)
	for _, lang := range []string{"en", "fr"} {
		b.must(`(() => { const s = document.getElementById("language"); s.value = `+quote(lang)+`; s.dispatchEvent(new Event("change")); })()`, nil)
		b.until(`view.lang === ` + quote(lang) + ` && document.getElementById("status").textContent === say("ready")`)
		for _, scheme := range []string{"light", "dark"} {
			b.do("Emulation.setEmulatedMedia", map[string]any{"features": []any{
				map[string]any{"name": "prefers-color-scheme", "value": scheme}, map[string]any{"name": "prefers-reduced-motion", "value": "reduce"},
			}})
			for _, width := range []int{1280, 640, 360} { // 640 is 1280 at 200 %
				b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false})
				b.judged(fmt.Sprint(lang, "-", scheme, "-", width))
			}
		}
	}
	if moving := b.moving(); moving > 0 {
		t.Errorf("%d things move although less motion was asked for", moving)
	}
}

// judged has axe-core judge the page as it is.
func (b *browser) judged(state string) {
	b.t.Helper()
	var told struct {
		Passed int
		Found  []struct {
			ID, Impact, Help string
			Where            []string
		}
	}
	b.must(`axe.run(document).then((r) => ({ Passed: r.passes.length, Found: r.violations.map((v) => (
		{ ID: v.id, Impact: v.impact, Help: v.help, Where: v.nodes.slice(0, 5).map((n) => n.target.join(" ") + " " + n.any.map((a) => a.message).join("; ")) })) }))`, &told)
	if told.Passed < 10 {
		b.t.Errorf("%s: only %d rules were held against the page", state, told.Passed)
	}
	for _, f := range told.Found {
		b.t.Errorf("%s: %s (%s): %s %q", state, f.ID, f.Impact, f.Help, f.Where)
	}
	b.shot("axe-" + state)
}

// moving counts animations and transitions at work.
func (b *browser) moving() (n int) {
	b.t.Helper()
	b.must(`document.getAnimations().length`, &n)
	return n
}
