package mail

// Post is the server's own set of addresses, and the secret that makes the tokens in them.
type Post struct {
	Orders string // "orders@example.org": where players write
	Bounce string // "bounce@example.org": where hosts report; Orders if empty
	Secret []byte // at least 16 bytes, never published
}

// Recipient is what an address of ours tells of the mail that came to it.
type Recipient struct {
	Game, Seat string // "" where the address is too short for them (see Address)
	Token      string // 16 characters of base32 in lower case, or ""
}

// Token gives the seat token of a turn: the first 80 bits of HMAC-SHA256(secret, game|seat|turn) in base32, lower case.
func (p Post) Token(game, seat string, turn int64) string { panic("mail: Token") }

// Address gives the plus-address of a seat for a turn: orders+game.seat.token@host. Where that would pass 64 bytes
// before the @ (RFC 5321 section 4.5.3.1.1), the seat and then the game is left out; the token alone still proves.
func (p Post) Address(game, seat string, turn int64) string { panic("mail: Address") }

// Parse reads an address of ours, in whatever case it came back; false if it is not one.
func (p Post) Parse(address string) (Recipient, bool) { panic("mail: Parse") }

// Find gives the first of the mail's recipients (envelope first) that is an address of ours, preferring one with a token.
func (p Post) Find(in *Incoming, env Envelope) (Recipient, bool) { panic("mail: Find") }

// Proves tells whether token is that of the seat in one of the turns given.
func (p Post) Proves(token, game, seat string, turns ...int64) bool { panic("mail: Proves") }

// BounceAddress gives the envelope sender (VERP) of a letter: bounce+game.issue.hmac@host.
func (p Post) BounceAddress(game string, issue int64) string { panic("mail: BounceAddress") }

// ParseBounce reads what BounceAddress wrote; false if it is not one or its tag is wrong.
func (p Post) ParseBounce(address string) (game string, issue int64, ok bool) {
	panic("mail: ParseBounce")
}
