package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/conflict"
	"fieldpost/adjudicator/table"
)

// TestSecretFacts is the filter table of decisions.md (c) on the facts of whole games: no fact that an enemy reads names a
// unit while it is hidden, a hit counter that was not shown, a card that was not played, or a planned strike; and each
// secret roll is told to its owner alone.
func TestSecretFacts(t *testing.T) {
	private := []string{"counter", "card-dealt", "objective-drawn", "strike-planned", "rally-need", "blind-missed", "hides", "moves-hidden", "set-up-hidden", "mines-set", "assigned", "stopped"}
	for seed := range uint64(8) {
		s := setup(t, shipped[seed%4], "pulse", "cards=yes")
		g, err := conflict.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		side := map[string]string{}
		for _, c := range look(t, g.Describe()).Seats {
			side[c.Seat] = c.Side
		}
		hidden := map[string]bool{}
		for _, u := range look(t, g.Describe()).Units {
			hidden[u.Unit] = u.Hidden
		}
		r := g.Play(table.NewSelfPlay(seed+31, []string{"random", "sensible"}[seed/4%2], seats), 0, nil)
		if r.Halt != nil {
			t.Fatal(r.Halt)
		}
		for _, f := range r.Facts {
			owner := ""
			for _, a := range f.Args {
				if v, ok := a.Value.(string); ok && a.Name == "unit" {
					owner, _, _ = strings.Cut(v, ".")
				}
			}
			if f.Kind == "revealed" || f.Kind == "was-hidden" {
				hidden[arg(f, "unit")] = false
			}
			if f.Kind == "hides" {
				hidden[arg(f, "unit")] = true
			}
			foreign := f.For == nil || slices.Contains(f.For, "")
			for _, reader := range f.For {
				foreign = foreign || owner != "" && side[string(reader)] != owner
			}
			if !foreign {
				continue
			}
			if slices.Contains(private, f.Kind) {
				t.Errorf("game %d: the enemy reads %s %v", seed, f.Kind, f.Args)
			}
			for _, a := range f.Args {
				var names []string
				switch v := a.Value.(type) {
				case string:
					names = []string{v}
				case []string:
					names = v
				}
				for _, name := range names {
					if hidden[name] && f.Kind != "vanishes" {
						t.Errorf("game %d: the enemy reads of the hidden %s: %s %v", seed, name, f.Kind, f.Args)
					}
				}
			}
		}
		for _, roll := range r.Rolls {
			if secret := strings.HasSuffix(roll.Key, "counter") || strings.Contains(roll.Key, "/card@"); secret && roll.For == nil {
				t.Errorf("game %d: everybody may know of %s", seed, roll.Key)
			}
		}
	}
}

func arg(f table.Fact, name string) string {
	for _, a := range f.Args {
		if v, ok := a.Value.(string); ok && a.Name == name {
			return v
		}
	}
	return ""
}

// veiled looks at what each player knows at each window.
type veiled struct {
	*table.SelfPlay
	t     *testing.T
	seats []table.Seat
}

func (v *veiled) See(w table.Window, now table.Views) {
	truth := look(v.t, now.Describe())
	side := map[string]string{}
	for _, c := range truth.Seats {
		side[c.Seat] = c.Side
	}
	for _, s := range append([]table.Seat{""}, v.seats...) {
		known := look(v.t, now.Knows(s).Describe())
		for _, u := range known.Units {
			if strings.HasPrefix(u.Unit, side[string(s)]+".") && s != "" {
				continue
			}
			if u.Hidden && u.Off == "" {
				v.t.Errorf("window %d: %q knows of the hidden %s", w.Number, s, u.Unit)
			}
			if u.Hit != "" && u.Hit != "?" && !u.Shown {
				v.t.Errorf("window %d: %q knows that %s is %s", w.Number, s, u.Unit, u.Hit)
			}
		}
		for _, c := range known.Seats {
			for _, card := range c.Hand {
				if c.Seat != string(s) && card != "?" {
					v.t.Errorf("window %d: %q knows that %s holds %s", w.Number, s, c.Seat, card)
				}
			}
		}
		for _, f := range known.Works {
			if f.Hidden && (s == "" || side[f.Owner] != side[string(s)]) {
				v.t.Errorf("window %d: %q knows of the mines at %s", w.Number, s, f.Hex)
			}
		}
		lex := now.Knows(s).Lexicon()
		for _, u := range truth.Units {
			if u.Hidden && u.Off == "" && !strings.HasPrefix(u.Unit, side[string(s)]+".") && slices.Contains(lex.Enemies(), u.Unit) {
				v.t.Errorf("window %d: the parser of %q knows %s", w.Number, s, u.Unit)
			}
		}
	}
	v.SelfPlay.See(w, now)
}

// TestSecretPositions is the filter table on positions: what a player, or the public, may see at any window.
func TestSecretPositions(t *testing.T) {
	for seed := range uint64(8) {
		s := setup(t, shipped[seed%4], "pulse", "cards=yes", "variable_ap=fog")
		g, err := conflict.Engine.Open(s)
		if err != nil {
			t.Fatal(err)
		}
		seats := s.Scenario.Seats()
		g.Play(&veiled{table.NewSelfPlay(seed+77, "random", seats), t, seats}, 0, nil)
	}
}
