package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"fieldpost/events"
)

// lines writes data as a mail does.
func lines(data []byte) string {
	var b strings.Builder
	for s := base64.StdEncoding.EncodeToString(data); s != ""; {
		n := min(76, len(s))
		b.WriteString(s[:n] + "\r\n")
		s = s[n:]
	}
	return b.String()
}

func noise(n int) []byte {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(r.IntN(256))
	}
	return out
}

// letters are what may be kept, odd ones among them, with the most that they may take.
func letters() map[string]struct {
	data string
	most int
} {
	picture := append([]byte("\x89PNG"), noise(30000)...)
	drawing := []byte(strings.Repeat("<path d=\"m12 34\"/>", 2000))
	return map[string]struct {
		data string
		most int
	}{
		"letter":             {"Subject: x\r\n\r\n--b\r\n\r\n" + lines(picture) + "\r\n--b\r\n\r\n" + lines(drawing) + "\r\n--b--\r\n", 30600},
		"nothing":            {"", 20},
		"text":               {"Orders", 30},
		"whole lines":        {lines(noise(57 * 10)), 57*10 + 40},
		"no end of line":     {strings.TrimSuffix(lines(noise(57*10)), "\r\n"), 900},
		"line feeds alone":   {strings.ReplaceAll(lines(noise(500)), "\r\n", "\n"), 900},
		"padding amid":       {lines(noise(57*5+1)) + lines(noise(500)), 900},
		"loose last bits":    {strings.Repeat("A", 76) + "\r\n" + strings.Repeat("A", 76*5) + "AB==\r\n", 100},
		"long lines":         {strings.Repeat(strings.Repeat("A", 80)+"\r\n", 9), 100},
		"short of a quartet": {strings.Repeat(strings.Repeat("A", 76)+"\r\n", 5) + "ABC\r\n", 100},
		"two runs":           {lines(drawing) + lines(drawing), 500},
	}
}

func TestBlobsComeBack(t *testing.T) {
	for name, c := range letters() {
		stored := Pack([]byte(c.data))
		if len(stored) > c.most {
			t.Errorf("%s: %d bytes take %d", name, len(c.data), len(stored))
		}
		got, err := Unpack(stored, sha256.Sum256([]byte(c.data)))
		if err != nil || string(got) != c.data {
			t.Errorf("%s: %d bytes come back of %d, %v", name, len(got), len(c.data), err)
		}
	}
}

// plainStore keeps data as it is; packedStore takes parcels.
type plainStore map[events.Hash][]byte

func (s plainStore) Put(_ context.Context, data []byte) (events.Hash, error) {
	digest := events.Hash(sha256.Sum256(data))
	s[digest] = data
	return digest, nil
}

type packedStore struct{ plainStore }

func (s packedStore) Keep(_ context.Context, p *events.Parcel) error {
	s.plainStore[p.Digest] = Packed(p)
	return nil
}

func TestParcelsArePackedOnce(t *testing.T) {
	p, plain := events.Wrap([]byte("Orders for the third turn")), plainStore{}
	one, two := packedStore{plainStore{}}, packedStore{plainStore{}}
	if err := errors.Join(events.PutParcel(t.Context(), plain, p), events.PutParcel(t.Context(), one, p), events.PutParcel(t.Context(), two, p)); err != nil {
		t.Fatal(err)
	}
	a, b := one.plainStore[p.Digest], two.plainStore[p.Digest]
	if got, err := Unpack(a, p.Digest); err != nil || !bytes.Equal(got, p.Data) || !bytes.Equal(plain[p.Digest], p.Data) {
		t.Errorf("%q and %q come back, %v", got, plain[p.Digest], err)
	}
	if len(a) == 0 || &a[0] != &b[0] {
		t.Error("two stores have packed the same parcel")
	}
}

func TestWhatWasKeptPlainIsRead(t *testing.T) {
	for _, s := range []string{"a letter of before", "\x01", ""} {
		if got, err := Unpack([]byte(s), sha256.Sum256([]byte(s))); err != nil || string(got) != s {
			t.Errorf("%q: %q, %v", s, got, err)
		}
	}
}

// Whatever bit of a blob changes, it is not taken for what it was.
func TestDamageIsSeen(t *testing.T) {
	data := []byte("Subject: x\r\n\r\n" + lines(append([]byte("\x89PNG"), noise(300)...)))
	stored, digest := Pack(data), events.Hash(sha256.Sum256(data))
	for i := range 8 * len(stored) {
		bad := bytes.Clone(stored)
		bad[i/8] ^= 1 << (i % 8)
		if got, err := Unpack(bad, digest); err == nil && !bytes.Equal(got, data) || err != nil && !errors.Is(err, events.ErrDamaged) {
			t.Fatalf("bit %d: %v", i, err)
		}
	}
	for n := range stored {
		if _, err := Unpack(stored[:n], digest); !errors.Is(err, events.ErrDamaged) {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
	}
}

func FuzzPack(f *testing.F) {
	for _, c := range letters() {
		f.Add([]byte(c.data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := Unpack(Pack(data), sha256.Sum256(data)); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d bytes come back of %d, %v", len(got), len(data), err)
		}
		if back, err := open(data); err == nil { // anybody's bytes: no panic, and what can be read can be written
			if again, err := open(Pack(back)); err != nil || !bytes.Equal(again, back) {
				t.Fatal("what was read is not read again")
			}
		}
	})
}
