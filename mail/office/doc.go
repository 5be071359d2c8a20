// Package office is what happens between a mail and a letter: who wrote, what he wants, which event that is, and what everyone is told
// about it. An Office knows logs, rules, mail and projections, but no sockets, files, flags or configuration files: those come to it
// through its ports (Keys, Documents, Commands, Reader, Relay, Pulse, Register, and the exported fields of Office).
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
// and this happens to it:
//
//  1. An intake hands the bytes to the spool (mail.Spool.Take), and acknowledges the mail only when they are safe. The spool hands them to
//     Receive, and keeps them until Receive has returned nil.
//  2. The Reader parses the mail (mail.Read, mail.Find) where it can do no harm. Bounces and mails that must not be answered end here.
//  3. The clerk (exchange.serve) finds the game: by the address that was written to, the head of the orders, the subject, or the sender's only game,
//     which the register knows. That game is loaded, and no other (With).
//  4. exchange.examine gathers evidence of the sender; prove checks it against the game's policy. A mail that is not proven is kept
//     (MailHeld) until its sender answers a letter with its own token; otherwise what was proven is noted (SenderProven).
//  5. forSeat does what the mail asks, in this order: dice codes and consent; messages, absences and other deeds; orders. Orders are read
//     once (exchange.read, adjudicator.Match.Read) and filed as one event: OrdersReceived. Questions (STATUS) are answered in the receipt.
//     Receive returns; the rest is done by the workers (RunClock), who find the game on the agenda.
//  6. Tend advances the game as far as it goes by itself: the pass of a seal, its letters, deadlines, reminders. Here a worker finds that
//     the log owes Ann a receipt (adjudicator.Ledger.Owed), tries her draft outside the game, writes the receipt (writer.receipt) and
//     issues it: the bytes go to the store, ReportIssued into the log.
//  7. The outbox takes the letter from Outgoing, sends it, and has MailSent noted.
//
// When the last player is in, or the deadline has passed, Tend seals the window (Sealed); the pass (Adjudicated) and the reports follow. A player
// who is alone against machines would never see his receipt then: if it has something to say of what his orders surely do to his own side, or of
// lines that are not allowed, the window waits ten minutes for a second word (Office.reconsiders).
//
// # What is safe when
//
// Whatever must not be forgotten is an event, and what is owed is read from the log: a crash between any two steps loses nothing, and
// repeats nothing but the sending of the same bytes. A mail takes effect once: each thing that it does has a key derived from the mail's
// (adjudicator.ActKey), and the last one has the mail's own key, which says that the mail is done. Mails of one game are processed one
// after the other (With).
//
// For a game that is not in memory the office keeps a Card: who plays, when the clock must look, which letters wait. Cards are a cache: one
// that does not know the log's last event is ignored, and its game is loaded. Losing them costs only time.
//
// Rates and dayBook are courtesies that are lost with the process; no guarantee depends on them.
//
// # Machines
//
// A seat may be a machine's (MachineSeated). When a window opens for it, the agenda lists its game among the thoughts. One goroutine (ponder)
// thinks about them in turn, holding no game: it takes what the seat knows (adjudicator.Thought), lets the rulebook's bot write order lines,
// and files them as a mail of that seat, if the window is still open. The bot draws its choices from the office's secret, the game, the seat
// and the window, so that after a crash it orders the same. No letters are written to it.
//
// Where a game has agreed to it (AdviceAllowed), a player's ADVICE is an event that owes him a letter (AdviceAsked). The same goroutine thinks
// about it first (adjudicator.Counsel); its plan is kept in memory (counsels) until a worker writes the letter. A machine that tries plans notes
// in its mails what it expected; the last report of a game tells that to everybody (account.go).
//
// # Who waits for whom
//
// A mail waits for whoever works on its own game and for the mails that its sender wrote before, and for no one else; its host waits for the
// spool alone. The agenda lists the games in which something happened and the times at which others are due. A worker who finds a game in
// other hands goes on to the next one. Drafts are tried between two holds of their game. Nothing in the log owes the answer to a question
// (CHECK, STATUS): the spool does, until the answer is issued. No window is closed while a mail that was taken in before its deadline has not
// been looked at (Behind). The outbox keeps its own list of letters.
package office
