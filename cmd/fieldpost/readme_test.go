package main

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
)

// TestTheReadmesMailProgram: the lines with which the README has neomutt read and send are those of the embedded post office as it is when
// nothing is configured. Where neomutt is installed, it plays with them: it sends Ann's JOIN and opens her welcome, without asking for anything.
func TestTheReadmesMailProgram(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var recipes []string
	for _, block := range regexp.MustCompile("(?s)```\n(.*?)```").FindAllStringSubmatch(string(readme), -1) {
		if strings.Contains(block[1], "neomutt ") {
			recipes = append(recipes, strings.TrimSpace(block[1]))
		}
	}
	if len(recipes) != 2 {
		t.Fatalf("%d recipes for neomutt: %q", len(recipes), recipes)
	}
	reads, sends := recipes[0], recipes[1]
	standard := DefaultConfig()
	_, domain, _ := strings.Cut(standard.Address, "@")
	for _, recipe := range recipes {
		for _, setting := range []string{"smtp_url=smtp://" + standard.Listen.SMTP, "from=ann@" + domain, "ssl_starttls=no", "ssl_force_tls=no"} {
			if !strings.Contains(recipe, setting) {
				t.Errorf("no %s in\n%s", setting, recipe)
			}
		}
	}
	for _, setting := range []string{"folder=imap://ann@" + standard.Listen.IMAP, "imap_pass=" + host.OpenAnybody, "spoolfile=+INBOX"} {
		if !strings.Contains(reads, setting) {
			t.Errorf("no %s in\n%s", setting, reads)
		}
	}
	if !strings.HasSuffix(sends, " "+standard.Address) {
		t.Errorf("not to %s:\n%s", standard.Address, sends)
	}
	if t.Failed() {
		return
	}
	if _, err := exec.LookPath("neomutt"); err != nil {
		t.Skip("the lines are right, and are not tried: there is no neomutt here")
	}
	if version, _ := exec.Command("script", "--version").Output(); !strings.Contains(string(version), "util-linux") { // others have other flags
		t.Skip("the lines are right, and are not tried: no terminal can be given")
	}

	config := DefaultConfig()
	config.Data, config.Listen = t.TempDir(), host.Listen{SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0"}
	server, err := host.StartServer(t.Context(), config, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := server.Stop(ctx); err != nil {
			t.Error(err)
		}
	}()
	if _, err := server.NewGame(t.Context(), office.NewGame{ID: "palace", Rulebook: "brush-brothers", Scenario: "ibarra-palace", Schedule: events.Schedule{Zone: "UTC"}}); err != nil {
		t.Fatal(err)
	}
	here := strings.NewReplacer(standard.Listen.SMTP, server.PostOffice.SMTPAddr(), standard.Listen.IMAP, server.PostOffice.IMAPAddr())
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	run := func(command string) string {
		t.Helper()
		cmd := exec.CommandContext(ctx, "sh", "-c", here.Replace(command))
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "TERM=xterm")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, command, out)
		}
		return string(out)
	}
	run(sends)
	letters := make(chan delivery, 1)
	ann := &correspondent{server: server, name: "ann", password: host.OpenAnybody}
	go ann.read(ctx, letters)
	select {
	case <-letters:
	case <-ctx.Done():
		t.Fatal("Ann has no answer")
	}
	// It needs a terminal. The keys that it is given save the first letter and leave.
	saved := filepath.Join(t.TempDir(), "letter")
	command := strings.Join(strings.Split(reads, "\\\n"), " ") + ` -e 'set wait_key=no; push "<pipe-message>cat >` + saved + `<enter><exit>"'`
	shown := run("script -qec " + quoted(command) + " /dev/null </dev/null")
	if letter, err := os.ReadFile(saved); err != nil || !strings.Contains(string(letter), "You play") {
		t.Errorf("no letter was read: %v\n%s\n%s", err, letter, shown)
	}
}

// quoted makes one word of a shell of a text.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
