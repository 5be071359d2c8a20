package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail"
	"fieldpost/mail/office"
	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/audit"
)

var statusShots = flag.String("status-shots", "", "folder in which the pictures of the status page are kept")

// refuse is the host of a player's address sending every letter to him back.
func (h *hall) refuse(address string) (refused int) {
	h.T.Helper()
	outgoing := h.Office.Outgoing()
	waiting, err := outgoing.Pending(h.T.Context())
	if err != nil {
		h.T.Fatal(err)
	}
	for _, l := range waiting {
		if l.To != address {
			continue
		}
		if err := outgoing.Bounced(h.T.Context(), l, mail.Failure{Permanent: true, Code: 550, Enhanced: "5.1.1"}); err != nil {
			h.T.Fatal(err)
		}
		refused++
	}
	return refused
}

// waitingFor are the letters that wait to be sent to an address.
func (h *hall) waitingFor(address string) (list []mail.Letter) {
	h.T.Helper()
	waiting, err := h.Office.Outgoing().Pending(h.T.Context())
	if err != nil {
		h.T.Fatal(err)
	}
	return slices.DeleteFunc(waiting, func(l mail.Letter) bool { return l.To != address })
}

// TestTheMastersDay: a player moves house. The game master sees by mail who is late and whose letters come back, changes the address and has the
// letters sent again; they arrive byte for byte, and log, mailboxes and audit agree.
func TestTheMastersDay(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Seated(officetest.FairGame(t, "hill", "D1"))
	h.Seated(officetest.FairGame(t, "bridge", "D1"))
	h.Deliver()
	h.Turn("bridge")
	h.Send("ann", "[hill] orders", h.BotMails("hill")["republic"])
	h.Now = h.Now.Add(3 * time.Hour)
	h.Send("bo", "[bridge] status", "STATUS bridge")
	h.Send("bo", "[hill] status", "STATUS hill")
	h.Deliver()
	h.Send("bo", "[hill] map", "MAP hill")
	refused := h.refuse("bo@example.org")
	if refused == 0 {
		t.Fatal("no letter to bo was written")
	}

	h.Office.Settings.Master = "master@example.org"
	told := h.Text(h.Mail("master", "how are things", "MASTER status")[0])
	for _, want := range []string{"2 games are played, 0 rest", "italian_ctv, for 3 hours", "! hill: Letter ", "was refused by its reader's host"} {
		if !strings.Contains(flat(told), want) {
			t.Errorf("the status does not say %q:\n%s", want, told)
		}
	}
	if strings.Contains(told, "bo@example.org") || strings.Index(told, "\nhill ") > strings.Index(told, "\nbridge ") {
		t.Errorf("an address is named, or the game that needs a hand does not come first:\n%s", told)
	}

	for _, c := range []string{
		`MASTER address hill italian_ctv bo@example.net --reason "he has moved"`,
		`MASTER resend hill --seat italian_ctv`,
	} {
		if err := h.masterSays(c); err != nil {
			t.Fatal(err)
		}
	}
	var first map[string][]byte
	again := 0
	h.Look("hill", func(m *adjudicator.Match) {
		first = map[string][]byte{}
		for _, l := range m.Letters {
			if l.Issued.Letter != "again" {
				first[l.Issued.MessageID] = h.BytesOf(l)
				continue
			}
			again++
			if l.Address != "bo@example.net" || !bytes.Equal(first[l.Issued.MessageID], h.BytesOf(l)) {
				t.Errorf("letter %d goes to %s, or is another", l.Seq, l.Address)
			}
		}
	})
	if again != refused || len(h.waitingFor("bo@example.net")) <= refused { // and the welcome
		t.Errorf("%d letters sent again, %d were refused; %d wait", again, refused, len(h.waitingFor("bo@example.net")))
	}
	if _, err := h.Office.ResendLetter(t.Context(), office.ResendRequest{Game: "hill", Seat: "italian_ctv"}); err == nil {
		t.Error("they are sent a third time although they still wait")
	}

	if err := h.masterSays(`MASTER address hill italian_ctv bo@example.org --reason "he is back"`); err != nil {
		t.Fatal(err)
	}
	h.Turn("hill")
	h.Turn("hill")
	s, err := h.Office.Status(t.Context())
	if err != nil || s.Trouble != 0 || len(s.Games) != 2 {
		t.Errorf("after he was heard from: %+v %v", s, err)
	}
	data, err := h.Office.ExportGame(t.Context(), office.GameRequest{Game: "hill"})
	if err != nil {
		t.Fatal(err)
	}
	for _, seat := range []string{"republic", "italian_ctv"} {
		if v := audited(evidenceIn(t, data), h.mailbox(seat)); v.Exit() != audit.Amended || !found(v, "deed.replace-player") {
			t.Errorf("%s: exit %d: %+v", seat, v.Exit(), v.Findings)
		}
	}
}

// TestStatusOfAStandstill: the status says why a game stands still, and only the game master reads the particulars.
func TestStatusOfAStandstill(t *testing.T) {
	t.Parallel()
	h := broken(t, "D1")
	if code := h.halt("hill"); code == "" {
		t.Fatal("the game goes on")
	}
	s, err := h.Office.Status(t.Context())
	if err != nil || s.Trouble != 1 || len(s.Games) != 1 || s.Games[0].Halt != "E_EVENT" || s.Games[0].Detail == "" {
		t.Fatalf("%+v %v", s, err)
	}
	if text := s.String(); !strings.Contains(text, "! hill: Stands still: E_EVENT: "+s.Games[0].Detail) {
		t.Error(text)
	}
	var page bytes.Buffer
	if err := host.WriteStatus(&page, s); err != nil {
		t.Fatal(err)
	}
	if text := page.String(); !strings.Contains(text, "stands still: E_EVENT") || strings.Contains(text, unescaped(s.Games[0].Detail)) {
		t.Error(text)
	}
}

// unescaped is a text as a page writes it, up to its first sign that is written otherwise there.
func unescaped(text string) string {
	if i := strings.IndexAny(text, `"'<>&+`); i >= 0 {
		text = text[:i]
	}
	return text
}

// TestStatusPage: a running server shows the status by its command, for machines and as a page that names no address and loads nothing.
func TestStatusPage(t *testing.T) {
	t.Parallel()
	in := install(t)
	in.play("hill")
	url := in.served()
	code, out, trouble := run(t, "status", "--json", "--config", in.config)
	var s office.Status
	if err := json.Unmarshal([]byte(out), &s); code != exitFine || err != nil || len(s.Games) != 1 || s.Games[0].Turn != 2 || len(s.Games[0].Late) != 2 {
		t.Fatalf("exit %d, %v: %+v\n%s", code, err, s, trouble)
	}
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(answer.Body)
	if err := fmt.Sprint(err, answer.Body.Close()); answer.StatusCode != http.StatusOK || err != "<nil> <nil>" {
		t.Fatal(answer.Status, err)
	}
	for _, want := range []string{`<tr id="hill">`, "1 game is played", "republic, italian_ctv, for"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	for _, never := range []string{"@", "src=", "href=", "<script"} {
		if strings.Contains(strings.ReplaceAll(string(page), "@media", ""), never) {
			t.Errorf("the page holds %q:\n%s", never, page)
		}
	}
	if got := answer.Header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") {
		t.Errorf("the page may load things: %q", got)
	}
}

// TestStatusPageInABrowser loads the page as it is served into Chromium, at the width of a desk and of a telephone. Everything that needs a
// hand must be there, nothing may be loaded besides, and nothing may stick out sideways.
func TestStatusPageInABrowser(t *testing.T) {
	t.Parallel()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not here")
	}
	in := install(t)
	in.play("hill")
	in.play("bridge-over-the-river-of-many-names")
	if err := os.WriteFile(filepath.Join(in.dir, "keys", "hill.dice"), []byte("lost\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	url := in.served()
	look := func(args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		args = append([]string{"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + t.TempDir(), "--virtual-time-budget=2000"}, args...)
		var trouble bytes.Buffer
		c := exec.CommandContext(ctx, browser, append(args, url)...)
		c.Stderr = &trouble
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, trouble.String())
		}
		return string(out)
	}
	dom := look("--dump-dom")
	for _, want := range []string{`<tr id="hill">`, `<tr id="bridge-over-the-river-of-many-names">`, "E_DICE_KEY", "2 of them need a hand", "republic"} {
		if !strings.Contains(dom, want) {
			t.Errorf("the page in the browser lacks %q:\n%s", want, dom)
		}
	}
	if i, j := strings.Index(dom, `<tr id="hill">`), strings.Index(dom, `<tr id="bridge`); i > j {
		t.Error("what needs a hand does not come first")
	}
	for _, width := range []int{1000, 360} {
		file := filepath.Join(t.TempDir(), "status.png")
		if *statusShots != "" {
			file = filepath.Join(*statusShots, fmt.Sprintf("status-%d.png", width))
		}
		look("--hide-scrollbars", fmt.Sprintf("--window-size=%d,700", width), "--screenshot="+file)
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(f)
		if err := errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
		if dark, alarm := inkOf(picture); dark < 500 || alarm < 100 {
			t.Errorf("at %d pixels the picture shows nothing: %d dark, %d red", width, dark, alarm)
		}
	}
}

// inkOf counts the dark and the red pixels of a picture.
func inkOf(picture image.Image) (dark, alarm int) {
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			switch {
			case r < 0x6000 && g < 0x6000 && b < 0x6000:
				dark++
			case r > 0x7000 && g < 0x5000 && b < 0x5000:
				alarm++
			}
		}
	}
	return dark, alarm
}

// served starts a server with a page and returns its address; the server stops with the test.
func (in *installation) served() (url string) {
	in.t.Helper()
	config, err := ReadConfig(in.config)
	if err != nil {
		in.t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		in.t.Fatal(err)
	}
	config.Listen.HTTP = free.Addr().String()
	if err := free.Close(); err != nil {
		in.t.Fatal(err)
	}
	server, err := host.StartServer(in.t.Context(), config, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		in.t.Fatal(err)
	}
	in.t.Cleanup(func() {
		if err := server.Stop(context.Background()); err != nil {
			in.t.Error(err)
		}
	})
	return "http://" + config.Listen.HTTP + "/status"
}
