package message

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path"
	"strings"

	"fieldpost/events"
)

// Read reads a mail. The limits are checked before anything expensive is done, and the cost is linear in len(raw). Read never returns nil:
// with an error, an *Error of one of the Code constants, it returns whatever headers it could read, so that the sender can be told. No
// input makes it panic.
func Read(raw []byte, limits Limits) (*Incoming, error) {
	limits = limits.OrDefault()
	in := &Incoming{Raw: events.Hash(sha256.Sum256(raw)), Size: len(raw)}
	whole := raw
	if len(raw) > limits.Bytes {
		whole = raw[:limits.Bytes]
	}
	whole = skipMbox(whole)
	head, body := SplitHeader(whole)
	tooBig := len(head) > limits.HeaderBytes
	if tooBig {
		head = head[:limits.HeaderBytes]
	}
	fields, tooMany := ParseFields(head, limits.HeaderFields)
	in.headers(fields)
	in.Key = key(fields, body)
	switch {
	case len(raw) > limits.Bytes:
		return in, Fault(CodeTooBig, "%d bytes, at most %d", len(raw), limits.Bytes)
	case tooBig || tooMany:
		return in, Fault(CodeHeaderTooBig, "header of %d bytes and %d fields or more", len(head), len(fields))
	case len(fields) == 0:
		return in, Fault(CodeMalformed, "no header")
	}
	if twice := fields.unclear(); len(twice) > 0 {
		return in, Fault(CodeDuplicateHeader, "more than one field %q", twice[0])
	}
	r := &reading{in: in, limits: limits, forwarded: forwardSubject.MatchString(in.Subject), hinted: hints(fields)}
	if err := r.entity(fields, body, place{}); err != nil {
		return in, err
	}
	if err := r.finish(); err != nil {
		return in, err
	}
	if in.From.Address == "" {
		return in, Fault(CodeNoSender, "From names nobody or more than one: %q", fields.Get("from"))
	}
	return in, nil
}

// OrDefault returns the limits with those of DefaultLimits in the place of zeros.
func (l Limits) OrDefault() Limits {
	for _, f := range []struct{ value, standard *int }{
		{&l.Bytes, &DefaultLimits.Bytes}, {&l.HeaderBytes, &DefaultLimits.HeaderBytes}, {&l.HeaderFields, &DefaultLimits.HeaderFields},
		{&l.Depth, &DefaultLimits.Depth}, {&l.Parts, &DefaultLimits.Parts}, {&l.Text, &DefaultLimits.Text}, {&l.Line, &DefaultLimits.Line},
	} {
		if *f.value <= 0 {
			*f.value = *f.standard
		}
	}
	return l
}

// skipMbox passes over the "From " line that mbox files put before a mail, and over empty lines.
func skipMbox(raw []byte) []byte {
	raw = bytes.TrimLeft(raw, "\r\n")
	if bytes.HasPrefix(raw, []byte("From ")) || bytes.HasPrefix(raw, []byte(">From ")) {
		if end := bytes.IndexByte(raw, '\n'); end >= 0 {
			return raw[end+1:]
		}
	}
	return raw
}

// headers fills in what the top header says.
func (in *Incoming) headers(fields Fields) {
	if from := parseAddresses(fields.Get("from")); len(from) == 1 && fields.Count("from") == 1 {
		in.From = from[0]
	}
	if reply := parseAddresses(fields.Get("reply-to")); len(reply) == 1 {
		in.ReplyTo = reply[0]
	}
	seen := map[string]bool{}
	for _, name := range []string{"delivered-to", "x-original-to", "envelope-to", "to", "cc"} {
		for _, value := range fields.All(name) {
			for _, box := range parseAddresses(value) {
				if !seen[box.Address] && len(in.Recipients) < 200 {
					seen[box.Address] = true
					in.Recipients = append(in.Recipients, box.Address)
				}
			}
		}
	}
	in.Subject = strings.TrimSpace(decodeWords(fields.Get("subject")))
	if ids := messageIDs(fields.Get("message-id")); len(ids) > 0 {
		in.MessageID = ids[0]
	}
	in.InReplyTo = messageIDs(fields.Get("in-reply-to"))
	in.References = messageIDs(fields.Get("references"))
	in.Date = ParseDate(fields.Get("date"))
	in.Automatic = automatic(fields, in)
	in.Claims = claimed(fields, in.MessageID)
}

// place is the position of an entity in the tree of parts.
type place struct {
	depth     int
	forwarded bool // inside a mail sent on
}

// reading is the state of reading one mail's parts.
type reading struct {
	in        *Incoming
	limits    Limits
	forwarded bool // the Subject says that the mail was sent on
	parts     int
	text      int // bytes of decoded text so far
	texts     int // attached texts so far
	body      []rawLine
	sentOn    []bool // for each line of body whether it is of an attached mail
	every     bool   // all forms of one text are wanted, not one of them
	ends      []int  // with every: where in body each form ends

	hinted []string // charsets that the header of the mail speaks for
}

// entity reads one part and what it holds.
func (r *reading) entity(h Fields, body []byte, at place) error {
	if r.parts++; r.parts > r.limits.Parts {
		return Fault(CodeTooManyParts, "more than %d parts", r.limits.Parts)
	}
	if at.depth > r.limits.Depth {
		return Fault(CodeTooDeep, "parts nested more than %d deep", r.limits.Depth)
	}
	kind, params := h.ContentType()
	name, attached := h.fileName(params)
	major, minor, _ := strings.Cut(kind, "/")
	switch {
	case major == "multipart":
		return r.multipart(h, minor, params, body, at)
	case kind == "message/rfc822" || kind == "message/global":
		return r.message(h, name, body, at)
	case kind == "message/delivery-status" || kind == "message/global-delivery-status":
		r.in.Report = deliveryReport(r.in.Report, DecodeTransfer(h.Get("content-transfer-encoding"), body))
		return nil
	case kind == "text/rfc822-headers":
		r.reportedHeader(body)
		return nil
	case (major == "text" || kind == "application/octet-stream") && strings.EqualFold(path.Ext(name), ".txt"),
		kind == "text/plain" && attached && name == "":
		return r.attachedText(h, kind, params, name, body, at)
	case kind == "text/plain" && name == "" || kind == "text/plain" && !attached && at.depth == 0:
		return r.plain(h, params, body, at)
	case kind == "text/html" && !attached && name == "":
		return r.htmlPart(h, params, body, at)
	}
	r.in.Attachments = append(r.in.Attachments, Attachment{Name: name, Type: kind, Size: len(body)})
	return nil
}

// multipart reads the children of a multipart; of alternatives the plain text, if there is anything in it.
func (r *reading) multipart(h Fields, minor string, params map[string]string, body []byte, at place) error {
	boundary := params["boundary"]
	if boundary == "" || len(boundary) > 200 {
		return Fault(CodeMalformed, "multipart without a boundary")
	}
	if at.depth >= r.limits.Depth {
		return Fault(CodeTooDeep, "parts nested more than %d deep", r.limits.Depth)
	}
	children := SplitParts(DecodeTransfer(identityOnly(h.Get("content-transfer-encoding")), body), boundary, r.limits.Parts+1)
	if len(children) == 0 {
		r.note("a multipart without parts")
		return nil
	}
	if len(children)+r.parts > r.limits.Parts {
		return Fault(CodeTooManyParts, "more than %d parts", r.limits.Parts)
	}
	at.depth++
	entities := make([]entity, len(children))
	for i, child := range children {
		head, content := SplitHeader(child)
		if len(head) > r.limits.HeaderBytes {
			return Fault(CodeHeaderTooBig, "header of a part of %d bytes", len(head))
		}
		fields, tooMany := ParseFields(head, r.limits.HeaderFields)
		if tooMany {
			return Fault(CodeHeaderTooBig, "more than %d fields in a part", r.limits.HeaderFields)
		}
		entities[i] = entity{fields, content}
	}
	switch minor {
	case "alternative":
		return r.alternative(entities, at)
	case "related":
		return r.each(entities, at)
	case "signed":
		if len(entities) > 1 {
			r.in.Attachments = append(r.in.Attachments, Attachment{Type: "signature", Size: len(entities[1].body)})
		}
		return r.entity(entities[0].header, entities[0].body, at)
	}
	return r.each(entities, at)
}

// entity is one part: its header and its undecoded body.
type entity struct {
	header Fields
	body   []byte
}

func (r *reading) each(entities []entity, at place) error {
	for _, e := range entities {
		if err := r.entity(e.header, e.body, at); err != nil {
			return err
		}
	}
	return nil
}

// alternative reads the plain text of several forms of one text, or the last form that can be read where that one is empty.
func (r *reading) alternative(entities []entity, at place) error {
	order := make([]int, 0, len(entities))
	for i, e := range entities {
		if kind, _ := e.header.ContentType(); kind == "text/plain" {
			order = append(order, i)
		}
	}
	for i := len(entities) - 1; i >= 0; i-- {
		if kind, _ := entities[i].header.ContentType(); kind != "text/plain" {
			order = append(order, i)
		}
	}
	for _, i := range order {
		before := len(r.body)
		if err := r.entity(entities[i].header, entities[i].body, at); err != nil {
			return err
		}
		if r.every {
			r.ends = append(r.ends, len(r.body))
			continue
		}
		for _, line := range r.body[before:] {
			if line.text != "" {
				return nil
			}
		}
	}
	return nil
}

// message reads a mail that is attached to this one: as forwarded text, or for a report's sake only its id.
func (r *reading) message(h Fields, name string, body []byte, at place) error {
	content := DecodeTransfer(h.Get("content-transfer-encoding"), body)
	if r.in.Automatic == "report" {
		head, _ := SplitHeader(content)
		r.reportedHeader(head[:min(len(head), r.limits.HeaderBytes)])
		return nil
	}
	if at.depth >= r.limits.Depth {
		return Fault(CodeTooDeep, "parts nested more than %d deep", r.limits.Depth)
	}
	head, inner := SplitHeader(skipMbox(content))
	if len(head) > r.limits.HeaderBytes {
		return Fault(CodeHeaderTooBig, "header of an attached mail of %d bytes", len(head))
	}
	fields, tooMany := ParseFields(head, r.limits.HeaderFields)
	if tooMany {
		return Fault(CodeHeaderTooBig, "more than %d fields in an attached mail", r.limits.HeaderFields)
	}
	return r.entity(fields, inner, place{depth: at.depth + 1, forwarded: true})
}

// plain reads a text/plain part of the body.
func (r *reading) plain(h Fields, params map[string]string, body []byte, at place) error {
	text, err := r.decode(h, params, body, 1)
	if err != nil {
		return err
	}
	if strings.EqualFold(params["format"], "flowed") {
		return r.add(flowedLines(text, strings.EqualFold(params["delsp"], "yes")), at)
	}
	return r.add(plainLines(text), at)
}

// htmlFactor is how much more HTML than text may come: mail programs need several bytes of markup for one of text.
const htmlFactor = 8

// htmlPart reads a text/html part of the body.
func (r *reading) htmlPart(h Fields, params map[string]string, body []byte, at place) error {
	if params["charset"] == "" {
		params = map[string]string{"charset": metaCharset(body)}
	}
	source, err := r.decode(h, params, body, htmlFactor)
	if err != nil {
		return err
	}
	return r.add(htmlLines(source), at)
}

// metaCharset reads charset= from the start of HTML whose part declares none.
func metaCharset(body []byte) string {
	start := bytes.ToLower(body[:min(len(body), 1024)])
	at := bytes.Index(start, []byte("charset="))
	if at < 0 {
		return ""
	}
	value := bytes.TrimLeft(start[at+len("charset="):], "3d\"' ")
	end := bytes.IndexFunc(value, func(c rune) bool {
		return !(c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z')
	})
	if end < 0 {
		return ""
	}
	return string(value[:end])
}

// attachedText reads an attached .txt as typed text of a separate part.
func (r *reading) attachedText(h Fields, kind string, params map[string]string, name string, body []byte, at place) error {
	text, err := r.decode(h, params, body, 1)
	if err != nil {
		return err
	}
	r.texts++
	r.in.Attachments = append(r.in.Attachments, Attachment{Name: name, Type: kind, Size: len(text), Part: r.texts})
	raw := plainLines(text)
	lines := classify(raw, r.texts, false)
	if at.forwarded {
		sentOn(lines)
	}
	return r.keep(lines)
}

// decode returns the text of a part as UTF-8, if it keeps within the limit; times is how much more than text may come.
func (r *reading) decode(h Fields, params map[string]string, body []byte, times int) (string, error) {
	if len(body) > 4*times*r.limits.Text { // no encoding makes more than three bytes of one; white space is slack
		return "", Fault(CodeTextTooBig, "a text of %d bytes encoded", len(body))
	}
	data := DecodeTransfer(h.Get("content-transfer-encoding"), body)
	if r.text+len(data)/times > r.limits.Text {
		return "", Fault(CodeTextTooBig, "more than %d bytes of text", r.limits.Text)
	}
	text, note := decodeCharset(params["charset"], data, append(hints(h), r.hinted...))
	if note != "" {
		r.note(note)
	}
	if r.text += len(text) / times; r.text > r.limits.Text {
		return "", Fault(CodeTextTooBig, "more than %d bytes of text", r.limits.Text)
	}
	return text, nil
}

func (r *reading) add(lines []rawLine, at place) error {
	for range lines {
		r.sentOn = append(r.sentOn, at.forwarded)
	}
	r.body = append(r.body, lines...)
	return nil
}

// finish classifies the lines of the body and checks what is left to check.
func (r *reading) finish() error {
	attached := r.in.Lines
	r.in.Lines = nil
	for from := 0; from < len(r.body); {
		to := from
		for to < len(r.body) && r.sentOn[to] == r.sentOn[from] {
			to++
		}
		lines := classify(r.body[from:to], 0, r.forwarded)
		if r.sentOn[from] {
			sentOn(lines)
		}
		if err := r.keep(lines); err != nil {
			return err
		}
		from = to
	}
	r.in.Lines = append(r.in.Lines, attached...)
	if len(r.in.Lines) == 0 && r.in.Report == nil && r.in.Subject == "" {
		return Fault(CodeNoText, "no text in it")
	}
	return nil
}

// sentOn makes typed lines those of a mail sent on.
func sentOn(lines []Line) {
	for i := range lines {
		if lines[i].From == Typed {
			lines[i].From = Forwarded
		}
	}
}

// keep checks the length of lines: one that was typed is an error, others are cut.
func (r *reading) keep(lines []Line) error {
	for i := range lines {
		if len(lines[i].Text) <= r.limits.Line {
			continue
		}
		if lines[i].From == Typed {
			return Fault(CodeLineTooLong, "a line of %d bytes, at most %d", len(lines[i].Text), r.limits.Line)
		}
		lines[i].Text = strings.ToValidUTF8(lines[i].Text[:r.limits.Line], "")
		r.note("a quoted line was cut")
	}
	r.in.Lines = append(r.in.Lines, lines...)
	return nil
}

// note keeps what was repaired, each thing once and no more than twenty.
func (r *reading) note(text string) {
	for _, n := range r.in.Notes {
		if n == text {
			return
		}
	}
	if len(r.in.Notes) < 20 {
		r.in.Notes = append(r.in.Notes, text)
	}
}

// reportedHeader takes the message id of the letter that a report is about.
func (r *reading) reportedHeader(head []byte) {
	fields, _ := ParseFields(head, r.limits.HeaderFields)
	if ids := messageIDs(fields.Get("message-id")); len(ids) > 0 {
		if r.in.Report == nil {
			r.in.Report = &DeliveryReport{}
		}
		r.in.Report.MessageID = ids[0]
	}
}

// identityOnly refuses encodings that RFC 2045 section 6.4 forbids for multiparts; some gateways write them nevertheless.
func identityOnly(encoding string) string {
	if strings.EqualFold(strings.TrimSpace(encoding), "base64") {
		return encoding
	}
	return ""
}

// SplitParts cuts the body of a multipart at its boundary lines, at most max parts. The preamble and what follows the closing line are left
// out; a missing closing line is not a fault. Each line is looked at once.
func SplitParts(body []byte, boundary string, max int) [][]byte {
	mark := []byte("--" + boundary)
	var parts [][]byte
	start := -1
	for at := 0; at < len(body); {
		found := bytes.Index(body[at:], mark)
		if found < 0 {
			break
		}
		found += at
		at = found + len(mark)
		if found > 0 && body[found-1] != '\n' {
			continue
		}
		rest := body[at:]
		closing := bytes.HasPrefix(rest, []byte("--"))
		if closing {
			rest = rest[2:]
		}
		end := bytes.IndexByte(rest, '\n')
		tail := rest
		if end >= 0 {
			tail = rest[:end]
		}
		if len(bytes.Trim(tail, " \t\r")) > 0 {
			continue // a longer boundary, of an inner part
		}
		if start >= 0 {
			parts = append(parts, bytes.TrimSuffix(bytes.TrimSuffix(body[start:found], []byte("\n")), []byte("\r")))
		}
		start = -1
		if closing || len(parts) >= max {
			break
		}
		start = len(body)
		if end >= 0 {
			start = len(body) - len(rest) + end + 1
		}
		at = start
	}
	if start >= 0 && start < len(body) && len(parts) < max {
		parts = append(parts, body[start:])
	}
	return parts
}

// String names a provenance for tests and logs.
func (p Provenance) String() string {
	names := [...]string{"typed", "quoted", "attribution", "signature", "forwarded", "disclaimer", "struck", "hidden", "doubtful"}
	if p < 0 || int(p) >= len(names) {
		return fmt.Sprintf("Provenance(%d)", int(p))
	}
	return names[p]
}
