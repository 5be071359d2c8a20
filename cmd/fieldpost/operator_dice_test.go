package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fieldpost/mail/office/host"
	"fieldpost/mail/office/officetest"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/beacon"
	"fieldpost/events/beacon/beacontest"
)

// relayServer is an HTTP relay of drand on this machine: it knows the rounds of the tests' chain as far as the hall's clock has come, and answers as
// it is told to.
type relayServer struct {
	h      *hall
	mood   atomic.Value // "honest", "down", "lies", "other", "rubbish", "slow"
	asked  atomic.Int64
	source *beacontest.Source
}

func (s *relayServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked.Add(1)
	chain := s.source.Chain()
	newest := (s.h.Now.Unix()-chain.Genesis)/chain.Period + 1
	var round int64
	which, ok := strings.CutPrefix(r.URL.Path, "/relay/"+chain.Chain.String()+"/public/")
	if which == "latest" {
		round = newest
	} else if _, err := fmt.Sscan(which, &round); err != nil {
		ok = false
	}
	switch mood := s.mood.Load().(string); {
	case !ok || round > newest:
		http.NotFound(w, r)
	case mood == "down":
		http.Error(w, "away", http.StatusBadGateway)
	case mood == "lies":
		fmt.Fprintf(w, `{"round":%d,"signature":"%x"}`, round, s.source.Round(round+1))
	case mood == "other":
		fmt.Fprintf(w, `{"round":%d,"signature":"%x"}`, round-1, s.source.Round(round-1))
	case mood == "rubbish":
		fmt.Fprint(w, strings.Repeat("<html>", 20_000))
	default:
		fmt.Fprintf(w, `{"round":%d,"randomness":"00","signature":"%x"}`, round, s.source.Round(round))
	}
}

// TestRelay: rounds come over HTTP from a relay that nobody trusts. What it gives is checked; when it fails or lies the game waits, asks again after
// a minute, and takes the round from a mail meanwhile.
func TestRelay(t *testing.T) {
	t.Parallel()
	for _, mood := range []string{"honest", "down", "lies", "other", "rubbish"} {
		t.Run(mood, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			relay := &relayServer{h: h, source: officetest.TestChain(t)}
			relay.mood.Store("honest")
			server := httptest.NewServer(relay)
			defer server.Close()
			h.Office.Relay = host.BeaconConfig{Relay: server.URL + "/relay/"}.Rounds(server.Client())
			h.Announce(officetest.FairGame(t, "hill", "D3"))
			h.Send("ann", "join", "JOIN hill republic as Ann")
			h.Send("bo", "join", "JOIN hill italian_ctv as Bo")
			wait := func() {
				h.Deliver()
				h.Look("hill", func(m *adjudicator.Match) {
					if w := m.Fair.Awaited(); w != nil && w.Round != nil {
						h.Now = time.UnixMilli(w.RoundTime).Add(time.Second).UTC()
					}
				})
			}
			wait()
			h.Tend("hill")
			relay.mood.Store(mood)
			for s, text := range officetest.InOrder(h.BotMails("hill")) {
				h.Send(officetest.Player(s), "[hill] orders", text)
			}
			h.Wait(20*time.Minute, "hill")
			wait()
			h.Tend("hill")
			before := relay.asked.Load()
			h.Tend("hill") // at once: a relay that failed is left alone for a minute
			var window int
			state := func() (need adjudicator.Need) {
				h.Look("hill", func(m *adjudicator.Match) {
					if m.Halt != nil {
						t.Fatal(m.Halt)
					}
					need = m.Fair.Needs()
					if m.Open != nil {
						window = m.Open.Number
					}
				})
				return need
			}
			need := state()
			if mood == "honest" {
				if need != adjudicator.NeedsNothing || window != 2 {
					t.Fatalf("the game needs %q in window %d", need, window)
				}
				if !h.showsNewest("hill") {
					t.Error("the seal does not show the newest round before it")
				}
				return
			}
			if need != adjudicator.NeedsBeacon || relay.asked.Load() != before {
				t.Fatalf("the game needs %q; the relay was asked %d times more", need, relay.asked.Load()-before)
			}
			if mood == "down" { // it comes back
				relay.mood.Store("honest")
				h.Wait(61*time.Second, "hill")
			} else { // somebody mails the round
				h.Round("hill")
			}
			if need := state(); need != adjudicator.NeedsNothing || window != 2 {
				t.Errorf("the game needs %q in window %d", need, window)
			}
		})
	}
}

// showsNewest reports whether the last seal of a game names a round older than its own, with a good signature.
func (h *hall) showsNewest(game string) (shown bool) {
	h.T.Helper()
	for r, err := range h.Store.Read(h.T.Context(), game, 1) {
		if err != nil {
			h.T.Fatal(err)
		}
		e, err := events.Decode(r.Bytes)
		if err != nil {
			h.T.Fatal(err)
		}
		if b, ok := e.Body.(events.RoundFixed); ok && b.Window > 0 {
			shown = b.Seen > 0 && beacon.Verify(officetest.TestChain(h.T).Chain(), b.Seen, b.SeenSignature) == nil
		}
	}
	return shown
}

// TestDemoWithCodes: the demo plays with sheets of player codes too, and its audit is clean.
func TestDemoWithCodes(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game by real mail")
	}
	out := filepath.Join(t.TempDir(), "demo")
	code, told, trouble := run(t, "demo", "--codes", "--scenario", "ibarra-palace", "--out", out)
	if code != exitFine || !strings.Contains(told, "D2") {
		t.Fatalf("exit %d\n%s%s", code, told, trouble)
	}
	sheets, err := filepath.Glob(filepath.Join(out, "codes-*.txt"))
	if err != nil || len(sheets) != 2 {
		t.Fatalf("sheets %v %v", sheets, err)
	}
	for _, s := range sheets {
		if info, err := os.Stat(s); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", s, info, err)
		}
	}
}
