package reading

// The schemas of what our letters attach for audits.
const (
	ProofSchema  = "fieldpost/receipt/1"
	PapersSchema = "fieldpost/proof/2"
)

// Proof is what a receipt carries besides words: the event exactly as it is in the log, and what opens its commitment. Hash is the leaf of
// events.LeafHash; Event and Plain are base64. With it a player can show anyone, without us, that his orders of that moment are in the log,
// or are not in a log that we show later.
type Proof struct {
	Schema string `json:"schema"` // "fieldpost/receipt/1"
	Game   string `json:"game"`
	Seq    int64  `json:"seq"`
	Hash   string `json:"hash"`
	Event  []byte `json:"event"`
	Salt   string `json:"salt,omitempty"`
	Plain  []byte `json:"plain,omitempty"`
}

// Papers are the events that a letter reports, with what its reader may see of their secrets, each with its proof that it is in the log
// (C2SP tlog-proof, all under the checkpoint that goes with the same letter). With the papers of all his letters a player can rebuild the
// input of every roll that he may see, and verify it without an export.
type Papers struct {
	Schema string  `json:"schema"` // "fieldpost/proof/2"
	Game   string  `json:"game"`
	LogKey string  `json:"log_key"` // verifier key of the checkpoints
	From   int64   `json:"from"`    // seq of the first of Leaves
	Leaves string  `json:"leaves"`  // base64 of the leaf hashes of all events since the seat's last letter, in order
	Events []Paper `json:"events"`
}

// Paper is one event.
type Paper struct {
	Seq     int64         `json:"seq"`
	Event   []byte        `json:"event"` // base64 of its exact bytes
	Secrets []PaperSecret `json:"secrets,omitempty"`
	Proof   string        `json:"proof"`
}

// PaperSecret opens one commitment of its event.
type PaperSecret struct {
	Salt  string `json:"salt"`
	Plain []byte `json:"plain"`
}
