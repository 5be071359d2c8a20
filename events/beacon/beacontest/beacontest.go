// Package beacontest runs a private beacon for tests: its holder knows every round in advance.
package beacontest

import (
	"crypto/sha256"
	"testing"

	"github.com/cloudflare/circl/sign/bls"

	"fieldpost/events"
	"fieldpost/events/beacon"
)

// Source signs the rounds of a chain.
type Source struct {
	key   *bls.PrivateKey[bls.KeyG2SigG1]
	chain events.Beacon
}

// New makes a chain from 32 secret bytes.
func New(t testing.TB, seed [32]byte, genesis, period int64) *Source {
	t.Helper()
	key, err := bls.KeyGen[bls.KeyG2SigG1](seed[:], nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return &Source{key: key, chain: events.Beacon{Chain: sha256.Sum256(public), PublicKey: public, Genesis: genesis, Period: period}}
}

// Chain returns what a game's terms say about it.
func (s *Source) Chain() events.Beacon { return s.chain }

// Round signs a round.
func (s *Source) Round(round int64) []byte { return bls.Sign(s.key, beacon.Message(round)) }
