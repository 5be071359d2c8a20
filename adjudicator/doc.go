// Package adjudicator plays one game from its log.
//
// # What the log of a game says
//
//	GameAnnounced   rulebook, revision, scenario, seats, schedule, the public key of the dice: fixed before anybody joins
//	SeatTaken       one for each seat, with its share of the dice salt
//	GameOpened      the first seal: the salt; it is answered like every other seal
//	OrdersReceived  a mail that edits its seat's desk (OrdersWithdrawn takes lines off it)
//	DeadlineSet, DeadlinePassed   time enters as events alone
//	Sealed          a window closes: the ids of the lines and answers that count, of every seat
//	Adjudicated     what followed from that seal: rolls with proofs, the window now open, digests; one seal, one pass, one event
//	ReportIssued, MailSent, MailBounced   the letters that follow
//	TermsSet, CodesAsked, CodeRevealed, EntropyFixed, RoundFixed, BeaconObserved   what a seal needs before its dice: see Fairness
//	Amended, Rewound, OrdersVoided, LateAccepted, Resealed ...   the game master's hand, visible for ever
//	GameClosed      nothing but letters comes after it
//
// A Match is the fold of such a log, with a Ledger beside it for the correspondence: seats, letters, what is owed, deadlines. Service
// appends what follows. Reading a log means playing it again: each pass in it is compared with what the rules do now, roll by roll and
// digest by digest, and the first difference stops that game with a stable code (Stopped). Audit does the same, verifies every proof and
// needs no key.
//
// Positions are hashed by the stable keys of their fields (package position), so a program with additional fields gives the same hashes for
// an old game as the old program. GameAnnounced and every Adjudicated carry the layout of the program that wrote them. Where this program's
// layout is another, it compares rolls and facts but not digests: the pass is unproven here, never false.
//
// # Mending a rule while games run
//
// A game plays by the revision that it was announced with. A correction that changes a result raises Rules.Revision, and stands beside what
// it corrects:
//
//	if t.Since(2) { // 2: rubble hides as woods do (LS-8.63)
//
// so a program of revision 2 still plays, replays and audits games of revision 1 as their own program did. No game changes because of an
// update. The game master may switch a game to the newer rules (`fieldpost game amend rules`): RulesChanged is an event with its reason,
// every seat is owed a letter, the next window of orders is the first that follows the new rules, and an audit lists the deed. `fieldpost
// replay --with 2` shows beforehand which past results the new revision would have changed. A program that knows only revision 1 reports
// E_NEWER for such a game, which an audit calls unproven. A correction that changes no result does not raise the revision, nor does a new
// field of a position that is zero in old games. If equal play gives other bytes of a position, Rules.Layout is raised.
//
// The finished games under testdata/games check that a program keeps to this: see corpus_test.go.
//
// # Desk and seal
//
// A Desk holds a seat's draft, standing orders and replies. A block of orders replaces the draft of the phases of its lines, a standing
// order those of its verb, a line that corrects an older one replaces it. Ids are "41.3" for line 3 of event
// 41. A seal names ids, so a mail that comes after it changes nothing that is sealed.
//
// # What stays hidden
//
// Orders, addresses, rolls for some eyes only and the digests of positions are in the log as commitments. What opens them is stored beside
// the record and can be left out of an export. The salts of a pass follow from the game's key, so a pass repeated after a crash has the
// same bytes.
//
// # Worked example
//
//	m, _ := service.Announce(ctx, "palace", now, announced, document)
//	... SeatTaken for both seats by service.Append ...
//	m, _ = service.Open(ctx, m, now)              // GameOpened: m.Sealed is the opening seal
//	m, _ = service.Adjudicate(ctx, m, now)        // Adjudicated{Window: 0, Next: {Number: 1, Step: "plan", Seats: both}}
//	... OrdersReceived: m.Desk("south").Draft() ...
//	m, _ = service.Seal(ctx, m, now, "all in", 1) // Sealed{Window: 1}
//	m, _ = service.Adjudicate(ctx, m, now)        // Adjudicated{Window: 1}; m.Last.Facts tells what happened
//
// A new game registers itself in games.go.
package adjudicator
