package jetstream_test

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fieldpost/events"
	"fieldpost/events/jetstream"
	"fieldpost/events/logtest"
)

// TestAFlippedBitInTheHeadOfARecord: whatever bit of the head of a stored record is another, the log is refused, or its chain says where it differs,
// or it holds what it held, if only to some event before its end, as the comparison with the archive finds. Nothing takes all memory.
func TestAFlippedBitInTheHeadOfARecord(t *testing.T) {
	sound := t.TempDir()
	s := open(t, sound)
	logtest.Extend(t, s, "hill-7", 6)
	was := []events.Head{{}}
	chain := events.NewChain("hill-7", events.Head{})
	for r, err := range s.Read(t.Context(), "hill-7", 1) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chain.Add(r); err != nil {
			t.Fatal(err)
		}
		was = append(was, chain.Head())
	}
	closeStore(t, s)
	block := filepath.Join("nats", "jetstream", "$G", "streams", "LOG", "msgs", "1.blk")
	data, err := os.ReadFile(filepath.Join(sound, block))
	if err != nil {
		t.Fatal(err)
	}
	third := 0
	for range 2 {
		third += int(binary.LittleEndian.Uint32(data[third:]) &^ (1 << 31))
	}
	refused := 0
	for bit := 0; bit < 22*8; bit += 3 {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(sound)); err != nil {
			t.Fatal(err)
		}
		flipped := slices.Clone(data)
		flipped[third+bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(filepath.Join(dir, block), flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := jetstream.Open(t.Context(), jetstream.Options{Dir: dir})
		if errors.Is(err, events.ErrDamaged) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("bit %d: %v", bit, err)
		}
		if head, err := events.Walk("hill-7", s.Read(t.Context(), "hill-7", 1)); err == nil && !slices.Contains(was, head) {
			t.Errorf("bit %d of the head of a record: the log ends with %v, which it never did", bit, head)
		}
		closeStore(t, s)
	}
	if refused == 0 {
		t.Error("no damage was found when the log was opened")
	}
}
