//go:build desk

package page

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
)

// A release is built with the tag desk, after its page was made and gzipped into this folder.
//
//go:embed desk.page.gz
var embedded []byte

// Embedded returns the page that is in this program, or nil.
func Embedded() ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(embedded))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
