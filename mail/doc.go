// Package mail is Fieldpost's way to the world: it takes in letters over IMAP and SMTP, gathers evidence of who
// wrote, composes our own letters and sees them off. What a mail says, its text and the orders in it, package message reads.
//
// # A letter coming in
//
// An intake (IMAPIntake, Receiver) hands the raw bytes and the Envelope to a Handler, and acknowledges the mail (\Seen, "250") only after
// the Handler has returned nil. That of a server is a Spool: it returns as soon as the mail is safe on the disk, and hands it on to the
// handler that does the work, in the order of each sender, and again after a crash. That one calls message.Read, which even when it fails returns
// whatever headers it could read, so that an unreadable mail can still be answered. Read gives Lines with their provenance (typed, quoted, signature ...), and message.Find picks from them
// order blocks, commands and loose lines:
//
//	> ORDERS michael-7 turn 3        quoted back from our form
//	> #form 7f3a9c01                 the mark of that form
//	> move 18 Div: 2114-2115         filled in behind the quote sign
//	attack 2217 with 18 Div          typed between the quoted lines
//	> END
//
// gives one Block: game "michael-7", words "turn 3", two lines. The same orders typed plainly, in HTML, below or above
// a quoted report, or in an attached text file give the same block. A form that comes back as it went out gives none.
//
// # What is quoted
//
// A mail program marks what it quotes as it likes, under a header in its user's language, or not at all. So the office tells Recognize what
// the mail may quote: the letters that its seat got, those first that the mail names (message.NewQuotable), and the seat's last order mails, with what
// those quoted (message.NewQuotableMail). The rule, by which the place of a line and the lines around it count for more than any header:
//
//  1. Lines are compared by what no mail program changes: not by white space, bullets, emphasis, kinds of quotes and dashes, or where a
//     line was broken. A run is a number of lines that stand in one text in the order of that text, whatever stands between them; in a mail
//     of the sender's own they follow each other. A line that stands in several texts is of the one that has most of what is around it too.
//  2. A run of three lines or more with a sentence or a heading among them is quoted from a letter, wherever it stands. What stands above it
//     and looks like a header introduces it. Everything else is the sender's own: above, between and below.
//  3. A line that fills in an open line of our form is the sender's, although its beginning is ours, and although the letter has the same
//     line elsewhere. A line typed below an open line may belong to it; whoever knows the grammar decides (BlockLine.Joins).
//  4. What only looks like orders is judged by its place. Between an ORDERS and an END with lines of his own it is the sender's. A small copy
//     of what is quoted as a whole elsewhere in the mail is his. So is a copy where nothing else is ordered and nothing introduces it: he
//     sends the same orders again. Right below what introduces a quotation, three lines are quoted.
//  5. What is left is Doubtful: one or two lines of a known text below a header, a copy of an earlier mail beside other orders, or where it
//     stood in that mail, below the same letter; a shortened line where the mail ends, and what stands in place of skipped lines if the mail
//     does not say which letter it answers. It is not played, and the answer names it.
//
// With our receipt known, whose lines are "1 G1: move E6" and "2 G2: hold" among sentences, the mail
//
//	1 G1: hold                            the sender's (2)
//	2 G2: hold                            the sender's: a copy of what is quoted below (4)
//	Fra: Fieldpost <orders@example.org>   introduces the quotation
//	All understood. You need do nothing more.
//	UNDERSTOOD
//	  1  G1: move E6                      quoted, and not an order again (2)
//	  2  G2: hold
//
// orders two lines. Had only the last of the quotation been left, that line would be Doubtful.
//
// # Who wrote it
//
// Post.Examine gathers Evidence: whether From is the registered address, whether a token of the seat is there, and what the witnesses say:
// Domains (DKIM, DMARC, SPF, the verdict of a trusted host), OpenPGP (the player's own signature), Neighbour (this machine). A Policy says
// how much of it a game requires. What is not proven is not lost: the keeper of the log holds it until the player answers a letter that
// bears its own token (Post.ConfirmToken).
//
// # A letter going out
//
// Compose makes the bytes of a letter from an Outgoing and nothing else: no clock, no randomness, so a repeat is byte-identical. The Outbox
// takes pending letters from the keeper of the log, gives them to a Sender one recipient at a time, and retries after temporary refusals by
// the schedule of Retry.
//
// # What is our own, and why
//
// Types of the underlying libraries (go-imap, go-smtp) never leave this package. Three parts are written here although libraries have them:
//
//   - MIME, transfer encodings and headers (package message), not go-message, of which only the charsets are used: a damaged
//     mail must still yield whatever text and headers can be read, within fixed limits of depth, parts and size, and in time that grows no
//     faster than the mail.
//   - Authentication-Results (authres.go), not go-msgauth/authres: an attacker chooses the local part of his own address, so quotes and
//     comments must be read exactly as RFC 8601 defines them, and whatever does not fit the grammar must be ignored.
//   - The text of a letter is composed byte for byte (compose.go), because a repeat must have the same bytes years later.
package mail
