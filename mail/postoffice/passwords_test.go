package postoffice_test

import (
	"encoding/json"
	"net/smtp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/emersion/go-imap/v2/imapclient"

	"fieldpost/mail/postoffice"
)

// A user gets a password of his own while the office is at work: nobody else opens his mailbox or writes in his name any more, neither by the
// envelope nor by the header, and everybody else lives on as before.
func TestOffice_OwnPasswords(t *testing.T) {
	dir := t.TempDir()
	office := open(t, dir, func(c *postoffice.Config) { c.Users, c.Anybody, c.Orders = nil, "fieldpost", []string{"orders"} })
	logs := func(name, password string) bool {
		t.Helper()
		c, err := imapclient.DialInsecure(office.IMAPAddr(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.Login(name, password).Wait() == nil
	}
	host, _, _ := strings.Cut(office.SMTPAddr(), ":")
	writes := func(auth smtp.Auth, envelope, header string) error {
		return smtp.SendMail(office.SMTPAddr(), auth, envelope, []string{"bruno@fieldpost.localhost"},
			[]byte("From: "+header+"\r\nTo: bruno@fieldpost.localhost\r\nSubject: hello\r\nMessage-ID: <"+envelope+header+"@x>\r\n\r\nhello\r\n"))
	}
	alice, bruno := "alice@fieldpost.localhost", "bruno@fieldpost.localhost"
	if !logs("alice", "fieldpost") || writes(nil, alice, alice) != nil {
		t.Fatal("without a password of her own the one of all does not serve Alice")
	}
	if err := postoffice.SetPassword(dir, "Alice", "open sesame"); err != nil {
		t.Fatal(err)
	}
	hers := smtp.PlainAuth("", "alice", "open sesame", host)
	for name, good := range map[string]bool{
		"the password of all opens her mailbox":     !logs("alice", "fieldpost"),
		"an empty password opens her mailbox":       !logs("alice", ""),
		"her own does not open it":                  logs("alice", "open sesame") && logs("alice@fieldpost.localhost", "open sesame"),
		"hers opens Bruno's":                        !logs("bruno", "open sesame"),
		"Bruno is locked out":                       logs("bruno", "fieldpost"),
		"anybody writes in her name":                writes(nil, alice, alice) != nil,
		"anybody writes in her name by the header":  writes(nil, bruno, alice) != nil,
		"anybody names her as the envelope":         writes(nil, alice, bruno) != nil,
		"Bruno cannot write":                        writes(nil, bruno, bruno) == nil,
		"a stranger's mail does not reach Bruno":    writes(nil, "eve@example.org", "eve@example.org") == nil,
		"she cannot write":                          writes(hers, alice, "Alice <"+alice+">") == nil,
		"she writes in Bruno's name, which is free": writes(hers, bruno, bruno) == nil,
	} {
		if !good {
			t.Error(name)
		}
	}
	file := filepath.Join(dir, "passwords.json")
	data, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(data), "sesame") || !json.Valid(data) {
		t.Errorf("%v: %s", err, data)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if owners, err := office.Owners(); err != nil || len(owners) != 1 || owners[0] != "alice" {
		t.Errorf("%v %v", owners, err)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if logs("alice", "fieldpost") || logs("alice", "open sesame") || logs("bruno", "fieldpost") {
		t.Error("a file that cannot be read opens mailboxes")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if !logs("alice", "fieldpost") {
		t.Error("without the file the password of all does not serve any more")
	}
	if postoffice.SetPassword(dir, "../alice", "open sesame") == nil {
		t.Error("a name that is a path was taken")
	}
}
