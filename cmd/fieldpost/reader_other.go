//go:build !unix

package main

import "time"

// processorTime returns the time since the start, where the system does not tell how much of it this process has worked.
func processorTime() time.Duration { return time.Since(started) }
