// Command fieldpost plays board wargames by mail. It is the only place that knows log, rules, mail and projections at once.
//
// A Station is one installation: Receive takes a mail in (clerk*.go: who is it, what does it want, which event is that),
// tend brings a game as far as it goes by itself (the pass of a seal, letters owed, deadlines), letters*.go write what
// players read. A Server is a station with its mail. Game masters' commands (master.go) run in the server, by its control
// socket, or on the folder when no server runs.
//
//	mail ─► Receive ─► OrdersReceived ─► tend: receipt ─► all in, or the deadline ─► Sealed ─► Adjudicated ─► reports
//
// Everything that must not be forgotten is an event: what is owed is read from the log (adjudicator.Match.Owed), so a crash
// between any two steps loses nothing and repeats nothing but the sending of the same bytes.
package main
