// Package doctor looks at an installation without changing it: its settings and keys, the room on its disk, its mail accounts and mailboxes, and if no
// server holds them its log, its archive and every game, which is played again with its dice. An account's own host is tried from outside on
// request (Forged), since whether it takes forged verdicts off mails can be seen only by sending it one.
//
//	for _, f := range doctor.Examine(ctx, config) {
//		fmt.Println(f.Good, f.Text) // true "game palace: 212 events replayed, all dice proven"
//	}
package doctor
