package mail

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dkim"

	"fieldpost/mail/message"
)

// Resolver asks the DNS; *net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error)
	LookupAddr(ctx context.Context, addr string) (names []string, err error)
}

// Domains is the witness for domains: did a host of the domain after the @ of From vouch for this mail? It believes, in this order,
//
//  1. the topmost Authentication-Results field if its authserv-id is one of Trusted (RFC 8601): the host that runs our mailbox has looked;
//  2. a DKIM signature (RFC 6376) of a domain aligned with From that covers From, Date and, where they stand, Subject and Message-ID;
//  3. SPF (RFC 7208) of an aligned envelope sender, for mails that a host brought straight to us, if the domain has a DMARC record.
//
// Alignment is that of DMARC (RFC 7489, with the tree walk of its successor), see alignment. Only what was signed is
// believed: a mail whose header two parsers could read in two ways fails, and so does one with a signature of l=. (Large providers do not
// sign Content-Type; who changes it can make a mail unreadable, but a copy of it is the same mail for us, see message.Incoming.Key.)
type Domains struct {
	Resolver Resolver      // nil for the machine's
	Trusted  []string      // authserv-ids of the hosts whose Authentication-Results are believed
	Timeout  time.Duration // of all look-ups for one mail; 20 seconds if 0
}

// mostSignatures is how many DKIM signatures of one mail are looked at; lists and forwarders add two or three.
const mostSignatures = 5

// Testify sets Domain, Path, Refused, Dated, Records and Findings.
func (d *Domains) Testify(ctx context.Context, m Mail, claim Claim, e *Evidence) error {
	timeout := d.Timeout
	if timeout <= 0 {
		timeout = 20 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	_, host := cutAddress(strings.ToLower(m.In.From.Address))
	if host == "" {
		return nil
	}
	w := &inquiry{ctx: ctx, d: d, m: m, from: host, now: claim.Now, e: e}
	w.head, _ = message.SplitHeader(m.Raw)
	if fields, _ := message.ParseFields(w.head, message.DefaultLimits.HeaderFields); !unambiguous(w.head) || len(fields.Twice()) > 0 {
		e.Domain = Fail
		w.found("the header can be read in two ways: nothing in it is proven")
		return nil
	}
	if done := w.trusted(); done {
		return nil
	}
	policy, err := w.policy()
	if err != nil {
		return err
	}
	if err := w.dkim(policy); err != nil {
		return err
	}
	if e.Domain != Pass {
		w.spf(policy)
	}
	if e.Domain != Pass && e.Path != Pass && policy.asks() {
		e.Refused = true
		w.found("dmarc: %s and nothing aligned", policy.record)
	}
	return nil
}

// inquiry is one mail before the witness.
type inquiry struct {
	ctx  context.Context
	d    *Domains
	m    Mail
	head []byte
	from string // the domain of From
	now  time.Time
	e    *Evidence
	txt  map[string][]string // what the DNS said

	noting sync.Mutex // signatures are verified side by side
}

func (w *inquiry) found(format string, args ...any) {
	w.e.Findings = append(w.e.Findings, fmt.Sprintf(format, args...))
}

// unambiguous reports whether every parser reads this header alike: lines that end with CRLF or LF throughout, each a field or its
// continuation, no control characters. Mails written by mail programs are unambiguous; others have been made by hand.
func unambiguous(head []byte) bool {
	if len(head) == 0 || head[0] == ' ' || head[0] == '\t' || len(head) > message.DefaultLimits.HeaderBytes {
		return false
	}
	crlf, lf := 0, 0
	for len(head) > 0 {
		end := bytes.IndexByte(head, '\n')
		if end < 0 {
			return false
		}
		line := head[:end]
		head = head[end+1:]
		if bytes.HasSuffix(line, []byte("\r")) {
			line = line[:len(line)-1]
			crlf++
		} else {
			lf++
		}
		if bytes.ContainsAny(line, "\r\x00\v\f") {
			return false
		}
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			continue
		}
		colon := bytes.IndexByte(line, ':')
		if colon < 1 || !message.IsFieldName(line[:colon]) {
			return false
		}
	}
	return crlf == 0 || lf == 0
}

// resolver returns the one to ask.
func (d *Domains) resolver() Resolver {
	if d.Resolver != nil {
		return d.Resolver
	}
	return net.DefaultResolver
}

// lookup asks for TXT records once for each mail. A name without any is not an error.
func (w *inquiry) lookup(name string) ([]string, error) {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if found, ok := w.txt[name]; ok {
		return found, nil
	}
	found, err := w.d.resolver().LookupTXT(w.ctx, name)
	if dns, ok := errors.AsType[*net.DNSError](err); ok && dns.IsNotFound {
		found, err = nil, nil
	}
	if err != nil {
		return nil, err
	}
	if w.txt == nil {
		w.txt = map[string][]string{}
	}
	w.txt[name] = found
	return found, nil
}

// mustBeSigned are the fields that say who, when and what; a signature that leaves one of them out proves nothing for us. Without
// the last two a signed mail could be sent again as another one.
var mustBeSigned = []string{"from", "date", "subject", "message-id"}

// dkim looks at the signatures.
func (w *inquiry) dkim(policy domainPolicy) error {
	fields, _ := message.ParseFields(w.head, message.DefaultLimits.HeaderFields)
	if fields.Count("dkim-signature") == 0 {
		return nil
	}
	checked, err := dkim.VerifyWithOptions(bytes.NewReader(w.m.Raw), &dkim.VerifyOptions{
		MaxVerifications: mostSignatures,
		LookupTXT: func(name string) ([]string, error) {
			found, err := w.d.resolver().LookupTXT(w.ctx, name)
			for _, text := range found {
				w.note(name, text)
			}
			return found, err
		},
	})
	slices.SortFunc(w.e.Records, func(a, b KeyRecord) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Text, b.Text))
	})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		w.found("dkim: %v", err)
		w.e.Domain = Fail
		return nil
	}
	var later error
	for _, v := range checked {
		verdict, err := w.signature(v, fields, policy)
		w.found("dkim d=%s: %s", message.Sample(message.CleanLine(v.Domain)), verdict)
		switch {
		case verdict == "pass":
			w.e.Domain, w.e.Dated = Pass, true
			return nil
		case err != nil:
			later = err
		}
	}
	if later != nil {
		return later
	}
	w.e.Domain = Fail
	return nil
}

// signature judges one signature. An error means that the DNS could not be asked now.
func (w *inquiry) signature(v *dkim.Verification, fields message.Fields, policy domainPolicy) (verdict string, err error) {
	if v.Err != nil {
		if dkim.IsTempFail(v.Err) {
			return "not now", v.Err
		}
		return v.Err.Error(), nil
	}
	for _, name := range mustBeSigned {
		if fields.Count(name) > 0 && !containsFold(v.HeaderKeys, name) {
			return "it does not cover " + name, nil
		}
	}
	if w.testing(v.Domain) {
		return "the key is only being tested (t=y)", nil
	}
	if !v.Time.IsZero() && v.Time.After(w.now.Add(clockSlack)) {
		return "it was made in the future", nil
	}
	aligned, err := w.aligned(v.Domain, policy.dkimStrict)
	if err != nil {
		return "not now", err
	}
	if !aligned {
		return "not aligned with " + w.from, nil
	}
	return "pass", nil
}

// clockSlack is how far another host's clock may be ahead of ours.
const clockSlack = 10 * time.Minute

// testing reports whether a key that was looked up for this domain says t=y (RFC 6376 section 3.6.1): its owner asks that such mails be
// treated as unsigned.
func (w *inquiry) testing(domain string) bool {
	suffix := "._domainkey." + strings.ToLower(domain)
	for _, r := range w.e.Records {
		if !strings.HasSuffix(strings.ToLower(r.Name), suffix) {
			continue
		}
		for _, tag := range strings.Split(r.Text, ";") {
			name, value, _ := strings.Cut(tag, "=")
			if strings.TrimSpace(name) != "t" {
				continue
			}
			for _, flag := range strings.Split(value, ":") {
				if strings.TrimSpace(flag) == "y" {
					return true
				}
			}
		}
	}
	return false
}

func (w *inquiry) note(name, text string) {
	w.noting.Lock()
	defer w.noting.Unlock()
	if len(w.e.Records) < 2*mostSignatures {
		w.e.Records = append(w.e.Records, KeyRecord{Name: strings.ToLower(name), Text: sampleRecord(text), Seen: w.now.UTC()})
	}
}

// sampleRecord shortens a record: the longest keys in use have about 800 characters.
func sampleRecord(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if len(text) > 4096 {
		text = strings.ToValidUTF8(text[:4096], "")
	}
	return text
}

func containsFold(list []string, name string) bool {
	for _, s := range list {
		if strings.EqualFold(s, name) {
			return true
		}
	}
	return false
}

// spf asks whether the host that brought the mail may send for the domain. It says so only for mails that came straight to us, and only if
// the domain's owner has said in a DMARC record that this counts as his word.
func (w *inquiry) spf(policy domainPolicy) {
	host, _, err := net.SplitHostPort(w.m.Env.Remote)
	if err != nil {
		host = w.m.Env.Remote
	}
	ip := net.ParseIP(host)
	if ip == nil || w.m.Env.Via != "smtp" || policy.record == "" {
		return
	}
	sender := w.m.Env.From
	_, domain := cutAddress(strings.ToLower(sender))
	if sender == "" {
		domain = strings.ToLower(w.m.Env.Hello)
	}
	aligned, err := w.aligned(domain, policy.spfStrict)
	if err != nil || !aligned {
		w.found("spf %s: not aligned with %s", message.Sample(domain), w.from)
		return
	}
	result, _ := spf.CheckHostWithSender(ip, w.m.Env.Hello, sender, spf.WithContext(w.ctx), spf.WithResolver(w.d.resolver()))
	w.found("spf %s: %s", message.Sample(domain), result)
	switch result {
	case spf.Pass:
		w.e.Path = Pass
	case spf.Fail, spf.SoftFail, spf.PermError:
		w.e.Path = Fail
	}
}

// Neighbour is the witness of the embedded post office: it vouches for mails that a program on this machine handed in. Anyone at the
// machine is trusted; there is no other way to play with nothing installed. It says nothing about mails from other machines.
type Neighbour struct{}

// Testify sets Domain.
func (Neighbour) Testify(_ context.Context, m Mail, _ Claim, e *Evidence) error {
	host, _, err := net.SplitHostPort(m.Env.Remote)
	ip := net.ParseIP(host)
	if err != nil || ip == nil || !ip.IsLoopback() || m.Env.Via != "smtp" {
		return nil
	}
	e.Domain, e.Dated = Pass, true
	e.Findings = append(e.Findings, "handed in on this machine")
	return nil
}
