package postoffice

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
)

// Nothing else in this package writes to the disk. What these functions have done survives a crash of the machine once they returned
// nil: contents are synced before they get their name, folders after.

var tmpCounter atomic.Int64

// place writes data as dir/name by way of dir/tmp.
func place(dir, name string, data []byte) error {
	tmp := filepath.Join(dir, "tmp", strconv.Itoa(os.Getpid())+"."+strconv.FormatInt(tmpCounter.Add(1), 10))
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(tmp, filepath.Join(dir, name))
	}
	if err != nil {
		os.Remove(tmp)
		return err
	}
	return syncDir(filepath.Dir(filepath.Join(dir, name)))
}

// placeJSON writes a small state file.
func placeJSON(dir, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return place(dir, name, data)
}

// readJSON reads a state file; a missing one leaves v as it is.
func readJSON(path string, v any) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// makeDir makes a folder with its tmp and syncs its parent.
func makeDir(dir string, inside ...string) error {
	for _, sub := range append([]string{"", "tmp"}, inside...) {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return err
		}
	}
	if err := syncDir(dir); err != nil {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
