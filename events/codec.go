package events

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/vmihailenco/msgpack/v5"
)

// MaxRecord is the most that one record may measure in its stored form (EncodeRecord), in bytes. A NATS message holds
// 1 MiB; the rest is for its headers. Mails, letters and documents are blobs and stay out of events.
const MaxRecord = 900 << 10

// Codes of a CodecError.
const (
	CodeMalformed = "events.malformed" // not canonical, or not of the type it claims
	CodeVersion   = "events.version"   // written by a newer program
	CodeKind      = "events.kind"      // a type outside the vocabulary
	CodeSize      = "events.size"      // more than MaxRecord
	CodeField     = "events.field"     // a field of the envelope out of range
)

// CodecError says why bytes are not an event, or a value cannot become one.
type CodecError struct {
	Code   string // stable
	At     int    // offset in the bytes, 0 where it has no meaning
	Detail string // for the operator

	newer bool
}

// Is makes what a newer program wrote an ErrNewer.
func (e *CodecError) Is(target error) bool { return target == ErrNewer && e.newer }

func (e *CodecError) Error() string {
	if e.At > 0 {
		return fmt.Sprintf("%s: at byte %d: %s", e.Code, e.At, e.Detail)
	}
	return e.Code + ": " + e.Detail
}

func codecError(code, format string, args ...any) error {
	return &CodecError{Code: code, Detail: fmt.Sprintf(format, args...)}
}

// newerError refuses what a newer program wrote.
func newerError(format string, args ...any) error {
	return &CodecError{Code: CodeVersion, Detail: fmt.Sprintf(format, args...), newer: true}
}

// Header is an envelope without its body.
type Header struct {
	Version int64
	Game    string
	Seq     int64
	Prev    Hash
	Time    int64
	Actor   string
	Kind    Kind
}

// Encode returns the canonical bytes of e. It refuses an envelope out of range (CodeField), a body outside the
// vocabulary (CodeKind) and one that is too large (CodeSize).
func Encode(e Event) ([]byte, error) {
	if e.Body == nil || e.Body.Kind().find() == nil {
		return nil, codecError(CodeKind, "a body of type %T is not in the vocabulary", e.Body)
	}
	h := Header{Version: Version, Game: e.Game, Seq: e.Seq, Prev: e.Prev, Time: e.Time, Actor: e.Actor, Kind: e.Body.Kind()}
	if err := h.check(); err != nil {
		return nil, err
	}
	b, err := marshal(func(enc *msgpack.Encoder) error {
		return errors.Join(enc.EncodeArrayLen(8), enc.EncodeInt(h.Version), enc.EncodeString(h.Game), enc.EncodeInt(h.Seq),
			enc.EncodeBytes(h.Prev[:]), enc.EncodeInt(h.Time), enc.EncodeString(h.Actor), enc.EncodeString(string(h.Kind)), enc.Encode(e.Body))
	})
	if err != nil {
		return nil, err
	}
	if err := scan(b, nil); err != nil { // text that is not UTF-8
		return nil, err
	}
	if len(b) > MaxRecord {
		return nil, codecError(CodeSize, "the event measures %d bytes, more than %d", len(b), MaxRecord)
	}
	return b, nil
}

// Decode reads canonical bytes, refuses all others, and lifts events of older versions to the vocabulary of today.
// The body is a value (OrdersReceived, not a pointer); empty lists and empty bytes are nil.
func Decode(b []byte) (Event, error) { return current.decode(b) }

// Peek reads only the envelope and ignores what follows it.
func Peek(b []byte) (Header, error) {
	h, _, err := current.envelope(b)
	return h, err
}

// upcaster turns the body of an event of one version into that of the next: whenever Version is raised, the old body's bytes are rewritten
// here, while the stored bytes do not change.
type upcaster func(kind Kind, body []byte) (Kind, []byte, error)

// reader reads envelopes up to a version. upcasters[v] leads from version v to v+1.
type reader struct {
	version   int64
	upcasters map[int64]upcaster
}

// current reads what this build knows. There is no older version yet.
var current = reader{version: Version}

var envelopeShape = &shape{form: formTuple, fields: []*shape{
	{form: formInt}, {form: formText}, {form: formInt}, {form: formFixed, size: len(Hash{})}, {form: formInt}, {form: formText}, {form: formText}, nil,
}, names: []string{"version", "game", "seq", "prev", "time", "actor", "kind", "body"}}

// envelope splits bytes into header and body. It does not look at the body.
func (r reader) envelope(b []byte) (h Header, body []byte, err error) {
	if len(b) > MaxRecord {
		return Header{}, nil, codecError(CodeSize, "the event measures %d bytes, more than %d", len(b), MaxRecord)
	}
	sc := scanner{b: b}
	if t, err := sc.token(); err != nil {
		return Header{}, nil, err
	} else if t.form != formList {
		return Header{}, nil, codecError(CodeMalformed, "an event is a list")
	}
	first := sc.at
	if err := sc.value(envelopeShape.fields[0], envelopeShape.names[0], maxDepth); err != nil {
		return Header{}, nil, err
	}
	sc.at = first
	h.Version = sc.integer()
	if h.Version > r.version {
		return Header{}, nil, newerError("the event has version %d; this program reads up to %d: use a newer one", h.Version, r.version)
	}
	if h.Version != r.version && r.upcasters[h.Version] == nil {
		return Header{}, nil, codecError(CodeVersion, "there has never been a version %d", h.Version)
	}
	sc.at = 0
	if t, _ := sc.token(); !envelopeShape.takes(t) {
		return Header{}, nil, codecError(CodeMalformed, "an event should be %s", envelopeShape.describe())
	}
	var ends [7]int
	for i, s := range envelopeShape.fields[:7] {
		if err := sc.value(s, envelopeShape.names[i], maxDepth); err != nil {
			return Header{}, nil, err
		}
		ends[i] = sc.at
	}
	field := scanner{b: b, at: ends[0]} // the rest cannot fail any more
	game := field.run()
	text := string(b[ends[1]-len(game) : ends[5]]) // game and actor are parts of it
	h.Game = text[:len(game)]
	h.Seq = field.integer()
	copy(h.Prev[:], field.run())
	h.Time = field.integer()
	h.Actor = text[len(text)-len(field.run()):]
	if kind := field.run(); kinds[Kind(kind)] != nil {
		h.Kind = kinds[Kind(kind)].kind
	} else {
		h.Kind = Kind(kind)
	}
	return h, b[sc.at:], h.check()
}

func (r reader) decode(b []byte) (Event, error) {
	h, body, err := r.envelope(b)
	if err != nil {
		return Event{}, err
	}
	kind := h.Kind
	for v := h.Version; v < r.version; v++ {
		if kind, body, err = r.upcasters[v](kind, body); err != nil {
			return Event{}, fmt.Errorf("%s: event %d of version %d: %w", CodeMalformed, h.Seq, v, err)
		}
	}
	known := kind.find()
	if known == nil {
		return Event{}, codecError(CodeKind, "the event is of the unknown type %q", kind)
	}
	if err := scan(body, known.shape); err != nil {
		return Event{}, fmt.Errorf("event %d (%s): %w", h.Seq, kind, err)
	}
	return Event{Game: h.Game, Seq: h.Seq, Prev: h.Prev, Time: h.Time, Actor: h.Actor, Body: known.decode(body)}, nil
}

// check refuses an envelope out of range.
func (h Header) check() error {
	switch {
	case !ValidGame(h.Game):
		return codecError(CodeField, "%q is not the id of a game (1 to 40 of a-z, 0-9 and -)", h.Game)
	case h.Seq < 1:
		return codecError(CodeField, "an event's number is at least 1, not %d", h.Seq)
	case (h.Seq == 1) != h.Prev.IsZero():
		return codecError(CodeField, "the first event of a game, and no other, follows nothing")
	case h.Actor == "" || len(h.Actor) > 64:
		return codecError(CodeField, "%q is not an actor (1 to 64 bytes)", h.Actor)
	}
	return nil
}

// ValidGame reports whether s can be the id of a game: 1 to 40 of a-z, 0-9 and the hyphen.
func ValidGame(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return s != "" && len(s) <= 40
}

var encoders = sync.Pool{New: func() any {
	enc := msgpack.NewEncoder(nil)
	return enc
}}

// marshal runs write on an encoder set up for the canonical form.
func marshal(write func(*msgpack.Encoder) error) ([]byte, error) {
	enc := encoders.Get().(*msgpack.Encoder)
	defer encoders.Put(enc)
	var buf bytes.Buffer
	enc.Reset(&buf)
	enc.UseArrayEncodedStructs(true)
	enc.UseCompactInts(true)
	if err := write(enc); err != nil {
		return nil, codecError(CodeMalformed, "%v", err)
	}
	b := nilEmpties(buf.Bytes())
	if b == nil {
		return nil, codecError(CodeMalformed, "the value is outside the format")
	}
	return b, nil
}
