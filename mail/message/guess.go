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

// guessCharset decodes a text whose declared charset is wrong or unknown, and names the charset that it was read as. The detection of HTML
// documents says what it is: by its mark, or by what an HTML text says of itself. That looks at the first 1,024 bytes alone, so a text that is
// UTF-8 as a whole is not asked about; and it takes everything that says nothing of itself for windows-1252, which refuses next to nothing.
// There what the text would say in each charset is weighed. hinted are charsets that the rest of the mail speaks for: they weigh more.
func guessCharset(text []byte, hinted []string) (decoded, name string) {
	if utf8.Valid(text) {
		return string(text), "utf-8"
	}
	detected, name, _ := charset.DetermineEncoding(text, "")
	if name != westernCharset {
		if decoded = through(detected.NewDecoder().Reader(bytes.NewReader(text))); !strings.ContainsRune(decoded, utf8.RuneError) {
			return decoded, name
		}
	}
	name = likeliest(text, hinted)
	c, _ := charset.Lookup(name)
	return through(c.NewDecoder().Reader(bytes.NewReader(text))), name
}

// westernCharset is what is left when nothing else fits.
const westernCharset = "windows-1252"

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
