package account

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/table"
	"fieldpost/projections/letter"
)

// Report fills a report with what followed from the last orders, where facts are all that the seat may read. The office adds what only it
// knows.
func (r *Reader) Report(head letter.Head, facts []table.Fact) letter.Report {
	view := r.Now.Knows(r.Seat)
	return letter.Report{Head: head, Facts: facts, Own: view.Lexicon().Own(), Rosters: view.Rosters(), Short: append(r.Short(facts), r.Score()...), Stage: r.stage(), Dice: Dice(facts)}
}

// Score says how the game would end if it ended now.
func (r *Reader) Score() []letter.Note { return notes(r.Now.Knows(r.Seat).Score()) }

// stage names the part of the turn that is being played.
func (r *Reader) stage() []letter.Note { return notes(r.Now.Knows(r.Seat).Stage()) }

func notes(remarks []table.Remark) []letter.Note {
	var notes []letter.Note
	for _, s := range remarks {
		notes = append(notes, letter.Note{Key: s.Key, Args: s.Args})
	}
	return notes
}

// Question fills the letter that puts the reader's open questions to him.
func (r *Reader) Question(head letter.Head, facts []table.Fact, open table.Window) letter.Question {
	q := letter.Question{Head: head, Facts: facts}
	for _, a := range open.Questions {
		if a.Seat == r.Seat {
			q.Asked = append(q.Asked, a)
			q.Titles = append(q.Titles, r.Decision(a.Decision))
		}
	}
	return q
}

// Victory fills the last letter of a game that its rules have ended.
func (r *Reader) Victory(head letter.Head, facts []table.Fact, e table.Ending) letter.Victory {
	return letter.Victory{
		Head: head, Ending: r.Ending(string(e.Winner), e.Why, e.Rule), Facts: facts, Revealed: r.Now.Knows(r.Seat).Rosters(), Dice: Dice(facts),
	}
}

// Ending says how a game ended, to the reader.
func (r *Reader) Ending(winner, why, rule string) letter.Ending {
	yours := winner != "" && winner == string(r.Seat) || r.Scenario != nil && r.Scenario.Together(table.Seat(winner), r.Seat)
	return letter.Ending{Winner: r.Side(table.Seat(winner)), Yours: yours, Why: why, Rule: rule}
}

// Short returns what a busy player wants to know: one sentence for each kind of fact that the game's words mark as worth it, by the key
// "short.KIND", or "short.KIND.VALUE" for facts with that value; a yes or no by its name, "short.KIND.granted" or "short.KIND.not-granted".
// Its arguments are those of the last such fact and, for each of its arguments NAME, the lists own-NAME and enemy-NAME of all such facts (and
// own-NAME-times and enemy-NAME-times, which say how often each was told of: "S-2 (3)")
// about the reader and about others: a fact is about the reader when its unit is written with his seat before it, or its side is his, or, where
// neither is said, its unit is one of his.
// "short.quiet" is used if dice were thrown and there is nothing else to say. The sentences come in the order in which "short.order" names what
// stands behind "short." in their keys, so that the worst and the best come first; without it, in that of the facts. "short.worst" names those,
// the worst first, that tell what became of units: a unit is named in one of them only. "short.undone" names pairs of facts, "LATER:EARLIER",
// of which the later takes back what the earlier told of the same place or, without one, of the same unit, or of one of its units. Last comes how the game stands.
func (r *Reader) Short(facts []table.Fact) []letter.Note {
	var notes []letter.Note
	facts = r.lasting(facts)
	played, fates := false, r.fates(facts)
	for _, f := range facts {
		played = played || f.Turn > 0 && diced(f)
		key := r.KeyOf("short.", f)
		if fate, ok := fates[f.Text("unit")]; key == "" || ok && fate != key && r.rank("short.worst", key) < len(r.kinds("short.worst")) {
			continue
		}
		i := slices.IndexFunc(notes, func(n letter.Note) bool { return n.Key == key })
		if i < 0 {
			notes, i = append(notes, letter.Note{Key: key}), len(notes)
		}
		notes[i].Args = r.Gather(notes[i].Args, f)
	}
	if len(notes) == 0 && played && r.Book.Has("short.quiet") {
		notes = append(notes, letter.Note{Key: "short.quiet"})
	}
	slices.SortStableFunc(notes, func(a, b letter.Note) int { return r.rank("short.order", a.Key) - r.rank("short.order", b.Key) })
	return notes
}

// lasting returns the facts without those that a later one takes back.
func (r *Reader) lasting(facts []table.Fact) []table.Fact {
	undone := r.kinds("short.undone")
	if len(undone) == 0 {
		return facts
	}
	var out []table.Fact
	for i, f := range facts {
		if !slices.ContainsFunc(facts[i+1:], func(later table.Fact) bool {
			return slices.Contains(undone, later.Kind+":"+f.Kind) && (slices.Contains(later.List("units"), f.Text("unit")) ||
				later.Text("hex") == f.Text("hex") && (f.Text("side") == "" || later.Text("side") == f.Text("side")) && (f.Text("hex") != "" || later.Text("unit") == f.Text("unit")))
		}) {
			out = append(out, f)
		}
	}
	return out
}

// fates returns, of each unit of which facts tell more than one thing that became of it, the key of the sentence that tells the worst.
func (r *Reader) fates(facts []table.Fact) map[string]string {
	worst := len(r.kinds("short.worst"))
	fates := make(map[string]string)
	for _, f := range facts {
		key, unit := r.KeyOf("short.", f), f.Text("unit")
		rank := r.rank("short.worst", key)
		if unit == "" || rank == worst {
			continue
		}
		if told, ok := fates[unit]; !ok || rank < r.rank("short.worst", told) {
			fates[unit] = key
		}
	}
	return fates
}

// kinds returns the list of what stands behind "short." in keys that words name under a key.
func (r *Reader) kinds(list string) []string {
	if !r.Book.Has(list) {
		return nil
	}
	return strings.Fields(r.Book.Say(list))
}

// rank returns the place of a sentence of the short account in such a list; the length of the list if it is not in it.
func (r *Reader) rank(list, key string) int {
	kinds := r.kinds(list)
	if i := slices.Index(kinds, strings.TrimPrefix(key, "short.")); i >= 0 {
		return i
	}
	return len(kinds)
}

// diced reports whether dice were thrown for a fact.
func diced(f table.Fact) bool {
	return slices.ContainsFunc(f.Args, func(a table.FactArg) bool {
		s, ok := a.Value.(table.Sum)
		return ok && len(s.Dice()) > 0
	})
}

// KeyOf returns the words' key of a fact below a prefix, the most special that there is: "short.bridge.done" before "short.bridge". What
// something was before (an argument of that name) does not count.
func (r *Reader) KeyOf(prefix string, f table.Fact) string {
	key := prefix + f.Kind
	for _, a := range f.Args {
		value := ""
		if a.Name == "was" {
			continue // that is not what became of it
		}
		switch v := a.Value.(type) {
		case string:
			value = v
		case bool:
			value = a.Name
			if !v {
				value = "not-" + a.Name
			}
		}
		if value != "" && r.Book.Has(key+"."+value) {
			return key + "." + value
		}
	}
	if r.Book.Has(key) {
		return key
	}
	return ""
}

// Gather adds a fact to the arguments of its kind's sentence.
func (r *Reader) Gather(args []table.FactArg, f table.Fact) []table.FactArg {
	whose := "enemy-"
	if f.Text("side") == "" && r.owns(f.Text("unit")) {
		whose = "own-"
	}
	for _, a := range f.Args {
		s, ok := a.Value.(string)
		if ok && (a.Name == "unit" && strings.HasPrefix(s, string(r.Seat)+".") || a.Name == "side" && s == string(r.Seat)) {
			whose = "own-"
		}
	}
	set := func(name string, put func(old any) any) {
		if i := slices.IndexFunc(args, func(a table.FactArg) bool { return a.Name == name }); i >= 0 {
			args[i].Value = put(args[i].Value)
			return
		}
		args = append(args, table.FactArg{Name: name, Value: put(nil)})
	}
	for _, a := range f.Args {
		set(a.Name, func(any) any { return a.Value })
		if s, ok := a.Value.(string); ok {
			set(whose+a.Name, func(old any) any {
				list, _ := old.([]string)
				if slices.Contains(list, s) {
					return list
				}
				return append(list, s)
			})
			set(whose+a.Name+"-times", func(old any) any {
				list, _ := old.([]string)
				return counted(list, s)
			})
		}
	}
	return args
}

// owns reports whether a unit is the reader's, was when he was last told, or came from one of his, as a crew does from its gun.
func (r *Reader) owns(unit string) bool {
	if unit == "" {
		return false
	}
	if r.own == nil {
		r.own = []string{}
		for _, views := range []table.Views{r.Before, r.Now} {
			if views != nil {
				r.own = append(r.own, views.Knows(r.Seat).Lexicon().Own()...)
			}
		}
	}
	return slices.ContainsFunc(r.own, func(own string) bool { return unit == own || strings.HasPrefix(unit, own+"-") })
}

// counted adds one to the count of a name in a list: "S-2 (3)".
func counted(list []string, name string) []string {
	for i, x := range list {
		if n, ok := strings.CutPrefix(x, name+" ("); ok {
			times, _ := strconv.Atoi(strings.TrimSuffix(n, ")"))
			list = slices.Clone(list)
			list[i] = name + " (" + strconv.Itoa(times+1) + ")"
			return list
		}
	}
	return append(list, name+" (1)")
}

// Dice counts the dice in the facts that the seat may read.
func Dice(facts []table.Fact) int {
	n := 0
	for _, f := range facts {
		for _, a := range f.Args {
			if s, ok := a.Value.(table.Sum); ok {
				n += len(s.Dice())
			}
		}
	}
	return n
}
