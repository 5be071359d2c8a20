package mail_test

import (
	"testing"

	"fieldpost/mail/message"
)

// TestHeadersAsTheyCome: comments stand wherever RFC 2822 allows them (its appendix A.5), and a field that is there twice without saying two
// things does no harm; a mail with two different subjects is not read.
func TestHeadersAsTheyCome(t *testing.T) {
	for name, c := range map[string]struct{ head, from, code string }{
		"comments":            {`From: Pete(A nice \) chap) <pete(his account)@silly.test(his host)>`, "pete@silly.test", ""},
		"a comment in quotes": {`From: "Pete (the nice one)" <pete@silly.test>`, "pete@silly.test", ""},
		"nested comments":     {"From: (a (b) c) ann@example.org (Ann)", "ann@example.org", ""},
		"no brackets":         {"From: Big Bug bb@bug.com", "bb@bug.com", ""},
		"two without":         {"From: ann@example.org bo@example.org", "", message.CodeNoSender},
		"references twice":    {"From: ann@example.org\r\nReferences: <1@x>\r\nReferences: <2@x>", "ann@example.org", ""},
		"one subject twice":   {"From: ann@example.org\r\nSubject: orders\r\nSubject: orders", "ann@example.org", ""},
		"two subjects":        {"From: ann@example.org\r\nSubject: orders\r\nSubject: others", "ann@example.org", message.CodeDuplicateHeader},
		"one sender twice":    {"From: ann@example.org\r\nFrom: ann@example.org", "", message.CodeDuplicateHeader},
	} {
		in, err := message.Read([]byte(c.head+"\r\nMessage-ID: <3@x>\r\n\r\nSTATUS\r\n"), message.Limits{})
		if in.From.Address != c.from || message.ErrorCode(err) != c.code {
			t.Errorf("%s: from %q, %v", name, in.From.Address, err)
		}
	}
}
