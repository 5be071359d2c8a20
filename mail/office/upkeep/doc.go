// Package upkeep does what is done to an installation over the years, on its data folder and not through a server: backups, which may be made while one is
// at work; and what needs it stopped (on a cluster every server): a backup restored, games that are over retired from the log, an address erased,
// log and archive mended each from the other. A Rehearsal plays the games of an archive again, to find out before a program is installed whether it can go
// on with them.
//
// Nothing here is done over something older: a log is written anew beside the former one and compared with the archive before that goes, damage is
// moved aside, and a backup is only ever added to.
//
//	done, keys, err := upkeep.Backup(ctx, config, "/mnt/other/fieldpost", "a cold winter of 1918")
//	backup, err := upkeep.Open(ctx, "/mnt/other/fieldpost", "a cold winter of 1918") // every event, mail, letter and key is read
//	if len(backup.Missing) == 0 {
//		err = backup.Restore(ctx, elsewhere, os.Stdout) // into a new data folder
//	}
package upkeep
