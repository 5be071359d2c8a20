package mail_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/mail/message"
)

// Ensure text that is struck through, hidden or too small to read is no order, in whatever way HTML says so, and that the receipt can name it;
// what stands beside it is read as ever.
func TestTextThatIsNotShownIsNoOrder(t *testing.T) {
	for name, c := range map[string]struct{ html, reason string }{
		"s":                 {`<s>G1: move C7 C6</s>`, "mail.ignored.struck"},
		"del":               {`<del>G1: move C7 C6</del>`, "mail.ignored.struck"},
		"strike":            {`<strike>G1: move C7 C6</strike>`, "mail.ignored.struck"},
		"a style":           {`<span style="color:red; text-decoration: line-through">G1: move C7 C6</span>`, "mail.ignored.struck"},
		"inside":            {`<s><b>G1: <i>move</i></b> C7 C6</s>`, "mail.ignored.struck"},
		"not displayed":     {`<div style="display: none">G1: move C7 C6</div>`, "mail.ignored.hidden"},
		"not visible":       {`<span style="VISIBILITY:hidden">G1: move C7 C6</span>`, "mail.ignored.hidden"},
		"the attribute":     {`<p hidden>G1: move C7 C6</p>`, "mail.ignored.hidden"},
		"no size":           {`<span style="font-size:0">G1: move C7 C6</span>`, "mail.ignored.hidden"},
		"a pixel":           {`<span style="font-size: 1px">G1: move C7 C6</span>`, "mail.ignored.hidden"},
		"hidden by Outlook": {`<span style="mso-hide:all">G1: move C7 C6</span>`, "mail.ignored.hidden"},
		"a large letter":    {`<span style="font-size:14px">G2: watch</span>`, ""},
		"underlined":        {`<span style="text-decoration:underline">G2: watch</span>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			raw := fmt.Appendf(nil, "From: ann@example.org\r\nTo: orders@fieldpost.local\r\nSubject: orders\r\nMessage-ID: <struck@example.org>\r\n"+
				"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>ORDERS hill turn 1<br>%s<br>G1: hold<br>END</body></html>\r\n", c.html)
			in, err := message.Read(raw, message.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			said := message.Find(in)
			if len(said.Blocks) != 1 {
				t.Fatalf("%d order blocks", len(said.Blocks))
			}
			var lines []string
			for _, l := range said.Blocks[0].Lines {
				if l.Text != "" {
					lines = append(lines, l.Text)
				}
			}
			want := "G1: hold"
			if c.reason == "" {
				want = "G2: watch G1: hold"
			}
			if got := strings.Join(lines, " "); got != want {
				t.Errorf("read as %q, want %q", got, want)
			}
			named := ""
			for _, i := range said.Ignored {
				named += i.Reason
			}
			if named != c.reason {
				t.Errorf("what was passed over is named %q, want %q", named, c.reason)
			}
		})
	}
}
