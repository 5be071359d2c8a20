// Command fieldpost plays board wargames by mail. It is the only place where everything is wired together: flags, configuration, data
// folder, servers and output. What happens between a mail and a letter is in package mail/office.
//
// An Installation is an office with its data folder; a Server is an installation with its mail. Game masters' commands (game.go and what
// follows it) run in the server, through its control socket, or on the folder if no server runs.
package main
