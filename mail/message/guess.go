package message

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// What a mail declares of its text is sometimes not so. Orders are in letters and digits, which nearly all charsets share, so a wrong guess
// spoils names and messages, not orders; a text that cannot be decoded at all is still read.

// Charsets of several bytes a character, in the order in which they are tried: those that have ASCII among their second bytes, and those
// that have not. Each of them refuses what it cannot have written.
var (
	mixedBytes = []string{"big5", "shift_jis", "gb18030"}
	highBytes  = []string{"gb18030", "euc-jp", "euc-kr", "big5"}
)

// guessCharset decodes a text whose declared charset is wrong or unknown, and names the charset that it was read as. The detection of HTML
// documents says what it is: by its mark, by what an HTML text says of itself, or by its bytes. That looks at the first 1,024 bytes alone, so
// a text that is UTF-8 as a whole is not asked about; and it takes everything that says nothing of itself for windows-1252, which refuses next
// to nothing. Only there the charsets of several bytes are tried before it: without them, mails in Big5 or Shift-JIS that declare something
// else are lost.
func guessCharset(text []byte) (decoded, name string) {
	if utf8.Valid(text) {
		return string(text), "utf-8"
	}
	detected, name, _ := charset.DetermineEncoding(text, "")
	if name != westernCharset {
		if decoded = through(detected.NewDecoder().Reader(bytes.NewReader(text))); !strings.ContainsRune(decoded, utf8.RuneError) {
			return decoded, name
		}
	}
	for _, name := range severalBytes(text) {
		c, _ := charset.Lookup(name)
		if decoded = through(c.NewDecoder().Reader(bytes.NewReader(text))); !strings.ContainsRune(decoded, utf8.RuneError) {
			return decoded, name
		}
	}
	return latin(text), westernCharset
}

// westernCharset is what is left when nothing else fits.
const westernCharset = "windows-1252"

// severalBytes returns the charsets of several bytes a character that a text may be written in. The languages of the west have few characters
// beyond ASCII; where they are most of a text, it is one of these.
func severalBytes(text []byte) []string {
	high, seen, run, odd := 0, 0, 0, false
	for _, c := range text {
		if c > ' ' {
			seen++
		}
		if c >= 0x80 {
			high, run = high+1, run+1
			continue
		}
		odd, run = odd || run%2 == 1, 0
	}
	switch {
	case 3*high <= seen:
		return nil
	case odd || run%2 == 1: // a second byte is ASCII
		return mixedBytes
	}
	return highBytes
}

// decodeUTF7 decodes UTF-7 (RFC 2152): "+" opens UTF-16 in base64 without padding, anything that is not of its alphabet closes it, and "-"
// is swallowed then; "+-" is a plus sign. What is damaged stands as it is written.
func decodeUTF7(text []byte) string {
	var b strings.Builder
	for len(text) > 0 {
		at := bytes.IndexByte(text, '+')
		if at < 0 {
			b.Write(text)
			break
		}
		b.Write(text[:at])
		end := at + 1
		for end < len(text) && inBase64(text[end]) {
			end++
		}
		shifted := text[at+1 : end]
		if end < len(text) && text[end] == '-' {
			end++
		}
		if units, ok := utf16Of(shifted); len(shifted) == 0 {
			b.WriteByte('+')
			end = max(end, at+1)
		} else if ok {
			b.WriteString(string(utf16.Decode(units)))
		} else {
			b.Write(text[at:end])
		}
		text = text[end:]
	}
	return strings.ToValidUTF8(b.String(), "\ufffd")
}

// utf16Of returns the characters that base64 without padding stands for.
func utf16Of(shifted []byte) (units []uint16, ok bool) {
	raw := make([]byte, base64.RawStdEncoding.DecodedLen(len(shifted)))
	n, err := base64.RawStdEncoding.Decode(raw, shifted)
	if err != nil || n < 2 {
		return nil, false
	}
	for k := 0; k+1 < n; k += 2 {
		units = append(units, uint16(raw[k])<<8|uint16(raw[k+1]))
	}
	return units, true
}

func inBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}

// inClear reports whether a body that is said to be base64 is not: its first line has what no base64 has. A footer in clear below true base64
// is not looked at.
func inClear(body []byte) bool {
	for line := range bytes.Lines(body) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		return bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf || r != '=' && !inBase64(byte(r)) })
	}
	return false
}
