package reader

import (
	"os"
	"testing"
)

// TestMain makes this program a reader of mails where it was started as one.
func TestMain(m *testing.M) {
	if how := os.Getenv(readChild); how != "" {
		os.Exit(childReader(how))
	}
	os.Exit(m.Run())
}
