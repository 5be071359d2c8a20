// Package events is the single source of truth of a game: what happened, in order, as bytes that anyone can check. It holds the vocabulary
// (vocabulary.go), the canonical form of an event, the hash chain and tree over a game, commitments to what must stay hidden for a while,
// and the interface of the stores that keep all this (log.go).
//
// # Canonical bytes
//
// Values are written in MessagePack, restricted until each value has exactly one form:
//
//	integer  signed 64 bits; positive in 00..7f, cc, cd, ce, cf, negative in e0..ff, d0, d1, d2, d3: the shortest that
//	         holds it
//	bool     c2, c3
//	text     UTF-8; a0..bf up to 31 bytes, then d9, da, db: the shortest
//	bytes    c4, c5, c6: the shortest; no bytes are written c0
//	hash     bytes of exactly 32 (an Anchor: of exactly 16)
//	list     91..9f up to 15 elements, then dc, dd: the shortest; an empty list is written c0
//	struct   a list of its fields in the order of the Go declaration, without those tagged "-"
//
// Maps, floats, extensions and every longer form are refused, and so are nesting deeper than 16, bytes after the value and lengths beyond
// what is left. Readers check all this, and the shape of the type, before they allocate; then they decode, encode again and compare.
//
// # Event
//
// An event is a list of eight: version (1), game (1 to 40 of a-z, 0-9, hyphen), seq (1, 2, 3 ... in this game), prev
// (leaf hash of the event before, 32 zero bytes for the first), time (Unix milliseconds UTC), actor ("seat:south",
// "master", "clock", "fieldpost"), kind (a name of the vocabulary), body (the struct of that name).
//
// A reader refuses a version above its own and a kind that it does not know. Older versions stay readable: their bodies
// are lifted step by step to the vocabulary of today, while their bytes and hashes stay what they are.
//
// The structs stand in vocabulary.go, vocabulary_fair.go and vocabulary_post.go: the fields in their order there are the
// list on the wire. testdata/verify.py holds the same table in one line a struct, and a test compares them.
//
// # Chain and tree
//
// The leaf hash of an event is SHA-256(00 || bytes). Each event holds the leaf hash of the one before. The tree over a
// game is that of RFC 6962 section 2.1: a node is SHA-256(01 || left || right), the left part as large as a power of two
// can be. Proofs that an event stands in a tree, and that one tree is the beginning of another, are those of RFC 6962
// sections 2.1.1 and 2.1.2 (Tree, Included, Consistent). Package events/checkpoint signs trees.
//
// # Commitments
//
// A hash whose name ends in Sealed, and each of Adjudicated.Hidden, commits to a part that only some may see:
//
//	SHA-256("fieldpost-commit-v1" || salt (32) || length of the part (8, big-endian) || part)
//
// A part is a list of two: its number (Orders 1, Player 2, Rolls 3, Refusal 4, Press 5, Digest 6, Author 7) and its struct;
// the number keeps a commitment to one type from being opened as another. The salt is random and used once. Salt and part ride beside
// the event as a Secret; taking secrets out (Record.Without) changes no event, no hash and no chain.
//
// # Record
//
// Stores, archives and exports keep a record as a list of three: version (1), the event's bytes, and a list of secrets,
// each a list of three: seat, salt (a hash), part (bytes). A record measures at most 900 KiB.
//
// # Worked example
//
// Game hill-7 opens, and south writes "Hold." to north with a salt of 32 bytes 11:
//
//	event 1
//	    9801a668696c6c2d3701c4200000000000000000000000000000000000000000
//	    000000000000000000000000cf000001a21e60f380a66d6173746572aa47616d
//	    654f70656e656491c42022222222222222222222222222222222222222222222
//	    22222222222222222222
//	leaf 1
//	    54f21fff1ce85a684372bd7d27f241f9408393af0c0bfd9d85035616c6f7a93d
//	part
//	    920591a5486f6c642e
//	commitment
//	    6537ba428b6fcbb39699990837dd4649496512ffaba89b0ba9b589abb77ebd14
//	event 2
//	    9801a668696c6c2d3702c42054f21fff1ce85a684372bd7d27f241f9408393af
//	    0c0bfd9d85035616c6f7a93dcf000001a21e60f381aa736561743a736f757468
//	    a9507265737353656e7494a5736f757468a56e6f727468c42000000000000000
//	    00000000000000000000000000000000000000000000000000c4206537ba428b
//	    6fcbb39699990837dd4649496512ffaba89b0ba9b589abb77ebd14
//	leaf 2
//	    398ef2d4bf379ee89a88c913d2b3e68a172f10832807d1ea1bd27aa0b0a94194
//	record 2
//	    9301c49b9801a668696c6c2d3702c42054f21fff1ce85a684372bd7d27f241f9
//	    408393af0c0bfd9d85035616c6f7a93dcf000001a21e60f381aa736561743a73
//	    6f757468a9507265737353656e7494a5736f757468a56e6f727468c420000000
//	    0000000000000000000000000000000000000000000000000000000000c42065
//	    37ba428b6fcbb39699990837dd4649496512ffaba89b0ba9b589abb77ebd1491
//	    93a56e6f727468c4201111111111111111111111111111111111111111111111
//	    111111111111111111c409920591a5486f6c642e
//	root
//	    191c6be984de9c020845e6011fc1c9c16b2cfe89113e191210d20b2c5299abaa
//
// The event of event 2 begins 98 (list of eight) 01 (version) a6 "hill-7" 02 (seq) c4 20 and then leaf 1; its body is
// a5 "south", a5 "north", the zero key of a mail, and the commitment.
package events
