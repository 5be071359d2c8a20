package chart

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/columns"
)

// speakFree writes a free table as text: the ground with its corners, then each unit with where it stands, for a screen reader.
func speakFree(sheet board.Sheet, style Style, width int) string {
	var b strings.Builder
	for _, line := range []string{style.Heading, sheet.Title} {
		if line != "" {
			b.WriteString(line + "\n")
		}
	}
	if style.Eyes != "" {
		b.WriteString(columns.Wrap(style.Eyes, width, "", ""))
	}
	f := sheet.Free
	say := func(key string) string { return style.say("letter.map." + key) }
	b.WriteString("\n" + columns.Wrap(fmt.Sprintf("%s %s x %s.", say("free.table"), inches(f.Width), inches(f.Height)), width, "", "  "))
	for _, p := range f.Patches {
		name := p.Name
		if p.Look == "zone" && p.Side >= 0 && p.Side < len(style.Seats) {
			name, p.ID = say("free.zone")+" "+style.Seats[p.Side], ""
		}
		if name == "" {
			name = say("look." + p.Look)
		}
		text := ""
		switch {
		case len(p.Hull) > 0:
			text = corners(p.Hull)
		case len(p.Line) > 0:
			text = corners(p.Line)
		default:
			text = place(p.Centre) + " (" + inches(p.Radius) + ")"
		}
		b.WriteString(style.entry(strings.TrimSpace(p.ID+" "+name), text+".", width))
	}
	b.WriteString("\n")
	for _, t := range f.Tags {
		text := place(t.At)
		if i := slices.IndexFunc(f.Models, func(m board.Model) bool { return m.Unit == t.Unit }); i >= 0 {
			text += ", " + strconv.Itoa(f.Models[i].Facing) + "°"
		}
		for _, badge := range t.Badges {
			text += ", " + style.say(badge)
		}
		b.WriteString(style.entry(t.Text, text+".", width))
	}
	for _, s := range f.Spots {
		b.WriteString(style.entry(strings.TrimSpace(say("free."+s.Kind)+" "+s.Text), place(s.At)+".", width))
	}
	return b.String()
}

func inches(tenths int) string {
	if tenths%10 == 0 {
		return strconv.Itoa(tenths/10) + "\""
	}
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) + "\""
}

func place(a board.At) string {
	return strings.TrimSuffix(inches(a.X), "\"") + "," + strings.TrimSuffix(inches(a.Y), "\"")
}

func corners(list []board.At) string {
	var out []string
	for _, a := range list {
		out = append(out, place(a))
	}
	return strings.Join(out, " - ")
}
