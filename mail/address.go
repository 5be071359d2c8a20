package mail

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/mail/message"
)

// Post is the server's own set of addresses, and the secret that makes the tokens in them.
//
//	p := Post{Orders: "orders@example.org", Secret: secret}
//	p.Address("cambrai-2", "british", 3)     // orders+cambrai-2.british.tc5lxqkb3ntjqd2e@example.org
//	p.BounceAddress("cambrai-2", 41)         // orders+bounce.cambrai-2.41.7rmz4d6uqkqv3o2x@example.org
type Post struct {
	Orders string // "orders@example.org": where players write
	Bounce string // "bounce@example.org": where hosts report; a name of Orders if empty
	Secret []byte // at least 16 bytes, never published

	Former func() [][]byte // secrets of before whose addresses still prove their mails; nil for none
}

// Recipient is what an address of ours says about the mail that came to it.
type Recipient struct {
	Game, Seat string // lower case; "" where the address is too short for them (see Address)
	Token      string // 16 characters of base32 in lower case, or ""
}

// longestLocal is what RFC 5321 section 4.5.3.1.1 allows before the @.
const longestLocal = 64

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// all returns the post with its secret, and with each of those before it that still count.
func (p Post) all() []Post {
	all := []Post{p}
	if p.Former != nil {
		for _, secret := range p.Former() {
			all = append(all, Post{Orders: p.Orders, Bounce: p.Bounce, Secret: secret})
		}
	}
	return all
}

// tag returns the first 80 bits of HMAC-SHA256 over the parts, each with its length before it.
func (p Post) tag(parts ...string) string {
	mac := hmac.New(sha256.New, p.Secret)
	for _, part := range parts {
		fmt.Fprintf(mac, "%d:%s", len(part), part)
	}
	return base32Lower.EncodeToString(mac.Sum(nil)[:10])
}

// Token returns the seat token of a turn: the first 80 bits of HMAC-SHA256(secret, game, seat, turn) in base32, lower case.
func (p Post) Token(game, seat string, turn int64) string {
	return p.tag("seat", strings.ToLower(game), strings.ToLower(seat), strconv.FormatInt(turn, 10))
}

// DeskToken returns the token with which a browser may fetch one report again: that of a seat about an event. It proves no sender.
func (p Post) DeskToken(game, seat string, about int64) string {
	return p.tag("desk", strings.ToLower(game), strings.ToLower(seat), strconv.FormatInt(about, 10))
}

// OpensDesk reports whether a token is that of a report; those made with a former secret are, as long as it counts.
func (p Post) OpensDesk(token, game, seat string, about int64) bool {
	return slices.ContainsFunc(p.all(), func(q Post) bool {
		return hmac.Equal([]byte(token), []byte(q.DeskToken(game, seat, about)))
	})
}

// ConfirmToken returns the token that confirms one held mail and nothing else: the held mail is the event seq of its game. It has the form
// of a seat token and is put where those are put; it proves no seat.
func (p Post) ConfirmToken(game string, seq int64) string {
	return p.tag("confirm", strings.ToLower(game), strconv.FormatInt(seq, 10))
}

// ConfirmAddress returns the address that a confirmation is written to: a reply to the letter that asks for it goes there.
func (p Post) ConfirmAddress(game string, seq int64) string {
	local, host := cutAddress(p.Orders)
	token := p.ConfirmToken(game, seq)
	if full := local + "+" + strings.ToLower(game) + "." + token; len(full) <= longestLocal {
		return full + "@" + host
	}
	return local + "+" + token + "@" + host
}

// Confirms reports whether one of the tokens is that of a held mail.
func (p Post) Confirms(tokens []string, game string, seq int64) bool {
	good := false
	for _, q := range p.all() {
		want := []byte(q.ConfirmToken(game, seq))
		for _, token := range tokens {
			if hmac.Equal([]byte(strings.ToLower(token)), want) {
				good = true
			}
		}
	}
	return good
}

// Address returns the plus-address of a seat for a turn: orders+game.seat.token@host. If that would exceed 64 bytes before the @ (RFC 5321
// section 4.5.3.1.1), first the seat and then the game is left out; the token alone is still a proof.
func (p Post) Address(game, seat string, turn int64) string {
	local, host := cutAddress(p.Orders)
	token := p.Token(game, seat, turn)
	game, seat = strings.ToLower(game), strings.ToLower(seat)
	for _, middle := range []string{game + "." + seat + ".", game + "."} {
		if full := local + "+" + middle + token; len(full) <= longestLocal {
			return full + "@" + host
		}
	}
	return local + "+" + token + "@" + host
}

// Parse reads an address of ours in any case, or returns false if it is not one. The plain address gives the zero Recipient.
func (p Post) Parse(address string) (Recipient, bool) {
	local, host := cutAddress(address)
	ours, ourHost := cutAddress(p.Orders)
	if !strings.EqualFold(host, ourHost) {
		return Recipient{}, false
	}
	name, plus, _ := strings.Cut(strings.ToLower(local), "+")
	if name != strings.ToLower(ours) || strings.HasPrefix(plus, "bounce.") {
		return Recipient{}, false
	}
	parts := strings.Split(plus, ".")
	var r Recipient
	switch len(parts) {
	case 1:
		if isToken(plus) {
			r.Token = plus
		} else {
			r.Game = plus
		}
	case 2:
		r.Game, r.Seat = parts[0], parts[1]
		if isToken(parts[1]) {
			r.Seat, r.Token = "", parts[1]
		}
	case 3:
		r.Game, r.Seat, r.Token = parts[0], parts[1], parts[2]
		if !isToken(r.Token) {
			r.Token = ""
		}
	default:
		return Recipient{}, true
	}
	return r, true
}

// isToken reports whether s has the form of a token.
func isToken(s string) bool {
	return len(s) == 16 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// Find returns the first of the mail's recipients (those of the envelope before those of the header) that is an address of ours,
// preferring one with a token.
func (p Post) Find(in *message.Incoming, env Envelope) (Recipient, bool) {
	var best Recipient
	found := false
	for _, list := range [][]string{env.To, in.Recipients} {
		for _, address := range list {
			r, ok := p.Parse(address)
			if ok && (!found || best.Token == "" && r.Token != "") {
				best, found = r, true
			}
		}
	}
	return best, found
}

// Proves reports whether token is that of the seat in one of the turns given.
func (p Post) Proves(token, game, seat string, turns ...int64) bool {
	token = strings.ToLower(token)
	good := false
	for _, q := range p.all() {
		for _, turn := range turns {
			if hmac.Equal([]byte(token), []byte(q.Token(game, seat, turn))) {
				good = true
			}
		}
	}
	return good
}

// BounceAddress returns the envelope sender (VERP) of a letter: bounce+game.issue.tag@host. Without Bounce it is
// orders+bounce.game.issue.tag@host.
func (p Post) BounceAddress(game string, issue int64) string {
	number := strconv.FormatInt(issue, 10)
	rest := strings.ToLower(game) + "." + number + "." + p.tag("bounce", strings.ToLower(game), number)
	if p.Bounce != "" {
		local, host := cutAddress(p.Bounce)
		return local + "+" + rest + "@" + host
	}
	local, host := cutAddress(p.Orders)
	return local + "+bounce." + rest + "@" + host
}

// ParseBounce reads what BounceAddress wrote. It returns false for any other address or a wrong tag.
func (p Post) ParseBounce(address string) (game string, issue int64, ok bool) {
	local, _ := cutAddress(strings.ToLower(address))
	_, rest, plus := strings.Cut(local, "+")
	parts := strings.Split(strings.TrimPrefix(rest, "bounce."), ".")
	if !plus || len(parts) != 3 {
		return "", 0, false
	}
	issue, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !slices.ContainsFunc(p.all(), func(q Post) bool { return strings.EqualFold(q.BounceAddress(parts[0], issue), address) }) {
		return "", 0, false
	}
	return parts[0], issue, true
}

// cutAddress returns what stands before and after the last @.
func cutAddress(address string) (local, host string) {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address, ""
	}
	return address[:at], address[at+1:]
}
