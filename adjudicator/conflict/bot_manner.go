package conflict

import "fieldpost/adjudicator/table"

// manner is how a bot departs from what it usually does. A machine that tries plans tries these, and takes what wins.
type manner struct {
	name      string
	fire      int  // it fires at numbers so much higher than usual
	march     bool // units with a goal fire only at easy targets
	moveFirst bool // moves stand before fire in its program
	still     bool // nobody leaves his hex but he who has the papers
	part      int  // the third of the objectives that it heads for, from 1; 0: all
}

// manners are those worth trying: bolder and more careful ones, and one for each third of the objectives.
func manners() []table.Bot[*Game] {
	var out []table.Bot[*Game]
	for _, m := range []manner{
		{name: "eager fire", fire: 1}, {name: "sure fire", fire: -1}, {name: "surest fire", fire: -2}, {name: "march", march: true}, {name: "march first", march: true, moveFirst: true},
		{name: "still", still: true}, {name: "still, sure fire", still: true, fire: -1}, {name: "still, eager fire", still: true, fire: 1},
		{name: "first", part: 1}, {name: "second", part: 2}, {name: "third", part: 3},
		{name: "march to the first", part: 1, march: true}, {name: "march to the second", part: 2, march: true}, {name: "march to the third", part: 3, march: true},
	} {
		out = append(out, table.Bot[*Game]{Name: m.name, Write: m.program})
	}
	return out
}
