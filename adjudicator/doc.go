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
// A Match is the fold of such a log, with a Ledger beside it for the correspondence: seats, letters, what is owed, deadlines. Service appends what follows. Whoever reads a log plays it again: a pass that is found
// in it is compared with what the rules do now, roll by roll and digest by digest, and the first difference stops that
// game with a stable code (Stopped). Audit does the same with every proof verified and no key at hand.
//
// Positions are hashed by the stable keys of their fields (package position), so that a program with further fields says of an
// old game what the old one said. GameAnnounced and every Adjudicated carry the layout that their program wrote; where this
// one has another, rolls and facts are compared and the digests are not: the pass is unproven here, never false.
//
// # Mending a rule while games run
//
// A game plays by the revision that it was announced with. A mend that changes a result raises Rules.Revision, and stands beside what it mends:
//
//	if t.Since(2) { // 2: rubble hides as woods do (LS-8.63)
//
// so that a program of revision 2 still plays, replays and audits games of revision 1 as their own program did. Nobody's game changes by an
// update. The game master may turn a game to the newer rules (`fieldpost game amend rules`): RulesChanged is an event with its reason, every
// seat is owed a letter, the next window of orders is the first that follows the new rules, and an audit lists the deed. `fieldpost replay
// --with 2` shows beforehand which results of the past the new revision would have changed. A program that knows only revision 1 says of such a
// game E_NEWER, which an audit calls unproven. A mend that changes no result, and a field more in a position that is zero in old games, raise
// nothing. Positions that come to other bytes in equal play raise Rules.Layout.
//
// The finished games under testdata/games hold a program to this: see corpus_test.go.
//
// # Desk and seal
//
// A Desk holds a seat's draft, standing orders and replies. A block of orders replaces the draft of the phases of its lines,
// a standing order those of its verb, a line that corrects an older one takes its place. Ids are "41.3" for line 3 of event
// 41. A seal names ids, so a mail that comes after it changes nothing that is sealed.
//
// # What stays hidden
//
// Orders, addresses, rolls for some eyes only and the digests of positions stand in the log as commitments; what opens
// them lies beside the record and can be left out of an export. The salts of a pass follow from the game's key, so a pass
// made again after a crash has the same bytes.
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
