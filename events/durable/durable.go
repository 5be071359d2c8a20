// Package durable holds every way in which the program writes files that must survive a power cut. Each call returns
// only after the file and, where a name came or went, its folder were synced to the disk. Nothing else in events or in
// the archive touches the disk.
//
//	err := durable.Replace("store/version", []byte("1\n")) // the old file or the new one, never half of either
//
// After an error the state of that file is unknown and must be read again; a failed sync is never retried, because the
// kernel may already have dropped the pages that it could not write.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeDir makes a folder and those above it, and syncs each folder in which a name appeared.
func MakeDir(dir string) error {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return fmt.Errorf("%s is not a folder", dir)
		}
		return nil
	}
	parent := filepath.Dir(dir)
	if parent != dir {
		if err := MakeDir(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return SyncDir(parent)
}

// SyncDir makes the names in a folder durable.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(syncFolder(d), d.Close())
}

// Replace writes a whole file: after a crash the name holds either its old content or data.
func Replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return SyncDir(filepath.Dir(path))
}

// WriteAt writes data into a file at an offset, making the file if at is 0 and there is none.
func WriteAt(path string, at int64, data []byte) error {
	flags := os.O_WRONLY
	if at == 0 {
		flags |= os.O_CREATE
	}
	f, err := os.OpenFile(path, flags, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, at)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil || at > 0 {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// Cut shortens a file to size bytes.
func Cut(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = f.Truncate(size)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// MoveAside renames a file or folder to the first free name of path.damaged-1, path.damaged-2 ... and gives that name.
// What was damaged is evidence: it is never deleted.
func MoveAside(path string) (string, error) {
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.damaged-%d", path, n)
		if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				return "", err
			}
			continue
		}
		if err := os.Rename(path, aside); err != nil {
			return "", err
		}
		return aside, SyncDir(filepath.Dir(path))
	}
}

// LockedError says that another process holds a folder.
type LockedError struct {
	Dir string
	PID string // as the other process wrote it, "" when it had not yet
}

func (e *LockedError) Error() string {
	pid := e.PID
	if pid == "" {
		pid = "unknown"
	}
	return fmt.Sprintf("already running, pid %s: it holds the folder %s", pid, e.Dir)
}
