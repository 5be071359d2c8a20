package office

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"fieldpost/adjudicator"
)

// Status is how an office stands as a whole: what whoever runs it looks at once a day. It names seats and games, never an address, nor anything
// that one player hides from another.
type Status struct {
	At      int64         // Unix ms
	Games   []GameState   // those that somebody plays, the ones that need a hand first
	Resting int           // games that nobody plays: closed, or nobody has joined yet
	Letters int           // letters that wait to be sent, those to people without a seat included
	Oldest  int64         `json:",omitempty"` // Unix ms: since when the oldest of them has waited
	Clock   string        `json:",omitempty"` // why the clock is not trusted
	Behind  bool          `json:",omitempty"` // a mail that was taken in a while ago still waits to be looked at
	Mail    []MailTrouble `json:",omitempty"` // accounts on mail servers that do not work
	Trouble int           // how many of the games need a hand
	Unread  []UnreadGame  `json:",omitempty"` // games whose log does not answer now
}

// GameState is one game of a Status.
type GameState struct {
	Game, Rulebook string
	Turn           int
	State          string
	Due            int64         `json:",omitempty"` // Unix ms of the running deadline
	Late           []LateSeat    `json:",omitempty"` // whom the open window waits for
	Letters        []PoorLetter  `json:",omitempty"` // those that wait too long, or were refused and nobody has been heard from since
	Halt           string        `json:",omitempty"` // code of what keeps it from going on
	Detail         string        `json:",omitempty"` // the same in words, for the game master alone
	Unreachable    []string      `json:",omitempty"` // seats whose mail host refuses letters
	Free           []string      `json:",omitempty"` // seats that anybody may take
	Waited         time.Duration `json:",omitempty"` // since the window opened
}

// LateSeat is a seat that has not sent what the open window waits for.
type LateSeat struct {
	Seat   string
	Missed int `json:",omitempty"` // turns missed in a row before this one
}

// PoorLetter is a letter that has not arrived.
type PoorLetter struct {
	Number  int64 // of its event, by which it can be sent again
	Seat    string
	Kind    string
	At      int64 // Unix ms: when it was written
	Refused bool  // by its reader's host, for good
}

// UnreadGame is a game that cannot be read.
type UnreadGame struct{ Game, Why string }

// What is worth the game master's attention.
const (
	letterWaitsLong = time.Hour        // the outbox tries again every few minutes
	mailWaitsLong   = 10 * time.Minute // the office looks at a mail within seconds
)

// needs reports whether somebody must do something about a game.
func (g GameState) needs() bool {
	return g.Halt != "" || len(g.Letters) > 0 || len(g.Unreachable) > 0 || len(g.Free) > 0
}

// urgency is how much a game needs a hand: most if it stands still.
func (g GameState) urgency() int {
	switch {
	case g.Halt != "":
		return 2
	case g.needs():
		return 1
	}
	return 0
}

// Status looks at all games.
func (st *Office) Status(ctx context.Context) (Status, error) {
	cards, err := st.cards(ctx)
	if err != nil {
		return Status{}, err
	}
	now := st.Now()
	s := Status{At: now.UnixMilli(), Behind: st.Behind != nil && st.Behind("", now.Add(-mailWaitsLong))}
	if st.MailTroubles != nil {
		s.Mail = st.MailTroubles()
	}
	if drift, ok := st.guard.look(now); !ok {
		s.Clock = fmt.Sprintf("it has jumped by %s", drift.Round(time.Second))
	}
	for _, c := range cards {
		s.Letters += len(c.Waiting)
		if len(c.Waiting) > 0 && (s.Oldest == 0 || c.Waiting[0].Issued < s.Oldest) {
			s.Oldest = c.Waiting[0].Issued
		}
		if c.Game == OwnLog {
			continue
		}
		if len(c.Players) == 0 && !c.Halted {
			s.Resting++
			continue
		}
		err := st.with(ctx, c.Game, true, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			s.Games = append(s.Games, st.gameState(m, now))
			return m, nil
		})
		if err != nil {
			s.Unread = append(s.Unread, UnreadGame{c.Game, err.Error()})
		}
	}
	slices.SortStableFunc(s.Games, func(a, b GameState) int {
		return cmp.Or(cmp.Compare(b.urgency(), a.urgency()), cmp.Compare(b.Waited, a.Waited)) // of equals the game that has waited longest first
	})
	for _, g := range s.Games {
		if g.needs() {
			s.Trouble++
		}
	}
	return s, nil
}

// gameState looks at one game.
func (st *Office) gameState(m *adjudicator.Match, now time.Time) GameState {
	g := GameState{Game: m.Game, Rulebook: m.Announced.Rulebook, State: st.stateOf(m)}
	if m.Now != nil {
		g.Turn = m.Now.Turn()
	}
	if m.Due != nil {
		g.Due = m.Due.Due
	}
	if why := st.standstill(m); why != nil {
		g.Halt, g.Detail, g.State = why.Code, why.Detail, "stands still: "+why.Code
	}
	if m.Open != nil && m.Sealed == nil && g.Halt == "" && !m.Over() {
		for _, seat := range m.Open.Seats {
			if p := m.Player(seat); p != nil && !m.Desk(seat).Ready() {
				g.Late = append(g.Late, LateSeat{string(seat), p.Missed})
			}
		}
		if len(g.Late) > 0 {
			g.Waited = now.Sub(time.UnixMilli(m.OpenedAt()))
		}
	}
	for _, p := range m.Players {
		if p.Unreachable {
			g.Unreachable = append(g.Unreachable, string(p.Seat))
		}
		if p.Vacant && !m.Over() {
			g.Free = append(g.Free, string(p.Seat))
		}
	}
	g.Letters = poorLetters(m, now)
	return g
}

// poorLetters lists the letters of a game that have not arrived, oldest first: of those that were refused, the ones since their reader was last
// heard from.
func poorLetters(m *adjudicator.Match, now time.Time) (list []PoorLetter) {
	refused := make(map[string]int)
	for _, p := range m.Players {
		refused[string(p.Seat)] = p.Bounces
	}
	for _, l := range slices.Backward(m.Letters) {
		late := !l.Sent && !l.Bounced && l.Address != "" && now.Sub(time.UnixMilli(l.Time)) > letterWaitsLong
		if l.Bounced && refused[l.Issued.Seat] > 0 {
			refused[l.Issued.Seat]--
		} else if !late {
			continue
		}
		list = append(list, PoorLetter{Number: l.Seq, Seat: l.Issued.Seat, Kind: l.Issued.Letter, At: l.Time, Refused: l.Bounced})
	}
	slices.Reverse(list)
	return list
}

// StatusRequest says how a Status is to be written.
type StatusRequest struct{ JSON bool }

// ShowStatus writes how all games stand.
func (st *Office) ShowStatus(ctx context.Context, r StatusRequest) ([]byte, error) {
	s, err := st.Status(ctx)
	if err != nil {
		return nil, err
	}
	if r.JSON {
		return json.Marshal(s)
	}
	return []byte(s.String()), nil
}

// Summary says in a line what there is and what needs a hand.
func (s Status) Summary() string {
	is, rest := "are", "rest"
	if len(s.Games) == 1 {
		is = "is"
	}
	if s.Resting == 1 {
		rest = "rests"
	}
	text := fmt.Sprintf("%s %s played, %d %s", counted(len(s.Games), "game"), is, s.Resting, rest)
	if s.Letters > 0 {
		text += fmt.Sprintf("; %s to be sent, the oldest since %s", counted(s.Letters, "letter"), instant(s.Oldest))
	}
	return text + "."
}

// Warnings are what concerns all games, in sentences that anybody may read.
func (s Status) Warnings() (list []string) {
	if s.Clock != "" {
		list = append(list, "The clock is not trusted ("+s.Clock+"): no window is closed. `fieldpost game clock --right` says that it is right.")
	}
	if s.Behind {
		list = append(list, fmt.Sprintf("A mail that was taken in more than %d minutes ago still waits to be looked at.", int(mailWaitsLong.Minutes())))
	}
	for _, t := range s.Mail {
		list = append(list, t.String())
	}
	for _, u := range s.Unread {
		list = append(list, u.Game+" cannot be read now.")
	}
	return list
}

// Notes are what needs a hand in a game, in sentences.
func (g GameState) Notes() (list []string) {
	if len(g.Unreachable) > 0 {
		list = append(list, "Letters to "+strings.Join(g.Unreachable, ", ")+" are refused again and again.")
	}
	if len(g.Free) > 0 {
		list = append(list, "Free for anybody to take: "+strings.Join(g.Free, ", ")+".")
	}
	for left := g.Letters; len(left) > 0; {
		first := left[0]
		alike := func(l PoorLetter) bool { return l.Seat == first.Seat && l.Refused == first.Refused }
		var of []string
		for _, l := range left {
			if alike(l) {
				of = append(of, fmt.Sprintf("%d (%s)", l.Number, l.Kind))
			}
		}
		left = slices.DeleteFunc(slices.Clone(left), alike)
		list = append(list, first.note(of))
	}
	return list
}

// mostNamed is how many letters of one kind of trouble a note names; "game resend GAME --seat SEAT" needs none of their numbers.
const mostNamed = 3

// note says of some letters to a seat, the oldest of which is l, what became of them.
func (l PoorLetter) note(letters []string) string {
	word, was, written := "Letter", "was", "written "
	if len(letters) > 1 {
		word, was, written = "Letters", "were", "the oldest written "
	}
	what := was + " refused by its reader's host; " + written
	switch {
	case !l.Refused && len(letters) > 1:
		what = "have waited, the oldest since "
	case !l.Refused:
		what = "has waited since "
	}
	named := strings.Join(letters[:min(mostNamed, len(letters))], ", ")
	if more := len(letters) - mostNamed; more > 0 {
		named += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s %s to %s %s%s.", word, named, cmp.Or(l.Seat, "somebody without a seat"), what, instant(l.At))
}

// Lateness names whom a game waits for, and for how long.
func (g GameState) Lateness() string {
	var names []string
	for _, l := range g.Late {
		name := l.Seat
		if l.Missed > 0 {
			name += fmt.Sprintf(" (missed %d)", l.Missed)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + ", for " + span(g.Waited)
}

// Deadline writes when the open window closes, or "".
func (g GameState) Deadline() string {
	if g.Due == 0 {
		return ""
	}
	return instant(g.Due)
}

// String writes the status for a terminal or a letter.
func (s Status) String() string {
	var b bytes.Buffer
	fmt.Fprintln(&b, s.Summary())
	for _, w := range s.Warnings() {
		fmt.Fprintln(&b, "!", w)
	}
	for _, t := range s.Mail {
		fmt.Fprintf(&b, "! %s: %s\n", t.Account, t.Why)
	}
	for _, u := range s.Unread {
		fmt.Fprintf(&b, "! %s: %s\n", u.Game, u.Why)
	}
	if len(s.Games) == 0 {
		return b.String()
	}
	fmt.Fprintln(&b)
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tTURN\tWAITS FOR\tUNTIL\tSTATE")
	for _, g := range s.Games {
		state := g.State
		if len(g.Late) > 0 {
			state = "orders"
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", g.Game, g.Turn, cmp.Or(g.Lateness(), "-"), cmp.Or(g.Deadline(), "-"), state)
	}
	w.Flush()
	for _, g := range s.Games {
		notes := g.Notes()
		if g.Halt != "" {
			notes = append([]string{"Stands still: " + g.Halt + ": " + g.Detail}, notes...)
		}
		for _, n := range notes {
			fmt.Fprintf(&b, "! %s: %s\n", g.Game, n)
		}
	}
	return b.String()
}

func instant(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04 UTC") }

// span writes a time in its largest unit.
func span(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return counted(int(d.Hours()/24), "day")
	case d >= 2*time.Hour:
		return counted(int(d.Hours()), "hour")
	}
	return counted(int(d.Minutes()), "minute")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
