package mail

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"

	"fieldpost/events"
)

// Our own letters carry these, so that they are known wherever they come back from.
const (
	headerGame      = "X-Fieldpost-Game"
	ownIDPrefix     = "fieldpost."
	mostReceived    = 50
	keyContext      = "pbem-mail-v1"
	headerAutomatic = "Auto-Submitted"
)

// automatic tells why a mail must not be answered, or "": RFC 3834 section 2, and what practice adds.
func automatic(h header, in *Incoming) string {
	if auto := strings.ToLower(h.get("auto-submitted")); auto != "" {
		if word, _, _ := strings.Cut(auto, ";"); strings.TrimSpace(word) != "no" {
			if isReport(h) {
				return "report"
			}
			return "auto-submitted"
		}
	}
	switch {
	case isReport(h):
		return "report"
	case h.get("x-fieldpost-game") != "", strings.HasPrefix(in.MessageID, ownIDPrefix):
		return "own-letter"
	case h.count("return-path") > 0 && nullPath(h.get("return-path")):
		return "null-return-path"
	case h.count("received") > mostReceived:
		return "hops"
	}
	switch strings.ToLower(h.get("precedence")) {
	case "bulk", "list", "junk":
		return "bulk"
	}
	for _, f := range h {
		switch {
		case strings.HasPrefix(f.name, "list-"):
			return "list"
		case f.name == "x-autoreply", f.name == "x-autorespond", f.name == "x-autoresponder", f.name == "x-loop":
			return "auto-submitted"
		}
	}
	local, _, _ := strings.Cut(strings.ToLower(in.From.Address), "@")
	switch local {
	case "mailer-daemon", "postmaster", "noreply", "no-reply", "do-not-reply", "donotreply":
		return "daemon"
	}
	return ""
}

func nullPath(value string) bool { return strings.Join(strings.Fields(value), "") == "<>" }

func isReport(h header) bool {
	kind, _ := h.contentType()
	return kind == "multipart/report"
}

// MayAnswer tells whether a program may answer the mail (RFC 3834), and if not why.
func (in *Incoming) MayAnswer(env Envelope) (ok bool, why string) {
	switch {
	case in.Automatic != "":
		return false, in.Automatic
	case env.Null:
		return false, "null-return-path"
	case in.From.Address == "":
		return false, "no-sender"
	}
	return true, ""
}

// deliveryReport adds to a report what one message/delivery-status part says: the first recipient that failed, or else the
// first (RFC 3464 section 2.3).
func deliveryReport(report *DeliveryReport, body []byte) *DeliveryReport {
	if report == nil {
		report = &DeliveryReport{}
	}
	for len(body) > 0 {
		var group []byte
		group, body = splitHeader(body)
		body = bytes.TrimLeft(body, "\r\n")
		fields, _ := parseHeader(group, 100)
		action := strings.ToLower(fields.get("action"))
		if action == "" || report.Action == "failed" || report.Action != "" && action != "failed" {
			continue
		}
		report.Action = action
		report.Status = firstWord(fields.get("status"))
		report.Detail = cleanLine(utf8OrLatin(afterSemicolon(fields.get("diagnostic-code"))))
		report.Recipient = afterSemicolon(fields.get("original-recipient"))
		if report.Recipient == "" {
			report.Recipient = afterSemicolon(fields.get("final-recipient"))
		}
	}
	return report
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word
}

// afterSemicolon gives the value of a field "type; value".
func afterSemicolon(s string) string {
	if _, value, ok := strings.Cut(s, ";"); ok {
		return strings.Trim(strings.TrimSpace(value), "<>")
	}
	return strings.TrimSpace(s)
}

// key gives what is the same for every copy of a mail: SHA-256("pbem-mail-v1", 0, Message-ID, 0, SHA-256 of the body in
// DKIM's relaxed form), with From and Date in the place of a missing Message-ID. Trace headers are not in it.
func key(h header, body []byte) events.Hash {
	id := strings.TrimSpace(h.get("message-id"))
	if id == "" {
		id = strings.TrimSpace(h.get("from")) + "\x00" + strings.TrimSpace(h.get("date"))
	}
	relaxed := sha256.Sum256(relaxedBody(body))
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\x00%s\x00", keyContext, id)
	sum.Write(relaxed[:])
	return events.Hash(sum.Sum(nil))
}

// relaxedBody is RFC 6376 section 3.4.4: white space at line ends is dropped, runs of it are one space, empty lines at the
// end are dropped. Bare LF counts as a line end.
func relaxedBody(body []byte) []byte {
	out := make([]byte, 0, len(body)+2)
	last := 0 // length of out up to the last line that was not empty
	for len(body) > 0 {
		line := body
		if at := bytes.IndexByte(body, '\n'); at >= 0 {
			line, body = body[:at], body[at+1:]
		} else {
			body = nil
		}
		line = bytes.TrimRight(line, " \t\r")
		space := false
		for _, c := range line {
			if c == ' ' || c == '\t' {
				space = true
				continue
			}
			if space {
				out, space = append(out, ' '), false
			}
			out = append(out, c)
		}
		out = append(out, '\r', '\n')
		if len(line) > 0 {
			last = len(out)
		}
	}
	return out[:last]
}
