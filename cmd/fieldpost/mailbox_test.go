package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMailboxPassword: the command makes a password and prints it, or takes one from a file and does not; it takes it away again, and says what
// is wrong with a short one, a bad name, and a configuration without the embedded post office.
func TestMailboxPassword(t *testing.T) {
	t.Parallel()
	in := install(t)
	file := filepath.Join(t.TempDir(), "password")
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept := func() string {
		data, err := os.ReadFile(filepath.Join(in.dir, "mail", "passwords.json"))
		if err != nil {
			return ""
		}
		return string(data)
	}
	if code, out, trouble := run(t, "mailbox", "password", "ann", "--config", in.config); code != exitFine || !regexp.MustCompile(`It is: [a-z2-7]{16}\n`).MatchString(out) || !strings.Contains(kept(), `"ann"`) {
		t.Errorf("exit %d\n%s%s%s", code, out, trouble, kept())
	}
	write(file, "correct horse\n")
	if code, out, trouble := run(t, "mailbox", "password", "bo", "--file", file, "--config", in.config); code != exitFine || strings.Contains(out+kept(), "horse") || !strings.Contains(kept(), `"bo"`) {
		t.Errorf("exit %d\n%s%s%s", code, out, trouble, kept())
	}
	if code, out, trouble := run(t, "mailbox", "password", "ann", "--remove", "--config", in.config); code != exitFine || strings.Contains(kept(), `"ann"`) || !strings.Contains(kept(), `"bo"`) {
		t.Errorf("exit %d\n%s%s%s", code, out, trouble, kept())
	}
	write(file, "short\n")
	outside := filepath.Join(t.TempDir(), "outside.yaml")
	write(outside, "data: "+in.dir+"\nimap: {server: 'imap.example.org:993', user: orders, password: x}\nsmtp: {server: 'smtp.example.org:465'}\n")
	before := kept()
	for says, args := range map[string][]string{
		"at least 8 characters":   {"cid", "--file", file, "--config", in.config},
		"cannot be an account":    {"../cid", "--config", in.config},
		"no embedded post office": {"cid", "--config", outside},
		"no such file":            {"cid", "--file", file + "x", "--config", in.config},
	} {
		if code, out, trouble := run(t, append([]string{"mailbox", "password"}, args...)...); code != exitUsage || !strings.Contains(out+trouble, says) {
			t.Errorf("%q: exit %d\n%s%s", says, code, out, trouble)
		}
	}
	if kept() != before {
		t.Error("a refused command changed the passwords")
	}
}
