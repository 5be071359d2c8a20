package message

import (
	"bytes"
	"encoding/base64"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/emersion/go-message/charset"
)

// DecodeTransfer undoes a Content-Transfer-Encoding (RFC 2045 section 6). What is damaged is passed through: a lost
// character is better than a lost mail.
func DecodeTransfer(encoding string, body []byte) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return decodeQuotedPrintable(body)
	case "base64":
		if inClear(body) {
			return body
		}
		return decodeBase64(body)
	}
	return body
}

// decodeQuotedPrintable is RFC 2045 section 6.7 with every error taken literally.
func decodeQuotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		var line, end []byte
		if at := bytes.IndexByte(body, '\n'); at >= 0 {
			line, end, body = body[:at], []byte("\n"), body[at+1:]
		} else {
			line, body = body, nil
		}
		line = bytes.TrimRight(line, " \t\r")
		if bytes.HasSuffix(line, []byte("=")) {
			line, end = line[:len(line)-1], nil
		}
		for len(line) > 0 {
			at := bytes.IndexByte(line, '=')
			if at < 0 {
				out = append(out, line...)
				break
			}
			out = append(out, line[:at]...)
			line = line[at:]
			if len(line) >= 3 && hexDigit(line[1]) >= 0 && hexDigit(line[2]) >= 0 {
				out = append(out, byte(hexDigit(line[1])<<4|hexDigit(line[2])))
				line = line[3:]
				continue
			}
			out = append(out, '=')
			line = line[1:]
		}
		out = append(out, end...)
	}
	return out
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c - 'A' + 10)
	case 'a' <= c && c <= 'f':
		return int(c - 'a' + 10)
	}
	return -1
}

// decodeBase64 decodes what is base64 in body, up to padding, and skips everything else (a list's footer in clear).
func decodeBase64(body []byte) []byte {
	if pad := bytes.IndexByte(body, '='); pad >= 0 {
		body = body[:pad]
	}
	clean := make([]byte, 0, len(body))
	for _, c := range body {
		if 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/' {
			clean = append(clean, c)
		}
	}
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(clean)))
	n, _ := base64.RawStdEncoding.Decode(out, clean)
	return out[:n]
}

// DecodeCharset returns text as UTF-8. The declared charset is believed unless the bytes say otherwise: a byte order mark,
// text declared as one-byte characters that is UTF-8, text declared as UTF-8 (or as nothing) that is not, text that the declared charset
// does not decode. note says so.
func DecodeCharset(declared string, text []byte) (decoded, note string) {
	return decodeCharset(declared, text, nil)
}

// decodeCharset is DecodeCharset with the charsets that the rest of the mail speaks for.
func decodeCharset(declared string, text []byte, hinted []string) (decoded, note string) {
	declared = strings.ToLower(strings.Trim(strings.TrimSpace(declared), `"'`))
	switch {
	case bytes.HasPrefix(text, []byte{0xef, 0xbb, 0xbf}):
		text = text[3:]
		declared = "utf-8"
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		return through(unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder().Reader(bytes.NewReader(text))), ""
	}
	switch declared {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-unknown", "default":
		if bytes.Contains(text, []byte("\x1b$")) { // ISO-2022-JP that forgot to say so
			declared, note = "iso-2022-jp", "charset taken as iso-2022-jp"
			break
		}
		if utf8.Valid(text) {
			return string(text), ""
		}
		decoded, name := guessCharset(text, hinted)
		return decoded, "charset " + orNone(declared) + " is wrong, read as " + name
	case "utf-7", "unicode-1-1-utf-7", "x-unicode-2-0-utf-7":
		return decodeUTF7(text), ""
	}
	if superset, ok := meant[declared]; ok {
		declared = superset
	}
	if oneByte(declared) && manyBytes(text) && utf8.Valid(text) {
		return string(text), "charset " + declared + " is wrong, read as utf-8"
	}
	r, err := charset.Reader(declared, bytes.NewReader(text))
	if err != nil {
		decoded, name := guessCharset(text, hinted)
		return decoded, "charset " + declared + " unknown, read as " + name
	}
	if decoded = through(r); strings.ContainsRune(decoded, utf8.RuneError) {
		if other, name := guessCharset(text, hinted); !strings.ContainsRune(other, utf8.RuneError) {
			return other, "charset " + declared + " is wrong, read as " + name
		}
	}
	return decoded, note
}

// meant maps charsets to those which the mail programs that declare them really write.
var meant = map[string]string{
	"iso-8859-1": "windows-1252", "iso8859-1": "windows-1252", "latin1": "windows-1252", "latin-1": "windows-1252",
	"iso-8859-9": "windows-1254", "tis-620": "windows-874", "gb2312": "gb18030", "gbk": "gb18030",
	"cp932": "shift_jis", "ms932": "shift_jis", "iso-2022-jp-ms": "iso-2022-jp", "cp50220": "iso-2022-jp",
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}

// through reads what a decoder gives; decoders put U+FFFD for what they cannot read.
func through(r io.Reader) string {
	data, _ := io.ReadAll(r)
	return strings.ToValidUTF8(string(data), "\ufffd")
}

func oneByte(name string) bool {
	for _, prefix := range []string{"iso-8859", "iso8859", "latin", "windows-125", "cp125", "macintosh", "koi8"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func manyBytes(text []byte) bool {
	for _, c := range text {
		if c >= 0x80 {
			return true
		}
	}
	return false
}
