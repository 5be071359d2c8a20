package office_test

import (
	"bytes"
	"cmp"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"fieldpost/adjudicator"
	"fieldpost/mail"
	"fieldpost/mail/message"
)

// robot is a mailbox that answers by itself: one entry of testdata/loops.yaml, which tells what its fields mean.
type robot struct {
	Name, Who, From, To, Subject, ID, Text, Quotes, Begins string
	Headers, Strips                                        []string
	NoPath, Loose, Twin                                    bool
	Delay                                                  int
	Most                                                   *int
}

// mostRounds is when a loop counts as endless.
const mostRounds = 60

// TestLoops (B6): whatever answers our letters by itself gets at most one answer, and it ends.
func TestLoops(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("testdata", "loops.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var robots []robot
	if err := yaml.UnmarshalWithOptions(data, &robots, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	if len(robots) < 60 {
		t.Errorf("%d scenarios", len(robots))
	}
	base := newHall(t)
	base.Playing(officetest.Palace("hill"))
	names := map[string]bool{}
	for _, r := range robots {
		if names[r.Name] {
			t.Errorf("%s: twice", r.Name)
		}
		names[r.Name] = true
		most := 1
		if r.Most != nil {
			most = *r.Most
		}
		h := base.branch()
		rounds, answers := 0, 0
		if r.Twin {
			rounds, answers = r.faces(h)
		} else {
			rounds, answers = r.meets(h)
		}
		if answers > most {
			t.Errorf("%s: %d answers in %d rounds", r.Name, answers, rounds)
		}
		if rounds >= mostRounds {
			t.Errorf("%s: it does not end", r.Name)
		}
	}
	t.Logf("%d scenarios", len(robots))
}

// branch is a hall on a copy of another's log.
func (h *hall) branch() *hall {
	h.T.Helper()
	store, err := h.Copied()
	if err != nil {
		h.T.Fatal(err)
	}
	b := &hall{&officetest.Hall{T: h.T, Now: h.Now, Keys: h.Keys, Store: store, Log: new(bytes.Buffer)}}
	b.Office = h.OfficeOn(store, &b.Now)
	return b
}

// address is whose mailbox it is.
func (r robot) address() string {
	if r.From != "" {
		return r.From
	}
	return map[string]string{"": "ann@example.org", "stranger": "stranger@example.org", "host": "MAILER-DAEMON@example.org"}[r.Who]
}

// meets lets a robot answer a report, and all that follows from that, until it gets nothing more. It gives how often it wrote and how many
// letters it got for that.
func (r robot) meets(h *hall) (rounds, answers int) {
	var waiting []adjudicator.Letter
	if r.Begins == "" {
		for _, l := range h.AllIssued() {
			if l.Address == "ann@example.org" && l.Issued.Letter == "report" {
				waiting = append(waiting, l)
			}
		}
	} else {
		first := r
		first.Text, first.Quotes, first.Loose = r.Begins, "", true
		waiting = r.get(h, first.write(h, 0, nil))
		if r.Most != nil && *r.Most == 0 {
			answers = len(waiting)
		}
	}
	for len(waiting) > 0 && rounds < mostRounds {
		rounds++
		letter := waiting[0]
		h.Now = h.Now.Add(time.Duration(cmp.Or(r.Delay, 1)) * time.Second)
		got := r.get(h, r.write(h, rounds, h.BytesOf(letter)))
		answers += len(got)
		waiting = append(waiting[1:], got...)
	}
	return rounds, answers
}

// get hands a mail in and gives what its sender gets for it.
func (r robot) get(h *hall, raw []byte) []adjudicator.Letter {
	env := mail.Envelope{Via: "smtp", Received: h.Now, Null: r.NoPath}
	if !r.NoPath {
		env.From = r.address()
	}
	in, _ := message.Read(raw, message.Limits{})
	env.To = in.Recipients
	letters, err := h.Take(raw, env)
	if err != nil {
		h.T.Errorf("%s: not taken: %v", r.Name, err)
	}
	return letters // to whomever: a robot of two addresses would be no better
}

// write makes the robot's answer to a letter of ours.
func (r robot) write(h *hall, n int, letter []byte) []byte {
	in, _ := message.Read(letter, message.Limits{})
	replace := strings.NewReplacer("{n}", strconv.Itoa(4711+n), "{subject}", in.Subject)
	to := in.ReplyTo.Address
	switch {
	case r.To == "bounce":
		for _, l := range h.AllIssued() {
			if l.Issued.MessageID == in.MessageID {
				to = h.Office.Post.BounceAddress("hill", l.Seq)
			}
		}
	case r.To == "orders" || to == "":
		to = h.Office.Post.Orders
	}
	head := slices.Clone(r.Headers)
	id := map[string]string{"": fmt.Sprintf("%d.robot@example.org", n), "same": "robot@example.org", "ours": in.MessageID}[r.ID]
	if id != "" && (r.Quotes != "whole" || r.ID != "ours") {
		head = append(head, "Message-ID: <"+id+">")
	}
	if !r.Loose && in.MessageID != "" {
		head = append(head, "In-Reply-To: <"+in.MessageID+">", "References: <"+in.MessageID+">")
	}
	if r.Quotes == "whole" && letter != nil {
		return r.sentOn(letter, to, id)
	}
	head = append(head, "From: Ann <"+r.address()+">", "To: "+to, "Date: "+h.Now.Format(time.RFC1123Z), "Subject: "+replace.Replace(cmp.Or(r.Subject, "Re: {subject}")))
	text := replace.Replace(r.Text)
	switch below := h.lines(letter); r.Quotes {
	case "marked":
		text += "\n\nOn Monday, Fieldpost wrote:\n> " + strings.ReplaceAll(below, "\n", "\n> ")
	case "plain":
		text += "\n\n" + below
	case "attached":
		head = append(head, "MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b")
		text = "--b\n\n" + text + "\n--b\nContent-Type: message/rfc822\n\n" + strings.ReplaceAll(string(letter), "\r", "") + "\n--b--"
	}
	return []byte(strings.ReplaceAll(strings.Join(head, "\n")+"\n\n"+text+"\n", "\n", "\r\n"))
}

// lines is the text of a letter.
func (h *hall) lines(letter []byte) string {
	in, _ := message.Read(letter, message.Limits{})
	var b strings.Builder
	for _, l := range in.Lines {
		if l.Part == 0 {
			b.WriteString(l.Text + "\n")
		}
	}
	return b.String()
}

// sentOn is the letter itself, as a forwarder or a list sends it on: from the mailbox's address, without the header fields that it strips.
func (r robot) sentOn(letter []byte, to, id string) []byte {
	head, body, _ := bytes.Cut(letter, []byte("\r\n\r\n"))
	drop := append([]string{"To", "From", "Reply-To"}, r.Strips...)
	if r.ID != "ours" {
		drop = append(drop, "Message-ID")
	}
	out := slices.Clone(r.Headers)
	if r.ID != "ours" {
		out = append(out, "Message-ID: <"+id+">")
	}
	out = append(out, "From: Ann <"+r.address()+">", "To: "+to)
	keep := true
	for line := range strings.SplitSeq(string(head), "\r\n") {
		if !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t") {
			name, _, _ := strings.Cut(line, ":")
			keep = !slices.ContainsFunc(drop, func(d string) bool { return strings.EqualFold(d, name) })
		}
		if keep {
			out = append(out, line)
		}
	}
	return append([]byte(strings.Join(out, "\r\n")+"\r\n\r\n"), body...)
}

// faces lets two installations play with each other: the address of each is a player's at the other. It gives how many letters passed between
// them after the first report, and how many of those answered one.
func (r robot) faces(one *hall) (rounds, answers int) {
	two := one.branch()
	two.Office = two.Office.At("orders@other.example")
	seatRobot := func(h *hall, address string) {
		g := officetest.Palace("twin")
		g.Players = []office.SeatedPlayer{{Seat: "republic", Name: "Robot", Address: address}, {Seat: "italian_ctv", Name: "Bo", Address: "bo@example.org"}}
		h.Announce(g)
	}
	seatRobot(one, two.Office.Post.Orders)
	seatRobot(two, one.Office.Post.Orders)
	type parcel struct {
		to  *hall
		raw []byte
	}
	var way []parcel
	post := func(from, to *hall, letters []adjudicator.Letter) (n int) {
		for _, l := range letters {
			if l.Address == to.Office.Post.Orders {
				raw := robot{Quotes: "whole", From: from.Office.Post.Orders, Strips: r.Strips}.sentOn(from.BytesOf(l), to.Office.Post.Orders, fmt.Sprintf("%d.%s", l.Seq, from.Office.Domain()))
				if len(r.Strips) == 0 {
					raw = from.BytesOf(l)
				}
				way = append(way, parcel{to, raw})
				n++
			}
		}
		return n
	}
	post(one, two, one.AllIssued())
	post(two, one, two.AllIssued())
	for len(way) > 0 && rounds < mostRounds {
		rounds++
		p := way[0]
		way = way[1:]
		from := one
		if p.to == one {
			from = two
		}
		p.to.Now = p.to.Now.Add(time.Second)
		letters, err := p.to.Take(p.raw, mail.Envelope{Via: "smtp", Received: p.to.Now, From: "bounce@" + from.Office.Domain()})
		if err != nil {
			one.T.Error(err)
		}
		answers = max(answers, post(p.to, from, letters))
	}
	return rounds, answers
}
