package beacon_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"

	"fieldpost/events/beacon"
	"fieldpost/events/beacon/beacontest"
)

// Round 1000 of quicknet, as published.
const (
	round1000      = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
	randomness1000 = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
)

func signature(t testing.TB) []byte {
	t.Helper()
	b, err := hex.DecodeString(round1000)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestQuicknetRound1000(t *testing.T) {
	sig := signature(t)
	if err := beacon.Verify(beacon.Quicknet, 1000, sig); err != nil {
		t.Fatal(err)
	}
	if r := sha256.Sum256(sig); hex.EncodeToString(r[:]) != randomness1000 {
		t.Errorf("randomness %x", r)
	}
	for _, round := range []int64{-1, 0, 999, 1001, 1 << 40} {
		if beacon.Verify(beacon.Quicknet, round, sig) == nil {
			t.Errorf("it is taken for round %d", round)
		}
	}
	for i := 0; i < len(sig)*8; i += 5 {
		bad := signature(t)
		bad[i/8] ^= 1 << (i % 8)
		if err := beacon.Verify(beacon.Quicknet, 1000, bad); !errors.Is(err, beacon.ErrSignature) {
			t.Errorf("bit %d: %v", i, err)
		}
	}
	for _, n := range []int{0, 47, 49, 96} {
		if beacon.Verify(beacon.Quicknet, 1000, make([]byte, n)) == nil {
			t.Errorf("%d bytes of nothing are taken", n)
		}
	}
	wrong := beacon.Quicknet
	wrong.PublicKey = wrong.PublicKey[:95]
	if err := beacon.Verify(wrong, 1000, sig); !errors.Is(err, beacon.ErrChain) {
		t.Error(err)
	}
}

func TestAChainOfOnesOwn(t *testing.T) {
	s := beacontest.New(t, [32]byte{1}, 1_700_000_000, 30)
	if err := beacon.Verify(s.Chain(), 7, s.Round(7)); err != nil {
		t.Error(err)
	}
	if beacon.Verify(beacon.Quicknet, 7, s.Round(7)) == nil {
		t.Error("its rounds are quicknet's")
	}
}

func BenchmarkVerify(b *testing.B) {
	sig := signature(b)
	for b.Loop() {
		if beacon.Verify(beacon.Quicknet, 1000, sig) != nil {
			b.Fatal("refused")
		}
	}
}
