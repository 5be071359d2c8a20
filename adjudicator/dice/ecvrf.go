package dice

import (
	"crypto/sha512"
	"errors"

	"filippo.io/edwards25519"
)

// ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381, sections 5 and 5.5.

const (
	suite    = 0x03
	pointLen = 32
	chalLen  = 16
	proofLen = pointLen + chalLen + 32
)

// Why a proof or key is refused.
var (
	ErrPublicKey = errors.New("dice: the public key is no valid ECVRF key")
	ErrProof     = errors.New("dice: the proof does not fit the key and the input")
)

// Key is the secret seed of a game's dice: 32 random bytes used for nothing else.
type Key [32]byte

// PublicKey verifies what a Key proves.
type PublicKey [32]byte

// Public returns the public key.
func (k Key) Public() PublicKey {
	x, _ := k.expand()
	return PublicKey(new(edwards25519.Point).ScalarBaseMult(x).Bytes())
}

// expand returns the secret scalar and the prefix of nonces, as in RFC 8032 5.1.5.
func (k Key) expand() (x *edwards25519.Scalar, prefix []byte) {
	h := sha512.Sum512(k[:])
	x, err := new(edwards25519.Scalar).SetBytesWithClamping(h[:32])
	if err != nil {
		panic("dice: 32 bytes are always a scalar") // the library fails only for other lengths
	}
	return x, h[32:]
}

// Check refuses keys that are not a canonical point or have small order (RFC 9381 5.4.5).
func (p PublicKey) Check() error {
	_, err := p.point()
	return err
}

func (p PublicKey) point() (*edwards25519.Point, error) {
	y, ok := canonical(p[:])
	if !ok || new(edwards25519.Point).MultByCofactor(y).Equal(edwards25519.NewIdentityPoint()) == 1 {
		return nil, ErrPublicKey
	}
	return y, nil
}

// canonical decodes a point; the library also takes encodings that are not canonical, RFC 8032 does not.
func canonical(b []byte) (*edwards25519.Point, bool) {
	p, err := new(edwards25519.Point).SetBytes(b)
	if err != nil || string(p.Bytes()) != string(b) {
		return nil, false
	}
	return p, true
}

// Prove returns the proof that beta is the key's one output for alpha.
func (k Key) Prove(alpha []byte) (proof [proofLen]byte, beta [64]byte) {
	x, prefix := k.expand()
	y := new(edwards25519.Point).ScalarBaseMult(x)
	h := encodeToCurve(y.Bytes(), alpha)
	gamma := new(edwards25519.Point).ScalarMult(x, h)
	digest := sha512.New()
	digest.Write(prefix)
	digest.Write(h.Bytes())
	nonce, err := new(edwards25519.Scalar).SetUniformBytes(digest.Sum(nil))
	if err != nil {
		panic("dice: 64 bytes are always a scalar")
	}
	u := new(edwards25519.Point).ScalarBaseMult(nonce)
	v := new(edwards25519.Point).ScalarMult(nonce, h)
	challenge := challengeOf(y, h, gamma, u, v)
	s := new(edwards25519.Scalar).MultiplyAdd(scalarOf(challenge), x, nonce)
	copy(proof[:], gamma.Bytes())
	copy(proof[pointLen:], challenge[:])
	copy(proof[pointLen+chalLen:], s.Bytes())
	return proof, betaOf(gamma)
}

// Output verifies a proof and gives the output that it proves. It refuses keys and points that are not canonical,
// keys of small order, and s beyond the group's order.
func (p PublicKey) Output(alpha, proof []byte) (beta [64]byte, err error) {
	y, err := p.point()
	if err != nil {
		return beta, err
	}
	if len(proof) != proofLen {
		return beta, ErrProof
	}
	gamma, ok := canonical(proof[:pointLen])
	if !ok {
		return beta, ErrProof
	}
	s, err := new(edwards25519.Scalar).SetCanonicalBytes(proof[pointLen+chalLen:])
	if err != nil {
		return beta, ErrProof
	}
	challenge := [chalLen]byte(proof[pointLen:])
	h := encodeToCurve(p[:], alpha)
	minus := new(edwards25519.Scalar).Negate(scalarOf(challenge))
	u := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(minus, y, s)                                                  // sB - cY
	v := new(edwards25519.Point).VarTimeMultiScalarMult([]*edwards25519.Scalar{s, minus}, []*edwards25519.Point{h, gamma}) // sH - c Gamma
	if challengeOf(y, h, gamma, u, v) != challenge {
		return beta, ErrProof
	}
	return betaOf(gamma), nil
}

// encodeToCurve implements try-and-increment (RFC 9381 5.4.1.1). Each try fails with probability one half; all 256 fail once in 2^256
// inputs.
func encodeToCurve(salt, alpha []byte) *edwards25519.Point {
	for ctr := range 256 {
		digest := sha512.New()
		digest.Write([]byte{suite, 0x01})
		digest.Write(salt)
		digest.Write(alpha)
		digest.Write([]byte{byte(ctr), 0x00})
		if p, ok := canonical(digest.Sum(nil)[:32]); ok {
			if p.MultByCofactor(p); p.Equal(edwards25519.NewIdentityPoint()) == 0 {
				return p
			}
		}
	}
	panic("dice: no point for this input")
}

func challengeOf(points ...*edwards25519.Point) (c [chalLen]byte) {
	digest := sha512.New()
	digest.Write([]byte{suite, 0x02})
	for _, p := range points {
		digest.Write(p.Bytes())
	}
	digest.Write([]byte{0x00})
	copy(c[:], digest.Sum(nil))
	return c
}

func scalarOf(c [chalLen]byte) *edwards25519.Scalar {
	var wide [32]byte
	copy(wide[:], c[:])
	s, err := new(edwards25519.Scalar).SetCanonicalBytes(wide[:])
	if err != nil {
		panic("dice: 16 bytes are always below the order")
	}
	return s
}

func betaOf(gamma *edwards25519.Point) (beta [64]byte) {
	digest := sha512.New()
	digest.Write([]byte{suite, 0x03})
	digest.Write(new(edwards25519.Point).MultByCofactor(gamma).Bytes())
	digest.Write([]byte{0x00})
	digest.Sum(beta[:0])
	return beta
}
