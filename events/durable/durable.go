// Package durable holds every way in which the program writes files that must survive a power cut, and the lock by which one process holds
// a folder. Each call returns only after the file and, if a name was added or removed, its folder were synced to the disk. The embedded
// log, the archive, the post office, keys, cursors and markers are all written here.
//
//	err := durable.Replace("store/version", []byte("1\n")) // the old file or the new one, never half of either
//
// After an error the state of that file is unknown and must be read again; a failed sync is never retried, because the
// kernel may already have dropped the pages that it could not write.
package durable

import (
	"bytes"
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
	if err = fill(f, 0, data); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return SyncDir(filepath.Dir(path))
}

// Overwrite writes a small file whose content never gets shorter, of at most a sector (512 bytes), again and again: it writes over the old
// bytes, which costs a fraction of Replace, and a disk writes a sector as a whole or not at all. Where the file is absent or longer, it is
// replaced. Another process reads it with Read.
func Overwrite(path string, data []byte) error {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > int64(len(data)) || len(data) > sector {
		return Replace(path, data)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return fill(f, 0, data)
}

// sector is how much every disk writes at once.
const sector = 512

// Read reads a file that another process may be writing with Replace or Overwrite: what stood there before or what stands there now, never
// half of either.
func Read(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	for err == nil {
		var again []byte
		if again, err = os.ReadFile(path); bytes.Equal(again, data) {
			break
		}
		data = again
	}
	return data, err
}

// Create writes a new file. It fails with fs.ErrExist when there is one of that name, and leaves that one as it is.
func Create(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := fill(f, 0, data); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return SyncDir(filepath.Dir(path))
}

// Begin makes an empty file to be written to bit by bit: its name is durable at once, and its bytes are once its Sync has returned. It
// fails with fs.ErrExist when there is a file of that name.
func Begin(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := SyncDir(filepath.Dir(path)); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(path))
	}
	return f, nil
}

// Rename gives a file or folder another name. What stood under the new name is replaced if it is a file.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	err := SyncDir(filepath.Dir(to))
	if filepath.Dir(from) != filepath.Dir(to) {
		err = errors.Join(err, SyncDir(filepath.Dir(from)))
	}
	return err
}

// Remove removes a file or an empty folder.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return err
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
	if err := fill(f, at, data); err != nil || at > 0 {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// fill writes data into an open file, syncs and closes it.
func fill(f *os.File, at int64, data []byte) error {
	_, err := f.WriteAt(data, at)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
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
		if err := Rename(path, aside); err != nil {
			return "", err
		}
		return aside, nil
	}
}
