package letter

import "strings"

// Advice is what a machine would order in a seat's place: its best plans with what they came to in its trials.
type Advice struct {
	Head
	Due    Due
	Plans  []AdvisedPlan // the best first; none if the machine failed
	Trials int           // of all plans together
	Rounds int
	// Horizon is how many turns after the current one its trials were played on; 0: to the end of the game.
	Horizon int
	Left    int    // how often the seat may still ask in this window
	Late    bool   // the window closed before the machine had an answer
	Form    string // the plans as an order form, every line behind a "#"
}

// AdvisedPlan is a draft that a machine tried.
type AdvisedPlan struct {
	Lines  []string // as the player would write them; none: to order nothing
	Worth  int      // the mean of its trials, in thousandths of a victory; a draw counts half
	Trials int
}

func (a Advice) compose(v *voice) *doc {
	d := a.begin(v)
	d.subject = a.subject(v.say("advice.subject", arg("seat", a.Seat), arg("turn", a.Turn)))
	switch {
	case a.Late:
		d.banner(v.say("advice.late"), true)
		return d
	case len(a.Plans) == 0:
		d.banner(v.say("advice.failed"), true)
		return d
	}
	d.banner(v.say("advice.banner", arg("due", v.due(a.Due))), false)
	d.para(v.say("advice.text", arg("trials", a.Trials), arg("left", a.Left), arg("horizon", a.Horizon)))
	for i, p := range a.Plans {
		d.heading(v.say("advice.plan", arg("n", i+1)))
		d.para(v.say("advice.worth", arg("percent", percentOf(p.Worth)), arg("trials", p.Trials), arg("horizon", a.Horizon)))
		if len(p.Lines) == 0 {
			d.para(v.say("advice.nothing"))
			continue
		}
		d.fixed(p.Lines...)
	}
	v.form(d, strings.TrimRight(a.Form, "\n"))
	return d
}
