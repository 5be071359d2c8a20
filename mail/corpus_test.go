package mail_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/mail/message"
)

var update = flag.Bool("update", false, "rewrite golden files")

// told writes what a mail was understood to say, as the corpus keeps it.
func told(in *message.Incoming, err error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "from %s, subject %q, automatic %q, error %q\n", in.From.Address, in.Subject, in.Automatic, message.ErrorCode(err))
	if r := in.Report; r != nil {
		fmt.Fprintf(&b, "report %s %s for %s about %s\n", r.Action, r.Status, r.Recipient, r.MessageID)
	}
	c := message.Find(in)
	for _, block := range c.Blocks {
		b.WriteString(orders(block))
	}
	for _, command := range c.Commands {
		fmt.Fprintf(&b, "command %s %q %q\n", command.Word, command.Args, command.Text)
	}
	for _, line := range c.Loose {
		fmt.Fprintf(&b, "loose %q\n", line.Text)
	}
	for _, ignored := range c.Ignored {
		fmt.Fprintf(&b, "%s %d %q\n", ignored.Reason, ignored.Lines, ignored.Sample)
	}
	for _, note := range in.Notes {
		fmt.Fprintf(&b, "note %s\n", note)
	}
	return b.String()
}

func orders(b message.Block) string {
	text := fmt.Sprintf("ORDERS %s %s\n", b.Game, b.Words)
	for _, line := range b.Lines {
		text += "  " + line.Text + "\n"
	}
	return text
}

// the turn that every mail of the corpus whose name begins with "turn-" holds
const theTurn = "ORDERS michael-7 turn 3\n  move 18 Div: 2114-2115-2116\n  attack 2217 with 18 Div, 50 Res; lead 18 Div\n" +
	"  standing retreat: toward Béthune, keep 1 \"réserve\"\n"

// Ensure every mail program's way of writing the same turn gives the same orders, and every mail of the corpus says what its .txt tells.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.eml")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d mails in the corpus, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in, err := message.Read(raw, message.Limits{})
			if strings.HasPrefix(filepath.Base(file), "turn-") {
				found := message.Find(in).Blocks
				if len(found) != 1 || orders(found[0]) != theTurn {
					t.Errorf("the turn was read as %v", found)
				}
			}
			got := told(in, err)
			golden := strings.TrimSuffix(file, ".eml") + ".txt"
			if *update {
				os.WriteFile(golden, []byte(got), 0o644)
			}
			want, err := os.ReadFile(golden)
			if err != nil || string(want) != got {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
