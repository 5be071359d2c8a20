//go:build !linux

package durabletest

// FilesInMemory does nothing where no file system in memory is always there.
func FilesInMemory() {}
