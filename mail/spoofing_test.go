package mail_test

import (
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/message"
)

// zone is the DNS of a test.
type zone struct {
	txt map[string][]string
	ip  map[string][]string
	err error
}

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) {
	if z.err != nil {
		return nil, z.err
	}
	if found, ok := z.txt[strings.ToLower(strings.TrimSuffix(name, "."))]; ok {
		return found, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}
func (z zone) LookupMX(context.Context, string) ([]*net.MX, error) {
	return nil, &net.DNSError{IsNotFound: true}
}
func (z zone) LookupAddr(context.Context, string) ([]string, error) {
	return nil, &net.DNSError{IsNotFound: true}
}
func (z zone) LookupIPAddr(_ context.Context, host string) ([]net.IPAddr, error) {
	var found []net.IPAddr
	for _, ip := range z.ip[host] {
		found = append(found, net.IPAddr{IP: net.ParseIP(ip)})
	}
	if found == nil {
		return nil, &net.DNSError{IsNotFound: true}
	}
	return found, nil
}

// key gives a test's own Ed25519 key.
func key(name string) crypto.Signer {
	return ed25519.NewKeyFromSeed([]byte(fmt.Sprintf("%-32s", name))[:32])
}

var (
	matrixNow   = time.Date(2026, 11, 21, 18, 30, 0, 0, time.UTC)
	matrixPost  = mail.Post{Orders: "orders@example.org", Secret: []byte("0123456789abcdef")}
	matrixClaim = mail.Claim{Game: "michael-7", Seat: "south", Address: "camille@example.net", Turns: []int64{3, 2},
		Opened: matrixNow.Add(-24 * time.Hour), Now: matrixNow}
	playerKey   = mail.Signer{Domain: "example.net", Selector: "k1", Key: key("player")}
	strangerKey = mail.Signer{Domain: "evil.example", Selector: "k1", Key: key("stranger")}
	subKey      = mail.Signer{Domain: "out.example.net", Selector: "k1", Key: key("below")}
)

// world is the DNS in which the player's domain publishes what policy says.
func world(t testing.TB, policy string) zone {
	t.Helper()
	z := zone{txt: map[string][]string{}, ip: map[string][]string{}}
	for _, s := range []mail.Signer{playerKey, strangerKey, subKey} {
		name, text, err := s.Record()
		if err != nil {
			t.Fatal(err)
		}
		z.txt[name] = []string{text}
	}
	if policy != "" {
		z.txt["_dmarc.example.net"] = []string{policy}
	}
	z.txt["example.net"] = []string{"v=spf1 ip4:192.0.2.10 -all"}
	z.txt["evil.example"] = []string{"v=spf1 ip4:203.0.113.66 -all"}
	return z
}

// forged is one way of pretending to be the player, or of being him.
type forged struct {
	name  string
	from  string // header From; the player's own if empty
	head  string // more header fields, above From
	below string // more header fields, below the others
	sign  []mail.Signer
	after func(raw []byte) []byte // what happens to the mail on its way
	env   mail.Envelope
	// which policies take it
	casual, standard bool
}

func swap(old, new string) func([]byte) []byte {
	return func(raw []byte) []byte {
		if !strings.Contains(string(raw), old) {
			panic("the forger did not find " + old)
		}
		return []byte(strings.Replace(string(raw), old, new, 1))
	}
}

func before(text string) func([]byte) []byte {
	return func(raw []byte) []byte { return append([]byte(text), raw...) }
}

const trustedAR = "Authentication-Results: mx.example.org;"

// direct is a mail that a host brought to our SMTP door.
func direct(ip, from, hello string) mail.Envelope {
	return mail.Envelope{Via: "smtp", Remote: ip + ":4711", From: from, Hello: hello, Null: from == ""}
}

var inbox = mail.Envelope{Via: "imap"}

// forgeries are tried against every place of the token, every DMARC record and every policy. casual and standard tell what is taken
// when the mail goes to the seat's own address of this turn; without that token a standard game takes nothing, and a casual one only
// what is proven otherwise.
var forgeries = []forged{
	{name: "the player, signed by his domain", sign: []mail.Signer{playerKey}, casual: true, standard: true},
	{name: "the player, two signatures, the second his", sign: []mail.Signer{playerKey, strangerKey}, casual: true, standard: true},
	{name: "the player, his provider's verdict", head: trustedAR + " dmarc=pass header.from=example.net", casual: true, standard: true},
	{name: "the player, dkim in the verdict", head: trustedAR + " spf=fail; dkim=pass (2048-bit key) header.d=example.net", casual: true, standard: true},
	{name: "the player, from his host", env: direct("192.0.2.10", "camille@example.net", "mx.example.net"), casual: true, standard: true},
	{name: "nothing but his name"},
	{name: "his name, lower-case address", from: "Camille <camille@example.net>"},
	{name: "his address as display name", from: `"camille@example.net" <eve@evil.example>`},
	{name: "another domain that looks like his", from: "camille@exarnple.net", sign: []mail.Signer{strangerKey}},
	{name: "signed by another domain", sign: []mail.Signer{strangerKey}},
	{name: "signed, then the orders changed", sign: []mail.Signer{playerKey}, after: swap("2114-2115", "2114-9999")},
	{name: "signed, then lines added", sign: []mail.Signer{playerKey}, after: func(raw []byte) []byte { return append(raw, "retreat all\r\n"...) }},
	{name: "signed, then a second From above", sign: []mail.Signer{playerKey}, after: before("From: eve@evil.example\r\n")},
	{name: "signed by the stranger, his From above", from: "eve@evil.example", sign: []mail.Signer{strangerKey}, after: before("From: camille@example.net\r\n")},
	{name: "signed, then a second Subject", sign: []mail.Signer{playerKey}, after: before("Subject: SURRENDER michael-7\r\n")},
	{name: "signed, then a second Message-ID", sign: []mail.Signer{playerKey}, after: before("Message-ID: <again@example.net>\r\n")},
	{name: "signed, then a second Date", sign: []mail.Signer{playerKey}, after: before("Date: Sat, 21 Nov 2026 20:00:00 +0000\r\n")},
	{name: "signed, then another Message-ID", sign: []mail.Signer{playerKey}, after: swap("<m1@example.net>", "<m2@example.net>")},
	{name: "signed, then another Date", sign: []mail.Signer{playerKey}, after: swap("18:22:36", "18:29:00")},
	{name: "signed, then a second Content-Type", sign: []mail.Signer{playerKey}, after: before("Content-Type: text/html\r\n")},
	{name: "a header that two parsers read differently", sign: []mail.Signer{playerKey}, after: before("X-Odd : x\r\n From: eve@evil.example\r\n")},
	{name: "a header with a lone CR", sign: []mail.Signer{playerKey}, after: before("X-Odd: x\rFrom: eve@evil.example\r\n")},
	{name: "a line that is no field first", sign: []mail.Signer{playerKey}, after: before("hello\r\n")},
	{name: "an mbox line first", sign: []mail.Signer{playerKey}, after: before("From camille@example.net Sat Nov 21\r\n")},
	{name: "an empty first line", sign: []mail.Signer{playerKey}, after: before("\r\n")},
	{name: "a signature of the body's beginning only", sign: []mail.Signer{playerKey}, after: swap("; h=", "; l=10; h=")},
	{name: "a signature with no From", sign: []mail.Signer{playerKey}, after: swap("h=From:", "h=X-From:")},
	{name: "a broken signature", sign: []mail.Signer{playerKey}, after: swap(" b=", " b=AAAA")},
	{name: "a signature in the future", sign: []mail.Signer{playerKey}, after: swap("t=1795285356", "t=1995285356")},
	{name: "a verdict of another host", head: "Authentication-Results: mx.evil.example; dmarc=pass header.from=example.net"},
	{name: "a forged verdict below that of another host", head: "Authentication-Results: mx.evil.example; dmarc=none\r\n" + trustedAR + " dmarc=pass header.from=example.net"},
	{name: "a forged verdict below a true one", head: trustedAR + " dmarc=fail header.from=example.net\r\n" + trustedAR + " dmarc=pass header.from=example.net"},
	{name: "a verdict about another domain", head: trustedAR + " dmarc=pass header.from=evil.example; dkim=pass header.d=evil.example"},
	{name: "a verdict inside a comment", head: trustedAR + " spf=fail (; dmarc=pass header.from=example.net) smtp.mailfrom=evil.example"},
	{name: "a verdict inside quotes", head: trustedAR + ` spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.net"@evil.example`},
	{name: "a verdict with an open comment", head: trustedAR + " dmarc=pass header.from=example.net (open"},
	{name: "a verdict in another version", head: "Authentication-Results: mx.example.org 2; dmarc=pass header.from=example.net"},
	{name: "a verdict with a property twice", head: trustedAR + " dmarc=pass header.from=example.net header.from=evil.example"},
	{name: "a verdict handed in at our own door", head: trustedAR + " dmarc=pass header.from=example.net", env: direct("203.0.113.66", "camille@example.net", "x")},
	{name: "a failed verdict over a good signature", head: trustedAR + " dmarc=fail header.from=example.net", sign: []mail.Signer{playerKey}},
	{name: "from another host", env: direct("203.0.113.66", "camille@example.net", "mx.example.net")},
	{name: "from another host, its own envelope", env: direct("203.0.113.66", "eve@evil.example", "mx.evil.example")},
	{name: "from another host, no envelope sender", env: direct("203.0.113.66", "", "mx.evil.example")},
	{name: "his host's address in the envelope only", env: mail.Envelope{Via: "imap", Remote: "192.0.2.10:1", From: "camille@example.net"}},
	{name: "a neighbour's From from outside", env: direct("203.0.113.66", "camille@example.net", "localhost")},
	{name: "his address in Sender and Reply-To", from: "eve@evil.example", head: "Sender: camille@example.net\r\nReply-To: camille@example.net", sign: []mail.Signer{strangerKey}},
	{name: "From with two addresses", from: "camille@example.net, eve@evil.example", sign: []mail.Signer{playerKey}},
	{name: "From as a group", from: "players: camille@example.net, eve@evil.example;", sign: []mail.Signer{playerKey}},
	{name: "From with an encoded comma", from: "=?utf-8?q?camille=40example=2Enet=2C?= <eve@evil.example>", sign: []mail.Signer{strangerKey}},
	{name: "a NUL in From", from: "camille@example.net\x00@evil.example"},
}

// places are where the mail goes.
var places = []string{"token", "old token", "stale token", "other seat's token", "guessed token", "plain"}

func (f forged) address(place string) string {
	p := matrixPost
	switch place {
	case "token":
		return p.Address("michael-7", "south", 3)
	case "old token":
		return p.Address("michael-7", "south", 2)
	case "stale token":
		return p.Address("michael-7", "south", 1)
	case "other seat's token":
		return p.Address("michael-7", "north", 3)
	case "guessed token":
		return "orders+michael-7.south.aaaaaaaaaaaaaaaa@example.org"
	}
	return p.Orders
}

func (f forged) build(t testing.TB, place string) []byte {
	t.Helper()
	from := f.from
	if from == "" {
		from = "Camille Dupont <camille@example.net>"
	}
	head := f.head
	if head != "" {
		head += "\r\n"
	}
	raw := []byte(head + "From: " + from + "\r\nTo: " + f.address(place) + "\r\nSubject: orders\r\nDate: Sat, 21 Nov 2026 18:22:36 +0000\r\n" +
		"Message-ID: <m1@example.net>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n" + f.below +
		"\r\nORDERS michael-7 turn 3 south\r\nmove 18 Div: 2114-2115\r\nEND\r\n")
	for _, s := range f.sign {
		signed, err := s.Sign(raw, time.Date(2026, 11, 21, 18, 22, 36, 0, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		raw = signed
	}
	if f.after != nil {
		raw = f.after(raw)
	}
	return raw
}

// TestSpoofingMatrix tries every forgery in every place: whoever the mail says it is from, a policy takes it only if its table says so.
func TestSpoofingMatrix(t *testing.T) {
	n, taken := 0, 0
	for _, dmarc := range []string{"v=DMARC1; p=reject", "v=DMARC1; p=none; adkim=s; aspf=s"} {
		witness := &mail.Domains{Resolver: world(t, dmarc), Trusted: []string{"mx.example.org"}}
		for _, f := range forgeries {
			for _, place := range places {
				n++
				raw := f.build(t, place)
				in, err := message.Read(raw, message.Limits{})
				env := f.env
				if env.Via == "" {
					env = inbox
				}
				e, _ := matrixPost.Examine(t.Context(), raw, in, env, matrixClaim, witness)
				good := place == "token" || place == "old token"
				want := map[mail.Policy]bool{
					mail.Casual:   f.casual || good && e.Token == mail.Pass, // the token is the proof of a casual game, whoever has it
					mail.Standard: f.standard && good,
					mail.Strict:   false, // none of them is signed by the player himself
				}
				for _, p := range []mail.Policy{mail.Casual, mail.Standard, mail.Strict} {
					ok, missing := p.Accepts(e)
					ok = ok && err == nil
					if ok {
						taken++
					}
					if ok != (want[p] && err == nil) {
						t.Errorf("%s, to %s, %s, %s: taken %v (missing %q)\n%+v", f.name, place, dmarc, p, ok, missing, e)
					}
				}
				if e.Domain == mail.Pass && e.Registered == mail.Pass && !f.casual {
					t.Errorf("%s: proven by domain: %v", f.name, e.Findings)
				}
			}
		}
	}
	if n < 300 {
		t.Errorf("only %d cases", n)
	}
	t.Logf("%d mails before three policies, %d takings, each as the table says", n, taken)
}

// TestDMARC: what aligns with what, and what the domain asks for.
func TestDMARC(t *testing.T) {
	for _, c := range []struct {
		name    string
		records map[string]string
		from    string
		signer  string
		domain  mail.Verdict
		refused bool
	}{
		{"no record: the same domain only", nil, "example.net", "example.net", mail.Pass, false},
		{"no record: a name below is another", nil, "example.net", "out.example.net", mail.Fail, false},
		{"relaxed: a name below speaks for it", map[string]string{"example.net": "v=DMARC1; p=reject"}, "example.net", "out.example.net", mail.Pass, false},
		{"relaxed: the name above too", map[string]string{"example.net": "v=DMARC1; p=reject"}, "out.example.net", "example.net", mail.Pass, false},
		{"strict: it does not", map[string]string{"example.net": "v=DMARC1; p=reject; adkim=s"}, "example.net", "out.example.net", mail.Fail, true},
		{"a public suffix joins nobody", map[string]string{"net": "v=DMARC1; p=none; psd=y", "example.net": "v=DMARC1; p=none"}, "example.net", "other.net", mail.Fail, false},
		{"a public suffix, names below join", map[string]string{"net": "v=DMARC1; p=none; psd=y"}, "a.example.net", "b.example.net", mail.Pass, false},
		{"psd=n stops the walk", map[string]string{"example.net": "v=DMARC1; p=none", "team.example.net": "v=DMARC1; p=none; psd=n"}, "team.example.net", "example.net", mail.Fail, false},
		{"quarantine is a wish too", map[string]string{"example.net": "v=DMARC1; p=quarantine"}, "example.net", "evil.example", mail.Fail, true},
		{"none is not", map[string]string{"example.net": "v=DMARC1; p=none"}, "example.net", "evil.example", mail.Fail, false},
		{"sp is for names below", map[string]string{"example.net": "v=DMARC1; p=none; sp=reject"}, "out.example.net", "evil.example", mail.Fail, true},
		{"a test of quarantine asks for nothing", map[string]string{"example.net": "v=DMARC1; p=quarantine; t=y"}, "example.net", "evil.example", mail.Fail, false},
		{"another version is no record", map[string]string{"example.net": "v=DMARC2; p=reject"}, "example.net", "evil.example", mail.Fail, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			z := zone{txt: map[string][]string{}}
			for name, text := range c.records {
				z.txt["_dmarc."+name] = []string{text}
			}
			s := mail.Signer{Domain: c.signer, Selector: "s", Key: key(c.signer)}
			name, text, _ := s.Record()
			z.txt[name] = []string{text}
			raw, err := s.Sign([]byte("From: a@"+c.from+"\r\nTo: orders@example.org\r\nSubject: x\r\nDate: Sat, 21 Nov 2026 18:22:36 +0000\r\nMessage-ID: <1@x>\r\n\r\nx\r\n"), matrixNow)
			if err != nil {
				t.Fatal(err)
			}
			in, _ := message.Read(raw, message.Limits{})
			claim := matrixClaim
			claim.Address = "a@" + c.from
			e, err := matrixPost.Examine(t.Context(), raw, in, inbox, claim, &mail.Domains{Resolver: z})
			if err != nil || e.Domain != c.domain || e.Refused != c.refused {
				t.Errorf("domain %v, refused %v (%v): %v", e.Domain, e.Refused, err, e.Findings)
			}
		})
	}
}

// A DNS that does not answer proves nothing and condemns nobody, and the mail is looked at again later.
func TestDNSDown(t *testing.T) {
	raw := forgeries[0].build(t, "token")
	in, _ := message.Read(raw, message.Limits{})
	down := zone{err: &net.DNSError{Err: "server misbehaving", IsTemporary: true}}
	e, err := matrixPost.Examine(t.Context(), raw, in, inbox, matrixClaim, &mail.Domains{Resolver: down})
	if err == nil || e.Domain != mail.Unchecked || e.Token != mail.Pass {
		t.Errorf("%+v, %v", e, err)
	}
	if dns, ok := errors.AsType[*net.DNSError](err); !ok || !dns.IsTemporary {
		t.Errorf("the fault is not told: %v", err)
	}
}

// The key that a proof rests on is kept; a key that is only tested, revoked or missing proves nothing.
func TestKeyRecords(t *testing.T) {
	raw := forgeries[0].build(t, "token")
	in, _ := message.Read(raw, message.Limits{})
	name, good, _ := playerKey.Record()
	for text, want := range map[string]mail.Verdict{good: mail.Pass, good + "; t=y": mail.Fail, "v=DKIM1; p=": mail.Fail, "v=DKIM1; k=rsa; p=x": mail.Fail, "": mail.Fail} {
		z := zone{txt: map[string][]string{}}
		if text != "" {
			z.txt[name] = []string{text}
		}
		e, err := matrixPost.Examine(t.Context(), raw, in, inbox, matrixClaim, &mail.Domains{Resolver: z})
		if err != nil || e.Domain != want {
			t.Errorf("%q: %v %v %v", text, e.Domain, err, e.Findings)
		}
		kept := slices.ContainsFunc(e.Records, func(r mail.KeyRecord) bool { return r.Name == name && r.Text == text && r.Seen.Equal(matrixNow) })
		if kept != (text != "") {
			t.Errorf("%q: records %v", text, e.Records)
		}
	}
}

// Our own signatures verify, by both algorithms, and are the same bytes each time.
func TestSigner(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []crypto.Signer{key("ours"), rsaKey} {
		s := mail.Signer{Domain: "example.org", Selector: "fp2026", Key: k}
		letter, err := mail.Compose(mail.Outgoing{
			ID: "michael-7.41.south.report", Date: matrixNow, Domain: "example.org", Game: "michael-7",
			From: message.Mailbox{Name: "Fieldpost", Address: "orders@example.org"}, To: message.Mailbox{Name: "Élise", Address: "elise@example.net"},
			Subject: "[michael-7] Tour 3 : votre compte rendu, avec une ligne de sujet qui sera pliée parce qu'elle est longue", Text: "Bonjour\n.\nFrom here\n", HTML: "<p>Bonjour</p>",
		})
		if err != nil {
			t.Fatal(err)
		}
		once, err := s.Sign(letter, matrixNow)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := s.Sign(letter, matrixNow); string(again) != string(once) {
			t.Error("another signature for the same letter")
		}
		name, text, _ := s.Record()
		in, err := message.Read(once, message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		claim := matrixClaim
		claim.Address = "orders@example.org"
		e, err := matrixPost.Examine(t.Context(), once, in, inbox, claim, &mail.Domains{Resolver: zone{txt: map[string][]string{name: {text}}}})
		if err != nil || e.Domain != mail.Pass || !e.Dated {
			t.Errorf("%v %v", e.Findings, err)
		}
	}
}

func FuzzAuthenticationResults(f *testing.F) {
	f.Add(trustedAR + " dmarc=pass header.from=example.net")
	f.Add(trustedAR + ` spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.net"@evil.example (c\)`)
	witness := &mail.Domains{Resolver: zone{}, Trusted: []string{"mx.example.org"}}
	f.Fuzz(func(t *testing.T, field string) {
		raw := []byte(field + "\r\nFrom: camille@example.net\r\nSubject: x\r\n\r\nx\r\n")
		in, _ := message.Read(raw, message.Limits{})
		e, _ := matrixPost.Examine(t.Context(), raw, in, inbox, matrixClaim, witness)
		if e.Domain == mail.Pass && !strings.Contains(strings.ToLower(field), "pass") {
			t.Error("passed without a pass")
		}
	})
}
