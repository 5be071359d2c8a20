package events

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

type kept struct {
	Count  int
	Small  int8
	Who    *keptSeat
	None   *keptSeat
	Seats  []keptSeat
	Digest Hash
	Left   string `json:"-"`
	inner  int
}

type keptSeat struct {
	Name   string
	Last   int64
	Absent bool
	Raw    []byte
}

func TestStateComesBack(t *testing.T) {
	v := kept{Count: -70000, Small: -3, Who: &keptSeat{Name: "south", Raw: []byte{1, 2}}, Seats: make([]keptSeat, 20), Digest: LeafHash(nil), Left: "x", inner: 7}
	v.Seats[19] = keptSeat{Name: "north", Last: 1 << 40, Absent: true}
	b, err := EncodeState(&v)
	if err != nil {
		t.Fatal(err)
	}
	var got kept
	if err := DecodeState(b, &got); err != nil {
		t.Fatal(err)
	}
	v.Left, v.inner = "", 0 // these are left out
	if diff := cmp.Diff(v, got, cmp.AllowUnexported(kept{})); diff != "" {
		t.Error(diff)
	}
	for n := range b {
		if DecodeState(b[:n], &got) == nil {
			t.Errorf("the first %d of %d bytes are a value", n, len(b))
		}
	}
}

// A field more, another name or another type is another layout.
func TestStateLayoutFollowsTheType(t *testing.T) {
	type (
		a struct{ Name string }
		b struct{ Name, Other string }
		c struct{ Other string }
		d struct{ Name []string }
	)
	all := map[Hash]bool{StateLayout[a](): true, StateLayout[b](): true, StateLayout[c](): true, StateLayout[d](): true}
	if len(all) != 4 {
		t.Errorf("four types have %d layouts", len(all))
	}
	if !all[StateLayout[a]()] {
		t.Error("a type has another layout the second time")
	}
}
