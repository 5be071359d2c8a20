// Package checkpoint writes and reads what binds a host to one history of a game: signed checkpoints over its tree,
// cosignatures of witnesses, and proofs that travel in mails. All forms are those of C2SP (c2sp.org), so that tools
// which we did not write can check them.
//
// # Checkpoint (tlog-checkpoint, signed-note)
//
//	example.org/g/hill-7                          origin, which is also the name of the log key
//	41                                            size: how many events, in decimal
//	GRxr6YTenAIIRehgEfwcmv...                     root of the tree over them, 44 letters of base64 (RFC 4648 section 4)
//	                                              an empty line
//	— example.org/g/hill-7 qmPd5w...              em dash, blank, name, blank, base64 of key id (4) and signature (64)
//
// Every line ends with one LF. The signature is Ed25519 over the text up to and with the LF before the empty line. The
// key id is the first four bytes of SHA-256(name || LF || 01 || public key). A verifier key is written
// name+hhhhhhhh+base64(01 || public key), hhhhhhhh the key id in hexadecimal.
//
// # Cosignature (tlog-cosignature v1)
//
// A further signature line: base64 of key id (4), Unix seconds (8, big-endian) and an Ed25519 signature (64) over
// "cosignature/v1" LF "time " seconds LF and the text of the checkpoint. The key id of a witness is made with 04 in place
// of 01.
//
// # Advance (the request of tlog-witness), attached to every letter
//
//	old 17
//	base64 of each hash of the consistency proof from size 17, one a line
//	                                              an empty line
//	the checkpoint
//
// # Proof of an event (tlog-proof v1), attached to receipts and reports
//
//	c2sp.org/tlog-proof@v1
//	index 16                                      of the event, from 0: its seq less one
//	base64 of each hash of the audit path, one a line
//	                                              an empty line
//	the checkpoint
//
// # Equivocation proof, the file equivocation.proof
//
//	fieldpost equivocation proof v1
//	verifier key of the host
//	leaves 41                                     how many leaf hashes follow: the size of the larger checkpoint, or 0
//	base64 of each leaf hash, one a line
//	                                              an empty line
//	a checkpoint
//	                                              an empty line
//	another checkpoint
//
// It holds if both have the same origin and a signature by that key, and either the same size and two roots, or two sizes and the leaves have
// the root of the larger while the first of them, as many as the smaller counts, do not have the root of the smaller.
//
// # Change of the log key
//
// The event LogKeyRotated holds the next key and an Ed25519 signature of the former over
//
//	fieldpost log key v1
//	example.org/g/hill-7
//	verifier key of the next
//
// with one LF behind each line. Trees that hold the event are signed with the next key, smaller ones with the former.
//
// # Fingerprint
//
// Six words for the first 48 bits of a root, to be compared by telephone: see projections/letter.
//
// # Worked example
//
// The Ed25519 seed of 32 bytes 01 and the name example.org/g/hill-7 give the verifier key and, over a tree of size 1
// whose root is 32 bytes 02, the checkpoint
//
//	example.org/g/hill-7+58f17791+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c
//
//	example.org/g/hill-7
//	1
//	AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=
//
//	— example.org/g/hill-7 WPF3kbThIYTRNKyJjVppFNTFw4iC8xX1a2++RKpYVxo4ivSXeJtKHj9EG+RQ6sMbyfWEd4Q2ARzNnxfwVTx7DxJcmgw=
package checkpoint

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fieldpost/events"
)

// Kinds of keys, as they stand before the public key.
const (
	kindLog     = 0x01
	kindWitness = 0x04
)

// Errors of reading. They are wrapped with what is wrong.
var (
	ErrMalformed = errors.New("checkpoint: not in the form of C2SP")
	ErrSignature = errors.New("checkpoint: the signature is not of this key")
)

// mostNote bounds what is read, in bytes.
const mostNote = 64 << 10

// Checkpoint is what a host says of its log at one moment.
type Checkpoint struct {
	Origin string
	Size   int64
	Root   events.Hash
}

// Text returns what is signed.
func (c Checkpoint) Text() string {
	return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Size, base64.StdEncoding.EncodeToString(c.Root[:]))
}

// Signed is a checkpoint with the signature lines below it.
type Signed struct {
	Checkpoint
	Signatures []Signature
}

// Signature is one line.
type Signature struct {
	Name string
	ID   uint32
	Data []byte // behind the key id
}

// Note returns the signed note.
func (s Signed) Note() string {
	var b strings.Builder
	b.WriteString(s.Text() + "\n")
	for _, g := range s.Signatures {
		b.WriteString(g.Line() + "\n")
	}
	return b.String()
}

// Line returns the signature line without its LF.
func (g Signature) Line() string {
	data := append(binary.BigEndian.AppendUint32(nil, g.ID), g.Data...)
	return "— " + g.Name + " " + base64.StdEncoding.EncodeToString(data)
}

// keyID names a key: a short hash of its name, kind and bytes.
func keyID(name string, kind byte, public []byte) uint32 {
	h := sha256.New()
	h.Write([]byte(name + "\n"))
	h.Write([]byte{kind})
	h.Write(public)
	return binary.BigEndian.Uint32(h.Sum(nil))
}

// Key signs the checkpoints of one game.
type Key struct {
	name    string
	private ed25519.PrivateKey
}

// NewKey makes a key from its 32 secret bytes; the name is the origin.
func NewKey(origin string, seed [32]byte) Key {
	return Key{name: origin, private: ed25519.NewKeyFromSeed(seed[:])}
}

// Public returns the public key.
func (k Key) Public() events.Hash { return events.Hash(k.private.Public().(ed25519.PublicKey)) }

// Sign signs a checkpoint over a tree. The same tree always gives the same bytes.
func (k Key) Sign(size int64, root events.Hash) Signed {
	c := Checkpoint{Origin: k.name, Size: size, Root: root}
	return Signed{Checkpoint: c, Signatures: []Signature{{
		Name: k.name, ID: keyID(k.name, kindLog, k.Public().Bytes()), Data: ed25519.Sign(k.private, []byte(c.Text())),
	}}}
}

// Verify reports whether the log key signed it: one that stands for the checkpoint's own origin.
func (s Signed) Verify(public events.Hash) error {
	id := keyID(s.Origin, kindLog, public.Bytes())
	for _, g := range s.Signatures {
		if g.Name == s.Origin && g.ID == id && len(g.Data) == ed25519.SignatureSize && ed25519.Verify(public.Bytes(), []byte(s.Text()), g.Data) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s, size %d", ErrSignature, s.Origin, s.Size)
}

// VerifierKey writes a log key as C2SP tools want it.
func VerifierKey(name string, public events.Hash) string { return verifierKey(name, kindLog, public) }

// WitnessKey writes a witness' key.
func WitnessKey(name string, public events.Hash) string {
	return verifierKey(name, kindWitness, public)
}

// ParseVerifierKey reads what VerifierKey wrote.
func ParseVerifierKey(s string) (name string, public events.Hash, err error) {
	return parseKey(s, kindLog)
}

func verifierKey(name string, kind byte, public events.Hash) string {
	return fmt.Sprintf("%s+%08x+%s", name, keyID(name, kind, public.Bytes()), base64.StdEncoding.EncodeToString(append([]byte{kind}, public[:]...)))
}

// ParseWitnessKey reads what WitnessKey wrote.
func ParseWitnessKey(s string) (name string, public events.Hash, err error) {
	return parseKey(s, kindWitness)
}

func parseKey(s string, kind byte) (name string, public events.Hash, err error) {
	name, rest, _ := strings.Cut(s, "+")
	id, b64, ok := strings.Cut(rest, "+")
	raw, err := base64.StdEncoding.DecodeString(b64)
	if !ok || err != nil || len(raw) != 33 || raw[0] != kind || !validName(name) {
		return "", events.Hash{}, fmt.Errorf("%w: %.60q is no such key", ErrMalformed, s)
	}
	public = events.Hash(raw[1:])
	if fmt.Sprintf("%08x", keyID(name, kind, raw[1:])) != id {
		return "", events.Hash{}, fmt.Errorf("%w: the key %.60q is mistyped", ErrMalformed, s)
	}
	return name, public, nil
}

func validName(s string) bool {
	return s != "" && len(s) <= 256 && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsSpace) && !strings.Contains(s, "+")
}

// Parse reads a signed note that is a checkpoint. Signatures are not checked: see Verify.
func Parse(note string) (Signed, error) {
	fail := func(why string) (Signed, error) { return Signed{}, fmt.Errorf("%w: %s", ErrMalformed, why) }
	if len(note) > mostNote || !utf8.ValidString(note) || strings.ContainsFunc(note, func(r rune) bool { return r < ' ' && r != '\n' }) {
		return fail("it is too long, or no text")
	}
	text, lines, ok := strings.Cut(note, "\n\n")
	fields := strings.Split(text, "\n")
	if !ok || len(fields) != 3 {
		return fail("it does not begin with origin, size and root")
	}
	s := Signed{Checkpoint: Checkpoint{Origin: fields[0]}}
	var err error
	if s.Size, err = number(fields[1]); err != nil || !validName(s.Origin) {
		return fail("origin or size is none")
	}
	if s.Root, err = hashOf(fields[2]); err != nil {
		return fail("the root is none")
	}
	if lines == "" || !strings.HasSuffix(lines, "\n") {
		return fail("it has no signature")
	}
	for line := range strings.Lines(lines) {
		g, err := parseSignature(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return Signed{}, err
		}
		s.Signatures = append(s.Signatures, g)
	}
	return s, nil
}

func parseSignature(line string) (Signature, error) {
	rest, ok := strings.CutPrefix(line, "— ")
	name, b64, ok2 := strings.Cut(rest, " ")
	data, err := base64.StdEncoding.DecodeString(b64)
	if !ok || !ok2 || err != nil || len(data) < 5 || !validName(name) {
		return Signature{}, fmt.Errorf("%w: %.80q is no signature line", ErrMalformed, line)
	}
	return Signature{Name: name, ID: binary.BigEndian.Uint32(data), Data: data[4:]}, nil
}

// number reads a decimal number without sign or leading zero.
func number(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != s || n < 0 {
		return 0, ErrMalformed
	}
	return n, nil
}

func hashOf(s string) (events.Hash, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(b) != len(events.Hash{}) || base64.StdEncoding.EncodeToString(b) != s {
		return events.Hash{}, fmt.Errorf("%w: %.60q is no hash", ErrMalformed, s)
	}
	return events.Hash(b), nil
}
