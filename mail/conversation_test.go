package mail_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"fieldpost/mail/message"
)

// correspondence is what a player and the office have written to each other, the newest last: what a new mail of his may quote.
type correspondence struct {
	r       *rand.Rand
	table   replies
	tongues []string

	letters, mails []string // whole, with their headers
	standing       []string // his orders, one a unit
}

var conversations = flag.Int("conversations", 250, "how many conversations TestConversations holds")

// mostKnownLetters and mostKnownMails are how many the office looks at for the sake of one mail.
const mostKnownLetters, mostKnownMails = 4, 3

var deeds = []string{"hold", "move B7", "move C6 C7", "watch", "rally", "fire italian_ctv.G2 times 3", "assault E5"}

var anOrder = regexp.MustCompile(`^\s*(\d+ )?G\d: `)

// orderLine is an order for a unit. There are few of them, so that many mails say the same.
func (c *correspondence) orderLine(unit int) string {
	return fmt.Sprintf("G%d: %s", unit+1, deeds[c.r.IntN(len(deeds))])
}

// receipt is a letter that lists what stands, as the office writes it.
func (c *correspondence) receipt() {
	lines := []string{"All understood. You need do nothing more.", "", "No deadline: play goes on as soon as everybody's orders are in.", "", "UNDERSTOOD"}
	for i, o := range c.standing {
		lines = append(lines, fmt.Sprintf("  %d  %s", i+1, o))
	}
	lines = append(lines, "", "WHAT YOU CAN DO NOW", "Until the deadline you may send everything again, reply with one numbered line",
		"to replace it, or write WITHDRAW and the number. CHECK tries your orders with", "practice dice; HELP lists all commands.", "",
		fmt.Sprintf("Your order mail %d in game hill · received 2026-11-23 20:%02d:18 UTC", len(c.mails), len(c.mails)))
	c.letter(lines)
}

// report is a letter with a form whose lines are proposals to keep or to strike out.
func (c *correspondence) report() {
	lines := []string{"Your move: orders of the turn. No deadline: play goes on as soon as", "everybody's orders are in.", "", "WHAT HAPPENED",
		"Republic places objective J1 at C5.", "italian_ctv.G1 deploys at B1 and waits.", "", "YOUR ORDER FORM"}
	form := []string{"# Take # away from the lines that you want. A unit's best line comes first."}
	for i := range c.standing {
		form = append(form, "# "+c.orderLine(i), "#   into cover, wood (2 points); as things stand: gets there 83%")
	}
	c.letter(join(lines, message.Form("ORDERS hill turn 2", form), []string{"", "Dice D1: no roll can be chosen or changed; the host could foresee it."}))
}

func (c *correspondence) letter(lines []string) {
	n := len(c.letters)
	c.letters = append(c.letters, fmt.Sprintf("From: Fieldpost <orders@example.org>\nTo: Ann <ann@example.org>\nSubject: %s\nMessage-ID: <fieldpost.hill.%d@example.org>\n\n%s\n", title, n, strings.Join(lines, "\n")))
}

// quotes returns what a mail program writes above a quotation, and what it quotes: the newest letter, an older one, or the player's own last mail.
// It marks nothing.
func (c *correspondence) quotes() (intro, text []string, named string) {
	program := c.table.Programs[c.r.IntN(len(c.table.Programs))]
	words := c.table.Languages[c.tongues[c.r.IntN(len(c.tongues))]]
	fill := []string{"{title}", title}
	for _, k := range []string{"wrote", "plain"} {
		fill = append(fill, "{"+k+"}", strings.ReplaceAll(words[k], "{when}", words["when"]))
	}
	for _, k := range []string{"from", "sent", "date", "to", "subject", "original", "outlook", "phone"} {
		fill = append(fill, "{"+k+"}", words[k])
	}
	intro = each(program.Intro, strings.NewReplacer(fill...).Replace)
	switch n := c.r.IntN(5); {
	case n == 0:
		return nil, nil, ""
	case n == 1 && len(c.mails) > 0:
		text = bodyOf(c.mails[len(c.mails)-1])
	default:
		i := max(0, len(c.letters)-1-n/4)
		text, named = bodyOf(c.letters[i]), fmt.Sprintf("<fieldpost.hill.%d@example.org>", i)
	}
	return intro, comesBack(program.Back, text), named
}

// write returns a new mail of the player and the orders in it.
func (c *correspondence) write() (raw string, orders []string) {
	var typed []string
	first := c.r.IntN(len(c.standing))
	for i := first; i < min(len(c.standing), first+1+c.r.IntN(3)); i++ {
		orders = append(orders, c.orderLine(i))
	}
	switch c.r.IntN(3) {
	case 0:
		typed = join([]string{"ORDERS hill turn 2"}, orders, []string{"END"})
	case 1:
		for i, o := range orders {
			orders[i] = fmt.Sprintf("%d %s", first+1+i, o)
		}
		typed = slices.Clone(orders)
	default:
		typed = slices.Clone(orders)
	}
	if c.r.IntN(3) == 0 {
		typed = join([]string{[]string{"Hello, here is what I want to do now.", "Sorry, I forgot these:"}[c.r.IntN(2)], ""}, typed)
	}
	intro, text, named := c.quotes()
	lines := join(typed, intro, text)
	if text != nil && c.r.IntN(4) == 0 {
		lines = join(intro, text, []string{""}, typed)
	}
	head := fmt.Sprintf("From: Ann <ann@example.org>\nTo: orders+hill.republic.abc@example.org\nSubject: Re: %s\nMessage-ID: <ann.%d@example.org>\n", title, len(c.mails))
	if named != "" && c.r.IntN(2) == 0 {
		head += "In-Reply-To: " + named + "\n"
	}
	return head + "Content-Type: text/plain; charset=utf-8\n\n" + strings.Join(lines, "\n") + "\n", orders
}

// read tells what the office reads in a mail: its orders, and whether there is something that it asks about.
func (c *correspondence) read(t *testing.T, raw string) (orders []string, asks bool, from string) {
	in, err := message.Read([]byte(strings.ReplaceAll(raw, "\n", "\r\n")), message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var texts []*message.Quotable
	for _, l := range slices.Backward(c.letters[max(0, len(c.letters)-mostKnownLetters):]) {
		texts = append(texts, message.NewQuotable([]byte(strings.ReplaceAll(l, "\n", "\r\n"))))
	}
	for _, m := range slices.Backward(c.mails[max(0, len(c.mails)-mostKnownMails):]) {
		texts = append(texts, message.NewQuotableMail([]byte(strings.ReplaceAll(m, "\n", "\r\n"))))
	}
	in.Recognize(texts...)
	said := message.Find(in)
	for _, b := range said.Blocks {
		for _, l := range b.Lines {
			if !strings.HasPrefix(l.Text, "#") {
				orders = append(orders, l.Text)
			}
		}
	}
	if len(said.Blocks) == 0 {
		for _, l := range said.Loose {
			if anOrder.MatchString(l.Text) {
				orders = append(orders, l.Text)
			}
		}
	}
	var b strings.Builder
	for _, l := range in.Lines {
		if l.Text != "" {
			b.WriteString(l.From.String() + " " + l.Text + "\n")
		}
	}
	return orders, len(said.Doubtful) > 0, b.String()
}

// TestConversations: two people write to each other for a while, in few words that come again and again, and the mail program of one of them
// quotes without marks whatever he answers: letters, and his own mails with what they quoted. Nothing is ever read that he did not type in
// this mail; now and then he is asked.
func TestConversations(t *testing.T) {
	data, err := os.ReadFile("testdata/replies.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(17, 1918))
	mails, wrong, asked := 0, 0, 0
	for range *conversations {
		c := &correspondence{r: r}
		if err := yaml.Unmarshal(data, &c.table); err != nil {
			t.Fatal(err)
		}
		for tongue := range c.table.Languages {
			c.tongues = append(c.tongues, tongue)
		}
		slices.Sort(c.tongues)
		for i := range 4 {
			c.standing = append(c.standing, c.orderLine(i))
		}
		c.report()
		for range 8 {
			raw, want := c.write()
			got, asks, from := c.read(t, raw)
			mails++
			switch {
			case slices.Equal(got, want):
			case asks && !slices.ContainsFunc(got, func(o string) bool { return !slices.Contains(want, o) }):
				asked++
			default:
				if wrong++; wrong <= 6 {
					t.Errorf("read %q\nwant %q\nfrom\n%s", got, want, from)
				}
			}
			c.mails = append(c.mails, raw)
			for _, o := range want {
				o = strings.TrimLeft(o, "0123456789 ")
				c.standing[o[1]-'1'] = o
			}
			c.receipt()
		}
	}
	t.Logf("%d mails, %d asked about, %d read wrongly", mails, asked, wrong)
}
