package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/events"
	"fieldpost/mail/office"
	"fieldpost/mail/office/cluster"
	"fieldpost/mail/office/upkeep"
	"fieldpost/projections/archive"
)

// couple is two servers on one log, of which the first has closed a game while the second had seen half of it, and another game goes on.
type couple struct {
	t             *testing.T
	first, second *installation
	url           string
}

func newCouple(t *testing.T) couple {
	t.Helper()
	c := couple{t: t, url: natsServer(t)}
	c.first, c.second = install(t).shares(c.url, sharedPassphrase), install(t).shares(c.url, sharedPassphrase)
	c.first.play("hill")
	c.second.turnOf("hill") // its archive has that
	c.second.mails = 1000   // theirs have other numbers
	c.first.at(func(st *office.Office) {
		if _, err := st.CloseGame(t.Context(), office.GameRequest{Game: "hill", Reason: "the summer is over"}); err != nil {
			t.Fatal(err)
		}
		c.first.delivered(st)
	})
	return c
}

// must gives a command to one of the servers.
func (c couple) must(in *installation, says string, args ...string) string {
	c.t.Helper()
	code, out, trouble := run(c.t, append(args, "--config", in.config)...)
	if said := flat(out + trouble); code != exitFine || !strings.Contains(said, says) {
		c.t.Fatalf("%v: exit %d, without %q\n%s", args, code, says, said)
	}
	return out
}

// inLog returns the records of a game that are in the log itself, the edition of the log, and all blobs of the game that its store has.
func (c couple) inLog(in *installation, game string) (records []events.Record, blobs int) {
	c.t.Helper()
	config, err := ReadConfig(in.config)
	if err != nil {
		c.t.Fatal(err)
	}
	store, err := config.NATS.Connect(c.t.Context(), slog.New(slog.DiscardHandler), true)
	if err != nil {
		c.t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.Read(c.t.Context(), game, 1) {
		if err != nil {
			c.t.Fatal(err)
		}
		records = append(records, r)
	}
	kept, err := archive.View(config.ArchiveDir())
	if err != nil {
		c.t.Fatal(err)
	}
	for r, err := range kept.Records(game) {
		if err != nil {
			c.t.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			c.t.Fatal(err)
		}
		if _, genesis := e.Body.(events.GameAnnounced); genesis {
			continue // other games may have the same document
		}
		for _, digest := range events.References(e.Body) {
			if _, err := store.Get(c.t.Context(), digest); err == nil {
				blobs++
			} else if !errors.Is(err, events.ErrNotFound) {
				c.t.Fatal(err)
			}
		}
	}
	return records, blobs
}

// TestClosedGamesRestOnACluster: a game that is retired leaves the log that two servers share, and the buckets beside it. A server that was away, and
// has half of the game or nothing of it, answers about it as before; what is answered by one the other knows. Other games go on.
func TestClosedGamesRestOnACluster(t *testing.T) {
	t.Parallel()
	c := newCouple(t)
	c.first.play("bridge")
	c.second.headOf("bridge") // it has the keys of that, and has not heard of the end of the other game
	shown, head := c.must(c.first, "closed", "game", "show", "hill"), c.first.headOf("hill")
	whole := c.must(c.first, "", "game", "export", "hill")
	c.must(c.first, "nothing was changed", "retire")
	c.must(c.first, "Resting in the archive: hill.", "retire", "hill")
	if records, blobs := c.inLog(c.first, "hill"); len(records)+blobs > 0 {
		t.Errorf("the log still has %d events and %d texts of the game", len(records), blobs)
	}
	if records, blobs := c.inLog(c.first, "bridge"); len(records) == 0 || blobs == 0 {
		t.Error("and nothing more of the other game")
	}
	c.must(c.second, "hill: its archive comes to what the others have with the next start", "doctor")
	third := install(t).shares(c.url, sharedPassphrase) // without anything
	for _, in := range []*installation{c.first, c.second, third} {
		if again := c.must(in, "closed", "game", "show", "hill"); again != shown {
			t.Errorf("it is shown as\n%s, was\n%s", again, shown)
		}
		if again := c.must(in, "", "game", "export", "hill"); again != whole {
			t.Error("its export is another")
		}
		if now := in.headOf("hill"); now != head {
			t.Errorf("it ends with %v, not %v", now, head)
		}
		c.must(in, "all dice proven", "doctor")
		c.must(in, "nothing to repair", "repair")
	}
	ask := func(in *installation, who string) {
		in.at(func(st *office.Office) {
			if err := in.send(st, who, "HISTORY hill"); err != nil {
				t.Fatal(err)
			}
			in.delivered(st)
		})
	}
	for n, who := range []string{"ann", "bo", "ann"} { // by turns: each goes on from what the other has appended
		ask([]*installation{c.first, c.second, third}[n], who)
	}
	ends := []events.Head{c.first.headOf("hill"), c.second.headOf("hill"), third.headOf("hill")}
	if ends[0].Seq <= head.Seq || ends[1] != ends[0] || ends[2] != ends[0] {
		t.Errorf("after three answers it ends with %v, was %v", ends, head)
	}
	if records, _ := c.inLog(c.first, "hill"); len(records) > 0 {
		t.Error("the answers are in the log")
	}
	c.second.at(func(st *office.Office) {
		for _, who := range []string{"ann", "bo"} {
			if err := c.second.send(st, who, "ORDERS bridge turn 2\nG1: watch\nEND"); err != nil {
				t.Fatal(err)
			}
		}
	})
	if turn := c.first.turnOf("bridge"); turn != 3 {
		t.Errorf("the other game is at turn %d, want 3", turn)
	}
	if code, _, trouble := run(t, "retire", "hill", "--config", c.second.config); code != exitFailed || !strings.Contains(trouble, "rests already") {
		t.Errorf("it is retired twice: %d %s", code, trouble)
	}
}

// TestAnAddressIsForgottenOnACluster: an erased address is in no server's archive and in no stream any more, also of a server that was away, and of a
// game that rests; no chain is another, and nothing comes back.
func TestAnAddressIsForgottenOnACluster(t *testing.T) {
	t.Parallel()
	c := newCouple(t)
	c.must(c.first, "Resting in the archive: hill.", "retire", "hill")
	c.first.play("bridge")
	c.second.at(func(st *office.Office) { // a question after the game, whose answer goes to the address
		if err := c.second.send(st, "ann", "HISTORY hill"); err != nil {
			t.Fatal(err)
		}
		c.second.delivered(st)
	})
	if code, _, trouble := run(t, "forget", "ANN@example.org", "--config", c.first.config); code != exitFailed || !strings.Contains(trouble, "has a seat in bridge") {
		t.Fatalf("who plays is forgotten: %d %s", code, trouble)
	}
	c.must(c.first, "closed", "game", "close", "bridge", "--reason", "rain")
	heads := []events.Head{c.first.headOf("hill"), c.first.headOf("bridge")}
	c.must(c.first, "ann@example.org is erased", "forget", "ann@example.org")
	third := install(t).shares(c.url, sharedPassphrase)
	for _, in := range []*installation{c.first, c.second, third} {
		if now := []events.Head{in.headOf("hill"), in.headOf("bridge")}; !slices.Equal(now, heads) {
			t.Errorf("the games end with %v, not %v", now, heads)
		}
		if left := holds(t, in.dir, "ann@example.org"); len(left) > 0 {
			t.Errorf("it is still in %s", left)
		}
		c.must(in, "all dice proven", "doctor")
		c.must(in, "nothing to repair", "repair")
		c.must(in, "nothing was changed", "forget", "ann@example.org")
		c.noTrace(in)
	}
	if len(holds(t, c.second.dir, "bo@example.org")) == 0 {
		t.Error("another address is gone as well")
	}
}

// noTrace looks for the address in what a server would be given by the cluster.
func (c couple) noTrace(in *installation) {
	c.t.Helper()
	config, err := ReadConfig(in.config)
	if err != nil {
		c.t.Fatal(err)
	}
	h, err := cluster.Open(c.t.Context(), config.Cluster(slog.New(slog.DiscardHandler)))
	if err != nil {
		c.t.Fatal(err)
	}
	defer h.Close()
	games, err := h.Store.Games(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	texts := 0
	traces := upkeep.TracesOf(c.t.Context(), h.Archive, "ann@example.org")
	for _, game := range append(games, "hill") {
		records := h.Store.Read(c.t.Context(), game, 1)
		if game == "hill" {
			records = h.Archive.Records(game)
		}
		for r, err := range records {
			if err != nil {
				c.t.Fatal(err)
			}
			e, err := events.Decode(r.Bytes)
			if err != nil {
				c.t.Fatal(err)
			}
			gone, blobs, err := traces(e, r)
			if err != nil || gone != nil || len(blobs) > 0 {
				c.t.Errorf("event %d of %s still leads to the address (%v)", e.Seq, game, err)
			}
			texts++
		}
	}
	names, err := h.Cabinet.Names(c.t.Context(), cluster.TailOf)
	if err != nil || texts == 0 || len(names) == 0 {
		c.t.Fatalf("%d events, %d answers after the end: %v", texts, len(names), err)
	}
	for _, name := range names {
		data, err := h.Cabinet.Get(c.t.Context(), cluster.TailOf+"."+name)
		if err != nil || strings.Contains(string(data), "ann@example.org") {
			c.t.Errorf("the later event %s has the address (%v)", name, err)
		}
	}
	entry, err := h.ColdEntry(c.t.Context(), "hill")
	if err != nil {
		c.t.Fatal(err)
	}
	file, err := h.Cabinet.FetchCold(c.t.Context(), cluster.ColdFile("hill", entry))
	if err != nil {
		c.t.Fatal(err)
	}
	data, err := io.ReadAll(file)
	if err := errors.Join(err, file.Close()); err != nil || strings.Contains(string(data), "ann@example.org") {
		c.t.Errorf("the file of the game that rests has the address (%v)", err)
	}
}

// TestALogIsWrittenAnewOnce: whoever is cut short while the log is written anew, the next that comes goes on with it, also another server, whose archive
// has less of the games; after that it is not done again. A server that was connected before does nothing more.
func TestALogIsWrittenAnewOnce(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		name string
		cut  func(ctx context.Context, h *cluster.Shared, name string, plan cluster.Renewal) error
	}{
		{"begun", func(context.Context, *cluster.Shared, string, cluster.Renewal) error { return nil }},
		{"entered", func(ctx context.Context, h *cluster.Shared, _ string, plan cluster.Renewal) error {
			return h.Enter(ctx, plan)
		}},
		{"half filled", func(ctx context.Context, h *cluster.Shared, _ string, plan cluster.Renewal) error {
			next, err := h.Cabinet.Fresh(ctx)
			if err != nil {
				return err
			}
			for r, err := range h.Archive.Records("bridge") {
				if err == nil {
					err = next.Append(ctx, r)
				}
				if err != nil {
					return err
				}
				break
			}
			return errors.Join(h.Enter(ctx, plan), next.Close())
		}},
		{"in force", func(ctx context.Context, h *cluster.Shared, name string, _ cluster.Renewal) error {
			return h.WriteAnew(ctx, name)
		}},
	} {
		t.Run(at.name, func(t *testing.T) {
			t.Parallel()
			c := newCouple(t)
			c.first.play("bridge")
			heads := []events.Head{c.first.headOf("hill"), c.first.headOf("bridge")}
			config, err := ReadConfig(c.first.config)
			if err != nil {
				t.Fatal(err)
			}
			h, err := cluster.Open(t.Context(), config.Cluster(slog.New(slog.DiscardHandler)))
			if err != nil {
				t.Fatal(err)
			}
			plan := cluster.Renewal{Cold: map[string]cluster.Cold{"hill": {Seq: heads[0].Seq}}}
			file := filepath.Join(t.TempDir(), "plan")
			write(t, file, `{"Cold":{"hill":{"Seq":`+strconv.FormatInt(heads[0].Seq, 10)+`}}}`)
			text, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer text.Close()
			if err := errors.Join(h.Lay(t.Context(), "hill", plan.Cold["hill"]), h.Cabinet.LayCold(t.Context(), "plan.1", text), h.Cabinet.Renew(t.Context(), "plan.1")); err != nil {
				t.Fatal(err)
			}
			if err := h.Cabinet.Renew(t.Context(), "plan.2"); !errors.Is(err, events.ErrConflict) {
				t.Errorf("another begins the same meanwhile: %v", err)
			}
			if err := at.cut(t.Context(), h, "plan.1", plan); err != nil {
				t.Fatal(err)
			}
			old := h.Store
			for _, in := range []*installation{c.second, install(t).shares(c.url, sharedPassphrase)} {
				if now := []events.Head{in.headOf("hill"), in.headOf("bridge")}; !slices.Equal(now, heads) {
					t.Errorf("the games end with %v, not %v", now, heads)
				}
			}
			next, err := events.Next(heads[1], events.Event{Game: "bridge", Time: 1, Actor: "fieldpost", Body: events.SeatVacated{Seat: "republic"}})
			if err != nil {
				t.Fatal(err)
			}
			if err := old.Append(t.Context(), next); err == nil {
				t.Error("who was connected before appends to the log that was given up")
			}
			if _, hopeless := errors.AsType[cluster.Misfit](h.UpToDate(t.Context())); !hopeless {
				t.Error("who was connected before does not notice")
			}
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			if now := []events.Head{c.first.headOf("hill"), c.first.headOf("bridge")}; !slices.Equal(now, heads) {
				t.Errorf("the games end with %v, not %v", now, heads)
			}
			if records, blobs := c.inLog(c.first, "hill"); len(records)+blobs > 0 {
				t.Errorf("the log still has %d events and %d texts of the game", len(records), blobs)
			}
		})
	}
}
