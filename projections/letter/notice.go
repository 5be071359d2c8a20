package letter

import (
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/fingerprint"
)

// Notice reports something about the running of a game that is neither orders nor result: a seal and the round of its dice, a request for a
// code or for consent, a deed of the game master. Its words are under "letter.notice.TOPIC.": subject, banner and text, and next if there
// is something to do.
type Notice struct {
	Head
	Topic string // "sealed", "codes", "code", "proposal", "amended.correct-state" ...
	Args  []table.FactArg
	Alarm bool     // something must be done
	Fixed []string // lines to be copied, such as the form of an answer
	Root  events.Hash
}

func (n Notice) compose(v *voice) *doc {
	d := n.begin(v)
	key := "notice." + n.Topic
	d.subject = n.subject(v.say(key+".subject", n.Args...))
	d.banner(v.say(key+".banner", n.Args...), n.Alarm)
	d.para(v.say(key+".text", n.Args...))
	if v.book.Has("letter." + key + ".next") {
		d.heading(v.say("next"))
		d.para(v.say(key+".next", n.Args...))
	}
	if len(n.Fixed) > 0 {
		d.fixed(n.Fixed...)
	}
	if !n.Root.IsZero() {
		d.heading(v.say("report.fair"))
		d.para(v.say("notice.root", arg("fingerprint", fingerprint.Of(n.Root))))
	}
	return d
}
