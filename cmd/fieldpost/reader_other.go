//go:build !unix

package main

import "time"

// processorTime returns the time since the start, because the system does not report how much of it this process has used.
func processorTime() time.Duration { return time.Since(started) }
