package mail

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"fieldpost/mail/message"
)

// OpenPGP is the witness for the player's own signatures: multipart/signed (RFC 3156) around the whole mail, or a cleartext signature
// (RFC 9580 section 7) in a mail that is one plain text. Text outside the signed text is not part of Evidence.Signed; a signed part nested
// inside other parts does not count. The signature must have been made since the turn was opened.
type OpenPGP struct{}

const (
	cleartextBegin = "-----BEGIN PGP SIGNED MESSAGE-----"
	signatureBegin = "-----BEGIN PGP SIGNATURE-----"
	signatureEnd   = "-----END PGP SIGNATURE-----"
	keyBegin       = "-----BEGIN PGP PUBLIC KEY BLOCK-----"
	keyEnd         = "-----END PGP PUBLIC KEY BLOCK-----"
)

// Testify sets Signature, Signed and Findings.
func (OpenPGP) Testify(_ context.Context, m Mail, claim Claim, e *Evidence) error {
	head, body := message.SplitHeader(m.Raw)
	if len(claim.Key) == 0 || !unambiguous(head) {
		return nil
	}
	fields, _ := message.ParseFields(head, message.DefaultLimits.HeaderFields)
	if len(fields.Twice()) > 0 {
		return nil
	}
	kind, params := fields.ContentType()
	var made int64
	var lines []message.Line
	var err error
	switch {
	case kind == "multipart/signed":
		if !strings.EqualFold(params["protocol"], "application/pgp-signature") {
			return nil
		}
		lines = m.In.Lines
		made, err = verifyParts(body, params["boundary"], claim)
	case kind == "text/plain":
		data := message.DecodeTransfer(fields.Get("content-transfer-encoding"), body)
		if !bytes.Contains(data, []byte(cleartextBegin)) {
			return nil
		}
		var text []byte
		if text, made, err = verifyCleartext(data, claim); err == nil {
			decoded, _ := message.DecodeCharset(params["charset"], text)
			lines = message.TextLines(decoded)
		}
	default:
		return nil
	}
	if err == nil {
		err = inTime(made, claim)
	}
	if err != nil {
		e.Signature = Fail
		e.Findings = append(e.Findings, "openpgp: "+message.Sample(message.CleanLine(err.Error())))
		return nil
	}
	e.Signature, e.Signed = Pass, lines
	e.Findings = append(e.Findings, "openpgp: pass")
	return nil
}

// inTime reports whether a signature was made in the turn that is open.
func inTime(made int64, claim Claim) error {
	at := time.Unix(made, 0)
	switch {
	case !claim.Opened.IsZero() && at.Before(claim.Opened.Add(-time.Minute)):
		return fmt.Errorf("the signature is of %s, before this turn was opened", at.UTC().Format(time.RFC3339))
	case at.After(claim.Now.Add(clockSlack)):
		return fmt.Errorf("the signature is of %s, which is still to come", at.UTC().Format(time.RFC3339))
	}
	return nil
}

// verifyParts checks the second part of a multipart/signed against the exact bytes of the first.
func verifyParts(body []byte, boundary string, claim Claim) (made int64, err error) {
	parts := message.SplitParts(body, boundary, 3)
	if boundary == "" || len(parts) != 2 {
		return 0, fmt.Errorf("a signed mail has two parts, this one %d", len(parts))
	}
	head, signature := message.SplitHeader(parts[1])
	fields, _ := message.ParseFields(head, 50)
	signature = message.DecodeTransfer(fields.Get("content-transfer-encoding"), signature)
	return verifyOpenPGP(claim.Key, crlfLines(parts[0]), signature, claim.Now)
}

// crlfLines returns text with CRLF line ends, which is what was signed (RFC 3156 section 5).
func crlfLines(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// verifyCleartext checks the one signed text in data and returns it without the dashes that were put before some of its lines.
func verifyCleartext(data []byte, claim Claim) (text []byte, made int64, err error) {
	if bytes.Count(data, []byte(cleartextBegin)) != 1 || bytes.Count(data, []byte(signatureBegin)) != 1 {
		return nil, 0, fmt.Errorf("more than one signed text, or a broken one")
	}
	var signed []string
	inside, head := false, false
	lines := strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, " \t\r")
		switch {
		case line == cleartextBegin:
			inside, head = true, true
		case inside && head:
			if head = line != ""; head && !strings.HasPrefix(line, "Hash: ") {
				return nil, 0, fmt.Errorf("a signed text with a head of its own")
			}
		case inside && line == signatureBegin:
			text = []byte(strings.Join(signed, "\r\n"))
			made, err = verifyOpenPGP(claim.Key, text, []byte(strings.Join(lines[i:], "\n")), claim.Now)
			return text, made, err
		case inside:
			signed = append(signed, strings.TrimPrefix(line, "- "))
		}
	}
	return nil, 0, fmt.Errorf("the signed text cannot be cut out")
}

// PublicKey returns the armoured OpenPGP key that a mail brings in its text or an attached text, with its fingerprint, or nil. A key that
// cannot sign, or that comes with its secret, does not count.
func PublicKey(in *message.Incoming) (key []byte, fingerprint string) {
	var b strings.Builder
	inside := false
	for _, line := range in.Lines {
		if line.Text == keyBegin && line.From != message.Quoted && line.From != message.Forwarded {
			inside = true
		}
		if !inside {
			continue
		}
		b.WriteString(line.Text + "\n")
		if line.Text == keyEnd {
			k, err := readKey([]byte(b.String()))
			if err != nil {
				return nil, ""
			}
			return []byte(b.String()), k.GetFingerprint()
		}
		if b.Len() > 64<<10 {
			return nil, ""
		}
	}
	return nil, ""
}
