package dice

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"filippo.io/edwards25519"
	"pgregory.net/rapid"
)

// A commit's tests say the same whenever they are run; -rapid.seed=0 draws its cases anew.
func init() { _ = flag.Set("rapid.seed", "1") }

var throws = flag.Int("throws", 100_000, "dice in the statistical test")

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// vectors are known answers: examples of RFC 9381 and the frozen vectors of the layout.
type vectors struct {
	RFC9381 []struct{ Name, Seed, Public, Alpha, Pi, Beta string }
	Dice    struct {
		Seed, Public, Game string
		Turn               uint32
		Phase              uint16
		Round              uint64
		Rand, Stream       string
		Pi, Beta           string
		Rolls              []struct {
			Sides, Rejected int
			Values          []int
		}
		Pairs           []int
		Million         string
		MillionRejected int
		Shuffle52       []int
	}
}

func load(t testing.TB) (v vectors) {
	t.Helper()
	b, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestRFC9381(t *testing.T) {
	for _, v := range load(t).RFC9381 {
		t.Run(v.Name, func(t *testing.T) {
			key, alpha := Key(unhex(t, v.Seed)), unhex(t, v.Alpha)
			public := key.Public()
			proof, beta := key.Prove(alpha)
			if got := hex.EncodeToString(public[:]); got != v.Public {
				t.Errorf("public key %s", got)
			}
			if got := hex.EncodeToString(proof[:]); got != v.Pi {
				t.Errorf("proof %s", got)
			}
			if got := hex.EncodeToString(beta[:]); got != v.Beta {
				t.Errorf("beta %s", got)
			}
			if got, err := public.Output(alpha, unhex(t, v.Pi)); err != nil || got != beta {
				t.Errorf("verified: %x, %v", got, err)
			}
		})
	}
}

func TestFrozenVectors(t *testing.T) {
	v := load(t).Dice
	key := Key(sha256.Sum256([]byte("pbem test key 1")))
	if hex.EncodeToString(key[:]) != v.Seed {
		t.Errorf("seed %x", key)
	}
	public := key.Public()
	if hex.EncodeToString(public[:]) != v.Public {
		t.Errorf("public key %x", public)
	}
	in := Input{GameID: [16]byte([]byte(v.Game)), Salt: sha256.Sum256([]byte("salt")), Round: v.Round, Rand: [32]byte(unhex(t, v.Rand))}
	alpha := rawAlpha(in, v.Turn, v.Phase, v.Stream, 0)
	if len(alpha) != 161 {
		t.Errorf("alpha has %d bytes", len(alpha))
	}
	proof, beta := key.Prove(alpha)
	if got := hex.EncodeToString(proof[:]); got != v.Pi {
		t.Errorf("proof %s", got)
	}
	if got := hex.EncodeToString(beta[:]); got != v.Beta {
		t.Errorf("beta %s", got)
	}
	for _, r := range v.Rolls {
		s := NewStream(beta)
		if got := s.Dice(len(r.Values), r.Sides); !slices.Equal(got, r.Values) {
			t.Errorf("d%d: %v", r.Sides, got)
		}
		if r.Rejected >= 0 && s.rejected != r.Rejected {
			t.Errorf("d%d: %d rejected", r.Sides, s.rejected)
		}
	}
	for i, s := 0, NewStream(beta); i < len(v.Pairs); i++ {
		if got := s.Uniform(6) + s.Uniform(6) + 2; got != v.Pairs[i] {
			t.Errorf("2d6 number %d: %d", i, got)
		}
	}
	if got := NewStream(beta).Shuffle(52)[:len(v.Shuffle52)]; !slices.Equal(got, v.Shuffle52) {
		t.Errorf("shuffle %v", got)
	}
	s, million := NewStream(beta), make([]byte, 1_000_000)
	for i := range million {
		million[i] = byte(s.Uniform(6) + 1)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(million)); got != v.Million || s.rejected != v.MillionRejected {
		t.Errorf("a million d6: %s, %d rejected", got, s.rejected)
	}
}

// TestLayout writes alpha out by hand, byte for byte as the package comment has it.
func TestLayout(t *testing.T) {
	in := Input{GameID: GameID("hill-7"), Salt: sha256.Sum256([]byte("s")), Epoch: 0x0102, Window: 0x03040506,
		EntRoot: sha256.Sum256([]byte("e")), Round: 0x0708090a0b0c0d0e, Rand: sha256.Sum256([]byte("r"))}
	game := sha256.Sum256([]byte("hill-7"))
	want := slices.Concat([]byte("pbem-dice-v1"), game[:16], in.Salt[:], []byte{1, 2, 3, 4, 5, 6, 0, 0}, in.EntRoot[:],
		[]byte{7, 8, 9, 10, 11, 12, 13, 14}, in.Rand[:], []byte{6}, []byte("cup/é"), []byte{0, 0, 0, 0})
	got, err := in.alpha("cup/é")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x, %v, want %x", got, err, want)
	}
	for _, stream := range []string{"", strings.Repeat("x", 65), "a\nb", "a\x7f", "\xff", "a\u0085"} {
		if _, err := in.alpha(stream); !errors.Is(err, ErrStream) {
			t.Errorf("%q made a stream", stream)
		}
	}
}

func TestGameSaltLayout(t *testing.T) {
	game, public := GameID("hill-7"), Key{1}.Public()
	got, err := GameSalt(game, public, []Anchor{{"south", [16]byte{7}}, {"north", [16]byte{}}}, 0, [32]byte{})
	want := sha256.Sum256(slices.Concat([]byte("pbem-salt-v1"), game[:], public[:], []byte{2},
		[]byte{5}, []byte("south"), []byte{7}, make([]byte, 15), []byte{5}, []byte("north"), make([]byte, 16),
		make([]byte, 8), make([]byte, 32)))
	if err != nil || got != want {
		t.Errorf("%x, %v, want %x", got, err, want)
	}
	if _, err := GameSalt(game, public, make([]Anchor, 256), 0, [32]byte{}); err == nil {
		t.Error("256 seats")
	}
	if _, err := GameSalt(game, public, []Anchor{{Seat: strings.Repeat("s", 256)}}, 0, [32]byte{}); err == nil {
		t.Error("a name of 256 bytes")
	}
}

func TestEveryBitOfAProofCounts(t *testing.T) {
	key := Key(sha256.Sum256([]byte("bits")))
	public, alpha := key.Public(), []byte("alpha")
	proof, _ := key.Prove(alpha)
	for bit := range 8 * len(proof) {
		bad := proof
		bad[bit/8] ^= 1 << (bit % 8)
		if _, err := public.Output(alpha, bad[:]); !errors.Is(err, ErrProof) {
			t.Errorf("bit %d flipped: %v", bit, err)
		}
	}
	for _, bad := range [][]byte{nil, proof[:79], append(proof[:], 0)} {
		if _, err := public.Output(alpha, bad); !errors.Is(err, ErrProof) {
			t.Errorf("%d bytes: %v", len(bad), err)
		}
	}
	if _, err := public.Output([]byte("alphb"), proof[:]); !errors.Is(err, ErrProof) {
		t.Errorf("another input: %v", err)
	}
	if _, err := (Key{9}).Public().Output(alpha, proof[:]); !errors.Is(err, ErrProof) {
		t.Errorf("another key: %v", err)
	}
}

// TestProofsAreUnique adds the order of the group to s, which would give a second proof of the same.
func TestProofsAreUnique(t *testing.T) {
	key, alpha := Key{3}, []byte("alpha")
	proof, _ := key.Prove(alpha)
	order := unhex(t, "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	carry := 0
	for i, b := range order {
		carry += int(proof[48+i]) + int(b)
		proof[48+i], carry = byte(carry), carry>>8
	}
	if _, err := key.Public().Output(alpha, proof[:]); !errors.Is(err, ErrProof) {
		t.Error("s beyond the order was taken:", err)
	}
}

func TestBadKeys(t *testing.T) {
	eight := "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a" // of order 8
	for _, bad := range []struct{ name, hex string }{
		{"identity", "0100000000000000000000000000000000000000000000000000000000000000"},
		{"identity, not canonical", "0100000000000000000000000000000000000000000000000000000000000080"},
		{"order 2", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
		{"order 4", "0000000000000000000000000000000000000000000000000000000000000000"},
		{"order 8", eight},
		{"y beyond the field", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"},
		{"no point", "0200000000000000000000000000000000000000000000000000000000000000"},
	} {
		public := PublicKey(unhex(t, bad.hex))
		if err := public.Check(); !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s: %v", bad.name, err)
		}
		if _, err := public.Output(nil, make([]byte, 80)); !errors.Is(err, ErrPublicKey) {
			t.Errorf("%s verified: %v", bad.name, err)
		}
	}
	key := Key{5}
	if err := key.Public().Check(); err != nil {
		t.Error(err)
	}
	// The library itself takes an encoding that is not canonical; ours must not, for Gamma neither.
	loose := unhex(t, "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
	if _, err := new(edwards25519.Point).SetBytes(loose); err != nil {
		t.Fatal("the sample is not one that the library takes:", err)
	}
	proof, _ := key.Prove(nil)
	copy(proof[:], loose)
	if _, err := key.Public().Output(nil, proof[:]); !errors.Is(err, ErrProof) {
		t.Error("Gamma not canonical:", err)
	}
}

// TestUniformByExhaustion proves that no result is favoured: every value that one byte can take, for each n.
func TestUniformByExhaustion(t *testing.T) {
	for n := uint64(2); n <= 256; n++ {
		count := make([]int, n)
		for b := range uint64(256) {
			if b < limit(256, n) {
				count[b%n]++
			}
		}
		for _, c := range count {
			if c != int(256/n) {
				t.Fatalf("n %d: %v", n, count)
			}
		}
	}
	for n := uint64(257); n <= 65536; n++ {
		if l := limit(65536, n); l%n != 0 || l > 65536 || l+n <= 65536 {
			t.Fatalf("n %d: limit %d", n, l)
		}
	}
	for _, n := range []uint64{65537, 1 << 20, 1<<31 - 1} {
		if l := limit(1<<32, n); l%n != 0 || l > 1<<32 || l+n <= 1<<32 {
			t.Fatalf("n %d: limit %d", n, l)
		}
	}
}

// TestUniformReadsItsBytes checks widths and rejection against the raw bytes of the stream.
func TestUniformReadsItsBytes(t *testing.T) {
	for _, n := range []int{1, 2, 6, 10, 100, 255, 256, 257, 1000, 65535, 65536, 65537, 1_000_000, MaxSides} {
		s, raw := NewStream([64]byte{1}), NewStream([64]byte{1})
		for range 200 {
			got := s.Uniform(n)
			for {
				var v, span uint64 = 0, 256
				v = raw.byte()
				if n > 256 {
					v, span = v<<8|raw.byte(), 1<<16
				}
				if n > 65536 {
					v, span = v<<16|raw.byte()<<8|raw.byte(), 1<<32
				}
				if v >= span-span%uint64(n) {
					continue
				}
				if got != int(v%uint64(n)) {
					t.Fatalf("n %d: %d, want %d", n, got, v%uint64(n))
				}
				break
			}
		}
	}
}

func testInput() Input {
	return Input{GameID: GameID("hill-7"), Salt: sha256.Sum256([]byte("salt")), Window: 3}
}

func TestRollsVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := Key(sha256.Sum256([]byte(rapid.String().Draw(t, "seed"))))
		in := testInput()
		in.Window, in.Epoch = rapid.Uint32().Draw(t, "window"), rapid.Uint16().Draw(t, "epoch")
		name := rapid.StringMatching(`[a-z0-9/ ]{1,64}`).Draw(t, "key")
		n, sides := rapid.IntRange(1, 20).Draw(t, "n"), rapid.IntRange(1, 1200).Draw(t, "sides")
		values, proof, err := NewVRF(key, in).Roll(name, n, sides)
		if err != nil {
			t.Fatal(err)
		}
		again, same, _ := NewVRF(key, in).Roll(name, n, sides)
		if !slices.Equal(values, again) || !bytes.Equal(proof, same) {
			t.Fatal("a crash would change the dice")
		}
		if err := Verify(key.Public(), in, name, sides, values, false, proof); err != nil {
			t.Fatal(err)
		}
		index, drawn, err := NewVRF(key, in).Draw(name, sides)
		if err != nil || index < 0 || index >= sides {
			t.Fatal(index, err)
		}
		if err := Verify(key.Public(), in, name, sides, []int{index}, true, drawn); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAnyChangeIsFound changes each part of what a proof binds.
func TestAnyChangeIsFound(t *testing.T) {
	key, in := Key{7}, testInput()
	values, proof, err := NewVRF(key, in).Roll("combat", 8, 6)
	if err != nil {
		t.Fatal(err)
	}
	worse := slices.Clone(values)
	worse[3] = worse[3]%6 + 1
	for name, c := range map[string]struct {
		change func(*Input)
		key    string
		sides  int
		values []int
		draw   bool
		want   error
	}{
		"game":          {change: func(in *Input) { in.GameID[0]++ }, want: ErrProof},
		"salt":          {change: func(in *Input) { in.Salt[31]++ }, want: ErrProof},
		"epoch":         {change: func(in *Input) { in.Epoch++ }, want: ErrProof},
		"window":        {change: func(in *Input) { in.Window++ }, want: ErrProof},
		"codes":         {change: func(in *Input) { in.EntRoot[0]++ }, want: ErrProof},
		"round":         {change: func(in *Input) { in.Round++ }, want: ErrProof},
		"beacon":        {change: func(in *Input) { in.Rand[0]++ }, want: ErrProof},
		"key":           {key: "combat 2", want: ErrProof},
		"no key":        {key: "\n", want: ErrStream},
		"a die":         {values: worse, want: ErrValues},
		"one die fewer": {values: values[1:], want: ErrValues},
		"sides":         {sides: 20, want: ErrValues},
		"none":          {values: []int{}, want: ErrBounds},
		"no sides":      {sides: -1, want: ErrBounds},
		"a long draw":   {draw: true, want: ErrBounds},
		"a draw":        {draw: true, values: values[:1], want: ErrValues},
	} {
		in := in
		if c.change != nil {
			c.change(&in)
		}
		stream, sides, told := "combat", 6, values
		if c.key != "" {
			stream = c.key
		}
		if c.sides != 0 {
			sides = c.sides
		}
		if c.values != nil {
			told = c.values
		}
		if err := Verify(key.Public(), in, stream, sides, told, c.draw, proof); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestAKeyIsRolledOnce(t *testing.T) {
	v := NewVRF(Key{1}, testInput())
	if _, _, err := v.Roll("a", 1, 6); err != nil {
		t.Fatal(err)
	}
	if _, _, err := v.Roll("a", 1, 6); !errors.Is(err, ErrTwice) {
		t.Error(err)
	}
	if _, _, err := v.Draw("a", 6); !errors.Is(err, ErrTwice) {
		t.Error(err)
	}
	if _, _, err := v.Draw("b", 6); err != nil {
		t.Error(err)
	}
	for _, c := range [][2]int{{0, 6}, {MaxDice + 1, 6}, {1, 0}, {-1, -1}} {
		if _, _, err := v.Roll("c", c[0], c[1]); !errors.Is(err, ErrBounds) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, _, err := v.Draw("c", 0); !errors.Is(err, ErrBounds) {
		t.Error(err)
	}
}

func TestSecretSalts(t *testing.T) {
	seen := map[[32]byte]string{}
	for _, k := range []Key{{1}, {2}} {
		for epoch := range uint16(2) {
			for window := range uint32(3) {
				for _, label := range []string{"", "known south", "known north"} {
					s := Salt(k, epoch, window, label)
					name := fmt.Sprint(k[0], epoch, window, label)
					if other, twice := seen[s]; twice {
						t.Errorf("%s and %s share a salt", name, other)
					}
					if seen[s] = name; s != Salt(k, epoch, window, label) {
						t.Errorf("%s differs when made again", name)
					}
				}
			}
		}
	}
}

func TestScript(t *testing.T) {
	s := NewScript([]int{6, 1, 3}, []string{"tank", "2", "9"})
	if v, _, err := s.Roll("fire", 2, 6); err != nil || !slices.Equal(v, []int{6, 1}) {
		t.Error(v, err)
	}
	if _, _, err := s.Roll("too many", 2, 6); !errors.Is(err, ErrScript) || !strings.Contains(err.Error(), "too many") {
		t.Error(err)
	}
	if _, _, err := s.Roll("a coin", 1, 2); !errors.Is(err, ErrScript) {
		t.Error(err)
	}
	if i, err := s.Pick("counter", []string{"gun", "tank"}); err != nil || i != 1 {
		t.Error(i, err)
	}
	if i, _, err := s.Draw("counter", 3); err != nil || i != 2 {
		t.Error(i, err)
	}
	if _, _, err := s.Draw("counter", 3); !errors.Is(err, ErrScript) {
		t.Error(err)
	}
	if dice, draws := s.Unused(); !slices.Equal(dice, []int{3}) || !slices.Equal(draws, []string{"9"}) {
		t.Error(dice, draws)
	}
	if v, _, err := s.Roll("last", 1, 6); err != nil || v[0] != 3 {
		t.Error(v, err)
	}
	if dice, _ := s.Unused(); len(dice) != 0 {
		t.Error(dice)
	}
}

func TestPracticeIsSplitMix64(t *testing.T) {
	p := NewPractice(1234567) // the published numbers of the reference code for this seed
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := p.next(); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	}
	var s Source = NewPractice(1)
	if v, _, err := s.Roll("any", 500, 6); err != nil || slices.Max(v) != 6 || slices.Min(v) != 1 {
		t.Error(v, err)
	}
	if _, _, err := s.Draw("any", 0); !errors.Is(err, ErrBounds) {
		t.Error(err)
	}
}

// TestDiceAreEven throws through the real path, proofs and all, with a fixed seed: the outcome is the same on every run.
func TestDiceAreEven(t *testing.T) {
	for _, sides := range []int{6, 10} {
		const each = 100
		count, pairs := make([]int, sides), make([]int, sides*sides)
		v := NewVRF(Key(sha256.Sum256([]byte("even"))), testInput())
		n := 0
		for roll := 0; n < *throws; roll++ {
			values, _, err := v.Roll(fmt.Sprintf("d%d/%d", sides, roll), each, sides)
			if err != nil {
				t.Fatal(err)
			}
			for i, value := range values {
				count[value-1]++
				if i%2 == 1 {
					pairs[(values[i-1]-1)*sides+value-1]++
				}
			}
			n += each
		}
		// The bounds are what a fair die exceeds once in ten thousand seeds.
		for name, c := range map[string][]int{"values": count, "pairs": pairs} {
			total := 0
			for _, x := range c {
				total += x
			}
			expected, chi := float64(total)/float64(len(c)), 0.0
			for _, x := range c {
				chi += (float64(x) - expected) * (float64(x) - expected) / expected
			}
			bound := map[int]float64{6: 25.7, 10: 33.7, 36: 75.0, 100: 160.0}[len(c)]
			t.Logf("d%d, %d %s: chi-square %.2f of at most %.1f", sides, total, name, chi, bound)
			if chi > bound {
				t.Errorf("d%d %s: chi-square %.2f, bound %.1f: %v", sides, name, chi, bound, c)
			}
		}
	}
}

func FuzzVerify(f *testing.F) {
	key, in := Key{7}, testInput()
	values, proof, err := NewVRF(key, in).Roll("combat", 1, 6)
	if err != nil {
		f.Fatal(err)
	}
	public := key.Public()
	f.Add(public[:], "combat", 6, values[0], false, proof)
	f.Add([]byte{}, "", 0, 0, true, []byte{})
	f.Fuzz(func(t *testing.T, pk []byte, name string, sides, value int, draw bool, pi []byte) {
		var p PublicKey
		copy(p[:], pk)
		err := Verify(p, in, name, sides, []int{value}, draw, pi)
		if err == nil && p == public && name == "combat" && !bytes.Equal(pi, proof) {
			t.Errorf("a second proof: %x", pi)
		}
	})
}

func BenchmarkProve(b *testing.B) {
	alpha, err := testInput().alpha("combat/0412-0413")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Key{1}.Prove(alpha)
	}
}

func BenchmarkVerify(b *testing.B) {
	in, key := testInput(), Key{1}
	values, proof, err := NewVRF(key, in).Roll("combat", 2, 6)
	if err != nil {
		b.Fatal(err)
	}
	public := key.Public()
	for b.Loop() {
		if err := Verify(public, in, "combat", 6, values, false, proof); err != nil {
			b.Fatal(err)
		}
	}
}
