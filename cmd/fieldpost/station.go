package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/jetstream"
	"fieldpost/mail"
	"fieldpost/projections/archive"
	"fieldpost/projections/chart"
)

// officeLog is the log of mails that belong to no game: what was refused, and the answers.
const officeLog = "office"

// Station is one installation at work: it takes mails in, keeps the games going, and owes letters. It is the only place
// where log, rules, mail and projections meet.
type Station struct {
	Config  Config
	Service *adjudicator.Service
	Post    mail.Post
	Phrases *Phrases
	Now     func() time.Time
	Log     *slog.Logger

	store   events.Store
	archive *archive.Archive
	domain  string
	outbox  *mail.Outbox
	painter *chart.Painter // nil: letters have no pictures

	rehearsals int // how often a draft is tried for a receipt
	checks     int // and for a CHECK
	leaves     int // how many falls of the dice are played for the chances that a CHECK tells

	Witnesses []mail.Witness // who tells of a mail where it comes from
	Reader    *MailReader    // who takes mails apart; nil: this process does
	Relay     Relay          // brings rounds of a beacon; nil: by mail alone

	relayFailed map[string]int64 // Unix ms of the last failure, by game

	messageIDs messageIDs
	rates      rates
	said       dayBook
	puzzled    dayBook // what was not understood, by sender and text
	answers    answerCount
	guard      clockGuard
	signer     *mail.Signer // nil: letters leave unsigned

	mu    sync.Mutex
	games map[string]*running
	wake  chan struct{} // something happened: look at the deadlines again
}

// running is one game in this process: its match, worked on by one goroutine at a time.
type running struct {
	mu    sync.Mutex
	match *adjudicator.Match
}

// OpenStation opens the data folder, checks the log against the archive, and refuses games whose history is not whole.
func OpenStation(ctx context.Context, c Config, log *slog.Logger) (*Station, error) {
	st, err := newStation(c, log)
	if err != nil {
		return nil, err
	}
	store, err := openStore(ctx, c, log)
	if err != nil {
		return nil, err
	}
	if err := st.attach(ctx, store); err != nil {
		return nil, err
	}
	return st, nil
}

// newStation is a station without its log.
func newStation(c Config, log *slog.Logger) (*Station, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, err
	}
	secret, err := privateFile(filepath.Join(c.Data, "keys", "mail.key"), freshSecret)
	if err != nil {
		return nil, err
	}
	phrases, err := LoadPhrases(c.Scenarios)
	if err != nil {
		return nil, err
	}
	st := &Station{
		Config: c, rates: rates{most: c.Rates}, Phrases: phrases, Now: time.Now, Log: log,
		Post:  mail.Post{Orders: c.Address, Bounce: bounceAddress(c.Address), Secret: secret},
		games: make(map[string]*running), wake: make(chan struct{}, 1), painter: chart.NewPainter(8), rehearsals: usualRehearsals, checks: usualChecks, leaves: usualLeaves,
	}
	_, st.domain, _ = strings.Cut(c.Address, "@")
	st.puzzled.span, st.puzzled.renews = puzzle, true
	st.Witnesses = c.witnesses()
	st.Relay = c.Beacon.relay(http.DefaultClient)
	if st.signer, err = c.signer(); err != nil {
		return nil, err
	}
	return st, nil
}

// witnesses are who an installation believes: the DNS, the mail server that it names, and, with the embedded post office, this machine.
func (c Config) witnesses() []mail.Witness {
	if c.IMAP == nil && c.Inbound == "" && c.LMTP == "" {
		return []mail.Witness{mail.Neighbour{}, mail.OpenPGP{}}
	}
	return []mail.Witness{&mail.Domains{Trusted: c.Verdicts}, mail.OpenPGP{}}
}

// sign puts our signature above a letter.
func (st *Station) sign(data []byte, at time.Time) ([]byte, error) {
	if st.signer == nil {
		return data, nil
	}
	return st.signer.Sign(data, at)
}

func bounceAddress(orders string) string {
	_, domain, _ := strings.Cut(orders, "@")
	return "bounce@" + domain
}

// attach gives the station its log, which it closes when there is trouble.
func (st *Station) attach(ctx context.Context, store events.Store) error {
	st.store = store
	var err error
	if st.archive, err = archive.Open(st.Config.archiveDir()); err != nil {
		return errors.Join(err, store.Close())
	}
	findings := archive.Check(ctx, store, st.archive)
	marker, err := newPassMarker(filepath.Join(st.Config.Data, "passes"), st.abort)
	if err != nil {
		return errors.Join(err, st.Close())
	}
	st.Service = &adjudicator.Service{
		Store: store, Archive: st.archive, Keys: keyFolder(filepath.Join(st.Config.Data, "keys")),
		Marker: marker, Engines: adjudicator.Game, Beacon: beacon.Verify,
	}
	if bad := damaged(findings); bad != "" {
		return errors.Join(fmt.Errorf("%w: %s", events.ErrDamaged, bad), st.Close())
	}
	return nil
}

// damaged makes one plain message of what the check of log against archive found, or "".
func damaged(findings []archive.Finding) string {
	var lines []string
	for _, f := range findings {
		if f.Stops {
			lines = append(lines, "  "+f.Text)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "the stored log is not what was archived:\n" + strings.Join(lines, "\n") +
		"\nNothing was changed. `fieldpost repair` restores the log from the archive."
}

func (c Config) archiveDir() string {
	if c.Archive != "" {
		return c.Archive
	}
	return filepath.Join(c.Data, "archive")
}

func openStore(ctx context.Context, c Config, log *slog.Logger) (events.Store, error) {
	if c.NATS.URL != "" {
		return jetstream.Connect(ctx, jetstream.External{URL: c.NATS.URL, Credentials: c.NATS.Credentials, Replicas: c.NATS.Replicas})
	}
	return jetstream.Open(ctx, jetstream.Options{Dir: filepath.Join(c.Data, "log"), Logger: log})
}

func freshSecret() ([]byte, error) {
	b := make([]byte, 32)
	_, err := rand.Read(b)
	return b, err
}

// abort ends the process when a pass takes too long; the next start leaves that game alone.
func (st *Station) abort(game string) {
	st.Log.Error("a pass does not end: the program stops here, and will go on without that game", "game", game)
	os.Exit(exitFault)
}

// Close ends the work; the log is flushed and unlocked.
func (st *Station) Close() error {
	return errors.Join(st.store.Close(), st.archive.Close())
}

// keyFolder keeps the dice keys of games: one file each, readable by the owner alone.
type keyFolder string

func (k keyFolder) path(game string) string { return filepath.Join(string(k), game+".dice") }

// Key reads the key of a game; events.ErrNotFound if it is not here.
func (k keyFolder) Key(game string) (dice.Key, error) {
	data, err := os.ReadFile(k.path(game))
	if errors.Is(err, os.ErrNotExist) {
		return dice.Key{}, events.ErrNotFound
	}
	if err != nil {
		return dice.Key{}, err
	}
	return parseKey(data)
}

// Make gives the key of a new game.
func (k keyFolder) Make(game string) (dice.Key, error) {
	data, err := privateFile(k.path(game), func() ([]byte, error) {
		b, err := freshSecret()
		return []byte(hex.EncodeToString(b) + "\n"), err
	})
	if err != nil {
		return dice.Key{}, err
	}
	return parseKey(data)
}

func parseKey(data []byte) (dice.Key, error) {
	seed, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(seed) != 32 {
		return dice.Key{}, errors.New("a dice key file holds 64 hexadecimal digits; this one does not")
	}
	return dice.Key(seed), nil
}

// salt conceals something that is not part of a pass. The same label gives the same bytes again after a crash.
func (st *Station) salt(game, label string) events.Hash {
	h := hmac.New(sha256.New, st.Post.Secret)
	fmt.Fprintf(h, "fieldpost salt\x00%s\x00%s", game, label)
	return events.Hash(h.Sum(nil))
}

// with works on one game alone: nobody else in this process does meanwhile. work gives back the match as it left it.
func (st *Station) with(ctx context.Context, game string, work func(*adjudicator.Match) (*adjudicator.Match, error)) error {
	st.mu.Lock()
	g := st.games[game]
	if g == nil {
		g = &running{}
		st.games[game] = g
	}
	st.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	var err error
	if g.match == nil {
		g.match, err = st.Service.Load(ctx, game)
	} else {
		g.match, err = st.Service.Catch(ctx, g.match)
	}
	var stopped *adjudicator.Stopped
	if err != nil && !errors.As(err, &stopped) {
		g.match = nil
		return fmt.Errorf("game %s: %w", game, err)
	}
	m, err := work(g.match)
	if m != nil {
		g.match = m
	}
	if err != nil && !errors.As(err, &stopped) {
		g.match = nil // what it became is unknown: read the log again
	}
	return err
}

// append is Service.Append with the time of now.
func (st *Station) append(ctx context.Context, m *adjudicator.Match, decide adjudicator.Decide) (*adjudicator.Match, int64, error) {
	return st.Service.Append(ctx, m, st.Now().UnixMilli(), decide)
}

// Games lists the games of this installation, without the office.
func (st *Station) Games(ctx context.Context) ([]string, error) {
	games, err := st.store.Games(ctx)
	return slices.DeleteFunc(games, func(g string) bool { return g == officeLog }), err
}

// Exists reports whether there is such a game.
func (st *Station) Exists(ctx context.Context, game string) bool {
	if !events.ValidGame(game) || game == officeLog {
		return false
	}
	head, err := st.store.Head(ctx, game)
	return err == nil && head.Seq > 0
}

// nudge makes the clock look at the games again.
func (st *Station) nudge() {
	select {
	case st.wake <- struct{}{}:
	default:
	}
}
