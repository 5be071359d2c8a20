package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"fieldpost/events/durable"
)

// pulseFile is the file with the last sign of life of a server.
type pulseFile string

// Last reads it. ok is false if none can be read.
func (p pulseFile) Last() (at time.Time, ok bool) {
	data, err := os.ReadFile(string(p))
	if err != nil {
		return at, false
	}
	ms, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	return time.UnixMilli(ms), err == nil
}

// Note writes it.
func (p pulseFile) Note(at time.Time) error {
	return durable.Replace(string(p), fmt.Appendln(nil, at.UnixMilli()))
}

// String returns its path.
func (p pulseFile) String() string { return string(p) }
