//go:build unix

package reader

import (
	"syscall"
	"time"
)

// ProcessorTime returns how much processor time this process has used.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return time.Since(started)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
