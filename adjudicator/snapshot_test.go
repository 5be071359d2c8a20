package adjudicator_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fieldpost/adjudicator"
	"fieldpost/events"
	"fieldpost/events/memlog"
)

// leftOut are the fields in which a match from a snapshot may differ: what a match is made with, its position (which its bytes and its hash
// stand for), and the facts, the course and what was told of passes before it was loaded.
var leftOut = map[string]string{
	"Match":     "blob engines shelf beacon key spare strict Engine boundary Now from through thrown fresh cuts told pastEnd pastLength",
	"Setup":     "Scenario",
	"Pass":      "Facts Struck",
	"recording": "facts",
}

// sameMatch compares all else of two matches, and returns how they differ.
func sameMatch(fast, whole *adjudicator.Match) string {
	left := cmp.FilterPath(func(p cmp.Path) bool {
		field, ok := p.Last().(cmp.StructField)
		return ok && slices.Contains(strings.Fields(leftOut[p.Index(-2).Type().Name()]), field.Name())
	}, cmp.Ignore())
	diff := cmp.Diff(whole, fast, left, cmpopts.EquateEmpty(), cmp.Exporter(func(reflect.Type) bool { return true }))
	if fast.Opened && (!bytes.Equal(fast.Boundary(), whole.Boundary()) || fast.Now.Hash() != whole.Now.Hash()) {
		diff += "\nthe positions differ"
	}
	for _, d := range whole.Desks {
		if whole.Now != nil && fast.Now.Knows(d.Seat).Hash() != whole.Now.Knows(d.Seat).Hash() {
			diff += "\nwhat is known differs for " + string(d.Seat)
		}
		if told := fast.Told(d.Seat); told != nil && (whole.Told(d.Seat) == nil || told.Knows(d.Seat).Hash() != whole.Told(d.Seat).Knows(d.Seat).Hash()) {
			diff += "\nwhat was told differs for " + string(d.Seat)
		}
	}
	return diff
}

// TestSnapshotsAreFullReplay takes a finished game of every rulebook event by event, saves it whenever it can be saved, and loads it after
// every event: it is the same match as that of the whole log.
func TestSnapshotsAreFullReplay(t *testing.T) {
	for _, engine := range adjudicator.Games() {
		t.Run(engine.Name(), func(t *testing.T) {
			t.Parallel()
			saves, loads := replaySaved(t, pairings(t, engine)[0])
			if saves == 0 || loads < saves {
				t.Errorf("saved %d times, loaded %d times", saves, loads)
			}
		})
	}
}

func replaySaved(t *testing.T, p pairing) (saves, loads int) {
	s, live := begun(t, p, 0)
	x := opened(t, p.kept(t)[0])
	for i := int(live.Head.Seq); i < min(len(x.Records), 25); i++ {
		if live.Quiet() && i%3 == 0 { // not after every event, so that something follows
			s.SaveSnapshot(t.Context(), live)
			saves++
		}
		err := s.Store.Append(t.Context(), x.Records[i])
		if err == nil {
			live, err = s.Catch(t.Context(), live)
		}
		if err != nil {
			t.Fatal(err)
		}
		fast := load(t, s, x.Game)
		if diff := sameMatch(fast, live); diff != "" {
			t.Fatalf("after event %d, %d saved: %s", i+1, saves, diff)
		}
		loads++
	}
	return saves, loads
}

// TestASnapshotHoldsTheCorrespondence saves and loads a game in which letters, messages and proofs come and go, often enough that its past is
// written anew.
func TestASnapshotHoldsTheCorrespondence(t *testing.T) {
	engine, ok := adjudicator.Game("duel") // letters are kept alike in all games: the smallest will do
	if !ok {
		t.Fatal("there is no teaching game")
	}
	s, live := begun(t, pairings(t, engine)[0], 12)
	seat := string(live.Desks[0].Seat)
	add := func(body func(salt, mail events.Hash) (events.Body, []events.Secret)) {
		mail := events.LeafHash(fmt.Append(nil, live.Head.Seq))
		b, secrets := body(events.LeafHash(mail[:]), mail)
		var err error
		if live, _, err = s.Append(t.Context(), live, 1_800_000_000_000+live.Head.Seq, func(*adjudicator.Match) (string, events.Body, []events.Secret, error) {
			return "seat:" + seat, b, secrets, nil
		}); err != nil {
			t.Fatal(err)
		}
		fast, err := s.Load(t.Context(), live.Game)
		if err != nil {
			t.Fatal(err)
		}
		if diff := sameMatch(fast, live); diff != "" {
			t.Fatalf("after event %d, a %s: %s", live.Head.Seq, b.Kind(), diff)
		}
	}
	plain := func(b events.Body) { add(func(_, _ events.Hash) (events.Body, []events.Secret) { return b, nil }) }
	for n := range int64(12) {
		s.SaveSnapshot(t.Context(), live)
		plain(events.PostTermsSet{Proof: "casual", Press: "anonymous", Bank: 60 * n})
		add(func(salt, mail events.Hash) (events.Body, []events.Secret) {
			hash, secret := conceal(t, seat, salt, events.Press{Text: "the bridge at dawn"})
			return events.PressSent{From: seat, Mail: mail, TextSealed: hash}, secret
		})
		add(func(salt, mail events.Hash) (events.Body, []events.Secret) {
			hash, secret := conceal(t, "", salt, events.Refusal{Address: "ann@example.org"})
			return events.OrdersRefused{Seat: seat, Mail: mail, Raw: salt, DetailSealed: hash}, secret
		})
		if n%3 == 1 {
			s.SaveSnapshot(t.Context(), live)
		}
		add(func(salt, mail events.Hash) (events.Body, []events.Secret) {
			hash, secret := conceal(t, "", salt, events.Player{Address: "ann@example.org"})
			return events.ReportIssued{Seat: seat, Letter: "refusal", About: live.Head.Seq, Mail: mail, AddressSealed: hash}, secret
		})
		issue := live.Head.Seq
		s.SaveSnapshot(t.Context(), live)
		if n%2 == 0 {
			plain(events.MailSent{Issue: issue})
		}
		plain(events.MailBounced{Issue: issue - n, Permanent: true})
		add(func(salt, mail events.Hash) (events.Body, []events.Secret) {
			return events.MailHeld{Seat: seat, Mail: mail, Raw: salt, Cause: "unproven", Missing: "domain"}, nil
		})
		add(func(_, mail events.Hash) (events.Body, []events.Secret) {
			return events.SenderProven{Seat: seat, Mail: mail, Sent: n, Dated: true, Domain: "pass"}, nil
		})
		add(func(_, mail events.Hash) (events.Body, []events.Secret) {
			return events.AbsenceSet{Seat: seat, Slot: 1 + n%2, From: n, Until: 2 * n, Mail: mail}, nil
		})
		add(func(_, mail events.Hash) (events.Body, []events.Secret) {
			return events.LettersChosen{Seat: seat, Mail: mail, On: []string{adjudicator.Arrivals}[:n%2]}, nil
		})
		add(func(salt, mail events.Hash) (events.Body, []events.Secret) {
			return events.KeyFiled{Seat: seat, Fingerprint: "ABCD", Key: salt, Mail: mail}, nil
		})
	}
	if seq, _, err := s.Store.LoadSnapshot(t.Context(), live.Game, "past"); err != nil || seq < 64 {
		t.Errorf("the past was written at event %d of %d and not since, %v", seq, live.Head.Seq, err)
	}
}

func conceal[T events.Part](t *testing.T, seat string, salt events.Hash, part T) (events.Hash, []events.Secret) {
	t.Helper()
	hash, secret, err := events.Conceal(seat, salt, part)
	if err != nil {
		t.Fatal(err)
	}
	return hash, []events.Secret{secret}
}

// begun makes a store of the beginning of a finished game: its events up to the first at which it waits for orders from the nth on.
func begun(t *testing.T, p pairing, n int) (*adjudicator.Service, *adjudicator.Match) {
	t.Helper()
	x, store := opened(t, p.kept(t)[0]), memlog.New()
	for _, b := range x.Blobs {
		if _, err := store.Put(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	s := serviceOf(store)
	s.Warn = func(_ string, err error) { t.Error(err) }
	live := load(t, s, x.Game)
	for i := 0; i < n || !live.Quiet(); i++ {
		err := store.Append(t.Context(), x.Records[i])
		if err == nil {
			live, err = s.Catch(t.Context(), live)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s, live
}

// TestOddSnapshotsAreNotUsed: from one of another program, of another history, or damaged, the whole log is read; of damage the operator is
// told.
func TestOddSnapshotsAreNotUsed(t *testing.T) {
	p := pairings(t, adjudicator.Games()[0])[0]
	for name, c := range map[string]struct {
		change func(data []byte) []byte
		seq    int64 // added
		warned bool
	}{
		"whole":                  {change: func(b []byte) []byte { return b }},
		"of another layout":      {change: func(b []byte) []byte { b[0] ^= 1; return b }},
		"damaged":                {change: func(b []byte) []byte { b[len(b)-1] ^= 1; return b }, warned: true},
		"cut off":                {change: func(b []byte) []byte { return b[:10] }, warned: true},
		"at another event":       {change: func(b []byte) []byte { return b }, seq: -1, warned: true},
		"behind the log's end":   {change: func(b []byte) []byte { return b }, seq: 1000, warned: true},
		"of a game without past": {change: func([]byte) []byte { return nil }, warned: true},
	} {
		warned := false
		s, live := begun(t, p, 20)
		s.Warn = func(string, error) { warned = true }
		s.SaveSnapshot(t.Context(), live)
		store := s.Store
		for _, part := range []string{"match", "past"} {
			seq, data, err := store.LoadSnapshot(t.Context(), live.Game, part)
			if err != nil {
				t.Fatal(err)
			}
			if err := store.SaveSnapshot(t.Context(), live.Game, part, seq+c.seq, c.change(data)); err != nil {
				t.Fatal(err)
			}
			if got := load(t, s, live.Game); got.Head != live.Head || got.Now.Hash() != live.Now.Hash() {
				t.Errorf("%s, %s: another match was loaded", part, name)
			}
			if err := store.SaveSnapshot(t.Context(), live.Game, part, seq, data); err != nil {
				t.Fatal(err)
			}
			if part == "match" && warned != c.warned {
				t.Errorf("%s, %s: told of damage: %v", part, name, warned)
			}
		}
	}
}

func load(t *testing.T, s *adjudicator.Service, game string) *adjudicator.Match {
	t.Helper()
	m, err := s.Load(t.Context(), game)
	var stopped *adjudicator.Stopped
	if err != nil && !errors.As(err, &stopped) {
		t.Fatal(err)
	}
	return m
}
