package letter

import "fieldpost/adjudicator/table"

// Confirm asks a player to confirm a mail that waits for it. An empty reply is enough.
type Confirm struct {
	Head
	Due      Due
	Cause    string   // "unproven", "surrender", "key", "join"
	Missing  string   // what the mail did not prove: "domain", "token", "address", "signature", or ""
	Received int64    // Unix ms
	Subject  string   // of the mail
	Lines    []string // what was typed in it
	Token    string   // for mail programs that do not answer to Reply-To
}

func (c Confirm) compose(v *voice) *doc {
	d := c.begin(v)
	d.subject = c.subject(v.say("confirm." + c.Cause + ".subject"))
	d.banner(v.say("confirm."+c.Cause+".banner"), true)
	d.para(v.say("confirm."+c.Cause+".text", arg("received", stamp(c.Received)), arg("subject", quiet(c.Subject)), arg("seat", c.Seat), arg("game", c.Game)))
	if c.Missing != "" && v.book.Has("letter.confirm.missing."+c.Missing) {
		d.para(v.say("confirm.missing." + c.Missing))
	}
	if len(c.Lines) > 0 {
		d.heading(v.say("confirm.lines"))
		lines := make([]string, len(c.Lines))
		for i, l := range c.Lines {
			lines[i] = "| " + quiet(l) // never an order form: quoted back it orders nothing
		}
		d.fixed(lines...)
	}
	d.heading(v.say("next"))
	d.para(v.say("confirm.next"))
	d.para(v.say("confirm.nothing"))
	d.fixed(v.say("confirm.token") + " " + c.Token)
	if c.Cause != "master" { // such a letter is not about a window of one game
		d.para(v.due(c.Due))
	}
	return d
}

// Told is a letter of one piece of news: a deadline that was moved, a player who cannot be reached, a seat that is free.
type Told struct {
	Head
	Code   string          // the words stand under letter.told.CODE
	Values []table.FactArg // for those words
	Notes  []Note          // sentences that follow
	Due    Due
	Alarm  bool // the reader must do something
	Fixed  []string
	Form   string
}

func (t Told) compose(v *voice) *doc {
	d := t.begin(v)
	args := append([]table.FactArg{arg("game", t.Game), arg("title", t.Title), arg("turn", t.Turn), arg("seat", t.Seat), arg("due", v.due(t.Due))}, t.Values...)
	d.subject = t.subject(v.say("told."+t.Code+".subject", args...))
	d.banner(v.say("told."+t.Code+".banner", args...), t.Alarm)
	d.para(v.say("told."+t.Code+".text", args...))
	for _, n := range t.Notes {
		d.para(v.note(n))
	}
	if len(t.Fixed) > 0 {
		d.fixed(t.Fixed...)
	}
	v.form(d, t.Form)
	return d
}
