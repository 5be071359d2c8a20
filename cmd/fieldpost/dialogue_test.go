package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// A dialogue is a txtar file. Its comment says what it shows; with "Whole reports." in it reports are told whole, else only
// how they begin: what the rules and maps say has tests of its own. Its sections are, in order,
//
//	-- game NAME key=value ... --      the game master opens a game (rulebook, scenario, rhythm, period, at, on, zone, cooloff, remind, language, proof, press,
//	                                   phase, bank, missed, watch, bot for a seat that a machine plays, or an option of the scenario)
//	-- host solo=N --                  anybody may open N games a day against machines
//	-- ann --                          Ann answers the last letter that she got; the section is the text of her mail
//	-- ann to orders --                she writes to the public address
//	-- ann answers receipt --          she answers the last letter of that kind
//	-- ann, Subject --                 the same with a subject of her own
//	-- raw --                          a mail as it is
//	-- clock 3h --                     time passes
//	-- amend --                        the game master corrects the position; the section is the "set" of a try file, as JSON
//	-- extend 24 --                    the game master extends the deadline by so many hours
//	-- outage 3h --                    the server does not run for so long
//	-- bounces ann 3 --                ann's host refuses the last letters to her, so many of them
//	-- > KIND SEAT to ADDRESS --       a letter that followed, written by -update
type section struct{ name, text string }

func sections(files []txtar.File) []section {
	out := make([]section, len(files))
	for i, f := range files {
		out[i] = section{f.Name, string(f.Data)}
	}
	return out
}

// format writes sections as txtar does.
func format(comment []byte, told []section) string {
	a := &txtar.Archive{Comment: comment}
	for _, s := range told {
		a.Files = append(a.Files, txtar.File{Name: s.name, Data: []byte(s.text)})
	}
	return string(txtar.Format(a))
}

func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/dialogues/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			comment, told := archive.Comment, sections(archive.Files)
			d := &dialogue{hall: newHall(t), whole: bytes.Contains(comment, []byte("Whole reports.")), got: make(map[string][]adjudicator.Letter)}
			said := d.play(slices.DeleteFunc(slices.Clone(told), func(s section) bool { return strings.HasPrefix(s.name, ">") }))
			if *update {
				if err := os.WriteFile(file, []byte(format(comment, said)), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := gocmp.Diff(strings.Split(format(nil, told), "\n"), strings.Split(format(nil, said), "\n")); diff != "" {
				t.Errorf("other letters than told (-told +sent):\n%s", diff)
			}
		})
	}
}

// dialogue is one being played.
type dialogue struct {
	*hall
	game  string
	whole bool                            // tell reports whole
	got   map[string][]adjudicator.Letter // by address, oldest first
}

func (d *dialogue) play(steps []section) (said []section) {
	for _, s := range steps {
		letters, err := d.During(func() error { return d.step(s) })
		if err != nil {
			d.T.Fatalf("%s: %v", s.name, err)
		}
		said = append(said, s)
		for _, l := range letters {
			d.got[l.Address] = append(d.got[l.Address], l)
			said = append(said, section{
				name: fmt.Sprintf("> %s to %s", strings.TrimSpace(l.Issued.Letter+" "+l.Issued.Seat), l.Address),
				text: d.golden(l),
			})
		}
	}
	return said
}

// golden is what is compared of a letter: subject and text. The map in words has goldens of its own.
func (d *dialogue) golden(l adjudicator.Letter) string {
	in, err := message.Read(d.BytesOf(l), message.Limits{})
	if err != nil {
		d.T.Fatal(err)
	}
	text := d.Text(l)
	for _, lang := range office.Languages {
		text, _, _ = strings.Cut(text, strings.ToUpper(d.Office.Phrases.Book(lang, "").Say("letter.report.map.text"))+"\n")
	}
	if l.Issued.Letter == "report" && !d.whole {
		text, _, _ = strings.Cut(text, "\n\n")
	}
	return "Subject: " + in.Subject + "\n\n" + officetest.Masked(strings.TrimRight(text, "\n")) + "\n\n"
}

func (d *dialogue) step(s section) error {
	if d.Office.Settings.Master == "" {
		d.Office.Settings.Master = "master@example.org"
	}
	name, subject, _ := strings.Cut(s.name, ", ")
	words := strings.Fields(name)
	switch words[0] {
	case "game":
		d.game = words[1]
		g, err := announced(words[1:])
		if err == nil {
			d.Announce(g)
		}
		return err
	case "host":
		solo, err := strconv.Atoi(strings.TrimPrefix(words[1], "solo="))
		d.Office.Settings.Solo = solo
		return err
	case "clock":
		by, err := time.ParseDuration(words[1])
		if err == nil {
			d.Wait(by, d.game)
		}
		return err
	case "extend":
		hours, err := strconv.Atoi(words[1])
		if err == nil {
			_, err = d.Office.ExtendGame(d.T.Context(), office.GameRequest{Game: d.game, Hours: hours})
		}
		return err
	case "amend":
		return d.amend(s.text)
	case "outage":
		gone, err := time.ParseDuration(words[1])
		if err != nil {
			return err
		}
		if err := d.Outage(gone); err != nil {
			return err
		}
		d.Tend(d.game)
		return nil
	case "bounces":
		n, err := strconv.Atoi(words[2])
		if err != nil {
			return err
		}
		letters := d.got[words[1]+"@example.org"]
		for _, l := range letters[len(letters)-n:] {
			if err := d.refused(l); err != nil {
				return err
			}
		}
		d.Tend(d.game)
		return nil
	case "raw":
		_, err := d.Take([]byte(strings.ReplaceAll(s.text, "\n", "\r\n")), mail.Envelope{Via: "smtp", Received: d.Now})
		return err
	}
	_, err := d.Take(d.write(words, subject, s.text), mail.Envelope{Via: "smtp", Received: d.Now})
	return err
}

// refused hands in the report of a host that does not know the address of a letter (RFC 3464).
func (d *dialogue) refused(l adjudicator.Letter) error {
	to := d.Office.Post.BounceAddress(d.game, l.Seq)
	d.Mails++
	raw := fmt.Sprintf("Return-Path: <>\r\nFrom: MAILER-DAEMON@example.org\r\nTo: %s\r\nSubject: Undelivered Mail\r\nMessage-ID: <dsn%d@example.org>\r\n"+
		"Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\n"+
		"No such user.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; %s\r\n"+
		"Action: failed\r\nStatus: 5.1.1\r\n--b--\r\n", to, d.Mails, l.Address)
	_, err := d.Take([]byte(raw), mail.Envelope{Via: "smtp", Null: true, To: []string{to}, Received: d.Now})
	return err
}

// amend corrects the position.
func (d *dialogue) amend(set string) error {
	return d.Office.With(d.T.Context(), d.game, func(m *adjudicator.Match) (*adjudicator.Match, error) {
		m, _, err := d.Office.Service.Append(d.T.Context(), m, d.Now.UnixMilli(), func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
			hash, secret, err := events.Conceal("", events.Hash{1}, events.Correction{Set: strings.TrimSpace(set)})
			return "master", events.Amended{SetSealed: hash, Reason: "for the dialogue"}, []events.Secret{secret}, err
		})
		return m, err
	})
}

// write makes the mail of somebody; it answers a letter unless it goes to the public address.
func (d *dialogue) write(words []string, subject, text string) []byte {
	from := words[0]
	plain := string(d.Plain(from, cmp.Or(subject, "orders"), strings.TrimRight(text, "\n")))
	if len(words) > 2 && words[1] == "to" {
		return []byte(plain)
	}
	letters := d.got[from+"@example.org"]
	if len(words) > 2 && words[1] == "answers" {
		letters = slices.DeleteFunc(slices.Clone(letters), func(l adjudicator.Letter) bool { return l.Issued.Letter != words[2] })
	}
	if len(letters) == 0 {
		return []byte(plain)
	}
	in, err := message.Read(d.BytesOf(letters[len(letters)-1]), message.Limits{})
	if err != nil {
		d.T.Fatal(err)
	}
	if in.ReplyTo.Address != "" {
		plain = strings.Replace(plain, "To: orders@fieldpost.local", "To: "+in.ReplyTo.Address, 1)
	}
	plain = strings.Replace(plain, "Subject: orders", "Subject: Re: "+in.Subject, 1)
	return []byte("In-Reply-To: <" + in.MessageID + ">\r\n" + plain)
}

// announced reads "hill rhythm=token at=20:00 zone=Europe/Paris setup=scenario".
func announced(words []string) (office.NewGame, error) {
	g := office.NewGame{ID: words[0], Schedule: events.Schedule{Zone: "UTC"}}
	for _, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		var err error
		switch key {
		case "rulebook":
			g.Rulebook = value
		case "scenario":
			g.Scenario = value
		case "rhythm":
			g.Rhythm = value
		case "language":
			g.Language = value
		case "bot":
			g.Players = append(g.Players, office.SeatedPlayer{Seat: value, Address: "bot"})
		case "at":
			g.Schedule.Clock = value
		case "on":
			g.Schedule.Weekdays = value
		case "zone":
			g.Schedule.Zone = value
		case "period":
			g.Schedule.Period, err = strconv.ParseInt(value, 10, 64)
		case "cooloff":
			g.Schedule.CoolOff, err = strconv.ParseInt(value, 10, 64)
		case "remind":
			g.Schedule.Remind, err = strconv.ParseInt(value, 10, 64)
		case "proof":
			g.Terms.Proof = value
		case "press":
			g.Terms.Press = value
		case "phase":
			g.Terms.Phase = append(g.Terms.Phase, value)
		case "watch":
			g.Watch, err = strconv.ParseInt(value, 10, 64)
		case "bank":
			g.Terms.Bank, err = strconv.ParseInt(value, 10, 64)
		case "missed":
			g.Terms.Missed, err = strconv.ParseInt(value, 10, 64)
		default:
			g.Options = append(g.Options, events.Option{Name: key, Value: value})
		}
		if err != nil {
			return g, err
		}
	}
	return g, nil
}
