// Command fieldpost plays board wargames by mail. It is the only place where everything is wired together: flags, configuration, data
// folder, servers and output. What happens between a mail and a letter is in package mail/office.
//
// An Installation is an office with its data folder; a Server is an installation with its mail. Game masters' commands (game.go and what
// follows it) run in the server, through its control socket, or on the folder if no server runs.
//
// # Several servers
//
// On an outside log several servers share the work (hands). It has nine parts: eight of games, work.0 to work.7, by a hash of their names, and the
// office: the mail accounts, mails that have just come, and the log of what belongs to no game. jetstream.Shares says who has which part; a part
// is one server's for as long as its own lease lasts, which is shorter than the others wait before they end it.
//
//	a mail comes in     at any door, or by the account, and lies in the cluster (shared.take). The server with the office brings it into its
//	                    spool (fetched) and finds out what it is about. If that is a game of another part, Receive says so (office.NotHere)
//	                    and the mail is moved to that part's queue, behind those that came before
//	an event            is appended by the server that has its game (fencedLog), and compared with the last one by the log in any case. The
//	                    office's own log takes events of all servers; the one with the office acts upon them (office.Overheard)
//	a letter            is sent by the server that has its game (fencedSender)
//	a window            is closed when nothing waits in that server's spool, in the queue of its part, or among mails that have just come
//	a part is taken     new keys are fetched, the mails of its queue are brought into the spool, and only then the work begins (takeOver)
//	a part is given     the work is ended, what was brought is left to the next server, and the table is changed (letGo)
//	a command           is carried out by the server that has the game, which another one asks for it (handOn)
//	a server is lost    its lease is ended by another after six seconds of silence, and its parts are free
//	a lease is lost     the server stops all its work and begins again
package main
