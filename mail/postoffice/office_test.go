package postoffice_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"fieldpost/events/durable"
	"fieldpost/mail"
	"fieldpost/mail/postoffice"
)

func open(tb testing.TB, dir string, change func(*postoffice.Config)) *postoffice.Office {
	tb.Helper()
	config := postoffice.Config{
		Dir: dir, Domains: []string{"fieldpost.localhost"}, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Users: []postoffice.User{{Name: "alice", Password: "sesame"}, {Name: "bruno", Password: "ouvre-toi"}, {Name: "orders", Password: "hq"}},
	}
	if change != nil {
		change(&config)
	}
	office, err := postoffice.Open(config)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { office.Close() })
	return office
}

func login(tb testing.TB, office *postoffice.Office, name, password string) *imapclient.Client {
	tb.Helper()
	c, err := imapclient.DialInsecure(office.IMAPAddr(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { c.Close() })
	if err := c.Login(name, password).Wait(); err != nil {
		tb.Fatal(err)
	}
	return c
}

func letter(n int) string {
	return fmt.Sprintf("From: bruno@fieldpost.localhost\r\nTo: alice@fieldpost.localhost\r\nSubject: letter %d\r\n"+
		"Date: Sat, 21 Nov 2026 18:22:07 +0000\r\nMessage-ID: <l%d@x>\r\n\r\nCouvre-feu %d\r\n", n, n, n)
}

func send(tb testing.TB, office *postoffice.Office, to string, text string) error {
	tb.Helper()
	return smtp.SendMail(office.SMTPAddr(), nil, "bruno@fieldpost.localhost", []string{to}, []byte(text))
}

// Ensure a mail sent by SMTP can be listed, fetched, searched, flagged, copied, moved and expunged over IMAP.
func TestOffice_Mailbox(t *testing.T) {
	office := open(t, t.TempDir(), nil)
	for n := 1; n <= 4; n++ {
		if err := send(t, office, "Alice+news@fieldpost.localhost", letter(n)); err != nil {
			t.Fatal(err)
		}
	}
	c := login(t, office, "alice@fieldpost.localhost", "sesame")
	boxes, err := c.List("", "*", nil).Collect()
	if err != nil || len(boxes) != 5 {
		t.Fatalf("LIST: %d mailboxes, %v", len(boxes), err)
	}
	selected, err := c.Select("inbox", nil).Wait()
	if err != nil || selected.NumMessages != 4 || selected.UIDNext != 5 {
		t.Fatalf("SELECT: %+v, %v", selected, err)
	}
	whole := &imap.FetchItemBodySection{}
	got, err := c.Fetch(imap.SeqSetNum(2), &imap.FetchOptions{Envelope: true, Flags: true, RFC822Size: true, InternalDate: true,
		BodyStructure: &imap.FetchItemBodyStructure{Extended: true}, BodySection: []*imap.FetchItemBodySection{whole}}).Collect()
	if err != nil || len(got) != 1 || got[0].Envelope.Subject != "letter 2" || !strings.HasSuffix(string(got[0].FindBodySection(whole)), letter(2)) {
		t.Fatalf("FETCH: %+v, %v", got, err)
	}
	if !strings.HasPrefix(string(got[0].FindBodySection(whole)), "Return-Path: <bruno@fieldpost.localhost>\r\nDelivered-To: Alice+news@fieldpost.localhost") {
		t.Errorf("trace fields: %.120q", got[0].FindBodySection(whole))
	}
	part := &imap.FetchItemBodySection{Specifier: imap.PartSpecifierText, Peek: true, Partial: &imap.SectionPartial{Offset: 2, Size: 5}}
	got, err = c.Fetch(imap.SeqSetNum(3), &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{part}}).Collect()
	if err != nil || string(got[0].BodySection[0].Bytes) != "uvre-" {
		t.Fatalf("partial FETCH: %v, %v", got, err)
	}
	seen, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
	if err != nil || fmt.Sprint(seen.AllUIDs()) != "[2]" {
		t.Fatalf("SEARCH SEEN: %v, %v", seen.AllUIDs(), err)
	}
	for _, search := range []struct {
		criteria imap.SearchCriteria
		want     string
	}{
		{imap.SearchCriteria{Body: []string{"FEU 3"}}, "[3]"},
		{imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: "letter 4"}}}, "[4]"},
		{imap.SearchCriteria{Not: []imap.SearchCriteria{{Body: []string{"3"}}}, UID: []imap.UIDSet{{imap.UIDRange{Start: 2, Stop: 0}}}}, "[2 4]"},
		{imap.SearchCriteria{Or: [][2]imap.SearchCriteria{{{Text: []string{"letter 1"}}, {Text: []string{"<l2@x>"}}}}}, "[1 2]"},
	} {
		found, err := c.UIDSearch(&search.criteria, nil).Wait()
		if err != nil || fmt.Sprint(found.AllUIDs()) != search.want {
			t.Errorf("SEARCH %+v: %v, %v; want %s", search.criteria, found.AllUIDs(), err, search.want)
		}
	}
	if err := c.Store(imap.SeqSetNum(1), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted, "$Fieldpost"}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Create("Campaigns/Cambrai", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if copied, err := c.Copy(imap.SeqSetNum(1, 2), "Campaigns/Cambrai").Wait(); err != nil || copied.DestUIDs.String() != "1:2" {
		t.Fatalf("COPY: %+v, %v", copied, err)
	}
	if _, err := c.Move(imap.SeqSetNum(4), "Campaigns/Cambrai").Wait(); err != nil {
		t.Fatal(err)
	}
	if err := c.Expunge().Close(); err != nil {
		t.Fatal(err)
	}
	status, err := c.Status("INBOX", &imap.StatusOptions{NumMessages: true, UIDNext: true, UIDValidity: true}).Wait()
	if err != nil || *status.NumMessages != 2 || status.UIDNext != 5 || status.UIDValidity != selected.UIDValidity {
		t.Fatalf("STATUS: %+v, %v", status, err)
	}
	if err := c.Rename("Campaigns/Cambrai", "Old", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	if old, err := c.Select("Old", nil).Wait(); err != nil || old.NumMessages != 3 {
		t.Fatalf("SELECT Old: %+v, %v", old, err)
	}
}

// Ensure mails, flags, UIDVALIDITY and UIDNEXT are the same after a restart, even when the last mail is gone.
func TestOffice_Restart(t *testing.T) {
	dir := t.TempDir()
	office := open(t, dir, nil)
	for n := 1; n <= 3; n++ {
		if err := send(t, office, "alice@fieldpost.localhost", letter(n)); err != nil {
			t.Fatal(err)
		}
	}
	c := login(t, office, "alice", "sesame")
	before, err := c.Select("INBOX", nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Store(imap.SeqSetNum(2), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagFlagged, "mot-clé/1"}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Store(imap.SeqSetNum(3), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Expunge().Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := postoffice.Open(postoffice.Config{Dir: dir}); !errors.As(err, new(*durable.LockedError)) {
		t.Fatalf("a second office on the folder: %v", err)
	}
	c.Close()
	office.Close()

	office = open(t, dir, nil)
	c = login(t, office, "alice", "sesame")
	after, err := c.Select("INBOX", nil).Wait()
	if err != nil || after.UIDValidity != before.UIDValidity || after.UIDNext != 4 || after.NumMessages != 2 {
		t.Fatalf("after restart: %+v, %v", after, err)
	}
	got, err := c.Fetch(imap.SeqSetNum(2), &imap.FetchOptions{Flags: true}).Collect()
	if err != nil || len(got[0].Flags) != 2 {
		t.Fatalf("flags: %v, %v", got[0].Flags, err)
	}
}

// Ensure a damaged state file, of a mailbox or of the account, costs no mail and no new letter: mail programs are told to read the mailbox
// again, and what was damaged is kept.
func TestOffice_DamagedState(t *testing.T) {
	for name, c := range map[string]struct {
		file  string
		spoil func(state string) string
		anew  bool // mail programs must read the mailbox again
	}{
		"the mailbox is cut off":          {"=INBOX/state.json", func(s string) string { return s[:len(s)/2] }, true},
		"the mailbox is empty":            {"=INBOX/state.json", func(string) string { return "" }, true},
		"the mailbox has another name":    {"=INBOX/state.json", func(s string) string { return strings.Replace(s, "INBOX", "INBOY", 1) }, true},
		"a field of the mailbox is gone":  {"=INBOX/state.json", func(s string) string { return strings.Replace(s, "UIDValidity", "UIDValiditx", 1) }, true},
		"the account's state is cut off":  {"state.json", func(s string) string { return s[:len(s)-2] }, false},
		"the account's state has no form": {"state.json", func(string) string { return "\x00\x00" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			office := open(t, dir, nil)
			for n := 1; n <= 2; n++ {
				if err := send(t, office, "alice@fieldpost.localhost", letter(n)); err != nil {
					t.Fatal(err)
				}
			}
			before, err := login(t, office, "alice", "sesame").Select("INBOX", nil).Wait()
			if err != nil {
				t.Fatal(err)
			}
			if err := office.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "users", "alice", c.file)
			state, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			spoilt := c.spoil(string(state))
			if spoilt == string(state) {
				t.Fatal("nothing is spoilt")
			}
			if err := os.WriteFile(path, []byte(spoilt), 0o600); err != nil {
				t.Fatal(err)
			}
			office = open(t, dir, nil)
			if err := send(t, office, "alice@fieldpost.localhost", letter(3)); err != nil {
				t.Fatal(err)
			}
			after, err := login(t, office, "alice", "sesame").Select("INBOX", nil).Wait()
			if err != nil {
				t.Fatal(err)
			}
			if after.NumMessages != 3 || after.UIDNext <= before.UIDNext || (after.UIDValidity > before.UIDValidity) != c.anew || after.UIDValidity < before.UIDValidity {
				t.Errorf("before %+v, after %+v", before, after)
			}
			kept, err := filepath.Glob(path + ".damaged-*")
			if err != nil || len(kept) != 1 {
				t.Errorf("what was damaged is kept as %v (%v)", kept, err)
			}
		})
	}
}

// Ensure nothing is passed on to others, and the magic addresses fail as they say.
func TestOffice_Refusals(t *testing.T) {
	office := open(t, t.TempDir(), func(c *postoffice.Config) { c.Orders = []string{"orders"} })
	for to, want := range map[string]string{
		"somebody@elsewhere.example": "550", "nobody@fieldpost.localhost": "550",
		"temperror@fieldpost.localhost": "451", "permerror@fieldpost.localhost": "550",
	} {
		if err := send(t, office, to, letter(1)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("to %s: %v, want %s", to, err, want)
		}
	}
	if c, err := imapclient.DialInsecure(office.IMAPAddr(), nil); err == nil {
		if err := c.Login("alice", "wrong").Wait(); err == nil {
			t.Error("a wrong password was taken")
		}
		c.Close()
	}
}

// Ensure a mail to Fieldpost's own address is answered 250 only when the handler took it.
func TestOffice_Handler(t *testing.T) {
	var to []string
	trouble := true
	office := open(t, t.TempDir(), func(c *postoffice.Config) {
		c.Orders = []string{"orders"}
		c.Handler = func(_ context.Context, raw []byte, env mail.Envelope) error {
			if trouble {
				return errors.New("disk full")
			}
			to = append(to, env.To...)
			return nil
		}
	})
	if err := send(t, office, "orders+g.south.x@fieldpost.localhost", letter(1)); err == nil || !strings.HasPrefix(err.Error(), "451") || strings.Contains(err.Error(), "disk") {
		t.Fatalf("while the handler fails: %v", err)
	}
	trouble = false
	if err := send(t, office, "orders+g.south.x@fieldpost.localhost", letter(1)); err != nil || len(to) != 1 || to[0] != "orders+g.south.x@fieldpost.localhost" {
		t.Fatalf("afterwards: %v, %v", to, err)
	}
}

// Ensure a mail that was answered 250 is there after SIGKILL.
func TestOffice_SurvivesKill(t *testing.T) {
	dir := t.TempDir()
	if os.Getenv("POSTOFFICE_CHILD") != "" {
		office := open(t, os.Getenv("POSTOFFICE_CHILD"), nil)
		fmt.Println("SMTP", office.SMTPAddr())
		select {}
	}
	child := exec.Command(os.Args[0], "-test.run=^TestOffice_SurvivesKill$")
	child.Env = append(os.Environ(), "POSTOFFICE_CHILD="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var addr string
	if _, err := fmt.Fscanf(out, "SMTP %s\n", &addr); err != nil {
		t.Fatal(err)
	}
	sent := 0
	for ; sent < 20; sent++ {
		if err := smtp.SendMail(addr, nil, "bruno@fieldpost.localhost", []string{"alice@fieldpost.localhost"}, []byte(letter(sent))); err != nil {
			t.Fatal(err)
		}
	}
	child.Process.Kill()
	child.Wait()
	os.WriteFile(filepath.Join(dir, "users", "alice", "=INBOX", "cur", ".new-torn"), []byte("half a ma"), 0o600)
	office := open(t, dir, nil)
	c := login(t, office, "alice", "sesame")
	if box, err := c.Select("INBOX", nil).Wait(); err != nil || box.NumMessages != uint32(sent) {
		t.Fatalf("after SIGKILL: %+v, %v", box, err)
	}
}

// Ensure a connection in IDLE hears of a new mail.
func TestOffice_Idle(t *testing.T) {
	office := open(t, t.TempDir(), nil)
	heard := make(chan uint32, 8)
	conn, err := net.Dial("tcp", office.IMAPAddr())
	if err != nil {
		t.Fatal(err)
	}
	c := imapclient.New(conn, &imapclient.Options{UnilateralDataHandler: &imapclient.UnilateralDataHandler{
		Mailbox: func(data *imapclient.UnilateralDataMailbox) {
			if data.NumMessages != nil {
				heard <- *data.NumMessages
			}
		},
	}})
	defer c.Close()
	if err := c.Login("alice", "sesame").Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	idle, err := c.Idle()
	if err != nil {
		t.Fatal(err)
	}
	if err := send(t, office, "alice@fieldpost.localhost", letter(1)); err != nil {
		t.Fatal(err)
	}
	if n := <-heard; n != 1 {
		t.Errorf("EXISTS %d", n)
	}
	idle.Close()
}

func BenchmarkOffice_SMTP(b *testing.B) {
	office := open(b, b.TempDir(), nil)
	s, err := mail.NewSubmission(mail.Server{Addr: office.SMTPAddr(), TLS: mail.TLSNone})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	data := []byte(letter(1) + strings.Repeat("Une ligne de rapport, comme il y en a tant.\r\n", 85))
	for b.Loop() {
		if err := s.Send(b.Context(), mail.Letter{From: "bruno@fieldpost.localhost", To: "alice@fieldpost.localhost"}, data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOffice_IMAPFetch(b *testing.B) {
	office := open(b, b.TempDir(), nil)
	data := []byte(letter(1) + strings.Repeat("Une ligne de rapport, comme il y en a tant.\r\n", 85))
	const mails = 500
	for range mails {
		if err := office.Deliver(b.Context(), "", "alice@fieldpost.localhost", data); err != nil {
			b.Fatal(err)
		}
	}
	c := login(b, office, "alice", "sesame")
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		b.Fatal(err)
	}
	all := imap.SeqSet{imap.SeqRange{Start: 1, Stop: 0}}
	section := &imap.FetchItemBodySection{Peek: true}
	for b.Loop() {
		got, err := c.Fetch(all, &imap.FetchOptions{BodySection: []*imap.FetchItemBodySection{section}}).Collect()
		if err != nil || len(got) != mails {
			b.Fatal(len(got), err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*mails), "ns/mail")
}
