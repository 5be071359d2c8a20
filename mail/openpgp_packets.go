package mail

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha1"
	_ "crypto/sha512" // SHA-384 and SHA-512 of signatures
	"encoding/asn1"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
)

// What is read of OpenPGP (RFC 9580, section numbers below): armour (6), packets (4.2), public keys of version 4 (5.5.2) with RSA, ECDSA
// on the NIST curves and Ed25519, signatures of version 4 (5.2.3) with SHA-256, SHA-384 or SHA-512. Keys and signatures of any other kind
// count as none. Nothing is decrypted and nothing is made.

var errOpenPGP = errors.New("not understood as OpenPGP")

// packet is one packet: its tag and body.
type packet struct {
	tag  byte
	body []byte
}

// Tags of packets, types of signatures and of their subpackets that are looked at.
const (
	tagSignature = 2
	tagSecretKey = 5
	tagKey       = 6
	tagUser      = 13
	tagSubkey    = 14

	sigBinary, sigText                = 0x00, 0x01
	sigCertLow, sigCertHigh           = 0x10, 0x13
	sigSubkey, sigBack                = 0x18, 0x19
	sigRevokeKey, sigRevokeSubkey     = 0x20, 0x28
	subCreated, subExpires            = 2, 3
	subKeyExpires, subFlags, subInner = 9, 27, 32
)

// known subpackets may be critical; another one that is makes the signature void (5.2.3.7).
var knownSubpackets = []byte{subCreated, subExpires, subKeyExpires, subFlags, subInner, 4, 5, 7, 11, 16, 20, 21, 22, 23, 24, 25, 26, 28, 30, 33, 34, 35}

// dearmour gives the bytes of the first armoured block of a kind ("SIGNATURE", "PUBLIC KEY BLOCK"), or data itself where it is not armoured.
func dearmour(data []byte, kind string) ([]byte, error) {
	begin, end := []byte("-----BEGIN PGP "+kind+"-----"), []byte("-----END PGP "+kind+"-----")
	from := bytes.Index(data, begin)
	if from < 0 {
		if bytes.Contains(data, []byte("-----BEGIN")) {
			return nil, errOpenPGP
		}
		return data, nil
	}
	data = data[from+len(begin):]
	to := bytes.Index(data, end)
	if to < 0 {
		return nil, errOpenPGP
	}
	var clean strings.Builder
	body := false
	for i, line := range strings.Split(string(data[:to]), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case i == 0:
		case !body:
			body = line == ""
			if !body && !strings.Contains(line, ": ") {
				body = true // no header lines and no empty line: some programs forget it
				clean.WriteString(line)
			}
		case strings.HasPrefix(line, "="): // the checksum, which need not be right
		default:
			clean.WriteString(line)
		}
	}
	raw, err := base64.StdEncoding.DecodeString(clean.String())
	if err != nil {
		return nil, errOpenPGP
	}
	return raw, nil
}

// packets cuts data into packets.
func packets(data []byte) ([]packet, error) {
	var all []packet
	for len(data) > 0 {
		head := data[0]
		data = data[1:]
		if head&0x80 == 0 || len(all) >= 500 {
			return nil, errOpenPGP
		}
		var tag byte
		var size int
		if head&0x40 != 0 {
			tag = head & 0x3f
			n, used, ok := newLength(data)
			if !ok {
				return nil, errOpenPGP
			}
			size, data = n, data[used:]
		} else {
			tag = head >> 2 & 0x0f
			used := 1 << (head & 3)
			if used > 4 || len(data) < used {
				return nil, errOpenPGP
			}
			for _, c := range data[:used] {
				size = size<<8 | int(c)
			}
			data = data[used:]
		}
		if size < 0 || size > len(data) {
			return nil, errOpenPGP
		}
		all = append(all, packet{tag, data[:size]})
		data = data[size:]
	}
	return all, nil
}

// newLength reads a length of the present form (4.2.1); partial lengths stand in no key and no signature.
func newLength(b []byte) (n, used int, ok bool) {
	switch {
	case len(b) < 1:
		return 0, 0, false
	case b[0] < 192:
		return int(b[0]), 1, true
	case b[0] < 224 && len(b) >= 2:
		return (int(b[0])-192)<<8 + int(b[1]) + 192, 2, true
	case b[0] == 255 && len(b) >= 5:
		return int(binary.BigEndian.Uint32(b[1:5])), 5, true
	}
	return 0, 0, false
}

// integer reads a multiprecision integer (3.2).
func integer(b []byte) (value, rest []byte, ok bool) {
	if len(b) < 2 {
		return nil, nil, false
	}
	n := (int(binary.BigEndian.Uint16(b)) + 7) / 8
	if len(b) < 2+n {
		return nil, nil, false
	}
	return b[2 : 2+n], b[2+n:], true
}

// signingKey is a key that may have made a signature.
type signingKey struct {
	body    []byte // of its packet
	created int64
	public  crypto.PublicKey
	until   int64 // Unix seconds, 0: for ever
	mayNot  bool  // its flags do not allow signing, or it is revoked
}

var curves = []struct {
	oid   []byte
	curve elliptic.Curve
}{
	{[]byte{0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07}, elliptic.P256()},
	{[]byte{0x2b, 0x81, 0x04, 0x00, 0x22}, elliptic.P384()},
	{[]byte{0x2b, 0x81, 0x04, 0x00, 0x23}, elliptic.P521()},
}

var oidEd25519 = []byte{0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x0f, 0x01}

// readKey reads a public key packet.
func readKey(body []byte) (signingKey, error) {
	k := signingKey{body: body}
	if len(body) < 6 || body[0] != 4 {
		return k, errOpenPGP
	}
	k.created = int64(binary.BigEndian.Uint32(body[1:5]))
	rest := body[6:]
	switch body[5] {
	case 1, 3:
		n, rest, ok := integer(rest)
		e, _, ok2 := integer(rest)
		exponent := new(big.Int).SetBytes(e)
		if !ok || !ok2 || len(n) < 256 || len(n) > 1024 || !exponent.IsInt64() || exponent.Int64() > 1<<31-1 || exponent.Int64() < 3 {
			return k, errOpenPGP
		}
		k.public = &rsa.PublicKey{N: new(big.Int).SetBytes(n), E: int(exponent.Int64())}
	case 19, 22:
		if len(rest) < 1 || len(rest) < 1+int(rest[0]) {
			return k, errOpenPGP
		}
		oid := rest[1 : 1+int(rest[0])]
		point, _, ok := integer(rest[1+int(rest[0]):])
		if !ok {
			return k, errOpenPGP
		}
		if body[5] == 22 {
			if !bytes.Equal(oid, oidEd25519) || len(point) != 33 || point[0] != 0x40 {
				return k, errOpenPGP
			}
			k.public = ed25519.PublicKey(point[1:])
			break
		}
		for _, c := range curves {
			if bytes.Equal(oid, c.oid) {
				if public, err := ecdsa.ParseUncompressedPublicKey(c.curve, point); err == nil {
					k.public = public
				}
			}
		}
	case 27:
		if len(rest) != ed25519.PublicKeySize {
			return k, errOpenPGP
		}
		k.public = ed25519.PublicKey(rest)
	}
	return k, nil
}

// hashed gives what a signature over a key begins with (5.2.4).
func (k signingKey) hashed() []byte {
	return append([]byte{0x99, byte(len(k.body) >> 8), byte(len(k.body))}, k.body...)
}

// fingerprint of version 4 (5.5.4.2).
func (k signingKey) fingerprint() string {
	sum := sha1.Sum(k.hashed())
	return hex.EncodeToString(sum[:])
}

// pgpSignature is a signature packet of version 4.
type pgpSignature struct {
	kind      byte
	algorithm byte
	hash      crypto.Hash
	covered   []byte // from the version to the hashed subpackets
	created   int64
	until     int64 // 0: for ever
	keyLife   int64 // seconds after the key's creation; 0: for ever
	flags     int   // of the key; -1 if it does not say
	inner     []byte
	values    []byte // the integers of the signature
}

func readSignature(body []byte) (s pgpSignature, err error) {
	s.flags = -1
	if len(body) < 6 || body[0] != 4 {
		return s, errOpenPGP
	}
	s.kind, s.algorithm = body[1], body[2]
	switch body[3] {
	case 8:
		s.hash = crypto.SHA256
	case 9:
		s.hash = crypto.SHA384
	case 10:
		s.hash = crypto.SHA512
	default:
		return s, errOpenPGP
	}
	n := int(binary.BigEndian.Uint16(body[4:6]))
	if len(body) < 8+n {
		return s, errOpenPGP
	}
	s.covered = body[:6+n]
	m := int(binary.BigEndian.Uint16(body[6+n : 8+n]))
	if len(body) < 8+n+m+2 {
		return s, errOpenPGP
	}
	if err := s.subpackets(body[6:6+n], true); err != nil {
		return s, err
	}
	if err := s.subpackets(body[8+n:8+n+m], false); err != nil {
		return s, err
	}
	s.values = body[8+n+m+2:]
	if s.created == 0 {
		return s, errOpenPGP
	}
	return s, nil
}

// subpackets reads what a signature says of itself; of the part that is not signed only the embedded signature, which proves itself.
func (s *pgpSignature) subpackets(b []byte, signed bool) error {
	for len(b) > 0 {
		n, used, ok := newLength(b)
		if !ok || n < 1 || len(b) < used+n {
			return errOpenPGP
		}
		kind, critical, value := b[used]&0x7f, b[used]&0x80 != 0, b[used+1:used+n]
		b = b[used+n:]
		if signed && critical && !slices.Contains(knownSubpackets, kind) {
			return errOpenPGP
		}
		if kind == subInner && s.inner == nil {
			s.inner = value
		}
		if !signed {
			continue
		}
		number := int64(0)
		if len(value) == 4 {
			number = int64(binary.BigEndian.Uint32(value))
		}
		switch kind {
		case subCreated:
			s.created = number
		case subExpires:
			s.until = number
		case subKeyExpires:
			s.keyLife = number
		case subFlags:
			s.flags = 0
			if len(value) > 0 {
				s.flags = int(value[0])
			}
		}
	}
	if signed && s.until > 0 {
		s.until += s.created
	}
	return nil
}

// by tells whether a key made the signature over data.
func (s pgpSignature) by(k signingKey, data ...[]byte) bool {
	if k.public == nil {
		return false
	}
	h := s.hash.New()
	for _, d := range data {
		h.Write(d)
	}
	h.Write(s.covered)
	var trailer [6]byte
	trailer[0], trailer[1] = 4, 0xff
	binary.BigEndian.PutUint32(trailer[2:], uint32(len(s.covered)))
	h.Write(trailer[:])
	digest := h.Sum(nil)
	switch public := k.public.(type) {
	case *rsa.PublicKey:
		value, _, ok := integer(s.values)
		if s.algorithm != 1 && s.algorithm != 3 || !ok || len(value) > public.Size() {
			return false
		}
		padded := make([]byte, public.Size())
		copy(padded[public.Size()-len(value):], value)
		return rsa.VerifyPKCS1v15(public, s.hash, digest, padded) == nil
	case ed25519.PublicKey:
		if s.algorithm == 27 {
			return len(s.values) == ed25519.SignatureSize && ed25519.Verify(public, digest, s.values)
		}
		r, rest, ok := integer(s.values)
		t, _, ok2 := integer(rest)
		if s.algorithm != 22 || !ok || !ok2 || len(r) > 32 || len(t) > 32 {
			return false
		}
		value := make([]byte, ed25519.SignatureSize)
		copy(value[32-len(r):32], r)
		copy(value[64-len(t):], t)
		return ed25519.Verify(public, digest, value)
	case *ecdsa.PublicKey:
		r, rest, ok := integer(s.values)
		t, _, ok2 := integer(rest)
		if s.algorithm != 19 || !ok || !ok2 {
			return false
		}
		der, err := asn1.Marshal(struct{ R, S *big.Int }{new(big.Int).SetBytes(r), new(big.Int).SetBytes(t)})
		return err == nil && ecdsa.VerifyASN1(public, digest, der)
	}
	return false
}

// keyRing reads a public key: the first key is the primary one, then come its subkeys with what it says of them. Secret keys are refused.
func keyRing(data []byte) ([]signingKey, error) {
	raw, err := dearmour(data, "PUBLIC KEY BLOCK")
	if err != nil {
		return nil, err
	}
	all, err := packets(raw)
	if err != nil || len(all) == 0 || all[0].tag != tagKey {
		return nil, errOpenPGP
	}
	primary, err := readKey(all[0].body)
	if err != nil || primary.public == nil {
		return nil, errOpenPGP
	}
	ring := []signingKey{primary}
	var subject []byte // what the next signature is about, besides the primary key
	newest := int64(0)
	for _, p := range all[1:] {
		switch p.tag {
		case tagKey, tagSecretKey:
			return nil, errOpenPGP // one key a ring, and no secrets
		case tagUser:
			subject = binary.BigEndian.AppendUint32([]byte{0xb4}, uint32(len(p.body)))
			subject = append(subject, p.body...)
		case tagSubkey:
			sub, err := readKey(p.body)
			if err != nil {
				sub = signingKey{body: p.body}
			}
			sub.mayNot = true // until the primary key says otherwise
			ring = append(ring, sub)
			subject, newest = sub.hashed(), 0
		case tagSignature:
			if s, err := readSignature(p.body); err == nil {
				newest = bind(ring, s, subject, newest)
			}
		}
	}
	return ring, nil
}

// bind takes a signature of the primary key about itself or its newest subkey.
func bind(ring []signingKey, s pgpSignature, subject []byte, newest int64) int64 {
	primary, last := &ring[0], &ring[len(ring)-1]
	mine := s.by(*primary, primary.hashed(), subject)
	switch {
	case s.kind == sigRevokeKey && s.by(*primary, primary.hashed()):
		for i := range ring {
			ring[i].mayNot = true
		}
		primary.public = nil // what it said is void too
	case s.kind == sigRevokeSubkey && mine && len(ring) > 1:
		last.mayNot, last.public = true, nil
	case s.kind >= sigCertLow && s.kind <= sigCertHigh && mine && len(ring) == 1 && s.created >= newest:
		primary.until = lifeOf(*primary, s)
		primary.mayNot = s.flags >= 0 && s.flags&2 == 0
		return s.created
	case s.kind == sigSubkey && mine && len(ring) > 1 && s.created >= newest:
		last.until = lifeOf(*last, s)
		back, err := readSignature(s.inner)
		last.mayNot = s.flags >= 0 && s.flags&2 == 0 || err != nil || back.kind != sigBack || !back.by(*last, primary.hashed(), last.hashed())
		return s.created
	}
	return newest
}

func lifeOf(k signingKey, s pgpSignature) int64 {
	if s.keyLife == 0 {
		return 0
	}
	return k.created + s.keyLife
}

// verifyOpenPGP tells when a key has signed data. data is what was signed, with CRLF line ends.
func verifyOpenPGP(key, data, signature []byte, now time.Time) (made int64, err error) {
	ring, err := keyRing(key)
	if err != nil {
		return 0, err
	}
	raw, err := dearmour(signature, "SIGNATURE")
	if err != nil {
		return 0, err
	}
	all, err := packets(raw)
	if err != nil {
		return 0, err
	}
	for _, p := range all {
		s, err := readSignature(p.body)
		if p.tag != tagSignature || err != nil || s.kind != sigBinary && s.kind != sigText {
			continue
		}
		for _, k := range ring {
			if !s.by(k, data) {
				continue
			}
			switch at := now.Unix(); {
			case k.mayNot || ring[0].public == nil:
				return 0, errors.New("the key must not sign")
			case s.created < k.created || k.until > 0 && s.created >= k.until || ring[0].until > 0 && s.created >= ring[0].until:
				return 0, errors.New("the key was not valid when it signed")
			case s.until > 0 && at >= s.until:
				return 0, errors.New("the signature has expired")
			}
			return s.created, nil
		}
	}
	return 0, fmt.Errorf("no good signature of the key %s", ring[0].fingerprint())
}
