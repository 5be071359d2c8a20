package mail_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"fieldpost/mail/message"
)

// TestCharsetsAsTheyCome: what a mail declares of its text need not be so. The text is read all the same.
func TestCharsetsAsTheyCome(t *testing.T) {
	big5, _ := traditionalchinese.Big5.NewEncoder().String("移動第三小隊到村莊去")
	gbk, _ := simplifiedchinese.GBK.NewEncoder().String("第三小队向村庄前进")
	sjis, _ := japanese.ShiftJIS.NewEncoder().String("第三分隊は村へ進め")
	far := strings.Repeat("G1: hold, and go on as before. ", 40) // beyond what is looked at first
	for name, c := range map[string]struct{ kind, transfer, body, want string }{
		"UTF-7":                        {"utf-7", "7bit", "G1: d+AOk-placer +- C5", "G1: déplacer + C5"},
		"UTF-7 at the end of a line":   {"UTF-7", "7bit", "caf+AOk", "café"},
		"UTF-7 beyond the first plane": {"utf-7", "7bit", "+2D3eAA-", "😀"},
		"UTF-7 that is damaged":        {"utf-7", "7bit", "G1+A: hold", "G1+A: hold"},
		"Big5 as ASCII":                {"us-ascii", "8bit", big5, "移動第三小隊到村莊去"},
		"GBK as UTF-8":                 {"utf-8", "8bit", gbk, "第三小队向村庄前进"},
		"Shift-JIS as UTF-8":           {"utf-8", "8bit", sjis, "第三分隊は村へ進め"},
		"UTF-8 as nothing known":       {"x-foo", "8bit", "G1: déplacer C5", "G1: déplacer C5"},
		"UTF-8 as Big5":                {"big5", "8bit", "G1: avance où ? à l’église, près du pré", "G1: avance où ? à l’église, près du pré"},
		"Latin as ASCII":               {"us-ascii", "8bit", "G1: d\xe9placer C5, s'il te pla\xeet, \xe0 l'\xe9glise", "G1: déplacer C5, s'il te plaît, à l'église"},
		"what HTML says of itself":     {"utf-8", "8bit", "<html><head><meta charset=\"iso-8859-2\"></head><body>G1: p\xf8esun C5, \xe8ekej</body></html>", "G1: přesun C5, čekej"},
		"Latin far down":               {"us-ascii", "8bit", far + "d\xe9placer", far + "déplacer"},
		"UTF-8 far down":               {"x-foo", "8bit", far + "déplacer", far + "déplacer"},
		"clear text as base64":         {"utf-8", "base64", "G1: hold", "G1: hold"},
		"base64 with a footer":         {"utf-8", "base64", base64.StdEncoding.EncodeToString([]byte("G1: hold, and all others go on as before")) + "\r\n", "G1: hold, and all others go on as before"},
	} {
		kind := "text/plain"
		if strings.HasPrefix(c.body, "<html>") {
			kind = "text/html"
		}
		raw := "From: ann@example.org\r\nMessage-ID: <1@x>\r\nContent-Type: " + kind + "; charset=" + c.kind + "\r\nContent-Transfer-Encoding: " + c.transfer + "\r\n\r\n" + c.body + "\r\n"
		in, err := message.Read([]byte(raw), message.Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, l := range in.Lines {
			got = append(got, l.Text)
		}
		if text := strings.TrimSpace(strings.Join(got, "\n")); text != c.want {
			t.Errorf("%s: %q; want %q (%v)", name, text, c.want, in.Notes)
		}
	}
}
