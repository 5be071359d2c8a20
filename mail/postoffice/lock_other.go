//go:build !unix

package postoffice

import "os"

// lockDir takes the folder's lock: where files cannot be locked, one that cannot be removed while it is open.
func lockDir(path string) (*os.File, error) {
	os.Remove(path)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, ErrRunning
	}
	return f, nil
}
