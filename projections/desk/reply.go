package desk

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Mail is what the player sends.
type Mail struct {
	To      string `json:"to"`
	Subject string `json:"subject"`
	Text    string `json:"text"`   // what a player could have typed: the head, his lines, the end
	Mailto  string `json:"mailto"` // a link that begins the mail
	Whole   bool   `json:"whole"`  // the link holds the text; otherwise it has to be pasted
	EML     string `json:"eml"`    // a draft for mail programs that open .eml files
}

// mostLink is how long a link may be: mail programs and browsers cut longer ones without a word (Outlook at some 2,000 characters, web mail
// at 1,600).
const mostLink = 1500

// Reply makes the mail that answers a letter with the orders of a form. Remarks and what stands outside ORDERS and END stay behind; where the
// head or the end is missing, those of the letter are put there.
func (d *Desk) Reply(id, text string) (Mail, error) {
	l, err := d.find(id)
	if err != nil {
		return Mail{}, err
	}
	rows, _, err := d.rows(l, "", text, nil)
	if err != nil {
		return Mail{}, err
	}
	typed := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	begin := strings.Split(firstForm(l.report.Desk.Reply.Form), "\n")
	if len(begin) < 3 {
		return Mail{}, fmt.Errorf("desk: %s awaits no orders", id)
	}
	head, end := begin[0], begin[2]
	var lines, deeds []string
	for _, w := range rows {
		line := plainly(typed[w.Row.Row])
		switch w.State {
		case "head":
			head = line
		case "end":
			end = line
		case "note":
		case "withdrawn":
			deeds = append(deeds, line)
		default:
			lines = append(lines, line)
		}
	}
	m := Mail{To: cmp.Or(l.top.ReplyTo, l.report.Desk.Reply.Address), Subject: l.report.Desk.Reply.Subject}
	if l.top.Subject != "" {
		m.Subject = "Re: " + strings.TrimPrefix(l.top.Subject, "Re: ")
	}
	whole := slices.Concat(deeds, []string{head}, lines, []string{end})
	if len(deeds) > 0 && len(lines) == 0 {
		whole = deeds // an empty block would order nothing
	}
	m.Text = strings.Join(whole, "\n") + "\n"
	m.Mailto = mailto(m.To, m.Subject, m.Text)
	if m.Whole = len(m.Mailto) <= mostLink; !m.Whole {
		m.Mailto = mailto(m.To, m.Subject, head+"\n")
	}
	m.EML = draft(m, l.top.ID)
	return m, nil
}

// plainly takes off a line what mail programs change on the way: white space at its end, tabs, spaces that do not break.
func plainly(line string) string {
	return strings.TrimSpace(strings.NewReplacer("\t", " ", "\u00a0", " ", "\u202f", " ").Replace(line))
}

// mailto makes a link as RFC 6068 has it: line breaks are %0D%0A, a space is %20 and never a plus.
func mailto(to, subject, text string) string {
	return "mailto:" + escaped(to, "@.+") + "?subject=" + escaped(subject, "") + "&body=" + escaped(strings.ReplaceAll(text, "\n", "\r\n"), "")
}

// escaped percent-encodes everything but letters, digits, "-_.~" and the characters in also.
func escaped(s, also string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c < utf8.RuneSelf && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~"+also, c) >= 0) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// draft writes the mail as a file. X-Unsent makes those programs that know it open it for writing.
func draft(m Mail, answers string) string {
	var b bytes.Buffer
	field := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	field("To", m.To)
	field("Subject", mime.QEncoding.Encode("utf-8", m.Subject))
	if answers != "" {
		field("In-Reply-To", "<"+answers+">")
		field("References", "<"+answers+">")
	}
	field("X-Unsent", "1")
	field("MIME-Version", "1.0")
	field("Content-Type", "text/plain; charset=utf-8")
	field("Content-Transfer-Encoding", "quoted-printable")
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(strings.ReplaceAll(m.Text, "\n", "\r\n"))) // into memory
	_ = w.Close()
	return b.String()
}
