package dice

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Each code leads back to the one before it and to the anchor, and to none behind it.
func TestASheetIsAChain(t *testing.T) {
	sheet := Sheet(Code{1, 2, 3})
	if len(sheet) != Codes+1 || sheet[Codes] != (Code{1, 2, 3}) {
		t.Fatal("the last code is not the secret")
	}
	for n := 1; n < len(sheet); n++ {
		if sheet[n].After() != sheet[n-1] {
			t.Fatalf("code %d does not lead to the one before", n)
		}
	}
	if sheet[10].Later(7) != sheet[3] || sheet[10].Later(10) != sheet[0] || sheet[10].Later(0) != sheet[10] {
		t.Error("a missed code does not heal")
	}
	want := sha256.Sum256(append([]byte("pbem-chain-v1"), sheet[1][:]...))
	if sheet[0] != Code(want[:16]) {
		t.Error("the chain is not the published one")
	}
}

func TestCodesArePrintedAndRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Code
		copy(c[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "code"))
		text := c.String()
		if len(text) != 34 || strings.Count(text, "-") != 6 {
			t.Fatalf("%q", text)
		}
		for _, typed := range []string{text, strings.ToLower(text), strings.ReplaceAll(text, "-", ""), strings.ReplaceAll(text, "-", " "),
			strings.NewReplacer("O", "0", "I", "1", "B", "8").Replace(text)} {
			if back, err := ParseCode(typed); err != nil || back != c {
				t.Fatalf("%q: %v", typed, err)
			}
		}
		i := rapid.IntRange(0, 27).Draw(t, "letter")
		flat := []byte(strings.ReplaceAll(text, "-", ""))
		flat[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[rapid.IntRange(0, 31).Draw(t, "other")]
		if back, err := ParseCode(string(flat)); err == nil && back != c && i >= 26 {
			t.Fatalf("check letters %q are taken", flat)
		}
	})
	for _, bad := range []string{"", "ABCD", strings.Repeat("A", 27), strings.Repeat("A", 28), strings.Repeat("A", 29), strings.Repeat("9", 28), strings.Repeat("é", 14)} {
		if _, err := ParseCode(bad); !errors.Is(err, ErrCode) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// One letter mistyped is found 1023 times in 1024; two letters swapped as well.
func TestMistypedCodesAreFound(t *testing.T) {
	found, tried := 0, 0
	for n := range 200 {
		flat := []byte(strings.ReplaceAll(Code{byte(n), 7}.Later(n).String(), "-", ""))
		for i := range flat {
			c := flat[i]
			flat[i] = 'A' + (c-'A'+1)%26
			if c < 'A' {
				flat[i] = 'A'
			}
			tried++
			if _, err := ParseCode(string(flat)); err != nil {
				found++
			}
			flat[i] = c
		}
	}
	if found < tried*99/100 {
		t.Errorf("%d of %d found", found, tried)
	}
}

func TestCodeRootLayout(t *testing.T) {
	seats := []SeatCode{{"north", Absent, Code{1}}, {"south", Revealed, Code{2}}}
	got, err := CodeRoot(seats)
	if err != nil {
		t.Fatal(err)
	}
	layout := "7062656d2d656e742d7631" + "02" + "05" + hex.EncodeToString([]byte("north")) + "02" + "01" + strings.Repeat("00", 15) +
		"05" + hex.EncodeToString([]byte("south")) + "01" + "02" + strings.Repeat("00", 15)
	raw, err := hex.DecodeString(layout)
	if err != nil {
		t.Fatal(err)
	}
	if got != sha256.Sum256(raw) {
		t.Error("another layout")
	}
	for _, bad := range [][]SeatCode{{seats[1], seats[0]}, {seats[0], seats[0]}, {{"north", 3, Code{}}}, {{strings.Repeat("x", 256), 1, Code{}}}, make([]SeatCode, 256)} {
		if _, err := CodeRoot(bad); err == nil {
			t.Errorf("%.40v is taken", bad)
		}
	}
}

func TestRoundsOfABeacon(t *testing.T) {
	const genesis, period = 1692803367, 3
	for _, c := range []struct{ at, round int64 }{
		{0, 1}, {genesis - 1, 1}, {genesis, 1}, {genesis + 1, 2}, {genesis + 3, 2}, {genesis + 4, 3}, {genesis + 2997, 1000}, {1795806000, 34334212},
	} {
		if got := RoundAt(c.at, genesis, period); got != c.round {
			t.Errorf("at %d: round %d, want %d", c.at, got, c.round)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		at := genesis + rapid.Int64Range(0, 1<<40).Draw(t, "at")
		r := RoundAt(at, genesis, period)
		if RoundTime(r, genesis, period) < at || r > 1 && RoundTime(r-1, genesis, period) >= at {
			t.Fatalf("round %d is not the first at or after %d", r, at)
		}
		if at > genesis && r != (at-genesis+2)/3+1 {
			t.Fatal("not the published formula")
		}
	})
}

func TestPracticeGames(t *testing.T) {
	in := testInput()
	s := NewSeeded([32]byte{1}, in)
	values, proof, err := s.Roll("2/fire", 20, 6)
	if err != nil || proof != nil {
		t.Fatal(err)
	}
	if err := VerifySeeded([32]byte{1}, in, "2/fire", 6, values, false, nil); err != nil {
		t.Error(err)
	}
	if _, _, err := s.Roll("2/fire", 1, 6); !errors.Is(err, ErrTwice) {
		t.Error(err)
	}
	i, _, err := s.Draw("2/cup", 52)
	if err != nil || VerifySeeded([32]byte{1}, in, "2/cup", 52, []int{i}, true, nil) != nil {
		t.Error(i, err)
	}
	for name, err := range map[string]error{
		"another seed":  VerifySeeded([32]byte{2}, in, "2/fire", 6, values, false, nil),
		"another key":   VerifySeeded([32]byte{1}, in, "2/fires", 6, values, false, nil),
		"another value": VerifySeeded([32]byte{1}, in, "2/fire", 6, append([]int{values[0]%6 + 1}, values[1:]...), false, nil),
		"a proof":       VerifySeeded([32]byte{1}, in, "2/fire", 6, values, false, make([]byte, 80)),
		"two drawn":     VerifySeeded([32]byte{1}, in, "2/cup", 52, []int{i, i}, true, nil),
		"nothing":       VerifySeeded([32]byte{1}, in, "2/fire", 6, nil, false, nil),
	} {
		if err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
