package office_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/orders"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/mail"
	"fieldpost/mail/message"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// witness is what a test says of where mails come from.
type witness func(m mail.Mail, e *mail.Evidence)

// Testify says it.
func (w witness) Testify(_ context.Context, m mail.Mail, _ mail.Claim, e *mail.Evidence) error {
	w(m, e)
	return nil
}

// Every combination of game, address, domain and token ends as the table of policies says: taken, kept until the player's word, or refused.
func TestProofOfOrders(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"casual", "standard", "strict"} {
		for _, from := range []string{"ann", "mallory"} {
			for _, domain := range []mail.Verdict{mail.Pass, mail.Fail, mail.Unchecked} {
				for _, token := range []bool{true, false} {
					name := fmt.Sprintf("%s, %s, domain %s, token %v", policy, from, domain, token)
					h := newHall(t)
					g := officetest.Palace("hill")
					g.Schedule.CoolOff = 1 << 30
					g.Terms.Proof = policy
					h.Playing(g)
					h.Office.Witnesses = []mail.Witness{witness(func(_ mail.Mail, e *mail.Evidence) { e.Domain = domain })}
					raw := string(h.Plain(from, "orders", "ORDERS hill turn 1\nG1: hold\nEND"))
					if token {
						raw = strings.Replace(raw, "To: orders@fieldpost.local", "To: "+h.Office.Post.Address("hill", "republic", 1), 1)
					}
					got := officetest.Kinds(h.Raw([]byte(raw)))
					registered := from == "ann"
					proven := registered && domain == mail.Pass
					taken := policy == "casual" && (proven || token) || policy == "standard" && proven && token
					want := "confirm republic"
					switch {
					case taken:
						want = "receipt republic"
					case !registered && !token:
						want = "refusal"
					}
					if got != want {
						t.Errorf("%s: %q, want %q", name, got, want)
					}
					if filed := h.filed("hill", "republic"); strings.Contains(filed, "hold") != taken {
						t.Errorf("%s: filed %q", name, filed)
					}
				}
			}
		}
	}
}

// The proof of an order is in the log before the order, with the DNS record that it rests on in the store.
func TestProofIsKept(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	h.Office.Witnesses = []mail.Witness{witness(func(m mail.Mail, e *mail.Evidence) {
		e.Domain, e.Dated = mail.Pass, true
		e.Records = []mail.KeyRecord{{Name: "k1._domainkey.example.org", Text: "v=DKIM1; k=ed25519; p=AAAA", Seen: h.Now}}
	})}
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: hold\nEND")
	h.Look("hill", func(m *adjudicator.Match) {
		last, _ := m.LastOrderMail("republic")
		i := slices.IndexFunc(m.Proofs, func(p adjudicator.Proof) bool { return p.Domain == "pass" && p.Dated && p.Token == "unchecked" })
		if i < 0 || m.Proofs[i].Seq > last.Seq {
			t.Fatalf("no proof before event %d: %+v", last.Seq, m.Proofs)
		}
		data, err := h.Store.Get(t.Context(), m.Proofs[i].Records)
		if err != nil || !strings.Contains(string(data), "k1._domainkey.example.org. TXT \"v=DKIM1; k=ed25519; p=AAAA\"") || !strings.Contains(string(data), "2026-11-23T12:00:00Z") {
			t.Errorf("the record: %q %v", data, err)
		}
	})
}

// A DNS that does not answer makes the mail come again; after half an hour it is dealt with as it is.
func TestProofWaitsForTheDNS(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Terms.Proof = "standard"
	h.Playing(g)
	h.Office.Witnesses = []mail.Witness{silent{}}
	raw := h.Plain("ann", "orders", "ORDERS hill turn 1\nG1: hold\nEND")
	env := mail.Envelope{Via: "smtp", Received: h.Now}
	if _, err := h.Take(raw, env); err == nil {
		t.Error("a mail was taken while its sender could not be looked into")
	}
	h.Now = h.Now.Add(31 * time.Minute)
	letters, err := h.Take(raw, env)
	if err != nil || officetest.Kinds(letters) != "confirm republic" {
		t.Errorf("%s, %v", officetest.Kinds(letters), err)
	}
}

type silent struct{}

// Testify fails.
func (silent) Testify(context.Context, mail.Mail, mail.Claim, *mail.Evidence) error {
	return context.DeadlineExceeded
}

// A signed game: the first key is taken, orders count if they are signed with it and name game, turn and seat; another key needs a word.
func TestStrictGame(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Now = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	g := officetest.Palace("michael-7")
	g.Terms.Proof = "strict"
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	h.Office.Witnesses = []mail.Witness{officetest.Village{}, mail.OpenPGP{}}
	h.Now = time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC)
	send := func(text string) string {
		raw := string(h.Plain("ann", "orders", text))
		return officetest.Kinds(h.Raw([]byte(strings.Replace(raw, "To: orders@fieldpost.local", "To: "+h.Office.Post.Address("michael-7", "republic", 1), 1))))
	}
	file := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", "..", "mail", "testdata", "openpgp", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	signed := file("camille-clear.eml")
	signed = strings.ReplaceAll(signed[strings.Index(signed, "-----BEGIN"):], "\r", "")
	if got := send("ORDERS michael-7 turn 1 republic\nG1: hold\nEND"); got != "confirm republic" {
		t.Errorf("unsigned orders: %q", got)
	}
	if got := send(file("camille.asc")); got != "key republic" {
		t.Errorf("the first key: %q", got)
	}
	if got := send(signed); got != "refusal republic" { // it names turn 3 and the south
		t.Errorf("orders for another turn and seat: %q", got)
	}
	if got := send(file("rosa.asc")); got != "confirm republic" {
		t.Errorf("another key: %q", got)
	}
	h.Look("michael-7", func(m *adjudicator.Match) {
		if p := m.Player("republic"); len(p.Fingerprint) != 40 {
			t.Errorf("fingerprint %q", p.Fingerprint)
		}
	})
}

// A mail signed by GnuPG for turn 3 of michael-7 and the south: it is taken there and then, and what stands around the signed text is not.
func TestSignedOrders(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Now = time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)
	h.Announce(office.NewGame{ID: "michael-7", Scenario: "bench", Schedule: events.Schedule{Zone: "UTC", Period: 1440}, Terms: office.MailTerms{Proof: "strict"}})
	h.Mail("ann", "join", "JOIN michael-7 south as Ann")
	h.Mail("bo", "join", "JOIN michael-7 north as Bo")
	h.Office.Witnesses = []mail.Witness{officetest.Village{}, mail.OpenPGP{}}
	key, err := os.ReadFile(filepath.Join("..", "..", "mail", "testdata", "openpgp", "camille.asc"))
	if err != nil {
		t.Fatal(err)
	}
	turn := func() (n int) {
		h.Look("michael-7", func(m *adjudicator.Match) { n = m.Now.Turn() })
		return n
	}
	send := func(text string) []adjudicator.Letter {
		raw := string(h.Plain("ann", "orders", text))
		return h.Raw([]byte(strings.Replace(raw, "To: orders@fieldpost.local", "To: "+h.Office.Post.Address("michael-7", "south", int64(turn())), 1)))
	}
	if got := officetest.Kinds(send(string(key))); got != "key south" {
		t.Fatalf("the key: %q", got)
	}
	for i := 0; turn() < 3 && i < 9; i++ {
		h.Wait(8*time.Hour, "michael-7")
	}
	h.Now = time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC)
	h.Tend("michael-7")
	if turn() != 3 {
		t.Fatalf("turn %d: the rhythm of this rulebook has changed", turn())
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "mail", "testdata", "openpgp", "camille-clear.eml"))
	if err != nil {
		t.Fatal(err)
	}
	signed := strings.ReplaceAll(string(data[strings.Index(string(data), "-----BEGIN"):]), "\r", "")
	letters := send("ORDERS michael-7 turn 3 south\nG1: hold\nEND\n" + signed)
	if got := officetest.Kinds(letters); got != "receipt south" {
		t.Fatalf("signed orders: %q\n%s", got, h.Log)
	}
	text := h.Text(letters[0])
	if strings.Contains(text, "G1: hold") || !strings.Contains(text, "move 18 Div: 2114-2115") {
		t.Errorf("other lines than the signed ones:\n%s", text)
	}
	h.Look("michael-7", func(m *adjudicator.Match) {
		if p := m.Proofs[len(m.Proofs)-1]; p.Signature != "pass" {
			t.Errorf("the proof: %+v", p)
		}
	})
}

// TestRates: of a player who writes more than thirty mails an hour every order counts, the newest stands, and the receipts of the last are one;
// what others would notice is not done any more, and he is told once which of his mails count.
func TestRates(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	for i := range office.MostOfSeat {
		if got := officetest.Kinds(h.Mail("ann", "orders", fmt.Sprintf("ORDERS hill turn 1\nG1: hold\nEND\n%d", i))); got != "receipt republic" {
			t.Fatalf("mail %d: %q", i, got)
		}
	}
	for i, order := range []string{"G2: hold", "G3: hold", "G2: watch"} {
		if got := officetest.Kinds(h.Mail("ann", "orders", "ORDERS hill turn 1\n"+order+"\nEND\n")); got != "" {
			t.Errorf("mail %d too many: %q", i+1, got)
		}
	}
	h.Look("hill", func(m *adjudicator.Match) {
		if draft := m.Desk("republic").Draft(); len(draft) != 1 || draft[0].Text != "G2: watch" {
			t.Errorf("the newest orders do not stand: %v", draft)
		}
	})
	if got := officetest.Kinds(h.Mail("bo", "orders", "ORDERS hill turn 1\nG2: hold\nEND\n")); got != "receipt italian_ctv" {
		t.Errorf("the other player: %q", got)
	}
	letters := h.Wait(11*time.Minute, "hill")
	if officetest.Kinds(letters) != "receipt republic" {
		t.Fatalf("ten minutes later: %q", officetest.Kinds(letters))
	}
	if text := h.Text(letters[0]); !strings.Contains(text, "G2: watch") || !strings.Contains(text, "also answers the 2 mails") {
		t.Errorf("the one receipt:\n%s", text)
	}
	for i, want := range []string{"refusal republic", "", ""} {
		letters := h.Mail("ann", "press", "PRESS\nHello\nEND\n")
		if got := officetest.Kinds(letters); got != want {
			t.Errorf("message %d too many: %q, want %q", i+1, got, want)
		} else if got != "" && !strings.Contains(h.Text(letters[0]), "arrived by 2026-11-23 12:00:00") {
			t.Errorf("which mails count:\n%s", h.Text(letters[0]))
		}
	}
	h.Now = h.Now.Add(61 * time.Minute)
	if got := officetest.Kinds(h.Mail("ann", "orders", "ORDERS hill turn 1\nG2: hold\nEND\n")); got != "receipt republic" {
		t.Errorf("an hour later: %q", got)
	}
}

// TestABacklogIsNoFlood: what lay in the mailbox while the server was away counts by when it came there.
func TestABacklogIsNoFlood(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	h.Office.Settings.Rates.Seat = 3
	came := h.Now
	h.Now = h.Now.Add(20 * time.Hour)
	for i := range 9 {
		raw := bytes.Replace(h.Plain("ann", "press", fmt.Sprintf("PRESS\nmessage %d\nEND", i)), []byte(h.Now.Format(time.RFC1123Z)), []byte(came.Format(time.RFC1123Z)), 1)
		letters, err := h.Take(raw, mail.Envelope{Via: "imap", Received: came.Add(time.Duration(i) * 2 * time.Hour)})
		if got := officetest.Kinds(letters); err != nil || strings.Contains(got, "refusal") || !strings.Contains(got, "press") {
			t.Errorf("mail %d of the backlog: %q %v", i, got, err)
		}
	}
}

// TestForgersDoNotLockAPlayerOut: whatever comes in a player's name unproven, his own mails are followed, his questions answered, and his own
// unproven mail is asked about.
func TestForgersDoNotLockAPlayerOut(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Wire = func(st *office.Office) { st.Settings.Proof = string(mail.Standard) }
	h.Again()
	g := officetest.Palace("hill")
	g.Schedule.CoolOff = 1 << 30
	h.Playing(g)
	var address string
	for _, l := range h.AllIssued() {
		if l.Issued.Letter == "report" && l.Address == "ann@example.org" {
			in, _ := message.Read(h.BytesOf(l), message.Limits{})
			address = in.ReplyTo.Address
		}
	}
	forger := &verdicts{}
	h.Office.Witnesses = []mail.Witness{forger}
	asked := 0
	for i := range 40 {
		asked += len(h.Mail("ann", "orders", fmt.Sprintf("ORDERS hill turn 1\nG1: hold\nEND\n%d", i)))
		asked += len(h.Mail("ann", "question", fmt.Sprintf("STATUS\nhill %d", i)))
	}
	if asked > 17 {
		t.Errorf("%d letters to somebody who wrote nothing", asked)
	}
	to := func(raw []byte) []byte {
		return bytes.Replace(raw, []byte("To: orders@fieldpost.local"), []byte("To: "+address), 1)
	}
	if got := officetest.Kinds(h.Raw(to(h.Plain("ann", "orders", "ORDERS hill turn 1\nG2: hold\nEND")))); got != "confirm republic" {
		t.Errorf("her own mail from a host that nobody vouches for: %q", got)
	}
	forger.domain = mail.Pass
	if got := officetest.Kinds(h.Mail("ann", "orders", "ORDERS hill turn 1\nG3: hold\nEND")); got != "confirm republic" {
		t.Errorf("her own mail without the token: %q", got)
	}
	if got := officetest.Kinds(h.Raw(to(h.Plain("ann", "orders", "ORDERS hill turn 1\nG2: watch\nEND")))); got != "receipt republic" {
		t.Errorf("her proven orders: %q", got)
	}
	if got := officetest.Kinds(h.Mail("ann", "question", "STATUS hill")); got != "status republic" {
		t.Errorf("her question: %q", got)
	}
}

// verdicts is a witness who says what a test wants.
type verdicts struct{ domain mail.Verdict }

// Testify says it.
func (w *verdicts) Testify(_ context.Context, _ mail.Mail, _ mail.Claim, e *mail.Evidence) error {
	e.Domain, e.Dated = w.domain, w.domain == mail.Pass
	return nil
}

// A stranger gets at most five letters a day, whatever he writes: anybody could have written in his name.
func TestStrangersAreAnsweredSeldom(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Playing(officetest.Palace("hill"))
	n := 0
	for i := range 60 {
		n += len(h.Mail("stranger", "hello", "ORDERS hill turn 1\nG1: hold\nEND\n"+strings.Repeat("again ", i)))
	}
	if n != office.MostUnproven {
		t.Errorf("%d letters to a stranger", n)
	}
}

// spoken are the words of all languages.
func spoken(t testing.TB) *orders.Speech {
	t.Helper()
	phrases, err := office.LoadPhrases()
	if err != nil {
		t.Fatal(err)
	}
	return phrases.Speech
}

// Dates as players write them.
func TestAbsenceDates(t *testing.T) {
	said := spoken(t)
	now := time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)
	for args, want := range map[string]string{
		"24 Dec to 2 Jan": "2026-12-24 2027-01-02",
		"24 Dec - 2 Jan":  "2026-12-24 2027-01-02",
		"Dec 24 to Jan 2": "2026-12-24 2027-01-02",
		"from 24th December until 2nd January 2027": "2026-12-24 2027-01-02",
		"until 5 Jan":                 "2026-11-23 2027-01-05",
		"until 2027-01-05":            "2026-11-23 2027-01-05",
		"2026-12-24 2027-01-02":       "2026-12-24 2027-01-02",
		"24/12 to 2/1":                "2026-12-24 2027-01-02",
		"24.12. - 2.1.2027":           "2026-12-24 2027-01-02",
		"1 Dec":                       "2026-12-01 2026-12-01",
		"du 24 déc au 2 janv":         "2026-12-24 2027-01-02",
		"du 24 décembre au 2 janvier": "2026-12-24 2027-01-02",
		"jusqu'au 5 janvier":          "2026-11-23 2027-01-05",
		"jusqu’au 5 février":          "2026-11-23 2027-02-05",
		"le 1er mai":                  "2027-05-01 2027-05-01",
		"31 Feb":                      "2027-02-28 2027-02-28",
		"none":                        "cancel 0",
		"annuler 2":                   "cancel 2",
		"":                            "no",
		"tomorrow":                    "no",
		"2 Jan to 24 Dec 2026":        "no",
		"1 2 3":                       "no",
		"2020-01-01":                  "no",
		"24 Dec to 2 Jan to 5 Jan":    "no",
	} {
		a, ok := office.ReadAbsence(said, args, now)
		got := "no"
		switch {
		case ok && a.Cancel:
			got = fmt.Sprintf("cancel %d", a.Slot)
		case ok:
			got = a.From.Format("2006-01-02") + " " + a.Until.AddDate(0, 0, -1).Format("2006-01-02")
		}
		if got != want {
			t.Errorf("%q: %s, want %s", args, got, want)
		}
	}
}

func FuzzAbsenceDates(f *testing.F) {
	said := spoken(f)
	f.Add("24 Dec to 2 Jan")
	f.Add("31/12 - 29.2.2028")
	now := time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, args string) {
		if a, ok := office.ReadAbsence(said, args, now); ok && !a.Cancel && (!a.Until.After(a.From) || !a.Until.After(now)) {
			t.Errorf("%q: from %s until %s", args, a.From, a.Until)
		}
	})
}

// phases of their own clocks: minimum, next, weekdays; absences push what comes, never what runs.
func TestPhaseClocks(t *testing.T) {
	opened := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) // a Monday
	ms := func(s string) int64 {
		at, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return at.UnixMilli()
	}
	for _, c := range []struct {
		name     string
		phases   []string
		step     string
		asks     bool
		last     string
		absences []adjudicator.Absence
		want     string
	}{
		{"questions are short", []string{"questions:min=120", "*:at=20:00"}, "4.2", true, "", nil, "2026-11-23T14:00:00Z"},
		{"orders are long", []string{"questions:min=120", "*:at=20:00"}, "4.2", false, "", nil, "2026-11-23T20:00:00Z"},
		{"a step of its own", []string{"4.2:min=30", "*:at=20:00"}, "4.2", false, "", nil, "2026-11-23T12:30:00Z"},
		{"the minimum holds", []string{"*:at=20:00,min=1440"}, "4.2", false, "", nil, "2026-11-24T20:00:00Z"},
		{"next counts from the deadline before", []string{"*:at=20:00,min=60,next=2880"}, "4.2", false, "2026-11-23T11:00:00Z", nil, "2026-11-25T20:00:00Z"},
		{"weekdays", []string{"*:at=20:00,on=sat+sun,min=60"}, "4.2", false, "", nil, "2026-11-28T20:00:00Z"},
		{"somebody is away", []string{"*:at=20:00"}, "4.2", false, "", []adjudicator.Absence{{Seat: "republic", From: ms("2026-11-23T00:00:00Z"), Until: ms("2026-11-26T00:00:00Z")}}, "2026-11-26T20:00:00Z"},
		{"two are away one after the other", []string{"*:at=20:00"}, "4.2", false, "", []adjudicator.Absence{{Seat: "republic", From: ms("2026-11-23T00:00:00Z"), Until: ms("2026-11-26T00:00:00Z")}, {Seat: "italian_ctv", From: ms("2026-11-25T00:00:00Z"), Until: ms("2026-11-28T00:00:00Z")}}, "2026-11-28T20:00:00Z"},
		{"away when nobody waits", []string{"*:at=20:00"}, "4.2", false, "", []adjudicator.Absence{{Seat: "republic", From: ms("2026-12-23T00:00:00Z"), Until: ms("2026-12-26T00:00:00Z")}}, "2026-11-23T20:00:00Z"},
		{"away without a time of day", []string{"*:min=60"}, "4.2", false, "", []adjudicator.Absence{{Seat: "republic", From: ms("2026-11-23T00:00:00Z"), Until: ms("2026-11-26T00:00:00Z")}}, "2026-11-26T01:00:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &adjudicator.Match{Ledger: adjudicator.Ledger{Players: []adjudicator.Player{{Seat: "republic"}, {Seat: "italian_ctv"}}, Absences: c.absences}}
			for _, p := range c.phases {
				parsed, err := office.ParsePhase(p)
				if err != nil {
					t.Fatal(err)
				}
				m.Terms.Phases = append(m.Terms.Phases, parsed)
			}
			m.Announced.Schedule = events.Schedule{Zone: "UTC"}
			if c.last != "" {
				m.LastDue = ms(c.last)
			}
			m.Open = &table.Window{Number: 1, Step: c.step, Seats: []table.Seat{"republic", "italian_ctv"}}
			if c.asks {
				m.Open.Questions = []table.Asked{{Seat: "republic"}}
			}
			got, ok := office.DeadlineFrom(m, opened)
			if !ok || got.Due.UTC().Format(time.RFC3339) != c.want {
				t.Errorf("due %s, want %s", got.Due.UTC().Format(time.RFC3339), c.want)
			}
		})
	}
	for text, want := range map[string]string{"4.2": "STEP:KEY", "x:at=20:00": "no phase", "*:at=25:00": "time of day", "*:on=mon": "weekdays need", "*:soon=1": "no key", "*:min=x": "not a number"} {
		_, err := office.Over(office.MailTerms{Phase: []string{text}}, events.PostTermsSet{}, []string{"4.2"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Letters leave with our DKIM signature where a key is set, and a repeat is the same to the byte.
func TestLettersAreSigned(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	key, err := mail.ParseSigningKey([]byte("-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n"))
	if err != nil {
		t.Fatal(err)
	}
	h.Office.Signer = &mail.Signer{Domain: "fieldpost.local", Selector: "fieldpost", Key: key}
	letters := h.Mail("ann", "help", "HELP")
	data := h.BytesOf(letters[0])
	if !strings.HasPrefix(string(data), "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed; d=fieldpost.local; s=fieldpost;") {
		t.Errorf("%.200s", data)
	}
}
