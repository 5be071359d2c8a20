//go:build race

package mail_test

// raced: the race detector lets pools forget, so that the memory that is counted is not the program's own.
const raced = true
