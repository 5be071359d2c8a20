package doctor

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"

	"fieldpost/mail"
	"fieldpost/mail/office/host"
)

// A host whose Authentication-Results are believed (verdicts) must take such fields off mails that come in from outside, or anybody can write
// in a player's name (RFC 8601, section 5). Whether it does can be seen only by sending it one.

// forgeryPatience is how long the doctor waits for the mail with the forged field.
const forgeryPatience = 2 * time.Minute

// Forged hands a mail with a forged Authentication-Results field to the host that takes mails for our address from outside, and sees in the
// mailbox whether the field is still there.
func Forged(ctx context.Context, c host.Config, host string) Finding {
	bad := func(err error) Finding { return Finding{false, "forged verdict: " + err.Error()} }
	if c.IMAP == nil || len(c.Verdicts) == 0 {
		return bad(errors.New("it needs imap and verdicts in the configuration: who is believed, and where mails arrive"))
	}
	account, err := c.IMAP.Reach()
	if err != nil {
		return bad(err)
	}
	door, err := frontDoor(host)
	if err != nil {
		return bad(err)
	}
	sender, err := mail.NewSubmission(door)
	if err != nil {
		return bad(err)
	}
	defer sender.Close()
	ctx, cancel := context.WithTimeout(ctx, forgeryPatience)
	defer cancel()
	id := "doctor." + rand.Text() + "@" + domainOf(c.Address)
	if err := sender.Send(ctx, mail.Letter{From: c.Address, To: c.Address}, forgery(c, id, time.Now())); err != nil {
		if f, ok := errors.AsType[*mail.Failure](err); ok && f.Permanent {
			return Finding{true, fmt.Sprintf("forged verdict: %s refuses a mail from outside in our own name (%s); whether it takes forged fields off was not seen", host, f.Detail)}
		}
		return bad(err)
	}
	raw, err := mail.NewIMAPIntake(mail.IMAPConfig{Server: account, Mailbox: c.IMAP.Mailbox}, nil).Retrieve(ctx, "<"+id+">")
	if errors.Is(err, context.DeadlineExceeded) {
		return bad(fmt.Errorf("%s took the mail, but it is not in the mailbox: stop the server, which may have taken it in, and look among suspected spam", host))
	}
	if err != nil {
		return bad(err)
	}
	if n := survivors(raw, id); n > 0 {
		return Finding{false, fmt.Sprintf("forged verdict: %s leaves Authentication-Results of %s in mails from outside: anybody can write in a player's name. Let it take them off (RFC 8601, section 5), or remove verdicts",
			host, c.Verdicts[0])}
	}
	return Finding{true, fmt.Sprintf("forged verdict: %s takes it off mails from outside", host)}
}

// frontDoor is the server at host:port, to whom we are a stranger. Nothing secret is sent, so that its certificate does not matter.
func frontDoor(host string) (mail.Server, error) {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		return mail.Server{}, err
	}
	door := mail.Server{Addr: host, TLS: mail.TLSStart, TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: true}, Timeout: doctorsPatience}
	if name == "localhost" || net.ParseIP(name).IsLoopback() {
		door.TLS = mail.TLSNone
	}
	return door, nil
}

// forgery is a mail that says of itself that every trusted host has found it genuine. The id stands in the forged fields too, so that they are
// known again.
func forgery(c host.Config, id string, now time.Time) []byte {
	var b bytes.Buffer
	for _, server := range c.Verdicts {
		fmt.Fprintf(&b, "Authentication-Results: %s; dmarc=pass header.from=%s policy.probe=%q\r\n", server, domainOf(c.Address), id)
	}
	fmt.Fprintf(&b, "From: <%s>\r\nTo: <%s>\r\nSubject: Fieldpost: the doctor's test of forged verdicts\r\nDate: %s\r\nMessage-ID: <%s>\r\nAuto-Submitted: auto-generated\r\n"+
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nfieldpost doctor sent this to see what becomes of its header. Nothing needs to be done.\r\n",
		c.Address, c.Address, now.UTC().Format(time.RFC1123Z), id)
	return b.Bytes()
}

// survivors counts the forged fields that are still in a mail.
func survivors(raw []byte, id string) (n int) {
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return strings.Count(string(raw), "policy.probe=\""+id) // whatever it is now, it must not be there
	}
	for _, field := range m.Header["Authentication-Results"] {
		if strings.Contains(field, id) {
			n++
		}
	}
	return n
}

func domainOf(address string) string {
	_, domain, _ := strings.Cut(address, "@")
	return domain
}
