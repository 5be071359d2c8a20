// Package beacon checks rounds of a public random beacon, offline. The beacon is drand in its unchained form with signatures on G1, as the
// chain "quicknet" runs it: every few seconds a threshold of independent parties signs the number of the round with BLS12-381; no one knows
// the signature before, and everyone can check it afterwards.
//
// # Rounds
//
// Round 1 comes at the genesis of the chain and one more each period. The first round at or after the instant t, in
// Unix seconds, is 1 for t up to the genesis, else
//
//	(t - genesis + period - 1) / period + 1        (integer division)
//
// # Signature
//
// The message is SHA-256(round as 8 bytes, big-endian). The signature is a point of G1, compressed to 48 bytes: the hash
// of the message to the curve (suite BLS12381G1_XMD:SHA-256_SSWU_RO_ of RFC 9380, with the domain
// "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_") times the secret key. The public key is a point of G2, compressed to 96
// bytes. Randomness is SHA-256(signature).
//
// Example: round 1000 of quicknet came at 1692803367 + 999*3 = 1692806364 Unix seconds; its signature begins b44679b9a59a
// and its randomness fe290beca10872ef.
package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/cloudflare/circl/sign/bls"

	"fieldpost/events"
)

// Quicknet is the chain of the League of Entropy that games use.
var Quicknet = events.Beacon{
	Chain:     events.Hash(unhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971")),
	PublicKey: unhex("83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"),
	Genesis:   1692803367, Period: 3,
}

func unhex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic("beacon: a constant is mistyped")
	}
	return b
}

// Errors of checking.
var (
	ErrChain     = errors.New("beacon: the chain's public key is none")
	ErrSignature = errors.New("beacon: this is not the signature of that round")
)

// SignatureSize is how many bytes a signature has.
const SignatureSize = 48

// Verify checks the signature of a round.
func Verify(b events.Beacon, round int64, signature []byte) error {
	if len(signature) != SignatureSize || round < 1 {
		return fmt.Errorf("%w: round %d", ErrSignature, round)
	}
	var public bls.PublicKey[bls.KeyG2SigG1]
	if err := public.UnmarshalBinary(b.PublicKey); err != nil || !public.Validate() {
		return ErrChain
	}
	if !bls.Verify(&public, Message(round), signature) {
		return fmt.Errorf("%w: round %d", ErrSignature, round)
	}
	return nil
}

// Message returns what is signed for a round.
func Message(round int64) []byte {
	m := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(round)))
	return m[:]
}
