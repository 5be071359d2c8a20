package chart

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

var layerGroup = regexp.MustCompile(`<g data-layer="(\w+)">\n?`)

// TestLayersCoverTheMap draws maps in layers: each item is in just one part, the groups are closed within each other, the texts are those of the map
// as letters have it, and in the same order.
func TestLayersCoverTheMap(t *testing.T) {
	sheet, style := everything(t, board.FlatHex)
	plain := style
	plain.Plain = true
	for name, list := range map[string]*List{"whole": Draw(sheet, style), "plain": Draw(sheet, plain)} {
		for what, of := range map[string]struct {
			parts []part
			items int
		}{"ground": {list.base.parts, len(list.Ground)}, "over": {list.parts, len(list.Over)}} {
			from := 0
			for _, p := range of.parts {
				if p.end <= from {
					t.Errorf("%s: a part of the %s is empty: %v", name, what, of.parts)
				}
				from = p.end
			}
			if from != of.items {
				t.Errorf("%s: the parts of the %s end at %d of %d", name, what, from, of.items)
			}
		}
		svg := string(list.LayeredSVG())
		if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, m := range layerGroup.FindAllStringSubmatch(svg, -1) {
			if !slices.Contains(found, m[1]) {
				found = append(found, m[1])
			}
		}
		want := list.Layers()
		slices.Sort(found)
		slices.Sort(want)
		if !slices.Equal(found, want) || !slices.Contains(want, LayerCounters) || !slices.Contains(want, LayerNumbers) || !slices.Contains(want, LayerNames) {
			t.Errorf("%s: the layers are %v; there are groups of %v", name, want, found)
		}
		if got, want := texts(svg), texts(string(list.SVG())); !slices.Equal(got, want) {
			t.Errorf("%s: the layers say %q, not %q", name, got, want)
		}
		if layerGroup.MatchString(string(list.SVG())) {
			t.Errorf("%s: letters have layers", name)
		}
	}
}

var written = regexp.MustCompile(`<text[^>]*>([^<]*)</text>`)

func texts(svg string) (out []string) {
	for _, m := range written.FindAllStringSubmatch(svg, -1) {
		out = append(out, strings.TrimSpace(m[1]))
	}
	return out
}
