package adjudicator

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
	"fieldpost/events"
)

// course folds events given in short, a second apart, and stops at the first that is refused.
type course struct {
	t    *testing.T
	f    *Fairness
	seq  int64
	time int64 // Unix ms
}

const (
	beaconGenesis = 1_000_000
	beaconPeriod  = 3
)

func begun(t *testing.T, profile, fallback string) *course {
	t.Helper()
	c := &course{t: t, f: NewFairness("hill"), time: 2_000_000_000}
	c.must("master", events.GameAnnounced{Rulebook: "x", Seats: []string{"south", "north"}, Dice: events.DiceTerms{Profile: profile, PublicKey: events.Hash(dice.Key{1}.Public())}})
	terms := events.TermsSet{Origin: "example.org/g/hill", LogKey: events.Hash{1}, Fallback: fallback}
	if profile == Beaconed || profile == Doubled {
		terms.Beacon, terms.Margin = events.Beacon{PublicKey: make([]byte, 96), Genesis: beaconGenesis, Period: beaconPeriod}, 600
	}
	c.must("master", terms)
	return c
}

var southSheet, northSheet = dice.Sheet(dice.Code{7}), dice.Sheet(dice.Code{8})

func (c *course) try(actor string, b events.Body) error {
	c.seq++
	c.time += 1000
	return c.f.Apply(events.Event{Game: "hill", Seq: c.seq, Time: c.time, Actor: actor, Body: b}, events.Hash{byte(c.seq)})
}

func (c *course) must(actor string, b events.Body) {
	c.t.Helper()
	if err := c.try(actor, b); err != nil {
		c.t.Fatalf("event %d (%s): %v", c.seq, b.Kind(), err)
	}
}

// refused tries an event that must not come here, and goes on as if it had not come.
func (c *course) refused(actor string, b events.Body, why string) {
	c.t.Helper()
	kept := *c
	copied := *c.f
	if c.f.Wait != nil {
		w := *c.f.Wait
		copied.Wait = &w
	}
	copied.Seats = append([]FairSeat(nil), c.f.Seats...)
	tree := *c.f.Tree
	copied.Tree = &tree
	err := c.try(actor, b)
	if err == nil || !strings.Contains(err.Error(), why) {
		c.t.Errorf("%s (%s): %v, want %q", b.Kind(), fmt.Sprint(b), err, why)
	}
	*c = kept
	c.f = &copied
}

func (c *course) opened() {
	c.t.Helper()
	for _, s := range []struct {
		seat   string
		anchor dice.Code
	}{{"south", southSheet[0]}, {"north", northSheet[0]}} {
		c.must("seat:"+s.seat, events.SeatTaken{Seat: s.seat, Name: s.seat, Anchor: s.anchor})
	}
	if c.f.usesBeacon() {
		c.round()
		c.beacon()
	}
	salt, ok, err := c.f.GameSalt()
	if !ok || err != nil {
		c.t.Fatal(ok, err)
	}
	c.must("fieldpost", events.GameOpened{GameSalt: salt})
	if c.f.Profile() == Coded {
		c.codes(1, 1)
	}
	c.must("fieldpost", events.Adjudicated{Window: 0, Next: events.Window{Number: 1}})
}

func (c *course) round() events.RoundFixed {
	c.t.Helper()
	b, ok := c.f.NextRound(c.time + 1000)
	if !ok {
		c.t.Fatal("no round is due")
	}
	c.must("clock", b)
	return b
}

func (c *course) beacon() {
	c.t.Helper()
	w := c.f.Awaited()
	c.time = w.RoundTime - 1000
	c.must("clock", events.BeaconObserved{Window: w.Window, Round: w.Round.Round, Signature: make([]byte, 48)})
}

// codes asks for a number and reveals it for as many seats.
func (c *course) codes(number int64, seats int) {
	c.t.Helper()
	c.must("clock", events.CodesAsked{Window: c.f.Wait.Window, Number: number, Due: c.time + 60_000})
	c.must("seat:south", events.CodeRevealed{Seat: "south", Number: number, Value: southSheet[number]})
	if seats > 0 {
		c.must("seat:north", events.CodeRevealed{Seat: "north", Number: number, Value: northSheet[number]})
	}
	b, err := c.f.Entropy()
	if err != nil {
		c.t.Fatal(err)
	}
	if seats == 0 {
		c.refused("clock", b, "may still send")
		c.time += 60_000
	}
	c.must("clock", b)
}

// The round of a seal follows from the log alone.
func TestRoundsFollowFromTheLog(t *testing.T) {
	round := func(ms, margin int64) int64 { return dice.RoundAt((ms+999)/1000+margin, beaconGenesis, beaconPeriod) }
	for _, c := range []struct {
		name, cause string
		late        int64 // ms from the deadline to the seal
		from        string
	}{
		{"everybody was in", "all in", -90_000, "seal"}, {"the deadline passed", "deadline", 2_000, "deadline"},
		{"the deadline passed, the host was slow", "deadline", 300_000, "deadline"}, {"the host was down", "deadline", 301_000, "seal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := begun(t, Beaconed, "wait")
			g.opened()
			due := g.time + 1_000_000
			g.must("clock", events.DeadlineSet{Window: 1, Due: due, Cause: "opened"})
			g.time = due + c.late - 1000
			g.must("fieldpost", events.Sealed{Window: 1, Cause: c.cause})
			want := round(g.f.Wait.Time, 600)
			if c.from == "deadline" {
				want = round(due, 600)
			}
			g.refused("clock", events.RoundFixed{Window: 1, Attempt: 1, From: g.f.Wait.Time + 1000, Round: want}, "should be round")
			g.refused("fieldpost", events.Adjudicated{Window: 1, Next: events.Window{Number: 2}}, "still needs its round")
			if b := g.round(); b.Round != want {
				t.Errorf("round %d, want %d", b.Round, want)
			}
			g.refused("clock", events.BeaconObserved{Window: 1, Round: want, Signature: make([]byte, 48)}, "before it exists")
			g.refused("clock", events.BeaconObserved{Window: 1, Round: want + 1, Signature: make([]byte, 48)}, "not for round")
			for attempt := int64(2); attempt <= 10; attempt++ { // twice as long each time, at most a day
				g.time += 5_000
				b := g.round()
				margin := min(600<<(attempt-1), int64(86400))
				if b.Attempt != attempt || b.Round != round(g.time, margin) {
					t.Errorf("attempt %d: round %d, want %d", attempt, b.Round, round(g.time, margin))
				}
			}
			g.beacon()
			g.must("fieldpost", events.Adjudicated{Window: 1, Next: events.Window{Number: 2}})
		})
	}
}

// The worked example of the type's comment: two seals with codes, one of which never comes.
func TestCodesHealThemselves(t *testing.T) {
	g := begun(t, Coded, "")
	g.opened()
	g.must("fieldpost", events.Sealed{Window: 1, Cause: "all in"})
	g.codes(2, 0) // north's code never comes
	if e := g.f.Wait.Entropy; e.Seats[0].Status != dice.Absent || e.Seats[0].Value != northSheet[1] || e.Seats[1].Status != dice.Revealed {
		t.Errorf("%+v", e.Seats)
	}
	g.must("fieldpost", events.Adjudicated{Window: 1, Next: events.Window{Number: 2}})
	g.must("fieldpost", events.Sealed{Window: 2, Cause: "all in"})
	g.refused("seat:north", events.CodeRevealed{Seat: "north", Number: 3, Value: northSheet[4]}, "does not lead back")
	g.refused("seat:north", events.CodeRevealed{Seat: "north", Number: 4, Value: northSheet[4]}, "before its time")
	if n, ok := g.f.CodeOf("north", northSheet[3]); !ok || n != 3 {
		t.Errorf("code 3 is taken for number %d", n)
	}
	g.codes(3, 1) // two steps back to the last one known
	g.refused("seat:north", events.CodeRevealed{Seat: "north", Number: 2, Value: northSheet[2]}, "known already")
	g.must("fieldpost", events.Adjudicated{Window: 2, Next: events.Window{Number: 3}})
	g.must("master", events.SeatReplaced{Seat: "north", Reason: "ill"})
	g.must("seat:north", events.CodesAnchored{Seat: "north", Anchor: dice.Sheet(dice.Code{9})[0]})
	g.must("fieldpost", events.Sealed{Window: 3, Cause: "all in"})
	g.must("clock", events.CodesAsked{Window: 3, Number: 4})
	g.must("seat:north", events.CodeRevealed{Seat: "north", Number: 4, Value: dice.Sheet(dice.Code{9})[1]})
}

// Late orders are let in only while nobody can know the dice.
func TestWhenLateOrdersMayCount(t *testing.T) {
	late := events.LateAccepted{Seat: "north", Orders: 0, Reason: "the host was down"}
	for _, profile := range []string{Practice, Offline} {
		g := begun(t, profile, "")
		g.opened()
		g.must("fieldpost", events.Sealed{Window: 1, Cause: "all in"})
		g.must("seat:north", events.OrdersReceived{Seat: "north", Number: 1, Window: 1})
		late.Orders = g.seq
		g.refused("master", late, "dice can be known")
	}
	g := begun(t, Beaconed, "wait")
	g.opened()
	g.must("seat:north", events.OrdersReceived{Seat: "north", Number: 1, Window: 1})
	late.Orders = g.seq
	g.must("fieldpost", events.Sealed{Window: 1, Cause: "all in"})
	g.refused("master", late, "not late")
	g.must("seat:north", events.OrdersReceived{Seat: "north", Number: 2, Window: 1})
	late.Orders = g.seq
	first := g.round()
	g.must("master", late)
	g.refused("clock", events.BeaconObserved{Window: 1, Round: first.Round, Signature: make([]byte, 48)}, "no seal waits")
	g.must("fieldpost", events.Sealed{Window: 1, Cause: "late"})
	if second := g.round(); second.Attempt != 2 || second.Round <= first.Round {
		t.Errorf("%+v after %+v", second, first)
	}
	g.must("seat:north", events.OrdersReceived{Seat: "north", Number: 3, Window: 1})
	late.Orders = g.seq
	g.time = g.f.Wait.RoundTime
	g.refused("master", late, "dice can be known")
}

// A rewind needs a window that was sealed, the next epoch, and everybody.
func TestWhatARewindNeeds(t *testing.T) {
	g := begun(t, Offline, "")
	g.opened()
	for w := int64(1); w <= 3; w++ {
		g.must("fieldpost", events.Sealed{Window: w, Cause: "all in"})
		g.must("fieldpost", events.Adjudicated{Window: w, Next: events.Window{Number: w + 1}})
	}
	g.refused("master", events.Rewound{Window: 2, Epoch: 1}, "needs the consent")
	g.must("master", events.AmendmentProposed{What: "rewind", Window: 2, Reason: "misread"})
	asked := g.seq
	g.must("seat:south", events.ConsentGiven{Seat: "south", Proposal: asked})
	g.refused("seat:south", events.ConsentGiven{Seat: "south", Proposal: asked}, "agrees to nothing")
	g.refused("master", events.ConsentGiven{Seat: "north", Proposal: asked}, "agrees to nothing")
	g.refused("master", events.Rewound{Window: 2, Epoch: 1}, "needs the consent")
	g.must("seat:north", events.ConsentGiven{Seat: "north", Proposal: asked})
	g.refused("master", events.Rewound{Window: 3, Epoch: 1}, "needs the consent")
	g.refused("master", events.Rewound{Window: 2, Epoch: 2}, "not the next")
	g.must("master", events.Rewound{Window: 2, Epoch: 1, Reason: "misread"})
	g.refused("fieldpost", events.Sealed{Window: 4, Cause: "all in"}, "not the one that is open")
	g.must("fieldpost", events.Sealed{Window: 2, Cause: "all in"})
	if in, ok := g.f.Input(); !ok || in.Epoch != 1 || in.Window != 2 {
		t.Errorf("%+v", in)
	}
	if d := g.f.Deeds[len(g.f.Deeds)-1]; d.What != DeedRewind || len(d.Consents) != 2 {
		t.Errorf("%+v", d)
	}
}

// Observers are agreed to before the opening, once.
func TestWhenObserversMayBeAllowed(t *testing.T) {
	g := begun(t, Offline, "")
	g.refused("fieldpost", events.ObserversAllowed{Turns: 1}, "cannot be allowed now")
	g.refused("master", events.ObserversAllowed{}, "cannot be allowed now")
	g.must("master", events.ObserversAllowed{Turns: 2})
	g.refused("master", events.ObserversAllowed{Turns: 1}, "cannot be allowed now")
	if g.f.Observers != 2 {
		t.Errorf("%d turns", g.f.Observers)
	}
}

// Advice is agreed to before the opening; then a player may ask for it in the open window, as often as was agreed.
func TestWhenAdviceMayBeAsked(t *testing.T) {
	g := begun(t, Offline, "")
	g.refused("fieldpost", events.AdviceAllowed{Asks: 1}, "cannot be allowed now")
	g.refused("master", events.AdviceAllowed{}, "cannot be allowed now")
	g.must("master", events.AdviceAllowed{Asks: 1})
	g.refused("master", events.AdviceAllowed{Asks: 2}, "cannot be allowed now")
	g.opened()
	g.refused("seat:south", events.AdviceAsked{Seat: "south", Window: 2}, "cannot ask")
	g.must("seat:south", events.AdviceAsked{Seat: "south", Window: 1})
	g.refused("seat:south", events.AdviceAsked{Seat: "south", Window: 1}, "more advice than")
	g.must("seat:north", events.AdviceAsked{Seat: "north", Window: 1})
	g.must("fieldpost", events.Sealed{Window: 1, Cause: "all in"})
	g.refused("seat:north", events.AdviceAsked{Seat: "north", Window: 1}, "cannot ask")
	if len(g.f.Advised) != 2 || g.f.AdviceLeft("south") != 0 || g.f.AdviceLeft("west") != 1 {
		t.Errorf("%+v", g.f.Advised)
	}
}

// A machine takes a free seat before the opening, and later a player's with the consent of all others; nobody asks for its own.
func TestWhenAMachineMaySit(t *testing.T) {
	g := begun(t, Offline, "")
	g.opened()
	g.refused("master", events.MachineSeated{Seat: "north", Bot: "sensible"}, "needs the consent")
	g.refused("master", events.AmendmentProposed{What: "machine west"}, "nothing to agree to")
	g.must("master", events.AmendmentProposed{What: "machine north", Reason: "ill"})
	g.refused("master", events.MachineSeated{Seat: "north", Bot: "sensible"}, "needs the consent")
	g.must("seat:south", events.ConsentGiven{Seat: "south", Proposal: g.seq})
	g.refused("master", events.MachineSeated{Seat: "south", Bot: "sensible"}, "needs the consent")
	g.refused("master", events.MachineSeated{Seat: "north"}, "without a name")
	g.must("master", events.MachineSeated{Seat: "north", Bot: "sensible", Reason: "ill"})
	if d := g.f.Deeds[len(g.f.Deeds)-1]; d.What != DeedMachine || d.Seat != "north" || d.Reason != "ill" || len(d.Consents) != 1 {
		t.Errorf("%+v", d)
	}
	g.must("master", events.AmendmentProposed{What: "key", Window: 2})
	g.must("seat:south", events.ConsentGiven{Seat: "south", Proposal: g.seq})
	if p := g.f.Proposals(); len(p[0].Missing) != 0 {
		t.Errorf("a machine is asked for consent: %+v", p)
	}
	g.must("master", events.SeatReplaced{Seat: "north", Reason: "well again"})
	if p := g.f.Proposals(); len(p[0].Missing) != 1 {
		t.Errorf("a player is not asked for consent: %+v", p)
	}
}
