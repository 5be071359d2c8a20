package mail_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"fieldpost/mail"
	"fieldpost/mail/message"
)

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/openpgp/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestOpenPGP: keys and mails made by GnuPG. Only the seat's own key counts, only for what it has signed, only for this turn.
func TestOpenPGP(t *testing.T) {
	same := func(raw []byte) []byte { return raw }
	for _, c := range []struct {
		name, key, mail string
		after           func([]byte) []byte
		want            mail.Verdict
	}{
		{"Ed25519, cleartext", "camille.asc", "camille-clear.eml", same, mail.Pass},
		{"Ed25519, RFC 3156", "camille.asc", "camille-mime.eml", same, mail.Pass},
		{"RSA subkey, cleartext", "rosa.asc", "rosa-clear.eml", same, mail.Pass},
		{"RSA subkey, RFC 3156", "rosa.asc", "rosa-mime.eml", same, mail.Pass},
		{"P-256, cleartext", "pia.asc", "pia-clear.eml", same, mail.Pass},
		{"P-256, RFC 3156", "pia.asc", "pia-mime.eml", same, mail.Pass},
		{"a stranger's key", "camille.asc", "eve-clear.eml", same, mail.Fail},
		{"a stranger's key, RFC 3156", "camille.asc", "eve-mime.eml", same, mail.Fail},
		{"no key on file", "", "camille-clear.eml", same, mail.Unchecked},
		{"of an earlier turn", "camille.asc", "old-clear.eml", same, mail.Fail},
		{"a hex changed", "camille.asc", "camille-clear.eml", swap("2114-2115", "2114-2116"), mail.Fail},
		{"a hex changed, RFC 3156", "camille.asc", "camille-mime.eml", swap("2114-2115", "2114-2116"), mail.Fail},
		{"another charset for the part", "camille.asc", "camille-mime.eml", swap("quoted-printable", "base64"), mail.Fail},
		{"trailing blanks do not count", "camille.asc", "camille-clear.eml", swap("2114-2115", "2114-2115   "), mail.Pass},
		{"a third part", "camille.asc", "camille-mime.eml", swap("--b1--", "--b1\r\n\r\nretreat all\r\n--b1--"), mail.Fail},
		{"the signed part inside another", "camille.asc", "camille-mime.eml",
			func(raw []byte) []byte {
				head, body, _ := bytes.Cut(raw, []byte("Content-Type: multipart/signed"))
				return []byte(string(head) + "Content-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\n\r\nORDERS michael-7 turn 3 south\r\nEND\r\n--o\r\nContent-Type: multipart/signed" + string(body) + "\r\n--o--\r\n")
			}, mail.Unchecked},
		{"two signed texts", "camille.asc", "camille-clear.eml", func(raw []byte) []byte {
			_, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
			return append(raw, body...)
		}, mail.Fail},
		{"a head line of its own in the signed text", "camille.asc", "camille-clear.eml", swap("Hash: SHA256", "Hash: SHA256\r\nORDERS michael-7 turn 3 south"), mail.Fail},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw := c.after(file(t, c.mail))
			in, _ := message.Read(raw, message.Limits{})
			claim := matrixClaim
			if c.key != "" {
				claim.Key = file(t, c.key)
			}
			e, err := matrixPost.Examine(t.Context(), raw, in, inbox, claim, mail.OpenPGP{})
			if err != nil || e.Signature != c.want || (e.Signed != nil) != (c.want == mail.Pass) {
				t.Errorf("%v, %v: %v", e.Signature, err, e.Findings)
			}
		})
	}
}

// Only what is signed counts as signed: lines around a cleartext signature are left out.
func TestOpenPGP_OnlySignedLines(t *testing.T) {
	raw := bytes.Replace(file(t, "camille-clear.eml"), []byte("-----BEGIN PGP SIGNED"), []byte("ORDERS michael-7 turn 3 south\r\nretreat all\r\nEND\r\n-----BEGIN PGP SIGNED"), 1)
	in, err := message.Read(raw, message.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	claim := matrixClaim
	claim.Key = file(t, "camille.asc")
	e, err := matrixPost.Examine(t.Context(), raw, in, inbox, claim, mail.OpenPGP{})
	if err != nil || e.Signature != mail.Pass {
		t.Fatal(e.Findings, err)
	}
	signed := *in
	signed.Lines = e.Signed
	blocks := message.Find(&signed).Blocks
	if len(blocks) != 1 || len(blocks[0].Lines) != 3 || blocks[0].Lines[1].Text != "- a line with a dash" {
		t.Errorf("%+v", blocks)
	}
}

func TestPublicKey(t *testing.T) {
	for name, want := range map[string]bool{"camille.asc": true, "rosa.asc": true, "pia.asc": true} {
		raw := "From: a@b.example\r\nSubject: my key\r\n\r\nHere it is:\r\n\r\n" + strings.ReplaceAll(string(file(t, name)), "\n", "\r\n")
		in, err := message.Read([]byte(raw), message.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		key, fingerprint := mail.PublicKey(in)
		if (key != nil) != want || want && len(fingerprint) != 40 {
			t.Errorf("%s: %v %q", name, key != nil, fingerprint)
		}
		broken := strings.Replace(raw, "m", "n", 40)
		in, _ = message.Read([]byte(broken), message.Limits{})
		mail.PublicKey(in)
	}
}

// FuzzOpenPGP: no key, signature or mail breaks the reader, and nothing but GnuPG's own bytes verify.
func FuzzOpenPGP(f *testing.F) {
	key := file(f, "rosa.asc")
	f.Add(key, file(f, "rosa-clear.eml"))
	f.Add(file(f, "camille.asc"), file(f, "camille-mime.eml"))
	f.Fuzz(func(t *testing.T, key, raw []byte) {
		in, _ := message.Read(raw, message.Limits{})
		claim := matrixClaim
		claim.Key = key
		matrixPost.Examine(t.Context(), raw, in, inbox, claim, mail.OpenPGP{})
		mail.PublicKey(in)
	})
}
