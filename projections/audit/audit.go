// Package audit decides whether a game was fair from what a player holds: the letters in his mailbox, what he sent, the mailboxes of
// others, and an export of the log. It needs neither network nor server, and trusts no one: the first key that it trusts is the one in the
// letter that welcomed the player.
//
// # Steps
//
//	1  keys and checkpoints: signatures, and that all of them, in all mailboxes, tell one history
//	2  the export: chain, tree, and the order in which seals, codes, rounds and passes must come
//	3  receipts: each stands in the log and opens; what was sent without a receipt; and, where the rules can be asked, that
//	   the log holds the orders that the player's own copy of his mail holds
//	4  dice: the input of every roll rebuilt, its proof verified, its values mapped again
//	5  beacon: the round follows from the seal, its signature is good, and the seal was made before it existed
//	6  letters: each is, to the byte, the one that the log names; and the rules, asked again, say the same
//	7  deeds: whatever the game master changed, with reason and consent
//	8  statistics: see projections/ledger
//
// # Verdict
//
// A Finding has a level, and the highest is the exit code: 0 verified, 1 verified with deeds of the game master, 2 something could not be
// proven, 3 proof of fraud. Fraud is only what the program of an honest host cannot have signed; what an accident or a stranger can bring
// about is unproven, with a sentence about what to do:
//
//	evidence                                                                        verdict
//	two checkpoints under one key that cannot both be true                          3, with an equivocation proof
//	a signed export that breaks a rule of seals, dice, rounds or play               3
//	the same in an export that the key of the game has not signed                   2
//	the same where the game has no key, so that nothing of it is signed             3
//	a paper of a letter that is not in a signed export; in an unsigned one          3; 2
//	a roll or a round in letters that is false, all earlier letters being there     3; one missing: 2
//	an export cut off, damaged or changed without its sums                          2
//	an export whose signature is another key's, is of other events, or is missing   2
//	two keys for one game                                                           2
//	letters damaged, rewritten, missing, without a checkpoint, or not in the log    2
//	what is said to open an event and does not                                      2
//	newer rules, a newer log, another program's layout, a lost scenario             2
//	a game that is closed, and its rules were not asked                             2
//	a change of the dice key; a host who stopped when the dice could be known       2
//	a declared restore of an older copy, and all letters of what it lost            2
//	such letters without the declaration, which the export and the next letter hold 3
//	two checkpoints that cannot both be true about what the restore has kept        3
//	any other deed of the game master                                               1
//
// The second verifier, which sees exports alone and does not ask the rules, gives the same for what it sees.
//
// # Worked example
//
//	v := audit.Run(audit.Evidence{Mailboxes: []audit.Mailbox{mine}, Export: x}, audit.Means{Engines: adjudicator.Game, Beacon: beacon.Verify})
//	v.Exit()        // 0
//	v.Steps[3].Done // "312 of 312 rolls verified" as counts: v.Rolls
package audit

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
)

// Levels of a finding; they are the exit codes of the audit.
const (
	Fine     = 0
	Amended  = 1
	Unproven = 2
	Fraud    = 3
)

// Evidence is all that the audit is given.
type Evidence struct {
	Mailboxes []Mailbox
	Export    *Export // nil for none
}

// Mailbox is one player's mail about one game.
type Mailbox struct {
	Name    string // of the file
	Letters []Letter
	Sent    []Sent
}

// Letter is a letter of the host.
type Letter struct {
	Name      string // where it lies, for the reader
	MessageID string
	Answers   []string      // message ids that it answers
	Digests   []events.Hash // of its bytes with more and more of the headers left out that mail servers put above it
	Received  int64         // Unix ms at which the reader's own host took it in; 0 if it does not say
	Advance   *checkpoint.Advance
	Papers    []Paper
	Leaves    []events.Hash // leaf hashes of the events From, From+1 ... (seq)
	From      int64
}

// Paper is one event that a letter carries.
type Paper struct {
	Seq     int64
	Event   []byte
	Secrets []events.Secret
	Proof   *checkpoint.Proof
	Receipt bool // of an order mail
}

// Sent is a mail of the player's own.
type Sent struct {
	Key       events.Hash // mail.Incoming.Key
	MessageID string
	Subject   string
	At        int64 // Unix ms of its Date
	Orders    bool  // holds orders

	// Read returns what the mail orders for a seat in a game as it stands. It is nil if the mail cannot be read again.
	Read func(m *adjudicator.Match, seat string) Reread
}

// Reread is what a mail orders when it is read again.
type Reread struct {
	Orders events.Orders
	Took   bool // it orders something then
	Whole  bool // every letter and mail that it may quote is at hand: without them, what it quotes may be taken for its author's
}

// Export is an export of the game's log.
type Export struct {
	Game       string
	Records    []events.Record
	Blob       func(events.Hash) ([]byte, error)
	Checkpoint *checkpoint.Signed // of the host, over the whole of it; nil for none
	Shown      []byte             // his signature over what it shows, where events are veiled (events.Record.Veil); nil for none
	Broken     string             // why it could not be read; then there are no records
	Later      string             // which part only a newer program can read; then there are no records either

	heard *hearing // its findings, if it was audited before
}

// Means is what checking needs from outside.
type Means struct {
	Engines func(string) (table.Engine, bool)
	Beacon  adjudicator.BeaconCheck
	NoRules bool
	Now     int64 // Unix ms, for games that stopped; 0 to leave that out
}

// Finding is one thing found: a words' key below "audit.", with its arguments.
type Finding struct {
	Step  int             `json:"step"`
	Level int             `json:"level"`
	Code  string          `json:"code"`
	Args  []table.FactArg `json:"args,omitempty"`
}

// Verdict is the result of the audit.
type Verdict struct {
	Game     string      `json:"game"`
	Rulebook string      `json:"rulebook"`
	Scenario string      `json:"scenario"`
	Profile  string      `json:"profile"`
	Events   int64       `json:"events"` // known to exist
	Root     events.Hash `json:"-"`
	Steps    []Step      `json:"steps"`
	Findings []Finding   `json:"findings"`
	Rolls    int         `json:"rolls"` // verified
	Dice     int         `json:"dice"`
	Hidden   bool        `json:"hidden"`             // not everything could be read
	Played   bool        `json:"played"`             // the passes were replayed by the rules
	Letters  int         `json:"letters"`            // looked at
	Receipts int         `json:"receipts"`           // verified
	Reread   int         `json:"reread"`             // the player's own order mails that say what the log holds
	Deeds    int         `json:"deeds"`              // of the game master
	Closed   bool        `json:"game_over"`          //
	LogKey   string      `json:"log_key"`            // verifier key of the host's checkpoints, as the first letter or the export has it
	LogKeys  []string    `json:"log_keys,omitempty"` // those that took its place, one after the other
	Boxes    []Box       `json:"mailboxes,omitempty"`

	Rolled        []events.Roll             `json:"-"` // verified from letters alone
	Contradiction *checkpoint.Contradiction `json:"-"` // two histories
	Log           *adjudicator.Verdict      `json:"-"` // of the export
}

// Box is what one mailbox was found to be.
type Box struct {
	Name    string `json:"name"`
	Seat    string `json:"seat,omitempty"` // whose; "" if unknown
	Letters int    `json:"letters"`
	Sent    int    `json:"sent"` // the player's own mails to the game
}

// Step is what one of the eight steps did.
type Step struct {
	Number int    `json:"number"`
	Done   string `json:"done"` // "full", "part" or "none"
	Count  int    `json:"count"`
}

// Exit returns the exit code.
func (v Verdict) Exit() int {
	exit := Fine
	for _, f := range v.Findings {
		exit = max(exit, f.Level)
	}
	return exit
}

// Sound reports whether nothing speaks of fraud.
func (v Verdict) Sound() bool { return v.Exit() < Fraud }

// run is one audit at work.
type run struct {
	ev    Evidence
	means Means
	v     *Verdict
	terms *events.TermsSet
	boxes []*box

	rolled   map[string]bool       // rolls that a mailbox showed, by event and key
	restores []adjudicator.Restore // that the history that is played declares, the latest first
	covered  int64                 // as many events of the export stand under a signature of the host
}

// Run audits a game.
func Run(ev Evidence, means Means) Verdict {
	r := &run{ev: ev, means: means, v: &Verdict{}, rolled: make(map[string]bool)}
	for i := 1; i <= 8; i++ {
		r.v.Steps = append(r.v.Steps, Step{Number: i, Done: "none"})
	}
	r.openExport()
	r.keys()
	r.histories()
	r.receipts()
	r.dice()
	r.rounds()
	r.letters()
	r.deeds()
	if r.terms != nil {
		r.v.LogKey = checkpoint.VerifierKey(r.terms.Origin, r.terms.LogKey)
		r.v.LogKeys = r.logKeys()
	}
	slices.SortStableFunc(r.v.Findings, func(a, b Finding) int { return a.Step - b.Step })
	return *r.v
}

// keysOf returns the log keys of a mailbox's game as far as any of the evidence tells of them.
func (r *run) keysOf(b *box) checkpoint.Keys {
	keys := b.keys
	for _, other := range r.boxes {
		if other.terms != nil && other.keys.First == keys.First && len(other.keys.Later) > len(keys.Later) {
			keys = other.keys
		}
	}
	return keys
}

// logKeys returns the verifier keys that followed the first.
func (r *run) logKeys() (later []string) {
	b := &box{terms: r.terms, keys: checkpoint.Keys{Origin: r.terms.Origin, First: r.terms.LogKey}}
	if r.v.Log != nil {
		b.keys = r.v.Log.Fair.LogKeys
	}
	for _, c := range r.keysOf(b).Later {
		later = append(later, checkpoint.VerifierKey(b.keys.Origin, c.Key))
	}
	return later
}

func (r *run) find(step, level int, code string, args ...table.FactArg) {
	f := Finding{Step: step, Level: level, Code: code, Args: args}
	if !slices.ContainsFunc(r.v.Findings, func(g Finding) bool { return g.Code == f.Code && fmt.Sprint(g.Args) == fmt.Sprint(f.Args) }) {
		r.v.Findings = append(r.v.Findings, f)
	}
}

func (r *run) did(step int, done string, n int) {
	s := &r.v.Steps[step-1]
	s.Done, s.Count = done, s.Count+n
}
