// Package dice makes dice that can be checked: every roll follows from a key that was published before the game and from values fixed
// before anyone could know the dice, and carries a proof that anyone can verify offline.
//
// # Profiles
//
// The operator holds a secret seed (Key); its PublicKey is in the genesis of the game. Each roll has a stream, the roll key that the rules
// gave it ("4.3 FK77 shot"), and each window of play has an Input. Both together are alpha, the input of a verifiable random function (RFC
// 9381, suite ECVRF-EDWARDS25519-SHA512-TAI): it has exactly one output beta (64 bytes) with a proof pi (80 bytes). The operator cannot
// choose another output, and asking twice gives the same bytes, so a replay after a crash gives the same dice. Alpha contains no byte of an
// order: what players write cannot influence the dice.
//
//	D0  practice: beta is HMAC-SHA-512 with the seed in place of the public key over alpha; there is no proof (Seeded)
//	D1  as above. It does not keep the operator from knowing dice ahead
//	D2  alpha holds the root of codes that the players revealed after the seal
//	D3  alpha holds a round of a public beacon that came after the seal
//	D4  both; the codes come with the orders
//
// # Layout of alpha, version 1, 145 + n bytes, integers big-endian. It is frozen
//
//	offset  bytes  field
//	     0     12  "pbem-dice-v1"
//	    12     16  game id: the first 16 bytes of SHA-256 of the id's text (GameID)
//	    28     32  game salt (GameSalt)
//	    60      2  epoch: 0, one more after each rewind
//	    62      4  window number, 1 for the first window, 0 for what follows the opening
//	    66      2  zero (the layout keeps room for a phase; windows are numbered through)
//	    68     32  root of the player codes (CodeRoot), zero in D0, D1 and D3, and for window 0 in D4
//	   100      8  beacon round, zero in D0 to D2 and where the beacon failed; for window 0 that of the start
//	   108     32  beacon randomness, SHA-256 of the round's signature; zero with the round
//	   140      1  n, length of the stream
//	   141      n  stream, 1 to 64 bytes of UTF-8 without control characters
//	 141+n      4  draw: always 0, since a key names one roll
//
// # Layout of the game salt: SHA-256 of
//
//	"pbem-salt-v1", game id (16), public key (32), number of seats (1), and for each seat in the rulebook's order
//	length of its name (1), its name, its anchor (16); then round (8) and randomness (32) of the start, zero in D0 to D2
//
// # Player codes
//
// A player makes 16 random bytes, code 1024 of his sheet. Code n-1 is the first 16 bytes of SHA-256("pbem-chain-v1" || code n). Code 0 is
// his anchor, in the game's salt. The first seal that asks for codes asks for code 1, each later one for the next. A code shown later
// proves itself by leading back to the last one known. The root of the codes of a seal is SHA-256 of "pbem-ent-v1", number of seats (1),
// and for each seat in byte order length of its name (1), its name, status (1 revealed, 2 absent), and the code, or the last one known. On
// paper a code is 26 letters of base32 and two to check them (Code.String).
//
// # From beta to dice
//
// Block k is HMAC-SHA-256 with key beta over "pbem-expand-v1" and k as four bytes, k = 0, 1, 2 ...; bytes are taken
// from left to right. uniform(n) takes one byte if n is at most 256, two if at most 65536, else four; a value that is
// not below the greatest multiple of n is thrown away and the next is taken; the result is the value modulo n. A die
// is uniform(sides) + 1. A draw from n pieces is uniform(n), an index into the pieces in their canonical order.
//
// Example, a vector of the test data: the seed SHA-256("pbem test key 1"), game id "TESTGAME00000001", salt SHA-256("salt"), window 13,
// phase 2, beacon round 1000 and stream "combat/0412-0413" give a beta that begins 44a5703aed03cf61 and twenty d6
// that begin 6 2 5 2 2 3.
package dice

// Source produces the values of rolls and draws, and the proof of each.
type Source interface {
	// Roll throws n dice of the given sides under a key (the VRF stream, 1 to 64 bytes).
	Roll(key string, n, sides int) (values []int, proof []byte, err error)
	// Draw picks one of n pieces: 0 to n-1.
	Draw(key string, n int) (index int, proof []byte, err error)
}

// Bounds of a single request. Rules stay far below them; faulty rules that exceed them get an error.
const (
	MaxDice  = 10_000
	MaxSides = 1<<31 - 1
)
