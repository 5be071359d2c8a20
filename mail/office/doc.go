// Package office is what happens between a mail and a letter: who wrote, what he wants, which event that is, and what everybody is told of it.
// An Office knows logs, rules, mail and projections; it knows no sockets, files, flags or configuration files: those
// come to it through its ports (Keys, Documents, Commands, Reader, Relay, Pulse, Register, and the exported fields of Office).
//
// # The way of a mail
//
// Ann, whose seat in the game palace is republic, answers her report with
//
//	ORDERS palace turn 3
//	G1: move C4-C5
//	END
//	STATUS
//
// and this becomes of it:
//
//  1. An intake hands the bytes to Receive, and tells the world that the mail is taken only when Receive has returned nil.
//  2. The Reader takes the mail apart (mail.Read, mail.Find) where it can do no harm. Bounces and mails that must not be answered end here.
//  3. The clerk (exchange.serve) finds the game: by the address that was written to, the head of the orders, the subject, or the sender's only game,
//     which the register knows. That game is loaded, and no other (With).
//  4. exchange.examine gathers evidence of the sender; prove holds it against the game's policy. A mail that is not proven is kept (MailHeld) until
//     its sender answers a letter with a token of its own; else what was proven is noted (SenderProven).
//  5. forSeat does what the mail asks, in this order: dice codes and consent; messages, absences and other deeds; orders. Orders are read once
//     (exchange.read, adjudicator.Match.Read) and filed as one event: OrdersReceived. What only asks (STATUS) is answered in the receipt.
//     Receive returns; what follows is the workers' (RunClock), who find the game on the agenda.
//  6. Tend brings the game as far as it goes by itself: the pass of a seal, its letters, deadlines, reminders. Here a worker finds that the log owes
//     Ann a receipt (adjudicator.Ledger.Owed), tries her draft outside the game, writes the receipt (writer.receipt) and issues it: the bytes go to
//     the store, ReportIssued into the log.
//  7. The outbox takes the letter from Outgoing, sends it, and has MailSent noted.
//
// When the last player is in, or the deadline has passed, Tend seals the window (Sealed); the pass (Adjudicated) and the reports follow.
//
// # What is safe when
//
// Whatever must not be forgotten is an event, and what is owed is read from the log: a crash between any two steps loses nothing, and repeats
// nothing but the sending of the same bytes. A mail has its effect once: each thing that it does bears a key made of the mail's own
// (adjudicator.ActKey), and the last one the mail's, which says that it is done. Mails of one game are dealt with one after the other (With).
//
// Of a game that is not in memory the office keeps a Card: who plays, when the clock must look, which letters wait. Cards are a cache; one that
// does not tell of the log's last event counts for nothing, and its game is loaded. Nothing is lost with them but time.
//
// Rates, dayBook and messageIDs are courtesies that forget with the process; nothing that is promised rests on them.
//
// # Who waits for whom
//
// A mail waits for whoever works on its own game, and for nobody else. The agenda lists the games in which something happened and the times at which
// others are due; a worker who finds a game in other hands goes on to the next one. Drafts are tried between two holds of their game. Questions (CHECK,
// STATUS) have nothing in the log that owes their answer: their mail is taken when the answer is issued. The outbox keeps its own list of letters.
package office
