package adjudicator_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/table"
	"fieldpost/events"
	"fieldpost/events/memlog"
	"fieldpost/projections/archive"
	"fieldpost/projections/audit"
)

// bad is one thing that can be wrong with an export, made from a good game: testdata/bad/NAME.gz. What must come out of it is the code of
// the fault and the level of the audit. -new-corpus writes the files anew, which is due when the layout of their rulebook is raised: a
// false digest of another layout cannot be told from an honest one.
type bad struct {
	name  string
	code  string // of what stops it, or why not all of it could be proven
	level int    // of the audit
	// change makes a forged event of an honest one; all that follows is chained anew. It gives false for an event that is to be left out.
	change func(f *forger, e *events.Event, secrets *[]events.Secret) bool
	// spoil changes the bytes of the export.
	spoil func(f *forger, export []byte) []byte
}

// forger knows the key of the game that it forges, as a dishonest host does.
type forger struct {
	t    *testing.T
	game string
	once bool // the change was made
	x    *archive.Exported
}

// pass gives the first pass that rolls open dice, and notes that it was found.
func (f *forger) pass(e *events.Event) (events.Adjudicated, bool) {
	b, ok := e.Body.(events.Adjudicated)
	if !ok || f.once || len(b.Rolls) < 2 { // see rollsTwice
		return b, false
	}
	f.once = true
	b.Rolls, b.Known, b.Hidden = slices.Clone(b.Rolls), slices.Clone(b.Known), slices.Clone(b.Hidden)
	return b, true
}

// digest replaces a commitment by one to another digest.
func (f *forger) digest(secrets *[]events.Secret, old events.Hash) events.Hash {
	f.t.Helper()
	i := slices.IndexFunc(*secrets, func(s events.Secret) bool { return s.Opens() == old })
	if i < 0 {
		f.t.Fatal("nothing opens this digest")
	}
	s := (*secrets)[i]
	hash, forged, err := events.Conceal(s.Seat, s.Salt, events.Digest{Hash: sha256.Sum256([]byte("another"))})
	if err != nil {
		f.t.Fatal(err)
	}
	*secrets = slices.Clone(*secrets)
	(*secrets)[i] = forged
	return hash
}

// ofPass is a change of the first pass with open dice.
func ofPass(change func(f *forger, b *events.Adjudicated, secrets *[]events.Secret)) func(*forger, *events.Event, *[]events.Secret) bool {
	return func(f *forger, e *events.Event, secrets *[]events.Secret) bool {
		if b, ok := f.pass(e); ok {
			change(f, &b, secrets)
			e.Body = b
		}
		return true
	}
}

// badLogs are what the corpus holds of them.
var badLogs = []bad{
	{name: "damaged-byte", code: "damaged", level: audit.Unproven, spoil: func(_ *forger, x []byte) []byte { x[len(x)/2] ^= 1; return x }},
	{name: "cut-off", code: "damaged", level: audit.Unproven, spoil: func(_ *forger, x []byte) []byte { return x[:len(x)*2/3] }},
	{name: "another-document", code: "damaged", level: audit.Unproven, spoil: func(f *forger, x []byte) []byte {
		return reframed(f.t, x, func(kind byte, content []byte) []byte {
			if kind == 'B' {
				return append(slices.Clone(content), ' ')
			}
			return content
		})
	}},
	{name: "no-document", code: "lost", level: audit.Unproven, spoil: func(f *forger, x []byte) []byte {
		return reframed(f.t, x, func(kind byte, content []byte) []byte {
			if kind == 'B' {
				return nil
			}
			return content
		})
	}},
	{name: "newer-vocabulary", code: "newer", level: audit.Unproven, spoil: func(f *forger, x []byte) []byte {
		n := 0
		return reframed(f.t, x, func(kind byte, content []byte) []byte {
			if n++; kind != 'R' || n != 9 {
				return content
			}
			r, err := events.DecodeRecord(content)
			if err != nil {
				f.t.Fatal(err)
			}
			r.Bytes = bytes.Clone(r.Bytes)
			r.Bytes[1]++ // the version stands first
			if content, err = events.EncodeRecord(r); err != nil {
				f.t.Fatal(err)
			}
			return content
		})
	}},
	{name: "an-event-left-out", code: "damaged", level: audit.Unproven, spoil: func(f *forger, x []byte) []byte {
		n := 0
		return reframed(f.t, x, func(kind byte, content []byte) []byte {
			if n++; n == 12 {
				return nil
			}
			return content
		})
	}},
	{name: "wrong-die", code: "E_DICE", level: audit.Fraud, change: ofPass(func(_ *forger, b *events.Adjudicated, _ *[]events.Secret) {
		b.Rolls[0].Values = slices.Clone(b.Rolls[0].Values)
		b.Rolls[0].Values[0] = b.Rolls[0].Values[0]%b.Rolls[0].Sides + 1
	})},
	{name: "wrong-proof", code: "E_DICE", level: audit.Fraud, change: ofPass(func(_ *forger, b *events.Adjudicated, _ *[]events.Secret) {
		b.Rolls[0].Proof = bytes.Clone(b.Rolls[0].Proof)
		b.Rolls[0].Proof[40] ^= 1
	})},
	{name: "roll-twice", code: "E_DICE", level: audit.Fraud, change: ofPass(func(_ *forger, b *events.Adjudicated, _ *[]events.Secret) {
		b.Rolls = append(b.Rolls, b.Rolls[0])
	})},
	{name: "roll-left-out", code: table.CodeRollMissing, level: audit.Fraud, change: ofPass(func(_ *forger, b *events.Adjudicated, _ *[]events.Secret) {
		b.Rolls = b.Rolls[1:]
	})},
	{name: "roll-unasked", code: table.CodeRollUnasked, level: audit.Fraud, change: ofPass(func(f *forger, b *events.Adjudicated, _ *[]events.Secret) {
		b.Rolls = append(b.Rolls, f.rolled(b.Window, "nobody asked for this"))
	})},
	{name: "wrong-position", code: table.CodeDiffers, level: audit.Fraud, change: ofPass(func(f *forger, b *events.Adjudicated, secrets *[]events.Secret) {
		b.State = f.digest(secrets, b.State)
	})},
	{name: "wrong-knowledge", code: table.CodeDiffers, level: audit.Fraud, change: ofPass(func(f *forger, b *events.Adjudicated, secrets *[]events.Secret) {
		b.Known[0].Hash = f.digest(secrets, b.Known[0].Hash)
	})},
	{name: "wrong-facts", code: table.CodeDiffers, level: audit.Fraud, change: ofPass(func(f *forger, b *events.Adjudicated, secrets *[]events.Secret) {
		b.Facts = f.digest(secrets, b.Facts)
	})},
	{name: "wrong-window", code: table.CodeWindow, level: audit.Fraud, change: ofPass(func(_ *forger, b *events.Adjudicated, _ *[]events.Secret) {
		b.Next.Turn += 5
	})},
	{name: "wrong-winner", code: table.CodeDiffers, level: audit.Fraud, change: func(f *forger, e *events.Event, _ *[]events.Secret) bool {
		if b, ok := e.Body.(events.Adjudicated); ok && b.Winner != "" {
			f.once, b.Winner = true, "nobody"
			e.Body = b
		}
		return true
	}},
	{name: "no-seal", code: "E_DICE", level: audit.Fraud, change: func(f *forger, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Sealed)
		f.once = f.once || ok && b.Window == 2
		return !ok || b.Window != 2
	}},
	{name: "seal-of-no-mail", code: "E_EVENT", level: audit.Fraud, change: func(f *forger, e *events.Event, _ *[]events.Secret) bool {
		if b, ok := e.Body.(events.Sealed); ok && !f.once {
			f.once, b.Seats = true, slices.Clone(b.Seats)
			b.Seats[0].Lines = append(slices.Clone(b.Seats[0].Lines), "3.1")
			e.Body = b
		}
		return true
	}},
	{name: "pass-left-out", code: "E_EVENT", level: audit.Fraud, change: func(f *forger, e *events.Event, _ *[]events.Secret) bool {
		b, ok := e.Body.(events.Adjudicated)
		f.once = f.once || ok && b.Window == 2
		return !ok || b.Window != 2
	}},
	{name: "wrong-salt", code: "E_EVENT", level: audit.Fraud, change: func(f *forger, e *events.Event, _ *[]events.Secret) bool {
		if b, ok := e.Body.(events.GameOpened); ok {
			f.once, b.GameSalt = true, sha256.Sum256([]byte("another"))
			e.Body = b
		}
		return true
	}},
	{name: "secret-for-another", code: "E_EVENT", level: audit.Fraud, change: func(f *forger, e *events.Event, secrets *[]events.Secret) bool {
		if b, ok := e.Body.(events.OrdersReceived); ok && !f.once {
			other := f.seats()[0]
			if other == b.Seat {
				other = f.seats()[1]
			}
			f.once, *secrets = true, slices.Clone(*secrets)
			(*secrets)[0].Seat = other
		}
		return true
	}},
	{name: "redacted", code: "hidden", level: audit.Unproven, change: func(f *forger, e *events.Event, secrets *[]events.Secret) bool {
		seat := f.seats()[0]
		f.once, *secrets = true, slices.DeleteFunc(slices.Clone(*secrets), func(s events.Secret) bool { return s.Seat != seat })
		return true
	}},
	{name: "newer-rules", code: adjudicator.CodeNewer, level: audit.Unproven, change: func(f *forger, e *events.Event, _ *[]events.Secret) bool {
		if b, ok := e.Body.(events.GameAnnounced); ok {
			f.once, b.Revision = true, b.Revision+1000
			e.Body = b
		}
		return true
	}},
	{name: "another-layout", code: "foreign", level: audit.Unproven, change: func(f *forger, e *events.Event, secrets *[]events.Secret) bool {
		switch b := e.Body.(type) {
		case events.GameAnnounced:
			b.Layout++
			e.Body = b
		case events.Adjudicated:
			f.once = true
			b.Layout++
			b.State = f.digest(secrets, b.State)
			e.Body = b
		}
		return true
	}},
}

func (f *forger) seats() []string {
	first, err := announced(f.x)
	if err != nil {
		f.t.Fatal(err)
	}
	return first.Seats
}

// rolled is a proven roll that nobody asked for.
func (f *forger) rolled(window int64, key string) events.Roll {
	f.t.Helper()
	in := dice.Input{GameID: dice.GameID(f.game), Window: uint32(window)}
	for _, r := range f.x.Records {
		if e, err := events.Decode(r.Bytes); err == nil {
			if b, ok := e.Body.(events.GameOpened); ok {
				in.Salt = b.GameSalt
			}
		}
	}
	k, err := corpusKeys{}.Key(f.game)
	if err != nil {
		f.t.Fatal(err)
	}
	values, proof, err := dice.NewVRF(k, in).Roll(key, 1, 6)
	if err != nil {
		f.t.Fatal(err)
	}
	return events.Roll{Key: key, Sides: 6, Values: []int64{int64(values[0])}, Proof: proof}
}

// forged makes a bad export of a good one.
func (b bad) forged(t *testing.T, x *archive.Exported) []byte {
	t.Helper()
	f := &forger{t: t, game: x.Game, x: x}
	store, head := memlog.New(), events.Head{}
	for _, r := range x.Records {
		e, err := events.Decode(r.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		secrets := r.Secrets
		if b.change != nil && !b.change(f, &e, &secrets) {
			continue
		}
		made, err := events.Next(head, e, secrets...)
		if err == nil {
			err = store.Append(t.Context(), made)
		}
		if err == nil {
			head, err = made.Head()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if b.change != nil && !f.once {
		t.Fatalf("%s: nothing was changed", b.name)
	}
	for _, blob := range x.Blobs {
		if _, err := store.Put(t.Context(), blob); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := archive.Export(t.Context(), &out, store, x.Game, "", nil); err != nil {
		t.Fatal(err)
	}
	if b.spoil == nil {
		return out.Bytes()
	}
	spoilt := b.spoil(f, bytes.Clone(out.Bytes()))
	if bytes.Equal(spoilt, out.Bytes()) {
		t.Fatalf("%s: nothing was changed", b.name)
	}
	return spoilt
}

// reframed changes the parts of an export and sums them anew; nil leaves one out.
func reframed(t *testing.T, export []byte, change func(kind byte, content []byte) []byte) []byte {
	t.Helper()
	at := bytes.IndexByte(export, '\n') + 1
	out := bytes.Clone(export[:at])
	for at < len(export) {
		kind, length := export[at], int(binary.BigEndian.Uint32(export[at+1:]))
		content := change(kind, export[at+5:at+5+length])
		at += 5 + length + 4
		if content == nil {
			continue
		}
		frame := append(binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(content))), content...)
		out = append(out, binary.BigEndian.AppendUint32(frame, crc32.Checksum(frame, crc32.MakeTable(crc32.Castagnoli)))...)
	}
	return out
}

// judged says what stops an export, and how an audit judges it.
func judged(t *testing.T, export []byte) (code string, level int) {
	t.Helper()
	x, err := archive.ReadExport(bytes.NewReader(export))
	laid := &audit.Export{}
	switch {
	case errors.Is(err, events.ErrNewer):
		code, laid.Later = "newer", err.Error()
	case errors.Is(err, events.ErrDamaged):
		code, laid.Broken = "damaged", err.Error()
	case err != nil:
		t.Fatal(err)
	default:
		switch v := auditOf(x); {
		case v.Fault != nil:
			code = v.Fault.Code
		case v.Newer:
			code = adjudicator.CodeNewer
		case v.Lost:
			code = "lost"
		case v.Hidden:
			code = "hidden"
		case v.Foreign > 0:
			code = "foreign"
		}
		laid = &audit.Export{Game: x.Game, Records: x.Records, Blob: blobs(x)}
	}
	return code, audit.Run(audit.Evidence{Export: laid}, audit.Means{Engines: adjudicator.Game}).Exit()
}

// TestBadLogs holds the audit against every kind of bad log, as it was kept and as it is made today.
func TestBadLogs(t *testing.T) {
	x := opened(t, shortest(t))
	if code, level := judged(t, (bad{}).forged(t, x)); code != "" || level >= audit.Unproven {
		t.Fatalf("the good game comes out with %q and level %d", code, level)
	}
	known := map[string]bool{}
	for _, b := range badLogs {
		file := filepath.Join("testdata", "bad", b.name+".gz")
		known[file] = true
		t.Run(b.name, func(t *testing.T) {
			made := b.forged(t, x)
			if *newCorpus {
				writeBad(t, file, made)
			}
			for from, export := range map[string][]byte{"as it is made today": made, "as it was kept": readBad(t, file)} {
				if code, level := judged(t, export); code != b.code || level != b.level {
					t.Errorf("%s: it comes out with %q and level %d, want %q and %d", from, code, level, b.code, b.level)
				}
			}
		})
	}
	files, err := filepath.Glob(filepath.Join("testdata", "bad", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s is no bad log that is known here", file)
		}
	}
}

// shortest is the finished game of fewest bytes that the rules have ended and in which one pass rolls openly more than once. It is of a real
// rulebook: the positions of a teaching game have few keys.
func shortest(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(*corpusDir, "*", "*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	best, size := "", int64(1<<40)
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		engine, ok := adjudicator.Game(filepath.Base(filepath.Dir(file)))
		if info.Size() >= size || !ok || len(engine.Keys()) < 100 {
			continue
		}
		if x := opened(t, file); closed(t, x).Cause == "over" && slices.ContainsFunc(x.Records, rollsTwice) {
			best, size = file, info.Size()
		}
	}
	if best == "" {
		t.Fatal("no game is kept")
	}
	return best
}

// rollsTwice reports whether a pass rolls openly, more than once.
func rollsTwice(r events.Record) bool {
	e, err := events.Decode(r.Bytes)
	b, ok := e.Body.(events.Adjudicated)
	return err == nil && ok && len(b.Rolls) >= 2
}

func writeBad(t *testing.T, file string, export []byte) {
	t.Helper()
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(export)
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, packed.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readBad(t *testing.T, file string) []byte {
	t.Helper()
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := out.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
