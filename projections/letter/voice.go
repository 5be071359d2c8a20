package letter

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"fieldpost/adjudicator/table"
)

// voice is a language and a clock face.
type voice struct {
	book Words
	lang string
	zone *time.Location

	side  table.Seat            // of the reader
	sides map[table.Seat]string // names by id

	called map[string]string // names of other things by id
	own    []string          // names of the reader's units, beside those that have his side before them

	brief  bool                  // what has a shorter telling is told so
	totals bool                  // sums are told by their totals
	line   map[string]table.Fact // what the line tells of each kind, the last of it
	summed map[string]bool       // sums that the letter has told already, by kind, unit and terms
	cited  map[string]bool       // rules that stand inside a line already: each is named there once
}

// aboutSide are the arguments whose value is a side's id.
var aboutSide = []string{"side", "first", "second", "chooser", "winner", "seat"}

// fact words a fact for the reader: his own units without their side, and sides by their names.
func (v *voice) fact(f table.Fact) string {
	if short := v.telling(f.Kind); short != f.Kind {
		f.Kind, f.Args = short, shortened(f.Args)
	}
	args := make([]table.FactArg, len(f.Args))
	for i, a := range f.Args {
		args[i] = table.FactArg{Name: a.Name, Value: v.named(a)}
	}
	f.Args = args
	return strings.Trim(v.book.Fact(f), " \n\t") // a space before ";" that no line may end with stays
}

// telling returns the key of the words that tell what a key says: its shorter ones in news in brief, if it has them.
func (v *voice) telling(key string) string {
	if v.brief && v.book.Has(key+".brief") {
		return key + ".brief"
	}
	return key
}

// has reports whether there are words for a key.
func (v *voice) has(key string) bool { return v.book.Has(v.telling(key)) }

func (v *voice) named(a table.FactArg) any {
	switch x := a.Value.(type) {
	case string:
		if name, ok := v.sides[table.Seat(x)]; ok && slices.Contains(aboutSide, a.Name) && !v.book.Has("side."+x) { // else the game's own words name it
			return name
		}
		return v.unit(x)
	case table.Sum:
		if v.totals && len(x.Terms()) > 0 {
			return x.Total()
		}
	case []string:
		names := make([]string, len(x))
		for i, s := range x {
			name, ok := v.sides[table.Seat(s)]
			if names[i] = v.unit(s); ok && a.Name == "sides" {
				names[i] = name
			}
		}
		return names
	}
	return a.Value
}

// unit names a unit as its owner does, and anything else that has a name by it.
func (v *voice) unit(name string) string {
	if called, ok := v.called[name]; ok {
		return called
	}
	if v.side == "" {
		return name
	}
	return strings.TrimPrefix(name, string(v.side)+".")
}

// say returns a sentence of the letters by its key without "letter.".
func (v *voice) say(key string, args ...table.FactArg) string {
	return v.book.Say("letter."+key, args...)
}

// word returns a key's words, or the text itself if it is not a key.
func (v *voice) word(s string) string {
	if name, ok := v.sides[table.Seat(s)]; ok {
		return name
	}
	if v.book.Has(s) {
		return v.book.Say(s)
	}
	return s
}

// step leaves out of a step's name that it belongs to the set-up, where that is said already: "Set-up: deploy your units".
func (v *voice) step(turn int, name string) string {
	if turn > 0 {
		return name
	}
	rest, ok := strings.CutPrefix(name, v.say("turn", arg("turn", 0)))
	if !ok {
		return name
	}
	return strings.TrimLeft(rest, ": \u00a0\u202f")
}

// steps does so for several names.
func (v *voice) steps(turn int, names []string) (out []string) {
	for _, name := range names {
		out = append(out, v.step(turn, name))
	}
	return out
}

func (v *voice) note(n Note) string { return v.fact(table.Fact{Kind: n.Key, Args: n.Args}) }

func at(ms int64, zone *time.Location) time.Time { return time.UnixMilli(ms).In(zone) }

// day returns "Fri 27 Nov 20:00"; the year is added if it is not the current one.
func (v *voice) day(ms, now int64) string {
	t := at(ms, v.zone)
	s := v.say("date",
		arg("weekday", v.say(fmt.Sprintf("weekday.%d", int(t.Weekday())))), arg("day", t.Day()),
		arg("month", v.say(fmt.Sprintf("month.%d", int(t.Month())))), arg("clock", t.Format("15:04")))
	if now == 0 || at(now, v.zone).Year() != t.Year() {
		s = v.say("date.year",
			arg("weekday", v.say(fmt.Sprintf("weekday.%d", int(t.Weekday())))), arg("day", t.Day()),
			arg("month", v.say(fmt.Sprintf("month.%d", int(t.Month())))), arg("year", fmt.Sprint(t.Year())), arg("clock", t.Format("15:04")))
	}
	return s
}

// stamp returns an instant in UTC to the second, the same in every language.
func stamp(ms int64) string { return at(ms, time.UTC).Format("2006-01-02 15:04:05") + " UTC" }

// left returns the time that remains, in the two largest units.
func (v *voice) left(d Due) string {
	m := (d.At - d.Now) / 60000
	switch {
	case m <= 0:
		return v.say("left.over")
	case m < 60:
		return v.say("left.minutes", arg("m", int(m)))
	case m < 24*60:
		return v.say("left.hours", arg("h", int(m/60)), arg("m", int(m%60)))
	}
	return v.say("left.days", arg("d", int(m/1440)), arg("h", int(m%1440/60)))
}

// span returns a length of time in the units that people would use for it, rounded to what matters: "40 s", "1 min 40 s", "17 min", "27 h 47 min",
// "3 days". No time at all is "".
func (v *voice) span(seconds int64) string {
	minutes := (seconds + 30) / 60
	switch {
	case seconds <= 0:
		return ""
	case seconds < 60:
		return v.say("span.seconds", arg("s", int(seconds)))
	case seconds < 600:
		return v.say("span.minutes", arg("m", int(seconds/60)), arg("s", int(seconds%60)))
	case minutes < 60:
		return v.say("span.minutes", arg("m", int(minutes)), arg("s", 0))
	case minutes < 48*60:
		return v.say("span.hours", arg("h", int(minutes/60)), arg("m", int(minutes%60)))
	}
	hours := (minutes + 30) / 60
	return v.say("span.days", arg("d", int(hours/24)), arg("h", int(hours%24)))
}

// Span returns a length of time in the units that people would use for it: "17 min", "27 h 47 min", "3 days".
func Span(book Words, seconds int64) string {
	v := &voice{book: book}
	if seconds <= 0 {
		return v.say("span.minutes", arg("m", 0), arg("s", 0))
	}
	return v.span(seconds)
}

// due says a deadline: "Fri 27 Nov 20:00 (Europe/London), 3 days 2 h left".
func (v *voice) due(d Due) string {
	if d.At == 0 {
		return v.say("due.none")
	}
	return v.say("due.at", arg("day", v.day(d.At, d.Now)), arg("zone", v.zone.String()), arg("left", v.left(d)))
}

// window says when a window closes early and what is awaited until then.
func (v *voice) window(d *doc, w Window, due Due) {
	switch {
	case w.Fixed:
		d.para(v.say("window.fixed"))
	case w.Open && w.Closes > 0 && len(w.Mending) == 0:
		d.para(v.say("window.in", arg("day", v.day(w.Closes, due.Now))))
	case w.Open:
		if len(w.Orders) > 0 {
			d.para(v.say("window.orders", arg("n", len(w.Orders)), arg("list", w.Orders), arg("span", v.span(w.CoolOff)), arg("due", due.At > 0)))
		}
		if len(w.Answers) > 0 {
			d.para(v.say("window.answers", arg("n", len(w.Answers)), arg("list", w.Answers), arg("span", v.span(w.CoolOff)), arg("due", due.At > 0)))
		}
		if len(w.Mending) > 0 {
			until := ""
			if w.Until > 0 {
				until = v.day(w.Until, due.Now)
			}
			d.para(v.say("window.mending", arg("list", w.Mending), arg("until", until)))
		}
	}
}

// subject puts the game's name before a subject.
func (h Head) subject(s string) string {
	if h.Game == "" {
		return s
	}
	return "[" + h.Game + "] " + s
}

// clean makes one line of anything, so that only text can get into a header.
func clean(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' || unicode.IsControl(r) }), " ")
}

// quiet removes control characters from text that someone typed, so that it cannot redraw a terminal.
func quiet(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, s)
}
