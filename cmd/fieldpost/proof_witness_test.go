package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
)

// A player witnesses by mail: his cosignature goes into the log, travels with the next report, and an audit believes it.
// A second visit of the witness signs nothing that does not follow from the first.
func TestWitnessesByMail(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Now = time.Now().UTC().Truncate(time.Second) // the witness' clock is the true one
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	dir := t.TempDir()
	save := func() {
		h.Look("hill", func(m *adjudicator.Match) {
			for _, l := range m.Letters {
				if l.Issued.Seat == "republic" {
					if err := os.WriteFile(filepath.Join(dir, itoa(int(l.Seq))+".eml"), h.BytesOf(l), 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
	save()
	key := filepath.Join(t.TempDir(), "w.key")
	if code, _, _ := run(t, "witness", "--mbox", dir, "--key", key); code != exitUsage {
		t.Errorf("a key without a name: exit %d", code)
	}
	code, body, trouble := run(t, "witness", "--mbox", dir, "--key", key, "--name", "anne.example.org")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, trouble)
	}
	letters := h.Mail("ann", "[hill] witness", body)
	if len(letters) != 1 {
		t.Fatalf("%s\n%s", officetest.Kinds(letters), h.Log)
	}
	if !strings.Contains(h.Text(letters[0]), "anne.example.org") {
		t.Fatalf("%s\n%s", officetest.Kinds(letters), h.Text(letters[0]))
	}
	h.Turn("hill")
	save()
	if code, body, trouble = run(t, "witness", "--mbox", dir, "--key", key); code != 0 {
		t.Errorf("the second visit: exit %d: %s", code, trouble)
	}
	wrong := strings.Replace(body, "anne.example.org", "bob.example.org", 1)
	letters = h.Mail("ann", "[hill] witness", wrong)
	if len(letters) != 1 || strings.Contains(h.Text(letters[0]), "is cosigned") {
		t.Errorf("a false witness: %s", h.Text(letters[0]))
	}
	code, page, trouble := run(t, "audit", "--mbox", dir)
	if code != 0 {
		t.Errorf("exit %d\n%s%s", code, page, trouble)
	}
	// A host that tells the witness another history gets no signature.
	state, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	forged := strings.Replace(string(state), `"root": "`, `"root": "00`, 1)
	at := strings.Index(forged, `"root": "00`) + len(`"root": "`)
	forged = forged[:at+64] + forged[at+66:]
	if err := os.WriteFile(key, []byte(forged), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Turn("hill")
	save()
	if code, _, _ := run(t, "witness", "--mbox", dir, "--key", key); code != exitFraud {
		t.Errorf("another history: exit %d", code)
	}
}

// A sheet printed and printed again from its last code is the same.
func TestSheetsArePrinted(t *testing.T) {
	t.Parallel()
	_, sheet, _ := run(t, "codes", "--count", "3")
	var anchor, last string
	for line := range strings.Lines(sheet) {
		f := strings.Fields(line)
		if len(f) > 1 && f[0] == "0" {
			anchor = f[1]
		}
		if len(f) > 1 && f[0] == "1024" {
			last = f[1]
		}
	}
	if code, err := dice.ParseCode(last); err != nil || dice.Sheet(code)[0].String() != anchor {
		t.Fatalf("%v\n%s", err, sheet)
	}
	if _, again, _ := run(t, "codes", "--count", "3", "--secret", last); again != sheet {
		t.Errorf("another sheet:\n%s", again)
	}
	file := filepath.Join(t.TempDir(), "sheet.html")
	if code, _, trouble := run(t, "--lang", "fr", "codes", "--html", "--out", file); code != 0 {
		t.Fatal(trouble)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() < 5000 {
		t.Errorf("%v %v", info, err)
	}
}
