package desk_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/mail/office/officetest"
	"fieldpost/projections/desk"
)

// filled fills the fields that must be filled, or the first of those that may, with the first choice of each.
func filled(view desk.View, fields []desk.Field) []desk.Value {
	var out []desk.Value
	for i, f := range fields {
		if f.Optional && (i > 0 || slices.ContainsFunc(fields, func(f desk.Field) bool { return !f.Optional })) {
			continue
		}
		value := "1"
		switch {
		case f.Kind == "settings" && len(f.Choices) > 0:
			value = f.Choices[0].Value + "=1"
			if v := f.Choices[0].Values; len(v) > 0 {
				value = f.Choices[0].Value + "=" + v[0].Value
			}
		case len(f.Choices) > 0:
			value = f.Choices[0].Value
		case f.Kind == "place" && len(view.Spots.Places) > 0:
			value = view.Spots.Places[0].Name
		case f.Kind == "place":
			value = "10,10"
		}
		out = append(out, desk.Value{Name: f.Name, Value: value})
	}
	return out
}

// TestStandingOrdersAreAForm fills in the form of every standing order of every rulebook: each becomes a line that is understood, is listed with what
// was filled in, and is changed and taken away again.
func TestStandingOrdersAreAForm(t *testing.T) {
	for _, e := range adjudicator.Games() {
		t.Run(e.Name(), func(t *testing.T) {
			if !*whole && e.Name() != "duel" {
				t.Skip("a quick run fills in one game")
			}
			t.Parallel()
			h, letters := begun(t, e.Name())
			d, _, view, _ := shown(t, h, letters, true)
			for _, lang := range []string{"en", "fr"} {
				all, err := d.Standing(view.ID, lang, view.Form)
				if err != nil || len(all.Verbs) == 0 {
					t.Fatalf("%d standing orders: %v", len(all.Verbs), err)
				}
				for _, v := range all.Verbs {
					g := desk.Given{Verb: v.Name, Args: filled(view, v.Fields)}
					if len(v.Clauses) > 0 {
						c := v.Clauses[0]
						g.Clauses = []desk.ClauseOf{{Verb: c.Name, Args: filled(view, c.Fields)}}
					}
					formed(t, d, view, lang, v, g)
				}
			}
		})
	}
}

// formed gives a standing order by the form, changes nothing in it, and takes it away.
func formed(t *testing.T, d *desk.Desk, view desk.View, lang string, v desk.Policy, g desk.Given) {
	t.Helper()
	text, err := d.Stand(view.ID, lang, view.Form, desk.Edit{Stand: -1, Given: &g})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := d.Check(view.ID, lang, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.State == "fault" {
			t.Errorf("%s %s: %+v is written as\n%s\nand not understood: %s", lang, v.Name, g, text, r.Says)
			return
		}
	}
	after, err := d.Standing(view.ID, lang, text)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(after.Stands, func(s desk.Stand) bool { return s.Row >= 0 })
	if i < 0 || after.Stands[i].Form == nil || after.Stands[i].Form.Verb != v.Name || !slices.EqualFunc(g.Args, after.Stands[i].Form.Args, func(a, b desk.Value) bool { return a.Name == b.Name }) {
		t.Errorf("%s %s: %+v is listed as %+v", lang, v.Name, g, after.Stands)
		return
	}
	if again, err := d.Stand(view.ID, lang, text, desk.Edit{Stand: i, Given: after.Stands[i].Form}); err != nil || again != text {
		t.Errorf("%s %s: written again, it is\n%s\nnot\n%s%v", lang, v.Name, again, text, err)
	}
	if none, err := d.Stand(view.ID, lang, text, desk.Edit{Stand: i}); err != nil || strings.Join(strings.Fields(none), " ") != strings.Join(strings.Fields(view.Form), " ") {
		t.Errorf("%s %s: taken away, it leaves\n%s%v", lang, v.Name, none, err)
	}
}

// TestAStandingOrderIsChangedAndWithdrawn mails standing orders that the desk wrote. In the letters that follow they are in force; one more of the
// same verb leaves the first in force, and one that is taken back alone goes by its number.
func TestAStandingOrderIsChangedAndWithdrawn(t *testing.T) {
	h, letters := begun(t, "duel")
	d, seat, view, _ := shown(t, h, letters, true)
	standing := func() (out []string) {
		h.Look("game", func(m *adjudicator.Match) {
			for _, l := range m.Desk(table.Seat(seat)).Standing() {
				out = append(out, l.Text)
			}
		})
		return out
	}
	send := func(text string) {
		t.Helper()
		mail, err := d.Reply(view.ID, text)
		if err != nil {
			t.Fatal(err)
		}
		letters = h.Raw(h.Plain(seat, mail.Subject, mail.Text))
	}
	all, err := d.Standing(view.ID, "en", view.Form)
	if err != nil {
		t.Fatal(err)
	}
	text := view.Form
	for _, v := range all.Verbs {
		if text, err = d.Stand(view.ID, "en", text, desk.Edit{Stand: -1, Given: &desk.Given{Verb: v.Name, Args: filled(view, v.Fields)}}); err != nil {
			t.Fatal(err)
		}
	}
	send(text)
	if got := standing(); len(got) != len(all.Verbs) {
		t.Fatalf("%d standing orders were sent, the server has %q", len(all.Verbs), got)
	}
	d, view = next(t, h, seat)
	after, err := d.Standing(view.ID, "en", view.Form)
	if err != nil || len(after.Stands) != len(all.Verbs) || after.Stands[0].Row >= 0 || after.Stands[0].Form == nil {
		t.Fatalf("in force are %+v %v", after.Stands, err)
	}
	if text, err = d.Stand(view.ID, "en", view.Form, desk.Edit{Stand: 0}); err != nil {
		t.Fatal(err)
	}
	left, err := d.Standing(view.ID, "en", text)
	if err != nil || !left.Stands[0].Out {
		t.Errorf("after\n%s\nthe first is still in force: %+v %v", text, left.Stands, err)
	}
	send(text)
	if got := standing(); len(got) != len(all.Verbs)-1 || slices.Contains(got, after.Stands[0].Text) {
		t.Errorf("withdrawn by\n%s\nthe server still has %q", text, got)
	}
}

// next plays on with bots until a letter asks a seat again, and opens it.
func next(t *testing.T, h *officetest.Hall, seat string) (*desk.Desk, desk.View) {
	t.Helper()
	for range 6 {
		for s, text := range officetest.InOrder(h.BotMails("game")) {
			for _, l := range h.Mail(string(s), "orders", text) {
				d := desk.New()
				if o := d.Open("report.eml", h.BytesOf(l))[0]; o.Asked && o.Seat == seat {
					view, err := d.Show(o.ID, "")
					if err != nil {
						t.Fatal(err)
					}
					return d, view
				}
			}
		}
	}
	t.Fatalf("%s is asked no more", seat)
	return nil, desk.View{}
}
