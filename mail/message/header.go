package message

import (
	"bytes"
	"io"
	"mime"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"github.com/emersion/go-message/charset"
)

// field is one header field: its name in lower case and its value, unfolded but not decoded.
type field struct{ name, value string }

// Fields is the fields of a mail or part in the order in which they stand.
type Fields []field

// SplitHeader cuts raw at the first empty line. Lines end with LF or CRLF. The header keeps its last line end.
func SplitHeader(raw []byte) (head, body []byte) {
	at := 0
	for at < len(raw) {
		end := bytes.IndexByte(raw[at:], '\n')
		if end < 0 {
			return raw, nil
		}
		line := raw[at : at+end]
		next := at + end + 1
		if len(line) == 0 || len(line) == 1 && line[0] == '\r' {
			return raw[:at], raw[next:]
		}
		at = next
	}
	return raw, nil
}

// ParseFields reads the fields of head, at most max of them; the bool reports whether there were more. Lines that are not fields (an mbox
// "From " line, rubbish from a relay) are skipped.
func ParseFields(head []byte, max int) (Fields, bool) {
	var fields Fields
	folded := false // the last line was a field that a continuation may belong to
	var value []byte
	flush := func() {
		if folded {
			fields[len(fields)-1].value = strings.TrimSpace(string(value))
		}
	}
	for len(head) > 0 {
		line := head
		if end := bytes.IndexByte(head, '\n'); end >= 0 {
			line, head = head[:end], head[end+1:]
		} else {
			head = nil
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
			if folded {
				value = append(append(value, ' '), bytes.TrimSpace(line)...)
			}
			continue
		}
		flush()
		folded = false
		colon := bytes.IndexByte(line, ':')
		if colon < 1 || !IsFieldName(bytes.TrimRight(line[:colon], " \t")) {
			continue
		}
		if len(fields) == max {
			return fields, true
		}
		fields = append(fields, field{name: strings.ToLower(string(bytes.TrimRight(line[:colon], " \t")))})
		value = append(value[:0], line[colon+1:]...)
		folded = true
	}
	flush()
	return fields, false
}

func IsFieldName(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return len(b) > 0
}

// Get returns the first value of a field, or "".
func (h Fields) Get(name string) string {
	for _, f := range h {
		if f.name == name {
			return f.value
		}
	}
	return ""
}

// All returns every value of a field.
func (h Fields) All(name string) []string {
	var values []string
	for _, f := range h {
		if f.name == name {
			values = append(values, f.value)
		}
	}
	return values
}

// Count returns how often a field occurs.
func (h Fields) Count(name string) int {
	n := 0
	for _, f := range h {
		if f.name == name {
			n++
		}
	}
	return n
}

// once lists the fields that may occur only once (RFC 5322 section 3.6, RFC 2045): if there are two of one, it is unknown which was signed.
var once = []string{"from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references",
	"mime-version", "content-type", "content-transfer-encoding", "content-disposition"}

// Twice lists those that nevertheless occur more than once.
func (h Fields) Twice() []string {
	var found []string
	for _, name := range once {
		if h.Count(name) > 1 {
			found = append(found, name)
		}
	}
	return found
}

// unclear lists the fields that occur more than once and say different things, of those that change what a mail says. References only tell
// where a mail stands in a thread, and the disposition of a whole mail tells nothing.
func (h Fields) unclear() []string {
	return slices.DeleteFunc(h.Twice(), func(name string) bool {
		values := h.All(name)
		same := !slices.ContainsFunc(values, func(v string) bool { return v != values[0] })
		return same && name != "from" || name == "references" || name == "content-disposition"
	})
}

var words = mime.WordDecoder{CharsetReader: func(name string, input io.Reader) (io.Reader, error) {
	return charset.Reader(name, input)
}}

// decodeWords decodes RFC 2047 words and bytes above 127, which are UTF-8 or else windows-1252. The result is one line in NFC.
func decodeWords(value string) string {
	value = utf8OrLatin(value)
	if strings.Contains(value, "=?") {
		if decoded, err := words.DecodeHeader(value); err == nil {
			value = decoded
		}
	}
	return CleanLine(strings.ToValidUTF8(value, "\ufffd"))
}

func utf8OrLatin(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	decoded, err := charmap.Windows1252.NewDecoder().String(s)
	if err != nil {
		return strings.ToValidUTF8(s, "\ufffd")
	}
	return decoded
}

// CleanLine makes a line of Line.Text's form.
func CleanLine(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' && c != '\t' || c >= 0x7f {
			plain = false
			break
		}
	}
	if !plain {
		s = norm.NFC.String(strings.Map(cleanRune, s))
	}
	return strings.TrimRight(s, " \t")
}

// cleanRune drops what cannot be seen and makes all spaces plain.
func cleanRune(r rune) rune {
	switch {
	case r == '\t':
		return r
	case r == '\r', r == '\n', r == '\v', r == '\f', r == 0x2028, r == 0x2029, r == 0x85:
		return ' '
	case r < ' ', r >= 0x7f && r < 0xa0, r == 0xad, r == 0x34f, r == 0x61c, r == 0x180e, r == 0xfeff:
		return -1
	case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2069:
		return -1
	case r == 0xa0, r == 0x1680, r >= 0x2000 && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000:
		return ' '
	}
	return r
}

var angleAddress = regexp.MustCompile(`<\s*([^<>\s]+@[^<>\s]+)\s*>`)

// parseAddresses reads an address list as leniently as it can without guessing: a list that the grammar refuses still gives
// the addresses that stand in angle brackets.
func parseAddresses(value string) []Mailbox {
	if value == "" {
		return nil
	}
	value = utf8OrLatin(value)
	parser := netmail.AddressParser{WordDecoder: &words}
	list, err := parser.ParseList(value)
	if bare := withoutComments(value); err != nil && bare != value { // where comments may stand by RFC 2822, few programs expect them
		list, err = parser.ParseList(bare)
	}
	var boxes []Mailbox
	if err == nil {
		for _, a := range list {
			boxes = append(boxes, Mailbox{Name: CleanLine(a.Name), Address: FoldDomain(a.Address)})
		}
		return boxes
	}
	if found := angleAddress.FindAllStringSubmatchIndex(value, 100); found != nil {
		from := 0
		for _, at := range found {
			name := strings.Trim(decodeWords(strings.TrimSpace(value[from:at[0]])), `",; `)
			boxes = append(boxes, Mailbox{Name: name, Address: FoldDomain(value[at[2]:at[3]])})
			from = at[1]
		}
		return boxes
	}
	for _, part := range strings.Split(value, ",") {
		words := strings.Fields(part) // "Big Bug bb@bug.com", as some programs write it
		if len(words) == 0 {
			continue
		}
		last := len(words) - 1
		if a := words[last]; PlainAddress(a) && !strings.Contains(strings.Join(words[:last], " "), "@") {
			boxes = append(boxes, Mailbox{Name: strings.Trim(decodeWords(strings.Join(words[:last], " ")), `"; `), Address: FoldDomain(a)})
		}
	}
	return boxes
}

// withoutComments removes the comments of a field, which are in parentheses, may lie inside each other, and do not begin inside quotes.
func withoutComments(value string) string {
	var b strings.Builder
	depth, quoted := 0, false
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '\\' && i+1 < len(value) && (quoted || depth > 0):
			if i++; depth == 0 {
				b.WriteString(value[i-1 : i+1])
			}
			continue
		case c == '"' && depth == 0:
			quoted = !quoted
		case c == '(' && !quoted:
			depth++
			continue
		case c == ')' && depth > 0:
			depth--
			continue
		}
		if depth == 0 {
			b.WriteByte(c)
		}
	}
	if depth > 0 || quoted {
		return value
	}
	return b.String()
}

// PlainAddress reports whether s looks like local@host without anything around it.
func PlainAddress(s string) bool {
	at := strings.LastIndexByte(s, '@')
	return at > 0 && at < len(s)-1 && !strings.ContainsAny(s, " \t\r\n<>,;:\"()[]\\") && utf8.ValidString(s)
}

// FoldDomain puts the part after the @ in lower case; the local part keeps its case.
func FoldDomain(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return address
	}
	return address[:at+1] + strings.ToLower(address[at+1:])
}

// SameAddress compares two addresses as people mean them: without regard to case.
func SameAddress(a, b string) bool {
	return a != "" && strings.EqualFold(norm.NFC.String(a), norm.NFC.String(b))
}

// messageIDs returns the ids of a Message-ID, In-Reply-To or References value without their angle brackets. An id that could not stand in a
// letter of ours is none.
func messageIDs(value string) []string {
	var ids []string
	for rest := value; ; {
		open := strings.IndexByte(rest, '<')
		if open < 0 {
			break
		}
		end := strings.IndexByte(rest[open:], '>')
		if end < 0 {
			break
		}
		if id := strings.TrimSpace(rest[open+1 : open+end]); UsableID(id) {
			ids = append(ids, id)
		}
		rest = rest[open+end+1:]
	}
	if bare := strings.TrimSpace(value); ids == nil && PlainAddress(bare) && UsableID(bare) {
		ids = append(ids, bare)
	}
	return ids
}

// UsableID reports whether a message id, without its brackets, can stand in a header of ours.
func UsableID(id string) bool { return usable.MatchString(id) }

var usable = regexp.MustCompile(`^[\x21-\x3b\x3d\x3f-\x7e]{1,900}$`) // printable ASCII but < and >

// ParseDate reads a Date field in the forms that mail programs write.
func ParseDate(value string) time.Time {
	if value == "" {
		return time.Time{}
	}
	t, err := netmail.ParseDate(value)
	if err != nil {
		if cut := strings.IndexByte(value, '('); cut > 0 {
			t, err = netmail.ParseDate(strings.TrimSpace(value[:cut]))
		}
		if err != nil {
			return time.Time{}
		}
	}
	return t.UTC()
}

// contentType reads a Content-Type: the type in lower case ("text/plain" if there is none or it is unreadable) and its
// parameters. What ParseMediaType refuses is read by hand, because phones and scripts write it.
func (h Fields) ContentType() (string, map[string]string) {
	value := h.Get("content-type")
	if value == "" {
		return "text/plain", nil
	}
	kind, params, err := mime.ParseMediaType(value)
	if kind != "" && (err == nil || params != nil) {
		return kind, params
	}
	parts := strings.Split(value, ";")
	kind = strings.ToLower(strings.TrimSpace(parts[0]))
	if strings.Count(kind, "/") != 1 || strings.ContainsAny(kind, " \t\"") {
		kind = "text/plain"
	}
	params = map[string]string{}
	for _, p := range parts[1:] {
		name, v, ok := strings.Cut(p, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, seen := params[name]; ok && !seen {
			params[name] = strings.Trim(strings.TrimSpace(v), `"'`)
		}
	}
	return kind, params
}

// fileName returns the decoded name of a part without folders, and whether it is meant as an attachment.
func (h Fields) fileName(typeParams map[string]string) (name string, attached bool) {
	if value := h.Get("content-disposition"); value != "" {
		kind, params, err := mime.ParseMediaType(value)
		if err != nil && kind == "" {
			kind, _, _ = strings.Cut(strings.ToLower(value), ";")
		}
		attached = strings.TrimSpace(kind) == "attachment"
		name = params["filename"]
	}
	if name == "" {
		name = typeParams["name"]
	}
	name = decodeWords(name)
	if cut := strings.LastIndexAny(name, `/\`); cut >= 0 {
		name = name[cut+1:]
	}
	return name, attached
}

// HeaderValues returns the decoded values of a field of a mail, whatever the case of its name; for mail stores that search.
func HeaderValues(raw []byte, name string) []string {
	head, _ := SplitHeader(raw)
	fields, _ := ParseFields(head[:min(len(head), DefaultLimits.HeaderBytes)], DefaultLimits.HeaderFields)
	values := fields.All(strings.ToLower(name))
	for i, v := range values {
		values[i] = decodeWords(v)
	}
	return values
}

// HeaderText returns all fields of a mail, decoded, one a line; for mail stores that search.
func HeaderText(raw []byte) string {
	head, _ := SplitHeader(raw)
	fields, _ := ParseFields(head[:min(len(head), DefaultLimits.HeaderBytes)], DefaultLimits.HeaderFields)
	var b strings.Builder
	for _, f := range fields {
		b.WriteString(f.name + ": " + decodeWords(f.value) + "\n")
	}
	return b.String()
}
