package office_test

import (
	"testing"

	"fieldpost/mail/office/officetest"
)

// hall is an office of a test's own, with what the tests of this package ask of it besides.
type hall struct{ *officetest.Hall }

func newHall(t *testing.T) *hall {
	t.Helper()
	return &hall{officetest.New(t)}
}
