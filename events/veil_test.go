package events

import (
	"bytes"
	"testing"
)

// sealedBy makes a log that ends with a seal and a withdrawal, in which north has sent some lines.
func sealedBy(t *testing.T, lines ...string) []Record {
	t.Helper()
	var head Head
	var records []Record
	for _, body := range []Body{
		PressSent{From: "north", To: "south", TextSealed: hashOf("press")},
		OrdersWithdrawn{Seat: "north", Lines: lines},
		Sealed{Window: 3, Cause: "deadline", Seats: []SeatSeal{
			{Seat: "north", Lines: lines, Standing: lines, Silent: len(lines) == 0}, {Seat: "south", Lines: []string{"4.1"}, Answers: []string{"4.a1"}}}},
		OrdersWithdrawn{Seat: "south", Lines: []string{"4.1"}},
	} {
		r, err := Next(head, Event{Game: "hill-7", Time: 1795000000000, Actor: "fieldpost", Body: body})
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

// TestVeil: under a veil a log is the same chain, shows a seat its own lines, and is as long whatever the other seat has sent.
func TestVeil(t *testing.T) {
	var sizes [2][]int
	for i, lines := range [][]string{nil, {"3.1", "3.2", "3.3"}} {
		whole := sealedBy(t, lines...)
		head, err := walk("hill-7", whole)
		if err != nil {
			t.Fatal(err)
		}
		var shown []Record
		for _, r := range whole {
			v, err := r.Veil("south")
			if err != nil {
				t.Fatal(err)
			}
			if !v.Whole.IsZero() {
				b, err := EncodeVeiled(v)
				if err != nil {
					t.Fatal(err)
				}
				if again, err := DecodeVeiled(b); err != nil || again.Whole != v.Whole || !bytes.Equal(again.Bytes, v.Bytes) {
					t.Fatalf("read again: %+v, %v", again, err)
				}
				if _, err := EncodeRecord(v); err == nil {
					t.Error("a store takes a record that shows only a part of its event")
				}
				if _, err := v.Veil("south"); err == nil {
					t.Error("a veiled record is veiled again")
				}
			}
			shown, sizes[i] = append(shown, v), append(sizes[i], len(v.Bytes))
		}
		if got, err := walk("hill-7", shown); err != nil || got != head {
			t.Errorf("the veiled log ends with %v, %v; want %v", got, err, head)
		}
		e, err := Decode(shown[2].Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if s := e.Body.(Sealed); s.Cause != "deadline" || s.Seats[0].Lines != nil || s.Seats[0].Standing != nil || s.Seats[0].Silent || len(s.Seats[1].Lines) != 1 || len(s.Seats[1].Answers) != 1 {
			t.Errorf("south sees %+v", s)
		}
		if !shown[0].Whole.IsZero() || shown[1].Whole.IsZero() || !shown[3].Whole.IsZero() {
			t.Error("press and south's own withdrawal are veiled, or north's withdrawal is not")
		}
		bad := bytes.Clone(shown[1].Whole[:])
		shown[1].Whole[0] ^= 1
		if _, err := walk("hill-7", shown); err == nil {
			t.Error("another event under the veil is taken for the true one")
		}
		copy(shown[1].Whole[:], bad)
		shown[0].Whole = shown[0].Leaf()
		if _, err := walk("hill-7", shown); err == nil {
			t.Error("a message may be shown in part")
		}
	}
	for i := range sizes[0] {
		if sizes[0][i] != sizes[1][i] {
			t.Errorf("event %d measures %d bytes or %d, as north has ordered", i+1, sizes[0][i], sizes[1][i])
		}
	}
}
