// Command fieldpost plays board wargames by mail. It holds the command line: flags, the reading of the configuration file, what is printed, exit
// codes. A server and its data folder are in package mail/office/host, and what happens between a mail and a letter in mail/office; game masters'
// commands (game.go and what follows it) are the same on the command line and in mails (master_commands.go).
//
//	serve, game ..., status, mailkey, mailbox     mail/office/host, and mail/office/cluster for several servers
//	backup, restore, retire, forget, repair,
//	upgrade                                       mail/office/upkeep
//	doctor                                        mail/office/doctor
//	bench                                         mail/office/bench
//	game check                                    mail/office/inspection
//	selfplay                                      scenarios/contest
//	scenario, rules, verbs, try                   scenarios, mail/office/library, scenarios/trial
//	audit, replay, book, desk                     projections
package main
