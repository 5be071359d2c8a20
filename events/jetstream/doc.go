// Package jetstream keeps the log in NATS JetStream: in a server inside this process (Open), or on a server or cluster
// of one's own (Connect). Both are events.Stores and pass events/logtest.
//
//	store, err := jetstream.Open(ctx, jetstream.Options{Dir: "fieldpost-data/log"})
//	r, err := events.Next(head, event)
//	err = store.Append(ctx, r) // nil: on the disk. events.ErrConflict: read the head again. Other: unknown.
//
// # What lies where
//
// One stream, LOG, holds all games; subject game.<id>, one message an event, whose payload is the stored form of the
// record (events.EncodeRecord) and whose Nats-Msg-Id is "<game>/<seq>/<leaf hash>". The stream denies deletes and
// purges, has no limits, rollups, schedules or ages; a stream that has is refused. Object store BLOBS keeps blobs,
// in the form of package blob, under the hexadecimal of their SHA-256; key-value bucket SNAPSHOTS keeps
// snapshots in parts of 512 KiB under game.name.part, each behind the seq and the length of the whole (8 bytes each,
// big-endian).
//
// Several processes may share a log on servers of one's own. For them there are two more streams: the bucket SHARED (Cabinet), with which the work is
// divided between them (Shares), and MAILS (Mails), with what was taken in and has had no effect yet. Nothing can be taken out of their log; to leave
// something out it is written anew (Cabinet.Renew) as LOG_2, BLOBS_2 and SNAPSHOTS_2, then as LOG_3 and so on, and the former ones are removed.
// The entry "log" of the cabinet says which is in force. Object store COLD holds the games that were left out, each as one file.
//
// The folder of an embedded store holds "lock" (held by the running process, with its pid), "version" (who wrote last:
// a newer server's folder is refused) and "nats" (the server's own files).
//
// # Appending
//
// The stream compares: an append names the stream sequence of the event it follows, and is refused when the game has
// moved on (code 10071 on one replica, 10164 on several). Any other failure, silence included, leaves the outcome
// unknown; the store then reads the game's end and tells success, conflict, or that it is still unknown. The server
// syncs each message before it acknowledges (SyncAlways).
//
// # Reading
//
// The stream's sequence counts all games together and is never an event's number. An index in memory, built in one
// pass over the stream and kept up by a consumer of its headers, knows the places of each game's events, so that a game
// is read by direct gets of just its own messages, 64 at a time, and neighbours in one request. The whole log is read by
// direct gets of 1,000 messages each, without headers, which is faster than any consumer.
//
// # What is lost when
//
//	the process is killed            nothing that was acknowledged
//	the power fails                  nothing that was acknowledged, as far as the disk keeps what it has synced
//	the disk is full                 nothing; appends fail after the timeout
//	bits rot in the server's files   the server may drop messages, even in silence: readings report gaps and broken
//	                                 links; a lost tail is found by projections/archive, which also brings it back.
//	                                 A number that would make the server take all memory is refused when the
//	                                 folder is opened
package jetstream
