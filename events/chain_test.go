package events

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

// game makes the records of a short game, secrets and all.
func game(t testing.TB, id string) []Record {
	t.Helper()
	var head Head
	var records []Record
	for i, body := range samples {
		salt := hashOf(id + string(body.Kind()))
		var secrets []Secret
		if orders, ok := body.(OrdersReceived); ok {
			commitment, secret, err := Conceal("south", salt, sampleOrders)
			if err != nil {
				t.Fatal(err)
			}
			orders.OrdersSealed = commitment
			body, secrets = orders, []Secret{secret}
		}
		r, err := Next(head, Event{Game: id, Time: 1795000000000 + int64(i), Actor: "fieldpost", Body: body}, secrets...)
		if err != nil {
			t.Fatal(err)
		}
		if head, err = r.Head(); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

func walk(id string, records []Record) (Head, error) {
	return Walk(id, func(yield func(Record, error) bool) {
		for _, r := range records {
			if !yield(r, nil) {
				return
			}
		}
	})
}

func TestChainOfAWholeGame(t *testing.T) {
	records := game(t, "hill-7")
	head, err := walk("hill-7", records)
	if err != nil || head.Seq != int64(len(samples)) || head.Hash != LeafHash(records[len(records)-1].Bytes) {
		t.Fatalf("got %+v, %v", head, err)
	}
	for i := range records {
		records[i] = records[i].Without(func(Secret) bool { return true })
	}
	if redacted, err := walk("hill-7", records); err != nil || redacted != head {
		t.Errorf("the redacted game has another chain: %+v, %v", redacted, err)
	}
}

// Whatever is done to a stored game, the first event that is not as it was is named.
func TestChainFindsTheFirstBreak(t *testing.T) {
	other := game(t, "hill-8")
	for _, c := range []struct {
		name string
		edit func([]Record) []Record
		seq  int64
		says string
	}{
		{"an event is missing", func(r []Record) []Record { return append(r[:4], r[5:]...) }, 5, "event 6 stands in its place"},
		{"an event stands twice", func(r []Record) []Record { return append(r[:4:4], r[3:]...) }, 5, "event 4 stands"},
		{"two events have changed places", func(r []Record) []Record { r[4], r[5] = r[5], r[4]; return r }, 5, "event 6 stands"},
		{"an event of another game", func(r []Record) []Record { r[6] = other[6]; return r }, 7, "belongs to game hill-8"},
		{"the beginning is missing", func(r []Record) []Record { return r[1:] }, 1, "event 2 stands"},
		{"one word was changed", func(r []Record) []Record {
			r[11].Bytes = bytes.Replace(bytes.Clone(r[11].Bytes), []byte("one hex"), []byte("two hex"), 1)
			return r
		}, 13, "follows an event with hash"},
		{"a byte was lost", func(r []Record) []Record { r[2].Bytes = r[2].Bytes[:len(r[2].Bytes)-1]; return r }, 3, CodeMalformed},
		{"a secret was changed", func(r []Record) []Record {
			s := r[3].Secrets[0]
			s.Plain = bytes.Replace(bytes.Clone(s.Plain), []byte("F7"), []byte("F8"), 1)
			r[3].Secrets = []Secret{s}
			return r
		}, 4, "opens none"},
		{"a secret was put beside another event", func(r []Record) []Record { r[4].Secrets = r[3].Secrets; return r }, 5, "opens none"},
		{"a secret stands twice", func(r []Record) []Record {
			r[3].Secrets = append(r[3].Secrets, r[3].Secrets[0])
			return r
		}, 4, "opens none"},
	} {
		_, err := walk("hill-7", c.edit(game(t, "hill-7")))
		var damage *DamageError
		if !errors.As(err, &damage) || !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		if damage.Seq != c.seq || !strings.Contains(damage.Reason, c.says) || damage.Game != "hill-7" {
			t.Errorf("%s: got %v, want event %d, %q", c.name, err, c.seq, c.says)
		}
	}
}

func TestNextRefusesASecretThatOpensNothing(t *testing.T) {
	_, secret, err := Conceal("", hashOf("salt"), Press{Text: "dawn"})
	if err != nil {
		t.Fatal(err)
	}
	e := Event{Game: "hill-7", Actor: "fieldpost", Body: GameOpened{}}
	if _, err := Next(Head{}, e, secret); err == nil {
		t.Error("accepted")
	}
}

func TestCommitments(t *testing.T) {
	salt := hashOf("salt")
	commitment, secret, err := Conceal("south", salt, Press{Text: "dawn"})
	if err != nil {
		t.Fatal(err)
	}
	r := Record{Secrets: []Secret{{Seat: "north", Salt: hashOf("x"), Plain: []byte("y")}, secret}}
	if p, ok, err := Open[Press](r, commitment); err != nil || !ok || p.Text != "dawn" {
		t.Errorf("got %+v, %v, %v", p, ok, err)
	}
	if _, ok, err := Open[Press](Record{}, commitment); ok || err != nil {
		t.Errorf("a redacted record: got %v, %v", ok, err)
	}
	if _, ok, err := Open[Player](r, commitment); ok || err == nil {
		t.Errorf("a part of another type: got %v, %v", ok, err)
	}
	for name, other := range map[string]Hash{
		"another salt":      Commit(hashOf("other"), secret.Plain),
		"another text":      Commit(salt, append(bytes.Clone(secret.Plain), 0)),
		"the bare sha":      sha256.Sum256(secret.Plain),
		"no salt, no bytes": Commit(Hash{}, nil),
	} {
		if other == commitment {
			t.Errorf("%s gives the same commitment", name)
		}
	}
}

// The worked example of the package comment, byte for byte.
func TestWorkedExample(t *testing.T) {
	commitment, secret, err := Conceal("north", Hash(bytes.Repeat([]byte{0x11}, 32)), Press{Text: "Hold."})
	if err != nil {
		t.Fatal(err)
	}
	first, err := Next(Head{}, Event{Game: "hill-7", Time: 1795806000000, Actor: "master", Body: GameOpened{GameSalt: Hash(bytes.Repeat([]byte{0x22}, 32))}})
	if err != nil {
		t.Fatal(err)
	}
	head, err := first.Head()
	if err != nil {
		t.Fatal(err)
	}
	second, err := Next(head, Event{Game: "hill-7", Time: 1795806000001, Actor: "seat:south", Body: PressSent{From: "south", To: "north", TextSealed: commitment}}, secret)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := EncodeRecord(second)
	if err != nil {
		t.Fatal(err)
	}
	end, err := second.Head()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, line := range []struct {
		name string
		b    []byte
	}{
		{"event 1", first.Bytes}, {"leaf 1", head.Hash[:]}, {"part", secret.Plain}, {"commitment", commitment[:]},
		{"event 2", second.Bytes}, {"leaf 2", end.Hash[:]}, {"record 2", stored}, {"root", rootOf(head.Hash, end.Hash)},
	} {
		text.WriteString("\t" + line.name + "\n")
		for h := hex.EncodeToString(line.b); h != ""; h = h[min(64, len(h)):] {
			text.WriteString("\t    " + h[:min(64, len(h))] + "\n")
		}
	}
	doc := readDoc(t)
	if want := "//" + strings.ReplaceAll(strings.TrimSuffix(text.String(), "\n"), "\n", "\n//"); !strings.Contains(doc, want) {
		t.Errorf("doc.go does not hold the worked example as the code gives it:\n%s", want)
	}
}

func rootOf(leaves ...Hash) []byte {
	root := Root(leaves)
	return root[:]
}
