package somme_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the collector wait for more: games leave much behind and keep little, so that it would run all the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
