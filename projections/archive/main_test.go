package archive_test

import (
	"os"
	"testing"

	"fieldpost/events/durable/durabletest"
)

func TestMain(m *testing.M) {
	durabletest.FilesInMemory()
	os.Exit(m.Run())
}
