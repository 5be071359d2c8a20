//go:build unix

package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// nilSignal asks whether a process is there.
const nilSignal = syscall.Signal(0)

// zombie reports whether a process has ended and only waits to be buried.
func zombie(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return strings.HasPrefix(rest, "Z")
}
