package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// SVG writes the map as one self-contained document: no script, no link, no font inside (a viewer without the Go fonts
// uses its own sans serif).
func (l *List) SVG() []byte {
	w := &svgWriter{classes: map[string]string{}}
	for _, s := range l.Symbols {
		fmt.Fprintf(&w.body, `<g id="%s">`, s.Name)
		w.items(s.Items, l)
		w.body.WriteString("</g>")
	}
	defs := w.body.String()
	w.body.Reset()
	w.items(l.Ground, l)
	w.items(l.Over, l)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`, l.Width, l.Height, l.Width, l.Height)
	out.WriteString("\n<style>path{fill:none;stroke-linecap:round;stroke-linejoin:round}text{font-family:Go,\"DejaVu Sans\",Verdana,sans-serif;paint-order:stroke;stroke-linejoin:round}")
	for i, rule := range w.order {
		fmt.Fprintf(&out, ".%s{%s}", className(i), rule)
	}
	out.WriteString("</style>\n<defs>")
	out.WriteString(defs)
	fmt.Fprintf(&out, "</defs>\n<path d=\"M0 0h%dv%dh-%dz\" style=\"fill:%s\"/>\n", l.Width, l.Height, l.Width, hex(paper))
	out.WriteString(w.body.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

type svgWriter struct {
	body    strings.Builder
	classes map[string]string
	order   []string
}

func className(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	s := string(letters[i%26])
	for i /= 26; i > 0; i /= 26 {
		s += string(letters[i%26])
	}
	return s
}

func (w *svgWriter) class(rule string) string {
	if c, ok := w.classes[rule]; ok {
		return c
	}
	c := className(len(w.order))
	w.classes[rule] = c
	w.order = append(w.order, rule)
	return c
}

func (w *svgWriter) items(items []Item, l *List) {
	for _, it := range items {
		switch {
		case it.Stamp > 0:
			fmt.Fprintf(&w.body, `<use href="#%s" x="%d" y="%d"/>`, l.Symbols[it.Stamp-1].Name, it.X, it.Y)
		case it.Text != nil:
			w.text(it.Text)
		case it.Path != nil:
			fmt.Fprintf(&w.body, `<path class="%s" d="`, w.class(it.Ink.css()))
			w.path(it.Path)
			w.body.WriteString(`"/>`)
		}
		w.body.WriteByte('\n')
	}
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
		parts = append(parts, "stroke:"+hex(k.Line)+";stroke-width:"+number(k.Width, 1)+opacity("stroke-opacity", k.Line))
	}
	if k.Dash[0] > 0 {
		parts = append(parts, "stroke-dasharray:"+number(k.Dash[0], 1)+" "+number(k.Dash[1], 1))
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

func (w *svgWriter) text(t *Text) {
	rule := "font-size:" + number(t.Size, 1) + "px;fill:" + hex(t.Fill) + opacity("fill-opacity", t.Fill)
	if t.Face == Bold || t.Face == BoldItalic {
		rule += ";font-weight:bold"
	}
	if t.Face == Italic || t.Face == BoldItalic {
		rule += ";font-style:italic"
	}
	switch t.Anchor {
	case 0:
		rule += ";text-anchor:middle"
	case 1:
		rule += ";text-anchor:end"
	}
	if t.Halo != 0 {
		rule += ";stroke:" + hex(t.Halo) + ";stroke-width:" + number(2*t.Glow, 1)
	}
	fmt.Fprintf(&w.body, `<text class="%s" x="%s" y="%s">%s</text>`, w.class(rule), number(t.X, 1), number(t.Y, 1), escape(t.String))
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

// path writes relative steps in tenths: they are the shortest.
func (w *svgWriter) path(p *Path) {
	var x, y, sx, sy int32
	i := 0
	last := byte(0)
	op := func(c byte) {
		if c != last {
			w.body.WriteByte(c)
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
			x, y, sx, sy = q[0], q[1], q[0], q[1]
		case 'L':
			q := p.Pts[i]
			i++
			op('l')
			step(q)
			x, y = q[0], q[1]
		case 'Q':
			op('q')
			step(p.Pts[i])
			step(p.Pts[i+1])
			x, y = p.Pts[i+1][0], p.Pts[i+1][1]
			i += 2
		case 'Z':
			w.body.WriteByte('z')
			last = 0
			x, y = sx, sy
		case 'O':
			c, r := p.Pts[i], p.Pts[i+1][0]
			i += 2
			last = 0
			op('m')
			step([2]int32{c[0] - r, c[1]})
			x, y = c[0]-r, c[1]
			rs := tenths(r)
			fmt.Fprintf(&w.body, "a%s %s 0 1 0 %s 0 %s %s 0 1 0 %s 0", rs, rs, tenths(2*r), rs, rs, tenths(-2*r))
			last = 0
		}
	}
}

// tenths writes n/10 as shortly as can be: "-.5", "12", "3.4".
func tenths(n int32) string {
	var buf [12]byte
	b := buf[:0]
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	if n >= 10 || n == 0 {
		b = strconv.AppendInt(b, int64(n/10), 10)
	}
	if n%10 != 0 {
		b = append(b, '.', byte('0'+n%10))
	}
	return string(b)
}

func (w *svgWriter) delta(n int32) {
	s := tenths(n)
	if s[0] != '-' {
		if b := w.body.String(); b != "" && b[len(b)-1] <= '9' && b[len(b)-1] != '"' {
			w.body.WriteByte(' ')
		}
	}
	w.body.WriteString(s)
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
