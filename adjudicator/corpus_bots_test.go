package adjudicator_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/scenarios/scenariotest"
	"fieldpost/scenarios/words"
)

// corpusKeys gives each game of the corpus a key that follows from its name, so that its dice can be thrown again. Nobody plays a real game with such a key.
type corpusKeys struct{}

func (corpusKeys) Key(game string) (dice.Key, error) {
	return dice.Key(sha256.Sum256([]byte("fieldpost corpus " + game))), nil
}

func serviceOf(store events.Store) *adjudicator.Service {
	return &adjudicator.Service{Store: store, Keys: corpusKeys{}, Engines: adjudicator.Game}
}

// office is a game master's desk: it writes the events of a game as a server does whose players are bots.
type office struct {
	t      testing.TB
	g      *remade
	s      *adjudicator.Service
	m      *adjudicator.Match
	now    int64 // Unix ms
	picks  *dice.Practice
	bot    string
	number int // of what stands outside the log
}

// A game that no kind of bot ends within longGame windows is played only for shortGame of them; then one side gives up. A pass holds a kilobyte
// of hashes and proofs, which cannot be compressed, and rhythms of many windows come to nothing new in hundreds of them.
const (
	longGame  = 64
	shortGame = 12
)

// played lets bots play a game to its end, or until one of them gives up.
func (p pairing) played(t *testing.T, n int, document []byte) *remade {
	t.Helper()
	bots := p.engine.BotNames()
	if len(bots) == 0 {
		t.Fatalf("%s has no bot that could play %s", p.engine.Name(), p)
	}
	o := p.by(t, n, bots[n%len(bots)], longGame, document)
	if o.m.Ending == nil {
		o = p.by(t, n, bots[(n+1)%len(bots)], longGame, document)
	}
	if o.m.Ending == nil {
		o = p.by(t, n, bots[n%len(bots)], shortGame, document)
	}
	o.reports()
	if end := o.m.Ending; end != nil {
		o.append("fieldpost", events.GameClosed{Cause: "over", Ending: end.Why, Winner: cmp.Or(string(end.Winner), "draw")})
	} else {
		o.append("master", events.GameClosed{Cause: "surrender", Winner: o.m.Announced.Seats[0]})
	}
	if err := o.g.read(t.Context()); err != nil {
		t.Fatal(err)
	}
	return o.g
}

// by is a game as one kind of bot plays it for so many windows.
func (p pairing) by(t *testing.T, n int, bot string, windows int, document []byte) *office {
	t.Helper()
	g := &remade{game: strings.Trim(fmt.Sprintf("%s-%s-%s", strings.ToLower(p.engine.Prefix()), p.scenario, p.rhythm), "-"), store: memlog.New()}
	o := &office{t: t, g: g, s: serviceOf(g.store), now: 1_790_000_000_000, picks: dice.NewPractice(uint64(n + 1)), bot: bot}
	o.open(p, document)
	thrown := false // a game in which no die falls proves none
	for ; o.m.Ending == nil && (windows > 0 || !thrown && windows > -longGame); windows-- {
		o.window()
		thrown = thrown || slices.ContainsFunc(o.m.Last.Facts, diced)
	}
	return o
}

// diced reports whether a fact tells of dice.
func diced(f table.Fact) bool {
	return slices.ContainsFunc(f.Args, func(a table.FactArg) bool {
		s, ok := a.Value.(table.Sum)
		return ok && len(s.Dice()) > 0
	})
}

func (o *office) append(actor string, body events.Body, secrets ...events.Secret) {
	o.t.Helper()
	o.now += 61_000
	m, _, err := o.s.Append(o.t.Context(), o.m, o.now, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
		return actor, body, secrets, nil
	})
	if err != nil {
		o.t.Fatalf("%s: %v", body.Kind(), err)
	}
	o.m = m
}

// step calls the service where it decides itself what to append.
func (o *office) step(do func(ctx context.Context, now int64) (*adjudicator.Match, error)) {
	o.t.Helper()
	o.now += 1000
	m, err := do(o.t.Context(), o.now)
	if err == nil && m.Halt != nil {
		err = m.Halt
	}
	if err != nil {
		o.t.Fatal(err)
	}
	o.m = m
}

// numbered is a hash that stands for something outside the log, such as a mail: it can be compressed.
func (o *office) numbered() events.Hash {
	o.number++
	return events.Hash{1, byte(o.number >> 8), byte(o.number)}
}

// salted commits to a part.
func salted[P events.Part](o *office, seat string, part P) (events.Hash, events.Secret) {
	o.t.Helper()
	hash, secret, err := events.Conceal(seat, o.numbered(), part)
	if err != nil {
		o.t.Fatal(err)
	}
	return hash, secret
}

// open announces the game, seats its players and lets the rules begin.
func (o *office) open(p pairing, document []byte) {
	o.t.Helper()
	id := o.g.game
	key, _ := corpusKeys{}.Key(id)
	a := events.GameAnnounced{Rulebook: p.engine.Name(), Revision: int64(p.engine.Revision()), Layout: int64(p.engine.Layout()), Scenario: p.scenario,
		Rhythm: p.rhythm, Language: "en", Schedule: events.Schedule{Period: 4320, Zone: "UTC"}, Dice: events.DiceTerms{Profile: adjudicator.Offline, PublicKey: events.Hash(key.Public())}}
	for _, s := range scenariotest.Read(o.t, p.engine, document).Seats() {
		a.Seats = append(a.Seats, string(s))
	}
	o.step(func(ctx context.Context, now int64) (*adjudicator.Match, error) {
		return o.s.Announce(ctx, id, now, a, document)
	})
	log, _ := corpusKeys{}.Key("log of " + id)
	o.append("master", events.TermsSet{Origin: "example.org/g/" + id, LogKey: events.Hash(log.Public())})
	for i, s := range a.Seats {
		hash, secret := salted(o, s, events.Player{Address: s + "@example.org"})
		o.append("master", events.SeatTaken{Seat: s, Name: s, Language: []string{"en", "fr"}[i%2], Zone: "UTC", Anchor: [16]byte(sha256Of(id, "anchor", s)), PlayerSealed: hash}, secret)
	}
	o.step(func(ctx context.Context, now int64) (*adjudicator.Match, error) { return o.s.Open(ctx, o.m, now) })
	o.step(func(ctx context.Context, now int64) (*adjudicator.Match, error) { return o.s.Adjudicate(ctx, o.m, now) })
	o.reports()
}

func sha256Of(parts ...string) []byte {
	h := sha256.Sum256([]byte(strings.Join(parts, " ")))
	return h[:16]
}

// window takes the mails of the seats that it waits for, closes it and plays on. Who has nothing to say lets the deadline pass.
func (o *office) window() {
	o.t.Helper()
	open := *o.m.Open
	cause := "all in"
	for _, s := range open.Seats {
		said := o.orders(open, s)
		if len(said.Lines)+len(said.Answers) == 0 {
			cause = "deadline"
			continue
		}
		hash, secret := salted(o, string(s), said)
		o.append("seat:"+string(s), events.OrdersReceived{Seat: string(s), Number: o.m.Player(s).Orders + 1,
			Mail: o.numbered(), Raw: o.numbered(), Window: int64(open.Number), OrdersSealed: hash}, secret)
	}
	if cause == "deadline" {
		due := o.now + 4320*60_000
		o.append("fieldpost", events.DeadlineSet{Window: int64(open.Number), Due: due, Cause: "schedule"})
		o.now = due
		o.append("fieldpost", events.DeadlinePassed{Window: int64(open.Number), Due: due})
	}
	o.step(func(ctx context.Context, now int64) (*adjudicator.Match, error) {
		return o.s.Seal(ctx, o.m, now, cause, open.Number)
	})
	o.step(func(ctx context.Context, now int64) (*adjudicator.Match, error) { return o.s.Adjudicate(ctx, o.m, now) })
}

// orders is the mail of a bot: one of the listed options for each question, or the lines of an order window.
func (o *office) orders(open table.Window, seat table.Seat) (mail events.Orders) {
	if len(open.Questions) > 0 {
		for _, q := range open.Questions {
			if n := o.picks.Pick(len(q.Options) + 1); q.Seat == seat && n < len(q.Options) {
				mail.Answers = append(mail.Answers, events.Answer{Question: q.Key, Text: q.Options[n]})
			}
		}
		return mail
	}
	v := o.m.Now.Knows(seat)
	texts, err := v.Bot(o.bot, open.Phases, o.picks.Pick)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, text := range texts {
		l, ok := v.Read(text)
		if !ok || v.Allowed(l) != nil {
			o.t.Errorf("%s: %s may not order %q", o.m.Game, seat, text)
			continue
		}
		o.file(&mail, open, l)
	}
	if o.picks.Pick(3) == 0 {
		o.stand(&mail, open, v)
	}
	return mail
}

// file puts a line into a mail, with the phase whose draft it replaces.
func (o *office) file(mail *events.Orders, open table.Window, l table.Line) {
	l.Number = int64(len(mail.Lines) + 1)
	phase := "standing " + l.Verb
	if !l.Standing {
		phase = o.phase(open, l.Verb)
		l.Phase = phase
	}
	if !slices.Contains(mail.Phases, phase) {
		mail.Phases = append(mail.Phases, phase)
	}
	mail.Lines = append(mail.Lines, l)
}

// phase is the one of the open window in which a verb may be used.
func (o *office) phase(open table.Window, verb string) string {
	list := o.m.Engine.Language().Verbs
	i := slices.IndexFunc(list, func(v orders.Verb) bool { return v.Name == verb })
	if i < 0 || len(list[i].Phases) == 0 {
		return open.Step
	}
	for _, p := range list[i].Phases {
		if slices.Contains(open.Phases, p) {
			return p
		}
	}
	return list[i].Phases[0]
}

// stand adds a standing order, if the bot has none of that verb in this mail: bots seldom think of them.
func (o *office) stand(mail *events.Orders, open table.Window, v table.View) {
	var verbs []orders.Verb
	language, err := words.Language(o.m.Engine)
	if err != nil {
		o.t.Fatal(err)
	}
	for _, verb := range language.Verbs {
		if verb.Standing && !slices.Contains(mail.Phases, "standing "+verb.Name) {
			verbs = append(verbs, verb)
		}
	}
	if len(verbs) == 0 {
		return
	}
	verb := verbs[o.picks.Pick(len(verbs))]
	text, ok := v.Example(verb.Name, append(slices.Clone(open.Phases), ""))
	if !ok || text == "" {
		text = verb.Example.In(orders.English)
	}
	for _, text := range []string{"standing " + text, text} {
		if l, ok := v.Read(text); ok && l.Standing && v.Allowed(l) == nil {
			o.file(mail, open, l)
			return
		}
	}
}

// reports issues a letter about the last pass to every seat and lets a host take it. Only the first pass and the last have them here:
// digests of letters cannot be compressed.
func (o *office) reports() {
	o.t.Helper()
	about := o.m.Head.Seq
	for _, p := range o.m.Players {
		var text strings.Builder
		for _, f := range table.Readable(o.m.Last.Facts, p.Seat) {
			fmt.Fprintf(&text, "%s %s\n", f.Rule, f.Kind)
		}
		hash, secret := salted(o, string(p.Seat), events.Player{Address: string(p.Seat) + "@example.org"})
		o.append("fieldpost", events.ReportIssued{Seat: string(p.Seat), Letter: "report", About: about, MessageID: fmt.Sprintf("%s.%d@example.org", o.m.Game, o.number),
			Digest: sha256.Sum256([]byte(text.String())), AddressSealed: hash}, secret)
		o.append("fieldpost", events.MailSent{Issue: o.m.Head.Seq})
	}
}
