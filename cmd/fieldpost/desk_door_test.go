package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
)

// A report names an address at which it can be seen alive; that address opens this one report and nothing else.
func TestAReportOpensInABrowser(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Office.Settings.Desk = "https://play.example.org/desk"
	h.Announce(office.NewGame{ID: "mill", Rulebook: "duel", Scenario: "old-mill", Players: []office.SeatedPlayer{{Seat: "north", Address: "bot"}}})
	var raw []byte
	for _, l := range h.Mail("ann", "join", "JOIN mill") {
		if l.Issued.Letter == "report" {
			raw = h.BytesOf(l)
		}
	}
	plain := bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("=\r\n"), nil), []byte("=3D"), []byte("=")) // as far as this line goes, quoted-printable
	link := regexp.MustCompile(`https://play\.example\.org/desk#open=([a-z0-9.-]+)`).FindSubmatch(plain)
	if link == nil {
		t.Fatalf("the report names no address:\n%.3000s", raw)
	}
	opens := string(link[1])

	file := filepath.Join(t.TempDir(), "desk.html")
	if err := os.WriteFile(file, []byte(`<meta content="connect-src 'none'">`), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &host.Server{Installation: &host.Installation{Office: h.Office, Config: host.Config{Desk: &host.DeskDoor{URL: h.Office.Settings.Desk, Page: file}}}}
	mux := http.NewServeMux()
	if err := s.OpenDesk(t.Context(), mux); err != nil {
		t.Fatal(err)
	}
	door := httptest.NewServer(mux)
	defer door.Close()
	get := func(path, opens string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), "GET", door.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if opens != "" {
			r.Header.Set("Authorization", "Bearer "+opens)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		if err := answer.Body.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
	if code, body := get("/desk", ""); code != 200 || !strings.Contains(body, "connect-src 'self'") {
		t.Errorf("the page: %d %s", code, body)
	}
	if code, body := get("/desk/letter", opens); code != 200 || body != string(raw) {
		t.Errorf("the letter: %d, %d bytes of %d", code, len(body), len(raw))
	}
	parts := strings.Split(opens, ".")
	for why, wrong := range map[string]string{
		"another seat": strings.Replace(opens, "south", "north", 1), "another event": parts[0] + "." + parts[1] + ".1." + parts[3],
		"another game": strings.Replace(opens, "mill", "glen", 1), "no token": parts[0] + "." + parts[1] + "." + parts[2] + ".", "nonsense": "a", "the address of the seat": "mill.south." + parts[2] + "." + h.Office.Post.Token("mill", "south", 1),
	} {
		if code, _ := get("/desk/letter", wrong); wrong == opens || code != http.StatusNotFound {
			t.Errorf("%s: %d", why, code)
		}
	}
	if code, _ := get("/desk/letter", ""); code != http.StatusUnauthorized {
		t.Errorf("without a name: %d", code)
	}
}
