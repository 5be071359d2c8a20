package mail_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"fieldpost/mail/message"
)

var mutations = flag.Int("mutations", 1000, "how many damaged mails TestMutations reads")

// seeds are all mails of the corpora.
func seeds(t testing.TB) [][]byte {
	t.Helper()
	var all [][]byte
	for _, pattern := range []string{"testdata/corpus/*.eml", "testdata/clients/*.eml", "testdata/openpgp/*.eml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, raw)
		}
	}
	if len(all) < 450 {
		t.Fatalf("only %d mails to begin with", len(all))
	}
	return all
}

// pieces are what damage puts in.
var pieces = []string{"\r\n", "\n", "\r", "\x00", ">", "> > ", "--", "-- \r\n", "=", "=?utf-8?q?", "?=", "=0D=0A", "boundary=", "Content-Type: multipart/mixed; boundary=b\r\n",
	"Content-Transfer-Encoding: base64\r\n", "Content-Type: message/rfc822\r\n\r\n", "\r\n\r\n", "\xff\xfe", "\xc3", "\x1b$B", "<blockquote>", "</div>", "<!--", "&#x110000;", "ORDERS hill turn 3\r\n", "END\r\n",
	"#form 00000000\r\n", "From: ", "On 20/11/2026 x wrote:\r\n", ";", "\"", "(", "\t", "charset=iso-2022-jp", "charset=utf-7", "format=flowed; delsp=yes"}

// mutate damages a mail in one to eight places; what another mail holds may get into it.
func mutate(r *rand.Rand, mails [][]byte) []byte {
	raw := bytes.Clone(mails[r.IntN(len(mails))])
	for range 1 + r.IntN(8) {
		if len(raw) == 0 {
			return raw
		}
		at := r.IntN(len(raw))
		to := min(len(raw), at+1+r.IntN(200))
		switch r.IntN(9) {
		case 0:
			raw[at] ^= 1 << r.IntN(8)
		case 1:
			raw = append(raw[:at:at], raw[to:]...)
		case 2:
			raw = slices.Insert(raw, at, []byte(pieces[r.IntN(len(pieces))])...)
		case 3:
			raw = slices.Insert(raw, at, raw[at:to]...)
		case 4:
			other := mails[r.IntN(len(mails))]
			from := r.IntN(len(other))
			raw = slices.Insert(raw, at, other[from:min(len(other), from+1+r.IntN(2000))]...)
		case 5:
			raw = raw[:at]
		case 6:
			for i := at; i < to; i++ {
				raw[i] = byte(r.IntN(256))
			}
		case 7: // the same piece again and again
			raw = slices.Insert(raw, at, bytes.Repeat([]byte(pieces[r.IntN(len(pieces))]), 1+r.IntN(2000))...)
		case 8: // lines change their places
			lines := bytes.SplitAfter(raw, []byte("\n"))
			i, j := r.IntN(len(lines)), r.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
			raw = bytes.Join(lines, nil)
		}
	}
	return raw
}

// TestMutations reads damaged mails (-mutations N of them): nothing panics, every line is text, nothing costs more memory than one mail may. It
// tells how long they took; the figures of a release are those of 20,000.
func TestMutations(t *testing.T) {
	mails := seeds(t)
	r := rand.New(rand.NewPCG(7, 1936))
	took := make([]time.Duration, 0, *mutations)
	var most uint64
	blocks := 0
	for range *mutations {
		raw := mutate(r, mails)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		in, err := message.Read(raw, message.Limits{})
		said := message.Find(in)
		took = append(took, time.Since(began))
		runtime.ReadMemStats(&after)
		most = max(most, after.TotalAlloc-before.TotalAlloc)
		if in == nil {
			t.Fatalf("nothing of %q", raw)
		}
		if err != nil && message.ErrorCode(err) == "" {
			t.Errorf("an error without a code: %v", err)
		}
		for _, l := range in.Lines {
			if !utf8.ValidString(l.Text) || bytes.ContainsAny([]byte(l.Text), "\r\n\x00") || len(l.Text) > message.DefaultLimits.Line {
				t.Fatalf("a line %q of %q", l.Text, raw)
			}
		}
		blocks += len(said.Blocks)
	}
	if most > 64<<20 && !raced {
		t.Errorf("a mail cost %d MiB", most>>20)
	}
	if blocks < *mutations/4 {
		t.Errorf("only %d blocks of orders were found in %d mails: the damage is too much to be a test", blocks, *mutations)
	}
	slices.Sort(took)
	at := func(part float64) time.Duration { return took[int(part*float64(len(took)-1))] }
	t.Logf("%d damaged mails: median %v, p99 %v, slowest %v; at most %.1f MiB allocated for one; %d blocks of orders", len(took), at(0.5), at(0.99), at(1), float64(most)/(1<<20), blocks)
}
