// Package host is a server and all it consists of: whoever runs it is the host of games. What happens between a mail and a letter is in package
// mail/office; this package gives the office its data folder and its ways in and out.
//
//	Config          what it is made of: the configuration file (Defaults plays on one machine with nothing else installed)
//	Installation    an office with its data folder: log, archive, keys, register. Single commands work on one while no server runs
//	Server          an installation with its mail: the embedded post office, or outside accounts; clock, outbox, spool, doors for other mail
//	                servers, pages for operators and players
//	Duty            a server that shares an outside log with others, and begins again when it lost its part of the work (package cluster)
//
// Game masters' commands run in the server, through the control socket in its data folder, or on the folder if no server runs (CallMaster). On
// a cluster the server that has the game carries them out, whichever was asked.
//
// Nothing is taken in, sent or appended before log and archive are known to agree; a folder in which they do not is left as it is
// (events.ErrDamaged).
//
//	config := host.Defaults()
//	config.Data = "fieldpost-data"
//	server, err := host.StartServer(ctx, config, log, nil) // mail programs find the post office on 127.0.0.1
//	answer, err := host.CallMaster(ctx, config, "new", office.NewGame{ID: "palace", Rulebook: "brush-brothers", Scenario: "ibarra-palace"})
//	err = server.Stop(ctx) // no more mail is taken in, work in progress is finished, the log is flushed
package host
