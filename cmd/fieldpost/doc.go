// Command fieldpost plays board wargames by mail. It is the only place that wires: flags, configuration, data folder, servers, and what is printed.
// What happens between a mail and a letter is package mail/office.
//
// An Installation is an office with its data folder; a Server is an installation with its mail. Game masters' commands (game.go and what
// follows it) run in the server, by its control socket, or on the folder when no server runs.
package main
