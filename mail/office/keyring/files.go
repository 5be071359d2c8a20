package keyring

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fieldpost/events/durable"
)

// File is one file of the folder of keys.
type File struct {
	Name string
	Data []byte
}

// IsMark reports whether a file of that folder says how far a log was signed.
func IsMark(name string) bool { return strings.HasSuffix(name, ".signed") }

// Files reads the files that are wanted, by name.
func (k Folder) Files(wanted func(name string) bool) (list []File, err error) {
	entries, err := os.ReadDir(string(k))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") || !wanted(e.Name()) {
			continue
		}
		data, err := durable.Read(k.File(e.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, File{e.Name(), data})
	}
	slices.SortFunc(list, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// Write writes files into a folder that only its owner can read. A file that is there already is an error.
func (k Folder) Write(keys []File) error {
	if err := durable.MakeDir(string(k)); err != nil {
		return err
	}
	for _, f := range keys {
		if f.Name != filepath.Base(f.Name) || strings.HasPrefix(f.Name, ".") {
			return fmt.Errorf("%q is no name of a key file", f.Name)
		}
		if err := durable.Create(k.File(f.Name), f.Data); err != nil {
			return err
		}
	}
	return nil
}

// IsKeyOf reports whether a file of the folder of keys belongs to a game.
func IsKeyOf(game, name string) bool {
	rest, ok := strings.CutPrefix(name, game+".")
	return ok && (rest == "signed" || strings.HasPrefix(rest, "dice") || strings.HasPrefix(rest, "log"))
}

// Take puts the keys of a game in place. A key that is here already must be the same; how far the log was signed is what its host says.
func (k Folder) Take(game string, keys []File) error {
	for _, f := range keys {
		if !IsKeyOf(game, f.Name) || f.Name != filepath.Base(f.Name) {
			return fmt.Errorf("%q is no key of %s", f.Name, game)
		}
		here, err := os.ReadFile(k.File(f.Name))
		if err == nil && string(here) != string(f.Data) && !IsMark(f.Name) {
			return fmt.Errorf("there is another key %s here", f.Name)
		}
	}
	for _, f := range keys {
		if err := durable.Replace(k.File(f.Name), f.Data); err != nil {
			return err
		}
	}
	return nil
}

// Private reads a file of secrets, or makes it with fresh ones, readable only by its owner.
func Private(path string, fresh func() ([]byte, error)) ([]byte, error) {
	data, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if data, err = fresh(); err != nil {
		return nil, err
	}
	if err := durable.MakeDir(filepath.Dir(path)); err != nil {
		return nil, err
	}
	return data, durable.Create(path, data)
}

// FreshSecret returns 32 random bytes.
func FreshSecret() ([]byte, error) {
	b := make([]byte, 32)
	_, err := rand.Read(b)
	return b, err
}
