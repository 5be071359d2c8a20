package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/windows"
)

// Lock is a folder held by this process until Release or its end, however that comes.
type Lock struct{ f *os.File }

// lockedByte lies far behind the process id, which others must be able to read.
const lockedByte = 1 << 20

// Acquire takes the folder without waiting, and writes our process id into its file "lock". It fails with a LockedError
// when another process, or another Acquire in this one, holds it. The file stays behind: only the lock on it counts.
func Acquire(dir string) (*Lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{Offset: lockedByte})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
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

// syncFolder does nothing: Windows makes names durable with the file.
func syncFolder(*os.File) error { return nil }
