package book

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/mail/message"
)

// SeveralError refuses letters of several games, or of several seats of one, among which none was chosen.
type SeveralError struct {
	Games bool // else seats
	Found []string
}

// Error lists them.
func (e *SeveralError) Error() string { return fmt.Sprintf("there are letters of %v", e.Found) }

// told is a letter that tells what happened.
type told struct {
	id, game, seat, title string
	date                  int64
	drawn                 []byte
	short, happened       []string
}

// FromLetters makes the book of a seat from the mails that its player got. Game and seat may be "" if the mails are about one alone.
func FromLetters(mails []message.Kept, tongue Tongue, game, seat string) (*Book, error) {
	var all []told
	for _, m := range mails {
		t, ok := tellsOf(m.Raw, tongue)
		if ok && (game == "" || t.game == game) && (seat == "" || t.seat == seat) && !slices.ContainsFunc(all, func(x told) bool { return x.id == t.id }) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return nil, ErrNothing
	}
	if games := distinct(all, func(t told) string { return t.game }); len(games) > 1 {
		return nil, &SeveralError{Games: true, Found: games}
	}
	if seats := distinct(all, func(t told) string { return t.seat }); len(seats) > 1 {
		return nil, &SeveralError{Found: seats}
	}
	slices.SortStableFunc(all, func(a, b told) int { return cmp.Compare(a.date, b.date) })
	words := tongue.Books(tongue.Lang, "")
	b := &Book{Lang: tongue.Lang, Game: all[0].game, Title: all[0].game, Eyes: words.Say("book.eyes.letters"), words: words}
	b.Facts = []string{words.Say("book.played", table.A("game", b.Game), table.A("from", day(all[0].date)), table.A("to", day(all[len(all)-1].date)))}
	for i, t := range all {
		b.Scenes = append(b.Scenes, Scene{Number: i + 1, Title: t.title, Lines: t.happened,
			Views: []View{{Ground: -1, Map: t.drawn, Short: t.short}}})
	}
	return b, nil
}

// distinct lists what the letters have, once each, in order.
func distinct(all []told, of func(told) string) []string {
	var found []string
	for _, t := range all {
		if x := of(t); !slices.Contains(found, x) {
			found = append(found, x)
		}
	}
	slices.Sort(found)
	return found
}

// tellsOf reads a letter that brings a map and tells what happened; ok is false for any other mail.
func tellsOf(raw []byte, tongue Tongue) (t told, ok bool) {
	for _, f := range message.Files(raw) {
		if base := path.Base(f.Name); strings.HasSuffix(base, ".svg") && strings.Contains(base, "-map-") {
			t.drawn = f.Data
		}
	}
	in, err := message.Read(raw, message.Limits{Text: 4 << 20, Line: 64 << 10})
	if t.drawn == nil || err != nil {
		return t, false
	}
	top := message.Header(raw)
	t.id, t.game, t.date = top.ID, strings.Join(message.HeaderValues(raw, message.HeaderGame), ""), top.Date
	t.seat = seatOf(top.ReplyTo, t.game)
	t.title = strings.TrimSpace(strings.TrimPrefix(top.Subject, "["+t.game+"]"))
	t.short, t.happened = sections(in, tongue)
	return t, t.game != "" && len(t.happened) > 0
}

// seatOf returns the seat in an address to which a letter of a game is answered ("orders+palace.republic.6v35nkbi2r2gpp5h@example.org"); "" if it was
// too long for one.
func seatOf(address, game string) string {
	_, rest, _ := strings.Cut(address, "+"+game+".")
	seat, _, ok := strings.Cut(rest, ".")
	if at := strings.IndexByte(rest, '@'); !ok || at >= 0 && at < len(seat) {
		return ""
	}
	return seat
}

// sections returns the short account of a letter, a sentence each, and what happened, line by line as it stands. A letter is in one of the
// languages that there are, whichever its reader chose.
func sections(in *message.Incoming, tongue Tongue) (short, happened []string) {
	heads := map[string]*[]string{}
	for _, lang := range tongue.All {
		words := tongue.Books(lang, "")
		heads[strings.ToUpper(words.Say("letter.report.short"))] = &short
		heads[strings.ToUpper(words.Say("letter.report.happened"))] = &happened
	}
	var to *[]string
	blank := true // the line before was empty
	for _, line := range in.Lines {
		if line.Part != 0 {
			break
		}
		text := strings.TrimRight(line.Text, " ")
		if next, ok := heads[text]; ok {
			to, blank = next, false
			continue
		}
		if blank && isHeading(text) {
			to = nil
		}
		if to != nil {
			*to = append(*to, gap.ReplaceAllString(text, "$1   "))
		}
		blank = text == ""
	}
	return sentences(short), trim(happened)
}

// gap is what a letter puts between a line and the rule at its right end.
var gap = regexp.MustCompile(`(\S) {4,}`)

// isHeading reports whether a line is in capitals, as the headings of letters are.
func isHeading(text string) bool {
	return text != "" && text == strings.ToUpper(text) && text != strings.ToLower(text) && !strings.HasPrefix(text, " ")
}

// sentences joins the lines of a list into its entries, each of which begins with a dot.
func sentences(lines []string) []string {
	var out []string
	for _, l := range lines {
		text := strings.TrimSpace(l)
		entry, begins := strings.CutPrefix(text, "·")
		switch {
		case text == "":
		case begins || len(out) == 0:
			out = append(out, strings.TrimSpace(entry))
		default:
			out[len(out)-1] += " " + text
		}
	}
	return out
}

// trim takes empty lines off both ends.
func trim(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
