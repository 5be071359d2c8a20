// Package desk shows a player's letters alive: the map to point at, what each unit can do now, his orders checked while he writes them, and
// the mail that he then sends. It runs where the player is, in a tab of his browser (package tab has the page), and knows nothing but his
// letters; mail stays the only way in.
//
// A letter brings what its seat knows (machine.Desk). From that the rulebook itself makes the position, so that map, ready lines, refusals and
// odds are those of the server, by the same code:
//
//	d := desk.New()
//	for _, o := range d.Open("report.eml", raw) { ... }      // .eml, mbox, or the attached JSON
//	view, err := d.Show(o.ID, "")                            // map, units, ready lines, form
//	lines, err := d.Check(o.ID, "", "G1: move E6\nG2: hodl", nil) // row by row: understood, allowed
//	tried, err := d.Try(o.ID, "", text, nil)                     // the same with how each line fares
//	mail, err := d.Reply(o.ID, text)                         // to, subject, text; mailto and .eml
//
// What is returned is plain data for JSON. A Desk is for one goroutine.
package desk
