package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
)

// journeys is how many histories TestJourneys plays.
var journeys = flag.Int("journeys", 15, "how many histories of mails that move about on IMAP servers are played")

// posting is one mail of a journey.
type posting struct {
	seat   table.Seat
	line   string // its order line; "" for a mail that orders nothing
	press  bool   // holds a message for the other side
	asks   bool   // asks a question
	token  bool   // goes to the address of its seat
	forged bool   // somebody else wrote it in the player's name
	sent   time.Time
	raw    []byte
	key    events.Hash
	origin int // index of the mail whose Message-ID it has too, with other words; its own index for none
}

// journey is a history of an installation that reads three accounts of an IMAP server: mails come, are moved, copied, thrown away and put back
// by people, mailboxes are numbered anew and put back from backups, connections break and the program dies between any two steps, and the log
// is away for a while. In some of them the mailboxes fill while nobody looks, and somebody floods them in a player's name.
type journey struct {
	hall    *hall
	chance  *rand.Rand
	host    *mailhost
	names   []string // of accounts
	move    bool     // whether taken mails are moved away
	clock   time.Time
	log     officetest.Layered
	st      *office.Office
	mails   []posting
	forged  int                    // of them
	cursors map[string]mail.Cursor // as on disk
	intakes map[string]*mail.IMAPIntake
	backups map[string]hostBox
	sick    map[string]bool // accounts whose UIDs were given twice: only the nightly look finds all their mails

	ctx  context.Context
	die  context.CancelFunc
	turn sync.Mutex // connections of the host step too, one after the other
	left int        // steps until the mishap; negative: none comes
	what mishap     // it
	dead bool
	away int // so many appends fail

	told []string // what happened, for the report of a failure
}

// mishap is what goes wrong at some step.
type mishap int

const (
	breaks   mishap = iota // the connection
	dies                   // the program
	outage                 // the log takes nothing for a while
	unknown                // the log takes an event and does not say so
	owner                  // somebody changes a mailbox that is being read
	kindsOfM               // how many there are
)

var errDead = errors.New("the program is dead")

// step is taken before and behind everything that the program does to the world.
func (j *journey) step(name string) error {
	j.turn.Lock()
	defer j.turn.Unlock()
	if j.dead {
		return errDead
	}
	if j.left < 0 {
		return nil
	}
	if j.left--; j.left >= 0 {
		return nil
	}
	j.note("%s: %s", [...]string{"the connection breaks", "the program dies", "the log is away", "an answer of the log is lost", "the owner acts"}[j.what], name)
	switch j.what {
	case breaks:
		return errBroken
	case dies:
		j.dead = true
		j.die()
		return errDead
	case outage:
		j.away = 1 + j.chance.IntN(40)
	case owner:
		j.people()
	case unknown:
		j.left = 0 // the next append
		if name == "appended" {
			j.left = -1
			return errBroken
		}
	}
	return nil
}

// fate begins another stretch: after so many steps something goes wrong, if they are not negative. It reports whether the program had died.
func (j *journey) fate(left int, what mishap) (died bool) {
	j.turn.Lock()
	defer j.turn.Unlock()
	died = j.dead
	j.dead, j.left, j.what, j.away = false, left, what, 0
	return died
}

func (j *journey) note(format string, args ...any) {
	j.told = append(j.told, fmt.Sprintf(format, args...))
}

// mortal is the log of a program that can die.
type mortal struct {
	officetest.Layered
	j *journey
}

func (m mortal) Append(ctx context.Context, r events.Record) error {
	if err := m.j.step("append"); err != nil {
		return err
	}
	if m.j.isAway() {
		return errors.New("the log is away")
	}
	if err := m.Layered.Append(ctx, r); err != nil {
		return err
	}
	return m.j.step("appended")
}

// isAway reports whether the log refuses an append, and counts it.
func (j *journey) isAway() bool {
	j.turn.Lock()
	defer j.turn.Unlock()
	j.away--
	return j.away >= 0
}

func (m mortal) Put(ctx context.Context, data []byte) (events.Hash, error) {
	if err := m.j.step("put"); err != nil {
		return events.Hash{}, err
	}
	return m.Layered.Put(ctx, data)
}

// LoadCursor reads what is on disk.
func (c shelfOf) LoadCursor(context.Context, string) (mail.Cursor, error) {
	return c.j.cursors[c.account], nil
}

// shelfOf keeps the cursors of an account.
type shelfOf struct {
	j       *journey
	account string
}

func (c shelfOf) SaveCursor(_ context.Context, _ string, k mail.Cursor) error {
	if err := c.j.step("cursor"); err != nil {
		return err
	}
	c.j.cursors[c.account] = k
	return c.j.step("cursor saved")
}

// newJourney opens the accounts and starts the program.
func newJourney(t testing.TB, h *hall, seed uint64) (*journey, error) {
	j := &journey{
		hall: h, chance: rand.New(rand.NewPCG(seed, 1793)), names: []string{"games", "orders", "club"}, clock: h.Now, left: -1,
		cursors: map[string]mail.Cursor{}, backups: map[string]hostBox{}, sick: map[string]bool{},
	}
	j.names = j.names[:1+j.chance.IntN(3)]
	j.move = j.chance.IntN(2) == 0
	j.host = newMailhost(t, j.chance.IntN(2) == 0, j.names...)
	j.host.step = j.step
	var err error
	if j.log, err = h.Copied(); err != nil {
		return nil, err
	}
	j.start()
	return j, nil
}

// start is the program's start, at first and after its death.
func (j *journey) start() {
	j.fate(-1, 0)
	if j.die != nil {
		j.die()
	}
	j.ctx, j.die = context.WithCancel(context.Background())
	j.st = j.hall.OfficeOn(mortal{j.log, j}, &j.clock)
	j.st.Witnesses = []mail.Witness{doubting{}}
	j.intakes = map[string]*mail.IMAPIntake{}
	for _, a := range j.names {
		config := mail.IMAPConfig{Server: j.host.login(a), Log: j.st.Log, Batch: 1 + j.chance.IntN(5)}
		if j.move {
			config.Move = hostDone
		}
		j.intakes[a] = mail.NewIMAPIntake(config, shelfOf{j, a + " inbox"})
	}
}

// forgersHost is where the mails come from that no player wrote.
const forgersHost = "@evil.example>"

// doubting is a witness that vouches for every mail but the forger's.
type doubting struct{}

// Testify looks where the mail comes from.
func (doubting) Testify(_ context.Context, m mail.Mail, _ mail.Claim, e *mail.Evidence) error {
	e.Domain, e.Dated = mail.Pass, true
	if strings.Contains(string(m.Raw), forgersHost) {
		e.Domain, e.Dated = mail.Fail, false
	}
	return nil
}

// mostWritten is how many mails the players of a journey write. Of a seat they are fewer than are answered one by one within an hour.
const mostWritten = 28

// write lets a player write a mail, unless it would be one that he wrote already.
func (j *journey) write() {
	p := j.newMail()
	if !slices.ContainsFunc(j.mails, func(q posting) bool { return q.key == p.key || q.seat == p.seat && q.sent.Equal(p.sent) }) {
		j.mails = append(j.mails, p)
		j.arrive(p)
	}
}

// backlog lets mails come for some hours while the program does not look, and among them more forged ones than a seat may send in an hour.
func (j *journey) backlog() {
	flood := j.chance.IntN(60)
	j.note("%d forged mails begin to come", flood)
	for flood > 0 || len(j.mails)-j.forged < mostWritten && j.chance.IntN(8) > 0 {
		j.clock = j.clock.Add(time.Duration(j.chance.IntN(8)) * time.Minute)
		if len(j.mails)-j.forged < mostWritten && j.chance.IntN(3) == 0 {
			j.write()
		}
		for range min(flood, 1+j.chance.IntN(12)) {
			flood--
			j.forge()
		}
	}
}

// forge lets orders come that a player did not write.
func (j *journey) forge() {
	p := posting{seat: "republic", line: "G2: up", forged: true, sent: j.clock, origin: len(j.mails)}
	p.raw = fmt.Appendf(nil, "From: %s@example.org\r\nTo: orders@fieldpost.local\r\nSubject: [hill] mail\r\nMessage-ID: <%d%s\r\nDate: %s\r\n\r\nORDERS hill turn 1\r\n%s\r\nEND\r\n",
		officetest.Player(p.seat), p.origin, forgersHost, p.sent.Format(time.RFC1123Z), p.line)
	in, _ := message.Read(p.raw, message.Limits{})
	p.key = in.Key
	j.mails = append(j.mails, p)
	j.forged++
	j.arrive(p)
}

// newMail writes a mail; now and then one that bears the Message-ID of another.
func (j *journey) newMail() posting {
	n := len(j.mails)
	p := posting{seat: "republic", sent: j.clock.Add(time.Duration(n) * time.Second), origin: n, token: j.chance.IntN(2) == 0}
	if j.chance.IntN(3) == 0 {
		p.seat = "italian_ctv"
	}
	if n > 0 && j.chance.IntN(6) == 0 {
		if other := j.chance.IntN(n); !j.mails[other].forged {
			p.origin, p.seat = other, j.mails[other].seat
		}
	}
	if j.chance.IntN(3) == 0 { // written long ago, and on its way since
		p.sent = p.sent.Add(-time.Duration(j.chance.IntN(300)) * time.Minute)
	}
	p.press, p.asks = j.chance.IntN(3) == 0, j.chance.IntN(3) == 0
	if !p.press && !p.asks || j.chance.IntN(2) == 0 {
		p.line = fmt.Sprintf("G%d: %s", 1+n%3, []string{"hold", "watch", "up"}[j.chance.IntN(3)])
	}
	var text strings.Builder
	if p.press {
		fmt.Fprintf(&text, "PRESS\nMessage %d.\nEND\n", n)
	}
	if p.line != "" {
		fmt.Fprintf(&text, "ORDERS hill turn 1\n%s\nEND\n", p.line)
	}
	if p.asks {
		text.WriteString("STATUS hill\n")
	}
	fmt.Fprintf(&text, "\nMail %d\n", n)
	to := "orders@fieldpost.local"
	if p.token {
		to = j.st.Post.Address("hill", string(p.seat), 1)
	}
	p.raw = fmt.Appendf(nil, "From: %[1]s@example.org\r\nTo: %[5]s\r\nSubject: [hill] mail\r\nMessage-ID: <%[2]d.%[1]s@example.org>\r\nDate: %[3]s\r\n\r\n%[4]s",
		officetest.Player(p.seat), p.origin, p.sent.Format(time.RFC1123Z), strings.ReplaceAll(text.String(), "\n", "\r\n"), to)
	in, _ := message.Read(p.raw, message.Limits{})
	p.key = in.Key
	return p
}

// arrive lets a mail come into some mailboxes: usually one, sometimes several or twice, each time by another way.
func (j *journey) arrive(p posting) {
	for range 1 + max(0, j.chance.IntN(4)-1) {
		account, box := j.names[j.chance.IntN(len(j.names))], hostInbox
		if j.chance.IntN(5) == 0 {
			box = hostJunk
		}
		raw := append(fmt.Appendf(nil, "Received: from mx%d.example.org; %s\r\n", j.chance.IntN(1000), j.clock.Format(time.RFC1123Z)), p.raw...)
		j.note("mail %d comes to %s %s", len(j.mails)-1, account, box)
		j.host.do(account, box, func(b *hostBox) { b.add(hostMail{raw: raw, at: j.clock}) })
	}
}

// people is what the owner of an account, or its host, may do at any time.
func (j *journey) people() {
	account := j.names[j.chance.IntN(len(j.names))]
	boxes := []string{hostInbox, hostInbox, hostInbox, hostJunk, hostAside, hostDone}
	from, to := boxes[j.chance.IntN(len(boxes))], boxes[j.chance.IntN(len(boxes)-1)] // only the program puts mails into Done
	var moved *hostMail
	switch act := j.chance.IntN(14); {
	case act < 6: // moves or copies a mail
		j.host.do(account, from, func(b *hostBox) {
			if len(b.mails) == 0 || from == to && act < 5 {
				return
			}
			i := j.chance.IntN(len(b.mails))
			m := b.mails[i]
			if act < 5 {
				b.take(i)
			}
			moved = &m
		})
		if moved != nil {
			j.note("%s: a mail goes from %s to %s (%d)", account, from, to, act)
			j.host.do(account, to, func(b *hostBox) { b.add(*moved) })
		}
	case act == 6: // throws one away
		j.host.do(account, from, func(b *hostBox) {
			if len(b.mails) > 0 {
				j.note("%s: a mail is thrown away from %s", account, from)
				b.take(j.chance.IntN(len(b.mails)))
			}
		})
	case act < 10: // numbers a mailbox anew
		first := []uint32{1, 1, 2, 40, 1 << 20}[j.chance.IntN(5)]
		j.note("%s: %s is numbered anew from %d", account, from, first)
		j.host.renumbered(account, from, first)
	case act == 10: // makes a backup of the mailbox
		j.host.do(account, hostInbox, func(b *hostBox) {
			j.note("%s: a backup", account)
			j.backups[account] = hostBox{b.validity, b.next, slices.Clone(b.mails)}
		})
	case act == 11: // puts it back: UIDs that were given since will be given again
		if old, ok := j.backups[account]; ok {
			j.note("%s: the backup is put back", account)
			j.sick[account] = true
			j.host.do(account, hostInbox, func(b *hostBox) { *b = hostBox{old.validity, old.next, slices.Clone(old.mails)} })
		}
	case act == 12: // forgets to send some mails that a client fetches
		j.host.mutex.Lock()
		j.note("the server forgets to send mails")
		j.host.skips = 1 + j.chance.IntN(2)
		j.host.mutex.Unlock()
	case act == 13: // loses the hints of the program
		j.note("the cursors of %s are lost", account)
		delete(j.cursors, account+" inbox")
	}
}

// look lets the program look into an account, as it does by itself: at what is new, at all of the last month, or at what was taken for spam.
func (j *journey) look(account string, how int) error {
	var err error
	switch how {
	case 0:
		_, err = j.intakes[account].Rescan(j.ctx, j.clock.Add(-host.RescanBack), j.st.Receive)
	case 1:
		s := &host.Server{Installation: &host.Installation{Office: j.st}}
		err = s.LookIntoJunk(j.ctx, j.host.login(account), "", shelfOf{j, account + " junk"})
	default:
		_, err = j.intakes[account].Sweep(j.ctx, j.st.Receive)
	}
	if j.fate(-1, 0) {
		j.start()
	}
	return err
}

// go plays the history and holds what came of it against the model.
func (j *journey) run() error {
	defer j.host.close()
	defer func() { j.die() }()
	crowded := j.chance.IntN(2) == 0
	for range 12 + j.chance.IntN(25) {
		j.clock = j.clock.Add(time.Duration(1+j.chance.IntN(12)) * time.Minute)
		switch act := j.chance.IntN(10); {
		case act < 3 && len(j.mails)-j.forged < mostWritten/2:
			j.write()
		case act == 3 && crowded:
			j.backlog()
		case act < 6:
			j.people()
		default:
			if j.chance.IntN(3) > 0 {
				j.fate(j.chance.IntN(60), mishap(j.chance.IntN(int(kindsOfM))))
			}
			account, how := j.names[j.chance.IntN(len(j.names))], j.chance.IntN(6)
			err := j.look(account, how)
			j.note("looked into %s (%d): %v", account, how, err)
			if err := j.kept(); err != nil {
				return err
			}
		}
	}
	j.host.mutex.Lock()
	j.host.skips = 0
	j.host.mutex.Unlock()
	if j.chance.IntN(2) == 0 {
		j.start()
	}
	for _, a := range j.names {
		hows := []int{2, 1}
		if j.sick[a] {
			hows = []int{2, 1, 0}
		}
		for _, how := range hows {
			if err := j.look(a, how); err != nil {
				return fmt.Errorf("the last look into %s: %w", a, err)
			}
		}
	}
	for _, game := range []string{"hill", office.OwnLog} { // letters that are owed since a death
		if err := j.st.With(j.ctx, game, func(m *adjudicator.Match) (*adjudicator.Match, error) { return j.st.Tend(j.ctx, m) }); err != nil {
			return err
		}
	}
	return j.compare()
}

// TestJourneys (B1): whatever becomes of mailboxes, connections, program and log, every mail that lies in a mailbox has had its effect once the
// program has looked there, no mail has it twice, and none that the program has put away is without it. The newest orders of each seat count,
// and no forged ones.
func TestJourneys(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	n := int64(officetest.Shorter(*journeys, 6))
	var mails, forged, mishaps atomic.Int64
	began := time.Now()
	officetest.Many(t, n, func(seed uint64) error {
		j, err := newJourney(t, h, seed)
		if err != nil {
			return err
		}
		err = j.run()
		mails.Add(int64(len(j.mails) - j.forged))
		forged.Add(int64(j.forged))
		mishaps.Add(int64(len(j.told)))
		if err != nil {
			return fmt.Errorf("%w\n  %s", err, strings.Join(j.told, "\n  "))
		}
		return nil
	})
	t.Logf("%d histories of %d mails and %d forged ones, %d happenings, in %v", n, mails.Load(), forged.Load(), mishaps.Load(), time.Since(began).Round(time.Second))
}
