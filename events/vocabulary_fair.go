package events

// The part of the vocabulary that lets those who do not trust a game's host check the game: keys, codes of the players, rounds of a public
// beacon, witnesses, and every deed of the game master. adjudicator.Fairness defines in which order these may come and what each of them
// changes.

// TermsSet is the second event of a game, before anyone sits down. It fixes by which keys and which beacon the game will be checked. Games
// begun before it existed have none and carry no checkpoints.
type TermsSet struct {
	Origin   string // name of the log key and first line of every checkpoint: "example.org/g/hill-7"
	LogKey   Hash   // Ed25519 public key that signs checkpoints; never the key of the dice
	Beacon   Beacon // zero in profiles without a beacon
	Margin   int64  // seconds from the instant of a seal to its round, at least; 0 without a beacon
	CodeTime int64  // minutes that players have for their codes after a seal; 0 waits for all
	Fallback string // what follows when no round comes for a week: "wait", "codes", "consent"
}

// Beacon names a chain of public random rounds (drand, unchained, signatures on G1).
type Beacon struct {
	Chain     Hash
	PublicKey []byte // 96 bytes, a point of G2
	Genesis   int64  // Unix seconds of round 1
	Period    int64  // seconds
}

// CodesAnchored fixes the end of a new chain of player codes, for a seat that changed hands or lost its sheet.
type CodesAnchored struct {
	Seat   string
	Mail   Hash
	Anchor [16]byte
}

// CodesAsked asks every seat for its code for a seal that is already made.
type CodesAsked struct {
	Window int64
	Number int64 // of the code: 1 for the first seal that asks, one more for each after it, rewound ones too
	Due    int64 // Unix ms after which play goes on without; 0 for never
}

// CodeRevealed is a code that came in.
type CodeRevealed struct {
	Seat   string
	Mail   Hash
	Number int64
	Value  [16]byte
}

// EntropyFixed closes the codes of a seal: it holds them as they are mixed into the dice.
type EntropyFixed struct {
	Window int64
	Number int64
	Seats  []SeatCode // in byte order of the seats
	Root   Hash       // adjudicator/dice.CodeRoot of Seats
}

// SeatCode is one seat's part of the entropy.
type SeatCode struct {
	Seat   string
	Status int64 // 1 revealed, 2 absent
	Value  [16]byte
}

// RoundFixed names the round of the beacon that the dice of a seal will be made with, before it exists.
type RoundFixed struct {
	Window        int64
	Attempt       int64 // 1, or more when letters came out too late for the round before
	From          int64 // Unix ms of the instant that the margin is counted from
	Round         int64
	Seen          int64  // newest round known at that moment; 0 for none
	SeenSignature []byte // of that round: the seal is not older than it
}

// BeaconObserved is the round, once it exists. Its signature proves itself, whoever brings it.
type BeaconObserved struct {
	Window    int64
	Round     int64
	Signature []byte // 48 bytes, a point of G1
	Mail      Hash   // key of the mail that brought it, zero for a relay
}

// BeaconUnavailable says, a week or more after a round should have come, that play goes on as the terms foresee.
type BeaconUnavailable struct {
	Window   int64
	Round    int64
	Fallback string
}

// BeaconChanged switches to another chain from the next seal on, because the former one has ended.
type BeaconChanged struct {
	Beacon Beacon
	Reason string
}

// KeyRotated gives the dice another key, starting with a window that is not open yet.
type KeyRotated struct {
	PublicKey Hash
	Window    int64
	Reason    string
}

// CheckpointWitnessed is someone else's signature under a checkpoint of ours.
type CheckpointWitnessed struct {
	Size      int64
	Root      Hash
	Witness   string // name of the witness' key
	Key       Hash   // Ed25519 public key
	Time      int64  // Unix seconds, as the witness says
	Signature []byte // 64 bytes, over the cosignature message of C2SP tlog-cosignature
	Mail      Hash
}

// OrdersVoided removes what is left of an order mail from its seat's desk.
type OrdersVoided struct {
	Seat   string
	Orders int64 // seq of the OrdersReceived
	Reason string
}

// LateAccepted lets orders count that came after a seal, while its dice cannot be known yet. The window is sealed anew.
type LateAccepted struct {
	Seat   string
	Orders int64 // seq of the OrdersReceived
	Reason string
}

// AmendmentProposed asks every seat to agree to something that may only be done with the consent of all.
type AmendmentProposed struct {
	What   string // "rewind", "fallback", "key", "beacon", or "machine SEAT"
	Window int64  // 0 for a machine
	Reason string
	Beacon Beacon // for "beacon": the chain to turn to; zero otherwise
}

// ConsentGiven is a seat's yes to a proposal.
type ConsentGiven struct {
	Seat     string
	Proposal int64 // seq of the AmendmentProposed
	Mail     Hash
}

// RulesChanged plays by another revision of the rules from the next window of orders on.
type RulesChanged struct {
	Revision int64
	Reason   string
}

// OperatorSeated says, before the opening, that the player of a seat runs the server and so could read the others' orders. In each window
// his own must come before anyone else's.
type OperatorSeated struct{ Seat string }

// MachineSeated puts a machine on a seat: before the opening on a free one, from then on in place of whoever had it, with the consent of the
// players of all other seats. It plays until a player takes the seat (SeatReplaced).
type MachineSeated struct {
	Seat   string
	Bot    string // which of the rulebook's: "sensible"
	Reason string // "" before the opening
}

// AdviceAllowed says, before the opening, that every seat may ask a machine what to order. A game without it has no advice.
type AdviceAllowed struct {
	Asks int64 // how many times in one window, for each seat
}

// AdviceAsked says that a seat asked the machine what to order in a window. Every letter says which seats have; only the seat itself reads
// the answer.
type AdviceAsked struct {
	Seat   string
	Mail   Hash
	Window int64
}

// ObserversAllowed says, before the opening, that anybody may watch the game: what is public of it, some turns late. Every letter says so. A game
// without it is for its players alone.
type ObserversAllowed struct {
	Turns int64 // how many turns late, at least 1
}

// Resealed remakes a seal that names what no mail holds: the window counts as closed with what the mails had brought when the seal was
// made. It names no lines, because how many someone sent is private; they can be found in the log.
type Resealed struct {
	Window int64
	Seal   int64 // seq of the Sealed that cannot be opened
	Reason string
}

// Restored says that log and archive were lost, and are an older copy: the events from its own number on that letters have told of are gone,
// and play goes on from here. Two histories of the game are signed from then on; whoever checks it can hold the lost one against what
// this event says of it.
type Restored struct {
	Signed int64 // how many events had been signed for certain, more than there are before this one; 0 if that was lost as well
	Root   Hash  // of their tree; it commits to every one of them
	Seen   int64 // how many there were at least, as the letters that players hold tell; not less than Signed
	Reason string
}

// LogKeyRotated gives the checkpoints another key: trees that hold this event are signed with the new one, smaller ones with the former. The
// former key vouches for the new one, so that whoever knows one of them can follow it to the next.
type LogKeyRotated struct {
	LogKey    Hash
	Signature []byte // 64 bytes, by the former key (checkpoint.Endorse)
	Reason    string
}

// HostMoved hands the game to another host, who goes on with the same log under the same keys. The former host appends nothing after it.
type HostMoved struct {
	Address string // to which players write from now on; the host that has this address goes on
	Reason  string
}

// Explained gives the game master's reason for an event that has no room for one, such as a deadline moved.
type Explained struct {
	About  int64 // seq
	Reason string
}

// Kind names the terms of checking.
func (TermsSet) Kind() Kind { return "TermsSet" }

// Kind names the anchor of a new chain of codes.
func (CodesAnchored) Kind() Kind { return "CodesAnchored" }

// Kind names a question for codes.
func (CodesAsked) Kind() Kind { return "CodesAsked" }

// Kind names a code.
func (CodeRevealed) Kind() Kind { return "CodeRevealed" }

// Kind names the closing of codes.
func (EntropyFixed) Kind() Kind { return "EntropyFixed" }

// Kind names the choice of a round.
func (RoundFixed) Kind() Kind { return "RoundFixed" }

// Kind names a round that came.
func (BeaconObserved) Kind() Kind { return "BeaconObserved" }

// Kind names a round that never came.
func (BeaconUnavailable) Kind() Kind { return "BeaconUnavailable" }

// Kind names a change of beacon.
func (BeaconChanged) Kind() Kind { return "BeaconChanged" }

// Kind names a change of the dice key.
func (KeyRotated) Kind() Kind { return "KeyRotated" }

// Kind names a witness' signature.
func (CheckpointWitnessed) Kind() Kind { return "CheckpointWitnessed" }

// Kind names orders made void.
func (OrdersVoided) Kind() Kind { return "OrdersVoided" }

// Kind names late orders that count.
func (LateAccepted) Kind() Kind { return "LateAccepted" }

// Kind names a question for consent.
func (AmendmentProposed) Kind() Kind { return "AmendmentProposed" }

// Kind names consent.
func (ConsentGiven) Kind() Kind { return "ConsentGiven" }

// Kind names a change of rules.
func (RulesChanged) Kind() Kind { return "RulesChanged" }

// Kind names a seal made again.
func (Resealed) Kind() Kind { return "Resealed" }

// Kind names the declaration of a restore.
func (Restored) Kind() Kind { return "Restored" }

// Kind names a change of the log key.
func (LogKeyRotated) Kind() Kind { return "LogKeyRotated" }

// Kind names the handing over to another host.
func (HostMoved) Kind() Kind { return "HostMoved" }

// Kind names a reason given.
func (Explained) Kind() Kind { return "Explained" }

// Kind names the seat of the person who runs the server.
func (OperatorSeated) Kind() Kind { return "OperatorSeated" }

// Kind names a machine sitting down.
func (MachineSeated) Kind() Kind { return "MachineSeated" }

// Kind names what a game has agreed about advice.
func (AdviceAllowed) Kind() Kind { return "AdviceAllowed" }

// Kind is the event's name in the log.
func (ObserversAllowed) Kind() Kind { return "ObserversAllowed" }

// Kind names a question for advice.
func (AdviceAsked) Kind() Kind { return "AdviceAsked" }

// fairVocabulary is the second half of the vocabulary.
var fairVocabulary = []entry{
	entryOf[TermsSet](),
	entryOf[CodesAnchored](),
	entryOf[CodesAsked](),
	entryOf[CodeRevealed](),
	entryOf[EntropyFixed](),
	entryOf[RoundFixed](),
	entryOf[BeaconObserved](),
	entryOf[BeaconUnavailable](),
	entryOf[BeaconChanged](),
	entryOf[KeyRotated](),
	entryOf[CheckpointWitnessed](),
	entryOf[OrdersVoided](),
	entryOf[LateAccepted](),
	entryOf[AmendmentProposed](),
	entryOf[ConsentGiven](),
	entryOf[RulesChanged](),
	entryOf[Explained](),
	entryOf[OperatorSeated](),
}
