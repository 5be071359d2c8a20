package letter

// MachineAccount is what machines tell of how they played, once that is nobody's secret any more.
type MachineAccount struct {
	Head
	Sides   []MachineSide
	Horizon int // how many turns after the current one their trials were played on; 0: to the end of the game
}

// MachineSide is the account of one side.
type MachineSide struct {
	Side  string // as the player reads it
	Bot   string // "strong": of machines that try nothing, the orders alone are told
	Turns []MachineTurn
}

// MachineTurn is one window: what was ordered, and what was expected of it.
type MachineTurn struct {
	Turn   int
	Phase  string   // as the player reads it
	Lines  []string // as the player would write them
	Kept   bool     // standing orders of the window before stood, and are not among the lines
	Worth  []int    // what the drafts that were weighed came to, the ordered one first, in thousandths of a victory; empty if none was tried
	Trials int      // of the ordered one

	Surprised bool   // what is expected differs much from the window before
	Expected  int    // what was expected then
	News      []Note // what happened in between
}

func (a MachineAccount) compose(v *voice) *doc {
	d := a.begin(v)
	d.subject = a.subject(v.say("account.subject"))
	d.banner(v.say("account.banner"), false)
	for _, s := range a.Sides {
		d.heading(v.say("account.side", arg("side", s.Side), arg("bot", s.Bot)))
		d.para(v.say("account.how", arg("tries", s.tries()), arg("horizon", a.Horizon)))
		for _, t := range s.Turns {
			v.machineTurn(d, t)
		}
	}
	return d
}

// tries reports whether the machine tried plans in any window.
func (s MachineSide) tries() bool {
	for _, t := range s.Turns {
		if len(t.Worth) > 0 {
			return true
		}
	}
	return false
}

func (v *voice) machineTurn(d *doc, t MachineTurn) {
	rows := []happened{{left: v.say("account.turn", arg("turn", t.Turn), arg("phase", t.Phase)), head: true}}
	if t.Surprised {
		rows = append(rows, happened{mark: "!", left: v.say("account.surprise", arg("before", percentOf(t.Expected)), arg("now", percentOf(t.Worth[0])), arg("better", t.Worth[0] > t.Expected))})
		for _, n := range t.News {
			rows = append(rows, happened{left: v.note(n), level: 1})
		}
	}
	if len(t.Worth) > 0 {
		var others []string
		for _, w := range t.Worth[1:] {
			others = append(others, v.say("account.percent", arg("percent", percentOf(w))))
		}
		rows = append(rows, happened{mark: "·", left: v.say("account.expected", arg("percent", percentOf(t.Worth[0])), arg("trials", t.Trials), arg("others", others))})
	}
	if len(t.Lines) == 0 && !t.Kept {
		rows = append(rows, happened{mark: "·", left: v.say("account.nothing")})
	}
	if t.Kept {
		rows = append(rows, happened{mark: "·", left: v.say("account.kept")})
	}
	for _, l := range t.Lines {
		rows = append(rows, happened{mark: "·", left: l})
	}
	d.put(block{kind: happenings, rows: rows})
}

// percentOf rounds thousandths to hundredths.
func percentOf(thousandths int) int { return (thousandths + 5) / 10 }
