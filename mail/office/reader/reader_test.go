package reader

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"fieldpost/mail/office"

	"fieldpost/mail/message"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// readChild makes this test program a reader of mails instead.
const readChild = "FIELDPOST_READ_MAIL_CHILD"

// readerForTest is a reader whose process is this test program.
func readerForTest(t testing.TB) *Process {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := &Process{Program: program, Env: []string{readChild + "=1"}, Log: slog.New(slog.DiscardHandler)}
	t.Cleanup(func() { r.Close() })
	return r
}

// What the reader's process tells is what reading here tells, for every mail of the corpus.
func TestMailReaderTellsTheSame(t *testing.T) {
	r := readerForTest(t)
	files, err := filepath.Glob("../../testdata/corpus/*.eml")
	if err != nil || len(files) < 50 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Read(t.Context(), raw)
		if err != nil {
			t.Fatal(err)
		}
		want := office.Understand(raw)
		if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-here +there):\n%s", f, diff)
		}
	}
	if r.killed != 0 {
		t.Errorf("%d processes ended", r.killed)
	}
}

// A reader that does not come back, dies or talks nonsense is ended; its mail is one that cannot be read, its sender is known, and the
// next mail is read by another process.
func TestMailReaderIsEnded(t *testing.T) {
	raw := []byte("From: ann@example.org\r\nSubject: orders\r\nMessage-ID: <1@x>\r\n\r\nORDERS hill turn 1\r\nEND\r\n")
	for _, how := range []string{"hang", "die", "nonsense"} {
		t.Run(how, func(t *testing.T) {
			r := readerForTest(t)
			r.Wait = 10 * time.Second
			if how == "hang" {
				r.Wait = 300 * time.Millisecond
			}
			r.Env = []string{readChild + "=" + how}
			u, err := r.Read(t.Context(), raw)
			if err != nil || u.Code != codeReader || u.In.From.Address != "ann@example.org" || r.killed != 2 {
				t.Errorf("%+v, %v, %d ended", u, err, r.killed)
			}
			r.Env, r.Wait = []string{readChild + "=1"}, 10*time.Second
			if u, err := r.Read(t.Context(), raw); err != nil || len(u.Said.Blocks) != 1 {
				t.Errorf("the next mail: %+v %v", u, err)
			}
		})
	}
}

// childReader is what this program does as a reader.
func childReader(how string) int {
	switch how {
	case "hang":
		select {}
	case "die":
		return 1
	case "nonsense":
		os.Stdout.Write(bytes.Repeat([]byte{0, 0, 0, 1, '{'}, 10))
		select {}
	}
	if err := Serve(os.Stdin, os.Stdout); err != nil {
		return 1
	}
	return 0
}

// bombs are mails made to cost more than they weigh.
func bombs() map[string][]byte {
	head := "From: Ann <ann@example.org>\r\nTo: orders@fieldpost.local\r\nSubject: orders\r\nMessage-ID: <bomb@x>\r\nMIME-Version: 1.0\r\n"
	plain := head + "Content-Type: text/plain; charset=utf-8\r\n\r\n"
	html := head + "Content-Type: text/html; charset=utf-8\r\n\r\n"
	turn := "ORDERS hill turn 1\r\nG1: hold\r\nEND\r\n"
	nest := func(depth int, kind string) string {
		var b strings.Builder
		for i := range depth {
			fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=b%d\r\n\r\n--b%d\r\n", kind, i, i)
		}
		return head + b.String() + "Content-Type: text/plain\r\n\r\n" + turn
	}
	rep := strings.Repeat
	all := map[string]string{
		"multiparts 100,000 deep":           nest(100_000, "mixed"),
		"alternatives 12,000 deep":          nest(12_000, "alternative"),
		"one boundary for all, deep":        head + rep("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n", 100_000) + "\r\n\r\n" + turn,
		"mails in mails":                    head + rep("Content-Type: message/rfc822\r\n\r\nFrom: x@y\r\n", 50_000) + "\r\n" + turn,
		"mails in mails, encoded":           head + rep("Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n", 50_000),
		"1,000,000 parts":                   head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + rep("--b\r\n", 1_000_000),
		"1,000,000 parts with a header":     head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + rep("--b\r\n\r\nx\r\n", 500_000),
		"boundaries that nearly fit":        head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + rep("--bb\r\n", 700_000),
		"boundary of 199 characters, often": head + "Content-Type: multipart/mixed; boundary=" + rep("b", 199) + "\r\n\r\n" + rep("--"+rep("b", 198)+"\r\n", 20_000),
		"1,000,000 headers":                 "From: ann@example.org\r\n" + rep("X: y\r\n", 800_000) + "\r\n" + turn,
		"header of one line, 4 MiB":         "From: ann@example.org\r\nX: " + rep("y", 4<<20) + "\r\n\r\n" + turn,
		"header folded 1,000,000 times":     "From: ann@example.org\r\nSubject: x\r\n" + rep(" y\r\n", 1_000_000) + "\r\n" + turn,
		"addresses without end":             "From: ann@example.org\r\nTo: " + rep("a@b.example, ", 19_000) + "c@d.example\r\n\r\n" + turn,
		"comments in an address, nested":    "From: ann@example.org\r\nTo: " + rep("(", 100_000) + rep(")", 100_000) + "<a@b>\r\n\r\n" + turn,
		"quotes in an address":              "From: ann@example.org\r\nTo: " + rep(`"\"`, 60_000) + "<a@b>\r\n\r\n" + turn,
		"encoded words without end":         "From: ann@example.org\r\nSubject: " + rep("=?utf-8?q?=41?= ", 15_000) + "\r\n\r\n" + turn,
		"encoded words that never end":      "From: ann@example.org\r\nSubject: " + rep("=?utf-8?q?", 25_000) + "\r\n\r\n" + turn,
		"references without end":            "From: ann@example.org\r\nReferences: " + rep("<a@b> ", 40_000) + "\r\n\r\n" + turn,
		"received 900 times":                rep("Received: from a by b; Sat, 21 Nov 2026 18:22:36 +0000\r\n", 900) + head + "\r\n" + turn,
		"type with parameters without end":  "From: ann@example.org\r\nContent-Type: text/plain" + rep("; a=b", 40_000) + "\r\n\r\n" + turn,
		"type in pieces (RFC 2231)":         "From: ann@example.org\r\nContent-Type: text/plain" + pieces(9_000) + "\r\n\r\n" + turn,
		"base64 of nothing":                 head + "Content-Transfer-Encoding: base64\r\n\r\n" + rep("====\r\n", 800_000),
		"base64 of one byte a line":         head + "Content-Transfer-Encoding: base64\r\n\r\n" + rep("Q\r\n", 1_600_000),
		"base64 in base64":                  head + "Content-Transfer-Encoding: base64\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(rep("QUFB", 700_000))),
		"quoted-printable soft breaks":      head + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + rep("=\r\n", 1_500_000),
		"quoted-printable equals signs":     head + "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + rep("=", 5_000_000),
		"a line of 5 MB":                    plain + rep("x", 5_000_000),
		"1,000,000 empty lines":             plain + rep("\r\n", 2_500_000),
		"quote signs without end":           plain + rep(">", 5_000_000),
		"quote signs on every line":         plain + rep(">>>>>>>>>>>>>>>> x\r\n", 12_000),
		"heads of orders without end":       plain + rep("ORDERS hill turn 1\r\n", 12_000),
		"quoted heads without end":          plain + rep("> ORDERS hill turn 1\r\nx\r\n", 10_000),
		"forms without end":                 plain + rep("> ORDERS hill turn 1\r\n> #form 00000000\r\nx\r\n", 5_000),
		"attributions without end":          plain + rep("On Fri, 20 Nov 2026 at 18:22, Fieldpost <a@b>\r\n", 5_000),
		"header blocks without end":         plain + rep("From: a@b\r\nSent: x\r\nTo: y\r\nSubject: z\r\n\r\n", 5_000),
		"blockquotes 1,000,000 deep":        html + rep("<blockquote>", 20_000),
		"tags without end":                  html + rep("<b>", 600_000),
		"entities without end":              html + rep("&amp;", 400_000),
		"a tag that never ends":             html + "<a href=\"" + rep("x", 1_900_000),
		"attributes without end":            html + "<p " + rep("a=b ", 450_000) + ">",
		"combining marks without end":       plain + "a" + rep("\u0301", 120_000),
		"normalisation: long compositions":  plain + rep("\u1100\u1161\u11a8", 25_000),
		"UTF-16 without a mark":             head + "Content-Type: text/plain; charset=utf-16\r\n\r\n" + rep("\x00A", 120_000),
		"escape sequences of ISO-2022-JP":   head + "Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n" + rep("\x1b$B\x1b(B", 40_000),
		"a zip bomb, never opened":          head + "Content-Type: application/zip; name=x.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n" + rep("UEsDBBQAAAAIAAAA", 250_000),
		"a delivery report without end":     head + "Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" + rep("Action: failed\r\n\r\n", 200_000),
		"signed parts without end":          head + "Content-Type: multipart/signed; boundary=b; protocol=\"application/pgp-signature\"\r\n\r\n" + rep("--b\r\n\r\nx\r\n", 100_000),
	}
	made := make(map[string][]byte, len(all))
	for name, text := range all {
		made[name] = []byte(text)
	}
	return made
}

func pieces(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "; name*%d=abcdefghij", i)
	}
	return b.String()
}

// TestBombs: every one of them is read by one and the same process, which none of them ends.
func TestBombs(t *testing.T) {
	all := bombs()
	if len(all) < 40 {
		t.Fatalf("only %d bombs", len(all))
	}
	r := readerForTest(t)
	for name, raw := range all {
		u, err := r.Read(t.Context(), raw)
		if err != nil || u.Code == codeReader || u.In == nil {
			t.Errorf("%s: %q %v", name, u.Code, err)
		}
	}
	if r.killed != 0 {
		t.Errorf("%d readers were ended", r.killed)
	}
}

// BenchmarkBombs tells what each bomb costs: processor time, whatever else the machine does, and memory. The target is 100 ms.
func BenchmarkBombs(b *testing.B) {
	for name, raw := range bombs() {
		b.Run(strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(raw)))
			before := ProcessorTime()
			for b.Loop() {
				message.Read(raw, message.Limits{})
			}
			b.ReportMetric(float64((ProcessorTime()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// JSON carries everything that the server needs of a mail: a field that is not told would be lost.
func TestUnderstoodHasNoHiddenFields(t *testing.T) {
	var look func(reflect.Type)
	seen := map[reflect.Type]bool{}
	look = func(kind reflect.Type) {
		for kind.Kind() == reflect.Pointer || kind.Kind() == reflect.Slice || kind.Kind() == reflect.Array {
			kind = kind.Elem()
		}
		if kind.Kind() != reflect.Struct || kind == reflect.TypeFor[time.Time]() || seen[kind] {
			return
		}
		seen[kind] = true
		for i := range kind.NumField() {
			f := kind.Field(i)
			if !f.IsExported() {
				t.Errorf("%s.%s does not travel", kind, f.Name)
			}
			look(f.Type)
		}
	}
	look(reflect.TypeFor[office.Understood]())
}
