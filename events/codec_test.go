package events

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

func hashOf(s string) Hash { return LeafHash([]byte(s)) }

var sampleOrders = Orders{
	Lines: []Line{{
		Number: 1, Text: "if F7 crushed then G3: assault F7 take; hold | otherwise: watch", Guard: "if",
		When: [][]Term{{{Not: true, Name: "crushed", Args: []Arg{{Name: "hex", Value: "F7"}}}}},
		Verb: "assault", Args: []Arg{{Name: "unit", Value: "south.G3"}, {Name: "to", Value: "F7"}},
		Clauses:   []Clause{{Verb: "take"}, {Verb: "hold", Args: []Arg{{Name: "turns", Value: "2"}}}},
		Otherwise: []Clause{{Verb: "watch"}},
	}, {Number: 2, Text: "standing retreat: toward D5", Standing: true, Verb: "retreat", Args: []Arg{{Name: "toward", Value: "D5"}}}},
	Phases: []string{"activation", "standing retreat"}, Replaces: []string{"41.3"},
	Answers: []Answer{{Question: "2/activation/south G1/ambush", Text: "no"}},
	Faults:  []Fault{{Number: 3, Typed: "mvoe G1 D6", Column: 1, Code: "orders.verb", Args: []Option{{"typed", "mvoe"}}, Suggestions: []string{"move"}}},
	Ignored: []string{"-- ", "Envoyé de mon téléphone"},
}

// samples holds one body of every type, with every list filled.
var samples = []Body{
	GameAnnounced{Rulebook: "brush-brothers", Revision: 1, Layout: 1001, Scenario: "the-ford", Document: hashOf("document"), Rhythm: "plan",
		Options: []Option{{"fog", "on"}}, Seats: []string{"south", "north"}, Dice: DiceTerms{Profile: "D1", PublicKey: hashOf("key")},
		Schedule: Schedule{Period: 4320, Weekdays: "mon,fri", Clock: "20:00", Zone: "Europe/Paris", CoolOff: 600, Remind: 1440}, Language: "en"},
	SeatTaken{Seat: "south", Name: "Anne", Language: "fr", Zone: "Europe/Paris", Anchor: [16]byte{1, 2, 3}, PlayerSealed: hashOf("player"), Mail: hashOf("mail")},
	GameOpened{GameSalt: hashOf("salt")},
	OrdersReceived{Seat: "south", Number: 3, Mail: hashOf("mail"), Raw: hashOf("raw"), Window: 7, OrdersSealed: hashOf("orders")},
	OrdersRefused{Seat: "north", Mail: hashOf("mail"), Raw: hashOf("raw"), Code: "mail.unproven", DetailSealed: hashOf("detail")},
	OrdersWithdrawn{Seat: "south", Mail: hashOf("mail"), Lines: []string{"41.1", "41.2"}},
	Sealed{Window: 7, Cause: "all in", Seats: []SeatSeal{{Seat: "south", Lines: []string{"41.1"}, Answers: []string{"43.a1"}, Standing: []string{"12.2"}}, {Seat: "north", Silent: true}}},
	DeadlineSet{Window: 7, Due: 1795806000000, Zone: "Europe/Paris", Wall: "2026-11-27 20:00", Cause: "opened"},
	DeadlinePassed{Window: 7, Due: 1795806000000},
	Adjudicated{Window: 7, Rolls: []Roll{{Key: "2/activation/south G1/fire/to hit", Sides: 6, Values: []int64{3, 5}, Proof: bytes.Repeat([]byte{7}, 80)}, {Key: "2/event", Sides: 300, Values: []int64{299}, Draw: true}},
		Hidden: []SeatHash{{"south", hashOf("h1")}, {"north", hashOf("h2")}}, Facts: hashOf("facts"), State: hashOf("state"),
		Known: []SeatHash{{"south", hashOf("k1")}, {"north", hashOf("k2")}}, Next: Window{Number: 8, Turn: 2, Step: "4.2", Asks: true, Seats: []string{"north"}},
		Ending: "bb.ending.village", Winner: "south", Layout: 1001},
	Rewound{Window: 5, Epoch: 1, Reason: "a mail was read wrongly"},
	Amended{SetSealed: hashOf("set"), Reason: "the counter stood one hex off"},
	ReportIssued{Seat: "south", Letter: "report", About: 42, Mail: hashOf("mail"), MessageID: "<42.south@fieldpost>", Digest: hashOf("letter"), AddressSealed: hashOf("address")},
	MailSent{Issue: 43},
	MailBounced{Issue: 43, Permanent: true, Code: "5.1.1"},
	PressSent{From: "south", To: "north", Mail: hashOf("mail"), TextSealed: hashOf("press")},
	SeatReplaced{Seat: "north", Name: "Bo", Language: "en", Zone: "UTC", PlayerSealed: hashOf("player 2"), Reason: "asked by the first"},
	GameClosed{Cause: "over", Ending: "bb.ending.village", Winner: "south"},
	TermsSet{Origin: "example.org/g/hill-7", LogKey: hashOf("log key"), Beacon: sampleBeacon, Margin: 600, CodeTime: 2880, Fallback: "wait"},
	CodesAnchored{Seat: "south", Mail: hashOf("mail"), Anchor: [16]byte{4, 5, 6}},
	CodesAsked{Window: 7, Number: 8, Due: 1795806000000},
	CodeRevealed{Seat: "south", Mail: hashOf("mail"), Number: 8, Value: [16]byte{7, 8, 9}},
	EntropyFixed{Window: 7, Number: 8, Seats: []SeatCode{{"north", 2, [16]byte{1}}, {"south", 1, [16]byte{2}}}, Root: hashOf("codes")},
	RoundFixed{Window: 7, Attempt: 2, From: 1795806000000, Round: 34334400, Seen: 34334200, SeenSignature: bytes.Repeat([]byte{9}, 48)},
	BeaconObserved{Window: 7, Round: 34334400, Signature: bytes.Repeat([]byte{8}, 48), Mail: hashOf("mail")},
	BeaconUnavailable{Window: 7, Round: 34334400, Fallback: "consent"},
	BeaconChanged{Beacon: sampleBeacon, Reason: "the chain has ended"},
	KeyRotated{PublicKey: hashOf("key 2"), Window: 9, Reason: "the disk was lost"},
	CheckpointWitnessed{Size: 41, Root: hashOf("root"), Witness: "anne.example.org/w", Key: hashOf("witness"), Time: 1795806000, Signature: bytes.Repeat([]byte{6}, 64), Mail: hashOf("mail")},
	OrdersVoided{Seat: "south", Orders: 41, Reason: "meant for another game"},
	LateAccepted{Seat: "south", Orders: 47, Reason: "the host was down"},
	AmendmentProposed{What: "beacon", Window: 5, Reason: "the chain has ended", Beacon: sampleBeacon},
	ConsentGiven{Seat: "north", Proposal: 50, Mail: hashOf("mail")},
	RulesChanged{Revision: 2, Reason: "BB-4.9 was misread"},
	Explained{About: 44, Reason: "holidays"},
	OperatorSeated{Seat: "south"},
	PostTermsSet{Proof: "standard", Press: "anonymous", Phases: []PhaseClock{{Step: "questions", Clock: "20:00", Weekdays: "mon,fri", Minimum: 1440, Next: 2880, Grace: 720, CoolOff: 900, Remind: 1440}}, Bank: 4320, Missed: 3, Absences: 3, Mending: 360},
	SenderProven{Seat: "south", Mail: hashOf("mail"), Sent: 1795000000000, Dated: true, Token: "pass", Domain: "pass", Path: "unchecked", Signature: "fail", Records: hashOf("records")},
	MailHeld{Seat: "south", Mail: hashOf("mail"), Raw: hashOf("raw"), Cause: "unproven", Missing: "domain"},
	AbsenceSet{Seat: "north", Slot: 2, From: 1795000000000, Until: 1795900000000, Mail: hashOf("mail")},
	SeatVacated{Seat: "north", Cause: "surrender", Mail: hashOf("mail"), Reason: "no time"},
	PressHidden{To: "south,north", Mail: hashOf("mail"), AuthorSealed: hashOf("author"), TextSealed: hashOf("press")},
	KeyFiled{Seat: "south", Fingerprint: "c2a0", Key: hashOf("key"), Mail: hashOf("mail")},
	LettersChosen{Seat: "south", Mail: hashOf("mail"), Off: []string{"copies", "reminders"}, On: []string{"arrivals"}},
	Resealed{Window: 7, Seal: 52, Reason: "the seal named lines that nobody sent"},
	MachineSeated{Seat: "north", Bot: "sensible", Reason: "its player is in hospital"},
	Restored{Signed: 95, Root: hashOf("root"), Seen: 97, Reason: "the disk was lost"},
	AdviceAllowed{Asks: 2},
	AdviceAsked{Seat: "south", Mail: hashOf("mail"), Window: 7},
	LogKeyRotated{LogKey: hashOf("next log key"), Signature: bytes.Repeat([]byte{0x5a}, 64), Reason: "a disk was stolen"},
	HostMoved{Address: "orders@example.net", Reason: "the club has a new machine"},
	MailKeyRotated{Print: hashOf("mail key"), Until: 1795500000000, Reason: "a disk was stolen"},
	ObserversAllowed{Turns: 2},
}

var sampleBeacon = Beacon{Chain: hashOf("chain"), PublicKey: bytes.Repeat([]byte{5}, 96), Genesis: 1692803367, Period: 3}

func sampleEvent(i int) Event {
	e := Event{Game: "hill-7", Seq: int64(i) + 1, Time: 1795000000000 + int64(i), Actor: "seat:south", Body: samples[i]}
	if i > 0 {
		e.Prev = hashOf(fmt.Sprint("event ", i))
	}
	return e
}

// golden compares b with a file of hexadecimal lines.
func golden(t *testing.T, name string, b []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name+".hex")
	var text strings.Builder
	for line := b; len(line) > 0; line = line[min(32, len(line)):] {
		fmt.Fprintf(&text, "%x\n", line[:min(32, len(line))])
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the test with -update)", err)
	}
	if string(want) != text.String() {
		t.Errorf("%s: the bytes have changed; stored events must stay readable for ever\n got %s\nwant %s", name, text.String(), want)
	}
}

func fromGolden(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "golden", name+".hex"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := hex.DecodeString(strings.Join(strings.Fields(string(text)), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every type of the vocabulary has golden bytes, which read back as what was written.
func TestGoldenBytesOfEveryType(t *testing.T) {
	for i, body := range samples {
		e := sampleEvent(i)
		b, err := Encode(e)
		if err != nil {
			t.Fatalf("%s: %v", body.Kind(), err)
		}
		golden(t, string(body.Kind()), b)
		back, err := Decode(fromGolden(t, string(body.Kind())))
		if err != nil {
			t.Fatalf("%s: %v", body.Kind(), err)
		}
		if !reflect.DeepEqual(back, e) {
			t.Errorf("%s\n got %+v\nwant %+v", body.Kind(), back, e)
		}
	}
	for i, entry := range vocabulary {
		if i >= len(samples) || samples[i].Kind() != entry.kind {
			t.Errorf("%s has no sample", entry.kind)
		}
	}
}

// Every sample fills every field, so that the golden bytes cover it.
func TestSamplesLeaveNoFieldEmpty(t *testing.T) {
	for _, body := range append(append([]Body{}, samples...), partBody{sampleOrders}) {
		v := reflect.ValueOf(body)
		if p, ok := body.(partBody); ok {
			v = reflect.ValueOf(p.part)
		}
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("%s.%s is empty in its sample", v.Type(), v.Type().Field(i).Name)
			}
		}
	}
}

type partBody struct{ part any }

func (partBody) Kind() Kind { return "" }

func TestGoldenParts(t *testing.T) {
	goldenPart(t, "part-Orders", sampleOrders)
	goldenPart(t, "part-Player", Player{Address: "anne@example.org"})
	goldenPart(t, "part-Rolls", Rolls{Rolls: []Roll{{Key: "2/hidden", Sides: 6, Values: []int64{1}, Proof: []byte{1}}}})
	goldenPart(t, "part-Refusal", Refusal{Address: "x@example.org", Subject: "Re: turn", Args: []Option{{"n", "1"}}, Faults: []Fault{{Number: 1, Typed: "?", Code: "orders.empty"}}})
	goldenPart(t, "part-Press", Press{Text: "Rendez-vous à l’aube."})
	goldenPart(t, "part-Author", Author{Seat: "south"})
	goldenPart(t, "part-Correction", Correction{Set: `{"south.G1":{"hex":"D6"}}`})
}

func goldenPart[T Part](t *testing.T, name string, part T) {
	t.Helper()
	b, err := EncodePart(part)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, name, b)
	back, err := DecodePart[T](fromGolden(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, part) {
		t.Errorf("%s\n got %+v\nwant %+v", name, back, part)
	}
}

// A part is refused as a part of any other type, even where the fields are alike.
func TestPartsAreNotMistakenForEachOther(t *testing.T) {
	b, err := EncodePart(Press{Text: "anne@example.org"})
	if err != nil {
		t.Fatal(err)
	}
	var ce *CodecError
	if _, err := DecodePart[Player](b); !errors.As(err, &ce) || ce.Code != CodeKind {
		t.Errorf("a Press was read as a Player: %v", err)
	}
}

func TestEmptyAndNilListsAreTheSameBytes(t *testing.T) {
	a, err := EncodePart(Orders{Phases: []string{}, Lines: []Line{{Args: []Arg{}}}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := EncodePart(Orders{Lines: []Line{{}}})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("got %x and %x", a, b)
	}
	r := Roll{Proof: []byte{}, Values: []int64{128, -129, 1 << 40, -1 << 63}}
	got, err := EncodePart(Rolls{Rolls: []Roll{r}})
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodePart[Rolls](got)
	if err != nil || back.Rolls[0].Proof != nil || !reflect.DeepEqual(back.Rolls[0].Values, r.Values) {
		t.Errorf("got %+v, %v", back, err)
	}
}

func TestEncodeRefuses(t *testing.T) {
	good := sampleEvent(1)
	for _, c := range []struct {
		name string
		code string
		edit func(*Event)
	}{
		{"no body", CodeKind, func(e *Event) { e.Body = nil }},
		{"a body outside the vocabulary", CodeKind, func(e *Event) { e.Body = partBody{} }},
		{"no game", CodeField, func(e *Event) { e.Game = "" }},
		{"a game with capitals", CodeField, func(e *Event) { e.Game = "Hill" }},
		{"a game that would be a wildcard", CodeField, func(e *Event) { e.Game = "*" }},
		{"a game of 41 letters", CodeField, func(e *Event) { e.Game = strings.Repeat("a", 41) }},
		{"number zero", CodeField, func(e *Event) { e.Seq = 0 }},
		{"a first event that follows one", CodeField, func(e *Event) { e.Seq = 1 }},
		{"a later event that follows none", CodeField, func(e *Event) { e.Prev = Hash{} }},
		{"no actor", CodeField, func(e *Event) { e.Actor = "" }},
		{"text that is not UTF-8", CodeMalformed, func(e *Event) { e.Body = Rewound{Reason: "\xff"} }},
		{"more than a record may measure", CodeSize, func(e *Event) { e.Body = Amended{Reason: strings.Repeat("x", MaxRecord)} }},
	} {
		e := good
		c.edit(&e)
		_, err := Encode(e)
		var ce *CodecError
		if !errors.As(err, &ce) || ce.Code != c.code {
			t.Errorf("%s: got %v, want %s", c.name, err, c.code)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := fromGolden(t, "MailSent") // 98 01 a6 "hill-7" 0e c4 20 prev cf time aa "seat:south" a8 "MailSent" 91 2b
	edit := func(f func([]byte) []byte) []byte { return f(bytes.Clone(good)) }
	replace := func(old, new string) []byte {
		if !bytes.Contains(good, []byte(old)) {
			t.Fatalf("the golden bytes do not hold %x", old)
		}
		return bytes.Replace(bytes.Clone(good), []byte(old), []byte(new), 1)
	}
	for _, c := range []struct {
		name string
		b    []byte
		code string
		says string
	}{
		{"nothing", nil, CodeMalformed, "cut off"},
		{"a byte short", good[:len(good)-1], CodeMalformed, "left"},
		{"a byte more", append(bytes.Clone(good), 0), CodeMalformed, "follow"},
		{"a newer version", edit(func(b []byte) []byte { b[1] = 2; return b }), CodeVersion, "newer"},
		{"a version that never was", edit(func(b []byte) []byte { b[1] = 0; return b }), CodeVersion, "never"},
		{"a newer version of another shape", []byte{0x92, 0x02, 0x01}, CodeVersion, "newer"},
		{"an unknown type", replace("MailSent", "MailEsnt"), CodeKind, `"MailEsnt"`},
		{"a body of another type", replace("\xa8MailSent", "\xabMailBounced"), CodeMalformed, "list of 3"},
		{"a body with text for a number", replace("\x91\x2b", "\x91\xa0"), CodeMalformed, "MailSent.Issue should be an integer"},
		{"a body of nil", replace("\x91\x2b", "\xc0"), CodeMalformed, "list of 1"},
		{"an integer in two bytes too many", replace("\x91\x2b", "\x91\xcc\x2b"), CodeMalformed, "shortest"},
		{"an integer above int64", replace("\x91\x2b", "\x91\xcf\xff\xff\xff\xff\xff\xff\xff\xff"), CodeMalformed, "too large"},
		{"a float", replace("\x91\x2b", "\x91\xca\x00\x00\x00\x00"), CodeMalformed, "no place"},
		{"a map", replace("\x91\x2b", "\x81\xa5Issue\x2b"), CodeMalformed, "no place"},
		{"an empty list", replace("\x91\x2b", "\x90"), CodeMalformed, "nil"},
		{"a list of four thousand millions", replace("\x91\x2b", "\xdd\xff\xff\xff\xff"), CodeMalformed, "left"},
		{"text with a long head", replace("\xa6hill-7", "\xd9\x06hill-7"), CodeMalformed, "shortest"},
		{"text that is not UTF-8", replace("seat:south", "seat:s\xfeuth"), CodeMalformed, "UTF-8"},
		{"a short hash", shortHash(good), CodeMalformed, "32 bytes"},
		{"too deep", replace("\x91\x2b", strings.Repeat("\x91", 40)+"\x01"), CodeMalformed, "MailSent.Issue should be an integer"},
		{"too large", make([]byte, MaxRecord+1), CodeSize, "more than"},
	} {
		_, err := Decode(c.b)
		var ce *CodecError
		if !errors.As(err, &ce) || ce.Code != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %s with %q", c.name, err, c.code, c.says)
		}
	}
}

// Flipping any one bit of any golden event gives either an error or other bytes that are themselves canonical.
func TestEveryFlippedBitIsRefusedOrCanonical(t *testing.T) {
	for _, entry := range vocabulary {
		good := fromGolden(t, string(entry.kind))
		for i := range len(good) * 8 {
			b := bytes.Clone(good)
			b[i/8] ^= 1 << (i % 8)
			e, err := Decode(b)
			if err != nil {
				continue
			}
			again, err := Encode(e)
			if err != nil || !bytes.Equal(again, b) {
				t.Fatalf("%s, bit %d: decoded, but encodes as %x, %v", entry.kind, i, again, err)
			}
		}
	}
}

// When the version is raised, an upcaster lifts the old body and the rest of the program sees today's vocabulary.
func TestOlderVersionsAreLifted(t *testing.T) {
	next := reader{version: 2, upcasters: map[int64]upcaster{1: func(kind Kind, body []byte) (Kind, []byte, error) {
		if kind == "MailPosted" { // as if MailSent had had this name and no number
			return "MailSent", append([]byte{0x91}, body[1:]...), nil
		}
		return kind, body, nil
	}}}
	old := bytes.Replace(fromGolden(t, "MailSent"), []byte("\xa8MailSent"), []byte("\xaaMailPosted"), 1)
	e, err := next.decode(old)
	if err != nil || e.Body != (MailSent{Issue: 43}) {
		t.Errorf("got %+v, %v", e, err)
	}
	if _, err := Decode(old); err == nil {
		t.Error("the reader of version 1 knows no MailPosted")
	}
}

func FuzzScan(f *testing.F) {
	for _, entry := range vocabulary {
		f.Add(fromGolden(f, string(entry.kind)))
	}
	f.Add([]byte("\xdd\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if scan(b, nil) == nil && !bytes.Equal(nilEmpties(bytes.Clone(b)), b) {
			t.Errorf("%x passed, but has an empty list or bytes", b)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, entry := range vocabulary {
		f.Add(fromGolden(f, string(entry.kind)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := Decode(b)
		if err != nil {
			return
		}
		again, err := Encode(e)
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%x decodes, but encodes as %x, %v", b, again, err)
		}
	})
}

func FuzzDecodePart(f *testing.F) {
	f.Add(fromGolden(f, "part-Orders"))
	f.Fuzz(func(t *testing.T, b []byte) {
		part, err := DecodePart[Orders](b)
		if err != nil {
			return
		}
		again, err := EncodePart(part)
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%x decodes, but encodes as %x, %v", b, again, err)
		}
	})
}

// Hostile counts cost no more than a small multiple of the input: each list element needs its own bytes first.
func TestHostileCountsAllocateLittle(t *testing.T) {
	lines := append([]byte{0x92, partOrders, 0x96, 0xdd, 0, 0x0c, 0, 0}, bytes.Repeat([]byte{0x01}, 0x0c0000)...)
	allocated := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := DecodePart[Orders](lines); err == nil {
				b.Fatal("accepted")
			}
		}
	}).AllocedBytesPerOp()
	if allocated > 1<<20 {
		t.Errorf("refusing %d bytes allocated %d", len(lines), allocated)
	}
}

func BenchmarkEncode(b *testing.B) {
	e := sampleEvent(9)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Encode(e); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	bytes, err := Encode(sampleEvent(9))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(bytes)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(bytes); err != nil {
			b.Fatal(err)
		}
	}
}

// shortHash takes the last byte off the hash in an event, and mends its length.
func shortHash(event []byte) []byte {
	at := bytes.Index(event, []byte("\xc4\x20"))
	b := bytes.Clone(event[:at+1])
	b = append(b, 0x1f)
	b = append(b, event[at+2:at+2+31]...)
	return append(b, event[at+2+32:]...)
}
