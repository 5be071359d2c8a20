package office

import (
	"container/list"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/reading"
	"fieldpost/projections/chart"
)

// OwnLog is the log of mails that belong to no game: what was refused, and the answers.
const OwnLog = reading.NoGame

// Settings are what the person who runs an office decides.
type Settings struct {
	Address  string // where players write
	Language string // of letters to unknown people
	Master   string // the game master's address; "" for none
	Proof    string // how mails prove their sender in games that do not say
	Rates    Rates
	Trials   Trials
	// Linger is how long a report waits for more news if its reader has nothing to do, at most a minute after his mail: against a machine or a quick
	// opponent the letter that asks for his next orders then says all. 0: it leaves at once.
	Linger   time.Duration
	Solo     int           // how many games against machines an address may open a day, by NEW GAME; 0: nobody may
	Thinking time.Duration // how long the machine "strong" tries plans for a window; 20 s if 0
	Desk     string        // address of the page that shows a report alive, where players reach it; "" for none
	Loaded   int           // how many games are kept in memory; 200 if 0
}

// Trials are how often drafts are tried with practice dice; 0 means the default.
type Trials struct {
	Receipt int // for a receipt, which only says what would be refused
	Check   int // for a CHECK, which gives the chances
	Falls   int // of the dice that are played for the chances of all lines of a CHECK together
}

// Rates are how many mails are processed that arrived within an hour. If a sender writes more, the rest is refused, and he is told so once.
// What others write in a player's name never counts against him.
type Rates struct {
	Seat int `yaml:"seat"` // of one seat; 30 if 0. Mails that only order are followed ten times as often and share their receipts
	Game int `yaml:"game"` // of one game, of senders who prove nothing; 200 if 0
}

// Office is one office at work: it takes in mails, keeps the games going, and owes letters. New makes one; its exported fields are the
// ports through which it reaches the world. They must be set before its first mail.
type Office struct {
	Settings Settings
	Service  *adjudicator.Service // the logs of all games
	Post     mail.Post            // addresses and tokens
	Phrases  *Phrases
	Log      *slog.Logger

	Keys         Keys
	Documents    Documents
	Shelves      Shelves              // of which NEW GAME opens games; needed if Settings.Solo is not 0
	Commands     Commands             // nil: the game master has no commands by mail
	Witnesses    []mail.Witness       // they testify where a mail comes from
	Reader       Reader               // nil: mails are parsed in this process
	Relay        Relay                // brings rounds of a beacon; nil: only by mail
	Pulse        Pulse                // nil: an outage is not noticed
	MailTroubles func() []MailTrouble // accounts that do not work now; nil: none is looked after
	Register     Register             // nil: every start loads every game once
	Signer       *mail.Signer         // nil: letters leave unsigned
	Painter      *chart.Painter       // nil: letters have no pictures
	Now          func() time.Time
	Mine         func(game string) bool // reports whether this office works on a game, or on its own log (OwnLog), now; nil: it works on all
	// Behind reports whether a mail that was taken in by an instant, and that may be about a game ("": any), still waits to be looked at; nil: none does.
	Behind func(game string, at time.Time) bool
	Issued func() // called when Outgoing shows another letter, while the game is held, so it must not wait for a game; may be nil

	domain string

	relayFailed  map[string]int64 // Unix ms of the last failure, by game
	away         []Outage         // all so far, if outagesKnown
	outagesKnown bool
	nextMoved    time.Time        // when the last of the games is looked at whose deadlines an outage has moved
	stood        map[string]int64 // since when (Unix ms) games have stood still, as their players were told; nil before that is known
	postponed    map[string]bool  // games whose windows are not closed until waiting mails were looked at

	messageIDs messageIDs
	texts      quotables // letters and mails that other mails quoted
	rates      rates
	said       dayBook
	puzzled    dayBook // what was not understood, by sender and text
	answers    tally
	waiting    tally // for confirmation
	opened     tally // games against machines
	guard      clockGuard

	register register

	mu     sync.Mutex
	games  map[string]*running
	loaded list.List // of *running, those worked on last in front

	parsed   atomic.Int64 // how often the orders of a mail were parsed
	agenda   agenda
	counsels counsels
	regrets  regrets
	arrivals arrivals
	checks   chan struct{} // a place for each CHECK that is tried: half of the cores are left to the games
	staffed  atomic.Bool   // there are workers
}

// New returns an office whose tokens are made with a secret of 32 bytes.
func New(settings Settings, secret []byte, phrases *Phrases, log *slog.Logger) *Office {
	_, domain, _ := strings.Cut(settings.Address, "@")
	st := &Office{
		Settings: settings, Post: mail.Post{Orders: settings.Address, Bounce: "bounce@" + domain, Secret: secret}, Phrases: phrases, Log: log,
		Now: time.Now, domain: domain,
		games: make(map[string]*running), agenda: newAgenda(), checks: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
	}
	st.puzzled.span, st.puzzled.renews = puzzle, true
	return st
}

// Domain returns the domain of the office's addresses.
func (st *Office) Domain() string { return st.domain }

// Ours reports whether an address is one that players or mail hosts write to.
func (st *Office) Ours(address string) bool {
	if _, ok := st.Post.Parse(address); ok {
		return true
	}
	_, _, ok := st.Post.ParseBounce(address)
	return ok
}

// sign puts our signature above a letter.
func (st *Office) sign(data []byte, at time.Time) ([]byte, error) {
	if st.Signer == nil {
		return data, nil
	}
	return st.Signer.Sign(data, at)
}

// salt returns the salt that conceals something that is not part of a pass. The same label gives the same bytes again after a crash.
func (st *Office) salt(game, label string) events.Hash {
	h := hmac.New(sha256.New, st.Post.Secret)
	fmt.Fprintf(h, "fieldpost salt\x00%s\x00%s", game, label)
	return events.Hash(h.Sum(nil))
}

// append is Service.Append with the present time.
func (st *Office) append(ctx context.Context, m *adjudicator.Match, decide adjudicator.Decide) (*adjudicator.Match, int64, error) {
	return st.Service.Append(ctx, m, st.Now().UnixMilli(), decide)
}

// Games lists the games of this installation, without the office's own log.
func (st *Office) Games(ctx context.Context) ([]string, error) {
	games, err := st.Service.Store.Games(ctx)
	return slices.DeleteFunc(games, func(g string) bool { return g == OwnLog }), err
}

// Exists reports whether there is such a game. An error means that the log does not answer, not that there is none.
func (st *Office) Exists(ctx context.Context, game string) (bool, error) {
	if !events.ValidGame(game) || game == OwnLog {
		return false, nil
	}
	head, err := st.Service.Store.Head(ctx, game)
	if errors.Is(err, events.ErrNotFound) {
		return false, nil
	}
	return err == nil && head.Seq > 0, err
}

// known returns an error unless there is such a game.
func (st *Office) known(ctx context.Context, game string) error {
	exists, err := st.Exists(ctx, game)
	switch {
	case err != nil:
		return fmt.Errorf("the log does not answer now, try again: %w", err)
	case !exists:
		return fmt.Errorf("there is no game %q", game)
	}
	return nil
}
