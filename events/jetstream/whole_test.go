package jetstream_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"fieldpost/events"
	"fieldpost/events/logtest"
)

// wholeLog reads all games in one pass: how many events each has, and which damage was found.
func wholeLog(t *testing.T, s events.Log) (lengths map[string]int, damaged map[string]int64) {
	t.Helper()
	chains := map[string]*events.Chain{}
	lengths, damaged = map[string]int{}, map[string]int64{}
	for r, err := range s.ReadAll(t.Context()) {
		var damage *events.DamageError
		if errors.As(err, &damage) {
			damaged[damage.Game] = damage.Seq
			continue
		}
		h, err2 := events.Peek(r.Bytes)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		if chains[h.Game] == nil {
			chains[h.Game] = events.NewChain(h.Game, events.Head{})
		}
		if _, err := chains[h.Game].Add(r); err != nil {
			t.Fatal(err)
		}
		lengths[h.Game]++
	}
	return lengths, damaged
}

// The whole log comes in stretches, some of them cut short because their records are large.
func TestTheWholeLogComesInStretches(t *testing.T) {
	s := open(t, t.TempDir())
	defer closeStore(t, s)
	large := strings.Repeat("x", events.MaxRecord-200)
	for range 4 {
		logtest.Extend(t, s, "hill-7", 700)
		logtest.Extend(t, s, "hill-8", 2)
		for range 6 {
			head, err := s.Head(t.Context(), "hill-8")
			if err != nil {
				t.Fatal(err)
			}
			r, err := events.Next(head, events.Event{Game: "hill-8", Actor: "master", Body: events.Amended{Reason: large}})
			if err == nil {
				err = s.Append(t.Context(), r)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	lengths, damaged := wholeLog(t, s)
	if lengths["hill-7"] != 2800 || lengths["hill-8"] != 32 || len(lengths) != 2 || len(damaged) > 0 {
		t.Errorf("read %v, damaged %v", lengths, damaged)
	}
}

// Someone writes into the stream past us: that game ends there, the others are read to their ends.
func TestAForeignMessageEndsItsGameOnly(t *testing.T) {
	url := external(t, t.TempDir(), true)
	s := connect(t, url)
	defer closeStore(t, s)
	logtest.Extend(t, s, "hill-7", 5)
	logtest.Extend(t, s, "hill-8", 5)
	stray, err := events.EncodeRecord(logtest.Record(t, "hill-7", events.Head{Seq: 8, Hash: events.LeafHash(nil)}))
	if err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := natsjs.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.Publish(t.Context(), "game.hill-7", stray); err != nil {
		t.Fatal(err)
	}
	logtest.Extend(t, s, "hill-8", 5)
	lengths, damaged := wholeLog(t, s)
	if lengths["hill-7"] != 5 || lengths["hill-8"] != 10 || len(damaged) != 1 || damaged["hill-7"] != 6 {
		t.Errorf("read %v, damaged %v", lengths, damaged)
	}
	if _, err := js.Publish(t.Context(), "game.hill-9", []byte("no record")); err != nil {
		t.Fatal(err)
	}
	last := error(nil)
	for _, err := range s.ReadAll(t.Context()) {
		last = err
	}
	if !errors.Is(last, events.ErrDamaged) {
		t.Errorf("what is no record was read: %v", last)
	}
}
