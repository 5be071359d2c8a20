package chart

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// SVG writes the map as one self-contained document: no script, no link, no font inside (a viewer without the Go fonts
// uses its own sans serif). Its unit is a tenth of a pixel, which saves the decimal points.
func (l *List) SVG() []byte {
	ground := l.base.svg()
	w := ground.onward()
	w.symbols(l.Symbols, len(l.base.symbols))
	defs := w.body
	w.body = make([]byte, 0, 80*len(l.Over))
	w.items(l.Over)
	return svgDocument(l.Width, l.Height, true, w.rules, [][]byte{ground.defs, defs}, [][]byte{ground.body, w.body})
}

// onward begins what stands above a ground that is written already, with its classes.
func (w *svgWriter) onward() *svgWriter {
	return &svgWriter{named: w.named, inks: maps.Clone(w.inks), hands: maps.Clone(w.hands), rules: slices.Clip(w.rules)}
}

// GroundSVG writes the ground alone, for many maps of one board that are laid over it: see OverSVG. It is as wide as they are, and the same for
// all of them.
func (l *List) GroundSVG() []byte {
	ground := l.base.svg()
	return svgDocument(l.Width, l.high, true, ground.rules, [][]byte{ground.defs}, [][]byte{ground.body})
}

// OverSVG writes what is on the ground and below it, the legend too, on a transparent sheet: laid over GroundSVG in the same width it is SVG.
func (l *List) OverSVG() []byte {
	w := &svgWriter{inks: map[Ink]int{}, hands: map[hand]int{}}
	stamped := l.stamped()
	for i := range l.Symbols {
		if stamped[i] {
			w.symbols(l.Symbols[:i+1], i)
		}
	}
	defs := w.body
	w.body = make([]byte, 0, 80*len(l.Over))
	w.items(l.Over)
	return svgDocument(l.Width, l.Height, false, w.rules, [][]byte{defs}, [][]byte{w.body})
}

// stamped says of each symbol whether something above the ground has it.
func (l *List) stamped() []bool {
	used := make([]bool, len(l.Symbols))
	var see func(items []Item)
	see = func(items []Item) {
		for _, it := range items {
			if i := it.Stamp - 1; i >= 0 && !used[i] {
				used[i] = true
				see(l.Symbols[i].Items)
			}
		}
	}
	see(l.Over)
	return used
}

// svgDocument puts a document together; one that is opaque begins with the paper.
func svgDocument(width, height int, opaque bool, rules []string, defs, bodies [][]byte) []byte {
	size := 32*len(rules) + 1000
	for _, part := range slices.Concat(defs, bodies) {
		size += len(part)
	}
	out := make([]byte, 0, size)
	out = fmt.Appendf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d0 %d0">`, width, height, width, height)
	out = append(out, "\n<style>svg{fill:none;stroke-linecap:round;stroke-linejoin:round}text{font-family:Go,\"DejaVu Sans\",Verdana,sans-serif;paint-order:stroke}"...)
	for i, rule := range rules {
		out = fmt.Appendf(out, ".%s{%s}", className(i), rule)
	}
	out = append(out, "</style>\n<defs>"...)
	for _, part := range defs {
		out = append(out, part...)
	}
	out = append(out, "</defs>\n"...)
	if opaque {
		out = fmt.Appendf(out, "<path d=\"M0 0h%d0v%d0h-%d0z\" style=\"fill:%s\"/>\n", width, height, width, hex(paper))
	}
	for _, part := range bodies {
		out = append(out, part...)
	}
	return append(out, "</svg>\n"...)
}

// writeGround writes what all the documents of a board have in common, in the groups of its parts if there are any.
func writeGround(b *base, parts []part) *svgWriter {
	w := &svgWriter{inks: map[Ink]int{}, hands: map[hand]int{}}
	w.symbols(b.symbols, 0)
	w.defs, w.body = w.body, nil
	w.grouped(b.ground, parts)
	return w
}

type svgWriter struct {
	shared     map[*Path]int // long paths of more than one thing; 0 before they are written
	named      int           // how many of them are
	defs, body []byte
	inks       map[Ink]int
	hands      map[hand]int
	rules      []string
}

// hand is how a text is written: everything except where and what.
type hand struct {
	size   float64
	face   Face
	anchor int
	fill   Color
	halo   Color
	glow   float64
}

// className counts a to z, then aa, ba and so on.
func className(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	s := string(letters[i%26])
	for i /= 26; i > 0; i /= 26 {
		s += string(letters[i%26])
	}
	return s
}

// ruleOf finds the number of a rule by what it is made of.
func ruleOf[K comparable](w *svgWriter, known map[K]int, key K, rule func(K) string) int {
	i, ok := known[key]
	if !ok {
		i = len(w.rules)
		known[key] = i
		w.rules = append(w.rules, rule(key))
	}
	return i
}

// symbols writes those from a number on; a symbol is called by its number.
func (w *svgWriter) symbols(symbols []Symbol, from int) {
	for i := from; i < len(symbols); i++ {
		w.body = append(append(append(w.body, `<g id="`...), className(i)...), `">`...)
		w.items(symbols[i].Items)
		w.body = append(w.body, "</g>\n"...)
	}
}

// items writes things in their order; neighbours of one class share a group, and so do a stamp and what is written on it.
func (w *svgWriter) items(items []Item) {
	w.share(items)
	for i := 0; i < len(items); {
		n := w.column(items[i:])
		if n == 0 {
			n = w.counter(items[i:])
		}
		if n == 0 {
			n = w.alike(items[i:])
		}
		w.body = append(w.body, '\n')
		i += n
	}
}

// column writes stamps that stand one below the other, and returns how many there are. It writes nothing for fewer than three.
func (w *svgWriter) column(items []Item) int {
	n := 0
	for n < len(items) && items[n].Stamp > 0 && items[n].X == items[0].X {
		n++
	}
	if n < 3 {
		return 0
	}
	w.shift(items[0].X, 0)
	for _, it := range items[:n] {
		it.X = 0
		w.use(it)
	}
	w.body = append(w.body, "</g>"...)
	return n
}

// counter writes a stamp with the texts on it that follow, placed relative to it, and nothing for what is no stamp.
func (w *svgWriter) counter(items []Item) int {
	if items[0].Stamp == 0 {
		return 0
	}
	n, x, y := 1, items[0].X, items[0].Y
	for n < len(items) && items[n].Text != nil && math.Abs(items[n].Text.X-float64(x)) < stampReach && math.Abs(items[n].Text.Y-float64(y)) < stampReach {
		n++
	}
	if n == 1 {
		w.use(items[0])
		return 1
	}
	w.shift(x, y)
	w.use(Item{Stamp: items[0].Stamp})
	for _, it := range items[1:n] {
		w.text(it.Text, className(w.classOf(it)), x, y)
	}
	w.body = append(w.body, "</g>"...)
	return n
}

// stampReach is how far from the middle of a stamp a text is taken for one that is written on it, in pixels: the largest counters are 80 wide.
const stampReach = 60

// shift begins a group that is moved, in pixels.
func (w *svgWriter) shift(x, y int) {
	w.body = strconv.AppendInt(append(w.body, `<g transform="translate(`...), int64(x)*10, 10)
	if y != 0 {
		w.body = strconv.AppendInt(append(w.body, ' '), int64(y)*10, 10)
	}
	w.body = append(w.body, `)">`...)
}

// alike writes a thing and those after it that have its class, and returns how many.
func (w *svgWriter) alike(items []Item) int {
	c, n := w.classOf(items[0]), 1
	for n < len(items) && items[n].Stamp == 0 && w.classOf(items[n]) == c {
		n++
	}
	name := className(c)
	if n > 1 {
		w.body = append(append(append(w.body, `<g class="`...), name...), `">`...)
		name = ""
	}
	for i := 0; i < n; {
		if t := items[i].Text; t != nil {
			i += w.texts(items[i:n], name)
			continue
		}
		w.item(items[i], name)
		i++
	}
	if n > 1 {
		w.body = append(w.body, "</g>"...)
	}
	return n
}

// texts writes a text, or those that stand one below the other, and returns how many.
func (w *svgWriter) texts(items []Item, class string) int {
	x, n := items[0].Text.X, 0
	for n < len(items) && items[n].Text != nil && items[n].Text.X == x {
		n++
	}
	whole := int(x)
	if n < 3 || float64(whole) != x {
		w.text(items[0].Text, class, 0, 0)
		return 1
	}
	w.shift(whole, 0)
	for _, it := range items[:n] {
		w.text(it.Text, class, whole, 0)
	}
	w.body = append(w.body, "</g>"...)
	return n
}

// share finds long paths that several things have, as a road has its casing and its surface.
func (w *svgWriter) share(items []Item) {
	if w.shared == nil {
		w.shared = map[*Path]int{}
	}
	seen := map[*Path]bool{}
	for _, it := range items {
		if p := it.Path; p != nil && len(p.Pts) > longPath {
			if seen[p] {
				w.shared[p] = 0
			}
			seen[p] = true
		}
	}
}

// longPath is how many points make it worthwhile to write a path once and to name it.
const longPath = 30

func (w *svgWriter) classOf(it Item) int {
	if t := it.Text; t != nil {
		return ruleOf(w, w.hands, hand{t.Size, t.Face, t.Anchor, t.Fill, t.Halo, t.Glow}, hand.css)
	}
	return ruleOf(w, w.inks, it.Ink, Ink.css)
}

func (w *svgWriter) use(it Item) {
	w.body = append(append(append(w.body, `<use href="#`...), className(it.Stamp-1)...), '"')
	w.place(int64(it.X)*10, int64(it.Y)*10)
	w.body = append(w.body, "/>"...)
}

// place writes where a thing stands; what is left out is 0.
func (w *svgWriter) place(x, y int64) {
	if x != 0 {
		w.body = append(strconv.AppendInt(append(w.body, ` x="`...), x, 10), '"')
	}
	if y != 0 {
		w.body = append(strconv.AppendInt(append(w.body, ` y="`...), y, 10), '"')
	}
}

// text writes a text by how far it is from a place in pixels.
func (w *svgWriter) text(t *Text, class string, x, y int) {
	w.body = append(w.body, "<text"...)
	w.class(class)
	w.place(int64(tenth(t.X))-int64(x)*10, int64(tenth(t.Y))-int64(y)*10)
	w.body = append(append(append(w.body, '>'), escape(t.String)...), "</text>"...)
}

func (w *svgWriter) class(name string) {
	if name != "" {
		w.body = append(append(append(w.body, ` class="`...), name...), '"')
	}
}

func (w *svgWriter) item(it Item, class string) {
	if w.name(it, class) {
		return
	}
	w.body = append(w.body, "<path"...)
	w.class(class)
	w.body = append(w.body, ` d="`...)
	w.path(it.Path)
	w.body = append(w.body, `"/>`...)
}

// name writes a shared path when it is first wanted, and then only its name.
func (w *svgWriter) name(it Item, class string) bool {
	n, ok := w.shared[it.Path]
	if !ok {
		return false
	}
	if n == 0 {
		w.named++
		n = w.named
		w.shared[it.Path] = n
		w.body = strconv.AppendInt(append(w.body, `<defs><path id="p`...), int64(n), 10)
		w.body = append(w.body, `" d="`...)
		w.path(it.Path)
		w.body = append(w.body, `"/></defs>`...)
	}
	w.body = append(w.body, "<use"...)
	w.class(class)
	w.body = strconv.AppendInt(append(w.body, ` href="#p`...), int64(n), 10)
	w.body = append(w.body, `"/>`...)
	return true
}

func hex(c Color) string {
	s := fmt.Sprintf("#%06x", uint32(c)>>8)
	if s[1] == s[2] && s[3] == s[4] && s[5] == s[6] {
		s = string([]byte{'#', s[1], s[3], s[5]})
	}
	return s
}

func opacity(name string, c Color) string {
	if c&0xff == 0xff {
		return ""
	}
	return ";" + name + ":" + number(float64(c&0xff)/255, 2)
}

func (k Ink) css() string {
	var parts []string
	if k.Fill != 0 {
		parts = append(parts, "fill:"+hex(k.Fill)+opacity("fill-opacity", k.Fill))
	}
	if k.Line != 0 {
		parts = append(parts, "stroke:"+hex(k.Line)+";stroke-width:"+units(k.Width)+opacity("stroke-opacity", k.Line))
	}
	if k.Dash[0] > 0 {
		parts = append(parts, "stroke-dasharray:"+units(k.Dash[0])+" "+units(k.Dash[1]))
	}
	return strings.Join(parts, ";")
}

func number(f float64, digits int) string {
	s := strconv.FormatFloat(f, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	s = strings.TrimPrefix(s, "0")
	if strings.HasPrefix(s, "-0.") {
		s = "-" + s[2:]
	}
	if s == "" || s == "-" {
		s = "0"
	}
	return s
}

// units writes pixels in tenths of one.
func units(f float64) string { return strconv.Itoa(int(tenth(f))) }

func (h hand) css() string {
	rule := "font-size:" + units(h.size) + "px;fill:" + hex(h.fill) + opacity("fill-opacity", h.fill)
	if h.face == Bold || h.face == BoldItalic {
		rule += ";font-weight:bold"
	}
	if h.face == Italic || h.face == BoldItalic {
		rule += ";font-style:italic"
	}
	switch h.anchor {
	case 0:
		rule += ";text-anchor:middle"
	case 1:
		rule += ";text-anchor:end"
	}
	if h.halo != 0 {
		rule += ";stroke:" + hex(h.halo) + ";stroke-width:" + units(2*h.glow)
	}
	return rule
}

// escape makes any text safe inside XML, leaving out what XML cannot hold.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == utf8.RuneError, r < 0x20 && r != '\t', r == 0xfffe, r == 0xffff:
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// path writes relative steps: they are the shortest.
func (w *svgWriter) path(p *Path) {
	var x, y, sx, sy int32
	i := 0
	last := byte(0)
	op := func(c byte) {
		if c != last {
			w.body = append(w.body, c)
		}
		last = c
	}
	step := func(q [2]int32) {
		w.delta(q[0] - x)
		w.delta(q[1] - y)
	}
	for _, o := range p.Ops {
		switch o {
		case 'M':
			q := p.Pts[i]
			i++
			last = 0
			op('m')
			step(q)
			last = 'l' // what follows m is l of itself
			x, y, sx, sy = q[0], q[1], q[0], q[1]
		case 'L':
			q := p.Pts[i]
			i++
			switch {
			case q[1] == y:
				op('h')
				w.delta(q[0] - x)
			case q[0] == x:
				op('v')
				w.delta(q[1] - y)
			default:
				op('l')
				step(q)
			}
			x, y = q[0], q[1]
		case 'Q':
			op('q')
			step(p.Pts[i])
			step(p.Pts[i+1])
			x, y = p.Pts[i+1][0], p.Pts[i+1][1]
			i += 2
		case 'Z':
			w.body = append(w.body, 'z')
			last = 0
			x, y = sx, sy
		case 'O':
			c, r := p.Pts[i], p.Pts[i+1][0]
			i += 2
			last = 0
			op('m')
			step([2]int32{c[0] - r, c[1]})
			x, y = c[0]-r, c[1]
			w.arc(r, 2*r)
			w.arc(r, -2*r)
			last = 0
		}
	}
}

// arc draws half a circle to a point on the same height.
func (w *svgWriter) arc(r, to int32) {
	w.body = append(w.body, 'a')
	w.delta(r)
	w.delta(r)
	w.body = append(w.body, " 0 1 0"...)
	w.delta(to)
	w.delta(0)
}

// delta writes a number, with a space where the one before would run into it.
func (w *svgWriter) delta(n int32) {
	if b := w.body; n >= 0 && len(b) > 0 && b[len(b)-1] >= '0' && b[len(b)-1] <= '9' {
		w.body = append(w.body, ' ')
	}
	w.body = strconv.AppendInt(w.body, int64(n), 10)
}

// flatten turns curves into points: one run of points for each stretch of the pen, and whether it is closed.
func (p *Path) flatten() (runs [][]pt, closed []bool) {
	var run []pt
	end := func(c bool) {
		if len(run) > 0 {
			runs, closed = append(runs, run), append(closed, c)
		}
		run = nil
	}
	at := func(q [2]int32) pt { return pt{float64(q[0]) / 10, float64(q[1]) / 10} }
	i := 0
	for _, o := range p.Ops {
		switch o {
		case 'M':
			end(false)
			run = append(run, at(p.Pts[i]))
			i++
		case 'L':
			run = append(run, at(p.Pts[i]))
			i++
		case 'Q':
			a, c, b := run[len(run)-1], at(p.Pts[i]), at(p.Pts[i+1])
			i += 2
			n := int(math.Max(2, math.Min(12, math.Sqrt(c.sub(a).len()+b.sub(c).len()))))
			for k := 1; k <= n; k++ {
				t := float64(k) / float64(n)
				run = append(run, a.to(c, t).to(c.to(b, t), t))
			}
		case 'Z':
			end(true) // every stretch begins with M
		case 'O':
			end(false)
			c, r := at(p.Pts[i]), float64(p.Pts[i+1][0])/10
			i += 2
			n := int(math.Max(8, math.Min(48, 6*math.Sqrt(r))))
			for k := 0; k < n; k++ {
				run = append(run, c.add(polar(2*math.Pi*float64(k)/float64(n), r)))
			}
			end(true)
		}
	}
	if len(run) > 1 {
		end(false)
	}
	return runs, closed
}
