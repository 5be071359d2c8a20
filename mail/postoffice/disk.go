package postoffice

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

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
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%w: %w", errDamagedState, err)
	}
	return nil
}

// errDamagedState means that a state file is there and cannot be read as one.
var errDamagedState = errors.New("postoffice: damaged state file")

// keepDamaged keeps a copy of a damaged state file beside it, so that another can be written in its place.
func keepDamaged(dir string, at time.Time) error {
	data, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil {
		return err
	}
	return durable.Replace(filepath.Join(dir, fmt.Sprintf("%s.damaged-%d", stateFile, at.UnixMilli())), data)
}
