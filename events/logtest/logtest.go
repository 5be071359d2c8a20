// Package logtest is the contract of events.Store as tests. Every implementation runs it:
//
//	logtest.Run(t, func() events.Store { return memlog.New() })
package logtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldpost/events"
)

// Run tests the store that open makes against the contract. Each call of open returns a new, empty store.
func Run(t *testing.T, open func() events.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, events.Store)
	}{
		{"an empty store", empty},
		{"append and read", appendAndRead},
		{"an append out of place", conflicts},
		{"the same append again", repeats},
		{"bad records", badRecords},
		{"racing writers", races},
		{"many games", manyGames},
		{"blobs", blobs},
		{"snapshots", snapshots},
		{"a cancelled context", cancelled},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := open()
			defer func() {
				if err := store.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			}()
			c.test(t, store)
		})
	}
}

// Restart tests that a store keeps everything: it fills the store, reopens it with the given function, and compares.
func Restart(t *testing.T, store events.Store, reopen func() events.Store) {
	ctx := t.Context()
	want := map[string][]events.Record{}
	for n := range 30 {
		game := fmt.Sprintf("game-%d", n%3)
		want[game] = append(want[game], Extend(t, store, game, 1)...)
	}
	digest, err := store.Put(ctx, []byte("a letter"))
	if err != nil {
		t.Fatal(err)
	}
	if err := store.SaveSnapshot(ctx, "game-1", "match", 10, []byte("position")); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	store = reopen()
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	for game, records := range want {
		same(t, read(t, store, game, 1), records)
	}
	if data, err := store.Get(ctx, digest); err != nil || string(data) != "a letter" {
		t.Errorf("blob: got %q, %v", data, err)
	}
	if seq, data, err := store.LoadSnapshot(ctx, "game-1", "match"); err != nil || seq != 10 || string(data) != "position" {
		t.Errorf("snapshot: got %d, %q, %v", seq, data, err)
	}
	Extend(t, store, "game-1", 5)
}

// Record makes the record that follows head in a game: events of several types and sizes, some with a secret.
func Record(t testing.TB, game string, head events.Head) events.Record {
	t.Helper()
	n := head.Seq + 1
	e := events.Event{Game: game, Time: 1795000000000 + n, Actor: "fieldpost", Body: events.MailSent{Issue: n}}
	var secrets []events.Secret
	switch {
	case n == 1:
		e.Body = events.GameAnnounced{Rulebook: "brush-brothers", Scenario: "the-ford", Seats: []string{"south", "north"}}
	case n%3 == 0:
		commitment, secret, err := events.Conceal("south", events.LeafHash(fmt.Append(nil, game, n)), events.Press{Text: fmt.Sprint("order ", n)})
		if err != nil {
			t.Fatal(err)
		}
		e.Body, secrets = events.PressSent{From: "south", To: "north", TextSealed: commitment}, []events.Secret{secret}
	case n%5 == 0:
		e.Body = events.Amended{Reason: string(bytes.Repeat([]byte("x"), int(n)*37%3000))}
	}
	r, err := events.Next(head, e, secrets...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Extend appends n records to a game and returns them.
func Extend(t testing.TB, store events.Log, game string, n int) []events.Record {
	t.Helper()
	head, err := store.Head(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	var records []events.Record
	for range n {
		r := Record(t, game, head)
		if err := store.Append(t.Context(), r); err != nil {
			t.Fatalf("event %d of %s: %v", head.Seq+1, game, err)
		}
		if head, err = r.Head(); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

func read(t *testing.T, store events.Log, game string, seq int64) []events.Record {
	t.Helper()
	var records []events.Record
	for r, err := range store.Read(t.Context(), game, seq) {
		if err != nil {
			t.Fatalf("reading %s from %d: %v", game, seq, err)
		}
		records = append(records, r)
	}
	return records
}

func same(t *testing.T, got, want []events.Record) {
	t.Helper()
	equal := slices.EqualFunc(got, want, func(a, b events.Record) bool {
		return bytes.Equal(a.Bytes, b.Bytes) && slices.EqualFunc(a.Secrets, b.Secrets, func(a, b events.Secret) bool {
			return a.Seat == b.Seat && a.Salt == b.Salt && bytes.Equal(a.Plain, b.Plain)
		})
	})
	if !equal {
		t.Errorf("got %d records, want %d, or others", len(got), len(want))
	}
}

func empty(t *testing.T, store events.Store) {
	ctx := t.Context()
	if head, err := store.Head(ctx, "hill-7"); err != nil || head != (events.Head{}) {
		t.Errorf("head: got %+v, %v", head, err)
	}
	if got := read(t, store, "hill-7", 1); len(got) != 0 {
		t.Errorf("read %d records", len(got))
	}
	if games, err := store.Games(ctx); err != nil || len(games) != 0 {
		t.Errorf("games: got %v, %v", games, err)
	}
}

func appendAndRead(t *testing.T, store events.Store) {
	records := Extend(t, store, "hill-7", 150)
	head, err := store.Head(t.Context(), "hill-7")
	if err != nil || head.Seq != 150 || head.Hash != events.LeafHash(records[149].Bytes) {
		t.Errorf("head: got %+v, %v", head, err)
	}
	for _, seq := range []int64{0, 1, 2, 64, 65, 66, 128, 129, 149, 150} {
		same(t, read(t, store, "hill-7", seq), records[max(seq, 1)-1:])
	}
	if got := read(t, store, "hill-7", 151); len(got) != 0 {
		t.Errorf("read %d records behind the end", len(got))
	}
	for r, err := range store.Read(t.Context(), "hill-7", 3) {
		if err != nil || !bytes.Equal(r.Bytes, records[2].Bytes) {
			t.Errorf("event 3: %v", err)
		}
		break // a reading may be left early
	}
	if _, err := events.Walk("hill-7", store.Read(t.Context(), "hill-7", 1)); err != nil {
		t.Error(err)
	}
}

func conflicts(t *testing.T, store events.Store) {
	records := Extend(t, store, "hill-7", 3)
	head, err := store.Head(t.Context(), "hill-7")
	if err != nil {
		t.Fatal(err)
	}
	other := Record(t, "hill-7", events.Head{Seq: head.Seq, Hash: events.LeafHash([]byte("another history"))})
	ahead := Record(t, "hill-7", events.Head{Seq: head.Seq + 1, Hash: head.Hash})
	second, err := events.Next(events.Head{Seq: 1, Hash: events.LeafHash(records[0].Bytes)},
		events.Event{Game: "hill-7", Actor: "clock", Body: events.MailSent{Issue: 99}})
	if err != nil {
		t.Fatal(err)
	}
	unborn := Record(t, "hill-8", head)
	for name, r := range map[string]events.Record{"after another event": other, "too far ahead": ahead, "in a place already taken": second, "not the first of its game": unborn} {
		if err := store.Append(t.Context(), r); !errors.Is(err, events.ErrConflict) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	same(t, read(t, store, "hill-7", 1), records)
}

func repeats(t *testing.T, store events.Store) {
	records := Extend(t, store, "hill-7", 5)
	for i := range records {
		if err := store.Append(t.Context(), records[i]); err != nil {
			t.Errorf("event %d again: %v", i+1, err)
		}
	}
	same(t, read(t, store, "hill-7", 1), records)
}

func badRecords(t *testing.T, store events.Store) {
	good := Record(t, "hill-7", events.Head{})
	for name, r := range map[string]events.Record{
		"nothing":           {},
		"not canonical":     {Bytes: append(bytes.Clone(good.Bytes), 0)},
		"a foreign secret":  {Bytes: good.Bytes, Secrets: []events.Secret{{Plain: []byte("x")}}},
		"much too large":    {Bytes: make([]byte, 2<<20)},
		"secrets too large": {Bytes: good.Bytes, Secrets: []events.Secret{{Plain: make([]byte, 2<<20)}}},
	} {
		if err := store.Append(t.Context(), r); err == nil || errors.Is(err, events.ErrConflict) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	large, err := events.Next(events.Head{}, events.Event{Game: "hill-7", Actor: "master", Body: events.Amended{Reason: string(bytes.Repeat([]byte("x"), events.MaxRecord-200))}})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Append(t.Context(), large); err != nil {
		t.Errorf("the largest record: %v", err)
	}
	same(t, read(t, store, "hill-7", 1), []events.Record{large})
}

// races lets eight writers add ten events each to one game: each retries after a conflict, and all get in, once.
func races(t *testing.T, store events.Store) {
	const writers, each = 8, 10
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := 0; n < each; {
				head, err := store.Head(ctx, "hill-7")
				if err != nil {
					t.Error(err)
					return
				}
				r, err := events.Next(head, events.Event{Game: "hill-7", Actor: "fieldpost", Time: int64(w), Body: events.MailSent{Issue: int64(n)}})
				if err != nil {
					t.Error(err)
					return
				}
				switch err := store.Append(ctx, r); {
				case err == nil:
					n++
				case !errors.Is(err, events.ErrConflict):
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	next := make([]int64, writers)
	c := events.NewChain("hill-7", events.Head{})
	for _, r := range read(t, store, "hill-7", 1) {
		e, err := c.Add(r)
		if err != nil {
			t.Fatal(err)
		}
		if issue := e.Body.(events.MailSent).Issue; issue != next[e.Time] {
			t.Fatalf("writer %d: event %d stands where %d should", e.Time, issue, next[e.Time])
		}
		next[e.Time]++
	}
	if c.Head().Seq != writers*each {
		t.Errorf("%d events, want %d", c.Head().Seq, writers*each)
	}
}

func manyGames(t *testing.T, store events.Store) {
	want := map[string][]events.Record{}
	for n := range 240 {
		game := fmt.Sprintf("g%d", n*n%17)
		want[game] = append(want[game], Extend(t, store, game, 1)...)
	}
	games, err := store.Games(t.Context())
	if err != nil || len(games) != len(want) || !slices.IsSorted(games) {
		t.Errorf("games: got %v, %v", games, err)
	}
	for game, records := range want {
		same(t, read(t, store, game, 1), records)
	}
	whole := map[string][]events.Record{}
	for r, err := range store.ReadAll(t.Context()) {
		h, err2 := events.Peek(r.Bytes)
		if err := errors.Join(err, err2); err != nil {
			t.Fatal(err)
		}
		whole[h.Game] = append(whole[h.Game], r)
	}
	for game, records := range want {
		same(t, whole[game], records)
	}
	for range store.ReadAll(t.Context()) {
		break // this reading may be left early too
	}
	heads, err := store.Heads(t.Context())
	if err != nil || len(heads) != len(games) {
		t.Fatalf("the heads of %d games, %v", len(heads), err)
	}
	for _, g := range games {
		if head, err := store.Head(t.Context(), g); err != nil || heads[g] != head || head.Seq == 0 {
			t.Errorf("the head of %s is %v among all, and %v by itself, %v", g, heads[g], head, err)
		}
	}
}

func blobs(t *testing.T, store events.Store) {
	ctx := t.Context()
	for _, data := range [][]byte{nil, []byte("a letter"), bytes.Repeat([]byte("map"), 1<<20)} {
		for range 2 {
			digest, err := store.Put(ctx, data)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := store.Get(ctx, digest); err != nil || !bytes.Equal(got, data) {
				t.Errorf("got %d bytes, %v, want %d", len(got), err, len(data))
			}
		}
	}
	if _, err := store.Get(ctx, events.LeafHash(nil)); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("an unknown blob: got %v", err)
	}
}

func snapshots(t *testing.T, store events.Store) {
	ctx := t.Context()
	if _, _, err := store.LoadSnapshot(ctx, "hill-7", "match"); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("none yet: got %v", err)
	}
	for seq, size := range []int{5000, 3 << 20, 0, 600 << 10, 5000} {
		seq, data := int64(seq), bytes.Repeat([]byte{byte(seq)}, size)
		for _, name := range []string{"match", "past"} {
			if err := store.SaveSnapshot(ctx, "hill-7", name, seq, append(data, name...)); err != nil {
				t.Fatal(err)
			}
		}
		data = append(data, "match"...)
		if at, got, err := store.LoadSnapshot(ctx, "hill-7", "match"); err != nil || at != seq || !bytes.Equal(got, data) {
			t.Errorf("got %d, %d bytes, %v", at, len(got), err)
		}
	}
}

func cancelled(t *testing.T, store events.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Head(ctx, "hill-7"); err == nil {
		t.Error("the head was read")
	}
	for _, err := range store.Read(ctx, "hill-7", 1) {
		if err == nil {
			t.Error("a record was read")
		}
	}
	for _, err := range store.ReadAll(ctx) {
		if err == nil {
			t.Error("a record was read")
		}
	}
}
