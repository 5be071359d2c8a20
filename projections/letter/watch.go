package letter

import (
	"strings"

	"fieldpost/adjudicator/table"
)

// Watch shows an observer a turn as everybody may see it.
type Watch struct {
	Head            // of nobody's side; Turn is the one that is shown
	Late    int     // how many turns late observers are shown a game
	Playing int     // the turn in which the game is
	Shown   bool    // there is a turn that is old enough
	Over    bool    // the game is over: its last turn is shown
	Ending  *Ending // how it ended; nil where its rules did not end it
	Facts   []table.Fact
	Map     Map
}

func (w Watch) compose(v *voice) *doc {
	d := w.begin(v)
	d.subject = w.subject(v.say("watch.subject", arg("turn", w.Turn), arg("shown", w.Shown)))
	switch {
	case !w.Shown:
		d.banner(v.say("watch.nothing", arg("turn", w.Playing), arg("late", w.Late)), false)
		return d
	case w.Ending != nil:
		d.banner(v.ending(*w.Ending)+" "+v.word(w.Ending.Why)+ruled(w.Ending.Rule), false)
	case w.Over:
		d.banner(v.say("watch.over"), false)
	default:
		d.banner(v.say("watch.late", arg("turn", w.Playing), arg("late", w.Late), arg("game", w.Game)), false)
	}
	d.para(strings.TrimSpace(w.Title + " · " + v.say("turn", arg("turn", w.Turn)) + " · " + v.say("watch.eyes")))
	d.picture(v, w.Map, w.Game, w.Turn)
	v.happened(d, w.Facts)
	v.inWords(d, w.Map, w.Game, w.Turn)
	return d
}
