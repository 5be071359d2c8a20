package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"fieldpost/mail/postoffice"
)

// MailboxCmd is about the mailboxes of the embedded post office.
type MailboxCmd struct {
	Password MailboxPasswordCmd `cmd:"" help:"Give a user of the embedded post office a password of his own."`
}

// MailboxPasswordCmd sets a user's password.
type MailboxPasswordCmd struct {
	Place
	User   string `arg:"" help:"The user: the part of his address before the @."`
	File   string `type:"path" xor:"which" placeholder:"FILE" help:"File whose first line is the password; otherwise one is made and printed."`
	Remove bool   `xor:"which" help:"Take it away: the password that everybody has opens his mailbox again."`
}

// Help says what the password protects.
func (MailboxPasswordCmd) Help() string {
	return `Every mailbox of the embedded post office opens with the same password until its user has one of his own.
From then on nobody else reads his letters, and a mail in his name is taken only from whoever logs in
with it to send. The server may be at work. Only a hash of the password is kept.

Example:
  fieldpost mailbox password ann`
}

// shortestPassword is how many characters a password must have.
const shortestPassword = 8

// Run sets it.
func (m *MailboxPasswordCmd) Run(c *Console) error {
	config, err := m.read(c)
	if err != nil {
		return withCode{exitUsage, err}
	}
	if config.IMAP != nil || config.SMTP != nil {
		return withCode{exitUsage, errors.New("players have their mailboxes elsewhere: this configuration uses no embedded post office")}
	}
	dir := filepath.Join(config.Data, "mail")
	if m.Remove {
		if err := postoffice.SetPassword(dir, m.User, ""); err != nil {
			return withCode{exitUsage, err}
		}
		fmt.Fprintf(c.Out, "%s has no password of his own any more.\n", m.User)
		return nil
	}
	password := postoffice.NewPassword()
	if m.File != "" {
		data, err := os.ReadFile(m.File)
		if err != nil {
			return withCode{exitUsage, err}
		}
		line, _, _ := strings.Cut(string(data), "\n")
		if password = strings.TrimSpace(line); len([]rune(password)) < shortestPassword {
			return withCode{exitUsage, fmt.Errorf("a password must have at least %d characters", shortestPassword)}
		}
	}
	if err := postoffice.SetPassword(dir, m.User, password); err != nil {
		return withCode{exitUsage, err}
	}
	fmt.Fprintf(c.Out, "%s has a password of his own.\n", m.User)
	if m.File == "" {
		fmt.Fprintf(c.Out, "It is: %s\n", password)
	}
	return nil
}
