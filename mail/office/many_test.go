package office_test

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/mail"
	"fieldpost/mail/office/officetest"
)

var games = flag.Int("games", 40, "how many games an office has where that counts")

// copiesOf plays a game of some fifty events and lays it into a log many times, every letter sent.
func copiesOf(t *testing.T, n int) (h *hall, store *officetest.Counting, length int64) {
	t.Helper()
	h = newHall(t)
	h.Office.Settings.Trials.Receipt = 1
	h.Office.Painter = nil
	g := officetest.Palace("hill")
	g.Schedule.Period, g.Schedule.CoolOff = 3*24*60, 1<<30
	h.Playing(g)
	h.Mail("ann", "orders", "ORDERS hill turn 1\nG1: watch\nEND")
	for length < 50 {
		h.Turn("hill")
		h.Deliver()
		h.Look("hill", func(m *adjudicator.Match) { length = m.Head.Seq })
	}
	return h, h.Copies("hill", n), length
}

// heap is the memory in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestAMailLoadsOneGame: of many games an office loads the one that a mail is about, however it is found, and the clock loads none that nothing is
// due in. Run it with -games 2000 for the figures.
func TestAMailLoadsOneGame(t *testing.T) {
	h, store, length := copiesOf(t, *games)
	clock := h.Now.Add(time.Minute)
	register := new(officetest.Register)
	yesterday := h.OfficeOn(store, &clock)
	yesterday.Register = register
	if _, err := yesterday.Tally(t.Context()); err != nil { // it gets to know every game
		t.Fatal(err)
	}
	if n := len(store.Loaded()); n != *games {
		t.Fatalf("%d of %d games were loaded to begin with", n, *games)
	}
	yesterday = nil
	before, begun := heap(), time.Now()
	st := h.OfficeOn(store, &clock)
	st.Register = register
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- st.RunClock(ctx) }()
	if err := st.AtRest(t.Context()); err != nil { // the clock has gone round
		t.Fatal(err)
	}
	looked := time.Since(begun)
	if games := store.Loaded(); len(games) > 0 {
		t.Errorf("the clock has gone round and loaded %v, in which nothing is due", games)
	}
	for i, text := range []string{"STATUS", "ORDERS turn 3\nG1: watch\nEND", "ABSENT 1 Feb"} {
		n := fmt.Sprint(*games - 2 - i)
		raw := fmt.Appendf(nil, "From: Ann <ann.%[1]s@example.org>\r\nTo: orders@fieldpost.local\r\nSubject: my game\r\nMessage-ID: <many.%[1]s@example.org>\r\nDate: %[2]s\r\n\r\n%[3]s\r\n",
			n, clock.Format(time.RFC1123Z), text)
		if err := st.Receive(t.Context(), raw, mail.Envelope{Via: "smtp", Received: clock}); err != nil {
			t.Fatal(err)
		}
		if loaded := store.Loaded(); !slices.Equal(loaded, []string{"game-" + n}) {
			t.Errorf("%q of a player of game-%s loaded %v", text, n, loaded)
		}
	}
	answered := time.Since(begun)
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games of %d events: the clock's first round ends after %s, three mails are answered after %s, %.1f MB", *games, length,
		looked.Round(time.Millisecond), answered.Round(time.Millisecond), float64(heap()-before)/1e6)
	runtime.KeepAlive(st)
}

// TestACardOfAnotherLogCountsForNothing: where the log has gone on without this process, or is not the one that a card tells of, the game is
// loaded, and nothing that is due in it is missed.
func TestACardOfAnotherLogCountsForNothing(t *testing.T) {
	h, store, _ := copiesOf(t, 3)
	clock := h.Now
	st := h.OfficeOn(store, &clock)
	register := new(officetest.Register)
	st.Register = register
	st.Round(t.Context())
	cards, err := register.Cards()
	if err != nil || len(cards) != 3 {
		t.Fatalf("%d cards, %v", len(cards), err)
	}
	for _, c := range cards {
		switch c.Game {
		case "game-1":
			c.Seq-- // somebody has gone on with it
		case "game-2":
			c.Seq++ // the log was restored to an earlier state
		}
		c.Look = 0
		if err := register.Keep(c); err != nil {
			t.Fatal(err)
		}
	}
	store.Loaded()
	again := h.OfficeOn(store, &clock)
	again.Register = register
	again.Round(t.Context())
	if loaded := slices.Sorted(slices.Values(store.Loaded())); !slices.Equal(loaded, []string{"game-1", "game-2"}) {
		t.Errorf("loaded: %v", loaded)
	}
}

// TestGamesAtRestAreLetGo: an office keeps no more games in memory than it is told to, and what rests is played on in time: the clock closes every
// window, and every letter leaves.
func TestGamesAtRestAreLetGo(t *testing.T) {
	h, store, _ := copiesOf(t, 12)
	clock := h.Now
	st := h.OfficeOn(store, &clock)
	st.Settings.Loaded = 3
	ctx := t.Context()
	for range 2 { // the deadlines of two windows
		clock = clock.Add(4 * 24 * time.Hour)
		st.Round(ctx)
		tally, err := st.Tally(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if tally.Loaded > 3 || tally.Games != 12 {
			t.Errorf("%+v", tally)
		}
		out := st.Outgoing()
		letters, err := out.Pending(ctx)
		if err != nil || len(letters) != 24 {
			t.Fatalf("%d letters wait, %v", len(letters), err)
		}
		for _, l := range letters {
			if data, err := out.Bytes(ctx, l); err != nil || len(data) == 0 {
				t.Fatal(err)
			}
			if err := out.Sent(ctx, l); err != nil {
				t.Fatal(err)
			}
		}
		if letters, err = out.Pending(ctx); err != nil || len(letters) > 0 {
			t.Errorf("%d letters wait still, %v", len(letters), err)
		}
	}
}

// TestNobodyWaitsForSomebodyElsesGame: while games are in the hands of others, more of them than there are workers, the turn of the next one is played,
// and its letters leave. Those that were held go on when they are let go.
func TestNobodyWaitsForSomebodyElsesGame(t *testing.T) {
	held := 2*runtime.GOMAXPROCS(0) + 2
	h, store, _ := copiesOf(t, held+1)
	clock := h.Now.Add(time.Minute)
	st := h.OfficeOn(store, &clock)
	if err := st.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Tally(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock = clock.Add(4 * 24 * time.Hour) // the deadline of all of them
	issued := make(chan struct{}, 100)
	st.Issued = func() { issued <- struct{}{} }
	var inHand, over sync.WaitGroup
	letGo := make(chan struct{})
	for i := range held {
		inHand.Add(1)
		over.Go(func() {
			err := st.With(t.Context(), fmt.Sprintf("game-%d", i+1), func(m *adjudicator.Match) (*adjudicator.Match, error) {
				inHand.Done()
				<-letGo
				return m, nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	inHand.Wait()
	ctx, stop := context.WithCancel(t.Context())
	over.Go(func() {
		if err := st.RunClock(ctx); err != nil {
			t.Error(err)
		}
	})
	free, out := fmt.Sprintf("game-%d", held+1), st.Outgoing()
	letters := func() (waiting []string) {
		list, err := out.Pending(ctx)
		if err != nil {
			t.Error(err)
		}
		for _, l := range list {
			if !slices.Contains(waiting, l.Game) {
				waiting = append(waiting, l.Game)
			}
		}
		return waiting
	}
	for <-issued; len(letters()) == 0; <-issued {
	}
	if got := letters(); !slices.Equal(got, []string{free}) {
		t.Errorf("letters of %v wait, want those of %s", got, free)
	}
	close(letGo)
	for len(letters()) <= held {
		<-issued
	}
	stop()
	over.Wait()
}
