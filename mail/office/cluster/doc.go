// Package cluster is what a server has in common with others on the same outside log, and how they divide the work of an installation.
//
// The work has nine parts (PartOf): eight of games, work.0 to work.7, by a hash of their names, and the office: the mail accounts, mails that have just
// come, and the log of what belongs to no game. jetstream.Shares says who has which part; a part is one server's for as long as its own lease
// lasts, which is shorter than the others wait before they end it. Hands are the parts that this server has and works on. Fences (FenceLog,
// FenceSender, FenceTake) stand where something leaves it: whoever lost a part without noticing appends nothing, sends nothing and takes nothing in.
//
//	a mail comes in     and lies in the cluster (Shared.Take). The server with the office brings it into its spool (Fetched) and finds out what it
//	                    is about. If that is a game of another part, the office says so (office.NotHere) and the mail is moved to that
//	                    part's queue, behind those that came before
//	an event            is appended by the server that has its game, and compared with the last one by the log in any case
//	a letter            is sent by the server that has its game
//	a key               is in the cluster, sealed with a passphrase, before anything is done with it (Keys)
//	a game rests        in the archive of every server, and what comes to it later is an entry of the cabinet (NewStore)
//	the log is renewed  without what is taken out of it, by a plan that whoever comes carries out to its end (Shared.LeaveOut)
//	an outage           is one of all servers: while one takes over from another nobody was away (Pulse)
//
// A server that works on the part of one game:
//
//	shared, err := cluster.Open(ctx, settings)
//	shift, err := shared.Shares.Begin(ctx)
//	hands := cluster.NewHands()
//	hands.Holds(shift)
//	if shift.Has(cluster.PartOf("palace")) {
//		hands.Takes(ctx, cluster.PartOf("palace")) // after its keys and its mails are here
//	}
//	log := cluster.FenceLog(shared.Store, hands)
//	err = log.Append(ctx, record) // cluster.ErrNotAtWork where another server may have the game
package cluster
