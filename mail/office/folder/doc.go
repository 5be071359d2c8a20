// Package folder keeps what a server notes for itself in small files of its data folder, beside log and archive. Each is a port of somebody else:
//
//	Register    DATA/register       the cards of the games (office.Register): a cache of the log, by which a start need not read it
//	Pulse       DATA/alive          the last sign of life and the outages (office.Pulse): deadlines move by the time that the server was away
//	Passes      DATA/passes/GAME    which game was in a pass (adjudicator.Marker): one that ends the program again and again is left alone
//	Cursors     DATA/cursors/...    how far each outside mailbox was read (mail.Cursors): only a hint
//
// What is lost of a cache or a hint is found again; Pulse and Passes are durable before they answer.
//
//	pulse := folder.Pulse("fieldpost-data/alive")
//	err := pulse.Note(time.Now())
//	last, ok := pulse.Last() // by which the next start knows how long it was away
package folder
