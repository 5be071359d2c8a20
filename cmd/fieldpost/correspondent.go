package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office/host"
	"fieldpost/scenarios/words"
)

// correspondent is a player who reads his letters over IMAP and writes over SMTP, and thinks like a bot.
type correspondent struct {
	server   *host.Server
	game     string
	seat     table.Seat
	name     string
	password string
	bot      string
	pick     func(int) int
	post     *mail.Submission
	sent     int
	ordered  int      // order lines among them
	letters  [][]byte // all that came, oldest first
	copies   [][]byte // all that he sent
	done     int64    // the last window answered

	sheet []dice.Code // of codes, in games that ask for them; nil in others
	coded int64       // number of the last code sent
}

func newCorrespondent(s *host.Server, game string, seat table.Seat, chance *dice.Practice, bot string) *correspondent {
	name := string(seat)
	return &correspondent{
		server: s, game: game, seat: seat, name: name, password: host.OpenAnybody, bot: bot, pick: chance.Pick,
	}
}

func (p *correspondent) address() string { return p.name + "@" + p.server.Domain() }

// join writes the first letter.
func (p *correspondent) join(ctx context.Context) error {
	text := "JOIN " + p.game + " " + string(p.seat) + "\n"
	if p.sheet != nil {
		text += "CODE " + p.sheet[0].String() + "\n"
	}
	return p.write(ctx, p.server.Post.Orders, "JOIN "+p.game+" "+string(p.seat), text, "join")
}

// write sends a plain mail, as any mail program would.
func (p *correspondent) write(ctx context.Context, to, subject, text, id string) error {
	if p.post == nil {
		var err error
		if p.post, err = mail.NewSubmission(mail.Server{Addr: p.server.PostOffice.SMTPAddr(), TLS: mail.TLSNone}); err != nil {
			return err
		}
	}
	p.sent++
	raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%s.%d.%s@%s>\r\nDate: %s\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s",
		p.address(), to, subject, id, p.sent, p.seat, p.server.Domain(), time.Now().UTC().Format(time.RFC1123Z), strings.ReplaceAll(text, "\n", "\r\n"))
	p.copies = append(p.copies, []byte(raw))
	return p.post.Send(ctx, mail.Letter{From: p.address(), To: to}, []byte(raw))
}

// delivery is a letter that came to a player.
type delivery struct {
	to  *correspondent
	raw []byte
}

// read watches the player's mailbox over IMAP until ctx ends.
func (p *correspondent) read(ctx context.Context, letters chan<- delivery) {
	intake := mail.NewIMAPIntake(mail.IMAPConfig{Server: mail.Server{
		Addr: p.server.PostOffice.IMAPAddr(), TLS: mail.TLSNone, Username: p.name, Password: p.password,
	}, Poll: 5 * time.Second}, nil)
	_ = intake.Run(ctx, func(ctx context.Context, raw []byte, _ mail.Envelope) error {
		select {
		case letters <- delivery{p, bytes.Clone(raw)}:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// answer sends orders when the letter has an order form that he may fill in. The bot uses only what the seat knows.
func (p *correspondent) answer(ctx context.Context, letter []byte) error {
	p.letters = append(p.letters, letter)
	in, err := message.Read(letter, message.Limits{})
	if err != nil {
		return err
	}
	var text []string
	err = p.server.With(ctx, p.game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		if number := m.Fair.Codes + 1; p.sheet != nil && m.Fair.Needs() == adjudicator.NeedsCodes && p.coded < number {
			p.coded = number
			text = []string{"CODE " + p.sheet[number].String()}
			return m, nil
		}
		if !m.Awaits(p.seat) || m.Sealed != nil || int64(m.Open.Number) <= p.done {
			return m, nil
		}
		p.done = int64(m.Open.Number)
		if text, err = m.BotMail(p.seat, p.bot, p.pick); err == nil && len(m.Open.Questions) == 0 {
			p.ordered += len(text) - 2 // its head and its END
		}
		return m, err
	})
	if err != nil || text == nil {
		return err
	}
	to := in.ReplyTo.Address
	if to == "" {
		to = in.From.Address
	}
	return p.write(ctx, to, "Re: "+in.Subject, strings.Join(text, "\n")+"\n", "orders")
}

// keep writes the mailbox with what was sent, the maps in its letters, and the sheet of codes.
func (p *correspondent) keep(dir string, book *words.Book) error {
	if p.sheet != nil {
		if err := os.WriteFile(filepath.Join(dir, "codes-"+p.name+".txt"), []byte(sheetText(p.sheet, 1, int(max(p.coded, 1)), book)), 0o600); err != nil {
			return err
		}
	}
	box := filepath.Join(dir, "mailbox-"+p.name)
	if err := os.MkdirAll(box, 0o755); err != nil {
		return err
	}
	var errs []error
	for i, l := range p.letters {
		errs = append(errs, os.WriteFile(filepath.Join(box, fmt.Sprintf("%03d.eml", i+1)), l, 0o644))
		for _, f := range message.Files(l) {
			if strings.HasPrefix(f.Type, "image/") {
				name := fmt.Sprintf("map-%s-%03d%s", p.name, i+1, filepath.Ext(f.Name))
				if strings.Contains(f.Name, "-dice.") {
					name = f.Name // the same in everyone's last report
				}
				errs = append(errs, os.WriteFile(filepath.Join(dir, name), f.Data, 0o644))
			}
		}
	}
	for i, raw := range p.copies {
		errs = append(errs, os.WriteFile(filepath.Join(box, fmt.Sprintf("sent-%03d.eml", i+1)), raw, 0o644))
	}
	if p.post != nil {
		_ = p.post.Close() // the server may have hung up already
	}
	return errors.Join(errs...)
}
