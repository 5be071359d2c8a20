package office

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/projections/archive"
)

// NewGame is what a game master decides when he opens a game.
type NewGame struct {
	ID       string
	Rulebook string
	Scenario string
	Rhythm   string
	Language string
	Options  []events.Option
	Schedule events.Schedule
	Players  []SeatedPlayer
	Terms    MailTerms
	Dice     DiceRequest
	Operator string // seat of the person who runs the server; "" for none
	Advice   int64  // how often in a window each seat may ask a machine what to order; 0: never
	Watch    int64  // how many turns late anybody may watch; 0: nobody may
}

// SeatedPlayer is a player whom the game master seats himself; the others join by mail. The address "bot" or "bot:NAME" seats a machine.
type SeatedPlayer struct{ Seat, Name, Address, Language, Zone string }

// calls are what a game master can ask of an office.
var calls = map[string]func(st *Office, ctx context.Context, request []byte) ([]byte, error){
	"new":     asked((*Office).NewGame),
	"list":    asked((*Office).ListGames),
	"show":    asked((*Office).ShowGame),
	"status":  asked((*Office).ShowStatus),
	"resend":  asked((*Office).ResendLetter),
	"address": asked((*Office).ChangeAddress),
	"close":   asked((*Office).CloseGame),
	"extend":  asked((*Office).ExtendGame),
	"export":  asked((*Office).ExportGame),
	"move":    asked((*Office).MoveGame),
	"amend":   asked((*Office).AmendGame),
	"round":   asked((*Office).HandInRound),
	"terms":   asked((*Office).SetMailTerms),
	"vacate":  asked((*Office).VacateSeat),
	"absence": asked((*Office).SetAbsence),
	"clock":   asked((*Office).ShowClock),
	"trust":   asked((*Office).TrustClock),
}

// asked reads the request of a call from JSON.
func asked[R any](call func(*Office, context.Context, R) ([]byte, error)) func(*Office, context.Context, []byte) ([]byte, error) {
	return func(st *Office, ctx context.Context, request []byte) ([]byte, error) {
		var r R
		if err := json.Unmarshal(request, &r); err != nil {
			return nil, err
		}
		return call(st, ctx, r)
	}
}

// ErrNoCall is the error of Call for a name that it does not know.
var ErrNoCall = errors.New("this server does not know the command")

// Call carries out what a game master asks: the name of a call and its request as JSON. The answer is text for him.
func (st *Office) Call(ctx context.Context, name string, request []byte) ([]byte, error) {
	call, ok := calls[name]
	if !ok {
		return nil, fmt.Errorf("%w %s", ErrNoCall, name)
	}
	return call(st, ctx, request)
}

// GameRequest names a game, and what a call needs besides.
type GameRequest struct {
	Game     string
	Reason   string
	Hours    int
	JSON     bool
	Redacted string // seat for whose eyes an export is made; "" for the complete one
}

// NewGame opens a game, with the players whom the game master seats himself. A call that was cut off behind the announcement of the game goes on
// when it is made again: without its terms the log would never be signed.
func (st *Office) NewGame(ctx context.Context, r NewGame) ([]byte, error) {
	a, terms, document, err := st.announcement(ctx, r)
	if err != nil {
		return nil, err
	}
	begun, err := st.begun(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	if begun == nil {
		_, err = st.Service.Announce(ctx, r.ID, st.Now().UnixMilli(), a, document)
	} else if begun.Document = a.Document; !reflect.DeepEqual(*begun, a) {
		err = taken(r.ID)
	}
	if err != nil {
		return nil, err
	}
	if err := st.setTerms(ctx, r.ID, terms); err != nil {
		return nil, err
	}
	if r.Advice > 0 {
		if err := st.allowAdvice(ctx, r.ID, r.Advice); err != nil {
			return nil, err
		}
	}
	if r.Watch > 0 {
		if err := st.allowObservers(ctx, r.ID, r.Watch); err != nil {
			return nil, err
		}
	}
	if r.Operator != "" {
		if err := st.seatOperator(ctx, r.ID, r.Operator); err != nil {
			return nil, err
		}
	}
	if r.Terms.said() {
		if _, err := st.SetMailTerms(ctx, TermsRequest{Game: r.ID, Terms: r.Terms}); err != nil {
			return nil, err
		}
	}
	err = st.With(ctx, r.ID, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, p := range r.Players {
			var err error
			if bot, _ := p.bot(m.Engine); bot != "" { // its name was checked
				m, err = st.seatMachine(ctx, m, table.Seat(p.Seat), bot)
			} else {
				m, err = st.seatPlayer(ctx, m, seatRequest{
					Seat: table.Seat(p.Seat), Name: cmp.Or(p.Name, p.Seat), Address: p.Address,
					Language: cmp.Or(p.Language, a.Language), Zone: p.Zone,
				})
			}
			if err != nil {
				return m, err
			}
		}
		return st.Tend(ctx, m)
	})
	if err != nil {
		return nil, err
	}
	return []byte(st.invitation(r.ID, a, r.Players)), nil
}

// announcement checks everything that a game master asked for before any of it is written, and makes the first event of the game, its dice
// terms, and the document that it is played by.
func (st *Office) announcement(ctx context.Context, r NewGame) (a events.GameAnnounced, terms events.TermsSet, document []byte, err error) {
	engine, ok := adjudicator.Game(r.Rulebook)
	if !ok {
		return a, terms, nil, fmt.Errorf("there is no game called %q", r.Rulebook)
	}
	r.Rhythm = cmp.Or(r.Rhythm, engine.Rhythms()[0].Name)
	if !slices.ContainsFunc(engine.Rhythms(), func(x table.Rhythm) bool { return x.Name == r.Rhythm }) {
		return a, terms, nil, fmt.Errorf("%s has no rhythm %q", r.Rulebook, r.Rhythm)
	}
	if err := errors.Join(CheckSchedule(r.Schedule), mayAdvise(engine, r.Advice), mayBeWatched(r.Watch)); err != nil {
		return a, terms, nil, err
	}
	if _, err := r.Terms.over(events.PostTermsSet{}, engine.Steps()); err != nil {
		return a, terms, nil, err
	}
	if err := st.checkName(ctx, r.ID); err != nil {
		return a, terms, nil, err
	}
	document, err = st.Documents(engine, r.Scenario)
	if err != nil {
		return a, terms, nil, err
	}
	scenario, err := engine.Scenario(document)
	if err != nil {
		return a, terms, nil, err
	}
	if err := checkOptions(scenario, r.Options); err != nil {
		return a, terms, nil, err
	}
	if _, err := engine.Open(table.Setup{Scenario: scenario, Options: r.Options, Revision: engine.Revision(), Rhythm: r.Rhythm}); err != nil {
		return a, terms, nil, err
	}
	key, terms, err := st.diceTerms(r)
	if err != nil {
		return a, terms, nil, err
	}
	a = events.GameAnnounced{
		Rulebook: engine.Name(), Revision: int64(engine.Revision()), Layout: int64(engine.Layout()), Scenario: r.Scenario, Rhythm: r.Rhythm,
		Options: r.Options, Schedule: r.Schedule, Language: cmp.Or(r.Language, st.Settings.Language),
		Dice: key,
	}
	for _, s := range scenario.Seats() {
		a.Seats = append(a.Seats, string(s))
	}
	if err := checkPlayers(engine, r.Players, a.Seats); err != nil {
		return a, terms, nil, err
	}
	if r.Operator != "" && !slices.Contains(a.Seats, r.Operator) {
		return a, terms, nil, fmt.Errorf("there is no seat %q; the seats are %s", r.Operator, strings.Join(a.Seats, ", "))
	}
	return a, terms, document, nil
}

// taken is the error of a name that a game bears.
func taken(id string) error { return fmt.Errorf("there is a game called %s already", id) }

// begun returns the announcement of a game that was announced, and then the call that did it was cut off; nil if there is no such game.
func (st *Office) begun(ctx context.Context, id string) (a *events.GameAnnounced, err error) {
	if exists, err := st.Exists(ctx, id); err != nil || !exists {
		return nil, err
	}
	err = st.With(ctx, id, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Head.Seq == 1 {
			one := m.Announced
			a = &one
		}
		return m, nil
	})
	return a, err
}

// checkName reports why no new game can have this name.
func (st *Office) checkName(ctx context.Context, id string) error {
	switch {
	case !events.ValidGame(id):
		return fmt.Errorf("%q cannot be a game's name: use 1 to 40 small letters, digits and -", id)
	case id == OwnLog:
		return fmt.Errorf("%q is the name of the office's own log", id)
	}
	exists, err := st.Exists(ctx, id)
	if exists && err == nil {
		if begun, err := st.begun(ctx, id); err != nil || begun != nil {
			return err
		}
		return taken(id)
	}
	return err
}

// checkOptions refuses an option that the scenario does not have, or a value that it does not take.
func checkOptions(scenario *table.Scenario, chosen []events.Option) error {
	var known []string
	for _, o := range scenario.Options {
		known = append(known, o.ID+"="+strings.Join(o.Values, "|"))
	}
	for _, c := range chosen {
		i := slices.IndexFunc(scenario.Options, func(o table.Choice) bool { return o.ID == c.Name })
		if i < 0 || !slices.Contains(scenario.Options[i].Values, c.Value) {
			return fmt.Errorf("this scenario has no option %s=%s; it has: %s", c.Name, c.Value, strings.Join(known, ", "))
		}
	}
	return nil
}

func checkPlayers(engine table.Engine, players []SeatedPlayer, seats []string) error {
	for _, p := range players {
		bot, err := p.bot(engine)
		if err != nil {
			return err
		}
		if !slices.Contains(seats, p.Seat) {
			return fmt.Errorf("there is no seat %q; the seats are %s", p.Seat, strings.Join(seats, ", "))
		}
		if bot == "" && !strings.Contains(p.Address, "@") {
			return fmt.Errorf("%q is not a mail address for seat %s", p.Address, p.Seat)
		}
	}
	return nil
}

// invitation returns what the game master reads, and can pass on.
func (st *Office) invitation(id string, a events.GameAnnounced, seated []SeatedPlayer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Game %s is announced: %s, scenario %s, rhythm %s.\n", id, a.Rulebook, a.Scenario, a.Rhythm)
	for _, s := range a.Seats {
		if !slices.ContainsFunc(seated, func(p SeatedPlayer) bool { return p.Seat == s }) {
			fmt.Fprintf(&b, "Seat %s is free: a mail to %s with the line\n  JOIN %s %s\ntakes it.\n", s, st.Post.Orders, id, s)
		}
	}
	return b.String()
}

// ListGames lists all games and where each stands.
func (st *Office) ListGames(ctx context.Context, _ struct{}) ([]byte, error) {
	games, err := st.Games(ctx)
	if err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return []byte("There is no game yet. `fieldpost game new --help` shows how to open one.\n"), nil
	}
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tRULEBOOK\tSCENARIO\tTURN\tSTATE\tEVENTS")
	for _, g := range games {
		err := st.With(ctx, g, func(m *adjudicator.Match) (*adjudicator.Match, error) {
			turn := "-"
			if m.Now != nil {
				turn = strconv.Itoa(m.Now.Turn())
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\n", g, m.Announced.Rulebook, m.Announced.Scenario, turn, st.stateOf(m), m.Head.Seq)
			return m, nil
		})
		if err != nil {
			fmt.Fprintf(w, "%s\t\t\t\t%v\t\n", g, err)
		}
	}
	w.Flush()
	return b.Bytes(), nil
}

// stateOf says in a few words where a game stands.
func (st *Office) stateOf(m *adjudicator.Match) string {
	home, gone := st.elsewhere(m)
	switch {
	case gone:
		return "played by another host: " + home
	case m.Halt != nil:
		return "stands still: " + m.Halt.Code
	case m.Closed != nil:
		return "closed (" + m.Closed.Cause + ")"
	case !m.Opened && m.Fair.Needs() == adjudicator.NeedsStart, m.Fair.Needs() == adjudicator.NeedsBeacon:
		w := m.Fair.Awaited()
		return fmt.Sprintf("sealed; waits for round %d of the beacon, %s", w.Round.Round, time.UnixMilli(w.RoundTime).UTC().Format("2006-01-02 15:04:05 UTC"))
	case m.Fair.Needs() == adjudicator.NeedsCodes:
		return "sealed; waits for the codes of " + strings.Join(m.Fair.CodesMissing(), ", ")
	case !m.Opened:
		return "waits for players"
	case m.Open == nil:
		return "adjudicating"
	}
	var waits []string
	for _, s := range m.Open.Seats {
		if !m.Desk(s).Ready() {
			waits = append(waits, string(s))
		}
	}
	state := "all in"
	if len(waits) > 0 {
		state = "waits for " + strings.Join(waits, ", ")
	}
	if m.Due != nil {
		state += " until " + m.Due.Wall + " " + m.Due.Zone
	}
	return state
}

// ShowGame shows where a game stands.
func (st *Office) ShowGame(ctx context.Context, r GameRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if r.JSON {
			return m, json.NewEncoder(&b).Encode(statusOf(m))
		}
		fmt.Fprintf(&b, "%s: %s, scenario %s, rhythm %s, rules revision %d\n", m.Game, m.Announced.Rulebook, m.Announced.Scenario, m.Announced.Rhythm, m.Announced.Revision)
		fmt.Fprintf(&b, "state: %s\n", st.stateOf(m))
		if m.Halt != nil {
			fmt.Fprintf(&b, "it has stopped: %s: %s\n", m.Halt.Code, m.Halt.Detail)
		}
		fmt.Fprintf(&b, "log: %d events, head %s\n", m.Head.Seq, m.Head.Hash)
		for _, p := range m.Players {
			who := "free"
			if p.Taken {
				who = fmt.Sprintf("%s (%s), %d order mails", p.Name, p.Language, p.Orders)
			}
			if p.Bot != "" {
				who = "the machine " + p.Bot
			}
			fmt.Fprintf(&b, "seat %s: %s\n", p.Seat, who)
		}
		sent := 0
		for _, l := range m.Letters {
			if l.Sent {
				sent++
			}
		}
		fmt.Fprintf(&b, "letters: %d issued, %d sent, %d owed\n", len(m.Letters), sent, len(m.Owed))
		return m, nil
	})
	return b.Bytes(), err
}

// GameStatus is where a game stands, for machines.
type GameStatus struct {
	Game   string
	Turn   int
	Window int      // the open one; 0 if none
	Waits  []string // seats that have not sent anything for it
	Due    int64    `json:",omitempty"` // Unix ms
	Events int64
	Halt   string `json:",omitempty"`
	Closed string `json:",omitempty"`
	Owed   int
	Unsent int
}

func statusOf(m *adjudicator.Match) GameStatus {
	s := GameStatus{Game: m.Game, Events: m.Head.Seq, Owed: len(m.Owed)}
	if m.Now != nil {
		s.Turn = m.Now.Turn()
	}
	if m.Open != nil && m.Sealed == nil {
		s.Window = m.Open.Number
		for _, seat := range m.Open.Seats {
			if !m.Desk(seat).Sent {
				s.Waits = append(s.Waits, string(seat))
			}
		}
	}
	if m.Due != nil {
		s.Due = m.Due.Due
	}
	if m.Halt != nil {
		s.Halt = m.Halt.Code
	}
	if m.Closed != nil {
		s.Closed = m.Closed.Cause
	}
	for _, l := range m.Letters {
		if !l.Sent && !l.Bounced {
			s.Unsent++
		}
	}
	return s
}

// CloseGame closes a game before its end.
func (st *Office) CloseGame(ctx context.Context, r GameRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Closed != nil {
			return m, fmt.Errorf("%s is already closed", r.Game)
		}
		m, _, err := st.append(ctx, m, func(m *adjudicator.Match) (string, events.Body, []events.Secret, error) {
			if m.Closed != nil {
				return "", nil, nil, nil
			}
			return "master", events.GameClosed{Cause: "master", Ending: cmp.Or(r.Reason, "letter.closed-by-master"), Winner: ""}, nil, nil
		})
		if err != nil {
			return m, err
		}
		return st.Tend(ctx, m)
	})
	return []byte("Game " + r.Game + " is closed; the players are told.\n"), err
}

// ExtendGame moves the deadline of the open window.
func (st *Office) ExtendGame(ctx context.Context, r GameRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	if r.Hours <= 0 {
		return nil, errors.New("say by how many hours: --hours 24")
	}
	var told string
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Due == nil || m.Open == nil || m.Sealed != nil || m.Overdue {
			return m, errors.New("no deadline is running in " + r.Game)
		}
		m, err := st.moveDeadline(ctx, m, time.UnixMilli(m.Due.Due).Add(time.Duration(r.Hours)*time.Hour), "master", "extended")
		if err != nil {
			return m, err
		}
		if m, err = st.explain(ctx, m, r.Reason); err != nil {
			return m, err
		}
		told = fmt.Sprintf("The window of %s now closes %s (%s).\n", r.Game, m.Due.Wall, m.Due.Zone)
		return st.Tend(ctx, m)
	})
	return []byte(told), err
}

// ExportGame writes a game to one file that anyone can audit.
func (st *Office) ExportGame(ctx context.Context, r GameRequest) ([]byte, error) {
	if err := st.known(ctx, r.Game); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := st.With(ctx, r.Game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if r.Redacted != "" && m.Player(table.Seat(r.Redacted)) == nil {
			return m, fmt.Errorf("%s has no seat %q", r.Game, r.Redacted)
		}
		return m, archive.Export(ctx, &b, st.Service.Store, r.Game, r.Redacted, exportSigner{st, m})
	})
	return b.Bytes(), err
}
