package durable

import "os"

// lockFile does nothing: in a browser there is no other process, and no folder.
func lockFile(*os.File) error { return nil }

// syncFolder does nothing: a browser has no folder to sync.
func syncFolder(*os.File) error { return nil }
