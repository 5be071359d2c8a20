//go:build !desk

package page

// Embedded returns the page that is in this program, or nil.
func Embedded() ([]byte, error) { return nil, nil }
