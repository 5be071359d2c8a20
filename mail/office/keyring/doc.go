// Package keyring keeps the secrets of an installation in one folder that only its owner can read:
//
//	GAME.dice, GAME.dice.2 ...    the dice keys of a game, the first and those that took its place
//	GAME.log, GAME.log.2 ...      the keys that sign the checkpoints of its log, likewise
//	GAME.signed                   how far its log was signed: no key, but here because it must not be lost with the log
//	mail.key                      the secret behind reply addresses, with mail.check, mail.former and mail.next beside it
//
// Folder is office.Keys and office.Marks. A key never changes under its name, but for the mail key, and is made durable before it is used. Files
// leave the folder only sealed with a passphrase (Seal): in a backup, and with a game that is handed to another host.
//
//	keys := keyring.Folder("fieldpost-data/keys")
//	key, err := keys.Make("palace")                    // keys/palace.dice, made now or read
//	files, err := keys.Files(func(name string) bool { return keyring.IsKeyOf("palace", name) })
//	sealed, err := keyring.Seal(files, "a cold winter of 1918")
package keyring
