// Package library is what an installation plays from: the rulebooks in the program, and their scenarios, tables and words, with those in a folder of
// the user's own over them. A folder of "" stands for none.
//
//	engine, _ := adjudicator.Game("brush-brothers")
//	names := library.Shelf("brush-brothers", "my-scenarios")           // the show piece first
//	document, err := library.Document(engine, names[0], "my-scenarios") // what a game pins: no flaw is in it
package library
