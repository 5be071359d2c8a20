// Command fieldpost plays board wargames by mail. It is the only place where everything is wired together: flags, configuration, data
// folder, servers and output. What happens between a mail and a letter is in package mail/office.
//
// An Installation is an office with its data folder; a Server is an installation with its mail. Game masters' commands (game.go and what
// follows it) run in the server, through its control socket, or on the folder if no server runs.
//
// # Several servers
//
// On an outside log several servers share the work: package mail/office/cluster says how it is divided. A Duty takes part in it.
//
//	a part is taken     new keys are fetched, the mails of its queue are brought into the spool, and only then the work begins (takeOver)
//	a part is given     the work is ended, what was brought is left to the next server, and the table is changed (letGo)
//	a window            is closed when nothing waits in that server's spool, in the queue of its part, or among mails that have just come
//	a command           is carried out by the server that has the game, which another one asks for it (handOn)
//	a server is lost    its lease is ended by another after six seconds of silence, and its parts are free
//	a lease is lost     the server stops all its work and begins again
package main
