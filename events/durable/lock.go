package durable

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Lock is a folder held by this process until Release or its end, however that comes.
type Lock struct{ f *os.File }

// errHeld is what lockFile returns when the lock is held elsewhere.
var errHeld = errors.New("held")

// Acquire takes the folder without waiting, and writes our process id into its file "lock". It fails with a LockedError
// when another process, or another Acquire in this one, holds it. The file stays behind: only the lock on it counts.
func Acquire(dir string) (*Lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = lockFile(f)
	if errors.Is(err, errHeld) {
		pid, readErr := io.ReadAll(io.LimitReader(f, 20))
		return nil, errors.Join(&LockedError{Dir: dir, PID: strings.TrimSpace(string(pid))}, readErr, f.Close())
	}
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{f: f}, nil
}

// Release gives the folder back.
func (l *Lock) Release() error { return l.f.Close() }

// LockedError reports that another process holds a folder.
type LockedError struct {
	Dir string
	PID string // as the other process wrote it; empty if it had not yet
}

func (e *LockedError) Error() string {
	pid := e.PID
	if pid == "" {
		pid = "unknown"
	}
	return fmt.Sprintf("already running, pid %s: it holds the folder %s", pid, e.Dir)
}
