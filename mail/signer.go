package mail

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"strconv"
	"strings"
	"time"

	"fieldpost/mail/message"
)

// Signer signs our letters (DKIM, RFC 6376; Ed25519: RFC 8463). The same letter gives the same bytes: t= is the letter's own date, and
// both algorithms are deterministic. A letter is signed when it is issued, and repeated as it was.
type Signer struct {
	Domain   string // d=
	Selector string // s=: the key is published at SELECTOR._domainkey.DOMAIN
	Key      crypto.Signer
}

// signedFields are covered by our signatures; From, Subject and those that join a thread are signed once more often than they occur, so
// that none can be added.
var signedFields = []string{"From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "MIME-Version", "Content-Type",
	"Auto-Submitted", message.HeaderGame, "From", "To", "Subject", "Date", "Message-ID"}

// ParseSigningKey reads a private key in PEM: PKCS #8 (Ed25519 or RSA of 2048 bits and more) or PKCS #1.
func ParseSigningKey(data []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, message.Fault(message.CodeConfig, "the DKIM key is not PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		if key, err = x509.ParsePKCS1PrivateKey(block.Bytes); err != nil {
			return nil, &message.Error{Code: message.CodeConfig, Detail: "the DKIM key cannot be read", Err: err}
		}
	}
	switch key := key.(type) {
	case ed25519.PrivateKey:
		return key, nil
	case *rsa.PrivateKey:
		if key.N.BitLen() < 2048 {
			return nil, message.Fault(message.CodeConfig, "a DKIM key of %d bits is too short: 2048 at least", key.N.BitLen())
		}
		return key, nil
	}
	return nil, message.Fault(message.CodeConfig, "a DKIM key is RSA or Ed25519")
}

// Record returns the name and the text of the TXT record that publishes the key.
func (s Signer) Record() (name, text string, err error) {
	name = s.Selector + "._domainkey." + s.Domain
	switch key := s.Key.Public().(type) {
	case ed25519.PublicKey:
		return name, "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key), nil
	default:
		der, err := x509.MarshalPKIXPublicKey(key)
		return name, "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der), err
	}
}

// Sign returns the letter with a DKIM-Signature above it.
func (s Signer) Sign(letter []byte, at time.Time) ([]byte, error) {
	if !domain.MatchString(s.Domain) || !letterID.MatchString(s.Selector) || s.Key == nil {
		return nil, message.Fault(message.CodeConfig, "a DKIM signature needs domain, selector and key")
	}
	algorithm := "rsa-sha256"
	if _, ok := s.Key.Public().(ed25519.PublicKey); ok {
		algorithm = "ed25519-sha256"
	}
	head, body := message.SplitHeader(letter)
	bodyHash := sha256.Sum256(message.RelaxedBody(body))
	value := " v=1; a=" + algorithm + "; c=relaxed/relaxed; d=" + s.Domain + "; s=" + s.Selector + ";\r\n t=" +
		strconv.FormatInt(at.Unix(), 10) + "; h=" + strings.Join(signedFields, ":\r\n ") + ";\r\n bh=" +
		base64.StdEncoding.EncodeToString(bodyHash[:]) + ";\r\n b="
	sum := sha256.New()
	sum.Write(relaxedHeader(head, signedFields))
	sum.Write([]byte("dkim-signature:" + strings.TrimSpace(relaxedValue(value))))
	digest := sum.Sum(nil)
	var signature []byte
	var err error
	if key, ok := s.Key.(ed25519.PrivateKey); ok {
		signature = ed25519.Sign(key, digest)
	} else if signature, err = s.Key.Sign(rand.Reader, digest, crypto.SHA256); err != nil {
		return nil, fmt.Errorf("mail: signing a letter: %w", err)
	}
	var out bytes.Buffer
	out.Grow(len(letter) + 1024)
	out.WriteString("DKIM-Signature:" + value)
	for b := base64.StdEncoding.EncodeToString(signature); b != ""; {
		n := min(len(b), 72)
		out.WriteString(b[:n])
		if b = b[n:]; b != "" {
			out.WriteString("\r\n ")
		}
	}
	out.WriteString("\r\n")
	out.Write(letter)
	return out.Bytes(), nil
}

// relaxedHeader returns the fields named, in the relaxed form of RFC 6376 section 3.4.2: each the last one not taken yet. A missing field
// adds nothing.
func relaxedHeader(head []byte, names []string) []byte {
	var fields [][2]string
	for line := range strings.Lines(string(head)) {
		if len(fields) > 0 && (line[0] == ' ' || line[0] == '\t') {
			fields[len(fields)-1][1] += line
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		fields = append(fields, [2]string{strings.ToLower(strings.TrimSpace(name)), value})
	}
	var out bytes.Buffer
	taken := make([]bool, len(fields))
	for _, name := range names {
		for i := len(fields) - 1; i >= 0; i-- {
			if !taken[i] && fields[i][0] == strings.ToLower(name) {
				taken[i] = true
				out.WriteString(fields[i][0] + ":" + strings.TrimSpace(relaxedValue(fields[i][1])) + "\r\n")
				break
			}
		}
	}
	return out.Bytes()
}

// relaxedValue unfolds a value and makes every run of white space one space.
func relaxedValue(value string) string {
	value = strings.NewReplacer("\r\n", "", "\n", "").Replace(value)
	var b strings.Builder
	space := false
	for i := 0; i < len(value); i++ {
		if c := value[i]; c == ' ' || c == '\t' {
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteByte(value[i])
	}
	return b.String()
}
