package mail_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/mail/message"
)

// said writes what a mail was understood to order, as .orders files tell it: the head and the lines of each block, its end, and commands.
func said(c message.Contents) string {
	var b strings.Builder
	for _, block := range c.Blocks {
		end, word := "END", "ORDERS"
		for _, l := range block.Lines {
			if strings.Contains(l.Text, "avancer") || strings.Contains(l.Text, "consigne") {
				end, word = "FIN", "ORDRES"
			}
		}
		b.WriteString(strings.TrimSpace(word+" "+block.Game+" "+block.Words) + "\n")
		for _, l := range block.Lines {
			b.WriteString(l.Text + "\n")
		}
		b.WriteString(end + "\n")
	}
	for _, c := range c.Commands {
		b.WriteString(strings.TrimSpace(c.Word+" "+c.Args) + "\n")
	}
	return b.String()
}

// TestClients: every mail of testdata/clients gives the orders that stand beside it, and nothing of what it quotes.
func TestClients(t *testing.T) {
	files, err := filepath.Glob("testdata/clients/*.eml")
	if err != nil || len(files) < 400 {
		t.Fatalf("%d mails, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".eml") + ".orders")
			if err != nil {
				t.Fatal(err)
			}
			in, err := message.Read(raw, message.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if got := said(message.Find(in)); got != string(want) {
				var lines strings.Builder
				for _, l := range in.Lines {
					lines.WriteString(l.From.String() + " " + l.Text + "\n")
				}
				t.Errorf("read\n%s\nwant\n%s\nfrom\n%s", got, want, lines.String())
			}
		})
	}
}
