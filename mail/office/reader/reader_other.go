//go:build !unix

package reader

import "time"

// ProcessorTime returns the time since the start, because the system does not report how much of it this process has used.
func ProcessorTime() time.Duration { return time.Since(started) }
