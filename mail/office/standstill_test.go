package office_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/office"
	"fieldpost/mail/office/officetest"
)

// lostKeys are keys of which some can be lost, and the note of how far each log was signed.
type lostKeys struct {
	*officetest.Keys
	noDice, noLog bool
	gone          bool   // the dice key is not there
	asked         func() // called once when it is asked how far a log was signed; may be nil
	size          map[string]int64
	root          map[string]events.Hash
}

func (k *lostKeys) Key(game string) (dice.Key, error) {
	if k.gone {
		return dice.Key{}, events.ErrNotFound
	}
	if k.noDice {
		return dice.Key{9}, nil // well-formed, and another
	}
	return k.Keys.Key(game)
}

func (k *lostKeys) Log(game string) (checkpoint.Key, error) {
	if k.noLog {
		return checkpoint.NewKey("fieldpost.local/g/"+game, [32]byte{9}), nil
	}
	return k.Keys.Log(game)
}

func (k *lostKeys) Mark(game string) (int64, events.Hash, error) {
	if asked := k.asked; asked != nil {
		k.asked = nil
		asked()
	}
	return k.size[game], k.root[game], nil
}

func (k *lostKeys) SetMark(game string, size int64, root events.Hash) error {
	k.size[game], k.root[game] = size, root
	return nil
}

// standing is a game of two players and a game master whose keys can be lost.
func standing(t *testing.T) (*hall, *lostKeys) {
	t.Helper()
	h := newHall(t)
	k := &lostKeys{Keys: h.Keys, size: map[string]int64{}, root: map[string]events.Hash{}}
	h.Wire = func(o *office.Office) {
		o.Keys, o.Service.Keys, o.Settings.Master = k, k, "master@example.org"
	}
	h.Wire(h.Office)
	g := officetest.FairGame(t, "hill", "D1")
	g.Schedule.Period = 24 * 60
	h.Seated(g)
	return h, k
}

// toldOfStandstill counts the letters about a standstill, by reader, whose subject holds something.
func toldOfStandstill(h *hall, subject string) map[string]int {
	told := map[string]int{}
	for _, l := range lettersOf(h, office.OwnLog) {
		if l.Issued.Letter == "standstill" && strings.Contains(string(h.BytesOf(l)), subject) {
			told[l.Address]++
		}
	}
	return told
}

var everybodyOnce = map[string]int{"ann@example.org": 1, "bo@example.org": 1, "master@example.org": 1}

// TestAStandstillIsTold: whatever keeps a game from going on, its players and the game master are told once that it stands still and once that
// it goes on; in between nothing is lost and no deadline passes.
func TestAStandstillIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		begin, end func(h *hall, k *lostKeys)
		says       string // to the game master
	}{
		"the log key is another": {
			func(_ *hall, k *lostKeys) { k.noLog = true },
			func(_ *hall, k *lostKeys) { k.noLog = false },
			"E_LOG_KEY: the log key in the keys folder",
		},
		"the dice key is another": {
			func(h *hall, k *lostKeys) { k.noDice = true; h.Again() },
			func(h *hall, k *lostKeys) { k.noDice = false; h.Again() },
			"E_DICE_KEY: the dice key in the keys folder",
		},
		"the dice key comes while the office is at work": {
			func(h *hall, k *lostKeys) { k.gone = true; h.Again() },
			func(_ *hall, k *lostKeys) { k.gone = false },
			"E_DICE_KEY: the dice key in the keys folder",
		},
		"another dice key was there before": {
			func(h *hall, k *lostKeys) { k.noDice = true; h.Again() },
			func(_ *hall, k *lostKeys) { k.noDice = false },
			"E_DICE_KEY: the dice key in the keys folder",
		},
		"parts of the work are taken over while the game is looked at": {
			func(h *hall, k *lostKeys) {
				k.size["hill"] += 25
				k.asked = func() { // by CheckKeys; then by the look
					k.asked = func() {
						if err := h.Office.TakeOver(h.T.Context()); err != nil {
							h.T.Error(err)
						}
					}
				}
			},
			func(_ *hall, k *lostKeys) { k.size["hill"] -= 25 },
			"log and archive were restored from an older copy",
		},
		"log and archive are older": {
			func(_ *hall, k *lostKeys) { k.size["hill"] += 25 },
			func(_ *hall, k *lostKeys) { k.size["hill"] -= 25 },
			"log and archive were restored from an older copy",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, k := standing(t)
			var due, window int64
			h.Look("hill", func(m *adjudicator.Match) { due, window = m.Due.Due, m.Due.Window })
			c.begin(h, k)
			if err := h.Office.CheckKeys(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := h.Office.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			if told := toldOfStandstill(h, "stands still"); !maps.Equal(told, everybodyOnce) {
				t.Fatalf("told of the standstill: %v", told)
			}
			var master string
			for _, l := range lettersOf(h, office.OwnLog) {
				if l.Address == "master@example.org" {
					master = flat(h.Text(l))
				} else if text := h.Text(l); l.Issued.Letter == "standstill" && strings.Contains(text, "keys folder") {
					t.Errorf("a player is told the particulars:\n%s", text)
				}
			}
			if !strings.Contains(master, flat(c.says)) {
				t.Errorf("the game master is not told %q:\n%s", c.says, master)
			}
			h.Now = time.UnixMilli(due).Add(24 * time.Hour)
			for range 3 {
				h.Now = h.Now.Add(time.Minute)
				if _, err := h.Office.Round(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			c.end(h, k)
			h.Now = h.Now.Add(time.Minute)
			if _, err := h.Office.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, subject := range []string{"stands still", "goes on"} {
				if told := toldOfStandstill(h, "The game "+subject); !maps.Equal(told, everybodyOnce) {
					t.Errorf("told that the game %s: %v", subject, told)
				}
			}
			h.Look("hill", func(m *adjudicator.Match) {
				if m.Sealed != nil || m.Due == nil || m.Due.Window != window || m.Due.Due < h.Now.UnixMilli() {
					t.Errorf("the time was not given back: it is %v, the deadline %+v", h.Now, m.Due)
				}
			})
			h.Turn("hill")
			if n := len(toldOfStandstill(h, "stands still")); n != 3 {
				t.Errorf("%d were told", n)
			}
		})
	}
}

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// TestAGameThatGoesOnIsNoOlderCopy compares how far a log was signed with a head that was read before the game went on, as a server does that takes
// a game over: nothing is wrong.
func TestAGameThatGoesOnIsNoOlderCopy(t *testing.T) {
	h, k := standing(t)
	heads, err := h.Store.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h.Mail("ann", "orders", "STATUS hill\n")
	before, size := heads["hill"], k.size["hill"]
	after, err := h.Store.Heads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if after["hill"].Seq <= before.Seq {
		t.Fatal("the game has not gone on")
	}
	for name, c := range map[string]struct {
		signed int64
		faults int
	}{
		"signed since":         {before.Seq + 1, 0},
		"signed to its end":    {after["hill"].Seq, 0},
		"signed beyond it":     {after["hill"].Seq + 1, 1},
		"signed up to the old": {size, 0},
	} {
		k.size["hill"] = c.signed
		faults, err := office.KeyFaults(t.Context(), h.Office.Service, h.Office.Keys, "hill", before)
		if err != nil || len(faults) != c.faults {
			t.Errorf("%s: %v %v", name, faults, err)
		}
	}
}
