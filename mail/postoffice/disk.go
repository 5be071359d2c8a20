package postoffice

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"fieldpost/events/durable"
)

// saveState writes a small state file.
func saveState(dir string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, stateFile), data)
}

// readState reads a state file; a missing one leaves v as it is.
func readState(dir string, v any) error {
	data, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}
