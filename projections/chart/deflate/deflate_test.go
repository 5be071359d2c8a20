package deflate

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"
)

// unpack reads a stream with the reader of the standard library.
func unpack(t testing.TB, stream []byte) []byte {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// ground is made-up rows with spots that repeat.
func ground(r *rand.Rand, wide, high int) []byte {
	data := make([]byte, wide*high)
	for range wide * high / 200 {
		spot, at := r.IntN(5)+1, r.IntN(len(data)-3*wide)
		for y := range 3 {
			for x := range 3 + spot {
				data[min(at+y*wide+x, len(data)-1)] = byte(spot*16 + x*y)
			}
		}
	}
	return data
}

// Whatever the plan is of, the data comes back; by its own plan it is smallest, and with a little of it changed nearly so.
func TestDataComesBackByAnyPlan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const wide = 300
	bare := ground(r, wide, 200)
	plan := Study(bare)
	touched := bytes.Clone(bare)
	for range 40 {
		at := r.IntN(len(touched) - 20)
		for i := range 20 {
			touched[at+i] = byte(200 + i%7)
		}
	}
	noise := make([]byte, 70000)
	for i := range noise {
		noise[i] = byte(r.IntN(256))
	}
	sizes := map[string]int{}
	for _, c := range []struct {
		name string
		data []byte
		plan Plan
	}{{"bare", bare, plan}, {"without a plan", bare, nil}, {"touched", touched, plan}, {"longer", append(bytes.Clone(bare), touched...), plan},
		{"shorter", bare[:len(bare)/2], plan}, {"noise", noise, plan}, {"nothing", nil, plan}, {"one byte", []byte{7}, nil}, {"one byte often", make([]byte, 100000), nil}, {"two", []byte{1, 2}, plan}} {
		stream := Append([]byte("before"), c.data, c.plan, wide)
		if got := unpack(t, stream[len("before"):]); !bytes.Equal(got, c.data) {
			t.Errorf("%s: other data comes back", c.name)
		}
		sizes[c.name] = len(stream)
	}
	if sizes["bare"] >= sizes["without a plan"] || sizes["touched"] > sizes["bare"]+40*30 || sizes["one byte often"] > 1000 {
		t.Errorf("sizes: %v", sizes)
	}
}

// Long data is compressed in parts, whose ends lie anywhere in the steps of its plan, and comes back whole; what a part repeats from the one before
// it is found.
func TestLongDataComesBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const wide = 300
	bare := ground(r, wide, leastPart/wide+1)
	for _, n := range []int{2*leastPart - 1, 2*leastPart + 7, mostParts*leastPart + 11} {
		long := bytes.Repeat(bare, n/len(bare)+1)[:n]
		var plan Plan
		if n == 2*leastPart+7 {
			plan = Study(long)
		}
		touched := bytes.Clone(long)
		for range n / 1000 {
			touched[r.IntN(n)] ^= 1
		}
		for _, data := range [][]byte{long, touched} {
			stream := Append(nil, data, plan, wide)
			if got := unpack(t, stream); !bytes.Equal(got, data) {
				t.Errorf("%d bytes, %d steps planned: other data comes back", n, len(plan))
			}
			if !bytes.Equal(stream, Append(nil, data, plan, wide)) {
				t.Errorf("%d bytes, %d steps planned: another stream the second time", n, len(plan))
			}
		}
	}
}

// A code as long as the format allows is cut, and still every symbol has one.
func TestCodesFit(t *testing.T) {
	counts := make([]uint32, 40)
	a, b := uint32(1), uint32(1)
	for i := range counts {
		counts[i] = a
		a, b = b, a+b
	}
	for _, most := range []int{7, 15} {
		room := 0
		for _, c := range codesFor(counts, most) {
			if c.size == 0 || int(c.size) > most {
				t.Fatalf("a code of %d bits of at most %d", c.size, most)
			}
			room += 1 << (most - int(c.size))
		}
		if room != 1<<most {
			t.Errorf("the codes take %d of %d", room, 1<<most)
		}
	}
}

func FuzzAppend(f *testing.F) {
	f.Add([]byte("aaaaabcabcabcabc"), []byte("abcabcabcaaaaaaaaa"), 3)
	f.Fuzz(func(t *testing.T, bare, data []byte, stride int) {
		stream := Append(nil, data, Study(bare), 1+int(uint16(stride)))
		if got := unpack(t, stream); !bytes.Equal(got, data) {
			t.Error("other data comes back")
		}
	})
}
