package reading

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/events"
)

// TestCopiesOfALetterAreKnownToTheByte: what mail servers and mail programs write into a player's copy of a letter (neomutt's Content-Length and
// Lines in a Maildir, the Status of an mbox, Thunderbird's keys, fields on top, line ends of the system) leaves the letter what it was; a
// byte of ours that is another does not.
func TestCopiesOfALetterAreKnownToTheByte(t *testing.T) {
	const head = "From: orders@example.org\r\nTo: ann@example.org\r\nSubject: a long one,\r\n folded\r\nMessage-ID: <1@example.org>\r\n"
	const body = "\r\nG1 fires.\r\n\r\nContent-Length: 5 is what it says.\r\n"
	sent := events.Hash(sha256.Sum256([]byte(head + body)))
	length := fmt.Sprintf("Content-Length: %d", len(body)-2)
	for name, copied := range map[string]string{
		"as it was sent":              head + body,
		"neomutt, Maildir":            strings.ReplaceAll(head+length+"\r\nLines: 3\r\n"+body, "\r\n", "\n"),
		"neomutt, CRLF kept":          head + length + "\nLines: 3\n" + body,
		"neomutt, mbox":               strings.ReplaceAll(head+"Status: RO\r\n"+length+"\r\nLines: 3\r\n"+body, "\r\n", "\n"),
		"in the middle":               "From: orders@example.org\r\n" + length + "\r\n" + strings.TrimPrefix(head, "From: orders@example.org\r\n") + body,
		"Thunderbird, and a server":   "Received: from mx\r\n by host; Sat, 21 Nov 2026 12:00:00 +0000\r\nX-Mozilla-Status: 0001\r\nX-Mozilla-Keys: \r\n" + head + body,
		"with a line more at the end": head + body + "\r\n",
	} {
		if !slices.Contains(digestsOf([]byte(copied)), sent) {
			t.Errorf("%s: the letter is not known", name)
		}
	}
	for name, forged := range map[string]string{
		"a word of the text":                              head + length + "\r\n" + strings.Replace(body, "fires", "hides", 1),
		"a field of the letter":                           strings.Replace(head, "ann", "bo", 1) + body,
		"a line of the text that looks like such a field": head + strings.Replace(body, "Content-Length: 5 is what it says.\r\n", "", 1),
	} {
		if slices.Contains(digestsOf([]byte(forged)), sent) {
			t.Errorf("%s: another letter is taken for ours", name)
		}
	}
}
