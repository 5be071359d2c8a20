package mail_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	netmail "net/mail"
	netsmtp "net/smtp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gomail "github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"

	"fieldpost/mail"
	"fieldpost/mail/message"
)

func outgoing() mail.Outgoing {
	return mail.Outgoing{
		ID: "cambrai-2.41.south.report", Date: time.Date(2026, 11, 21, 18, 22, 7, 0, time.UTC), Domain: "example.org", Game: "cambrai-2",
		From: message.Mailbox{Name: "Fieldpost", Address: "orders@example.org"}, To: message.Mailbox{Name: "Zoë Dupré", Address: "zoe@example.net"},
		ReplyTo: message.Mailbox{Address: "orders+cambrai-2.south.abcdefghijklmnop@example.org"},
		Subject: "[cambrai-2] Tour 3 : brèche en 0606, D46 en panne, et un sujet assez long pour être plié deux fois",
		Text:    "EN BREF   Vous avez pris 0606 = 3 points.\n.une ligne à point\nFrom here on\n" + strings.Repeat("long ", 60) + "\n",
		HTML:    "<p>Vous avez pris <b>0606</b></p><img src=\"cid:map\">",
	}
}

// Ensure letters have the bytes of their golden files, twice over, and read back as what went in.
func TestCompose(t *testing.T) {
	full := outgoing()
	full.Answers, full.References = "m1@mail.example.net", []string{"fieldpost.cambrai-2@example.org", "old@x"}
	full.Pictures = []mail.File{{Name: "map.png", Type: "image/png", ID: "map", Data: bytes.Repeat([]byte{1, 2, 3}, 50)}}
	full.Files = []mail.File{{Name: "carte été.svg", Type: "image/svg+xml", Data: []byte("<svg/>")}, {Name: "turn.json", Type: "application/json", Data: []byte("{}")}}
	plain := outgoing()
	plain.HTML = ""
	plain.Text = ""
	for name, o := range map[string]mail.Outgoing{"report": full, "two-forms": outgoing(), "empty": plain} {
		got, err := mail.Compose(o)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := mail.Compose(o)
		golden := filepath.Join("testdata", "compose", name+".eml")
		if *update {
			os.MkdirAll(filepath.Dir(golden), 0o755)
			os.WriteFile(golden, got, 0o644)
		}
		want, err := os.ReadFile(golden)
		if err != nil || !bytes.Equal(got, want) || !bytes.Equal(got, again) {
			t.Errorf("%s: the bytes differ from the golden file (%v)", name, err)
		}
		for _, line := range strings.Split(string(got), "\r\n") {
			if len(line) > 998 || strings.ContainsAny(line, "\r\n") {
				t.Errorf("%s: line %.50q", name, line)
			}
		}
		m, err := netmail.ReadMessage(bytes.NewReader(got))
		if err != nil || m.Header.Get("Message-Id") != "<fieldpost.cambrai-2.41.south.report@example.org>" {
			t.Errorf("%s: net/mail: %v", name, err)
		}
		r, err := gomail.CreateReader(bytes.NewReader(got))
		if err != nil {
			t.Fatal(err)
		}
		if subject, err := r.Header.Subject(); err != nil || subject != o.Subject {
			t.Errorf("%s: subject %q, %v", name, subject, err)
		}
		var bodies []string
		for {
			part, err := r.NextPart()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			data, _ := io.ReadAll(part.Body)
			bodies = append(bodies, strings.ReplaceAll(string(data), "\r\n", "\n"))
		}
		if bodies[0] != o.Text {
			t.Errorf("%s: text came back as %q", name, bodies[0])
		}
		if name == "report" && (len(bodies) != 5 || bodies[2] != string(full.Pictures[0].Data) || bodies[3] != "<svg/>") {
			t.Errorf("%d parts came back", len(bodies))
		}
		in, err := message.Read(got, message.Limits{})
		if err != nil || in.Automatic == "" || in.From.Name != "Fieldpost" || in.Subject != o.Subject {
			t.Errorf("%s: read back as %+v, %v", name, in, err)
		}
	}
}

// Ensure nobody can put header lines of his own into a letter.
func TestCompose_Refuses(t *testing.T) {
	for code, change := range map[string]func(*mail.Outgoing){
		"mail.bad-header 1": func(o *mail.Outgoing) { o.Subject = "x\r\nBcc: all@example.com" },
		"mail.bad-header 2": func(o *mail.Outgoing) { o.To.Name = "x\ny" },
		"mail.bad-header 3": func(o *mail.Outgoing) { o.Answers = "a>\r\nX: y" },
		"mail.bad-address":  func(o *mail.Outgoing) { o.To.Address = "a@b\r\nX: y" },
		"mail.bad-address ": func(o *mail.Outgoing) { o.To.Address = "a@b, c@d" },
		"mail.bad-letter 1": func(o *mail.Outgoing) { o.ID = "x y" },
		"mail.bad-letter 2": func(o *mail.Outgoing) { o.Files = []mail.File{{Name: "a\"b", Type: "text/plain"}} },
		"mail.bad-letter 3": func(o *mail.Outgoing) { o.Date = time.Time{} },
	} {
		o := outgoing()
		change(&o)
		if _, err := mail.Compose(o); message.ErrorCode(err) != strings.Fields(code)[0] {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// Ensure addresses read back in any case, long names still fit an envelope, and only true tags count.
func TestPost(t *testing.T) {
	p := mail.Post{Orders: "orders@example.org", Bounce: "bounce@example.org", Secret: []byte("0123456789abcdef")}
	a := p.Address("cambrai-2", "british", 3)
	r, ok := p.Parse(strings.ToUpper(a))
	if !ok || r.Game != "cambrai-2" || r.Seat != "british" || !p.Proves(r.Token, "cambrai-2", "british", 2, 3) {
		t.Errorf("%s read back as %+v", a, r)
	}
	for _, wrong := range []bool{p.Proves(r.Token, "cambrai-2", "german", 3), p.Proves(r.Token, "cambrai-2", "british", 4), p.Proves("", "cambrai-2", "british", 3)} {
		if wrong {
			t.Error("a token proves what it should not")
		}
	}
	long := strings.Repeat("x", 40)
	a = p.Address(long, "south-western", 3)
	r, ok = p.Parse(a)
	if local, _, _ := strings.Cut(a, "@"); len(local) > 64 || !ok || !p.Proves(r.Token, long, "south-western", 3) {
		t.Errorf("%s: %+v", a, r)
	}
	if _, ok := p.Parse("orders@elsewhere.example"); ok {
		t.Error("another host's address is not ours")
	}
	if r, ok := p.Parse("Orders@Example.org"); !ok || r != (mail.Recipient{}) {
		t.Errorf("plain address: %+v, %v", r, ok)
	}
	for _, post := range []mail.Post{p, {Orders: p.Orders, Secret: p.Secret}} {
		b := post.BounceAddress("cambrai-2", 41)
		if game, issue, ok := post.ParseBounce(strings.ToUpper(b)); !ok || game != "cambrai-2" || issue != 41 {
			t.Errorf("%s: %s %d %v", b, game, issue, ok)
		}
		if _, _, ok := post.ParseBounce(strings.Replace(b, ".41.", ".42.", 1)); ok {
			t.Error("a bounce for another letter was believed")
		}
	}
}

// Ensure each policy takes what the table of policies says, for every combination of evidence.
func TestPolicy(t *testing.T) {
	verdicts := []mail.Verdict{mail.Unchecked, mail.Pass, mail.Fail}
	for _, registered := range verdicts[1:] {
		for _, token := range verdicts {
			for _, domain := range verdicts {
				for _, path := range verdicts {
					for _, signature := range verdicts {
						e := mail.Evidence{Registered: registered, Token: token, Domain: domain, Path: path, Signature: signature}
						way := registered == mail.Pass && (domain == mail.Pass || path == mail.Pass && domain != mail.Fail)
						for policy, want := range map[mail.Policy]bool{
							mail.Casual:   way || token == mail.Pass,
							mail.Standard: way && token == mail.Pass,
							mail.Strict:   registered == mail.Pass && domain == mail.Pass && token == mail.Pass && signature == mail.Pass,
							"lax":         false,
						} {
							if ok, missing := policy.Accepts(e); ok != want || ok != (missing == "") {
								t.Errorf("%s of %+v: %v, missing %q", policy, e, ok, missing)
							}
						}
					}
				}
			}
		}
	}
}

// Ensure a receiver answers 250 only after the handler took the mail, whatever happens in it, and takes nothing for others.
func TestReceiver(t *testing.T) {
	answers := map[string]func() error{
		"take":  func() error { return nil },
		"fail":  func() error { return errors.New("the secret reason") },
		"panic": func() error { panic("oh") },
		"never": func() error { return &mail.Failure{Permanent: true, Code: 550, Enhanced: "5.7.1", Detail: "not so"} },
	}
	var last mail.Envelope
	r := mail.NewReceiver(mail.ReceiverConfig{Accept: func(a string) bool { return strings.HasSuffix(a, "@hq.localhost") }, Log: quiet},
		func(_ context.Context, raw []byte, env mail.Envelope) error {
			last = env
			name, _, _ := strings.Cut(env.To[0], "@")
			return answers[name]()
		})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- r.Serve(l) }()
	for to, want := range map[string]string{"take@hq.localhost": "", "fail@hq.localhost": "451", "panic@hq.localhost": "451", "never@hq.localhost": "550", "a@elsewhere.example": "550"} {
		err := netsmtp.SendMail(l.Addr().String(), nil, "", []string{to}, orderMail(1))
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) || err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want %q", to, err, want)
		}
	}
	if !last.Null || last.Via != "smtp" || last.Received.IsZero() {
		t.Errorf("envelope %+v", last)
	}
	if err := r.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A mail with a line that is too long, or that is too large, is refused for good, and the other mails of its connection are taken.
func TestReceiver_LongLines(t *testing.T) {
	for _, lmtp := range []bool{false, true} {
		var taken []string
		r := mail.NewReceiver(mail.ReceiverConfig{Accept: func(string) bool { return true }, LMTP: lmtp, Log: quiet},
			func(_ context.Context, raw []byte, _ mail.Envelope) error {
				taken = append(taken, fmt.Sprint(len(raw)))
				return nil
			})
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go r.Serve(l)
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		c := smtp.NewClient(conn)
		if lmtp {
			c = smtp.NewClientLMTP(conn)
		}
		post := func(line int) error {
			if err := c.Mail("ann@example.org", nil); err != nil {
				return err
			}
			if err := c.Rcpt("orders@hq.localhost", nil); err != nil {
				return err
			}
			w, err := c.Data()
			if err != nil {
				return err
			}
			w.Write(append(orderMail(1), strings.Repeat("x", line)+"\r\n"...))
			return w.Close()
		}
		largest := message.DefaultLimits.Bytes
		for _, m := range []struct {
			line int
			want int // the code of the refusal
		}{{70, 0}, {31_000, 0}, {100_000, 554}, {70, 0}, {256<<10 + 1, 554}, {70, 0}, {largest - 10_000, 554}, {70, 0}, {largest + 1, 552}, {3 * largest / 2, 552}, {70, 0}} {
			before := len(taken)
			err := post(m.line)
			refusal, _ := errors.AsType[*smtp.SMTPError](err)
			if took := len(taken) > before; took != (m.want == 0) || m.want == 0 && err != nil || m.want > 0 && (refusal == nil || refusal.Code != m.want) {
				t.Errorf("LMTP %v, a line of %d: %v, taken: %v; want %d", lmtp, m.line, err, took, m.want)
			}
		}
		if err := c.Quit(); err != nil {
			t.Error(err)
		}
		if err := r.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// Ensure the key is the same for copies that travelled differently, and another for another text.
func TestKey(t *testing.T) {
	read := func(s string) *message.Incoming {
		in, _ := message.Read([]byte(s), message.Limits{})
		return in
	}
	a := read("Message-ID: <1@x>\r\nFrom: a@b.c\r\n\r\nhello  world \r\n\r\n")
	for _, same := range []string{"Received: by y\r\nMessage-ID: <1@x>\r\nFrom: a@b.c\r\n\r\nhello world\r\n", "Message-ID:  <1@x> \nFrom: a@b.c\n\nhello world"} {
		if b := read(same); b.Key != a.Key || b.Raw == a.Raw {
			t.Errorf("%q has another key", same)
		}
	}
	undated := func(answers string) *message.Incoming {
		return read("From: a@b.c\r\nIn-Reply-To: <" + answers + ">\r\n\r\nPASS\r\n")
	}
	if seventh, again := undated("7@x"), undated("7@x"); seventh.Key != again.Key || seventh.Key == undated("8@x").Key {
		t.Error("a mail without Message-ID and Date is told from another by what it answers, and by nothing else")
	}
	for _, other := range []string{"Message-ID: <2@x>\r\nFrom: a@b.c\r\n\r\nhello world\r\n", "Message-ID: <1@x>\r\nFrom: a@b.c\r\n\r\nhello worlds\r\n", "From: a@b.c\r\n\r\nhello world\r\n"} {
		if read(other).Key == a.Key {
			t.Errorf("%q has the same key", other)
		}
	}
}

// Ensure what a player filled in can be told from what the form held.
func TestBlock_Added(t *testing.T) {
	form := message.Form("ORDRES g tour 1", []string{"marche G1:", "consigne retraite: vers 2420"})
	text := "From: a@b.c\r\n\r\n> " + strings.Join(form, "\r\n> ")
	text = strings.Replace(text, "marche G1:", "marche G1: D5-D6", 1)
	in, err := message.Read([]byte(text), message.Limits{})
	found := message.Find(in).Blocks
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if added := found[0].Added(form); len(added) != 1 || added[0].Text != "marche G1: D5-D6" {
		t.Errorf("added %+v", added)
	}
}

// Ensure that a question that somebody wrote among his orders is asked, and that who only asks takes no orders back.
func TestFind_QuestionsAmongOrders(t *testing.T) {
	for body, want := range map[string]struct {
		orders []string
		asked  []string
	}{
		"ORDERS g turn 3\r\nG1: hold\r\nOPTIONS G2\r\nEND\r\n":                    {[]string{"G1: hold"}, []string{"OPTIONS G2"}},
		"ORDERS g turn 3\r\nOPTIONS\r\nODDS G1: fire E5\r\nEND\r\n":               {nil, []string{"OPTIONS ", "ODDS G1: fire E5"}},
		"ORDERS g turn 3\r\n# G1: hold\r\nG2:\r\nOPTIONS G2\r\nEND\r\nSTATUS\r\n": {nil, []string{"OPTIONS G2", "STATUS "}},
		"ORDERS g turn 3\r\noptions G2\r\nSTATUS\r\nEND\r\n":                      {[]string{"options G2", "STATUS"}, nil},
		"ORDERS g turn 3\r\nEND\r\n":                                              {[]string{}, nil},
	} {
		in, err := message.Read([]byte("From: a@b.c\r\n\r\n"+body), message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		found := message.Find(in)
		var orders, asked []string
		for _, b := range found.Blocks {
			orders = []string{}
			for _, l := range b.Lines {
				orders = append(orders, l.Text)
			}
		}
		for _, c := range found.Commands {
			asked = append(asked, c.Word+" "+c.Args)
		}
		if !slices.Equal(orders, want.orders) || (orders == nil) != (want.orders == nil) || !slices.Equal(asked, want.asked) {
			t.Errorf("%q: orders %q, asked %q; want %q and %q", body, orders, asked, want.orders, want.asked)
		}
	}
}

// Ensure hostile mails cost no more than their length.
func TestRead_Hostile(t *testing.T) {
	for name, body := range map[string]string{
		"headers":     strings.Repeat("Orders maybe a b c d e f g\r\n", 9000),
		"attribution": strings.Repeat("On 12:30 <x\r\n", 18000),
		"blocks":      strings.Repeat("From: x\r\nDate: y\r\n", 12000),
		"quotes":      strings.Repeat(">", 200000),
		"depths":      strings.Repeat("> ORDERS g\r\n>> ORDERS g\r\n>>> ORDERS g\r\n", 6000),
	} {
		in, _ := message.Read([]byte("From: a@b.c\r\n\r\n"+body), message.Limits{})
		message.Find(in)
		_ = name
	}
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/corpus/*.eml")
	for _, file := range files {
		raw, _ := os.ReadFile(file)
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := message.Read(raw, message.Limits{})
		if in == nil || err != nil && !strings.HasPrefix(message.ErrorCode(err), "mail.") {
			t.Fatalf("%v, %v", in, err)
		}
		message.Find(in)
		for _, line := range in.Lines {
			if strings.ContainsAny(line.Text, "\r\n\x00") {
				t.Errorf("line %q", line.Text)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	raw, err := os.ReadFile("testdata/corpus/turn-html-outlook.eml")
	if err != nil {
		b.Fatal(err)
	}
	plain := []byte("From: a@b.c\r\nSubject: x\r\nMessage-ID: <a@b>\r\n\r\nORDERS g turn 3\r\nmove 1: 2\r\nEND\r\n\r\nOn 20/11/2026 18:22, Fieldpost wrote:\r\n" +
		strings.Repeat("> 4.1 Barrage on 0714: needs 1-2, d6 = 2, granted   LS-5.11p\r\n", 60))
	for name, data := range map[string][]byte{"plain4K": plain, "html": raw} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				in, _ := message.Read(data, message.Limits{})
				message.Find(in)
			}
		})
	}
}
