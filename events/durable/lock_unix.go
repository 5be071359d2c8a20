//go:build unix

package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Lock is a folder held by this process until Release or its end, however that comes.
type Lock struct{ f *os.File }

// Acquire takes the folder without waiting, and writes our process id into its file "lock". It fails with a LockedError
// when another process, or another Acquire in this one, holds it. The file stays behind: only the lock on it counts.
func Acquire(dir string) (*Lock, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		if errors.Is(err, unix.EWOULDBLOCK) {
			pid, readErr := io.ReadAll(io.LimitReader(f, 20))
			return nil, errors.Join(&LockedError{Dir: dir, PID: strings.TrimSpace(string(pid))}, readErr, f.Close())
		}
		return nil, errors.Join(err, f.Close())
	}
	err = f.Truncate(0)
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

func syncFolder(d *os.File) error { return d.Sync() }
