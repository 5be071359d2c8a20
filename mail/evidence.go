package mail

import (
	"context"
	"errors"
	"strings"
	"time"

	"fieldpost/mail/message"
)

// Verdict is the outcome of one check.
type Verdict int

// Outcomes of checks.
const (
	Unchecked Verdict = iota
	Pass
	Fail
)

// String returns the verdict in a word, for logs.
func (v Verdict) String() string {
	switch v {
	case Pass:
		return "pass"
	case Fail:
		return "fail"
	}
	return "unchecked"
}

// Claim is who a mail says it is from, as the game knows him.
type Claim struct {
	Game, Seat string
	Address    string  // registered for the seat
	Turns      []int64 // whose tokens are good now
	Key        []byte  // the seat's OpenPGP key, armoured or binary; nil if he gave none
	Opened     time.Time
	Now        time.Time
}

// Evidence is what is known about the sender of a mail.
type Evidence struct {
	Registered Verdict // From is the registered address
	Token      Verdict // a good seat token in a recipient address or in the typed text
	Domain     Verdict // DKIM aligned with the From domain, or a trusted Authentication-Results
	Path       Verdict // the host that brought it may send for the From domain (SPF, aligned, the domain has a DMARC record)
	Signature  Verdict // OpenPGP over the orders

	Refused  bool           // the From domain asks that mails like this one be refused (DMARC p=reject or quarantine, and nothing aligned)
	Dated    bool           // the Date field is part of what Domain proves
	Signed   []message.Line // the lines that Signature covers, with their provenance; nil unless it passed
	Records  []KeyRecord    // DNS records that the proof rests on: keys rotate, a dispute may come years later
	Findings []string       // for the operator: "dkim d=example.net s=k1: pass"
}

// KeyRecord is a DNS TXT record as it was seen.
type KeyRecord struct {
	Name string
	Text string
	Seen time.Time
}

// Mail is a mail with everything that is known about it.
type Mail struct {
	Raw []byte
	In  *message.Incoming
	Env Envelope
}

// Witness adds evidence that needs more than the mail itself: DNS, keys. It never sets Registered or Token.
type Witness interface {
	Testify(ctx context.Context, m Mail, claim Claim, e *Evidence) error
}

// Policy says how much evidence a game requires.
type Policy string

// Policies of a game, as in this table. "Domain" is DKIM aligned with the registered address's domain, or the
// Authentication-Results of a trusted host.
//
//	                            casual   standard   strict
//	registered address, Domain    or      needed    needed
//	seat token                    or      needed    needed
//	OpenPGP over the orders        -         -      needed
//
// Path (SPF) may replace Domain in casual and standard games; a strict game requires a signature.
const (
	Casual   Policy = "casual"
	Standard Policy = "standard"
	Strict   Policy = "strict"
)

// Known reports whether p is one of the policies.
func (p Policy) Known() bool { return p == Casual || p == Standard || p == Strict }

// Examine gathers what the mail itself shows, then asks the witnesses. A witness's error leaves its part Unchecked and is returned with the
// evidence.
func (p Post) Examine(ctx context.Context, raw []byte, in *message.Incoming, env Envelope, claim Claim, witnesses ...Witness) (Evidence, error) {
	e := Evidence{Registered: Fail, Token: Unchecked}
	if message.SameAddress(in.From.Address, claim.Address) {
		e.Registered = Pass
	}
	for _, token := range p.tokens(in, env) {
		if e.Token == Unchecked {
			e.Token = Fail
		}
		if p.Proves(token, claim.Game, claim.Seat, claim.Turns...) {
			e.Token = Pass
		}
	}
	if e.Registered == Fail && e.Token != Pass {
		return e, nil // nothing that a witness says could make him a player
	}
	var errs []error
	for _, w := range witnesses {
		before := e
		if err := w.Testify(ctx, Mail{raw, in, env}, claim, &e); err != nil {
			e = before
			errs = append(errs, err)
		}
		e.Registered, e.Token = before.Registered, before.Token
	}
	return e, errors.Join(errs...)
}

// mostTokens is how many tokens of one mail are looked at.
const mostTokens = 20

// tokens lists the seat tokens in recipient addresses and in the typed text (a line "token abc..."), never in quoted text.
func (p Post) tokens(in *message.Incoming, env Envelope) []string {
	var tokens []string
	for _, list := range [][]string{env.To, in.Recipients} {
		for _, address := range list {
			if r, ok := p.Parse(address); ok && r.Token != "" {
				tokens = append(tokens, r.Token)
			}
		}
	}
	for _, line := range in.Lines {
		if line.From != message.Typed || len(tokens) >= mostTokens {
			continue
		}
		if token := TokenLine(line.Text); token != "" {
			tokens = append(tokens, token)
		}
	}
	return tokens[:min(len(tokens), mostTokens)]
}

// TokenLine returns the token in a line that is written to prove something by it, "TOKEN bwx64upnrdh7islq", or "".
func TokenLine(text string) string {
	if len(text) > 60 {
		return ""
	}
	name, value, _ := strings.Cut(strings.ToLower(text), " ")
	if value = strings.TrimSpace(value); (name == "token" || name == "jeton" || name == "confirm" || name == "confirmer") && isToken(value) {
		return value
	}
	return ""
}

// Tokens lists what may be seat tokens or confirmation tokens in a mail, wherever the sender may have put them.
func (p Post) Tokens(in *message.Incoming, env Envelope) []string { return p.tokens(in, env) }

// Speaks reports whether there is reason to think that the mail comes from the seat at all, by its address or by a token. If so, what is
// not proven yet is kept, and the registered address is asked about it.
func (e Evidence) Speaks() bool { return e.Registered == Pass || e.Token == Pass }

// Accepts reports whether the evidence is enough; if not, missing names what would be: "token", "address", "domain", "signature". An
// unknown policy accepts nothing.
func (p Policy) Accepts(e Evidence) (ok bool, missing string) {
	token, registered := e.Token == Pass, e.Registered == Pass
	domain := registered && e.Domain == Pass
	way := domain || registered && e.Path == Pass && e.Domain != Fail
	switch p {
	case Casual:
		switch {
		case token || way:
			return true, ""
		case registered:
			return false, "domain"
		}
		return false, "address"
	case Standard:
		switch {
		case !registered:
			return false, "address"
		case !way:
			return false, "domain"
		case !token:
			return false, "token"
		}
		return true, ""
	case Strict:
		switch {
		case !registered:
			return false, "address"
		case !domain:
			return false, "domain"
		case !token:
			return false, "token"
		case e.Signature != Pass:
			return false, "signature"
		}
		return true, ""
	}
	return false, "policy"
}
