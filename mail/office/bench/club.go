package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/reader"
)

// club is an installation whose players are bots.
type club struct {
	*host.Installation
	ahead  time.Duration // of the machine's clock
	mails  int
	chance *dice.Practice
}

// benchGame is the name of the game that a club begins.
const benchGame = "bench"

// openClub opens an installation on a folder.
func (b *bench) openClub(ctx context.Context, dir string, ahead time.Duration) (*club, error) {
	in, err := host.OpenInstallation(ctx, benchConfig(dir), slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	k := &club{Installation: in, ahead: ahead, chance: dice.NewPractice(1)}
	k.Now = func() time.Time { return time.Now().Add(k.ahead) }
	return k, nil
}

// benchConfig is the configuration of the installations that are measured: the default one, except that nobody writes too much.
func benchConfig(dir string) host.Config {
	config := host.Defaults()
	config.Data, config.Rates = dir, office.Rates{Seat: 1 << 30, Game: 1 << 30}
	config.Listen = host.Listen{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0"}
	return config
}

// Close ends it.
func (k *club) Close() error {
	var err error
	if r, ok := k.Reader.(io.Closer); ok {
		err = r.Close()
	}
	return errors.Join(err, k.Installation.Close())
}

// begin opens a game whose players have all joined. A window is closed that long after the last mail.
func (k *club) begin(ctx context.Context, rulebook, scenario string, coolOff time.Duration) error {
	_, err := k.NewGame(ctx, office.NewGame{ID: benchGame, Rulebook: rulebook, Scenario: scenario,
		Schedule: events.Schedule{Period: 400 * 24 * 60, CoolOff: int64(coolOff / time.Second), Zone: "UTC"}})
	if err != nil {
		return err
	}
	var seats []table.Seat
	if err := k.look(ctx, func(m *adjudicator.Match) {
		for _, p := range m.Players {
			seats = append(seats, p.Seat)
		}
	}); err != nil {
		return err
	}
	for _, s := range seats {
		if err := k.hand(ctx, k.mail(benchGame, player(s), "JOIN "+benchGame+" "+string(s))); err != nil {
			return err
		}
	}
	return k.deliver(ctx)
}

// player is the address of the player of a seat.
func player(s table.Seat) string { return string(s) + "@fieldpost.local" }

// look reads the game.
func (k *club) look(ctx context.Context, see func(m *adjudicator.Match)) error {
	return k.With(ctx, benchGame, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if m.Halt != nil {
			return m, m.Halt
		}
		see(m)
		return m, nil
	})
}

// mail is a mail as players write it.
func (k *club) mail(game, from, text string) []byte {
	k.mails++
	return fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nMessage-ID: <bench.%d.%s>\r\nSubject: [%s]\r\nDate: %s\r\n\r\n%s\r\n",
		from, k.Config.Address, k.mails, from, game, k.Now().UTC().Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
}

// hand gives a mail to the office as the post office of this machine does.
func (k *club) hand(ctx context.Context, raw []byte) error {
	take := k.Receive
	if k.Spool != nil {
		take = k.Take
	}
	return take(ctx, raw, mail.Envelope{Via: "smtp", Remote: "127.0.0.1:25", Received: k.Now()})
}

// answered makes sure that what a seat wrote last was answered by that letter: a figure of mails that were refused would be worth nothing.
func (k *club) answered(ctx context.Context, game string, s table.Seat, letter string) error {
	last := "none"
	err := k.With(ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		for _, l := range m.Letters {
			if l.Issued.Seat == string(s) && l.Issued.Letter != "report" {
				last = l.Issued.Letter
			}
		}
		return m, nil
	})
	if err == nil && last != letter {
		err = fmt.Errorf("the mail of %s in %s should have been answered by a %s, but the last letter is %q", s, game, letter, last)
	}
	return err
}

// draft is what a bot writes for a seat.
type draft struct {
	seat  table.Seat
	lines []string
}

// text is the mail's text in a copy of the game.
func (d draft) text(game string) string {
	return strings.Replace(strings.Join(d.lines, "\n"), "ORDERS "+benchGame+" ", "ORDERS "+game+" ", 1)
}

// orders is how many order lines there are.
func (d draft) orders() int {
	if len(d.lines) < 2 || !strings.HasPrefix(d.lines[0], "ORDERS ") {
		return 0
	}
	return len(d.lines) - 2 // its head and its END
}

// drafts are what the best bot of the rulebook writes in the open window, which has that number; 0 where none is open.
func (k *club) drafts(ctx context.Context) (list []draft, window int, err error) {
	var trouble error
	err = k.look(ctx, func(m *adjudicator.Match) {
		if m.Open == nil || m.Over() {
			return
		}
		window = m.Open.Number
		bots := m.Engine.BotNames()
		for _, s := range m.Open.Seats {
			var lines []string
			if lines, trouble = m.BotMail(s, bots[len(bots)-1], k.chance.Pick); trouble != nil {
				return
			}
			list = append(list, draft{s, lines})
		}
	})
	return list, window, errors.Join(err, trouble)
}

// deliver sends every letter that was issued.
func (k *club) deliver(ctx context.Context) error {
	out := k.Outgoing()
	letters, err := out.Pending(ctx)
	for _, l := range letters {
		if err == nil {
			err = out.Sent(ctx, l)
		}
	}
	return err
}

// played is what one window has cost the processors.
type played struct {
	mails []time.Duration // each with its receipt; only those that order something
	turn  time.Duration   // from the seal to the last letter
}

// coolOff is how long after the last mail the windows of measured games are closed.
const coolOff = time.Hour

// window lets every player send his mail, and closes the window. It reports false where the game is over.
func (k *club) window(ctx context.Context) (p played, ok bool, err error) {
	drafts, number, err := k.drafts(ctx)
	if err != nil || number == 0 {
		return p, false, err
	}
	for _, d := range drafts {
		raw, before := k.mail(benchGame, player(d.seat), d.text(benchGame)), reader.ProcessorTime()
		if err := k.hand(ctx, raw); err != nil {
			return p, false, err
		}
		if d.orders() > 0 {
			p.mails = append(p.mails, reader.ProcessorTime()-before)
			if err := k.answered(ctx, benchGame, d.seat, "receipt"); err != nil {
				return p, false, err
			}
		}
		if err := k.deliver(ctx); err != nil {
			return p, false, err
		}
	}
	for _, wait := range []time.Duration{coolOff + time.Minute, 401 * 24 * time.Hour} { // the deadline, if some question was left open
		k.ahead += wait
		before := reader.ProcessorTime()
		if _, err := k.Round(ctx); err != nil {
			return p, false, err
		}
		p.turn = reader.ProcessorTime() - before
		now := 0
		if err := k.look(ctx, func(m *adjudicator.Match) {
			if m.Open != nil {
				now = m.Open.Number
			}
		}); err != nil {
			return p, false, err
		}
		if now != number {
			break
		}
	}
	return p, true, k.deliver(ctx)
}
