package mail

import "context"

// Verdict is the outcome of one check.
type Verdict int

// Outcomes of checks.
const (
	Unchecked Verdict = iota
	Pass
	Fail
)

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

// Witness adds evidence that needs more than the mail itself: DNS, keys.
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
	panic("mail: Examine")
}

// Accepts tells whether the evidence is enough; if not, missing names what would be: "token", "address", "domain".
func (p Policy) Accepts(e Evidence) (ok bool, missing string) { panic("mail: Accepts") }
