package office

import (
	"context"
	"fmt"
	"io"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/checkpoint"
	"fieldpost/mail/message"
)

// Keys keeps the secret keys of games: those of their dice, and those that sign the checkpoints of their logs.
type Keys interface {
	Make(game string) (dice.Key, error)                    // the dice key of a new game
	Rotate(game string) (dice.Key, error)                  // the next dice key of a game
	MakeLog(game, origin string) (checkpoint.Key, error)   // the log key of a new game
	Log(game string) (checkpoint.Key, error)               // the log key as MakeLog made it
	RotateLog(game, origin string) (checkpoint.Key, error) // the next log key of a game
	LaterLogs(game string) ([]checkpoint.Key, error)       // those that RotateLog made, oldest first
}

// Documents resolves a scenario of a rulebook with all its tables into the document that a game pins.
type Documents func(engine table.Engine, scenario string) ([]byte, error)

// Relay brings rounds of a beacon from outside; round 0 is the newest. It need not be trusted: a signature proves itself.
type Relay func(ctx context.Context, chain events.Beacon, round int64) (number int64, signature []byte, err error)

// Pulse keeps the last sign of life, and the outages, where the next start finds them. String says where the sign of life is.
type Pulse interface {
	Last() (at time.Time, ok bool)
	Note(at time.Time) error
	Outages() ([]Outage, error) // oldest first
	Away(Outage) error          // adds one; one that began at the same time is replaced
	fmt.Stringer
}

// Commands reads a line of the game master as the command line would.
type Commands func(line string) Command

// Command is one line of the game master.
type Command struct {
	Line  string
	Tells bool  // it changes nothing
	Fault error // the line cannot be understood
	Run   func(ctx context.Context, out io.Writer) error
}

// Reader parses a mail. An error means that it cannot do so now.
type Reader interface {
	Read(ctx context.Context, raw []byte) (Understood, error)
}

// Understood is what a mail says.
type Understood struct {
	In     *message.Incoming
	Said   message.Contents
	Code   string `json:",omitempty"` // of the fault in reading it, "" for none
	Detail string `json:",omitempty"`
}

// fault returns the error of reading.
func (u Understood) fault() error {
	if u.Code == "" {
		return nil
	}
	return &message.Error{Code: u.Code, Detail: u.Detail}
}

// Understand parses a mail in this process.
func Understand(raw []byte) Understood {
	in, err := message.Read(raw, message.Limits{})
	u := Understood{In: in}
	if err != nil {
		u.Code, u.Detail = message.ErrorCode(err), err.Error()
		if len(u.Detail) > 1000 {
			u.Detail = u.Detail[:1000]
		}
		return u
	}
	u.Said = message.Find(in)
	if err := u.Said.Check(); err != nil {
		u.Said, u.Code, u.Detail = message.Contents{}, message.ErrorCode(err), err.Error()
	}
	return u
}

// read parses a mail with the office's reader.
func (st *Office) read(ctx context.Context, raw []byte) (Understood, error) {
	if st.Reader == nil {
		return Understand(raw), nil
	}
	return st.Reader.Read(ctx, raw)
}
