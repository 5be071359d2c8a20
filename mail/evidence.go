package mail

import (
	"context"
	"errors"
	"strings"
)

// Verdict is the outcome of one check.
type Verdict int

// Outcomes of checks.
const (
	Unchecked Verdict = iota
	Pass
	Fail
)

// String gives the verdict in a word, for logs.
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
}

// Evidence is what is known of who sent a mail.
type Evidence struct {
	Registered Verdict // From is the registered address
	Token      Verdict // a good seat token in a recipient address or in the typed text
	Domain     Verdict // DKIM aligned with the From domain, or a trusted Authentication-Results
	Signature  Verdict // OpenPGP over the orders
}

// Witness adds evidence that needs more than the mail itself: DNS, keys. It sets Domain or Signature and nothing else.
type Witness interface {
	Testify(ctx context.Context, raw []byte, in *Incoming, claim Claim, e *Evidence) error
}

// Policy says how much evidence a game wants.
type Policy string

// Policies of a game.
const (
	Casual   Policy = "casual"   // registered address or token
	Standard Policy = "standard" // registered address with proven domain, or token
	Strict   Policy = "strict"   // token and registered address with proven domain
)

// Examine gathers what the mail itself tells, then asks the witnesses. A witness's error leaves its part Unchecked and
// is returned with the evidence.
func (p Post) Examine(ctx context.Context, raw []byte, in *Incoming, env Envelope, claim Claim, witnesses ...Witness) (Evidence, error) {
	e := Evidence{Registered: Fail, Token: Unchecked}
	if sameAddress(in.From.Address, claim.Address) {
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
	var errs []error
	for _, w := range witnesses {
		before := e
		if err := w.Testify(ctx, raw, in, claim, &e); err != nil {
			e = before
			errs = append(errs, err)
		}
	}
	return e, errors.Join(errs...)
}

// mostTokens bounds how many tokens of one mail are looked at.
const mostTokens = 20

// tokens lists the seat tokens in recipient addresses and in the typed text (a line "token abc..."), never in quoted text.
func (p Post) tokens(in *Incoming, env Envelope) []string {
	var tokens []string
	for _, list := range [][]string{env.To, in.Recipients} {
		for _, address := range list {
			if r, ok := p.Parse(address); ok && r.Token != "" {
				tokens = append(tokens, r.Token)
			}
		}
	}
	for _, line := range in.Lines {
		if line.From != Typed || len(line.Text) > 60 || len(tokens) >= mostTokens {
			continue
		}
		name, value, _ := strings.Cut(strings.ToLower(line.Text), " ")
		if name == "token" || name == "jeton" {
			if value = strings.TrimSpace(value); isToken(value) {
				tokens = append(tokens, value)
			}
		}
	}
	return tokens[:min(len(tokens), mostTokens)]
}

// Accepts tells whether the evidence is enough; if not, missing names what would be: "token", "address", "domain". An unknown
// policy accepts nothing.
func (p Policy) Accepts(e Evidence) (ok bool, missing string) {
	token, registered, domain := e.Token == Pass, e.Registered == Pass, e.Domain == Pass
	switch p {
	case Casual:
		if token || registered {
			return true, ""
		}
		return false, "address"
	case Standard:
		switch {
		case token || registered && domain:
			return true, ""
		case registered:
			return false, "domain"
		}
		return false, "token"
	case Strict:
		switch {
		case !token:
			return false, "token"
		case !registered:
			return false, "address"
		case !domain:
			return false, "domain"
		}
		return true, ""
	}
	return false, "policy"
}
